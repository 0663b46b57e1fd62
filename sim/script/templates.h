/* Templates: what they are made of, types inside types, packs. A part of parser.h. */
#ifndef SIM_SCRIPT_TEMPLATES_H
#define SIM_SCRIPT_TEMPLATES_H

#include "sim/script/parser.h"

struct declarator;
struct specifiers;

struct template_parameter {
    uint32_t name;
    bool is_type;
    bool is_pack;                 /* any number of types, or of values */
    bool is_auto;                 /* a value whose type its argument has */
    struct template *inner;       /* of a template: what stands for it; NULL: it is none */
    bool is_function;             /* its type is a pointer to one, which may hold placeholders */
    struct type *type;            /* of a value */
    size_t type_at;               /* where its type stands that depends on others; 0: it does not */
    int type_of;                  /* 1 + the index of the parameter that is its type; 0 */
    size_t fallback_at;           /* token index of the default, 0: none */
    struct template *fallback_of; /* the declaration whose names stand in it; NULL: its own */
    struct place place;
};

struct template_argument {
    struct type *type; /* NULL: not known */
    int64_t value;
    bool has_value;
    struct type *value_type;         /* of a value for `auto`; NULL: the parameter says it */
    struct template *of;             /* a template's name; NULL */
    struct function *function;       /* whose address the value is; NULL: it is a number */
    struct overload_expr *functions; /* the parameter's type says which of them is meant; NULL */
    struct template_argument *pack;  /* of a pack's parameter */
    int pack_count;
    bool stands_for_all; /* while it is deduced: a placeholder of the pack means all of it */
};

/* What arguments have to meet: the tokens of it. */
struct constraint {
    size_t begin, end;
    int subject;          /* 1 + the parameter that it is a concept of, as in Concept T; 0 */
    size_t parameters_at; /* the ( of the function's parameters, which it names; 0: it names none */
    struct constraint *next;
};

/* A part of constraints that && or || join: the same token is the same part. */
struct atom {
    size_t at;
    struct atom *next;
};

struct template_instance {
    struct template_argument *arguments;
    struct function *function;
    struct type *record;
    struct var *var;
    struct template_instance *next;
};

struct template
{
    uint32_t name; /* flat */
    const char *text;
    bool is_class, is_union, is_class_keyword;
    int stands;        /* 1 + the index of the parameter that it stands for in a head; 0 */
    int library;       /* of one that the front end knows itself (template_name.c): which */
    bool is_callables; /* callables.c */
    bool is_alias;     /* using name = a type: body_at is where that stands */
    bool is_variable;  /* const T name = value: begin is where its type stands */
    bool is_concept;   /* its value stands between begin and body_at */
    struct constraint *constraints;
    struct atom *atoms;      /* of the constraints, those of the concepts in them among them */
    const char *unsupported; /* why it cannot be used; NULL */
    const char *instead;     /* of what is not supported; NULL */
    struct template_parameter *parameters;
    int count;
    size_t begin;           /* token index behind template<...> */
    size_t body_at;         /* token index of the { of a function template, 0 if only declared */
    struct type **patterns; /* of a function's parameters, with placeholders */
    int pattern_count;
    bool pattern_variadic;
    bool pattern_pack;       /* the last pattern is that of any number of parameters */
    int required;            /* parameters without default */
    size_t *default_at;      /* of a function's parameters; 0: none */
    struct template *before; /* what declared it before: it may say defaults */
    struct type **placeholders;
    struct template_instance *instances;
    struct place place;
    uint32_t prefix; /* namespace that it stands in */
    bool builtin, is_kernel, is_device;
    struct record *record; /* of a method; NULL */
    struct record *inside; /* that of a static method and of a struct, too */
    bool is_const_method;
    bool is_constructor, is_explicit;
    struct record *defines; /* whose member template it defines outside of it; NULL */
    const struct template
        *head; /* the template<...> of that struct there; NULL: it is no template */
    const struct template_argument *head_arguments;
    int instance_count;
    struct template *primary;          /* of a specialization; NULL */
    struct template_argument *pattern; /* its arguments, with placeholders */
    size_t pattern_at;                 /* token index of their < */
    struct template *specializations;  /* linked by next */
    struct template *guides;           /* what constructors and guides deduce; linked by next */
    bool has_guides;                   /* they have been collected */
    size_t result_at;                  /* of a guide: the type behind its ->; 0: a constructor's */
    struct template *outside;          /* members that are defined outside; linked by next */
    struct template *next;
};

