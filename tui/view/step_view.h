/* Stepping on the screen: the source with the lines that the host threads are in, beside it the
 * state of queues, connections and machines at that instant, above both where in the run it is.
 *
 * A state, functions that change it, and step_view_draw(), which only reads it. Knows no terminal;
 * another chart beside it is its owner's, who asks for step_view_time().
 */
#ifndef TUI_VIEW_STEP_VIEW_H
#define TUI_VIEW_STEP_VIEW_H

#include "sim/draw/grid.h"
#include "tui/term/keys.h"
#include "tui/view/instant_pane.h"
#include "tui/view/listing.h"
#include "tui/view/source_pane.h"
#include "tui/view/stepper.h"

#include <stdbool.h>
#include <stdint.h>

/* Besides those of the stepper; a table in step_view.c binds all. */
enum step_view_action {
    STEP_VIEW_NOTHING,
    STEP_VIEW_FOLD = STEPPER_ACTIONS_END, /* includes */
    STEP_VIEW_HELP,
    STEP_VIEW_DOWN, /* of the help */
    STEP_VIEW_UP,
    STEP_VIEW_CLOSE, /* the help */
    STEP_VIEW_GO,    /* answered: to the operation that the cursor of the chart is on */
    STEP_VIEW_OTHER, /* answered: to the other of two timelines */
    STEP_VIEW_LEAVE, /* answered: back to the chart */
    STEP_VIEW_QUIT,  /* answered */
};

/* Bits for `where` of the bindings; STEP_VIEW_ON_TWO is no page: keys of who has two timelines. */
enum step_view_page {
    STEP_VIEW_ON_STEPS = 0x100,
    STEP_VIEW_ON_HELP = 0x200,
    STEP_VIEW_ON_TWO = 0x800
};

struct step_view {
    const struct timeline *timeline;
    int64_t zero; /* of it, ns */
    struct instants instants;
    struct instant instant;
    struct listing source;
    struct stepper stepper;
    struct pane_area area; /* of the grid */
    enum step_view_page page;
    const char *whose; /* the caller's: which of two timelines it is; NULL: there is one */
    size_t top;        /* first row of the source that is shown */
    int32_t scroll;    /* first line of the help */
};

/* At the first step of the run. `profile` may be NULL and need not live on. The source is read from
 * the timeline's scenario, if it is there; step_view_set_source() gives another. */
void step_view_init(struct step_view *view, const struct timeline *timeline,
                    const struct profile *profile);
void step_view_set_source(struct step_view *view, const char *path, const char *text);
void step_view_release(struct step_view *view);

/* Another timeline, such as the scenario's after a change, at the same time of it, with its source
 * read anew. The one before may be gone. */
void step_view_show(struct step_view *view, const struct timeline *timeline,
                    const struct profile *profile);

/* Where it draws: to be told before anything else, and when it changes. */
void step_view_place(struct step_view *view, const struct pane_area *area);

/* The moment that is shown, ns in the timeline's clock. */
int64_t step_view_time(const struct step_view *view);

/* To the start of an operation; false: not known. */
bool step_view_go_to(struct step_view *view, uint32_t op);

/* A key, or an action as if its key had been pressed. What is "answered" above comes back for the
 * owner to do, otherwise STEP_VIEW_NOTHING: draw again, that is all. */
int step_view_key(struct step_view *view, int32_t key);
int step_view_act(struct step_view *view, int action);

/* The mouse on a cell of the grid: goes to that time of the line above the panes. */
void step_view_click(struct step_view *view, int32_t row, int32_t column);

/* So much time has gone by, ns: playing goes on. Returns whether to draw again. The next is due in
 * step_view_timeout() ms; -1: never. */
bool step_view_tick(struct step_view *view, int64_t elapsed);
int step_view_timeout(const struct step_view *view);

/* Draws into its area of the grid, over what is there. */
void step_view_draw(const struct step_view *view, struct grid *grid);

#endif
