/* What an unknown condition skips: what the arms would have assigned is unknown after them.
 *
 * A loop has run as often as was assumed, and the program goes on as it would after so many turns:
 * numbers that it assigned keep their values, but are doubted (MEMORY_DOUBTED).
 *
 * Known is what stands in the arms: assignments, scalars whose address a call there gets, and what
 * the functions that are called there assign through their arguments (compile_effects.c).
 * An address is computed as it would be in front of the arms; where that fails (the arm may have
 * been there to prevent it) nothing happens. Where it depends on what the arms do themselves, all
 * that it could be is unknown: the array, the allocation.
 */
#include "sim/base/mem.h"
#include "sim/script/compiler.h"

#include <stdlib.h>

enum { MAX_TEMPORARIES = 64, MAX_SKIPPED = 256, MAX_SKIPPED_DEPTH = 500, MAX_LOOKED_AT = 10000 };

struct skipped {
    struct compiler *c; /* NULL: calls are not looked into */
    struct expr *assigned[MAX_SKIPPED];
    uint8_t kinds[MAX_SKIPPED]; /* enum effect_kind */
    int assigned_count;
    const struct expr *temporaries[MAX_TEMPORARIES]; /* assignments of pointers to them */
    int temporary_count;
    const struct var *own[MAX_SKIPPED]; /* declared in the arms */
    int own_count;
    bool returns; /* an arm leaves the function with a value */
    bool is_loop, is_timed;
    int depth, looked_at;
};

static void find_in_expr(struct skipped *s, struct expr *e);

/* What a pointer that the lowering made points to, as it stands in the source. */
static struct expr *settled(const struct skipped *s, struct expr *e)
{
    for (int hops = 0; hops < MAX_TEMPORARIES && e->kind == EXPR_DEREF &&
                       e->a->kind == EXPR_LOCAL && effect_is_temporary(e->a->var);
         hops++) {
        int i = s->temporary_count;
        while (i > 0 && s->temporaries[i - 1]->a->var != e->a->var)
            i--;
        const struct expr *from = i > 0 ? s->temporaries[i - 1]->b : NULL;
        while (from != NULL && (from->kind == EXPR_CAST || from->kind == EXPR_COMMA))
            from = from->kind == EXPR_CAST ? from->a : from->b;
        if (from == NULL || from->kind != EXPR_ADDRESS)
            break;
        e = from->a;
    }
    return e;
}

static void add(struct skipped *s, struct expr *lvalue, enum effect_kind kind)
{
    lvalue = settled(s, lvalue);
    if (kind == EFFECT_NUMBER && type_is_library(lvalue->type))
        kind = EFFECT_LIST;
    if (s->is_loop && kind == EFFECT_NUMBER && !effect_is_number(lvalue->type))
        return;
    for (int i = 0; i < s->assigned_count; i++)
        if (s->assigned[i] == lvalue ||
            (lvalue->kind == EXPR_LOCAL && s->assigned[i]->kind == EXPR_LOCAL &&
             s->assigned[i]->var == lvalue->var)) {
            s->kinds[i] = s->kinds[i] > kind ? s->kinds[i] : (uint8_t)kind;
            return;
        }
    if (s->assigned_count >= MAX_SKIPPED)
        return;
    s->kinds[s->assigned_count] = (uint8_t)kind;
    s->assigned[s->assigned_count++] = lvalue;
}

static struct expr *node(struct skipped *s, enum expr_kind kind, struct expr *a,
                         const struct type *type)
{
    struct expr *e = arena_alloc(&s->c->arena, sizeof *e);
    *e = (struct expr){
        .kind = kind, .is_lvalue = true, .type = (struct type *)type, .place = a->place, .a = a};
    return e;
}

