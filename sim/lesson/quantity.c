#include "sim/lesson/quantity.h"

#include "sim/base/duration.h"
#include "sim/lesson/quantity_inside.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64 };

static int or_level(struct expression *e, struct quantity *q);

int expression_fail(struct expression *e, size_t at, const char *format, ...)
{
    char message[300];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return lesson_fail(e->text, at, e->err, "%s", message);
}

void expression_skip(struct expression *e)
{
    e->at += strspn(e->text->text + e->at, " \t\n");
}

bool expression_take(struct expression *e, const char *mark)
{
    expression_skip(e);
    size_t length = strlen(mark);
    if (strncmp(e->text->text + e->at, mark, length) != 0)
        return false;
    if (isalpha((unsigned char)*mark)) {
        char next = e->text->text[e->at + length];
        if (isalnum((unsigned char)next) || next == '_')
            return false;
    }
    e->at += length;
    return true;
}

static struct quantity number(double value)
{
    return (struct quantity){.value = value, .known = true};
}

/* What is made of two is known if both are. */
static void join(struct quantity *q, const struct quantity *other)
{
    if (q->known && !other->known) {
        q->known = false;
        q->why = other->why;
    }
}

/* --- primaries ----------------------------------------------------------------------------------
 */

static int read_number(struct expression *e, struct quantity *q)
{
    const char *begin = e->text->text + e->at;
    char *end;
    /* no exponents, no hexadecimal: digits and a point */
    size_t length = strspn(begin, "0123456789.");
    char digits[40];
    snprintf(digits, sizeof digits, "%.*s", length < 39 ? (int)length : 39, begin);
    *q = number(strtod(digits, &end));
    if (*end || length >= 39)
        return expression_fail(e, e->at, "`%s` is no number", digits);
    size_t from = e->at;
    e->at += length;
    if (expression_take(e, "%")) {
        q->value /= 100;
        return 0;
    }
    expression_skip(e);
    static const char *const units[] = {"us", "ms", "ns", "s"};
    for (size_t i = 0; i < 4; i++)
        if (expression_take(e, units[i])) {
            expression_fail(e, from, "a time is not written as a number");
            return err_hint(e->err, "ask for it from a run, as in `k1.time`: it changes with the "
                                    "next calibration");
        }
    return 0;
}

/* `min(a, b)`, `max(a, b)` */
static int read_extreme(struct expression *e, bool is_max, struct quantity *q)
{
    size_t begin = e->at;
    if (!expression_take(e, "("))
        return expression_fail(e, e->at, "a `(` is missing");
    for (bool first = true;; first = false) {
        struct quantity next;
        if (or_level(e, &next) < 0)
            return -1;
        if (first) {
            *q = next;
        } else {
            if (next.power != q->power || next.condition || q->condition)
                return expression_fail(e, begin, "times and numbers don't compare");
            join(q, &next);
            if (is_max ? next.value > q->value : next.value < q->value)
                q->value = next.value;
        }
        if (expression_take(e, ","))
            continue;
        return expression_take(e, ")") ? 0 : expression_fail(e, e->at, "a `)` is missing");
    }
}

static int primary(struct expression *e, struct quantity *q)
{
    if (expression_run(e) < 0)
        return -1;
    char c = e->text->text[e->at];
    if (isdigit((unsigned char)c) || c == '.')
        return read_number(e, q);
    if (expression_take(e, "(")) {
        if (or_level(e, q) < 0)
            return -1;
        return expression_take(e, ")") ? 0 : expression_fail(e, e->at, "a `)` is missing");
    }
    for (size_t i = 0; i < e->setting->name_count; i++)
        if (expression_take(e, e->setting->names[i].name)) {
            *q = (struct quantity){.value = (double)e->setting->names[i].time,
                                   .power = 1,
                                   .known = e->setting->names[i].time != TIMELINE_UNKNOWN,
                                   .why = "its time is not known"};
            return 0;
        }
    if (expression_take(e, "min"))
        return read_extreme(e, false, q);
    if (expression_take(e, "max"))
        return read_extreme(e, true, q);
    return expression_of_run(e, q);
}

/* --- operators ----------------------------------------------------------------------------------
 */

static int unary(struct expression *e, struct quantity *q)
{
    if (++e->depth > MOST_DEPTH)
        return expression_fail(e, e->at, "the expression is too deep");
    int rc;
    size_t begin = e->at;
    if (expression_take(e, "-")) {
        rc = unary(e, q);
        if (rc == 0 && q->condition)
            rc = expression_fail(e, begin, "a condition has no sign");
        q->value = -q->value;
    } else {
        rc = primary(e, q);
    }
    e->depth--;
    return rc;
}

