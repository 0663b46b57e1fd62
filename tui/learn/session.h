/* The lesson player without a terminal: keys, pointer and passing time in, a grid of cells out.
 *
 * What needs the terminal itself (an editor, the end) is asked of the caller.
 */
#ifndef TUI_LEARN_SESSION_H
#define TUI_LEARN_SESSION_H

#include "sim/lesson/progress.h"
#include "tui/learn/bench.h"
#include "tui/learn/list.h"
#include "tui/learn/look.h"
#include "tui/learn/measuring.h"
#include "tui/learn/visit.h"

#include <stdbool.h>
#include <stdint.h>

/* All strings are the caller's and outlive the session. */
struct session_options {
    const char *lessons; /* the folder that holds ORDER */
    const char *traces;  /* lesson_runs_init(); NULL: none */
    const char *work;    /* where exercises are put */
    const char *state;   /* the file of the reader's progress (sim/lesson/progress.h); "": none */
};

enum session_view { SHOWS_LIST, SHOWS_LESSON, SHOWS_EXERCISE, SHOWS_TALLY };

enum session_want {
    SESSION_NOTHING,
    SESSION_EDIT, /* open session_file() in an editor */
    SESSION_QUIT,
};

struct session {
    struct session_options options;
    enum session_view view;
    struct list list;
    struct progress progress; /* of all lessons */
    struct visit visit;
    bool visiting;
    struct bench bench; /* while `visiting`, of a lesson that has an exercise */
    bool has_bench;
    bool skipped; /* one went on behind the exercise without having passed it */
    bool at_gate; /* the exercise was begun where the text has it, so one goes on behind it */
    struct measuring measuring;
    bool measures_exercise; /* the reader's version; else the run of the page */
    struct look look;       /* while `looking`: over the lesson or the exercise */
    bool looking;
    bool help; /* over whatever is shown */
    int32_t help_top;
    char note[512]; /* a message in the last row, until the next key; "": none */
    enum bar_role note_role;
    int32_t width, height; /* of the screen */
    int64_t now;           /* ns, by session_poll() */
};

/* Reads the list of lessons. session_release() is needed also after an error. */
int session_init(struct session *session, const struct session_options *options, struct err *err);

/* Opens a lesson: a name of the list, or a folder (with a slash in its name). */
int session_open(struct session *session, const char *name, struct err *err);

void session_resize(struct session *session, int32_t width, int32_t height);
enum session_want session_key(struct session *session, int32_t key);
enum session_want session_mouse(struct session *session, int32_t row, int32_t column, int button,
                                int wheel);

/* Looks at files and at work under way; `now` in ns of any clock that goes on. True if there is
 * something new to be drawn. */
bool session_poll(struct session *session, int64_t now);

/* When session_poll() is due, ms. */
int session_timeout(const struct session *session);

/* The file of the exercise. */
const char *session_file(const struct session *session);

/* What the list says of a lesson, by the progress. */
void session_show_progress(struct session *session, struct list_row *row);

/* Takes the reader to where he was in the lesson that was just opened. */
void session_restore(struct session *session);

/* Notes where he is and what he did, and writes the file if anything is new; a fault is said. */
void session_store(struct session *session);

/* A message for the last row. */
void session_say(struct session *session, enum bar_role role, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The bit of enum learn_where: which keys hold. */
unsigned session_where(const struct session *session);

/* Draws a grid of the size that session_resize() was told; says where the terminal's cursor is. */
void session_draw(const struct session *session, struct grid *grid, int32_t *row, int32_t *column);

void session_release(struct session *session);

#endif
