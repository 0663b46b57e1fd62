/* The typed tree that the front end hands to the bytecode compiler and to the CUDA binding.
 *
 * It is C, whatever the source was: what is C++ has been lowered, so that who compiles the tree
 * needs to know only what stands here.
 *
 * - Every expression has its type; every implicit conversion is an EXPR_CAST or EXPR_DECAY, so the
 *   two operands of an arithmetic node have the node's type (comparisons: each other's; shifts:
 *   the left one the node's). A use of an lvalue as a value is not marked: LOCAL, GLOBAL, DEREF,
 *   INDEX and MEMBER are lvalues, and who needs the value loads it.
 * - References are pointers, uses of them EXPR_DEREF. `this` is parameter 0.
 * - Lambdas are functions whose parameter 0 points to the record of the captures; one without
 *   captures converts to EXPR_FUNCTION.
 * - Constructors, destructors, default arguments, range-for, static locals, arrays of variable
 *   length, std::vector, std::thread, std::cout and std::chrono are expressions, globals and calls
 *   of builtin functions (list below). Destructors are called explicitly at every exit of scope,
 * and at the end of a full expression where a flag says that its temporary was made.
 * - Template instances are functions of their own ("scale<float>").
 *
 * Builtin functions that lowering calls beside those that headers declare (same call node, found
 * by name; `v` is void * to a vector, `size` an element's bytes):
 *   void *__ns_new(size_t bytes)            uninitialised; NULL never; a size over the limit stops
 *   void  __ns_delete(void *)               delete and delete[]; NULL is fine
 *   size_t __ns_new_bytes(void *)           what new[] allocated there; NULL: 0
 *   void *__ns_vla(size_t bytes)            an array of variable length, 0 bytes allowed
 *   void  __ns_vla_end(void *)              its end of scope
 *   void  __ns_zero(void *, size_t bytes)   value initialisation of what is no simple local
 *   void  __ns_vector_resize(void *v, size_t n, size_t size)              new elements zero
 *   void  __ns_vector_fill(void *v, size_t n, const void *value, size_t size)  resize, new ones =
 *   void  __ns_vector_assign(void *v, const void *first, size_t n, size_t size) replaces all
 *   void  __ns_vector_reserve(void *v, size_t n, size_t size)
 *   void *__ns_vector_push(void *v, size_t size)    one zeroed element more, returns its address
 *   void *__ns_vector_at(void *v, size_t i, size_t size)   address; outside: an error of ours
 *   void  __ns_vector_free(void *v)
 *   void *__ns_vector_room(void *v, size_t n, size_t size)    zeroed memory that v may adopt
 *   void  __ns_vector_adopt(void *v, void *room, size_t n, size_t capacity, size_t size)
 *   void  __ns_vector_shift(void *v, int by, size_t size)   the first one goes, or one comes there
 *   void  __ns_string_append(void *v, const char *bytes, size_t n)
 *   unsigned long __ns_thread_start(F *function, ...)  arguments already converted to F's types
 *   void  __ns_thread_join(unsigned long *handle), __ns_thread_detach(unsigned long *handle)
 *   unsigned long __ns_thread_self(void)
 *   void  __ns_put(int stream, T value)     std::cout (1), std::cerr (2) << value, by value's type:
 *                                           bool, chars, integers, floats, const char *, pointers
 *   void  __ns_put_format(int stream, int what, long n)  enum put_format
 *   long  __ns_clock_now(int clock)         ns of virtual time; 0 steady, 1 system
 *   void  __ns_sleep(long ns), __ns_sleep_until(long ns)  from the beginning, by the steady clock
 *   void *__ns_own(void *global, size_t bytes)      the thread's own copy of it
 *   void  __ns_result(const void *, size_t bytes)   #pragma nullstream result
 *   void  __ns_assert(const char *text, const char *file, int line, const char *function)
 *
 * Nothing here knows what a CUDA call means.
 */
#ifndef SIM_SCRIPT_AST_H
#define SIM_SCRIPT_AST_H

#include "sim/base/arena.h"
#include "sim/base/intern.h"
#include "sim/script/type.h"

struct stmt;
struct parser;
struct parameter;

enum put_format {
    PUT_FLUSH,
    PUT_WIDTH,
    PUT_PRECISION,
    PUT_FILL,
    PUT_FLAGS /* those of std::ios_base (headers/cxx_ios.txt), below which ones of them are set */
};

