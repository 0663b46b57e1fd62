/* The terminal: a grid of cells is shown, keys, mouse and resizes come back. The only part that
 * knows curses, and only one of it can be open.
 *
 * The terminal is as it was after screen_close() and after every signal that ends the program; when
 * the program is stopped and goes on (SIGTSTP, SIGCONT) the screen comes back by itself. Built
 * without curses, screen_open() fails (absent.c).
 */
#ifndef TUI_TERM_SCREEN_H
#define TUI_TERM_SCREEN_H

#include "sim/base/err.h"
#include "sim/draw/grid.h"
#include "tui/term/theme.h"

#include <stdbool.h>

struct screen;

struct screen_options {
    bool utf8;  /* otherwise ASCII */
    bool color; /* as many as the terminal has; otherwise none */
    enum theme theme;
    const char *picture; /* a file that F12 writes the screen to, as SVG; NULL: F12 is a key */
};

/* Takes the terminal: standard input and output where they are one, else /dev/tty. Fails with
 * ERR_UNAVAILABLE where there is none or none that can show a screen. */
int screen_open(struct screen **screen, const struct screen_options *options, struct err *err);

/* Rows and columns as they are now; at least 1. */
void screen_size(const struct screen *screen, int32_t *width, int32_t *height);

/* Shows the grid from the upper left corner on; only what changed is written. The terminal's cursor
 * stands in a cell, or is hidden when `cursor_row` is negative. */
void screen_show(struct screen *screen, const struct grid *grid, int32_t cursor_row,
                 int32_t cursor_column);

enum screen_event_kind {
    SCREEN_KEY,
    SCREEN_MOUSE,
    SCREEN_RESIZE, /* or back from a stop: everything is to be drawn again */
    SCREEN_TICK,   /* nothing came for as long as was asked */
    SCREEN_END,    /* the terminal is gone */
};

struct screen_event {
    enum screen_event_kind kind;
    int32_t key;         /* SCREEN_KEY: a character or an enum keycode (keys.h) */
    int32_t row, column; /* SCREEN_MOUSE */
    int button;          /* 1 to 3 when it was pressed, else 0 */
    int wheel;           /* -1: up, 1: down, else 0 */
};

/* The next event; waits at most `timeout_ms`, -1: as long as it takes. */
struct screen_event screen_event(struct screen *screen, int timeout_ms);

/* Other colours from the next screen_show() on. */
void screen_theme(struct screen *screen, enum theme theme);

/* Gives the terminal back for a while, as for an editor, and takes it again. In between the
 * program's signals are as they were before screen_open(). */
void screen_suspend(struct screen *screen);
void screen_resume(struct screen *screen);

void screen_close(struct screen *screen);

#endif
