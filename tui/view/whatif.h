/* What if: the conditions that keys switch, the steps that were taken, and the pane that shows
 * them.
 *
 * A state, functions that change it by an action, and one that draws it. Knows neither terminal nor
 * file and predicts nothing: whoever owns it predicts under history_now() when whatif_act() says
 * so, and notes what came of it.
 */
#ifndef TUI_VIEW_WHATIF_H
#define TUI_VIEW_WHATIF_H

#include "sim/draw/grid.h"
#include "sim/study/history.h"
#include "sim/study/parameters.h"
#include "tui/term/keys.h"

#include <stdbool.h>
#include <stdint.h>

/* Numbers that no other part of the view uses. */
enum whatif_action {
    WHATIF_MEMORY = 1400,
    WHATIF_DEFAULT_STREAM,
    WHATIF_STREAMS,
    WHATIF_FEWER_CONNECTIONS,
    WHATIF_MORE_CONNECTIONS,
    WHATIF_GPU,
    WHATIF_UNDO,
    WHATIF_REDO,
    WHATIF_GHOST, /* the owner's: hide what was before, or show it */
    WHATIF_OPEN,  /* the pane, and the cursor into it */
    /* in the pane */
    WHATIF_UP,
    WHATIF_DOWN,
    WHATIF_LESS,
    WHATIF_MORE,
    WHATIF_HALF,
    WHATIF_DOUBLE,
    WHATIF_ENTER,
    WHATIF_ERASE,
    WHATIF_CLOSE,
    WHATIF_VIEWS, /* the owner's: a key of the view's, which does there what it does on the chart */
    WHATIF_ACTIONS_END
};

enum { WHATIF_ON_PANE = 0x400 }; /* for `where` of the bindings */

enum { WHATIF_WIDTH = 40 }; /* columns of the pane */

/* The keys: those of the chart (`where` of the view's chart, 1) and those of the pane. */
extern const struct bindings whatif_bindings;

struct whatif {
    const struct conditions_base *base; /* the owner's */
    struct history history;
    struct parameters parameters; /* of the source; none of a recorded program */
    bool shown, focused;          /* the pane; keys go to it */
    size_t chosen;                /* row of it: conditions, then constants */
    char typed[24];               /* of a number that is being typed */
};

void whatif_init(struct whatif *whatif, const struct conditions_base *base);

/* The constants of the source, anew after a change of it; *parameters is emptied. */
void whatif_set_parameters(struct whatif *whatif, struct parameters *parameters);
void whatif_release(struct whatif *whatif);

/* Does what an action says. Returns whether other conditions hold: history_now(). What cannot be
 * done is said in `message`, which is empty otherwise. */
bool whatif_act(struct whatif *whatif, int action, struct strbuf *message);

/* A key while the pane has the focus: digits too. */
bool whatif_key(struct whatif *whatif, const struct bindings *bindings, int32_t key,
                struct strbuf *message);

/* "host memory pinned: 916 to 321 us (-65 %)": what the last step came to, beside the one before;
 * what cannot be known, or makes no difference, is said. Nothing where it is not known yet. */
void whatif_result(const struct whatif *whatif, struct strbuf *out);

/* The rows of the list of conditions. Of one: what it is called, and its value now; returns whether
 * that is another than it was. */
size_t whatif_rows(const struct whatif *whatif);
bool whatif_describe(const struct whatif *whatif, size_t row, const char **name,
                     struct strbuf *value);

/* Rows [top, bottom] and columns [left, right] of the grid. `command`: "nullstream predict f.cu",
 * for the line that says how to get the same. */
void whatif_draw(const struct whatif *whatif, const char *command, struct grid *grid, int32_t top,
                 int32_t bottom, int32_t left, int32_t right);

#endif
