/* The formats that results are written in, and which one the user asked for. */
#ifndef TUI_CMD_REPORT_H
#define TUI_CMD_REPORT_H

#include "sim/analysis/critical.h"
#include "sim/analysis/verdict.h"
#include "sim/base/strbuf.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"

enum report_format {
    FORMAT_GANTT,
    FORMAT_TABLE,
    FORMAT_JSON,
    FORMAT_CHROME,
    FORMAT_SVG,
    FORMAT_CSV,
    FORMAT_PROGRAM,
    FORMAT_COUNT,
};

/* Which one --format names, else -o's suffix (an unknown one is an error), else `otherwise`. */
int report_format(const struct arguments *args, enum report_format otherwise,
                  enum report_format *format, struct err *err);

/* Its name, as --format takes it. */
const char *report_format_name(enum report_format format);

/* Writes what was loaded, where -o says, in the format of --format, else of -o's suffix (an unknown
 * one is an error), else `otherwise`. With gantt and table the scenario's own output comes before
 * the report, otherwise on standard error (-q: not at all). */
int report_write(struct operand *operand, const struct arguments *args,
                 enum report_format otherwise, struct err *err);

/* The same to a given path, whose suffix must name a format if --format does not. */
int report_write_to(struct operand *operand, const char *path, const struct arguments *args,
                    struct err *err);

/* After an error of the scenario: what it printed until then, on standard output or standard error
 * as a report to `path` (NULL: none was given) would have it. */
void report_printed(const struct operand *operand, const struct arguments *args, const char *path);

/* operand_load() of the first operand, and that if it fails: what was printed often says why. */
int report_load(struct operand *operand, const struct arguments *args, struct err *err);

/* The line or two that every report begins with: whose numbers these are. */
void report_first_line(struct strbuf *sb, const struct operand *operand);

/* Of which kernels the time is assumed, a line; nothing where there are none. */
void report_assumed(struct strbuf *sb, const struct timeline *timeline,
                    const struct critical *critical);

/* The verdict, with what the change that it suggests would gain. A part has none: what its
 * operations had to wait for may be what was taken out. */
int report_verdict(struct strbuf *sb, const struct operand *operand, const struct verdict *verdict,
                   struct err *err);

#endif
