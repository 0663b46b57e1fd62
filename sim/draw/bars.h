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
};

/* A header with a ruler from zero to the longest bar, then a line a row. */
void bars_draw(const struct bars *bars, const struct gantt_options *options, struct strbuf *out);

#endif
