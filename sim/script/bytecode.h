/* What the interpreter executes: code for a machine of registers, made from the typed tree.
 *
 * A register holds 64 bits and a tag (enum memory_tag). Integers stand in it sign- or zero-extended
 * from their type, so that one comparison serves all widths; floats in its low half. Registers of a
 * function: parameters, locals, temporaries, then constants and the addresses of what lives in
 * memory, which the call fills in. A callee's registers begin in its caller's at the arguments.
 *
 * Code is 64-bit words: an operation with three 16-bit operands, for some followed by a second
 * word. Must not know how it is executed.
 */
#ifndef SIM_SCRIPT_BYTECODE_H
#define SIM_SCRIPT_BYTECODE_H

#include "sim/base/arena.h"
#include "sim/script/ast.h"
#include "sim/script/memory.h"

/* OP(name, operands): r a register, n a number, - unused, w a second word, j: two code addresses in
 * it (where to go, where to go when the condition is unknown). */
#define BYTECODE_OPS(OP)                                                                           \
    OP(MOVE, "rr-")                                                                                \
    OP(UNSET, "r--")   /* never initialised */                                                     \
    OP(UNKNOWN, "rn-") /* zero, unknown, with the tags of b, too */                                \
    OP(ADD_I32, "rrr")                                                                             \
    OP(ADD_U32, "rrr")                                                                             \
    OP(ADD_64, "rrr")                                                                              \
    OP(ADDI_I32, "rrn")                                                                            \
    OP(ADDI_U32, "rrn")                                                                            \
    OP(ADDI_64, "rrn")                                                                             \
    OP(ADDI_I32_TURN, "rrn") /* and count a turn of a loop */                                      \
    OP(ADDI_U32_TURN, "rrn")                                                                       \
    OP(ADDI_64_TURN, "rrn")                                                                        \
    OP(TURN, "---")                                                                                \
    OP(SUB_I32, "rrr")                                                                             \
    OP(SUB_U32, "rrr")                                                                             \
    OP(SUB_64, "rrr")                                                                              \
    OP(MUL_I32, "rrr")                                                                             \
    OP(MUL_U32, "rrr")                                                                             \
    OP(MUL_64, "rrr")                                                                              \
    OP(DIV_I32, "rrr")                                                                             \
    OP(DIV_I64, "rrr")                                                                             \
    OP(DIV_U, "rrr")                                                                               \
    OP(REM_I32, "rrr")                                                                             \
    OP(REM_I64, "rrr")                                                                             \
    OP(REM_U, "rrr")                                                                               \
    OP(AND, "rrr")                                                                                 \
    OP(OR, "rrr")                                                                                  \
    OP(XOR, "rrr")                                                                                 \
    OP(SHL_I32, "rrr")                                                                             \
    OP(SHL_U32, "rrr")                                                                             \
    OP(SHL_64, "rrr")                                                                              \
    OP(SHR_S32, "rrr")                                                                             \
    OP(SHR_U32, "rrr")                                                                             \
    OP(SHR_S64, "rrr")                                                                             \
    OP(SHR_U64, "rrr")                                                                             \
    OP(NEG_I32, "rr-")                                                                             \
    OP(NEG_U32, "rr-")                                                                             \
    OP(NEG_64, "rr-")                                                                              \
    OP(COM_S, "rr-")                                                                               \
    OP(COM_U32, "rr-")                                                                             \
    OP(NOT, "rr-")                                                                                 \
    OP(ADD_F32, "rrr")                                                                             \
    OP(SUB_F32, "rrr")                                                                             \
    OP(MUL_F32, "rrr")                                                                             \
    OP(DIV_F32, "rrr")                                                                             \
    OP(NEG_F32, "rr-")                                                                             \
    OP(ADD_F64, "rrr")                                                                             \
    OP(SUB_F64, "rrr")                                                                             \
    OP(MUL_F64, "rrr")                                                                             \
    OP(DIV_F64, "rrr")                                                                             \
    OP(NEG_F64, "rr-")                                                                             \
    OP(EXT_I8, "rr-")                                                                              \
    OP(EXT_U8, "rr-")                                                                              \
    OP(EXT_I16, "rr-")                                                                             \
    OP(EXT_U16, "rr-")                                                                             \
    OP(EXT_I32, "rr-")                                                                             \
    OP(EXT_U32, "rr-")                                                                             \
    OP(BOOL, "rr-")                                                                                \
    OP(BOOL_F32, "rr-")                                                                            \
    OP(BOOL_F64, "rr-")                                                                            \
    OP(S_F32, "rr-") /* from a signed integer to a float */                                        \
    OP(U_F32, "rr-")                                                                               \
    OP(S_F64, "rr-")                                                                               \
    OP(U_F64, "rr-")                                                                               \
    OP(F32_I32, "rr-")                                                                             \
    OP(F32_I64, "rr-")                                                                             \
    OP(F32_U64, "rr-")                                                                             \
    OP(F64_I32, "rr-")                                                                             \
    OP(F64_I64, "rr-")                                                                             \
    OP(F64_U64, "rr-")                                                                             \
    OP(F32_F64, "rr-")                                                                             \
    OP(F64_F32, "rr-")                                                                             \
    OP(SET_EQ, "rrr")                                                                              \
    OP(SET_NE, "rrr")                                                                              \
    OP(SET_LT_S, "rrr")                                                                            \
    OP(SET_LE_S, "rrr")                                                                            \
    OP(SET_LT_U, "rrr")                                                                            \
    OP(SET_LE_U, "rrr")                                                                            \
    OP(SET_EQ_F32, "rrr")                                                                          \
    OP(SET_NE_F32, "rrr")                                                                          \
    OP(SET_LT_F32, "rrr")                                                                          \
    OP(SET_LE_F32, "rrr")                                                                          \
    OP(SET_EQ_F64, "rrr")                                                                          \
    OP(SET_NE_F64, "rrr")                                                                          \
    OP(SET_LT_F64, "rrr")                                                                          \
    OP(SET_LE_F64, "rrr")                                                                          \
    OP(JUMP, "---j")                                                                               \
    OP(J_TRUE, "r--j")                                                                             \
    OP(J_FALSE, "r--j")                                                                            \
    OP(J_EQ, "rr-j")                                                                               \
    OP(J_NE, "rr-j")                                                                               \
    OP(J_LT_S, "rr-j")                                                                             \
    OP(J_LE_S, "rr-j")                                                                             \
    OP(J_LT_U, "rr-j")                                                                             \
    OP(J_LE_U, "rr-j")                                                                             \
    OP(J_EQ_F32, "rr-j")                                                                           \
    OP(J_NE_F32, "rr-j")                                                                           \
    OP(J_LT_F32, "rr-j")                                                                           \
    OP(J_LE_F32, "rr-j")                                                                           \
    OP(J_NLT_F32, "rr-j") /* unless less: not the same as greater or equal */                      \
    OP(J_NLE_F32, "rr-j")                                                                          \
    OP(J_EQ_F64, "rr-j")                                                                           \
    OP(J_NE_F64, "rr-j")                                                                           \
    OP(J_LT_F64, "rr-j")                                                                           \
    OP(J_LE_F64, "rr-j")                                                                           \
    OP(J_NLT_F64, "rr-j")                                                                          \
    OP(J_NLE_F64, "rr-j")                                                                          \
    OP(DECIDE, "-n-j") /* an unknown condition (number of its struct bytecode_branch): the word    \
                          says where true and false go, neither falls through */                   \
    OP(LOAD_I8, "rrn") /* a = *(b + n) */                                                          \
    OP(LOAD_U8, "rrn")                                                                             \
    OP(LOAD_I16, "rrn")                                                                            \
    OP(LOAD_U16, "rrn")                                                                            \
    OP(LOAD_I32, "rrn")                                                                            \
    OP(LOAD_U32, "rrn")                                                                            \
    OP(LOAD_64, "rrn")                                                                             \
    OP(STORE_8, "rrn") /* *(b + n) = a */                                                          \
    OP(STORE_16, "rrn")                                                                            \
    OP(STORE_32, "rrn")                                                                            \
    OP(STORE_64, "rrn")                                                                            \
    OP(LOADX_I8, "rrr") /* a = b[c] */                                                             \
    OP(LOADX_U8, "rrr")                                                                            \
    OP(LOADX_I16, "rrr")                                                                           \
    OP(LOADX_U16, "rrr")                                                                           \
    OP(LOADX_I32, "rrr")                                                                           \
    OP(LOADX_U32, "rrr")                                                                           \
    OP(LOADX_64, "rrr")                                                                            \
    OP(STOREX_8, "rrr") /* b[c] = a */                                                             \
    OP(STOREX_16, "rrr")                                                                           \
    OP(STOREX_32, "rrr")                                                                           \
    OP(STOREX_64, "rrr")                                                                           \
    OP(POINTER_ADD, "rrrw")  /* a = b + c * word */                                                \
    OP(POINTER_DIFF, "rrrw") /* a = (b - c) / word */                                              \
    OP(COPY, "rr-w")         /* word bytes at a = those at b */                                    \
    OP(CLEAR, "r--w")        /* word bytes at a = 0 */                                             \
    OP(FORGET, "r--w")       /* word bytes at a are never written */                               \
    OP(OUT, "r--")           /* the variable at a goes out of scope */                             \
    OP(SPOIL, "r--w")        /* word bytes at a are unknown */                                     \
    OP(SKIPPED, "rr-w") /* SPOIL if that can be; 0 bytes, or a unknown: what is allocated at b */  \
    OP(SKIPPED_LIST, "rn-") /* how long the vector or string at a is, is unknown; b: 1 what is in  \
                               it, too, 2 it is doubted, 3 it holds such ones */                   \
    OP(DOUBT, "r--")        /* the value is MEMORY_DOUBTED */                                      \
    OP(DOUBT_AT, "r--w")    /* likewise word bytes at a, if that can be */                         \
    OP(TIME, "r--") /* the value depends on time as the last condition that selected did */        \
    OP(TIME_AT, "r--w")                                                                            \
    OP(SETTLE, "rnn") /* the value, if it has a tag of b, loses those of c */                      \
    OP(BRANCH_OF,                                                                                  \
       "---j") /* nothing; the condition that is unknown here is that of the DECIDE there */       \
    OP(DOUBT_RESULT, "---")   /* what the function returns is unknown */                           \
    OP(SPOIL_DOUBTED, "r--w") /* word bytes at a are unknown if what the function returns is */    \
    OP(ATTEMPT, "---j") /* an error up to ATTEMPT_END, which stands there, only goes there */      \
    OP(ATTEMPT_END, "---")                                                                         \
    OP(CALL, "nn-w")         /* a: first argument, b: their number; word: function */              \
    OP(CALL_POINTER, "nnrw") /* c: the function */                                                 \
    OP(CALL_BUILTIN, "nn-w") /* word: struct bytecode_site */                                      \
    OP(REFUSE, "---")        /* what only a device can do */                                       \
    OP(RETURN, "r--")                                                                              \
    OP(RETURN_VOID, "---")

