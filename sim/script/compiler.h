/* What the files of the bytecode compiler share; nothing else includes it. */
#ifndef SIM_SCRIPT_COMPILER_H
#define SIM_SCRIPT_COMPILER_H

#include "sim/script/compile.h"
#include "sim/script/seek.h"

/* How a value of some type stands in a register and in memory. */
enum value_class {
    CLASS_I8,
    CLASS_U8,
    CLASS_BOOL,
    CLASS_I16,
    CLASS_U16,
    CLASS_I32,
    CLASS_U32,
    CLASS_I64,
    CLASS_U64, /* pointers too */
    CLASS_F32,
    CLASS_F64,
    CLASS_NONE,   /* void */
    CLASS_RECORD, /* in memory only; its address stands for it */
};

/* Registers that only the end of the function can number: they follow the temporaries. */
enum { REGISTER_CONSTANT = 0x8000, REGISTER_LOCAL = 0xc000 };

/* A code address that may not be known yet. */
struct label {
    int32_t address; /* -1: not yet */
    int32_t fixups;  /* first in compiler.fixups, -1: none */
};

struct fixup {
    uint32_t word;
    bool unknown; /* patch .unknown instead of .go */
    int32_t next;
};

struct compiler;

/* What is not executed when a condition is unknown; NULL where there is none. */
struct skip {
    struct stmt *arms[2];
    struct expr *values[2];
    bool is_loop; /* it has run up to here: what it assigned is of its last turn, but whether that
                     is the last is unknown */
    int doubt;    /* register of the loop that an arm leaves, or begins anew; -1 */
};

/* Code for unknown conditions, kept out of the way until the end of the function. */
struct deferred {
    enum { DEFERRED_AND, DEFERRED_OR, DEFERRED_DECIDE, DEFERRED_SELECT } kind;
    struct label *at;
    struct expr *other;  /* AND, OR: the right operand; SELECT: the condition */
    struct label *t, *f; /* where true and false go */
    struct label *u;     /* AND, OR: where unknown goes; DECIDE: where it goes on */
    unsigned branch;     /* DECIDE */
    int result;          /* DECIDE: the register that becomes unknown, -1: none */
    int record;          /* ... pointed to this unknown record of `record_bytes`; -1 */
    uint64_t record_bytes;
    bool is_place;                                                  /* ... or a place: one of two */
    struct skip skip;                                               /* DECIDE, SELECT */
    unsigned (*take)(struct compiler *c, struct expr *e, int want); /* SELECT: of the values; NULL:
                                                                        of the condition's */
    struct place place;
};

/* Where break and continue go. */
struct loop {
    struct label *break_to, *continue_to; /* continue_to NULL in a switch */
    struct loop *outer;
    int doubt; /* register: not 0 when a break or continue was skipped; -1: there is none to skip */
    const struct stmt *statement; /* NULL: a switch */
};

/* The variable that gets what is being computed. */
struct target {
    const char *name;        /* NULL: none */
    const struct type *type; /* of it, or of the temporary that stands for it; NULL */
};

struct compiler {
    struct bytecode *code;
    struct translation_unit *tu;
    struct memory *memory;
    const struct compile_options *options;
    struct err *err;
    bool failed;
    struct arena arena; /* labels */
    struct fixup *fixups;
    size_t fixup_count, fixup_capacity;
    struct deferred *deferred;
    size_t deferred_count, deferred_capacity;
    bool selecting;           /* in emit_select: branches are not looked at again */
    struct seek cuda;         /* calls of CUDA */
    struct effects **effects; /* by function; NULL: not looked at yet */
    const struct stmt *last;  /* of main: the last one that matters to the timeline; NULL */
    struct place place;       /* of what is being emitted */
    int depth;

    /* The function in hand. */
    const struct function *function;
    uint16_t *registers; /* by local */
    size_t register_capacity;
    unsigned temporary, most; /* next register; high water */
    uint32_t entry;
    uint32_t constant_first, local_first;
    int result_register; /* holds the address for a returned record; -1 */
    struct loop *loop;
    struct label **labels; /* of cases and labels, by stmt->tag - 1 */
    size_t label_count, label_capacity;
    struct target target;
};

/* An lvalue, with what it takes to reach it already in registers. */
struct lvalue {
    enum { LVALUE_REGISTER, LVALUE_AT, LVALUE_INDEXED } kind;
    enum value_class class;
    uint64_t bytes;
    uint16_t base;   /* the register itself, or of the address */
    uint16_t index;  /* LVALUE_INDEXED: scaled by `bytes` */
    uint16_t offset; /* LVALUE_AT */
    /* a bit field: its bits in the number of `unit` bytes there; 0: it is none */
    uint8_t bits, shift, unit;
};

/* ---- emit.c ---- */

