/* What stands before a template's body: its kind and name and, for functions, patterns of types. */
#include "sim/script/objects.h"

#include <string.h>

static void skip_to_semicolon(struct parser *p)
{
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END) {
        const struct token *t = peek(p);
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{')) {
            skip_balanced(p);
            if (t->punct == PUNCT1('{'))
                return;
        } else {
            p->at++;
        }
    }
    accept_punct(p, PUNCT1(';'));
}

/* Behind a variable's value, in which what stands in braces is no end: requires { ... } && more. */
static void skip_variable(struct parser *p)
{
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END)
        if (at_punct(p, PUNCT1('(')) || at_punct(p, PUNCT1('[')) || at_punct(p, PUNCT1('{')))
            skip_balanced(p);
        else
            p->at++;
    accept_punct(p, PUNCT1(';'));
}

/* Reads the name: of a new template, or, before a <, of one that is there. */
static bool names_specialization(struct parser *p, struct template *t, struct symbol **s)
{
    const struct token *name = peek(p);
    uint32_t prefix;
    if (!is_identifier(name) && !at_punct(p, PUNCT2(':', ':')))
        parse_unexpected(p, "the name of the struct");
    size_t begin = p->at;
    uint16_t after = peek_ahead(p, 1)->punct;
    if (after == PUNCT1('<') || !is_identifier(name) || after == PUNCT2(':', ':')) {
        while (is_identifier(peek(p)) || at_punct(p, PUNCT2(':', ':')))
            p->at++;
        bool special = at_punct(p, PUNCT1('<'));
        p->at = begin;
        *s = special ? parse_qualified(p, &name, &prefix) : NULL;
        if (special && !*s && prefix)
            parse_fail_unknown(p, name, prefix);
        if (special && (!*s || (*s)->kind != SYMBOL_CLASS_TEMPLATE))
            parse_fail(p, name->place, "there is no template '%s' to specialize",
                       name_text(p, name->name));
        if (special)
            return true;
    }
    t->name = name_join(p, p->prefix, expect_name(p, "the name of the struct"));
    t->text = name_text(p, t->name);
    if (t->count == 0)
        parse_unexpected(p, "a < with the arguments of the specialization");
    return false;
}

/* What was declared before says the defaults for what is declared now, in its own names. */
static void keep_fallbacks(struct parser *p, const struct template *before, struct template *t)
{
    struct template *kept = arena_alloc(p->arena, sizeof *kept);
    *kept = *before; /* it becomes t */
    t->before = kept;
    t->required = before->required < t->required ? before->required : t->required;
    for (int i = 0; i < t->count && i < before->count; i++) {
        const struct template_parameter *old = &before->parameters[i];
        if (t->parameters[i].fallback_at || !old->fallback_at)
            continue;
        t->parameters[i].fallback_at = old->fallback_at;
        t->parameters[i].fallback_of = old->fallback_of ? old->fallback_of : kept;
    }
}

bool earlier_default(struct parser *p, const struct template *t,
                     const struct template_argument *args, struct parameter *parameter, int index)
{
    const struct template *b = t->before;
    while (b && (index >= b->pattern_count || !b->default_at || !b->default_at[index]))
        b = b->before;
    if (parameter->default_at || !b)
        return parameter->default_at > 0;
    bind_scope(p, b, args);
    parameter->default_at = b->default_at[index];
    parameter->prefix = b->prefix;
    parameter->scope = p->scope;
    scope_pop(p);
    return true;
}

static void parse_class(struct parser *p, struct template *t)
{
    t->is_union = at_keyword(p, KW_union);
    t->is_class_keyword = at_keyword(p, KW_class);
    p->at++;
    skip_attributes(p);
    if (at_keyword(p, KW___align__) || at_keyword(p, KW_alignas)) {
        p->at++;
        skip_balanced(p);
    }
    t->place = place_here(p);
    t->is_class = true;
    t->inside = p->record;
    struct symbol *s = NULL;
    bool special = names_specialization(p, t, &s);
    if (special)
        parse_specialization(p, t, s->template);
    accept_keyword(p, KW_final);
    if (at_punct(p, PUNCT1('{')) || at_punct(p, PUNCT1(':'))) {
        t->body_at = p->at;
        while (!at_punct(p, PUNCT1('{')) && peek(p)->kind != TOKEN_END)
            p->at++;
        skip_balanced(p);
    }
    s = symbol_here(p, t->name);
    if (special) {
        /* its arguments find it */
    } else if (s && s->kind == SYMBOL_CLASS_TEMPLATE && !s->template->body_at) {
        struct template *first = s->template;
        keep_fallbacks(p, first, t);
        t->specializations = first->specializations;
        *first = *t;
    } else if (s) {
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text, s->place.line);
    } else {
        s = symbol_declare(p, t->name, SYMBOL_CLASS_TEMPLATE, t->place);
        s->template = t;
    }
    accept_punct(p, PUNCT1(';'));
}

