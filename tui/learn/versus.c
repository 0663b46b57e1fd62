#include "tui/learn/versus.h"

#include "sim/base/mem.h"
#include "sim/draw/code_line.h"

#include <stdlib.h>
#include <string.h>

void versus_init(struct versus *versus, const char *mine, const char *solution, bool beside)
{
    memset(versus, 0, sizeof *versus);
    versus->mine = mem_strdup(mine);
    versus->solution = mem_strdup(solution);
    versus->beside = beside;
    line_diff_init(&versus->diff, versus->mine, versus->solution);
    while (versus->top < versus->diff.count && versus->diff.rows[versus->top].kind == LINE_SAME)
        versus->top++;
    if (versus->top == versus->diff.count)
        versus->top = 0;
    versus->top = versus->top > 3 ? versus->top - 3 : 0; /* with what stands before it */
}

void versus_key(struct versus *versus, enum learn_action action, int32_t height)
{
    size_t last = versus->diff.count > 1 ? versus->diff.count - 1 : 0;
    size_t page = height > 4 ? (size_t)height - 3 : 1, top = versus->top;
    switch (action) {
    case LEARN_UP:
        top -= top > 0;
        break;
    case LEARN_DOWN:
        top++;
        break;
    case LEARN_PAGE_UP:
        top = top > page ? top - page : 0;
        break;
    case LEARN_PAGE_DOWN:
        top += page;
        break;
    case LEARN_HOME:
        top = 0;
        break;
    case LEARN_END:
        top = last;
        break;
    case LEARN_SIDES:
        versus->beside = !versus->beside;
        break;
    default:
        break;
    }
    versus->top = top < last ? top : last;
}

static const struct {
    const char *mark;
    enum bar_role role;
} looks[] = {
    [LINE_SAME] = {" ", ROLE_LABEL}, [LINE_GONE] = {"-", ROLE_BAD}, [LINE_NEW] = {"+", ROLE_GOOD}};

static void draw_line(struct grid *grid, int32_t row, int32_t left, int32_t right,
                      enum line_diff_kind kind, const char *text, size_t length)
{
    grid_text(grid, row, left, right, looks[kind].mark, looks[kind].role);
    code_line_draw(grid, row, left + 2, right, text, length, looks[kind].role);
}

/* Each side has its own column; a line that the other side lacks leaves a gap there. */
static void draw_beside(const struct versus *versus, struct grid *grid,
                        const struct learn_rect *rect)
{
    int32_t half = (rect->width - 1) / 2, bottom = rect->row + rect->height - 1;
    int32_t middle = rect->column + half, right = rect->column + rect->width - 1;
    grid_text(grid, rect->row, rect->column + 2, middle - 1, "yours", ROLE_TITLE);
    grid_text(grid, rect->row, middle + 3, right, "the solution", ROLE_TITLE);
    int32_t left_row = rect->row + 1, right_row = left_row;
    for (int32_t row = rect->row; row <= bottom; row++)
        grid_text(grid, row, middle, middle, "│", ROLE_AXIS);
    for (size_t i = versus->top; i < versus->diff.count; i++) {
        const struct line_diff_row *line = &versus->diff.rows[i];
        if (line->kind == LINE_SAME) /* both sides go on at the same height */
            left_row = right_row = left_row > right_row ? left_row : right_row;
        if (line->before && left_row <= bottom)
            draw_line(grid, left_row, rect->column, middle - 1, line->kind, line->before,
                      line->before_length);
        if (line->after && right_row <= bottom)
            draw_line(grid, right_row, middle + 1, right, line->kind, line->after,
                      line->after_length);
        left_row += line->before != NULL;
        right_row += line->after != NULL;
        if (left_row > bottom && right_row > bottom)
            break;
    }
}

static void draw_below(const struct versus *versus, struct grid *grid,
                       const struct learn_rect *rect)
{
    int32_t right = rect->column + rect->width - 1, row = rect->row;
    int32_t column = grid_text(grid, row, rect->column, right, "- only yours", ROLE_BAD);
    grid_text(grid, row++, column + 3, right, "+ only the solution", ROLE_GOOD);
    for (size_t i = versus->top; i < versus->diff.count && row < rect->row + rect->height;
         i++, row++) {
        const struct line_diff_row *line = &versus->diff.rows[i];
        draw_line(grid, row, rect->column, right, line->kind,
                  line->before ? line->before : line->after,
                  line->before ? line->before_length : line->after_length);
    }
}

void versus_draw(const struct versus *versus, struct grid *grid, const struct learn_rect *rect)
{
    if (versus->beside)
        draw_beside(versus, grid, rect);
    else
        draw_below(versus, grid, rect);
}

void versus_release(struct versus *versus)
{
    line_diff_release(&versus->diff);
    free(versus->mine);
    free(versus->solution);
    memset(versus, 0, sizeof *versus);
}
