/* Constructors: the members' initial values before the body. */
#include "sim/script/objects.h"

#include <string.h>

struct member_value {
    struct expr **args;
    int count;
    bool braces, given;
    struct place place;
};

bool record_is_trivially_default(struct parser *p, struct record *r)
{
    if (record_constructors(p, r))
        return false;
    for (int i = 0; i < r->count; i++) {
        struct type *type = r->members[i].type;
        while (type->kind == TYPE_ARRAY)
            type = type->base;
        if (r->members[i].initial_at ||
            (type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
             !record_is_trivially_default(p, type->record)))
            return false;
    }
    return true;
}

struct initial_reading {
    struct expr *object, *value;
    struct member *member;
    struct body *body;
};

/* As the struct sees it, wherever the object is made. */
static void read_initial(struct parser *p, void *context)
{
    struct initial_reading *r = context;
    struct body *in = p->initial_in;
    p->record = r->object->type->record;
    p->initial_of = r->object;
    p->initial_in = r->body;
    p->at = r->member->initial_at;
    accept_punct(p, PUNCT1('='));
    r->value = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_assignment(p);
    p->initial_in = in;
}

struct expr *member_initial(struct parser *p, struct expr *object, struct member *m,
                            struct place place)
{
    struct record *r = object->type->record;
    struct initial_reading reading = {.object = object, .member = m, .body = p->body};
    struct where where = {r->scope, p->body, intern_adds(&p->tu->names, r->name), place};
    enter(p, place);
    read_at(p, &where, read_initial, &reading);
    struct expr *value = reading.value;
    struct expr *part = expr_member(p, object, m, place);
    struct expr *made;
    if (m->type->kind == TYPE_ARRAY) {
        made = construct_list(p, part, value, place);
    } else if ((int)value->kind == EXPR_BRACES) {
        made = construct_at(p, part, value->args, value->arg_count, true, place);
    } else if (part->type->kind == TYPE_RECORD) {
        struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
        args[0] = value;
        made = construct_at(p, part, args, 1, false, place);
    } else {
        made =
            expr_assign(p, part, convert(p, value, part->type->plain, "the initial value"), place);
    }
    leave(p);
    return made;
}

/* A reference member is set as the pointer that it is. */
static struct expr *set_reference(struct parser *p, struct expr *self, struct member *m,
                                  struct member_value *value, struct place place)
{
    if (value->count != 1)
        parse_fail(p, place, "the reference '%s' must refer to something", m->name);
    struct expr *part = expr_unary(p, EXPR_MEMBER, type_pointer(p, m->type->base), self, place);
    part->offset = m->offset;
    part->member = m;
    part->is_lvalue = true;
    return expr_assign(p, part, bind_reference(p, value->args[0], m->type, "the reference"), place);
}

/* From here on what is virtual is this struct's: the base is made, the members are not. */
static bool append_table(struct parser *p, struct expr *self, struct stmt ***tail,
                         struct place place)
{
    struct expr *set = set_table(p, self, true, place);
    if (set)
        append(tail, stmt_expr(p, set));
    return true;
}

static struct expr *made_base(struct parser *p, struct expr *part, const struct member_value *value,
                              struct place place)
{
    if (value->given)
        return construct_part(p, part, value->args, value->count,
                              value->braces || value->count == 0, value->place);
    if (!type_needs_construction(part->type))
        return NULL;
    return construct_part(p, part, NULL, 0, false, place);
}

/* Before all else, and only in an object that is no base itself. */
static void construct_virtual(struct parser *p, struct record *r, struct member_value *values,
                              struct expr *self, struct stmt ***tail, struct place place)
{
    struct stmt *block = stmt_new(p, STMT_BLOCK, place), **inner = &block->body, *s = NULL;
    for (int i = 0; i < r->count; i++) {
        struct member *m = &r->members[i];
        if (!m->is_virtual)
            continue;
        if (!s) {
            s = stmt_new(p, STMT_IF, place);
            s->a = is_whole(p, self, m->type->record, false, place);
            append(&inner, stmt_expr(p, own_places(p, self, place)));
        }
        struct expr *part = base_part(p, self, m);
        append(&inner, stmt_expr(p, zero_object(p, part, place)));
        struct expr *places = inherit_places(p, self, m, place);
        if (places)
            append(&inner, stmt_expr(p, places));
        struct expr *made = made_base(p, part, &values[i], place);
        if (made)
            append(&inner, stmt_expr(p, whole_statement(p, made)));
    }
    if (!s)
        return;
    s->body = block;
    append(tail, s);
}