/* using name = type; */
static void parse_alias(struct parser *p, struct template *t)
{
    p->at++;
    t->place = place_here(p);
    t->name = name_join(p, p->prefix, expect_name(p, "the new name of the type"));
    t->text = name_text(p, t->name);
    t->is_class = t->is_alias = true;
    t->inside = p->record;
    skip_attributes(p);
    expect(p, PUNCT1('='), "after the new name");
    t->body_at = p->at;
    if (symbol_here(p, t->name))
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text,
                   symbol_here(p, t->name)->place.line);
    symbol_declare(p, t->name, SYMBOL_CLASS_TEMPLATE, t->place)->template = t;
    skip_to_semicolon(p);
}

/* const T name = value; false: something else stands here. */
static bool parse_constant_template(struct parser *p, struct template *t)
{
    size_t begin = p->at, end = begin;
    while (p->tokens[end].name == KW_static || p->tokens[end].name == KW_inline ||
           p->tokens[end].name == KW_constexpr || p->tokens[end].name == KW_constinit ||
           p->tokens[end].name == KW___device__)
        end++;
    end = skip_type(p, end);
    while (p->tokens[end].punct == PUNCT1('*') ||
           (p->tokens[end].kind == TOKEN_NAME && p->tokens[end].name == KW_const))
        end++;
    /* behind a keyword the name counts as the type's */
    end -= p->tokens[end].punct == PUNCT1('=') || p->tokens[end].punct == PUNCT1('{');
    const struct token *name = &p->tokens[end];
    if (!is_identifier(name) || (name[1].punct != PUNCT1('=') && name[1].punct != PUNCT1('{')))
        return false;
    t->begin = begin;
    t->place = name->place;
    t->name = name_join(p, p->prefix, name->name);
    t->text = name_text(p, t->name);
    t->is_class = t->is_variable = true;
    if (symbol_here(p, t->name))
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text,
                   symbol_here(p, t->name)->place.line);
    symbol_declare(p, t->name, SYMBOL_CLASS_TEMPLATE, t->place)->template = t;
    skip_variable(p);
    return true;
}

/* const T name<arguments> = value, of a template of a constant that is there; false: something
 * else. */
static bool parse_constant_specialization(struct parser *p, struct template *t)
{
    size_t begin = p->at, name = begin, behind = begin;
    const struct symbol *s = NULL;
    for (; !s && p->tokens[name].kind != TOKEN_END; name++) {
        const struct token *at = &p->tokens[name];
        if (at->punct == PUNCT1('=') || at->punct == PUNCT1(';') || at->punct == PUNCT1('{') ||
            at->punct == PUNCT1('('))
            return false;
        if (!is_identifier(at) || at[1].punct != PUNCT1('<'))
            continue;
        s = symbol_find(p, at->name);
        behind = skip_angles(p, name + 1);
        uint16_t after = p->tokens[behind].punct;
        bool meant = s && s->kind == SYMBOL_CLASS_TEMPLATE && s->template->is_variable &&
                     (after == PUNCT1('=') || after == PUNCT1('{'));
        s = meant ? s : NULL;
    }
    if (!s)
        return false;
    t->place = p->tokens[name - 1].place;
    t->begin = t->body_at = begin;
    t->is_class = t->is_variable = true;
    p->at = name; /* at the < */
    parse_specialization(p, t, s->template);
    skip_variable(p);
    return true;
}

