/* Where the parts of the Gantt view stand: a pure function of the size. */
#ifndef TUI_VIEW_AREAS_H
#define TUI_VIEW_AREAS_H

#include <stdint.h>

enum { AREAS_LEAST_WIDTH = 40, AREAS_LEAST_HEIGHT = 10 };

/* Rows and columns of the screen, first and last of each, from 0. None of them share a cell. */
struct areas {
    int32_t width, height;
    int32_t title, ruler;
    int32_t chart_top, chart_bottom;
    int32_t label_right;             /* labels stand in columns 0 to here */
    int32_t chart_left, chart_right; /* columns of the time axis */
    int32_t pane_left;               /* of what others show beside the chart; width: no pane */
    int32_t pane_top, pane_bottom;
    int32_t text_right; /* last column of the inspector */
    int32_t minimap;
    int32_t inspector_top, inspector_bottom; /* the first is its heading */
    int32_t status;
};

/* `rows`: as many the chart has, which may be fewer than there is room for; `label`: columns that
 * its labels take; `pane`: columns asked for beside it, 0 for none. A smaller size is taken for the
 * least. */
void areas_find(struct areas *areas, int32_t width, int32_t height, int32_t rows, int32_t label,
                int32_t pane);

#endif
