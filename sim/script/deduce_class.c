/* Templates of structs whose arguments the initial value says: std::pair p{1, 2.5}. */
#include "sim/script/objects.h"

#include <string.h>

static void read_patterns_protected(struct parser *p, void *context)
{
    p->device = true; /* names that only an instance can resolve are let through */
    read_patterns(p, context);
    p->device = false;
}

static void add_guide(struct template *of, struct template *guide)
{
    struct template **last = &of->guides;
    while (*last)
        last = &(*last)->next;
    *last = guide;
}

bool parse_guide(struct parser *p, struct template *t)
{
    size_t begin = p->at;
    accept_keyword(p, KW_explicit);
    const struct token *name = peek(p);
    struct symbol *s = is_identifier(name) && peek_ahead(p, 1)->punct == PUNCT1('(') && !p->record
                           ? symbol_find(p, name->name)
                           : NULL;
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE) {
        p->at = begin;
        return false;
    }
    size_t open = ++p->at;
    skip_balanced(p);
    if (!accept_punct(p, PUNCT2('-', '>')))
        parse_unexpected(p, "-> and the type that is deduced");
    t->result_at = p->at;
    t->place = name->place;
    p->at = open;
    if (!parse_protected(p, read_patterns_protected, t))
        longjmp(*p->escape, 1);
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END)
        p->at++;
    expect(p, PUNCT1(';'), "after the guide");
    add_guide(s->template, t);
    return true;
}

/* A constructor as a guide; its own parameters, if it is a template, stand behind the struct's. */
struct constructor_head {
    struct template *made;
    uint32_t name;
    bool is_one;
};

static void read_constructor_template(struct parser *p, void *context)
{
    struct constructor_head *c = context;
    parse_template_parameters(p, c->made);
    while (at_keyword(p, KW_explicit) || at_keyword(p, KW_constexpr) || at_keyword(p, KW_inline))
        p->at++;
    c->is_one = is_identifier(peek(p)) && peek(p)->name == c->name &&
                peek_ahead(p, 1)->punct == PUNCT1('(');
    p->at++;
}

/* At the ( of a constructor, or behind the word template: a guide, where its parameters are
 * understood before there is an instance. */
static void add_constructor(struct parser *p, struct template *t, uint32_t name, bool is_template)
{
    struct template *made = template_new(p, place_here(p));
    made->text = t->text;
    made->prefix = t->prefix;
    made->builtin = t->builtin;
    memcpy(made->parameters, t->parameters, (size_t)t->count * sizeof *t->parameters);
    made->count = t->count;
    size_t begin = p->at;
    struct constructor_head head = {.made = made, .name = name, .is_one = true};
    if ((!is_template || parse_protected(p, read_constructor_template, &head)) && head.is_one &&
        parse_protected(p, read_patterns_protected, made))
        add_guide(t, made);
    else
        err_init(p->err);
    p->at = begin;
}

/* Behind the { of the struct: its constructors that are templates, or those that are none. */
static void collect(struct parser *p, struct template *t, uint32_t name, bool templates)
{
    while (!at_punct(p, PUNCT1('}')) && peek(p)->kind != TOKEN_END) {
        const struct token *token = peek(p);
        uint16_t punct = token->punct;
        if (punct == PUNCT1('(') || punct == PUNCT1('{') || punct == PUNCT1('[')) {
            skip_balanced(p);
            continue;
        }
        p->at++;
        bool is_template = token->kind == TOKEN_NAME && token->name == KW_template;
        if (is_template && templates && at_punct(p, PUNCT1('<')))
            add_constructor(p, t, name, true);
        if (is_template)
            while (!at_punct(p, PUNCT1('{')) && !at_punct(p, PUNCT1(';')) &&
                   peek(p)->kind != TOKEN_END)
                p->at++;
        else if (!templates && token->kind == TOKEN_NAME && token->name == name &&
                 at_punct(p, PUNCT1('(')) && token[-1].punct != PUNCT1('~'))
            add_constructor(p, t, name, false);
    }
}

/* They come behind the guides, and what is a template behind what is none. */
static void collect_constructors(struct parser *p, void *context)
{
    struct template *t = context;
    const char *text = strrchr(t->text, ':');
    uint32_t name = intern_adds(&p->tu->names, text ? text + 1 : t->text);
    size_t saved = p->at;
    t->has_guides = true;
    for (int templates = 0; templates < 2; templates++) {
        p->at = t->body_at;
        while (!at_punct(p, PUNCT1('{')) && peek(p)->kind != TOKEN_END)
            p->at++;
        p->at++;
        collect(p, t, name, templates);
    }
    p->at = saved;
}

struct result_reading {
    const struct template *guide;
    struct template_argument *list;
    struct type *type;
};

static void read_result(struct parser *p, void *context)
{
    struct result_reading *r = context;
    bind_scope(p, r->guide, r->list);
    p->at = r->guide->result_at;
    r->type = parse_type_id(p);
    scope_pop(p);
}

/* The struct for these arguments, the elements of its pack one by one. */
static struct type *class_of(struct parser *p, struct template *t, struct template_argument *list,
                             struct place place)
{
    const int last = t->count - 1;
    if (last < 0 || !t->parameters[last].is_pack)
        return template_class(p, t, list, t->count, place);
    const int more = list[last].pack_count, room = last + more + MAX_PARAMETERS;
    struct template_argument *flat = arena_alloc(p->arena, (size_t)room * sizeof *flat);
    memcpy(flat, list, (size_t)last * sizeof *flat);
    if (more > 0)
        memcpy(flat + last, list[last].pack, (size_t)more * sizeof *flat);
    return template_class(p, t, flat, last + more, place);
}

