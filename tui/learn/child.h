/* A program that runs beside the screen: tmux that opens a split, a measurement. What it says is
 * collected; the terminal is not its own.
 */
#ifndef TUI_LEARN_CHILD_H
#define TUI_LEARN_CHILD_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t pid;
    int out; /* what it says comes out here; -1: no more */
    bool runs;
    int status;         /* its exit status once it has ended; 128 and the signal that ended it */
    struct strbuf said; /* standard output and error, at most CHILD_MOST_SAID bytes */
};

enum { CHILD_MOST_SAID = 65536 };

/* Starts it in a process group of its own, with nothing to read. Words as for execvp(), ended by
 * NULL; a program that does not exist ends with status 127. */
int child_start(struct child *child, const char *const *words, struct err *err);

/* Collects what it said; true once it has ended. Waits for that at most `ms`. */
bool child_poll(struct child *child, int ms);

/* Ends it if it runs, with those that it started, and releases all. */
void child_release(struct child *child);

#endif
