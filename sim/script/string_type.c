/* std::string: what concerns its memory; most of its members are text in headers/cxx_string.txt. */
#include "sim/script/library.h"

#include <stdio.h>
#include <string.h>

static bool is_string(const struct expr *e)
{
    return (int)e->kind < EXPR_OVERLOAD && e->type->disguise == DISGUISE_STRING;
}

/* const char * */
static struct expr *string_bytes(struct parser *p, struct expr *string)
{
    struct type *chars = type_pointer(p, type_const(p, p->basic[TYPE_CHAR]));
    return cast_node(p, vector_part(p, library_lvalue(p, string), 0, string->place), chars);
}

/* A record of the library that stands for a text, as std::string_view does: as a string. */
struct expr *text_of(struct parser *p, struct expr *e)
{
    if ((int)e->kind >= EXPR_OVERLOAD || e->type->kind != TYPE_RECORD ||
        e->type->disguise != DISGUISE_NONE || !e->type->record->builtin)
        return e;
    uint32_t name = intern_adds(&p->tu->names, "__ns_text");
    if (!record_methods(p, e->type->record, name))
        return e;
    return build_call(p, build_member(p, e, name, false, e->place), NULL, 0, e->place);
}

struct expr *string_append(struct parser *p, struct expr *object, struct expr *value,
                           struct place place)
{
    struct type *chars = type_pointer(p, type_const(p, p->basic[TYPE_CHAR]));
    struct expr *before = NULL, *own, *bytes, *length;
    object = library_stable(p, object, &own);
    value = text_of(p, value);
    if (is_string(value)) {
        value = library_stable(p, value, &before);
        bytes = string_bytes(p, value);
        struct expr *diff =
            expr_binary(p, EXPR_POINTER_DIFF, p->basic[TYPE_LONG], vector_part(p, value, 1, place),
                        vector_part(p, value, 0, place), place);
        length = cast_node(p, diff, p->basic[TYPE_ULONG]);
    } else {
        value = decay(p, value);
        struct var *v;
        if (value->type->kind == TYPE_CHAR) {
            v = temporary(p, value->type, place);
            before = expr_assign(p, expr_raw_var(p, v, place), value, place);
            bytes = cast_node(p, expr_address(p, expr_raw_var(p, v, place), place), chars);
            length = library_ulong(p, 1, place);
        } else {
            value = convert(p, value, chars, "what is appended");
            v = temporary(p, chars, place);
            before = expr_assign(p, expr_raw_var(p, v, place), value, place);
            bytes = expr_raw_var(p, v, place);
            length = expr_builtin(p, "strlen", p->basic[TYPE_ULONG], place, 1,
                                  expr_raw_var(p, v, place));
        }
    }
    struct expr *call = expr_builtin(p, "__ns_string_append", p->basic[TYPE_VOID], place, 3,
                                     library_address(p, object), bytes, length);
    if (own) /* the object may be a call, which happens once */
        before = before ? expr_comma(p, own, before) : own;
    return expr_comma(p, expr_comma(p, before, call), object);
}

struct symbol *string_function(struct parser *p, const struct expr *object, const char *name)
{
    bool is_stream = object->type->disguise == DISGUISE_OSTREAM;
    const char *const kinds[] = {is_stream           ? "ostream"
                                 : is_string(object) ? "string"
                                                     : "vector",
                                 "range"};
    struct symbol *s = NULL;
    for (int i = 0; i < 2 - is_stream && (!s || s->kind != SYMBOL_FUNCTION); i++) {
        char text[80];
        snprintf(text, sizeof text, "std::__ns_%s_%.50s", kinds[i], name);
        s = symbol_innermost(p, intern_adds(&p->tu->names, text));
    }
    return s && s->kind == SYMBOL_FUNCTION ? s : NULL;
}

struct expr *string_text(struct parser *p, const char *name, struct expr *object,
                         struct expr **args, int count, struct place place)
{
    struct symbol *s = string_function(p, object, name);
    struct expr **all = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *all);
    bool swaps = strcmp(name, "swap") == 0; /* std::vector<int>().swap(v) */
    all[0] = swaps ? library_lvalue(p, object) : object;
    for (int i = 0; i < count; i++)
        all[i + 1] = is_string(object) ? text_of(p, args[i]) : args[i];
    struct overload_expr *set = (struct overload_expr *)overload_new(
        p, intern_adds(&p->tu->names, name), s->overloads, place);
    return call_set(p, set, all, count + 1, place);
}

