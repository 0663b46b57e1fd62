#include "tui/learn/place.h"

#include <string.h>

/* From these sizes on panes stand side by side, or one above the other: text of 56 columns beside a
 * chart of at least 63; 15 rows of text above a chart of 15. */
enum { BESIDE_WIDTH = 120, ABOVE_HEIGHT = 34, MOST_TEXT = 84, LEAST_TEXT = 3 };

/* Text beside code above chart. */
static void place_beside(struct learn_places *places, int32_t width, int32_t top, int32_t rows)
{
    int32_t text = width * 46 / 100 < MOST_TEXT ? width * 46 / 100 : MOST_TEXT;
    int32_t code = rows >= 16 ? rows / 2 : 0;
    places->panes[PANE_TEXT] = (struct learn_rect){top, 0, rows, text};
    places->rule_down = (struct learn_rect){top, text, rows, 1};
    int32_t column = text + 1, right = width - column;
    places->panes[PANE_CODE] = (struct learn_rect){top, column, code, code ? right : 0};
    places->panes[PANE_CHART] = (struct learn_rect){top + code, column, rows - code, right};
    places->all = code > 0;
}

void learn_place(struct learn_places *places, int32_t width, int32_t height, enum learn_need need,
                 enum learn_pane shown)
{
    width = width < LEARN_LEAST_WIDTH ? LEARN_LEAST_WIDTH : width;
    height = height < LEARN_LEAST_HEIGHT ? LEARN_LEAST_HEIGHT : height;
    memset(places, 0, sizeof *places);
    places->title = (struct learn_rect){0, 0, 1, width};
    places->keys = (struct learn_rect){height - 1, 0, 1, width};
    int32_t top = 1, rows = height - 2;
    enum learn_pane lower = shown == PANE_TEXT ? PANE_CHART : shown;
    if (width >= BESIDE_WIDTH) {
        place_beside(places, width, top, rows);
        if (!places->all && lower == PANE_CODE) {
            places->panes[PANE_CODE] = places->panes[PANE_CHART];
            places->panes[PANE_CHART] = (struct learn_rect){0, 0, 0, 0};
        }
    } else if (height >= ABOVE_HEIGHT || need != NEED_READ) {
        int32_t text = need == NEED_STEP ? rows * 2 / 5 : rows / 2;
        places->panes[PANE_TEXT] = (struct learn_rect){top, 0, text, width};
        places->panes[lower] = (struct learn_rect){top + text, 0, rows - text, width};
    } else {
        places->panes[shown] = (struct learn_rect){top, 0, rows, width};
    }
}

void learn_share(struct learn_places *places, int32_t text, int32_t below, int32_t least)
{
    struct learn_rect *upper = &places->panes[PANE_TEXT], *lower = NULL;
    for (int pane = PANE_CODE; pane < PANE_COUNT; pane++)
        if (places->panes[pane].height > 0 && places->panes[pane].column == upper->column)
            lower = &places->panes[pane];
    if (upper->height == 0 || !lower)
        return;
    int32_t rows = upper->height + lower->height, half = upper->height, other = lower->height;
    int32_t to = half;
    if (text > half) {
        least = least < 1 ? 1 : least;
        int32_t most = rows - (least < other ? least : other);
        to = text < most ? text : most;
    } else if (below > other) {
        to = text > rows - below ? text : rows - below;
        to = to < LEAST_TEXT ? LEAST_TEXT : to;
        to = to > half ? half : to;
    }
    upper->height = to;
    lower->row = upper->row + to;
    lower->height = rows - to;
}

bool learn_rect_has(const struct learn_rect *rect, int32_t row, int32_t column)
{
    return row >= rect->row && row < rect->row + rect->height && column >= rect->column &&
           column < rect->column + rect->width;
}
