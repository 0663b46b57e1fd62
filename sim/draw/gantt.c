#include "sim/draw/gantt.h"

#include "sim/base/mem.h"
#include "sim/draw/scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABEL = 24 };

struct chart {
    const struct layout *layout;
    struct grid grid;
    struct scale scale;
    int32_t left; /* first column of the time axis */
    bool used[ROLE_COUNT];
};

static int32_t lane_rows(const struct layout_lane *lane)
{
    return lane->subs < GANTT_SUBS ? lane->subs : GANTT_SUBS;
}

static int32_t column_of(const struct chart *chart, int64_t time)
{
    return chart->left + scale_place(&chart->scale, time);
}

/* A bar covers its columns whole; behind its first cell stands its name, where it fits. */
static void draw_bar(struct chart *chart, int32_t row, const struct layout_bar *bar)
{
    if (bar->sub >= GANTT_SUBS)
        return;
    int32_t from = column_of(chart, bar->from), to = column_of(chart, bar->to);
    if (to > from && column_of(chart, bar->to - 1) < to)
        to--; /* ends where the next may begin */
    chart->used[bar->role] = true;
    grid_fill(&chart->grid, row, from, to, (enum bar_role)bar->role);
    char name[40];
    layout_bar_name(chart->layout, bar, name, sizeof name);
    if (to - from >= 3)
        grid_text(&chart->grid, row, from + 1, to - 1, name, (enum bar_role)bar->role);
}

static void draw_thin(struct chart *chart, int32_t row, const struct layout_bar *bar)
{
    int32_t from = column_of(chart, bar->from), to = column_of(chart, bar->to);
    bool is_wait = bar->role == ROLE_WAIT || bar->role == ROLE_RESOURCE;
    if (is_wait && to > from)
        to--;
    else if (!is_wait)
        to = from;
    for (int32_t column = from; column <= to; column++) {
        struct grid_cell *cell = grid_at(&chart->grid, row, column);
        if (cell && cell->role == ROLE_NONE && cell->character == 0) {
            cell->role = bar->role;
            chart->used[bar->role] = true;
        }
    }
}

static bool is_thin(const struct layout_bar *bar)
{
    return bar->role == ROLE_WAIT || bar->role == ROLE_RESOURCE || bar->role == ROLE_MARK ||
           bar->role == ROLE_CALL;
}

static void draw_all(struct chart *chart, int32_t row, const struct layout_lane *lane,
                     enum bar_role role)
{
    const struct layout_bar *bars = chart->layout->bars + lane->first_bar;
    for (size_t i = 0; i < lane->bar_count; i++)
        if (bars[i].role == role)
            draw_thin(chart, row, &bars[i]);
}

/* Bars first, then marks and waits where nothing stands: a wait never hides work. Waits for the
 * hardware go before those for an order: while the first of a stream waits for a machine, those
 * behind it wait for the stream. */
static void draw_lane(struct chart *chart, int32_t row, const struct layout_lane *lane)
{
    const struct layout_bar *bars = chart->layout->bars + lane->first_bar;
    grid_text(&chart->grid, row, 0, chart->left - 2, lane->label, ROLE_LABEL);
    for (size_t i = 0; i < lane->bar_count; i++)
        if (!is_thin(&bars[i]))
            draw_bar(chart, row + bars[i].sub, &bars[i]);
    draw_all(chart, row, lane, ROLE_MARK);
    draw_all(chart, row, lane, ROLE_CALL);
    draw_all(chart, row, lane, ROLE_RESOURCE);
    draw_all(chart, row, lane, ROLE_WAIT);
}

/* A fence stands in the empty cells of the stream lanes at the moment it let work pass. */
static void draw_fences(struct chart *chart, int32_t first, int32_t last)
{
    for (size_t i = 0; i < chart->layout->fence_count; i++) {
        int32_t column = column_of(chart, chart->layout->fences[i].time);
        for (int32_t row = first; row <= last; row++) {
            struct grid_cell *cell = grid_at(&chart->grid, row, column);
            bool is_free =
                cell && cell->character == 0 &&
                (cell->role == ROLE_NONE || cell->role == ROLE_WAIT || cell->role == ROLE_RESOURCE);
            if (is_free) {
                cell->role = ROLE_FENCE;
                chart->used[ROLE_FENCE] = true;
            }
        }
    }
}

