/* Keys, and the tables that bind them to what a view does.
 *
 * A key is a number: a character by its code point, a control character by its code, the others
 * from KEYCODE_FIRST on. A binding is one row of a const table: keys, action, in which views, and a
 * sentence; the footer and the help page are made from the same rows, so they cannot be wrong.
 * Knows nothing of curses, nor of what an action does.
 */
#ifndef TUI_TERM_KEYS_H
#define TUI_TERM_KEYS_H

#include "sim/draw/grid.h"

#include <stddef.h>
#include <stdint.h>

/* Keys that are no characters: constant, name. */
#define KEYCODES(X)                                                                                \
    X(UP, "Up")                                                                                    \
    X(DOWN, "Down")                                                                                \
    X(LEFT, "Left")                                                                                \
    X(RIGHT, "Right")                                                                              \
    X(HOME, "Home")                                                                                \
    X(END, "End")                                                                                  \
    X(PAGE_UP, "PageUp")                                                                           \
    X(PAGE_DOWN, "PageDown")                                                                       \
    X(INSERT, "Insert")                                                                            \
    X(DELETE, "Delete")                                                                            \
    X(BACKSPACE, "Backspace")                                                                      \
    X(ENTER, "Enter")                                                                              \
    X(TAB, "Tab")                                                                                  \
    X(BACK_TAB, "Shift-Tab")                                                                       \
    X(ESCAPE, "Escape")                                                                            \
    X(SHIFT_UP, "Shift-Up")                                                                        \
    X(SHIFT_DOWN, "Shift-Down")                                                                    \
    X(SHIFT_LEFT, "Shift-Left")                                                                    \
    X(SHIFT_RIGHT, "Shift-Right")                                                                  \
    X(CTRL_UP, "Ctrl-Up")                                                                          \
    X(CTRL_DOWN, "Ctrl-Down")                                                                      \
    X(CTRL_LEFT, "Ctrl-Left")                                                                      \
    X(CTRL_RIGHT, "Ctrl-Right")                                                                    \
    X(F1, "F1")                                                                                    \
    X(F2, "F2")                                                                                    \
    X(F3, "F3")                                                                                    \
    X(F4, "F4")                                                                                    \
    X(F5, "F5")                                                                                    \
    X(F6, "F6")                                                                                    \
    X(F7, "F7")                                                                                    \
    X(F8, "F8")                                                                                    \
    X(F9, "F9")                                                                                    \
    X(F10, "F10")                                                                                  \
    X(F11, "F11")                                                                                  \
    X(F12, "F12")

enum keycode {
    KEYCODE_FIRST = 0x110000, /* behind the last code point */
#define KEYCODE_CONSTANT(constant, name) KEYCODE_##constant,
    KEYCODES(KEYCODE_CONSTANT)
#undef KEYCODE_CONSTANT
        KEYCODE_END_OF_LIST
};

/* The control key of a lower-case letter. Ctrl-H, Ctrl-I, Ctrl-J and Ctrl-M come as Backspace, Tab
 * and Enter. */
#define KEYCODE_CTRL(letter) ((letter)&0x1f)

/* "Right", "Ctrl-L", "Space", "q": at most `size` bytes. */
void keycode_name(int32_t key, char *name, size_t size);

/* The key of that name; 0 if there is none. */
int32_t keycode_from_name(const char *name);

enum { BINDING_KEYS = 4 };

struct binding {
    int32_t keys[BINDING_KEYS]; /* any of them; 0 behind the last */
    int action;                 /* the view's own; never 0 */
    unsigned where;             /* the views it holds in, bits of the owner's choice; 0: in all */
    const char *brief;          /* for the footer, a word or two; NULL: not shown there */
    const char *text;           /* for the help, a phrase; NULL: as the row above, not shown */
    const char *heading;        /* of the help, above this row; NULL: none */
};

struct bindings {
    const struct binding *rows;
    size_t count;
};

/* The rows of both, one table behind the other. free() joined->rows. */
void bindings_join(struct bindings *joined, const struct bindings *first,
                   const struct bindings *second);

/* The action of a key in a view (`where`: its bit), 0 if it has none. The first row that matches
 * counts. */
int bindings_find(const struct bindings *bindings, int32_t key, unsigned where);

/* The first of an action's keys there, for texts that name it; 0 if it is not bound. */
int32_t bindings_key(const struct bindings *bindings, int action, unsigned where);

/* A row of the grid: keys with their briefs, as many as fit in columns [from, to]; that of ? (help)
 * among them. */
void bindings_footer(const struct bindings *bindings, unsigned where, struct grid *grid,
                     int32_t row, int32_t from, int32_t to);

/* The help page in rows [top, bottom] of the grid, `first` lines left out above. Returns how many
 * lines it has in all, for scrolling. */
int32_t bindings_help(const struct bindings *bindings, unsigned where, struct grid *grid,
                      int32_t top, int32_t bottom, int32_t first);

#endif
