/* Making, transferring and ending objects, between the files that know how. */
#ifndef SIM_SCRIPT_OBJECTS_H
#define SIM_SCRIPT_OBJECTS_H

#include "sim/script/library.h"

#define MAX_UNROLLED 256 /* elements of an array that are made and ended one by one */

/* construct.c */
/* A list of initializations as assignments to the parts of the object. */
struct expr *inits_expr(struct parser *p, struct expr *object, struct init *inits,
                        struct place place);
/* An aggregate from its list in braces, or an array of char from a string. */
struct expr *construct_list(struct parser *p, struct expr *object, struct expr *list,
                            struct place place);
struct expr *call_constructor(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place);

/* arguments.c */
struct expr *default_argument(struct parser *p, struct function *f, int index, struct place place);
/* What a variadic function receives: small integers as int, float as double. */
struct expr *promote_variadic(struct parser *p, struct expr *e, const char *name);

/* transfer.c */
/* A variable given up: what std::move makes of it. */
struct expr *moved_expr(struct parser *p, struct expr *lvalue);
/* Whether the user says how such an object, or a part of it, is copied or moved. */
bool has_transfer(struct parser *p, const struct type *type);
/* Whether copying or moving takes more than the bytes. */
bool type_transfers(struct parser *p, const struct type *type);
/* Whether a vector that grows moves its elements, rather than copying them. */
bool moves_safely(struct parser *p, const struct type *type);
/* Makes the object `to` from a value of its type. */
struct expr *transfer_to(struct parser *p, struct expr *to, struct expr *value, struct place place);
/* to = value where the user declares no operator= that takes it; NULL: the bytes are enough. */
/* By the operator= that the program has for such a value; NULL: it has none, or it takes other
 * types and the struct's own assignment, which nobody declares, is meant. */
struct expr *assign_by_operator(struct parser *p, struct expr *to, struct expr *value,
                                struct place place);
struct expr *assign_record(struct parser *p, struct expr *to, struct expr *value,
                           struct place place);

/* ends.c */
/* Whether a destructor that the user wrote runs when such an object ends. */
bool type_has_end(const struct type *type);
/* A variable that has been made, or a member in a constructor; see guard(). */
void guard_variable(struct parser *p, struct var *var, struct stmt ***tail);
void guard_member(struct parser *p, struct expr *member, struct stmt ***tail);
/* A record that nobody has yet: what a function returns, or T(...). */
bool is_fresh(const struct expr *e);
/* It becomes an lvalue, which ends with the full expression. */
struct expr *materialize(struct parser *p, struct expr *value);
/* A value that nobody takes. */
struct expr *discarded(struct parser *p, struct expr *e);
/* The value, after what it needs of `dropped` (NULL: nothing) is only that it is evaluated. */
struct expr *after_dropped(struct parser *p, struct expr *dropped, struct expr *value);
/* Where a full expression ends, its temporaries do: it is a statement, a value that is kept, or
 * something else between `begin` and `end` (NULL: nothing to do). */
struct expr *whole_statement(struct parser *p, struct expr *e);
struct expr *whole_value(struct parser *p, struct expr *e);
struct expr *temporaries_begin(struct parser *p, struct place place);
struct expr *temporaries_end(struct parser *p, struct place place);
/* They end in the reverse order of their making, which is that of the evaluation of e. */
void temporaries_order(struct parser *p, const struct expr *e);
void temporaries_keep(struct parser *p);  /* the newest ends with the scope */
void temporaries_check(struct parser *p); /* none is left where a function ends */
/* To be run when the global or static local has been made; NULL: nothing ends. */
struct expr *static_made(struct parser *p, struct var *var);
struct expr *exit_expr(struct parser *p, struct place place); /* ends them all */
/* thread_local.c */
/* The thread's copy of a global. */
struct expr *own_copy(struct parser *p, struct expr *global, struct place place);
/* Likewise where it is used: after it was made. */
struct expr *own_made(struct parser *p, const struct var *var, struct expr *copy);
/* A variable at file level that has been declared: false, it is made when a thread runs. */
bool settle_own(struct parser *p, struct var *var);
void define_owns(struct parser *p);
/* statics.c */
bool is_static_value(const struct expr *e); /* the same whenever it is computed */
/* A global whose initial values are known: from now on it ends when the program, or thread, does.
 */
