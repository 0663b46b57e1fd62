/* Calls of the parts of std that the front end knows itself, and objects made of their types. */
#include "sim/script/objects.h"

#include <string.h>

static void need_count(struct parser *p, struct expr *callee, int count, int least, int most)
{
    if (count < least || count > most)
        parse_fail(p, callee->place,
                   least == most ? "this takes %d argument%s, here are %d"
                                 : "this takes %d argument%s or more, here are %d",
                   least, least == 1 ? "" : "s", count);
}

static struct expr *thread_call(struct parser *p, enum library_kind kind, struct expr *object,
                                struct place place)
{
    if (kind == LIB_JOINABLE)
        return expr_binary(p, EXPR_NOT_EQUAL, p->basic[TYPE_BOOL],
                           cast_node(p, object, p->basic[TYPE_ULONG]), library_ulong(p, 0, place),
                           place);
    if (kind == LIB_HANDLE) /* 0: it runs none */
        return cast_node(p, object, p->basic[TYPE_ULONG]);
    struct type *pointer = type_pointer(p, p->basic[TYPE_ULONG]);
    struct expr *address =
        expr_unary(p, EXPR_CAST, pointer, expr_address(p, library_lvalue(p, object), place), place);
    return expr_builtin(p, kind == LIB_JOIN ? "__ns_thread_join" : "__ns_thread_detach",
                        p->basic[TYPE_VOID], place, 1, address);
}

static struct expr *format_call(struct parser *p, enum library_kind kind, struct expr **args,
                                struct place place)
{
    struct expr *m = expr_new(p, (enum expr_kind)EXPR_MANIPULATOR, p->basic[TYPE_VOID], place);
    m->value = kind == LIB_SETW ? PUT_WIDTH : kind == LIB_SETPRECISION ? PUT_PRECISION : PUT_FILL;
    m->a = convert(p, args[0], p->basic[TYPE_LONG], "argument 1");
    return m;
}

static struct expr *to_string_call(struct parser *p, struct expr *value, struct place place)
{
    value = decay(p, value);
    if (!type_is_arithmetic(value->type))
        parse_fail(p, place, "std::to_string needs a number");
    struct type *number = type_is_floating(value->type)   ? p->basic[TYPE_DOUBLE]
                          : type_is_unsigned(value->type) ? p->basic[TYPE_ULONG]
                                                          : p->basic[TYPE_LONG];
    const char *format = type_is_floating(number) ? "%f" : type_is_unsigned(number) ? "%lu" : "%ld";
    struct type *chars = type_array(p, p->basic[TYPE_CHAR], 340);
    struct var *buffer = temporary(p, chars, place);
    struct expr *text = decay(p, expr_raw_var(p, buffer, place));
    struct expr *print = expr_builtin(
        p, "snprintf", p->basic[TYPE_INT], place, 4, text, library_ulong(p, 340, place),
        decay(p, expr_string(p, format, strlen(format), place)), cast_node(p, value, number));
    struct var *v = temporary(p, string_type(p), place);
    struct expr **args = arena_alloc(p->arena, sizeof(struct expr *));
    args[0] = decay(p, expr_raw_var(p, buffer, place));
    struct expr *object = expr_raw_var(p, v, place);
    struct expr *made = expr_comma(p, zero_object(p, object, place),
                                   string_construct(p, object, args, 1, false, place));
    struct expr *e = expr_comma(p, expr_comma(p, print, made), expr_raw_var(p, v, place));
    e->is_lvalue = false;
    e->is_temporary = true;
    return e;
}

