/* What the files of launch_spin.h share: launch_spin.c walks the statements, launch_spin_value.c
 * the expressions, launch_spin_need.c knows what stands in them and launch_spins.c which functions
 * spin. Nobody else includes this.
 */
#ifndef SIM_SCRIPT_LAUNCH_SPIN_WALK_H
#define SIM_SCRIPT_LAUNCH_SPIN_WALK_H

#include "sim/script/launch_spin.h"

/* What keeps a value from being known; BY_ARMS: the arms of a condition gave different ones. */
enum { BY_THREAD = 1, BY_BLOCK = 2, BY_OTHER = 4, BY_ARMS = 8 };

enum { MOST_THREADS = 1024, MOST_NODES = 32 };

/* Of a block, by number. */
struct threads {
    uint64_t bits[MOST_THREADS / 64];
};

struct spin_walk {
    struct launch_scope scope;
    const struct function *function;
    struct launch_value *values; /* by local */
    uint8_t *causes;             /* likewise, where the value is unknown */
    bool *needed;                /* likewise: what a spin or whether there is one depends on */
    bool *aliased;               /* likewise: it may change by other names */
    bool *stored;                /* likewise, of pointers: the body writes where they point to */
    const struct expr **made_of; /* likewise, unknown: what of threadIdx it is; NULL */
    struct launch_spin *found;
    int *steps;
    int calls;
    struct threads here;             /* who goes through what is looked at */
    struct threads broke, continued; /* who left the loop, or its turn, before the others */
    bool breaks, continues;          /* whether somebody did */
};

/* In the order in which the arm of a condition is left behind for another one. */
enum flow { ON, CONTINUE, BREAK, RETURN, STUCK };

/* ---- launch_spins.c ---- */

bool launch_is_spin(const struct expr *e);
/* Whether it calls spin_us or a function that does, perhaps with what is not understood. */
bool launch_calls(const struct expr *e);
bool launch_spins_in(const struct expr *e);

/* ---- launch_spin_need.c ---- */

const struct init *spin_inits(const struct stmt *s);
/* A statement, without those behind it. */
bool spin_in_stmt(const struct stmt *s);
int spin_arguments(const struct expr *e);
/* Whether its evaluation does anything that matters here. */
bool spin_acts(const struct expr *e);
bool spin_has_goto(const struct stmt *s);
/* Whether nobody comes to what follows it in the function. */
bool spin_returns(const struct stmt *s);
bool spin_reads_memory(const struct expr *e);
bool spin_mentions(const struct expr *e, const struct var *var);
/* Whether it calls spin_us or changes a variable that is needed. */
bool spin_matters(const struct spin_walk *w, const struct expr *e);
/* Which variables matter; to be called until it is 0. */
int spin_need(struct spin_walk *w, const struct stmt *s);

/* ---- launch_spin_value.c ---- */

uint8_t spin_causes(const struct spin_walk *w, const struct expr *e);
bool spin_has_aliased(const struct spin_walk *w, const struct expr *e);
void spin_put(struct spin_walk *w, const struct var *var, struct launch_value v, uint8_t causes);
void spin_begin_var(struct spin_walk *w, const struct var *var);
/* What is assigned in it is not known any more, and depends on what decides about it. */
void spin_forget(struct spin_walk *w, const struct stmt *s, uint8_t causes);
void spin_forget_loop(struct spin_walk *w, const struct stmt *s, uint8_t causes);
enum flow spin_stuck(struct spin_walk *w, struct place place, const char *why);
const char *spin_reason(uint8_t causes);
/* Does what the expression does and gives its value, where that is wanted. */
struct launch_value spin_take(struct spin_walk *w, const struct expr *e, bool want);

/* ---- launch_spin.c ---- */

enum flow spin_walk_function(struct spin_walk *outer, const struct expr *call);

#endif
