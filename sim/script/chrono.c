/* std::chrono: durations are numbers with a period, points in time ns of virtual time. */
#include "sim/script/library.h"

#include <string.h>

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

struct type *chrono_duration(struct parser *p, enum type_kind rep, int64_t num, int64_t den)
{
    int64_t g = gcd(num, den);
    return type_disguised(p, DISGUISE_DURATION, rep, num / g, den / g);
}

struct type *chrono_ratio(struct parser *p, int64_t num, int64_t den)
{
    return type_disguised(p, DISGUISE_DURATION, TYPE_VOID, num, den);
}

/* A template's parameters stand in its arguments: as a struct of the header, which deduction knows
 * how to make equal to a duration or a point in time. */
struct type *chrono_pattern(struct parser *p, const char *name, struct template_argument *args,
                            int count)
{
    bool open = false;
    for (int i = 0; i < count && i < 2; i++)
        open |= args[i].type && has_placeholder(args[i].type);
    const struct symbol *s = open ? symbol_innermost(p, intern_adds(&p->tu->names, name)) : NULL;
    struct template_argument both[2] = {{.type = p->basic[TYPE_LONG]},
                                        {.type = chrono_ratio(p, 1, 1)}};
    for (int i = 0; i < count && i < 2; i++)
        both[i] = args[i];
    return s ? template_class(p, s->template, both, 2, s->place) : NULL;
}

bool chrono_parts(struct parser *p, const struct type *pattern, const struct type *type,
                  struct type *parts[2])
{
    const struct template *t = pattern->kind == TYPE_RECORD ? pattern->record->origin : NULL;
    if (!t || !t->builtin)
        return false;
    if (type->disguise == DISGUISE_DURATION &&
        strcmp(t->text, "std::chrono::__ns_duration_of") == 0) {
        parts[0] = p->basic[type->kind];
        parts[1] = chrono_ratio(p, type->period_num, type->period_den);
        return true;
    }
    if (type->disguise != DISGUISE_TIME_POINT || strcmp(t->text, "std::chrono::__ns_point_of") != 0)
        return false;
    parts[0] = symbol_innermost(p, intern_adds(&p->tu->names, "std::chrono::steady_clock"))->type;
    parts[1] = chrono_duration(p, TYPE_LONG, 1, 1000000000);
    return true;
}

/* from's unit in to's units: *mul / *div. False when that is beyond 64 bits. */
static bool factor(const struct type *from, const struct type *to, int64_t *mul, int64_t *div)
{
    int64_t a = from->period_num, b = from->period_den, c = to->period_den, d = to->period_num;
    int64_t g = gcd(a, d);
    a /= g;
    d /= g;
    g = gcd(c, b);
    c /= g;
    b /= g;
    return !__builtin_mul_overflow(a, c, mul) && !__builtin_mul_overflow(b, d, div);
}

static bool is_duration(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && e->type->disguise == DISGUISE_DURATION;
}

static bool is_point(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && e->type->disguise == DISGUISE_TIME_POINT;
}

/* The bare number, and back: one node each, so that who executes sees a number. */
static struct expr *bare(struct parser *p, struct expr *e)
{
    return cast_node(p, e, p->basic[e->type->kind]);
}

int chrono_rank(struct parser *p, struct expr *e, struct type *to)
{
    (void)p;
    int64_t mul, div;
    if (e->type->plain == to)
        return 0;
    if (!factor(e->type, to, &mul, &div))
        return -1;
    if (type_is_floating(to))
        return 2;
    return !type_is_floating(e->type) && div == 1 ? 2 : -1;
}

struct expr *chrono_convert(struct parser *p, struct expr *e, struct type *to, bool forced)
{
    int64_t mul = 1, div = 1;
    if (e->type->plain == to)
        return e;
    if (!is_duration(e) || !factor(e->type, to, &mul, &div) ||
        (!forced && chrono_rank(p, e, to) < 0))
        parse_fail_hint(p, e->place, "use std::chrono::duration_cast",
                        "%s does not become %s by itself", type_text(p, e->type->plain),
                        type_text(p, to));
    bool floating = type_is_floating(to) || type_is_floating(e->type);
    struct type *number = p->basic[floating ? TYPE_DOUBLE : TYPE_LONG];
    struct expr *value = cast_node(p, bare(p, e), number);
    struct place place = e->place;
    if (mul != 1)
        value =
            fold(p, expr_binary(p, EXPR_MULTIPLY, number, value,
                                cast_node(p, expr_int(p, p->basic[TYPE_LONG], mul, place), number),
                                place));
    if (div != 1)
        value =
            fold(p, expr_binary(p, EXPR_DIVIDE, number, value,
                                cast_node(p, expr_int(p, p->basic[TYPE_LONG], div, place), number),
                                place));
    return cast_node(p, cast_node(p, value, p->basic[to->kind]), to);
}

