/* The terminal as it was, whatever ends the program.
 *
 * A handler for each signal that ends a program writes a string prepared beforehand, restores the
 * terminal's modes, and passes the signal on to what was there before: all of that is allowed in a
 * handler (signal-safety(7)). This is the program's one piece of global mutable state, since a
 * handler is handed nothing else. Knows nothing of curses.
 */
#ifndef TUI_TERM_RESTORE_H
#define TUI_TERM_RESTORE_H

#include <stddef.h>

/* Notes the modes of the terminal `fd` as they are now and what to write there, and catches the
 * signals that end a program (those that are ignored stay so). -1 if fd is no terminal. */
int restore_prepare(int fd, const char *text, size_t length);

/* Whether there is something to restore: off while another program has the terminal. */
void restore_arm(int on);

/* Signals are as they were before restore_prepare(). */
void restore_release(void);

#endif
