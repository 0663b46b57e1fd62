/* Reading what an expression begins with (names, literals, casts and constructions by name), and
 * what stands behind it: calls, launches, members, elements. */
#include "sim/script/objects.h"

#include <string.h>

static bool is_bits(const struct type *type)
{
    return type->kind == TYPE_POINTER || type_is_integer(type);
}

/* What only static_cast and the C cast may do, the other two may not. */
static void check_named_cast(struct parser *p, const struct token *cast, struct expr *e,
                             struct type *to)
{
    if (p->device || (int)e->kind >= EXPR_OVERLOAD || expr_is_opaque(e) ||
        to->kind == TYPE_UNKNOWN || to->kind == TYPE_REFERENCE || to->disguise != DISGUISE_NONE)
        return;
    struct type *from = decay(p, e)->type;
    bool ok = true;
    if (cast->name == KW_reinterpret_cast)
        ok = from->plain == to->plain || from->disguise != DISGUISE_NONE ||
             (is_bits(from) && is_bits(to) &&
              (from->kind == TYPE_POINTER || to->kind == TYPE_POINTER));
    else if (cast->name == KW_const_cast)
        ok = from->kind == TYPE_POINTER && to->kind == TYPE_POINTER &&
             (from->base->plain == to->base->plain || from->base->kind == TYPE_POINTER);
    if (!ok)
        parse_fail(p, cast->place, "%s cannot make %s of %s", name_text(p, cast->name),
                   type_text(p, to->plain), type_text(p, from->plain));
}

/* static_cast<T>(e) and its like. */
static struct expr *parse_named_cast(struct parser *p, const struct token *cast)
{
    bool static_only = cast->name == KW_static_cast;
    struct place place = cast->place;
    struct type *type = parse_cast_type(p);
    enter(p, place);
    struct expr *e = parse_expr(p);
    leave(p);
    expect(p, PUNCT1(')'), "after what is cast");
    check_named_cast(p, cast, e, type);
    return explicit_cast(p, e, type, place, static_only);
}

static struct expr *symbol_expr(struct parser *p, struct symbol *s, const struct token *name,
                                uint32_t prefix);

/* T(args), T{args}, or int(x): the type stands here. */
static struct expr *parse_construction(struct parser *p)
{
    struct place place = place_here(p);
    struct specifiers s;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    struct type *type = s.type;
    if (!type)
        parse_fail(p, place, "a type is missing here");
    if (at_punct(p, PUNCT2(':', ':')) && is_identifier(peek_ahead(p, 1))) { /* decltype(a)::count */
        struct symbol *member = type_member(p, type, peek_ahead(p, 1)->name);
        p->at += 2;
        if (member)
            return symbol_expr(p, member, &p->tokens[p->at - 1],
                               intern_adds(&p->tu->names, type->record->name));
        p->at -= 2;
    }
    if (!at_punct(p, PUNCT1('{')) && !at_punct(p, PUNCT1('(')))
        parse_fail(p, place, "a type cannot stand here: a value is expected");
    struct initial in;
    parse_initial(p, &in);
    struct expr **args = in.args;
    int count = in.arg_count;
    if (in.value)
        return cast_value(
            p, construct_value(p, type, in.value->args, in.value->arg_count, true, place));
    if (type->kind != TYPE_RECORD && count == 1 && type->kind != TYPE_UNKNOWN &&
        type->disguise == DISGUISE_NONE)
        return explicit_cast(p, args[0], type, place, false);
    return construct_value(p, type, args, count, false, place);
}

static struct expr *symbol_expr(struct parser *p, struct symbol *s, const struct token *name,
                                uint32_t prefix)
{
    struct overload_expr *set;
    switch (s->kind) {
    case SYMBOL_VAR:
        if (!s->var->is_global && s->scope->body != p->body && !p->unevaluated)
            return lambda_capture(p, s, name->place);
        if (!p->device && !p->unevaluated && !s->var->is_used) {
            s->var->is_used = true;
            s->var->used_at = name->place;
        }
        return expr_var(p, s->var, name->place);
    case SYMBOL_VALUE:
        return expr_int(p, s->type, s->value, name->place);
    case SYMBOL_FUNCTION:
        set = (struct overload_expr *)overload_new(p, name->name, s->overloads, name->place);
        set->qualified = prefix != 0;
        if (at_punct(p, PUNCT1('<'))) {
            bool is_template = false;
            for (struct overload *o = s->overloads; o; o = o->next)
                is_template |= o->template != NULL;
            if (is_template)
                set->argument_count = parse_template_arguments(p, &set->arguments);
            else /* min of CUDA's headers in the place of std::min<T> */
                refuse_not_included(p, name, prefix);
        }
        return &set->expr;
    case SYMBOL_LIBRARY:
        return library_name(p, s, name);
    case SYMBOL_CLASS_TEMPLATE:
        if (s->template->is_variable && at_punct(p, PUNCT1('<')))
            return template_variable(p, s->template, name->place);
        /* fall through */
    default:
        if (p->device && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_UNKNOWN)
            return expr_opaque(p, NULL, NULL, name->place); /* T::value */
        parse_fail(p, name->place, "'%s' is %s, not a value", name_text(p, name->name),
                   s->kind == SYMBOL_NAMESPACE ? "a namespace" : "a type");
    }
}

