/* The smaller and the larger of two numbers, and by how much one is above the other: of times,
 * bytes and counts. */
#ifndef SIM_BASE_MINMAX_H
#define SIM_BASE_MINMAX_H

#include <stdint.h>

static inline int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* 0 if it is not. */
static inline int64_t above(int64_t a, int64_t b)
{
    return a > b ? a - b : 0;
}

#endif
