/* Specializations of templates: of a struct's, of those whose arguments fit, the one that says
 * most; a function's is one of its instances with a body of its own. */
#include "sim/script/objects.h"

#include <string.h>

static bool argument_fits(struct parser *p, const struct template_argument *pattern,
                          const struct template_argument *given, struct template_argument *bound);

/* One by one; what stands for a pack, A..., is all of the rest. */
static bool elements_fit(struct parser *p, const struct template_argument *pattern,
                         const struct template_argument *given, struct template_argument *bound)
{
    for (int i = 0; i < pattern->pack_count; i++) {
        struct template_argument *pack = whole_pack(&pattern->pack[i], bound);
        if (i > given->pack_count || (!pack && i == given->pack_count))
            return false;
        if (!pack) {
            if (!argument_fits(p, &pattern->pack[i], &given->pack[i], bound))
                return false;
            continue;
        }
        struct template_argument rest = {.pack = given->pack ? given->pack + i : NULL,
                                         .pack_count = given->pack_count - i,
                                         .stands_for_all = true};
        if (pack->pack && !same_argument(pack, &rest))
            return false;
        *pack = rest;
        return true;
    }
    return pattern->pack_count == given->pack_count;
}

/* std::tuple<A...>, which has no pack but a parameter for each element. */
static bool rest_fits(struct parser *p, const struct template_argument *pattern,
                      const struct record *r, int first, struct template_argument *bound)
{
    int count = first;
    while (count < r->origin->count && !is_absent(r->arguments[count].type))
        count++;
    struct template_argument one = *pattern, all = {.pack = &one, .pack_count = 1};
    struct template_argument given = {.pack = &r->arguments[first], .pack_count = count - first};
    return elements_fit(p, &all, &given, bound);
}

static bool records_fit(struct parser *p, const struct type *pattern, const struct type *type,
                        struct template_argument *bound)
{
    const struct record *a = pattern->record, *b = type->record;
    if (a->origin && a->origin->stands)
        return open_instance_fits(p, pattern, type, bound, argument_fits);
    if (pattern->disguise == DISGUISE_VECTOR && type->disguise == DISGUISE_VECTOR)
        return argument_fits(p, &(struct template_argument){.type = pattern->base},
                             &(struct template_argument){.type = type->base}, bound);
    if (a->origin && type->disguise == DISGUISE_VECTOR) {
        struct template_argument element = {.type = type->base};
        struct template_argument allocator = {.type = vector_allocator(p, a->origin, type->base)};
        return allocator.type && argument_fits(p, &a->arguments[0], &element, bound) &&
               argument_fits(p, &a->arguments[1], &allocator, bound);
    }
    if (!a->origin || a->origin != b->origin)
        return false;
    for (int i = 0; i < a->origin->count; i++) {
        if (!a->origin->parameters[i].is_pack && whole_pack(&a->arguments[i], bound))
            return rest_fits(p, &a->arguments[i], b, i, bound);
        if (!argument_fits(p, &a->arguments[i], &b->arguments[i], bound))
            return false;
    }
    return true;
}

/* R (A...): the pack A is what stands behind the other parameters. */
static bool parameters_fit(struct parser *p, const struct type *pattern, const struct type *type,
                           struct template_argument *bound)
{
    struct template_argument *all, *given;
    if (pattern->member != type->member)
        return false;
    all = arena_alloc(p->arena, ((size_t)pattern->parameter_count + 1) * sizeof *all);
    given = arena_alloc(p->arena, ((size_t)type->parameter_count + 1) * sizeof *given);
    for (int i = 0; i < pattern->parameter_count; i++)
        all[i].type = pattern->parameters[i];
    for (int i = 0; i < type->parameter_count; i++)
        given[i].type = type->parameters[i];
    return elements_fit(
        p, &(struct template_argument){.pack = all, .pack_count = pattern->parameter_count},
        &(struct template_argument){.pack = given, .pack_count = type->parameter_count}, bound);
}

/* Gives the pattern's placeholders values that make it the type; false: there are none. */
static bool type_fits(struct parser *p, struct type *pattern, struct type *type,
                      struct template_argument *bound)
{
    if (!has_placeholder(pattern))
        return pattern == type;
    if (pattern->is_const && !type->is_const)
        return false;
    if (pattern->plain->kind == TYPE_UNKNOWN)
        return bind_placeholder(pattern, type, bound);
    if (pattern->kind != type->kind || pattern->is_const != type->is_const ||
        pattern->is_rvalue != type->is_rvalue)
        return false;
    if (pattern->kind == TYPE_RECORD)
        return records_fit(p, pattern, type, bound);
    if (pattern->kind == TYPE_ARRAY && !bind_value(pattern->length, type->length, bound))
        return false;
    if (!parameters_fit(p, pattern, type, bound))
        return false;
    return type_fits(p, pattern->base, type->base, bound);
}

