/* A cell grid as an SVG picture: what a screen looks like, for documents and slides.
 *
 * One picture for light and dark pages: colours are by role, and the page's preference picks them.
 * Frames and bars are drawn as shapes, so that no font leaves gaps between them.
 */
#ifndef SIM_DRAW_GRID_SVG_H
#define SIM_DRAW_GRID_SVG_H

#include "sim/draw/grid.h"

/* Appends the document. `title` is what a reader is told who does not see it. */
void grid_draw_svg(const struct grid *grid, const char *title, struct strbuf *out);

#endif
