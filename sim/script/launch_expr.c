#include "sim/script/launch_walk.h"

#include <string.h>

/* ---- values ---- */

struct value launch_nothing(void)
{
    return (struct value){.kind = UNKNOWN};
}

static struct value number(struct affine at)
{
    return (struct value){.kind = NUMBER, .at = at};
}

struct value launch_whole(int64_t constant)
{
    return number(affine_constant(constant));
}

static struct value from_launch(struct launch_value value)
{
    return value.known && !value.floating ? launch_whole(value.i) : launch_nothing();
}

/* What is added to such numbers stays in range. */
enum { SPREAD_MOST = INT32_MAX };

static struct value within(int64_t most)
{
    struct value value = launch_whole(0);
    value.kind = WITHIN;
    value.spread = most;
    return most <= SPREAD_MOST ? value : launch_nothing();
}

/* a + times * b, times being 1 or -1. */
struct value launch_combine(struct value a, const struct value *b, int64_t times)
{
    if (a.kind == POINTER && a.lost)
        return a;
    if (a.kind == UNKNOWN || (b->kind != NUMBER && b->kind != WITHIN) ||
        !affine_add(&a.at, &b->at, times))
        return launch_nothing();
    if (b->kind == NUMBER)
        return a;
    const struct affine less = affine_constant(times < 0 ? -b->spread : 0);
    a.kind = a.kind == NUMBER ? WITHIN : a.kind;
    a.spread += b->spread;
    return a.spread <= SPREAD_MOST && affine_add(&a.at, &less, 1) ? a : launch_nothing();
}

/* A number, times what an element takes. */
static bool scale(struct value *value, int64_t by)
{
    if ((value->kind != NUMBER && value->kind != WITHIN) || by < 0 ||
        (by && value->spread > SPREAD_MOST / by) || !affine_scale(&value->at, by))
        return false;
    value->spread *= by;
    return true;
}

struct value launch_multiply(struct value a, struct value b)
{
    if (a.kind == WITHIN && b.kind == NUMBER && affine_is_constant(&b.at))
        return scale(&a, b.at.constant) ? a : launch_nothing();
    if (b.kind == WITHIN && a.kind == NUMBER && affine_is_constant(&a.at))
        return scale(&b, a.at.constant) ? b : launch_nothing();
    if (a.kind != NUMBER || b.kind != NUMBER)
        return launch_nothing();
    if (affine_is_constant(&a.at)) {
        struct value swap = a;
        a = b;
        b = swap;
    }
    if (!affine_is_constant(&b.at) || !affine_scale(&a.at, b.at.constant))
        return launch_nothing();
    return a;
}

/* A pointer to somewhere behind where it was. */
static struct value lose(struct walk *w, struct value pointer)
{
    if (pointer.kind != POINTER)
        return launch_nothing();
    struct root *root = &w->roots[pointer.root];
    root->passed = root->passed || root->leads;
    pointer.lost = true;
    return pointer;
}

void launch_escape(struct walk *w, const struct value *value)
{
    if (value->kind == POINTER)
        w->roots[value->root].escaped = w->roots[value->root].passed = true;
    else if (value->kind == FOUND)
        w->list->anywhere |= value->leads;
}

struct value launch_root(struct walk *w, int parameter, int64_t offset)
{
    for (int i = 0; i < w->root_count; i++) {
        if (w->roots[i].parameter == parameter && w->roots[i].offset == offset)
            return (struct value){.kind = POINTER, .root = i};
    }
    return launch_nothing();
}

struct value launch_symbol(struct walk *w, const struct var *var)
{
    uint64_t address = var->is_extern ? 0 : w->scope->globals[var->index];
    if (address == 0 || !(var->is_device || var->is_constant || var->is_managed))
        return launch_nothing();
    struct value known = launch_root(w, LAUNCH_SYMBOL, var->index);
    w->crowded |= known.kind != POINTER && w->root_count == LAUNCH_ROOTS;
    if (known.kind == POINTER || w->root_count == LAUNCH_ROOTS)
        return known;
    w->roots[w->root_count] = (struct root){.address = address,
                                            .parameter = LAUNCH_SYMBOL,
                                            .offset = var->index,
                                            .is_const = var->is_constant,
                                            .leads = launch_leads(var->type)};
    return (struct value){.kind = POINTER, .root = w->root_count++};
}

/* ---- accesses ---- */

