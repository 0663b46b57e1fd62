/* What the parts of explain_text.c share: the page, and chains in words (explain_chain.c). Included
 * by those alone. */
#ifndef SIM_ANALYSIS_EXPLAIN_INSIDE_H
#define SIM_ANALYSIS_EXPLAIN_INSIDE_H

#include "sim/analysis/chain.h"
#include "sim/analysis/explain.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>

enum { LINKS_SHOWN = 6 }; /* of a chain */

/* A report: its text goes through `line` into `sb`, wrapped. */
struct page {
    struct strbuf *sb, line;
    const struct explain *explain;
    const struct timeline *t;
    int width;
    bool *told;             /* operations whose chain has been shown */
    bool rules[RULE_COUNT]; /* whose sentence has been; */
    bool prefetches;        /* so has that of prefetches that wait for each other */
    bool driver_lock;       /* and that a lock is the driver's lock */
};

void page_begin(struct page *page, struct strbuf *sb, const struct explain *explain, int width);

/* The line, wrapped, in paragraphs that begin after `first` spaces and go on after `indent`. */
void page_flush(struct page *page, int first, int indent);
void page_end(struct page *page);

/* "line 14", or "other.cuh:14" where it is not in the file of the first call; nothing where the
 * place is unknown. */
void page_add_line(struct strbuf *sb, const struct timeline *t, uint32_t place);

/* "copy-engine"; "not known". */
const char *page_rule_word(uint32_t rule);

/* "waited"; "polled", of a query that tells what others before it did not: the loop around it did.
 */
const char *page_waited_word(const struct timeline *t, uint32_t call);

/* ": stream (h2d 4 MiB, line 96, stream feed)". */
void page_add_wait(struct strbuf *sb, const struct timeline *t, const struct chain_wait *wait);

/* A chain, a line each of its links. */
void page_add_chain(struct page *page, const struct chain *chain);

/* What the rule says, the first time, and what differs of it in the documents and the hardware. Of
 * an operation (`op`) or a call. */
void page_add_sentence(struct page *page, uint32_t rule, uint32_t op, uint32_t call,
                       uint32_t blocker);

#endif
