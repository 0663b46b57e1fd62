/* A column of text as long as it needs to be, of which a pane shows a stretch. */
#ifndef TUI_LEARN_PAPER_H
#define TUI_LEARN_PAPER_H

#include "sim/draw/grid.h"
#include "tui/learn/place.h"

#include <stdint.h>

struct paper {
    struct grid grid; /* as wide as the pane; more rows than are written */
    int32_t rows;     /* that are written */
};

void paper_init(struct paper *paper, int32_t width);

/* Room for one more row; its number. */
int32_t paper_row(struct paper *paper);

/* An empty row, unless it would be the first or follow one. */
void paper_gap(struct paper *paper);

/* Plain text in a role, wrapped, each line after `indent` columns. */
void paper_text(struct paper *paper, int32_t indent, const char *text, enum bar_role role);

/* The same in columns [from, to]. */
void paper_text_within(struct paper *paper, int32_t from, int32_t to, const char *text,
                       enum bar_role role);

/* Lines as they are, cut at the edge. */
void paper_lines(struct paper *paper, const char *text, enum bar_role role);

/* Markdown (sim/draw/page.h). */
void paper_markdown(struct paper *paper, int32_t indent, const char *text);

/* Shows rows from `top` on, so that no empty rows come behind the end while there are more above;
 * returns the row that is really the first. The last row tells when there is more below. */
int32_t paper_show(const struct paper *paper, struct grid *grid, const struct learn_rect *rect,
                   int32_t top);

void paper_release(struct paper *paper);

#endif
