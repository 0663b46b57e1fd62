/* The list of lessons, with what the reader has done of each. */
#ifndef TUI_LEARN_LIST_H
#define TUI_LEARN_LIST_H

#include "sim/draw/grid.h"
#include "tui/learn/actions.h"

#include <stddef.h>
#include <stdint.h>

enum list_progress {
    LIST_NEW,
    LIST_STARTED,
    LIST_DONE,   /* its exercise is passed */
    LIST_BROKEN, /* cannot be read */
};

struct list_row {
    char *slug, *title, *summary; /* the list's */
    enum list_progress progress;
    int points, most_points;
};

struct list {
    struct list_row *rows;
    size_t count, capacity;
    size_t cursor;
};

void list_init(struct list *list);

/* Strings are copied. A lesson that cannot be read has its error as summary. */
struct list_row *list_add(struct list *list, const char *slug, const char *title,
                          const char *summary);

/* Puts the cursor on the first lesson that is started, else on the first that is new. */
void list_find_place(struct list *list);

void list_key(struct list *list, enum learn_action action, int32_t height);

/* Puts the cursor on the lesson in a row of a screen of that height; false if there is none. */
bool list_click(struct list *list, int32_t height, int32_t row);

/* Draws everything but the first and the last row of the screen. */
void list_draw(const struct list *list, struct grid *grid, int32_t *row, int32_t *column);

void list_release(struct list *list);

#endif
