/* What the two files that evaluate constants share; nobody else includes it. */
#ifndef SIM_SCRIPT_EVALUATE_H
#define SIM_SCRIPT_EVALUATE_H

#include "sim/script/parser.h"

/* So that neither time nor the stack runs out: steps of one evaluation, calls and, with them,
 * expressions and statements inside each other. */
enum { MAX_STEPS = 100000, MAX_CALLS = 200, MAX_DEPTH = 2000 };

struct evaluation {
    int steps, calls, depth;
};

/* A place inside a constant, which a pointer or a reference leads to. */
struct spot {
    const struct var *of; /* NULL: none, or in a string */
    const struct expr *text;
    int64_t offset;
};

struct known {
    bool is_known;
    int64_t value;
    struct spot spot;
};

struct frame {
    const struct function *function;
    struct known *locals;
    struct known result;
};

/* evaluate.c */
bool whole_of(struct evaluation *ev, struct frame *frame, const struct expr *e, int64_t *value);
bool call_function(struct evaluation *ev, struct frame *outer, const struct expr *e,
                   struct known *result);
/* Of a pointer that the function has, which a step moves on. */
bool step_spot(struct frame *frame, const struct expr *e, struct spot *spot);
bool local_spot(struct frame *frame, const struct var *var, struct spot *spot);

/* constant_element.c */
bool pointer_spot(struct evaluation *ev, struct frame *frame, const struct expr *e,
                  struct spot *spot);
bool constant_element(struct evaluation *ev, struct frame *frame, const struct expr *e,
                      int64_t *value);

#endif
