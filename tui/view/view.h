/* The Gantt view: what it shows, what keys and the mouse do to it, and how it draws itself.
 *
 * A state, functions that change it, and view_draw(), which only reads it: no terminal, no file, no
 * simulation. What needs the world (another timeline, the end of the program) is answered to the
 * caller, who does it and shows the outcome by view_show(). Size is a state as well: tell it with
 * view_resize() before anything else.
 */
#ifndef TUI_VIEW_VIEW_H
#define TUI_VIEW_VIEW_H

#include "sim/draw/grid.h"
#include "tui/term/keys.h"
#include "tui/view/areas.h"
#include "tui/view/camera.h"
#include "tui/view/chart.h"
#include "tui/view/ghost.h"
#include "tui/view/rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What keys mean. Those from VIEW_OTHERS on are the caller's own: bound in the same table, answered
 * as they are. */
enum view_action {
    VIEW_NOTHING,
    VIEW_QUIT,
    VIEW_LEFT,
    VIEW_RIGHT,
    VIEW_UP,
    VIEW_DOWN,
    VIEW_FIRST,
    VIEW_LAST,
    VIEW_NEXT_WAIT,
    VIEW_PREVIOUS_WAIT,
    VIEW_LARGEST_WAIT,
    VIEW_BLOCKER,
    VIEW_BACK,
    VIEW_ZOOM_IN,
    VIEW_ZOOM_OUT,
    VIEW_PAN_LEFT,
    VIEW_PAN_RIGHT,
    VIEW_PAGE_UP,
    VIEW_PAGE_DOWN,
    VIEW_FIT,
    VIEW_FRAME,
    VIEW_SEARCH,
    VIEW_SEARCH_NEXT,
    VIEW_SEARCH_PREVIOUS,
    VIEW_GROUP,
    VIEW_LARGEST_ERROR, /* of two timelines: where they are farthest apart */
    VIEW_PARTNER,       /* the same operation in the other of two timelines */
    VIEW_INSPECT,       /* the inspector as a page, or back */
    VIEW_HELP,
    VIEW_CLOSE,     /* the page */
    VIEW_MEASURED,  /* answered: prediction over measurement, or back */
    VIEW_NEXT_FILE, /* answered: of several files the next one under the first */
    VIEW_THEME,     /* answered */
    VIEW_STEP,      /* answered: stepping, see step_mode.h */
    VIEW_STEP_HERE, /* answered: likewise, at what the cursor is on */
    VIEW_OTHERS = 1000
};

enum view_page {
    VIEW_ON_CHART = 1, /* bits for `where` of the bindings */
    VIEW_ON_SEARCH = 2,
    VIEW_ON_INSPECTOR = 4,
    VIEW_ON_HELP = 8,
};

/* Where the cursor is, or was. */
struct view_spot {
    size_t bar;   /* row of the layout's bars; WINDOW_NO_BAR: the chart has nothing to stand on */
    size_t lane;  /* that it belongs to */
    int64_t time; /* ns; keeps its place on the screen when zooming; in [from, to] of the bar */
};

struct view {
    int32_t width, height;
    const struct bindings *bindings;
    const struct chart *chart; /* the caller's */
    const struct ghost *ghost; /* the caller's: drawn dim where nothing stands; NULL: none */
    bool stale;                /* what is shown is not the file as it is: it is dimmed */
    const char *notice;        /* the caller's: lines in place of the inspector; NULL: none */
    enum view_page page;
    enum view_grouping grouping;
    struct rows rows;
    struct camera camera;
    int32_t top;         /* first row of the chart that is shown */
    struct view_spot at; /* the cursor */
    struct view_spot *back;
    size_t back_count, back_capacity;
    size_t rank;    /* of the largest waits that VIEW_LARGEST_WAIT goes to next */
    size_t error;   /* likewise, of the largest errors */
    int32_t scroll; /* first line of a page that is shown */
    char search[64];
    struct view_spot searched_from;
    char message[200]; /* in the status line until the next key */
    char title[160];   /* what is shown */
    char note[120];    /* at the right of the title, in its own role */
    enum bar_role note_role;
    int64_t instant;     /* ns, a line through all lanes; TIMELINE_UNKNOWN: none */
    int32_t pane;        /* columns beside the chart that are left to others; 0: none */
    int32_t drag_column; /* where the mouse was pressed; -1: it was not */
};

/* The keys of the view alone; who adds his own hands another table over in view->bindings. */
extern const struct bindings view_bindings;

void view_init(struct view *view, int32_t width, int32_t height);
void view_release(struct view *view);

/* Shows a chart, the first one or another in its place. `op`: the operation of it that the cursor
 * shall be on; TIMELINE_NO_OP: where nothing better is known, near the time it is at. Zoom and
 * grouping stay as they are; the way back is forgotten. */
void view_show(struct view *view, const struct chart *chart, uint32_t op);

/* What was shown before, or NULL; while all is shown there is room for it. */
void view_set_ghost(struct view *view, const struct ghost *ghost);

/* What the cursor is on, as chart->timeline numbers it; TIMELINE_NO_OP and the call for a call. */
uint32_t view_op(const struct view *view);
uint32_t view_call(const struct view *view);

/* Which operation of one chart is the one of another: by what was compared, else by its place in
 * the program. TIMELINE_NO_OP if it is not there. Takes time in proportion to the run. */
uint32_t view_follow(const struct chart *from, uint32_t op, const struct chart *to);

void view_resize(struct view *view, int32_t width, int32_t height);

/* Where the parts of the screen are now. */
void view_areas(const struct view *view, struct areas *areas);

/* A key; returns what the caller is to do, an enum view_action or one of its own; VIEW_NOTHING:
 * draw again, that is all. */
int view_key(struct view *view, int32_t key);

/* The same of an action, as if its key had been pressed. */
int view_act(struct view *view, int action);

/* The mouse at a cell: pressed (`button` from 1), released (0), wheel up (-1) or down (1). Pressed
 * at one column and released at another it drags the chart along. */
struct view_mouse {
    int32_t row, column;
    int button, wheel;
};
void view_mouse(struct view *view, const struct view_mouse *mouse);

/* A sentence for the status line, until the next key. */
void view_say(struct view *view, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts the cursor on an operation or, for TIMELINE_NO_OP, a call, and shows it. False if it has no
 * bar. The spot left is remembered when `remember`. */
bool view_go(struct view *view, uint32_t op, uint32_t call, bool remember);

/* Draws everything into a grid of the view's size. */
void view_draw(const struct view *view, struct grid *grid);

/* The cell of the cursor, for the terminal's own. */
void view_cursor_cell(const struct view *view, int32_t *row, int32_t *column);

/* What the inspector says of what the cursor is on, in lines of at most `width` columns. */
void view_inspect(const struct view *view, int width, struct strbuf *out);

#endif