void static_note_global(struct parser *p, struct var *v);
/* A static local's value that is not constant is set when control comes there first. */
void static_guard(struct parser *p, struct var *v, struct stmt ***tail);
/* What a static reference refers to lasts as long as it does. */
struct expr *lasting_value(struct parser *p, const struct var *var, struct expr *value,
                           struct place place);
void define_exit(struct parser *p);

/* bindings.c: auto [a, b] = value */
struct bindings {
    struct type *type; /* auto, auto & or auto && */
    const struct token **names;
    int count;
    struct place place;
};

bool at_bindings(struct parser *p, const struct specifiers *s); /* behind the specifiers */
void parse_bindings(struct parser *p, struct specifiers *s, struct stmt ***tail);
void parse_binding_names(struct parser *p, struct specifiers *s, struct bindings *b);
void bind_names(struct parser *p, struct specifiers *s, struct bindings *b, struct expr *value,
                struct stmt ***tail);
/* A variable without a name, of d's type with `auto` in it; variable.c. */
struct var *declare_unnamed(struct parser *p, struct specifiers *s, struct declarator *d,
                            struct expr *value, struct stmt ***tail);

/* callables.c: struct overloaded : Ts... { using Ts::operator()...; } */
/* Behind template<...>; false: something else stands here. */
bool parse_callables(struct parser *p, struct template *t);
/* The instance's members, one for each type. */
void make_callables(struct parser *p, struct record *r, const struct template_argument *types,
                    struct place place);
struct expr *call_one_of(struct parser *p, struct expr *object, struct expr **args, int count,
                         struct place place);

/* generic.c: lambdas with auto parameters */
bool at_generic(struct parser *p); /* at the ( of a lambda */
void parse_generic(struct parser *p, struct lambda *l, const char *text, struct place place);
/* What the parameters of a generic lambda are, as those of a template. */
const struct template *generic_patterns(struct parser *p, const struct type *type);
/* What they become for these arguments, and no more: its body is not read. NULL: they do not fit.
 */
struct function *generic_head(struct parser *p, const struct type *type, struct expr **args,
                              int count, struct place place);
/* The function of a lambda's type for these arguments. */
struct function *generic_given(struct parser *p, const struct type *type,
                               struct template_argument *given, int given_count, struct expr **args,
                               int count, struct place place);
struct function *generic_function(struct parser *p, const struct type *type, struct expr **args,
                                  int count, struct place place);
/* lambda.c; a capture that is there already is none */
void capture_this(struct parser *p, struct lambda *l, struct place place);
void capture_variable(struct parser *p, struct lambda *l, struct symbol *s, struct place place);
/* The closure: a temporary whose members get what is captured. */
struct expr *make_closure(struct parser *p, struct lambda *l, struct place place);

/* statement_expr.c: at ({ */
bool at_statement_expr(struct parser *p);
struct expr *parse_statement_expr(struct parser *p);
void parse_lambda_function(struct parser *p, struct function *f, struct declarator *d,
                           struct lambda *l);
/* read_at.c: reads something that stands elsewhere, with the names that are known there */
struct where {
    struct scope *scope; /* NULL: at file level */
    struct body *body;
    uint32_t prefix;
    struct place place; /* for messages */
};

void read_at(struct parser *p, const struct where *where, void (*read)(struct parser *, void *),
             void *context);
bool same_parameters(const struct type *a, const struct type *b); /* function.c */
/* auto.c */
struct type *deduce_auto(struct parser *p, struct specifiers *s, struct declarator *d,
                         struct expr *value);
/* Reads the initial value of a variable declared auto, and sets its type by that. */
void parse_deduced(struct parser *p, struct specifiers *s, struct declarator *d,
                   struct initial *in);
/* An error where the name, found or not, means the variable whose type is being deduced. */
void refuse_own_value(struct parser *p, const struct token *name, const struct symbol *found);
/* The value that -D gives to a constant of a const type instead of its own; variable.c. NULL: none.
 */
struct expr *override_value(struct parser *p, uint32_t name, struct type *type);
/* Whether a variable or an enumerator is named in these tokens, which were read. */
bool names_a_constant(struct parser *p, size_t first, size_t end);

