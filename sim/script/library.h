/* The parts of std that the front end knows itself, between the files that know them. */
#ifndef SIM_SCRIPT_LIBRARY_H
#define SIM_SCRIPT_LIBRARY_H

#include "sim/script/parser.h"

enum library_kind {
    /* types */
    LIB_VECTOR,
    LIB_STRING,
    LIB_THREAD,
    LIB_OSTREAM,
    LIB_RATIO,
    LIB_FIXED_RATIO,
    LIB_DURATION,
    LIB_FIXED_DURATION,
    LIB_TIME_POINT,
    LIB_LAST_TYPE = LIB_TIME_POINT,
    /* values */
    LIB_STREAM,
    LIB_MANIPULATOR,
    /* functions */
    LIB_SETW,
    LIB_SETPRECISION,
    LIB_SETFILL,
    LIB_DURATION_CAST,
    LIB_SLEEP_FOR,
    LIB_YIELD,
    LIB_GET_ID,
    LIB_NOW,
    LIB_METHOD_OF, /* object.*method: b of a */
    LIB_MOVE,
    LIB_REF,
    LIB_FORWARD,
    LIB_TO_STRING,
    LIB_RANGE_BEGIN, /* std::begin(range) and so on, of arrays, too */
    LIB_RANGE_CBEGIN,
    LIB_RANGE_END,
    LIB_RANGE_CEND,
    LIB_RANGE_SIZE,
    LIB_RANGE_EMPTY,
    LIB_RANGE_DATA,
    LIB_MAKE,     /* *(T *)a = T(b...) */
    LIB_END_OF,   /* destroys *(T *)a */
    LIB_RELOCATE, /* makes *(T *)a from *(T *)b: moves it, or copies what may not be moved */
    LIB_MOVES,    /* whether LIB_RELOCATE moves such elements */
    LIB_OBJECTS,  /* whether such elements are objects for vectors */
    LIB_SORT_OF,  /* of a type: 1 an enum, 2 a union, 3 another struct, 0 anything else */
    LIB_TRIVIAL,  /* whether its bytes are all that is copied, and nothing ends it */
    /* members: their expression's `a` is the object */
    LIB_SIZE,
    LIB_EMPTY,
    LIB_DATA,
    LIB_BEGIN,
    LIB_END,
    LIB_AT,
    LIB_FRONT,
    LIB_BACK,
    LIB_PUSH_BACK,
    LIB_EMPLACE_BACK,
    LIB_POP_BACK,
    LIB_RESIZE,
    LIB_ASSIGN,
    LIB_RESERVE,
    LIB_ERASE,
    LIB_INSERT,
    LIB_EMPLACE,
    LIB_CLEAR,
    LIB_CAPACITY,
    LIB_APPEND,
    LIB_TEXT, /* std::__ns_string_NAME(object, ...) of the header (of a vector __ns_vector_, of both
               * __ns_range_), `length` is NAME */
    LIB_JOIN,
    LIB_DETACH,
    LIB_JOINABLE,
    LIB_HANDLE,
    LIB_COUNT,
    LIB_SINCE_EPOCH,
};

/* An lvalue that may be named twice; what must run before it is put into *before. */
struct expr *library_stable(struct parser *p, struct expr *object, struct expr **before);
struct expr *library_lvalue(struct parser *p, struct expr *object);
struct expr *library_address(struct parser *p, struct expr *object); /* as void * */
struct expr *library_ulong(struct parser *p, int64_t value, struct place place);
struct type *string_type(struct parser *p);
struct type *ostream_type(struct parser *p);

/* vector.c */
/* Fails unless a method has so many arguments. */
void need_arguments(struct parser *p, int count, int least, int most, struct place place);
struct expr *vector_call(struct parser *p, enum library_kind kind, struct expr *object,
                         struct expr **args, int count, struct place place);
/* Whether it is a range of others than the vector's elements, which are made of them. */
bool other_elements(struct parser *p, const struct type *element, struct expr *first,
                    struct expr *last);
struct expr *vector_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              bool braces, struct place place);
struct expr *vector_assign(struct parser *p, struct expr *object, struct expr *value,
                           struct place place);
struct expr *vector_compare(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                            struct place place); /* NULL: no comparison */
/* Calls a function of sim/script/headers/cxx_vector.txt. */
struct expr *vector_header(struct parser *p, const char *name, struct expr **args, int count,
                           struct place place);
struct expr *vector_part(struct parser *p, struct expr *object, int index, struct place place);
bool is_iterator_value(const struct expr *e); /* what begin() or end() gives */
struct expr *string_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              bool braces, struct place place);
/* Calls std::__ns_string_NAME with the object before the others. */
struct expr *string_text(struct parser *p, const char *name, struct expr *object,
                         struct expr **args, int count, struct place place);
/* The header's function for a member of a string or vector; NULL: there is none. */
struct symbol *string_function(struct parser *p, const struct expr *object, const char *name);
struct expr *text_of(struct parser *p, struct expr *e);
struct expr *string_append(struct parser *p, struct expr *object, struct expr *value,
                           struct place place);
struct expr *string_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                           struct place place);

/* chrono.c */
struct type *chrono_duration(struct parser *p, enum type_kind rep, int64_t num, int64_t den);
struct type *chrono_ratio(struct parser *p, int64_t num, int64_t den);
/* What stands for a duration or a point in time of a template's parameters; NULL: the arguments
 * hold none. */
struct type *chrono_pattern(struct parser *p, const char *name, struct template_argument *args,
                            int count);
/* What such a pattern's arguments are of a type that it fits. */
bool chrono_parts(struct parser *p, const struct type *pattern, const struct type *type,
                  struct type *parts[2]);
/* time_since_epoch() */
struct expr *chrono_since_epoch(struct parser *p, struct expr *e);
struct expr *chrono_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                           struct place place);
struct expr *chrono_convert(struct parser *p, struct expr *e, struct type *to, bool forced);
int chrono_rank(struct parser *p, struct expr *e, struct type *to);

/* stream_out.c */
/* in >> std::hex and its like. */
struct expr *stream_take_format(struct parser *p, struct expr *stream, struct expr *m,
                                struct place place);
struct expr *stream_put(struct parser *p, struct expr *stream, struct expr *value,
                        struct place place);

/* thread.c */
/* To a std::thread that may be joinable. */
struct expr *thread_assign(struct parser *p, struct expr *object, struct expr *value,
                           struct place place);
struct expr *thread_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place);

/* vector_with.c */
/* Whether a vector's second argument is no std::allocator: such a vector is a struct of the header.
 */
bool has_own_allocator(struct parser *p, const struct template_argument *allocator);
struct type *vector_with(struct parser *p, struct template_argument *args, struct place place);

struct vector_type {
    struct vector_type *next;
    struct type *element, *type;
};

#endif
