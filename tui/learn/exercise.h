/* The exercise that is being worked on: what it asks for, how the reader's file fares, hints, the
 * question whether something is meant.
 *
 * What holds and what does not is found by grading.h; here is what was found, what is
 * shown of it, and which keys ask for what.
 */
#ifndef TUI_LEARN_EXERCISE_H
#define TUI_LEARN_EXERCISE_H

#include "sim/base/err.h"
#include "tui/learn/actions.h"
#include "tui/learn/grading.h"
#include "tui/learn/paper.h"
#include "tui/learn/versus.h"
#include "tui/learn/workspace.h"

#include <stdbool.h>
#include <stddef.h>

enum exercise_sure { SURE_OF_NOTHING, SURE_TO_COMPARE, SURE_TO_RESET };

struct exercise {
    struct workspace workspace;
    bool begun; /* the files are there */
    char *task; /* Markdown with its numbers; the others as well */
    char *done; /* said when it is passed; "" if nothing */
    char **hints;
    size_t hint_count, hints_given;
    struct grading_result *result; /* NULL: nothing was judged yet */
    bool changed;                  /* the file is not the starting point any more */
    bool busy;                     /* the file is being judged */
    enum exercise_sure sure;
    struct versus versus;
    bool comparing;
    char said[200]; /* what was done last: "what you wrote is kept as ..." ; "" */
};

void exercise_init(struct exercise *exercise, const char *root, const char *slug);

/* Copies its strings. */
void exercise_add_hint(struct exercise *exercise, const char *text);

/* What was found of the file; takes it. */
void exercise_take(struct exercise *exercise, struct grading_result *result);

bool exercise_is_passed(const struct exercise *exercise);

/* What the owner has to do: he has the files and the terminal. */
enum exercise_want {
    EXERCISE_NOTHING,
    EXERCISE_EDIT,
    EXERCISE_COMPARE, /* read the file and the solution, then exercise_compare() */
    EXERCISE_RESET,
    EXERCISE_LEAVE,
};

/* `other`: an action that is none of the exercise's own, for the panes beside it. */
enum exercise_want exercise_key(struct exercise *exercise, enum learn_action action, int32_t height,
                                bool *other);

void exercise_compare(struct exercise *exercise, const char *mine, const char *solution,
                      bool beside);

unsigned exercise_where(const struct exercise *exercise);

/* The task, the state, what must hold, hints. Returns the row where the last hint begins, 0 if none
 * was given. */
int32_t exercise_write(const struct exercise *exercise, struct paper *paper);

void exercise_release(struct exercise *exercise);

#endif
