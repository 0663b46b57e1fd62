#include "tui/view/lanes.h"

#include "tui/view/cursor.h"
#include "tui/view/ghost_draw.h"

#include <stdio.h>
#include <string.h>

struct canvas {
    const struct view *view;
    const struct areas *areas;
    struct grid *grid;
    struct window_frame frame;
    int32_t top, shown; /* first row of view->rows, and how many */
    uint32_t roles;
};

static int32_t screen_row(const struct canvas *c, size_t row)
{
    return c->areas->chart_top + (int32_t)row - c->top;
}

static bool is_shown(const struct canvas *c, size_t row)
{
    return (int64_t)row >= c->top && (int64_t)row < (int64_t)c->top + c->shown;
}

/* --- the lanes -----------------------------------------------------------------------------------
 */

static const struct layout_lane *lane_of(const struct canvas *c, const struct view_row *row)
{
    return &c->view->chart->layout->lanes[row->lane];
}

/* "stream a", or shorter where there is no room for that: "a", "conn. 3". */
static void add_label(const struct layout_lane *lane, int32_t room, char *text, size_t size)
{
    const char *space = strchr(lane->label, ' ');
    bool fits = grid_text_width(lane->label) <= room;
    if (!fits && space && lane->group == LANE_STREAM)
        snprintf(text, size, "%s", space + 1);
    else if (!fits && space && lane->group == LANE_CONNECTION)
        snprintf(text, size, "%s%s", lane->label[2] == 'n' ? "conn." : "copy", strrchr(space, ' '));
    else
        snprintf(text, size, "%s", lane->label);
}

/* The lane's name where it begins, and at the top where its beginning is out of sight. */
static void draw_label(const struct canvas *c, int32_t at, const struct view_row *row, bool first)
{
    const struct view *view = c->view;
    bool here = view->at.bar != WINDOW_NO_BAR && view->at.lane == row->lane;
    if (row->kind == ROW_RESIDENT && row->sub + 1 == view->rows.resident)
        grid_text(c->grid, at, 0, c->areas->label_right, "occupancy", ROLE_LABEL);
    if (row->kind != ROW_BARS || (row->sub > 0 && !first))
        return;
    char text[sizeof lane_of(c, row)->label];
    add_label(lane_of(c, row), c->areas->label_right + 1, text, sizeof text);
    grid_text(c->grid, at, 0, c->areas->label_right, text, here ? ROLE_TITLE : ROLE_LABEL);
}

/* A height over `resident` rows of eight steps each; any thread at all shows as one step. */
static void draw_resident(const struct canvas *c, int32_t at, uint16_t below)
{
    const struct chart *chart = c->view->chart;
    int64_t steps = (int64_t)c->view->rows.resident * 8;
    for (int32_t place = 0; place < c->frame.scale.length; place++) {
        int64_t end =
            place + 1 < c->frame.scale.length ? c->frame.edges[place + 1] : c->frame.scale.to;
        int64_t threads = chart_resident(chart, c->frame.edges[place], end);
        int64_t level = (threads * steps + chart->most_threads - 1) / chart->most_threads;
        level -= (int64_t)below * 8;
        struct grid_cell *cell = grid_at(c->grid, at, c->areas->chart_left + place);
        if (cell && level > 0)
            *cell = (struct grid_cell){.character = 0x2580u + (uint32_t)(level > 8 ? 8 : level),
                                       .role = ROLE_BEST};
    }
}

/* Of two timelines: where the second does not do what the first does. */
static void mark_differences(const struct canvas *c, size_t index)
{
    const struct view_row *row = &c->view->rows.list[index];
    const struct layout_lane *lane = lane_of(c, row);
    if (!pair_is_second(lane->key) || row->lane == 0 || lane[-1].group != lane->group ||
        lane[-1].key + 1 != lane->key)
        return;
    size_t above = c->view->rows.first[row->lane - 1] + row->sub;
    if (row->sub >= lane[-1].subs || !is_shown(c, above))
        return;
    for (int32_t column = c->areas->chart_left; column <= c->areas->chart_right; column++) {
        const struct grid_cell *first = grid_at(c->grid, screen_row(c, above), column);
        struct grid_cell *second = grid_at(c->grid, screen_row(c, index), column);
        bool is_ghost = first->attributes & CELL_DIM;
        enum bar_role role = is_ghost ? ROLE_NONE : first->role;
        if (role == second->role || !((grid_is_bar(first) && !is_ghost) || grid_is_bar(second)))
            continue;
        if (!grid_is_bar(second))
            second->role = ROLE_BAD;
        if (second->character == 0)
            second->character = 0x2260; /* not equal */
    }
}

