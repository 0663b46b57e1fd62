#include "tui/view/areas.h"

static int32_t within(int32_t value, int32_t least, int32_t most)
{
    if (value > most)
        value = most;
    return value < least ? least : value;
}

void areas_find(struct areas *areas, int32_t width, int32_t height, int32_t rows, int32_t label,
                int32_t pane)
{
    width = within(width, AREAS_LEAST_WIDTH, INT32_MAX);
    height = within(height, AREAS_LEAST_HEIGHT, INT32_MAX);
    enum { FIXED = 4 }; /* title, ruler, minimap, status */
    int32_t room = height - FIXED;
    int32_t inspector = within(room * 2 / 5, 2, 18);
    int32_t chart = within(rows, 1, room - inspector);
    inspector = room - chart; /* what the chart leaves */
    *areas = (struct areas){.width = width, .height = height, .title = 0, .ruler = 1};
    areas->chart_top = 2;
    areas->chart_bottom = areas->chart_top + chart - 1;
    areas->minimap = areas->chart_bottom + 1;
    areas->inspector_top = areas->minimap + 1;
    areas->inspector_bottom = areas->inspector_top + inspector - 1;
    areas->status = height - 1;
    areas->label_right = within(label, 4, width / 4) - 1;
    areas->chart_left = areas->label_right + 2;
    areas->pane_left = pane > 0 ? width - within(pane, 0, width / 2) : width;
    areas->pane_top = areas->ruler;
    areas->pane_bottom = areas->inspector_bottom;
    areas->text_right = areas->pane_left - 1 - (pane > 0);
    areas->chart_right = areas->pane_left - 1 - (pane > 0);
}
