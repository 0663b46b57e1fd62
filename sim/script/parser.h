/* What the files of the parser share. Nobody else includes this; the result is in ast.h.
 *
 * The parser works on the whole list of tokens by index, so that a template's tokens can be read
 * again for each instance. It checks while it reads. The first error ends it: parse_fail() jumps
 * back to script_parse(); everything lives in the arena, so nothing is lost. In device code an
 * error only ends the statement.
 *
 * Names inside namespaces and records are flat: "std::vector" is one interned name.
 */
#ifndef SIM_SCRIPT_PARSER_H
#define SIM_SCRIPT_PARSER_H

#include "sim/script/preprocess.h"

#include <setjmp.h>

#define TYPE_TABLE_SIZE  4096
#define MAX_OBJECT_BYTES ((int64_t)1 << 47)
#define MAX_EXPR_DEPTH   2000
#define MAX_NODES        10000000
#define MAX_ARGUMENTS    1000
#define MAX_PARAMETERS   16 /* of a template */

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
    X(final) X(override) X(__underlying_type)

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
    struct capture *captures;
    struct body *body;
};

struct capture {
    struct capture *next;
    uint32_t name;
    bool by_reference;
    bool is_this;
    bool is_named;        /* [name = value] */
    int member;           /* index in the record */
    struct expr *initial; /* in the enclosing function: what it captures */
    struct type *type;    /* of the captured variable */
};

/* What stands behind a variable's name: = value, = {...}, {...}, (...), or nothing. */
struct initial {
    struct expr *value; /* = value, or braces */
    struct expr **args;
    int arg_count;
    bool direct; /* ( ), or braces without = */
    bool any;
};

/* Expressions that exist only while an expression is being read. */
enum {
    EXPR_OVERLOAD = 1000, /* a name of functions: struct overload_expr */
    EXPR_BRACES,          /* { args } */
    EXPR_DESIGNATED,      /* .name = a, in braces: value is the name */
    EXPR_MANIPULATOR,     /* std::endl and its like: value is an enum put_format, or -1: endl */
    EXPR_LIBRARY,         /* a library function's name: value is its enum library_kind */
};

struct overload_expr {
    struct expr expr;
    uint32_t name;
    struct overload *overloads;
    struct function *methods; /* of expr.a, linked by next_method */
    bool has_object;          /* expr.a is the object */
    bool qualified;
    struct template_argument *arguments; /* explicit ones */
    int argument_count;
};

struct parser {
    struct translation_unit *tu;
    struct arena *arena;
    struct preprocessor *pp;
    const struct script_options *options;
    struct err *err;
    jmp_buf *escape; /* where parse_fail goes */

    const struct token *tokens;
    size_t at, token_count;
    bool half;      /* the first > of a >> is read */
    int no_greater; /* > ends the expression: in template arguments */
    int depth, max_depth;

    struct symbol **symbols; /* by name id: the innermost one */
    size_t symbol_capacity;
    struct scope *scope;
    uint32_t prefix;  /* "A::B" of the namespace or record we are in, 0: none */
    uint32_t *usings; /* using namespace */
    size_t using_count, using_capacity;
    struct record *record; /* whose members are being declared */
    struct body *body;
    bool device;             /* in device code: forgiving */
    bool certain;            /* the error is none to forgive */
    bool dependent;          /* in a template that nothing uses: types are not known */
    uint32_t strange_names;  /* met that nothing declares and that may be right, ... */
    uint32_t strange_before; /* ... before the statement in device code that is being read */
    uint32_t device_bodies;  /* read so far */
    uint32_t *excused;       /* by name: the last body with it where it was not understood */
    size_t excused_capacity;
    bool outside;               /* a member of a template that is defined outside: of `record` */
    int unevaluated;            /* in sizeof or decltype */
    bool has_try;               /* somewhere in the program */
    struct type_end *ends;      /* functions that end objects of a type */
    struct type_end *late_ends; /* those that are made when all is read */
    bool has_packs;             /* one has been declared */
    const char *unfit;          /* why the arguments of a call fit no template; NULL */
    bool in_clause, has_unit;   /* script_parse_clause */

    struct type *basic[TYPE_UNKNOWN + 1];
    struct type *type_table[TYPE_TABLE_SIZE];
    uint32_t type_count;
    struct type *dim3, *stream; /* found by name when first needed */
    struct type *string_type, *ostream_type;

