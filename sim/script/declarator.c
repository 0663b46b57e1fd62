/* Declarators: the stars, names, bounds and parameter lists around a type. */
#include "sim/script/objects.h"

#include <string.h>

static void skip_qualifiers(struct parser *p, struct type **type)
{
    for (;;) {
        skip_attributes(p);
        if (accept_keyword(p, KW_const))
            *type = type_const(p, *type);
        else if (!accept_keyword(p, KW_volatile) && !accept_keyword(p, KW___restrict__) &&
                 !accept_keyword(p, KW___restrict) && !accept_keyword(p, KW___volatile__))
            return;
    }
}

static struct type *parse_pointers(struct parser *p, struct type *type, bool const_inside)
{
    int levels = 0;
    skip_qualifiers(p, &type);
    for (;;) {
        struct place place = place_here(p);
        if (accept_punct(p, PUNCT1('*'))) {
            if (type->kind == TYPE_REFERENCE)
                parse_fail(p, place, "there are no pointers to references");
            if (++levels > 32)
                parse_fail(p, place, "more than 32 stars");
            type = type_pointer(p, type);
            skip_qualifiers(p, &type);
        } else if (at_member_star(p, p->at)) {
            type = parse_member_star(p, type, const_inside);
            skip_qualifiers(p, &type);
        } else if (accept_punct(p, PUNCT1('&'))) {
            if (type->kind == TYPE_REFERENCE)
                continue; /* a template's T that is a reference already */
            type = type_reference(p, type);
            skip_qualifiers(p, &type);
        } else if (at_punct(p, PUNCT2('&', '&'))) {
            bool pattern = type->kind == TYPE_UNKNOWN && type->length > 0;
            if (type->kind != TYPE_REFERENCE) /* that of a T which is one already stays */
                type = p->device && !pattern ? type_reference(p, type) : type_rvalue(p, type);
            p->at++;
        } else {
            return type;
        }
    }
}

static struct type *adjust_parameter(struct parser *p, struct type *type)
{
    if (type->kind == TYPE_ARRAY)
        return type_pointer(p, type->base);
    if (type->kind == TYPE_FUNCTION)
        return type_pointer(p, type);
    return type;
}

static void add_parameter(struct parser *p, struct declarator *d, const struct parameter *made)
{
    int n = d->parameter_count;
    if (n >= MAX_ARGUMENTS)
        parse_fail(p, made->place, "more than %d parameters", MAX_ARGUMENTS);
    if (n % 8 == 0) {
        struct parameter *more = arena_alloc(p->arena, ((size_t)n + 8) * sizeof *more);
        if (n > 0)
            memcpy(more, d->parameters, (size_t)n * sizeof *more);
        d->parameters = more;
    }
    d->parameters[d->parameter_count++] = *made;
}

/* The type that an argument gives to the auto parameter of a lambda. */
static struct type *auto_parameter(struct parser *p, struct specifiers *s, struct declarator *d,
                                   int index)
{
    if (index >= p->auto_count)
        parse_fail(p, d->place, "argument %d is missing, which gives this parameter its type",
                   index + 1);
    struct expr **args = p->auto_args;
    p->auto_args = NULL;
    struct type *type = deduce_auto(p, s, d, args[index]);
    p->auto_args = args;
    return type;
}

/* Whether the declarator that begins there has a ... of its own, as T *...a and T (&...a)[2], not
 * as R (*f)(A...). */
static bool names_pack(struct parser *p, size_t begin)
{
    int depth = 0;
    for (size_t i = begin; i < p->at; i++) {
        uint16_t punct = p->tokens[i].punct, before = i > begin ? p->tokens[i - 1].punct : 0;
        depth += punct == PUNCT1('(');
        depth -= punct == PUNCT1(')');
        bool refers = before == PUNCT1('&') || before == PUNCT2('&', '&') || before == PUNCT1('*');
        if (punct == PUNCT3('.', '.') && (depth == 0 || refers))
            return true;
    }
    return false;
}

