/* Time to position on a line of `length` places (columns or pixels), and ticks at round times. */
#ifndef SIM_DRAW_SCALE_H
#define SIM_DRAW_SCALE_H

#include "sim/base/strbuf.h"

#include <stdint.h>

struct scale {
    int64_t from, to; /* ns, to > from */
    int32_t length;   /* places, at least 1 */
};

/* The place of a time, clamped to [0, length - 1]. */
int32_t scale_place(const struct scale *scale, int64_t time);

/* The step between ticks, ns: 1, 2 or 5 times a power of ten, so that ticks are at least `apart`
 * places from each other. */
int64_t scale_tick_step(const struct scale *scale, int32_t apart);

/* The first multiple of `step` after `zero` that the scale shows, ns from zero. */
int64_t scale_first_tick(const struct scale *scale, int64_t zero, int64_t step);

/* A tick's time with a unit that suits the step: "0", "200 us", "1.5 ms". */
void scale_tick_text(struct strbuf *sb, int64_t time, int64_t step);

#endif
