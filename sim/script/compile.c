#include "sim/script/compile.h"
#include "sim/script/kernel_cost.h"

#include "sim/base/mem.h"
#include "sim/script/compiler.h"
#include "sim/script/kernel_cost.h"

#include <stdlib.h>
#include <string.h>

static void function_begin(struct compiler *c, const struct function *f, int parameters)
{
    c->function = f;
    c->temporary = c->most = (unsigned)parameters;
    c->constant_first = (uint32_t)c->code->constant_count;
    c->local_first = (uint32_t)c->code->local_count;
    c->entry = (uint32_t)c->code->count;
    c->result_register = -1;
    c->loop = NULL;
    c->label_count = 0;
    c->fixup_count = 0;
    c->deferred_count = 0;
    c->target = (struct target){NULL, NULL};
}

/* Constants and addresses get their numbers behind the temporaries. */
static void number_registers(struct compiler *c, unsigned constants)
{
    struct bytecode *code = c->code;
    for (size_t pc = c->entry; pc < code->count; pc++) {
        union bytecode_word *word = &code->code[pc];
        const char *operands = bytecode_op_operands(word->op);
        uint16_t *fields[] = {&word->a, &word->b, &word->c};
        for (int i = 0; i < 3; i++) {
            if (operands[i] != 'r' || *fields[i] < REGISTER_CONSTANT)
                continue;
            unsigned n = *fields[i] >= REGISTER_LOCAL ? *fields[i] - REGISTER_LOCAL + constants
                                                      : *fields[i] - (unsigned)REGISTER_CONSTANT;
            if (n + c->most > UINT16_MAX)
                compile_fail(c, c->place, "the function has too many variables");
            *fields[i] = (uint16_t)(n + c->most);
        }
        if (operands[3] != '\0')
            pc++;
    }
}

static void function_end(struct compiler *c, int number, int parameters)
{
    if (c->function && c->function->body && c->function->body->end.line)
        c->place = c->function->body->end; /* of its last brace */
    emit(c, CODE_RETURN_VOID, 0, 0, 0);
    emit_deferred(c);
    struct bytecode *code = c->code;
    unsigned constants = (unsigned)(code->constant_count - c->constant_first);
    unsigned locals = (unsigned)(code->local_count - c->local_first);
    number_registers(c, constants);
    code->functions[number] = (struct bytecode_function){
        .source = c->function,
        .entry = c->entry,
        .parameters = (uint16_t)parameters,
        .fixed = (uint16_t)c->most,
        .constant_first = c->constant_first,
        .constant_count = (uint16_t)constants,
        .local_first = c->local_first,
        .local_count = (uint16_t)locals,
    };
}

static void parameter(struct compiler *c, const struct var *var, unsigned from)
{
    uint64_t bytes = (uint64_t)var->type->size;
    if (class_of(var->type) == CLASS_RECORD) {
        unsigned to = local_register(c, bytes, var->name, var->type, var->place);
        if (bytes > 0)
            emit_number(c, CODE_COPY, to, from, 0, (int64_t)bytes);
        c->registers[var->index] = (uint16_t)to;
    } else if (var->needs_memory) {
        unsigned to = local_register(c, bytes, var->name, var->type, var->place);
        struct lvalue l = {.kind = LVALUE_AT, .class = class_of(var->type), .base = (uint16_t)to};
        lvalue_store(c, &l, from);
        c->registers[var->index] = (uint16_t)to;
    } else {
        c->registers[var->index] = (uint16_t)from;
    }
}

/* A body that is left out, as of a library's function that the pragma stands for. */
static bool is_empty(const struct function *f)
{
    const struct stmt *s = f->body;
    while (s && s->kind == STMT_BLOCK && !s->next)
        s = s->body;
    return !s || (s->kind == STMT_RETURN && !s->next);
}

/* Where neither the clauses nor the body say what it touches, a pointer to const may be read, and
 * another read and written, as with kernels. */
