/* Making and ending objects: initial values, constructors, copies, destructors, new and delete. */
#include "sim/script/call_order.h"
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

struct init *init_add(struct parser *p, struct init ***tail, int64_t offset, struct expr *value)
{
    struct init *i = arena_alloc(p->arena, sizeof *i);
    i->offset = offset;
    i->value = value;
    **tail = i;
    *tail = &i->next;
    return i;
}

struct function *record_constructors(struct parser *p, struct record *r)
{
    (void)p;
    for (struct function *f = r->methods; f; f = f->next_method)
        if (f->is_constructor)
            return f;
    return NULL;
}

/* Whether making one takes more than clearing or copying bytes. */
bool type_needs_construction(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return type->disguise == DISGUISE_THREAD;
    if (type_is_library(type) || type->record->is_virtual || has_virtual_base(type->record))
        return true;
    const struct record *r = type->record;
    for (struct function *f = r->methods; f; f = f->next_method)
        if (f->is_constructor)
            return true;
    for (int i = 0; i < r->count; i++)
        if (r->members[i].initial_at || type_needs_construction(r->members[i].type))
            return true;
    return false;
}

struct var *temporary(struct parser *p, struct type *type, struct place place)
{
    struct var *v =
        p->body ? add_local(p, "", type->plain, place) : add_global(p, "", type->plain, place);
    v->needs_memory = v->needs_memory || type->kind == TYPE_RECORD;
    return v;
}

static struct expr *void_pointer(struct parser *p, struct expr *object, struct place place)
{
    return cast_node(p, expr_address(p, object, place), type_pointer(p, p->basic[TYPE_VOID]));
}

struct expr *zero_object(struct parser *p, struct expr *object, struct place place)
{
    struct type *size = p->basic[TYPE_ULONG];
    if (object->type->kind == TYPE_RECORD && record_is_empty(object->type->record))
        return cast_node(p, expr_int(p, p->basic[TYPE_INT], 0, place), p->basic[TYPE_VOID]);
    return expr_builtin(p, "__ns_zero", p->basic[TYPE_VOID], place, 2,
                        void_pointer(p, object, place),
                        expr_int(p, size, object->type->size, place));
}

struct expr *value_initial(struct parser *p, struct type *type, struct place place)
{
    type = type->plain;
    if (type->kind == TYPE_RECORD)
        return construct_value(p, type, NULL, 0, true, place);
    if (type_is_floating(type)) {
        struct expr *e = expr_new(p, EXPR_FLOAT, type, place);
        e->number = 0;
        return e;
    }
    if (!type_is_scalar(type))
        parse_fail(p, place, "there is no value of type %s", type_text(p, type));
    return expr_int(p, type, 0, place);
}

/* `part` bytes into the object: an lvalue of that type. */
static struct expr *part_of(struct parser *p, struct expr *object, int64_t offset,
                            struct type *type, struct place place)
{
    struct member *m = arena_alloc(p->arena, sizeof *m);
    m->name = "";
    m->type = type;
    m->offset = offset;
    return expr_member(p, object, m, place);
}

static struct expr *element_of(struct parser *p, struct expr *array, int64_t index,
                               struct place place)
{
    return build_index(p, array, expr_int(p, p->basic[TYPE_LONG], index, place), place);
}

struct expr *inits_expr(struct parser *p, struct expr *object, struct init *inits,
                        struct place place)
{
    struct expr *all = NULL;
    for (struct init *i = inits; i; i = i->next) {
        struct expr *value = i->value;
        struct expr *one;
        if (value->type->kind == TYPE_VOID) {
            one = value;
        } else if (value->type->kind == TYPE_ARRAY) {
            struct expr *to = part_of(p, object, i->offset, type_plain(p, value->type), place);
            struct type *pointer = type_pointer(p, p->basic[TYPE_VOID]);
            one = expr_builtin(p, "memcpy", pointer, place, 3, void_pointer(p, to, place),
                               cast_node(p, decay(p, value), pointer),
                               expr_int(p, p->basic[TYPE_ULONG], value->type->size, place));
        } else {
            one = expr_assign(p, part_of(p, object, i->offset, value->type, place), value, place);
        }
        all = expr_comma(p, all, one);
    }
    return all;
}

