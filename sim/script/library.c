/* The parts of std that the front end knows itself: names, types, and who answers for them; calls
 * of them are in library_call.c. */
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

/* Name, what it is, the header that declares it, and a number: a stream, a format, a period. */
static const struct library_entry {
    const char *name;
    enum library_kind kind;
    const char *header;
    int64_t a, b;
} entries[] = {
/* those of the format that a manipulator is about, and those that it sets */
#define PUT_FLAGS_OF(of, set) ((int64_t)(of) << 32 | (set))
    {"std::vector", LIB_VECTOR, "vector", 0, 0},
    {"std::string", LIB_STRING, "string", 0, 0},
    {"std::thread", LIB_THREAD, "thread", 0, 0},
    {"std::ostream", LIB_OSTREAM, "ostream", 0, 0},
    {"std::cout", LIB_STREAM, "iostream", 1, 0},
    {"std::cerr", LIB_STREAM, "iostream", 2, 0},
    {"std::clog", LIB_STREAM, "iostream", 2, 0},
    {"std::endl", LIB_MANIPULATOR, "ostream", -1, 0},
    {"std::flush", LIB_MANIPULATOR, "ostream", PUT_FLUSH, 0},
#define FLAGS(name, of, set)                                                                       \
    {                                                                                              \
        "std::" name, LIB_MANIPULATOR, "ios", PUT_FLAGS, PUT_FLAGS_OF(of, set)                     \
    }
    FLAGS("fixed", FLAGS_FLOAT, FLAG_FIXED),
    FLAGS("scientific", FLAGS_FLOAT, FLAG_SCIENTIFIC),
    FLAGS("hexfloat", FLAGS_FLOAT, FLAGS_FLOAT),
    FLAGS("defaultfloat", FLAGS_FLOAT, 0),
    FLAGS("hex", FLAGS_BASE, FLAG_HEX),
    FLAGS("oct", FLAGS_BASE, FLAG_OCT),
    FLAGS("dec", FLAGS_BASE, FLAG_DEC),
    FLAGS("left", FLAGS_ADJUST, FLAG_LEFT),
    FLAGS("right", FLAGS_ADJUST, FLAG_RIGHT),
    FLAGS("internal", FLAGS_ADJUST, FLAG_INTERNAL),
    FLAGS("boolalpha", FLAG_BOOLALPHA, FLAG_BOOLALPHA),
    FLAGS("noboolalpha", FLAG_BOOLALPHA, 0),
    FLAGS("uppercase", FLAG_UPPERCASE, FLAG_UPPERCASE),
    FLAGS("nouppercase", FLAG_UPPERCASE, 0),
    FLAGS("showbase", FLAG_SHOWBASE, FLAG_SHOWBASE),
    FLAGS("noshowbase", FLAG_SHOWBASE, 0),
    FLAGS("showpoint", FLAG_SHOWPOINT, FLAG_SHOWPOINT),
    FLAGS("noshowpoint", FLAG_SHOWPOINT, 0),
    FLAGS("showpos", FLAG_SHOWPOS, FLAG_SHOWPOS),
    FLAGS("noshowpos", FLAG_SHOWPOS, 0),
    {"std::setw", LIB_SETW, "iomanip", 0, 0},
    {"std::setprecision", LIB_SETPRECISION, "iomanip", 0, 0},
    {"std::setfill", LIB_SETFILL, "iomanip", 0, 0},
    {"std::move", LIB_MOVE, NULL, 0, 0},
    {"std::ref", LIB_REF, "functional", 0, 0},
    {"std::cref", LIB_REF, "functional", 0, 0},
    {"std::forward", LIB_FORWARD, NULL, 0, 0},
    {"std::to_string", LIB_TO_STRING, "string", 0, 0},
    {"std::begin", LIB_RANGE_BEGIN, NULL, 0, 0},
    {"std::cbegin", LIB_RANGE_CBEGIN, NULL, 0, 0},
    {"std::end", LIB_RANGE_END, NULL, 0, 0},
    {"std::cend", LIB_RANGE_CEND, NULL, 0, 0},
    {"std::size", LIB_RANGE_SIZE, NULL, 0, 0},
    {"std::empty", LIB_RANGE_EMPTY, NULL, 0, 0},
    {"std::data", LIB_RANGE_DATA, NULL, 0, 0},
    {"std::__ns_moved", LIB_MOVE, NULL, 0, 0},
    {"std::__ns_make", LIB_MAKE, NULL, 0, 0},
    {"std::__ns_end", LIB_END_OF, NULL, 0, 0},
    {"std::__ns_relocate", LIB_RELOCATE, NULL, 0, 0},
    {"std::__ns_moves", LIB_MOVES, NULL, 0, 0},
    {"std::__ns_objects", LIB_OBJECTS, NULL, 0, 0},
    {"std::__ns_trivial", LIB_TRIVIAL, NULL, 0, 0},
    {"std::__ns_sort_of", LIB_SORT_OF, NULL, 0, 0},
    {"std::ratio", LIB_RATIO, "ratio", 0, 0},
    {"std::nano", LIB_FIXED_RATIO, "ratio", 1, 1000000000},
    {"std::micro", LIB_FIXED_RATIO, "ratio", 1, 1000000},
    {"std::milli", LIB_FIXED_RATIO, "ratio", 1, 1000},
    {"std::kilo", LIB_FIXED_RATIO, "ratio", 1000, 1},
    {"std::chrono::duration", LIB_DURATION, "chrono", 0, 0},
    {"std::chrono::nanoseconds", LIB_FIXED_DURATION, "chrono", 1, 1000000000},
    {"std::chrono::microseconds", LIB_FIXED_DURATION, "chrono", 1, 1000000},
    {"std::chrono::milliseconds", LIB_FIXED_DURATION, "chrono", 1, 1000},
    {"std::chrono::seconds", LIB_FIXED_DURATION, "chrono", 1, 1},
    {"std::chrono::minutes", LIB_FIXED_DURATION, "chrono", 60, 1},
    {"std::chrono::hours", LIB_FIXED_DURATION, "chrono", 3600, 1},
    {"std::chrono::time_point", LIB_TIME_POINT, "chrono", 0, 0},
    {"std::chrono::duration_cast", LIB_DURATION_CAST, "chrono", 0, 0},
    {"std::chrono::__ns_now", LIB_NOW, "chrono", 0, 0},
    {"std::this_thread::sleep_for", LIB_SLEEP_FOR, "thread", 0, 0},
    {"std::this_thread::yield", LIB_YIELD, "thread", 0, 0},
    {"std::this_thread::get_id", LIB_GET_ID, "thread", 0, 0},
};

