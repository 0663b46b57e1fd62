/* Lambdas: a record of the captures and a function that takes its address first. */
#include "sim/script/objects.h"
#include "sim/script/templates.h"

#include <stdio.h>
#include <string.h>

struct function *lambda_function(const struct type *type)
{
    return type->plain->record->methods;
}

static struct capture *find_capture(struct lambda *l, uint32_t name, bool is_this)
{
    for (struct capture *c = l->captures; c; c = c->next)
        if (c->is_this ? is_this : !is_this && c->name == name)
            return c;
    return NULL;
}

/* The variable that is captured, perhaps through the lambdas around: what is constant of it is so
 * in the lambda, too. */
static const struct var *variable_behind(const struct expr *e)
{
    if (e->kind == EXPR_LOCAL)
        return e->var->is_reference ? NULL : e->var;
    return captured_variable(e);
}

/* One more member of the closure; `initial` is its value in the enclosing function. */
static struct capture *add_capture(struct parser *p, struct lambda *l, uint32_t name,
                                   struct type *type, bool by_reference, struct expr *initial,
                                   struct place place)
{
    struct record *r = l->record;
    struct capture *c = arena_alloc(p->arena, sizeof *c);
    struct member *more = arena_alloc(p->arena, ((size_t)r->count + 1) * sizeof *more);
    if (r->count > 0)
        memcpy(more, r->members, (size_t)r->count * sizeof *more);
    struct type *stored = by_reference ? type_reference(p, type) : type_plain(p, type);
    more[r->count] = (struct member){.name = name ? name_text(p, name) : "this", .type = stored};
    more[r->count].place = place;
    more[r->count].captured = variable_behind(initial);
    r->members = more;
    c->member = r->count++;
    c->name = name;
    c->is_this = name == 0;
    c->by_reference = by_reference;
    c->initial = initial;
    c->type = type;
    struct capture **last = &l->captures;
    while (*last)
        last = &(*last)->next;
    *last = c;
    int64_t size = 0; /* members keep their offsets while more come */
    if (c->member > 0)
        size = more[c->member - 1].offset + more[c->member - 1].type->size;
    int64_t align = stored->align > 0 ? stored->align : 1;
    more[c->member].offset = (size + align - 1) / align * align;
    return c;
}

/* The captured thing inside the lambda's function. */
static struct expr *capture_expr(struct parser *p, struct body *b, struct capture *c,
                                 struct place place)
{
    struct lambda *l = b->lambda;
    struct expr *self = expr_raw_var(p, b->function->locals[0], place);
    struct expr *object = expr_deref(p, self, place);
    struct member *m = arena_alloc(p->arena, sizeof *m);
    *m = l->record->members[c->member];
    struct expr *e = expr_member(p, object, m, place);
    if (!c->by_reference && !l->is_mutable && !c->is_this)
        e->type = type_const(p, e->type);
    return e;
}

static uint32_t captured_name(const struct symbol *s)
{
    return s->captured_as ? s->captured_as : s->name;
}

static bool is_number(const struct var *v)
{
    return v->has_value || (v->has_number && v->is_constexpr);
}

static struct expr *number_of(struct parser *p, const struct var *v, struct place place)
{
    if (v->has_value)
        return expr_int(p, v->type, v->value, place);
    struct expr *e = expr_new(p, EXPR_FLOAT, v->type, place);
    e->number = v->number;
    return e;
}

/* In a local struct, which captures nothing. */
static struct expr *number_elsewhere(struct parser *p, const struct var *v, struct place place)
{
    if (!is_number(v))
        parse_fail(p, place, "'%s' belongs to another function", v->name);
    return number_of(p, v, place);
}

