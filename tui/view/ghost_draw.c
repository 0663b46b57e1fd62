#include "tui/view/ghost_draw.h"

#include "sim/base/mem.h"
#include "tui/view/rows.h"

#include <stdlib.h>
#include <string.h>

/* What the clock of what is shown now is ahead of the ghost's, ns. */
static int64_t ahead(const struct ghost *ghost, const struct layout *now)
{
    return now->timeline->zero - ghost->chart->timeline->zero;
}

void ghost_extent(const struct ghost *ghost, const struct layout *now, int64_t *from, int64_t *to)
{
    *from = ghost->chart->layout->from + ahead(ghost, now);
    *to = ghost->chart->layout->to + ahead(ghost, now);
}

/* The bar of a sub-lane that each column shows; free() it. */
static size_t *bars_of(const struct window_frame *frame, const struct window *window, size_t lane,
                       uint16_t sub)
{
    size_t *bars = mem_zalloc((size_t)frame->scale.length * sizeof *bars);
    window_bars_in(window, frame, lane, sub, bars);
    return bars;
}

/* A sign where each operation of a sub-lane begins for which `holds`; `own`: what the operations of
 * the layout are called there, NULL: the same. */
static void sign(const struct window_frame *frame, const struct layout *layout, const size_t *bars,
                 int32_t row, const struct ghost *ghost, const uint32_t *own,
                 bool (*holds)(const struct ghost *ghost, uint32_t op), uint32_t character)
{
    for (int32_t i = 0; i < frame->scale.length; i++) {
        struct grid_cell *cell = grid_at(frame->grid, row, frame->left + i);
        bool begins = bars[i] != WINDOW_NO_BAR && (i == 0 || bars[i] != bars[i - 1]);
        if (!begins || !cell)
            continue;
        uint32_t op = layout->bars[bars[i]].op;
        if (holds(ghost, own && op != TIMELINE_NO_OP ? own[op] : op)) {
            cell->character = character;
            cell->attributes |= CELL_BOLD;
        }
    }
}

static bool is_free(const struct grid_cell *cell)
{
    return cell->role == ROLE_NONE && cell->character == 0;
}

/* One bar of a line, columns [from, to], into the free cells of a row: its name only if all of it
 * is seen. */
static void copy_bar(struct grid *grid, int32_t row, struct grid *line, int32_t from, int32_t to)
{
    bool named = true;
    for (int32_t column = from; column <= to; column++) {
        const struct grid_cell *cell = grid_at(grid, row, column);
        named &= (cell && is_free(cell)) || !grid_is_on_bar(grid_at(line, 0, column));
    }
    for (int32_t column = from; column <= to; column++) {
        struct grid_cell *cell = grid_at(grid, row, column);
        const struct grid_cell *old = grid_at(line, 0, column);
        if (!cell || !is_free(cell) || old->role == ROLE_NONE)
            continue;
        *cell = *old;
        if (!named && grid_is_on_bar(old))
            cell->character = 0;
        cell->attributes |= CELL_DIM;
    }
}

/* The frame of what is shown now, in the ghost's clock. */
static void move_frame(struct window_frame *frame, const struct window_frame *now, int64_t by)
{
    size_t length = (size_t)now->scale.length;
    *frame = *now;
    frame->scale.from -= by;
    frame->scale.to -= by;
    frame->edges = mem_zalloc(length * sizeof *frame->edges);
    for (size_t i = 0; i < length; i++)
        frame->edges[i] = now->edges[i] - by;
}

/* What was there before, dim, where nothing is now; `by`: as ahead(). */
static void draw_old(const struct ghost *ghost, int64_t by, const struct window_frame *now,
                     size_t there, uint16_t sub, int32_t row)
{
    const struct chart *old = ghost->chart;
    struct grid line;
    struct window_frame frame;
    uint32_t roles = 0;
    grid_init(&line, now->grid->width, 1);
    move_frame(&frame, now, by);
    frame.grid = &line;
    window_draw(&old->window, &frame, there, sub, 0, &roles);
    size_t *bars = bars_of(&frame, &old->window, there, sub);
    sign(&frame, old->layout, bars, 0, ghost, NULL, ghost_is_gone, 'x');
    for (int32_t i = 0; i < frame.scale.length;) {
        int32_t next = i + 1;
        while (next < frame.scale.length && bars[next] == bars[i])
            next++;
        copy_bar(now->grid, row, &line, frame.left + i, frame.left + next - 1);
        i = next;
    }
    free(bars);
    window_frame_release(&frame);
    grid_release(&line);
}

void ghost_draw_row(const struct ghost *ghost, const struct window *now, const struct pair *pair,
                    const struct window_frame *frame, size_t lane, uint16_t sub, int32_t row)
{
    const struct layout_lane *l = &now->layout->lanes[lane];
    if (pair && pair_is_second(l->key))
        return;
    size_t *bars = bars_of(frame, now, lane, sub);
    sign(frame, now->layout, bars, row, ghost, pair ? pair->own : NULL, ghost_is_fresh, '+');
    free(bars);
    uint32_t key = pair ? pair_own_key(l->group, l->key) : l->key;
    size_t there = rows_lane(ghost->chart, l->group, key);
    if (there != SIZE_MAX && sub < ghost->chart->layout->lanes[there].subs)
        draw_old(ghost, ahead(ghost, now->layout), frame, there, sub, row);
}

void ghost_draw_lane(const struct ghost *ghost, const struct layout *now,
                     const struct window_frame *frame, size_t lane, uint16_t sub, int32_t row)
{
    draw_old(ghost, ahead(ghost, now), frame, lane, sub, row);
}
