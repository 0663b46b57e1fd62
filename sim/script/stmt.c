/* Statements. */
#include "sim/script/objects.h"

#include <string.h>

/* One, or a declaration's. */
static void parse_statement(struct parser *p, struct stmt ***tail);

struct stmt *stmt_new(struct parser *p, enum stmt_kind kind, struct place place)
{
    struct stmt *s = arena_alloc(p->arena, sizeof *s);
    s->kind = kind;
    s->place = s->end = place;
    return s;
}

struct stmt *stmt_expr(struct parser *p, struct expr *e)
{
    struct stmt *s = stmt_new(p, STMT_EXPR, e->place);
    s->a = e;
    return s;
}

void append(struct stmt ***tail, struct stmt *s)
{
    **tail = s;
    while (s->next)
        s = s->next;
    *tail = &s->next;
}

void emit_cleanups(struct parser *p, struct cleanup *until, struct stmt ***tail, struct place place)
{
    for (struct cleanup *c = p->body->cleanups; c && c != until; c = c->outer) {
        struct stmt *s = stmt_expr(p, ends_at(p, c->destroy, place));
        s->place = s->end = place;
        append(tail, s);
    }
}

/* Leaves the scope of a block: destructors run, names end. */
void close_scope(struct parser *p, struct stmt ***tail, struct place place)
{
    struct cleanup *until = p->scope->cleanups;
    emit_cleanups(p, until, tail, place);
    p->body->cleanups = until;
    p->body->live = p->scope->live;
    scope_pop(p);
}

struct stmt *parse_block(struct parser *p)
{
    struct place place = place_here(p);
    struct stmt *block = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &block->body;
    enter(p, place);
    expect(p, PUNCT1('{'), "that opens the body");
    scope_push(p, SCOPE_BLOCK);
    while (!at_punct(p, PUNCT1('}'))) {
        if (peek(p)->kind == TOKEN_END)
            parse_fail(p, place, "this { is never closed");
        parse_statement(p, &tail);
    }
    block->end = next(p)->place;
    close_scope(p, &tail, block->end);
    leave(p);
    return block;
}

struct stmt *parse_body(struct parser *p)
{
    if (at_punct(p, PUNCT1('{')))
        return parse_block(p);
    struct place place = place_here(p);
    struct stmt *block = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &block->body;
    enter(p, place);
    scope_push(p, SCOPE_BLOCK);
    parse_statement(p, &tail);
    close_scope(p, &tail, place);
    leave(p);
    return block;
}

/* Tokens up to the ; that ends an expression or declaration. */
static void skip_to_semicolon(struct parser *p)
{
    for (;;) {
        const struct token *t = peek(p);
        if (t->kind == TOKEN_END)
            parse_unexpected(p, "a ;");
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{')) {
            skip_balanced(p);
        } else if (t->punct == PUNCT1('}')) {
            return;
        } else {
            p->at++;
            if (t->punct == PUNCT1(';'))
                return;
        }
    }
}

void skip_statement(struct parser *p)
{
    enter(p, place_here(p));
    if (at_punct(p, PUNCT1('{'))) {
        skip_balanced(p);
    } else if (accept_keyword(p, KW_if)) {
        accept_keyword(p, KW_constexpr);
        if (at_punct(p, PUNCT1('(')))
            skip_balanced(p);
        skip_statement(p);
        if (accept_keyword(p, KW_else))
            skip_statement(p);
    } else if (accept_keyword(p, KW_for) || accept_keyword(p, KW_while) ||
               accept_keyword(p, KW_switch)) {
        if (at_punct(p, PUNCT1('(')))
            skip_balanced(p);
        skip_statement(p);
    } else if (accept_keyword(p, KW_do)) {
        skip_statement(p);
        skip_to_semicolon(p);
    } else {
        skip_to_semicolon(p);
    }
    leave(p);
}

static void parse_if(struct parser *p, struct stmt ***tail)
{
    struct stmt *first = NULL, **link = &first;
    struct stmt *outer = stmt_new(p, STMT_BLOCK, place_here(p));
    struct stmt **outer_tail = &outer->body;
    scope_push(p, SCOPE_BLOCK);
    int chain = 0;
    for (;;) { /* else if is a loop here, so that long chains are no deep recursion */
        struct place place = next(p)->place;
        bool is_constexpr = accept_keyword(p, KW_constexpr);
        if (++chain > MAX_EXPR_DEPTH)
            parse_fail_hint(p, place, "use a switch", "more than %d else if in a row",
                            MAX_EXPR_DEPTH);
        expect(p, PUNCT1('('), "after if");
        struct expr *condition = chain == 1 ? parse_condition(p, &outer_tail) : parse_expr(p);
        condition = whole_value(p, to_bool(p, condition, "the condition of if"));
        expect(p, PUNCT1(')'), "after the condition");
        struct stmt *s = stmt_new(p, STMT_IF, place);
        s->a = condition;
        int64_t value = 1;
        bool known = is_constexpr && constant_value(condition, &value);
        if (known && !value) {
            skip_statement(p);
            s->body = stmt_new(p, STMT_BLOCK, place);
        } else {
            s->body = parse_body(p);
        }
        *link = s;
        link = &s->other;
        s->end = s->body->end;
        if (!at_keyword(p, KW_else))
            break;
        p->at++;
        if (at_keyword(p, KW_if) && !(known && value) && !begins_in_condition(p))
            continue;
        if (known && value)
            skip_statement(p);
        else
            s->other = parse_body(p);
        break;
    }
    append(&outer_tail, first);
    close_scope(p, &outer_tail, first->place);
    append(tail, outer->body == first && !first->next ? first : outer);
}

