#include "sim/analysis/moment.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const struct moment *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row;
}

void moments_sort(struct moment *moments, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare(&moments[i - 1], &moments[i]) > 0) {
            qsort(moments, count, sizeof *moments, compare);
            return;
        }
}
