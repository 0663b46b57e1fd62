/* Types of the scenario language, with sizes and layouts as x86-64 gcc has them.
 *
 * Types are unique within a translation unit: two equal types are the same pointer, so types
 * compare with ==. A const type is another object whose `plain` is the type without const.
 * Library types that are one scalar in disguise (std::thread, std::chrono durations and time
 * points) are objects of their own with the kind of that scalar and a `disguise`: who executes
 * needs to look at `kind` only. Knows nothing of CUDA.
 */
#ifndef SIM_SCRIPT_TYPE_H
#define SIM_SCRIPT_TYPE_H

#include "sim/script/token.h"

enum type_kind {
    TYPE_VOID,
    TYPE_BOOL,
    TYPE_CHAR, /* signed */
    TYPE_SCHAR,
    TYPE_UCHAR,
    TYPE_SHORT,
    TYPE_USHORT,
    TYPE_INT,
    TYPE_UINT,
    TYPE_LONG,
    TYPE_ULONG,
    TYPE_LLONG,
    TYPE_ULLONG,
    TYPE_FLOAT,
    TYPE_DOUBLE,
    TYPE_LDOUBLE, /* 16 bytes; computed as double, stored in the first 8 */
    TYPE_NULLPTR, /* only of the literal; always cast before it reaches memory */
    TYPE_ENUM,    /* stored and computed as `base`, an integer type */
    TYPE_POINTER, /* to base */
    TYPE_ARRAY,   /* of `length` elements of base; never of variable length (see ast.h) */
    TYPE_FUNCTION,
    TYPE_RECORD,    /* struct, class or union */
    TYPE_REFERENCE, /* to base; only in declarations, expressions never have it */
    TYPE_UNKNOWN,   /* only inside device code that we do not understand */
};

enum type_disguise {
    DISGUISE_NONE,
    DISGUISE_THREAD,     /* std::thread: TYPE_ULONG handle, 0: none */
    DISGUISE_DURATION,   /* std::chrono::duration: its representation, times num/den seconds */
    DISGUISE_TIME_POINT, /* TYPE_LONG, ns */
    DISGUISE_VECTOR,     /* TYPE_RECORD of three pointers: begin, end, end of storage */
    DISGUISE_STRING,     /* the same, of char, with a NUL that `end` does not count */
    DISGUISE_LAMBDA,     /* TYPE_RECORD of the captures */
    DISGUISE_OSTREAM,    /* std::cout and std::cerr: TYPE_RECORD of an int, 1 or 2 */
};

struct type;
struct used;
struct second;
struct template;
struct generic;
struct overload;
struct template_argument;
struct expr;
struct function;
struct var;

struct member {
    const char *name; /* "" for an anonymous struct or union */
    struct type *type;
    int64_t offset;                /* bytes */
    bool is_private, is_protected; /* protected: both */
    bool is_base;                  /* the base's own members */
    bool is_virtual;               /* a base that all have in common: virtual_base.c */
    bool is_mark;                  /* a further base, which has no members: see inherit.c */
    bool is_table;                 /* points to the table of virtual functions */
    bool is_mutable;               /* not const in a const object */
    bool is_volatile;              /* or what it points to */
    bool is_mentioned;             /* somewhere, by its name */
    bool is_bits;                  /* `bits` of the type's, from `shift` on at `offset` */
    uint8_t bits, shift;           /* a bit field without a name is there for the layout only */
    size_t initial_at;             /* for the parser: where its own initial value stands, 0: none */
    struct place place;
    const struct record *place_of; /* the virtual base that it says the place of; NULL: none */
    const struct var *captured;    /* of a lambda: the variable that it stands for; NULL: none */
};