    size_t *override_at; /* where the value of each -D stands in tokens */
    size_t function_capacity, global_capacity;
    int64_t node_count;
    int instance_depth;
    struct vector_type *vectors;
    struct statics *statics, *thread_statics; /* what ends with the program, with a thread */
    struct own_values *owns;                  /* of thread_local variables */
    struct expr **auto_args; /* what the auto parameters that are being read are given */
    int auto_count;
    struct delayed_bodies *delayed;
    struct record *open;          /* the outermost struct that is being read; NULL: none is */
    const struct record *implied; /* whose constructor, or copy, C++ writes itself; NULL */
    struct initial ready; /* read already at ready_at, up to ready_end, to deduce a type from it */
    size_t ready_at, ready_end;
    struct expr *initial_of; /* the object whose member's own initial value is being read ... */
    struct body *initial_in; /* ... in this function, where the members' names mean its own */
    bool is_friend;          /* the function that is declared now: it stands beside the struct */
    uint32_t friend_prefix;  /* of the namespace that it is declared in */
    struct pending_body *pending; /* bodies of methods, read when the record is complete */
};

/* parse_error.c */
_Noreturn void parse_fail(struct parser *p, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void parse_fail_hint(struct parser *p, struct place place, const char *hint,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));
/* A name of std that stands for another function here fails if a header would declare it. */
void refuse_not_included(struct parser *p, const struct token *name, uint32_t prefix);
_Noreturn void parse_fail_unknown(struct parser *p, const struct token *name, uint32_t prefix);
/* Fails if it is a name of CUDA that is not covered. */
void refuse_not_covered(struct parser *p, uint32_t name, struct place place);
_Noreturn void parse_unexpected(struct parser *p, const char *wanted);
/* Where a type must stand and none does: of a name, why it is none. */
_Noreturn void parse_no_type(struct parser *p, const char *wanted);
/* type_name in the arena. */
const char *type_text(struct parser *p, const struct type *type);
const char *name_text(struct parser *p, uint32_t name);

/* cursor.c: reading tokens */
const struct token *peek(struct parser *p);
const struct token *peek_ahead(struct parser *p, size_t n);
const struct token *next(struct parser *p);
bool at_punct(struct parser *p, uint16_t punct);
bool accept_punct(struct parser *p, uint16_t punct);
void expect(struct parser *p, uint16_t punct, const char *where);
bool at_keyword(struct parser *p, enum keyword keyword);
bool accept_keyword(struct parser *p, enum keyword keyword);
bool at_launch_open(struct parser *p);  /* <<< */
bool at_launch_close(struct parser *p); /* >>> */
bool at_angle_close(struct parser *p);
bool accept_angle_close(struct parser *p);
struct place place_here(struct parser *p);
/* From an opening (, [ or { to behind its closing one. */
void skip_balanced(struct parser *p);
/* Up to the comma, or the `end`, behind a value that nobody reads yet: a default argument's, a
 * member's own; `expected` is that end in words. */
void skip_value(struct parser *p, uint16_t end, const char *expected);
/* The index behind the < ... > that begins at token `at`, or where it breaks off. */
size_t skip_angles(struct parser *p, size_t at);
/* The index behind the words and names of the type that begins at token `at`. */
size_t skip_type(struct parser *p, size_t at);
uint32_t expect_name(struct parser *p, const char *what);
void enter(struct parser *p, struct place place); /* one level deeper, or fails */
void leave(struct parser *p);
/* Whether keyword tokens are names: false for keywords. */
bool is_identifier(const struct token *token);

/* type.c */
void types_init(struct parser *p);
struct type *type_pointer(struct parser *p, struct type *base);
struct type *type_reference(struct parser *p, struct type *base);
struct type *type_rvalue(struct parser *p, struct type *base); /* base && */
struct type *type_array(struct parser *p, struct type *base, int64_t length);
struct type *type_const(struct parser *p, struct type *type);
struct type *type_plain(struct parser *p, struct type *type); /* arrays: of plain elements */
struct type *type_function(struct parser *p, struct type *result, struct type **parameters,
                           int count, bool variadic);
struct type *type_disguised(struct parser *p, enum type_disguise disguise, enum type_kind kind,
                            int64_t num, int64_t den);
struct type *type_record(struct parser *p, const char *name, struct place place);
struct type *type_enum(struct parser *p, const char *name, struct type *base, struct place place);
struct type *type_placeholder(struct parser *p, const char *name, int index);
void record_layout(struct parser *p, struct record *r);

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