/* What the guide, or constructor, makes of the values; NULL: they do not fit. */
static struct type *follow(struct parser *p, struct template *t, struct template *guide,
                           struct expr **args, int count, struct place place)
{
    struct template_argument list[MAX_PARAMETERS];
    memset(list, 0, sizeof list);
    if (guide->unsupported || !deduce_arguments(p, guide, 0, args, count, list))
        return NULL;
    for (int i = 0; i < count && i < guide->pattern_count - guide->pattern_pack; i++)
        if (!has_placeholder(guide->patterns[i]) &&
            conversion_rank(p, args[i], guide->patterns[i]) < 0)
            return NULL;
    for (int i = 0; i < guide->count; i++)
        if (!guide->result_at && list[i].type && list[i].type->kind == TYPE_REFERENCE)
            return NULL; /* T && of the struct's T takes temporaries alone */
    if (!fill_arguments(p, guide, list, 0, place) || !meets_constraints(p, guide, list, place))
        return NULL;
    if (!guide->result_at)
        return class_of(p, t, list, place);
    struct result_reading r = {.guide = guide, .list = list};
    struct where where = {.prefix = guide->prefix, .place = place};
    read_at(p, &where, read_result, &r);
    return r.type;
}

/* Reads the initial value, where one stands behind the type or the name of the variable. */
static int read_ahead(struct parser *p, struct expr ***args)
{
    size_t saved = p->at;
    struct initial in;
    p->at += is_identifier(peek(p));
    size_t at = p->at;
    p->ready_at = 0;
    parse_initial(p, &in);
    p->ready = in;
    p->ready_at = at;
    p->ready_end = p->at;
    p->at = saved;
    if (in.value && (int)in.value->kind == EXPR_BRACES) {
        *args = in.value->args;
        return in.value->arg_count;
    }
    if (!in.value) {
        *args = in.args;
        return in.arg_count;
    }
    *args = arena_alloc(p->arena, sizeof **args);
    (*args)[0] = in.value;
    return 1;
}

_Noreturn static void fail_without_values(struct parser *p, const struct token *name)
{
    parse_fail(p, name->place, "'%s' needs its template arguments in < >",
               name_text(p, name->name));
}

/* Overload{lambdas} without a guide, which C++20 does not need. */
static struct type *callables_of(struct parser *p, struct template *t, struct expr **args,
                                 int count, struct place place)
{
    struct template_argument *list = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *list);
    for (int i = 0; i < count; i++)
        list[i].type = (int)args[i]->kind < EXPR_BRACES ? decay(p, args[i])->type->plain : NULL;
    return template_class(p, t, list, count, place);
}

struct type *deduced_class(struct parser *p, struct template *t, const struct token *name)
{
    struct expr **args = NULL;
    bool stands = is_identifier(peek(p)) || at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('{'));
    if (p->device || !stands || !t->body_at || t->is_alias)
        fail_without_values(p, name);
    int count = read_ahead(p, &args);
    if (!t->has_guides) {
        struct where there = {.prefix = t->prefix, .place = name->place};
        read_at(p, &there, collect_constructors, t); /* with the names that it knows */
    }
    bool typed = count == 1 && (int)args[0]->kind < EXPR_OVERLOAD;
    if (typed && args[0]->type->kind == TYPE_RECORD && args[0]->type->record->origin == t)
        return args[0]->type->plain;
    for (struct template *guide = t->guides; guide; guide = guide->next) {
        struct type *type = follow(p, t, guide, args, count, name->place);
        if (type)
            return type;
    }
    if (t->is_callables && count > 0)
        return callables_of(p, t, args, count, name->place);
    struct template_argument none[MAX_PARAMETERS];
    memset(none, 0, sizeof none);
    if (count == 0 && fill_arguments(p, t, none, 0, name->place))
        return template_class(p, t, none, t->count, name->place);
    if (!p->ready.any)
        fail_without_values(p, name);
    parse_fail_hint(p, name->place, "write them in < >",
                    "these values do not say the template arguments of '%s'",
                    name_text(p, name->name));
}

struct type *deduced_element(struct parser *p, const struct token *name)
{
    struct expr **args = NULL;
    int count = read_ahead(p, &args);
    bool braces = p->ready.value && (int)p->ready.value->kind == EXPR_BRACES;
    if (count == 0 || (int)args[0]->kind >= EXPR_OVERLOAD)
        parse_fail(p, name->place, "std::vector needs the type of its elements in < >");
    struct expr *first = decay(p, args[0]);
    if (count == 1 && first->type->disguise == DISGUISE_VECTOR)
        return first->type->base;
    for (int i = 1; i < count && braces; i++)
        if ((int)args[i]->kind >= EXPR_OVERLOAD ||
            decay(p, args[i])->type->plain != first->type->plain)
            parse_fail_hint(p, args[i]->place, "write the type of the elements in < >",
                            "the values of this std::vector have different types");
    if (braces)
        return first->type;
    if (count < 2 || (int)args[1]->kind >= EXPR_OVERLOAD)
        parse_fail(p, name->place, "std::vector needs the type of its elements in < >");
    struct expr *second = decay(p, args[1]);
    if (first->type->plain == second->type->plain && !type_is_arithmetic(first->type))
        return build_unary(p, PUNCT1('*'), first, name->place)->type;
    return second->type;
}
