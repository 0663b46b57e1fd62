/* Facts: what a program does, and in what pieces; whether two programs do the same work.
 *
 * Sums and digests in no order, so that they are the same however the operations overlap.
 */
#ifndef SIM_STUDY_FACTS_H
#define SIM_STUDY_FACTS_H

#include "sim/study/predict.h"

struct facts {
    bool known;
    int64_t bytes[2];     /* copied to the device, from it */
    int64_t time, blocks; /* ns of kernels' times; of their blocks' times */
    int64_t flops, moved; /* of kernels' work */
    int64_t copies[2];    /* how many, each way */
    int64_t streams;      /* created */
    int64_t threads;      /* of the host */
    uint64_t launches;    /* digest of what is launched, in any order: kernels, grids; */
    uint64_t accesses;    /* likewise, with how many bytes each touches */
    int64_t set_up;       /* ns of calls in the timed part that set something up */
    uint64_t memory;      /* bytes that are allocated at once */
    uint64_t
        *pieces; /* sizes of copies and grids (the lowest bit tells which), ascending, each once */
    size_t piece_count;
};

void facts_find(struct facts *facts, const struct prediction *prediction);
void facts_release(struct facts *facts);

/* Whether they do the same work. Where the kernels are not divided in another way they must touch
 * as much as before: a number of bins is a size of what they compute, and no number of pieces that
 * they compute it in. */
bool facts_same_work(const struct facts *a, const struct facts *b);

/* Whether they are equal in all but what depends on times: set-up and memory. */
bool facts_equal(const struct facts *a, const struct facts *b);

/* Whether much less is copied or computed than before. */
bool facts_do_less(const struct facts *before, const struct facts *after);

/* Whether the same work is done in more streams, or in fewer. */
bool facts_size_streams(const struct facts *before, const struct facts *after, bool more);

/* Whether the same work is done in as many streams in other chunks: in at least one direction more
 * copies (or fewer), in the other no other way, and pieces of other sizes in place of those before:
 * what only says how often something is done, such as the turns from one check for convergence to
 * the next, leaves each copy and grid as large as it was, or takes it away altogether. */
bool facts_set_chunks(const struct facts *before, const struct facts *after);

#endif
