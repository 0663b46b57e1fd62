/* stdlib.h's numbers: from text, at random, absolute. */
#include "sim/script/lib.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct text {
    struct strbuf sb;
    bool unknown;
};

static int text_get(struct text *t, struct vm_call *call, struct err *err)
{
    strbuf_init(&t->sb);
    t->unknown = false;
    if (vm_known(call, 0, "string", err) != 0 || vm_string(call, call->args[0].u, &t->sb, err) != 0)
        return -1;
    uint8_t first;
    t->unknown = memory_get(&call->vm->memory, call->args[0].u, &first, NULL, 1) & MEMORY_UNKNOWN;
    return 0;
}

/* Stores where the number ended, if argument 1 wants it. */
static int text_end(struct text *t, struct vm_call *call, const char *end, struct err *err)
{
    int r = 0;
    if (end != NULL) {
        r = vm_known(call, 1, "pointer", err);
        uint64_t at = call->args[0].u + (uint64_t)(end - t->sb.text);
        if (r == 0 && call->args[1].u != 0)
            r = vm_write_bytes(call, call->args[1].u, &at, sizeof at, 0, err);
    }
    call->result.tag = t->unknown ? MEMORY_UNKNOWN : 0;
    if (t->unknown)
        call->result.u = 0;
    strbuf_release(&t->sb);
    return r;
}