/* member_type.c: types inside types */
bool has_member_types(const struct type *type); /* of its own, which no symbol is declared for */
/* T Name<T>::f() { ... } where it cannot stand */
_Noreturn void refuse_outside(struct parser *p, struct place place);
/* What the struct has of that name that is no type, for decltype(a)::count; NULL: nothing. */
struct symbol *type_member(struct parser *p, const struct type *type, uint32_t name);
/* std::string::npos, std::thread::hardware_concurrency: what a header has for them; NULL. */
struct symbol *type_value(struct parser *p, const struct type *type, const char *name);
/* Reads ::name as often as it stands behind a type. */
struct type *parse_member_types(struct parser *p, struct type *type);
/* As what parse_qualified finds. */
struct symbol *member_type_symbol(struct parser *p, struct type *type, const struct token *name);

/* scope.c: the instance of a template that its own name means inside of it, and in what stands in
 * there; NULL: we are elsewhere. */
struct type *own_instance(const struct parser *p, const struct template *t);

/* pack.c: packs of variadic templates */
void declare_type_pack(struct parser *p, uint32_t name, const struct template_argument *argument,
                       struct place place);
/* Of values, which have this type. */
void declare_value_pack(struct parser *p, uint32_t name, const struct template_argument *argument,
                        struct type *type, struct place place);
void declare_pack(struct parser *p, uint32_t name, struct place place); /* of parameters */
void extend_pack(struct parser *p, uint32_t name, struct var *var);
bool is_type_pack(const struct symbol *s);
bool is_variable_pack(const struct symbol *s); /* of parameters of a function */
int pack_count(const struct symbol *s);
struct type *pack_type(const struct symbol *s, int index);              /* of one of types */
uint32_t pack_element_name(struct parser *p, uint32_t pack, int index); /* as captured_as */
/* As a variable that a lambda captures: of a pack of parameters. */
struct symbol pack_element(struct parser *p, const struct symbol *s, int index);
bool at_expansion(struct parser *p);         /* whether what stands here ends in ... */
bool at_expanded_argument(struct parser *p); /* likewise, as a template argument */
/* Reads it once for each element; the name behind the ... or 0. */
uint32_t expand(struct parser *p, void (*read)(struct parser *, void *), void *context);
/* Likewise where no ... ends it, up to the , or ] of a list of captures. */
void expand_value(struct parser *p, void (*read)(struct parser *, void *), void *context);
struct expr *sizeof_pack(struct parser *p, struct place place); /* at the ... */
bool at_fold(struct parser *p);                                 /* behind a ( */
struct expr *parse_fold(struct parser *p);                      /* behind a (; NULL: it is none */

/* deduce.c */
/* Whether it is, or is made of, a template's parameter that stands for no type yet. */
bool has_placeholder(const struct type *type);
bool argument_open(const struct template_argument *a);
/* The number that stands for such a value of a parameter where it is a length or an argument alone;
 * 0: something else stands here. */
int64_t value_placeholder(struct parser *p, uint16_t end);
bool is_value_placeholder(int64_t value);
/* What stands for a type, or a value, that depends on placeholders: only an instance knows it. */
bool is_dependent(const struct template_argument *a);
extern const int64_t dependent_value;
/* Likewise for a value. */
bool bind_value(int64_t pattern, int64_t value, struct template_argument *args);
/* Gives the placeholder that the pattern is a value that makes it the type; false: it has another.
 */
bool bind_placeholder(const struct type *pattern, struct type *type,
                      struct template_argument *args);
/* The pack of which the pattern is the placeholder; NULL: it is another one's. */
struct template_argument *whole_pack(const struct template_argument *pattern,
                                     struct template_argument *args);