static void parse_parameter(struct parser *p, struct declarator *d)
{
    struct specifiers s;
    memset(&s, 0, sizeof s);
    struct place place = place_here(p);
    parse_specifiers(p, &s);
    bool is_auto = s.is_auto;
    if (s.is_auto && !p->auto_args)
        name_auto(p, &s, d);
    if (!s.type && !s.is_auto)
        parse_no_type(p, "the type of a parameter");
    struct declarator inner;
    memset(&inner, 0, sizeof inner);
    inner.takes_pack = true;
    size_t begin = p->at;
    parse_declared(p, &s, &inner);
    bool is_pack = names_pack(p, begin);
    d->last_is_pack |= is_pack;
    if (s.is_auto)
        inner.type = auto_parameter(p, &s, &inner, d->parameter_count);
    struct parameter made = {.place = inner.name ? inner.name->place : place};
    made.is_auto = is_auto;
    made.is_auto_pack = is_auto && is_pack;
    made.concept_at = s.concept_at;
    made.type = adjust_parameter(p, inner.type);
    if (inner.vla_count > 0)
        made.type = type_pointer(p, inner.vla_element);
    made.name = inner.name ? inner.name->name : 0;
    if (made.type->kind == TYPE_VOID)
        parse_fail(p, place, "a parameter cannot be void");
    if (accept_punct(p, PUNCT1('='))) {
        made.default_at = p->at;
        made.scope = p->scope;
        made.prefix = p->prefix;
        skip_value(p, PUNCT1(')'), "a )");
    } else if (d->parameter_count > 0 && d->parameters[d->parameter_count - 1].default_at) {
        if (!p->device)
            parse_fail(p, place, "this parameter needs a default as well: the one before has one");
    }
    add_parameter(p, d, &made);
}

static void parse_pack_element(struct parser *p, void *context)
{
    struct declarator *d = context;
    int before = d->parameter_count;
    parse_parameter(p, d);
    for (int i = before; i < d->parameter_count; i++)
        d->parameters[i].is_pack = true;
}

/* Whether auto... name, auto &&... name or their like stands here. */
static bool at_auto_pack(struct parser *p)
{
    size_t at = p->at;
    bool is_auto = false;
    while (p->tokens[at].kind == TOKEN_NAME) { /* const Concept auto */
        if (is_identifier(&p->tokens[at])) {
            if (is_auto || !concept_at(p, at, &at))
                break;
        } else {
            is_auto |= p->tokens[at++].name == KW_auto;
        }
    }
    while (p->tokens[at].punct == PUNCT1('&') || p->tokens[at].punct == PUNCT2('&', '&') ||
           p->tokens[at].punct == PUNCT1('*'))
        at++;
    return is_auto && p->tokens[at].punct == PUNCT3('.', '.');
}

/* A parameter for each argument that is left. */
static void parse_auto_pack(struct parser *p, struct declarator *d)
{
    size_t begin = p->at;
    while (d->parameter_count < p->auto_count) {
        p->at = begin;
        parse_pack_element(p, d);
    }
    p->at = begin;
    while (!at_punct(p, PUNCT1(')')) && peek(p)->kind != TOKEN_END)
        p->at++;
    const struct token *last = &p->tokens[p->at - 1];
    d->pack_name = is_identifier(last) ? last->name : 0;
    p->has_packs = true;
}

/* T, auto or const auto & */
static struct type *parse_result(struct parser *p)
{
    bool is_const = at_keyword(p, KW_const) && peek_ahead(p, 1)->name == KW_auto;
    if (!is_const && !at_keyword(p, KW_auto))
        return parse_type_id(p);
    p->at += 1 + is_const;
    struct type *type = is_const ? type_const(p, p->basic[TYPE_UNKNOWN]) : p->basic[TYPE_UNKNOWN];
    if (accept_punct(p, PUNCT1('&')))
        return type_reference(p, type);
    return accept_punct(p, PUNCT2('&', '&')) ? type_rvalue(p, type) : type->plain;
}

