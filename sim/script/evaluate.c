/* The value of a call of a constexpr function of whole numbers, where a constant is wanted. */
#include "sim/script/evaluate.h"

#include <string.h>

enum flow { FLOW_ON, FLOW_RETURN, FLOW_BREAK, FLOW_CONTINUE, FLOW_UNKNOWN };

static int local_index(const struct frame *frame, const struct var *var)
{
    int i = frame->function->local_count;
    while (--i >= 0 && frame->function->locals[i] != var) {
    }
    return i;
}

/* ---- objects ---- */

struct known *object_of(struct evaluation *ev, struct frame *frame, const struct var *var)
{
    int i = frame ? local_index(frame, var) : -1;
    if (var->type->kind != TYPE_RECORD || var->is_global || var->is_reference)
        return NULL;
    if (i >= 0)
        return &frame->locals[i];
    for (struct temporary *t = ev->temporaries; t; t = t->next)
        if (t->var == var)
            return &t->known;
    return NULL;
}

struct known *cell_at(const struct spot *spot, int64_t size)
{
    for (struct cell *c = spot->object->cells; c; c = c->next)
        if (c->offset == spot->offset && c->size == size)
            return c->known.is_known ? &c->known : NULL;
    return NULL;
}

static bool set_cell(struct evaluation *ev, const struct spot *spot, int64_t size,
                     const struct known *known)
{
    for (struct cell *c = spot->object->cells; c; c = c->next) {
        if (c->offset == spot->offset && c->size == size) {
            c->known = *known;
            return true;
        }
        if (c->offset < spot->offset + size && c->offset + c->size > spot->offset)
            return false;
    }
    if (ev->cell_count == MAX_CELLS)
        return false;
    struct cell *made = &ev->cells[ev->cell_count++];
    *made = (struct cell){
        .next = spot->object->cells, .offset = spot->offset, .size = size, .known = *known};
    spot->object->cells = made;
    return true;
}

/* What lies in `from` becomes the whole of *to. */
static bool copy_object(struct evaluation *ev, const struct spot *from, int64_t size,
                        struct known *to)
{
    *to = (struct known){.is_known = true};
    for (const struct cell *c = from->object->cells; c; c = c->next) {
        if (c->offset < from->offset || c->offset + c->size > from->offset + size)
            continue;
        struct spot at = {.object = to, .offset = c->offset - from->offset};
        if (!set_cell(ev, &at, c->size, &c->known))
            return false;
    }
    return true;
}

static bool set_local(struct frame *frame, const struct expr *to, int64_t value)
{
    int i = frame && to->kind == EXPR_LOCAL ? local_index(frame, to->var) : -1;
    if (i < 0)
        return false;
    frame->locals[i] = (struct known){.is_known = true, .value = value};
    return true;
}

bool local_spot(struct frame *frame, const struct var *var, struct spot *spot)
{
    int i = frame ? local_index(frame, var) : -1;
    if (i < 0 || !frame->locals[i].is_known || !leads(&frame->locals[i].spot))
        return false;
    *spot = frame->locals[i].spot;
    return true;
}

bool step_spot(struct frame *frame, const struct expr *e, struct spot *spot)
{
    if (e->a->kind != EXPR_LOCAL || !local_spot(frame, e->a->var, spot))
        return false;
    struct spot next = *spot;
    next.offset += e->value * e->a->type->base->size;
    frame->locals[local_index(frame, e->a->var)].spot = next;
    if (e->kind == EXPR_PRE_STEP)
        *spot = next;
    return true;
}

static struct expr number_node(struct type *type, int64_t value)
{
    return (struct expr){.kind = EXPR_INT, .type = type, .value = value};
}

/* The operation on operands that are known. */
static bool operation(const struct expr *e, enum expr_kind kind, struct type *type, int64_t a,
                      int64_t b, int64_t *value)
{
    struct type *of = kind == e->kind ? e->a->type : type;
    struct expr left = number_node(of, a), right = number_node(e->b ? e->b->type : of, b);
    struct expr copy = {.kind = kind, .type = type, .a = &left, .b = e->b ? &right : NULL};
    return constant_value(&copy, value);
}

