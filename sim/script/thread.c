/* std::thread: what it runs and the arguments that go with it. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

/* The closure outlives the variable it came from: a copy on the heap. */
static struct expr *heap_copy(struct parser *p, struct expr *closure, struct var **where,
                              struct place place)
{
    struct type *pointer = type_pointer(p, closure->type->plain);
    struct var *v = temporary(p, pointer, place);
    struct expr *memory = expr_builtin(p, "__ns_new", type_pointer(p, p->basic[TYPE_VOID]), place,
                                       1, library_ulong(p, closure->type->size, place));
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, pointer), place);
    struct expr *copy =
        expr_assign(p, expr_deref(p, expr_raw_var(p, v, place), place), closure, place);
    *where = v;
    return expr_comma(p, set, copy);
}

static struct expr *start(struct parser *p, struct expr *target, struct expr *self,
                          struct type *type, struct expr **args, int count, struct place place)
{
    if (count != type->parameter_count)
        parse_fail(p, place, "the thread's function takes %d argument%s, here %s %d",
                   type->parameter_count, type->parameter_count == 1 ? "" : "s",
                   count == 1 ? "is" : "are", count);
    struct expr *call =
        expr_builtin(p, "__ns_thread_start", p->basic[TYPE_ULONG], place, 1, target);
    struct expr **all = arena_alloc(p->arena, ((size_t)count + 3) * sizeof *all);
    int n = 0;
    all[n++] = target;
    if (self)
        all[n++] = self;
    for (int i = 0; i < count; i++) {
        char what[60];
        snprintf(what, sizeof what, "argument %d of the thread's function", i + 1);
        struct type *to = type->parameters[i];
        if (to->kind == TYPE_REFERENCE && !to->base->is_const &&
            (int)args[i]->kind < EXPR_OVERLOAD && !args[i]->explicit_cast)
            parse_fail_hint(p, args[i]->place, "pass it as std::ref(...)",
                            "%s is a reference: a thread copies its arguments", what);
        all[n++] = convert(p, args[i], type->parameters[i], what);
    }
    call->args = all;
    call->arg_count = n;
    return call;
}

/* An object that is called and has an end, or is no lambda: one of its own on the heap, which the
 * thread ends. */
static struct expr *start_object(struct parser *p, struct expr **args, int count,
                                 struct expr **before, struct place place)
{
    struct expr *f = args[0];
    struct type *pointer = type_pointer(p, f->type->plain);
    struct var *v = temporary(p, pointer, place);
    for (int i = 1; i < count; i++)
        if (args[i]->explicit_cast)
            parse_fail_hint(p, args[i]->place, "capture it in a lambda",
                            "a reference cannot go to an object that a thread calls");
    struct expr *memory = expr_builtin(p, "__ns_new", type_pointer(p, p->basic[TYPE_VOID]), place,
                                       1, library_ulong(p, f->type->size, place));
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, pointer), place);
    struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
    *before = expr_comma(p, set, construct_at(p, object, &f, 1, false, place));
    struct expr **all = arena_alloc(p->arena, (size_t)count * sizeof *all);
    memcpy(all, args, (size_t)count * sizeof *all);
    all[0] = expr_raw_var(p, v, place);
    uint32_t name = intern_adds(&p->tu->names, "std::__ns_thread_run");
    struct expr *call = call_set(
        p, (struct overload_expr *)overload_new(p, name, symbol_find(p, name)->overloads, place),
        all, count, place);
    struct function *run = call->function;
    if (f->type->disguise == DISGUISE_LAMBDA) /* who looks for the thread looks for the lambda */
        run->display_name = generic_function(p, f->type, args + 1, count - 1, place)->display_name;
    return start(p, expr_function(p, run, place), NULL, run->type, all, count, place);
}

struct expr *thread_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place)
{
    struct type *type = object->type->plain;
    if (count == 0)
        return expr_assign(p, object, expr_int(p, type, 0, place), place);
    struct expr *f = args[0];
    if (count == 1 && (int)f->kind < EXPR_OVERLOAD && f->type->plain == type)
        return expr_assign(p, object, convert(p, f, type, "the thread"), place);
    struct expr *call, *before = NULL;
    bool is_lambda = (int)f->kind < EXPR_OVERLOAD && f->type->disguise == DISGUISE_LAMBDA;
    bool is_object = (int)f->kind < EXPR_OVERLOAD && f->type->kind == TYPE_RECORD &&
                     f->type->disguise == DISGUISE_NONE;
    if (is_object || (is_lambda && type_has_end(f->type))) {
        call = start_object(p, args, count, &before, place);
    } else if (is_lambda) {
        struct function *body = generic_function(p, f->type, args + 1, count - 1, place);
        struct var *v = NULL;
        before = heap_copy(p, copy_record(p, f), &v, place);
        call = start(p, expr_function(p, body, place),
                     body->is_method ? expr_raw_var(p, v, place) : NULL, body->type, args + 1,
                     count - 1, place);
    } else {
        f = decay(p, f);
        if (f->type->kind != TYPE_POINTER || f->type->base->kind != TYPE_FUNCTION)
            parse_fail_hint(p, place, "use a lambda around it",
                            "a thread needs a function or a lambda, but this is %s",
                            type_text(p, f->type->plain));
        if (f->kind == EXPR_FUNCTION && (f->function->is_kernel || !f->function->is_host))
            parse_fail(p, place, "a thread of the host cannot run code of the device");
        call = start(p, f, NULL, f->type->base, args + 1, count - 1, place);
    }
    return expr_comma(p, before,
                      expr_assign(p, object, expr_unary(p, EXPR_CAST, type, call, place), place));
}