void declare_unevaluated(struct parser *p, const struct declarator *d)
{
    if (d->pack_name)
        declare_pack(p, d->pack_name, d->place);
    for (int i = 0; i < d->parameter_count; i++) {
        const struct parameter *parameter = &d->parameters[i];
        if (!parameter->name || (symbol_here(p, parameter->name) && !parameter->is_pack))
            continue;
        struct var *v = arena_alloc(p->arena, sizeof *v);
        v->name = name_text(p, parameter->name);
        v->is_reference = parameter->type->kind == TYPE_REFERENCE;
        v->type = v->is_reference ? type_pointer(p, parameter->type->base) : parameter->type;
        if (parameter->is_pack)
            extend_pack(p, parameter->name, v);
        else
            symbol_declare(p, parameter->name, SYMBOL_VAR, parameter->place)->var = v;
    }
}

/* -> T: the parameters are known in it. */
static struct type *parse_trailing_result(struct parser *p, struct declarator *d)
{
    scope_push(p, SCOPE_BLOCK);
    declare_unevaluated(p, d);
    struct expr *initial_of = p->initial_of;
    struct body *initial_in = p->initial_in;
    if (p->record && p->record->complete && !p->body) { /* decltype(member) */
        struct type *own = p->record->type;
        own = type_pointer(p, d->const_method ? type_const(p, own) : own);
        p->initial_of = expr_deref(p, expr_int(p, own, 0, d->place), d->place);
        p->initial_in = NULL;
    }
    d->trailing_result = parse_result(p);
    p->initial_of = initial_of;
    p->initial_in = initial_in;
    scope_pop(p);
    return d->trailing_result;
}

/* Behind the ( */
static struct type *parse_parameters(struct parser *p, struct type *result, struct declarator *d)
{
    d->parameters_at = p->at - 1;
    if (at_keyword(p, KW_void) && peek_ahead(p, 1)->punct == PUNCT1(')'))
        p->at++;
    while (!accept_punct(p, PUNCT1(')'))) {
        if (d->parameter_count > 0 || d->is_variadic)
            expect(p, PUNCT1(','), "or ) after a parameter");
        if (accept_punct(p, PUNCT3('.', '.'))) {
            d->is_variadic = true;
            expect(p, PUNCT1(')'), "after ...");
            break;
        }
        enter(p, place_here(p));
        if (at_auto_pack(p) && p->auto_args)
            parse_auto_pack(p, d);
        else if (at_auto_pack(p) && parse_named_pack(p, d, parse_pack_element))
            ; /* read */
        else if (at_expansion(p))
            d->pack_name = expand(p, parse_pack_element, d);
        else
            parse_parameter(p, d);
        leave(p);
    }
    for (;;) {
        if (accept_keyword(p, KW_const)) {
            d->const_method = true;
        } else if (accept_punct(p, PUNCT1('&'))) {
            d->takes = METHOD_OF_LVALUE;
        } else if (accept_punct(p, PUNCT2('&', '&'))) {
            d->takes = METHOD_OF_RVALUE;
        } else if (accept_keyword(p, KW_noexcept)) {
            d->is_noexcept = true;
            if (at_punct(p, PUNCT1('(')))
                skip_balanced(p);
        } else if (at_keyword(p, KW_throw) && peek_ahead(p, 1)->punct == PUNCT1('(')) {
            p->at++;
            skip_balanced(p);
        } else if (at_keyword(p, KW___attribute__) ||
                   (at_punct(p, PUNCT1('[')) && peek_ahead(p, 1)->punct == PUNCT1('['))) {
            skip_attributes(p);
        } else if (d->lambda_mutable && accept_keyword(p, KW_mutable)) {
            *d->lambda_mutable = true;
        } else if (d->lambda_mutable &&
                   (accept_keyword(p, KW_constexpr) || accept_keyword(p, KW_consteval))) {
            continue; /* a lambda is so anyhow */
        } else if (accept_keyword(p, KW_override)) {
            d->is_override = true;
        } else if (accept_keyword(p, KW_final)) {
            d->is_final = true;
        } else {
            break;
        }
    }
    if (d->has_auto) /* it is read again, as a template */
        return type_function(p, result, NULL, 0, false);
    skip_requires(p, &d->requires_at, &d->requires_end);
    if (accept_punct(p, PUNCT2('-', '>'))) {
        result = parse_trailing_result(p, d);
        skip_requires(p, &d->requires_at, &d->requires_end);
    }
    struct type **types =
        arena_alloc(p->arena, ((size_t)d->parameter_count + 1) * sizeof(struct type *));
    for (int i = 0; i < d->parameter_count; i++)
        types[i] = type_plain(p, d->parameters[i].type);
    return type_function(p, result, types, d->parameter_count, d->is_variadic);
}

