/* A function of the library as a value, such as cudaFree: one of ours that calls it. */
#include "sim/script/objects.h"

struct function *library_thunk(struct parser *p, struct function *f)
{
    if (!f->is_builtin || f->is_variadic || f->record || p->device || p->unevaluated ||
        p->in_clause)
        return f;
    if (f->thunk)
        return f->thunk;
    struct function *made = function_new(p, f->name, f->type, f->place);
    struct body body;
    f->thunk = made;
    made->is_host = true;
    made->display_name = f->display_name;
    body_begin(p, &body, made);
    int count = f->type->parameter_count;
    struct expr **args = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *args);
    for (int i = 0; i < count; i++) {
        struct type *type = f->type->parameters[i];
        bool reference = type->kind == TYPE_REFERENCE;
        struct var *v = add_local(p, "", reference ? type_pointer(p, type->base) : type, f->place);
        args[i] = expr_raw_var(p, v, f->place);
    }
    made->parameter_count = count;
    made->required_count = count;
    struct stmt *block = stmt_new(p, STMT_BLOCK, f->place), **tail = &block->body;
    struct expr *call = expr_call(p, f, args, count, f->place);
    struct stmt *last =
        f->type->base->kind == TYPE_VOID ? stmt_expr(p, call) : stmt_new(p, STMT_RETURN, f->place);
    last->a = call;
    append(&tail, last);
    body_end(p, &body);
    made->body = block;
    add_function(p, made);
    return made;
}