/* expr nodes: build.c */
struct expr *expr_new(struct parser *p, enum expr_kind kind, struct type *type, struct place place);
struct expr *expr_unary(struct parser *p, enum expr_kind kind, struct type *type, struct expr *a,
                        struct place place);
struct expr *expr_binary(struct parser *p, enum expr_kind kind, struct type *type, struct expr *a,
                         struct expr *b, struct place place);
struct expr *expr_int(struct parser *p, struct type *type, int64_t value, struct place place);
struct expr *expr_string(struct parser *p, const char *text, size_t length, struct place place);
struct expr *expr_var(struct parser *p, struct var *var, struct place place); /* deref if & */
struct expr *expr_raw_var(struct parser *p, struct var *var, struct place place);
struct expr *expr_member(struct parser *p, struct expr *object, const struct member *member,
                         struct place place);
struct expr *expr_deref(struct parser *p, struct expr *pointer, struct place place);
struct expr *expr_address(struct parser *p, struct expr *lvalue, struct place place);
struct expr *expr_function(struct parser *p, struct function *f, struct place place);
struct expr *expr_call(struct parser *p, struct function *f, struct expr **args, int count,
                       struct place place);
struct expr *expr_builtin(struct parser *p, const char *name, struct type *result,
                          struct place place, int count, ...);
struct expr *expr_assign(struct parser *p, struct expr *to, struct expr *value,
                         struct place place); /* types already equal */
struct expr *expr_comma(struct parser *p, struct expr *a, struct expr *b);
struct expr *expr_opaque(struct parser *p, struct expr *a, struct expr *b, struct place place);
bool expr_is_opaque(const struct expr *e);
/* An object of a struct, of the program or of a header: one with members and operators of its own.
 */
bool expr_is_record(const struct expr *e);
bool constant_value(const struct expr *e, int64_t *value); /* whole numbers */
/* evaluate.c: likewise of a call of a constexpr function of whole numbers. */
bool constant_call(const struct expr *e, int64_t *value);
bool constant_float(const struct expr *e, double *value);
/* constant_element.c: of a member of a constant, or an element of it */
bool constant_int_element(const struct expr *e, int64_t *value);
bool constant_float_element(const struct expr *e, double *value);
struct expr *fold(struct parser *p, struct expr *e);

/* convert.c */
struct expr *decay(struct parser *p, struct expr *e); /* arrays, function names; plain type */
struct type *promoted(struct parser *p, struct type *type);
struct type *common_type(struct parser *p, struct type *a, struct type *b);
int conversion_rank(struct parser *p, struct expr *e, struct type *to); /* < 0: none */
/* `what` begins the sentence: "argument 1 of f". */
struct expr *convert(struct parser *p, struct expr *e, struct type *to, const char *what);
struct expr *to_bool(struct parser *p, struct expr *e, const char *what);
struct expr *explicit_cast(struct parser *p, struct expr *e, struct type *to, struct place place,
                           bool static_only);
struct expr *cast_node(struct parser *p, struct expr *e, struct type *to);
void mark_written(struct parser *p, struct expr *e, struct place place, const char *how);
void mark_address(struct parser *p, struct expr *e);
bool is_null_constant(const struct expr *e);
/* A value of reference type `to` (the address), from e. */
struct expr *bind_reference(struct parser *p, struct expr *e, struct type *to, const char *what);

/* operators.c */
struct expr *build_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                          struct place place);
struct expr *build_assign(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                          struct place place);
struct expr *build_unary(struct parser *p, uint16_t op, struct expr *a, struct place place);
struct expr *build_step(struct parser *p, struct expr *a, int by, bool post, struct place place);
struct expr *build_index(struct parser *p, struct expr *a, struct expr *b, struct place place);
struct expr *build_conditional(struct parser *p, struct expr *c, struct expr *a, struct expr *b,
                               struct place place);

/* expr.c: reading expressions */
struct expr *parse_expr(struct parser *p);       /* with commas */
struct expr *parse_assignment(struct parser *p); /* without */
struct expr *parse_conditional(struct parser *p);
struct expr *parse_cast(struct parser *p);
int64_t parse_constant(struct parser *p, const char *what);
struct expr *parse_braces(struct parser *p); /* { ... } as EXPR_BRACES */
int parse_arguments(struct parser *p, uint16_t close, struct expr ***args);
struct expr *primary_literal(struct parser *p); /* literal.c */