/* (parameters) mutable -> T of a lambda */
void parse_lambda_parameters(struct parser *p, struct declarator *d, bool *is_mutable)
{
    p->at++;
    d->lambda_mutable = is_mutable;
    d->type = parse_parameters(p, p->basic[TYPE_UNKNOWN], d);
}

/* At a name with its namespace, and its < >, that nothing declares: it was meant as a type where
 * another name, a star or, behind < >, no value follows. On the host it is an error either way. */
static bool at_unknown_type(struct parser *p)
{
    if (p->device || !is_identifier(peek(p)) || peek_ahead(p, 1)->punct != PUNCT2(':', ':'))
        return false;
    size_t saved = p->at;
    const struct token *name;
    uint32_t prefix;
    bool unknown = !parse_qualified(p, &name, &prefix);
    bool angles = at_punct(p, PUNCT1('<'));
    const struct token *after = &p->tokens[angles ? skip_angles(p, p->at) : p->at];
    p->at = saved;
    return unknown &&
           (is_identifier(after) || after->punct == PUNCT1('*') || after->punct == PUNCT1('&') ||
            (angles && (after->punct == PUNCT1(')') || after->punct == PUNCT1(','))));
}

/* Whether the ( here begins parameters, not the arguments of a constructor. */
static bool at_parameters(struct parser *p)
{
    const struct token *t = peek_ahead(p, 1);
    if (t->punct == PUNCT1(')') || t->punct == PUNCT3('.', '.'))
        return true;
    p->at++;
    bool type = at_type(p) || (peek(p)->kind == TOKEN_NAME &&
                               (at_keyword(p, KW___grid_constant__) || at_keyword(p, KW_register)));
    /* T(x) and T{x} are values; T (*name) and T (&name) are parameters */
    const struct token *after = peek_ahead(p, 1);
    const struct token *behind = type ? &p->tokens[skip_type(p, p->at)] : after;
    if (type && !at_keyword(p, KW_decltype) && behind->punct == PUNCT1('('))
        type = behind[1].punct == PUNCT1('*') || behind[1].punct == PUNCT1('&') ||
               at_member_star(p, (size_t)(behind - p->tokens) + 1);
    else if (type && behind->punct == PUNCT1('{'))
        type = false;
    type |= at_unknown_type(p);
    p->at--;
    /* an undeclared name followed by another name was meant as a type; by * or & it may have been,
     * and on the host it is an error either way */
    bool pointed = !p->device && (after->punct == PUNCT1('*') || after->punct == PUNCT1('&'));
    if (!type && is_identifier(t) && (is_identifier(after) || pointed) &&
        !symbol_find(p, t->name) && !is_implicit_member(p, t->name, t->place))
        return true;
    return type;
}

static void check_length(struct parser *p, struct type *element, int64_t length, struct place place)
{
    int64_t bytes;
    if (length < 0)
        parse_fail(p, place, "an array cannot have %lld elements", (long long)length);
    if (__builtin_mul_overflow(length, element->size, &bytes) || bytes > MAX_OBJECT_BYTES)
        parse_fail(p, place, "this array is larger than %lld bytes", (long long)MAX_OBJECT_BYTES);
}