struct expr *call_constructor(struct parser *p, struct expr *object, struct expr **args, int count,
                              struct place place)
{
    struct record *r = object->type->record;
    struct function *first = record_constructors(p, r);
    struct expr *whole = p->makes_part ? NULL : forget_places(p, object, place);
    p->makes_part = false;
    struct overload_expr *set = (struct overload_expr *)overload_new(
        p, intern_adds(&p->tu->names, first->name), NULL, place);
    set->expr.a = object;
    set->has_object = true;
    set->methods = first;
    bool transfers = count == 1 && (int)args[0]->kind < EXPR_OVERLOAD &&
                     args[0]->type->plain == object->type->plain;
    set->overloads = transfers ? NULL : r->templates; /* no template copies or moves */
    struct expr *made = call_set(p, set, args, count, place);
    return whole ? expr_comma(p, whole, made) : made;
}

struct expr *construct_part(struct parser *p, struct expr *object, struct expr **args, int count,
                            bool braces, struct place place)
{
    p->makes_part = has_virtual_base(object->type->record);
    struct expr *made = construct_at(p, object, args, count, braces, place);
    p->makes_part = false;
    return made;
}

bool is_constructor_name(struct parser *p, const struct record *r, uint32_t name)
{
    /* of "Space::Buffer<float>" it is "Buffer", of "Pool<int>::Handle" it is "Handle" */
    const char *full = r->name, *begin = full;
    size_t length = 0;
    int angles = 0;
    for (const char *c = full; *c; c++) {
        angles += *c == '<';
        if (angles == 0 && c[0] == ':' && c[1] == ':') {
            begin = ++c + 1;
            length = 0;
        } else if (angles == 0) {
            length++;
        }
        angles -= *c == '>';
    }
    const char *text = name_text(p, name);
    return strlen(text) == length && memcmp(text, begin, length) == 0;
}

/* Members with an initial value of their own, and those that need construction. */
static struct expr *construct_members(struct parser *p, struct expr *object, struct place place)
{
    struct record *r = object->type->record;
    struct expr *all = NULL;
    const struct record *implied = p->implied;
    p->implied = r;
    for (int i = 0; i < r->count; i++) {
        struct member *m = &r->members[i];
        struct expr *one = NULL;
        if (m->initial_at) {
            one = member_initial(p, object, m, place);
        } else if (type_needs_construction(m->type)) {
            one = construct_at(p, expr_member(p, object, m, place), NULL, 0, false, place);
        }
        if (one)
            all = expr_comma(p, all, one);
    }
    p->implied = implied;
    return all;
}

static bool is_empty(const struct type *type)
{
    return type->kind == TYPE_RECORD && record_is_empty(type->record);
}

/* Whether an initial value lies between these bytes. */
static bool is_given(const struct init *inits, int64_t from, int64_t to)
{
    while (inits && inits->offset < from)
        inits = inits->next;
    return inits && inits->offset < to;
}

/* Likewise of a member, in whose place that of an empty base may lie. */
static bool is_member_given(const struct init *inits, int64_t at, const struct type *type)
{
    while (inits && (inits->offset < at || is_empty(inits->value->type)))
        inits = inits->next;
    return inits && inits->offset < at + type->size;
}

static bool is_given_whole(const struct init *inits, int64_t offset, const struct type *type)
{
    for (; inits && inits->offset <= offset; inits = inits->next)
        if (inits->offset == offset && inits->value->type->plain == type->plain)
            return true;
    return false;
}

/* Between the others by its place: the parts of an aggregate are made in their order. */
static void insert_init(struct parser *p, struct init **inits, int64_t offset, struct expr *made)
{
    while (*inits && ((*inits)->offset < offset ||
                      ((*inits)->offset == offset && is_empty((*inits)->value->type))))
        inits = &(*inits)->next;
    struct init *rest = *inits, **tail = inits;
    init_add(p, &tail, offset, cast_node(p, made, p->basic[TYPE_VOID]));
    *tail = rest;
}