enum bytecode_op {
#define BYTECODE_ENUM(name, operands) CODE_##name,
    BYTECODE_OPS(BYTECODE_ENUM)
#undef BYTECODE_ENUM
        CODE_COUNT
};

union bytecode_word {
    struct {
        uint16_t op, a, b, c;
    };
    struct {
        int32_t go, unknown; /* code addresses */
    };
    int64_t number;
};

/* A call of a builtin function, and all that it may want to know about it. */
struct bytecode_site {
    struct place place;
    const struct function *function; /* NULL: a launch through a pointer */
    const struct expr *call;         /* EXPR_CALL or EXPR_LAUNCH */
    int builtin;                     /* number in the table given to the compiler */
    int arg_count;
    bool dropped;                  /* nobody looks at what it returns */
    const struct type **arg_types; /* after promotion */
    struct memory_site made;       /* the line, and the variable that gets the result */
};

enum bytecode_branch_kind {
    BRANCH_IF,
    BRANCH_LOOP,
    BRANCH_CHOICE,
    BRANCH_SWITCH,
    BRANCH_BOUND /* a part of a loop's condition: another one ends the loop */
};

/* A condition that may turn out unknown. */
struct bytecode_branch {
    struct place place;
    enum bytecode_branch_kind kind;
    bool calls_cuda;  /* an arm that would be skipped holds CUDA calls */
    bool quiet;       /* on times: another branch has seen to that */
    bool indifferent; /* it goes the same way with either answer of a query */
    bool unsaid;      /* that it is unknown, as the result says so */
    uint32_t select;  /* code address for a condition that depends on time and selects values; 0 */
};