/* std::ios_base::fmtflags, with the values that GCC's library gives them */
enum stream_flags {
    FLAG_BOOLALPHA = 1,
    FLAG_DEC = 1 << 1,
    FLAG_FIXED = 1 << 2,
    FLAG_HEX = 1 << 3,
    FLAG_INTERNAL = 1 << 4,
    FLAG_LEFT = 1 << 5,
    FLAG_OCT = 1 << 6,
    FLAG_RIGHT = 1 << 7,
    FLAG_SCIENTIFIC = 1 << 8,
    FLAG_SHOWBASE = 1 << 9,
    FLAG_SHOWPOINT = 1 << 10,
    FLAG_SHOWPOS = 1 << 11,
    FLAG_SKIPWS = 1 << 12,
    FLAG_UPPERCASE = 1 << 14,
    FLAGS_ADJUST = FLAG_LEFT | FLAG_RIGHT | FLAG_INTERNAL,
    FLAGS_BASE = FLAG_DEC | FLAG_HEX | FLAG_OCT,
    FLAGS_FLOAT = FLAG_FIXED | FLAG_SCIENTIFIC,
    FLAGS_AT_FIRST = FLAG_SKIPWS | FLAG_DEC
};

/* A parameter, local or global variable. */
struct var {
    const char *name;
    struct type *type; /* a reference is TYPE_POINTER here, with is_reference */
    struct place place;
    int index;      /* local: in function->locals (parameters first); global: in tu->globals */
    bool is_global; /* includes static locals */
    bool is_static;
    bool is_thread;  /* thread_local: each thread has a copy of it, which __ns_own finds */
    bool is_settled; /* thread_local: its initial bytes are those of all copies, or it is a local */
    bool is_reference;
    bool needs_memory; /* local: its address is taken, or it is an array or a record */
    bool is_constexpr; /* a number, or an object whose elements are made of constants */
    bool written;      /* assigned after its initialization somewhere */
    bool is_volatile;  /* or what it points to */
    bool is_extern;    /* declared in a built-in header (stdout, threadIdx, std::cout, ...) */
    bool is_device;    /* __device__ */
    bool is_constant;  /* __constant__ */
    bool is_managed;   /* __managed__ */
    bool is_shared;    /* __shared__, in kernels only */
    bool has_value;    /* const integer known when compiling: `value` */
    bool is_derived;   /* its initial value names another constant */
    int64_t value;
    bool has_number; /* likewise const and floating: `number` */
    double number;
    struct init *inits; /* in order of address; NULL and !zero_first: uninitialised */
    bool zero_first;    /* clear the whole variable, then apply inits */
    int tag;            /* for who binds; 0 */
    bool is_used;
    struct place used_at;
    struct var *vla_bytes; /* for the parser: the size of an array of variable length */
    bool takes_temporary;  /* for the parser: a reference of type && */
    bool extends;          /* for the parser: a reference, to a temporary that ends with it */
};

/* One piece of an initialization: `value` is stored at `offset` bytes from the variable's start.
 * A value of type void is only evaluated (a constructor's call). A scalar or record has one at
 * offset 0. A value that is an EXPR_STRING of array type is copied bytewise (type->size bytes, NUL
 * padded). */
struct init {
    int64_t offset;
    struct expr *value; /* of the type of what is initialised */
    struct init *next;
};

enum expr_kind {
    EXPR_INT,      /* value; of integer, enum, or pointer type (null and cast constants) */
    EXPR_FLOAT,    /* number */
    EXPR_STRING,   /* text, length bytes with the NUL; an lvalue of type const char[length] */
    EXPR_LOCAL,    /* var; lvalue */
    EXPR_GLOBAL,   /* var; lvalue */
    EXPR_FUNCTION, /* function; of pointer-to-function type. Kernels included */
    EXPR_DEREF,    /* *a; lvalue */
    EXPR_INDEX,    /* a[b]: a pointer, b long; lvalue */
    EXPR_MEMBER,   /* a.member at `offset`: a record; lvalue if a is */
    EXPR_ADDRESS,  /* &a: a an lvalue */
    EXPR_DECAY,    /* array lvalue a -> pointer to its first element */
    EXPR_CAST,     /* a converted to type (to void: dropped); pointer <-> integer included */
    EXPR_NEGATE,
    EXPR_COMPLEMENT, /* ~a */
    EXPR_NOT,        /* !a: a bool, result bool */
    EXPR_ADD,
    EXPR_SUBTRACT,
    EXPR_MULTIPLY,
    EXPR_DIVIDE,
    EXPR_REMAINDER,
    EXPR_AND,
    EXPR_OR,
    EXPR_XOR,
    EXPR_SHIFT_LEFT,
    EXPR_SHIFT_RIGHT,
    EXPR_POINTER_ADD,  /* a pointer, b long: in elements */
    EXPR_POINTER_DIFF, /* (a - b) in elements, long */
    EXPR_EQUAL,        /* of equal scalar types; result bool */
    EXPR_NOT_EQUAL,
    EXPR_LESS,
    EXPR_LESS_EQUAL,
    EXPR_GREATER,
    EXPR_GREATER_EQUAL,
    EXPR_LOGICAL_AND, /* both bool, result bool */
    EXPR_LOGICAL_OR,
    EXPR_CONDITIONAL, /* a ? b : c; b and c of the node's type (void too). With is_lvalue (b and c
                         are lvalues) its address may be taken, assigned to, and so on */
    EXPR_COMMA,       /* a, b; lvalue if b is */
    EXPR_ASSIGN,      /* a = b; the result is the lvalue a */
    EXPR_ASSIGN_OP,   /* a = (T)((compute)a op b): op is an arithmetic kind or EXPR_POINTER_ADD */
    EXPR_PRE_STEP,    /* ++a, --a: adds `value` (1 or -1; pointers: elements); lvalue */
    EXPR_POST_STEP,   /* the old value */
    EXPR_CALL,        /* function(args), or (*a)(args) when function is NULL */
    EXPR_LAUNCH, /* function<<<grid, block, shared, stream>>>(args); void. function NULL: through
                    the pointer a */
    EXPR_OPAQUE, /* device code only: something not understood; a, b, c, args: what is in it */
};