/* suffix.c */
struct literal { /* a number without the name that ends it */
    const struct token *token;
    double number;
    uint64_t whole;
    bool is_float;
};

/* The value of a number with such a suffix; NULL: it is none that has a meaning of its own. */
struct expr *literal_suffix(struct parser *p, const struct literal *l, const char *suffix);
struct expr *string_suffix(struct parser *p,
                           struct expr *e); /* behind a string; e: none stands there */
/* The name of operator""suffix; 0: it is too long. */
uint32_t literal_operator(struct parser *p, const char *suffix, size_t length);

/* member.c: objects' members */
struct expr *build_member(struct parser *p, struct expr *object, uint32_t name, bool arrow,
                          struct place place);
const struct member *record_find(struct record *r, uint32_t name, struct parser *p);
struct function *record_methods(struct parser *p, struct record *r, uint32_t name);
bool record_has_field(const struct record *r, const char *name);
/* The record in one of whose methods `b`, or the lambda that it is, stands; NULL: in none. */
struct record *method_record(const struct body *b);
/* The member `name` of the record that the current method belongs to; NULL: none. */
struct expr *implicit_member(struct parser *p, uint32_t name, struct place place);
/* Fails where what is private, or protected, in r may not be named. */
void check_private(struct parser *p, const struct record *r, bool is_protected, const char *name,
                   struct place place);
struct expr *this_expr(struct parser *p, struct place place);

/* call.c */
struct expr *build_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                        struct place place);
struct expr *call_set(struct parser *p, struct overload_expr *set, struct expr **args, int count,
                      struct place place);
struct expr *build_launch(struct parser *p, struct expr *callee, struct launch *launch,
                          struct expr **args, int count, struct place place);
/* operator `name` of record operands: NULL if nothing fits. */
struct expr *call_operator(struct parser *p, const char *name, struct expr *a, struct expr *b,
                           struct place place);
struct expr *overload_new(struct parser *p, uint32_t name, struct overload *overloads,
                          struct place place);
/* The function that a set means where a function of this type is wanted; NULL: none fits. */
struct function *overload_pick(struct parser *p, struct overload_expr *set, struct type *wanted);
void function_use(struct parser *p, struct function *f, struct place place);

/* construct.c: making and ending objects */
/* Statements' worth of initialization for var from what stands after its name. */
void initialize(struct parser *p, struct var *var, struct expr *value, struct expr **args,
                int arg_count, bool direct, struct place place);
/* A temporary of a record type made by a constructor or braces. */
struct expr *construct_value(struct parser *p, struct type *type, struct expr **args, int count,
                             bool braces, struct place place);
struct expr *construct_at(struct parser *p, struct expr *object, struct expr **args, int count,
                          bool braces, struct place place); /* NULL: nothing to do */
struct expr *destroy_expr(struct parser *p, struct expr *object, struct place place);
struct expr *copy_record(struct parser *p, struct expr *e); /* a value that may be kept */
bool constructs_from(struct parser *p, struct record *r, struct expr *e);
bool type_needs_construction(const struct type *type);
bool type_needs_destruction(const struct type *type);
void cleanup_add(struct parser *p, struct var *var);
struct var *temporary(struct parser *p, struct type *type, struct place place);
struct expr *value_initial(struct parser *p, struct type *type, struct place place);
struct expr *build_new(struct parser *p, struct place place);    /* behind the keyword */
struct expr *build_delete(struct parser *p, struct place place); /* behind the keyword */
struct init *init_add(struct parser *p, struct init ***tail, int64_t offset, struct expr *value);
/* The assignment of a member's own initial value. */
struct expr *member_initial(struct parser *p, struct expr *object, struct member *m,
                            struct place place);
bool record_is_trivially_default(struct parser *p, struct record *r);
bool is_constructor_name(struct parser *p, const struct record *r, uint32_t name);
/* inits.c: braces for arrays and records; *length grows for arrays of unknown bound. */
/* Fails where the value is known and would change in a list in braces. */
void check_narrowing(struct parser *p, const struct expr *e, const struct type *to);
void initialize_braces(struct parser *p, struct type *type, struct expr *braces, int64_t offset,
                       struct init ***tail, int64_t *length);

/* decl.c */
struct specifiers {
    struct type *type; /* NULL: auto */
    bool is_auto, auto_const;
    struct type *auto_type; /* what it became for the variable before */
    bool is_typedef, is_static, is_extern, is_inline, is_constexpr, is_friend, is_explicit;
    bool is_kernel, is_device, is_host, is_constant, is_managed, is_shared, is_virtual;
    bool is_mutable, is_thread;
    int max_threads, min_blocks;
    int64_t align;
    struct place place;
    bool any;
};