#define ENTRY_COUNT (sizeof entries / sizeof entries[0])

static void declare_namespace(struct parser *p, const char *name)
{
    uint32_t id = intern_adds(&p->tu->names, name);
    symbol_declare(p, id, SYMBOL_NAMESPACE, (struct place){0})->prefix = id;
}

void library_init(struct parser *p)
{
    static const char *const spaces[] = {"std",
                                         "std::chrono",
                                         "std::this_thread",
                                         "std::literals",
                                         "std::chrono_literals",
                                         "std::literals::chrono_literals",
                                         "std::string_literals",
                                         "std::literals::string_literals",
                                         "std::string_view_literals",
                                         "std::literals::string_view_literals"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        declare_namespace(p, spaces[i]);
    for (size_t i = 0; i < ENTRY_COUNT; i++) {
        struct symbol *s = symbol_declare(p, intern_adds(&p->tu->names, entries[i].name),
                                          SYMBOL_LIBRARY, (struct place){0});
        s->library = (int)i;
    }
}

bool library_is_vector(const struct symbol *s)
{
    return entries[s->library].kind == LIB_VECTOR;
}

bool library_is_type(const struct symbol *s)
{
    return entries[s->library].kind <= LIB_LAST_TYPE;
}

/* Whether a file with this name was read. */
static bool was_included(const struct parser *p, const char *before, const char *header)
{
    char path[64];
    snprintf(path, sizeof path, "<%s%s>", before, header);
    for (size_t i = 0; i < p->tu->sources.count; i++)
        if (strcmp(p->tu->sources.files[i].path, path) == 0)
            return true;
    return false;
}

/* Headers of ours may name what their own includes do not show to the program. */
static void need_header(struct parser *p, const struct library_entry *e, struct place place)
{
    if (!e->header || p->tu->sources.files[place.file].builtin || was_included(p, "", e->header) ||
        was_included(p, "__ns_", e->header))
        return;
    char hint[100];
    bool of_streams = strcmp(e->header, "ios") == 0 || strcmp(e->header, "ostream") == 0;
    snprintf(hint, sizeof hint, "add #include <%s>", of_streams ? "iostream" : e->header);
    parse_fail_hint(p, place, hint, "%s is not declared", e->name);
}

static struct type *make_vector(struct parser *p, const char *name, struct type *element,
                                enum type_disguise disguise)
{
    struct type *type = type_record(p, name, (struct place){0});
    struct record *r = type->record;
    static const char *const names[] = {"begin", "end", "storage_end"};
    r->members = arena_alloc(p->arena, 3 * sizeof *r->members);
    for (int i = 0; i < 3; i++)
        r->members[r->count++] =
            (struct member){.name = names[i], .type = type_pointer(p, element)};
    r->builtin = true;
    record_layout(p, r);
    type->disguise = disguise;
    type->base = element;
    return type;
}

static struct type *vector_type(struct parser *p, struct type *element)
{
    for (struct vector_type *v = p->vectors; v; v = v->next)
        if (v->element == element)
            return v->type;
    static const char before[] = "std::vector<";
    const char *inner = type_text(p, element);
    char *name = arena_alloc(p->arena, sizeof before + strlen(inner) + 1);
    strcat(strcat(strcpy(name, before), inner), ">");
    struct vector_type *v = arena_alloc(p->arena, sizeof *v);
    v->element = element;
    v->type = make_vector(p, name, element, DISGUISE_VECTOR);
    v->next = p->vectors;
    p->vectors = v;
    return v->type;
}

struct type *string_type(struct parser *p)
{
    if (!p->string_type)
        p->string_type = make_vector(p, "std::string", p->basic[TYPE_CHAR], DISGUISE_STRING);
    return p->string_type;
}

struct type *ostream_type(struct parser *p)
{
    if (!p->ostream_type) {
        struct type *type = type_record(p, "std::ostream", (struct place){0});
        type->record->members = arena_alloc(p->arena, sizeof(struct member));
        type->record->members[0] = (struct member){.name = "stream", .type = p->basic[TYPE_INT]};
        type->record->count = 1;
        record_layout(p, type->record);
        type->disguise = DISGUISE_OSTREAM;
        p->ostream_type = type;
    }
    return p->ostream_type;
}

struct type *library_template_type(struct parser *p, struct symbol *s, const struct token *name)
{
    const struct library_entry *e = &entries[s->library];
    struct template_argument *args = NULL;
    int count = 0;
    need_header(p, e, name->place);
    if (at_punct(p, PUNCT1('<')) && !at_launch_open(p))
        count = parse_template_arguments(p, &args);
    switch (e->kind) {
    case LIB_VECTOR:
        if (args == NULL && !p->device)
            return vector_type(p, deduced_element(p, name)->plain);
        if (count < 1 || !args[0].type)
            parse_fail(p, name->place, "std::vector needs the type of its elements in < >");
        if (args[0].type->size == 0 && args[0].type->kind != TYPE_UNKNOWN &&
            args[0].type->kind != TYPE_RECORD && !has_placeholder(args[0].type))
            parse_fail(p, name->place, "there are no vectors of %s", type_text(p, args[0].type));
        if (count > 1 && has_own_allocator(p, &args[1]))
            return vector_with(p, args, name->place);
        if (args[0].type->kind == TYPE_BOOL)
            return vector_type(p, args[0].type); /* one byte each: nobody sees the difference */
        return vector_type(p, args[0].type->plain);
    case LIB_STRING:
        return string_type(p);
    case LIB_THREAD:
        return type_disguised(p, DISGUISE_THREAD, TYPE_ULONG, 0, 0);
    case LIB_OSTREAM:
        return ostream_type(p);
    case LIB_RATIO:
        if (count < 1 || !args[0].has_value || args[0].value < 1 ||
            (count > 1 && args[1].value < 1))
            parse_fail(p, name->place, "std::ratio needs one or two positive numbers");
        return chrono_ratio(p, args[0].value, count > 1 ? args[1].value : 1);
    case LIB_FIXED_RATIO:
        return chrono_ratio(p, e->a, e->b);
    case LIB_DURATION: {
        struct type *pattern = chrono_pattern(p, "std::chrono::__ns_duration_of", args, count);
        if (pattern)
            return pattern;
        if (count < 1 || !args[0].type || !type_is_arithmetic(args[0].type))
            parse_fail(p, name->place, "std::chrono::duration needs a type of numbers in < >");
        struct type *ratio = count > 1 && args[1].type ? args[1].type : chrono_ratio(p, 1, 1);
        if (ratio->disguise != DISGUISE_DURATION)
            parse_fail(p, name->place, "the second part must be a std::ratio");
        return chrono_duration(p, args[0].type->kind, ratio->period_num, ratio->period_den);
    }
    case LIB_FIXED_DURATION:
        return chrono_duration(p, TYPE_LONG, e->a, e->b);
    default: {
        struct type *pattern = chrono_pattern(p, "std::chrono::__ns_point_of", args, count);
        struct type *of = count > 1 ? args[1].type : NULL;
        bool coarse = !pattern && of && of->disguise == DISGUISE_DURATION &&
                      of->plain != chrono_duration(p, TYPE_LONG, 1, 1000000000);
        if (coarse) {
            uint32_t point = intern_adds(&p->tu->names, "std::chrono::__ns_coarse_point");
            return template_class(p, symbol_innermost(p, point)->template, &args[1], 1,
                                  name->place);
        }
        return pattern ? pattern : type_disguised(p, DISGUISE_TIME_POINT, TYPE_LONG, 0, 0);
    }
    }
}

static struct expr *library_node(struct parser *p, enum library_kind kind, struct expr *object,
                                 struct place place)
{
    struct expr *e = expr_new(p, (enum expr_kind)EXPR_LIBRARY, p->basic[TYPE_VOID], place);
    e->a = object;
    e->value = kind;
    return e;
}

/* std::cout and its like are records that hold the number of their stream. */
static struct expr *stream_object(struct parser *p, const struct library_entry *e,
                                  struct place place)
{
    for (int i = 0; i < p->tu->global_count; i++)
        if (strcmp(p->tu->globals[i]->name, e->name) == 0)
            return expr_raw_var(p, p->tu->globals[i], place);
    struct var *v = add_global(p, e->name, ostream_type(p), (struct place){0});
    struct init **tail = &v->inits;
    init_add(p, &tail, 0, expr_int(p, p->basic[TYPE_INT], e->a, place));
    return expr_raw_var(p, v, place);
}

struct expr *library_name(struct parser *p, struct symbol *s, const struct token *name)
{
    const struct library_entry *e = &entries[s->library];
    need_header(p, e, name->place);
    if (e->kind == LIB_STREAM)
        return stream_object(p, e, name->place);
    if (e->kind == LIB_MANIPULATOR) {
        struct expr *m =
            expr_new(p, (enum expr_kind)EXPR_MANIPULATOR, p->basic[TYPE_VOID], name->place);
        m->value = e->a;
        if (e->b)
            m->a = expr_int(p, p->basic[TYPE_LONG], e->b, name->place);
        return m;
    }
    struct expr *made = library_node(p, e->kind, NULL, name->place);
    if ((e->kind == LIB_REF || e->kind == LIB_MOVE) && at_punct(p, PUNCT1('<'))) {
        struct template_argument *args;
        parse_template_arguments(p, &args);
    }
    if (e->kind == LIB_FORWARD) {
        struct template_argument *args;
        int count = at_punct(p, PUNCT1('<')) ? parse_template_arguments(p, &args) : 0;
        if (count != 1 || !args[0].type)
            parse_fail_hint(p, name->place, "as in std::forward<T>(value)",
                            "std::forward needs the type in < >");
        made->type = args[0].type;
    }
    if (e->kind == LIB_DURATION_CAST && at_punct(p, PUNCT1('<'))) {
        struct template_argument *args;
        int count = parse_template_arguments(p, &args);
        if (count != 1 || !args[0].type || args[0].type->disguise != DISGUISE_DURATION)
            parse_fail(p, name->place, "duration_cast needs a duration in < >");
        made->type = args[0].type;
    }
    return made;
}

struct expr *library_ulong(struct parser *p, int64_t value, struct place place)
{
    return expr_int(p, p->basic[TYPE_ULONG], value, place);
}

struct expr *library_lvalue(struct parser *p, struct expr *object)
{
    if (object->is_lvalue)
        return object;
    struct type *reference = type_reference(p, type_const(p, object->type));
    struct expr *address = bind_reference(p, object, reference, "the object");
    return expr_deref(p, cast_node(p, address, type_pointer(p, object->type->plain)),
                      object->place);
}

struct expr *library_stable(struct parser *p, struct expr *object, struct expr **before)
{
    *before = NULL;
    object = library_lvalue(p, object);
    const struct expr *root = object;
    while (root->kind == EXPR_MEMBER || root->kind == EXPR_DEREF)
        root = root->a;
    if (root->kind == EXPR_LOCAL || root->kind == EXPR_GLOBAL)
        return object;
    struct var *v = temporary(p, type_pointer(p, object->type), object->place);
    *before = expr_assign(p, expr_raw_var(p, v, object->place),
                          expr_address(p, object, object->place), object->place);
    return expr_deref(p, expr_raw_var(p, v, object->place), object->place);
}

struct expr *library_address(struct parser *p, struct expr *object)
{
    return cast_node(p, expr_address(p, object, object->place),
                     type_pointer(p, p->basic[TYPE_VOID]));
}

static const struct {
    const char *name;
    enum library_kind kind;
    unsigned disguises; /* bits by enum type_disguise */
} methods[] = {
#define VECTORS (1u << DISGUISE_VECTOR)
#define STRINGS (1u << DISGUISE_STRING)
    {"size", LIB_SIZE, VECTORS | STRINGS},
    {"length", LIB_SIZE, STRINGS},
    {"empty", LIB_EMPTY, VECTORS | STRINGS},
    {"data", LIB_DATA, VECTORS | STRINGS},
    {"c_str", LIB_DATA, STRINGS},
    {"begin", LIB_BEGIN, VECTORS | STRINGS},
    {"end", LIB_END, VECTORS | STRINGS},
    {"cbegin", LIB_BEGIN, VECTORS | STRINGS},
    {"cend", LIB_END, VECTORS | STRINGS},
    {"at", LIB_AT, VECTORS},
    {"front", LIB_FRONT, VECTORS | STRINGS},
    {"back", LIB_BACK, VECTORS | STRINGS},
    {"push_back", LIB_PUSH_BACK, VECTORS},
    {"emplace_back", LIB_EMPLACE_BACK, VECTORS},
    {"pop_back", LIB_POP_BACK, VECTORS},
    {"resize", LIB_RESIZE, VECTORS},
    {"assign", LIB_ASSIGN, VECTORS},
    {"reserve", LIB_RESERVE, VECTORS},
    {"erase", LIB_ERASE, VECTORS},
    {"insert", LIB_INSERT, VECTORS},
    {"emplace", LIB_EMPLACE, VECTORS},
    {"clear", LIB_CLEAR, VECTORS},
    {"capacity", LIB_CAPACITY, VECTORS},
    {"append", LIB_APPEND, STRINGS},
    {"join", LIB_JOIN, 1u << DISGUISE_THREAD},
    {"detach", LIB_DETACH, 1u << DISGUISE_THREAD},
    {"joinable", LIB_JOINABLE, 1u << DISGUISE_THREAD},
    {"get_id", LIB_HANDLE, 1u << DISGUISE_THREAD},
    {"native_handle", LIB_HANDLE, 1u << DISGUISE_THREAD},
    {"count", LIB_COUNT, 1u << DISGUISE_DURATION},
    {"time_since_epoch", LIB_SINCE_EPOCH, 1u << DISGUISE_TIME_POINT},
};

void library_need_element(struct parser *p, const struct type *type, struct place place)
{
    const struct type *element = type->disguise == DISGUISE_VECTOR ? type->base : NULL;
    if (element && element->kind == TYPE_RECORD && !element->record->complete && !p->unevaluated)
        parse_fail(p, place, "%s is declared, but what is in it is not known",
                   type_text(p, element));
}

struct expr *library_method(struct parser *p, struct expr *object, uint32_t name,
                            struct place place)
{
    const char *text = name_text(p, name);
    library_need_element(p, object->type, place);
    unsigned bit = 1u << object->type->disguise;
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (methods[i].disguises & bit && strcmp(methods[i].name, text) == 0)
            return library_node(p, methods[i].kind, object, place);
    if ((!type_is_library(object->type) && bit != 1u << DISGUISE_OSTREAM) ||
        !string_function(p, object, text))
        return NULL;
    struct expr *made = library_node(p, LIB_TEXT, object, place);
    made->length = name; /* `value` is the kind */
    return made;
}

struct expr *library_assign(struct parser *p, struct expr *object, struct expr *value,
                            struct place place)
{
    struct type *type = object->type->plain;
    if (type_is_library(type))
        return vector_assign(p, object, value, place);
    if (type->disguise == DISGUISE_OSTREAM)
        parse_fail(p, place, "a stream cannot be assigned");
    value = convert(p, value, type, "what is assigned");
    return type->disguise == DISGUISE_THREAD ? thread_assign(p, object, value, place)
                                             : expr_assign(p, object, value, place);
}

static enum type_disguise disguise_of(const struct expr *e)
{
    return e && (int)e->kind < EXPR_OVERLOAD ? e->type->disguise : DISGUISE_NONE;
}

struct expr *library_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                            struct place place)
{
    enum type_disguise da = disguise_of(a), db = disguise_of(b);
    if (op == PUNCT2('>', '>') && (int)b->kind == EXPR_MANIPULATOR && expr_is_record(a) &&
        derives_from(a->type, ostream_type(p)))
        return stream_take_format(p, a, b, place);
    if (op == PUNCT2('<', '<') && expr_is_record(a) && derives_from(a->type, ostream_type(p))) {
        a = upcast(p, a, ostream_type(p));
        da = DISGUISE_OSTREAM;
    }
    if (da == DISGUISE_OSTREAM && op == PUNCT2('<', '<')) {
        struct expr *made = call_operator(p, "operator<<", a, b, place);
        return made ? made : stream_put(p, a, b, place);
    }
    if (da == DISGUISE_VECTOR && op == PUNCT1('[')) {
        b = convert(p, b, p->basic[TYPE_ULONG], "an index");
        return build_index(p, vector_part(p, library_lvalue(p, a), 0, place), b, place);
    }
    if (da == DISGUISE_VECTOR && db == DISGUISE_VECTOR && a->type->plain == b->type->plain)
        return vector_compare(p, op, a, b, place);
    if (da == DISGUISE_STRING || (db == DISGUISE_STRING && !expr_is_record(a))) {
        char name[] = {'o', 'p', 'e', 'r', 'a', 't', 'o', 'r', (char)(op & 0x7f), 0, 0};
        name[9] = (char)(op >> 8); /* of two characters, as == */
        struct expr *own = expr_is_record(b) ? call_operator(p, name, a, b, place) : NULL;
        if (own)
            return own;
        if (op == PUNCT1('['))
            return build_index(p, vector_part(p, library_lvalue(p, a), 0, place), b, place);
        return string_binary(p, op, a, b, place);
    }
    if (da == DISGUISE_DURATION || da == DISGUISE_TIME_POINT || db == DISGUISE_DURATION ||
        db == DISGUISE_TIME_POINT)
        return chrono_binary(p, op, a, b, place);
    return NULL;
}

