/* Members of objects: fields, methods, and what a method may name without an object. */
#include "sim/base/suggest.h"
#include "sim/script/objects.h"
#include "sim/script/std_names.h"

#include <stdio.h>
#include <string.h>

/* Whether it is r, or stands in it: then it may name what r has. */
static bool is_within(const struct record *inner, const struct record *r)
{
    size_t length = strlen(r->name);
    return inner == r || (inner && length > 0 && strncmp(inner->name, r->name, length) == 0 &&
                          strncmp(inner->name + length, "::", 2) == 0);
}

void check_private(struct parser *p, const struct record *r, bool is_protected, const char *name,
                   struct place place)
{
    if (p->implied &&
        (is_within(p->implied, r) || (is_protected && derives_from(p->implied->type, r->type))))
        return;
    for (struct body *b = p->body; b; b = b->outer)
        if (is_within(b->record, r) ||
            (is_protected && b->record &&
             (derives_from(b->record->type, r->type) || is_marked_by(b->record, r))))
            return;
    if (p->device || is_within(p->record, r) ||
        (p->body == NULL && p->scope->kind > SCOPE_NAMESPACE))
        return;
    if (!r->has_friends)
        parse_fail(p, place, "'%s' is %s in %s", name, is_protected ? "protected" : "private",
                   r->name);
}

static struct expr *find_field(struct parser *p, struct expr *object, struct record *r,
                               const char *name, struct place place);

/* A field of the base that is this member. */
static struct expr *base_field(struct parser *p, struct expr *object, struct record *r,
                               const struct member *base, const char *name, struct place place)
{
    const struct used *used = used_field(p, r, name);
    const struct record *implied = p->implied;
    if (!record_has_field(base->type->record, name))
        return NULL;
    if (used)
        p->implied = r;
    struct expr *found = find_field(p, base_part(p, object, base), base->type->record, name, place);
    p->implied = implied;
    if (found && used)
        check_used(p, r, used, place);
    else if (found && base->is_private)
        check_private(p, r, base->is_protected, name, place);
    return found;
}

/* Whether it has a field of that name without what its virtual bases have. */
static bool has_apart(const struct record *r, const char *name)
{
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (m->name[0] ? strcmp(m->name, name) == 0
                       : m->type->kind == TYPE_RECORD && !m->is_virtual &&
                             has_apart(m->type->record, name))
            return true;
    }
    return false;
}

/* A field of the record or of an anonymous struct or union in it. */
static struct expr *find_field(struct parser *p, struct expr *object, struct record *r,
                               const char *name, struct place place)
{
    const struct member *owner = NULL;
    struct expr *found = NULL;
    for (int i = 0; i < r->count; i++) {
        struct member *m = &r->members[i];
        if (m->name[0]) {
            if (strcmp(m->name, name) == 0) {
                if (m->is_private)
                    check_private(p, r, m->is_protected, name, place);
                return expr_member(p, object, m, place);
            }
        } else if (!m->is_base && m->type->kind == TYPE_RECORD) {
            struct expr *inner = expr_member(p, object, m, place);
            struct expr *part = find_field(p, inner, m->type->record, name, place);
            if (part)
                return part;
        }
    }
    /* virtual bases first: others may hide what they have */
    for (int k = 0; k < 2 * r->count; k++) {
        const struct member *m = &r->members[k % r->count];
        if (m->is_virtual != (k < r->count))
            continue;
        bool hidden = found && m->is_base && !has_apart(m->type->record, name);
        struct expr *part = m->is_base && !hidden ? base_field(p, object, r, m, name, place) : NULL;
        if (part && found &&
            !(owner->is_virtual && base_towards(m->type->record, owner->type->record)))
            parse_fail_hint(p, place, "say of which base: object.Base::name",
                            "'%s' is in %s and in %s", name, owner->type->record->name,
                            m->type->record->name);
        owner = part ? m : owner;
        found = part ? part : found;
    }
    return found;
}

/* A field of a temporary that has a destructor, or of what std::move made of an object. */
static struct expr *temporary_field(struct parser *p, struct expr *object, struct record *r,
                                    const char *name, struct place place)
{
    bool ends = is_fresh(object) && type_has_end(object->type);
    if (p->device || !(ends || object->is_moved) || !record_has_field(r, name))
        return NULL;
    object = object->is_moved ? object->b : materialize(p, object);
    struct expr *field = find_field(p, object, r, name, place);
    if (field->kind == EXPR_DEREF) /* a reference */
        return field;
    return moved_expr(p, field);
}

bool record_has_field(const struct record *r, const char *name)
{
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (m->name[0] ? strcmp(m->name, name) == 0
                       : m->type->kind == TYPE_RECORD && record_has_field(m->type->record, name))
            return true;
    }
    return false;
}

struct function *record_methods(struct parser *p, struct record *r, uint32_t name)
{
    const char *text = name_text(p, name);
    for (struct function *f = r->methods; f; f = f->next_method)
        if (strcmp(f->name, text) == 0)
            return f;
    return NULL;
}

