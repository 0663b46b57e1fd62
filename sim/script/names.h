/* Names while a program is read: the keywords, what a name means in which scope, and the function
 * whose body is being read, with what its names capture and end. A part of parser.h.
 */
#ifndef SIM_SCRIPT_NAMES_H
#define SIM_SCRIPT_NAMES_H

#include "sim/script/preprocess.h"

struct parser;

/* The keywords, interned in this order: their ids are KW_FIRST + position. */
#define KEYWORDS(X)                                                                                \
    X(alignas) X(alignof) X(asm) X(auto) X(bool) X(break) X(case) X(catch) X(char) X(class)       \
    X(const) X(constexpr) X(const_cast) X(continue) X(decltype) X(default) X(delete) X(do)        \
    X(double) X(dynamic_cast) X(else) X(enum) X(explicit) X(extern) X(false) X(float) X(for)      \
    X(friend) X(goto) X(if) X(inline) X(int) X(long) X(mutable) X(namespace) X(new) X(noexcept)   \
    X(nullptr) X(operator) X(private) X(protected) X(public) X(register) X(reinterpret_cast)      \
    X(return) X(short) X(signed) X(sizeof) X(static) X(static_assert) X(static_cast) X(struct)    \
    X(switch) X(template) X(this) X(thread_local) X(throw) X(true) X(try) X(typedef) X(typeid)    \
    X(typename) X(union) X(unsigned) X(using) X(virtual) X(void) X(volatile) X(wchar_t) X(while)  \
    X(__global__) X(__device__) X(__host__) X(__constant__) X(__managed__) X(__shared__)          \
    X(__restrict__) X(__restrict) X(__launch_bounds__) X(__forceinline__) X(__noinline__)         \
    X(__inline__) X(__inline) X(__attribute__) X(__align__) X(__builtin_align__)                  \
    X(__grid_constant__) X(__extension__) X(__cluster_dims__) X(__maxnreg__) X(__volatile__)      \
    X(__asm__) X(__func__) X(__FUNCTION__) X(__PRETTY_FUNCTION__) X(char16_t) X(char32_t)         \
    X(final) X(override) X(__underlying_type) X(__typeof__) X(__typeof) X(__builtin_LINE)         \
    X(__builtin_FILE) X(__builtin_FUNCTION) X(__builtin_COLUMN) X(consteval) X(constinit) \
    X(concept) X(requires)

enum keyword {
    KW_FIRST = 1,
    KW_BEFORE = 0,
#define X(name) KW_##name,
    KEYWORDS(X)
#undef X
        KW_LAST
};

enum symbol_kind {
    SYMBOL_VAR,
    SYMBOL_FUNCTION,
    SYMBOL_TYPE,
    SYMBOL_VALUE, /* an enumerator, or a template's value parameter */
    SYMBOL_CLASS_TEMPLATE,
    SYMBOL_NAMESPACE, /* prefix: the real name's id, for aliases */
    SYMBOL_PACK,      /* of a variadic template: types, or parameters */
    SYMBOL_LIBRARY,   /* part of std that we know ourselves, see library.h */
};

enum library_kind;

struct symbol {
    enum symbol_kind kind;
    uint32_t name;
    struct symbol *hidden; /* of the same name in an outer scope */
    struct symbol *next;   /* in the same scope */
    struct scope *scope;
    struct place place;
    struct type *tag; /* a struct or enum of this name, when the symbol itself is none */
    union {
        struct var *var;
        struct overload *overloads;
        struct template *template;
        struct pack *pack;
        uint32_t prefix;
        int library;
    };
    struct type *type; /* SYMBOL_TYPE, SYMBOL_VALUE */
    int64_t value;
    uint32_t captured_as; /* of a pack's element: the name that a lambda captures it under */
    int stands; /* a value that a template's head does not know yet: 1 + the parameter's index */
    bool builtin;
};

struct overload {
    struct function *function; /* NULL: a template */
    struct template *template;
    struct overload *next;
};

enum scope_kind { SCOPE_FILE, SCOPE_NAMESPACE, SCOPE_TEMPLATE, SCOPE_FUNCTION, SCOPE_BLOCK };