static void construct_all(struct parser *p, struct record *r, struct member_value *values,
                          struct stmt ***tail, struct place place)
{
    struct expr *self = expr_deref(p, expr_raw_var(p, p->body->function->locals[0], place), place);
    bool tabled = false;
    construct_virtual(p, r, values, self, tail, place);
    for (int i = 0; i < r->count; i++) {
        struct member *m = &r->members[i];
        struct member_value *value = &values[i];
        struct expr *made = NULL;
        if (m->is_table || m->is_virtual || m->place_of)
            continue;
        if (m->is_base && has_virtual_base(m->type->record)) {
            struct expr *part = expr_member(p, self, m, place);
            made = expr_comma(p, zero_object(p, part, place), inherit_places(p, self, m, place));
            made = expr_comma(p, made, made_base(p, part, value, place));
            append(tail, stmt_expr(p, whole_statement(p, made)));
            guard_member(p, part, tail);
            continue;
        }
        if (!m->is_base && !tabled)
            tabled = append_table(p, self, tail, place);
        if (m->type->kind == TYPE_REFERENCE) {
            made = set_reference(p, self, m, value, value->given ? value->place : place);
        } else if (value->given) {
            made = construct_at(p, expr_member(p, self, m, value->place), value->args, value->count,
                                value->braces || value->count == 0, value->place);
            if (!made)
                made = zero_object(p, expr_member(p, self, m, value->place), value->place);
        } else if (m->initial_at) {
            made = member_initial(p, self, m, place);
        } else if (type_needs_construction(m->type)) {
            made = zero_object(p, expr_member(p, self, m, place), place);
            struct expr *more =
                construct_at(p, expr_member(p, self, m, place), NULL, 0, false, place);
            if (more)
                made = expr_comma(p, made, more);
        }
        if (made)
            append(tail, stmt_expr(p, whole_statement(p, made)));
        if (m->type->kind != TYPE_REFERENCE)
            guard_member(p, expr_member(p, self, m, place), tail);
    }
    if (!tabled)
        append_table(p, self, tail, place);
}

static int base_index(const struct record *r, const struct record *base)
{
    int i = 0;
    while (i < r->count && !((r->members[i].is_base || r->members[i].is_mark) &&
                             r->members[i].type->record == base))
        i++;
    return i;
}

/* At Base(...), which may be Space::Base<T>(...): the index of the base; -1: it is a member, or
 * none.
 */
static int at_base(struct parser *p, const struct record *r)
{
    const struct token *t = peek(p);
    uint16_t after = peek_ahead(p, 1)->punct;
    if (!(r->base || has_virtual_base(r)) || !is_identifier(t))
        return -1;
    if (after != PUNCT2(':', ':') && after != PUNCT1('<')) {
        const struct symbol *s = symbol_find(p, t->name);
        for (int i = 0; i < r->count; i++) {
            const struct member *m = &r->members[i];
            if (!m->is_base && !m->is_mark)
                continue;
            bool alias = s && s->kind == SYMBOL_TYPE && s->type->record == m->type->record;
            if (!alias && !is_constructor_name(p, m->type->record, t->name))
                continue;
            p->at++;
            return i;
        }
        return -1;
    }
    struct specifiers s;
    memset(&s, 0, sizeof s);
    struct place place = t->place;
    parse_specifiers(p, &s);
    int i = s.type && s.type->kind == TYPE_RECORD ? base_index(r, s.type->record) : r->count;
    if (i == r->count)
        parse_fail(p, place, "this is not the base of %s", r->name);
    return i;
}

/* Whether a union or struct without a name has it. */
static bool is_in_unnamed(const struct record *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (r->members[i].name[0] == '\0' && r->members[i].type->kind == TYPE_RECORD &&
            record_has_field(r->members[i].type->record, name))
            return true;
    return false;
}