static void record_access(struct walk *w, const struct value *at, int64_t size, uint8_t mode)
{
    if (at->kind == FOUND)
        w->list->anywhere |= mode;
    if (at->kind != POINTER)
        return;
    struct root *root = &w->roots[at->root];
    int64_t least, most, run;
    if (at->lost) {
        root->lost |= mode & (LAUNCH_READ | LAUNCH_WRITE);
        root->used = true;
        return;
    }
    if (size <= 0 || w->list->count >= LAUNCH_KEPT) {
        root->escaped = true;
        return;
    }
    root->used = true;
    root->modes |= mode & (LAUNCH_READ | LAUNCH_WRITE);
    const uint64_t end = (uint64_t)(at->spread + size);
    root->wide |= !affine_is_constant(&at->at) || at->at.constant != 0;
    root->most = end > root->most ? end : root->most;
    if (!affine_range(&w->space, &at->at, size, &least, &most, &run))
        return; /* no thread comes here */
    if (root->address == 0) {
        if (w->certain)
            launch_access_wild(w->list, &(struct launch_wild){
                                            .parameter = w->scope->kernel->locals[root->parameter],
                                            .mode = mode,
                                            .unset = root->unset});
        return;
    }
    if (at->spread) { /* some of it, nobody knows which */
        launch_access_add(w->list, root->address + (uint64_t)least,
                          (uint64_t)(most - least + size + at->spread), mode, false);
        return;
    }
    const bool dense = run == most - least + size;
    w->list->sparse = w->list->sparse || !dense;
    if (w->certain && !dense && run > 0) /* the first row, up to its padding */
        launch_access_add(w->list, root->address + (uint64_t)least, (uint64_t)run, mode, true);
    launch_access_add(w->list, root->address + (uint64_t)least, (uint64_t)(most - least + size),
                      mode, w->certain && dense);
}

/* A parameter used as a whole: if it is a structure, all its pointers go where nobody follows. */
static void escape_whole(struct walk *w, const struct expr *e)
{
    if (e->var->type->kind != TYPE_RECORD || e->var->index >= w->scope->arg_count)
        return;
    for (int i = 0; i < w->root_count; i++)
        if (w->roots[i].parameter == e->var->index)
            w->roots[i].escaped = w->roots[i].passed = true;
}

/* Where an lvalue lies. */
static struct value location(struct walk *w, const struct expr *e)
{
    struct value a, b;
    if ((e->kind == EXPR_DEREF || e->kind == EXPR_INDEX) && w->loops && !launch_is_own(e))
        w->list->in_loops = w->list->in_loops || launch_turns(w, e);
    switch (e->kind) {
    case EXPR_DEREF:
        return launch_eval(w, e->a);
    case EXPR_INDEX:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        if (a.kind == FOUND)
            return a;
        return scale(&b, e->type->size) ? launch_combine(a, &b, 1) : lose(w, a);
    case EXPR_MEMBER:
        a = location(w, e->a);
        b = launch_whole(e->offset);
        return launch_combine(a, &b, 1);
    case EXPR_COMMA:
        launch_eval(w, e->a);
        return location(w, e->b);
    case EXPR_LOCAL:
        escape_whole(w, e);
        return launch_nothing();
    case EXPR_GLOBAL:
        return launch_symbol(w, e->var);
    default:
        return launch_eval(w, e);
    }
}

bool launch_plain_local(const struct expr *e)
{
    return e->kind == EXPR_LOCAL && !e->var->needs_memory && !e->var->is_shared;
}

static struct value assign(struct walk *w, const struct expr *to, struct value value, uint8_t mode)
{
    if (launch_plain_local(to)) {
        w->locals[to->var->index] = value;
        return value;
    }
    launch_escape(w, &value);
    if (to->kind != EXPR_LOCAL) {
        struct value at = location(w, to);
        record_access(w, &at, to->type->size, mode);
    }
    return launch_nothing();
}

static struct value eval_assign_op(struct walk *w, const struct expr *e)
{
    struct value b = launch_eval(w, e->b);
    struct value a = launch_plain_local(e->a) ? w->locals[e->a->var->index] : launch_nothing();
    struct value result = launch_nothing();
    if (e->op == EXPR_ADD)
        result = launch_combine(a, &b, 1);
    else if (e->op == EXPR_SUBTRACT)
        result = launch_combine(a, &b, -1);
    else if (e->op == EXPR_MULTIPLY)
        result = launch_multiply(a, b);
    else if (e->op == EXPR_POINTER_ADD && e->a->type->base && scale(&b, e->a->type->base->size))
        result = launch_combine(a, &b, 1);
    if (result.kind == UNKNOWN)
        launch_escape(w, &a);
    return assign(w, e->a, result, LAUNCH_READ | LAUNCH_WRITE);
}

static struct value eval_step(struct walk *w, const struct expr *e)
{
    int64_t by = e->value;
    if (e->type->kind == TYPE_POINTER)
        by *= e->type->base->size;
    struct value old = launch_plain_local(e->a) ? w->locals[e->a->var->index] : launch_nothing();
    struct value one = launch_whole(by);
    struct value stepped = launch_combine(old, &one, 1);
    assign(w, e->a, stepped, LAUNCH_READ | LAUNCH_WRITE);
    return e->kind == EXPR_PRE_STEP ? stepped : old;
}