/* record.c */
struct pending_body {
    struct pending_body *next;
    struct function *function;
    struct parameter *parameters;
    int count;
    size_t at; /* its : or { */
};

/* late_bodies.c */
struct friend_body;

/* What a friend declaration says. One that is defined there is kept until the struct, and what it
 * is in, is complete; false: there is none. */
bool parse_friend(struct parser *p);
/* Reads the bodies of r, which is complete, or keeps them for when what they may use is. */
void read_or_delay_bodies(struct parser *p, struct pending_body *list, struct record *r);
/* Those that say what their methods return, for whatever is read before the others. */
void read_deduced_bodies(struct parser *p);
/* Where it is a function of a header, whose body is read only if it is used; false: it is none. */
bool keep_body_unread(struct parser *p, struct function *f, struct parameter *parameters,
                      int count);
void read_used_bodies(struct parser *p); /* when all else is read */
void define_outside_late(struct parser *p, struct record *r, struct place place); /* likewise */
/* A std::pair of what is not complete is read when that is; false: nothing keeps it from being read
 * now. */
bool delay_instance(struct parser *p, struct type *type, struct place place);
void template_read_instance(struct parser *p, struct type *type,
                            struct place place); /* template.c */
void parse_delayed_bodies(struct parser *p, const struct record *complete);
void define_friends(struct parser *p, struct friend_body *list, struct record *r, uint32_t prefix);

/* exception.c */
struct type_end {
    struct type_end *next;
    struct type *type;
    struct function *function;
};

void find_try(struct parser *p);            /* sets p->has_try */
struct expr *parse_throw(struct parser *p); /* at the keyword */
/* A throw where ?: wants a value like the other one. */
struct expr *thrown_instead(struct parser *p, struct expr *thrown, struct expr *other);
void parse_try(struct parser *p, struct stmt ***tail);

/* declaring.c */
bool begins_in_condition(struct parser *p); /* at an if that is not the first of its chain */
/* The declaration in a condition, as the value that is tested. */
struct expr *condition_declaration(struct parser *p, struct stmt ***tail);
/* What stands between the parentheses of if and switch. */
struct expr *parse_condition(struct parser *p, struct stmt ***tail);

/* Behind while ( where a declaration follows. */
struct stmt *parse_declaring_while(struct parser *p, struct place place);
/* The object has been made, and ends with its scope unless a throw ends it before. NULL: nothing to
 * do. */
struct expr *guard(struct parser *p, struct expr *object, struct place place);
struct expr *unguard(struct parser *p, struct expr *object, struct place place);

/* member_pointer.c */
bool at_member_star(struct parser *p, size_t at); /* whether T::* stands there */
/* T::* before the name of what points to data, or to a method, of which `type` is read already;
 * is_const: the method is. */
struct type *parse_member_star(struct parser *p, struct type *type, bool is_const);
/* Behind a &: Record::member as a pointer to a function; NULL, and nothing is read: it is none. */
struct expr *parse_member_pointer(struct parser *p);
bool is_member_pointer(const struct expr *e); /* to a method */
struct expr *method_address(struct parser *p, struct function *f, struct place place);
/* object.*pointer and object->*pointer; of a method it is what call_method_of() calls. */
struct expr *build_member_access(struct parser *p, struct expr *object, struct expr *pointer,
                                 bool arrow, struct place place);
/* Whether a pointer to the one member, of a base or less const, is one to the other. */
bool member_converts(const struct type *from, const struct type *to);
/* Of std::invoke and its like, where the object is the first argument, or a pointer to it. */
struct expr *invoke_member(struct parser *p, struct expr *pointer, struct expr **args, int count,
                           struct place place);
struct expr *call_method_of(struct parser *p, struct expr *callee, struct expr **args, int count);
/* The record that a prefix names; NULL: it names none. */
struct record *record_named(struct parser *p, uint32_t prefix);

