/* Reading what is in a struct: what the files that do share, and only they. */
#ifndef SIM_SCRIPT_RECORD_H
#define SIM_SCRIPT_RECORD_H

#include "sim/script/ordering.h"

struct record_reader {
    struct type *type;
    struct record *record;
    uint32_t name; /* flat */
    int capacity;
    bool is_private, is_protected;
    bool has_constructor, wants_default;
    struct place default_place;
    struct defaulted_orders orders;
};

/* ---- method.c ---- */

/* A method, constructor or destructor, its declarator read. */
struct function *declare_method(struct parser *p, struct record_reader *rd, struct specifiers *s,
                                struct declarator *d, const char *name, bool is_static);
/* What stands behind a method's parameters: a body, = default, = delete, or ; */
/* Of two methods alike the one with a constraint is there: whether this one is, which then is
 * alone. */
bool is_preferred(struct record *r, const struct declarator *d, const char *name);
/* Behind the head of one that the arguments of the struct's template have not. */
void skip_unmet_method(struct parser *p);
void finish_method(struct parser *p, struct record_reader *rd, struct function *f,
                   struct declarator *d);
/* At the name, at ~, and at the operator before a type. */
void parse_constructor(struct parser *p, struct record_reader *rd, struct specifiers *s);
void parse_destructor(struct parser *p, struct record_reader *rd, struct specifiers *s);
void parse_conversion(struct parser *p, struct record_reader *rd, struct specifiers *s);

#endif