static int product(struct expression *e, struct quantity *q)
{
    if (unary(e, q) < 0)
        return -1;
    for (;;) {
        expression_skip(e);
        size_t begin = e->at;
        bool divides = expression_take(e, "/");
        if (!divides && !expression_take(e, "*"))
            return 0;
        struct quantity right;
        if (unary(e, &right) < 0)
            return -1;
        if (q->condition || right.condition)
            return expression_fail(e, begin, "conditions are not multiplied");
        join(q, &right);
        q->power += divides ? -right.power : right.power;
        if (abs(q->power) > 1)
            return expression_fail(e, begin, "a time times a time means nothing");
        if (divides && right.value == 0 && q->known) {
            q->known = false;
            q->why = "it is divided by zero";
        }
        q->value = divides ? q->value / right.value : q->value * right.value;
    }
}

static int sum(struct expression *e, struct quantity *q)
{
    if (product(e, q) < 0)
        return -1;
    for (;;) {
        expression_skip(e);
        size_t begin = e->at;
        bool minus = expression_take(e, "-");
        if (!minus && !expression_take(e, "+"))
            return 0;
        struct quantity right;
        if (product(e, &right) < 0)
            return -1;
        if (q->condition || right.condition || q->power != right.power)
            return expression_fail(e, begin, "a time and a number are not added");
        join(q, &right);
        q->value = minus ? q->value - right.value : q->value + right.value;
    }
}

static bool compare(const char *operator, double a, double b)
{
    return strcmp(operator, "<=") == 0   ? a <= b
           : strcmp(operator, ">=") == 0 ? a >= b
           : strcmp(operator, "==") == 0 ? a == b
           : strcmp(operator, "!=") == 0 ? a != b
           : *operator== '<'             ? a < b
                                         : a> b;
}

static int comparison(struct expression *e, struct quantity *q)
{
    static const char *const operators[] = {"<=", ">=", "==", "!=", "<", ">"};
    if (sum(e, q) < 0)
        return -1;
    expression_skip(e);
    size_t begin = e->at;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (!expression_take(e, operators[i]))
            continue;
        struct quantity right;
        if (sum(e, &right) < 0)
            return -1;
        /* 0 is a time as well */
        bool zero = right.power == 0 && right.value == 0 && right.known && !right.condition;
        if (q->condition || right.condition || (q->power != right.power && !zero))
            return expression_fail(e, begin, "times and numbers don't compare");
        join(q, &right);
        q->value = compare(operators[i], q->value, right.value);
        q->power = 0;
        q->condition = true;
        return 0;
    }
    return 0;
}

static int negation(struct expression *e, struct quantity *q)
{
    expression_skip(e);
    size_t begin = e->at;
    if (!expression_take(e, "not"))
        return comparison(e, q);
    if (++e->depth > MOST_DEPTH)
        return expression_fail(e, e->at, "the expression is too deep");
    if (negation(e, q) < 0)
        return -1;
    e->depth--;
    if (!q->condition)
        return expression_fail(e, begin, "`not` takes a condition");
    q->value = q->value == 0;
    return 0;
}

/* `and` goes before `or`. */
static int logical(struct expression *e, struct quantity *q, const char *word,
                   int (*level)(struct expression *e, struct quantity *q))
{
    if (level(e, q) < 0)
        return -1;
    for (;;) {
        expression_skip(e);
        size_t begin = e->at;
        if (!expression_take(e, word))
            return 0;
        struct quantity right;
        if (level(e, &right) < 0)
            return -1;
        if (!q->condition || !right.condition)
            return expression_fail(e, begin, "`%s` joins conditions", word);
        join(q, &right);
        bool left = q->value != 0, other = right.value != 0;
        q->value = *word == 'a' ? left && other : left || other;
    }
}

static int and_level(struct expression *e, struct quantity *q)
{
    return logical(e, q, "and", negation);
}

static int or_level(struct expression *e, struct quantity *q)
{
    return logical(e, q, "or", and_level);
}

/* --- the whole ----------------------------------------------------------------------------------
 */

int quantity_read(struct quantity *quantity, const struct quantity_setting *setting,
                  const struct lesson_text *text, size_t *at, struct err *err)
{
    struct expression e = {
        .setting = setting, .text = text, .at = *at, .err = err, .measured = setting->measured};
    if (setting->run)
        e.run = *setting->run;
    *quantity = (struct quantity){0};
    int rc = or_level(&e, quantity);
    expression_skip(&e);
    *at = e.at;
    return rc;
}