/* A variable as the body `b` sees it: its own, or captured through the lambdas around. */
static struct expr *variable_in(struct parser *p, struct body *b, struct symbol *s,
                                struct place place)
{
    if (s->scope->body == b)
        return expr_var(p, s->var, place);
    struct lambda *l = b ? b->lambda : NULL;
    if (!l)
        return number_elsewhere(p, s->var, place);
    struct capture *c = find_capture(l, captured_name(s), false);
    if (!c) {
        if (l->default_mode == 0) {
            if (is_number(s->var))
                return number_of(p, s->var, place);
            parse_fail_hint(p, place, "write [=] or [&], or name it between [ and ]",
                            "'%s' is not captured by this lambda", s->var->name);
        }
        struct body *current = p->body;
        p->body = b->outer;
        struct expr *outside = variable_in(p, b->outer, s, place);
        p->body = current;
        bool by_reference = l->default_mode == '&';
        c = add_capture(p, l, captured_name(s), outside->type, by_reference, outside, place);
    }
    return capture_expr(p, b, c, place);
}

void capture_variable(struct parser *p, struct lambda *l, struct symbol *s, struct place place)
{
    if (find_capture(l, captured_name(s), false))
        return;
    struct expr *outside = variable_in(p, p->body, s, place);
    add_capture(p, l, captured_name(s), outside->type, l->default_mode == '&', outside, place);
}

struct expr *lambda_capture(struct parser *p, struct symbol *s, struct place place)
{
    return variable_in(p, p->body, s, place);
}

static struct expr *this_in(struct parser *p, struct body *b, struct place place)
{
    if (!b || (!b->lambda && (!b->record || b->is_static_method)))
        parse_fail(p, place, "there is no 'this' here");
    if (!b->lambda)
        return expr_raw_var(p, b->function->locals[0], place);
    struct lambda *l = b->lambda;
    struct capture *c = find_capture(l, 0, true);
    if (!c) {
        if (l->default_mode == 0)
            parse_fail_hint(p, place, "write [this]", "'this' is not captured by this lambda");
        struct expr *outside = this_in(p, b->outer, place);
        c = add_capture(p, l, 0, outside->type, false, outside, place);
    }
    struct expr *e = capture_expr(p, b, c, place);
    if (c->type->plain->kind != TYPE_RECORD)
        return e;
    if (!l->is_mutable) /* [*this]: the lambda's own copy */
        e->type = type_const(p, e->type);
    return expr_address(p, e, place);
}

void capture_this(struct parser *p, struct lambda *l, struct place place)
{
    if (find_capture(l, 0, true))
        return;
    struct expr *self = this_in(p, p->body, place);
    add_capture(p, l, 0, self->type, false, self, place);
}

struct expr *lambda_this(struct parser *p, struct place place)
{
    return this_in(p, p->body, place);
}

/* {value} or (value) */
static struct expr *parse_capture_value(struct parser *p)
{
    uint16_t close = at_punct(p, PUNCT1('{')) ? PUNCT1('}') : PUNCT1(')');
    struct place place = next(p)->place;
    struct expr **args;
    if (parse_arguments(p, close, &args) != 1)
        parse_fail(p, place, "a capture takes one value");
    return decay(p, args[0]);
}

/* [args...] */
static void capture_pack(struct parser *p, struct lambda *l, const struct token *name,
                         bool by_reference)
{
    const struct symbol *s = symbol_find(p, name->name);
    if (!s || s->kind != SYMBOL_PACK || !is_variable_pack(s))
        parse_fail(p, name->place, "'%s' is no pack of parameters", name_text(p, name->name));
    for (int i = 0; i < pack_count(s); i++) {
        struct symbol element = pack_element(p, s, i);
        struct expr *value = variable_in(p, p->body, &element, name->place);
        add_capture(p, l, element.captured_as, value->type, by_reference, value, name->place);
    }
}

struct pack_reader {
    struct lambda *lambda;
    uint32_t name;
    bool by_reference;
    int index;
};

static void read_captured(struct parser *p, void *context)
{
    struct pack_reader *r = context;
    struct place place = place_here(p);
    struct expr *value = parse_assignment(p);
    if (!r->by_reference)
        value = decay(p, value);
    uint32_t id = pack_element_name(p, r->name, r->index++);
    struct capture *c = add_capture(p, r->lambda, id, value->type, r->by_reference, value, place);
    c->is_named = true;
    c->pack = r->name;
    r->lambda->record->members[c->member].captured = NULL;
}