static void may_touch(struct compiler *c, const struct function *f)
{
    for (int i = 0; i < f->parameter_count; i++) {
        struct var *var = f->locals[i];
        if (var->type->kind != TYPE_POINTER || var->type->base->kind == TYPE_FUNCTION)
            continue;
        struct expr *pointer = arena_alloc(&c->code->arena, sizeof *pointer);
        *pointer =
            (struct expr){.kind = EXPR_LOCAL, .type = var->type, .place = f->place, .var = var};
        call_builtin(c, "__ns_host_may_read", &pointer, 1, f->place);
        if (!var->type->base->is_const)
            call_builtin(c, "__ns_host_may_write", &pointer, 1, f->place);
    }
}

/* What the pragma says of a function, before its body. */
static void host_function(struct compiler *c, const struct function *f,
                          const struct host_cost *cost)
{
    if (!cost)
        return;
    for (int i = 0; i < cost->clause_count; i++) {
        const struct kernel_clause *clause = &cost->clauses[i];
        struct expr *args[] = {clause->pointer, clause->bytes};
        call_builtin(c, clause->mode == ACCESS_READ ? "__ns_host_reads" : "__ns_host_writes", args,
                     2, f->place);
    }
    if (!cost->clause_count && is_empty(f))
        may_touch(c, f);
    struct expr *time = cost->time; /* a number, ns */
    call_builtin(c, "__ns_host_time", &time, 1, f->place);
}

static void compile_function(struct compiler *c, const struct function *f)
{
    int hidden = class_of(f->type->base) == CLASS_RECORD ? 1 : 0;
    int parameters = f->parameter_count + hidden;
    function_begin(c, f, parameters);
    c->place = f->place;
    if (hidden)
        c->result_register = 0;
    c->registers = mem_grow(c->registers, &c->register_capacity, (size_t)f->local_count + 1,
                            sizeof *c->registers);
    if (f->local_count > 16000) {
        compile_fail(c, f->place, "`%s` has too many variables", f->display_name);
        return;
    }
    for (int i = f->parameter_count; i < f->local_count; i++) {
        const struct var *var = f->locals[i];
        if (var->needs_memory || class_of(var->type) == CLASS_RECORD)
            c->registers[i] = (uint16_t)local_register(c, (uint64_t)var->type->size, var->name,
                                                       var->type, var->place);
        else
            c->registers[i] = (uint16_t)temporary_new(c);
    }
    for (int i = 0; i < f->parameter_count; i++)
        parameter(c, f->locals[i], (unsigned)(i + hidden));
    if (c->options->host_cost != NULL)
        host_function(c, f, c->options->host_cost(c->options->context, f));
    statement(c, f->body);
    c->place = f->place;
    if (f == c->tu->main) {
        emit(c, CODE_RETURN, constant_register(c, 0), 0, 0);
        c->code->late_to = (uint32_t)c->code->count;
    } else if (class_of(f->type->base) < CLASS_NONE) { /* falls off its end: no value */
        unsigned none = temporary_new(c);
        emit(c, CODE_UNSET, none, 0, 0);
        emit(c, CODE_RETURN, none, 0, 0);
    }
    function_end(c, f->index, parameters);
}

/* ---- globals ---- */

/* Of device variables the initial value is written when compiling: the host cannot touch them. */
static bool constant_bits(const struct expr *e, int64_t *bits)
{
    double number = e->kind == EXPR_FLOAT ? e->number : (double)e->value;
    if (e->kind == EXPR_CAST && constant_bits(e->a, bits) &&
        class_is_float(class_of(e->a->type)) == class_is_float(class_of(e->type)) &&
        class_of(e->type) != CLASS_F32 && class_of(e->a->type) != CLASS_F32)
        return true;
    if (e->kind != EXPR_INT && e->kind != EXPR_FLOAT)
        return false;
    *bits = e->value;
    if (class_of(e->type) == CLASS_F32) {
        float single = (float)number;
        *bits = 0;
        memcpy(bits, &single, sizeof single);
    } else if (class_of(e->type) == CLASS_F64) {
        memcpy(bits, &number, sizeof number);
    }
    return true;
}

static int device_inits(struct compiler *c, const struct var *var, uint64_t address)
{
    for (const struct init *i = var->inits; i != NULL; i = i->next) {
        uint64_t at = address + (uint64_t)i->offset, size = (uint64_t)i->value->type->size;
        int64_t bits;
        int r = size <= 8 && constant_bits(i->value, &bits)
                    ? memory_put(c->memory, at, &bits, size, 0, c->err)
                    : memory_set_unknown(c->memory, at, size, c->err);
        if (r != 0)
            return -1;
    }
    return 0;
}

