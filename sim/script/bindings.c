/* auto [a, b] = value: the value is a variable without a name, a and b refer to its parts. */
#include "sim/script/objects.h"

#include <string.h>

#define MAX_BINDINGS 64

/* At a [ behind auto, auto & or auto &&. */
bool at_bindings(struct parser *p, const struct specifiers *s)
{
    const struct token *t = peek(p);
    if (t->punct == PUNCT1('&') || t->punct == PUNCT2('&', '&'))
        t = peek_ahead(p, 1);
    return s->is_auto && t->punct == PUNCT1('[');
}

void parse_binding_names(struct parser *p, struct specifiers *s, struct bindings *b)
{
    memset(b, 0, sizeof *b);
    b->type = p->basic[TYPE_UNKNOWN];
    b->place = place_here(p);
    if (accept_punct(p, PUNCT1('&')))
        b->type = type_reference(p, b->type);
    else if (accept_punct(p, PUNCT2('&', '&')))
        b->type = type_rvalue(p, b->type);
    if (!p->body)
        parse_fail_hint(p, b->place, "declare the variables one by one",
                        "structured bindings outside functions are not supported");
    if (s->is_extern || s->is_thread)
        parse_fail(p, b->place, "structured bindings are neither extern nor thread_local");
    b->names = arena_alloc(p->arena, MAX_BINDINGS * sizeof *b->names);
    expect(p, PUNCT1('['), "before the names");
    do {
        if (b->count == MAX_BINDINGS)
            parse_fail(p, place_here(p), "more than %d names", MAX_BINDINGS);
        b->names[b->count] = peek(p);
        expect_name(p, "the name of a variable");
        b->count++;
    } while (accept_punct(p, PUNCT1(',')));
    expect(p, PUNCT1(']'), "after the names");
}

/* The member that holds the elements of a std::array. */
static struct expr *unwrap_array(struct parser *p, struct expr *object, struct place place)
{
    const struct type *type = object->type;
    bool is_array = type->kind == TYPE_RECORD && type->record->builtin && type->record->origin &&
                    strcmp(type->record->origin->text, "std::array") == 0;
    return is_array ? expr_member(p, object, &type->record->members[0], place) : object;
}

/* Where a struct has nothing of its own, its base's. */
static struct expr *unwrap_base(struct parser *p, struct expr *object, struct place place)
{
    while (object->type->kind == TYPE_RECORD && object->type->disguise == DISGUISE_NONE &&
           object->type->record->count == 1 && object->type->record->members[0].is_base)
        object = expr_member(p, object, &object->type->record->members[0], place);
    return object;
}

static bool is_part(const struct member *m)
{
    bool empty = m->is_base && !m->is_virtual && record_is_empty(m->type->record);
    return !m->is_table && !m->is_mark && !empty && !member_is_gap(m);
}

static struct expr *part_of(struct parser *p, struct expr *object, int index, struct place place)
{
    if (object->type->kind == TYPE_ARRAY)
        return build_index(p, object, expr_int(p, p->basic[TYPE_LONG], index, place), place);
    const struct member *m = object->type->record->members;
    while (!is_part(m) || index-- > 0)
        m++;
    if (m->is_private)
        check_private(p, object->type->record, m->is_protected, m->name, place);
    return expr_member(p, object, m, place);
}

static int64_t part_count(struct parser *p, const struct expr *object, struct place place)
{
    const struct type *type = object->type;
    if (type->kind == TYPE_ARRAY)
        return type->length;
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE || type->record->is_union)
        parse_fail(p, place,
                   "a structured binding needs a struct, a pair or an array, but this is %s",
                   type_text(p, type->plain));
    int64_t count = 0;
    for (int i = 0; i < type->record->count; i++)
        count += is_part(&type->record->members[i]);
    return count;
}

/* ---- what the program says of its own types: std::tuple_size<T>, get<I>(object) ---- */

/* How many parts there are; 0: it says nothing. */
static int64_t told_count(struct parser *p, struct type *type, struct place place)
{
    const struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::tuple_size"));
    struct template_argument bound[MAX_PARAMETERS], of = {.type = type->plain};
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE || type->record->builtin ||
        !s || s->kind != SYMBOL_CLASS_TEMPLATE ||
        specialization_for(p, s->template, &of, bound, place) == s->template)
        return 0;
    struct type *size = template_class(p, s->template, &of, 1, place);
    const struct symbol *value = symbol_find_in(p, intern_adds(&p->tu->names, size->record->name),
                                                intern_adds(&p->tu->names, "value"));
    return value && value->kind == SYMBOL_VAR && value->var->has_value ? value->var->value : 0;
}

