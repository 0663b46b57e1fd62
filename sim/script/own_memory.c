/* operator new and operator delete that a struct has of its own: what `new` and `delete` of it
 * call. */
#include "sim/script/objects.h"

#include <string.h>

#define COUNT_BYTES 8 /* in front of the elements, where delete[] has to know how many they are */

bool is_memory_operator(const char *name)
{
    return strncmp(name, "operator new", 12) == 0 || strncmp(name, "operator delete", 15) == 0;
}

const char *memory_operator_name(struct parser *p, bool makes)
{
    bool array = at_punct(p, PUNCT1('[')) && peek_ahead(p, 1)->punct == PUNCT1(']');
    if (array)
        p->at += 2;
    if (makes)
        return array ? "operator new[]" : "operator new";
    return array ? "operator delete[]" : "operator delete";
}

void refuse_memory_operator(struct parser *p, const struct declarator *d)
{
    parse_fail_hint(p, d->place, "define it in a struct, from which what is to use it derives",
                    "'%s' for all types is not supported", name_text(p, d->name_id));
}

static struct symbol *own_operator(struct parser *p, const struct record *r, const char *name)
{
    uint32_t prefix = intern_adds(&p->tu->names, r->name[0] ? r->name : "struct");
    struct symbol *s = symbol_find_in(p, prefix, intern_adds(&p->tu->names, name));
    return s && s->kind == SYMBOL_FUNCTION ? s : NULL;
}

static struct symbol *operator_of_type(struct parser *p, const struct type *type, const char *name)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    bool has = type->kind == TYPE_RECORD && type->record->complete && !p->device &&
               type->disguise == DISGUISE_NONE;
    return has ? own_operator(p, type->record, name) : NULL;
}

static struct expr *call_own(struct parser *p, struct symbol *s, struct expr **args, int count,
                             struct place place)
{
    struct expr *set = overload_new(p, s->name, s->overloads, place);
    return call_set(p, (struct overload_expr *)set, args, count, place);
}

/* operator delete(void *, size_t) is told how many bytes, where there is no other. */
static bool takes_size(const struct symbol *s)
{
    bool sized = false;
    for (const struct overload *o = s->overloads; o; o = o->next) {
        if (o->function && o->function->type->parameter_count == 1)
            return false;
        sized |= o->function && o->function->type->parameter_count == 2 &&
                 o->function->type->parameters[1]->plain->kind == TYPE_ULONG;
    }
    return sized;
}

/* Whether the number of elements stands in front of them, as with GCC. */
static bool keeps_count(struct parser *p, const struct type *type)
{
    if (type_needs_destruction(type))
        return true;
    const struct symbol *end = operator_of_type(p, type, "operator delete[]");
    return end && takes_size(end);
}

struct expr *own_new(struct parser *p, const struct type *type, bool array, struct expr *bytes,
                     const struct new_arguments *given, struct place place)
{
    struct symbol *s = given->is_global
                           ? NULL
                           : operator_of_type(p, type, array ? "operator new[]" : "operator new");
    if (!s)
        return NULL;
    bool counted = array && keeps_count(p, type);
    struct type *size_type = p->basic[TYPE_ULONG];
    struct expr **args = arena_alloc(p->arena, ((size_t)given->count + 1) * sizeof *args);
    args[0] = counted ? expr_binary(p, EXPR_ADD, size_type, bytes,
                                    expr_int(p, size_type, COUNT_BYTES, place), place)
                      : bytes;
    for (int i = 0; i < given->count; i++)
        args[i + 1] = given->args[i];
    struct expr *memory = call_own(p, s, args, given->count + 1, place);
    if (!counted)
        return memory;
    struct type *counts = type_pointer(p, size_type);
    struct var *v = temporary(p, counts, place);
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, counts), place);
    struct expr *n = expr_binary(p, EXPR_DIVIDE, size_type, bytes,
                                 expr_int(p, size_type, type->size, place), place);
    set = expr_comma(p, set,
                     expr_assign(p, expr_deref(p, expr_raw_var(p, v, place), place), n, place));
    struct expr *behind = expr_binary(p, EXPR_POINTER_ADD, counts, expr_raw_var(p, v, place),
                                      expr_int(p, p->basic[TYPE_LONG], 1, place), place);
    return expr_comma(p, set, cast_node(p, behind, type_pointer(p, p->basic[TYPE_VOID])));
}