static bool is_device(const struct var *var)
{
    return (var->is_device || var->is_constant) && !var->is_managed;
}

static int make_global(struct compiler *c, const struct var *var)
{
    static const struct {
        const char *name;
        int64_t value;
    } streams[] = {{"stdin", 3}, {"stdout", 1}, {"stderr", 2}};
    struct memory_site *made = arena_alloc(&c->code->arena, sizeof *made);
    *made = (struct memory_site){var->name, var->is_extern ? 0 : (int)var->place.line, var->type};
    enum segment_kind kind = is_device(var)    ? SEGMENT_DEVICE
                             : var->is_managed ? SEGMENT_MANAGED
                                               : SEGMENT_GLOBAL;
    uint64_t *address = &c->code->globals[var->index];
    if (memory_make(c->memory, kind, (uint64_t)var->type->size, true, made, address, c->err) != 0)
        return -1;
    if (var->is_extern)
        for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
            if (strcmp(var->name, streams[i].name) == 0 && var->type->size == 8)
                return memory_put(c->memory, *address, &streams[i].value, 8, 0, c->err);
    return is_device(var) ? device_inits(c, var, *address) : 0;
}

static void compile_start(struct compiler *c)
{
    const struct function *f = c->tu->main;
    int given = 2; /* argc, argv */
    function_begin(c, NULL, given);
    for (int i = 0; i < c->tu->global_count && !c->failed; i++) {
        const struct var *var = c->tu->globals[i];
        if (var->is_extern || is_device(var) || var->inits == NULL)
            continue;
        c->place = var->place;
        struct var plain = *var;
        plain.zero_first = false; /* globals are zero already */
        apply_inits(c, &plain, constant_register(c, (int64_t)c->code->globals[var->index]),
                    (uint64_t)var->type->size);
    }
    c->place = f->place;
    unsigned first = temporary_new(c), second = temporary_new(c);
    emit(c, CODE_MOVE, first, 0, 0);
    emit(c, CODE_MOVE, second, 1, 0);
    int count = f->parameter_count < given ? f->parameter_count : given;
    emit_number(c, CODE_CALL, first, (unsigned)count, 0, f->index);
    if (c->tu->at_exit)
        emit_number(c, CODE_CALL, second, 0, 0, c->tu->at_exit->index);
    emit(c, CODE_RETURN, first, 0, 0);
    function_end(c, c->code->function_count - 1, given);
}

int bytecode_compile(struct bytecode *code, struct translation_unit *tu, struct memory *memory,
                     const struct compile_options *options, struct err *err)
{
    struct compiler c = {.code = code, .tu = tu, .memory = memory, .options = options, .err = err};
    memset(code, 0, sizeof *code);
    arena_init(&code->arena);
    arena_init(&c.arena);
    code->function_count = tu->function_count + 1;
    code->functions = mem_zalloc((size_t)code->function_count * sizeof *code->functions);
    code->globals = mem_zalloc(((size_t)tu->global_count + 1) * sizeof *code->globals);
    calls_cuda_begin(&c);
    c.last = late_find(tu);
    emit(&c, CODE_RETURN_VOID, 0, 0, 0); /* no function begins at 0 */
    for (int i = 0; i < tu->global_count && !c.failed; i++)
        if (make_global(&c, tu->globals[i]) != 0)
            c.failed = true;
    for (int i = 0; i < tu->function_count && !c.failed; i++) {
        const struct function *f = tu->functions[i];
        code->functions[i].source = f;
        code->functions[i].parameters = (uint16_t)f->parameter_count;
        if (f->body != NULL && (f->is_used || f == tu->main) && !f->is_kernel &&
            (f->is_host || !f->is_device))
            compile_function(&c, f);
    }
    if (!c.failed)
        compile_start(&c);
    free(c.cuda.functions);
    free(c.fixups);
    free(c.deferred);
    free(c.labels);
    free(c.registers);
    arena_release(&c.arena);
    return c.failed ? -1 : 0;
}
