/* What the files of the parser share: its state, and here how it reads tokens, fails and makes
 * types; its parts are names.h (keywords, symbols, scopes), expressions.h, declarations.h (and
 * statements) and templates.h. Nobody else includes any of these; the result is in ast.h.
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

#include "sim/script/names.h"

#include <setjmp.h>

#define TYPE_TABLE_SIZE  4096
#define MAX_OBJECT_BYTES ((int64_t)1 << 47)
#define MAX_EXPR_DEPTH   2000
#define MAX_NODES        10000000
#define MAX_ARGUMENTS    1000
#define MAX_PARAMETERS   16 /* of a template */

/* What stands behind a variable's name: = value, = {...}, {...}, (...), or nothing. */
struct initial {
    struct expr *value; /* = value, or braces */
    struct expr **args;
    int arg_count;
    bool direct; /* ( ), or braces without = */
    bool any;
};

/* The variable whose initial value is being read and gives it its type; name 0: none. */
struct deduced {
    uint32_t name;
    const struct scope *scope; /* that it will stand in */
    bool in_body;
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
    bool half;               /* the first > of a >> is read */
    struct place call_place; /* of the call whose default argument is read; line 0: none */
    int no_greater;          /* > ends the expression: in template arguments */
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
    bool makes_part;         /* the next constructor's object is a base, or is being made already */
    bool certain;            /* the error is none to forgive */
    bool unexpected;         /* it is one of the grammar */
    bool dependent;          /* in a template that nothing uses: types are not known */
    uint32_t strange_names;  /* met that nothing declares and that may be right, ... */
    uint32_t strange_before; /* ... before the statement in device code that is being read */
    uint32_t device_bodies;  /* read so far */
    uint32_t *excused;       /* by name: the last body with it where it was not understood */
    size_t excused_capacity;
    bool outside;               /* a member of a template that is defined outside: of `record` */
    int unevaluated;            /* in sizeof or decltype */
    bool has_orders;            /* <=>, or comparisons that are defaulted */
    bool has_try;               /* somewhere in the program */
    struct type_end *ends;      /* functions that end objects of a type */
    struct type_end *late_ends; /* those that are made when all is read */
    bool has_packs;             /* one has been declared */
    bool has_concepts;          /* likewise */
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
    struct template *vector_template;         /* std::vector as a name that is an argument */
    struct type_info *type_infos;             /* of typeid */
    bool types_by_table;                      /* it asks objects with virtual functions */
    struct accessor *accessors;               /* what pointers to data point to */
    struct temporary_end *temporaries;        /* of a global's initial value, newest first */
    struct statics *statics, *thread_statics; /* what ends with the program, with a thread */
    struct own_values *owns;                  /* of thread_local variables */
    struct expr **auto_args; /* what the auto parameters that are being read are given */
    int auto_count;
    struct delayed_bodies *delayed;
    struct waiting_body *waiting; /* of functions of headers, newest first */
    bool reads_waiting;
    struct record *open;          /* the outermost struct that is being read; NULL: none is */
    const struct record *implied; /* whose constructor, or copy, C++ writes itself; NULL */
    struct initial ready; /* read already at ready_at, up to ready_end, to deduce a type from it */
    size_t ready_at, ready_end;
    struct deduced deduced;
    struct expr *initial_of; /* the object whose member's own initial value is being read ... */
    struct body *initial_in; /* ... in this function, where the members' names mean its own */
    const struct template *outside_head; /* of what is read while `outside` */
    size_t value_at;                     /* the statement that is the value of a ({ }); 0: none */
    bool is_friend;         /* the function that is declared now: it stands beside the struct */
    uint32_t friend_prefix; /* of the namespace that it is declared in */
    struct pending_body *pending; /* bodies of methods, read when the record is complete */
    struct friend_body *friends;  /* that are defined in it, or in a struct in it: likewise */
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
/* Of a pointer to a member of that type, a method's or data's: a function that takes the object. */
struct type *type_of_member(struct parser *p, struct type *object, struct type *member);
struct type *type_disguised(struct parser *p, enum type_disguise disguise, enum type_kind kind,
                            int64_t num, int64_t den);
struct type *type_record(struct parser *p, const char *name, struct place place);
struct type *type_enum(struct parser *p, const char *name, struct type *base, struct place place);
struct type *type_placeholder(struct parser *p, const char *name, int index);
void record_layout(struct parser *p, struct record *r);

#include "sim/script/declarations.h"
#include "sim/script/expressions.h"
#include "sim/script/templates.h"

#endif
