/* Whether statements leave alone what a name is read from. Only bind_scope.c includes it. */
#ifndef SIM_SCRIPT_BIND_BETWEEN_H
#define SIM_SCRIPT_BIND_BETWEEN_H

#include "sim/script/binding_inside.h"

enum between_effect {
    BETWEEN_NAMED = 1,    /* a variable of the name is written */
    BETWEEN_MEMORY = 2,   /* memory in which a pointer may lie is */
    BETWEEN_ANYTHING = 4, /* who knows what is called */
    BETWEEN_WANTED = 8,   /* the function that was looked for is called */
    BETWEEN_JUMPS = 16,   /* somebody may not come from the one to the other, or from elsewhere */
    BETWEEN_WRITES = 32   /* a variable is written, which may be one of the name */
};

/* What a name is made of. */
struct between_names {
    const struct var *const *vars;
    int count;
    bool in_memory; /* not all of it is in variables that only their function can write */
};

/* What each statement of the list does, whatever the name is. */
const uint8_t *between_effects(struct binding *binding, const struct stmt *list);
/* Whether whoever goes through the statement comes to its end, and the name is the same then.
 * effects: what it does. */
bool between_keeps(struct binding *binding, const struct stmt *s, unsigned effects,
                   const struct between_names *names);
void between_release(struct binding *binding);
/* Whether the function may be called while it runs. */
bool between_is_recursive(struct binding *binding, const struct function *function);

#endif
