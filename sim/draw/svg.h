/* The chart as a figure for slides: SVG, readable on light and dark. */
#ifndef SIM_DRAW_SVG_H
#define SIM_DRAW_SVG_H

#include "sim/draw/layout.h"

/* Appends a whole document, `width` pixels wide (at least 400). */
void svg_draw(const struct timeline *timeline, int32_t width, struct strbuf *out);

/* The same of a layout that stands already. */
void svg_draw_layout(const struct layout *layout, int32_t width, struct strbuf *out);

/* Text as it may stand in a document. */
void svg_add_escaped(struct strbuf *out, const char *text);

#endif