/* [...name = value], [&...name = value]: a variable for each element of the packs in the value. */
static void capture_new_pack(struct parser *p, struct lambda *l)
{
    struct pack_reader r = {.lambda = l, .by_reference = accept_punct(p, PUNCT1('&'))};
    p->at++; /* ... */
    r.name = expect_name(p, "the name of a pack");
    expect(p, PUNCT1('='), "after the name of the pack");
    expand_value(p, read_captured, &r);
    struct captured_pack *pack = arena_alloc(p->arena, sizeof *pack);
    *pack = (struct captured_pack){r.name, l->packs};
    l->packs = pack;
}

static void parse_captures(struct parser *p, struct lambda *l)
{
    while (!accept_punct(p, PUNCT1(']'))) {
        const struct token *t = peek(p);
        if (accept_punct(p, PUNCT1('='))) {
            l->default_mode = '=';
        } else if (t->punct == PUNCT1('&') && !is_identifier(peek_ahead(p, 1)) &&
                   peek_ahead(p, 1)->punct != PUNCT3('.', '.')) {
            p->at++;
            l->default_mode = '&';
        } else if (peek_ahead(p, t->punct == PUNCT1('&'))->punct == PUNCT3('.', '.')) {
            capture_new_pack(p, l);
        } else if (accept_keyword(p, KW_this)) {
            capture_this(p, l, t->place);
        } else if (t->punct == PUNCT1('*') && peek_ahead(p, 1)->name == KW_this) {
            p->at += 2;
            struct expr *object = expr_deref(p, this_in(p, p->body, t->place), t->place);
            add_capture(p, l, 0, object->type->plain, false, object, t->place);
        } else {
            bool by_reference = accept_punct(p, PUNCT1('&'));
            const struct token *name = peek(p);
            uint32_t id = expect_name(p, "the name of a variable");
            struct expr *value;
            bool is_named = true;
            if (accept_punct(p, PUNCT3('.', '.'))) {
                capture_pack(p, l, name, by_reference);
                if (!accept_punct(p, PUNCT1(',')) && !at_punct(p, PUNCT1(']')))
                    parse_unexpected(p, "a , or ] after a capture");
                continue;
            }
            if (accept_punct(p, PUNCT1('='))) {
                value = parse_assignment(p);
                if (!by_reference)
                    value = decay(p, value);
            } else if (at_punct(p, PUNCT1('{')) || at_punct(p, PUNCT1('('))) {
                value = parse_capture_value(p);
            } else {
                is_named = false;
                struct symbol *s = symbol_find(p, id);
                if (!s)
                    parse_fail_unknown(p, name, 0);
                if (s->kind == SYMBOL_PACK)
                    parse_fail_hint(p, name->place, "write ... behind its name",
                                    "'%s' is a pack: all of it is captured", name_text(p, id));
                if (s->kind != SYMBOL_VAR || s->var->is_global)
                    parse_fail(p, name->place, "only local variables can be captured");
                value = variable_in(p, p->body, s, name->place);
            }
            struct capture *c =
                add_capture(p, l, id, value->type, by_reference, value, name->place);
            c->is_named = is_named;
            if (is_named) /* another variable */
                l->record->members[c->member].captured = NULL;
        }
        if (!accept_punct(p, PUNCT1(',')) && !at_punct(p, PUNCT1(']')))
            parse_unexpected(p, "a , or ] after a capture");
    }
}

struct expr *make_closure(struct parser *p, struct lambda *l, struct place place)
{
    struct var *v = temporary(p, l->record->type, place);
    struct expr *all = NULL;
    for (struct capture *c = l->captures; c; c = c->next) {
        struct member *m = &l->record->members[c->member];
        struct expr *part = expr_unary(p, EXPR_MEMBER, m->type, expr_raw_var(p, v, place), place);
        part->offset = m->offset;
        part->member = m;
        part->is_lvalue = true;
        struct expr *value;
        if (c->by_reference) {
            part->type = type_pointer(p, c->type);
            if (!c->initial->is_lvalue)
                parse_fail(p, place, "only a variable can be captured by reference");
            if (c->initial->kind == EXPR_LOCAL)
                c->initial->var->written = true;
            value = expr_address(p, c->initial, place);
        } else if (m->type->kind == TYPE_ARRAY) {
            struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
            value = expr_builtin(p, "memcpy", pointer, place, 3,
                                 cast_node(p, expr_address(p, part, place), pointer),
                                 cast_node(p, decay(p, c->initial), pointer),
                                 expr_int(p, p->basic[TYPE_ULONG], m->type->size, place));
            all = expr_comma(p, all, value);
            continue;
        } else {
            value = m->type->kind == TYPE_RECORD ? copy_record(p, c->initial) : c->initial;
        }
        all = expr_comma(p, all, expr_assign(p, part, value, place));
    }
    if (!all)
        all = expr_int(p, p->basic[TYPE_INT], 0, place);
    struct expr *e = expr_comma(p, all, expr_raw_var(p, v, place));
    e->is_lvalue = false;
    e->is_temporary = true;
    return e;
}

