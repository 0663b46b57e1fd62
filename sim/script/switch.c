/* switch and its labels. */
#include "sim/script/objects.h"

void parse_switch(struct parser *p, struct stmt ***tail)
{
    struct body *b = p->body;
    struct stmt *s = stmt_new(p, STMT_SWITCH, next(p)->place);
    struct stmt *block = stmt_new(p, STMT_BLOCK, s->place), **inner = &block->body;
    expect(p, PUNCT1('('), "after switch");
    scope_push(p, SCOPE_BLOCK);
    struct expr *e = parse_condition(p, &inner);
    if (!e)
        parse_unexpected(p, "a value, and a ; before it");
    e = decay(p, e);
    if (!expr_is_opaque(e)) {
        if (!type_is_integer(e->type) || e->type->disguise != DISGUISE_NONE)
            parse_fail(p, e->place, "switch needs a whole number, but this is %s",
                       type_text(p, e->type->plain));
        if (e->type->kind != TYPE_ENUM || !e->type->enumeration->scoped)
            e = cast_node(p, e, promoted(p, e->type));
    }
    expect(p, PUNCT1(')'), "after what switch tests");
    s->a = whole_value(p, e);
    struct stmt *outer = b->current_switch, **outer_last = b->last_case;
    struct type *outer_type = b->switch_type;
    struct cleanup *outer_cleanups = b->switch_cleanups;
    struct live *outer_live = b->switch_live;
    bool outer_break = b->break_is_switch;
    b->current_switch = s;
    b->last_case = &s->cases;
    b->switch_type = e->type->plain;
    b->switch_cleanups = b->cleanups;
    b->switch_live = b->live;
    b->break_is_switch = true;
    b->switches++;
    s->body = parse_body(p);
    b->switches--;
    b->current_switch = outer;
    b->last_case = outer_last;
    b->switch_type = outer_type;
    b->switch_cleanups = outer_cleanups;
    b->switch_live = outer_live;
    b->break_is_switch = outer_break;
    s->end = s->body->end;
    append(&inner, s);
    close_scope(p, &inner, s->end);
    append(tail, block->body == s && !s->next ? s : block);
}

static void add_case(struct parser *p, struct stmt *s, struct stmt ***tail)
{
    struct body *b = p->body;
    int compared = 0;
    for (struct stmt *c = b->current_switch->cases; c && compared < 5000; c = c->cases) {
        compared++;
        if (c->is_default == s->is_default && (s->is_default || c->value == s->value))
            parse_fail(p, s->place, "this case stands in the switch already, at line %u",
                       c->place.line);
    }
    *b->last_case = s;
    b->last_case = &s->cases;
    append(tail, s);
}

void parse_case(struct parser *p, struct stmt ***tail)
{
    struct body *b = p->body;
    const struct token *t = next(p);
    if (!b->current_switch)
        parse_fail(p, t->place, "'%s' stands outside a switch", name_text(p, t->name));
    struct stmt *s = stmt_new(p, STMT_CASE, t->place);
    s->is_default = t->name == KW_default;
    if (!s->is_default) {
        struct expr *e = convert(p, parse_conditional(p), b->switch_type, "the value of a case");
        if (!constant_value(e, &s->value) && !expr_is_opaque(e))
            parse_fail(p, e->place, "the value of a case must be constant");
    }
    if (b->live != b->switch_live && !p->device)
        parse_fail_hint(p, t->place, "put braces around the case that declares it",
                        "this label skips the initial value of '%s' (line %u)", b->live->var->name,
                        b->live->var->place.line);
    add_case(p, s, tail);
    if (!s->is_default && accept_punct(p, PUNCT3('.', '.'))) { /* case 1 ... 5: as gcc has it */
        int64_t last = 0;
        struct expr *e = convert(p, parse_conditional(p), b->switch_type, "the value of a case");
        if (!constant_value(e, &last) || last < s->value || last - s->value > 1000)
            parse_fail(p, t->place, "a range of cases needs two constants, at most 1000 apart");
        for (int64_t value = s->value + 1; value <= last; value++) {
            struct stmt *more = stmt_new(p, STMT_CASE, t->place);
            more->value = value;
            add_case(p, more, tail);
        }
    }
    expect(p, PUNCT1(':'), "after a case");
    if (!at_punct(p, PUNCT1('}')))
        return;
    append(tail, stmt_new(p, STMT_EXPR, t->place)); /* case 1: } is C++23, and harmless */
}
