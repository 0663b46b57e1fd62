/* enum, and using enum. */
#include "sim/script/objects.h"

static void note_enumerator(struct parser *p, uint32_t name, int64_t value, struct place place)
{
    if (p->tu->sources.files[place.file].builtin)
        return;
    struct enumerator *e = arena_alloc(p->arena, sizeof *e);
    *e = (struct enumerator){.name = name_text(p, name), .value = value, .place = place};
    if (p->tu->last_enumerator)
        p->tu->last_enumerator->next = e;
    else
        p->tu->enumerators = e;
    p->tu->last_enumerator = e;
}

/* Up to its } an enumerator of an enum class goes by its own name, as the number that it is. */
static void declare_within(struct parser *p, uint32_t name, struct type *type, int64_t value,
                           struct place place)
{
    struct symbol *s = symbol_declare(p, name, SYMBOL_VALUE, place);
    s->type = type;
    s->value = value;
}

void use_enumerators(struct parser *p)
{
    struct place place = next(p)->place;
    const struct token *name = peek(p);
    struct type *type = parse_named_type(p);
    if (p->device && type->kind == TYPE_UNKNOWN)
        return;
    if (type->kind != TYPE_ENUM)
        parse_fail(p, name->place, "using enum needs an enum, but this is %s", type_text(p, type));
    uint32_t of = intern_adds(&p->tu->names, type->enumeration->name);
    for (const struct enumerated *e = type->enumeration->members; e; e = e->next) {
        struct symbol *s = symbol_find_in(p, of, e->name);
        if (s && s->kind == SYMBOL_VALUE)
            bring_symbol(p, e->name, s, place);
    }
}

struct type *parse_enum(struct parser *p)
{
    struct place place = place_here(p);
    bool scoped = accept_keyword(p, KW_class) || accept_keyword(p, KW_struct);
    skip_attributes(p);
    uint32_t name = 0;
    if (is_identifier(peek(p))) {
        place = place_here(p);
        name = next(p)->name;
    }
    struct type *base = p->basic[TYPE_UINT];
    bool fixed = accept_punct(p, PUNCT1(':'));
    if (fixed)
        base = parse_type_id(p);
    if (!type_is_integer(base) || base->kind == TYPE_ENUM)
        parse_fail(p, place, "an enum must be stored as an integer, not as %s", type_text(p, base));
    if (scoped && !fixed)
        base = p->basic[TYPE_INT];
    uint32_t flat = name ? flat_name(p, name) : 0;
    if (!at_punct(p, PUNCT1('{'))) {
        struct symbol *s = name ? symbol_find(p, name) : NULL;
        struct type *found = s && s->kind == SYMBOL_TYPE ? s->type : s ? s->tag : NULL;
        if (found && found->kind == TYPE_ENUM)
            return found;
        if (!fixed && !scoped)
            parse_fail(p, place, "there is no enum '%s'", name ? name_text(p, name) : "");
        struct type *type = type_enum(p, name_text(p, flat), base->plain, place);
        type->enumeration->scoped = scoped;
        symbol_declare(p, flat, SYMBOL_TYPE, place)->type = type;
        return type;
    }
    struct symbol *old = name ? symbol_here(p, flat) : NULL;
    if (old && old->kind == SYMBOL_TYPE && !(old->type->kind == TYPE_ENUM && fixed))
        parse_fail(p, place, "'%s' is declared already, at line %u", name_text(p, name),
                   old->place.line);
    struct type *type = type_enum(p, name ? name_text(p, flat) : "", base->plain, place);
    type->enumeration->scoped = scoped;
    type->enumeration->builtin = p->tu->sources.files[place.file].builtin;
    if (name)
        symbol_declare(p, flat, SYMBOL_TYPE, place)->type = type;
    p->at++;
    struct scope *within = scope_push(p, SCOPE_TEMPLATE);
    struct enumerated **last = &type->enumeration->members;
    int64_t value = 0, least = 0, most = 0;
    while (!accept_punct(p, PUNCT1('}'))) {
        const struct token *t = peek(p);
        uint32_t member = expect_name(p, "the name of an enumerator");
        skip_attributes(p);
        bool own = accept_punct(p, PUNCT1('='));
        if (own) {
            size_t first = p->at;
            value = parse_constant(p, "the value of an enumerator");
            own = !names_a_constant(p, first, p->at);
        }
        struct expr *forced = override_value(p, member, type_const(p, p->basic[TYPE_LONG]));
        if (forced && !constant_value(forced, &value))
            parse_fail(p, t->place, "-D %s: the value of an enumerator must be a whole number",
                       name_text(p, member));
        if (own || forced)
            note_enumerator(p, member, value, t->place);
        if (scoped)
            declare_within(p, member, type->base, value, t->place);
        *last = arena_alloc(p->arena, sizeof **last);
        (*last)->name = member;
        last = &(*last)->next;
        p->scope = within->outer;
        uint32_t joined = scoped ? name_join(p, flat, member) : flat_name(p, member);
        if (symbol_here(p, joined))
            parse_fail(p, t->place, "'%s' is declared already, at line %u", name_text(p, member),
                       symbol_here(p, joined)->place.line);
        struct symbol *s = symbol_declare(p, joined, SYMBOL_VALUE, t->place);
        s->type = type;
        s->value = value;
        if (!scoped && name) { /* E::member names it as well */
            struct symbol *twin =
                symbol_declare(p, name_join(p, flat, member), SYMBOL_VALUE, t->place);
            twin->type = type;
            twin->value = value;
        }
        p->scope = within;
        least = value < least ? value : least;
        most = value > most ? value : most;
        value = (int64_t)((uint64_t)value + 1);
        if (!accept_punct(p, PUNCT1(',')) && !at_punct(p, PUNCT1('}')))
            parse_unexpected(p, "a , or } after an enumerator");
    }
    scope_pop(p);
    if (!fixed && !scoped) { /* as gcc chooses: unsigned unless one is negative */
        bool wide = most > (least < 0 ? INT32_MAX : (int64_t)UINT32_MAX) || least < INT32_MIN;
        type->base =
            p->basic[least < 0 ? (wide ? TYPE_LONG : TYPE_INT) : (wide ? TYPE_ULONG : TYPE_UINT)];
        type->size = type->align = type->base->size;
        /* C++ [conv.prom]: int, though it is stored as unsigned, if that holds all of its values.
         */
        if (most <= INT32_MAX && least >= INT32_MIN)
            type->enumeration->promoted = p->basic[TYPE_INT];
    }
    return type;
}
