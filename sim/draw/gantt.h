/* The chart of `predict`: a timeline drawn as text, at any width from 60 columns. */
#ifndef SIM_DRAW_GANTT_H
#define SIM_DRAW_GANTT_H

#include "sim/draw/grid.h"
#include "sim/draw/layout.h"

enum { GANTT_LEAST_WIDTH = 60, GANTT_LANES = 48, GANTT_SUBS = 16 };

struct gantt_options {
    int32_t width; /* columns; raised to GANTT_LEAST_WIDTH */
    bool ascii;
    bool color;
};

/* Appends the chart, nothing when nothing happened: a ruler, then host threads, streams and
 * machines, then a legend of the roles that occur. Lanes beyond GANTT_LANES of a group, and
 * sub-lanes beyond GANTT_SUBS, are counted in a line instead of drawn. */
void gantt_draw(const struct timeline *timeline, const struct gantt_options *options,
                struct strbuf *out);

/* The same of a layout that stands already. */
void gantt_draw_layout(const struct layout *layout, const struct gantt_options *options,
                       struct strbuf *out);

#endif
