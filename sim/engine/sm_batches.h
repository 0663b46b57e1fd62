/* Batches: blocks of one kernel that started together and will end together, in order of their
 * ends. Knows nothing of the rules of placement. Private to sm_array.
 */
#ifndef SIM_ENGINE_SM_BATCHES_H
#define SIM_ENGINE_SM_BATCHES_H

#include "sim/engine/sm_groups.h"

#define SM_NONE UINT32_MAX

/* How a block by work goes. */
struct sm_pace {
    int64_t rate;   /* parts of it in each ns */
    int64_t behind; /* ns from its end to the work of the next one in its place */
};

static inline bool sm_pace_equal(struct sm_pace a, struct sm_pace b)
{
    return a.rate == b.rate && a.behind == b.behind;
}

struct sm_batch {
    int64_t end;         /* ns; DURATION_NEVER while one by work makes no progress */
    uint32_t kernel;     /* the owner's */
    uint32_t parts;      /* first of its list; SM_NONE: a free row */
    int64_t blocks;      /* in all */
    int32_t waves;       /* of blocks that stood in their places one right behind the other */
    uint32_t place;      /* in the heap; of a free row: the next free one */
    uint64_t serial;     /* in the order of placing, the owner's */
    int64_t begin;       /* its blocks start, ns */
    int64_t left;        /* of kernels given by work: what one block has left, at `since` */
    int64_t since;       /* ns */
    struct sm_pace pace; /* none yet: rate 0 */
    bool follows;  /* takes the place of a block that has just ended: `begin` and `since` are set
                      once the pace is known */
    int64_t ahead; /* then: so much sooner; ns */
    bool starved;  /* of kernels given by time: they do not get to issue yet */
    int64_t due;   /* then: when they would have ended, or never if they had not begun */
    bool in_cells; /* known to sm_cells.c */
    struct sm_pace new_pace; /* while those are found anew, */
    uint32_t sibling;        /* and batches divided */
};

struct sm_part_node {
    struct sm_part part;
    uint32_t next;
};

struct sm_batches {
    struct sm_batch *rows;
    size_t count, capacity;
    uint32_t free_row;
    struct sm_part_node *parts;
    size_t part_count, part_capacity;
    uint32_t free_part;
    uint32_t *heap; /* rows by end */
    size_t heap_count, heap_capacity;
};

void sm_batches_init(struct sm_batches *batches);

/* An empty batch; it is in the order only after sm_batches_push(). */
uint32_t sm_batches_new(struct sm_batches *batches, uint32_t kernel);

/* An empty batch that is like another one in all but its blocks: theirs will be divided. Not in the
 * order before sm_batches_push(). */
uint32_t sm_batches_twin(struct sm_batches *batches, uint32_t batch);

/* Adds blocks; `words` of the masks are in use. */
void sm_batches_add(struct sm_batches *batches, uint32_t batch, const struct sm_part *part,
                    int words);
void sm_batches_push(struct sm_batches *batches, uint32_t batch);

/* Row of the next to end, SM_NONE if there is none. */
static inline uint32_t sm_batches_first(const struct sm_batches *batches)
{
    return batches->heap_count ? batches->heap[0] : SM_NONE;
}

/* Its end has changed. */
void sm_batches_moved(struct sm_batches *batches, uint32_t batch);

/* Takes it out of the order; its row and parts stay until sm_batches_drop(). */
void sm_batches_pop(struct sm_batches *batches, uint32_t batch);
void sm_batches_drop(struct sm_batches *batches, uint32_t batch);

/* A list of parts that belongs to no batch any more. */
void sm_batches_drop_parts(struct sm_batches *batches, uint32_t parts);
void sm_batches_release(struct sm_batches *batches);

#endif