/* Where an atomic function acts that is given an element by a subscript which is not understood, as
 * of a histogram: all of the root may be touched, but by nothing else. */
static struct value atomic_place(struct walk *w, const struct expr *e)
{
    const struct expr *element = e->kind == EXPR_ADDRESS ? e->a : e;
    if (element->kind != EXPR_POINTER_ADD && (element == e || element->kind != EXPR_INDEX))
        return launch_eval(w, e);
    struct value base = launch_eval(w, element->a), by = launch_eval(w, element->b);
    const struct type *type = e->type->kind == TYPE_POINTER ? e->type->base : NULL;
    if (base.kind == FOUND)
        return base;
    if (type && scale(&by, type->size))
        return launch_combine(base, &by, 1);
    if (base.kind == POINTER)
        w->roots[base.root].atomics = w->roots[base.root].used = true;
    return launch_nothing();
}

static struct value eval_call(struct walk *w, const struct expr *e)
{
    const uint8_t mode = launch_mode_of(e->function ? e->function->name : "");
    if (e->a)
        launch_eval(w, e->a);
    for (int i = 0; i < e->arg_count; i++) {
        const struct expr *arg = e->args[i];
        struct value value =
            i == 0 && (mode & LAUNCH_ATOMIC) ? atomic_place(w, arg) : launch_eval(w, arg);
        if (value.kind == POINTER && i == 0 && mode && arg->type->kind == TYPE_POINTER)
            record_access(w, &value, arg->type->base->size, mode);
        else
            launch_escape(w, &value);
    }
    return launch_nothing();
}

/* `e` where `condition` is `truth`; its value is not kept. */
static void eval_where(struct walk *w, const struct expr *condition, bool truth,
                       const struct expr *e)
{
    struct affine_space space = w->space;
    bool certain = w->certain;
    w->certain = launch_narrow(w, condition, truth) && certain;
    struct value value = launch_eval(w, e);
    launch_escape(w, &value);
    w->space = space;
    w->certain = certain;
}

/* A part of something that is not understood: a pointer may go anywhere, a place in memory may be
 * read and written. */
static void eval_part(struct walk *w, const struct expr *e)
{
    bool certain = w->certain;
    w->certain = false;
    struct value value = launch_eval(w, e);
    launch_escape(w, &value);
    if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF || e->kind == EXPR_MEMBER) {
        value = location(w, e);
        if (value.kind == POINTER && !w->roots[value.root].is_const)
            record_access(w, &value, e->type->size, LAUNCH_WRITE);
    }
    w->certain = certain;
}

static struct value eval_opaque(struct walk *w, const struct expr *e)
{
    const struct expr *parts[3] = {e->a, e->b, e->c};
    for (int i = 0; i < 3; i++) {
        if (parts[i])
            eval_part(w, parts[i]);
    }
    for (int i = 0; i < e->arg_count; i++)
        eval_part(w, e->args[i]);
    return launch_nothing();
}

static struct value eval_member(struct walk *w, const struct expr *e)
{
    int dimension;
    if ((dimension = launch_dimension(e, "threadIdx")) >= 0)
        return number(affine_variable(dimension));
    if ((dimension = launch_dimension(e, "blockIdx")) >= 0)
        return number(affine_variable(3 + dimension));
    if ((dimension = launch_dimension(e, "blockDim")) >= 0)
        return launch_whole(w->scope->block[dimension]);
    if ((dimension = launch_dimension(e, "gridDim")) >= 0)
        return launch_whole(w->scope->grid[dimension]);
    int64_t offset = 0;
    const struct expr *object = e;
    for (; object->kind == EXPR_MEMBER; object = object->a)
        offset += object->offset;
    if (object->kind == EXPR_LOCAL && object->var->index < w->scope->arg_count) {
        if (e->type->kind == TYPE_RECORD)
            escape_whole(w, object);
        if (object->var->written)
            return launch_nothing();
        if (e->type->kind == TYPE_POINTER)
            return launch_root(w, object->var->index, offset);
        return from_launch(launch_value(w->scope, e));
    }
    struct value at = location(w, e);
    record_access(w, &at, e->type->size, LAUNCH_READ);
    return launch_found(w, e);
}

static bool is_zero(const struct value *value)
{
    return value->kind == NUMBER && affine_is_constant(&value->at) && value->at.constant == 0;
}

