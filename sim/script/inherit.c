/* Structs with a base: it is their first member, without a name. Virtual functions: a hidden member
 * points to a table of functions, of which there is one for each struct. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

/* What stands in a table, in entries: what the object may be cast to, by how much it begins before
 * the part that has the table, what ends it, its functions. */
enum { TABLE_CASTS, TABLE_TOP, TABLE_END, TABLE_FIRST };

static struct type *parse_base_type(struct parser *p, struct member *base, bool is_class)
{
    struct place place = place_here(p);
    base->is_virtual = accept_keyword(p, KW_virtual);
    base->is_protected = at_keyword(p, KW_protected);
    base->is_private =
        base->is_protected || at_keyword(p, KW_private) || (is_class && !at_keyword(p, KW_public));
    if (base->is_private ? at_keyword(p, KW_private) || base->is_protected
                         : at_keyword(p, KW_public))
        p->at++;
    base->is_virtual |= accept_keyword(p, KW_virtual);
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
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if ((m->is_mark && m->type->record == mark) ||
            (m->is_base && is_marked_by(m->type->record, mark)))
            return true;
    }
    return false;
}

/* Whether what stands here is a base, or the name of one, with ... behind it. */
bool at_base_pack(struct parser *p)
{
    size_t at = p->at;
    while (p->tokens[at].kind == TOKEN_NAME || p->tokens[at].punct == PUNCT2(':', ':') ||
           p->tokens[at].punct == PUNCT1('<')) {
        size_t behind = p->tokens[at].punct == PUNCT1('<') ? skip_angles(p, at) : 0;
        at = behind > at ? behind : at + 1;
    }
    uint16_t punct = p->tokens[at].punct;
    if (punct == PUNCT1('(') || punct == PUNCT1('{')) { /* its initial value */
        size_t saved = p->at;
        p->at = at;
        skip_balanced(p);
        punct = peek(p)->punct;
        p->at = saved;
    }
    return punct == PUNCT3('.', '.') && at_expansion(p);
}

struct base_reader {
    struct record *record;
    bool is_class;
    struct member *bases;
    int count, capacity, main_base; /* -1: none leads yet */
    struct virtual_bases shared;
};

static void read_base(struct parser *p, void *context)
{
    struct base_reader *b = context;
    struct member made = {.name = "", .place = place_here(p)};
    made.type = parse_base_type(p, &made, b->is_class);
    struct record *base = made.type->record;
    if (b->count == b->capacity) {
        b->capacity = b->capacity * 2 + 8;
        struct member *more = arena_alloc(p->arena, (size_t)b->capacity * sizeof *more);
        if (b->count > 0)
            memcpy(more, b->bases, (size_t)b->count * sizeof *more);
        b->bases = more;
    }
    made.is_mark = is_mark(base) && !made.is_virtual;
    made.is_base = !made.is_mark;
    for (int i = 0; i < b->count; i++)
        refuse_shared_base(p, b->record, &b->bases[i], &made);
    list_virtual_bases(p, &b->shared, &made);
    bool leads =
        b->main_base < 0 || (base->is_virtual && !b->bases[b->main_base].type->record->is_virtual);
    b->main_base = leads && !made.is_mark && !made.is_virtual ? b->count : b->main_base;
    b->bases[b->count++] = made;
}

int parse_base(struct parser *p, struct record *r, bool is_class)
{
    struct place place = next(p)->place; /* : */
    if (r->is_union)
        parse_fail(p, place, "a union has no base");
    struct base_reader read = {.record = r, .is_class = is_class, .main_base = -1};
    do {
        if (at_base_pack(p))
            expand(p, read_base, &read);
        else
            read_base(p, &read);
    } while (accept_punct(p, PUNCT1(',')));
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "a {");
    struct member *bases = read.bases;
    int count = read.count, main_base = read.main_base;
    int capacity = count + 2 * read.shared.count + 8; /* a virtual one has its place, too */
    r->members = arena_alloc(p->arena, (size_t)capacity * sizeof *r->members);
    for (int i = 0; i < count && main_base < 0; i++) /* what is a mark, if there is no other */
        main_base = bases[i].is_virtual ? -1 : i;
    if (main_base >= 0) {
        struct record *base = bases[main_base].type->record;
        r->base = base;
        bases[main_base].is_base = true;
        bases[main_base].is_mark = false;
        r->slot_count = base->slot_count;
        r->slots = copy_slots(p, base->slots, base->slot_count);
    }
    for (int i = 0; i < count; i++) /* in front, and what others only say behind them */
        if (bases[i].is_base && !bases[i].is_virtual)
            r->members[r->count++] = bases[i];
    r->count = add_virtual_bases(p, &read.shared, bases, count, r->members, r->count);
    for (int i = 0; i < count; i++)
        if (!bases[i].is_base)
            r->members[r->count++] = bases[i];
    for (int i = 0; i < count; i++) {
        r->is_virtual |= bases[i].type->record->is_virtual;
        r->virtual_end |= bases[i].type->record->virtual_end;
    }
    add_seconds(p, r);
    return capacity;
}

