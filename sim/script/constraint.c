/* Concepts and constraints: what the arguments of a template have to meet. Their tokens are kept
 * and read again for the arguments, each part that && and || join for itself: where it makes no
 * sense, it does not hold. */
#include "sim/script/instance.h"

#include <string.h>

static size_t close_of(struct parser *p, size_t open)
{
    size_t at = p->at;
    p->at = open;
    skip_balanced(p);
    size_t close = p->at - 1;
    p->at = at;
    return close;
}

/* The token of this operator that joins parts of what stands between two tokens; `end`: none. */
static size_t joined_at(struct parser *p, size_t begin, size_t end, uint16_t op)
{
    size_t at = begin;
    while (at < end && p->tokens[at].punct != op) {
        const struct token *t = &p->tokens[at];
        size_t behind = t->punct == PUNCT1('<') && is_identifier(t - 1) ? skip_angles(p, at) : 0;
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{'))
            at = close_of(p, at) + 1;
        else
            at = behind > at && behind <= end ? behind : at + 1;
    }
    return at < end ? at : end;
}

static bool joins(const struct token *t)
{
    return t->punct == PUNCT2('&', '&') || t->punct == PUNCT2('|', '|');
}

/* Whether (parts) stand from there up to `end` that can be looked at one by one: a fold of a pack,
 * (C<T> && ...), is one part. */
static bool in_parentheses(struct parser *p, size_t at, size_t end)
{
    if (p->tokens[at].punct != PUNCT1('(') || close_of(p, at) != end - 1)
        return false;
    for (at++; at < end - 1; at++) {
        const struct token *t = &p->tokens[at];
        if (t->punct == PUNCT1('('))
            at = close_of(p, at);
        else if (t->punct == PUNCT3('.', '.') && (joins(t - 1) || joins(t + 1)))
            return false;
    }
    return true;
}

struct template *concept_at(struct parser *p, size_t at, size_t *end)
{
    const struct token *t = &p->tokens[at];
    if (!p->has_concepts || !is_identifier(t))
        return NULL;
    struct symbol *s = symbol_find(p, t->name);
    while (s && s->kind == SYMBOL_NAMESPACE && t[1].punct == PUNCT2(':', ':') &&
           is_identifier(t + 2)) {
        t += 2;
        s = symbol_find_in(p, s->prefix, t->name);
    }
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE || !s->template->is_concept)
        return NULL;
    *end = (size_t)(t - p->tokens) + 1;
    if (p->tokens[*end].punct == PUNCT1('<'))
        *end = skip_angles(p, *end);
    return s->template;
}

/* ---- what is compared where two templates take the same ---- */

static void note_atom(struct parser *p, struct atom **list, size_t at)
{
    for (; *list; list = &(*list)->next)
        if ((*list)->at == at)
            return;
    *list = arena_alloc(p->arena, sizeof **list);
    (*list)->at = at;
}

static void note_concept(struct parser *p, struct atom **list, const struct template *concept)
{
    note_atom(p, list, concept->begin);
    for (const struct atom *a = concept->atoms; a; a = a->next)
        note_atom(p, list, a->at);
}

static void note_atoms(struct parser *p, struct atom **list, size_t begin, size_t end)
{
    for (size_t at = begin; at < end;) {
        size_t or = joined_at(p, at, end, PUNCT2('|', '|'));
        size_t until = joined_at(p, at, or, PUNCT2('&', '&')), behind;
        const struct template *concept = concept_at(p, at, &behind);
        if (in_parentheses(p, at, until))
            note_atoms(p, list, at + 1, until - 1);
        else if (concept && behind == until)
            note_concept(p, list, concept);
        else
            note_atom(p, list, at);
        at = until + 1;
    }
}

static bool includes(const struct atom *all, const struct atom *some)
{
    for (; some; some = some->next) {
        const struct atom *a = all;
        while (a && a->at != some->at)
            a = a->next;
        if (!a)
            return false;
    }
    return true;
}

bool more_constrained(const struct template *a, const struct template *b)
{
    return includes(a->atoms, b->atoms) && !includes(b->atoms, a->atoms);
}

/* ---- reading them ---- */

struct constraint *add_constraint(struct parser *p, struct template *t, size_t begin, size_t end,
                                  int subject)
{
    struct constraint **last = &t->constraints;
    while (*last)
        last = &(*last)->next;
    *last = arena_alloc(p->arena, sizeof **last);
    **last = (struct constraint){.begin = begin, .end = end, .subject = subject};
    if (subject)
        note_concept(p, &t->atoms, concept_at(p, begin, &end));
    else
        note_atoms(p, &t->atoms, begin, end);
    return *last;
}

/* Whether one of the parameters, or their pack, stands between those tokens. */
static bool names_parameter(const struct parser *p, const struct declarator *d, size_t begin,
                            size_t end)
{
    for (size_t at = begin; at < end; at++) {
        const struct token *t = &p->tokens[at];
        if (!is_identifier(t))
            continue;
        if (t->name == d->pack_name)
            return true;
        for (int i = 0; i < d->parameter_count; i++)
            if (d->parameters[i].name == t->name)
                return true;
    }
    return false;
}