/* The names that captures have of their own, as variables of the function around. */
static void declare_captures(struct parser *p, const struct lambda *l)
{
    for (const struct captured_pack *pack = l->packs; pack; pack = pack->next)
        declare_pack(p, pack->name, l->captures ? l->captures->initial->place : place_here(p));
    for (const struct capture *c = l->captures; c; c = c->next) {
        if (!c->is_named)
            continue;
        if (symbol_here(p, c->name))
            parse_fail(p, c->initial->place, "two captures are called '%s'", name_text(p, c->name));
        struct var *v = arena_alloc(p->arena, sizeof *v);
        v->name = name_text(p, c->name);
        v->type = c->type;
        v->place = c->initial->place;
        symbol_declare(p, c->name, SYMBOL_VAR, v->place)->var = v;
        if (c->pack)
            extend_pack(p, c->pack, v);
    }
}

void parse_lambda_function(struct parser *p, struct function *f, struct declarator *d,
                           struct lambda *l)
{
    scope_push(p, SCOPE_BLOCK);
    declare_captures(p, l);
    parse_lambda_body(p, f, d, l);
    scope_pop(p);
}

struct expr *parse_lambda(struct parser *p)
{
    struct place place = next(p)->place; /* [ */
    enter(p, place);
    struct lambda l = {0};
    char name[64];
    snprintf(name, sizeof name, "lambda at line %u", place.line);
    const char *text = arena_strndup(p->arena, name, strlen(name));
    struct type *type = type_record(p, text, place);
    type->disguise = DISGUISE_LAMBDA;
    l.record = type->record;
    bool empty = at_punct(p, PUNCT1(']'));
    parse_captures(p, &l);
    /* the captures of [=] and [&] are found while the body is read: its function exists before */
    struct declarator d;
    memset(&d, 0, sizeof d);
    while (accept_keyword(p, KW___host__) || accept_keyword(p, KW___device__))
        d.is_noexcept |= p->tokens[p->at - 1].name == KW___device__;
    bool device = d.is_noexcept;
    struct specifiers s;
    memset(&s, 0, sizeof s);
    d.abstract = true;
    struct type *result = p->basic[TYPE_UNKNOWN];
    if (!device && at_generic(p)) {
        parse_generic(p, &l, text, place);
        record_layout(p, l.record);
        leave(p);
        return make_closure(p, &l, place);
    }
    struct scope *around = p->scope;
    if (at_punct(p, PUNCT1('<'))) { /* in device code: it stands for what is not known */
        struct template *head = template_new(p, place);
        parse_template_parameters(p, head);
        push_placeholders(p, head);
    }
    if (at_punct(p, PUNCT1('('))) {
        parse_lambda_parameters(p, &d, &l.is_mutable);
    } else {
        struct type *none[1];
        d.type = type_function(p, result, none, 0, false);
    }
    struct function *f = function_new(p, text, d.type, place);
    f->is_lambda = true;
    f->is_method = !empty;
    f->is_host = true;
    f->is_device = device;
    f->declared = d.parameters;
    f->required_count = 0;
    for (int i = 0; i < d.parameter_count; i++)
        if (!d.parameters[i].default_at)
            f->required_count = i + 1;
    type->record->methods = f;
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "the { of the lambda's body");
    add_function(p, f);
    parse_lambda_function(p, f, &d, &l);
    if (p->scope != around)
        scope_pop(p);
    record_layout(p, l.record);
    leave(p);
    return make_closure(p, &l, place);
}