/* A function that only the namespaces of its arguments' types know, such as a friend; NULL, and
 * nothing is read: it is none. */
static struct expr *call_by_arguments(struct parser *p, const struct token *name)
{
    size_t begin = p->at;
    struct expr **args;
    if (!may_be_found_by_arguments(p, name->name) || !accept_punct(p, PUNCT1('(')))
        return NULL;
    enter(p, name->place);
    int count = parse_arguments(p, PUNCT1(')'), &args);
    leave(p);
    struct overload *list = overloads_for(p, name->name, NULL, args, count);
    if (list)
        return build_call(p, overload_new(p, name->name, list, name->place), args, count,
                          name->place);
    p->at = begin;
    return NULL;
}

/* A local of the function that a local struct stands in: members of that struct hide it. */
static bool is_around_method(const struct parser *p, const struct symbol *s)
{
    const struct body *own = s->scope->body;
    const struct body *b = p->body;
    while (b && b != own && b->lambda)
        b = b->outer;
    return s->kind == SYMBOL_VAR && own && b && b != own;
}

static struct expr *parse_name(struct parser *p)
{
    const struct token *t = peek(p);
    struct symbol *s;
    uint32_t prefix = 0;
    if (is_identifier(t) && peek_ahead(p, 1)->punct != PUNCT2(':', ':')) {
        s = symbol_find(p, t->name);
        refuse_own_value(p, t, s);
        bool of_template = s && s->kind == SYMBOL_CLASS_TEMPLATE; /* so is its constructor called */
        if (!of_template && (!s || !symbol_is_local(s) || is_around_method(p, s))) {
            p->at++;
            struct expr *member = implicit_member(p, t->name, t->place);
            if (member)
                return member;
            p->at--;
        }
    }
    const struct token *name;
    s = parse_qualified(p, &name, &prefix);
    if (s)
        return symbol_expr(p, s, name, prefix);
    struct expr *member = qualified_member(p, prefix, name);
    if (member)
        return member;
    if (p->device)
        return device_name(p, name, prefix);
    struct expr *call = prefix ? NULL : call_by_arguments(p, name);
    if (call)
        return call;
    parse_fail_unknown(p, name, prefix);
}

static struct expr *parse_primary(struct parser *p)
{
    const struct token *t = peek(p);
    struct expr *e;
    switch (t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_CHAR:
    case TOKEN_STRING:
        return primary_literal(p);
    case TOKEN_PUNCT:
        if (at_statement_expr(p))
            return parse_statement_expr(p);
        if (t->punct == PUNCT1('(')) {
            enter(p, t->place);
            p->at++;
            int no_greater = p->no_greater;
            p->no_greater = 0;
            e = parse_fold(p);
            e = e ? e : parse_expr(p);
            p->no_greater = no_greater;
            expect(p, PUNCT1(')'), "that closes the parenthesis");
            leave(p);
            return e;
        }
        if (t->punct == PUNCT1('['))
            return parse_lambda(p);
        if (t->punct == PUNCT2(':', ':') && peek_ahead(p, 1)->kind == TOKEN_NAME &&
            peek_ahead(p, 1)->name == KW_operator) {
            p->at++;
            return parse_named_operator(p);
        }
        if (t->punct == PUNCT2(':', ':'))
            return at_type(p) ? parse_construction(p) : parse_name(p);
        break;
    case TOKEN_NAME:
        switch (t->name) {
        case KW_true:
        case KW_false:
            p->at++;
            return expr_int(p, p->basic[TYPE_BOOL], t->name == KW_true, t->place);
        case KW_nullptr:
            p->at++;
            return expr_int(p, p->basic[TYPE_NULLPTR], 0, t->place);
        case KW_this:
            p->at++;
            return this_expr(p, t->place);
        case KW_static_cast:
        case KW_reinterpret_cast:
        case KW_const_cast:
            p->at++;
            return parse_named_cast(p, t);
        case KW_dynamic_cast:
            p->at++;
            return parse_dynamic_cast(p, t->place);
        case KW_operator:
            return parse_named_operator(p);
        case KW_typeid:
            return parse_typeid(p);
        case KW___func__:
        case KW___FUNCTION__:
        case KW___PRETTY_FUNCTION__:
        case KW___builtin_LINE:
        case KW___builtin_FILE:
        case KW___builtin_FUNCTION:
        case KW___builtin_COLUMN:
            return parse_place_name(p);
        default:
            break;
        }
        if (at_qualified_operator(p))
            return parse_qualified_operator(p);
        if (at_requires(p))
            return parse_requires_expr(p);
        if (at_type(p))
            return parse_construction(p);
        if (is_identifier(t))
            return parse_name(p);
        break;
    default:
        break;
    }
    parse_unexpected(p, "a value");
}