/* Of a value of one type, that of another. */
static bool cast_to(struct type *from, struct type *to, int64_t *value)
{
    struct expr made = number_node(from, *value);
    struct expr cast = {.kind = EXPR_CAST, .type = to, .a = &made};
    return constant_value(&cast, value);
}

static bool assign_op(struct evaluation *ev, struct frame *frame, const struct expr *e,
                      int64_t *value)
{
    int64_t a, b;
    if (!whole_of(ev, frame, e->a, &a) || !whole_of(ev, frame, e->b, &b) ||
        !type_is_integer(e->compute))
        return false;
    if (!operation(e, e->op, e->compute, a, b, value))
        return false;
    return cast_to(e->compute, e->type->plain, value) && set_local(frame, e->a, *value);
}

static bool step(struct evaluation *ev, struct frame *frame, const struct expr *e, int64_t *value)
{
    int64_t old, made;
    struct spot spot;
    if (e->a->type->kind == TYPE_POINTER) {
        *value = 1; /* it points to something */
        return step_spot(frame, e, &spot);
    }
    if (!whole_of(ev, frame, e->a, &old) || __builtin_add_overflow(old, e->value, &made))
        return false;
    struct type *type = e->a->type->plain;
    if (!cast_to(type, type, &made))
        return false;
    *value = e->kind == EXPR_POST_STEP ? old : made;
    return set_local(frame, e->a, made);
}

static enum flow run(struct evaluation *ev, struct frame *frame, const struct stmt *s,
                     int64_t *value);

static bool passed(struct evaluation *ev, struct frame *frame, const struct expr *e);

/* Of an expression of a struct's type. */
static bool object_value(struct evaluation *ev, struct frame *frame, const struct expr *e,
                         struct known *known)
{
    struct spot spot;
    while (e->kind == EXPR_COMMA) {
        if (!passed(ev, frame, e->a))
            return false;
        e = e->b;
    }
    if (e->kind == EXPR_CALL)
        return call_function(ev, frame, e, known);
    return lvalue_spot(ev, frame, e, &spot) && spot.object &&
           copy_object(ev, &spot, e->type->size, known);
}

/* A number, or where a pointer, which a reference is too, leads. */
static bool known_of(struct evaluation *ev, struct frame *frame, const struct expr *e,
                     const struct type *type, struct known *known)
{
    if (type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE)
        return object_value(ev, frame, e, known);
    *known = (struct known){.is_known = true};
    if (type_is_integer(type))
        return whole_of(ev, frame, e, &known->value);
    return (type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE) &&
           pointer_spot(ev, frame, e, &known->spot);
}

/* A lambda is constexpr where its body is. */
bool call_function(struct evaluation *ev, struct frame *outer, const struct expr *e,
                   struct known *result)
{
    const struct function *f = e->function;
    int count = e->arg_count;
    if (!f || !(f->is_constexpr || f->is_lambda) || !f->body || ev->calls >= MAX_CALLS ||
        f->local_count > 64 || f->local_count < count || f->is_variadic ||
        count != f->type->parameter_count + f->is_method)
        return false;
    struct known locals[64] = {{0}};
    struct frame frame = {.function = f, .locals = locals};
    for (int i = 0; i < count; i++)
        if (!known_of(ev, outer, e->args[i], f->locals[i]->type, &locals[i])) {
            if (i > 0 || !f->is_lambda || !f->is_method)
                return false;
            locals[i] = (struct known){0}; /* its closure, which has no constants */
        }
    int64_t value = 0;
    frame.result.is_known = f->type->base->kind == TYPE_VOID;
    ev->calls++;
    enum flow flow = run(ev, &frame, f->body, &value);
    ev->calls--;
    *result = frame.result;
    return flow == FLOW_RETURN || (flow == FLOW_ON && frame.result.is_known);
}

