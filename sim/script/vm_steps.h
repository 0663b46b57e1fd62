/* What the instructions of the interpreter's loop have in common: operands whose tags spread,
 * divisions and shifts that fail, branches that may be unknown, loads and stores through the cached
 * pages. Only vm.c includes it, whose labels and variables the macros name.
 */
#ifndef SIM_SCRIPT_VM_STEPS_H
#define SIM_SCRIPT_VM_STEPS_H

#include "sim/script/vm_inside.h"

#include <stdint.h>
#include <string.h>

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Conversions out of range give what x86-64 gives. */
static inline int64_t i32_of(double d)
{
    return d > -2147483649.0 && d < 2147483648.0 ? (int64_t)(int32_t)d : INT32_MIN;
}

static inline int64_t i64_of(double d)
{
    return d >= -9223372036854775808.0 && d < 9223372036854775808.0 ? (int64_t)d : INT64_MIN;
}

static inline uint64_t u64_of(double d)
{
    return d >= 9223372036854775808.0
               ? (d < 18446744073709551616.0 ? (uint64_t)d : UINT64_C(0x8000000000000000))
               : (uint64_t)i64_of(d);
}

static inline unsigned tags_4(const uint8_t *tags)
{
    uint32_t t;
    memcpy(&t, tags, 4);
    t |= t >> 16;
    return (t | t >> 8) & 0xff;
}

static inline unsigned tags_8(const uint8_t *tags)
{
    return tags_4(tags) | tags_4(tags + 4);
}

static inline unsigned tags_2(const uint8_t *tags)
{
    return tags[0] | (unsigned)tags[1];
}

static inline unsigned tags_1(const uint8_t *tags)
{
    return tags[0];
}

/* The address of one of several places, which may be read. */
#define IS_CHOSEN(tags) (((tags) & (MEMORY_CHOSEN | MEMORY_UNSET)) == MEMORY_CHOSEN)

/* Operands of the instruction in hand. */
#define A r[at.a]
#define B r[at.b]
#define C r[at.c]

/* What goes by a value that depends on time without its tag: an address, what may fail, a call. */
#define NOTE_TIME(tags)                                                                            \
    do {                                                                                           \
        if (UNLIKELY((tags)&MEMORY_TIMED))                                                         \
            vm->time_used = true;                                                                  \
    } while (0)

/* A is made from B (and C): tags spread. Copies first, A may be one of them. */
#define UNARY(field, expression)                                                                   \
    do {                                                                                           \
        struct vm_cell b = B;                                                                      \
        A.field = (expression);                                                                    \
        A.tag = b.tag;                                                                             \
        NEXT;                                                                                      \
    } while (0)
#define BINARY(field, expression)                                                                  \
    do {                                                                                           \
        struct vm_cell b = B, c = C;                                                               \
        A.field = (expression);                                                                    \
        A.tag = b.tag | c.tag;                                                                     \
        NEXT;                                                                                      \
    } while (0)
#define IMMEDIATE(field, expression)                                                               \
    do {                                                                                           \
        struct vm_cell b = B;                                                                      \
        int64_t n = (int16_t)at.c;                                                                 \
        A.field = (expression);                                                                    \
        A.tag = b.tag;                                                                             \
    } while (0)
#define DIVISION(field, overflows, expression)                                                     \
    do {                                                                                           \
        struct vm_cell b = B, c = C;                                                               \
        A.tag = b.tag | c.tag;                                                                     \
        if (UNLIKELY((b.tag | c.tag) & MEMORY_UNKNOWN)) {                                          \
            if (!(c.tag & MEMORY_UNKNOWN) && c.u == 0)                                             \
                goto division_by_zero;                                                             \
            A.u = 0;                                                                               \
            NEXT;                                                                                  \
        }                                                                                          \
        NOTE_TIME(c.tag | (c.i == -1 ? b.tag : 0));                                                \
        if (UNLIKELY(c.u == 0))                                                                    \
            goto division_by_zero;                                                                 \
        if (UNLIKELY(overflows))                                                                   \
            goto division_overflow;                                                                \
        A.field = (expression);                                                                    \
        NEXT;                                                                                      \
    } while (0)
#define SHIFT(bits, field, expression)                                                             \
    do {                                                                                           \
        struct vm_cell b = B, c = C;                                                               \
        A.tag = b.tag | c.tag;                                                                     \
        NOTE_TIME(c.tag);                                                                          \
        if (UNLIKELY(c.u >= (bits))) {                                                             \
            shift_width = (bits);                                                                  \
            shift_count = c.i;                                                                     \
            goto bad_shift;                                                                        \
        }                                                                                          \
        A.field = (expression);                                                                    \
        NEXT;                                                                                      \
    } while (0)
