/* Where things stand on the screen of a lesson: a pure function of the screen's size, of what is
 * asked for, and of the pane that was chosen where not all fit.
 *
 * Knows nothing of lessons, nor of what is drawn into the rectangles.
 */
#ifndef TUI_LEARN_PLACE_H
#define TUI_LEARN_PLACE_H

#include <stdbool.h>
#include <stdint.h>

/* In cells. Not there: width and height are 0. */
struct learn_rect {
    int32_t row, column, height, width;
};

/* What one looks at, in the order in which the key goes through them. */
enum learn_pane { PANE_TEXT, PANE_CODE, PANE_CHART, PANE_COUNT };

enum learn_need {
    NEED_READ,   /* a page: the text is what counts */
    NEED_STEP,   /* stepping: some text, and much of the run */
    NEED_ANSWER, /* a question or an exercise: text and chart together, however small the screen */
};

enum { LEARN_LEAST_WIDTH = 40, LEARN_LEAST_HEIGHT = 10 };

struct learn_places {
    struct learn_rect title;             /* the first row */
    struct learn_rect panes[PANE_COUNT]; /* those that are shown; none overlaps another */
    struct learn_rect rule_down;         /* a line between columns */
    struct learn_rect keys;              /* the last row */
    bool all;                            /* every pane is shown: no key is needed */
};

/* `shown` is the pane that the reader chose; it is always there. A screen smaller than the least
 * size is placed as if it had that size: what lies outside is clipped. */
void learn_place(struct learn_places *places, int32_t width, int32_t height, enum learn_need need,
                 enum learn_pane shown);

/* Of panes above each other: moves the line between the text and the one below it so that neither
 * has rows to spare while the other has too few. `text`, `below`: rows that they would fill; the
 * lower one keeps `least` of them, or its half where that is less, and the text its half at least.
 */
void learn_share(struct learn_places *places, int32_t text, int32_t below, int32_t least);

/* Whether a cell lies in it. */
bool learn_rect_has(const struct learn_rect *rect, int32_t row, int32_t column);

#endif
