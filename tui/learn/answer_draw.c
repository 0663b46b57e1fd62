#include "tui/learn/answer.h"

#include "sim/draw/page.h"
#include "sim/draw/scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the parts of a line stand, for drawing and for the pointer alike. */
struct answer_plan {
    int32_t top, bottom; /* rows of the items, the last included */
    int32_t left, right; /* columns, the last included */
    int32_t names;       /* columns of the longest name */
    int32_t texts;       /* of the longest lane */
    int32_t first;       /* column of the chart */
    int32_t slot;        /* columns of one operation; 0: no room for a chart */
    size_t scrolled;     /* items above the first that is shown */
};

static int32_t longest(const struct answer *answer, bool name)
{
    int32_t most = name && answer->with ? grid_text_width(answer->with) : 0;
    for (size_t i = 0; i < answer->count; i++) {
        int32_t width = grid_text_width(name ? answer->items[i].name : answer->items[i].text);
        most = width > most ? width : most;
    }
    return most;
}

/* Lines that an item takes. */
static int32_t lines_of(const struct answer *answer, size_t item, int32_t width)
{
    if (answer->kind != QUESTION_CHOICE)
        return 1;
    struct page page;
    page_init(&page, answer->items[item].text, width, false);
    int32_t count = (int32_t)page.line_count;
    page_release(&page);
    return count > 0 ? count : 1;
}

static int32_t text_width(const struct answer_plan *plan)
{
    int32_t width = plan->right - plan->left + 1 - 2 - plan->names - 2;
    return width > PAGE_LEAST_WIDTH ? width : PAGE_LEAST_WIDTH;
}

/* The first item that is shown, so that the one under the cursor is whole. */
static size_t scroll(const struct answer *answer, const struct answer_plan *plan)
{
    int32_t room = plan->bottom - plan->top + 1, used = 0;
    size_t first = answer->cursor;
    for (size_t i = answer->cursor + 1; i-- > 0;) {
        used += lines_of(answer, i, text_width(plan));
        if (used > room)
            break;
        first = i;
    }
    return first;
}

static void make_plan(struct answer_plan *plan, const struct answer *answer,
                      const struct learn_rect *rect)
{
    memset(plan, 0, sizeof *plan);
    plan->left = rect->column + (rect->width > 60);
    plan->right = rect->column + rect->width - 1;
    plan->top = rect->row + 1 + (answer->kind == QUESTION_OVERLAP && answer->with);
    plan->bottom = rect->row + rect->height - 1;
    plan->names = longest(answer, true);
    plan->names = plan->names < 16 ? plan->names : 16;
    if (answer->kind == QUESTION_CHOICE) {
        plan->scrolled = answer->count ? scroll(answer, plan) : 0;
        return;
    }
    plan->texts = longest(answer, false);
    plan->texts = plan->texts < 14 ? plan->texts : 14;
    plan->first = plan->left + 2 + plan->names + 1 + plan->texts + 1;
    if (answer->kind == QUESTION_ORDER)
        plan->first += 3;
    int32_t room = plan->right - plan->first + 1;
    int32_t slots = answer->kind == QUESTION_ORDER ? (int32_t)answer->count : 2;
    plan->slot = slots > 0 && room / slots >= 2 ? room / slots : 0;
    plan->slot = plan->slot < 16 ? plan->slot : 16;
    if (answer->count)
        plan->scrolled = scroll(answer, plan);
}

static void draw_head(const struct answer *answer, struct grid *grid, const struct learn_rect *rect)
{
    static const char *const heads[] = {
        [QUESTION_ORDER] = "Put them in the order in which they start",
        [QUESTION_OVERLAP] = "Mark what runs at the same time",
        [QUESTION_TIME] = "How long? Type it, or move the bar",
        [QUESTION_CHOICE] = "Choose",
    };
    const char *head = answer->kind == QUESTION_ORDER && answer->by_end
                           ? "Put them in the order in which they end"
                           : heads[answer->kind];
    grid_text(grid, rect->row, rect->column + (rect->width > 60), rect->column + rect->width - 1,
              head, ROLE_TITLE);
}

static void draw_choice(const struct answer *answer, const struct answer_plan *plan,
                        struct grid *grid, int32_t *cursor)
{
    int32_t row = plan->top;
    for (size_t i = plan->scrolled; i < answer->count && row <= plan->bottom; i++) {
        bool here = i == answer->cursor;
        if (here) {
            grid_text(grid, row, plan->left, plan->right, "▸", ROLE_KEY);
            *cursor = row;
        }
        grid_text(grid, row, plan->left + 2, plan->left + 1 + plan->names, answer->items[i].name,
                  ROLE_KEY);
        struct page page;
        page_init(&page, answer->items[i].text, text_width(plan), false);
        int32_t column = plan->left + 2 + plan->names + 2, begin = row;
        for (size_t line = 0; line < page.line_count && row <= plan->bottom; line++, row++)
            page_draw(&page, grid, row, column, line, 1);
        row += row == begin;
        page_release(&page);
        for (int32_t r = begin; here && r < row; r++)
            grid_mark(grid, r, plan->left, plan->right, CELL_BOLD);
    }
}

/* An operation as a bar with its name. */
static void draw_bar(struct grid *grid, int32_t row, int32_t from, int32_t width, const char *name)
{
    grid_fill(grid, row, from, from + width - 2 + (width < 3), ROLE_KERNEL);
    if (width >= 4)
        grid_text(grid, row, from + 1, from + width - 3, name, ROLE_KERNEL);
}

