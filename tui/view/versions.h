/* The view of a file that lives: predicted again when it is saved and under other conditions, with
 * what was shown before as a ghost.
 *
 * Owns the versions that follow upon the first one and shows them in a view. It is the part of this
 * folder that lets simulate (sim/study/follow.h); it knows no terminal, and its owner says what
 * time it is.
 */
#ifndef TUI_VIEW_VERSIONS_H
#define TUI_VIEW_VERSIONS_H

#include "sim/study/follow.h"
#include "tui/view/version.h"
#include "tui/view/view.h"
#include "tui/view/whatif.h"

#include <stdbool.h>
#include <stdint.h>

struct versions {
    struct follow follow;
    struct whatif whatif;
    struct version *now;
    bool hides_ghost;
    size_t row;                /* of the history, that is shown */
    char command[400];         /* that predicts the file, for the pane */
    char trouble[2000];        /* why the file as it is cannot be shown; "" if it can */
    char change[80], busy[80]; /* "916 to 321 us (-65 %)"; what is under way */
    enum bar_role change_role;
};

/* Begins with the version that is shown, and holds it; `prediction` is what it was made of, without
 * conditions. The source's functions are those that versions_source() fills in; its `make` may be
 * another one that calls versions_make() or versions_complete(). */
void versions_init(struct versions *versions, const struct follow_source *source,
                   struct watch *read, const struct prediction *prediction, struct version *first);

/* Returns whether all work has ended: if not, what the source and the first version point to has to
 * stay. */
bool versions_release(struct versions *versions);

/* Fills in what makes versions of predictions; versions_make() is the source's `make`. One that
 * makes versions itself ends with versions_complete(), which says what they were before. */
void versions_source(struct follow_source *source);
int versions_make(void *context, const struct follow_fresh *fresh, void **made, struct err *err);
void versions_complete(struct version *version, const struct follow_fresh *fresh);

/* Whether what is not a chart's key is one of these: does it. `action` may be any. Returns whether
 * it was. */
bool versions_act(struct versions *versions, struct view *view, int action, int64_t now);

/* A key, before the view gets it: the pane takes all of them while the cursor is in it, and Escape
 * gives up what is under way. Returns false where the key is the view's. */
bool versions_key(struct versions *versions, struct view *view, int32_t key, int64_t now);

enum versions_news {
    VERSIONS_NOTHING,
    VERSIONS_DRAW, /* draw again */
    VERSIONS_NEW,  /* another chart is shown: version_shown(versions->now) */
};

/* Looks at the file and at the work; shows in the view what is new. Never waits. */
enum versions_news versions_poll(struct versions *versions, struct view *view, int64_t now);

/* After how many ms to poll again. */
int versions_timeout(const struct versions *versions, int64_t now);

/* Why the file as it is cannot be shown, over the last rows of what others have drawn, the footer
 * left free; nothing if it can. */
void versions_draw_trouble(const struct versions *versions, struct grid *grid);

/* The pane, over what the view has drawn. */
void versions_draw(const struct versions *versions, const struct view *view, struct grid *grid);

#endif