static bool has_template(const struct record *r, uint32_t name)
{
    for (const struct overload *o = r->templates; o; o = o->next)
        if (o->template->name == name)
            return true;
    return false;
}

/* The record's templates of methods, and its static functions of that name. */
static struct overload *overloads_in(struct parser *p, const struct record *r, uint32_t name)
{
    uint32_t flat = name_join(p, intern_adds(&p->tu->names, r->name), name);
    const struct symbol *s = symbol_innermost(p, flat);
    struct overload *list = NULL, **last = &list;
    const struct overload *parts[] = {r->templates, NULL};
    if (!s || s->kind != SYMBOL_FUNCTION)
        return r->templates;
    parts[1] = s->overloads;
    for (int i = 0; i < 2; i++)
        for (const struct overload *o = parts[i]; o; o = o->next, last = &(*last)->next) {
            *last = arena_alloc(p->arena, sizeof **last);
            **last = *o;
            (*last)->next = NULL;
        }
    return list;
}

static struct expr *method_set(struct parser *p, struct expr *object, struct function *first,
                               uint32_t name, struct place place)
{
    struct overload_expr *set = (struct overload_expr *)overload_new(p, name, NULL, place);
    set->expr.a = object;
    set->has_object = true;
    set->methods = first;
    set->overloads = overloads_in(p, object->type->record, name);
    if (at_punct(p, PUNCT1('<')) && has_template(object->type->record, name))
        set->argument_count = parse_template_arguments(p, &set->arguments);
    return &set->expr;
}

_Noreturn static void fail_member(struct parser *p, struct record *r, uint32_t name,
                                  struct place place)
{
    const char *text = name_text(p, name);
    const char *record = r->name[0] ? r->name : "this struct";
    if (p->options->removed_name) {
        const char *hint = r->builtin ? p->options->removed_name(p->options->context, text) : NULL;
        if (hint)
            parse_fail_hint(p, place, hint, "%s has no '%s' in CUDA 13", record, text);
    }
    const char *instead = r->builtin ? std_member_instead(record, text) : NULL;
    if (instead)
        parse_fail_hint(p, place, instead, "'%s' of %s is not supported", text, record);
    struct suggest suggest;
    suggest_init(&suggest, text);
    for (int i = 0; i < r->count; i++)
        if (r->members[i].name[0])
            suggest_offer(&suggest, r->members[i].name);
    for (struct function *f = r->methods; f; f = f->next_method)
        suggest_offer(&suggest, f->name);
    if (suggest.best) {
        char hint[200];
        snprintf(hint, sizeof hint, "did you mean '%s'?", suggest.best);
        parse_fail_hint(p, place, hint, "%s has no member '%s'", record, text);
    }
    parse_fail(p, place, "%s has no member '%s'", record, text);
}

/* Whether device code has no other members of it: our headers leave out what the host has no use
 * for, and a template's parameter may be anything. */
static bool members_are_known(const struct parser *p, const struct record *r)
{
    return !p->dependent &&
           (!r->builtin || strcmp(r->name, "dim3") == 0 || strcmp(r->name, "uint3") == 0);
}

struct expr *build_member(struct parser *p, struct expr *object, uint32_t name, bool arrow,
                          struct place place)
{
    if ((int)object->kind >= EXPR_OVERLOAD)
        object = decay(p, object);
    if (expr_is_opaque(object))
        return expr_opaque(p, object, NULL, place);
    if (arrow) {
        if (object->type->kind == TYPE_RECORD) {
            struct expr *made = call_operator(p, "operator->", object, NULL, place);
            if (made)
                object = made;
        }
        object = decay(p, object);
        if (object->type->kind != TYPE_POINTER)
            parse_fail_hint(p, place, object->type->kind == TYPE_RECORD ? "use . instead" : NULL,
                            "-> needs a pointer to a struct, but this is %s",
                            type_text(p, object->type->plain));
        object = expr_deref(p, object, place);
    }
    struct type *type = object->type->plain;
    if (type_is_disguised(type)) {
        struct expr *made = library_method(p, object, name, place);
        if (made)
            return made;
        const struct symbol *value = type_value(p, type, name_text(p, name));
        if (value && value->kind == SYMBOL_VAR) /* text.npos */
            return expr_var(p, value->var, place);
        parse_fail(p, place, "%s has no member '%s' that we support", type_text(p, type),
                   name_text(p, name));
    }
    if (type->kind == TYPE_UNKNOWN)
        return expr_opaque(p, object, NULL, place);
    if (type->kind != TYPE_RECORD) {
        bool pointer = type->kind == TYPE_POINTER && type->base->kind == TYPE_RECORD;
        parse_fail_hint(p, place, pointer ? "use -> instead" : NULL,
                        "%s is no struct: it has no member '%s'", type_text(p, type),
                        name_text(p, name));
    }
    struct record *r = type->record;
    if (!r->complete && !(p->body && p->body->record == r))
        parse_fail(p, place, "%s is declared, but what is in it is not known", type_text(p, type));
    struct expr *field = temporary_field(p, object, r, name_text(p, name), place);
    if (!field)
        field = find_field(p, object, r, name_text(p, name), place);
    if (field)
        return field;
    struct function *f;
    const struct expr *whole = object;
    if (find_methods(p, &object, name, &f)) {
        check_private_bases(p, whole, object->type->record, name_text(p, name), place);
        return method_set(p, object, f, name, place);
    }
    if (derives_from(type, ostream_type(p))) {
        struct expr *made = library_method(p, upcast(p, object, ostream_type(p)), name, place);
        if (made)
            return made;
    }
    struct symbol *s = symbol_find_in(p, intern_adds(&p->tu->names, r->name), name);
    if (s && s->kind == SYMBOL_FUNCTION) { /* a static one */
        struct expr *set = overload_new(p, name, s->overloads, place);
        set->a = object;
        return set;
    }
    if (s && s->kind == SYMBOL_VAR)
        return after_dropped(p, object, expr_var(p, s->var, place));
    if (p->device && !members_are_known(p, r))
        return expr_opaque(p, object, NULL, place);
    device_certain(p);
    fail_member(p, r, name, place);
}

