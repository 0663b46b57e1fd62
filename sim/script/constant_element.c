/* Elements and members of constants: which initial value stands for `table[2].rows`. */
#include "sim/script/evaluate.h"

static bool shift(struct evaluation *ev, struct frame *frame, const struct expr *by, int64_t size,
                  struct spot *spot)
{
    int64_t count, bytes;
    return whole_of(ev, frame, by, &count) && !__builtin_mul_overflow(count, size, &bytes) &&
           !__builtin_add_overflow(spot->offset, bytes, &spot->offset);
}

bool leads(const struct spot *spot)
{
    return spot->of || spot->text || spot->object;
}

bool pointer_spot(struct evaluation *ev, struct frame *frame, const struct expr *e,
                  struct spot *spot)
{
    if (++ev->steps > MAX_STEPS)
        return false;
    switch ((int)e->kind) {
    case EXPR_DECAY:
    case EXPR_ADDRESS:
        return lvalue_spot(ev, frame, e->a, spot);
    case EXPR_CAST:
        return e->a->type->kind == TYPE_POINTER && pointer_spot(ev, frame, e->a, spot);
    case EXPR_POINTER_ADD:
        return pointer_spot(ev, frame, e->a, spot) &&
               shift(ev, frame, e->b, e->type->base->size, spot);
    case EXPR_LOCAL:
        return local_spot(frame, e->var, spot);
    case EXPR_PRE_STEP:
    case EXPR_POST_STEP:
        return step_spot(frame, e, spot);
    case EXPR_CALL: {
        struct known result;
        if (!call_function(ev, frame, e, &result) || !leads(&result.spot))
            return false;
        *spot = result.spot;
        return true;
    }
    case EXPR_MEMBER:
    case EXPR_DEREF:
    case EXPR_INDEX: { /* a pointer in an object */
        struct spot in;
        const struct known *cell =
            lvalue_spot(ev, frame, e, &in) && in.object ? cell_at(&in, e->type->size) : NULL;
        if (!cell || !leads(&cell->spot))
            return false;
        *spot = cell->spot;
        return true;
    }
    default:
        return false;
    }
}

const struct var *captured_variable(const struct expr *e)
{
    bool refers = e->kind == EXPR_DEREF;
    e = refers ? e->a : e;
    if (e->kind != EXPR_MEMBER || !e->member || refers != (e->member->type->kind == TYPE_REFERENCE))
        return NULL;
    return e->member->captured;
}

bool lvalue_spot(struct evaluation *ev, struct frame *frame, const struct expr *e,
                 struct spot *spot)
{
    if (++ev->steps > MAX_STEPS)
        return false;
    const struct var *captured = captured_variable(e);
    if (captured && captured->is_constexpr) {
        *spot = (struct spot){.of = captured};
        return true;
    }
    switch ((int)e->kind) {
    case EXPR_LOCAL:
    case EXPR_GLOBAL:
        *spot = (struct spot){.object = object_of(ev, frame, e->var)};
        if (spot->object)
            return true;
        *spot = (struct spot){.of = e->var};
        return e->var->is_constexpr && !e->var->is_reference;
    case EXPR_STRING:
        *spot = (struct spot){.text = e};
        return true;
    case EXPR_MEMBER:
        if ((e->member && e->member->is_bits) || !lvalue_spot(ev, frame, e->a, spot))
            return false;
        spot->offset += e->offset;
        return true;
    case EXPR_DEREF:
        return pointer_spot(ev, frame, e->a, spot);
    case EXPR_INDEX:
        return pointer_spot(ev, frame, e->a, spot) && shift(ev, frame, e->b, e->type->size, spot);
    default:
        return false;
    }
}

/* What gives those bytes a value; NULL: they are zero, with *known. */
static const struct expr *value_at(const struct spot *spot, int64_t size, bool *known)
{
    const struct var *v = spot->of;
    *known = spot->offset >= 0 && spot->offset + size <= v->type->size;
    for (const struct init *i = v->inits; i && *known; i = i->next) {
        int64_t end = i->offset + i->value->type->size;
        if (i->value->type->kind == TYPE_RECORD && record_is_empty(i->value->type->record))
            continue;
        if (i->value->type->kind == TYPE_VOID)
            *known = false; /* a constructor's call */
        else if (i->offset == spot->offset && i->value->type->size == size)
            return i->value;
        else if (i->offset < spot->offset + size && end > spot->offset)
            *known = false;
    }
    *known = *known && v->zero_first;
    return NULL;
}

static bool spot_value(const struct spot *spot, const struct type *type, int64_t *value)
{
    bool known;
    if (spot->object) {
        const struct known *cell = cell_at(spot, type->size);
        *value = cell ? cell->value : 0;
        return cell && !leads(&cell->spot);
    }
    if (spot->text) {
        bool inside = type->size == 1 && spot->offset >= 0 && spot->offset < spot->text->length;
        *value = inside ? spot->text->text[spot->offset] : 0;
        return inside;
    }
    const struct expr *e = value_at(spot, type->size, &known);
    *value = e ? e->value : 0;
    return e ? e->kind == EXPR_INT : known;
}

bool constant_element(struct evaluation *ev, struct frame *frame, const struct expr *e,
                      int64_t *value)
{
    const struct var *captured = captured_variable(e);
    if (captured && captured->has_value) {
        *value = captured->value;
        return true;
    }
    struct spot spot;
    return lvalue_spot(ev, frame, e, &spot) && spot_value(&spot, e->type, value);
}

bool constant_float_element(const struct expr *e, double *value)
{
    struct evaluation ev = {0};
    struct spot spot;
    bool known;
    const struct var *captured = captured_variable(e);
    if (captured && captured->has_number) {
        *value = captured->number;
        return true;
    }
    if (!lvalue_spot(&ev, NULL, e, &spot) || !spot.of)
        return false;
    const struct expr *from = value_at(&spot, e->type->size, &known);
    *value = from ? from->number : 0;
    return from ? from->kind == EXPR_FLOAT : known;
}

bool constant_int_element(const struct expr *e, int64_t *value)
{
    struct evaluation ev = {0};
    return type_is_integer(e->type) && constant_element(&ev, NULL, e, value);
}
