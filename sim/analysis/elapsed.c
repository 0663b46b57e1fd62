#include "sim/analysis/elapsed.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdlib.h>
#include <string.h>

/* An answer by what it is matched by. */
struct key {
    uint32_t thread, line, occurrence, row;
};

static int compare_keys(const void *a, const void *b)
{
    const struct key *x = a, *y = b;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->occurrence != y->occurrence)
        return x->occurrence < y->occurrence ? -1 : 1;
    return 0;
}

/* Sorted by thread, line (0: not looked at) and occurrence. */
static struct key *keys_of(const struct timeline *t, bool by_line)
{
    struct key *keys = mem_zalloc((t->answers.count + 1) * sizeof *keys);
    for (uint32_t i = 0; i < t->answers.count; i++) {
        const struct timeline_call *call = &t->calls.rows[t->answers.rows[i].call];
        uint32_t line = by_line ? (uint32_t)t->places.rows[call->place].line : 0;
        keys[i] = (struct key){call->thread, line, i, i};
    }
    qsort(keys, t->answers.count, sizeof *keys, compare_keys);
    uint32_t occurrence = 0;
    for (size_t i = 0; i < t->answers.count; i++) {
        bool again = i && keys[i - 1].thread == keys[i].thread && keys[i - 1].line == keys[i].line;
        occurrence = again ? occurrence + 1 : 0;
        keys[i].occurrence = occurrence;
    }
    return keys;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct elapsed_pair *x = a, *y = b;
    return x->a < y->a ? -1 : x->a > y->a;
}

static void find_errors(struct elapsed *e, const struct timeline *a, const struct timeline *b)
{
    int64_t *errors = mem_zalloc((e->count + 1) * sizeof *errors);
    size_t known = 0;
    for (size_t i = 0; i < e->count; i++) {
        struct elapsed_pair *pair = &e->pairs[i];
        int64_t measured = b->answers.rows[pair->b].elapsed;
        pair->more = a->answers.rows[pair->a].elapsed - measured;
        pair->error = LABEL_UNKNOWN;
        if (measured <= 0)
            continue;
        pair->error = duration_divide(llabs(pair->more), 1000000, measured);
        if (known == 0 || pair->error > e->pairs[e->worst].error)
            e->worst = (uint32_t)i;
        errors[known++] = pair->error;
    }
    percentile_sort(errors, known);
    e->error_median = known ? errors[percentile_rank(known, 500)] : LABEL_UNKNOWN;
    e->error_worst = known ? errors[known - 1] : LABEL_UNKNOWN;
    free(errors);
}

void elapsed_find(struct elapsed *e, const struct timeline *a, const struct timeline *b, bool same)
{
    memset(e, 0, sizeof *e);
    struct key *of_a = keys_of(a, !same), *of_b = keys_of(b, !same);
    e->pairs = mem_zalloc((a->answers.count + 1) * sizeof *e->pairs);
    for (size_t i = 0, k = 0; i < a->answers.count || k < b->answers.count;) {
        int order = i == a->answers.count   ? 1
                    : k == b->answers.count ? -1
                                            : compare_keys(&of_a[i], &of_b[k]);
        if (order == 0) {
            e->pairs[e->count++] = (struct elapsed_pair){.a = of_a[i++].row, .b = of_b[k++].row};
            continue;
        }
        e->only_a += order < 0;
        e->only_b += order > 0;
        i += order < 0;
        k += order > 0;
    }
    qsort(e->pairs, e->count, sizeof *e->pairs, compare_pairs);
    find_errors(e, a, b);
    free(of_a);
    free(of_b);
}

void elapsed_release(struct elapsed *e)
{
    free(e->pairs);
    memset(e, 0, sizeof *e);
}