struct declarator {
    struct type *type;
    const struct token *name; /* NULL: none stands there */
    bool abstract;            /* none may */
    uint32_t prefix;          /* of a qualified name: "Record" in Record::f */
    uint32_t name_id;         /* operators and destructors included; 0: none */
    struct place place;
    bool is_special;  /* a constructor's, destructor's or conversion's: it has no name */
    bool is_function; /* the outermost derivation is a parameter list */
    struct parameter *parameters;
    int parameter_count;
    bool is_variadic;
    struct expr *vla[4]; /* lengths that are no constants, outermost first */
    int vla_count;
    struct type *vla_element;
    enum method_object takes; /* void f() &&; */
    bool const_method, is_noexcept, is_override, is_final;
    bool takes_pack;      /* a ... may stand before the name */
    uint32_t pack_name;   /* of the parameters that a pack became */
    bool last_is_pack;    /* of the parameters: any number of it, in a template's head */
    bool *lambda_mutable; /* where `mutable` may stand, and is noted */
    struct type *trailing_result;
    bool is_special_case; /* of a function template: the name may have arguments */
    struct template_argument *arguments;
    int argument_count;
};

struct parameter {
    uint32_t name;
    struct type *type;
    struct place place;
    size_t default_at;   /* token index of the default, 0: none */
    uint32_t prefix;     /* of the namespace or record that the default stands in */
    struct scope *scope; /* that the default is read in */
    bool is_pack;        /* one of those that a pack became */
};

bool at_declaration(struct parser *p); /* whether a declaration begins here */
void parse_specifiers(struct parser *p, struct specifiers *s);
void parse_declarator(struct parser *p, const struct specifiers *s, struct type *base,
                      struct declarator *d);
const char *operator_name(struct parser *p, struct declarator *d); /* behind the keyword */
/* Behind specifiers, which say the type or that it is to be deduced. */
void parse_declared(struct parser *p, const struct specifiers *s, struct declarator *d);
struct type *parse_type_id(struct parser *p);
bool at_type(struct parser *p);
void skip_attributes(struct parser *p);
void parse_declaration(struct parser *p, struct stmt ***tail); /* tail NULL: at file level */
void parse_initial(struct parser *p, struct initial *in);
void declare_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                      struct stmt ***tail);
struct function *declare_function(struct parser *p, struct specifiers *s, struct declarator *d,
                                  bool definition);
void define_function(struct parser *p, struct function *f, struct parameter *parameters, int count,
                     bool is_auto);
void declare_parameters(struct parser *p, struct function *f, struct parameter *parameters,
                        int count, struct record *record);
struct var *add_local(struct parser *p, const char *name, struct type *type, struct place place);
struct var *add_global(struct parser *p, const char *name, struct type *type, struct place place);
void parse_top_level(struct parser *p);
/* parse.c: Record::Record(...) : ... {} and Record::~Record() {}; false: it is none */
bool parse_special_member(struct parser *p);
struct token_range range_between(struct parser *p, size_t begin, size_t end);

/* alias.c */
uint32_t flat_name(struct parser *p, uint32_t name); /* of what is declared here */
void declare_alias(struct parser *p, uint32_t name, struct type *type, struct place place);
void parse_using(struct parser *p);
struct type *parse_enum(struct parser *p);

/* record.c */
struct type *parse_record(struct parser *p, bool is_union, bool is_class);
void parse_record_body(struct parser *p, struct type *type, bool is_class);
struct function *record_constructors(struct parser *p, struct record *r);

/* function.c */
void body_begin(struct parser *p, struct body *body, struct function *f);
void body_end(struct parser *p, struct body *body);
struct function *function_new(struct parser *p, const char *name, struct type *type,
                              struct place place);
void parse_function_body(struct parser *p, struct function *f, struct parameter *parameters,
                         int count, struct record *record, bool is_static);
struct expr *parse_lambda(struct parser *p); /* lambda.c */
void parse_lambda_body(struct parser *p, struct function *f, struct declarator *d,
                       struct lambda *l);
void parse_lambda_parameters(struct parser *p, struct declarator *d, bool *is_mutable);
struct expr *lambda_capture(struct parser *p, struct symbol *s, struct place place);
struct expr *lambda_this(struct parser *p, struct place place);
struct function *lambda_function(const struct type *type);

