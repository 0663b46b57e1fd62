/* How long a block of a kernel spins: the spin_us(E) of its body, found at a launch by going
 * through the statements that decide about them, over the arguments, gridDim and blockDim. Nothing
 * else of the body is executed.
 *
 * A condition of threadIdx divides the block's threads; those of one arm wait for those of the
 * other. Where more than threadIdx decides it is taken to hold for some of them. Must not know what
 * becomes of the time.
 */
#ifndef SIM_SCRIPT_LAUNCH_SPIN_H
#define SIM_SCRIPT_LAUNCH_SPIN_H

#include "sim/script/launch_value.h"

struct launch_spin {
    double us;
    bool known;         /* else `why`, and where */
    const char *why;    /* "the condition depends on blockIdx" */
    struct place place; /* of what is not known; where it is, of the last spin_us */
    bool by_block;      /* likewise unknown: it is not the same time for all blocks */
    bool read_memory;   /* it may be another time at the next launch */
};

enum { SPINS_NOT, SPINS, SPINS_UNREAD /* a template's instance, whose body was not read */ };

/* Sets function->spins of all functions: whether the body calls spin_us, itself or in a function
 * that it calls. */
void launch_spins_find(struct translation_unit *tu);

/* Which launch_spins_find() has found. */
bool launch_spins(const struct function *kernel);

struct launch_spin launch_spin(const struct launch_scope *scope);

#endif