/* Fills `list`, of which the first `given_count` are known; false: the call does not fit. */
bool deduce_arguments(struct parser *p, struct template *t, int given_count, struct expr **args,
                      int count, struct template_argument *list);

/* deduce_class.c: templates of structs without < >, as in std::pair p{1, 2.5} */
bool parse_guide(struct parser *p, struct template *t); /* behind template<...>; false: none */
/* Behind the name: from the initial value, which then is p->ready. */
struct type *deduced_class(struct parser *p, struct template *t, const struct token *name);
struct type *deduced_element(struct parser *p, const struct token *name); /* of a std::vector */
/* template_head.c: a scope in which names stand for t's parameters */
void push_placeholders(struct parser *p, const struct template *t);
/* At the ( of parameters, whose patterns become t's. */
void read_patterns(struct parser *p, struct template *t);

/* vector_with.c */
/* What std::vector<element> has for the allocator of the pattern std::vector<T, A>; NULL: the
 * pattern is another template's. */
struct type *vector_allocator(struct parser *p, const struct template *pattern,
                              struct type *element);

struct type *standard_allocator(struct parser *p, struct type *element); /* NULL: none is known */

/* template_name.c */
/* The template whose name alone stands here, before a , or a >; NULL, and nothing is read: none. */
struct template *parse_template_name(struct parser *p);
void declare_template_name(struct parser *p, uint32_t name, struct template *t, struct place place);
/* At the template of a parameter that is one: up to its name. */
void parse_template_template(struct parser *p, struct template *t, struct template_parameter *made,
                             int index);
bool bind_template_name(const struct template *pattern, struct template *given,
                        struct template_argument *args);
/* Whether the type is an instance C<T> of a pattern whose C is a parameter itself. */
bool open_instance_fits(struct parser *p, const struct type *pattern, const struct type *type,
                        struct template_argument *args,
                        bool (*fits)(struct parser *, const struct template_argument *,
                                     const struct template_argument *, struct template_argument *));

/* outside.c */
/* Behind template<...>: T Name<T>::f() { ... }; false: it is none. */
bool parse_outside_member(struct parser *p, struct template *t);
bool parse_member_specialization(struct parser *p);
/* Reads those of the record's template for it. */
void define_outside(struct parser *p, struct record *r, struct place place);
struct record *parse_outside_prefix(struct parser *p); /* at Name<T>:: */

/* specialize.c */
/* Whether what a takes b takes as well, and not the other way round. */
bool says_more(struct parser *p, const struct template *a, const struct template *b);
/* template <> void f<int>(int) { ... }, behind the <> */
void parse_function_specialization(struct parser *p);
/* At the < behind the name of a template that is there already. */
void parse_specialization(struct parser *p, struct template *t, struct template *primary);
/* What is to be read for these arguments: t, or a specialization, whose own parameters become
 * `bound`. */
struct template *specialization_for(struct parser *p, struct template *t,
                                    const struct template_argument *list,
                                    struct template_argument *bound, struct place place);

/* template_parameter.c */
/* The next one of t, whose earlier ones are declared. */
void parse_template_parameter(struct parser *p, struct template *t);
/* The type of one that is a function, whose type_at is known, with what T means in this scope. */
struct type *read_function_parameter(struct parser *p, const struct template_parameter *parameter);

/* template_head.c */
struct template *template_new(struct parser *p, struct place place);
void parse_function_template(struct parser *p, struct template *t); /* behind its parameters */
/* At the <: t's parameters, and what is required of them. */
void parse_template_parameters(struct parser *p, struct template *t);
/* The parameter's default, or what an earlier declaration says, in its own names; false: there is
 * none. */
bool earlier_default(struct parser *p, const struct template *t,
                     const struct template_argument *args, struct parameter *parameter, int index);

/* template_argument.c */
/* A scope in which the template's parameters mean the arguments. */
void bind_scope(struct parser *p, const struct template *t, const struct template_argument *args);
/* Completes arguments by the defaults of the parameters; false: there are too few, or too many. */
bool fill_arguments(struct parser *p, struct template *t, struct template_argument *args, int count,
                    struct place place);
