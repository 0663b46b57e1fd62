/* Cells of one character and one role; the picture of a text chart before it becomes bytes.
 *
 * A cell holds what it means (a role and a shape), not a glyph: glyphs and colours are chosen when
 * the grid is written out, for UTF-8 or ASCII, with colour or without. Everything drawn outside is
 * clipped.
 */
#ifndef SIM_DRAW_GRID_H
#define SIM_DRAW_GRID_H

#include "sim/base/strbuf.h"
#include "sim/draw/layout.h"

#include <stdbool.h>
#include <stdint.h>

struct grid_cell {
    uint32_t character; /* 0: by role; otherwise this one */
    uint8_t role;       /* enum bar_role */
};

struct grid {
    int32_t width, height;
    struct grid_cell *cells;
};

struct grid_style {
    bool ascii;
    bool color; /* 16 colours by escape sequences */
};

void grid_init(struct grid *grid, int32_t width, int32_t height);

/* Fills columns [from, to] of a row by role. */
void grid_fill(struct grid *grid, int32_t row, int32_t from, int32_t to, enum bar_role role);

/* Writes UTF-8 text from a column on, at most up to `last`, in a role. Returns the column behind.
 */
int32_t grid_text(struct grid *grid, int32_t row, int32_t column, int32_t last, const char *text,
                  enum bar_role role);

/* The cell, or NULL outside. */
struct grid_cell *grid_at(struct grid *grid, int32_t row, int32_t column);

/* Rows with their trailing blanks cut, each ending in a newline. */
void grid_write(const struct grid *grid, const struct grid_style *style, struct strbuf *out);

/* What a role looks like without colour, for legends. */
void grid_sample(enum bar_role role, const struct grid_style *style, struct strbuf *out);

void grid_release(struct grid *grid);

#endif
