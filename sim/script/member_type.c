/* Types inside types: T::value_type, std::vector<T>::iterator, decltype(v)::size_type. */
#include "sim/script/library.h"

#include <string.h>

/* What std::vector and std::string call their own. */
static struct type *sequence_type(struct parser *p, struct type *type, const char *name)
{
    struct type *element = type->base;
    static const char *const as_const[] = {"const_iterator", "const_pointer", "const_reference"};
    static const char *const plain[] = {"iterator", "pointer", "reference"};
    for (int i = 0; i < 3; i++) {
        bool is_const = strcmp(name, as_const[i]) == 0;
        if (!is_const && strcmp(name, plain[i]) != 0)
            continue;
        struct type *base = is_const ? type_const(p, element) : element;
        return i == 2 ? type_reference(p, base) : type_pointer(p, base);
    }
    if (strcmp(name, "value_type") == 0)
        return element;
    if (strcmp(name, "size_type") == 0)
        return p->basic[TYPE_ULONG];
    return strcmp(name, "difference_type") == 0 ? p->basic[TYPE_LONG] : NULL;
}

static struct type *find(struct parser *p, struct type *type, const struct token *name)
{
    const char *text = name_text(p, name->name);
    if (type->kind == TYPE_UNKNOWN || has_placeholder(type))
        return p->basic[TYPE_UNKNOWN];
    if (type_is_library(type))
        return sequence_type(p, type, text);
    if (type->disguise == DISGUISE_DURATION && strcmp(text, "rep") == 0)
        return p->basic[type->kind];
    if (type->disguise == DISGUISE_DURATION && strcmp(text, "period") == 0)
        return chrono_ratio(p, type->period_num, type->period_den);
    if (type->disguise == DISGUISE_TIME_POINT && strcmp(text, "duration") == 0)
        return chrono_duration(p, TYPE_LONG, 1, 1000000000);
    if (type->disguise == DISGUISE_THREAD && strcmp(text, "id") == 0)
        return symbol_innermost(p, intern_adds(&p->tu->names, "std::__ns_thread_id"))->type;
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE)
        return NULL;
    const struct symbol *s =
        symbol_find_in(p, intern_adds(&p->tu->names, type->record->name), name->name);
    return s && s->kind == SYMBOL_TYPE ? s->type : NULL;
}

void refuse_outside(struct parser *p, struct place place)
{
    parse_fail_hint(p, place, "define it inside the struct",
                    "a member of a template that is defined outside it is not supported");
}

bool has_member_types(const struct type *type)
{
    return type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE || has_placeholder(type);
}

static struct type *member_type(struct parser *p, struct type *type, const struct token *name)
{
    if (type->kind == TYPE_RECORD && is_constructor_name(p, type->record, name->name))
        refuse_outside(p, name->place);
    struct type *found = find(p, type->plain, name);
    if (!found)
        parse_fail(p, name->place, "there is no type '%s' in %s", name_text(p, name->name),
                   type_text(p, type->plain));
    return found;
}

struct symbol *type_member(struct parser *p, const struct type *type, uint32_t name)
{
    if (type->kind != TYPE_RECORD || type->disguise != DISGUISE_NONE || has_placeholder(type))
        return NULL;
    struct symbol *s = symbol_find_in(p, intern_adds(&p->tu->names, type->record->name), name);
    return s && s->kind != SYMBOL_TYPE && s->kind != SYMBOL_CLASS_TEMPLATE ? s : NULL;
}

struct type *parse_member_types(struct parser *p, struct type *type)
{
    while (at_punct(p, PUNCT2(':', ':')) && is_identifier(peek_ahead(p, 1)) &&
           !type_member(p, type, peek_ahead(p, 1)->name)) {
        p->at++;
        type = member_type(p, type, next(p));
    }
    return type;
}

/* std::chrono::seconds::zero and its like, of a header's templates; NULL: none of them. */
static struct symbol *duration_function(struct parser *p, struct type *type, const char *name)
{
    static const char *const names[][2] = {{"zero", "std::chrono::__ns_zero"},
                                           {"min", "std::chrono::__ns_min"},
                                           {"max", "std::chrono::__ns_max"}};
    for (int i = 0; i < 3; i++) {
        const struct symbol *s = strcmp(name, names[i][0]) == 0
                                     ? symbol_innermost(p, intern_adds(&p->tu->names, names[i][1]))
                                     : NULL;
        if (!s || s->kind != SYMBOL_FUNCTION || !s->overloads->template)
            continue;
        struct template_argument of = {.type = type->plain};
        struct overload *only = arena_alloc(p->arena, sizeof *only);
        only->function = template_function(p, s->overloads->template, &of, 1, NULL, 0, s->place);
        struct symbol *made = arena_alloc(p->arena, sizeof *made);
        *made = *s;
        made->overloads = only;
        return only->function ? made : NULL;
    }
    return NULL;
}

struct symbol *type_value(struct parser *p, const struct type *type, const char *name)
{
    if (type->disguise == DISGUISE_STRING && strcmp(name, "npos") == 0)
        return symbol_innermost(p, intern_adds(&p->tu->names, "std::__ns_npos"));
    if (type->disguise == DISGUISE_THREAD && strcmp(name, "hardware_concurrency") == 0)
        return symbol_innermost(p, intern_adds(&p->tu->names, "std::__ns_hardware_concurrency"));
    if (type->disguise == DISGUISE_DURATION && type->kind != TYPE_VOID)
        return duration_function(p, type->plain, name);
    bool num = strcmp(name, "num") == 0, den = strcmp(name, "den") == 0;
    if (type->disguise != DISGUISE_DURATION || type->kind != TYPE_VOID || !(num || den))
        return NULL;
    struct symbol *part = arena_alloc(p->arena, sizeof *part); /* of a std::ratio */
    part->kind = SYMBOL_VALUE;
    part->scope = p->scope;
    part->type = p->basic[TYPE_LONG];
    part->value = num ? type->period_num : type->period_den;
    return part;
}

struct symbol *member_type_symbol(struct parser *p, struct type *type, const struct token *name)
{
    struct symbol *value = type_value(p, type, name_text(p, name->name));
    if (value)
        return value;
    struct symbol *s = arena_alloc(p->arena, sizeof *s);
    s->kind = SYMBOL_TYPE;
    s->name = name->name;
    s->place = name->place;
    s->scope = p->scope;
    s->type = member_type(p, type, name);
    return s;
}