struct record {
    const char *name; /* "" if it has none */
    struct type *type;
    struct member *members;
    int count;
    bool is_union;
    bool complete;
    bool is_callables; /* its members are called in its place: callables.c */
    bool is_open;      /* for the parser: what stands in it is being read */
    bool is_delayed;   /* an instance that is read when what it is made of is complete */
    bool has_friends;
    bool builtin; /* declared in a built-in header */
    bool trivial; /* neither constructor nor destructor, nor a member with one */
    /* what the user declares, be it defaulted or deleted; `assign` from a const reference */
    bool declares_copy, declares_move, declares_assign, declares_move_assign, declares_end;
    bool bytes_seen;          /* perhaps: a pointer to it was cast, or a union is around it */
    bool looked_at;           /* while a type's parts are gone through */
    struct used *used;        /* names of the base: using.c */
    struct function *methods; /* linked by next_method; `this` is their parameter 0 */
    struct function *destructor;
    int64_t align; /* __align__ or alignas, 0: none */
    struct place place;
    struct overload *templates; /* methods that are templates */
    struct template *origin;    /* of an instance */
    struct record *base;        /* the one at the front, perhaps of several; NULL: none */
    struct record *inherits;    /* using Base::Base; NULL: none */
    struct second *seconds;     /* further tables of virtual functions: bases.c */
    bool is_virtual, is_final;  /* it has virtual functions; it can be no base */
    bool virtual_end;           /* the destructor is virtual */
    struct function **slots;    /* virtual functions, those of the bases first */
    int slot_count;
    struct var *casts;       /* what an object of it may be cast to; its last entry: typeid */
    struct var *table;       /* of what is virtual: the parent's table, the end, the slots */
    struct generic *generic; /* of a lambda with auto parameters */
    struct template_argument *arguments;
    struct template *shape; /* whose parameters its body names: origin, or a specialization */
    struct template_argument *shape_arguments;
    struct scope *scope;   /* for the parser: that its members are declared in */
    struct record *around; /* in which it stands, itself or as a part of a method; NULL */
};

struct enumerated {
    uint32_t name;
    struct enumerated *next;
};

struct enumeration {
    const char *name;
    struct type *type;
    struct type
        *promoted; /* what its values become in arithmetic; NULL: the type it is stored as */
    struct enumerated *members; /* in order */
    bool scoped;                /* enum class */
    bool builtin;
    struct place place;
};

/* What a pointer to a function of the type is in C++: `this` is parameter 0. */
enum type_member { MEMBER_NONE, MEMBER_METHOD, MEMBER_DATA };

struct type {
    enum type_kind kind;
    enum type_disguise disguise;
    bool is_const;
    bool is_variadic;        /* TYPE_FUNCTION */
    bool is_rvalue;          /* TYPE_REFERENCE: && */
    enum type_member member; /* TYPE_FUNCTION; MEMBER_DATA: it returns a reference to the member */
    int64_t size;            /* bytes; 0 for void, functions and incomplete types */
    int64_t align;
    struct type *plain; /* without const; itself when not const */
    struct type *base;  /* pointee, element, result, underlying type; a vector's element */
    int64_t length;     /* elements; -1: unknown bound */
    struct type **parameters;
    int parameter_count;
    struct record *record;
    struct enumeration *enumeration;
    int64_t period_num, period_den; /* DISGUISE_DURATION */
    const char *alias; /* what headers call it, for messages: "cudaEvent_t"; may be NULL */
    uint32_t id;       /* dense, by order of creation */
    struct type *next; /* older one; all hang on the translation unit */
    struct type *hash_next, *pointer_to, *const_of; /* the table's own */
};

bool member_is_gap(const struct member *m);    /* a bit field without a name */
bool type_is_library(const struct type *type); /* std::vector or std::string */
/* A library type that is one scalar, but for a lambda. */
bool type_is_disguised(const struct type *type);
bool type_is_char(const struct type *type);    /* plain, signed or unsigned */
bool type_is_integer(const struct type *type); /* bool, enums and chars included */
bool type_is_floating(const struct type *type);
bool type_is_arithmetic(const struct type *type); /* integer or floating */
bool type_is_scalar(const struct type *type);     /* arithmetic, pointer or nullptr */
bool type_is_unsigned(const struct type *type);   /* of integers; bool and pointers are */

/* The type as a C++ programmer would write it ("const float *"), into buffer; returns buffer. */
const char *type_name(const struct type *type, char *buffer, size_t bytes);

/* It has neither members nor virtual functions, and its bases have none: as a base it takes no
 * room. */
bool record_is_empty(const struct record *r);

#endif