static struct stmt *init_in_unnamed(struct parser *p, uint32_t name,
                                    const struct member_value *value)
{
    struct place place = value->place;
    struct expr *self = expr_deref(p, expr_raw_var(p, p->body->function->locals[0], place), place);
    struct expr *part = build_member(p, self, name, false, place);
    struct expr *made = construct_at(p, part, value->args, value->count, value->braces, place);
    return made ? stmt_expr(p, whole_statement(p, made)) : stmt_new(p, STMT_BLOCK, place);
}

struct init_reader {
    struct record *record;
    struct member_value *values;
    struct stmt *unnamed, **last; /* of members of unions without a name */
    struct stmt *delegates;       /* to another constructor; NULL: it does not */
};

static void read_member_init(struct parser *p, void *context)
{
    struct init_reader *in = context;
    struct record *r = in->record;
    const struct token *t = peek(p);
    int base = at_base(p, r);
    bool is_base = base >= 0;
    uint32_t name = is_base ? t->name : expect_name(p, "the name of a member");
    const char *text = name_text(p, name);
    struct member_value value = {.given = true, .place = t->place};
    if (at_punct(p, PUNCT1('{'))) {
        struct expr *list = parse_braces(p);
        value.args = list->args;
        value.count = list->arg_count;
        value.braces = true;
    } else {
        expect(p, PUNCT1('('), "after the member");
        enter(p, t->place);
        value.count = parse_arguments(p, PUNCT1(')'), &value.args);
        leave(p);
    }
    int k = is_base ? base : 0;
    while (k < r->count && !is_base && strcmp(r->members[k].name, text) != 0)
        k++;
    if (k == r->count && is_constructor_name(p, r, name)) { /* delegation */
        struct expr *self =
            expr_deref(p, expr_raw_var(p, p->body->function->locals[0], t->place), t->place);
        struct expr *made =
            construct_part(p, self, value.args, value.count, value.braces, t->place);
        in->delegates = stmt_expr(p, whole_statement(p, made));
    } else if (k == r->count && is_in_unnamed(r, text)) {
        append(&in->last, init_in_unnamed(p, name, &value));
    } else if (k == r->count) {
        parse_fail(p, t->place, "%s has no member '%s'", r->name, text);
    } else if (in->values[k].given) {
        parse_fail(p, t->place, "'%s' is given twice", text);
    } else {
        in->values[k] = value;
    }
}

void parse_member_inits(struct parser *p, struct record *r, struct stmt ***tail)
{
    struct place place = place_here(p);
    struct init_reader in = {.record = r};
    in.values = arena_alloc(p->arena, ((size_t)r->count + 1) * sizeof *in.values);
    in.last = &in.unnamed;
    bool more = accept_punct(p, PUNCT1(':'));
    while (more && !in.delegates) {
        if (p->has_packs && at_base_pack(p))
            expand(p, read_member_init, &in);
        else
            read_member_init(p, &in);
        more = accept_punct(p, PUNCT1(','));
    }
    if (in.delegates) {
        append(tail, in.delegates);
        return;
    }
    construct_all(p, r, in.values, tail, place);
    if (in.unnamed)
        append(tail, in.unnamed);
}

/* A constructor that is the base's gives that what it is given. */
static void pass_on(struct parser *p, const struct function *f, struct member_value *base)
{
    base->given = true;
    base->place = f->place;
    base->args = arena_alloc(p->arena, (size_t)f->parameter_count * sizeof *base->args);
    for (int i = 1; i < f->parameter_count; i++) {
        struct var *v = f->locals[i];
        struct expr *value = expr_var(p, v, f->place);
        bool keeps = v->is_reference && !v->takes_temporary;
        base->args[base->count++] = keeps ? value : moved_expr(p, value);
    }
}

void define_default_constructor(struct parser *p, struct function *f)
{
    struct body body;
    struct record *r = f->record;
    struct member_value *values = arena_alloc(p->arena, ((size_t)r->count + 1) * sizeof *values);
    body_begin(p, &body, f);
    body.record = r;
    declare_parameters(p, f, f->declared, f->type->parameter_count, r);
    if (f->parameter_count > 1)
        pass_on(p, f, &values[base_index(r, r->inherits)]);
    struct stmt *block = stmt_new(p, STMT_BLOCK, f->place);
    struct stmt **tail = &block->body;
    construct_all(p, r, values, &tail, f->place);
    emit_cleanups(p, NULL, &tail, f->place);
    body_end(p, &body);
    f->body = block;
    add_function(p, f);
}
