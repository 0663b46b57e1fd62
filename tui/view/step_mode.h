/* Stepping within the Gantt view: the chart above with a line where the run is, the source and the
 * state below it; on a screen of few rows those alone.
 *
 * Of two timelines over each other one is stepped through, the first at first. Knows no terminal
 * and no clock.
 */
#ifndef TUI_VIEW_STEP_MODE_H
#define TUI_VIEW_STEP_MODE_H

#include "tui/view/step_view.h"
#include "tui/view/view.h"

#include <stdbool.h>
#include <stdint.h>

struct step_mode {
    struct step_view steps;
    const struct timeline *timeline; /* that `steps` is made of; NULL: it is not made */
    const struct profile *profiles[2];
    int side;   /* of two timelines the one that is stepped through */
    bool stale; /* `timeline` is of before, and may be gone */
    bool on;
    int32_t width, height; /* of the whole screen */
};

/* Begins stepping, where it was left the last time, or for VIEW_STEP_HERE at the start of what the
 * cursor is on. `profiles` are those of the chart's one or two timelines, NULL where none is known;
 * they live as long as these. */
void step_mode_begin(struct step_mode *mode, struct view *view,
                     const struct profile *const profiles[2], int action);

/* The view shows another chart: to be told after each view_show(). */
void step_mode_follow(struct step_mode *mode, struct view *view,
                      const struct profile *const profiles[2]);

/* While it is on: a key, the wheel and clicks, time that has gone by, another size. Of a key,
 * VIEW_QUIT comes back to be done, else VIEW_NOTHING; of time, whether to draw again. */
int step_mode_key(struct step_mode *mode, struct view *view, int32_t key);
void step_mode_mouse(struct step_mode *mode, struct view *view, const struct view_mouse *mouse);
bool step_mode_tick(struct step_mode *mode, struct view *view, int64_t elapsed);
void step_mode_resize(struct step_mode *mode, struct view *view, int32_t width, int32_t height);

/* In how many ms time is to be told next; -1: never. */
int step_mode_timeout(const struct step_mode *mode);

/* Draws chart and steps into a grid of the whole screen's size. */
void step_mode_draw(const struct step_mode *mode, const struct view *view, struct grid *grid);

void step_mode_release(struct step_mode *mode);

#endif
