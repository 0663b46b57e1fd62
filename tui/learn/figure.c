#include "tui/learn/figure.h"

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

/* Groups are set apart where there is room. */
static bool has_gap(const struct layout *layout, size_t lane, const struct learn_rect *rect)
{
    return lane > 0 && layout->lanes[lane].group != layout->lanes[lane - 1].group &&
           rect->height > 10;
}

/* What lies behind the moment is not known yet to who steps through the run. */
static void hide_future(const struct window_frame *frame, int32_t row, int64_t until)
{
    if (until >= frame->scale.to)
        return;
    int32_t from = window_column(frame, until), last = frame->left + frame->scale.length - 1;
    grid_fill(frame->grid, row, from + 1, last, ROLE_NONE);
    const struct grid_cell *cell = grid_at(frame->grid, row, from);
    bool runs = cell && cell->role >= ROLE_KERNEL && cell->role <= ROLE_HOSTFN;
    if (!runs) /* what starts at this very moment is seen */
        grid_text(frame->grid, row, from, from, "│", ROLE_KEY);
}

void figure_draw(const struct figure *figure, int64_t until, bool dim, int32_t top,
                 struct grid *grid, const struct learn_rect *rect)
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
    struct scale scale = {layout->from, layout->to, length};
    window_frame_init(&frame, grid, left, &scale);
    int32_t row = rect->row - top;
    bool ruler = rect->height > 2;
    if (ruler)
        window_draw_ruler(&figure->window, &frame, rect->row);
    row += ruler;
    uint32_t roles = 0;
    for (size_t lane = 0; lane < layout->lane_count; lane++) {
        const struct layout_lane *at = &layout->lanes[lane];
        bool gap = has_gap(layout, lane, rect);
        row += gap;
        for (int32_t sub = 0; sub < subs_of(at); sub++, row++) {
            if (row < rect->row + ruler || row > bottom)
                continue;
            if (sub == 0)
                grid_text(grid, row, rect->column, left - 2, at->label, ROLE_LABEL);
            window_draw(&figure->window, &frame, lane, (uint16_t)sub, row, &roles);
            if (at->group == LANE_STREAM)
                window_draw_fences(&figure->window, &frame, row, &roles);
            hide_future(&frame, row, until);
        }
    }
    for (int32_t r = rect->row; dim && r <= bottom; r++)
        grid_mark(grid, r, rect->column, rect->column + rect->width - 1, CELL_DIM);
    window_frame_release(&frame);
}

int32_t figure_rows(const struct figure *figure, const struct learn_rect *rect)
{
    const struct layout *layout = figure->layout;
    int32_t rows = rect->height > 2;
    for (size_t lane = 0; lane < layout->lane_count; lane++)
        rows += subs_of(&layout->lanes[lane]) + has_gap(layout, lane, rect);
    return rows;
}

void figure_release(struct figure *figure)
{
    window_release(&figure->window);
    memset(figure, 0, sizeof *figure);
}
