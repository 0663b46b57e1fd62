/* Calls: of functions of the program, through pointers, of builtin functions, and launches. */
#include "sim/base/mem.h"
#include "sim/script/call_order.h"
#include "sim/script/compiler.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static unsigned reserve(struct compiler *c, int count)
{
    unsigned first = temporary_new(c); /* the result, even without arguments */
    for (int i = 1; i < count && !c->failed; i++)
        temporary_new(c);
    return first;
}

/* A variable of one of our headers is no name that the program knows. */
static bool is_ours(const struct compiler *c)
{
    return c->function != NULL && c->function->place.line > 0 &&
           c->tu->sources.files[c->function->place.file].builtin;
}

static size_t site_new(struct compiler *c, const struct expr *call, const char *name,
                       struct place place)
{
    struct bytecode *code = c->code;
    code->sites =
        mem_grow(code->sites, &code->site_capacity, code->site_count + 1, sizeof *code->sites);
    struct bytecode_site *site = &code->sites[code->site_count];
    memset(site, 0, sizeof *site);
    site->place = place;
    site->call = call;
    site->function = call != NULL ? call->function : NULL;
    const struct type *type = c->target.type;
    site->made = (struct memory_site){
        is_ours(c) ? NULL : c->target.name, (int)place.line,
        type != NULL && type->kind == TYPE_POINTER && type->base->size > 0 ? type->base : NULL};
    site->builtin = c->options->builtin(c->options->context, name);
    if (site->builtin < 0)
        compile_fail(c, place, "`%s` is not supported", name);
    return code->site_count++;
}

static void site_types(struct compiler *c, size_t number, const struct expr *call, bool result,
                       int extra)
{
    int count = (result ? 1 : 0) + extra + call->arg_count;
    const struct type **types = arena_alloc(&c->code->arena, ((size_t)count + 1) * sizeof *types);
    int n = 0;
    if (result)
        types[n++] = call->type;
    n += extra; /* of a launch: NULL */
    for (int i = 0; i < call->arg_count; i++)
        types[n++] = call->args[i]->type;
    c->code->sites[number].arg_types = types;
    c->code->sites[number].arg_count = count;
}

/* For cudaMalloc(&p, ...) the name is in the first argument, and for a vector. */
static void name_from_argument(struct compiler *c, size_t number, const struct expr *call)
{
    struct bytecode_site *site = &c->code->sites[number];
    if (call->arg_count > 0 && call->args[0]->type->kind == TYPE_POINTER) {
        const struct expr *e = call->args[0];
        while (e->kind == EXPR_CAST)
            e = e->a;
        const struct type *object = e->type->kind == TYPE_POINTER ? e->type->base->plain : e->type;
        if (object->disguise == DISGUISE_VECTOR)
            site->made.type = object->base;
        const char *name = is_ours(c) ? NULL : lvalue_name(e);
        if (name != NULL && (e->kind == EXPR_ADDRESS || site->made.name == NULL))
            site->made.name = name;
    }
}

static unsigned result_in(struct compiler *c, const struct expr *e, unsigned first, unsigned mark,
                          int want)
{
    c->temporary = mark;
    if (class_of(e->type) == CLASS_NONE)
        return first;
    unsigned to = want >= 0 ? (unsigned)want : temporary_new(c);
    if (to != first)
        emit(c, CODE_MOVE, to, first, 0);
    return to;
}

/* A variable that stands in a register is read when the call is made, as GCC has it: behind what
 * other arguments do to it. A method's object is read at once. */
static bool is_read_late(const struct compiler *c, const struct expr *call, int i)
{
    bool object =
        i == 0 && call->order == ORDER_CALL && call->function && call->function->is_method;
    return !object && is_register(c, call->args[i]);
}

/* The call of a function of the program that a value is, as it is or through a temporary. */
static bool is_result(const struct expr *e)
{
    for (int depth = 0; e && depth < 20; depth++)
        switch (e->kind) {
        case EXPR_CALL:
            return e->function && e->function->body && !e->function->is_constructor;
        case EXPR_COMMA:
            e = e->a;
            break;
        case EXPR_ASSIGN:
            e = e->b;
            break;
        case EXPR_ADDRESS:
        case EXPR_CAST:
            e = e->a;
            break;
        default:
            return false;
        }
    return false;
}

/* What an object takes over is called by that object, as what is assigned to a pointer is. */
static struct target argument_target(const struct expr *call, int i, struct target outer)
{
    const struct function *f = call->kind == EXPR_CALL ? call->function : NULL;
    struct target none = {NULL, NULL};
    if (i != 1 || !f || !is_result(call->args[1]) ||
        !(f->is_constructor || (f->is_method && strcmp(f->name, "operator=") == 0)))
        return none;
    const char *name = lvalue_name(call->args[0]);
    return name && *name ? (struct target){name, NULL} : f->is_constructor ? outer : none;
}

/* The arguments, in the order in which they are evaluated, into registers from `first` on. */
static void arguments(struct compiler *c, const struct expr *call, unsigned first)
{
    const struct target outer = c->target;
    for (int late = 0; late < 2; late++)
        for (int turn = 0; turn < call->arg_count; turn++) {
            int i = call_order_at(call, turn);
            if (is_read_late(c, call, i) != (late == 1))
                continue;
            c->target = argument_target(call, i, outer);
            unsigned inner = c->temporary;
            value_of(c, call->args[i], (int)first + i);
            c->temporary = inner;
        }
}

