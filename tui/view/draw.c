/* The screen of the Gantt view, put together. */
#include "tui/view/inspector.h"
#include "tui/view/lanes.h"
#include "tui/view/minimap.h"
#include "tui/view/view.h"

#include <stdio.h>
#include <string.h>

static void draw_title(const struct view *view, struct grid *grid)
{
    grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
    grid_text(grid, 0, 0, grid->width - 1, view->title, ROLE_STATUS);
    int32_t width = grid_text_width(view->note);
    if (width > 0)
        grid_text(grid, 0, grid->width - width < 0 ? 0 : grid->width - width, grid->width - 1,
                  view->note, view->note_role);
}

static void draw_status(const struct view *view, struct grid *grid)
{
    int32_t row = grid->height - 1, last = grid->width - 1;
    if (view->page == VIEW_ON_SEARCH) {
        int32_t column = grid_text(grid, row, 0, last, "/", ROLE_KEY);
        column = grid_text(grid, row, column, last, view->search, ROLE_LABEL);
        grid_text(grid, row, column + 2, last, view->message, ROLE_BAD);
    } else if (view->message[0]) {
        grid_text(grid, row, 0, last, view->message, ROLE_LABEL);
    } else {
        bindings_footer(view->bindings, view->page, grid, row, 0, last);
    }
}

/* How many rows of the chart are out of sight, above and below: at the right of the ruler. */
static void note_hidden(const struct view *view, const struct areas *areas, struct grid *grid)
{
    int32_t room = areas->chart_bottom - areas->chart_top + 1;
    int32_t above = view->top, below = (int32_t)view->rows.count - room - above;
    char text[32];
    if (above <= 0 && below <= 0)
        return;
    snprintf(text, sizeof text, "▲%d▼%d", above > 0 ? above : 0, below > 0 ? below : 0);
    grid_text(grid, areas->ruler, 0, areas->label_right, text, ROLE_NOTE);
}

static void draw_too_small(struct grid *grid)
{
    char text[60];
    snprintf(text, sizeof text, "At least %d columns and %d rows, please.", AREAS_LEAST_WIDTH,
             AREAS_LEAST_HEIGHT);
    grid_text(grid, 0, 0, grid->width - 1, text, ROLE_LABEL);
}

void view_draw(const struct view *view, struct grid *grid)
{
    struct areas areas;
    view_areas(view, &areas);
    if (grid->width < areas.width || grid->height < areas.height) {
        draw_too_small(grid);
        return;
    }
    draw_title(view, grid);
    draw_status(view, grid);
    if (view->page == VIEW_ON_HELP || view->page == VIEW_ON_INSPECTOR) {
        sheet_draw(view, grid);
        return;
    }
    if (!view->chart)
        return;
    note_hidden(view, &areas, grid);
    lanes_draw(view, &areas, grid);
    minimap_draw(view, &areas, grid);
    inspector_draw(view, &areas, grid);
}
