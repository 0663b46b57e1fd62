#include "tui/learn/figure.h"

#include "tui/view/ghost_draw.h"

#include <string.h>

enum { MOST_LABEL = 18, MOST_SUBS = 8 };

void figure_init(struct figure *figure, const struct layout *layout)
{
    memset(figure, 0, sizeof *figure);
    figure->layout = layout;
    window_init(&figure->window, layout);
}

static int32_t label_width(const struct layout *layout, int32_t width)
{
    int32_t most = 4, limit = width / 4 < MOST_LABEL ? width / 4 : MOST_LABEL;
    for (size_t i = 0; i < layout->lane_count; i++) {
        int32_t length = grid_text_width(layout->lanes[i].label);
        most = length > most ? length : most;
    }
    return most < limit ? most : limit;
}

static int32_t subs_of(const struct layout_lane *lane)
{
    return lane->subs < MOST_SUBS ? lane->subs : MOST_SUBS;
}

static bool is_new_group(const struct layout *layout, size_t lane)
{
    return lane > 0 && layout->lanes[lane].group != layout->lanes[lane - 1].group;
}

/* Groups are set apart where there is room for that. */
static bool has_gaps(const struct layout *layout, int32_t height)
{
    int32_t rows = height > 2, gaps = 0;
    for (size_t lane = 0; lane < layout->lane_count; lane++) {
        rows += subs_of(&layout->lanes[lane]);
        gaps += is_new_group(layout, lane);
    }
    return rows + gaps <= height;
}

/* What lies behind the moment is not known yet to who steps through the run: also within the
 * moment's own column, which may stand for many microseconds. */
static void hide_future(const struct figure *figure, const struct window_frame *frame, size_t lane,
                        uint16_t sub, int32_t row, int64_t until)
{
    if (until >= frame->scale.to)
        return;
    int32_t at = window_column(frame, until), last = frame->left + frame->scale.length - 1;
    int64_t begins = frame->edges[at - frame->left];
    size_t bar = window_bar_in(&figure->window, lane, sub, begins, until + 1);
    const struct layout_bar *begun = bar == WINDOW_NO_BAR ? NULL : &figure->layout->bars[bar];
    grid_fill(frame->grid, row, at, last, ROLE_NONE);
    if (begun && begun->role >= ROLE_KERNEL && begun->role <= ROLE_HOSTFN)
        grid_fill(frame->grid, row, at, at, (enum bar_role)begun->role);
    else
        grid_text(frame->grid, row, at, at, "│", ROLE_KEY);
}

static struct scale scale_of(const struct layout *layout, const struct ghost *ghost, int32_t length)
{
    struct scale scale = {layout->from, layout->to, length};
    int64_t from, to;
    if (ghost) {
        ghost_extent(ghost, layout, &from, &to);
        scale.from = from < scale.from ? from : scale.from;
        scale.to = to > scale.to ? to : scale.to;
    }
    return scale;
}

void figure_draw(const struct figure *figure, const struct figure_look *look, struct grid *grid,
                 const struct learn_rect *rect)
{
    const struct layout *layout = figure->layout;
    int32_t labels = label_width(layout, rect->width), left = rect->column + labels + 1;
    int32_t length = rect->column + rect->width - left, bottom = rect->row + rect->height - 1;
    if (layout->bar_count == 0 || length < 4 || rect->height < 1 || layout->to <= layout->from) {
        grid_text(grid, rect->row, rect->column, rect->column + rect->width - 1,
                  "nothing runs on the device", ROLE_NOTE);
        return;
    }
    struct window_frame frame;
    struct scale scale = scale_of(layout, look->ghost, length);
    window_frame_init(&frame, grid, left, &scale);
    int32_t row = rect->row - look->top;
    bool ruler = rect->height > 2, gaps = has_gaps(layout, rect->height);
    if (ruler)
        window_draw_ruler(&figure->window, &frame, rect->row);
    row += ruler;
    uint32_t roles = 0;
    for (size_t lane = 0; lane < layout->lane_count; lane++) {
        const struct layout_lane *at = &layout->lanes[lane];
        row += gaps && is_new_group(layout, lane);
        for (int32_t sub = 0; sub < subs_of(at); sub++, row++) {
            if (row < rect->row + ruler || row > bottom)
                continue;
            if (sub == 0)
                grid_text(grid, row, rect->column, left - 2, at->label, ROLE_LABEL);
            window_draw(&figure->window, &frame, lane, (uint16_t)sub, row, &roles);
            if (look->ghost)
                ghost_draw_row(look->ghost, &figure->window, NULL, &frame, lane, (uint16_t)sub,
                               row);
            if (at->group == LANE_STREAM)
                window_draw_fences(&figure->window, &frame, row, &roles);
            hide_future(figure, &frame, lane, (uint16_t)sub, row, look->until);
        }
    }
    if (row - 1 > bottom)
        grid_text(grid, bottom, rect->column + rect->width - 1, rect->column + rect->width - 1, "▼",
                  ROLE_KEY);
    for (int32_t r = rect->row; look->dim && r <= bottom; r++)
        grid_mark(grid, r, rect->column, rect->column + rect->width - 1, CELL_DIM);
    window_frame_release(&frame);
}

int32_t figure_rows(const struct figure *figure, int32_t height)
{
    const struct layout *layout = figure->layout;
    bool gaps = has_gaps(layout, height);
    int32_t rows = height > 2;
    for (size_t lane = 0; lane < layout->lane_count; lane++)
        rows += subs_of(&layout->lanes[lane]) + (gaps && is_new_group(layout, lane));
    return rows;
}

void figure_release(struct figure *figure)
{
    window_release(&figure->window);
    memset(figure, 0, sizeof *figure);
}
