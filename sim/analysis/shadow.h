/* For each byte of the program's memory, who wrote it last and who has read it since: what a new
 * access is held against.
 *
 * Bytes with the same history are one interval; the intervals of an allocation are a balanced tree.
 * Of writes only the last is kept, of reads and of atomic updates the last of each chain (a stream,
 * a host thread): who comes after the last comes after those before it. So the history is bounded,
 * and an access costs one step for each interval that it covers. What a kernel only may touch is
 * kept beside what it certainly touches, and replaces nothing certain. Where one host thread does
 * all, what it knows to be done is before all that comes later and is forgotten, so that pieces
 * grow together again.
 *
 * Knows of the program only its happens-before index.
 */
#ifndef SIM_ANALYSIS_SHADOW_H
#define SIM_ANALYSIS_SHADOW_H

#include "sim/analysis/happens.h"

/* An access: its event, and whether it is only possible. */
typedef uint32_t shadow_access;
#define SHADOW_POSSIBLE 0x80000000u

static inline happens_event shadow_event(shadow_access access)
{
    return access & ~SHADOW_POSSIBLE;
}

/* Two accesses to bytes [from, to) of an allocation, at least one a write, without an order, or in
 * one that is chance (happens_by_chance). */
struct shadow_conflict {
    shadow_access earlier, later; /* in the order of the records */
    bool earlier_writes, later_writes;
    bool by_chance;
    uint32_t alloc;
    uint64_t from, to;
};

/* How bytes are touched. Atomic updates are in conflict with all but each other: each chain's last
 * one is kept, as of reads. */
enum shadow_mode { SHADOW_READ, SHADOW_WRITE, SHADOW_UPDATE };

struct shadow_read { /* or an atomic update */
    uint32_t key;    /* chain, whether an update, whether possible */
    shadow_access access;
};

struct shadow_interval {
    uint64_t from, to;
    uint32_t left, right;    /* of the tree; priority is a hash of the row */
    uint32_t before, after;  /* neighbours in the allocation */
    shadow_access writes[2]; /* the last certain, the last possible since; 0: none */
    uint32_t read_count, read_capacity;
    struct shadow_read *reads; /* by key */
};

enum { SHADOW_QUESTIONS = 256 };

struct shadow {
    const struct happens *happens;
    uint32_t *roots; /* by allocation */
    struct shadow_interval *rows;
    size_t count, capacity;
    uint32_t free; /* first of the unused rows, linked by `after` */
    bool one_thread;
    uint32_t now; /* the record that is visited; set by the caller */
    /* Where the last access was: the rows of a copy come one after the other. */
    uint32_t last_alloc, last_row;
    /* The last questions, by a hash, with their answers: neighbours have the same history. */
    struct shadow_question {
        happens_event earlier, later; /* 0: none yet */
        bool before;
    } asked[SHADOW_QUESTIONS];
    void (*report)(void *context, const struct shadow_conflict *conflict);
    void *context;
};

/* `report` gets every conflict. */
void shadow_init(struct shadow *shadow, const struct happens *happens,
                 void (*report)(void *context, const struct shadow_conflict *conflict),
                 void *context);

/* Bytes [from, to) of an allocation are read, written (or both: a write) or updated atomically.
 * Accesses come in the order of the records. */
void shadow_touch(struct shadow *shadow, uint32_t alloc, uint64_t from, uint64_t to,
                  shadow_access access, enum shadow_mode mode);

void shadow_release(struct shadow *shadow);

#endif
