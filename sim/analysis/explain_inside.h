/* What the parts of explain_text.c share. Included by those alone. */
#ifndef SIM_ANALYSIS_EXPLAIN_INSIDE_H
#define SIM_ANALYSIS_EXPLAIN_INSIDE_H

#include "sim/analysis/explain.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>

/* A report: its text goes through `line` into `sb`, wrapped. */
struct page {
    struct strbuf *sb, line;
    const struct explain *explain;
    const struct timeline *t;
    int width;
    bool *told;             /* operations whose chain has been shown */
    bool rules[RULE_COUNT]; /* whose sentence has been; */
    bool prefetches;        /* so has that of prefetches that wait for each other */
};

void page_begin(struct page *page, struct strbuf *sb, const struct explain *explain, int width);

/* The line, wrapped, in paragraphs that begin after `first` spaces and go on after `indent`. */
void page_flush(struct page *page, int first, int indent);
void page_end(struct page *page);

/* "line 14", or "other.cuh:14" where it is not in the file of the first call; nothing where the
 * place is unknown. */
void page_add_line(struct strbuf *sb, const struct timeline *t, uint32_t place);

/* "cudaMemcpy", of a row of calls. */

#endif