/* bit_field.c */
void parse_bits(struct parser *p, struct type *type, struct member *m); /* at the : */
const struct member *bits_of(const struct expr *e); /* NULL: it is no bit field */
/* In arithmetic: an int, if that holds all its values. */
struct expr *whole_bits(struct parser *p, struct expr *e);
struct expr *value_of_bits(struct parser *p, struct expr *e); /* no lvalue any more */
void refuse_bits(struct parser *p, const struct expr *e);     /* where an address is wanted */
/* Members `first` up to `end`, which are bit fields, from values of their types; NULL: none. */
void init_bits(struct parser *p, const struct record *r, int first, int end, struct expr **values,
               int64_t offset, struct init ***tail);

/* named_operator.c */
/* The struct before a ::, as parse_qualified left it: its template's arguments may follow. NULL:
 * there is none. */
struct record *record_before(struct parser *p, struct symbol *s, const struct token *name);
bool at_qualified_operator(struct parser *p);            /* Base::operator, Base<T>::operator */
struct expr *parse_qualified_operator(struct parser *p); /* there */
struct expr *parse_named_operator(struct parser *p);     /* at the keyword */
/* Behind . or ->: an operator's name, or one of a base; NULL, and nothing is read: it is none. */
struct expr *parse_long_member(struct parser *p, struct expr *e, bool arrow);
/* Behind obj.~ or ptr->~: the destructor is called. */
struct expr *named_destructor(struct parser *p, struct expr *e, bool arrow, struct place place);

/* using.c: using Base::name in a struct */
/* At the keyword; false, and nothing is read: it brings nothing from a base. */
bool parse_used(struct parser *p, bool is_private, bool is_protected);
void bring_used(struct parser *p, struct record *r); /* when all that it declares is known */
/* What brings a field of a base; NULL: nothing does. */
const struct used *used_field(struct parser *p, const struct record *r, const char *name);
void check_used(struct parser *p, const struct record *r, const struct used *u, struct place place);
/* What is called where f was chosen; the object becomes its part that has it. */
struct function *used_function(struct parser *p, struct function *f, struct expr **object);

struct expr *parse_place_name(struct parser *p); /* where_named.c: at the keyword */

/* type_id.c */
struct type_info {
    struct type_info *next;
    struct type *type;
    struct var *var;
};

struct expr *parse_typeid(struct parser *p); /* at the keyword */
void fill_type_infos(struct parser *p);      /* when all is read: what objects say of their types */

/* bases.c */
bool derives_from(const struct type *type, const struct type *base);
/* The direct base that is, or has, that one; NULL: there is none. */
const struct member *base_towards(const struct record *r, const struct record *base);
int64_t base_offset(const struct record *r, const struct record *base); /* r itself: 0 */
int base_steps(const struct record *r, const struct record *base);
/* The object's part that is the direct base which is, or has, that one; or that one itself. */
struct expr *to_base(struct parser *p, struct expr *object, const struct record *base);
struct expr *upcast(struct parser *p, struct expr *object, const struct type *base);
/* Which of r and its bases declares such a method; *other: a second one that does. */
struct record *method_owner(struct parser *p, struct record *r, uint32_t name,
                            struct record **other);
/* A pointer to a struct as one to its base, or back: it is moved if that lies elsewhere. */
struct expr *cast_related(struct parser *p, struct expr *e, struct type *to);
/* The part of an object that has a table of its own, besides the one at its front. */
struct second {
    struct second *next;
    struct record *of;
    struct function **slots; /* as `of` has them, where the struct overrides them its own */
    struct var *table;
    struct var *building; /* of a virtual base, while the struct is made or ended as a part */
};
struct function **copy_slots(struct parser *p, struct function *const *slots, int count);
void add_seconds(struct parser *p, struct record *r); /* when its bases are known */
bool override_seconds(struct parser *p, struct record *r, struct function *f); /* any of theirs */
/* Refuses functions whose result is not what those that they override give. */
void check_results(struct parser *p, const struct record *r);
/* What an object of r may be cast to: tables and offsets; 0 ends it. */
struct var *list_casts(struct parser *p, const struct record *r);
/* The function as the table of a part has it: it takes the part's address. */
struct function *for_part(struct parser *p, struct function *f, const struct record *part,
                          const struct record *r);
/* As second.building has it: the part lies where the object has its virtual base `shared`. */
struct function *for_building(struct parser *p, struct function *f, const struct record *part,
                              const struct record *r, const struct record *shared);

