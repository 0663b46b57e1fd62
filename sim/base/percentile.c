#include "sim/base/percentile.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void percentile_sort(int64_t *values, size_t count)
{
    if (count)
        qsort(values, count, sizeof *values, compare);
}