/* What stands in front of the elements. */
static struct expr *count_place(struct parser *p, struct expr *first, struct place place)
{
    struct type *counts = type_pointer(p, p->basic[TYPE_ULONG]);
    return expr_binary(p, EXPR_POINTER_ADD, counts, cast_node(p, first, counts),
                       expr_int(p, p->basic[TYPE_LONG], -1, place), place);
}

struct expr *own_new_bytes(struct parser *p, const struct type *type, struct expr *first,
                           struct place place)
{
    if (!operator_of_type(p, type, "operator new[]") || !keeps_count(p, type))
        return NULL;
    return expr_binary(p, EXPR_MULTIPLY, p->basic[TYPE_ULONG],
                       expr_deref(p, count_place(p, first, place), place),
                       expr_int(p, p->basic[TYPE_ULONG], type->size, place), place);
}

struct expr *own_delete(struct parser *p, const struct type *type, bool array, struct expr *memory,
                        struct place place)
{
    struct symbol *s = operator_of_type(p, type, array ? "operator delete[]" : "operator delete");
    if (!s)
        return NULL;
    bool counted = array && operator_of_type(p, type, "operator new[]") && keeps_count(p, type);
    struct type *size_type = p->basic[TYPE_ULONG];
    struct type *void_pointer = type_pointer(p, p->basic[TYPE_VOID]);
    struct var *v = temporary(p, void_pointer, place);
    struct expr *set =
        expr_assign(p, expr_raw_var(p, v, place), cast_node(p, memory, void_pointer), place);
    struct expr **args = arena_alloc(p->arena, 2 * sizeof *args);
    args[0] = expr_raw_var(p, v, place);
    if (counted)
        args[0] = cast_node(p, count_place(p, args[0], place), void_pointer);
    bool sized = takes_size(s);
    if (sized && counted)
        args[1] = expr_binary(p, EXPR_ADD, size_type,
                              own_new_bytes(p, type, expr_raw_var(p, v, place), place),
                              expr_int(p, size_type, COUNT_BYTES, place), place);
    else if (sized)
        args[1] = expr_int(p, size_type, type->size, place);
    struct expr *call =
        cast_node(p, call_own(p, s, args, sized ? 2 : 1, place), p->basic[TYPE_VOID]);
    struct expr *test = cast_node(p, expr_raw_var(p, v, place), p->basic[TYPE_BOOL]);
    struct expr *both = expr_binary(p, EXPR_CONDITIONAL, p->basic[TYPE_VOID], test, call, place);
    both->c = cast_node(p, expr_int(p, p->basic[TYPE_INT], 0, place), p->basic[TYPE_VOID]);
    return expr_comma(p, set, both);
}

struct expr *named_memory_operator(struct parser *p, const struct record *of, struct place place)
{
    bool global = !of && p->at >= 2 && p->tokens[p->at - 2].punct == PUNCT2(':', ':');
    bool makes = next(p)->name == KW_new;
    uint32_t name = intern_adds(&p->tu->names, memory_operator_name(p, makes));
    struct symbol *s = of       ? own_operator(p, of, name_text(p, name))
                       : global ? NULL
                                : symbol_find(p, name);
    if (s && s->kind == SYMBOL_FUNCTION)
        return overload_new(p, name, s->overloads, place);
    if (of)
        parse_fail(p, place, "%s has no '%s'", of->name, name_text(p, name));
    uint32_t id =
        intern_adds(&p->tu->names, makes ? "std::__ns_operator_new" : "std::__ns_operator_delete");
    return overload_new(p, id, symbol_innermost(p, id)->overloads, place);
}