struct loop {
    struct cleanup *cleanups;
    bool break_is_switch;
};

static struct stmt *parse_loop_body(struct parser *p)
{
    struct body *b = p->body;
    struct loop saved = {b->loop_cleanups, b->break_is_switch};
    b->loop_cleanups = b->cleanups;
    b->break_is_switch = false;
    b->loops++;
    struct stmt *body = parse_body(p);
    b->loops--;
    b->loop_cleanups = saved.cleanups;
    b->break_is_switch = saved.break_is_switch;
    return body;
}

static void parse_while(struct parser *p, struct stmt ***tail)
{
    struct place place = next(p)->place;
    expect(p, PUNCT1('('), "after while");
    if (at_declaration(p)) {
        append(tail, parse_declaring_while(p, place));
        return;
    }
    struct stmt *s = stmt_new(p, STMT_WHILE, place);
    s->a = whole_value(p, to_bool(p, parse_expr(p), "the condition of while"));
    expect(p, PUNCT1(')'), "after the condition");
    s->body = parse_loop_body(p);
    s->end = s->body->end;
    append(tail, s);
}

static void parse_do(struct parser *p, struct stmt ***tail)
{
    struct stmt *s = stmt_new(p, STMT_DO, next(p)->place);
    s->body = parse_loop_body(p);
    if (!accept_keyword(p, KW_while))
        parse_unexpected(p, "while after the body of do");
    expect(p, PUNCT1('('), "after while");
    s->a = whole_value(p, to_bool(p, parse_expr(p), "the condition of while"));
    expect(p, PUNCT1(')'), "after the condition");
    s->end = place_here(p);
    expect(p, PUNCT1(';'), "after do ... while (...)");
    append(tail, s);
}

static void parse_for(struct parser *p, struct stmt ***tail)
{
    struct place place = next(p)->place;
    expect(p, PUNCT1('('), "after for");
    struct stmt *block = stmt_new(p, STMT_BLOCK, place);
    struct stmt **inner = &block->body;
    scope_push(p, SCOPE_BLOCK);
    if (at_range_for(p)) {
        parse_range_first(p, &inner);
        parse_range_for(p, place, &inner);
    } else {
        struct stmt *s = stmt_new(p, STMT_FOR, place);
        struct stmt **init = &s->init;
        if (at_declaration(p))
            parse_declaration(p, &init);
        else if (!accept_punct(p, PUNCT1(';'))) {
            append(&init, stmt_expr(p, whole_statement(p, parse_expr(p))));
            expect(p, PUNCT1(';'), "after the first part of for");
        }
        if (!at_punct(p, PUNCT1(';')))
            s->a = whole_value(p, to_bool(p, parse_expr(p), "the condition of for"));
        expect(p, PUNCT1(';'), "after the condition of for");
        if (!at_punct(p, PUNCT1(')')))
            s->step = whole_statement(p, parse_expr(p));
        expect(p, PUNCT1(')'), "after the parts of for");
        s->body = parse_loop_body(p);
        s->end = s->body->end;
        append(&inner, s);
    }
    close_scope(p, &inner, place);
    append(tail, block->body && !block->body->next ? block->body : block);
}

static void parse_jump(struct parser *p, struct stmt ***tail)
{
    struct body *b = p->body;
    const struct token *t = next(p);
    bool is_break = t->name == KW_break;
    bool in_switch = is_break && b->break_is_switch;
    if (!in_switch && b->loops == 0) {
        device_certain(p);
        parse_fail(p, t->place, "'%s' stands outside a loop", name_text(p, t->name));
    }
    emit_cleanups(p, in_switch ? b->switch_cleanups : b->loop_cleanups, tail, t->place);
    append(tail, stmt_new(p, is_break ? STMT_BREAK : STMT_CONTINUE, t->place));
    expect(p, PUNCT1(';'), is_break ? "after break" : "after continue");
}

