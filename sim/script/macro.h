/* A macro as it was defined: between macro.c, which keeps the definitions, and expand.c, which
 * replaces names by them. Nobody else looks into one. */
#ifndef SIM_SCRIPT_MACRO_H
#define SIM_SCRIPT_MACRO_H

#include "sim/script/preprocess.h"

enum macro_special { SPECIAL_NONE, SPECIAL_FILE, SPECIAL_LINE, SPECIAL_COUNTER };

struct macro {
    uint32_t name;
    bool function_like, variadic;
    bool used;
    bool active; /* being expanded: its name stands for itself */
    enum macro_special special;
    int parameter_count; /* without the variadic one */
    uint32_t *parameters;
    struct token *body;
    size_t body_count;
    struct place place;
    struct macro *own; /* of the user's: the one of that name in a header of ours; NULL: none */
};

/* The macro that a token names; NULL: none. */
struct macro *macro_meant(const struct preprocessor *pp, const struct token *t);

#endif
