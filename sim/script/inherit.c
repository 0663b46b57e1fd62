/* Structs with a base: it is their first member, without a name. Virtual functions: a hidden member
 * points to a table of functions, of which there is one for each struct. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

enum { MOST_BASES = 8 };                       /* as many members as are at first made room for */
enum { TABLE_PARENT, TABLE_END, TABLE_FIRST }; /* what stands in a table, in entries */

bool derives_from(const struct type *type, const struct type *base)
{
    if (type->kind != TYPE_RECORD || base->kind != TYPE_RECORD)
        return false;
    for (const struct record *r = type->record->base; r; r = r->base)
        if (r == base->record)
            return true;
    return false;
}

static struct member *base_member(struct record *r)
{
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_base)
            return &r->members[i];
    return NULL;
}

struct expr *to_base(struct parser *p, struct expr *object)
{
    struct expr *from = is_fresh(object) ? materialize(p, object) : object;
    if (object->is_moved)
        from = object->b;
    from = expr_member(p, from, base_member(object->type->record), object->place);
    return object->is_moved || is_fresh(object) ? moved_expr(p, from) : from;
}

struct expr *upcast(struct parser *p, struct expr *object, const struct type *base)
{
    while (object->type->record != base->record)
        object = to_base(p, object);
    return object;
}

static struct type *parse_base_type(struct parser *p, struct member *base, bool is_class)
{
    struct place place = place_here(p);
    if (at_keyword(p, KW_virtual))
        parse_fail_hint(p, place, "inherit without virtual", "virtual bases are not supported");
    base->is_protected = at_keyword(p, KW_protected);
    base->is_private =
        base->is_protected || at_keyword(p, KW_private) || (is_class && !at_keyword(p, KW_public));
    if (base->is_private ? at_keyword(p, KW_private) || base->is_protected
                         : at_keyword(p, KW_public))
        p->at++;
    if (at_keyword(p, KW_virtual))
        parse_fail_hint(p, place_here(p), "inherit without virtual",
                        "virtual bases are not supported");
    accept_keyword(p, KW_typename);
    place = place_here(p);
    if (!at_type(p))
        parse_no_type(p, "the name of a base");
    struct specifiers s;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    struct type *type = s.type;
    bool is_stream = type && type->disguise == DISGUISE_OSTREAM &&
                     p->tu->sources.files[place.file].builtin; /* std::ostringstream's */
    if (!type || type->kind != TYPE_RECORD || (type->disguise != DISGUISE_NONE && !is_stream) ||
        type->record->is_union)
        parse_fail(p, place, "%s cannot be a base", type ? type_text(p, type) : "this");
    if (!type->record->complete)
        parse_fail(p, place, "%s is declared, but what is in it is not known", type_text(p, type));
    if (type->record->is_final)
        parse_fail(p, place, "%s is final: it cannot be a base", type_text(p, type));
    return type->plain;
}

/* A base that only says how its heirs are copied, as a NonCopyable does: nothing is called or
 * converted to it. */
static bool is_mark(const struct record *r)
{
    if (r->count > 0 || r->is_virtual || r->base)
        return false;
    for (const struct function *f = r->methods; f; f = f->next_method)
        if (!f->is_constructor && strcmp(f->name, "operator=") != 0)
            return false;
    return !r->templates;
}

bool is_marked_by(const struct record *r, const struct record *mark)
{
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_mark && r->members[i].type->record == mark)
            return true;
    return r->base && is_marked_by(r->base, mark);
}

void parse_base(struct parser *p, struct record *r, bool is_class)
{
    struct place place = next(p)->place; /* : */
    if (r->is_union)
        parse_fail(p, place, "a union has no base");
    struct member bases[MOST_BASES];
    int count = 0, main_base = -1;
    do {
        struct member made = {.name = "", .place = place_here(p)};
        made.type = parse_base_type(p, &made, is_class);
        if (count == MOST_BASES)
            parse_fail(p, made.place, "more than %d bases", MOST_BASES);
        made.is_mark = is_mark(made.type->record);
        if (!made.is_mark && main_base >= 0)
            parse_fail_hint(p, made.place, "make one of them a member",
                            "more than one base that has members or functions is not supported");
        if (!made.is_mark)
            main_base = count;
        bases[count++] = made;
    } while (accept_punct(p, PUNCT1(',')));
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "a {");
    if (main_base < 0)
        main_base = 0;
    struct record *base = bases[main_base].type->record;
    r->base = base;
    r->members = arena_alloc(p->arena, MOST_BASES * sizeof *r->members);
    bases[main_base].is_base = true;
    bases[main_base].is_mark = false;
    r->members[r->count++] = bases[main_base]; /* in front, and what others only say behind it */
    for (int i = 0; i < count; i++)
        if (i != main_base)
            r->members[r->count++] = bases[i];
    r->slot_count = base->slot_count;
    r->slots = arena_alloc(p->arena, ((size_t)base->slot_count + 1) * sizeof(struct function *));
    if (base->slot_count > 0)
        memcpy(r->slots, base->slots, (size_t)base->slot_count * sizeof(struct function *));
    r->is_virtual = base->is_virtual;
    r->virtual_end = base->virtual_end;
}

