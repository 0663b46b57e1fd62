#include "sim/script/variadic.h"

#include "sim/script/objects.h"

bool takes_slots(const struct function *f)
{
    return f->is_variadic && !f->is_builtin;
}

static struct expr *word(struct parser *p, struct var *slots, int index, struct place place)
{
    return build_index(p, expr_raw_var(p, slots, place),
                       expr_int(p, p->basic[TYPE_LONG], index, place), place);
}

static struct expr *fill_slot(struct parser *p, struct var *slots, int index, struct expr *value,
                              struct place place)
{
    struct expr *to = word(p, slots, 2 * index, place);
    int kind = VARIADIC_WHOLE;
    if (type_is_floating(value->type)) {
        kind = VARIADIC_REAL;
        to = expr_deref(
            p, cast_node(p, expr_address(p, to, place), type_pointer(p, p->basic[TYPE_DOUBLE])),
            place);
    } else {
        kind = value->type->kind == TYPE_POINTER ? VARIADIC_POINTER : VARIADIC_WHOLE;
        value = cast_node(p, value, p->basic[TYPE_ULONG]);
    }
    struct expr *what = expr_int(p, p->basic[TYPE_ULONG], kind, place);
    return expr_comma(p, expr_assign(p, to, value, place),
                      expr_assign(p, word(p, slots, 2 * index + 1, place), what, place));
}

struct expr *slots_of(struct parser *p, struct expr **args, int count, struct place place)
{
    struct type *words = type_array(p, p->basic[TYPE_ULONG], 2 * (int64_t)count + 2);
    struct var *slots = temporary(p, words, place);
    struct expr *all = NULL;
    for (int i = 0; i < count; i++)
        all = expr_comma(p, all, fill_slot(p, slots, i, args[i], place));
    struct expr *end = expr_assign(p, word(p, slots, 2 * count + 1, place),
                                   expr_int(p, p->basic[TYPE_ULONG], VARIADIC_END, place), place);
    return expr_comma(p, expr_comma(p, all, end), decay(p, expr_raw_var(p, slots, place)));
}