/* At a constructor: its name and parameters. */
bool read_constructor_head(struct parser *p, const struct record *r, struct specifiers *s,
                           struct declarator *d)
{
    size_t begin = p->at;
    while (at_keyword(p, KW_explicit) || at_keyword(p, KW_inline) || at_keyword(p, KW_constexpr) ||
           at_keyword(p, KW_consteval) || at_keyword(p, KW___host__)) {
        s->is_explicit |= at_keyword(p, KW_explicit);
        p->at++;
    }
    const struct token *t = peek(p);
    if (!r || !is_identifier(t) || peek_ahead(p, 1)->punct != PUNCT1('(') ||
        !is_constructor_name(p, r, t->name)) {
        p->at = begin;
        return false;
    }
    p->at++;
    d->abstract = d->is_special = true;
    parse_declarator(p, s, p->basic[TYPE_VOID], d);
    d->name = t;
    d->name_id = t->name;
    d->place = t->place;
    return true;
}

/* Its name stands for what an instance makes of it. */
static void declare_placeholder(struct parser *p, const struct template *t, int i)
{
    const struct template_parameter *parameter = &t->parameters[i];
    if (!parameter->name)
        return;
    if (parameter->inner) {
        declare_template_name(p, parameter->name, parameter->inner, parameter->place);
        return;
    }
    struct symbol *symbol = symbol_declare(
        p, parameter->name, parameter->is_type ? SYMBOL_TYPE : SYMBOL_VALUE, parameter->place);
    symbol->type = parameter->is_type ? type_placeholder(p, name_text(p, parameter->name), i)
                                      : parameter->type;
    symbol->value = 1;
    symbol->stands = parameter->is_type ? 0 : i + 1;
}

void push_placeholders(struct parser *p, const struct template *t)
{
    scope_push(p, SCOPE_TEMPLATE);
    for (int i = 0; i < t->count; i++)
        declare_placeholder(p, t, i);
}

static void keep_patterns(struct parser *p, struct template *t, const struct declarator *d)
{
    t->pattern_count = d->parameter_count;
    t->pattern_variadic = d->is_variadic;
    t->pattern_pack = d->last_is_pack;
    t->patterns = arena_alloc(p->arena, ((size_t)d->parameter_count + 1) * sizeof *t->patterns);
    t->default_at = arena_alloc(p->arena, ((size_t)d->parameter_count + 1) * sizeof *t->default_at);
    t->required = 0;
    for (int i = 0; i < d->parameter_count; i++) {
        t->patterns[i] = type_plain(p, d->parameters[i].type);
        t->default_at[i] = d->parameters[i].default_at;
        if (!d->parameters[i].default_at && !(d->last_is_pack && i == d->parameter_count - 1))
            t->required = i + 1;
    }
}

void read_patterns(struct parser *p, struct template *t)
{
    struct specifiers s;
    struct declarator d;
    size_t begin = p->at;
    memset(&s, 0, sizeof s);
    do {
        memset(&d, 0, sizeof d);
        p->at = begin;
        push_placeholders(p, t);
        d.abstract = d.is_special = d.takes_auto = true;
        parse_declarator(p, &s, p->basic[TYPE_VOID], &d);
        scope_pop(p);
        if (d.has_auto)
            add_auto_parameters(p, t, &d);
    } while (d.has_auto);
    keep_patterns(p, t, &d);
}

/* The function's declarator with placeholders for the parameters. */
static void read_head(struct parser *p, void *context)
{
    struct template *t = context;
    struct specifiers s;
    struct declarator d;
    size_t begin = p->at;
    bool again;
    do { /* with those that are auto it is read once more */
        memset(&s, 0, sizeof s);
        memset(&d, 0, sizeof d);
        d.takes_auto = true;
        p->at = begin;
        push_placeholders(p, t);
        t->is_constructor = read_constructor_head(p, p->record, &s, &d);
        if (!t->is_constructor) {
            parse_specifiers(p, &s);
            if (!s.type && !s.is_auto)
                parse_no_type(p, "a type");
            t->is_kernel = s.is_kernel;
            t->is_device = s.is_device && !s.is_host;
            parse_declared(p, &s, &d);
        }
        again = d.has_auto;
        if (again) {
            add_auto_parameters(p, t, &d);
            scope_pop(p);
        }
    } while (again);
    if (d.requires_at)
        add_own_constraint(p, t, &d);
    t->is_explicit = s.is_explicit;
    scope_pop(p);
    if (!d.name)
        parse_unexpected(p, "the name of the template");
    if (!d.is_function)
        t->unsupported = "only functions and structs can be templates here";
    t->name = name_join(p, p->is_friend ? p->friend_prefix : p->prefix, d.name_id);
    if (p->prefix)
        device_found_by_arguments(p, d.name_id);
    t->place = d.place;
    if (d.prefix) {
        const struct symbol *of = symbol_innermost(p, d.prefix);
        if (!of || of->kind != SYMBOL_TYPE || of->type->kind != TYPE_RECORD)
            parse_fail(p, d.place, "this is no member of a struct");
        t->defines = of->type->record;
        t->name = d.name_id;
        t->is_const_method = d.const_method;
    }
    t->inside = p->record;
    if (p->record && !s.is_static && !p->is_friend && !d.prefix) {
        t->record = p->record;
        t->name = d.name_id;
        t->is_const_method = d.const_method;
    }
    keep_patterns(p, t, &d);
}