/* A sub-lane that is not there any more. */
static void draw_old_lane(const struct canvas *c, int32_t at, const struct view_row *row)
{
    const struct ghost *ghost = c->view->ghost;
    const struct layout_lane *lane = &ghost->chart->layout->lanes[row->lane];
    char text[sizeof lane->label];
    if (row->sub == 0) {
        add_label(lane, c->areas->label_right + 1, text, sizeof text);
        grid_text(c->grid, at, 0, c->areas->label_right, text, ROLE_LABEL);
        grid_mark(c->grid, at, 0, c->areas->label_right, CELL_DIM);
    }
    ghost_draw_lane(ghost, c->view->chart->layout, &c->frame, row->lane, row->sub, at);
}

static void draw_row(struct canvas *c, size_t index, bool first)
{
    const struct view_row *row = &c->view->rows.list[index];
    int32_t at = screen_row(c, index);
    if (row->kind == ROW_GAP)
        return;
    if (row->kind == ROW_GHOST) {
        draw_old_lane(c, at, row);
        return;
    }
    draw_label(c, at, row, first);
    if (row->kind == ROW_RESIDENT) {
        draw_resident(c, at, row->sub);
        return;
    }
    window_draw(&c->view->chart->window, &c->frame, row->lane, row->sub, at, &c->roles);
    const struct chart *chart = c->view->chart;
    if (c->view->ghost && ghost_is_behind(c->view->ghost, chart))
        ghost_draw_row(c->view->ghost, &chart->window, chart->compare ? &chart->pair : NULL,
                       &c->frame, row->lane, row->sub, at);
    if (chart->compare)
        mark_differences(c, index);
    if (lane_of(c, row)->group == LANE_STREAM)
        window_draw_fences(&c->view->chart->window, &c->frame, at, &c->roles);
}

/* --- the line from a wait to what it was for -----------------------------------------------------
 */

static bool may_hold_line(const struct grid_cell *cell)
{
    return cell && cell->character == 0 &&
           (cell->role == ROLE_NONE || cell->role == ROLE_WAIT || cell->role == ROLE_RESOURCE ||
            cell->role == ROLE_FENCE);
}

static void put_line(const struct canvas *c, int32_t row, int32_t column, uint32_t character)
{
    struct grid_cell *cell = grid_at(c->grid, row, column);
    if (row >= c->areas->chart_top && row <= c->areas->chart_bottom && may_hold_line(cell))
        *cell = (struct grid_cell){.character = character, .role = ROLE_LINK};
}

/* Attributes for all of a bar, and a line through it, which a full block would not show. */
static void mark_bar(const struct canvas *c, const struct view_spot *spot, size_t row,
                     unsigned attributes, uint32_t line)
{
    const struct layout_bar *bar = &c->view->chart->layout->bars[spot->bar];
    int32_t from, to;
    if (!is_shown(c, row) || bar->to < c->frame.scale.from || bar->from > c->frame.scale.to)
        return;
    window_columns(&c->frame, bar, &from, &to);
    for (int32_t column = from; column <= to; column++) {
        struct grid_cell *cell = grid_at(c->grid, screen_row(c, row), column);
        if (grid_is_bar(cell) && cell->character == 0)
            cell->character = line;
    }
    grid_mark(c->grid, screen_row(c, row), from, to, attributes);
}

/* Along the lane, for as long as it waited. */
static void draw_wait(const struct canvas *c, const struct chart_wait *wait)
{
    size_t row = cursor_row(c->view);
    if (wait->to <= wait->from || wait->to < c->frame.scale.from ||
        wait->from > c->frame.scale.to || !is_shown(c, row))
        return;
    int32_t end = window_column(&c->frame, wait->to);
    for (int32_t i = window_column(&c->frame, wait->from); i < end; i++)
        put_line(c, screen_row(c, row), i, 0x2500);
}

