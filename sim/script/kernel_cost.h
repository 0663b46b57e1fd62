/* What pragmas and --cost say about kernels and host functions: how long they take, what they
 * touch, how they fail. Read once, before the program runs.
 *
 *   #pragma nullstream kernel(NAME) time(E) | block_time(E) | flops(E) bytes(E)
 *                      regs(E) shared(E) reads(pointer, bytes) writes(pointer, bytes) fails(ERROR)
 *   #pragma nullstream host(NAME) time(E) reads(pointer, bytes) writes(pointer, bytes)
 *
 * Must not know what a launch does.
 */
#ifndef SIM_SCRIPT_KERNEL_COST_H
#define SIM_SCRIPT_KERNEL_COST_H

#include "sim/model/program.h"
#include "sim/script/ast.h"
#include "sim/script/script.h"

struct kernel_clause {
    uint8_t mode; /* enum access_mode */
    struct expr *pointer, *bytes;
};

struct kernel_cost {
    const struct function *function;
    struct place place; /* of the pragma; line 0: there is none */
    enum cost_kind kind;
    bool guessed;        /* nothing said: DEFAULT_KERNEL_TIME */
    int64_t fixed;       /* ns, by --cost; -1: see the expressions */
    struct expr *time;   /* COST_TIME, COST_BLOCK_TIME: ns */
    bool spins;          /* the spin_us of the body say it (launch_spin.h) */
    struct expr *flops;  /* COST_WORK */
    struct expr *bytes;  /* COST_WORK */
    struct expr *regs;   /* NULL: DEFAULT_KERNEL_REGISTERS */
    struct expr *shared; /* static bytes; NULL: those of the __shared__ variables */
    struct kernel_clause *clauses;
    int clause_count;
    int fails;              /* error number; 0: none */
    uint64_t static_shared; /* bytes of the __shared__ variables of the body */
    bool from_memory;       /* an expression reads what may change between launches */
};

enum {
    DEFAULT_KERNEL_TIME = 100000, /* ns */
    DEFAULT_KERNEL_REGISTERS = 16 /* of a thread: no limit on residency on any device */
};

struct host_cost {
    const struct function *function;
    struct expr *time; /* ns */
    struct kernel_clause *clauses;
    int clause_count;
};

struct kernel_costs {
    struct kernel_cost *kernels; /* all kernels of the program */
    int kernel_count;
    int *by_function; /* by function->index: row of kernels, or -1 */
    struct host_cost *hosts;
    int host_count;
    size_t host_capacity;
};

/* What lives in the translation unit's arena stays there. Fails with the place in the pragma, or
 * for a --cost that names no kernel. */
int kernel_costs_read(struct kernel_costs *costs, struct translation_unit *tu,
                      const struct script_settings *settings, struct err *err);

void kernel_costs_release(struct kernel_costs *costs);

#endif