/* Of an aggregate that has a list in braces what the list gives no value; `base` bytes into it. */
static void construct_rest(struct parser *p, struct expr *object, int64_t base, struct init **inits,
                           struct place place)
{
    struct type *type = object->type->plain;
    struct expr *made = NULL;
    if (!type_needs_construction(type) || is_given_whole(*inits, base, type))
        return;
    if (is_empty(type) || !is_given(*inits, base, base + type->size)) {
        made = construct_at(p, object, NULL, 0, false, place);
        if (made)
            insert_init(p, inits, base, made);
        return;
    }
    int left = 0;
    for (int64_t i = 0; type->kind == TYPE_ARRAY && i < type->length; i++) {
        int64_t at = base + i * type->base->size;
        while (*inits && (*inits)->offset < at)
            inits = &(*inits)->next;
        left += !is_given(*inits, at, at + type->base->size);
        if (left > MAX_UNROLLED)
            parse_fail_hint(p, place, "use std::vector",
                            "a list that leaves more than %d objects with constructors out is not "
                            "supported",
                            MAX_UNROLLED);
        construct_rest(p, element_of(p, object, i, place), at, inits, place);
    }
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE ||
        record_constructors(p, type->record))
        return;
    for (int i = 0; i < type->record->count; i++) {
        struct member *m = &type->record->members[i];
        int64_t at = base + m->offset;
        if (m->initial_at && !is_member_given(*inits, at, m->type))
            insert_init(p, inits, at, member_initial(p, object, m, place));
        else if (m->type->kind != TYPE_REFERENCE)
            construct_rest(p, expr_member(p, object, m, place), at, inits, place);
    }
}

static struct expr *construct_array(struct parser *p, struct expr *object, struct place place)
{
    struct type *type = object->type;
    if (type->length > MAX_UNROLLED)
        return each_element(p, "std::__ns_make_all", object, NULL, place);
    struct expr *all = NULL;
    for (int64_t i = 0; i < type->length; i++) {
        struct expr *one = construct_at(p, element_of(p, object, i, place), NULL, 0, false, place);
        if (one)
            all = expr_comma(p, all, one);
    }
    return all;
}

struct expr *construct_list(struct parser *p, struct expr *object, struct expr *list,
                            struct place place)
{
    struct init *inits = NULL, **tail = &inits;
    int64_t length = object->type->length;
    initialize_braces(p, object->type->plain, list, 0, &tail, &length);
    construct_rest(p, object, 0, &inits, place);
    struct expr *all = zero_object(p, object, place);
    struct expr *set = inits_expr(p, object, inits, place);
    return set ? expr_comma(p, all, set) : all;
}

static struct expr *construct_listed_values(struct parser *p, struct expr *object,
                                            struct expr **args, int count, struct place place)
{
    struct expr list = {.kind = (enum expr_kind)EXPR_BRACES, .args = args, .arg_count = count};
    list.place = place;
    list.type = p->basic[TYPE_VOID];
    return construct_list(p, object, &list, place);
}

/* E{3}: the enumerator, or what has that number and no name. NULL: it is no such list. */
static struct expr *enum_of_number(struct parser *p, struct type *type, struct expr **args,
                                   int count)
{
    bool is_number = type->kind == TYPE_ENUM && count == 1 && (int)args[0]->kind < EXPR_OVERLOAD &&
                     type_is_integer(args[0]->type) && args[0]->type->kind != TYPE_ENUM;
    return is_number ? explicit_cast(p, args[0], type, args[0]->place, false) : NULL;
}

struct expr *construct_at(struct parser *p, struct expr *object, struct expr **args, int count,
                          bool braces, struct place place)
{
    struct type *type = object->type;
    if (type->is_const) { /* a const object is made before it is const */
        object = expr_deref(
            p, cast_node(p, expr_address(p, object, place), type_pointer(p, type->plain)), place);
        type = type->plain;
    }
    if (type->kind == TYPE_ARRAY && count > 0)
        return construct_listed_values(p, object, args, count, place);
    if (type->kind == TYPE_ARRAY)
        return type_needs_construction(type) ? construct_array(p, object, place) : NULL;
    if (type_is_disguised(type) && count == 1 && (int)args[0]->kind < EXPR_OVERLOAD &&
        becomes_library(p, args[0]->type->plain, type)) {
        struct expr **made = arena_alloc(p->arena, sizeof *made);
        made[0] = convert(p, args[0], type, "the value");
        args = made;
    }
    if (type_is_disguised(type))
        return library_construct(p, object, args, count, braces, place);
    if (type->kind != TYPE_RECORD) {
        if (count > 1)
            parse_fail(p, place, "%s takes one value", type_text(p, type));
        struct expr *value = braces ? enum_of_number(p, type, args, count) : NULL;
        if (!value)
            value = count ? convert(p, args[0], type, "the value") : value_initial(p, type, place);
        return expr_assign(p, object, value, place);
    }
    struct record *r = type->record;
    if (!r->complete)
        parse_fail(p, place, "%s is declared, but what is in it is not known", type_text(p, type));
    /* a single value of the same type is copied */
    if (count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && derives_from(args[0]->type, type)) {
        struct expr **part = arena_alloc(p->arena, sizeof *part);
        part[0] = upcast(p, args[0], type);
        args = part;
    }
    if (count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && args[0]->type->plain == type)
        return transfer_to(p, object, args[0], place);
    bool views = braces && listed_element(type);
    if (views)
        return construct_list_view(p, object, args, count, place);
    struct expr *listed = braces ? call_list_constructor(p, object, args, count, place) : NULL;
    if (listed)
        return listed;
    listed = braces && r->builtin ? construct_listed(p, object, args, count, place) : NULL;
    if (!listed && r->builtin && count == 1)
        listed = construct_from_list(p, object, args[0], place);
    if (listed)
        return listed;
    if (record_constructors(p, r))
        return call_ordered(call_constructor(p, object, args, count, place),
                            braces ? ORDER_FORWARD : ORDER_CALL);
    if (count == 0)
        return braces
                   ? expr_comma(p, zero_object(p, object, place),
                                type_needs_construction(type) ? construct_members(p, object, place)
                                                              : zero_object(p, object, place))
                   : construct_members(p, object, place);
    return construct_listed_values(p, object, args, count, place);
}