/* From the row of what it waited for to its own, when the wait ended. */
static void draw_link(const struct canvas *c)
{
    struct chart_wait wait = cursor_wait_of(c->view);
    draw_wait(c, &wait);
    if (wait.blocker == TIMELINE_NO_OP)
        return;
    struct view there = *c->view; /* as if the cursor were there */
    there.at = cursor_find(c->view, wait.blocker, 0);
    if (there.at.bar == WINDOW_NO_BAR)
        return;
    size_t from = cursor_row(&there), to = cursor_row(c->view);
    mark_bar(c, &there.at, from, CELL_BOLD, 0x2500);
    if (wait.to < c->frame.scale.from || wait.to > c->frame.scale.to || from == to)
        return;
    int32_t column = window_column(&c->frame, wait.to);
    bool down = from < to; /* the blocker is above */
    for (size_t row = down ? from : to; row <= (down ? to : from); row++) {
        if (!is_shown(c, row))
            continue;
        uint32_t character = 0x2502; /* a line down */
        if (row == from)
            character = down ? 0x2510 : 0x2518;
        else if (row == to)
            character = down ? 0x2518 : 0x2510; /* from above, from below, to the left */
        put_line(c, screen_row(c, row), column, character);
    }
}

/* --- cursor and instant --------------------------------------------------------------------------
 */

void view_cursor_cell(const struct view *view, int32_t *row, int32_t *column)
{
    struct areas areas;
    view_areas(view, &areas);
    *row = areas.chart_top;
    *column = areas.chart_left;
    if (view->page == VIEW_ON_SEARCH) {
        int32_t width = 1 + grid_text_width(view->search);
        *row = areas.status;
        *column = width < areas.width ? width : areas.width - 1;
        return;
    }
    if (!view->chart || view->at.bar == WINDOW_NO_BAR)
        return;
    struct scale scale = {view->camera.from, view->camera.to,
                          areas.chart_right - areas.chart_left + 1};
    int32_t top = cursor_top(view, areas.chart_bottom - areas.chart_top + 1);
    *row = areas.chart_top + (int32_t)cursor_row(view) - top;
    *column = areas.chart_left + scale_place(&scale, view->chart->layout->bars[view->at.bar].from);
}

/* The bar as far as it is shown; an arrow at the edge that it lies beyond. */
static void draw_cursor(const struct canvas *c)
{
    const struct view *view = c->view;
    const struct layout_bar *bar = &view->chart->layout->bars[view->at.bar];
    int32_t row = screen_row(c, cursor_row(view));
    if (bar->to < c->frame.scale.from || bar->from > c->frame.scale.to) {
        bool left = bar->to < c->frame.scale.from;
        int32_t column = left ? c->areas->chart_left : c->areas->chart_right;
        *grid_at(c->grid, row, column) = (struct grid_cell){
            .character = left ? 0x25c0 : 0x25b6, .role = ROLE_KEY, .attributes = CELL_REVERSE};
        return;
    }
    mark_bar(c, &view->at, cursor_row(view), CELL_REVERSE, 0x2550);
}

static void draw_instant(const struct canvas *c)
{
    int64_t instant = c->view->instant;
    if (instant == TIMELINE_UNKNOWN || instant < c->frame.scale.from || instant > c->frame.scale.to)
        return;
    int32_t column = window_column(&c->frame, instant);
    for (int32_t i = 0; i < c->shown; i++) {
        struct grid_cell *cell = grid_at(c->grid, c->areas->chart_top + i, column);
        if (may_hold_line(cell))
            *cell = (struct grid_cell){.character = 0x2502, .role = ROLE_KEY};
        else if (cell)
            cell->attributes |= CELL_BOLD;
    }
    grid_text(c->grid, c->areas->ruler, column, column, "▼", ROLE_KEY);
}

void lanes_draw(const struct view *view, const struct areas *areas, struct grid *grid)
{
    struct canvas c = {.view = view, .areas = areas, .grid = grid};
    int32_t room = areas->chart_bottom - areas->chart_top + 1;
    window_frame_init(&c.frame, grid, areas->chart_left,
                      &(struct scale){view->camera.from, view->camera.to,
                                      areas->chart_right - areas->chart_left + 1});
    c.top = cursor_top(view, room);
    c.shown = (int32_t)view->rows.count - c.top < room ? (int32_t)view->rows.count - c.top : room;
    window_draw_ruler(&view->chart->window, &c.frame, areas->ruler);
    for (int32_t i = 0; i < c.shown; i++)
        draw_row(&c, (size_t)(c.top + i), i == 0);
    if (view->at.bar != WINDOW_NO_BAR) {
        draw_link(&c);
        draw_cursor(&c);
    }
    draw_instant(&c);
    for (int32_t i = 0; view->stale && i < c.shown; i++)
        grid_mark(grid, areas->chart_top + i, 0, areas->chart_right, CELL_DIM);
    window_frame_release(&c.frame);
}
