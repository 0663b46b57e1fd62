/* Words, labels and registers of the function that is being compiled. */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int compile_fail(struct compiler *c, struct place place, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!c->failed)
        sources_error(&c->tu->sources, place, c->err, "%s", text);
    c->failed = true;
    return -1;
}

static void put(struct compiler *c, union bytecode_word word)
{
    struct bytecode *code = c->code;
    code->code = mem_grow(code->code, &code->capacity, code->count + 1, sizeof *code->code);
    code->places =
        mem_grow(code->places, &code->place_capacity, code->count + 1, sizeof *code->places);
    code->places[code->count] = c->place;
    code->code[code->count++] = word;
    if (code->count > INT32_MAX / 2)
        compile_fail(c, c->place, "the program is too large");
}

void emit(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, unsigned cc)
{
    union bytecode_word word;
    word.op = (uint16_t)op;
    word.a = (uint16_t)a;
    word.b = (uint16_t)b;
    word.c = (uint16_t)cc;
    put(c, word);
}

void emit_number(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, unsigned cc,
                 int64_t number)
{
    emit(c, op, a, b, cc);
    put(c, (union bytecode_word){.number = number});
}

struct label *label_new(struct compiler *c)
{
    struct label *label = arena_alloc(&c->arena, sizeof *label);
    *label = (struct label){-1, -1};
    return label;
}

static int32_t refer(struct compiler *c, struct label *to, size_t word, bool unknown)
{
    if (to == NULL || to->address >= 0)
        return to == NULL ? 0 : to->address;
    c->fixups = mem_grow(c->fixups, &c->fixup_capacity, c->fixup_count + 1, sizeof *c->fixups);
    c->fixups[c->fixup_count] = (struct fixup){(uint32_t)word, unknown, to->fixups};
    to->fixups = (int32_t)c->fixup_count++;
    return -1;
}

void label_bind(struct compiler *c, struct label *label)
{
    label->address = (int32_t)c->code->count;
    for (int32_t i = label->fixups; i >= 0; i = c->fixups[i].next) {
        union bytecode_word *word = &c->code->code[c->fixups[i].word];
        if (c->fixups[i].unknown)
            word->unknown = label->address;
        else
            word->go = label->address;
    }
    label->fixups = -1;
}

void emit_branch(struct compiler *c, enum bytecode_op op, unsigned a, unsigned b, struct label *to,
                 struct label *unknown)
{
    emit(c, op, a, b, 0);
    size_t at = c->code->count;
    put(c, (union bytecode_word){.number = 0});
    int32_t go = refer(c, to, at, false), other = refer(c, unknown, at, true);
    c->code->code[at].go = go;
    c->code->code[at].unknown = other;
}

void emit_jump(struct compiler *c, struct label *to)
{
    emit_branch(c, CODE_JUMP, 0, 0, to, NULL);
}

unsigned constant_register(struct compiler *c, int64_t bits)
{
    enum { LOOK_BACK = 64 };
    struct bytecode *code = c->code;
    size_t count = code->constant_count - c->constant_first;
    for (size_t i = count; i > 0 && i + LOOK_BACK > count; i--)
        if (code->constants[c->constant_first + i - 1] == bits)
            return REGISTER_CONSTANT + (unsigned)(i - 1);
    if (count >= REGISTER_LOCAL - REGISTER_CONSTANT) {
        compile_fail(c, c->place, "the function has too many constants");
        return REGISTER_CONSTANT;
    }
    code->constants = mem_grow(code->constants, &code->constant_capacity, code->constant_count + 1,
                               sizeof *code->constants);
    code->constants[code->constant_count++] = bits;
    return REGISTER_CONSTANT + (unsigned)count;
}

unsigned local_register(struct compiler *c, uint64_t bytes, const char *name,
                        const struct type *type, struct place place)
{
    struct bytecode *code = c->code;
    size_t count = code->local_count - c->local_first;
    if (count >= 0xffff - REGISTER_LOCAL) {
        compile_fail(c, place, "the function has too many variables");
        return REGISTER_LOCAL;
    }
    code->locals =
        mem_grow(code->locals, &code->local_capacity, code->local_count + 1, sizeof *code->locals);
    code->locals[code->local_count++] =
        (struct bytecode_local){bytes, {name, (int)place.line, type}};
    return REGISTER_LOCAL + (unsigned)count;
}

unsigned temporary_new(struct compiler *c)
{
    if (c->temporary >= REGISTER_CONSTANT - 1) {
        compile_fail(c, c->place, "the function has too many variables");
        return 0;
    }
    unsigned reg = c->temporary++;
    if (c->temporary > c->most)
        c->most = c->temporary;
    return reg;
}

struct deferred *defer(struct compiler *c)
{
    c->deferred =
        mem_grow(c->deferred, &c->deferred_capacity, c->deferred_count + 1, sizeof *c->deferred);
    struct deferred *d = &c->deferred[c->deferred_count++];
    *d = (struct deferred){.place = c->place, .result = -1, .record = -1, .skip.doubt = -1};
    return d;
}

unsigned branch_new(struct compiler *c, enum bytecode_branch_kind kind, struct place place,
                    bool calls_cuda)
{
    struct bytecode *code = c->code;
    if (code->branch_count >= UINT16_MAX) {
        compile_fail(c, place, "the program has too many branches");
        return 0;
    }
    code->branches = mem_grow(code->branches, &code->branch_capacity, code->branch_count + 1,
                              sizeof *code->branches);
    code->branches[code->branch_count] = (struct bytecode_branch){
        .place = place, .kind = kind, .calls_cuda = calls_cuda, .quiet = c->selecting};
    return (unsigned)code->branch_count++;
}

enum value_class class_of(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOL:
        return CLASS_BOOL;
    case TYPE_CHAR:
    case TYPE_SCHAR:
        return CLASS_I8;
    case TYPE_UCHAR:
        return CLASS_U8;
    case TYPE_SHORT:
        return CLASS_I16;
    case TYPE_USHORT:
        return CLASS_U16;
    case TYPE_INT:
        return CLASS_I32;
    case TYPE_UINT:
        return CLASS_U32;
    case TYPE_LONG:
    case TYPE_LLONG:
        return CLASS_I64;
    case TYPE_ULONG:
    case TYPE_ULLONG:
    case TYPE_POINTER:
    case TYPE_NULLPTR:
    case TYPE_REFERENCE:
    case TYPE_FUNCTION:
        return CLASS_U64;
    case TYPE_FLOAT:
        return CLASS_F32;
    case TYPE_DOUBLE:
    case TYPE_LDOUBLE:
        return CLASS_F64;
    case TYPE_ENUM:
        return class_of(type->base);
    case TYPE_RECORD:
    case TYPE_ARRAY:
        return CLASS_RECORD;
    case TYPE_VOID:
    case TYPE_UNKNOWN:
        break;
    }
    return CLASS_NONE;
}

bool class_is_float(enum value_class class)
{
    return class == CLASS_F32 || class == CLASS_F64;
}

bool class_is_unsigned(enum value_class class)
{
    return class == CLASS_U8 || class == CLASS_U16 || class == CLASS_U32 || class == CLASS_U64 ||
           class == CLASS_BOOL;
}