bool override_slot(struct parser *p, struct function *f, struct function **slot)
{
    const struct function *g = *slot;
    if (strcmp(f->name, g->name) != 0 || !same_parameters(f->type, g->type) ||
        f->is_const_method != g->is_const_method)
        return false;
    if (g->is_final)
        parse_fail(p, f->place, "'%s' is final in %s", f->name, g->record->name);
    *slot = f;
    return true;
}

void declare_virtual(struct parser *p, struct record *r, struct function *f, bool is_virtual,
                     const struct declarator *d)
{
    bool second = override_seconds(p, r, f);
    for (int i = 0; i < r->slot_count; i++) {
        if (!override_slot(p, f, &r->slots[i]))
            continue;
        f->slot = i + 1;
        f->is_final = d->is_final;
        return;
    }
    if (!second && (d->is_override || (d->is_final && !is_virtual)))
        parse_fail(p, f->place, "'%s' overrides no virtual function of a base", f->name);
    if (!is_virtual && !second)
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

/* At the front of the struct, unless a base brings one. */
static void add_table_member(struct parser *p, struct record *r)
{
    if (!r->is_virtual || (r->base && r->base->is_virtual))
        return;
    struct member *more = arena_alloc(p->arena, ((size_t)r->count + 1) * sizeof *more);
    for (int i = 0; i < r->count; i++)
        more[i + 1] = r->members[i];
    struct type *entry = type_pointer(p, p->basic[TYPE_VOID]);
    more[0] = (struct member){.name = "", .type = type_pointer(p, entry), .is_table = true};
    r->members = more;
    r->count++;
}

struct expr *table_of(struct parser *p, struct expr *object)
{
    while (object->type->record->base && object->type->record->base->is_virtual)
        object = to_base(p, object, object->type->record->base);
    struct record *r = object->type->record;
    int i = 0;
    while (!r->members[i].is_table)
        i++;
    return expr_member(p, object, &r->members[i], object->place);
}

static struct expr *set_building(struct parser *p, struct expr *object, const struct second *s,
                                 const struct record *shared, struct place place)
{
    struct expr *part = table_of(p, upcast(p, object, s->of->type));
    struct expr *table = decay(p, expr_raw_var(p, s->building, place));
    return expr_comma(p, set_way_back(p, object, shared, place),
                      expr_assign(p, part, table, place));
}

struct expr *set_table(struct parser *p, struct expr *object, bool is_building, struct place place)
{
    struct record *r = object->type->record;
    if (!r->is_virtual || !r->table)
        return NULL;
    struct expr *all =
        expr_assign(p, table_of(p, object), decay(p, expr_raw_var(p, r->table, place)), place);
    for (const struct second *s = r->seconds; s; s = s->next) {
        struct expr *part = table_of(p, upcast(p, object, s->of->type));
        struct expr *table = decay(p, expr_raw_var(p, s->table, place));
        struct expr *set = expr_assign(p, part, table, place);
        const struct record *shared = virtual_base_with(r, s->of);
        if (shared) { /* where it is the heir's, its table is, too, but while this part is made */
            struct type *none = p->basic[TYPE_VOID];
            struct expr *own = is_whole(p, object, shared, true, place);
            set = expr_binary(p, EXPR_CONDITIONAL, none, own, cast_node(p, set, none), place);
            set->c = is_building ? set_building(p, object, s, shared, place)
                                 : expr_int(p, p->basic[TYPE_INT], 0, place);
            set->c = cast_node(p, set->c, none);
        }
        all = expr_comma(p, all, set);
    }
    return all;
}

/* Of what the struct has as `part`, which is a base with a table of its own or itself. */
static struct var *new_table(struct parser *p, const struct record *r, const struct record *part,
                             int slot_count)
{
    char name[300];
    int n = part == r
                ? snprintf(name, sizeof name, "functions of %.250s", r->name)
                : snprintf(name, sizeof name, "functions of %.120s in %.120s", part->name, r->name);
    struct type *entry = type_pointer(p, p->basic[TYPE_VOID]);
    struct type *type = type_array(p, entry, TABLE_FIRST + slot_count);
    return add_global(p, arena_strndup(p->arena, name, (size_t)n), type, r->place);
}

void add_implied(struct parser *p, struct record *r)
{
    add_table_member(p, r);
    record_layout(p, r);
    if (!r->is_virtual)
        return;
    check_results(p, r);
    r->table = new_table(p, r, r, r->slot_count);
    for (struct second *s = r->seconds; s; s = s->next) {
        s->table = new_table(p, r, s->of, s->of->slot_count);
        if (virtual_base_with(r, s->of))
            s->building = new_table(p, r, s->of, s->of->slot_count);
    }
}

static struct function *new_ending(struct parser *p, const char *name, struct type *result)
{
    struct type *none[1];
    struct function *f =
        function_new(p, "~", type_function(p, result, none, 0, false), (struct place){0});
    f->display_name = name;
    f->is_method = f->is_host = true;
    return f;
}

/* `is_late`: that of end_late, whose object may be of a struct that derives from the type. */
static void define_ending(struct parser *p, struct function *f, struct type *type, bool is_late)
{
    bool is_virtual = is_late && type->record->virtual_end;
    struct place place = {0};
    struct body body;
    body_begin(p, &body, f);
    body.record = type->kind == TYPE_RECORD ? type->record : NULL;
    add_local(p, "this", type_const(p, type_pointer(p, type)), place);
    f->parameter_count = 1;
    f->body = stmt_new(p, STMT_BLOCK, place);
    struct stmt **tail = &f->body->body;
    struct expr *self = expr_deref(p, expr_raw_var(p, f->locals[0], place), place);
    struct type *address = type_pointer(p, p->basic[TYPE_VOID]);
    if (is_late) { /* asked before the end, behind which the object has no table to tell it */
        struct expr *whole =
            is_virtual ? whole_object(p, self, place) : expr_raw_var(p, f->locals[0], place);
        add_local(p, "", address, place);
        append(&tail, stmt_expr(p, expr_assign(p, expr_raw_var(p, f->locals[1], place),
                                               cast_node(p, whole, address), place)));
    }
    struct expr *end = is_virtual ? end_virtual(p, self, place) : destroy_expr(p, self, place);
    if (end)
        append(&tail, stmt_expr(p, end));
    if (is_late) {
        struct stmt *back = stmt_new(p, STMT_RETURN, place);
        back->a = expr_raw_var(p, f->locals[1], place);
        append(&tail, back);
    }
    body_end(p, &body);
    add_function(p, f);
}

struct function *function_ending(struct parser *p, struct type *type, const char *name)
{
    struct function *f = new_ending(p, name, p->basic[TYPE_VOID]);
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
        e->function = new_ending(p, "end", type_pointer(p, p->basic[TYPE_VOID]));
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
        define_ending(p, e->function, e->type, true);
}

static void set_entry(struct parser *p, struct var *table, struct init ***tail, int index,
                      struct function *f)
{
    if (!f || f->is_pure)
        return;
    struct expr *value =
        expr_unary(p, EXPR_CAST, table->type->base, expr_function(p, f, f->place), table->place);
    init_add(p, tail, index * 8, value);
}

/* The table of the part, which may be r itself. */
static void fill_one(struct parser *p, struct record *r, const struct record *part,
                     struct var *table, struct function *const *slots, const struct var *casts,
                     struct function *end)
{
    struct init **tail = &table->inits;
    struct type *entry = table->type->base;
    struct expr *list = decay(p, expr_raw_var(p, (struct var *)casts, r->place));
    struct expr *top = expr_int(p, p->basic[TYPE_LONG], base_offset(r, part), r->place);
    table->zero_first = true;
    init_add(p, &tail, TABLE_CASTS * 8, cast_node(p, list, entry));
    init_add(p, &tail, TABLE_TOP * 8, cast_node(p, top, entry));
    if (end)
        set_entry(p, table, &tail, TABLE_END, for_part(p, end, part, r));
    for (int i = 0; i < part->slot_count; i++)
        set_entry(p, table, &tail, TABLE_FIRST + i,
                  slots[i]->is_pure ? slots[i] : for_part(p, slots[i], part, r));
}

/* Of what it may be cast to only the type is told: where the rest lies, the whole object says. */
static void fill_building(struct parser *p, struct record *r, const struct second *s,
                          const struct var *casts, struct function *end)
{
    const struct record *shared = virtual_base_with(r, s->of);
    struct var *table = s->building;
    struct init **tail = &table->inits;
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]);
    struct expr *list = decay(p, expr_raw_var(p, (struct var *)casts, r->place));
    list =
        expr_binary(p, EXPR_POINTER_ADD, bytes, cast_node(p, list, bytes),
                    expr_int(p, p->basic[TYPE_LONG], casts->type->size - 16, r->place), r->place);
    table->zero_first = true;
    init_add(p, &tail, TABLE_CASTS * 8, cast_node(p, list, table->type->base));
    if (end)
        set_entry(p, table, &tail, TABLE_END, for_building(p, end, s->of, r, shared));
    for (int i = 0; i < s->of->slot_count; i++)
        if (!s->slots[i]->is_pure)
            set_entry(p, table, &tail, TABLE_FIRST + i,
                      for_building(p, s->slots[i], s->of, r, shared));
}