/* strlen of a text. */
static bool text_length(struct evaluation *ev, struct frame *outer, const struct expr *e,
                        int64_t *value)
{
    struct spot spot;
    if (!e->function || !e->function->is_builtin || strcmp(e->function->name, "strlen") != 0 ||
        !pointer_spot(ev, outer, e->args[0], &spot) || !spot.text || spot.offset < 0 ||
        spot.offset >= spot.text->length)
        return false;
    *value = (int64_t)strlen(spot.text->text + spot.offset);
    return true;
}

static bool call(struct evaluation *ev, struct frame *outer, const struct expr *e, int64_t *value)
{
    struct known result;
    if (text_length(ev, outer, e, value))
        return true;
    if (!type_is_integer(e->type) || !call_function(ev, outer, e, &result))
        return false;
    *value = result.value;
    return true;
}

static bool is_temporary_address(const struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    return e->kind == EXPR_ADDRESS && e->a->kind == EXPR_LOCAL &&
           (!e->a->var->name || !*e->a->var->name);
}

bool constant_does_nothing(const struct expr *e)
{
    if (e->kind == EXPR_COMMA)
        return constant_does_nothing(e->a) && constant_does_nothing(e->b);
    if (e->kind == EXPR_LOCAL)
        return true;
    const struct function *f = e->kind == EXPR_CALL ? e->function : NULL;
    bool zeroes = f && f->is_builtin && strcmp(f->name, "__ns_zero") == 0;
    if (!f || !(f->is_constexpr || f->is_constructor || zeroes))
        return false;
    for (int i = 0; i < e->arg_count; i++)
        if (!is_temporary_address(e->args[i]) &&
            (e->args[i]->kind > EXPR_FUNCTION || !type_is_integer(e->args[i]->type)))
            return false;
    return true;
}

/* A temporary that is made here begins to exist. */
static void note_temporary(struct evaluation *ev, struct frame *frame, const struct expr *e)
{
    while (e->kind == EXPR_CAST)
        e = e->a;
    if (e->kind != EXPR_ADDRESS || e->a->kind != EXPR_LOCAL ||
        e->a->var->type->kind != TYPE_RECORD || e->a->var->is_reference ||
        (e->a->var->name && *e->a->var->name) || object_of(ev, frame, e->a->var) ||
        ev->made == MAX_TEMPORARIES)
        return;
    struct temporary *t = &ev->room[ev->made++];
    *t = (struct temporary){.next = ev->temporaries, .var = e->a->var, .known.is_known = true};
    ev->temporaries = t;
}

static bool assigned(struct evaluation *ev, struct frame *frame, const struct expr *e)
{
    struct spot spot;
    struct known known;
    int i = frame && e->a->kind == EXPR_LOCAL ? local_index(frame, e->a->var) : -1;
    if (i >= 0 && !type_is_integer(e->a->type)) {
        bool is_known = known_of(ev, frame, e->b, e->a->type->plain, &known);
        if (is_known)
            frame->locals[i] = known;
        return is_known;
    }
    return lvalue_spot(ev, frame, e->a, &spot) && spot.object &&
           known_of(ev, frame, e->b, e->a->type->plain, &known) && !known.cells &&
           set_cell(ev, &spot, e->a->type->size, &known);
}

/* What is evaluated for what it does: its value may be dropped by a cast to void. */
static bool passed(struct evaluation *ev, struct frame *frame, const struct expr *e)
{
    int64_t unused;
    struct known known;
    if (e->kind == EXPR_COMMA)
        return passed(ev, frame, e->a) && passed(ev, frame, e->b);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        note_temporary(ev, frame, e->args[i]);
    if (e->kind == EXPR_CALL && e->function && e->function->is_constructor &&
        call_function(ev, frame, e, &known))
        return true;
    if (e->type->kind == TYPE_POINTER && (e->kind == EXPR_PRE_STEP || e->kind == EXPR_POST_STEP))
        return pointer_spot(ev, frame, e, &known.spot);
    bool whole = e->kind == EXPR_ASSIGN && e->a->kind == EXPR_LOCAL && type_is_integer(e->a->type);
    if (e->kind == EXPR_ASSIGN && !whole && assigned(ev, frame, e))
        return true;
    while (e->kind == EXPR_CAST && e->type->kind == TYPE_VOID)
        e = e->a;
    return constant_does_nothing(e) || whole_of(ev, frame, e, &unused);
}

