/* A table whose rows end in bars: how long each of several runs takes, one of them marked.
 *
 * Knows nothing of what the rows are.
 */
#ifndef SIM_DRAW_BARS_H
#define SIM_DRAW_BARS_H

#include "sim/draw/gantt.h"

struct bars_row {
    const char *const *cells; /* as many as there are columns */
    int64_t length;           /* of the bar, ns; TIMELINE_UNKNOWN: no bar */
    const char *note;         /* behind the bar, or in its place; NULL: nothing */
    bool is_best;             /* drawn as such */
};

struct bars_column {
    const char *header;
    bool right; /* aligned, for figures */
};

struct bars {
    const struct bars_column *columns;
    size_t column_count;
    const struct bars_row *rows;
    size_t row_count;
    int64_t most; /* longer bars are cut there, ns; 0: none is */
};

/* A header with a ruler from zero to the longest bar, then a line a row. */
void bars_draw(const struct bars *bars, const struct gantt_options *options, struct strbuf *out);

/* The same as an SVG document, `width` pixels wide (at least 400): the first column as it is, the
 * others in the tips of the bars. */
void bars_draw_svg(const struct bars *bars, const char *title, int32_t width, struct strbuf *out);

#endif
