#include "tui/learn/list.h"

#include "sim/base/mem.h"
#include "sim/base/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void list_init(struct list *list)
{
    memset(list, 0, sizeof *list);
}

struct list_row *list_add(struct list *list, const char *slug, const char *title,
                          const char *summary)
{
    list->rows = mem_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    struct list_row *row = &list->rows[list->count++];
    *row = (struct list_row){
        .slug = mem_strdup(slug), .title = mem_strdup(title), .summary = mem_strdup(summary)};
    return row;
}

void list_find_place(struct list *list)
{
    static const enum list_progress wanted[] = {LIST_STARTED, LIST_NEW};
    for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
        for (size_t i = 0; i < list->count; i++)
            if (list->rows[i].progress == wanted[w]) {
                list->cursor = i;
                return;
            }
}

void list_key(struct list *list, enum learn_action action, int32_t height)
{
    size_t last = list->count ? list->count - 1 : 0;
    size_t page = height > 8 ? (size_t)height - 6 : 1;
    switch (action) {
    case LEARN_UP:
        list->cursor -= list->cursor > 0;
        break;
    case LEARN_DOWN:
        list->cursor += list->cursor < last;
        break;
    case LEARN_PAGE_UP:
        list->cursor = list->cursor > page ? list->cursor - page : 0;
        break;
    case LEARN_PAGE_DOWN:
        list->cursor = list->cursor + page < last ? list->cursor + page : last;
        break;
    case LEARN_HOME:
        list->cursor = 0;
        break;
    case LEARN_END:
        list->cursor = last;
        break;
    default:
        break;
    }
}

/* Below the lessons stand an empty row and two of the summary. */
enum { TOP = 1, BELOW = 3 };

static int32_t room(int32_t height)
{
    int32_t rows = height - TOP - BELOW - 1;
    return rows > 1 ? rows : 1;
}

static size_t first_shown(const struct list *list, int32_t height)
{
    size_t rows = (size_t)room(height);
    return list->cursor < rows ? 0 : list->cursor - rows + 1;
}

bool list_click(struct list *list, int32_t height, int32_t row)
{
    size_t at = first_shown(list, height) + (size_t)(row - TOP);
    if (row < TOP || row >= TOP + room(height) || at >= list->count)
        return false;
    list->cursor = at;
    return true;
}

static void draw_row(const struct list_row *row, size_t number, struct grid *grid, int32_t at)
{
    static const struct {
        const char *mark;
        enum bar_role role;
        const char *word;
    } looks[] = {
        [LIST_NEW] = {" ", ROLE_LABEL, ""},
        [LIST_STARTED] = {"•", ROLE_KEY, "started"},
        [LIST_DONE] = {"✓", ROLE_GOOD, "done"},
        [LIST_BROKEN] = {"✗", ROLE_BAD, "cannot be read"},
    };
    char text[80];
    snprintf(text, sizeof text, "%2zu", number);
    grid_text(grid, at, 2, 4, text, ROLE_NOTE);
    grid_text(grid, at, 5, 5, looks[row->progress].mark, looks[row->progress].role);
    int32_t right = grid->width - 2, points = right;
    if (row->progress == LIST_BROKEN || row->most_points == 0)
        snprintf(text, sizeof text, "%s", looks[row->progress].word);
    else if (row->progress == LIST_NEW)
        snprintf(text, sizeof text, "%d points", row->most_points);
    else
        snprintf(text, sizeof text, "%s  %d of %d points", looks[row->progress].word, row->points,
                 row->most_points);
    points = right - grid_text_width(text) + 1;
    grid_text(grid, at, 7, points - 3, row->title, ROLE_LABEL);
    grid_text(grid, at, points, right, text, looks[row->progress].role);
}

void list_draw(const struct list *list, struct grid *grid, int32_t *row, int32_t *column)
{
    size_t first = first_shown(list, grid->height);
    *row = TOP;
    *column = 0;
    for (size_t i = first; i < list->count && i < first + (size_t)room(grid->height); i++) {
        int32_t at = TOP + (int32_t)(i - first);
        draw_row(&list->rows[i], i + 1, grid, at);
        if (i == list->cursor) {
            grid_text(grid, at, 0, 0, "▸", ROLE_KEY);
            grid_mark(grid, at, 0, grid->width - 1, CELL_REVERSE);
            *row = at;
        }
    }
    if (list->cursor >= list->count)
        return;
    struct strbuf lines;
    strbuf_init(&lines);
    wrap_add(&lines, list->rows[list->cursor].summary, grid->width - 4 > 8 ? grid->width - 4 : 8, 0,
             0);
    int32_t at = grid->height - BELOW;
    for (char *line = lines.text; *line && at < grid->height - 1; at++) {
        char *end = strchr(line, '\n');
        *end = 0;
        grid_text(grid, at, 2, grid->width - 2, line, ROLE_NOTE);
        line = end + 1;
    }
    strbuf_release(&lines);
}

void list_release(struct list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->rows[i].slug);
        free(list->rows[i].title);
        free(list->rows[i].summary);
    }
    free(list->rows);
    memset(list, 0, sizeof *list);
}
