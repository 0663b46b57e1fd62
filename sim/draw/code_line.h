/* A line of source code in cells: a tab goes on to the next column that is a multiple of four. */
#ifndef SIM_DRAW_CODE_LINE_H
#define SIM_DRAW_CODE_LINE_H

#include "sim/draw/grid.h"

#include <stddef.h>
#include <stdint.h>

/* The character that stands `column` cells behind the line's begin, a blank for a tab, and how many
 * cells it fills. Returns what is behind it. */
const char *code_line_next(const char *text, int32_t column, uint32_t *character, int32_t *cells);

/* Cells from a line's begin to a byte of it; the line ends at a newline. */
int32_t code_line_column(const char *text, int byte);

/* Draws `length` bytes from column `left` on, at most up to `right`. */
void code_line_draw(struct grid *grid, int32_t row, int32_t left, int32_t right, const char *text,
                    size_t length, enum bar_role role);

#endif