static bool argument_fits(struct parser *p, const struct template_argument *pattern,
                          const struct template_argument *given, struct template_argument *bound)
{
    if (pattern->of)
        return bind_template_name(pattern->of, given->of, bound);
    if (pattern->type)
        return given->type && type_fits(p, pattern->type, given->type, bound);
    if (given->type || pattern->function != given->function)
        return false;
    if (pattern->pack_count > 0 || given->pack_count > 0)
        return elements_fit(p, pattern, given, bound);
    return bind_value(pattern->value, given->value, bound);
}

struct pattern_reading {
    const struct template *special;
    struct template_argument *bound, made[MAX_PARAMETERS];
    bool complete;
};

static void read_pattern(struct parser *p, void *context)
{
    struct pattern_reading *r = context;
    struct template_argument *args;
    bind_scope(p, r->special, r->bound);
    p->at = r->special->pattern_at;
    int count = parse_template_arguments(p, &args);
    scope_pop(p);
    count = gather_packed(p, r->special->primary, &args, count, r->special->place);
    memcpy(r->made, args, (size_t)(count < MAX_PARAMETERS ? count : MAX_PARAMETERS) * sizeof *args);
    r->complete = fill_arguments(p, r->special->primary, r->made, count, r->special->place);
}

static void read_pattern_apart(struct parser *p, void *context)
{
    const struct pattern_reading *r = context;
    struct where where = {.prefix = r->special->prefix, .place = r->special->place};
    read_at(p, &where, read_pattern, context);
}

/* What the specialization's arguments are, now that its parameters are known: it may be nothing,
 * as of std::enable_if. */
static bool dependent_fit(struct parser *p, const struct template *t,
                          const struct template_argument *list, struct template_argument *bound)
{
    struct pattern_reading r = {.special = t, .bound = bound};
    for (int i = 0; i < t->count; i++)
        if (!bound[i].type && !bound[i].has_value && !bound[i].of && !bound[i].stands_for_all)
            return false;
    if (!parse_protected(p, read_pattern_apart, &r)) {
        err_init(p->err);
        return false;
    }
    for (int i = 0; i < t->primary->count && r.complete; i++)
        r.complete = same_argument(&r.made[i], &list[i]);
    return r.complete;
}

static bool all_fit(struct parser *p, const struct template *t,
                    const struct template_argument *list, struct template_argument *bound)
{
    bool dependent = false;
    memset(bound, 0, MAX_PARAMETERS * sizeof *bound);
    for (int i = 0; i < t->count; i++)
        bound[i].stands_for_all = t->parameters[i].is_pack;
    for (int i = 0; i < t->primary->count; i++) {
        if (!is_dependent(&t->pattern[i])) {
            if (!argument_fits(p, &t->pattern[i], &list[i], bound))
                return false;
            continue;
        }
        dependent = true;
        if (is_dependent(&list[i]) || (list[i].type && has_placeholder(list[i].type)))
            return false; /* of two of them none says more */
    }
    return !dependent || dependent_fit(p, t, list, bound);
}

struct template *specialization_for(struct parser *p, struct template *t,
                                    const struct template_argument *list,
                                    struct template_argument *bound, struct place place)
{
    struct template_argument other[MAX_PARAMETERS];
    struct template *best = NULL, *rival = NULL;
    for (struct template *s = t->specializations; s; s = s->next) {
        if (!all_fit(p, s, list, other) || !meets_constraints(p, s, other, place))
            continue;
        bool better = !best || all_fit(p, best, s->pattern, other);
        bool same = better && best && all_fit(p, s, best->pattern, other);
        if (same && !s->constraints && !best->constraints)
            parse_fail(p, s->place, "this specialization is declared already, at line %u",
                       best->place.line);
        if (same)
            better = more_constrained(s, best);
        bool worse =
            !better && (same ? more_constrained(best, s) : all_fit(p, s, best->pattern, other));
        rival = !better && !worse ? s : better ? NULL : rival;
        best = better ? s : best;
    }
    if (rival)
        parse_fail(p, place, "more than one specialization of '%s' fits: at lines %u and %u",
                   t->text, best->place.line, rival->place.line);
    if (best)
        all_fit(p, best, list, bound);
    return best ? best : t;
}

/* The place in the list of the specialization for the same arguments, or the list's end. */
static struct template **same_specialization(struct parser *p, struct template *primary,
                                             const struct template *t)
{
    struct template_argument bound[MAX_PARAMETERS];
    struct template **s = &primary->specializations;
    while (*s && !(!(*s)->constraints && !t->constraints && all_fit(p, *s, t->pattern, bound) &&
                   all_fit(p, t, (*s)->pattern, bound)))
        s = &(*s)->next;
    return s;
}