/* In which order the operands of an EXPR_CALL are evaluated (call_order.h). */
enum call_order {
    ORDER_CALL, /* a method's object, then the arguments from the last to the first, as GCC does */
    ORDER_FORWARD, /* as they stand: lists in braces, <<, [], and what lowering itself needs */
    ORDER_BACKWARD /* from the last to the first, the object included: a + b, a = b */
};

struct launch {
    struct expr *grid, *block; /* of record type dim3 */
    struct expr *shared;       /* unsigned long, bytes; NULL: 0 */
    struct expr *stream;       /* cudaStream_t; NULL: the default stream */
};

struct expr {
    enum expr_kind kind;
    enum expr_kind op; /* EXPR_ASSIGN_OP */
    bool is_lvalue;
    bool explicit_cast;
    bool is_ref;        /* std::ref of it: where a copy would be deduced, it is a reference */
    bool is_temporary;  /* for the parser: a value that has memory of its own */
    bool is_moved;      /* for the parser: std::move of the lvalue b */
    uint8_t order;      /* EXPR_CALL: enum call_order */
    uint16_t depth;     /* of the tree below, for limits */
    struct type *type;  /* of lvalues perhaps const; look at kind */
    struct place place; /* of the operator or name */
    struct expr *a, *b, *c;
    union {
        int64_t value;
        double number;
        int64_t offset;
        struct {
            const char *text;
            int64_t length;
        };
        struct var *var;
        struct {
            struct function *function;
            struct expr **args;
            int arg_count;
            struct launch *launch; /* EXPR_LAUNCH */
        };
        struct type *compute; /* EXPR_ASSIGN_OP: the type that op is computed in; b has it */
    };
    const struct member *member; /* EXPR_MEMBER */
};

/* Whether it gives its `a` another value. */
static inline bool expr_assigns(const struct expr *e)
{
    return e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP || e->kind == EXPR_PRE_STEP ||
           e->kind == EXPR_POST_STEP;
}

enum stmt_kind {
    STMT_EXPR,  /* a; NULL: empty */
    STMT_VAR,   /* var comes to life: its inits are applied */
    STMT_BLOCK, /* body: a list linked by next */
    STMT_IF,    /* a bool, body, other (NULL: none) */
    STMT_WHILE,
    STMT_DO,     /* body while (a) */
    STMT_FOR,    /* init; a (NULL: true); step; body */
    STMT_SWITCH, /* a of integer type; body with STMT_CASE labels inside; cases links them */
    STMT_CASE,   /* a label: value, or is_default */
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN, /* a of the function's result type; NULL for void */
    STMT_GOTO,   /* target: a STMT_LABEL */
    STMT_LABEL,
};

struct stmt {
    enum stmt_kind kind;
    struct place place;
    struct place end; /* of the statement's last token */
    struct stmt *next;
    struct expr *a;
    struct stmt *body, *other;
    struct stmt *init;  /* STMT_FOR */
    struct expr *step;  /* STMT_FOR */
    struct var *var;    /* STMT_VAR */
    struct stmt *cases; /* STMT_SWITCH: first STMT_CASE; STMT_CASE: the next one */
    int64_t value;      /* STMT_CASE */
    bool is_default;
    struct stmt *target; /* STMT_GOTO */
    const char *label;   /* STMT_LABEL, STMT_GOTO */
    int tag;             /* for who compiles; 0 */
};

/* Tokens kept as they were: a body that is not parsed, a pragma. */
struct token_range {
    const struct token *tokens;
    size_t count;
};

