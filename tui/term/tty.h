/* The terminal as a file: which one it is, its size, and the signals that only interrupt (SIGWINCH,
 * SIGTSTP, SIGCONT), which are read like keys, one at a time, between events. Knows nothing of
 * curses.
 */
#ifndef TUI_TERM_TTY_H
#define TUI_TERM_TTY_H

#include "sim/base/err.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

struct tty {
    FILE *in, *out; /* standard input and output where both are the terminal, else /dev/tty */
    FILE *opened;   /* /dev/tty; NULL: nothing was opened */
    int signals;    /* a descriptor, read with tty_next_signal() */
    sigset_t mask;  /* of signals, as it was */
    bool may_stop;  /* SIGTSTP was not ignored */
};

/* ERR_UNAVAILABLE where there is no terminal. */
int tty_open(struct tty *tty, struct err *err);

/* From here on the signals come to tty->signals; and as they did before. */
void tty_take_signals(struct tty *tty);
void tty_give_signals(const struct tty *tty);

/* The next one that came; 0: none. */
int tty_next_signal(const struct tty *tty);

/* Stops the program as SIGTSTP does by default; returns when it goes on. */
void tty_stop(const struct tty *tty);

/* False if the terminal does not know its size. */
bool tty_size(const struct tty *tty, int *rows, int *columns);
void tty_close(struct tty *tty);

#endif