static void return_with_cleanups(struct parser *p, struct stmt *s, struct stmt ***tail)
{
    struct body *b = p->body;
    struct place place = s->place;
    struct expr *kept = NULL;
    if (s->a) {
        struct var *v = add_local(p, "", s->a->type, place);
        kept = expr_raw_var(p, v, place);
        append(tail, stmt_expr(p, expr_assign(p, kept, s->a, place)));
    }
    for (struct cleanup *c = b->cleanups; c; c = c->outer) {
        bool moves = b->returned && c->var == b->returned;
        struct expr *e = moves ? unguard(p, expr_raw_var(p, c->var, place), place)
                               : ends_at(p, c->destroy, place);
        if (e)
            append(tail, stmt_expr(p, e));
    }
    s->a = kept;
}

bool is_auto_reference(struct parser *p, const struct type *type)
{
    return type->kind == TYPE_REFERENCE && type->base->plain == p->basic[TYPE_UNKNOWN];
}

/* What auto &, const auto & or decltype(auto) is for a returned value. */
static struct type *referred_type(struct parser *p, const struct type *result, struct expr *e,
                                  bool named)
{
    if (result->is_rvalue && result->base->is_const) {
        e = (int)e->kind >= EXPR_OVERLOAD ? decay(p, e) : e;
        struct type *type = declared_type(p, e, named);
        return type->kind == TYPE_REFERENCE ? type : type->plain;
    }
    if ((int)e->kind >= EXPR_OVERLOAD || !e->is_lvalue)
        parse_fail_hint(p, e->place, "return auto", "a reference to a value cannot be returned");
    return type_reference(p, result->base->is_const ? type_const(p, e->type) : e->type);
}

/* A parameter, which the caller has made elsewhere: the user's code moves it into the result. */
static bool moves_parameter(struct parser *p, const struct expr *e)
{
    const struct function *f = p->body->function;
    bool is_parameter = false;
    for (int i = 0; i < f->parameter_count; i++)
        is_parameter |= f->locals[i] == e->var;
    return is_parameter && !p->device && e->type->kind == TYPE_RECORD &&
           e->type->disguise == DISGUISE_NONE && !e->type->record->builtin &&
           has_transfer(p, e->type->plain);
}

/* Behind `return`, and at the value of a ({ }). */
static void parse_returned(struct parser *p, struct place place, struct stmt ***tail)
{
    struct body *b = p->body;
    struct stmt *s = stmt_new(p, STMT_RETURN, place);
    b->returned = NULL;
    if (!at_punct(p, PUNCT1(';'))) {
        bool named = !at_punct(p, PUNCT1('(')) && !at_punct(p, PUNCT1('*'));
        struct expr *e = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_expr(p);
        if (b->result && !p->device && is_auto_reference(p, b->result)) {
            b->result = referred_type(p, b->result, e, named);
        } else if (!b->result) {
            struct expr *value = decay(p, e);
            b->result = value->type->plain;
            b->is_deduced = true;
        } else if (b->is_deduced && !p->device) {
            struct expr *value = decay(p, e);
            if (value->type->plain != b->result)
                parse_fail_hint(p, e->place, "write the type behind ->",
                                "this returns %s, but an earlier return %s",
                                type_text(p, value->type->plain), type_text(p, b->result));
            e = value;
        }
        struct type *result = b->result;
        bool is_own = (result->kind == TYPE_RECORD || result->disguise == DISGUISE_THREAD) &&
                      e->kind == EXPR_LOCAL && e->type->plain == result->plain &&
                      !e->var->is_reference;
        if (result->kind == TYPE_VOID) {
            if ((int)e->kind >= EXPR_OVERLOAD || e->type->kind != TYPE_VOID) {
                if (!p->dependent && !expr_is_opaque(e))
                    device_certain(p);
                parse_fail(p, e->place, "this function returns void: no value may stand here");
            }
            append(tail, stmt_expr(p, whole_statement(p, e)));
        } else if (p->device && result->kind == TYPE_UNKNOWN) {
            s->a = e;
        } else if (is_own && !moves_parameter(p, e)) {
            s->a = e; /* moved out, not copied */
            b->returned = e->var;
        } else {
            bool becomes = result->kind == TYPE_RECORD && e->kind == EXPR_LOCAL &&
                           e->type->kind == TYPE_RECORD && !e->var->is_reference && !p->device;
            if ((is_own || becomes) && !e->type->is_const) /* of another type, too */
                e = moved_expr(p, e);
            s->a = whole_value(p, convert(p, e, result, "what is returned"));
        }
    } else if (!b->result) {
        b->result = p->basic[TYPE_VOID];
    } else if (b->result->kind != TYPE_VOID && !p->device) {
        parse_fail(p, s->place, "this function must return %s", type_text(p, b->result));
    }
    expect(p, PUNCT1(';'), "after return");
    if (b->cleanups)
        return_with_cleanups(p, s, tail);
    append(tail, s);
}