static enum vm_action integer(struct vm_call *call, bool with_end, bool is_signed, struct err *err)
{
    struct text t;
    int base = 10;
    if (with_end) {
        if (vm_known(call, 2, "base", err) != 0)
            return VM_FAIL;
        base = (int)call->args[2].i;
        if (base != 0 && (base < 2 || base > 36)) {
            err_set(err, ERR_INPUT, "a number to base %d cannot be read", base);
            return VM_FAIL;
        }
    }
    if (text_get(&t, call, err) != 0) {
        strbuf_release(&t.sb);
        return VM_FAIL;
    }
    char *end;
    if (is_signed)
        call->result.i = strtoll(t.sb.text, &end, base);
    else
        call->result.u = strtoull(t.sb.text, &end, base);
    return text_end(&t, call, with_end ? end : NULL, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_atoi(struct vm_call *call, struct err *err)
{
    enum vm_action action = integer(call, false, true, err);
    call->result.i = (int32_t)call->result.i;
    return action;
}

static enum vm_action do_atol(struct vm_call *call, struct err *err)
{
    return integer(call, false, true, err);
}

static enum vm_action do_strtol(struct vm_call *call, struct err *err)
{
    return integer(call, true, true, err);
}

static enum vm_action do_strtoul(struct vm_call *call, struct err *err)
{
    return integer(call, true, false, err);
}

static enum vm_action real(struct vm_call *call, bool with_end, struct err *err)
{
    struct text t;
    if (text_get(&t, call, err) != 0) {
        strbuf_release(&t.sb);
        return VM_FAIL;
    }
    char *end;
    call->result.d = strtod(t.sb.text, &end);
    return text_end(&t, call, with_end ? end : NULL, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_atof(struct vm_call *call, struct err *err)
{
    return real(call, false, err);
}

static enum vm_action do_strtod(struct vm_call *call, struct err *err)
{
    return real(call, true, err);
}

/* ---- std::stoi and the like, by headers/cxx_string.txt: text, name, where the end goes, base ----
 */

/* What is not a number, or too large a one, is an exception; that nobody catches, as scenarios have
 * no `catch`. */
static int throws(const struct text *t, const char *name, const char *exception, const char *why,
                  struct err *err)
{
    return err_set(err, ERR_INPUT,
                   "%s(\"%.60s\") throws std::%s, which ends the program: the text %s", name,
                   t->sb.text, exception, why);
}

/* Text and name; *base for strto*. */
static int begin_number(struct text *t, struct strbuf *name, struct vm_call *call, int *base,
                        struct err *err)
{
    strbuf_init(name);
    if (text_get(t, call, err) != 0 || vm_string(call, call->args[1].u, name, err) != 0)
        return -1;
    if (!base)
        return 0;
    if (vm_known(call, 3, "base", err) != 0)
        return -1;
    *base = (int)call->args[3].i;
    if (*base != 0 && (*base < 2 || *base > 36))
        return err_set(err, ERR_INPUT, "%s: a number to base %d cannot be read", name->text, *base);
    return 0;
}

/* Says whether there was a number, and stores how many characters it took. */
static int end_number(struct text *t, const char *name, struct vm_call *call, const char *end,
                      bool fits, struct err *err)
{
    call->result.tag = t->unknown ? MEMORY_UNKNOWN : 0;
    if (t->unknown) {
        call->result.u = 0;
    } else if (end == t->sb.text) {
        throws(t, name, "invalid_argument", "does not begin with a number", err);
        return err_hint(err, "atoi and atof give 0 for such a text");
    } else if (!fits) {
        return throws(t, name, "out_of_range", "is a number beyond what the type holds", err);
    }
    uint64_t length = (uint64_t)(end - t->sb.text);
    if (vm_known(call, 2, "pointer", err) != 0)
        return -1;
    return call->args[2].u ? vm_write_bytes(call, call->args[2].u, &length, sizeof length, 0, err)
                           : 0;
}

static enum vm_action number_done(struct text *t, struct strbuf *name, int rc)
{
    strbuf_release(&t->sb);
    strbuf_release(name);
    return rc == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action whole(struct vm_call *call, bool is_signed, struct err *err)
{
    struct text t;
    struct strbuf name;
    int base = 10, rc = begin_number(&t, &name, call, &base, err);
    if (rc == 0) {
        char *end;
        errno = 0;
        bool fits = true;
        if (is_signed) {
            int64_t value = call->result.i = strtoll(t.sb.text, &end, base);
            fits = call->args[4].i == 64 || (value >= INT32_MIN && value <= INT32_MAX);
        } else {
            call->result.u = strtoull(t.sb.text, &end, base);
        }
        rc = end_number(&t, name.text, call, end, fits && errno != ERANGE, err);
    }
    return number_done(&t, &name, rc);
}

/* What std::stoi would throw for a text, its base (-1: a real number) and bits (65: unsigned):
 * 1 std::invalid_argument, 2 std::out_of_range, 0 nothing. */
static enum vm_action do_number_fault(struct vm_call *call, struct err *err)
{
    struct text t;
    int base = (int)call->args[1].i;
    bool fits = true;
    char *end = NULL;
    if (vm_known(call, 1, "base", err) != 0 || text_get(&t, call, err) != 0)
        return VM_FAIL;
    errno = 0;
    if (base == -1) {
        if (call->args[2].i == 32)
            (void)strtof(t.sb.text, &end);
        else
            (void)strtod(t.sb.text, &end);
    } else if (base == 0 || (base >= 2 && base <= 36)) {
        int64_t value = 0;
        if (call->args[2].i > 64)
            (void)strtoull(t.sb.text, &end, base);
        else
            value = strtoll(t.sb.text, &end, base);
        fits = call->args[2].i != 32 || (value >= INT32_MIN && value <= INT32_MAX);
    }
    if (end && !t.unknown)
        call->result.i = end == t.sb.text ? 1 : !fits || errno == ERANGE ? 2 : 0;
    strbuf_release(&t.sb);
    return VM_OK;
}

static enum vm_action do_signed(struct vm_call *call, struct err *err)
{
    return whole(call, true, err);
}

static enum vm_action do_unsigned(struct vm_call *call, struct err *err)
{
    return whole(call, false, err);
}

static enum vm_action do_real(struct vm_call *call, struct err *err)
{
    struct text t;
    struct strbuf name;
    int rc = begin_number(&t, &name, call, NULL, err);
    if (rc == 0) {
        char *end;
        errno = 0;
        call->result.d =
            call->args[3].i == 32 ? (double)strtof(t.sb.text, &end) : strtod(t.sb.text, &end);
        rc = end_number(&t, name.text, call, end, errno != ERANGE, err);
    }
    return number_done(&t, &name, rc);
}

/* ---- rand: the additive feedback generator of the GNU C library, so that programs print what they
 * print elsewhere: r[i] = r[i-3] + r[i-31], the first 34 from 16807 r mod (2^31 - 1) ---- */

static void random_seed(struct script *script, uint32_t seed)
{
    uint32_t *r = script->random;
    int32_t word = seed == 0 ? 1 : (int32_t)seed;
    r[0] = (uint32_t)word;
    for (int i = 1; i < 31; i++) {
        int64_t next = 16807 * (int64_t)word % 2147483647;
        word = (int32_t)(next < 0 ? next + 2147483647 : next);
        r[i] = (uint32_t)word;
    }
    script->random_at = 0;
    script->random_seeded = true;
    for (int i = 0; i < 310; i++) {
        int at = script->random_at;
        r[(at + 3) % 31] += r[at];
        script->random_at = (at + 1) % 31;
    }
}

static enum vm_action do_rand(struct vm_call *call, struct err *err)
{
    (void)err;
    struct script *script = script_of(call);
    if (!script->random_seeded)
        random_seed(script, 1);
    int at = script->random_at;
    uint32_t *r = script->random;
    r[(at + 3) % 31] += r[at];
    call->result.i = r[(at + 3) % 31] >> 1;
    script->random_at = (at + 1) % 31;
    return VM_OK;
}

static enum vm_action do_srand(struct vm_call *call, struct err *err)
{
    (void)err;
    random_seed(script_of(call), (uint32_t)call->args[0].u);
    return VM_OK;
}

static enum vm_action do_drand48(struct vm_call *call, struct err *err)
{
    (void)err;
    struct script *script = script_of(call);
    script->random48 = (script->random48 * UINT64_C(0x5DEECE66D) + 0xB) & ((UINT64_C(1) << 48) - 1);
    call->result.d = (double)script->random48 / 281474976710656.0;
    return VM_OK;
}

static enum vm_action do_srand48(struct vm_call *call, struct err *err)
{
    (void)err;
    script_of(call)->random48 = ((uint64_t)(uint32_t)call->args[0].u << 16) + 0x330E;
    return VM_OK;
}

static enum vm_action do_abs(struct vm_call *call, struct err *err)
{
    (void)err;
    int64_t x = call->args[0].i;
    call->result.i = (int32_t)(uint32_t)(x < 0 ? 0 - (uint64_t)x : (uint64_t)x);
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

static enum vm_action do_labs(struct vm_call *call, struct err *err)
{
    (void)err;
    int64_t x = call->args[0].i;
    call->result.u = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
    call->result.tag = call->args[0].tag;
    return VM_OK;
}

/* Whether the argument is; the answer always is. */
static enum vm_action do_known(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = (call->args[0].tag & MEMORY_UNKNOWN) == 0;
    return VM_OK;
}

/* What is at the address has become unknown, as far as it goes, if argument 2 is. */
static enum vm_action make_unknown(struct vm_call *call, unsigned tag, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t at = call->args[0].u, bytes = call->args[1].u;
    if (!(call->args[2].tag & MEMORY_UNKNOWN) || (call->args[0].tag & MEMORY_UNKNOWN))
        return VM_OK;
    uint64_t left = memory_left(m, at);
    bytes = bytes < left ? bytes : left;
    if (bytes == 0)
        return VM_OK;
    if (memory_check_write(m, at, bytes, "host write", err) != 0)
        return VM_FAIL;
    if (tag == 0)
        return memory_set_unknown(m, at, bytes, err) == 0 ? VM_OK : VM_FAIL;
    uint8_t kept[64]; /* a length that is computed from it is one that there could be */
    for (uint64_t i = 0; i < bytes; i += sizeof kept) {
        uint64_t part = bytes - i < sizeof kept ? bytes - i : sizeof kept;
        memory_get(m, at + i, kept, NULL, part);
        if (memory_put(m, at + i, kept, part, MEMORY_UNKNOWN | tag, err) != 0)
            return VM_FAIL;
    }
    return VM_OK;
}

static enum vm_action do_unknown_at(struct vm_call *call, struct err *err)
{
    return make_unknown(call, 0, err);
}

static enum vm_action do_chosen_at(struct vm_call *call, struct err *err)
{
    return make_unknown(call, MEMORY_CHOSEN, err);
}

/* Whether the argument depends on times; the answer does not. */
static enum vm_action do_timed(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = (call->args[0].tag & MEMORY_TIMED) != 0;
    return VM_OK;
}

/* Of what the library sorts: takes the mark off its bytes that they depend on times, and answers
 * whether one had it. */
static enum vm_action do_take_times(struct vm_call *call, struct err *err)
{
    struct memory *memory = &call->vm->memory;
    if (vm_known(call, 0, "pointer", err) != 0 ||
        memory_check(memory, call->args[0].u, call->args[1].u, true, "host read", err) != 0)
        return VM_FAIL;
    for (uint64_t i = 0; i < call->args[1].u; i++) { /* each has its own tag */
        uint8_t byte;
        unsigned tag = memory_get(memory, call->args[0].u + i, &byte, NULL, 1);
        if (!(tag & MEMORY_TIMED))
            continue;
        call->result.u = 1;
        if (memory_put(memory, call->args[0].u + i, &byte, 1, tag & ~(unsigned)MEMORY_TIMED, err))
            return VM_FAIL;
    }
    return VM_OK;
}

static enum vm_action do_give_times(struct vm_call *call, struct err *err)
{
    struct memory *memory = &call->vm->memory;
    if (vm_known(call, 0, "pointer", err) != 0 ||
        memory_check_write(memory, call->args[0].u, call->args[1].u, "host write", err) != 0)
        return VM_FAIL;
    for (uint64_t i = 0; i < call->args[1].u; i++) {
        uint8_t byte;
        unsigned tag = memory_get(memory, call->args[0].u + i, &byte, NULL, 1);
        if (memory_put(memory, call->args[0].u + i, &byte, 1, tag | MEMORY_TIMED, err))
            return VM_FAIL;
    }
    return VM_OK;
}

const struct vm_builtin lib_number[] = {
    {"__ns_known", do_known, NULL},
    {"__ns_unknown_at", do_unknown_at, NULL},
    {"__ns_chosen_at", do_chosen_at, NULL},
    {"__ns_timed", do_timed, NULL},
    {"__ns_take_times", do_take_times, NULL},
    {"__ns_give_times", do_give_times, NULL},
    {"atoi", do_atoi, NULL},
    {"atol", do_atol, NULL},
    {"atoll", do_atol, NULL},
    {"atof", do_atof, NULL},
    {"strtol", do_strtol, NULL},
    {"strtoll", do_strtol, NULL},
    {"strtoul", do_strtoul, NULL},
    {"strtoull", do_strtoul, NULL},
    {"strtod", do_strtod, NULL},
    {"__ns_number_fault", do_number_fault, NULL},
    {"__ns_signed", do_signed, NULL},
    {"__ns_unsigned", do_unsigned, NULL},
    {"__ns_real", do_real, NULL},
    {"rand", do_rand, NULL},
    {"srand", do_srand, NULL},
    {"drand48", do_drand48, NULL},
    {"srand48", do_srand48, NULL},
    {"abs", do_abs, NULL},
    {"labs", do_labs, NULL},
    {"llabs", do_labs, NULL},
    {NULL, NULL, NULL},
};
