#include "tui/learn/pane.h"

enum {
    MOST_LINE = 84,    /* longer lines are hard to read */
    LEAST_HEAD = 4,    /* rows of a pane that has a first row of its own */
    LEAST_MARGIN = 60, /* columns */
    ALL_ROWS = 1 << 20,
};

void pane_title(struct grid *grid, const char *title, const char *where)
{
    grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
    int32_t column = grid->width - grid_text_width(where) - 1;
    grid_text(grid, 0, 1, column - 2, title, ROLE_STATUS);
    grid_text(grid, 0, column, grid->width - 1, where, ROLE_STATUS);
}

struct learn_rect pane_below_head(const struct learn_rect *rect)
{
    struct learn_rect inner = *rect;
    int32_t head = rect->height >= LEAST_HEAD;
    inner.row += head;
    inner.height -= head;
    return inner;
}

struct learn_rect pane_head(struct grid *grid, const struct learn_rect *rect, const char *text)
{
    if (rect->height < LEAST_HEAD)
        return *rect;
    int32_t right = rect->column + rect->width - 1;
    for (int32_t column = rect->column; column <= right; column++)
        grid_text(grid, rect->row, column, right, "─", ROLE_AXIS);
    grid_text(grid, rect->row, rect->column + 1, right - 1, " ", ROLE_TITLE);
    int32_t end = grid_text(grid, rect->row, rect->column + 2, right - 2, text, ROLE_TITLE);
    grid_text(grid, rect->row, end, right - 1, " ", ROLE_TITLE);
    return pane_below_head(rect);
}

void pane_rule(struct grid *grid, const struct learn_rect *rect)
{
    for (int32_t row = rect->row; row < rect->row + rect->height; row++)
        grid_text(grid, row, rect->column, rect->column, "│", ROLE_AXIS);
}

struct learn_rect pane_text_rect(const struct learn_rect *rect)
{
    struct learn_rect inner = *rect;
    int32_t margin = rect->width > LEAST_MARGIN ? 2 : 0;
    inner.column += margin;
    inner.width -= margin;
    return inner;
}

int32_t pane_text_width(const struct learn_rect *rect)
{
    int32_t width = pane_text_rect(rect).width - 1;
    return width < MOST_LINE ? width : MOST_LINE;
}

int32_t pane_step(enum learn_action action, const struct learn_rect *rect)
{
    int32_t page = rect->height > 2 ? rect->height - 1 : 1;
    switch (action) {
    case LEARN_UP:
        return -1;
    case LEARN_DOWN:
        return 1;
    case LEARN_PAGE_UP:
        return -page;
    case LEARN_PAGE_DOWN:
        return page;
    case LEARN_HOME:
        return -ALL_ROWS;
    case LEARN_END:
        return ALL_ROWS;
    default:
        return 0;
    }
}