static struct type *nanoseconds(struct parser *p)
{
    return chrono_duration(p, TYPE_LONG, 1, 1000000000);
}

/* A type that holds both durations: the finer period, the wider number. */
static struct type *common_duration(struct parser *p, const struct type *a, const struct type *b)
{
    struct type *number = common_type(p, p->basic[a->kind], p->basic[b->kind]);
    int64_t g = gcd(a->period_den, b->period_den), den;
    if (__builtin_mul_overflow(a->period_den / g, b->period_den, &den))
        den = 1000000000;
    return chrono_duration(p, number->kind, gcd(a->period_num, b->period_num), den);
}

static bool is_comparison(uint16_t op)
{
    return op == PUNCT1('<') || op == PUNCT1('>') || op == PUNCT2('<', '=') ||
           op == PUNCT2('>', '=') || op == PUNCT2('=', '=') || op == PUNCT2('!', '=');
}

static struct expr *number_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                  struct type *result, struct place place)
{
    struct expr *e = build_binary(p, op, bare(p, a), bare(p, b), place);
    return result ? cast_node(p, cast_node(p, e, p->basic[result->kind]), result) : e;
}

static bool is_number(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && e->type->disguise == DISGUISE_NONE &&
           type_is_arithmetic(e->type);
}

/* A time that somebody takes the difference of, or may. */
static struct expr *measured(struct parser *p, struct expr *e)
{
    return expr_builtin(p, "__ns_clock_used", p->basic[TYPE_LONG], e->place, 1, bare(p, e));
}

struct expr *chrono_since_epoch(struct parser *p, struct expr *e)
{
    bool builtin = p->tu->sources.files[e->place.file].builtin; /* to wait until then */
    return cast_node(p, builtin ? bare(p, e) : measured(p, e), nanoseconds(p));
}

struct expr *chrono_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                           struct place place)
{
    if ((op >> 8) == '=' && !is_comparison(op)) { /* += and its like */
        struct expr *sum = chrono_binary(p, (uint16_t)(op & 0x7f), a, b, place);
        return sum ? build_assign(p, PUNCT1('='), a, sum, place) : NULL;
    }
    bool plus = op == PUNCT1('+'), minus = op == PUNCT1('-');
    if (is_duration(a) && is_duration(b)) {
        struct type *type = common_duration(p, a->type, b->type);
        if (!plus && !minus && !is_comparison(op) && op != PUNCT1('/') && op != PUNCT1('%'))
            return NULL;
        a = chrono_convert(p, a, type, true);
        b = chrono_convert(p, b, type, true);
        return number_binary(p, op, a, b, plus || minus || op == PUNCT1('%') ? type : NULL, place);
    }
    if (is_point(a) && is_point(b)) {
        if (minus)
            return number_binary(p, op, measured(p, a), measured(p, b), nanoseconds(p), place);
        return is_comparison(op) ? number_binary(p, op, a, b, NULL, place) : NULL;
    }
    if (is_point(a) && is_duration(b) && (plus || minus))
        return number_binary(p, op, a, chrono_convert(p, b, nanoseconds(p), true), a->type->plain,
                             place);
    if (is_duration(a) && is_point(b) && plus)
        return chrono_binary(p, op, b, a, place);
    if (is_duration(a) && is_number(b) && (op == PUNCT1('*') || op == PUNCT1('/'))) {
        struct type *number = common_type(p, p->basic[a->type->kind], b->type);
        struct type *type =
            chrono_duration(p, number->kind, a->type->period_num, a->type->period_den);
        return number_binary(p, op, a, b, type, place);
    }
    if (is_number(a) && is_duration(b) && op == PUNCT1('*'))
        return chrono_binary(p, op, b, a, place);
    return NULL;
}
