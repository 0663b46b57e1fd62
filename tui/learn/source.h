/* A source file in a rectangle: lines with numbers, those that the text speaks of, the one where
 * the run stands, the place of a fault with its caret.
 */
#ifndef TUI_LEARN_SOURCE_H
#define TUI_LEARN_SOURCE_H

#include "sim/base/err.h"
#include "sim/draw/grid.h"
#include "tui/learn/place.h"

#include <stddef.h>

struct source {
    char *text; /* its own */
    const char **lines;
    size_t count, capacity;
};

/* Copies the text. */
void source_init(struct source *source, const char *text);

/* What of it is meant; lines from 1, 0: none. */
struct source_marks {
    int first_line, last_line; /* these stand out, the others are dim; 0: all are alike */
    int at_line;               /* where the run stands */
    const struct err *fault;   /* its line gets a caret and its message; NULL: none */
};

/* `top`: lines above the first that is shown, by the reader's own scrolling; -1: so that what is
 * marked is in sight. Returns the one that was taken. */
int32_t source_draw(const struct source *source, const struct source_marks *marks, int32_t top,
                    struct grid *grid, const struct learn_rect *rect);

void source_release(struct source *source);

#endif
