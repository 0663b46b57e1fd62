/* Whether to run a piece of the typed tree may come to something that is sought, also in the
 * functions that it calls, of which each is looked through once. Knows nothing of what that is.
 */
#ifndef SIM_SCRIPT_SEEK_H
#define SIM_SCRIPT_SEEK_H

#include "sim/script/ast.h"

struct seek {
    /* what is sought; set by the caller */
    bool (*is_expr)(struct seek *seek, const struct expr *e);
    bool (*is_stmt)(const struct stmt *s);    /* NULL: none */
    bool (*is_builtin)(const char *function); /* a call of one without a body to look through */
    bool unknown;       /* the answer where nobody can tell: which function a pointer leads to, or
                           what stands too deep */
    uint8_t *functions; /* by index, zeros at first: 0 not looked at, 1 looking, 2 no, 3 yes */
    int depth;          /* of what is looked at, as far as it is known */
};

bool seek_expr(struct seek *seek, const struct expr *e);
bool seek_one(struct seek *seek, const struct stmt *s); /* without those behind it */
bool seek_stmt(struct seek *seek, const struct stmt *s);
bool seek_function(struct seek *seek, const struct function *f);

#endif
