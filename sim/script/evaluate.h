/* What the two files that evaluate constants share; nobody else includes it. */
#ifndef SIM_SCRIPT_EVALUATE_H
#define SIM_SCRIPT_EVALUATE_H

#include "sim/script/parser.h"

/* So that neither time nor the stack runs out: steps of one evaluation, calls and, with them,
 * expressions and statements inside each other. */
enum {
    MAX_STEPS = 100000,
    MAX_CALLS = 200,
    MAX_DEPTH = 2000,
    MAX_CELLS = 500,
    MAX_TEMPORARIES = 20
};

/* A place inside a constant, which a pointer or a reference leads to. */
struct spot {
    const struct var *of; /* NULL: none, or in a string */
    const struct expr *text;
    struct known *object; /* of a function that is being evaluated */
    int64_t offset;
};

struct known {
    bool is_known;
    int64_t value;
    struct spot spot;
    struct cell *cells; /* of a struct: its members that have values */
};

struct cell {
    struct cell *next;
    int64_t offset, size;
    struct known known;
};

/* An object that an expression outside functions makes. */
struct temporary {
    struct temporary *next;
    const struct var *var;
    struct known known;
};

struct evaluation {
    int steps, calls, depth;
    struct temporary *temporaries; /* outside functions, newest first */
    struct temporary room[MAX_TEMPORARIES];
    int made;
    struct cell cells[MAX_CELLS]; /* of objects */
    int cell_count;
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
bool leads(const struct spot *spot); /* constant_element.c: to anything */
/* Of a pointer that the function has, which a step moves on. */
bool step_spot(struct frame *frame, const struct expr *e, struct spot *spot);
bool local_spot(struct frame *frame, const struct var *var, struct spot *spot);

/* The object of a struct's type that the variable is; NULL: none. */
struct known *object_of(struct evaluation *ev, struct frame *frame, const struct var *var);
/* What stands there in such an object; NULL: nothing is known. */
struct known *cell_at(const struct spot *spot, int64_t size);

/* constant_element.c */
bool lvalue_spot(struct evaluation *ev, struct frame *frame, const struct expr *e,
                 struct spot *spot);
bool pointer_spot(struct evaluation *ev, struct frame *frame, const struct expr *e,
                  struct spot *spot);
bool constant_element(struct evaluation *ev, struct frame *frame, const struct expr *e,
                      int64_t *value);

#endif