static struct type *parse_bounds(struct parser *p, struct type *element, struct declarator *d,
                                 int level)
{
    struct place place = next(p)->place; /* [ */
    int64_t length = -1;
    struct expr *variable = NULL;
    if (level > 8)
        parse_fail(p, place, "more than 8 dimensions");
    int64_t open = value_placeholder(p, PUNCT1(']'));
    if (open) {
        length = open;
        p->at++;
    } else if (!at_punct(p, PUNCT1(']'))) {
        int no_greater = p->no_greater;
        p->no_greater = 0;
        struct expr *e = decay(p, parse_conditional(p));
        p->no_greater = no_greater;
        if (expr_is_opaque(e))
            length = 1;
        else if (!type_is_integer(e->type))
            parse_fail(p, e->place, "the length of an array must be a whole number, not %s",
                       type_text(p, e->type));
        else if (!constant_value(e, &length))
            variable = e;
        else
            check_length(p, p->basic[TYPE_CHAR], length, e->place);
        if (variable && (level > 0 || !p->body))
            parse_fail_hint(p, e->place,
                            p->body ? "only the first dimension may be variable"
                                    : "make it const, or allocate the memory",
                            "the length of this array must be a constant");
    } else if (level > 0) {
        parse_fail(p, place, "only the first dimension of an array may be left out");
    }
    expect(p, PUNCT1(']'), "after the length");
    skip_attributes(p);
    if (at_punct(p, PUNCT1('[')))
        element = parse_bounds(p, element, d, level + 1);
    if (element->kind == TYPE_REFERENCE || element->kind == TYPE_FUNCTION ||
        element->kind == TYPE_VOID)
        parse_fail(p, place, "there are no arrays of %s", type_text(p, element));
    if (element->kind == TYPE_RECORD && !element->record->complete)
        parse_fail(p, place, "%s is declared, but what is in it is not known",
                   type_text(p, element));
    if (variable) {
        d->vla[0] = variable;
        d->vla_count = 1;
        d->vla_element = element;
        return type_const(p, type_pointer(p, element));
    }
    if (!open && (length >= 0 || element->size == 0))
        check_length(p, element, length < 0 ? 0 : length, place);
    return type_array(p, element, length);
}

static struct type *parse_suffix(struct parser *p, struct type *type, struct declarator *d,
                                 bool outermost)
{
    if (at_punct(p, PUNCT1('[')))
        return parse_bounds(p, type, d, 0);
    if (!at_punct(p, PUNCT1('(')) || (outermost && !at_parameters(p)))
        return type;
    p->at++;
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION)
        parse_fail(p, place_here(p), "a function cannot return an array or a function");
    if (outermost || d->is_special) {
        d->is_function = true;
        return parse_parameters(p, type, d);
    }
    struct declarator inner;
    memset(&inner, 0, sizeof inner);
    type = parse_parameters(p, type, &inner);
    d->const_method = inner.const_method;
    return type;
}

const char *operator_name(struct parser *p, struct declarator *d)
{
    const struct token *t = next(p);
    char name[32] = "operator";
    if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[')) {
        bool ok = accept_punct(p, t->punct == PUNCT1('(') ? PUNCT1(')') : PUNCT1(']'));
        if (!ok)
            parse_fail(p, t->place, "operator() or operator[] expected");
        strcat(name, t->punct == PUNCT1('(') ? "()" : "[]");
    } else if (t->kind == TOKEN_NAME && (t->name == KW_new || t->name == KW_delete)) {
        d->place = t->place;
        return memory_operator_name(p, t->name == KW_new);
    } else if (t->kind == TOKEN_STRING && t->length == 2 && is_identifier(peek(p))) {
        const struct token *suffix = next(p);
        uint32_t literal = literal_operator(p, suffix->text, suffix->length);
        if (!literal || suffix->text[0] != '_')
            parse_fail_hint(p, suffix->place, "begin it with a _", "this suffix cannot be defined");
        d->place = t->place;
        return name_text(p, literal);
    } else if (t->kind == TOKEN_PUNCT && t->length <= 3) {
        strncat(name, t->text, t->length);
    } else {
        parse_fail(p, t->place, "this operator cannot be defined");
    }
    d->place = t->place;
    return arena_strndup(p->arena, name, strlen(name));
}

