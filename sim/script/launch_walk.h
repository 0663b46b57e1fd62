/* What the files of the analysis of a kernel's body share: launch_access.c begins, launch_stmt.c
 * walks the statements, launch_expr.c the expressions, launch_narrow.c the conditions,
 * launch_follow.c knows what pointers in memory may lead to, launch_atomic.c which functions are
 * atomic. Nobody else includes this.
 */
#ifndef SIM_SCRIPT_LAUNCH_WALK_H
#define SIM_SCRIPT_LAUNCH_WALK_H

#include "sim/script/affine.h"
#include "sim/script/launch_access.h"

enum { LAUNCH_READ = 1, LAUNCH_WRITE = 2, LAUNCH_ATOMIC = 4 }; /* as in enum access_mode */
enum { LAUNCH_ROOTS = 64, LAUNCH_KEPT = 16 };
enum { LAUNCH_SYMBOL = -1 };

/* A pointer that the kernel was given: a parameter, or a member of a record parameter; or a
 * variable of the device that its body names. */
struct root {
    uint64_t address; /* 0: it leads nowhere; kept to see whether the body follows it */
    bool unset;       /* as it was never given a value */
    int parameter;    /* or LAUNCH_SYMBOL */
    int64_t offset;   /* of the member; the variable's index */
    bool is_const;
    bool used;     /* understood somewhere */
    bool escaped;  /* also used in a way that is not understood */
    bool atomics;  /* and by atomic functions, nobody knows where in it */
    bool passed;   /* and who got it may follow pointers that stand there */
    uint8_t modes; /* how it is touched where that is understood, LAUNCH_READ, LAUNCH_WRITE; */
    uint8_t lost;  /* and how by subscripts that are not, which may reach all of it */
    uint64_t most; /* bytes that it is touched in at most, whatever the launch; */
    bool wide;     /* but for subscripts that say no such number */
    uint8_t leads; /* how memory may be touched through those: LAUNCH_READ, LAUNCH_WRITE; 0: none */
};

struct value {
    /* FOUND: a pointer that stood in memory; it may lead anywhere */
    enum {
        UNKNOWN,
        NUMBER,
        WITHIN, /* a number that is not known, from `at` to so much more: x & 255 */
        POINTER,
        FOUND
    } kind;
    int root;         /* POINTER */
    uint8_t leads;    /* FOUND: by its type, with what stands where it leads */
    struct affine at; /* POINTER: bytes from the root */
    int64_t spread;   /* WITHIN, POINTER: it lies there or up to so much behind */
    bool lost;        /* POINTER: anywhere behind the root */
};

struct walk {
    const struct launch_scope *scope;
    struct launch_access_list *list;
    struct root roots[LAUNCH_ROOTS];
    int root_count;
    struct value *locals;
    bool *turning; /* by local: it is another value in each turn of a loop */
    int loops;     /* around what is looked at */
    struct affine_space space;
    bool certain; /* what stands here is executed by every thread that the space holds */
    bool given_up;
    bool crowded;     /* there are more roots than are kept */
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
struct value launch_combine(struct value a, const struct value *b, int64_t times);
/* A variable of the device, a root from when the body names it. */
struct value launch_symbol(struct walk *w, const struct var *var);
struct value launch_root(struct walk *w, int parameter, int64_t offset);
void launch_escape(struct walk *w, const struct value *value);
bool launch_plain_local(const struct expr *e);

/* launch_follow.c: how memory may be touched through the pointers that stand in a value of `type`,
 * and through those that stand there; 0: there are none. */
uint8_t launch_leads(const struct type *type);
/* The value of the lvalue `e` of the type of a pointer, or with such members: from where a thread
 * has no variable of its own. */
struct value launch_found(struct walk *w, const struct expr *e);
/* Whether the lvalue is a part of a variable of the thread or the block. */
bool launch_is_own(const struct expr *e);
/* Whether the expression's value is another in each turn of a loop. */
bool launch_turns(struct walk *w, const struct expr *e);

/* launch_atomic.c: how a function touches what its first argument points to; 0: nobody knows. */
uint8_t launch_mode_of(const char *function);

/* launch_stmt.c: a list of statements. */
void launch_walk(struct walk *w, const struct stmt *s);

#endif
