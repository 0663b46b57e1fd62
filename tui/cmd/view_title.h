/* What the first row of `view` says of a chart: the file, whose times these are, and how long it
 * took. */
#ifndef TUI_CMD_VIEW_TITLE_H
#define TUI_CMD_VIEW_TITLE_H

#include "tui/view/chart.h"

/* "fence.cu: 916 us predicted for h200", "fence.cu: 916 us predicted, 913 us measured, error 0.30
 * %". `first`, `second`: paths of the files; NULL: the second of two is of no file of its own. */
void view_title_add(struct strbuf *title, const struct chart *chart, const char *first,
                    const char *second);

#endif