/* virtual_base.c */
struct virtual_bases {
    struct record **records;
    int count, capacity;
};
bool has_virtual_base(const struct record *r);
/* Those that a base brings, in the order in which they are made. */
void list_virtual_bases(struct parser *p, struct virtual_bases *list, const struct member *base);
/* As members of the struct, and their places; how many members there are then. */
int add_virtual_bases(struct parser *p, const struct virtual_bases *list,
                      const struct member *bases, int count, struct member *members, int at);
/* Fails where two bases of r have one in common that is not virtual in both. */
void refuse_shared_base(struct parser *p, const struct record *r, const struct member *a,
                        const struct member *b);
/* The object's part that is this direct base, or this virtual one. */
struct expr *base_part(struct parser *p, struct expr *object, const struct member *base);
bool is_virtual_path(const struct record *r, const struct record *base); /* from r to its base */
struct expr *cast_to_virtual(struct parser *p, struct expr *e, struct type *to);
/* The object to be made is a whole one. */
struct expr *forget_places(struct parser *p, struct expr *object, struct place place);
struct expr *own_places(struct parser *p, struct expr *self, struct place place);
/* Those of the base m are what the object has itself. */
struct expr *inherit_places(struct parser *p, struct expr *self, const struct member *m,
                            struct place place);
/* Whether the object is a whole one: before its places are set, or after that. */
struct expr *is_whole(struct parser *p, struct expr *self, const struct record *base, bool is_made,
                      struct place place);
/* Which virtual base of r is, or has, that part; NULL: none. */
const struct record *virtual_base_with(const struct record *r, const struct record *part);
/* Behind a virtual base: how far it lies from the part that is made or ended. */
struct expr *way_back(struct parser *p, struct expr *base, struct place place);
struct expr *set_way_back(struct parser *p, struct expr *self, const struct record *base,
                          struct place place);

/* inherit.c */
/* f takes the place of what it overrides; false: it does not. */
bool override_slot(struct parser *p, struct function *f, struct function **slot);
/* The address of what the object is a part of. */
struct expr *whole_object(struct parser *p, struct expr *object, struct place place);
/* void name(T *object), which ends the object. */
struct function *function_ending(struct parser *p, struct type *type, const char *name);
/* delete of a struct that is not complete, as in a smart pointer to the struct that it stands in:
 * by a function that is made when all is read. It gives the address of what is to be freed. */
struct expr *end_late(struct parser *p, struct expr *object, struct place place);
void define_late_ends(struct parser *p);
/* Which of two conversions of the same rank is better: that to the nearer base, void * is last. */
int base_distance(const struct expr *e, const struct type *to);
/* Whether it has that base, which says only how it is copied, beside its first one. */
bool is_marked_by(const struct record *r, const struct record *mark);
/* At the : of struct D : B { */
/* For how many members it makes room. */
int parse_base(struct parser *p, struct record *r, bool is_class);
bool at_base_pack(struct parser *p);
void declare_virtual(struct parser *p, struct record *r, struct function *f, bool is_virtual,
                     const struct declarator *d);
void add_implied(struct parser *p, struct record *r); /* the layout, and the table */
void fill_table(struct parser *p, struct record *r);  /* when all methods are declared */
/* The object's table becomes that of its type; NULL: nothing is virtual. */
struct expr *set_table(struct parser *p, struct expr *object, bool is_building, struct place place);
void refuse_abstract(struct parser *p, const struct type *type, struct place place);
struct expr *call_virtual(struct parser *p, struct function *f, struct expr *object,
                          struct expr **args, int count, struct place place);
struct expr *end_virtual(struct parser *p, struct expr *object, struct place place);
/* The methods of that name, the object's own or a base's: the object becomes that part. */
struct expr *find_methods(struct parser *p, struct expr **object, uint32_t name,
                          struct function **first);
/* The member of the object that points to its table, be it that of its base. */
struct expr *table_of(struct parser *p, struct expr *object);

/* What the object has from that base is used: the bases on the way there may be private. */
void check_private_bases(struct parser *p, const struct expr *object, const struct record *base,
                         const char *name, struct place place);
bool has_method(struct parser *p, const struct record *r, uint32_t name);
bool declares_method(struct parser *p, const struct record *r, uint32_t name); /* no base's */
struct expr *qualified_member(struct parser *p, uint32_t prefix, const struct token *name);

