/* Expressions: reading them, and making their nodes, checked and converted, from operands that have
 * been read; objects are made and ended here too. A part of parser.h.
 */
#ifndef SIM_SCRIPT_EXPRESSIONS_H
#define SIM_SCRIPT_EXPRESSIONS_H

#include "sim/script/parser.h"

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
/* What a pointer to it points to: of a method a function that takes the object, too. */
struct type *address_type(struct parser *p, const struct function *f);
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
/* An object made, or a call of a constexpr function that can change nothing that it is given: where
 * a constant is wanted it makes no difference. */
bool constant_does_nothing(const struct expr *e);
bool constant_float(const struct expr *e, double *value);
/* constant_element.c: of a member of a constant, or an element of it */
bool constant_int_element(const struct expr *e, int64_t *value);
/* The variable of which a lambda has what `e` is; NULL: of none that it did not name anew. */
const struct var *captured_variable(const struct expr *e);
bool constant_float_element(const struct expr *e, double *value);
struct expr *fold(struct parser *p, struct expr *e);

/* rank.c */
int conversion_rank(struct parser *p, struct expr *e, struct type *to); /* < 0: none */
int reference_rank(struct parser *p, struct expr *e, struct type *to);  /* to: a reference type */
/* The conversion function of a record that leads to `to`, perhaps by a conversion of its result
 * (T * to const T *); NULL if there is none. */
struct function *conversion_function(struct parser *p, struct type *from, struct type *to);
/* Whether it has a function that makes one of the library's own types of it. */
bool becomes_library(struct parser *p, struct type *from, struct type *to);
/* operator T &: what std::reference_wrapper<T> is made for. */
struct function *conversion_to_reference(struct parser *p, struct expr *e, struct type *target);
/* What e is as an operand: an array is a pointer, nothing is const. */
struct type *value_type(struct parser *p, struct expr *e);

/* convert.c */
struct expr *decay(struct parser *p, struct expr *e); /* arrays, function names; plain type */
struct type *promoted(struct parser *p, struct type *type);
struct type *common_type(struct parser *p, struct type *a, struct type *b);
/* `what` begins the sentence: "argument 1 of f". */
struct expr *convert(struct parser *p, struct expr *e, struct type *to, const char *what);
struct expr *to_bool(struct parser *p, struct expr *e, const char *what);
/* What a cast makes: no variable, which could be written through it. */
struct expr *cast_value(struct parser *p, struct expr *e);
struct expr *explicit_cast(struct parser *p, struct expr *e, struct type *to, struct place place,
                           bool static_only);
struct expr *cast_node(struct parser *p, struct expr *e, struct type *to);
void mark_written(struct parser *p, struct expr *e, struct place place, const char *how);
void mark_address(struct parser *p, struct expr *e);
bool is_null_constant(const struct expr *e);
/* A value of reference type `to` (the address), from e. */
struct expr *bind_reference(struct parser *p, struct expr *e, struct type *to, const char *what);

/* operand.c: what an object with a conversion stands for; itself if it has none. */
struct expr *to_scalar(struct parser *p, struct expr *e); /* std::atomic<int>: a number */
struct expr *to_pointer(struct parser *p, struct expr *e);

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
struct expr *parse_part(struct parser *p); /* of what && and || join */
struct expr *parse_cast(struct parser *p);
int64_t parse_constant(struct parser *p, const char *what);
struct expr *parse_braces(struct parser *p); /* { ... } as EXPR_BRACES */
int parse_arguments(struct parser *p, uint16_t close, struct expr ***args);
/* primary.c: e.f, e(...), e[i], e++ and so on behind e, which is read here first if it is NULL */
struct expr *parse_postfix(struct parser *p, struct expr *e);
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
struct function *record_methods(struct parser *p, struct record *r, uint32_t name);
bool record_has_field(const struct record *r, const char *name);
/* The record in one of whose methods `b`, or the lambda that it is, stands; NULL: in none. */
struct record *method_record(const struct body *b);
/* The member `name` of the record that the current method belongs to; NULL: none. */
struct expr *implicit_member(struct parser *p, uint32_t name, struct place place);
bool is_implicit_member(struct parser *p, uint32_t name, struct place place); /* whether there is */
/* Whether such a member hides the type that the symbol is: where a struct has a method any(), that
 * name is not std::any. */
bool is_hidden_type(struct parser *p, const struct symbol *s, uint32_t name);
/* Fails where what is private, or protected, in r may not be named. */
void check_private(struct parser *p, const struct record *r, bool is_protected, const char *name,
                   struct place place);
struct expr *this_expr(struct parser *p, struct place place);

/* call.c */
struct expr *build_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                        struct place place);
/* lambda.operator()<T>(args), at the operator */
struct expr *call_lambda_by_name(struct parser *p, struct expr *lambda);
/* Through a pointer to a function. */
struct expr *call_pointer(struct parser *p, struct expr *callee, struct expr **args, int count,
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
/* Of an object that is a base, or is being made already. */
struct expr *construct_part(struct parser *p, struct expr *object, struct expr **args, int count,
                            bool braces, struct place place);
struct expr *destroy_expr(struct parser *p, struct expr *object, struct place place);
struct expr *copy_record(struct parser *p, struct expr *e); /* a value that may be kept */
bool constructs_from(struct parser *p, struct record *r, struct expr *e);
bool type_needs_construction(const struct type *type);
bool type_needs_destruction(const struct type *type);
/* What destroys an object, as called from a place: where its scope ends, not where it began. */
struct expr *ends_at(struct parser *p, const struct expr *e, struct place place);

void cleanup_add(struct parser *p, struct var *var);
struct var *temporary(struct parser *p, struct type *type, struct place place);
struct expr *value_initial(struct parser *p, struct type *type, struct place place);
/* behind the keyword; is_global: `::` stands before it */
struct expr *build_new(struct parser *p, bool is_global, struct place place);
struct expr *build_delete(struct parser *p, bool is_global, struct place place);
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

/* library.c: the parts of std that are no header text */
void library_init(struct parser *p);
bool library_is_vector(const struct symbol *s); /* std::vector */
bool library_is_type(const struct symbol *s);
struct expr *library_name(struct parser *p, struct symbol *s, const struct token *name);
struct expr *library_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                          struct place place);
/* obj.name(...) of vectors, strings, threads and durations; NULL: no such member. */
/* A std::vector may be named before its elements are known; what uses one needs them. */
void library_need_element(struct parser *p, const struct type *type, struct place place);
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

#endif