static void draw_ruler(struct chart *chart, int32_t row)
{
    int64_t zero = chart->layout->timeline->zero;
    int64_t step = scale_tick_step(&chart->scale, 12);
    struct strbuf text;
    strbuf_init(&text);
    for (int64_t time = scale_first_tick(&chart->scale, zero, step); time <= chart->scale.to - zero;
         time += step) {
        int32_t column = column_of(chart, zero + time);
        strbuf_clear(&text);
        scale_tick_text(&text, time, step);
        if (column + (int32_t)text.length + 1 > chart->grid.width)
            break;
        grid_text(&chart->grid, row, column, column, "|", ROLE_AXIS);
        grid_text(&chart->grid, row, column + 1, chart->grid.width - 1, text.text, ROLE_AXIS);
    }
    strbuf_release(&text);
}

static void draw_legend(const struct chart *chart, const struct grid_style *style,
                        struct strbuf *out)
{
    int32_t column = 0;
    for (size_t i = 0; i < LAYOUT_LEGEND_ROWS; i++) {
        if (!chart->used[layout_legend[i].role])
            continue;
        int32_t length = (int32_t)strlen(layout_legend[i].text) + 2;
        if (column > 0 && column + 2 + length > chart->grid.width) {
            strbuf_addc(out, '\n');
            column = 0;
        } else if (column > 0) {
            strbuf_adds(out, "  ");
            column += 2;
        }
        grid_sample(layout_legend[i].role, style, out);
        strbuf_addf(out, " %s", layout_legend[i].text);
        column += length;
    }
    strbuf_addc(out, '\n');
}

/* How many lanes of a group are drawn. */
static size_t shown_lanes(const struct layout *layout, enum lane_group group, size_t *all)
{
    *all = 0;
    for (size_t i = 0; i < layout->lane_count; i++)
        *all += layout->lanes[i].group == group;
    return *all < GANTT_LANES ? *all : GANTT_LANES;
}

static int32_t label_width(const struct layout *layout)
{
    size_t width = 4;
    for (size_t i = 0; i < layout->lane_count; i++) {
        size_t length = strlen(layout->lanes[i].label);
        width = length > width ? length : width;
    }
    return width < MOST_LABEL ? (int32_t)width : MOST_LABEL;
}

static int32_t chart_height(const struct layout *layout)
{
    int32_t height = 1;
    size_t seen[3] = {0};
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        if (seen[lane->group]++ < GANTT_LANES)
            height += lane_rows(lane);
    }
    return height + 2; /* a blank row between the groups */
}

static void draw_group(struct chart *chart, enum lane_group group, int32_t *row)
{
    const struct layout *layout = chart->layout;
    size_t shown = 0;
    int32_t first = *row;
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        if (lane->group != group || shown == GANTT_LANES)
            continue;
        draw_lane(chart, *row, lane);
        *row += lane_rows(lane);
        shown++;
    }
    if (group == LANE_STREAM)
        draw_fences(chart, first, *row - 1);
    if (*row > first && group != LANE_MACHINE)
        *row += 1;
}

static void note_hidden(const struct layout *layout, struct strbuf *out)
{
    static const char *const names[] = {"host threads", "streams", "machines"};
    for (int group = LANE_HOST; group <= LANE_MACHINE; group++) {
        size_t all, shown = shown_lanes(layout, (enum lane_group)group, &all);
        if (shown < all)
            strbuf_addf(out, "(%zu of %zu %s shown; --only stream=... chooses)\n", shown, all,
                        names[group]);
    }
    for (size_t i = 0; i < layout->lane_count; i++) {
        const struct layout_lane *lane = &layout->lanes[i];
        if (lane->subs > GANTT_SUBS)
            strbuf_addf(out, "(%s: %d of the %d that ran at the same time are drawn)\n",
                        lane->label, GANTT_SUBS, lane->subs);
    }
}

void gantt_draw_layout(const struct layout *layout, const struct gantt_options *options,
                       struct strbuf *out)
{
    if (layout->bar_count == 0)
        return;
    struct chart chart = {.layout = layout, .left = label_width(layout) + 2};
    int32_t width = options->width > GANTT_LEAST_WIDTH ? options->width : GANTT_LEAST_WIDTH;
    chart.scale = (struct scale){layout->from, layout->to, width - chart.left};
    grid_init(&chart.grid, width, chart_height(layout));
    draw_ruler(&chart, 0);
    int32_t row = 1;
    draw_group(&chart, LANE_HOST, &row);
    draw_group(&chart, LANE_STREAM, &row);
    draw_group(&chart, LANE_MACHINE, &row);
    chart.grid.height = row < chart.grid.height ? row : chart.grid.height;
    struct grid_style style = {options->ascii, options->color};
    grid_write(&chart.grid, &style, out);
    note_hidden(layout, out);
    draw_legend(&chart, &style, out);
    grid_release(&chart.grid);
}

void gantt_draw(const struct timeline *timeline, const struct gantt_options *options,
                struct strbuf *out)
{
    struct layout layout;
    layout_init(&layout, timeline);
    gantt_draw_layout(&layout, options, out);
    layout_release(&layout);
}