#define BRANCH(tags, condition)                                                                    \
    do {                                                                                           \
        union bytecode_word to = *pc++;                                                            \
        unsigned all = (unsigned)(tags);                                                           \
        if (UNLIKELY(all)) {                                                                       \
            if (all & (MEMORY_TIMED | MEMORY_POLLED))                                              \
                select = vm_note_timed(vm, thread, all, (uint32_t)(pc - code - 1));                \
            else                                                                                   \
                select = 0;                                                                        \
            if (select != 0) {                                                                     \
                pc = code + select;                                                                \
                NEXT;                                                                              \
            }                                                                                      \
            if (all & MEMORY_UNKNOWN) {                                                            \
                pc = code + to.unknown;                                                            \
                NEXT;                                                                              \
            }                                                                                      \
        }                                                                                          \
        if (condition)                                                                             \
            pc = code + to.go;                                                                     \
        NEXT;                                                                                      \
    } while (0)
#define BRANCH2(condition) BRANCH(A.tag | B.tag, condition)
#define TURN_END                                                                                   \
    do {                                                                                           \
        if (UNLIKELY(--thread->turns_left <= 0))                                                   \
            goto turn_slow;                                                                        \
        NEXT;                                                                                      \
    } while (0)

#define LOAD(type, bits, address_of, tags_known, field)                                            \
    do {                                                                                           \
        address = (address_of);                                                                    \
        uint64_t tags = (tags_known); /* A may be what the address came from */                    \
        if (UNLIKELY(tags & (MEMORY_UNKNOWN | MEMORY_TIMED))) {                                    \
            address_tags = (unsigned)tags;                                                         \
            vm->time_used = vm->time_used || (tags & MEMORY_TIMED);                                \
            if (tags & MEMORY_UNKNOWN) {                                                           \
                if (!IS_CHOSEN(tags))                                                              \
                    goto unknown_address;                                                          \
                A.u = 0;                                                                           \
                A.tag = MEMORY_UNKNOWN;                                                            \
                NEXT;                                                                              \
            }                                                                                      \
        }                                                                                          \
        const struct memory_line *line =                                                           \
            memory_fast(&vm->memory, vm->memory.reads, address, (bits) / 8);                       \
        type value;                                                                                \
        if (UNLIKELY(line == NULL)) {                                                              \
            uint64_t bytes = 0;                                                                    \
            unsigned tag = 0;                                                                      \
            vm_note_place(vm, vm->code->places[pc - code - 1]);                                    \
            if (memory_read(&vm->memory, address, (bits) / 8, &bytes, &tag, err) != 0)             \
                goto fail;                                                                         \
            memcpy(&value, &bytes, sizeof value);                                                  \
            A.tag = tag | tags;                                                                    \
        } else {                                                                                   \
            uint32_t in_page = (uint32_t)address & (MEMORY_PAGE - 1);                              \
            memcpy(&value, line->data + in_page, sizeof value);                                    \
            A.tag = (line->tags != NULL ? TAGS(bits)(line->tags + in_page) : 0) | tags;            \
        }                                                                                          \
        A.field = value;                                                                           \
        NEXT;                                                                                      \
    } while (0)
#define TAGS(bits)                 TAGS_(bits)
#define TAGS_(bits)                TAGS_##bits
#define TAGS_8                     tags_1
#define TAGS_16                    tags_2
#define TAGS_32                    tags_4
#define TAGS_64                    tags_8
#define LOAD_AT(type, bits, field) LOAD(type, bits, B.u + at.c, B.tag, field)
#define LOAD_INDEX(type, bits, field)                                                              \
    LOAD(type, bits, B.u + C.u * ((bits) / 8), B.tag | C.tag, field)

#define STORE(type, bits, address_of, tags_known)                                                  \
    do {                                                                                           \
        address = (address_of);                                                                    \
        if (UNLIKELY((tags_known) & (MEMORY_UNKNOWN | MEMORY_TIMED))) {                            \
            address_tags = (unsigned)(tags_known);                                                 \
            if (address_tags & MEMORY_UNKNOWN)                                                     \
                goto unknown_address;                                                              \
            vm->time_used = true;                                                                  \
        }                                                                                          \
        const struct memory_line *line =                                                           \
            memory_fast(&vm->memory, vm->memory.writes, address, (bits) / 8);                      \
        if (UNLIKELY(line == NULL || (A.tag != 0 && line->tags == NULL))) {                        \
            vm_note_place(vm, vm->code->places[pc - code - 1]);                                    \
            if (memory_write(&vm->memory, address, (bits) / 8, A.u, (unsigned)A.tag, err) != 0)    \
                goto fail;                                                                         \
        } else {                                                                                   \
            uint32_t in_page = (uint32_t)address & (MEMORY_PAGE - 1);                              \
            type value = (type)A.u;                                                                \
            memcpy(line->data + in_page, &value, sizeof value);                                    \
            if (line->tags != NULL)                                                                \
                memset(line->tags + in_page, (int)A.tag, sizeof value);                            \
        }                                                                                          \
        NEXT;                                                                                      \
    } while (0)
#define STORE_AT(type, bits)    STORE(type, bits, B.u + at.c, B.tag)
#define STORE_INDEX(type, bits) STORE(type, bits, B.u + C.u * ((bits) / 8), B.tag | C.tag)

#define NEXT                                                                                       \
    do {                                                                                           \
        at = *pc++;                                                                                \
        goto *labels[at.op];                                                                       \
    } while (0)

#endif