/* What is at an offset from where a pointer points to. */
static struct expr *behind(struct skipped *s, struct expr *pointer, int64_t offset,
                           const struct type *type)
{
    while (pointer->kind == EXPR_CAST)
        pointer = pointer->a;
    bool is_address = pointer->kind == EXPR_ADDRESS;
    const struct type *whole = is_address                            ? pointer->a->type
                               : pointer->type->kind == TYPE_POINTER ? pointer->type->base
                                                                     : NULL;
    if (whole == NULL)
        return NULL;
    struct expr *at = is_address ? pointer->a : node(s, EXPR_DEREF, pointer, whole);
    at = settled(s, at);
    if (whole->plain == type && offset == 0)
        return at;
    if (class_of(whole) != CLASS_RECORD)
        return NULL;
    at = node(s, EXPR_MEMBER, at, type);
    at->offset = offset;
    return at;
}

static void add_effects(struct skipped *s, const struct expr *call)
{
    enum effect_kind kind;
    if (effect_of_builtin(call->function, &kind) && call->arg_count > 0) {
        const struct type *type = effect_list_type(call->args[0]);
        if (s->c != NULL && type != NULL)
            add(s, behind(s, call->args[0], 0, type), kind);
        return;
    }
    const struct effects *effects = s->c != NULL ? effects_of(s->c, call->function) : NULL;
    for (int i = 0; effects != NULL && i < effects->count; i++) {
        const struct effect *e = &effects->list[i];
        if (e->parameter >= call->arg_count)
            continue;
        struct expr *at = call->args[e->parameter];
        if (e->through >= 0) {
            const struct type *pointer = NULL;
            for (pointer = s->c->tu->types; pointer != NULL; pointer = pointer->next)
                if (pointer->kind == TYPE_POINTER && pointer->base == e->type)
                    break;
            at = pointer != NULL ? behind(s, at, e->through, pointer) : NULL;
        }
        at = at != NULL ? behind(s, at, e->offset, e->type) : NULL;
        if (at != NULL)
            add(s, at, e->kind);
    }
}

/* f(&x), f(x) with a reference: it may be there to be assigned. */
static void add_argument(struct skipped *s, struct expr *e)
{
    struct expr *number = effect_argument(e);
    if (number != NULL)
        add(s, number, EFFECT_NUMBER);
}

static void find_in_expr(struct skipped *s, struct expr *e)
{
    if (e == NULL || s->depth > MAX_SKIPPED_DEPTH)
        return;
    s->depth++;
    if (effect_sets_temporary(e) && s->temporary_count < MAX_TEMPORARIES)
        s->temporaries[s->temporary_count++] = e;
    if (expr_assigns(e))
        add(s, e->a, EFFECT_NUMBER);
    find_in_expr(s, e->a);
    find_in_expr(s, e->b);
    find_in_expr(s, e->c);
    if (e->kind == EXPR_CALL) {
        for (int i = 0; i < e->arg_count; i++) {
            add_argument(s, e->args[i]);
            find_in_expr(s, e->args[i]);
        }
        add_effects(s, e);
    }
    s->depth--;
}

static void find_in_stmt(struct skipped *s, const struct stmt *at)
{
    if (s->depth > MAX_SKIPPED_DEPTH)
        return;
    s->depth++;
    for (; at != NULL; at = at->next) {
        find_in_expr(s, at->a);
        find_in_expr(s, at->step);
        find_in_stmt(s, at->init);
        find_in_stmt(s, at->body);
        find_in_stmt(s, at->other);
        s->returns |= at->kind == STMT_RETURN && at->a != NULL;
        if (at->kind != STMT_VAR || at->var == NULL || at->var->is_global)
            continue;
        if (s->own_count < MAX_SKIPPED)
            s->own[s->own_count++] = at->var;
        for (const struct init *i = at->var->inits; i != NULL; i = i->next)
            find_in_expr(s, i->value);
    }
    s->depth--;
}

/* ---- can the address be computed in front of the arms? ---- */

static bool changes(const struct skipped *s, const struct var *var)
{
    for (int i = 0; i < s->own_count; i++)
        if (s->own[i] == var)
            return true;
    for (int i = 0; i < s->assigned_count; i++) {
        const struct expr *e = s->assigned[i];
        if ((e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) && e->var == var)
            return true;
    }
    return effect_is_temporary(var);
}

static bool is_repeatable(struct skipped *s, const struct expr *e, bool inside);

