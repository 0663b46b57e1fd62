/* What the files of the analysis of a kernel's body share: launch_access.c begins, launch_stmt.c
 * walks the statements, launch_expr.c the expressions. Nobody else includes this.
 */
#ifndef SIM_SCRIPT_LAUNCH_WALK_H
#define SIM_SCRIPT_LAUNCH_WALK_H

#include "sim/script/affine.h"
#include "sim/script/launch_access.h"

enum { LAUNCH_READ = 1, LAUNCH_WRITE = 2, LAUNCH_ROOTS = 64, LAUNCH_KEPT = 16 };
enum { LAUNCH_SYMBOL = -1 };

/* A pointer that the kernel was given: a parameter, or a member of a record parameter; or a
 * variable of the device that its body names. */
struct root {
    uint64_t address;
    int parameter;  /* or LAUNCH_SYMBOL */
    int64_t offset; /* of the member; the variable's index */
    bool is_const;
    bool used;    /* understood somewhere */
    bool escaped; /* also used in a way that is not understood */
};

struct value {
    enum { UNKNOWN, NUMBER, POINTER } kind;
    int root;         /* POINTER */
    struct affine at; /* POINTER: bytes from the root */
};

struct walk {
    const struct launch_scope *scope;
    struct launch_access_list *list;
    struct root roots[LAUNCH_ROOTS];
    int root_count;
    struct value *locals;
    struct affine_space space;
    bool certain; /* what stands here is executed by every thread that the space holds */
    bool given_up;
    bool has_records; /* variables that are structures: of what they are made is not known */
    int steps;        /* expressions looked at; a limit on bodies made to be slow */
};

enum { LAUNCH_WALK_STEPS = 50000 };

/* launch_expr.c: the value of an expression; its accesses are noted. */
struct value launch_eval(struct walk *w, const struct expr *e);
/* Narrows the space to where `e` is `truth`. False when it could not be expressed. */
bool launch_narrow(struct walk *w, const struct expr *e, bool truth);
struct value launch_nothing(void);
struct value launch_whole(int64_t constant);
struct value launch_multiply(struct value a, struct value b);
/* A variable of the device, a root from when the body names it. */
struct value launch_symbol(struct walk *w, const struct var *var);
struct value launch_root(struct walk *w, int parameter, int64_t offset);
void launch_escape(struct walk *w, const struct value *value);
bool launch_plain_local(const struct expr *e);

/* launch_stmt.c: a list of statements. */
void launch_walk(struct walk *w, const struct stmt *s);

#endif