static bool overrides(const struct function *f, const struct function *g)
{
    return strcmp(f->name, g->name) == 0 && same_parameters(f->type, g->type) &&
           f->is_const_method == g->is_const_method;
}

void declare_virtual(struct parser *p, struct record *r, struct function *f, bool is_virtual,
                     const struct declarator *d)
{
    for (int i = 0; i < r->slot_count; i++) {
        if (!overrides(f, r->slots[i]))
            continue;
        if (r->slots[i]->is_final)
            parse_fail(p, f->place, "'%s' is final in %s", f->name, r->slots[i]->record->name);
        f->slot = i + 1;
        f->is_final = d->is_final;
        r->slots[i] = f;
        return;
    }
    if (d->is_override || (d->is_final && !is_virtual))
        parse_fail(p, f->place, "'%s' overrides no virtual function of a base", f->name);
    if (!is_virtual)
        return;
    struct function **more =
        arena_alloc(p->arena, ((size_t)r->slot_count + 1) * sizeof(struct function *));
    if (r->slot_count > 0)
        memcpy(more, r->slots, (size_t)r->slot_count * sizeof *more);
    more[r->slot_count++] = f;
    r->slots = more;
    f->slot = r->slot_count;
    f->is_final = d->is_final;
    r->is_virtual = true;
}

/* Behind the base, which so stays at the front of the struct. */
static void add_table_member(struct parser *p, struct record *r)
{
    if (!r->is_virtual || (r->base && r->base->is_virtual))
        return;
    int at = r->base ? 1 : 0;
    struct member *more = arena_alloc(p->arena, ((size_t)r->count + 1) * sizeof *more);
    for (int i = 0; i < r->count; i++)
        more[i + (i >= at)] = r->members[i];
    struct type *entry = type_pointer(p, p->basic[TYPE_VOID]);
    more[at] = (struct member){.name = "", .type = type_pointer(p, entry), .is_table = true};
    r->members = more;
    r->count++;
}

static struct expr *table_of(struct parser *p, struct expr *object)
{
    while (object->type->record->base && object->type->record->base->is_virtual)
        object = expr_member(p, object, base_member(object->type->record), object->place);
    struct record *r = object->type->record;
    int i = 0;
    while (!r->members[i].is_table)
        i++;
    return expr_member(p, object, &r->members[i], object->place);
}

struct expr *set_table(struct parser *p, struct expr *object, struct place place)
{
    struct record *r = object->type->record;
    if (!r->is_virtual || !r->table)
        return NULL;
    return expr_assign(p, table_of(p, object), decay(p, expr_raw_var(p, r->table, place)), place);
}

void add_implied(struct parser *p, struct record *r)
{
    add_table_member(p, r);
    record_layout(p, r);
    if (!r->is_virtual)
        return;
    char name[300];
    int n = snprintf(name, sizeof name, "functions of %.250s", r->name);
    struct type *entry = type_pointer(p, p->basic[TYPE_VOID]);
    struct type *type = type_array(p, entry, TABLE_FIRST + r->slot_count);
    r->table = add_global(p, arena_strndup(p->arena, name, (size_t)n), type, r->place);
}

static void set_entry(struct parser *p, struct record *r, struct init ***tail, int index,
                      struct function *f)
{
    if (!f || f->is_pure)
        return;
    struct expr *value =
        expr_unary(p, EXPR_CAST, r->table->type->base, expr_function(p, f, f->place), r->place);
    init_add(p, tail, index * 8, value);
}

static struct function *new_ending(struct parser *p, const char *name)
{
    struct type *none[1];
    struct function *f = function_new(p, "~", type_function(p, p->basic[TYPE_VOID], none, 0, false),
                                      (struct place){0});
    f->display_name = name;
    f->is_method = f->is_host = true;
    return f;
}

