/* What a sweep came to, in the formats that it is written in. */
#ifndef TUI_CMD_SWEEP_REPORT_H
#define TUI_CMD_SWEEP_REPORT_H

#include "sim/study/sweep.h"
#include "tui/cmd/report.h"

/* "N=4", "N=4 and gpu=h100": the values of a run. */
void sweep_add_values(struct strbuf *sb, const struct sweep *sweep, size_t trial);

/* The format that --format or the suffix of -o names: table, JSON, CSV or SVG; others are errors.
 */
int sweep_format(const struct arguments *args, enum report_format *format, struct err *err);

/* Writes the table with its bars, or the other formats. `path`: the scenario's, as the user wrote
 * it. */
int sweep_report(const struct sweep *sweep, const char *path, enum report_format format,
                 const struct arguments *args, struct err *err);

#endif
