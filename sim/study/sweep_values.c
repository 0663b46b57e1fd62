#include "sim/study/sweep_values.h"

#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct list {
    const char **rows;
    size_t count, capacity, most;
    struct arena *arena;
};

static int add(struct list *list, const char *text, size_t length, struct err *err)
{
    if (list->count >= list->most) {
        err_set(err, ERR_INPUT, "more than %zu values to predict", list->most);
        return err_hint(err, "take larger steps, or raise it with --runs");
    }
    list->rows = mem_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    list->rows[list->count++] = arena_strndup(list->arena, text, length);
    return 0;
}

/* "12us": a whole number and its unit, up to the end of the text or what stands behind it. */
struct number {
    int64_t value;
    const char *unit;
    size_t unit_length;
};

static const char *read_number(const char *at, struct number *number)
{
    const char *digits = at + (*at == '-');
    if (*digits < '0' || *digits > '9' || strspn(digits, "0123456789") > 17)
        return NULL;
    char *end;
    number->value = strtoll(at, &end, 10);
    number->unit = end;
    while ((*end >= 'a' && *end <= 'z') || (*end >= 'A' && *end <= 'Z') || *end == '/' ||
           *end == '%')
        end++;
    number->unit_length = (size_t)(end - number->unit);
    return end;
}

static bool same_unit(const struct number *a, const struct number *b)
{
    return a->unit_length == b->unit_length && memcmp(a->unit, b->unit, a->unit_length) == 0;
}

static int bad_range(const char *item, size_t length, struct err *err, const char *why)
{
    return err_set(err, ERR_INPUT, "the range %.*s %s", (int)(length < 200 ? length : 200), item,
                   why);
}

static int add_range(struct list *list, const struct number *from, int64_t to, int64_t step,
                     bool multiplies, struct err *err)
{
    char text[96];
    for (int64_t value = from->value; value <= to;) {
        int length = snprintf(text, sizeof text, "%" PRId64 "%.*s", value,
                              (int)(from->unit_length < 32 ? from->unit_length : 32), from->unit);
        if (add(list, text, (size_t)length, err) < 0)
            return -1;
        if (multiplies ? value > to / step : value > to - step)
            break;
        value = multiplies ? value * step : value + step;
    }
    return 0;
}

/* One item between commas. What is not of the form of a range is a value. */
static int add_item(struct list *list, const char *item, size_t length, struct err *err)
{
    struct number from, to, step = {.value = 1, .unit = "", .unit_length = 0};
    const char *at = read_number(item, &from);
    if (!at || strncmp(at, "..", 2) != 0)
        return add(list, item, length, err);
    at = read_number(at + 2, &to);
    char operation = 0;
    if (at && at < item + length && (*at == '+' || *at == '*')) {
        operation = *at;
        at = read_number(at + 1, &step);
    }
    if (!at || at != item + length) {
        bad_range(item, length, err, "is not of the form 1..8, 1..64*2 or 0..100+10");
        return err_hint(err, "other values stand in a list, as in 0.5,1.5");
    }
    if (!same_unit(&from, &to) ||
        (step.unit_length && (operation == '*' || !same_unit(&from, &step))))
        return bad_range(item, length, err, "needs the same unit everywhere");
    if (from.value > to.value)
        return bad_range(item, length, err, "is empty: it goes from the smaller to the larger");
    if (operation == '*' && (step.value < 2 || from.value < 1))
        return bad_range(item, length, err,
                         "leads nowhere: multiply what is above 0 by at least 2");
    if (step.value < 1)
        return bad_range(item, length, err, "leads nowhere: add at least 1");
    return add_range(list, &from, to.value, step.value, operation == '*', err);
}

/* Up to the next comma that no bracket encloses, or the end. */
static size_t item_length(const char *text)
{
    int depth = 0;
    const char *at = text;
    for (; *at && (*at != ',' || depth > 0); at++)
        depth +=
            (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
    return (size_t)(at - text);
}

int sweep_values(const char *text, size_t most, struct arena *arena, const char *const **values,
                 size_t *count, struct err *err)
{
    struct list list = {.most = most, .arena = arena};
    int rc = 0;
    for (const char *at = text; rc == 0;) {
        size_t length = item_length(at);
        if (length == 0)
            rc = err_set(err, ERR_INPUT, "'%.200s': a value is missing", text);
        else
            rc = add_item(&list, at, length, err);
        at += length;
        if (!*at)
            break;
        at++;
    }
    if (rc == 0) {
        const char **rows = arena_alloc(arena, list.count * sizeof *rows);
        memcpy(rows, list.rows, list.count * sizeof *rows);
        *values = rows;
        *count = list.count;
    }
    free(list.rows);
    return rc;
}