bool has_instance(struct template *t, const struct template_argument *args);
bool is_absent(const struct type *type); /* an element that a tuple does not have */
/* Both are the same type, number, function or pack. */
bool same_argument(const struct template_argument *a, const struct template_argument *b);
/* The value of a parameter, of which `of` is the type; NULL: it is a function. At file level. */
void declare_value(struct parser *p, uint32_t name, const struct template_argument *a,
                   struct type *of, struct place place);
/* At the <; as many as the list has, MAX_PARAMETERS of which there is room for in any case. */
int parse_template_arguments(struct parser *p, struct template_argument **args); /* at the < */

/* constraint.c */
/* The concept whose name stands there, up to behind its < >; NULL. */
struct template *concept_at(struct parser *p, size_t at, size_t *end);
/* What stands between the tokens is a constraint; subject: as in struct constraint. */
struct constraint *add_constraint(struct parser *p, struct template *t, size_t begin, size_t end,
                                  int subject);
/* requires C<T> && (...), where one stands: the constraint's tokens; false: none. */
bool skip_requires(struct parser *p, size_t *begin, size_t *end);
void parse_requires(struct parser *p, struct template *t);
bool parse_concept(struct parser *p, struct template *t); /* behind template<...>; false: none */
/* Whether what is read makes sense. */
bool parse_requirement(struct parser *p, void (*read)(struct parser *, void *), void *context);
/* Jumps where a requires (...) { } between those tokens makes no sense whatever the arguments are.
 */
void check_clause(struct parser *p, const struct template *t, size_t begin, size_t end);
/* With what names mean here. */
bool constraint_holds(struct parser *p, size_t begin, size_t end);
/* The one behind a function's parameters, which it may name. */
bool own_constraint_holds(struct parser *p, const struct declarator *d);
/* Adds it to the template's. */
void add_own_constraint(struct parser *p, struct template *t, const struct declarator *d);
bool concept_meets(struct parser *p, struct template *concept, struct template_argument *list,
                   struct place place);
bool type_meets(struct parser *p, size_t at, struct type *type); /* the concept there, at < > */
/* In a scope that has the arguments; and in that of the template. */
bool constraints_met(struct parser *p, const struct template *t,
                     const struct template_argument *args);
bool meets_constraints(struct parser *p, struct template *t, struct template_argument *args,
                       struct place place);
/* Whether a's constraints are b's and more. */
bool more_constrained(const struct template *a, const struct template *b);

/* auto_parameter.c: t gets one for each of the declarator that is auto */
void add_auto_parameters(struct parser *p, struct template *t, const struct declarator *d);

/* requires.c */
bool at_requires(struct parser *p); /* of an expression */
struct expr *parse_requires_expr(struct parser *p);

/* template_unused.c */
/* Function templates without an instance, as device code is read: only what is certainly wrong is
 * an error. */
void check_unused_templates(struct parser *p);

/* template.c */
void parse_template(struct parser *p);
/* At the < behind the name of a template of a constant. */
struct expr *template_variable(struct parser *p, struct template *t, struct place place);
/* At a constructor of r that is a template: its name and parameters; false: it is none. */
bool read_constructor_head(struct parser *p, const struct record *r, struct specifiers *s,
                           struct declarator *d);
void skip_method_body(struct parser *p); /* method.c: : a(1), b{2} { ... } */
/* Where t's last parameter is a pack, the arguments from there on become its elements. */
int gather_packed(struct parser *p, const struct template *t, struct template_argument **args,
                  int count, struct place place);
struct type *template_class(struct parser *p, struct template *t, struct template_argument *args,
                            int count, struct place place);
/* Reads the body of an instance that has been chosen. */
struct function *template_complete(struct parser *p, struct function *f);
/* Its function was called before t was defined: it gets its body. */
void template_define_early(struct parser *p, struct template *t,
                           struct template_instance *instance);
/* If f is an instance, a scope in which its template's parameters mean its arguments. */
void template_bind(struct parser *p, const struct function *f);
/* Deduces from the arguments of a call; NULL when it does not fit. */
struct function *template_function(struct parser *p, struct template *t,
                                   struct template_argument *given, int given_count,
                                   struct expr **args, int count, struct place place);

#endif