/* The same of a whole text. Anything behind the expression is an error. */
static int quantity_of(struct quantity *quantity, const struct quantity_setting *setting,
                       const struct lesson_text *text, struct err *err)
{
    size_t at = 0;
    if (quantity_read(quantity, setting, text, &at, err) < 0)
        return -1;
    return text->text[at]
               ? lesson_fail(text, at, err, "the expression ends here, but there is more")
               : 0;
}

int quantity_condition(bool *holds, bool *known, const struct quantity_setting *setting,
                       const struct lesson_text *text, struct err *err)
{
    struct quantity q;
    *holds = *known = false;
    if (quantity_of(&q, setting, text, err) < 0)
        return -1;
    if (!q.condition) {
        lesson_fail(text, 0, err, "this is no condition");
        return err_hint(err, "compare, as in `overlap(k1, k3) > 0`");
    }
    *known = q.known;
    *holds = q.known && q.value != 0;
    return 0;
}

int quantity_time(int64_t *ns, const struct quantity_setting *setting,
                  const struct lesson_text *text, struct err *err)
{
    struct quantity q;
    *ns = TIMELINE_UNKNOWN;
    if (quantity_of(&q, setting, text, err) < 0)
        return -1;
    if (q.condition || (q.power != 1 && !(q.value == 0 && q.known)))
        return lesson_fail(text, 0, err, "this is no time");
    if (q.known)
        *ns = (int64_t)llround(q.value);
    return 0;
}

/* --- writing ------------------------------------------------------------------------------------
 */

int quantity_style_read(struct quantity_style *style, const struct lesson_text *text, size_t *at,
                        struct err *err)
{
    static const struct {
        const char *word;
        enum quantity_unit unit;
    } units[] = {{"ns", QUANTITY_NS},
                 {"us", QUANTITY_US},
                 {"ms", QUANTITY_MS},
                 {"s", QUANTITY_S},
                 {"percent", QUANTITY_PERCENT}};
    *style = (struct quantity_style){0};
    struct expression e = {.text = text, .at = *at, .err = err};
    style->whole = expression_take(&e, "whole");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (expression_take(&e, units[i].word)) {
            style->unit = units[i].unit;
            *at = e.at;
            return 0;
        }
    expression_skip(&e);
    *at = e.at;
    if (style->whole && strchr("}", text->text[e.at]))
        return 0;
    lesson_fail(text, e.at, err, "how is it to be written?");
    return err_hint(err, "`ns`, `us`, `ms`, `s`, `percent`, `whole`, or `whole` and one of them");
}

static void add_decimals(struct strbuf *sb, double value, bool whole, const char *unit)
{
    double size = fabs(value);
    int decimals = whole || value == rint(value) ? 0 : size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    strbuf_addf(sb, "%.*f%s", decimals, value, unit);
}

int quantity_text(struct strbuf *sb, const struct quantity *q, const struct quantity_style *style,
                  const char **what)
{
    static const double ns[] = {
        [QUANTITY_NS] = 1, [QUANTITY_US] = 1e3, [QUANTITY_MS] = 1e6, [QUANTITY_S] = 1e9};
    static const char *const units[] = {
        [QUANTITY_NS] = " ns", [QUANTITY_US] = " us", [QUANTITY_MS] = " ms", [QUANTITY_S] = " s"};
    bool in_time = style->unit >= QUANTITY_NS && style->unit <= QUANTITY_S;
    *what = q->condition    ? "a condition"
            : q->power == 1 ? "a time"
            : q->power      ? "a rate"
                            : "a number";
    if ((in_time && q->power != 1) || (style->unit == QUANTITY_PERCENT && q->power != 0) ||
        (style->unit && q->condition))
        return -1;
    if (!q->known)
        strbuf_addf(sb, "(%s)", q->why);
    else if (q->condition)
        strbuf_adds(sb, q->value != 0 ? "yes" : "no");
    else if (style->unit == QUANTITY_PERCENT)
        strbuf_addf(sb, "%.*f %%", style->whole ? 0 : 1, q->value * 100);
    else if (in_time)
        add_decimals(sb, q->value / ns[style->unit], style->whole, units[style->unit]);
    else if (q->power == 1)
        duration_add_human(sb, (int64_t)llround(q->value));
    else
        add_decimals(sb, q->value, style->whole, q->power ? " GB/s" : "");
    return 0;
}