/* The names in front of a declared one: A::B:: */
static void parse_declared_prefix(struct parser *p, struct declarator *d)
{
    const struct token *t = peek(p);
    while (is_identifier(t) && peek_ahead(p, 1)->punct == PUNCT2(':', ':')) {
        struct symbol *s =
            d->prefix ? symbol_find_in(p, d->prefix, t->name) : symbol_find(p, t->name);
        if (!s)
            parse_fail_unknown(p, t, d->prefix);
        if (s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD)
            d->prefix = intern_adds(&p->tu->names, s->type->record->name);
        else if (s->kind == SYMBOL_NAMESPACE)
            d->prefix = s->prefix;
        else
            parse_fail(p, t->place, "'%s' is neither a struct nor a namespace",
                       name_text(p, t->name));
        p->at += 2;
        t = peek(p);
    }
}

/* The declared name, qualified or an operator's. */
static void parse_declared_name(struct parser *p, struct declarator *d)
{
    parse_declared_prefix(p, d);
    if (is_identifier(peek(p)) && peek_ahead(p, 1)->punct == PUNCT1('<') &&
        p->tokens[skip_angles(p, p->at + 1)].punct == PUNCT2(':', ':')) {
        d->prefix = intern_adds(&p->tu->names, parse_outside_prefix(p)->name);
        parse_declared_prefix(p, d); /* Box<T>::Node:: */
    }
    const struct token *t = peek(p);
    if (accept_keyword(p, KW_operator)) {
        d->name = t;
        d->name_id = intern_adds(&p->tu->names, operator_name(p, d));
    } else if (is_identifier(t)) {
        d->name = t;
        d->name_id = t->name;
        d->place = t->place;
        p->at++;
        if (d->is_special_case && at_punct(p, PUNCT1('<')))
            d->argument_count = parse_template_arguments(p, &d->arguments);
    }
    if (d->name)
        skip_attributes(p);
}

void parse_declarator(struct parser *p, const struct specifiers *s, struct type *base,
                      struct declarator *d)
{
    base = parse_pointers(p, base, d->const_inside);
    d->const_inside = false;
    if (d->takes_pack)
        accept_punct(p, PUNCT3('.', '.'));
    d->place = place_here(p);
    if (s->is_auto && !d->abstract && at_punct(p, PUNCT1('[')))
        parse_fail_hint(p, d->place, "declare them before",
                        "structured bindings cannot stand here");
    uint16_t inner = peek_ahead(p, 1)->punct;
    bool nested = at_punct(p, PUNCT1('(')) &&
                  (inner == PUNCT1('*') || inner == PUNCT1('&') || inner == PUNCT1('(') ||
                   at_member_star(p, p->at + 1) ||
                   (!d->abstract && is_identifier(peek_ahead(p, 1)) && !at_parameters(p)));
    if (nested) {
        /* the type of what is inside is what stands around: read that first */
        size_t open = p->at;
        enter(p, d->place);
        skip_balanced(p);
        struct declarator outside;
        memset(&outside, 0, sizeof outside);
        struct type *type = parse_suffix(p, base, &outside, false);
        size_t end = p->at;
        p->at = open + 1;
        d->const_inside = outside.const_method;
        parse_declarator(p, s, type, d);
        if (!at_punct(p, PUNCT1(')')))
            parse_unexpected(p, "a )");
        p->at = end;
        leave(p);
        return;
    }
    if (!d->abstract)
        parse_declared_name(p, d);
    d->type = parse_suffix(p, base, d, d->name != NULL);
}

void parse_declared(struct parser *p, const struct specifiers *s, struct declarator *d)
{
    parse_declarator(p, s, s->is_auto ? p->basic[TYPE_UNKNOWN] : s->type, d);
}