static struct value eval_cast(struct walk *w, const struct expr *e)
{
    struct value a = launch_eval(w, e->a);
    if (e->type->kind == TYPE_POINTER) {
        if (a.kind == POINTER)
            w->roots[a.root].leads |= launch_leads(e->type->base);
        else if (a.kind == FOUND)
            a.leads |= launch_leads(e->type);
        else if (type_is_integer(e->a->type) && !is_zero(&a)) /* an address that is a number */
            return (struct value){.kind = FOUND, .leads = launch_leads(e->type)};
    } else if (a.kind == POINTER || a.kind == FOUND) {
        launch_escape(w, &a);
        return launch_nothing();
    }
    if ((a.kind == NUMBER && !type_is_integer(e->type)) ||
        (a.kind == WITHIN && (!type_is_integer(e->type) || e->type->size < 4)))
        return launch_nothing();
    return a;
}

/* What is left of a number by a mask that is known and has no sign. */
static struct value mask(const struct value *a, const struct value *b)
{
    const struct value *known = b->kind == NUMBER && affine_is_constant(&b->at) ? b : a;
    if (known->kind != NUMBER || !affine_is_constant(&known->at) || known->at.constant < 0)
        return launch_nothing();
    return within(known->at.constant);
}

struct value launch_eval(struct walk *w, const struct expr *e)
{
    struct value a, b;
    if (w->steps++ >= LAUNCH_WALK_STEPS) {
        w->given_up = true;
        return launch_nothing();
    }
    switch (e->kind) {
    case EXPR_INT:
        return launch_whole(e->value);
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_FUNCTION:
        return launch_nothing();
    case EXPR_LOCAL:
        escape_whole(w, e);
        return launch_plain_local(e) ? w->locals[e->var->index] : launch_nothing();
    case EXPR_GLOBAL:
        if (e->var->has_value)
            return launch_whole(e->var->value);
        a = launch_symbol(w, e->var);
        record_access(w, &a, e->type->size, LAUNCH_READ);
        return launch_found(w, e);
    case EXPR_MEMBER:
        return eval_member(w, e);
    case EXPR_DEREF:
    case EXPR_INDEX:
        a = location(w, e);
        record_access(w, &a, e->type->size, LAUNCH_READ);
        return launch_found(w, e);
    case EXPR_ADDRESS:
    case EXPR_DECAY:
        a = location(w, e->a);
        /* somewhere in an array of what has pointers: who gets it may follow those */
        if (a.kind == UNKNOWN && launch_leads(e->a->type) && !launch_is_own(e->a))
            return (struct value){.kind = FOUND, .leads = launch_leads(e->a->type)};
        return a;
    case EXPR_CAST:
        return eval_cast(w, e);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        return launch_combine(a, &b, e->kind == EXPR_ADD ? 1 : -1);
    case EXPR_MULTIPLY:
        a = launch_eval(w, e->a);
        return launch_multiply(a, launch_eval(w, e->b));
    case EXPR_NEGATE:
        a = launch_eval(w, e->a);
        return launch_multiply(a, launch_whole(-1));
    case EXPR_SHIFT_LEFT:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        if (b.kind != NUMBER || !affine_is_constant(&b.at) || b.at.constant < 0 ||
            b.at.constant > 40)
            return launch_nothing();
        return launch_multiply(a, launch_whole((int64_t)1 << b.at.constant));
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        if (a.kind != NUMBER || b.kind != NUMBER || !affine_is_constant(&a.at) ||
            !affine_is_constant(&b.at) || b.at.constant == 0)
            return launch_nothing();
        return launch_whole(e->kind == EXPR_DIVIDE ? a.at.constant / b.at.constant
                                                   : a.at.constant % b.at.constant);
    case EXPR_AND:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        return mask(&a, &b);
    case EXPR_POINTER_ADD:
        a = launch_eval(w, e->a);
        b = launch_eval(w, e->b);
        if (e->type->kind == TYPE_POINTER && scale(&b, e->type->base->size))
            return launch_combine(a, &b, 1);
        launch_escape(w, &a);
        return launch_nothing();
    case EXPR_COMMA:
        launch_eval(w, e->a);
        return launch_eval(w, e->b);
    case EXPR_ASSIGN:
        a = launch_eval(w, e->b);
        return assign(w, e->a, a, LAUNCH_WRITE);
    case EXPR_ASSIGN_OP:
        return eval_assign_op(w, e);
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
        return eval_step(w, e);
    case EXPR_CALL:
        return eval_call(w, e);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        launch_eval(w, e->a);
        eval_where(w, e->a, e->kind == EXPR_LOGICAL_AND, e->b);
        return launch_nothing();
    case EXPR_CONDITIONAL:
        launch_eval(w, e->a);
        eval_where(w, e->a, true, e->b);
        eval_where(w, e->a, false, e->c);
        return launch_nothing();
    case EXPR_OPAQUE:
    case EXPR_LAUNCH:
        return eval_opaque(w, e);
    default: /* comparisons, bit operations */
        if (e->a)
            launch_eval(w, e->a);
        if (e->b)
            launch_eval(w, e->b);
        return launch_nothing();
    }
}