enum method_object { METHOD_OF_ANY, METHOD_OF_LVALUE, METHOD_OF_RVALUE };

struct function {
    const char *name;         /* "scale" */
    const char *display_name; /* "scale<float>", "vec::push"; equals name otherwise */
    struct type *type;        /* TYPE_FUNCTION; TYPE_REFERENCE in it is passed as a pointer */
    struct place place;
    struct var **locals; /* parameters first; every variable of the body is here */
    int local_count;
    int parameter_count;
    struct stmt *body; /* NULL: declared only, builtin, or device code that does not parse */
    struct token_range body_tokens; /* kernels and device functions: with the braces */
    bool is_kernel;                 /* __global__ */
    bool is_device;                 /* __device__ */
    bool is_host;                   /* plain or __host__ */
    bool is_builtin;                /* declared in a built-in header and has no body */
    bool is_variadic;
    bool is_lambda;
    bool is_method; /* parameter 0 is `this` or the captures */
    bool is_used;   /* called, launched, or its address taken in what is compiled */
    bool result_is_reference;
    int required_count; /* parameters without default */
    int max_threads;    /* __launch_bounds__, 0: none */
    int min_blocks;
    int tag;       /* for who binds builtins or compiles; 0 */
    int index;     /* in tu->functions */
    uint8_t spins; /* device code: launch_spins_find() knows */
    struct function *next_method;
    /* For the parser: */
    struct function *thunk;     /* that calls this one of the library; NULL: none yet */
    struct parameter *declared; /* with the places of the defaults */
    struct place used_at;
    struct record *record;    /* of methods, static ones included */
    enum method_object takes; /* of a method: what its object must be */
    bool is_deleted, is_explicit, is_constructor, is_const_method, is_private, is_defaulted;
    bool is_protected; /* besides is_private */
    bool is_constexpr;
    bool is_special_case; /* a specialization of a function template */
    bool is_constrained;  /* a method that some arguments of the struct's template alone have */
    bool is_pure, is_final;
    int slot; /* of a virtual function, from 1; 0: it is none */
    bool is_noexcept;
    struct function *stands_for; /* the base's, which using Base::f brought; NULL: none */
    struct unread *unread;       /* an instance of a template whose body nobody needs yet */
    uint32_t pack_name;          /* of the parameters that a pack became, 0: none */
    const char *refused;         /* why is_deleted, where the user did not say so */
    const struct err *fault; /* of a body that these template arguments have no use for, and that
                                nobody may call therefore; NULL: none */
};

/* `#pragma nullstream ...`: the tokens after `nullstream`, macros expanded. */
struct pragma {
    struct place place;
    struct token_range range;
    bool in_function;   /* became a call of __ns_result there */
    const char *prefix; /* "A::B" of the namespace that it stands in; NULL: none */
};

/* `#pragma omp parallel` and others that start threads: they are not followed. */
struct omp_pragma {
    struct place place;
    struct omp_pragma *next; /* in the source */
};

/* What a block of the program gives a name to, be it a variable, a constant or a type. */
struct local_name {
    const char *name;
    struct place place;
    struct local_name *next;
};

/* A function template: device code's calls of it are not understood. */
struct template_body {
    const char *name; /* with the namespace */
    struct token_range tokens;
    struct template_body *next;
};

/* With a number of its own: `= 4`, not one more than the one before, nor made of others. */
struct enumerator {
    struct enumerator *next;
    const char *name; /* without what it is in */
    int64_t value;
    struct place place;
};

struct translation_unit {
    struct arena *arena; /* owns everything here */
    struct intern names;
    struct sources sources;
    struct function **functions; /* with bodies, and builtin ones that are used */
    int function_count;
    struct var **globals; /* in order of initialization; extern ones that are used included */
    int global_count;
    struct enumerator *enumerators, *last_enumerator; /* in order, of the user's own files */
    const char **idle_kernels; /* templates of kernels that nothing launches: no function's */
    int idle_kernel_count;
    struct template_body *template_bodies; /* of kernels are none */
    struct pragma *pragmas;
    int pragma_count;
    struct omp_pragma *omp, *last_omp;
    struct local_name *local_names;  /* the newest first */
    struct place misspelt_pragma;    /* the first that is nearly one of ours; no line: none */
    struct place late_define;        /* of options->header_macro; no line: there is none */
    struct function *main;           /* never NULL after script_parse */
    struct function *at_thread_exit; /* ends thread_local variables; NULL: likewise */
    struct function *at_exit; /* ends globals and static locals; NULL: none has a destructor */
    struct type *types;       /* all, newest first */
    struct parser *parser;    /* for script_parse_clause */
};

#endif