void add_own_constraint(struct parser *p, struct template *t, const struct declarator *d)
{
    struct constraint *own = add_constraint(p, t, d->requires_at, d->requires_end, 0);
    if (names_parameter(p, d, d->requires_at, d->requires_end))
        own->parameters_at = d->parameters_at;
}

/* One of what && and || join in a clause, of which only some forms need no parentheses. */
static void skip_primary(struct parser *p)
{
    if (at_punct(p, PUNCT1('('))) {
        skip_balanced(p);
    } else if (accept_keyword(p, KW_requires)) {
        if (at_punct(p, PUNCT1('(')))
            skip_balanced(p);
        if (!at_punct(p, PUNCT1('{')))
            parse_unexpected(p, "the { of the requirements");
        skip_balanced(p);
    } else if (!accept_keyword(p, KW_true) && !accept_keyword(p, KW_false)) {
        accept_punct(p, PUNCT2(':', ':'));
        do {
            accept_keyword(p, KW_template);
            expect_name(p, "a concept, or a constraint in parentheses");
            if (at_punct(p, PUNCT1('<')))
                p->at = skip_angles(p, p->at);
        } while (accept_punct(p, PUNCT2(':', ':')));
    }
}

bool skip_requires(struct parser *p, size_t *begin, size_t *end)
{
    if (!at_keyword(p, KW_requires))
        return false;
    *begin = ++p->at;
    do {
        skip_primary(p);
    } while (accept_punct(p, PUNCT2('&', '&')) || accept_punct(p, PUNCT2('|', '|')));
    *end = p->at;
    return true;
}

void parse_requires(struct parser *p, struct template *t)
{
    size_t begin, end;
    if (!skip_requires(p, &begin, &end))
        return;
    check_clause(p, t, begin, end);
    add_constraint(p, t, begin, end, 0);
}

bool parse_concept(struct parser *p, struct template *t)
{
    if (!at_keyword(p, KW_concept) || !is_identifier(peek_ahead(p, 1)))
        return false;
    p->at++;
    t->place = place_here(p);
    t->name = name_join(p, p->prefix, next(p)->name);
    t->text = name_text(p, t->name);
    t->is_class = t->is_variable = t->is_concept = true;
    if (symbol_here(p, t->name))
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text,
                   symbol_here(p, t->name)->place.line);
    expect(p, PUNCT1('='), "after the name of the concept");
    t->begin = p->at;
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END) {
        bool opens = at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('{'));
        if (opens)
            skip_balanced(p);
        else
            p->at++;
    }
    t->body_at = p->at; /* where it ends */
    if (t->body_at == t->begin)
        parse_unexpected(p, "what the concept demands");
    check_clause(p, t, t->begin, t->body_at);
    note_atoms(p, &t->atoms, t->begin, t->body_at);
    expect(p, PUNCT1(';'), "after the concept");
    symbol_declare(p, t->name, SYMBOL_CLASS_TEMPLATE, t->place)->template = t;
    p->has_concepts = true;
    return true;
}

/* ---- whether they hold ---- */

/* An error means that it does not hold, but where only we know no better, and in no template, where
 * there are no arguments that it could be due to. */
bool parse_requirement(struct parser *p, void (*read)(struct parser *, void *), void *context)
{
    if (parse_protected(p, read, context))
        return true;
    if (strstr(p->err->message, "not supported") || p->instance_depth == 0 ||
        strncmp(p->err->hint, "std may have it", 15) == 0)
        longjmp(*p->escape, 1);
    err_init(p->err);
    return false;
}

struct part {
    size_t begin, end;
    bool holds;
};

static void read_part(struct parser *p, void *context)
{
    struct part *part = context;
    size_t behind;
    struct template *concept = concept_at(p, part->begin, &behind);
    p->at = part->begin;
    p->no_greater = 0;
    p->unevaluated++;
    struct expr *e;
    if (concept && behind == part->end) { /* C<T>, of which an auto may make a type */
        while (p->at < behind && !at_punct(p, PUNCT1('<')))
            p->at++;
        e = template_variable(p, concept, concept->place);
    } else {
        e = to_bool(p, parse_part(p), "a constraint");
    }
    p->unevaluated--;
    int64_t value = 0;
    if (p->at != part->end || !constant_value(e, &value))
        parse_fail(p, e->place, "a constraint must be a constant");
    part->holds = value != 0;
}

static bool part_holds(struct parser *p, size_t begin, size_t end)
{
    struct part part = {.begin = begin, .end = end};
    return parse_requirement(p, read_part, &part) && part.holds;
}

static bool all_hold(struct parser *p, size_t begin, size_t end)
{
    for (size_t at = begin; at < end;) {
        size_t until = joined_at(p, at, end, PUNCT2('&', '&'));
        if (in_parentheses(p, at, until) ? !constraint_holds(p, at + 1, until - 1)
                                         : !part_holds(p, at, until))
            return false;
        at = until + 1;
    }
    return true;
}

