/* What a call may assign through its arguments: numbers, and how long vectors and strings are.
 *
 * Found once for each function that has a body, from what it assigns itself and from what it calls.
 * A place is known as a parameter, or a pointer at some offset in what it points to, and an offset
 * behind that; what is reached in any other way is not known here: elements, nodes of lists.
 */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH_LOOKED = 500, MAX_TEMPORARIES = 64, MAX_HOPS = 32 };

struct looking {
    struct compiler *c;
    const struct function *function;
    struct effects *found;
    const struct expr *temporaries[MAX_TEMPORARIES]; /* assignments to them */
    int temporary_count;
    int depth, hops; /* hops: from one pointer to what it was made of */
};

bool effect_is_number(const struct type *type)
{
    return class_of(type) < CLASS_NONE && type->kind != TYPE_POINTER &&
           type->kind != TYPE_REFERENCE && type->kind != TYPE_NULLPTR;
}

bool effect_is_temporary(const struct var *var)
{
    return var->name == NULL || *var->name == '\0';
}

bool effect_of_builtin(const struct function *f, enum effect_kind *kind)
{
    static const char *const growing[] = {"__ns_vector_push", "__ns_string_append",
                                          "__ns_string_append_same"};
    static const char *const changing[] = {
        "__ns_vector_resize", "__ns_vector_fill", "__ns_vector_assign", "__ns_vector_adopt",
        "__ns_vector_shift",  "__ns_vector_free", "__ns_vector_unsure"};
    if (f == NULL || f->body != NULL)
        return false;
    for (size_t i = 0; i < sizeof growing / sizeof *growing; i++)
        if (strcmp(f->name, growing[i]) == 0) {
            *kind = EFFECT_GROWS;
            return true;
        }
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
        if (strcmp(f->name, changing[i]) == 0) {
            *kind = EFFECT_LIST;
            return true;
        }
    return false;
}

bool effect_sets_temporary(const struct expr *e)
{
    return e->kind == EXPR_ASSIGN && e->a->kind == EXPR_LOCAL && e->a->type->kind == TYPE_POINTER &&
           effect_is_temporary(e->a->var);
}

const struct type *effect_list_type(const struct expr *pointer)
{
    while (pointer->kind == EXPR_CAST)
        pointer = pointer->a;
    const struct type *type = pointer->kind == EXPR_ADDRESS         ? pointer->a->type
                              : pointer->type->kind == TYPE_POINTER ? pointer->type->base
                                                                    : NULL;
    return type != NULL && type_is_library(type) ? type->plain : NULL;
}

struct expr *effect_argument(struct expr *e)
{
    bool is_const = e->type->base != NULL && e->type->base->is_const;
    while (e->kind == EXPR_CAST) {
        e = e->a;
        is_const |= e->type->base != NULL && e->type->base->is_const;
    }
    bool written = e->kind == EXPR_ADDRESS && !is_const && !e->a->type->is_const;
    return written && effect_is_number(e->a->type) ? e->a : NULL;
}

static bool place_of(struct looking *l, const struct expr *lvalue, struct effect *to);

static bool place_at(struct looking *l, const struct expr *pointer, struct effect *to)
{
    if (++l->hops > MAX_HOPS)
        return false;
    while (pointer->kind == EXPR_CAST || pointer->kind == EXPR_COMMA)
        pointer = pointer->kind == EXPR_CAST ? pointer->a : pointer->b;
    if (pointer->kind == EXPR_ADDRESS)
        return place_of(l, pointer->a, to);
    if (pointer->kind == EXPR_MEMBER) { /* a reference that a lambda has captured */
        if (!place_of(l, pointer, to) || to->through >= 0)
            return false;
        to->through = to->offset;
        to->offset = 0;
        return true;
    }
    if (pointer->kind != EXPR_LOCAL)
        return false;
    const struct var *var = pointer->var;
    if (var->index < l->function->parameter_count && l->function->locals[var->index] == var) {
        *to = (struct effect){.parameter = var->index, .through = -1};
        return !var->written;
    }
    for (int i = 0; i < l->temporary_count; i++)
        if (l->temporaries[i]->a->var == var)
            return l->temporaries[i]->b != pointer && place_at(l, l->temporaries[i]->b, to);
    const struct init *only = var->inits; /* a reference, say */
    bool is_settled = only != NULL && only->next == NULL && !var->written;
    return is_settled && only->value->type->kind == TYPE_POINTER && place_at(l, only->value, to);
}

static bool place_of(struct looking *l, const struct expr *lvalue, struct effect *to)
{
    while (lvalue->kind == EXPR_COMMA || lvalue->kind == EXPR_CAST)
        lvalue = lvalue->kind == EXPR_CAST ? lvalue->a : lvalue->b;
    if (lvalue->kind == EXPR_DEREF)
        return place_at(l, lvalue->a, to);
    if (lvalue->kind != EXPR_MEMBER || !place_of(l, lvalue->a, to))
        return false;
    to->offset += lvalue->offset;
    return true;
}

