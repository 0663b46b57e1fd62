#include "sim/script/type.h"

#include "sim/base/mix.h"
#include "sim/script/parser.h"

#include <stdio.h>
#include <string.h>

bool member_is_gap(const struct member *m)
{
    return m->is_bits && !m->name[0];
}

bool type_is_library(const struct type *type)
{
    return type->disguise == DISGUISE_VECTOR || type->disguise == DISGUISE_STRING;
}

bool type_is_disguised(const struct type *type)
{
    return type->disguise != DISGUISE_NONE && type->disguise != DISGUISE_LAMBDA;
}

bool type_is_char(const struct type *type)
{
    return type->kind == TYPE_CHAR || type->kind == TYPE_SCHAR || type->kind == TYPE_UCHAR;
}

bool type_is_integer(const struct type *type)
{
    return (type->kind >= TYPE_BOOL && type->kind <= TYPE_ULLONG) || type->kind == TYPE_ENUM;
}

bool type_is_floating(const struct type *type)
{
    return type->kind >= TYPE_FLOAT && type->kind <= TYPE_LDOUBLE;
}

bool type_is_arithmetic(const struct type *type)
{
    return type_is_integer(type) || type_is_floating(type);
}

bool type_is_scalar(const struct type *type)
{
    return type_is_arithmetic(type) || type->kind == TYPE_POINTER || type->kind == TYPE_NULLPTR;
}

bool type_is_unsigned(const struct type *type)
{
    switch (type->kind) {
    case TYPE_BOOL:
    case TYPE_UCHAR:
    case TYPE_USHORT:
    case TYPE_UINT:
    case TYPE_ULONG:
    case TYPE_ULLONG:
    case TYPE_POINTER:
    case TYPE_NULLPTR:
        return true;
    case TYPE_ENUM:
        return type_is_unsigned(type->base);
    default:
        return false;
    }
}

/* Text built backwards and forwards around a declarator would be exact C; what people read in
 * messages is simpler: base type first, then its decorations. */
struct name_writer {
    char *buffer;
    size_t bytes, length;
};

static void put(struct name_writer *w, const char *text)
{
    size_t n = strlen(text);
    if (w->length + n + 1 > w->bytes)
        n = w->bytes - w->length - 1;
    memcpy(w->buffer + w->length, text, n);
    w->length += n;
    w->buffer[w->length] = '\0';
}

static const char *const basic_names[] = {
    "void",
    "bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "std::nullptr_t",
};

static void put_type(struct name_writer *w, const struct type *type);

static void put_parameters(struct name_writer *w, const struct type *function)
{
    put(w, "(");
    for (int i = 0; i < function->parameter_count; i++) {
        if (i > 0)
            put(w, ", ");
        put_type(w, function->parameters[i]);
    }
    if (function->is_variadic)
        put(w, function->parameter_count > 0 ? ", ..." : "...");
    put(w, ")");
}

/* R (T::*)(A...), which here is a function that takes a T * first, and T::* of data. */
static void put_member_pointer(struct name_writer *w, const struct type *function)
{
    const struct type *object = function->parameters[0]->base;
    bool data = function->member == MEMBER_DATA;
    put_type(w, data ? function->base->base : function->base);
    put(w, data ? " " : " (");
    put_type(w, object->plain);
    put(w, "::*");
    if (data)
        return;
    put(w, ")(");
    for (int i = 1; i < function->parameter_count; i++) {
        put(w, i > 1 ? ", " : "");
        put_type(w, function->parameters[i]);
    }
    put(w, object->is_const ? ") const" : ")");
}

static bool put_disguise(struct name_writer *w, const struct type *type)
{
    char text[64];
    switch (type->disguise) {
    case DISGUISE_THREAD:
        put(w, "std::thread");
        return true;
    case DISGUISE_TIME_POINT:
        put(w, "std::chrono::time_point");
        return true;
    case DISGUISE_DURATION:
        put(w, "std::chrono::duration<");
        put(w, basic_names[type->kind]);
        snprintf(text, sizeof text, ", std::ratio<%lld, %lld>>", (long long)type->period_num,
                 (long long)type->period_den);
        put(w, text);
        return true;
    default:
        return false;
    }
}