bool constraint_holds(struct parser *p, size_t begin, size_t end)
{
    size_t saved = p->at;
    bool holds = false;
    enter(p, p->tokens[begin].place);
    for (size_t at = begin; at < end && !holds;) {
        size_t until = joined_at(p, at, end, PUNCT2('|', '|'));
        holds = all_hold(p, at, until);
        at = until + 1;
    }
    leave(p);
    p->at = saved;
    return holds;
}

bool own_constraint_holds(struct parser *p, const struct declarator *d)
{
    scope_push(p, SCOPE_BLOCK);
    declare_unevaluated(p, d);
    bool holds = constraint_holds(p, d->requires_at, d->requires_end);
    scope_pop(p);
    return holds;
}

static void read_concept(struct parser *p, void *context)
{
    struct reading *r = context;
    bind_scope(p, r->template, r->args);
    r->index = constraint_holds(p, r->template->begin, r->template->body_at);
    scope_pop(p);
}

bool concept_meets(struct parser *p, struct template *concept, struct template_argument *list,
                   struct place place)
{
    struct reading r = {.template = concept, .args = list, .place = place};
    read_apart(p, concept, read_concept, &r);
    return r.index;
}

static bool concept_holds(struct parser *p, struct template *concept,
                          struct template_argument *args, int count, struct place place)
{
    struct template_argument list[MAX_PARAMETERS];
    count = gather_packed(p, concept, &args, count, place);
    memset(list, 0, sizeof list);
    memcpy(list, args, (size_t)(count < concept->count ? count : concept->count) * sizeof *list);
    if (!fill_arguments(p, concept, list, count, place))
        parse_fail(p, place, "the concept '%s' takes %d argument%s, here are %d", concept->text,
                   concept->count, concept->count == 1 ? "" : "s", count);
    return concept_meets(p, concept, list, place);
}

bool type_meets(struct parser *p, size_t at, struct type *type)
{
    size_t end, saved = p->at;
    struct template *concept = concept_at(p, at, &end);
    struct template_argument *args = NULL, *list;
    int count = 0;
    p->at = end;
    if (p->tokens[end - 1].punct == PUNCT1('>') || p->tokens[end - 1].punct == PUNCT2('>', '>')) {
        while (p->tokens[at].punct != PUNCT1('<'))
            at++;
        p->at = at;
        count = parse_template_arguments(p, &args);
    }
    list = arena_alloc(p->arena, ((size_t)count + MAX_PARAMETERS) * sizeof *list);
    list[0].type = type;
    if (count > 0)
        memcpy(list + 1, args, (size_t)count * sizeof *args);
    bool holds = concept_holds(p, concept, list, count + 1, p->tokens[at].place);
    p->at = saved;
    return holds;
}

static bool subject_meets(struct parser *p, const struct constraint *c,
                          const struct template_argument *args)
{
    const struct template_argument *a = &args[c->subject - 1];
    for (int i = 0; i < a->pack_count; i++)
        if (!type_meets(p, c->begin, a->pack[i].type))
            return false;
    return !a->type || type_meets(p, c->begin, a->type);
}

struct own {
    const struct constraint *constraint;
    bool holds;
};

/* The parameters are what the template's arguments make of them. */
static void read_own(struct parser *p, void *context)
{
    struct own *own = context;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    d.abstract = d.is_special = true;
    p->at = own->constraint->parameters_at;
    parse_declarator(p, &s, p->basic[TYPE_VOID], &d);
    d.requires_at = own->constraint->begin;
    d.requires_end = own->constraint->end;
    own->holds = own_constraint_holds(p, &d);
}

static bool clause_holds(struct parser *p, const struct constraint *c)
{
    if (!c->parameters_at)
        return constraint_holds(p, c->begin, c->end);
    struct own own = {.constraint = c};
    const size_t saved = p->at;
    const bool makes_sense = parse_requirement(p, read_own, &own);
    p->at = saved;
    return makes_sense && own.holds;
}

bool constraints_met(struct parser *p, const struct template *t,
                     const struct template_argument *args)
{
    for (const struct constraint *c = t->constraints; c; c = c->next)
        if (c->subject ? !subject_meets(p, c, args) : !clause_holds(p, c))
            return false;
    return true;
}

static void read_constraints(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    push_around(p, t);
    if (t->inside)
        p->record = t->inside;
    if (t->head)
        bind_parameters(p, t->head, t->head_arguments, t->head->count);
    bind_parameters(p, t, r->args, t->count);
    r->index = constraints_met(p, t, r->args);
    scope_pop(p);
}

bool meets_constraints(struct parser *p, struct template *t, struct template_argument *args,
                       struct place place)
{
    struct reading r = {.template = t, .args = args, .place = place, .index = 1};
    if (t->constraints)
        read_apart(p, t, read_constraints, &r);
    return r.index;
}
