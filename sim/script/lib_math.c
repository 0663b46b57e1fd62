/* math.h: the host's own functions; an unknown argument gives an unknown result. */
#include "sim/script/lib.h"

#include <math.h>

#define UNARY(name)                                                                                \
    static enum vm_action do_##name(struct vm_call *call, struct err *err)                         \
    {                                                                                              \
        (void)err;                                                                                 \
        call->result.d = name(call->args[0].d);                                                    \
        call->result.tag = call->args[0].tag;                                                      \
        return VM_OK;                                                                              \
    }                                                                                              \
    static enum vm_action do_##name##f(struct vm_call *call, struct err *err)                      \
    {                                                                                              \
        (void)err;                                                                                 \
        call->result.f = name##f(call->args[0].f);                                                 \
        call->result.tag = call->args[0].tag;                                                      \
        return VM_OK;                                                                              \
    }
#define BINARY(name)                                                                               \
    static enum vm_action do_##name(struct vm_call *call, struct err *err)                         \
    {                                                                                              \
        (void)err;                                                                                 \
        call->result.d = name(call->args[0].d, call->args[1].d);                                   \
        call->result.tag = call->args[0].tag | call->args[1].tag;                                  \
        return VM_OK;                                                                              \
    }                                                                                              \
    static enum vm_action do_##name##f(struct vm_call *call, struct err *err)                      \
    {                                                                                              \
        (void)err;                                                                                 \
        call->result.f = name##f(call->args[0].f, call->args[1].f);                                \
        call->result.tag = call->args[0].tag | call->args[1].tag;                                  \
        return VM_OK;                                                                              \
    }

/* lgamma itself leaves the sign in a variable of the whole process. */
static double plain_lgamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

static float plain_lgammaf(float x)
{
    int sign;
    return lgammaf_r(x, &sign);
}

#define lgamma  plain_lgamma
#define lgammaf plain_lgammaf

/* clang-format off */
#define UNARIES(F)                                                                                 \
    F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh)                           \
    F(asinh) F(acosh) F(atanh) F(exp) F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p)            \
    F(logb) F(sqrt) F(cbrt) F(fabs) F(ceil) F(floor) F(round) F(trunc) F(rint) F(nearbyint)        \
    F(erf) F(erfc) F(tgamma) F(lgamma)
/* clang-format on */
#define BINARIES(F)                                                                                \
    F(pow) F(atan2) F(fmod) F(remainder) F(hypot) F(fmin) F(fmax) F(fdim) F(copysign) F(nextafter)

UNARIES(UNARY)
BINARIES(BINARY)

static enum vm_action do_fma(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.d = fma(call->args[0].d, call->args[1].d, call->args[2].d);
    call->result.tag = call->args[0].tag | call->args[1].tag | call->args[2].tag;
    return VM_OK;
}

static enum vm_action do_fmaf(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.f = fmaf(call->args[0].f, call->args[1].f, call->args[2].f);
    call->result.tag = call->args[0].tag | call->args[1].tag | call->args[2].tag;
    return VM_OK;
}

static int64_t whole(double x)
{
    return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (int64_t)x : INT64_MIN;
}

static enum vm_action do_lround(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = whole(round(call->args[0].d));
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

static enum vm_action do_lrint(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = whole(rint(call->args[0].d));
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

static enum vm_action do_ldexp(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.d = ldexp(call->args[0].d, (int)call->args[1].i);
    call->result.tag = call->args[0].tag | call->args[1].tag;
    return VM_OK;
}

static enum vm_action do_isnan(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = isnan(call->args[0].d) ? 1 : 0;
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

static enum vm_action do_isinf(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = isinf(call->args[0].d) ? 1 : 0;
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

static enum vm_action do_isfinite(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.i = isfinite(call->args[0].d) ? 1 : 0;
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

#define ROW(name) {#name, do_##name, NULL}, {#name "f", do_##name##f, NULL},
const struct vm_builtin lib_math[] = {
    UNARIES(ROW) BINARIES(ROW){"fma", do_fma, NULL},
    {"fmaf", do_fmaf, NULL},
    {"lround", do_lround, NULL},
    {"lrint", do_lrint, NULL},
    {"ldexp", do_ldexp, NULL},
    {"isnan", do_isnan, NULL},
    {"isinf", do_isinf, NULL},
    {"isfinite", do_isfinite, NULL},
    {NULL, NULL, NULL},
};
