#include "gpu/statistics.h"

#include "sim/base/mem.h"
#include "sim/base/percentile.h"

#include <stdbool.h>
#include <stdlib.h>

int64_t statistics_percentile(int64_t *values, size_t count, size_t permille)
{
    percentile_sort(values, count);
    return values[percentile_rank(count, permille)];
}

enum { GAP_PERCENT = 3, GAP_NS = 10000, SHARE_LEAST = 10, COUNT_LEAST = 2 };

static bool apart(int64_t low, int64_t high)
{
    return high - low > GAP_NS && (high - low) * 100 > low * GAP_PERCENT;
}

/* The groups of sorted values by the gaps between them, as their first values; returns how many. */
static size_t find_groups(const int64_t *sorted, size_t count, size_t *firsts)
{
    size_t groups = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || apart(sorted[i - 1], sorted[i]))
            firsts[groups++] = i;
    firsts[groups] = count;
    return groups;
}

/* Lets the group join the neighbour that is nearer. */
static void join(const int64_t *sorted, size_t *firsts, size_t *groups, size_t group)
{
    size_t boundary = group; /* firsts[boundary] goes */
    if (group == 0)
        boundary = 1;
    else if (group + 1 < *groups && sorted[firsts[group + 1]] - sorted[firsts[group + 1] - 1] <
                                        sorted[firsts[group]] - sorted[firsts[group] - 1])
        boundary = group + 1;
    for (size_t i = boundary; i < *groups; i++)
        firsts[i] = firsts[i + 1];
    (*groups)--;
}

size_t statistics_modes(int64_t *values, size_t count,
                        struct statistics_mode modes[STATISTICS_MODES_MOST])
{
    if (count == 0)
        return 0;
    percentile_sort(values, count);
    size_t *firsts = mem_zalloc((count + 1) * sizeof *firsts);
    size_t groups = find_groups(values, count, firsts);
    while (groups > 1) {
        size_t smallest = 0;
        for (size_t i = 1; i < groups; i++)
            if (firsts[i + 1] - firsts[i] < firsts[smallest + 1] - firsts[smallest])
                smallest = i;
        size_t size = firsts[smallest + 1] - firsts[smallest];
        if (groups <= STATISTICS_MODES_MOST && size >= COUNT_LEAST && size * SHARE_LEAST >= count)
            break;
        join(values, firsts, &groups, smallest);
    }
    for (size_t i = 0; i < groups; i++) {
        size_t first = firsts[i], size = firsts[i + 1] - first;
        modes[i] = (struct statistics_mode){
            .median = values[first + percentile_rank(size, 500)], .first = first, .count = size};
    }
    free(firsts);
    return groups;
}