static void put_type(struct name_writer *w, const struct type *type)
{
    if (w->length + 2 > w->bytes)
        return;
    if (type->is_const && type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY)
        put(w, "const ");
    if (type->plain->alias) {
        put(w, type->kind == TYPE_POINTER && type->is_const ? "const " : "");
        put(w, type->plain->alias);
        return;
    }
    if (put_disguise(w, type))
        return;
    char text[32];
    switch (type->kind) {
    case TYPE_POINTER:
        if (type->base->kind == TYPE_FUNCTION && type->base->member) {
            put_member_pointer(w, type->base);
        } else if (type->base->kind == TYPE_FUNCTION) {
            put_type(w, type->base->base);
            put(w, " (*)");
            put_parameters(w, type->base);
        } else if (type->base->kind == TYPE_ARRAY) {
            put_type(w, type->base->base);
            snprintf(text, sizeof text, " (*)[%lld]", (long long)type->base->length);
            put(w, text);
        } else {
            put_type(w, type->base);
            put(w, type->base->kind == TYPE_POINTER ? "*" : " *");
        }
        if (type->is_const)
            put(w, "const");
        break;
    case TYPE_REFERENCE:
        put_type(w, type->base);
        put(w, type->base->kind == TYPE_POINTER ? "&" : " &");
        put(w, type->is_rvalue ? "&" : "");
        break;
    case TYPE_ARRAY: {
        const struct type *element = type;
        while (element->kind == TYPE_ARRAY)
            element = element->base;
        put_type(w, element);
        put(w, " ");
        for (element = type; element->kind == TYPE_ARRAY; element = element->base) {
            snprintf(text, sizeof text, "[%lld]", (long long)element->length);
            put(w, element->length < 0 ? "[]" : text);
        }
        break;
    }
    case TYPE_FUNCTION:
        put_type(w, type->base);
        put(w, " ");
        put_parameters(w, type);
        break;
    case TYPE_RECORD:
        put(w, type->record->name[0] ? type->record->name : "struct without a name");
        break;
    case TYPE_ENUM:
        put(w, type->enumeration->name[0] ? type->enumeration->name : "enum without a name");
        break;
    case TYPE_UNKNOWN:
        put(w, type->record ? type->record->name : "unknown");
        break;
    default:
        put(w, basic_names[type->kind]);
        break;
    }
}

const char *type_name(const struct type *type, char *buffer, size_t bytes)
{
    struct name_writer w = {buffer, bytes, 0};
    buffer[0] = '\0';
    put_type(&w, type);
    return buffer;
}

static uint64_t hash_type(const struct type *t)
{
    uint64_t h = mix(0, (uint64_t)t->kind * 64 + (uint64_t)t->disguise * 4 + t->is_const * 2u +
                            (t->is_variadic || t->is_rvalue));
    h = mix(h, t->base ? t->base->id : 0);
    h = mix(h, (uint64_t)t->length);
    for (int i = 0; i < t->parameter_count; i++)
        h = mix(h, t->parameters[i]->id);
    h = mix(h, (uint64_t)t->member);
    return mix(h, (uint64_t)(t->period_num * 31 + t->period_den));
}

static bool same_type(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind || a->disguise != b->disguise || a->is_const != b->is_const ||
        a->is_variadic != b->is_variadic || a->member != b->member ||
        a->is_rvalue != b->is_rvalue || a->base != b->base || a->length != b->length ||
        a->record != b->record || a->enumeration != b->enumeration ||
        a->parameter_count != b->parameter_count || a->period_num != b->period_num ||
        a->period_den != b->period_den)
        return false;
    for (int i = 0; i < a->parameter_count; i++)
        if (a->parameters[i] != b->parameters[i])
            return false;
    return true;
}

static struct type *add_type(struct parser *p, const struct type *key, uint64_t hash)
{
    struct type *t = arena_alloc(p->arena, sizeof *t);
    *t = *key;
    t->id = ++p->type_count;
    t->next = p->tu->types;
    p->tu->types = t;
    if (!t->is_const)
        t->plain = t;
    t->hash_next = p->type_table[hash % TYPE_TABLE_SIZE];
    p->type_table[hash % TYPE_TABLE_SIZE] = t;
    return t;
}

/* The one type that equals *key. */
static struct type *unique_type(struct parser *p, const struct type *key)
{
    uint64_t hash = hash_type(key);
    for (struct type *t = p->type_table[hash % TYPE_TABLE_SIZE]; t; t = t->hash_next)
        if (same_type(t, key))
            return t;
    return add_type(p, key, hash);
}

void types_init(struct parser *p)
{
    static const int64_t sizes[] = {0, 1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 8, 8, 4, 8, 16, 8};
    for (int k = TYPE_VOID; k <= TYPE_NULLPTR; k++) {
        struct type key = {.kind = (enum type_kind)k, .size = sizes[k], .align = sizes[k]};
        p->basic[k] = unique_type(p, &key);
    }
    struct type unknown = {.kind = TYPE_UNKNOWN};
    p->basic[TYPE_UNKNOWN] = unique_type(p, &unknown);
}