/* std::begin(range) and its like: of an array, or what a member of that name says. */
static struct expr *range_call(struct parser *p, enum library_kind kind, struct expr *range,
                               struct place place)
{
    static const char *const members[] = {"begin", "cbegin", "end", "cend",
                                          "size",  "empty",  "data"};
    if ((int)range->kind >= EXPR_OVERLOAD)
        parse_fail(p, place, "this needs an array or a container");
    if (range->type->kind != TYPE_ARRAY) {
        const char *member = members[kind - LIB_RANGE_BEGIN];
        struct expr *set = build_member(p, range, intern_adds(&p->tu->names, member), false, place);
        return build_call(p, set, NULL, 0, place);
    }
    struct expr *at = decay(p, range);
    if (kind == LIB_RANGE_SIZE)
        return library_ulong(p, range->type->length, place);
    if (kind == LIB_RANGE_EMPTY)
        return expr_int(p, p->basic[TYPE_BOOL], 0, place);
    if (kind == LIB_RANGE_CBEGIN || kind == LIB_RANGE_CEND)
        at = cast_node(p, at, type_pointer(p, type_const(p, at->type->base)));
    if (kind == LIB_RANGE_END || kind == LIB_RANGE_CEND)
        at = expr_binary(p, EXPR_POINTER_ADD, at->type, at,
                         expr_int(p, p->basic[TYPE_LONG], range->type->length, place), place);
    return at;
}

struct expr *library_call(struct parser *p, struct expr *callee, struct expr **args, int count,
                          struct place place)
{
    enum library_kind kind = (enum library_kind)callee->value;
    place = callee->place;
    switch (kind) {
    case LIB_SETW:
    case LIB_SETPRECISION:
    case LIB_SETFILL:
        need_count(p, callee, count, 1, 1);
        return format_call(p, kind, args, place);
    case LIB_METHOD_OF:
        return call_method_of(p, callee, args, count);
    case LIB_MOVE:
        if (count == 3) { /* of <algorithm> */
            uint32_t name = intern_adds(&p->tu->names, "std::__ns_move");
            const struct symbol *range = symbol_innermost(p, name);
            if (range && range->kind == SYMBOL_FUNCTION)
                return build_call(p, overload_new(p, name, range->overloads, place), args, count,
                                  place);
        }
        need_count(p, callee, count, 1, 1);
        return (int)args[0]->kind < EXPR_OVERLOAD ? moved_expr(p, args[0]) : args[0];
    case LIB_REF:
        need_count(p, callee, count, 1, 1);
        if ((int)args[0]->kind < EXPR_OVERLOAD) { /* so that std::thread knows it */
            struct expr *e = arena_alloc(p->arena, sizeof *e);
            *e = *args[0];
            e->explicit_cast = true;
            e->is_ref = true;
            return e;
        }
        return args[0];
    case LIB_FORWARD:
        need_count(p, callee, count, 1, 1);
        if ((int)args[0]->kind >= EXPR_OVERLOAD ||
            (callee->type->kind == TYPE_REFERENCE && !callee->type->is_rvalue))
            return args[0];
        return moved_expr(p, args[0]);
    case LIB_RANGE_BEGIN:
    case LIB_RANGE_CBEGIN:
    case LIB_RANGE_END:
    case LIB_RANGE_CEND:
    case LIB_RANGE_SIZE:
    case LIB_RANGE_EMPTY:
    case LIB_RANGE_DATA:
        need_count(p, callee, count, 1, 1);
        return range_call(p, kind, args[0], place);
    case LIB_MAKE:
    case LIB_END_OF:
    case LIB_RELOCATE:
    case LIB_MOVES:
    case LIB_OBJECTS:
    case LIB_SORT_OF:
    case LIB_TRIVIAL:
        return object_call(p, kind, args, count, place);
    case LIB_TO_STRING:
        need_count(p, callee, count, 1, 1);
        return to_string_call(p, args[0], place);
    case LIB_DURATION_CAST:
        need_count(p, callee, count, 1, 1);
        if (args[0]->type->disguise != DISGUISE_DURATION)
            parse_fail(p, place, "duration_cast needs a duration");
        return chrono_convert(p, args[0], callee->type, true);
    case LIB_SLEEP_FOR: {
        need_count(p, callee, count, 1, 1);
        if ((int)args[0]->kind >= EXPR_OVERLOAD || args[0]->type->disguise != DISGUISE_DURATION)
            parse_fail_hint(p, place, "as in std::chrono::milliseconds(5)",
                            "sleep_for needs a duration");
        struct type *ns = chrono_duration(p, TYPE_LONG, 1, 1000000000);
        return expr_builtin(
            p, "__ns_sleep", p->basic[TYPE_VOID], place, 1,
            cast_node(p, chrono_convert(p, args[0], ns, true), p->basic[TYPE_LONG]));
    }
    case LIB_YIELD:
        return expr_builtin(p, "__ns_sleep", p->basic[TYPE_VOID], place, 1,
                            expr_int(p, p->basic[TYPE_LONG], 0, place));
    case LIB_GET_ID:
        return expr_builtin(p, "__ns_thread_self", p->basic[TYPE_ULONG], place, 0);
    case LIB_NOW:
        need_count(p, callee, count, 1, 1);
        return cast_node(p,
                         expr_builtin(p, "__ns_clock_now", p->basic[TYPE_LONG], place, 1,
                                      convert(p, args[0], p->basic[TYPE_INT], "argument 1")),
                         type_disguised(p, DISGUISE_TIME_POINT, TYPE_LONG, 0, 0));
    case LIB_JOIN:
    case LIB_DETACH:
    case LIB_JOINABLE:
    case LIB_HANDLE:
        need_count(p, callee, count, 0, 0);
        return thread_call(p, kind, callee->a, place);
    case LIB_COUNT:
        need_count(p, callee, count, 0, 0);
        return cast_node(p, callee->a, p->basic[callee->a->type->kind]);
    case LIB_SINCE_EPOCH:
        need_count(p, callee, count, 0, 0);
        return chrono_since_epoch(p, callee->a);
    case LIB_TEXT:
        return string_text(p, name_text(p, (uint32_t)callee->length), callee->a, args, count,
                           place);
    case LIB_APPEND:
        if (count > 1 && string_function(p, callee->a, "append"))
            return string_text(p, "append", callee->a, args, count, place);
        need_count(p, callee, count, 1, 1);
        return string_append(p, callee->a, args[0], place);
    default:
        if (!callee->a)
            parse_fail(p, place, "this cannot be called");
        return vector_call(p, kind, callee->a, args, count, place);
    }
}

