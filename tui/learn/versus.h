/* The reader's file beside the solution: side by side, or one below the other with what differs.
 */
#ifndef TUI_LEARN_VERSUS_H
#define TUI_LEARN_VERSUS_H

#include "sim/base/line_diff.h"
#include "sim/draw/grid.h"
#include "tui/learn/actions.h"
#include "tui/learn/place.h"

#include <stdbool.h>

struct versus {
    char *mine, *solution; /* texts that the rows are of; its own */
    struct line_diff diff;
    bool beside; /* side by side */
    size_t top;  /* the first row that is shown */
};

/* Copies both texts. Stands at the first line that differs. */
void versus_init(struct versus *versus, const char *mine, const char *solution, bool beside);
void versus_key(struct versus *versus, enum learn_action action, int32_t height);
void versus_draw(const struct versus *versus, struct grid *grid, const struct learn_rect *rect);
void versus_release(struct versus *versus);

#endif
