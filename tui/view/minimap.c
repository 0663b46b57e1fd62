#include "tui/view/minimap.h"

enum { LEVELS = 8 };

/* How many machines have something to do between two times. */
static int busy(const struct chart *chart, int64_t from, int64_t to)
{
    int count = 0;
    for (size_t i = 0; i < chart->layout->lane_count; i++)
        count += chart->layout->lanes[i].group == LANE_MACHINE && chart_works(chart, i, from, to);
    return count;
}

static int machines(const struct chart *chart)
{
    int count = 0;
    for (size_t i = 0; i < chart->layout->lane_count; i++)
        count += chart->layout->lanes[i].group == LANE_MACHINE;
    return count;
}

void minimap_draw(const struct view *view, const struct areas *areas, struct grid *grid)
{
    const struct camera *camera = &view->camera;
    struct window_frame frame;
    window_frame_init(
        &frame, grid, areas->chart_left,
        &(struct scale){camera->low, camera->high, areas->chart_right - areas->chart_left + 1});
    grid_text(grid, areas->minimap, 0, areas->label_right, "all", ROLE_NOTE);
    int most = machines(view->chart);
    for (int32_t c = 0; c < frame.scale.length && most > 0; c++) {
        int64_t end = c + 1 < frame.scale.length ? frame.edges[c + 1] : camera->high + 1;
        int level = busy(view->chart, frame.edges[c], end) * LEVELS / most;
        struct grid_cell *cell = grid_at(grid, areas->minimap, areas->chart_left + c);
        if (cell && level > 0)
            *cell = (struct grid_cell){.character = 0x2580u + (uint32_t)level, .role = ROLE_LENGTH};
        else if (cell)
            *cell = (struct grid_cell){.character = 0xb7, .role = ROLE_NOTE};
    }
    if (!camera_is_fit(camera)) {
        int32_t from = window_column(&frame, camera->from), to = window_column(&frame, camera->to);
        grid_text(grid, areas->minimap, from, from, from == to ? "|" : "[", ROLE_KEY);
        if (to > from)
            grid_text(grid, areas->minimap, to, to, "]", ROLE_KEY);
    }
    window_frame_release(&frame);
}

void minimap_click(struct view *view, const struct areas *areas, int32_t column)
{
    struct camera *camera = &view->camera;
    __extension__ typedef __int128 wide;
    int32_t length = areas->chart_right - areas->chart_left + 1;
    if (column < areas->chart_left || column > areas->chart_right)
        return;
    wide whole = camera->high - camera->low;
    int64_t time = camera->low + (int64_t)((column - areas->chart_left) * whole / length);
    camera_pan(camera, time - (camera->from + (camera->to - camera->from) / 2));
}