/* At the < behind the name of a template that is there already. */
void parse_specialization(struct parser *p, struct template *t, struct template *primary)
{
    if (!primary->is_class || primary->is_alias || primary->unsupported)
        parse_fail(p, t->place, "'%s' is no template of a struct", primary->text);
    push_placeholders(p, t);
    struct template_argument *args;
    bool device = p->device;
    p->device = true;
    t->pattern_at = p->at;
    int count = parse_template_arguments(p, &args);
    p->device = device;
    scope_pop(p);
    count = gather_packed(p, primary, &args, count, t->place);
    if (!fill_arguments(p, primary, args, count, t->place))
        parse_fail(p, t->place, "'%s' takes %d template arguments, here are %d", primary->text,
                   primary->count, count);
    t->text = primary->text;
    t->name = primary->name;
    t->primary = primary;
    t->pattern = args;
    if (t->count == 0 && has_instance(primary, args))
        parse_fail_hint(p, t->place, "declare it before it is used",
                        "this specialization of '%s' comes behind a use of what it replaces",
                        t->text);
    struct template **same = same_specialization(p, primary, t);
    if (*same && (*same)->body_at == 0) /* was only declared */
        *same = (*same)->next;
    else if (*same && at_punct(p, PUNCT1(';')))
        return; /* declares once more what is there */
    t->next = primary->specializations;
    primary->specializations = t;
}

static struct type *bare(struct type *type)
{
    return (type->kind == TYPE_REFERENCE ? type->base : type)->plain;
}

/* Whether `special`'s parameters are among what `general` takes. */
static bool patterns_fit(struct parser *p, const struct template *general,
                         const struct template *special)
{
    struct template_argument bound[MAX_PARAMETERS];
    memset(bound, 0, sizeof bound);
    int count = general->pattern_count < special->pattern_count ? general->pattern_count
                                                                : special->pattern_count;
    for (int i = 0; i < count; i++)
        if (!type_fits(p, bare(general->patterns[i]), bare(special->patterns[i]), bound))
            return false;
    return true;
}

bool says_more(struct parser *p, const struct template *a, const struct template *b)
{
    if (a->pattern_pack != b->pattern_pack)
        return b->pattern_pack;
    return patterns_fit(p, b, a) && !patterns_fit(p, a, b);
}

/* The instance of the template that the declaration means; NULL: it means none of it. */
static struct function *special_instance(struct parser *p, struct template *t,
                                         const struct declarator *d)
{
    struct template_argument list[MAX_PARAMETERS];
    memset(list, 0, sizeof list);
    if (t->pattern_count != d->parameter_count || d->argument_count > t->count || t->pattern_pack)
        return NULL;
    if (d->argument_count > 0)
        memcpy(list, d->arguments, (size_t)d->argument_count * sizeof *list);
    for (int i = 0; i < d->parameter_count; i++)
        if (!type_fits(p, t->patterns[i], type_plain(p, d->parameters[i].type), list))
            return NULL;
    int given = 0;
    while (given < t->count && (list[given].type || list[given].has_value || list[given].of))
        given++;
    struct function *f = template_function(p, t, list, given, NULL, -1, d->place);
    return f && f->type == d->type ? f : NULL;
}

void parse_function_specialization(struct parser *p)
{
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    d.is_special_case = true;
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "a type");
    parse_declarator(p, &s, s.type, &d);
    if (!d.name || !d.is_function)
        parse_fail(p, d.place, "only functions and structs can be specialized here");
    const char *name = name_text(p, d.name_id);
    struct symbol *symbol =
        symbol_innermost(p, name_join(p, d.prefix ? d.prefix : p->prefix, d.name_id));
    struct overload *o = symbol && symbol->kind == SYMBOL_FUNCTION ? symbol->overloads : NULL;
    struct function *f = NULL;
    for (; o && !f; o = o->next)
        f = o->template ? special_instance(p, o->template, &d) : NULL;
    if (!f)
        parse_fail(p, d.place, "there is no template '%s' of which this is a specialization", name);
    if (f->is_kernel != s.is_kernel)
        parse_fail(p, d.place, "the template '%s' is %s kernel, and this is %s", name,
                   f->is_kernel ? "a" : "no", s.is_kernel ? "one" : "none");
    if (f->body || f->body_tokens.count > 0 || (f->is_used && !f->is_special_case))
        parse_fail_hint(p, d.place, "declare it before it is used",
                        f->is_special_case
                            ? "this specialization of '%s' is defined already"
                            : "this specialization of '%s' comes behind a use of what it replaces",
                        name);
    for (int i = 0; i < d.parameter_count; i++) {
        d.parameters[i].default_at = f->declared[i].default_at;
        d.parameters[i].scope = f->declared[i].scope;
    }
    f->declared = d.parameters;
    f->unread = NULL;
    f->is_special_case = true;
    f->place = d.place;
    if (accept_punct(p, PUNCT1(';')))
        return;
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "a {");
    define_function(p, f, d.parameters, d.parameter_count, false);
}
