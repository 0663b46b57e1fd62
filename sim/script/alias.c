/* Names of types and of what stands elsewhere: typedef, using. */
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

void bring_symbol(struct parser *p, uint32_t name, struct symbol *s, struct place place)
{
    uint32_t flat = flat_name(p, name);
    if (symbol_here(p, flat) == s)
        return;
    struct symbol *copy = symbol_declare(p, flat, s->kind, place);
    struct symbol keep = *copy;
    *copy = *s;
    copy->name = keep.name;
    copy->hidden = keep.hidden;
    copy->next = keep.next;
    copy->scope = keep.scope;
}

/* using A = T; using namespace N; using N::name; using enum E. What it brings from a base is
 * using.c's. */
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
    } else if (at_keyword(p, KW_enum)) {
        use_enumerators(p);
    } else if (is_identifier(peek(p)) &&
               (peek_ahead(p, 1)->punct == PUNCT1('=') || peek_ahead(p, 1)->punct == PUNCT1('['))) {
        uint32_t alias = next(p)->name;
        skip_attributes(p);
        expect(p, PUNCT1('='), "after the new name");
        struct type *type = parse_type_id(p);
        declare_alias(p, alias, type, place);
    } else {
        accept_keyword(p, KW_typename);
        struct symbol *s = parse_qualified(p, &name, &prefix);
        if (!s)
            parse_fail_unknown(p, name, prefix);
        bring_symbol(p, name->name, s, place);
    }
    expect(p, PUNCT1(';'), "after using");
}