/* `is_virtual`: the object may be of a struct that derives from the type. */
static void define_ending(struct parser *p, struct function *f, struct type *type, bool is_virtual)
{
    struct place place = {0};
    struct body body;
    body_begin(p, &body, f);
    body.record = type->kind == TYPE_RECORD ? type->record : NULL;
    add_local(p, "this", type_const(p, type_pointer(p, type)), place);
    f->parameter_count = 1;
    f->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &f->body->body;
    struct expr *self = expr_deref(p, expr_raw_var(p, f->locals[0], place), place);
    struct expr *end = is_virtual ? end_virtual(p, self, place) : destroy_expr(p, self, place);
    if (end)
        append(&tail, stmt_expr(p, end));
    body_end(p, &body);
    add_function(p, f);
}

struct function *function_ending(struct parser *p, struct type *type, const char *name)
{
    struct function *f = new_ending(p, name);
    define_ending(p, f, type, false);
    return f;
}

struct expr *end_late(struct parser *p, struct expr *object, struct place place)
{
    struct type_end *e = p->late_ends;
    while (e && e->type != object->type->plain)
        e = e->next;
    if (!e) {
        e = arena_alloc(p->arena, sizeof *e);
        e->type = object->type->plain;
        e->function = new_ending(p, "end");
        e->next = p->late_ends;
        p->late_ends = e;
    }
    function_use(p, e->function, place);
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = cast_node(p, expr_address(p, object, place), type_pointer(p, e->type));
    return expr_call(p, e->function, args, 1, place);
}

void define_late_ends(struct parser *p)
{
    for (struct type_end *e = p->late_ends; e; e = e->next)
        define_ending(p, e->function, e->type, e->type->record->virtual_end);
}

void fill_table(struct parser *p, struct record *r)
{
    if (!r->table)
        return;
    struct init **tail = &r->table->inits;
    r->table->zero_first = true;
    if (r->base && r->base->table) {
        struct expr *parent = decay(p, expr_raw_var(p, r->base->table, r->place));
        init_add(p, &tail, TABLE_PARENT * 8, cast_node(p, parent, r->table->type->base));
    }
    if (r->virtual_end)
        set_entry(p, r, &tail, TABLE_END,
                  function_ending(p, r->type, r->destructor ? r->destructor->display_name : "~"));
    for (int i = 0; i < r->slot_count; i++)
        set_entry(p, r, &tail, TABLE_FIRST + i, r->slots[i]);
}

void refuse_abstract(struct parser *p, const struct type *type, struct place place)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD || p->device)
        return;
    const struct record *r = type->record;
    for (int i = 0; i < r->slot_count; i++)
        if (r->slots[i]->is_pure)
            parse_fail(p, place, "%s is abstract: nothing defines its '%s'",
                       type_text(p, type->plain), r->slots[i]->name);
}

static struct expr *call_entry(struct parser *p, struct expr *object, int entry, struct function *f,
                               struct expr **args, int count, struct place place)
{
    struct type *result = f->type->base;
    struct expr *slot =
        build_index(p, table_of(p, object), expr_int(p, p->basic[TYPE_LONG], entry, place), place);
    struct expr *callee = expr_unary(p, EXPR_CAST, type_pointer(p, f->type), slot, place);
    bool reference = result->kind == TYPE_REFERENCE;
    if (reference)
        result = type_pointer(p, result->base);
    struct expr *e = expr_unary(p, EXPR_CALL, result->plain, callee, place);
    e->args = args;
    e->arg_count = count;
    return reference ? expr_deref(p, e, place) : e;
}

struct expr *call_virtual(struct parser *p, struct function *f, struct expr *object,
                          struct expr **args, int count, struct place place)
{
    return call_entry(p, object, TABLE_FIRST + f->slot - 1, f, args, count, place);
}

struct expr *end_virtual(struct parser *p, struct expr *object, struct place place)
{
    struct record *r = object->type->record;
    struct type *none[1];
    struct function any = {.type = type_function(p, p->basic[TYPE_VOID], none, 0, false)};
    struct expr **args = arena_alloc(p->arena, sizeof *args);
    args[0] = cast_node(p, expr_address(p, object, place), type_pointer(p, r->type));
    return call_entry(p, object, TABLE_END, &any, args, 1, place);
}

