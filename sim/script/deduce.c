/* What the arguments of a call make of a function template's parameters. */
#include "sim/script/library.h"
#include "sim/script/objects.h"

#include <string.h>

static bool is_placeholder(const struct type *type)
{
    return type->kind == TYPE_UNKNOWN && type->length > 0;
}

#define FIRST_VALUE ((int64_t)1 << 40) /* no array has so many elements */

int64_t value_placeholder(struct parser *p, uint16_t end)
{
    const struct token *t = peek(p);
    uint16_t after = peek_ahead(p, 1)->punct;
    if (!is_identifier(t) ||
        (after != end && after != PUNCT1(',') &&
         (end != PUNCT1('>') || (after != PUNCT2('>', '>') && after != PUNCT3('.', '.')))))
        return 0;
    const struct symbol *s = symbol_find(p, t->name);
    return s && s->kind == SYMBOL_VALUE && s->stands > 0 ? FIRST_VALUE + s->stands : 0;
}

const int64_t dependent_value = FIRST_VALUE + MAX_PARAMETERS + 1;

bool is_value_placeholder(int64_t value)
{
    return value > FIRST_VALUE && value <= dependent_value;
}

bool is_dependent(const struct template_argument *a)
{
    return a->type ? a->type->kind == TYPE_UNKNOWN && !has_placeholder(a->type)
                   : a->has_value && a->value == dependent_value;
}

bool bind_value(int64_t pattern, int64_t value, struct template_argument *args)
{
    if (!is_value_placeholder(pattern) || pattern == dependent_value)
        return pattern == value || pattern == dependent_value;
    struct template_argument *a = &args[pattern - FIRST_VALUE - 1];
    if (a->has_value && a->value != value)
        return false;
    a->has_value = true;
    a->value = value;
    return true;
}

/* A number or a function. */
static bool bind_argument(const struct template_argument *pattern,
                          const struct template_argument *given, struct template_argument *args)
{
    if (!bind_value(pattern->value, given->value, args))
        return false;
    if (!is_value_placeholder(pattern->value))
        return pattern->function == given->function;
    if (pattern->value == dependent_value)
        return true;
    struct template_argument *a = &args[pattern->value - FIRST_VALUE - 1];
    bool first = !a->function && !a->value_type;
    if (first) {
        a->function = given->function;
        a->value_type = given->value_type;
    }
    return a->function == given->function;
}

bool argument_open(const struct template_argument *a)
{
    for (int i = 0; i < a->pack_count; i++)
        if (argument_open(&a->pack[i]))
            return true;
    if (a->of)
        return a->of->stands > 0;
    return a->type ? has_placeholder(a->type) : is_value_placeholder(a->value);
}

bool has_placeholder(const struct type *type)
{
    if (is_placeholder(type) || (type->kind == TYPE_ARRAY && is_value_placeholder(type->length)))
        return true;
    if (type->kind == TYPE_RECORD && type->record->origin && type->record->origin->stands)
        return true;
    if (type->kind == TYPE_RECORD && type->record->origin)
        for (int i = 0; i < type->record->origin->count; i++)
            if (argument_open(&type->record->arguments[i]))
                return true;
    for (int i = 0; i < type->parameter_count; i++)
        if (has_placeholder(type->parameters[i]))
            return true;
    return type->base && has_placeholder(type->base);
}

bool bind_placeholder(const struct type *pattern, struct type *type, struct template_argument *args)
{
    struct template_argument *a = &args[pattern->plain->length - 1];
    struct type *value = pattern->is_const ? type->plain : type;
    if (a->type && a->type != value)
        return false;
    a->type = value;
    return true;
}

static bool unify(struct parser *p, const struct type *pattern, struct type *type,
                  struct template_argument *args);

struct template_argument *whole_pack(const struct template_argument *pattern,
                                     struct template_argument *args)
{
    struct template_argument *pack = NULL;
    if (pattern->type && is_placeholder(pattern->type))
        pack = &args[pattern->type->length - 1];
    else if (!pattern->type && is_value_placeholder(pattern->value) &&
             pattern->value != dependent_value)
        pack = &args[pattern->value - FIRST_VALUE - 1];
    return pack && pack->stands_for_all ? pack : NULL;
}

