/* The lesson player without a terminal: keys, pointer and passing time in, a grid of cells out.
 *
 * What needs the terminal itself (an editor in it, the end) is asked of the caller.
 */
#ifndef TUI_LEARN_SESSION_H
#define TUI_LEARN_SESSION_H

#include "tui/learn/list.h"
#include "tui/learn/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* All strings are the caller's and outlive the session. */
struct session_options {
    const char *lessons; /* the folder that holds ORDER */
    const char *traces;  /* lesson_runs_init(); NULL: none */
    const char *work;    /* where exercises are put */
};

enum session_view { SHOWS_LIST, SHOWS_LESSON };

enum session_want {
    SESSION_NOTHING,
    SESSION_QUIT,
};

struct session {
    struct session_options options;
    enum session_view view;
    struct list list;
    struct visit visit;
    bool visiting;
    bool help; /* over whatever is shown */
    int32_t help_top;
    char note[256];        /* a message in the last row, until the next key; "": none */
    int32_t width, height; /* of the screen */
};

/* Reads the list of lessons. session_release() is needed also after an error. */
int session_init(struct session *session, const struct session_options *options, struct err *err);

/* Opens a lesson: a name of the list, or a folder (with a slash in its name). */
int session_open(struct session *session, const char *name, struct err *err);

void session_resize(struct session *session, int32_t width, int32_t height);
enum session_want session_key(struct session *session, int32_t key);
enum session_want session_mouse(struct session *session, int32_t row, int32_t column, int button,
                                int wheel);

/* Draws a grid of the size that session_resize() was told; says where the terminal's cursor is. */
void session_draw(const struct session *session, struct grid *grid, int32_t *row, int32_t *column);

void session_release(struct session *session);

#endif
