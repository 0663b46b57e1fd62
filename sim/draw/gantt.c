#include "sim/draw/gantt.h"

#include "sim/base/mem.h"
#include "sim/draw/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LABEL = 24 };

struct chart {
    const struct layout *layout;
    struct grid grid;
    struct window window;
    struct window_frame frame;
    uint32_t roles; /* that occur, a bit for each */
};

static int32_t lane_rows(const struct layout_lane *lane)
{
    return lane->subs < GANTT_SUBS ? lane->subs : GANTT_SUBS;
}

/* The rows of a lane, its label in the first. */
static void draw_lane(struct chart *chart, int32_t row, size_t at)
{
    const struct layout_lane *lane = &chart->layout->lanes[at];
    int32_t last = chart->frame.left - 2;
    grid_text(&chart->grid, row, 0, last, lane->label, ROLE_LABEL);
    if (grid_text_width(lane->label) > last + 1)
        grid_text(&chart->grid, row, last - 1, last, "..", ROLE_LABEL);
    for (int32_t sub = 0; sub < lane_rows(lane); sub++)
        window_draw(&chart->window, &chart->frame, at, (uint16_t)sub, row + sub, &chart->roles);
}

static void draw_legend(const struct chart *chart, const struct grid_style *style,
                        struct strbuf *out)
{
    int32_t column = 0;
    for (size_t i = 0; i < LAYOUT_LEGEND_ROWS; i++) {
        if (!(chart->roles >> layout_legend[i].role & 1u))
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
    size_t seen[LANE_GROUPS] = {0};
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
        draw_lane(chart, *row, i);
        *row += lane_rows(lane);
        shown++;
    }
    for (int32_t r = first; group == LANE_STREAM && r < *row; r++)
        window_draw_fences(&chart->window, &chart->frame, r, &chart->roles);
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
    struct chart chart = {.layout = layout};
    int32_t width = options->width > GANTT_LEAST_WIDTH ? options->width : GANTT_LEAST_WIDTH;
    int32_t left = label_width(layout) + 2;
    grid_init(&chart.grid, width, chart_height(layout));
    window_init(&chart.window, layout);
    window_frame_init(&chart.frame, &chart.grid, left,
                      &(struct scale){layout->from, layout->to, width - left});
    window_draw_ruler(&chart.window, &chart.frame, 0);
    int32_t row = 1;
    draw_group(&chart, LANE_HOST, &row);
    draw_group(&chart, LANE_STREAM, &row);
    draw_group(&chart, LANE_MACHINE, &row);
    chart.grid.height = row < chart.grid.height ? row : chart.grid.height;
    struct grid_style style = {options->ascii, options->color};
    grid_write(&chart.grid, &style, out);
    note_hidden(layout, out);
    draw_legend(&chart, &style, out);
    window_frame_release(&chart.frame);
    window_release(&chart.window);
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