static struct expr *parse_launch(struct parser *p, struct expr *callee)
{
    struct place place = place_here(p);
    p->at += 2;
    enter(p, place);
    struct launch *launch = arena_alloc(p->arena, sizeof *launch);
    struct expr **parts[4] = {&launch->grid, &launch->block, &launch->shared, &launch->stream};
    int count = 0;
    do {
        if (count == 4)
            parse_fail(p, place_here(p),
                       "<<<grid, block, shared bytes, stream>>> has four parts at most");
        *parts[count++] = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_assignment(p);
    } while (accept_punct(p, PUNCT1(',')));
    if (!at_launch_close(p))
        parse_unexpected(p, "a >>>");
    if (count < 2)
        parse_fail(p, place, "a launch needs <<<grid, block>>>");
    p->at += 2;
    if (!accept_punct(p, PUNCT1('(')))
        parse_unexpected(p, "a ( and the kernel's arguments");
    struct expr **args;
    int arg_count = parse_arguments(p, PUNCT1(')'), &args);
    leave(p);
    return build_launch(p, callee, launch, args, arg_count, place);
}

/* obj.name, ptr->name, and what may stand for a name there. */
static struct expr *parse_member(struct parser *p, struct expr *e, bool arrow)
{
    struct place place = place_here(p);
    if (accept_keyword(p, KW_template))
        place = place_here(p);
    if (accept_punct(p, PUNCT1('~')))
        return named_destructor(p, e, arrow, place);
    if (at_keyword(p, KW_operator) && !p->device && (int)e->kind < EXPR_OVERLOAD && !arrow &&
        e->type->disguise == DISGUISE_LAMBDA)
        return call_lambda_by_name(p, e);
    struct expr *found = parse_long_member(p, e, arrow);
    if (found)
        return found;
    if (at_keyword(p, KW_operator))
        parse_fail_hint(p, place, "use the operator", "operators cannot be called by name");
    uint32_t name = expect_name(p, "the name of a member");
    return build_member(p, e, name, arrow, place);
}

struct expr *parse_postfix(struct parser *p, struct expr *e)
{
    if (!e)
        e = parse_primary(p);
    for (;;) {
        const struct token *t = peek(p);
        struct expr **args;
        switch (t->punct) {
        case PUNCT1('['): {
            p->at++;
            enter(p, t->place);
            int no_greater = p->no_greater;
            p->no_greater = 0;
            struct expr *index = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_expr(p);
            p->no_greater = no_greater;
            leave(p);
            expect(p, PUNCT1(']'), "after the index");
            e = build_index(p, e, index, t->place);
            break;
        }
        case PUNCT1('('): {
            p->at++;
            enter(p, t->place);
            int count = parse_arguments(p, PUNCT1(')'), &args);
            leave(p);
            e = build_call(p, e, args, count, t->place);
            break;
        }
        case PUNCT1('.'):
        case PUNCT2('-', '>'):
            if (peek_ahead(p, 1)->punct == PUNCT1('*')) /* .*pointer */
                return e;
            p->at++;
            e = parse_member(p, e, t->punct != PUNCT1('.'));
            break;
        case PUNCT2('+', '+'):
        case PUNCT2('-', '-'):
            p->at++;
            e = build_step(p, e, t->punct == PUNCT2('+', '+') ? 1 : -1, true, t->place);
            break;
        default:
            if (!at_launch_open(p))
                return e;
            e = parse_launch(p, e);
            break;
        }
    }
}
