/* The value of an expression at a launch: over the kernel's arguments, gridDim, blockDim, globals
 * and constants. Pragmas' clauses and the analysis of a kernel's subscripts need it; nothing is
 * executed and nothing changes.
 *
 * Must not know what a clause means.
 */
#ifndef SIM_SCRIPT_LAUNCH_VALUE_H
#define SIM_SCRIPT_LAUNCH_VALUE_H

#include "sim/script/vm.h"

struct launch_scope {
    const struct function *kernel; /* whose parameters EXPR_LOCAL means */
    const struct vm_cell *args;    /* one for each parameter; of a record: its address */
    int arg_count;
    uint32_t grid[3], block[3];
    struct memory *memory;
    const uint64_t *globals;           /* addresses by var->index */
    const struct launch_value *locals; /* of the kernel, where somebody follows them; NULL */
    const uint32_t *thread;            /* threadIdx; NULL: of no thread in particular */
    const struct expr *const *made_of; /* by local, with `thread`: what it is if locals has not got
                                          it; NULL: not known */
};

struct launch_value {
    bool known;
    bool floating;
    union {
        int64_t i; /* also unsigned values, by their bits */
        double d;
    };
};

/* An unknown value where the expression needs what only the device knows, or memory that a kernel
 * wrote; never fails. */
struct launch_value launch_value(const struct launch_scope *scope, const struct expr *expr);

/* As a number: whole values converted. 0 when unknown. */
double launch_number(struct launch_value value);

/* The dimension that an expression names: 0 to 2 for .x .y .z of the built-in variable `name`
 * ("gridDim"), -1 if it is none. */
int launch_dimension(const struct expr *expr, const char *name);
/* Whether blockIdx or threadIdx stands in it: it is another value for each block or thread. */
bool launch_varies(const struct expr *e);

#endif
