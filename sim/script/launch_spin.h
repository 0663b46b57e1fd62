/* How long a block of a kernel spins: the spin_us(E) of its body, found at a launch by going
 * through the statements that decide about them, over the arguments, gridDim and blockDim. Nothing
 * else of the body is executed.
 *
 * A condition that threadIdx is part of is taken to hold for some thread of every block, for which
 * the block's other threads wait. Must not know what becomes of the time.
 */
#ifndef SIM_SCRIPT_LAUNCH_SPIN_H
#define SIM_SCRIPT_LAUNCH_SPIN_H

#include "sim/script/launch_value.h"

struct launch_spin {
    double us;
    bool known;         /* else `why`, and where */
    const char *why;    /* "the condition depends on blockIdx" */
    struct place place; /* of what is not known; where it is, of the last spin_us */
    bool read_memory;   /* it may be another time at the next launch */
};

/* Whether the body calls spin_us, itself or in a function that it calls. */
bool launch_spins(const struct function *kernel);

struct launch_spin launch_spin(const struct launch_scope *scope);

#endif