static void put(struct looking *l, struct effect e)
{
    struct effects *found = l->found;
    for (int i = 0; i < found->count; i++) {
        struct effect *old = &found->list[i];
        if (old->parameter == e.parameter && old->through == e.through && old->offset == e.offset &&
            old->type == e.type) {
            old->kind = old->kind > e.kind ? old->kind : e.kind;
            return;
        }
    }
    if (found->count < MAX_EFFECTS)
        found->list[found->count++] = e;
}

/* What the library's records keep for themselves is not looked at, but for what says how much is in
 * them: an unknown number of buckets, say, or the word of a mutex would help nobody. */
static bool is_inner(const struct expr *lvalue)
{
    static const char *const told[] = {"__ns_count", "__ns_gone",  "__ns_all",
                                       "__ns_has",   "__ns_value", "__ns_index"};
    for (; lvalue->kind == EXPR_MEMBER; lvalue = lvalue->a) {
        const char *name = lvalue->member != NULL ? lvalue->member->name : "";
        bool inner = strncmp(name, "__ns_", 5) == 0;
        for (size_t i = 0; inner && i < sizeof told / sizeof *told; i++)
            inner = strcmp(name, told[i]) != 0;
        if (inner)
            return true;
    }
    return lvalue->type->disguise == DISGUISE_THREAD;
}

static void assigned(struct looking *l, const struct expr *lvalue)
{
    struct effect e;
    bool is_list = type_is_library(lvalue->type);
    l->hops = 0;
    if ((!is_list && !effect_is_number(lvalue->type)) || is_inner(lvalue) ||
        !place_of(l, lvalue, &e))
        return;
    e.kind = is_list ? EFFECT_LIST : EFFECT_NUMBER;
    e.type = lvalue->type->plain;
    put(l, e);
}

static void called(struct looking *l, const struct expr *call)
{
    enum effect_kind kind;
    struct effect e;
    l->hops = 0;
    if (effect_of_builtin(call->function, &kind) && call->arg_count > 0) {
        const struct expr *list = call->args[0];
        while (list->kind == EXPR_CAST)
            list = list->a;
        const struct type *type = effect_list_type(list);
        if (type == NULL || !place_at(l, list, &e) ||
            (list->kind == EXPR_ADDRESS && is_inner(list->a)))
            return;
        e.kind = kind;
        e.type = type;
        put(l, e);
        return;
    }
    const struct effects *inner = effects_of(l->c, call->function);
    for (int i = 0; inner != NULL && i < inner->count; i++) {
        const struct effect *of = &inner->list[i];
        l->hops = 0;
        if (of->parameter >= call->arg_count || !place_at(l, call->args[of->parameter], &e) ||
            (of->through >= 0 && e.through >= 0))
            continue;
        if (of->through >= 0) {
            e.through = e.offset + of->through;
            e.offset = 0;
        }
        e.offset += of->offset;
        e.kind = of->kind;
        e.type = of->type;
        put(l, e);
    }
    for (int i = 0; inner == NULL && i < call->arg_count; i++) {
        const struct expr *number = effect_argument(call->args[i]);
        if (number != NULL)
            assigned(l, number);
    }
}

static void look_at(struct looking *l, const struct expr *e)
{
    if (e == NULL || l->depth > MAX_DEPTH_LOOKED)
        return;
    l->depth++;
    if (effect_sets_temporary(e) && l->temporary_count < MAX_TEMPORARIES)
        l->temporaries[l->temporary_count++] = e;
    look_at(l, e->a);
    look_at(l, e->b);
    look_at(l, e->c);
    if (expr_assigns(e))
        assigned(l, e->a);
    if (e->kind == EXPR_CALL) {
        for (int i = 0; i < e->arg_count; i++)
            look_at(l, e->args[i]);
        called(l, e);
    }
    l->depth--;
}

static void look_through(struct looking *l, const struct stmt *s)
{
    if (l->depth > MAX_DEPTH_LOOKED)
        return;
    l->depth++;
    for (; s != NULL; s = s->next) {
        look_through(l, s->init);
        look_at(l, s->a);
        look_at(l, s->step);
        look_through(l, s->body);
        look_through(l, s->other);
        const struct init *i = s->kind == STMT_VAR && s->var != NULL ? s->var->inits : NULL;
        for (; i != NULL; i = i->next)
            look_at(l, i->value);
    }
    l->depth--;
}

const struct effects *effects_of(struct compiler *c, const struct function *f)
{
    if (f == NULL || f->body == NULL || f->is_builtin)
        return NULL;
    if (c->effects == NULL) {
        size_t bytes = (size_t)c->code->function_count * sizeof(struct effects *);
        c->effects = arena_alloc(&c->arena, bytes);
        memset(c->effects, 0, bytes);
    }
    struct effects **slot = &c->effects[f->index];
    if (*slot != NULL) /* one that calls itself: what it has been found to do so far */
        return *slot;
    struct looking *l = mem_zalloc(sizeof *l);
    *slot = arena_alloc(&c->arena, sizeof **slot);
    memset(*slot, 0, sizeof **slot);
    *l = (struct looking){.c = c, .function = f, .found = *slot};
    look_through(l, f->body);
    free(l);
    return *slot;
}
