/* Which orders an edit took away, which the original has and the edited program does not: of two
 * accesses to the same bytes, one a write; of work and a call that wants it done; and of work and
 * the records between which an elapsed time encloses it.
 *
 * Both programs are read side by side, record by record, twice: by what CUDA guarantees and by what
 * is there in practice (edit_order.h).
 */
#ifndef SIM_MODEL_EDIT_LOST_H
#define SIM_MODEL_EDIT_LOST_H

#include "sim/model/edit_inside.h"

/* `before` has to be done when `after` begins. */
struct lost_order {
    uint32_t before, after; /* rows of records */
    uint32_t event;         /* that is recorded there already; 0: a new one */
    uint32_t told;          /* 1 + the lock or atomic that both are host functions for; 0: none */
    bool by_host;           /* it is the host that has to wait */
    uint32_t at; /* the wait for it stands before this row: of accesses of the host that follow each
                    other the first, as their order among themselves is not known */
};

struct lost_orders {
    struct lost_order *rows; /* some more than once */
    size_t count, capacity;
    bool end;         /* main does not know at the end any more that all is done */
    bool unknown;     /* there are too many elapsed times to see what they enclose */
    size_t last_wait; /* row of the last record in which main waited for the device, from 1 */
};

void lost_orders_find(struct lost_orders *lost, const struct editing *editing);
void lost_orders_release(struct lost_orders *lost);

#endif
