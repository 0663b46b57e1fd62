/* Declarations: specifiers, declarators, functions and their bodies, statements, code of the
 * device. A part of parser.h.
 */
#ifndef SIM_SCRIPT_DECLARATIONS_H
#define SIM_SCRIPT_DECLARATIONS_H

#include "sim/script/parser.h"

/* decl.c */
struct specifiers {
    struct type *type; /* NULL: auto */
    bool is_auto, auto_const;
    struct type *auto_type; /* what it became for the variable before */
    bool is_typedef, is_static, is_extern, is_inline, is_constexpr, is_friend, is_explicit;
    bool is_kernel, is_device, is_host, is_constant, is_managed, is_shared, is_virtual;
    bool is_mutable, is_thread, is_volatile;
    size_t concept_at; /* of Concept auto; 0 */
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
    bool const_inside;        /* of what stands in parentheses: the function around it is const */
    bool const_method, is_noexcept, is_override, is_final;
    bool takes_pack;    /* a ... may stand before the name */
    uint32_t pack_name; /* of the parameters that a pack became */
    bool last_is_pack;  /* of the parameters: any number of it, in a template's head */
    bool takes_auto;    /* a parameter may be auto: then the function is a template */
    bool has_auto;      /* one is */
    size_t requires_at, requires_end; /* the tokens of a constraint behind it; 0: none */
    size_t parameters_at;             /* the ( of the parameters, which it may name */
    bool *lambda_mutable;             /* where `mutable` may stand, and is noted */
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
    bool is_auto;        /* a template's parameter of its own */
    bool is_auto_pack;   /* which is a pack */
    size_t concept_at;   /* of Concept auto; 0 */
};

/* declarator.c: the parameters as names in a scope, of which only types are asked */
void declare_unevaluated(struct parser *p, const struct declarator *d);

/* auto_parameter.c */
/* The auto of a function's parameter becomes what its template's parameter means; where there is no
 * template yet the declarator has_auto. */
void name_auto(struct parser *p, struct specifiers *s, struct declarator *d);
/* Where auto... stands for a pack of types: a parameter for each; false: it does not. */
bool parse_named_pack(struct parser *p, struct declarator *d,
                      void (*read)(struct parser *, void *));
/* Reads the declaration that begins here as a template, of which d is the function. */
void parse_auto_template(struct parser *p, const struct declarator *d);
/* Concept auto: up to the auto. */
bool accept_constrained_auto(struct parser *p, struct specifiers *s);

bool at_declaration(struct parser *p); /* whether a declaration begins here */
void parse_specifiers(struct parser *p, struct specifiers *s);
void parse_declarator(struct parser *p, const struct specifiers *s, struct type *base,
                      struct declarator *d);
const char *operator_name(struct parser *p, struct declarator *d); /* behind the keyword */
/* Behind specifiers, which say the type or that it is to be deduced. */
void parse_declared(struct parser *p, const struct specifiers *s, struct declarator *d);
/* What decltype says of an expression: of a variable or member, which is named alone, how it is
 * declared, of another lvalue a reference. */
struct type *declared_type(struct parser *p, const struct expr *e, bool named);
struct type *parse_type_id(struct parser *p);
/* A type's name: declared by the user, a template's instance, or part of std. */
struct type *parse_named_type(struct parser *p);
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
/* special.c: Record::Record(...) : ... {}, Record::~Record() {} and Record::operator T() {}; false:
 * it is none */
bool parse_special_member(struct parser *p);
#define CONVERSION_NAME "operator()type"              /* of each: the result says to what */
struct type *parse_conversion_type(struct parser *p); /* method.c: at its operator */
struct token_range range_between(struct parser *p, size_t begin, size_t end);

/* alias.c */
uint32_t flat_name(struct parser *p, uint32_t name); /* of what is declared here */
void declare_alias(struct parser *p, uint32_t name, struct type *type, struct place place);
void parse_using(struct parser *p);
/* Declares what s is under that name in this scope, too. */
void bring_symbol(struct parser *p, uint32_t name, struct symbol *s, struct place place);

/* enum.c */
struct type *parse_enum(struct parser *p);
void use_enumerators(struct parser *p); /* at the enum behind a using: up to the ; */

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
/* defaulted.c: behind the = default of what a struct declared without */
void define_defaulted(struct parser *p, struct function *f);
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
/* What stands before the loop's variable, if there is such a part. */
void parse_range_first(struct parser *p, struct stmt ***tail);
void parse_range_for(struct parser *p, struct place place, struct stmt ***tail);
struct stmt *parse_block(struct parser *p); /* { ... }, with a scope of its own */
struct stmt *stmt_new(struct parser *p, enum stmt_kind kind, struct place place);
struct stmt *stmt_expr(struct parser *p, struct expr *e);
void append(struct stmt ***tail, struct stmt *s);
void emit_cleanups(struct parser *p, struct cleanup *until, struct stmt ***tail,
                   struct place place);

#endif