static bool is_characters(struct expr *const *args, int count)
{
    for (int i = 0; i < count; i++)
        if ((int)args[i]->kind >= EXPR_OVERLOAD || args[i]->type->kind != TYPE_CHAR)
            return false;
    return count > 0;
}

struct expr *string_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                              bool braces, struct place place)
{
    if (braces && is_characters(args, count)) {
        struct expr *all = NULL;
        for (int i = 0; i < count; i++)
            all = expr_comma(p, all, string_append(p, object, args[i], place));
        return all;
    }
    if (count > 1) {
        /* an empty one has its NUL as well */
        struct expr *none = string_append(p, object, expr_string(p, "", 0, place), place);
        return expr_comma(p, none, string_text(p, "made", object, args, count, place));
    }
    struct expr *value = count == 1 ? args[0] : expr_string(p, "", 0, place);
    if ((int)value->kind == EXPR_BRACES)
        value = value->arg_count == 1 ? value->args[0] : expr_string(p, "", 0, place);
    if ((int)value->kind < EXPR_OVERLOAD && value->is_moved && is_string(value))
        return vector_assign(p, object, value, place);
    value = text_of(p, value);
    if (object->type->is_const)
        object = expr_deref(
            p, cast_node(p, expr_address(p, object, place), type_pointer(p, object->type->plain)),
            place);
    return string_append(p, object, value, place);
}

/* Whether it may be a call. */
static bool is_made_here(const struct expr *e)
{
    while (e->kind == EXPR_CAST || e->kind == EXPR_MEMBER || e->kind == EXPR_DECAY)
        e = e->a;
    return e->kind != EXPR_LOCAL && e->kind != EXPR_GLOBAL && e->kind != EXPR_STRING;
}

/* Evaluates an operand before what follows: what stands for it then. */
static struct expr *operand_first(struct parser *p, struct expr *e, struct expr **before,
                                  struct place place)
{
    e = text_of(p, e);
    if ((int)e->kind >= EXPR_OVERLOAD || !is_made_here(e))
        return e;
    if (is_string(e))
        return library_stable(p, e, before);
    e = decay(p, e);
    struct var *v = temporary(p, e->type, place);
    *before = expr_assign(p, expr_raw_var(p, v, place), e, place);
    return expr_raw_var(p, v, place);
}

struct expr *string_binary(struct parser *p, uint16_t op, struct expr *a, struct expr *b,
                           struct place place)
{
    if (op == PUNCT2('+', '='))
        return string_append(p, a, b, place);
    if (op == PUNCT1('+')) {
        struct type *type = is_string(a) ? a->type->plain : b->type->plain;
        struct var *v = temporary(p, type, place);
        struct expr *object = expr_raw_var(p, v, place), *before = NULL;
        if (is_made_here(a)) /* the right operand is first, as in a call */
            b = operand_first(p, b, &before, place);
        struct expr *all = expr_comma(p, before, zero_object(p, object, place));
        all = expr_comma(p, all, string_append(p, object, a, place));
        all = expr_comma(p, all, string_append(p, object, b, place));
        struct expr *e = expr_comma(p, all, expr_raw_var(p, v, place));
        e->is_lvalue = false;
        e->is_temporary = true;
        return e;
    }
    enum expr_kind kind = op == PUNCT2('=', '=')   ? EXPR_EQUAL
                          : op == PUNCT2('!', '=') ? EXPR_NOT_EQUAL
                          : op == PUNCT1('<')      ? EXPR_LESS
                          : op == PUNCT1('>')      ? EXPR_GREATER
                          : op == PUNCT2('<', '=') ? EXPR_LESS_EQUAL
                          : op == PUNCT2('>', '=') ? EXPR_GREATER_EQUAL
                                                   : EXPR_COMMA;
    if (kind == EXPR_COMMA)
        return NULL;
    struct type *chars = type_pointer(p, type_const(p, p->basic[TYPE_CHAR]));
    struct expr *sides[2] = {a, b};
    int objects = 0;
    for (int i = 0; i < 2; i++) {
        if (is_string(sides[i])) {
            sides[i] = library_address(p, library_lvalue(p, sides[i]));
            objects |= 1 << i;
        } else {
            sides[i] = convert(p, sides[i], chars, i == 0 ? "the left side" : "the right side");
        }
    }
    struct expr *compare = expr_builtin(p, "__ns_string_order", p->basic[TYPE_INT], place, 3,
                                        sides[0], sides[1], library_ulong(p, objects, place));
    compare->order = ORDER_BACKWARD;
    return expr_binary(p, kind, p->basic[TYPE_BOOL], compare,
                       expr_int(p, p->basic[TYPE_INT], 0, place), place);
}