struct type *type_pointer(struct parser *p, struct type *base)
{
    if (base->pointer_to)
        return base->pointer_to;
    struct type key = {.kind = TYPE_POINTER, .size = 8, .align = 8, .base = base};
    base->pointer_to = unique_type(p, &key);
    return base->pointer_to;
}

struct type *type_reference(struct parser *p, struct type *base)
{
    struct type key = {.kind = TYPE_REFERENCE, .size = 8, .align = 8, .base = base};
    return unique_type(p, &key);
}

struct type *type_rvalue(struct parser *p, struct type *base)
{
    struct type key = {.kind = TYPE_REFERENCE, .size = 8, .align = 8, .base = base};
    key.is_rvalue = true;
    return unique_type(p, &key);
}

struct type *type_array(struct parser *p, struct type *base, int64_t length)
{
    struct type key = {.kind = TYPE_ARRAY, .align = base->align, .base = base, .length = length};
    key.size = is_value_placeholder(length) ? base->size : length > 0 ? base->size * length : 0;
    return unique_type(p, &key);
}

struct type *type_const(struct parser *p, struct type *type)
{
    if (type->is_const || type->kind == TYPE_REFERENCE || type->kind == TYPE_FUNCTION)
        return type;
    if (type->kind == TYPE_ARRAY)
        return type_array(p, type_const(p, type->base), type->length);
    if (type->const_of)
        return type->const_of;
    struct type key = *type;
    key.is_const = true;
    key.const_of = NULL;
    key.pointer_to = NULL;
    type->const_of = unique_type(p, &key);
    type->const_of->plain = type;
    return type->const_of;
}

struct type *type_plain(struct parser *p, struct type *type)
{
    if (type->kind == TYPE_ARRAY) {
        struct type *element = type_plain(p, type->base);
        return element == type->base ? type : type_array(p, element, type->length);
    }
    return type->plain;
}

struct type *type_function(struct parser *p, struct type *result, struct type **parameters,
                           int count, bool variadic)
{
    struct type key = {.kind = TYPE_FUNCTION, .base = result, .parameters = parameters};
    key.parameter_count = count;
    key.is_variadic = variadic;
    struct type *made = unique_type(p, &key);
    if (made->parameters == parameters && count > 0) {
        made->parameters = arena_alloc(p->arena, (size_t)count * sizeof *parameters);
        memcpy(made->parameters, parameters, (size_t)count * sizeof *parameters);
    }
    return made;
}

struct type *type_of_member(struct parser *p, struct type *object, struct type *member)
{
    bool data = member->kind != TYPE_FUNCTION;
    int count = data ? 1 : member->parameter_count + 1;
    struct type **all = arena_alloc(p->arena, (size_t)count * sizeof *all);
    all[0] = type_pointer(p, object);
    for (int i = 1; i < count; i++)
        all[i] = member->parameters[i - 1];
    struct type key = {.kind = TYPE_FUNCTION, .parameters = all, .parameter_count = count};
    key.base = data ? type_reference(p, member) : member->base;
    key.is_variadic = !data && member->is_variadic;
    key.member = data ? MEMBER_DATA : MEMBER_METHOD;
    return unique_type(p, &key);
}

struct type *type_disguised(struct parser *p, enum type_disguise disguise, enum type_kind kind,
                            int64_t num, int64_t den)
{
    struct type key = *p->basic[kind];
    key.disguise = disguise;
    key.period_num = num;
    key.period_den = den;
    key.const_of = key.pointer_to = NULL;
    return unique_type(p, &key);
}

struct type *type_record(struct parser *p, const char *name, struct place place)
{
    struct record *r = arena_alloc(p->arena, sizeof *r);
    r->name = name;
    r->place = place;
    r->trivial = true;
    struct type key = {.kind = TYPE_RECORD, .align = 1, .record = r};
    r->type = add_type(p, &key, (uint64_t)(uintptr_t)0x5bd1e995u + p->type_count);
    return r->type;
}

struct type *type_enum(struct parser *p, const char *name, struct type *base, struct place place)
{
    struct enumeration *e = arena_alloc(p->arena, sizeof *e);
    e->name = name;
    e->place = place;
    struct type key = {.kind = TYPE_ENUM, .size = base->size, .align = base->align};
    key.base = base;
    key.enumeration = e;
    e->type = add_type(p, &key, (uint64_t)0x27d4eb2fu + p->type_count);
    return e->type;
}

struct type *type_placeholder(struct parser *p, const char *name, int index)
{
    struct record *r = arena_alloc(p->arena, sizeof *r);
    r->name = name;
    struct type key = {.kind = TYPE_UNKNOWN, .size = 1, .align = 1, .record = r};
    key.length = index + 1;
    return add_type(p, &key, (uint64_t)0x85ebca6bu + p->type_count);
}