/* What lives in memory for the duration of a call. */
struct bytecode_local {
    uint64_t bytes;
    struct memory_site made;
};

struct bytecode_function {
    const struct function *source; /* NULL: the initialization of globals */
    uint32_t entry;                /* code address */
    uint16_t parameters;           /* registers that the caller fills; a record's is its address */
    uint16_t fixed;                /* registers before the constants */
    uint32_t constant_first;       /* in bytecode.constants */
    uint16_t constant_count;
    uint32_t local_first; /* in bytecode.locals; their addresses follow the constants */
    uint16_t local_count;
};

/* A loop of the source: code addresses of its body, step and condition. */
struct bytecode_loop {
    uint32_t begin, end;
};

/* The variable that gets what a call of a function of the program returns. */
struct bytecode_target {
    uint32_t pc; /* behind the call */
    const char *name;
};

struct bytecode {
    struct arena arena; /* sites' argument types */
    union bytecode_word *code;
    struct place *places; /* by code address */
    size_t count, capacity, place_capacity;
    struct bytecode_function *functions; /* by function->index; the last: initialization + main */
    int function_count;
    struct bytecode_site *sites;
    size_t site_count, site_capacity;
    struct bytecode_branch *branches;
    size_t branch_count, branch_capacity;
    struct bytecode_local *locals;
    size_t local_count, local_capacity;
    struct bytecode_target *targets; /* by pc, ascending; of pointers and objects */
    size_t target_count, target_capacity;
    struct bytecode_loop *loops; /* inner ones before outer ones */
    size_t loop_count, loop_capacity;
    int64_t *constants; /* bits */
    size_t constant_count, constant_capacity;
    uint64_t *globals; /* addresses, by var->index */
    /* code of main, behind which and in which nothing matters to the timeline any more; 0: none */
    uint32_t late_from, late_to;
};

/* Addresses of functions as values: (index + 1) * 16 in a segment of their own. */
uint64_t bytecode_function_address(const struct function *function);
/* -1 when `address` is not one. */
int bytecode_function_index(const struct bytecode *code, uint64_t address);

/* Who gets what the call before `pc` returns; NULL: nobody with a name. */
const char *bytecode_target(const struct bytecode *code, uint32_t pc);

const char *bytecode_op_operands(enum bytecode_op op);

void bytecode_release(struct bytecode *code);

#endif
