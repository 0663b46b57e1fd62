/* Generic lambdas: what stands behind the captures is read again for the types of each call. */
#include "sim/script/candidate.h"
#include "sim/script/instance.h"

#include <string.h>

#define NOT_MET "what this lambda is called with does not meet its constraints"

struct made {
    struct function *function;
    struct template_argument *arguments; /* of a head's parameters */
    struct made *next;
};

struct generic {
    struct lambda lambda;
    struct made *instances;
    struct template *head;     /* [...]<class T>; NULL */
    struct template *patterns; /* of the parameters, when they have been asked for */
    size_t parameters_at;      /* its ( */
    struct scope *scope;       /* where it stands */
    struct body *body;
    struct record *record;
    uint32_t prefix;
    const char *text;
    struct place place;
};

struct instance {
    struct generic *generic;
    struct expr **args;
    int count;
    struct template_argument *given; /* in < > */
    int given_count;
    bool is_head; /* the parameters alone are wanted */
    struct place place;
    struct function *made;
};

bool at_generic(struct parser *p)
{
    if (!p->device && at_punct(p, PUNCT1('<')))
        return true;
    if (p->device || !at_punct(p, PUNCT1('(')))
        return false;
    size_t end = p->at + 1;
    for (int depth = 1; depth > 0; end++) {
        const struct token *t = &p->tokens[end];
        if (t->kind == TOKEN_END)
            return false;
        if (t->kind == TOKEN_NAME && t->name == KW_auto)
            return true;
        depth += t->punct == PUNCT1('(');
        depth -= t->punct == PUNCT1(')');
    }
    return false;
}

/* Whether a parameter between these tokens is called so. */
static bool is_parameter(struct parser *p, uint32_t name, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        uint16_t behind = p->tokens[i + 1].punct;
        if (is_identifier(&p->tokens[i]) && p->tokens[i].name == name &&
            (behind == PUNCT1(',') || behind == PUNCT1(')') || behind == PUNCT1('=')))
            return true;
    }
    return false;
}

static void capture_token(struct parser *p, struct lambda *l, const struct token *t)
{
    struct record *r = method_record(p->body);
    if (t->name == KW_this ||
        (r && is_identifier(t) &&
         (record_has_field(r, name_text(p, t->name)) || record_methods(p, r, t->name)))) {
        capture_this(p, l, t->place);
        return;
    }
    struct symbol *s = is_identifier(t) ? symbol_find(p, t->name) : NULL;
    for (int i = 0; s && s->kind == SYMBOL_PACK && is_variable_pack(s) && i < pack_count(s); i++) {
        struct symbol element = pack_element(p, s, i);
        capture_variable(p, l, &element, t->place);
    }
    if (s && s->kind == SYMBOL_VAR && symbol_is_local(s) && !s->var->is_global &&
        !s->var->has_value)
        capture_variable(p, l, s, t->place);
}

/* [=] and [&]: which variables the body names must be known before it is read. */
static void capture_named(struct parser *p, struct lambda *l, size_t begin, size_t body, size_t end)
{
    for (size_t i = body; i < end; i++) {
        const struct token *t = &p->tokens[i], *before = t - 1;
        bool member = before->punct == PUNCT1('.') || before->punct == PUNCT2('-', '>') ||
                      before->punct == PUNCT2(':', ':');
        if (t->kind == TOKEN_NAME && !member && !is_parameter(p, t->name, begin, body))
            capture_token(p, l, t);
    }
}

static void read_head_patterns(struct parser *p, void *context)
{
    p->device = true; /* what only an instance can know is let through */
    read_patterns(p, context);
}

/* [...]<class T, int N>, up to the parameters, which say what arguments make of T and N. */
static struct template *parse_head(struct parser *p, const char *text)
{
    struct template *t = template_new(p, place_here(p));
    bool device = p->device;
    t->text = text;
    parse_template_parameters(p, t);
    if (!at_punct(p, PUNCT1('(')))
        return t;
    size_t begin = p->at;
    if (!parse_protected(p, read_head_patterns, t))
        longjmp(*p->escape, 1);
    p->device = device;
    p->at = begin;
    return t;
}

/* In a scope of its own the head's parameters mean what the call makes of them. */
static struct template_argument *bind_head(struct parser *p, struct generic *g,
                                           const struct instance *in)
{
    struct template_argument *list = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *list);
    struct template *t = g->head;
    if (in->given_count > t->count || t->unsupported)
        parse_fail(p, in->place, "this lambda takes %d template arguments", t->count);
    if (in->given_count > 0)
        memcpy(list, in->given, (size_t)in->given_count * sizeof *list);
    if (!deduce_arguments(p, t, in->given_count, in->args, in->count, list) ||
        !fill_arguments(p, t, list, in->given_count, in->place))
        parse_fail(p, in->place, "this lambda does not take (%s)",
                   argument_types(p, in->args, in->count));
    bind_parameters(p, t, list, t->count);
    if (!constraints_met(p, t, list))
        parse_fail(p, in->place, NOT_MET);
    return list;
}

static bool same_made(const struct template *t, const struct made *made, const struct type *type,
                      const struct template_argument *list)
{
    bool same = same_parameters(made->function->type, type);
    for (int i = 0; t && same && i < t->count; i++)
        same = same_argument(&made->arguments[i], &list[i]);
    return same;
}

