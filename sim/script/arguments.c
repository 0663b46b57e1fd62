/* Arguments that a call does not write as they are passed: defaults, and those behind a ... */
#include "sim/script/objects.h"

struct default_reading {
    size_t at;
    struct expr *value;
};

static void read_default(struct parser *p, void *context)
{
    struct default_reading *r = context;
    p->at = r->at;
    r->value = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_assignment(p);
}

struct expr *default_argument(struct parser *p, struct function *f, int index, struct place place)
{
    const struct parameter *declared = &f->declared[index];
    struct default_reading r = {.at = declared->default_at};
    struct where where = {declared->scope, p->body, declared->prefix, place};
    if (!p->device) {
        struct place outer = p->call_place;
        p->call_place = outer.line > 0 ? outer : place;
        read_at(p, &where, read_default, &r); /* a local name of the caller's hides nothing */
        p->call_place = outer;
        return r.value;
    }
    size_t saved = p->at;
    int no_greater = p->no_greater;
    uint32_t prefix = p->prefix;
    enter(p, place);
    p->no_greater = 0;
    p->prefix = declared->prefix;
    read_default(p, &r);
    p->at = saved;
    p->prefix = prefix;
    p->no_greater = no_greater;
    leave(p);
    return r.value;
}

struct expr *promote_variadic(struct parser *p, struct expr *e, const char *name)
{
    e = whole_bits(p, decay(p, e));
    if (expr_is_opaque(e))
        return e;
    if (e->type->kind == TYPE_RECORD)
        parse_fail_hint(p, e->place, e->type->disguise == DISGUISE_STRING ? "pass .c_str()" : NULL,
                        "%s cannot take a whole %s", name, type_text(p, e->type->plain));
    if (e->type->kind == TYPE_VOID)
        parse_fail(p, e->place, "void cannot be an argument");
    if (e->type->kind == TYPE_FLOAT)
        return cast_node(p, e, p->basic[TYPE_DOUBLE]);
    if (e->type->kind == TYPE_NULLPTR)
        return cast_node(p, e, type_pointer(p, p->basic[TYPE_VOID]));
    if (type_is_integer(e->type))
        return cast_node(p, e, promoted(p, e->type));
    return e;
}
