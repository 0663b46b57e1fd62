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

/* Added to the look of a role, for screens. */
enum cell_attribute {
    CELL_REVERSE = 1, /* where the cursor is */
    CELL_DIM = 2,     /* a ghost: what was, behind what is */
    CELL_BOLD = 4,
    CELL_UNDERLINE = 8,
};

struct grid_cell {
    uint32_t character; /* 0: by role; otherwise this one */
    uint8_t role;       /* enum bar_role */
    uint8_t attributes; /* of enum cell_attribute */
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

/* How many cells grid_text() needs for a text. */
int32_t grid_text_width(const char *text);

/* One character of UTF-8 text, '?' for malformed bytes and control characters. Returns what is
 * behind it. */
const char *grid_decode(const char *text, uint32_t *character);

/* Appends a character as UTF-8. */
void grid_add_character(uint32_t character, struct strbuf *out);

/* Adds attributes to columns [from, to] of a row, whatever they hold. */
void grid_mark(struct grid *grid, int32_t row, int32_t from, int32_t to, unsigned attributes);

/* The character that a cell is shown as. In ASCII, frames and arrows have a likeness; what has none
 * is '?'. */
uint32_t grid_character(const struct grid_cell *cell, bool ascii);

/* Whether a cell is of a bar: filled, or its text. */
bool grid_is_bar(const struct grid_cell *cell);

/* Whether a cell is a bar's own text, which stands on the bar's colour. */
bool grid_is_on_bar(const struct grid_cell *cell);

/* The cell, or NULL outside. */
struct grid_cell *grid_at(struct grid *grid, int32_t row, int32_t column);

/* Rows with their trailing blanks cut, each ending in a newline. */
void grid_write(const struct grid *grid, const struct grid_style *style, struct strbuf *out);

/* What a role looks like without colour, for legends. */
void grid_sample(enum bar_role role, const struct grid_style *style, struct strbuf *out);

void grid_release(struct grid *grid);

#endif