static void draw_operations(const struct answer *answer, const struct answer_plan *plan,
                            struct grid *grid, int32_t *cursor)
{
    if (answer->kind == QUESTION_OVERLAP && answer->with) {
        grid_text(grid, plan->top - 1, plan->left + 2, plan->left + 1 + plan->names, answer->with,
                  ROLE_LABEL);
        if (plan->slot)
            draw_bar(grid, plan->top - 1, plan->first, plan->slot, answer->with);
    }
    for (size_t i = plan->scrolled; i < answer->count; i++) {
        int32_t row = plan->top + (int32_t)(i - plan->scrolled);
        if (row > plan->bottom)
            break;
        const struct answer_item *item = &answer->items[i];
        if (i == answer->cursor) {
            grid_text(grid, row, plan->left, plan->right, "▸", ROLE_KEY);
            *cursor = row;
        }
        int32_t column = plan->left + 2;
        grid_text(grid, row, column, column + plan->names - 1, item->name,
                  i == answer->cursor ? ROLE_KEY : ROLE_LABEL);
        column += plan->names + 1;
        grid_text(grid, row, column, column + plan->texts - 1, item->text, ROLE_NOTE);
        size_t place = answer->places[i];
        if (answer->kind == QUESTION_ORDER) {
            char number[24];
            snprintf(number, sizeof number, "%2zu", place);
            grid_text(grid, row, plan->first - 3, plan->right, place ? number : " ?", ROLE_KEY);
            if (place && plan->slot)
                draw_bar(grid, row, plan->first + (int32_t)(place - 1) * plan->slot, plan->slot,
                         item->name);
        } else if (plan->slot) {
            draw_bar(grid, row, plan->first + (place ? 0 : plan->slot), plan->slot, item->name);
        } else {
            grid_text(grid, row, plan->right, plan->right, place ? "*" : "-", ROLE_KEY);
        }
    }
}

static struct scale ruler(const struct answer *answer, const struct learn_rect *rect)
{
    int32_t length = rect->width - 2;
    return (struct scale){0, answer->range, length > 1 ? length : 1};
}

/* A ruler, the bar below it, and what it says in figures. */
static void draw_time(const struct answer *answer, struct grid *grid, const struct learn_rect *rect,
                      int32_t *row, int32_t *column)
{
    struct scale scale = ruler(answer, rect);
    int64_t step = scale_tick_step(&scale, 12);
    int32_t left = rect->column + 1, right = rect->column + rect->width - 1;
    int32_t top = rect->row + 1;
    struct strbuf text;
    strbuf_init(&text);
    for (int64_t time = 0; time <= scale.to && rect->height > 3; time += step) {
        int32_t at = left + scale_place(&scale, time);
        strbuf_clear(&text);
        scale_tick_text(&text, time, step);
        if (at + (int32_t)text.length > right)
            break;
        grid_text(grid, top, at, at, "|", ROLE_AXIS);
        grid_text(grid, top, at + 1, right, text.text, ROLE_AXIS);
    }
    top += rect->height > 3;
    int64_t time = answer->time < 0 ? 0 : answer->time;
    int32_t end = left + scale_place(&scale, time);
    if (answer->time > 0)
        grid_fill(grid, top, left, end, ROLE_LENGTH);
    strbuf_clear(&text);
    strbuf_adds(&text, "> ");
    if (answer->typed[0])
        strbuf_adds(&text, answer->typed);
    else if (answer->time >= 0)
        scale_tick_text(&text, answer->time, step / 10);
    bool has_unit = answer->typed[0] && strpbrk(answer->typed, "ums");
    int32_t behind = grid_text(grid, top + 1, left, right, text.text, ROLE_KEY);
    if (answer->typed[0] && !has_unit)
        grid_text(grid, top + 1, behind, right, answer->range >= 10000000 ? " ms" : " us",
                  ROLE_NOTE);
    *row = top + 1 < rect->row + rect->height ? top + 1 : top;
    *column = behind <= right ? behind : right;
    strbuf_release(&text);
}

void answer_draw(const struct answer *answer, struct grid *grid, const struct learn_rect *rect,
                 int32_t *row, int32_t *column)
{
    draw_head(answer, grid, rect);
    if (answer->kind == QUESTION_TIME) {
        draw_time(answer, grid, rect, row, column);
        return;
    }
    struct answer_plan plan;
    make_plan(&plan, answer, rect);
    *row = plan.top;
    *column = plan.left;
    if (answer->kind == QUESTION_CHOICE)
        draw_choice(answer, &plan, grid, row);
    else
        draw_operations(answer, &plan, grid, row);
}

void answer_click(struct answer *answer, const struct learn_rect *rect, int32_t row, int32_t column)
{
    if (!learn_rect_has(rect, row, column))
        return;
    if (answer->kind == QUESTION_TIME) {
        struct scale scale = ruler(answer, rect);
        int32_t at = column - rect->column - 1;
        answer->typed[0] = 0;
        answer->time = at <= 0 ? 0 : answer->range / scale.length * at;
        return;
    }
    struct answer_plan plan;
    make_plan(&plan, answer, rect);
    int32_t at = plan.top;
    for (size_t i = plan.scrolled; i < answer->count && at <= plan.bottom; i++) {
        int32_t lines = lines_of(answer, i, text_width(&plan));
        if (row >= at && row < at + lines) {
            answer->cursor = i;
            if (answer->kind != QUESTION_CHOICE)
                answer_key(answer, LEARN_PICK, 0);
            return;
        }
        at += lines;
    }
}
