/* The program on a pseudo-terminal whose other end is libvterm: keys go in, a screen comes out.
 *
 * As under a shell with job control: a launcher in between starts the program in a process group of
 * its own, is told when it stops, and puts it into the foreground again.
 */
#ifndef TESTS_TERM_PTY_H
#define TESTS_TERM_PTY_H

#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

struct pty_options {
    int rows, columns;
    const char *const *environment; /* "NAME=VALUE", all of it; NULL-terminated */
    char *const *arguments;         /* of the program, its path first; NULL-terminated */
};

struct pty {
    VTerm *vterm;
    VTermScreen *screen;
    int master, slave;
    int control, report; /* to and from the launcher */
    pid_t launcher, program;
    struct termios before;                 /* the terminal's modes before the program started */
    bool alternate, cursor_visible, mouse; /* what it has asked for, as of now */
    bool ended, stopped;
    int status;        /* of waitpid(), when it has ended or stopped */
    struct strbuf log; /* all that it has written */
    size_t shown;      /* of it: what has come to the screen */
};

/* The program where it finds the lessons: itself when they are beside its folder, as they are of
 * build/nullstream; otherwise a copy in `folder`, with links to those of the current folder. Stands
 * in `path`. -1 if that is not possible. */
int pty_place_program(const char *program, const char *folder, struct strbuf *path);

/* Starts the program. -1 with errno if that is not possible. */
int pty_start(struct pty *pty, const struct pty_options *options);

/* Passes on what the program has written, waiting at most so long for the first of it. True if
 * there was something. */
bool pty_read(struct pty *pty, int wait_ms);

/* Reads until the program has taken all keys, sleeps in all its threads and writes nothing more, or
 * has ended or stopped. False if that did not come about within the limit. */
bool pty_settle(struct pty *pty, int limit_ms);

/* A key by its code (tui/term/keys.h). */
void pty_key(struct pty *pty, int32_t key);

/* Presses and releases a button (1 to 3; 4 and 5: the wheel up and down) in a cell. */
void pty_mouse(struct pty *pty, int button, int row, int column);
void pty_bytes(struct pty *pty, const char *bytes, size_t length);
void pty_resize(struct pty *pty, int rows, int columns);

/* As pty_resize(), but the program alone sees it: what was written for a larger screen never meets
 * a smaller one here. */
void pty_tell_size(struct pty *pty, int rows, int columns);
void pty_signal(struct pty *pty, int signal);

/* Into the foreground again after a stop. */
void pty_continue(struct pty *pty);

/* Appends what differs between the terminal now and before the program started: nothing when all is
 * as it was. */
void pty_compare(const struct pty *pty, struct strbuf *differences);

/* The screen's row as text, blanks at its end cut. */
void pty_row(const struct pty *pty, int row, struct strbuf *text);

/* The screen as text in a frame of row numbers, then, for each row that has any, its colours and
 * attributes as letters, and what each letter is. */
void pty_dump(const struct pty *pty, struct strbuf *out);

/* Where the cursor is. */
void pty_cursor(const struct pty *pty, int *row, int *column);

/* Nanoseconds of processor time that the program has taken, all threads that still run; other load
 * on the machine does not count. */
int64_t pty_cpu(const struct pty *pty);

/* Ends the program if it still runs. */
void pty_end(struct pty *pty);

#endif