/* A function that only returns what it computes, such as an operator []. */
static bool only_returns(struct skipped *s, const struct function *f)
{
    if (f == NULL || f->body == NULL)
        return false;
    const struct stmt *at = f->body;
    while (at != NULL && at->kind == STMT_BLOCK && at->next == NULL)
        at = at->body;
    return at != NULL && at->kind == STMT_RETURN && at->next == NULL && at->a != NULL &&
           is_repeatable(s, at->a, true);
}

/* `inside`: the body of a function, whose variables are its own. */
static bool is_repeatable(struct skipped *s, const struct expr *e, bool inside)
{
    if (e == NULL)
        return true;
    if (s->depth > MAX_SKIPPED_DEPTH || ++s->looked_at > MAX_LOOKED_AT)
        return false;
    switch (e->kind) {
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
        return inside || !changes(s, e->var);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
    case EXPR_CONDITIONAL: /* would need a third way of its own */
    case EXPR_COMMA:
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP:
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
    case EXPR_LAUNCH:
    case EXPR_OPAQUE:
        return false;
    default:
        break;
    }
    s->depth++;
    bool yes = is_repeatable(s, e->a, inside) && is_repeatable(s, e->b, inside);
    if (yes && e->kind == EXPR_CALL) {
        yes = only_returns(s, e->function);
        for (int i = 0; i < e->arg_count && yes; i++)
            yes = is_repeatable(s, e->args[i], inside);
    }
    s->depth--;
    return yes;
}

/* ---- code ---- */

static bool holds_objects(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return false;
    bool yes = type_is_library(type) || type->record->destructor != NULL;
    for (int i = 0; i < type->record->count && !yes; i++)
        yes = holds_objects(type->record->members[i].type);
    return yes;
}

/* A vector or string. What it holds is left to be ended where it is objects. */
static void forget_list(struct compiler *c, const struct skipped *s, struct expr *e,
                        enum effect_kind kind)
{
    if (s->is_timed)
        return;
    unsigned mark = c->temporary;
    struct label *on = label_new(c);
    enum { GROWN, ALL, DOUBTED, LISTS } how = GROWN; /* as CODE_SKIPPED_LIST has it */
    if (s->is_loop)
        how = DOUBTED;
    else if (kind == EFFECT_LIST && type_is_library(e->type->base))
        how = LISTS;
    else if (kind == EFFECT_LIST && !holds_objects(e->type->base))
        how = ALL;
    emit_branch(c, CODE_ATTEMPT, 0, 0, on, NULL);
    emit(c, CODE_SKIPPED_LIST, address_of(c, e, ANY), how, 0);
    label_bind(c, on);
    emit(c, CODE_ATTEMPT_END, 0, 0, 0);
    c->temporary = mark;
}

/* `bytes` 0: of the whole allocation. */
static void forget_at(struct compiler *c, const struct skipped *s, struct expr *e, bool is_pointer,
                      int64_t bytes)
{
    unsigned mark = c->temporary;
    struct label *on = label_new(c);
    emit_branch(c, CODE_ATTEMPT, 0, 0, on, NULL);
    unsigned at = is_pointer ? value_of(c, e, ANY) : address_of(c, e, ANY), base = at;
    if (e->kind == EXPR_INDEX) /* an unknown one may be any */
        base = value_of(c, e->a, ANY);
    else if (e->kind == EXPR_DEREF && e->a->kind == EXPR_POINTER_ADD)
        base = value_of(c, e->a->a, ANY);
    emit_number(c,
                s->is_timed  ? CODE_TIME_AT
                : s->is_loop ? CODE_DOUBT_AT
                             : CODE_SKIPPED,
                at, base, 0, bytes);
    label_bind(c, on);
    emit(c, CODE_ATTEMPT_END, 0, 0, 0);
    c->temporary = mark;
}

bool is_register(const struct compiler *c, const struct expr *e)
{
    return e->kind == EXPR_LOCAL && c->registers[e->var->index] < REGISTER_CONSTANT;
}