static struct expr *told_part(struct parser *p, struct expr *object, int index, struct place place)
{
    uint32_t name = intern_adds(&p->tu->names, "get");
    struct template_argument *at = arena_alloc(p->arena, sizeof *at);
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = object;
    *at = (struct template_argument){.value = index, .has_value = true};
    bool method = has_method(p, object->type->record, name);
    struct expr *callee = method
                              ? build_member(p, object, name, false, place)
                              : overload_new(p, name, overloads_for(p, name, NULL, args, 1), place);
    if ((int)callee->kind != EXPR_OVERLOAD)
        parse_fail(p, place, "std::tuple_size is specialized, but there is no get<%d>", index);
    ((struct overload_expr *)callee)->arguments = at;
    ((struct overload_expr *)callee)->argument_count = 1;
    return build_call(p, callee, args, method ? 0 : 1, place);
}

/* A variable of its own for what has no address. */
static void bind_copy(struct parser *p, struct specifiers *s, const struct token *name,
                      struct expr *value, struct stmt ***tail)
{
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.type = p->basic[TYPE_UNKNOWN];
    d.place = name->place;
    struct var *v = declare_unnamed(p, s, &d, value, tail);
    v->name = name_text(p, name->name);
    symbol_declare(p, name->name, SYMBOL_VAR, name->place)->var = v;
}

static void bind_name(struct parser *p, struct specifiers *s, const struct token *name,
                      struct expr *part, bool is_copy, struct stmt ***tail)
{
    struct symbol *old = symbol_here(p, name->name);
    if (old)
        parse_fail(p, name->place, "'%s' is declared already, at line %u", name_text(p, name->name),
                   old->place.line);
    if (part && (!part->is_lvalue || (is_copy && bits_of(part)))) {
        bind_copy(p, s, name, part, tail);
        return;
    }
    struct type *type = part ? type_pointer(p, part->type) : p->basic[TYPE_UNKNOWN];
    struct var *v = add_local(p, name_text(p, name->name), type, name->place);
    symbol_declare(p, name->name, SYMBOL_VAR, name->place)->var = v;
    if (!part)
        return;
    v->is_reference = true;
    refuse_bits(p, part);
    struct init **inits = &v->inits;
    init_add(p, &inits, 0, expr_address(p, part, name->place));
    struct stmt *declared = stmt_new(p, STMT_VAR, name->place);
    declared->var = v;
    append(tail, declared);
}

void bind_names(struct parser *p, struct specifiers *s, struct bindings *b, struct expr *value,
                struct stmt ***tail)
{
    struct expr *object = NULL;
    int64_t told = 0;
    if (!p->device) {
        if ((int)value->kind >= EXPR_OVERLOAD)
            value = decay(p, value);
        struct declarator d;
        memset(&d, 0, sizeof d);
        d.type = b->type;
        d.place = b->place;
        struct var *v = declare_unnamed(p, s, &d, value, tail);
        object = expr_var(p, v, b->place);
        told = told_count(p, object->type, b->place);
        if (told == 0)
            object = unwrap_base(p, unwrap_array(p, object, b->place), b->place);
        int64_t parts = told > 0 ? told : part_count(p, object, b->place);
        if (parts != b->count)
            parse_fail(p, b->place, "%s has %lld part%s, here %s %d name%s",
                       type_text(p, object->type->plain), (long long)parts, parts == 1 ? "" : "s",
                       b->count == 1 ? "is" : "are", b->count, b->count == 1 ? "" : "s");
    }
    for (int i = 0; i < b->count; i++) {
        struct place place = b->names[i]->place;
        struct expr *part = !object    ? NULL
                            : told > 0 ? told_part(p, object, i, place)
                                       : part_of(p, object, i, place);
        bind_name(p, s, b->names[i], part, b->type->kind != TYPE_REFERENCE, tail);
    }
}

void parse_bindings(struct parser *p, struct specifiers *s, struct stmt ***tail)
{
    struct bindings b;
    parse_binding_names(p, s, &b);
    struct place place = place_here(p);
    struct expr *value;
    if (accept_punct(p, PUNCT1('='))) {
        value = parse_assignment(p);
    } else if (at_punct(p, PUNCT1('{')) || at_punct(p, PUNCT1('('))) {
        uint16_t close = at_punct(p, PUNCT1('{')) ? PUNCT1('}') : PUNCT1(')');
        struct expr **args;
        p->at++;
        if (parse_arguments(p, close, &args) != 1)
            parse_fail(p, place, "a structured binding takes one value");
        value = args[0];
    } else {
        parse_unexpected(p, "the value that is taken apart");
    }
    bind_names(p, s, &b, value, tail);
    if (!accept_punct(p, PUNCT1(';')))
        parse_unexpected(p, "a ;");
}