int compile_fail(struct compiler *c, struct place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void emit(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, unsigned cc);
void emit_number(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, unsigned cc,
                 int64_t number);
struct label *label_new(struct compiler *c);
void label_bind(struct compiler *c, struct label *label);
void emit_jump(struct compiler *c, struct label *to);
/* `unknown` may be NULL for conditions that cannot be. */
void emit_branch(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, struct label *to,
                 struct label *unknown);
unsigned constant_register(struct compiler *c, int64_t bits);
/* name, type: of the variable that it is; NULL: it is none. */
unsigned local_register(struct compiler *c, uint64_t bytes, const char *name,
                        const struct type *type, struct place place);
unsigned temporary_new(struct compiler *c);
struct deferred *defer(struct compiler *c);
unsigned branch_new(struct compiler *c, enum bytecode_branch_kind kind, struct place place,
                    bool calls_cuda);

enum value_class class_of(const struct type *type);
bool class_is_float(enum value_class class);
bool class_is_unsigned(enum value_class class);

/* ---- compile_expr.c ---- */

enum { ANY = -1 };

/* Moves what is in a register to `want`, unless it is there or may be anywhere. */
unsigned place_in(struct compiler *c, unsigned reg, int want);

/* `want`, or a new temporary. */
unsigned register_for(struct compiler *c, int want);
/* Drops the temporaries since `mark`, except that `reg` stays available. */
unsigned keep_value(struct compiler *c, unsigned reg, unsigned mark, int want);

/* Computes a value into register `want`, or into any (a variable's own, perhaps). Records: the
 * register holds the address. */
unsigned value_of(struct compiler *c, struct expr *e, int want);
void effect_of(struct compiler *c, struct expr *e);
/* Both operands of an arithmetic operator or a comparison, in GCC's order. */
void operands_of(struct compiler *c, const struct expr *e, unsigned *a, unsigned *b);
/* The address of what `reg` points to plus `count` elements of `size` bytes. */
unsigned pointer_plus(struct compiler *c, unsigned reg, struct expr *count, int64_t size, int want);

/* A value of a class as one of another; `reg` itself where that is the same. */
unsigned convert_class(struct compiler *c, unsigned reg, enum value_class from, enum value_class to,
                       int want);
/* Of numbers of the class in a and b; `immediate`: small, and stands for b; NULL: none does. */
unsigned arithmetic(struct compiler *c, enum expr_kind op, enum value_class class, unsigned a,
                    unsigned b, const struct expr *immediate, int want);
/* Whether it is a constant that an instruction can hold. */
bool small_constant(const struct expr *e, int64_t *value);
/* Bytes from one element to the next; of void and functions one. */
int64_t pointee_size(const struct type *pointer);

/* ---- compile_assign.c ---- */

void copy_object(struct compiler *c, unsigned to, unsigned from, const struct type *type);
/* Likewise `value_of`, of EXPR_ASSIGN and EXPR_ASSIGN_OP. */
unsigned assign_value(struct compiler *c, struct expr *e, int want);
unsigned assign_op_value(struct compiler *c, struct expr *e, int want);
/* And of steps: the value before it, if that is wanted. */
unsigned step_lvalue(struct compiler *c, struct expr *e, int want, bool old_wanted);

/* ---- compile_lvalue.c ---- */

struct lvalue lvalue_of(struct compiler *c, struct expr *e);
unsigned lvalue_load(struct compiler *c, const struct lvalue *l, int want);
/* Returns the register with what it is then: of a bit field the value may be less. */
unsigned lvalue_store(struct compiler *c, const struct lvalue *l, unsigned reg);
/* compile_bits.c */
/* Where a bit field lies, from the unit of its type: the smallest number that holds it. */
void bits_narrow(const struct member *m, struct lvalue *l, int64_t *offset);
unsigned bits_load(struct compiler *c, const struct lvalue *l, int want);
unsigned bits_store(struct compiler *c, const struct lvalue *l, unsigned reg);
unsigned address_of(struct compiler *c, struct expr *e, int want);
/* A name for what a variable, member or element is called; NULL. */
const char *lvalue_name(const struct expr *e);
void apply_inits(struct compiler *c, const struct var *var, unsigned base, uint64_t bytes);

/* ---- compile_condition.c ---- */

/* Jumps to t, f or u; falls through where `next` (t or f) is bound at once. */
void branch_on(struct compiler *c, struct expr *e, struct label *t, struct label *f,
               struct label *u, struct label *next);
unsigned condition_value(struct compiler *c, struct expr *e, int want);
/* Takes e->b or e->c, as e->a says, each into register `to`; ANY: for its effect. What is deferred
 * is for an unknown e->a. */
struct deferred *choose(struct compiler *c, struct expr *e, int to,
                        unsigned (*take)(struct compiler *c, struct expr *e, int want));
void emit_deferred(struct compiler *c);
void calls_cuda_begin(struct compiler *c); /* c->cuda.functions: free() */
bool calls_cuda_expr(struct compiler *c, const struct expr *e);
bool calls_cuda_stmt(struct compiler *c, const struct stmt *s);

/* ---- compile_late.c ---- */

/* The last statement of main that matters to the timeline; NULL: nothing is known of what follows
 * it. */
const struct stmt *late_find(const struct translation_unit *tu);

/* ---- compile_effects.c ---- */

enum effect_kind {
    EFFECT_NUMBER, /* it is assigned */
    EFFECT_GROWS,  /* a vector or string: something is put behind what is there */
    EFFECT_LIST,   /* likewise: anything may be in it then */
};

enum { MAX_EFFECTS = 24 };

/* What a call of a function may assign: of type `type` at `offset` from what argument `parameter`
 * points to; or from what the pointer at `through` in that points to, unless that is -1. */
struct effect {
    enum effect_kind kind;
    int parameter;
    int64_t through, offset;
    const struct type *type;
};

struct effects {
    int count;
    struct effect list[MAX_EFFECTS];
};

/* NULL: nothing is known of it, as it has no body. */
const struct effects *effects_of(struct compiler *c, const struct function *f);
/* Whether a function of the library changes the vector that its first argument points to. */
bool effect_of_builtin(const struct function *f, enum effect_kind *kind);
/* The number whose address an argument is, where it may be there to be assigned; NULL. */
struct expr *effect_argument(struct expr *e);
/* Temporaries of the parser hold nothing that outlives their statement. */
bool effect_is_temporary(const struct var *var);
/* Whether a temporary that is a pointer gets its value. */
bool effect_sets_temporary(const struct expr *e);
/* Of what points to the vector or string that a builtin function changes: its type; NULL: it points
 * to none. */
const struct type *effect_list_type(const struct expr *pointer);
bool effect_is_number(const struct type *type);

/* ---- compile_skip.c ---- */

/* Code that makes unknown what was skipped would have assigned. */
void forget_skipped(struct compiler *c, const struct skip *skip);
/* Is it a variable that stands in a register? */
bool is_register(const struct compiler *c, const struct expr *e);
/* Code that marks what the arms assigned as dependent on time. */
void mark_skipped(struct compiler *c, const struct skip *skip);
/* ... can all be found when they have run? */
bool skip_can_be_marked(const struct skip *skip);
/* Do the arms break out of, or continue, the loop that they stand in? */
bool skip_leaves_loop(const struct skip *skip);
/* ... and does the body have such arms? */
bool loop_may_be_left(const struct stmt *body);

/* ---- compile_bound.c ---- */

/* Whether a part of e, whose parts `op` (EXPR_LOGICAL_AND, EXPR_LOGICAL_OR) joins, counts the
 * loop's turns. */
bool bound_holds(const struct expr *e, enum expr_kind op, const struct stmt *loop);
/* Such a condition: to `go` where the loop goes on, to `end`, or to u where that is unknown. */
void bound_branch(struct compiler *c, struct expr *e, const struct loop *loop, struct label *go,
                  struct label *end, struct label *u);
/* Whether an assignment is of such a condition to the variable that the loop around it tests. */
bool bound_decides(const struct compiler *c, const struct expr *assign);
/* Its value. */
unsigned bound_value(struct compiler *c, struct expr *e, int want);
/* Whether there may be one that decides about the loop. */
bool bound_may_decide(const struct stmt *loop);

/* ---- compile_query.c ---- */

/* Does the condition come out the same whether a query that it looks at says "done" or "not yet"?
 */
bool query_is_indifferent(const struct expr *condition);
/* The variable whose value, if a query gave it, is certain where the condition is known to have
 * come out one way; NULL. */
const struct expr *query_known_behind(const struct expr *condition);

/* ---- compile_select.c ---- */

/* Behind the deferral of a decision: where a branch on times goes if it merely selects values. */
void select_later(struct compiler *c, const struct deferred *decide, struct expr *condition,
                  unsigned (*take)(struct compiler *c, struct expr *e, int want));
/* The same for the value of a condition, in register `to`, where code stands for an unknown one. */
void select_value_later(struct compiler *c, struct expr *condition, unsigned to, struct label *end);
/* Whether evaluating it only computes: no call that matters, nothing assigned. */
bool select_is_plain(const struct expr *e);
void emit_select(struct compiler *c, const struct deferred *d);

/* ---- compile_call.c ---- */

/* `want`: as in value_of; `effect`: the result is dropped. */
unsigned call_value(struct compiler *c, struct expr *e, int want);
void call_builtin(struct compiler *c, const char *name, struct expr *const *args, int count,
                  struct place place);

/* ---- compile_stmt.c ---- */

void statement(struct compiler *c, struct stmt *s);

#endif
