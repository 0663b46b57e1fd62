/* Templates as arguments of templates: template <template <class...> class C>. */
#include "sim/script/library.h"
#include "sim/script/objects.h"

#include <string.h>

/* std::vector, which the front end knows itself, as a template that can be named. */
static struct template *library_template(struct parser *p, const struct symbol *s)
{
    if (!p->vector_template) {
        struct template *t = arena_alloc(p->arena, sizeof *t);
        t->name = s->name;
        t->text = name_text(p, s->name);
        t->is_class = t->builtin = true;
        t->library = s->library;
        t->place = s->place;
        p->vector_template = t;
    }
    return p->vector_template;
}

static struct template *template_of(struct parser *p, const struct symbol *s)
{
    if (s && s->kind == SYMBOL_CLASS_TEMPLATE)
        return s->template->is_variable ? NULL : s->template;
    return s && s->kind == SYMBOL_LIBRARY && library_is_vector(s) ? library_template(p, s) : NULL;
}

struct template *parse_template_name(struct parser *p)
{
    size_t at = p->at + (p->tokens[p->at].punct == PUNCT2(':', ':'));
    if (!is_identifier(&p->tokens[at]))
        return NULL;
    struct symbol *s = symbol_find(p, p->tokens[at++].name);
    while (s && p->tokens[at].punct == PUNCT2(':', ':') && is_identifier(&p->tokens[at + 1])) {
        uint32_t inside = 0;
        if (s->kind == SYMBOL_NAMESPACE)
            inside = s->prefix;
        else if (s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD)
            inside = intern_adds(&p->tu->names, s->type->record->name);
        s = inside ? symbol_find_in(p, inside, p->tokens[at + 1].name) : NULL;
        at += 2;
    }
    uint16_t after = p->tokens[at].punct;
    struct template *t = after == PUNCT1(',') || after == PUNCT1('>') || after == PUNCT2('>', '>')
                             ? template_of(p, s)
                             : NULL;
    if (t)
        p->at = at;
    return t;
}

void declare_template_name(struct parser *p, uint32_t name, struct template *t, struct place place)
{
    bool library = t && t == p->vector_template;
    struct symbol *s =
        symbol_declare(p, name, library ? SYMBOL_LIBRARY : SYMBOL_CLASS_TEMPLATE, place);
    if (library)
        s->library = t->library;
    else
        s->template = t;
}

void parse_template_template(struct parser *p, struct template *t, struct template_parameter *made,
                             int index)
{
    struct template *inner = arena_alloc(p->arena, sizeof *inner);
    inner->place = next(p)->place; /* template */
    inner->prefix = t->prefix;
    inner->is_class = true;
    inner->stands = index + 1;
    inner->parameters = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *inner->parameters);
    expect(p, PUNCT1('<'), "after template");
    do {
        if (inner->count == MAX_PARAMETERS)
            parse_fail(p, inner->place, "more than %d template parameters", MAX_PARAMETERS);
        parse_template_parameter(p, inner);
    } while (accept_punct(p, PUNCT1(',')));
    if (!accept_angle_close(p))
        parse_unexpected(p, "a > after the template's parameters");
    if (!accept_keyword(p, KW_class) && !accept_keyword(p, KW_typename))
        parse_unexpected(p, "class before the name of the template");
    const struct token *name = peek(p);
    inner->name = is_identifier(name) ? name->name : 0;
    inner->text = is_identifier(name) ? name_text(p, name->name) : "";
    made->inner = inner;
    if (at_punct(p, PUNCT3('.', '.')) || inner->unsupported)
        t->unsupported = "packs of templates as template parameters are not supported";
}

bool bind_template_name(const struct template *pattern, struct template *given,
                        struct template_argument *args)
{
    if (!pattern->stands)
        return pattern == given;
    struct template_argument *a = &args[pattern->stands - 1];
    if (a->of && a->of != given)
        return false;
    a->of = given;
    return given != NULL;
}

/* All arguments of the instance, those of packs one by one. */
static struct template_argument flat_arguments(struct parser *p, const struct type *type)
{
    struct template_argument all = {0};
    const struct record *r = type->record;
    if (type->disguise == DISGUISE_VECTOR) {
        all.pack = arena_alloc(p->arena, sizeof *all.pack);
        all.pack[0].type = type->base;
        all.pack_count = 1;
        return all;
    }
    int count = 0;
    for (int i = 0; i < r->origin->count; i++)
        count += r->origin->parameters[i].is_pack ? r->arguments[i].pack_count : 1;
    all.pack = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *all.pack);
    for (int i = 0; i < r->origin->count; i++) {
        const struct template_argument *a = &r->arguments[i];
        if (!r->origin->parameters[i].is_pack && !is_absent(a->type))
            all.pack[all.pack_count++] = *a;
        for (int k = 0; k < a->pack_count; k++)
            all.pack[all.pack_count++] = a->pack[k];
    }
    return all;
}

bool open_instance_fits(struct parser *p, const struct type *pattern, const struct type *type,
                        struct template_argument *args,
                        bool (*fits)(struct parser *, const struct template_argument *,
                                     const struct template_argument *, struct template_argument *))
{
    const struct record *r = type->record;
    struct template *given = NULL;
    if (type->disguise == DISGUISE_VECTOR)
        given = template_of(p, symbol_innermost(p, intern_adds(&p->tu->names, "std::vector")));
    else if (type->disguise == DISGUISE_NONE)
        given = r->origin;
    if (!given || !bind_template_name(pattern->record->origin, given, args))
        return false;
    struct template_argument asked = flat_arguments(p, pattern), has = flat_arguments(p, type);
    struct template_argument *rest =
        asked.pack_count > 0 ? whole_pack(&asked.pack[asked.pack_count - 1], args) : NULL;
    int count = asked.pack_count - (rest != NULL);
    if (count > has.pack_count) {
        /* the allocator of a std::vector or std::list, which is the default one here */
        bool sequence = given->builtin && count == 2 && has.pack_count == 1 && !rest;
        struct type *of = sequence ? has.pack[0].type : NULL;
        struct type *allocator = of ? standard_allocator(p, of) : NULL;
        if (!allocator)
            return false;
        struct template_argument *both = arena_alloc(p->arena, 2 * sizeof *both);
        both[0] = has.pack[0];
        both[1].type = allocator;
        has = (struct template_argument){.pack = both, .pack_count = 2};
    }
    for (int i = 0; i < count; i++)
        if (!fits(p, &asked.pack[i], &has.pack[i], args))
            return false;
    if (!rest)
        return true;
    struct template_argument left = {
        .pack = has.pack + count, .pack_count = has.pack_count - count, .stands_for_all = true};
    if (rest->pack && !same_argument(rest, &left))
        return false;
    *rest = left;
    return true;
}
