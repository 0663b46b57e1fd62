/* What a race does to the results: which bytes may come out wrong, and what they would hold.
 *
 * Of two accesses that nothing orders, the earlier in issue order is what the author meant to come
 * first. Everything else is done as issued; the first access and what CUDA orders after it are held
 * back until the second is done. Values (values.h) of both schedules are compared. What the host
 * wrote before the device first used its memory is told apart from what stood there at first only
 * where that write is the first access of a pair.
 *
 * Knows no hazards: who found them says which accesses, which bytes, and what is ordered.
 */
#ifndef SIM_ANALYSIS_WRONG_BYTES_H
#define SIM_ANALYSIS_WRONG_BYTES_H

#include "sim/analysis/values.h"
#include "sim/base/strbuf.h"

/* Two accesses to the same bytes, by their records, first < second. Of a host function the record
 * that launched it. */
struct wrong_pair {
    uint32_t first, second;
    struct program_range range;      /* that both touch */
    uint8_t first_mode, second_mode; /* ACCESS_READ | ACCESS_WRITE */
    size_t instead_of; /* 1 + the pair for which it is tried where that one's bytes come out the
                          same; 0: a pair of its own */
};

/* Whether CUDA guarantees that what record `a` did has ended before what record `b` does begins.
 * Asked with a < b. */
typedef bool wrong_is_before(void *context, uint32_t a, uint32_t b);

enum wrong_how {
    WRONG_NOTHING, /* too much would have to be tried */
    WRONG_SAME,    /* the values come out the same whichever is first */
    WRONG_HOLDS,   /* bytes may hold something else in the end */
    WRONG_READS,   /* `reader` may read something else */
    WRONG_MADE_OF, /* `reader` may read something else in bytes that it then writes itself: of two
                      that read, change and write the same bytes at once, one's work is lost */
};

struct wrong_bytes {
    enum wrong_how how;
    size_t pair;                       /* whose schedule shows it */
    uint32_t reader;                   /* READS, MADE_OF: its record */
    struct program_range range;        /* HOLDS, MADE_OF: where; READS: of what it reads */
    struct contents_run may, expected; /* the first of them that differ */
    uint32_t may_by, expected_by; /* the records that made them there; VALUES_NO_RECORD: who did
                                     so first */
    uint32_t name;                /* name id of a part of the allocation, for the text */
    uint64_t name_from;           /* where that begins; name 0: the whole, by its name */
};

/* One row of `found` for each pair; that of one that is tried instead of another is WRONG_NOTHING,
 * and the other's says what came of it. Of several the first in issue order counts. All pairs
 * together may look at twice as many records as the program has, and a million; what is beyond is
 * WRONG_NOTHING. `values` need not be initialized; wrong_bytes_text() needs it, values_release()
 * ends it. */
void wrong_bytes_find(struct values *values, struct wrong_bytes *found,
                      const struct program *program, const struct wrong_pair *pairs, size_t count,
                      wrong_is_before *is_before, void *context);

/* "out[0..16 MiB) may hold the result of scale (line 14, turn 5 of 8), expected the result of scale
 * (line 14, turn 1 of 8)"; "in x[0..4 KiB), k2 (line 20) may read ..., expected ...";
 * "x[0..4 KiB) may hold what k2 (line 20) made of ..., expected: made of ..."; that the bytes come
 * out the same; nothing for WRONG_NOTHING. */
void wrong_bytes_text(struct strbuf *sb, const struct values *values,
                      const struct wrong_bytes *wrong);

#endif