void fill_table(struct parser *p, struct record *r)
{
    if (!r->table)
        return;
    struct var *casts = r->casts = list_casts(p, r);
    struct function *end = NULL;
    if (r->virtual_end) {
        end = function_ending(p, r->type, r->destructor ? r->destructor->display_name : "~");
        end->record = r;
    }
    fill_one(p, r, r, r->table, r->slots, casts, end);
    for (const struct second *s = r->seconds; s; s = s->next) {
        fill_one(p, r, s->of, s->table, s->slots, casts, end);
        if (s->building)
            fill_building(p, r, s, casts, end);
    }
}

static const struct function *pure_slot(struct function *const *slots, int count)
{
    for (int i = 0; i < count; i++)
        if (slots[i]->is_pure)
            return slots[i];
    return NULL;
}

void refuse_abstract(struct parser *p, const struct type *type, struct place place)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD || p->device)
        return;
    const struct record *r = type->record;
    const struct function *pure = pure_slot(r->slots, r->slot_count);
    for (const struct second *s = r->seconds; s && !pure; s = s->next)
        pure = pure_slot(s->slots, s->of->slot_count);
    if (pure)
        parse_fail(p, place, "%s is abstract: nothing defines its '%s'", type_text(p, type->plain),
                   pure->name);
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

