/* struct overloaded : Ts... { using Ts::operator()...; }, with which std::visit is called: a struct
 * whose parts are lambdas. It is the one struct with a pack that is understood, by what it is for:
 * its members are the lambdas, and a call of it is one of the member that fits best. */
#include "sim/script/candidate.h"

#include <string.h>

/* Steps over the tokens that the text names; a `T` is the pack, another word is itself. */
static bool accept_words(struct parser *p, size_t *at, const char *text, uint32_t pack)
{
    size_t begin = *at;
    while (*text) {
        const struct token *t = &p->tokens[*at];
        size_t length = strcspn(text, " ");
        bool fits = length == 1 && *text == 'T'
                        ? t->kind == TOKEN_NAME && t->name == pack
                        : t->length == length && memcmp(t->text, text, length) == 0;
        if (t->kind == TOKEN_END || !fits) {
            *at = begin;
            return false;
        }
        ++*at;
        text += length + (text[length] == ' ');
    }
    return true;
}

bool parse_callables(struct parser *p, struct template *t)
{
    size_t at = p->at + 2;
    const struct token *name = peek_ahead(p, 1);
    if (t->count != 1 || !t->parameters[0].is_pack || !t->parameters[0].is_type ||
        !(at_keyword(p, KW_struct) || at_keyword(p, KW_class)) || !is_identifier(name))
        return false;
    uint32_t pack = t->parameters[0].name;
    accept_words(p, &at, "final", pack);
    if (!accept_words(p, &at, ":", pack))
        return false;
    accept_words(p, &at, "public", pack);
    if (!accept_words(p, &at, "T ... {", pack))
        return false;
    accept_words(p, &at, "public :", pack);
    if (!accept_words(p, &at, "using T :: operator ( ) ... ; } ;", pack))
        return false;
    t->is_class = t->is_callables = true;
    t->place = name->place;
    t->body_at = p->at;
    t->name = name_join(p, p->prefix, name->name);
    t->text = name_text(p, t->name);
    struct symbol *old = symbol_here(p, t->name);
    if (old)
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text, old->place.line);
    symbol_declare(p, t->name, SYMBOL_CLASS_TEMPLATE, t->place)->template = t;
    p->at = at;
    return true;
}

static bool is_callable(struct parser *p, const struct type *type)
{
    if (!type || type->kind != TYPE_RECORD || type->is_const)
        return false;
    if (type->disguise == DISGUISE_LAMBDA || type->record->is_callables)
        return true;
    return type->disguise == DISGUISE_NONE && type->record->complete &&
           has_method(p, type->record, intern_adds(&p->tu->names, "operator()"));
}

void make_callables(struct parser *p, struct record *r, const struct template_argument *types,
                    struct place place)
{
    r->members = arena_alloc(p->arena, ((size_t)types->pack_count + 1) * sizeof *r->members);
    for (int i = 0; i < types->pack_count; i++) {
        struct type *type = types->pack[i].type;
        if (!is_callable(p, type))
            parse_fail_hint(p, place, "give it lambdas",
                            "%s cannot be one of the bases: it has no operator()",
                            type ? type_text(p, type) : "a value");
        r->members[r->count++] = (struct member){.name = "", .type = type, .place = r->place};
    }
    r->is_callables = true;
    record_layout(p, r);
}

struct choice {
    struct candidate candidate;
    struct expr *object;
};

/* What can be called of one member; there is room for so many. */
static int add_choices(struct parser *p, struct expr *object, struct expr **args, int count,
                       struct choice *list, int room, struct place place)
{
    struct record *r = object->type->record;
    bool lambda = object->type->disguise == DISGUISE_LAMBDA;
    int n = 0;
    for (int i = 0; i < r->count && r->is_callables && n < room; i++)
        n += add_choices(p, expr_member(p, object, &r->members[i], place), args, count, list + n,
                         room - n, place);
    if (r->generic && n < room) {
        struct function *f = generic_head(p, object->type, args, count, place);
        const struct template *auto_template = generic_patterns(p, object->type);
        list[n] = (struct choice){.candidate = {.function = f, .template = auto_template}};
        n += f && arity_fits(f, count) && rank_candidate(p, &list[n].candidate, NULL, args, count);
    }
    for (struct function *f = r->methods; f && n < room; f = f->next_method) {
        if (!lambda && strcmp(f->name, "operator()") != 0)
            continue;
        list[n] = (struct choice){.candidate = {.function = f}};
        n += arity_fits(f, count) &&
             rank_candidate(p, &list[n].candidate, lambda ? NULL : object, args, count);
    }
    for (int i = 0; i < n; i++)
        list[i].object = list[i].object ? list[i].object : object;
    return n;
}

struct expr *call_one_of(struct parser *p, struct expr *object, struct expr **args, int count,
                         struct place place)
{
    struct choice *list = arena_alloc(p->arena, MAX_CANDIDATES * sizeof *list);
    int n = add_choices(p, object, args, count, list, MAX_CANDIDATES, place), best = 0;
    if (n == 0)
        parse_fail_hint(p, place, "add a lambda that does", "nothing in %s takes (%s)",
                        type_text(p, object->type->plain), argument_types(p, args, count));
    for (int i = 1; i < n; i++)
        if (compare_candidates(p, &list[i].candidate, &list[best].candidate, count) > 0)
            best = i;
    for (int i = 0; i < n; i++)
        if (i != best &&
            compare_candidates(p, &list[best].candidate, &list[i].candidate, count) <= 0)
            parse_fail_hint(p, place, "name the types of the parameters",
                            "more than one function in %s takes (%s)",
                            type_text(p, object->type->plain), argument_types(p, args, count));
    return build_call(p, list[best].object, args, count, place);
}
