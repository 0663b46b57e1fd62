/* Which kernels by work are on which SMs, and the rates that follow.
 *
 * A cell is a set of SMs that hold the same blocks of the same kernels by work and whose level 1
 * caches have the same room. They are cut along the parts of batches that begin or end, and put
 * together when they have become equal.
 *
 * Blocks that share with others drift apart, until each SM's end at times of their own: so many
 * passes must be cheap. Mostly what ends makes room for the like, and there are as many SMs with
 * the same as before: then the memory gives the same part of what is asked for, and only what is on
 * the SMs of the blocks that came or went is looked at. Private to sm_share.
 */
#ifndef SIM_ENGINE_SM_CELLS_H
#define SIM_ENGINE_SM_CELLS_H

#include "sim/engine/sm_memo.h"
#include "sim/engine/sm_share.h"

struct sm_cell {
    struct sm_mask sms;
    int32_t count; /* of its SMs */
    int64_t room;  /* of its level 1 cache for bytes on their way */
    uint64_t key;  /* a hash of what its rates follow from */
    bool changed;  /* since the rates were found; it is not in any sum then */
    bool crowded;
    int users;
    struct sm_cell_user {
        uint32_t kernel; /* row; the oldest first */
        int32_t blocks;
        uint64_t serial; /* of its batch or, of what shares equally, of its kernel */
        struct sm_pace pace;
        int64_t way;       /* of all its blocks in the cell: bytes on their way */
        int64_t computing; /* of its threads on each SM (sm_share.h) */
    } user[SM_SHARE_USERS];
};

enum { NO_CELL = UINT16_MAX };

struct sm_cells {
    struct sm_cell *rows;
    size_t count, capacity;
    uint64_t *ids; /* by row: a hash of what it holds, together, as all are looked through */
    size_t id_capacity;
    uint16_t of[SM_MASK_WORDS * 64]; /* an SM's, or NO_CELL */
    /* While the memory's part is found: one cell of each key, and SMs of all that have it. */
    struct sm_alike {
        uint64_t key;
        size_t row, first_user;
        int64_t sms;
    } * alike;
    size_t alike_count, alike_capacity;
    struct sm_share_user *users; /* likewise: theirs, one after the other */
    size_t user_capacity;
    struct sm_mask changed; /* SMs that hold something else, or at other rates, than when blocks'
                               paces were set */
    uint64_t keys;          /* of all SMs, added up */
    int32_t crowded;        /* SMs */
    int64_t memory;         /* gave so much of what was asked for; 0: not known */
    uint32_t *work;         /* batches of kernels by work to be looked at */
    size_t work_capacity;
    uint32_t *timed; /* likewise of the others */
    size_t timed_capacity;
    struct sm_memo memo;
};

/* Some of the SMs of a part: those in one cell. */
struct sm_in_cell {
    size_t row;
    struct sm_mask sms;
    int32_t count;
};

struct sm_cells *sm_cells_new(void);

/* Puts what has begun into the cells and finds the rates in those that have changed, or in all. */
void sm_cells_find(struct sm_array *sms, struct sm_cells *cells);

/* The cell of the first SM of a mask that is in one; NULL. */
const struct sm_cell *sm_cells_at(const struct sm_array *sms, const struct sm_cells *cells,
                                  const struct sm_mask *mask);

/* Takes those of the next cell from `rest`; false when what is left is in none. */
bool sm_cells_next(const struct sm_array *sms, const struct sm_cells *cells, struct sm_mask *rest,
                   struct sm_in_cell *in);

/* When a batch's blocks came among those of its SMs: what shares equally with the rest of its
 * kernel came with that. */
uint64_t sm_cells_serial(const struct sm_array *sms, const struct sm_batch *batch);

/* Of its users, which are in the order of their serials, the first that is not before this one. */
int sm_cell_user(const struct sm_cell *cell, uint64_t serial);

/* Threads on the SMs of a cell that compute; of those older than the batch, unless that is
 * SM_NONE. */
int64_t sm_cell_computing(const struct sm_array *sms, const struct sm_cell *cell, uint32_t batch);

/* Takes SMs from a mask. */
static inline void sm_mask_without(const struct sm_array *sms, struct sm_mask *from,
                                   const struct sm_mask *sm)
{
    for (int w = 0; w < sms->groups.words; w++)
        from->word[w] &= ~sm->word[w];
}

#endif