struct expr *whole_object(struct parser *p, struct expr *object, struct place place)
{
    struct type *bytes = type_pointer(p, p->basic[TYPE_CHAR]), *number = p->basic[TYPE_LONG];
    struct expr *top =
        build_index(p, table_of(p, object), expr_int(p, number, TABLE_TOP, place), place);
    struct expr *self = cast_node(p, expr_address(p, object, place), bytes);
    struct expr *back = expr_unary(p, EXPR_NEGATE, number, cast_node(p, top, number), place);
    return expr_binary(p, EXPR_POINTER_ADD, bytes, self, back, place);
}

struct expr *find_methods(struct parser *p, struct expr **object, uint32_t name,
                          struct function **first)
{
    struct expr *at = *object;
    struct record *r = at->type->record, *other = NULL;
    if (strcmp(name_text(p, name), "operator=") != 0) /* its own hides those of its bases */
        r = method_owner(p, r, name, &other);
    else if (!declares_method(p, r, name))
        r = NULL;
    if (other)
        parse_fail_hint(p, at->place, "say of which base: object.Base::name",
                        "'%s' is in %s and in %s", name_text(p, name), r->name, other->name);
    if (!r)
        return NULL;
    *first = record_methods(p, r, name);
    *object = upcast(p, at, r->type);
    return *object;
}

void check_private_bases(struct parser *p, const struct expr *object, const struct record *base,
                         const char *name, struct place place)
{
    for (struct record *d = object->type->record; d != base;) {
        const struct member *m = base_towards(d, base);
        if (m->is_private)
            check_private(p, d, m->is_protected, name, place);
        d = m->type->record;
    }
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
    struct record *other = NULL;
    return method_owner(p, (struct record *)r, name, &other) != NULL;
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
