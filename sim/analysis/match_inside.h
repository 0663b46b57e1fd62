/* What the files of match.h share, and only they. */
#ifndef SIM_ANALYSIS_MATCH_INSIDE_H
#define SIM_ANALYSIS_MATCH_INSIDE_H

#include "sim/analysis/match.h"
#include "sim/base/strbuf.h"

/* How the operations of one timeline are told apart. */
struct match_keying {
    enum match_how how;
    bool files; /* lines are of files; otherwise one of both timelines has left them out */
    const int32_t *lines;   /* by place: the line that counts; NULL: its own */
    const bool *leave;      /* by operation: it takes no part; NULL: none */
    const uint32_t *pieces; /* by operation, as below; NULL: none */
};

/* Work that threads share as chance has it, such as that of a queue: a thread reaches a line more
 * often in one timeline than in the other, all together as often. A piece is what one thread does
 * from line to later line; the pieces that begin in one line and with as many bytes are counted
 * through all threads. By operation: equal numbers in both timelines are one piece, 0: the thread's
 * own work. */
struct match_pieces {
    uint32_t *of_a, *of_b;
};

bool match_takes_part(const struct timeline *t, uint32_t id);

/* Which of the host's threads it is: when the worker of host functions gets its row differs. */
unsigned match_host_thread(const struct timeline *t, uint16_t thread);

/* Kind and line of an operation. */
void match_add_line(struct strbuf *sb, const struct timeline *t, const struct timeline_op *op,
                    const struct match_keying *keying);

/* From what is left without a partner by thread. Returns whether any work is shared; to be released
 * in either case. */
bool match_pieces_find(struct match_pieces *pieces, const struct match *match,
                       const struct timeline *a, const struct timeline *b,
                       const struct match_keying *keying);
void match_pieces_release(struct match_pieces *pieces);

#endif