void parse_generic(struct parser *p, struct lambda *l, const char *text, struct place place)
{
    struct generic *g = arena_alloc(p->arena, sizeof *g);
    struct template *head = at_punct(p, PUNCT1('<')) ? parse_head(p, text) : NULL;
    size_t begin = p->at;
    if (at_punct(p, PUNCT1('(')))
        skip_balanced(p);
    while (!at_punct(p, PUNCT1('{'))) {
        if (peek(p)->kind == TOKEN_END || at_punct(p, PUNCT1(';')))
            parse_unexpected(p, "the { of the lambda's body");
        p->at++;
    }
    size_t body = p->at;
    skip_balanced(p);
    if (l->default_mode)
        capture_named(p, l, begin, body, p->at);
    l->default_mode = 0; /* they are all known */
    *g = (struct generic){.lambda = *l,
                          .head = head,
                          .parameters_at = begin,
                          .scope = p->scope,
                          .body = p->body,
                          .record = p->record,
                          .prefix = p->prefix,
                          .text = text,
                          .place = place};
    l->record->generic = g;
}

static void read_in_head(struct parser *p, struct instance *in)
{
    struct generic *g = in->generic;
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.abstract = true;
    p->at = g->parameters_at;
    p->record = g->record;
    struct template_argument *list = g->head ? bind_head(p, g, in) : NULL;
    p->at = g->parameters_at;
    p->auto_args = g->head ? NULL : in->args;
    p->auto_count = in->count;
    if (at_punct(p, PUNCT1('('))) {
        parse_lambda_parameters(p, &d, &g->lambda.is_mutable);
    } else {
        struct type *none[1];
        d.type = type_function(p, p->basic[TYPE_UNKNOWN], none, 0, false);
    }
    p->auto_args = NULL;
    if (d.requires_at && !own_constraint_holds(p, &d))
        parse_fail(p, in->place, NOT_MET);
    for (struct made *m = g->instances; m; m = m->next)
        if (same_made(g->head, m, d.type, list)) {
            in->made = m->function;
            return;
        }
    struct function *f = function_new(p, g->text, d.type, g->place);
    f->is_lambda = f->is_method = f->is_host = true;
    f->declared = d.parameters;
    f->pack_name = d.pack_name;
    f->required_count = 0;
    for (int i = 0; i < d.parameter_count; i++)
        if (!d.parameters[i].default_at)
            f->required_count = i + 1;
    in->made = f;
    if (in->is_head)
        return;
    struct made *m = arena_alloc(p->arena, sizeof *m);
    *m = (struct made){f, list, g->instances};
    g->instances = m;
    add_function(p, f);
    parse_lambda_function(p, f, &d, &g->lambda);
}

static void read_instance(struct parser *p, void *context)
{
    scope_push(p, SCOPE_TEMPLATE);
    read_in_head(p, context);
    scope_pop(p);
}

struct function *generic_function(struct parser *p, const struct type *type, struct expr **args,
                                  int count, struct place place)
{
    return generic_given(p, type, NULL, 0, args, count, place);
}

struct function *generic_given(struct parser *p, const struct type *type,
                               struct template_argument *given, int given_count, struct expr **args,
                               int count, struct place place)
{
    struct generic *g = type->plain->record->generic;
    if (!g)
        return lambda_function(type);
    struct instance in = {.generic = g,
                          .args = args,
                          .count = count,
                          .given = given,
                          .given_count = given_count,
                          .place = place};
    struct where where = {g->scope, g->body, g->prefix, place};
    read_at(p, &where, read_instance, &in);
    return in.made;
}

static void read_instance_apart(struct parser *p, void *context)
{
    struct instance *in = context;
    struct generic *g = in->generic;
    struct where where = {g->scope, g->body, g->prefix, in->place};
    read_at(p, &where, read_instance, in);
}

struct function *generic_head(struct parser *p, const struct type *type, struct expr **args,
                              int count, struct place place)
{
    struct instance in = {.generic = type->plain->record->generic,
                          .args = args,
                          .count = count,
                          .is_head = true,
                          .place = place};
    struct expr **auto_args = p->auto_args;
    int auto_count = p->auto_count;
    if (parse_protected(p, read_instance_apart, &in))
        return in.made;
    p->auto_args = auto_args;
    p->auto_count = auto_count;
    err_init(p->err);
    return NULL;
}

struct pattern_reading {
    struct generic *generic;
    struct template *made;
};

static void read_parameter_patterns(struct parser *p, void *context)
{
    struct pattern_reading *r = context;
    p->at = r->generic->parameters_at;
    p->record = r->generic->record;
    p->device = true;
    read_patterns(p, r->made);
    p->device = false;
}

static void read_patterns_there(struct parser *p, void *context)
{
    struct pattern_reading *r = context;
    struct where where = {r->generic->scope, r->generic->body, r->generic->prefix,
                          r->generic->place};
    read_at(p, &where, read_parameter_patterns, r);
}

const struct template *generic_patterns(struct parser *p, const struct type *type)
{
    struct generic *g = type->plain->record->generic;
    if (g->head || g->patterns)
        return g->head ? g->head : g->patterns;
    struct pattern_reading r = {.generic = g, .made = template_new(p, g->place)};
    r.made->text = "auto";
    g->patterns = r.made;
    if (!parse_protected(p, read_patterns_there, &r)) {
        *r.made = (struct template){.text = "auto"}; /* which says nothing */
        err_init(p->err);
    }
    return r.made;
}