/* Two places in the same constant. */
static bool compare_spots(struct evaluation *ev, struct frame *frame, const struct expr *e,
                          int64_t *value)
{
    struct spot a, b;
    if (!pointer_spot(ev, frame, e->a, &a) || !pointer_spot(ev, frame, e->b, &b) || a.of != b.of ||
        a.text != b.text || a.object != b.object)
        return false;
    int64_t by = a.offset - b.offset;
    *value = e->kind == EXPR_EQUAL        ? by == 0
             : e->kind == EXPR_NOT_EQUAL  ? by != 0
             : e->kind == EXPR_LESS       ? by < 0
             : e->kind == EXPR_LESS_EQUAL ? by <= 0
             : e->kind == EXPR_GREATER    ? by > 0
                                          : by >= 0;
    return true;
}

static bool value_in(struct evaluation *ev, struct frame *frame, const struct expr *e,
                     int64_t *value)
{
    int64_t a, b = 0;
    int i;
    switch ((int)e->kind) {
    case EXPR_LOCAL:
        i = frame ? local_index(frame, e->var) : -1;
        if (i < 0 || !frame->locals[i].is_known)
            return constant_value(e, value);
        *value = frame->locals[i].value;
        return true;
    case EXPR_MEMBER:
    case EXPR_INDEX:
    case EXPR_DEREF:
        return constant_element(ev, frame, e, value);
    case EXPR_CONDITIONAL:
        return whole_of(ev, frame, e->a, &a) && whole_of(ev, frame, a ? e->b : e->c, value);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR:
        if (!whole_of(ev, frame, e->a, value))
            return false;
        return (*value != 0) == (e->kind == EXPR_LOGICAL_OR) || whole_of(ev, frame, e->b, value);
    case EXPR_COMMA:
        return passed(ev, frame, e->a) && whole_of(ev, frame, e->b, value);
    case EXPR_ASSIGN:
        return whole_of(ev, frame, e->b, value) && set_local(frame, e->a, *value);
    case EXPR_ASSIGN_OP:
        return assign_op(ev, frame, e, value);
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
        return step(ev, frame, e, value);
    case EXPR_CALL:
        return call(ev, frame, e, value);
    default:
        break;
    }
    bool unary = e->kind >= EXPR_CAST && e->kind <= EXPR_NOT;
    if (!unary && !(e->kind >= EXPR_ADD && e->kind <= EXPR_GREATER_EQUAL))
        return constant_value(e, value);
    if (e->kind >= EXPR_EQUAL && e->a->type->kind == TYPE_POINTER)
        return compare_spots(ev, frame, e, value);
    if (!type_is_integer(e->a->type))
        return e->a->kind == EXPR_FLOAT && constant_value(e, value);
    if (!whole_of(ev, frame, e->a, &a) || (!unary && !whole_of(ev, frame, e->b, &b)))
        return false;
    return operation(e, e->kind, e->type, a, b, value);
}

bool whole_of(struct evaluation *ev, struct frame *frame, const struct expr *e, int64_t *value)
{
    if (++ev->steps > MAX_STEPS || ev->depth >= MAX_DEPTH || !type_is_integer(e->type))
        return false;
    ev->depth++;
    bool known = value_in(ev, frame, e, value);
    ev->depth--;
    return known;
}

/* Whether the condition holds: 1, 0, or -1 where it is not known. */
static int holds(struct evaluation *ev, struct frame *frame, const struct expr *condition)
{
    int64_t value = 1;
    if (condition && !whole_of(ev, frame, condition, &value))
        return -1;
    return value != 0;
}

static enum flow declare(struct evaluation *ev, struct frame *frame, const struct var *var)
{
    int i = local_index(frame, var);
    const struct init *in = var->inits;
    if (i < 0)
        return FLOW_UNKNOWN;
    struct known *known = &frame->locals[i];
    known->is_known =
        in && !in->next && in->offset == 0 && known_of(ev, frame, in->value, var->type, known);
    return known->is_known || !in ? FLOW_ON : FLOW_UNKNOWN;
}