static bool unify_argument(struct parser *p, const struct template_argument *pattern,
                           const struct template_argument *given, struct template_argument *args)
{
    if (pattern->of)
        return bind_template_name(pattern->of, given->of, args);
    if (pattern->type)
        return given->type && unify(p, pattern->type, given->type, args);
    return bind_argument(pattern, given, args);
}

/* What stands for a pack, A..., is all of the other; else they are the same one by one. */
static bool unify_pack(struct parser *p, const struct template_argument *pattern,
                       const struct template_argument *given, struct template_argument *args)
{
    struct template_argument *pack =
        pattern->pack_count == 1 ? whole_pack(&pattern->pack[0], args) : NULL;
    if (!pack) {
        bool fits = pattern->pack_count == given->pack_count;
        for (int i = 0; fits && i < given->pack_count; i++)
            fits = unify_argument(p, &pattern->pack[i], &given->pack[i], args);
        return fits;
    }
    if (pack->pack && !same_argument(pack, given))
        return false;
    *pack = (struct template_argument){
        .pack = given->pack, .pack_count = given->pack_count, .stands_for_all = true};
    return true;
}

/* std::tuple<A...>, which has no pack but a parameter for each element: A is those that there are,
 * from the given one on. */
static bool unify_rest(struct parser *p, const struct template_argument *pattern,
                       const struct record *r, int first, struct template_argument *args)
{
    int count = first;
    while (count < r->origin->count && !is_absent(r->arguments[count].type))
        count++;
    struct template_argument all = {.pack_count = 1}, given = {.pack_count = count - first};
    struct template_argument one = *pattern;
    all.pack = &one;
    given.pack = &r->arguments[first];
    return unify_pack(p, &all, &given, args);
}