/* Where a member's own initial value is being read: the object that it belongs to; NULL elsewhere.
 */
static struct expr *initial_object(struct parser *p, uint32_t name, struct place place)
{
    struct expr *object = p->initial_of;
    struct body *b = p->body;
    if (!object)
        return NULL;
    while (b && b != p->initial_in && b->lambda)
        b = b->outer;
    if (b != p->initial_in)
        return NULL;
    if (b == p->body)
        return object;
    struct record *r = object->type->record;
    if ((!b || b->record != r) && (!name || record_has_field(r, name_text(p, name))))
        parse_fail_hint(p, place, "give the struct a constructor",
                        "a lambda in a member's initial value that names members is not supported");
    return NULL;
}

struct expr *this_expr(struct parser *p, struct place place)
{
    struct body *b = p->body;
    struct expr *object = initial_object(p, 0, place);
    if (object)
        return expr_address(p, object, place);
    if (b && b->lambda)
        return lambda_this(p, place);
    if (!b || !b->record || b->is_static_method)
        parse_fail(p, place, "there is no 'this' here");
    return expr_raw_var(p, b->function->locals[0], place);
}

struct record *method_record(const struct body *b)
{
    while (b && b->lambda)
        b = b->outer;
    return b && !b->is_static_method ? b->record : NULL;
}

/* decltype(member) between the members of a struct, where there is no object; NULL: it is none. */
static struct expr *named_in_struct(struct parser *p, uint32_t name, struct place place)
{
    struct record *r = p->unevaluated ? p->record : NULL;
    const char *text = name_text(p, name);
    for (int i = 0; r && r->is_open && i < r->count; i++) {
        struct member *m = &r->members[i];
        if (strcmp(m->name, text) != 0)
            continue;
        struct expr *none = expr_int(p, type_pointer(p, r->type), 0, place);
        bool refers = m->type->kind == TYPE_REFERENCE;
        struct expr *made = expr_unary(p, EXPR_MEMBER, refers ? m->type->base : m->type,
                                       expr_deref(p, none, place), place);
        made->member = m;
        made->is_lvalue = true;
        return made;
    }
    return NULL;
}

/* The record whose member a name without an object may be here, and that object, if it is not
 * `this`. */
static struct record *implicit_record(struct parser *p, uint32_t name, struct place place,
                                      struct expr **object)
{
    *object = initial_object(p, name, place);
    struct record *r = *object ? (*object)->type->record : method_record(p->body);
    return r && (record_has_field(r, name_text(p, name)) || has_method(p, r, name)) ? r : NULL;
}

bool is_implicit_member(struct parser *p, uint32_t name, struct place place)
{
    struct expr *object;
    return named_in_struct(p, name, place) || implicit_record(p, name, place, &object);
}

struct expr *implicit_member(struct parser *p, uint32_t name, struct place place)
{
    struct expr *named = named_in_struct(p, name, place);
    if (named)
        return named;
    struct expr *object;
    if (!implicit_record(p, name, place, &object))
        return NULL;
    if (object)
        return build_member(p, object, name, false, place);
    return build_member(p, this_expr(p, place), name, true, place);
}

static bool names_constructor(struct parser *p, struct record *r, uint32_t name)
{
    struct record *other = NULL, *owner = method_owner(p, r, name, &other);
    const struct function *f = owner ? record_methods(p, owner, name) : NULL;
    for (const struct overload *o = owner ? owner->templates : NULL; o && !f; o = o->next)
        if (o->template->name == name)
            return o->template->is_constructor;
    return f && f->is_constructor;
}

bool is_hidden_type(struct parser *p, const struct symbol *s, uint32_t name)
{
    struct record *r = s && !symbol_is_local(s) ? method_record(p->body) : NULL;
    if (!r)
        return false;
    bool field = record_has_field(r, name_text(p, name));
    if (!field && (!has_method(p, r, name) || names_constructor(p, r, name)))
        return false;
    return symbol_find_in(p, intern_adds(&p->tu->names, r->name), name) != s;
}