struct expr *construct_value(struct parser *p, struct type *type, struct expr **args, int count,
                             bool braces, struct place place)
{
    type = type->plain;
    refuse_abstract(p, type, place);
    if (type->kind == TYPE_UNKNOWN || (p->device && type->kind == TYPE_RECORD)) {
        struct expr *e = expr_opaque(p, NULL, NULL, place);
        e->args = args;
        e->arg_count = count;
        return e;
    }
    if (type->disguise == DISGUISE_DURATION || type->disguise == DISGUISE_TIME_POINT ||
        type->disguise == DISGUISE_THREAD) {
        if (count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && args[0]->type->plain == type)
            return args[0];
        struct var *v = temporary(p, type, place);
        struct expr *object = expr_raw_var(p, v, place);
        struct expr *made = library_construct(p, object, args, count, braces, place);
        if (type->disguise != DISGUISE_THREAD && made->kind == EXPR_ASSIGN)
            return made->b; /* a number */
        struct expr *e = expr_comma(p, made, expr_raw_var(p, v, place));
        e->is_lvalue = false;
        return e;
    }
    if (type->kind != TYPE_RECORD) {
        if (count == 0)
            return value_initial(p, type, place);
        if (count > 1)
            parse_fail(p, place, "%s takes one value", type_text(p, type));
        struct expr *number = braces ? enum_of_number(p, type, args, count) : NULL;
        return number ? number : convert(p, args[0], type, "the value");
    }
    struct var *v = temporary(p, type, place);
    struct expr *object = expr_raw_var(p, v, place);
    if (count == 0 && type->disguise == DISGUISE_NONE && !record_constructors(p, type->record))
        braces = true; /* T() has zeros, too */
    struct expr *made = construct_at(p, object, args, count, braces, place);
    if (type_is_library(type)) /* no other statement brings it to life */
        made = expr_comma(p, zero_object(p, object, place), made);
    struct expr *e = expr_comma(p, made, expr_raw_var(p, v, place));
    if (!made)
        e = expr_unary(p, EXPR_COMMA, type, expr_int(p, p->basic[TYPE_INT], 0, place), place);
    e->b = expr_raw_var(p, v, place);
    e->is_lvalue = false;
    e->is_temporary = true;
    return e;
}

/* Whether a constructor of r takes e alone, for an implicit conversion. */
bool constructs_from(struct parser *p, struct record *r, struct expr *e)
{
    bool converts = expr_is_record(e); /* only by a function of its own */
    for (struct function *f = record_constructors(p, r); f; f = f->next_method) {
        if (!f->is_constructor || f->is_explicit || f->type->parameter_count < 1 ||
            f->required_count > 1)
            continue;
        struct type *to = f->type->parameters[0];
        struct type *plain = to->kind == TYPE_REFERENCE ? to->base->plain : to;
        if (plain->kind != TYPE_RECORD && !converts && conversion_rank(p, e, to) >= 0)
            return true;
        if (plain->kind == TYPE_RECORD && plain->record != r && (int)e->kind < EXPR_OVERLOAD &&
            e->type->plain == plain)
            return true;
    }
    for (struct overload *o = r->templates; o; o = o->next) {
        struct template *t = o->template;
        if (t->is_constructor && !t->is_explicit && t->required <= 1 && t->pattern_count >= 1 &&
            template_function(p, t, NULL, 0, &e, 1, e->place))
            return true;
    }
    return false;
}

