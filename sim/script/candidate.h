/* Functions that a call may mean, and which of them fits best. */
#ifndef SIM_SCRIPT_CANDIDATE_H
#define SIM_SCRIPT_CANDIDATE_H

#include "sim/script/objects.h"

#define MAX_CANDIDATES 64
#define MAX_RANKED     24

struct candidate {
    struct function *function;
    const struct template *template; /* that it is an instance of; NULL: none */
    int ranks[MAX_RANKED];           /* by argument; the object first for methods */
    int distances[MAX_RANKED];       /* among those of the same rank */
    bool adds_const[MAX_RANKED];     /* all that a const T & does: a T is no better, a T & is */
};

/* Parameters that the caller writes: without `this`. */
int visible_parameters(const struct function *f);
bool arity_fits(const struct function *f, int count);
/* Whether the object may be what the method is called for. */
int object_rank(struct expr *object, const struct function *f);
/* Fills the ranks; false: it cannot be called so. */
bool rank_candidate(struct parser *p, struct candidate *c, struct expr *object, struct expr **args,
                    int count);
/* Whether a is at least as good as b everywhere: 1 better, 0 as good, -1 not. */
int compare_candidates(struct parser *p, const struct candidate *a, const struct candidate *b,
                       int count);
/* Fills candidates that fit, at most MAX_CANDIDATES; *only is the single function there is, for
 * better messages. */
int candidates_gather(struct parser *p, struct overload_expr *set, struct expr *object,
                      struct expr **args, int count, struct candidate *list, struct function **only,
                      int *named);
/* The function that is meant; NULL where none fits and none `must`. */
struct function *candidate_choose(struct parser *p, struct overload_expr *set, struct expr *object,
                                  struct expr **args, int count, struct place place, bool must);
/* For messages: "int, const char *". */
const char *argument_types(struct parser *p, struct expr **args, int count);

#endif