struct scope {
    enum scope_kind kind;
    struct scope *outer;
    struct symbol *symbols;
    struct body *body;        /* function that it belongs to, NULL outside */
    struct cleanup *cleanups; /* those alive when it began */
    struct live *live;
    size_t using_count; /* of p->usings when it began */
};

/* An object whose destructor runs when its scope ends. */
struct cleanup {
    struct cleanup *outer;
    struct expr *destroy;
    struct var *var;
};

struct live {
    struct live *outer;
    struct var *var;
};

struct jump {
    struct jump *next;
    struct stmt *stmt;
    struct live *live;
    struct cleanup *cleanups;
    uint32_t name;
};

/* The function being read. */
struct body {
    struct function *function;
    struct body *outer;
    struct scope *scope;
    struct record *record; /* `this` points to it; NULL if there is none */
    struct lambda *lambda; /* NULL: none */
    size_t local_capacity;
    struct cleanup *cleanups;
    struct cleanup *loop_cleanups, *switch_cleanups; /* alive outside the loop, the switch */
    struct temporary_end *temporaries; /* of the full expression being read, newest first */
    int loops, switches;               /* how deep we are in them */
    struct stmt *current_switch;
    struct stmt **last_case;
    struct type *switch_type;
    bool break_is_switch;
    struct live *live; /* initialised variables in scope: what a jump may not skip */
    struct live *switch_live;
    struct jump *labels, *gotos;
    struct type *result; /* NULL: to be deduced from the first return */
    bool is_static_method;
    bool is_deduced;      /* result: from a return before */
    struct var *returned; /* moved out by the return that is being read */
    size_t begin_at;      /* the token of its { */
};

struct lambda {
    struct record *record; /* the captures */
    uint32_t default_mode; /* 0, '=' or '&' */
    bool is_mutable;
    bool captures_this;
    bool is_statement; /* statement_expr.c: to return from it would be to return from what is around
                        */
    struct capture *captures;
    struct captured_pack *packs; /* of [...pack = value], empty ones, too */
    struct body *body;
};

struct captured_pack {
    uint32_t name;
    struct captured_pack *next;
};

struct capture {
    struct capture *next;
    uint32_t name;
    bool by_reference;
    bool is_this;
    bool is_named;        /* [name = value] */
    uint32_t pack;        /* of [...pack = value], whose element it is; 0 */
    int member;           /* index in the record */
    struct expr *initial; /* in the enclosing function: what it captures */
    struct type *type;    /* of the captured variable */
};

/* scope.c */
struct scope *scope_push(struct parser *p, enum scope_kind kind);
void scope_pop(struct parser *p);
struct symbol *symbol_declare(struct parser *p, uint32_t name, enum symbol_kind kind,
                              struct place place);
struct symbol *symbol_innermost(struct parser *p, uint32_t name);
/* Looks through blocks, the record, namespaces and using directives; NULL if there is none. */
struct symbol *symbol_find(struct parser *p, uint32_t name);
struct symbol *symbol_find_in(struct parser *p, uint32_t prefix, uint32_t name);
struct symbol *symbol_here(struct parser *p, uint32_t name); /* only the current scope */
uint32_t name_join(struct parser *p, uint32_t prefix, uint32_t name);
bool symbol_is_local(const struct symbol *s);
/* The prefix without its last part; 0 when it has one part. */
uint32_t prefix_outer(struct parser *p, uint32_t prefix);
/* The functions of an operator's name that are seen here, and those in the namespaces around the
 * types of its operands. b: NULL where there is one. */
struct overload *operator_overloads(struct parser *p, uint32_t name, const struct expr *a,
                                    const struct expr *b);
/* Likewise of the arguments of a call, added to those that are seen. */
struct overload *overloads_for(struct parser *p, uint32_t name, struct overload *seen,
                               struct expr *const *args, int count);
/* Reads A::B::NAME or NAME; leaves p->at behind it. Fails when something before :: is unknown.
 * *name is the last part's token. NULL: not declared. */
struct symbol *parse_qualified(struct parser *p, const struct token **name, uint32_t *prefix);

#endif