static void initialize_without_value(struct parser *p, struct var *var, struct place place)
{
    struct init **tail = &var->inits;
    struct type *type = var->type;
    if (var->is_global)
        var->zero_first = true;
    if (!type_needs_construction(type) || p->device)
        return;
    var->zero_first = true;
    struct expr *made = construct_at(p, expr_raw_var(p, var, place), NULL, 0, false, place);
    if (made)
        init_add(p, &tail, 0, cast_node(p, made, p->basic[TYPE_VOID]));
}

static void initialize_record(struct parser *p, struct var *var, struct expr *value,
                              struct expr **args, int count, bool direct, const char *what,
                              struct place place)
{
    struct init **tail = &var->inits;
    struct type *type = var->type->plain;
    struct expr *object = expr_raw_var(p, var, place);
    bool braces = value && (int)value->kind == EXPR_BRACES;
    if (p->device)
        return;
    if (braces && listed_element(type)) {
        declare_list_view(p, var, value);
        return;
    }
    if (braces) {
        args = value->args;
        count = value->arg_count;
        if (type->disguise == DISGUISE_NONE && !record_constructors(p, type->record) &&
            !(count == 1 && (int)args[0]->kind < EXPR_OVERLOAD && args[0]->type->plain == type)) {
            int64_t length = 0;
            var->zero_first = true;
            initialize_braces(p, type, value, 0, &tail, &length);
            construct_rest(p, object, 0, &var->inits, place);
            return;
        }
    } else if (value) {
        if (!direct && type->disguise == DISGUISE_NONE) {
            init_add(p, &tail, 0, convert(p, value, type, what));
            return;
        }
        if (!direct && conversion_rank(p, value, type) < 0)
            convert(p, value, type, what); /* fails, and says why */
        args = arena_alloc(p->arena, sizeof(struct expr *));
        args[0] = value;
        count = 1;
    }
    struct expr *made = construct_at(p, object, args, count, braces, place);
    if (type->disguise == DISGUISE_DURATION && made->kind == EXPR_ASSIGN) { /* a number */
        init_add(p, &tail, 0, made->b);
        return;
    }
    var->zero_first = true;
    if (made)
        init_add(p, &tail, 0, cast_node(p, made, p->basic[TYPE_VOID]));
}

void initialize(struct parser *p, struct var *var, struct expr *value, struct expr **args,
                int count, bool direct, struct place place)
{
    struct init **tail = &var->inits;
    struct type *type = var->type;
    char what[120];
    snprintf(what, sizeof what, "the initial value of '%.80s'", var->name);
    if (!value && !args) {
        initialize_without_value(p, var, place);
        return;
    }
    if (args && count == 0 && type->kind != TYPE_RECORD)
        parse_fail(p, place, "a value is missing between the parentheses");
    if (args && count > 1 && type->kind != TYPE_RECORD && type->disguise == DISGUISE_NONE)
        parse_fail(p, place, "%s takes one value", type_text(p, type));
    if (var->is_reference) {
        struct expr *to = value ? value : args[0];
        if ((int)to->kind == EXPR_BRACES && to->arg_count == 1)
            to = to->args[0];
        var->extends = is_fresh(to) && type_has_end(to->type);
        to = lasting_value(p, var, to, place);
        struct type *reference =
            var->takes_temporary ? type_rvalue(p, type->base) : type_reference(p, type->base);
        init_add(p, &tail, 0, bind_reference(p, to, reference, what));
        return;
    }
    if (type->kind == TYPE_ARRAY) {
        if (!value)
            parse_fail(p, place, "an array takes a list in braces");
        int64_t length = type->length;
        var->zero_first = true;
        initialize_braces(p, type, value, 0, &tail, &length);
        if (!p->device)
            construct_rest(p, expr_raw_var(p, var, place), 0, &var->inits, place);
        return;
    }
    if (type->kind == TYPE_RECORD || type->disguise != DISGUISE_NONE) {
        initialize_record(p, var, value, args, count, direct, what, place);
        return;
    }
    struct expr *number = direct && value && (int)value->kind == EXPR_BRACES
                              ? enum_of_number(p, type, value->args, value->arg_count)
                              : NULL;
    init_add(p, &tail, 0, number ? number : convert(p, value ? value : args[0], type, what));
}