static void parse_return(struct parser *p, struct stmt ***tail)
{
    struct place place = next(p)->place;
    if (p->body->lambda && p->body->lambda->is_statement)
        parse_fail_hint(p, place, "let the macro be statements, do { ... } while (0)",
                        "to return from within ({ ... }) is not supported");
    parse_returned(p, place, tail);
}

static void parse_goto(struct parser *p, struct stmt ***tail)
{
    struct stmt *s = stmt_new(p, STMT_GOTO, next(p)->place);
    uint32_t name = expect_name(p, "a label");
    s->label = name_text(p, name);
    struct jump *j = arena_alloc(p->arena, sizeof *j);
    *j = (struct jump){p->body->gotos, s, p->body->live, p->body->cleanups, name};
    p->body->gotos = j;
    expect(p, PUNCT1(';'), "after goto");
    append(tail, s);
}

static void parse_label(struct parser *p, struct stmt ***tail)
{
    const struct token *t = next(p);
    struct stmt *s = stmt_new(p, STMT_LABEL, t->place);
    s->label = name_text(p, t->name);
    for (struct jump *l = p->body->labels; l; l = l->next)
        if (l->name == t->name)
            parse_fail(p, t->place, "the label '%s' stands at line %u already", s->label,
                       l->stmt->place.line);
    struct jump *j = arena_alloc(p->arena, sizeof *j);
    *j = (struct jump){p->body->labels, s, p->body->live, p->body->cleanups, t->name};
    p->body->labels = j;
    p->at++; /* : */
    append(tail, s);
}

static void parse_expression_statement(struct parser *p, struct stmt ***tail)
{
    if (p->value_at && p->at == p->value_at) {
        parse_returned(p, place_here(p), tail);
        return;
    }
    struct expr *e = parse_expr(p);
    if ((int)e->kind >= EXPR_OVERLOAD)
        e = decay(p, e);
    struct stmt *s = stmt_expr(p, whole_statement(p, e));
    s->end = place_here(p);
    if (!accept_punct(p, PUNCT1(';')))
        parse_unexpected(p, "a ;");
    append(tail, s);
}

static void parse_keyword_statement(struct parser *p, const struct token *t, struct stmt ***tail)
{
    switch (t->name) {
    case KW_if:
        parse_if(p, tail);
        return;
    case KW_while:
        parse_while(p, tail);
        return;
    case KW_do:
        parse_do(p, tail);
        return;
    case KW_for:
        parse_for(p, tail);
        return;
    case KW_switch:
        parse_switch(p, tail);
        return;
    case KW_case:
    case KW_default:
        parse_case(p, tail);
        return;
    case KW_break:
    case KW_continue:
        parse_jump(p, tail);
        return;
    case KW_return:
        parse_return(p, tail);
        return;
    case KW_goto:
        parse_goto(p, tail);
        return;
    case KW_try:
        parse_try(p, tail);
        return;
    case KW_catch:
        device_certain(p);
        parse_fail(p, t->place, "this catch belongs to no try");
    case KW_asm:
    case KW___asm__:
        parse_fail(p, t->place, "assembly is not supported");
    case KW_else:
        device_certain(p);
        parse_fail(p, t->place, "this else belongs to no if");
    case KW_using:
    case KW_static_assert:
        parse_declaration(p, tail);
        return;
    case KW_template:
        parse_fail(p, t->place, "a template cannot be declared inside a function");
    case KW_namespace:
        parse_namespace_alias(p);
        return;
    default:
        if (at_declaration(p))
            parse_declaration(p, tail);
        else
            parse_expression_statement(p, tail);
        return;
    }
}

void parse_one_statement(struct parser *p, struct stmt ***tail)
{
    skip_attributes(p);
    const struct token *t = peek(p);
    if (t->kind == TOKEN_PRAGMA) {
        p->at++;
        parse_statement_pragma(p, t, tail);
    } else if (t->punct == PUNCT1('{')) {
        append(tail, parse_block(p));
    } else if (t->punct == PUNCT1(';')) {
        p->at++;
        append(tail, stmt_new(p, STMT_EXPR, t->place));
    } else if (t->kind == TOKEN_NAME && !is_identifier(t)) {
        parse_keyword_statement(p, t, tail);
    } else if (is_identifier(t) && peek_ahead(p, 1)->punct == PUNCT1(':')) {
        parse_label(p, tail);
    } else if (at_declaration(p)) {
        parse_declaration(p, tail);
    } else {
        parse_expression_statement(p, tail);
    }
}

static void parse_statement(struct parser *p, struct stmt ***tail)
{
    if (p->device)
        parse_device_statement(p, tail);
    else
        parse_one_statement(p, tail);
}
