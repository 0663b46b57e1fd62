/* Times over the values of a parameter, as a figure: a point for each value, a line for each value
 * of a second parameter, the best marked. */
#ifndef SIM_DRAW_CURVE_H
#define SIM_DRAW_CURVE_H

#include "sim/base/strbuf.h"

#include <stddef.h>
#include <stdint.h>

struct curve {
    const char *title;
    const char *x_name, *series_name; /* of the parameters; series_name NULL: one line */
    const char *const *x, *const *series;
    size_t x_count, series_count; /* at least 1 */
    const int64_t *values;        /* ns, a row of x_count for each line; TIMELINE_UNKNOWN: none */
    size_t best;                  /* row of values; SIZE_MAX: none */
    int64_t as_is;                /* a level to compare with, ns; TIMELINE_UNKNOWN: none */
};

/* A whole SVG document, `width` pixels wide (at least 400), readable on light and dark. */
void curve_draw_svg(const struct curve *curve, int32_t width, struct strbuf *out);

#endif