struct function *library_thunk(struct parser *p, struct function *f); /* thunk.c; f: it is none */
struct function *find_method(struct parser *p, struct declarator *d); /* Record::f */
void define_default_constructor(struct parser *p, struct function *f);
void add_function(struct parser *p, struct function *f); /* to tu->functions */
struct expr *zero_object(struct parser *p, struct expr *object, struct place place);
void parse_fail_if(struct parser *p, bool condition, struct place place, const char *message);
void parse_member_inits(struct parser *p, struct record *r, struct stmt ***tail);
/* Runs read(); after an error the parser is as it was and the error stands: false. */
bool parse_protected(struct parser *p, void (*read)(struct parser *, void *), void *context);
void parse_namespace_alias(struct parser *p);
void note_pragma(struct parser *p, const struct token *mark); /* where it stands */
void parse_statement_pragma(struct parser *p, const struct token *mark, struct stmt ***tail);
/* Pointers to the first element and behind the last one of what a range-for goes through. */
void range_ends(struct parser *p, struct expr *range, struct place place, struct expr **first,
                struct expr **last, struct stmt ***tail);
void declare_range_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                            struct expr *element, struct stmt ***tail);

/* device_code.c */
/* Runs read(); after an error that may be none to nvcc the parser is as it was: false. */
bool parse_forgiving(struct parser *p, void (*read)(struct parser *, void *), void *context);
void define_device(struct parser *p, struct function *f, struct parameter *parameters, int count);
void parse_device_statement(struct parser *p, struct stmt ***tail);
/* A name that nothing declares: opaque where it may be known to nvcc, else fails. */
struct expr *device_name(struct parser *p, const struct token *name, uint32_t prefix);
/* A function of this name is in a namespace: its arguments' types may make it known elsewhere. */
void device_found_by_arguments(struct parser *p, uint32_t name);
bool may_be_found_by_arguments(const struct parser *p, uint32_t name);
struct suggest;
void device_suggest(struct parser *p, struct suggest *suggest);
/* The error that follows is one to nvcc, too: device code does not forgive it. Without effect in
 * host code, and where something before in the statement was not understood. */
void device_certain(struct parser *p);

/* stmt.c */
void parse_one_statement(struct parser *p, struct stmt ***tail);
void skip_statement(struct parser *p);
bool is_auto_reference(struct parser *p, const struct type *type); /* auto & of a result */
struct stmt *parse_body(struct parser *p);                         /* of an if or a loop: one */
/* Leaves the scope of a block: destructors run, names end. */
void close_scope(struct parser *p, struct stmt ***tail, struct place place);
void parse_switch(struct parser *p, struct stmt ***tail); /* switch.c */
void parse_case(struct parser *p, struct stmt ***tail);
bool at_range_for(struct parser *p); /* range_for.c: behind for ( */
void parse_range_for(struct parser *p, struct place place, struct stmt ***tail);
struct stmt *parse_block(struct parser *p); /* { ... }, with a scope of its own */
struct stmt *stmt_new(struct parser *p, enum stmt_kind kind, struct place place);
struct stmt *stmt_expr(struct parser *p, struct expr *e);
void append(struct stmt ***tail, struct stmt *s);
void emit_cleanups(struct parser *p, struct cleanup *until, struct stmt ***tail,
                   struct place place);

/* library.c: the parts of std that are no header text */
void library_init(struct parser *p);
bool library_is_type(const struct symbol *s);
struct type *library_type(struct parser *p, struct symbol *s,
                          struct place place); /* NULL: no type */
struct expr *library_name(struct parser *p, struct symbol *s, const struct token *name);
struct expr *library_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                          struct place place);
/* obj.name(...) of vectors, strings, threads and durations; NULL: no such member. */
struct expr *library_method(struct parser *p, struct expr *object, uint32_t name,
                            struct place place);
/* Construction of a vector, string or thread at `object`. NULL: nothing to do. */
struct expr *library_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                               bool braces, struct place place);
struct expr *library_assign(struct parser *p, struct expr *object, struct expr *value,
                            struct place place);
struct expr *library_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                            struct place place); /* NULL: not ours */
struct expr *library_convert(struct parser *p, struct expr *e, struct type *to);
int library_rank(struct parser *p, struct expr *e, struct type *to);
struct type *library_template_type(struct parser *p, struct symbol *s, const struct token *name);

#include "sim/script/templates.h"

#endif
