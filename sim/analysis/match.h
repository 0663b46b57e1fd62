/* Which operation of one timeline is which of another.
 *
 * By host thread and position among the thread's work when both come from the same program, else by
 * source line and occurrence, each thread's own unless threads share the work of a line as chance
 * has it, else (traces) by kind, name, stream and occurrence. Where both come from sources of
 * different names, such as two ways to write the same, lines say nothing: by host thread, kind,
 * name and occurrence. Only the work of the timed parts takes part: kernels, copies, memsets, host
 * functions.
 */
#ifndef SIM_ANALYSIS_MATCH_H
#define SIM_ANALYSIS_MATCH_H

#include "sim/model/timeline.h"

#include <stddef.h>
#include <stdint.h>

enum match_how { MATCH_POSITION, MATCH_LINE, MATCH_NAME, MATCH_WORK };

struct match_pair {
    uint32_t a, b; /* operations */
};

struct match {
    enum match_how how;
    struct match_pair *pairs; /* in the order of a's ids */
    size_t count;
    uint32_t *only_a, *only_b; /* operations without a partner, by id */
    size_t only_a_count, only_b_count;
    bool shared;       /* threads shared work otherwise in the one than in the other */
    int64_t unmatched; /* share of the busy time that they hold, of the worse side, in parts of a
                          million */
};

void match_find(struct match *match, const struct timeline *a, const struct timeline *b);

/* Of two versions of a source, `a` predicted from the older one. `lines`: by row of a's places, the
 * line that it has in the newer one, 0 if that line is gone; NULL: no line has moved. What is left
 * without a partner by line is matched by host thread, kind, name and occurrence: work that was
 * moved, or whose line was written anew. */
void match_versions(struct match *match, const struct timeline *a, const struct timeline *b,
                    const int32_t *lines);

/* "position in the program", ... */
const char *match_how_name(enum match_how how);
void match_release(struct match *match);

#endif