/* A bit field stays within a unit of its type; without bits the next one begins a new unit. Returns
 * what comes behind it, in bits. */
static int64_t place_bits(struct member *m, int64_t at)
{
    int64_t unit = m->type->size * 8, align = m->type->align * 8;
    if (m->bits == 0 || at / unit != (at + m->bits - 1) / unit)
        at = (at + align - 1) / align * align;
    m->offset = at / unit * m->type->size;
    m->shift = (uint8_t)(at % unit);
    return at + m->bits;
}

bool record_is_empty(const struct record *r)
{
    if (r->is_union || r->is_virtual || r->type->disguise != DISGUISE_NONE)
        return false;
    for (int i = 0; i < r->count; i++) {
        const struct member *m = &r->members[i];
        if (!(m->is_base || m->is_mark) || m->is_virtual || !record_is_empty(m->type->record))
            return false;
    }
    return true;
}

/* Whether an object of the type begins with one of the empty struct. */
static bool begins_with(const struct type *type, const struct record *empty)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    if (type->kind != TYPE_RECORD)
        return false;
    if (type->record == empty)
        return true;
    for (int i = 0; i < type->record->count; i++)
        if (type->record->members[i].offset == 0 &&
            begins_with(type->record->members[i].type, empty))
            return true;
    return false;
}

/* Whether the type, at the beginning, would have something of one struct in the same place as what
 * lies there already: two objects of a type have two addresses. */
static bool meets(const struct record *r, const struct member *m, const struct type *type)
{
    const struct record *of = type->kind == TYPE_RECORD ? type->record : NULL;
    if (!of)
        return false;
    if (record_is_empty(of))
        for (const struct member *other = r->members; other < m; other++)
            if (other->offset == 0 && begins_with(other->type, of))
                return true;
    for (int i = 0; i < of->count; i++)
        if (of->members[i].offset == 0 && meets(r, m, of->members[i].type))
            return true;
    return false;
}

struct layout {
    int64_t at, align, size; /* at: in bits */
};

static void place_member(struct parser *p, const struct record *r, struct member *m,
                         struct layout *l)
{
    int64_t a = m->type->align > 0 ? m->type->align : 1, bytes;
    if (a > l->align && !member_is_gap(m))
        l->align = a;
    if (r->is_union)
        l->at = 0;
    bool empty = (m->is_base || m->is_mark) && !m->is_virtual && record_is_empty(m->type->record);
    if (empty && !meets(r, m, m->type)) { /* takes no room */
        m->offset = 0;
        return;
    }
    if (m->is_bits) {
        l->at = place_bits(m, l->at);
    } else {
        bytes = ((l->at + 7) / 8 + a - 1) / a * a;
        bytes += bytes == 0 && !r->is_union && meets(r, m, m->type) ? a : 0;
        m->offset = bytes;
        if (__builtin_add_overflow(bytes, m->type->size, &bytes) || bytes > MAX_OBJECT_BYTES)
            parse_fail(p, m->place, "this struct is larger than %lld bytes",
                       (long long)MAX_OBJECT_BYTES);
        l->at = bytes * 8;
    }
    if ((l->at + 7) / 8 > l->size)
        l->size = (l->at + 7) / 8;
}

/* Completes a record: offsets as x86-64 gcc has them, but for virtual bases, which lie behind the
 * rest. The const object of the type, if one was made while it was incomplete, gets size and
 * alignment as well. */
void record_layout(struct parser *p, struct record *r)
{
    struct layout l = {.align = 1};
    int front = 0; /* the base whose table is that of the struct lies there */
    while (r->base && r->base->is_virtual && r->members[front].type->record != r->base)
        front++;
    if (front > 0)
        place_member(p, r, &r->members[front], &l);
    for (int i = 0; i < r->count; i++)
        if (!r->members[i].is_virtual && (i != front || front == 0))
            place_member(p, r, &r->members[i], &l);
    for (int i = 0; i < r->count; i++)
        if (r->members[i].is_virtual) {
            place_member(p, r, &r->members[i], &l);
            if (r->members[i].type->record->is_virtual) { /* virtual_base.c: way_back */
                l.at += 8 * p->basic[TYPE_LONG]->size;
                l.size = l.at / 8;
            }
        }
    int64_t align = l.align, size = l.size;
    if (r->align > align)
        align = r->align;
    if (size == 0)
        size = 1;
    size = (size + align - 1) / align * align;
    r->type->size = size;
    r->type->align = align;
    if (r->type->const_of) {
        r->type->const_of->size = size;
        r->type->const_of->align = align;
    }
    r->complete = true;
}