static enum flow run_loop(struct evaluation *ev, struct frame *frame, const struct stmt *s,
                          int64_t *value)
{
    for (const struct stmt *init = s->kind == STMT_FOR ? s->init : NULL; init; init = init->next)
        if (run(ev, frame, init, value) != FLOW_ON)
            return FLOW_UNKNOWN;
    for (bool first = true;; first = false) {
        int on = first && s->kind == STMT_DO ? 1 : holds(ev, frame, s->a);
        if (on <= 0)
            return on == 0 ? FLOW_ON : FLOW_UNKNOWN;
        enum flow flow = s->body ? run(ev, frame, s->body, value) : FLOW_ON;
        if (flow == FLOW_BREAK)
            return FLOW_ON;
        if (flow == FLOW_RETURN || flow == FLOW_UNKNOWN)
            return flow;
        if (s->kind == STMT_FOR && s->step && !passed(ev, frame, s->step))
            return FLOW_UNKNOWN;
    }
}

/* The labels stand in the body's own block: from the one that is chosen on. */
static enum flow run_switch(struct evaluation *ev, struct frame *frame, const struct stmt *s,
                            int64_t *value)
{
    int64_t of;
    const struct stmt *chosen = NULL,
                      *each = s->body && s->body->kind == STMT_BLOCK ? s->body->body : NULL;
    if (!whole_of(ev, frame, s->a, &of))
        return FLOW_UNKNOWN;
    for (const struct stmt *c = s->cases; c; c = c->cases)
        if (c->is_default ? !chosen : c->value == of)
            chosen = c;
    if (!chosen)
        return FLOW_ON;
    while (each && each != chosen)
        each = each->next;
    if (!each)
        return FLOW_UNKNOWN;
    for (; each; each = each->next) {
        enum flow flow = run(ev, frame, each, value);
        if (flow != FLOW_ON)
            return flow == FLOW_BREAK ? FLOW_ON : flow;
    }
    return FLOW_ON;
}

static enum flow run_in(struct evaluation *ev, struct frame *frame, const struct stmt *s,
                        int64_t *value)
{
    int on;
    switch (s->kind) {
    case STMT_EXPR:
        return !s->a || passed(ev, frame, s->a) ? FLOW_ON : FLOW_UNKNOWN;
    case STMT_CASE:
        return FLOW_ON;
    case STMT_SWITCH:
        return run_switch(ev, frame, s, value);
    case STMT_VAR:
        return declare(ev, frame, s->var);
    case STMT_BLOCK:
        for (const struct stmt *each = s->body; each; each = each->next) {
            enum flow flow = run(ev, frame, each, value);
            if (flow != FLOW_ON)
                return flow;
        }
        return FLOW_ON;
    case STMT_IF:
        on = holds(ev, frame, s->a);
        if (on < 0)
            return FLOW_UNKNOWN;
        s = on ? s->body : s->other;
        return s ? run(ev, frame, s, value) : FLOW_ON;
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        return run_loop(ev, frame, s, value);
    case STMT_BREAK:
        return FLOW_BREAK;
    case STMT_CONTINUE:
        return FLOW_CONTINUE;
    case STMT_RETURN:
        return s->a && known_of(ev, frame, s->a, frame->function->type->base, &frame->result)
                   ? FLOW_RETURN
                   : FLOW_UNKNOWN;
    default:
        return FLOW_UNKNOWN;
    }
}

static enum flow run(struct evaluation *ev, struct frame *frame, const struct stmt *s,
                     int64_t *value)
{
    if (++ev->steps > MAX_STEPS || ev->depth >= MAX_DEPTH)
        return FLOW_UNKNOWN;
    ev->depth++;
    enum flow flow = run_in(ev, frame, s, value);
    ev->depth--;
    return flow;
}

bool constant_call(const struct expr *e, int64_t *value)
{
    struct evaluation ev = {0};
    return call(&ev, NULL, e, value);
}