static unsigned launch(struct compiler *c, struct expr *e)
{
    unsigned mark = c->temporary;
    int count = 5 + e->arg_count;
    unsigned first = reserve(c, count);
    const struct launch *l = e->launch;
    struct expr *const configuration[] = {l->grid, l->block, l->shared, l->stream};
    /* nvcc makes two calls of it: of what keeps the configuration, then of the kernel's stub */
    for (int i = 4; i-- > 0;) {
        if (configuration[i] != NULL)
            value_of(c, configuration[i], (int)first + 1 + i);
        else
            emit(c, CODE_MOVE, first + 1 + (unsigned)i, constant_register(c, 0), 0);
    }
    if (e->function != NULL)
        emit(c, CODE_MOVE, first,
             constant_register(c, (int64_t)bytecode_function_address(e->function)), 0);
    else
        value_of(c, e->a, (int)first);
    const struct target outer = c->target;
    arguments(c, e, first + 5);
    c->target = outer;
    c->place = e->place;
    size_t site = site_new(c, e, "__ns_launch", e->place);
    site_types(c, site, e, false, 5);
    emit_number(c, CODE_CALL_BUILTIN, first, (unsigned)count, 0, (int64_t)site);
    c->temporary = mark;
    return first;
}

/* Also what nullstream.cuh, read from a file, only declares. */
static bool is_builtin(const struct compiler *c, const struct function *f)
{
    return f->body == NULL &&
           (f->is_builtin || c->options->builtin(c->options->context, f->name) >= 0);
}

static void note_target(struct compiler *c, const struct expr *call)
{
    struct bytecode *code = c->code;
    const char *name = c->target.name;
    bool holds_memory = call->type->kind == TYPE_POINTER || call->type->kind == TYPE_RECORD;
    if (name == NULL || *name == '\0' || !holds_memory)
        return;
    code->targets = mem_grow(code->targets, &code->target_capacity, code->target_count + 1,
                             sizeof *code->targets);
    code->targets[code->target_count++] = (struct bytecode_target){(uint32_t)code->count, name};
}

unsigned call_value(struct compiler *c, struct expr *e, int want)
{
    if (e->kind == EXPR_LAUNCH)
        return launch(c, e);
    if (e->function != NULL && strcmp(e->function->name, "__ns_plain") == 0) {
        unsigned answer = constant_register(c, select_is_plain(e->args[0]));
        if (want == ANY)
            return answer;
        emit(c, CODE_MOVE, (unsigned)want, answer, 0);
        return (unsigned)want;
    }
    unsigned mark = c->temporary;
    bool record = class_of(e->type) == CLASS_RECORD;
    const struct target outer = c->target;
    unsigned callee = 0;
    if (e->function == NULL) {
        callee = value_of(c, e->a, ANY);
        if (callee < REGISTER_CONSTANT && callee < mark) {
            /* a variable: an argument may change it */
            unsigned copy = temporary_new(c);
            emit(c, CODE_MOVE, copy, callee, 0);
            callee = copy;
        }
    }
    int hidden = record ? 1 : 0, count = hidden + e->arg_count;
    if (count > 1000) {
        compile_fail(c, e->place, "a call with %d arguments", e->arg_count);
        return 0;
    }
    unsigned first = reserve(c, count);
    unsigned result = 0;
    if (record) {
        result = local_register(c, (uint64_t)e->type->size, NULL, NULL, e->place);
        emit(c, CODE_MOVE, first, result, 0);
    }
    arguments(c, e, first + (unsigned)hidden);
    c->target = outer;
    c->place = e->place;
    if (e->function == NULL) {
        emit_number(c, CODE_CALL_POINTER, first, (unsigned)count, callee, (int64_t)(intptr_t)e);
    } else if (is_builtin(c, e->function)) {
        size_t site = site_new(c, e, e->function->name, e->place);
        if (c->failed)
            return 0;
        site_types(c, site, e, record, 0);
        name_from_argument(c, site, e);
        emit_number(c, CODE_CALL_BUILTIN, first, (unsigned)count, 0, (int64_t)site);
    } else if (e->function->body == NULL) { /* of plain functions the parser says so */
        compile_fail(c, e->place, "'%s' is declared, but not defined", e->function->display_name);
        return 0;
    } else {
        emit_number(c, CODE_CALL, first, (unsigned)count, 0, e->function->index);
        note_target(c, e);
    }
    if (!record)
        return result_in(c, e, first, mark, want);
    c->temporary = mark;
    if (want < 0)
        return result;
    emit(c, CODE_MOVE, (unsigned)want, result, 0);
    return (unsigned)want;
}

void call_builtin(struct compiler *c, const char *name, struct expr *const *args, int count,
                  struct place place)
{
    unsigned mark = c->temporary;
    unsigned first = reserve(c, count);
    const struct type **types = arena_alloc(&c->code->arena, (size_t)count * sizeof *types);
    for (int i = 0; i < count; i++) {
        unsigned inner = c->temporary;
        value_of(c, args[i], (int)first + i);
        c->temporary = inner;
        types[i] = args[i]->type;
    }
    c->place = place;
    size_t site = site_new(c, NULL, name, place);
    c->code->sites[site].arg_types = types;
    c->code->sites[site].arg_count = count;
    emit_number(c, CODE_CALL_BUILTIN, first, (unsigned)count, 0, (int64_t)site);
    c->temporary = mark;
}
