/* C++20's comparisons: a <=> b and what is defaulted. A part of objects.h. */
#ifndef SIM_SCRIPT_ORDERING_H
#define SIM_SCRIPT_ORDERING_H

#include "sim/script/objects.h"

/* What a struct wants written for it. */
struct defaulted_orders {
    bool equals, orders;
    const char *result; /* of <=>: what it says itself; NULL: by the members */
    struct place place;
};

/* Before anything is read: whether the program has such comparisons. */
void find_orders(struct parser *p);
/* At a member: auto operator<=>(const T &) const = default; false, and nothing is read: it is none.
 */
bool note_defaulted(struct parser *p, struct defaulted_orders *orders);
/* The members that do it, as tokens: where the first one is, up to a TOKEN_END. */
size_t write_defaulted(struct parser *p, const struct record *r,
                       const struct defaulted_orders *orders);

struct expr *build_order(struct parser *p, struct expr *a, struct expr *b, struct place place);
/* What C++20 makes of other operators where the program has no such one; NULL: nothing. */
struct expr *rewritten_operator(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                                struct place place);

#endif
