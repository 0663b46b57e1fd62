/* Names of types and of what stands elsewhere: typedef, using, enum. */
#include "sim/base/mem.h"
#include "sim/script/objects.h"

#include <string.h>

uint32_t flat_name(struct parser *p, uint32_t name)
{
    return p->body ? name : name_join(p, p->prefix, name);
}

void declare_alias(struct parser *p, uint32_t name, struct type *type, struct place place)
{
    uint32_t flat = flat_name(p, name);
    struct symbol *old = symbol_here(p, flat);
    if (old) {
        if (old->kind == SYMBOL_TYPE && old->type == type)
            return;
        parse_fail(p, place, "'%s' is declared already, at line %u", name_text(p, name),
                   old->place.line);
    }
    struct symbol *s = symbol_declare(p, flat, SYMBOL_TYPE, place);
    s->type = type;
    const char *text = name_text(p, flat);
    if (type->kind == TYPE_RECORD && !type->is_const && type->record->name[0] == '\0')
        type->record->name = text;
    else if (type->kind == TYPE_ENUM && type->enumeration->name[0] == '\0')
        type->enumeration->name = text;
    else if (s->builtin && type->kind == TYPE_POINTER && !type->alias &&
             type->base->kind == TYPE_RECORD && !type->base->record->complete)
        type->alias = text; /* cudaStream_t, not CUstream_st * */
}

/* using A = T; using namespace N; using N::name; using enum is not known. What it brings from a
 * base is using.c's. */
void parse_using(struct parser *p)
{
    struct place place = next(p)->place;
    const struct token *name;
    uint32_t prefix;
    if (accept_keyword(p, KW_namespace)) {
        struct symbol *s = parse_qualified(p, &name, &prefix);
        if (!s || s->kind != SYMBOL_NAMESPACE) {
            if (s)
                parse_fail(p, name->place, "'%s' is no namespace", name_text(p, name->name));
            parse_fail_unknown(p, name, prefix);
        }
        if (p->using_count == p->using_capacity)
            p->usings =
                mem_grow(p->usings, &p->using_capacity, p->using_count + 1, sizeof *p->usings);
        p->usings[p->using_count++] = s->prefix;
        if (p->scope->kind <= SCOPE_NAMESPACE)
            p->scope->using_count = p->using_count; /* stays to the end of the file */
    } else if (is_identifier(peek(p)) && peek_ahead(p, 1)->punct == PUNCT1('=')) {
        uint32_t alias = next(p)->name;
        p->at++;
        struct type *type = parse_type_id(p);
        declare_alias(p, alias, type, place);
    } else {
        accept_keyword(p, KW_typename);
        struct symbol *s = parse_qualified(p, &name, &prefix);
        if (!s)
            parse_fail_unknown(p, name, prefix);
        uint32_t flat = flat_name(p, name->name);
        if (symbol_here(p, flat) != s) {
            struct symbol *copy = symbol_declare(p, flat, s->kind, place);
            struct symbol keep = *copy;
            *copy = *s;
            copy->name = keep.name;
            copy->hidden = keep.hidden;
            copy->next = keep.next;
            copy->scope = keep.scope;
        }
    }
    expect(p, PUNCT1(';'), "after using");
}

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
        least = value < least ? value : least;
        most = value > most ? value : most;
        value = (int64_t)((uint64_t)value + 1);
        if (!accept_punct(p, PUNCT1(',')) && !at_punct(p, PUNCT1('}')))
            parse_unexpected(p, "a , or } after an enumerator");
    }
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
