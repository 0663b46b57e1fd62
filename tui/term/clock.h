/* The clock that everything which waits or moves on a terminal goes by. */
#ifndef TUI_TERM_CLOCK_H
#define TUI_TERM_CLOCK_H

#include <stdint.h>
#include <time.h>

/* ns since some point in the past; no one sets it. */
static inline int64_t clock_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
