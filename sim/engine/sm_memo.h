/* Rates that were found before, by what they follow from.
 *
 * Where kernels by work share the device, their blocks end in ever changing order, but what lies
 * together on an SM is mostly what lay there a moment ago, and the memory gives what it gave then:
 * of 100 cells whose rates are asked for, 97 had theirs before (three streams of large grids). A
 * place for each hash, which the next one with that place takes. Forgetting costs time, never
 * changes an answer. Private to sm_cells.
 */
#ifndef SIM_ENGINE_SM_MEMO_H
#define SIM_ENGINE_SM_MEMO_H

#include "sim/engine/sm_share.h"

/* What one user of an SM gets. */
struct sm_memo_rate {
    struct sm_pace pace;
    int64_t on_way; /* bytes */
    int64_t computing;
};

/* Zeroed it is empty. The memory gives 0 of what is asked for in no row that is filled. */
struct sm_memo {
    struct sm_memo_row {
        uint64_t key; /* of a cell */
        int64_t memory;
    } * rows;
    /* By row, of the cell's users, in their order. Apart, and not zeroed: few of these megabytes
     * are needed, and each of the hundred runs of chances.h would clear them. */
    struct sm_memo_rates {
        struct sm_memo_rate of[SM_SHARE_USERS];
    } * rates;
    struct sm_memo_given {
        uint64_t keys; /* of all SMs */
        int64_t copies, memory;
    } * given;
    struct sm_memo_ask {
        uint64_t key;                               /* of a cell */
        int64_t all;                                /* that its SMs ask for while they get it all */
        struct sm_share_user users[SM_SHARE_USERS]; /* as they ask */
    } * asks;
};

void sm_memo_release(struct sm_memo *memo);

/* The rates of a cell with that key while the memory gives `memory`: where they are, or go. */
bool sm_memo_rates(struct sm_memo *memo, uint64_t key, int64_t memory, struct sm_memo_rate **rates);

/* Likewise what the users of a cell with that key ask for. */
bool sm_memo_asks(struct sm_memo *memo, uint64_t key, struct sm_memo_ask **ask);

/* Likewise the part that the memory gives, by the keys of all SMs and what copies take of its rate.
 */
bool sm_memo_given(struct sm_memo *memo, uint64_t keys, int64_t copies, int64_t **memory);

#endif