static void keep_body(struct parser *p, const struct template *t)
{
    if (t->is_kernel || t->builtin)
        return;
    struct template_body *body = arena_alloc(p->arena, sizeof *body);
    body->name = t->text;
    body->tokens = range_between(p, t->body_at, p->at);
    body->next = p->tu->template_bodies;
    p->tu->template_bodies = body;
}

static bool same_patterns(const struct template *a, const struct template *b)
{
    return a->count == b->count && a->pattern_count == b->pattern_count &&
           a->pattern_pack == b->pattern_pack;
}

/* Those that a specialization made stay. */
static struct template_instance *special_instances(const struct template *t)
{
    struct template_instance *all = NULL, *next;
    for (struct template_instance *i = t->instances; i; i = next) {
        next = i->next;
        if (!i->function || !i->function->is_special_case)
            continue;
        i->next = all;
        all = i;
    }
    return all;
}

/* What declares it in the struct, a static one among its names. */
static struct template *find_declared(struct parser *p, const struct template *t)
{
    const struct record *r = t->defines;
    uint32_t flat = name_join(p, intern_adds(&p->tu->names, r->name), t->name);
    const struct symbol *s = symbol_innermost(p, flat);
    struct overload *all[] = {r->templates, s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL};
    for (int i = 0; i < 2; i++)
        for (struct overload *o = all[i]; o; o = o->next) {
            struct template *other = o->template;
            if (other && other->name == (i ? flat : t->name) && same_patterns(other, t) &&
                !other->body_at && (i || other->is_const_method == t->is_const_method))
                return other;
        }
    return NULL;
}

/* The body of what the struct declares. */
static void define_member(struct parser *p, struct template *t)
{
    struct template *declared = find_declared(p, t);
    if (!declared)
        parse_fail(p, t->place, "%s has no template '%s' with these parameters that is not defined",
                   t->defines->name, name_text(p, t->name));
    if (p->outside) {
        t->head = p->outside_head;
        t->head_arguments = p->record->arguments;
    }
    t->name = declared->name;
    t->text = declared->text;
    t->prefix = declared->prefix;
    t->record = declared->record;
    t->inside = declared->inside;
    t->is_explicit = declared->is_explicit;
    keep_fallbacks(p, declared, t);
    t->instances = declared->instances;
    *declared = *t;
    for (struct template_instance *i = t->instances; i; i = i->next)
        template_define_early(p, declared, i);
}