struct expr *library_construct(struct parser *p, struct expr *object, struct expr **args, int count,
                               bool braces, struct place place)
{
    struct type *type = object->type->plain;
    if (count > 0)
        library_need_element(p, type, place);
    switch (type->disguise) {
    case DISGUISE_VECTOR: {
        struct expr *made = vector_construct(p, object, args, count, braces, place);
        struct expr *empty = zero_object(p, object, place);
        return made ? expr_comma(p, empty, made) : empty;
    }
    case DISGUISE_STRING:
        return expr_comma(p, zero_object(p, object, place),
                          string_construct(p, object, args, count, braces, place));
    case DISGUISE_THREAD:
        return thread_construct(p, object, args, count, place);
    case DISGUISE_DURATION:
    case DISGUISE_TIME_POINT: {
        if (count > 1)
            parse_fail(p, place, "%s takes one value", type_text(p, type));
        struct expr *value = count == 0 ? expr_int(p, p->basic[TYPE_LONG], 0, place) : args[0];
        if ((int)value->kind < EXPR_OVERLOAD && value->type->disguise == DISGUISE_NONE &&
            type_is_arithmetic(value->type) && type->disguise == DISGUISE_DURATION) {
            if (type_is_floating(value->type) && !type_is_floating(type))
                parse_fail_hint(p, place, "cast it, or use duration<double, ...>",
                                "%s counts whole numbers", type_text(p, type));
            value = cast_node(p, value, type);
        }
        if (count == 0)
            value = cast_node(p, value, type);
        return expr_assign(p, object, convert(p, value, type, "the value"), place);
    }
    default:
        parse_fail(p, place, "%s cannot be made here", type_text(p, type));
    }
}
