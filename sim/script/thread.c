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

/* An argument that has memory: a whole object, or what a const T & or a T && refers to. The thread
 * has its own copy, as the caller's variable or temporary may be gone, or another's, before it
 * runs. NULL: it is passed as it is. */
static struct expr *kept_argument(struct parser *p, struct expr *arg, struct type *to,
                                  const char *what, struct expr **before)
{
    bool plain = (int)arg->kind < EXPR_OVERLOAD;
    bool reference = to->kind == TYPE_REFERENCE;
    struct expr *value = arg;
    if (reference) {
        if ((plain && arg->is_ref) || !(to->base->is_const || to->is_rvalue) ||
            to->base->kind == TYPE_ARRAY)
            return NULL;
        if (!plain || !derives_from(arg->type, to->base->plain))
            value = convert(p, arg, to->base->plain, what);
        if (value->type->kind == TYPE_RECORD || type_is_library(value->type))
            value = copy_record(p, value);
    } else if (to->kind == TYPE_RECORD || type_is_library(to)) {
        value = convert(p, arg, to, what);
    } else {
        return NULL;
    }
    struct var *v;
    struct expr *made = heap_copy(p, value, &v, arg->place);
    *before = expr_comma(p, *before, made);
    struct expr *kept = expr_raw_var(p, v, arg->place);
    return reference ? cast_node(p, kept, type_pointer(p, to->base))
                     : expr_deref(p, kept, arg->place);
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
    struct expr *before = NULL;
    int n = 0;
    all[n++] = target;
    if (self)
        all[n++] = self;
    for (int i = 0; i < count; i++) {
        char what[60];
        snprintf(what, sizeof what, "argument %d of the thread's function", i + 1);
        struct type *to = type->parameters[i];
        if (to->kind == TYPE_REFERENCE && !to->base->is_const && !to->is_rvalue &&
            (int)args[i]->kind < EXPR_OVERLOAD && !args[i]->is_ref)
            parse_fail_hint(p, args[i]->place, "pass it as std::ref(...)",
                            "%s is a reference: a thread copies its arguments", what);
        struct expr *kept = kept_argument(p, args[i], to, what, &before);
        all[n++] = kept ? kept : convert(p, args[i], to, what);
    }
    call->args = all;
    call->arg_count = n;
    call->order = ORDER_BACKWARD; /* the constructor's arguments */
    return expr_comma(p, before, call);
}

/* What a method that a thread runs is called for: a pointer, or std::ref(object). */
static struct expr *method_object(struct parser *p, struct expr *e)
{
    if ((int)e->kind >= EXPR_OVERLOAD || e->type->kind != TYPE_RECORD)
        return e;
    if (!e->is_ref)
        parse_fail_hint(p, e->place, "pass its address, or std::ref(...)",
                        "the thread's method would run on a copy of this object");
    return expr_address(p, e, e->place);
}

/* The header's function for these arguments. */
static struct function *runner(struct parser *p, const char *text, struct expr **args, int count,
                               struct place place)
{
    uint32_t name = intern_adds(&p->tu->names, text);
    return call_set(p,
                    (struct overload_expr *)overload_new(p, name, symbol_find(p, name)->overloads,
                                                         place),
                    args, count, place)
        ->function;
}

/* Whether a parameter refers to an object that the thread has to end. */
static bool refers_to_ending(const struct type *type, struct expr *const *args, int count)
{
    for (int i = 0; i < type->parameter_count && i < count; i++) {
        const struct type *to = type->parameters[i];
        bool given = (int)args[i]->kind < EXPR_OVERLOAD && args[i]->is_ref;
        if (to->kind == TYPE_REFERENCE && (to->base->is_const || to->is_rvalue) && !given &&
            type_has_end(to->base->plain))
            return true;
    }
    return false;
}

/* A function of that kind: with the objects as arguments of one that ends them. */
static struct expr *start_ending(struct parser *p, struct expr *f, struct expr **args, int count,
                                 struct place place)
{
    struct expr **all = arena_alloc(p->arena, (size_t)count * sizeof *all);
    memcpy(all, args, (size_t)count * sizeof *all);
    all[0] = f;
    struct function *run = runner(p, "std::__ns_thread_call", all, count, place);
    if (f->kind == EXPR_FUNCTION) /* who looks for the thread looks for the function */
        run->display_name = f->function->display_name;
    return start(p, expr_function(p, run, place), NULL, run->type, all, count, place);
}

/* An object that is called and has an end, or is no lambda: one of its own on the heap, which the
 * thread ends. */
static struct expr *start_object(struct parser *p, struct expr **args, int count,
                                 struct expr **before, struct place place)
{
    struct expr *f = args[0];
    if (f->is_ref)
        parse_fail_hint(
            p, f->place, "call it in a lambda that captures it: [&object] { object(); }",
            "a thread that is given a reference to an object would run a copy of it here");
    struct type *pointer = type_pointer(p, f->type->plain);
    struct var *v = temporary(p, pointer, place);
    struct expr *memory = expr_builtin(p, "__ns_new", type_pointer(p, p->basic[TYPE_VOID]), place,
                                       1, library_ulong(p, f->type->size, place));
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, pointer), place);
    struct expr *object = expr_deref(p, expr_raw_var(p, v, place), place);
    *before = expr_comma(p, set, construct_at(p, object, &f, 1, false, place));
    struct expr **all = arena_alloc(p->arena, (size_t)count * sizeof *all);
    memcpy(all, args, (size_t)count * sizeof *all);
    all[0] = expr_raw_var(p, v, place);
    struct function *run = runner(p, "std::__ns_thread_run", all, count, place);
    if (f->type->disguise == DISGUISE_LAMBDA) /* who looks for the thread looks for the lambda */
        run->display_name = generic_function(p, f->type, args + 1, count - 1, place)->display_name;
    return start(p, expr_function(p, run, place), NULL, run->type, all, count, place);
}

static struct expr *started(struct parser *p, struct expr *object, struct expr *call,
                            struct place place)
{
    struct expr *thread = expr_unary(p, EXPR_CAST, object->type->plain, call, place);
    return expr_assign(p, object, thread, place);
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
        if (refers_to_ending(body->type, args + 1, count - 1)) {
            call = start_object(p, args, count, &before, place);
            return expr_comma(p, before, started(p, object, call, place));
        }
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
        if (is_member_pointer(f) && count > 1)
            args[1] = method_object(p, args[1]);
        call = refers_to_ending(f->type->base, args + 1, count - 1)
                   ? start_ending(p, f, args, count, place)
                   : start(p, f, NULL, f->type->base, args + 1, count - 1, place);
    }
    return expr_comma(p, before, started(p, object, call, place));
}

struct expr *thread_assign(struct parser *p, struct expr *object, struct expr *value,
                           struct place place)
{
    struct expr *before, *to = library_stable(p, object, &before);
    struct expr *look = expr_builtin(p, "__ns_thread_replaced", p->basic[TYPE_VOID], place, 1,
                                     library_address(p, to));
    return expr_comma(p, expr_comma(p, before, look), expr_assign(p, to, value, place));
}