struct expr *find_methods(struct parser *p, struct expr **object, uint32_t name,
                          struct function **first)
{
    const char *text = name_text(p, name);
    struct expr *at = *object;
    for (struct record *r = at->type->record; r; r = r->base) {
        *first = NULL;
        for (struct function *f = r->methods; f && !*first; f = f->next_method)
            if (strcmp(f->name, text) == 0)
                *first = f;
        bool found = *first != NULL;
        for (const struct overload *o = r->templates; o && !found; o = o->next)
            found = o->template->name == name;
        if (found) {
            *object = upcast(p, at, r->type);
            return *object;
        }
    }
    return NULL;
}

void check_private_bases(struct parser *p, const struct expr *object, const struct record *base,
                         const char *name, struct place place)
{
    for (struct record *d = object->type->record; d != base; d = d->base)
        if (base_member(d)->is_private)
            check_private(p, d, base_member(d)->is_protected, name, place);
}

bool declares_method(struct parser *p, const struct record *r, uint32_t name)
{
    if (record_methods(p, (struct record *)r, name))
        return true;
    for (const struct overload *o = r->templates; o; o = o->next)
        if (o->template->name == name)
            return true;
    return false;
}

bool has_method(struct parser *p, const struct record *r, uint32_t name)
{
    while (r && !declares_method(p, r, name))
        r = r->base;
    return r != NULL;
}

/* Base::f() in a method: the object's, and no other. */
struct expr *qualified_member(struct parser *p, uint32_t prefix, const struct token *name)
{
    struct body *b = p->body;
    while (b && b->lambda)
        b = b->outer;
    if (!prefix || !b || !b->record || b->is_static_method)
        return NULL;
    struct symbol *s = symbol_innermost(p, prefix);
    struct type *type = s && s->kind == SYMBOL_TYPE ? s->type : NULL;
    if (!type || type->kind != TYPE_RECORD ||
        (type->record != b->record && !derives_from(b->record->type, type)))
        return NULL;
    if (!record_has_field(type->record, name_text(p, name->name)) &&
        !has_method(p, type->record, name->name))
        return NULL;
    struct expr *self = expr_deref(p, this_expr(p, name->place), name->place);
    struct expr *e = build_member(p, upcast(p, self, type), name->name, false, name->place);
    if ((int)e->kind == EXPR_OVERLOAD)
        ((struct overload_expr *)e)->qualified = true;
    return e;
}

struct expr *parse_dynamic_cast(struct parser *p, struct place place)
{
    if (!accept_punct(p, PUNCT1('<')))
        parse_unexpected(p, "a < and the type");
    struct type *type = parse_type_id(p);
    if (!accept_angle_close(p))
        parse_unexpected(p, "a >");
    expect(p, PUNCT1('('), "before what is cast");
    enter(p, place);
    struct expr *e = decay(p, parse_expr(p));
    leave(p);
    expect(p, PUNCT1(')'), "after what is cast");
    if (p->device)
        return expr_opaque(p, e, NULL, place);
    bool records = type->kind == TYPE_POINTER && type->base->kind == TYPE_RECORD &&
                   e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_RECORD;
    if (!records)
        parse_fail_hint(p, place, "cast a pointer",
                        "dynamic_cast of anything but pointers to structs is not supported");
    if (conversion_rank(p, e, type) >= 0)
        return convert(p, e, type, "what is cast");
    struct record *to = type->base->record;
    if (!e->type->base->record->is_virtual || !derives_from(type->base, e->type->base))
        parse_fail(p, place, "%s cannot be cast dynamically to %s", type_text(p, e->type->plain),
                   type_text(p, type));
    struct var *v = temporary(p, e->type, place);
    struct expr *all = expr_assign(p, expr_raw_var(p, v, place), e, place);
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = table_of(p, expr_deref(p, expr_raw_var(p, v, place), place));
    args[1] = decay(p, expr_raw_var(p, to->table, place));
    uint32_t id = intern_adds(&p->tu->names, "std::__ns_derives");
    const struct symbol *s = symbol_innermost(p, id);
    struct expr *is = call_set(p, (struct overload_expr *)overload_new(p, id, s->overloads, place),
                               args, 2, place);
    struct expr *test = build_binary(p, PUNCT2('&', '&'), expr_raw_var(p, v, place), is, place);
    struct expr *cast = cast_node(p, expr_raw_var(p, v, place), type);
    struct expr *made = expr_binary(p, EXPR_CONDITIONAL, cast->type, test, cast, place);
    made->c = expr_int(p, cast->type, 0, place);
    return expr_comma(p, all, made);
}