/* own_memory.c: operator new and operator delete of a struct */
struct new_arguments { /* new (a, b) T */
    struct expr **args;
    int count;
    bool is_global; /* ::new */
};

bool is_memory_operator(const char *name);
/* Behind new or delete of an operator's name. */
const char *memory_operator_name(struct parser *p, bool makes);
/* Those for all types are the library's. */
_Noreturn void refuse_memory_operator(struct parser *p, const struct declarator *d);
/* Each NULL where the type has none: the memory for so many bytes, */
struct expr *own_new(struct parser *p, const struct type *type, bool array, struct expr *bytes,
                     const struct new_arguments *given, struct place place);
/* how many bytes new[] was asked for from `first` on, */
struct expr *own_new_bytes(struct parser *p, const struct type *type, struct expr *first,
                           struct place place);
/* and giving back. */
struct expr *own_delete(struct parser *p, const struct type *type, bool array, struct expr *memory,
                        struct place place);
/* At new or delete, behind operator. `of`: the struct that is named before it; NULL: none is. */
struct expr *named_memory_operator(struct parser *p, const struct record *of, struct place place);

/* dynamic_cast.c */
/* The std::type_info of what the object is. */
struct expr *dynamic_info(struct parser *p, struct expr *object, struct place place);
/* Reads <T>( behind the keyword of a cast. */
struct type *parse_cast_type(struct parser *p);
struct expr *parse_dynamic_cast(struct parser *p, struct place place); /* behind the keyword */

/* elements.c */
/* Vectors whose elements are made, moved and ended one by one. */
bool has_objects(struct parser *p, const struct type *element);
struct expr *elements_call(struct parser *p, enum library_kind kind, struct expr *object,
                           struct expr **args, int count, struct place place); /* NULL: as others */
struct expr *element_value(struct parser *p, struct type *element, struct expr *value);
struct expr *elements_construct(struct parser *p, struct expr *object, struct expr **args,
                                int count, bool braces, struct place place);
struct expr *elements_assign(struct parser *p, struct expr *object, struct expr *value,
                             struct place place);
/* listed.c: std::initializer_list */
struct type *listed_element(const struct type *type); /* NULL: it is none */
/* Its begin() and end(); what must run before is put into *before. */
struct expr **listed_ends(struct parser *p, struct expr *list, struct expr **before,
                          struct place place);
int listed_rank(struct parser *p, struct expr *braces, struct type *element);
struct type *listed_type(struct parser *p, struct expr *braces); /* of auto x = {...} */
struct expr *construct_list_view(struct parser *p, struct expr *object, struct expr **args,
                                 int count, struct place place);
/* A variable: its array lives as long. */
void declare_list_view(struct parser *p, struct var *var, const struct expr *braces);
/* Whether a constructor takes such a list, and its call; NULL: none does. */
bool takes_listed(struct parser *p, struct record *r, struct expr *braces);
struct expr *call_list_constructor(struct parser *p, struct expr *object, struct expr **args,
                                   int count, struct place place);

/* insert.c */
struct expr *insert_call(struct parser *p, enum library_kind kind, struct expr *object,
                         struct expr **args, int count, struct place place);
/* {a, b, c} as an array that ends with the full expression; what makes it is put into *before. */
struct expr *list_array(struct parser *p, struct type *element, const struct expr *braces,
                        struct expr **before, struct place place);
struct expr *construct_listed(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place); /* NULL: it takes no such list */
/* Likewise of a std::initializer_list. */
struct expr *construct_from_list(struct parser *p, struct expr *object, struct expr *list,
                                 struct place place);
struct expr *elements_from_list(struct parser *p, struct expr *object, const struct expr *braces,
                                struct place place);
/* elements.c */
struct expr *vector_end(struct parser *p, struct expr *object, struct place place);
/* A loop over an array's elements: std::NAME of headers/cxx_objects.txt. */
struct expr *each_element(struct parser *p, const char *name, struct expr *to, struct expr *from,
                          struct place place);
struct expr *object_call(struct parser *p, enum library_kind kind, struct expr **args, int count,
                         struct place place); /* std::__ns_construct and its like */

#endif