int library_rank(struct parser *p, struct expr *e, struct type *to)
{
    enum type_disguise from = disguise_of(e);
    if (from == DISGUISE_DURATION && to->disguise == DISGUISE_DURATION)
        return chrono_rank(p, e, to);
    if (to->disguise == DISGUISE_STRING && from == DISGUISE_NONE) {
        struct type *type =
            e->type->kind == TYPE_ARRAY ? type_pointer(p, e->type->base) : e->type->plain;
        return type->kind == TYPE_POINTER && type->base->plain == p->basic[TYPE_CHAR] ? 4 : -1;
    }
    if (to->disguise == DISGUISE_VECTOR && from == DISGUISE_NONE && (int)e->kind < EXPR_OVERLOAD &&
        listed_element(e->type) == to->base->plain)
        return 4;
    return -1;
}

struct expr *library_convert(struct parser *p, struct expr *e, struct type *to)
{
    if (to->disguise == DISGUISE_DURATION)
        return chrono_convert(p, e, to, false);
    if ((int)e->kind == EXPR_BRACES)
        return construct_value(p, to, e->args, e->arg_count, true, e->place);
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    args[0] = e;
    return construct_value(p, to, args, 1, false, e->place);
}

void range_ends(struct parser *p, struct expr *range, struct place place, struct expr **first,
                struct expr **last, struct stmt ***tail)
{
    if ((int)range->kind == EXPR_BRACES) {
        if (range->arg_count == 0)
            parse_fail(p, place, "there is nothing in this list");
        struct expr *e = decay(p, range->args[0]);
        struct var *v = add_local(p, "", type_array(p, e->type->plain, range->arg_count), place);
        initialize(p, v, range, NULL, 0, false, place);
        struct stmt *s = stmt_new(p, STMT_VAR, place);
        s->var = v;
        append(tail, s);
        guard_variable(p, v, tail);
        cleanup_add(p, v);
        range = expr_raw_var(p, v, place);
    }
    if ((int)range->kind >= EXPR_OVERLOAD)
        range = decay(p, range);
    if (range->type->kind == TYPE_ARRAY) {
        int64_t length = range->type->length;
        *first = decay(p, range);
        *last = expr_binary(p, EXPR_POINTER_ADD, (*first)->type, decay(p, range),
                            expr_int(p, p->basic[TYPE_LONG], length, place), place);
        return;
    }
    enum type_disguise disguise = disguise_of(range);
    if (disguise == DISGUISE_VECTOR || disguise == DISGUISE_STRING) {
        struct expr *before;
        range = library_stable(p, range, &before);
        if (before)
            append(tail, stmt_expr(p, before));
        *first = vector_part(p, range, 0, place);
        *last = vector_part(p, range, 1, place);
        return;
    }
    if (range->type->kind == TYPE_RECORD && disguise == DISGUISE_NONE) {
        struct expr *before;
        range = library_stable(p, range, &before);
        if (before)
            append(tail, stmt_expr(p, before));
        struct expr **ends[2] = {first, last};
        static const char *const names[2] = {"begin", "end"};
        for (int i = 0; i < 2; i++) {
            struct expr *set =
                build_member(p, range, intern_adds(&p->tu->names, names[i]), false, place);
            *ends[i] = build_call(p, set, NULL, 0, place);
        }
        if ((*first)->type->kind == TYPE_POINTER || (*first)->type->kind == TYPE_RECORD)
            return;
    }
    parse_fail(p, place, "a range-for needs an array or a vector, but this is %s",
               type_text(p, range->type->plain));
}
