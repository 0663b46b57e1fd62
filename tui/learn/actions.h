/* What keys do in the lesson player, and in which of its views: one table for the keys, the footer
 * and the help.
 */
#ifndef TUI_LEARN_ACTIONS_H
#define TUI_LEARN_ACTIONS_H

#include "tui/term/keys.h"

enum learn_action {
    LEARN_NOTHING,
    LEARN_UP,
    LEARN_DOWN,
    LEARN_LEFT,
    LEARN_RIGHT,
    LEARN_PAGE_UP,
    LEARN_PAGE_DOWN,
    LEARN_HOME,
    LEARN_END,
    LEARN_OPEN,    /* the lesson under the cursor */
    LEARN_GO_ON,   /* reads on: scrolls, then passes the gate */
    LEARN_BACK,    /* the page before */
    LEARN_PANE,    /* the next pane */
    LEARN_OVER,    /* prediction and measurement over each other */
    LEARN_LOOK,    /* the chart on the whole screen */
    LEARN_STEPS,   /* stepping through the run */
    LEARN_MEASURE, /* on the GPU of this machine */
    LEARN_PICK,    /* an answer's next part */
    LEARN_UNDO,    /* takes the last part back */
    LEARN_GIVE,    /* the answer is given */
    LEARN_SKIP,
    LEARN_EDIT,
    LEARN_HINT,
    LEARN_COMPARE,
    LEARN_SIDES, /* side by side, or as a list of differences */
    LEARN_RESET,
    LEARN_YES,
    LEARN_NO,
    LEARN_HELP,
    LEARN_LEAVE, /* one level up */
    LEARN_QUIT,
};

/* Where a binding holds. */
enum learn_where {
    IN_LIST = 1,
    IN_PAGE = 2,
    IN_ANSWER = 4, /* operations are put in order, or marked */
    IN_TIME = 8,   /* an answer that is a time */
    IN_EXERCISE = 16,
    IN_COMPARE = 32,
    IN_SURE = 64, /* "are you sure?" */
    IN_HELP = 128,
    IN_TALLY = 256,
    IN_CHOICE = 512, /* an answer is what the cursor is on */
};

extern const struct bindings learn_bindings;

#endif
