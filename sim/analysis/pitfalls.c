#include "sim/analysis/pitfalls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct pitfall_info infos[] = {
#define PITFALL(id, name, kind, looks_for, fix, lesson)                                            \
    {name, PITFALL_##kind, looks_for, fix, lesson},
    PITFALL_LIST(PITFALL)
#undef PITFALL
};

const struct pitfall_info *pitfall_info(enum pitfall_rule rule)
{
    return &infos[rule];
}

int pitfall_find(const char *name)
{
    for (int i = 0; i < PITFALL_COUNT; i++)
        if (strcmp(infos[i].name, name) == 0)
            return i;
    return -1;
}

const char *pitfall_kind_name(enum pitfall_kind kind)
{
    static const char *const names[] = {
        [PITFALL_REWRITE] = "rewrite",
        [PITFALL_BOUND] = "bound",
        [PITFALL_FIGURE] = "figure",
        [PITFALL_LIMIT] = "limit",
    };
    return names[kind];
}

bool pitfall_matters(const struct pitfalls *pitfalls, const struct pitfall *pitfall)
{
    if (pitfall->kind == PITFALL_FIGURE)
        return true;
    if (pitfall->kind == PITFALL_LIMIT || pitfall->refused || pitfall->merged)
        return false;
    if (pitfall->gain == TIMELINE_UNKNOWN)
        return pitfall->ungained[0] != '\0';
    return pitfall->gain > 0 && pitfall->gain >= pitfalls->wall / 50;
}

bool pitfall_needs_proof(enum pitfall_rule rule)
{
    return rule == PITFALL_ID_ORDER_TOO_MUCH || rule == PITFALL_ID_ISSUE_ORDER ||
           rule == PITFALL_ID_STREAM_ORDER;
}

bool pitfall_is_left(const struct pitfalls *pitfalls, const struct pitfall *pitfall)
{
    if (pitfall->kind == PITFALL_FIGURE || pitfall->kind == PITFALL_LIMIT || pitfall->merged ||
        pitfall_needs_proof(pitfall->rule) || pitfall_matters(pitfalls, pitfall))
        return false;
    return pitfall->held > 0 && pitfall->held >= pitfalls->wall / 50 &&
           (pitfall->refused || pitfall->gain != TIMELINE_UNKNOWN);
}

/* --- order ---------------------------------------------------------------------------------------
 */

static int64_t weight(const struct pitfall *pitfall)
{
    return pitfall->gain == TIMELINE_UNKNOWN ? -1 : pitfall->gain;
}

static int compare(const void *a, const void *b)
{
    const struct pitfall *x = a, *y = b;
    if (weight(x) != weight(y))
        return weight(x) > weight(y) ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->op < y->op ? -1 : x->op > y->op;
}

void pitfalls_sort(struct pitfalls *pitfalls)
{
    if (pitfalls->count)
        qsort(pitfalls->rows, pitfalls->count, sizeof *pitfalls->rows, compare);
}

void pitfalls_without_gain(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy != REMEDY_NONE && pitfalls->wall > 0 &&
            pitfall->held >= pitfalls->wall / 50)
            snprintf(pitfall->ungained, sizeof pitfall->ungained,
                     "a timeline alone cannot be predicted again");
    }
    pitfalls_sort(pitfalls);
}

void pitfalls_release(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        strbuf_release(&pitfalls->rows[i].evidence);
        strbuf_release(&pitfalls->rows[i].fix);
        free(pitfalls->rows[i].objects);
    }
    free(pitfalls->rows);
    strbuf_release(&pitfalls->company.fix);
    strbuf_release(&pitfalls->untold);
    *pitfalls = (struct pitfalls){0};
}