void parse_function_template(struct parser *p, struct template *t)
{
    bool device = p->device;
    if (t->instead) /* its head cannot be read: A... a */
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    t->begin = p->at;
    p->device = true; /* names that only an instance can resolve are let through */
    if (!parse_protected(p, read_head, t)) {
        p->device = device;
        longjmp(*p->escape, 1);
    }
    p->device = device;
    t->text = name_text(p, t->name);
    if (at_punct(p, PUNCT1('{')) || (t->is_constructor && at_punct(p, PUNCT1(':')))) {
        t->body_at = p->at;
        skip_method_body(p);
        keep_body(p, t);
    } else {
        skip_to_semicolon(p);
    }
    if (t->defines) {
        if (!t->body_at)
            parse_unexpected(p, "the body of the member");
        define_member(p, t);
        return;
    }
    if (t->record) {
        struct overload *o = arena_alloc(p->arena, sizeof *o);
        o->template = t;
        o->next = t->record->templates;
        t->record->templates = o;
        return;
    }
    while (p->is_friend && p->scope->kind > SCOPE_NAMESPACE)
        p->scope = p->scope->outer; /* not in that of the parameters of the struct's template */
    p->is_friend = false;
    struct symbol *s = symbol_here(p, t->name);
    if (s && s->kind != SYMBOL_FUNCTION)
        parse_fail(p, t->place, "'%s' is declared already, at line %u", t->text, s->place.line);
    if (!s)
        s = symbol_declare(p, t->name, SYMBOL_FUNCTION, t->place);
    struct overload **last = &s->overloads;
    for (; *last; last = &(*last)->next) {
        struct template *other = (*last)->template;
        if (other && same_patterns(other, t) && !other->body_at && t->body_at) {
            keep_fallbacks(p, other, t);
            t->instances = special_instances(other);
            *other = *t; /* the declaration gets its body */
            return;
        }
    }
    *last = arena_alloc(p->arena, sizeof **last);
    (*last)->template = t;
}

static void check_packs(struct parser *p, struct template *t)
{
    bool function = !at_keyword(p, KW_struct) && !at_keyword(p, KW_class) &&
                    !at_keyword(p, KW_union) && !at_keyword(p, KW_using);
    bool own_function = function && !t->builtin; /* its parameters say what is in each pack */
    for (int i = 0; i < t->count && !t->unsupported; i++) {
        bool last = i == t->count - 1;
        if (!t->parameters[i].is_pack || last || own_function)
            continue;
        t->place = t->parameters[i].place;
        t->unsupported = "a pack that is not the last parameter is not supported";
        t->instead = "let it be the last";
    }
}

struct template *template_new(struct parser *p, struct place place)
{
    struct template *t = arena_alloc(p->arena, sizeof *t);
    t->place = place;
    t->prefix = p->prefix;
    t->builtin = p->tu->sources.files[place.file].builtin;
    t->parameters = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *t->parameters);
    return t;
}

void parse_template_parameters(struct parser *p, struct template *t)
{
    bool more = peek_ahead(p, 1)->punct != PUNCT1('>');
    p->at++;
    scope_push(p, SCOPE_TEMPLATE);
    while (more) {
        if (t->count == MAX_PARAMETERS)
            parse_fail(p, t->place, "more than %d template parameters", MAX_PARAMETERS);
        parse_template_parameter(p, t);
        declare_placeholder(p, t, t->count - 1);
        more = accept_punct(p, PUNCT1(','));
    }
    if (!accept_angle_close(p))
        parse_unexpected(p, "a > after the template's parameters");
    parse_requires(p, t);
    scope_pop(p);
}

void parse_template(struct parser *p)
{
    struct place place = next(p)->place;
    if (!accept_punct(p, PUNCT1('<'))) { /* an explicit instance: it is made where it is used */
        skip_to_semicolon(p);
        return;
    }
    struct template *t = template_new(p, place);
    bool special = at_punct(p, PUNCT1('>'));
    if (special && p->record)
        parse_fail_hint(p, place, "define it behind the struct",
                        "a specialization inside a struct is not supported");
    if (special && peek_ahead(p, 1)->name != KW_struct && peek_ahead(p, 1)->name != KW_class) {
        p->at++;
        if (!parse_member_specialization(p) && !parse_constant_specialization(p, t))
            parse_function_specialization(p);
        return;
    }
    p->at--;
    parse_template_parameters(p, t);
    if (at_keyword(p, KW_template) && parse_outside_member(p, t))
        return;
    if (at_keyword(p, KW_template))
        parse_fail(p, place_here(p), "templates inside templates are not supported");
    if (parse_callables(p, t) || parse_concept(p, t))
        return;
    check_packs(p, t);
    if (at_keyword(p, KW_struct) || at_keyword(p, KW_class) || at_keyword(p, KW_union))
        parse_class(p, t);
    else if (at_keyword(p, KW_using))
        parse_alias(p, t);
    else if (!parse_guide(p, t) && !parse_constant_specialization(p, t) &&
             !parse_constant_template(p, t) && (p->record || !parse_outside_member(p, t)))
        parse_function_template(p, t);
}
