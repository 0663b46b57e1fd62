/* Loops whose condition declares a variable. */
#include "sim/script/objects.h"

/* The only statement that declares a number or pointer, as an expression that gives it its value
 * again; NULL for what is more than that. */
static struct expr *value_again(struct parser *p, struct stmt *only, struct place place)
{
    struct var *var = only && only->kind == STMT_VAR && !only->next ? only->var : NULL;
    struct init *init = var ? var->inits : NULL;
    if (!init || init->next || var->is_reference || var->is_global || type_has_end(var->type) ||
        var->type->kind == TYPE_RECORD || var->type->kind == TYPE_ARRAY)
        return NULL;
    var->inits = NULL;
    return expr_assign(p, expr_raw_var(p, var, place), init->value, place);
}

/* while (T x = value) body: as while (x = value, x) body, or where each turn has an object that
 * ends with it, as while (true) { T x = value; if (!x) break; body }. */
struct stmt *parse_declaring_while(struct parser *p, struct place place)
{
    struct body *b = p->body;
    struct cleanup *outer = b->loop_cleanups;
    bool break_is_switch = b->break_is_switch;
    struct stmt *all = stmt_new(p, STMT_BLOCK, place), *s = stmt_new(p, STMT_WHILE, place);
    struct stmt **tail = &all->body;
    b->loop_cleanups = b->cleanups;
    b->break_is_switch = false;
    b->loops++;
    scope_push(p, SCOPE_BLOCK);
    struct place declared = place_here(p);
    struct expr *variable = condition_declaration(p, &tail);
    if (!variable || !at_punct(p, PUNCT1(')')))
        parse_unexpected(p, "a )");
    if (p->tokens[p->at - 1].place.column == variable->place.column &&
        p->tokens[p->at - 1].place.line == variable->place.line)
        parse_fail(p, declared, "a declaration in the condition of while needs a value");
    p->at++;
    struct expr *condition = whole_value(p, to_bool(p, variable, "the condition of while"));
    struct expr *set = value_again(p, all->body, declared);
    if (set) {
        s->a = expr_comma(p, set, condition);
        s->body = parse_body(p);
        s->end = s->body->end;
        append(&tail, s);
    } else {
        struct stmt *stop = stmt_new(p, STMT_IF, declared);
        stop->a = expr_unary(p, EXPR_NOT, p->basic[TYPE_BOOL], condition, declared);
        stop->body = stmt_new(p, STMT_BLOCK, declared);
        struct stmt **leaving = &stop->body->body;
        emit_cleanups(p, b->loop_cleanups, &leaving, declared);
        append(&leaving, stmt_new(p, STMT_BREAK, declared));
        append(&tail, stop);
        append(&tail, parse_body(p));
        s->a = expr_int(p, p->basic[TYPE_BOOL], 1, declared);
        s->body = all;
        all->end = s->end = p->tokens[p->at - 1].place;
    }
    close_scope(p, &tail, s->end);
    b->loops--;
    b->loop_cleanups = outer;
    b->break_is_switch = break_is_switch;
    return set ? all : s;
}
