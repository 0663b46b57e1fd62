#include "gpu/typical.h"

#include "sim/base/duration.h"

#include <stdlib.h>

static int64_t first_start(const struct sample_run *run, size_t ops)
{
    int64_t first = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < ops; i++)
        if (run->ops[i].from != TIMELINE_UNKNOWN &&
            (first == TIMELINE_UNKNOWN || run->ops[i].from < first))
            first = run->ops[i].from;
    return first;
}

/* How far two runs' operations start apart, counted from the first: the sum over all, and how many
 * are far apart. */
static int64_t distance(const struct sample_run *a, const struct sample_run *b, size_t ops,
                        size_t *far)
{
    enum { LEAST = 10000, PERCENT = 3 };
    int64_t shift = first_start(a, ops) - first_start(b, ops), sum = 0;
    int64_t limit = duration_divide(a->wall, PERCENT, 100);
    limit = limit > LEAST ? limit : LEAST;
    *far = 0;
    for (size_t i = 0; i < ops; i++) {
        if (a->ops[i].from == TIMELINE_UNKNOWN || b->ops[i].from == TIMELINE_UNKNOWN)
            continue;
        int64_t apart = llabs(a->ops[i].from - b->ops[i].from - shift);
        sum = duration_add(sum, apart);
        *far += apart > limit;
    }
    return sum;
}

/* The distances between so many runs, all of them, say which is in the middle; of more, those of so
 * many in equal steps do: the time rises by the square. */
enum { COMPARED_MOST = 200 };

void typical_find(struct sample_run *const *runs, size_t run_count, size_t op_count)
{
    const struct sample_run *middle = NULL;
    int64_t least = 0;
    size_t far, step = (run_count + COMPARED_MOST - 1) / COMPARED_MOST;
    for (size_t i = 0; i < run_count; i += step) {
        int64_t sum = 0;
        for (size_t j = 0; j < run_count; j += step)
            sum = duration_add(sum, distance(runs[i], runs[j], op_count, &far));
        if (middle == NULL || sum < least) {
            middle = runs[i];
            least = sum;
        }
    }
    for (size_t i = 0; i < run_count; i++) {
        distance(middle, runs[i], op_count, &far);
        runs[i]->typical = far * 10 <= op_count;
    }
}
