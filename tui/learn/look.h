/* A run of the lesson on the whole screen, with all that `nullstream view` has: the chart with
 * cursor, zoom and inspector, or stepping through it. The views are tui/view's own.
 */
#ifndef TUI_LEARN_LOOK_H
#define TUI_LEARN_LOOK_H

#include "tui/learn/exhibit.h"
#include "tui/view/step_view.h"
#include "tui/view/view.h"

#include <stdbool.h>

struct look {
    const struct exhibit *exhibit; /* borrowed */
    const struct ghost *ghost;     /* borrowed; NULL: none */
    bool steps;                    /* stepping; else the chart */
    bool over;                     /* the chart has the measurement under each lane */
    struct chart charts[2]; /* by `over`; each made when it is first shown, and never moved */
    bool made[2];
    struct view view;
    struct step_view step;
};

/* The exhibit has a prediction and must outlive it, and so must the ghost behind it (NULL: none).
 * `over`: with the measurement, if there is one. */
void look_init(struct look *look, const struct exhibit *exhibit, const struct ghost *ghost,
               bool steps, bool over, int32_t width, int32_t height);
void look_resize(struct look *look, int32_t width, int32_t height);

/* Keys are those of the views. True when the reader has seen enough. */
bool look_key(struct look *look, int32_t key);
void look_mouse(struct look *look, int32_t row, int32_t column, int button, int wheel);

/* So much time has gone by, ns: playing goes on. Returns whether to draw again. */
bool look_tick(struct look *look, int64_t elapsed);

/* When the next tick is due, ms; -1: never. */
int look_timeout(const struct look *look);

/* The whole grid, the last row included. */
void look_draw(const struct look *look, struct grid *grid, int32_t *row, int32_t *column);
void look_release(struct look *look);

#endif