/* R (A...): the pack A is what stands behind the other parameters. */
static bool unify_parameters(struct parser *p, const struct type *pattern, const struct type *type,
                             struct template_argument *args)
{
    int last = pattern->parameter_count - 1;
    struct template_argument *pack = NULL;
    if (last >= 0)
        pack = whole_pack(&(struct template_argument){.type = pattern->parameters[last]}, args);
    int count = pack ? last : last + 1;
    if (pattern->member != type->member)
        return false;
    if (pack ? type->parameter_count < count : type->parameter_count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (!unify(p, pattern->parameters[i], type->parameters[i], args))
            return false;
    if (!pack)
        return true;
    struct template_argument made = {.pack_count = type->parameter_count - count,
                                     .stands_for_all = true};
    made.pack = arena_alloc(p->arena, ((size_t)made.pack_count + 1) * sizeof *made.pack);
    for (int i = 0; i < made.pack_count; i++)
        made.pack[i].type = type->parameters[count + i];
    if (pack->pack && !same_argument(pack, &made))
        return false;
    *pack = made;
    return true;
}

/* Makes the pattern equal to `type` by giving its placeholders values; false if it cannot be. */
static bool unify(struct parser *p, const struct type *pattern, struct type *type,
                  struct template_argument *args)
{
    if (is_placeholder(pattern->plain))
        return bind_placeholder(pattern, type, args);
    if (!has_placeholder(pattern))
        return true; /* the conversion of the argument decides */
    struct type *parts[2];
    if (chrono_parts(p, pattern, type, parts))
        return unify(p, pattern->record->arguments[0].type, parts[0], args) &&
               unify(p, pattern->record->arguments[1].type, parts[1], args);
    if (pattern->kind != type->kind)
        return false;
    if (pattern->kind == TYPE_RECORD) {
        struct record *a = pattern->record, *b = type->record;
        if (a->origin && a->origin->stands)
            return open_instance_fits(p, pattern, type, args, unify_argument);
        if (pattern->disguise == DISGUISE_VECTOR && type->disguise == DISGUISE_VECTOR)
            return unify(p, pattern->base, type->base, args);
        if (a->origin && type->disguise == DISGUISE_VECTOR) {
            struct type *allocator = vector_allocator(p, a->origin, type->base);
            return allocator && unify(p, a->arguments[0].type, type->base, args) &&
                   unify(p, a->arguments[1].type, allocator, args);
        }
        if (!a->origin || a->origin != b->origin)
            return false;
        for (int i = 0; i < a->origin->count; i++) {
            if (!a->origin->parameters[i].is_pack && whole_pack(&a->arguments[i], args))
                return unify_rest(p, &a->arguments[i], b, i, args);
            if (!(a->origin->parameters[i].is_pack ? unify_pack : unify_argument)(
                    p, &a->arguments[i], &b->arguments[i], args))
                return false;
        }
        return true;
    }
    if (pattern->kind == TYPE_ARRAY && pattern->length >= 0 &&
        !bind_value(pattern->length, type->length, args))
        return false;
    if (pattern->kind == TYPE_FUNCTION && !unify_parameters(p, pattern, type, args))
        return false;
    return unify(p, pattern->base, type->base, args);
}

/* Likewise where the pattern may be a base of an argument's type, as Expression<L> of what derives
 * from it. */
static bool unify_object(struct parser *p, const struct type *pattern, struct type *type,
                         struct template_argument *args)
{
    struct template_argument before[MAX_PARAMETERS];
    memcpy(before, args, sizeof before);
    if (unify(p, pattern, type, args))
        return true;
    const struct record *r = type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
                                     pattern->kind == TYPE_RECORD && pattern->record->origin
                                 ? type->record
                                 : NULL;
    for (int i = 0; r && i < r->count; i++) {
        if (!r->members[i].is_base && !r->members[i].is_mark)
            continue;
        memcpy(args, before, sizeof before);
        if (unify_object(p, pattern, r->members[i].type, args))
            return true;
    }
    return false;
}

/* T && of a parameter T: of a variable T becomes a reference to it. */
static bool forwards(const struct type *pattern)
{
    return pattern->kind == TYPE_REFERENCE && pattern->is_rvalue && !pattern->base->is_const &&
           is_placeholder(pattern->base);
}

static bool deduce_from(struct parser *p, struct type *pattern, struct expr *e,
                        struct template_argument *args);

static struct type *bare(struct type *type)
{
    return (type->kind == TYPE_REFERENCE ? type->base : type)->plain;
}

/* A list in braces says what a std::initializer_list<T> is of. */
static bool deduce_listed(struct parser *p, struct type *pattern, struct expr *braces,
                          struct template_argument *args)
{
    struct type *element =
        listed_element(pattern->kind == TYPE_REFERENCE ? pattern->base : pattern);
    if (!element) /* it says nothing of another T, which may have a default */
        return is_placeholder(bare(pattern));
    for (int i = 0; i < braces->arg_count; i++)
        if (!deduce_from(p, element, braces->args[i], args))
            return false;
    return braces->arg_count > 0;
}

static bool deduce_from(struct parser *p, struct type *pattern, struct expr *e,
                        struct template_argument *args)
{
    if (!has_placeholder(pattern))
        return true;
    if ((int)e->kind == EXPR_OVERLOAD) {
        struct function *f = overload_pick(p, (struct overload_expr *)e, NULL);
        if (!f) /* the other arguments say which of the functions is meant */
            return true;
        struct type *type = type_pointer(p, address_type(p, f));
        if (forwards(pattern))
            return unify(p, pattern->base, type, args);
        if (pattern->kind == TYPE_REFERENCE)
            return unify(p, pattern->base, type->base, args);
        return unify(p, pattern, type, args);
    }
    if ((int)e->kind == EXPR_BRACES)
        return deduce_listed(p, pattern, e, args);
    if ((int)e->kind > EXPR_OVERLOAD)
        return false;
    if (forwards(pattern) && e->is_lvalue)
        return unify(p, pattern->base, type_reference(p, e->type), args);
    if (pattern->kind == TYPE_REFERENCE) {
        struct type *type = e->type;
        if (!e->is_lvalue || pattern->base->is_const)
            type = type_plain(p, type);
        return unify_object(p, pattern->base, type, args);
    }
    if (e->is_ref && is_placeholder(pattern))
        return unify(p, pattern, type_reference(p, e->type), args);
    struct type *type =
        e->type->kind == TYPE_ARRAY ? type_pointer(p, e->type->base) : e->type->plain;
    if (pattern->kind == TYPE_POINTER && type->kind == TYPE_POINTER)
        return unify_object(p, pattern->base, type->base, args);
    return unify_object(p, pattern, type, args);
}

static bool is_given(const struct type *pattern, int given_count);

static bool is_given_argument(const struct template_argument *a, int given_count)
{
    for (int i = 0; i < a->pack_count; i++)
        if (!is_given_argument(&a->pack[i], given_count))
            return false;
    if (a->of)
        return a->of->stands <= given_count;
    if (a->type)
        return is_given(a->type, given_count);
    return !is_value_placeholder(a->value) || a->value == dependent_value ||
           a->value <= FIRST_VALUE + given_count;
}

/* Whether every placeholder in the pattern was given explicitly. */
static bool is_given(const struct type *pattern, int given_count)
{
    if (is_placeholder(pattern->plain))
        return pattern->plain->length <= given_count;
    if (pattern->kind == TYPE_ARRAY && is_value_placeholder(pattern->length) &&
        pattern->length != dependent_value && pattern->length > FIRST_VALUE + given_count)
        return false;
    for (int i = 0; i < pattern->parameter_count; i++)
        if (!is_given(pattern->parameters[i], given_count))
            return false;
    if (pattern->kind == TYPE_RECORD && pattern->record->origin &&
        pattern->record->origin->stands > given_count)
        return false;
    if (pattern->kind == TYPE_RECORD && pattern->record->origin)
        for (int i = 0; i < pattern->record->origin->count; i++)
            if (!is_given_argument(&pattern->record->arguments[i], given_count))
                return false;
    return !pattern->base || is_given(pattern->base, given_count);
}

/* The pack that the last of a function's parameters is made of: those behind it have defaults. */
static int pack_index(const struct template *t)
{
    int at = t->count - 1;
    while (at > 0 && !t->parameters[at].is_pack)
        at--;
    return at;
}

/* The elements of the pack, each from an argument behind those of the other parameters: what < >
 * says of the first of them stands, what a function's parameters say has to agree. */
static bool deduce_pack(struct parser *p, struct template *t, bool said, struct expr **args,
                        int count, struct template_argument *list)
{
    int last = t->pattern_count - 1, at = pack_index(t);
    int given = said ? list[at].pack_count : 0;
    if (!said && !has_placeholder(t->patterns[last])) /* decay_t<A>...: another parameter says it */
        return list[at].pack && list[at].pack_count == count - last;
    if (count - last <= given || list[at].type)
        return list[at].type == NULL && (said || list[at].pack_count == 0);
    struct template_argument each[MAX_PARAMETERS];
    struct template_argument known = {0};
    if (!said)
        known = list[at];
    struct template_argument *pack = arena_alloc(p->arena, (size_t)(count - last) * sizeof *pack);
    if (given > 0)
        memcpy(pack, list[at].pack, (size_t)given * sizeof *pack);
    for (int i = last + given; i < count; i++) {
        memcpy(each, list, sizeof each);
        each[at] = (struct template_argument){0};
        if (!deduce_from(p, t->patterns[last], args[i], each) || !each[at].type)
            return false;
        pack[i - last] = each[at];
    }
    list[at].pack = pack;
    list[at].pack_count = count - last;
    return !known.pack || same_argument(&known, &list[at]);
}

bool deduce_arguments(struct parser *p, struct template *t, int given_count, struct expr **args,
                      int count, struct template_argument *list)
{
    if (count >= 0 && (count < t->required ||
                       (count > t->pattern_count && !t->pattern_variadic && !t->pattern_pack)))
        return false;
    for (int i = 0; i < t->count; i++)
        list[i].stands_for_all = t->parameters[i].is_pack;
    bool said = t->pattern_pack && t->count > 0 && list[pack_index(t)].pack_count > 0;
    for (int i = 0; i < count && i < t->pattern_count - t->pattern_pack; i++)
        if (!is_given(t->patterns[i], given_count) &&
            !deduce_from(p, t->patterns[i], args[i], list))
            return false;
    if (t->pattern_pack && !deduce_pack(p, t, said, args, count, list))
        return false;
    return true;
}