static void forget(struct compiler *c, struct skipped *s, struct expr *e, enum effect_kind kind)
{
    bool is_variable = e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL;
    if (is_variable) {
        for (int i = 0; i < s->own_count; i++)
            if (s->own[i] == e->var)
                return;
        if (effect_is_temporary(e->var))
            return;
    }
    if (is_register(c, e))
        emit(c,
             s->is_timed  ? CODE_TIME
             : s->is_loop ? CODE_DOUBT
                          : CODE_UNKNOWN,
             c->registers[e->var->index], 0, 0);
    else if ((is_variable || is_repeatable(s, e, false)) && type_is_library(e->type))
        forget_list(c, s, e, kind);
    else if (is_variable || is_repeatable(s, e, false))
        forget_at(c, s, e, false, e->type->size);
    else if (s->is_loop)
        return; /* which element is not known: not printed, probably */
    else if (e->kind == EXPR_MEMBER)
        forget(c, s, e->a, EFFECT_LIST);
    else if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF) {
        struct expr *from = e->a; /* a pointer into whatever it is */
        while (from->kind == EXPR_POINTER_ADD || from->kind == EXPR_CAST)
            from = from->a;
        if (from->kind == EXPR_DECAY || from->kind == EXPR_ADDRESS)
            forget(c, s, from->a, EFFECT_LIST);
        else if (is_repeatable(s, from, false))
            forget_at(c, s, from, true, 0);
    }
}

/* `in_switch`: where a break is the switch's. */
static bool leaves(const struct stmt *at, bool in_switch, int depth)
{
    for (; at != NULL && depth < MAX_SKIPPED_DEPTH; at = at->next) {
        bool is_loop = at->kind == STMT_FOR || at->kind == STMT_WHILE || at->kind == STMT_DO;
        bool is_switch = in_switch || at->kind == STMT_SWITCH;
        if (at->kind == STMT_CONTINUE || (at->kind == STMT_BREAK && !in_switch))
            return true;
        if (!is_loop &&
            (leaves(at->body, is_switch, depth + 1) || leaves(at->other, is_switch, depth + 1)))
            return true;
    }
    return false;
}

bool skip_leaves_loop(const struct skip *skip)
{
    return leaves(skip->arms[0], false, 0) || leaves(skip->arms[1], false, 0);
}

bool loop_may_be_left(const struct stmt *body)
{
    return leaves(body, false, 0);
}

static void find_in_skip(struct skipped *s, const struct skip *skip)
{
    for (int i = 0; i < 2; i++) {
        find_in_stmt(s, skip->arms[i]);
        find_in_expr(s, skip->values[i]);
    }
}

/* The library's own code is written so that it works on with what is unknown: std::sort() of
 * unknown values must end, in any order of them. */
static bool is_library(const struct compiler *c)
{
    return c->tu->sources.files[c->place.file].builtin;
}

void forget_skipped(struct compiler *c, const struct skip *skip)
{
    if (is_library(c))
        return;
    struct skipped *s = mem_zalloc(sizeof *s);
    s->c = c;
    s->is_loop = skip->is_loop;
    find_in_skip(s, skip);
    if (s->returns && !skip->is_loop)
        emit(c, CODE_DOUBT_RESULT, 0, 0, 0);
    if (skip->doubt >= 0)
        emit(c, CODE_MOVE, (unsigned)skip->doubt, constant_register(c, 1), 0);
    for (int i = 0; i < s->assigned_count && !c->failed; i++)
        forget(c, s, s->assigned[i], (enum effect_kind)s->kinds[i]);
    free(s);
}

void mark_skipped(struct compiler *c, const struct skip *skip)
{
    struct skipped *s = mem_zalloc(sizeof *s);
    s->is_timed = true;
    find_in_skip(s, skip);
    for (int i = 0; i < s->assigned_count && !c->failed; i++)
        forget(c, s, s->assigned[i], (enum effect_kind)s->kinds[i]);
    free(s);
}

bool skip_can_be_marked(const struct skip *skip)
{
    struct skipped *s = mem_zalloc(sizeof *s);
    find_in_skip(s, skip);
    bool yes = s->assigned_count < MAX_SKIPPED && s->own_count < MAX_SKIPPED;
    for (int i = 0; i < s->assigned_count && yes; i++) {
        const struct expr *e = s->assigned[i];
        yes = e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL || is_repeatable(s, e, false);
    }
    free(s);
    return yes;
}
