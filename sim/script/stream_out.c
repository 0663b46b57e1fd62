/* std::cout << ...: a call for each thing that is printed. */
#include "sim/script/library.h"
#include "sim/script/objects.h"

/* The number of the stream: known for std::cout and std::cerr, else kept in the object. */
static struct expr *stream_number(struct parser *p, struct expr *stream, struct place place)
{
    const struct expr *root = stream;
    while (root->kind == EXPR_COMMA)
        root = root->b;
    if (root->kind == EXPR_GLOBAL && root->var->inits)
        return root->var->inits->value;
    struct expr *object = stream;
    while (object->kind == EXPR_COMMA) /* what stands before was printed already */
        object = object->b;
    return expr_member(p, object, &object->type->record->members[0], place);
}

static struct expr *put_manipulator(struct parser *p, struct expr *number, struct expr *m,
                                    struct place place)
{
    struct type *long_type = p->basic[TYPE_LONG];
    if (m->value < 0) {
        struct expr *newline = expr_builtin(p, "__ns_put", p->basic[TYPE_VOID], place, 2, number,
                                            expr_int(p, p->basic[TYPE_CHAR], '\n', place));
        struct expr *flush = expr_builtin(p, "__ns_put_format", p->basic[TYPE_VOID], place, 3,
                                          number, expr_int(p, p->basic[TYPE_INT], PUT_FLUSH, place),
                                          expr_int(p, long_type, 0, place));
        return expr_comma(p, newline, flush);
    }
    return expr_builtin(p, "__ns_put_format", p->basic[TYPE_VOID], place, 3, number,
                        expr_int(p, p->basic[TYPE_INT], m->value, place),
                        m->a ? m->a : expr_int(p, long_type, 0, place));
}

struct expr *stream_take_format(struct parser *p, struct expr *stream, struct expr *m,
                                struct place place)
{
    struct expr *first = NULL;
    stream = library_stable(p, stream, &first);
    struct expr *number = stream_number(p, upcast(p, stream, ostream_type(p)), place);
    struct expr *put = put_manipulator(p, number, m, place);
    return expr_comma(p, expr_comma(p, first, put), stream);
}

/* A manipulator of the program's own: std::ostream &f(std::ostream &). */
static bool takes_stream(struct parser *p, const struct expr *value)
{
    const struct type *type = value->type;
    if ((int)value->kind >= EXPR_OVERLOAD || type->kind != TYPE_POINTER ||
        type->base->kind != TYPE_FUNCTION || type->base->parameter_count != 1)
        return false;
    const struct type *to = type->base->parameters[0];
    return to->kind == TYPE_REFERENCE && to->base->plain == ostream_type(p);
}

struct expr *stream_put(struct parser *p, struct expr *stream, struct expr *value,
                        struct place place)
{
    struct expr *first = NULL;
    if (stream->kind != EXPR_COMMA)
        stream = library_stable(p, stream, &first);
    struct expr *number = stream_number(p, stream, place);
    struct expr *put;
    if ((int)value->kind == EXPR_OVERLOAD || (int)value->kind == EXPR_FUNCTION)
        value = decay(p, value);
    if ((int)value->kind == EXPR_MANIPULATOR) {
        put = put_manipulator(p, number, value, place);
    } else if (takes_stream(p, value)) {
        struct expr **args = arena_alloc(p->arena, sizeof *args);
        args[0] = stream->kind == EXPR_COMMA ? stream->b : stream;
        put = call_pointer(p, value, args, 1, place);
    } else {
        value = text_of(p, value);
        bool is_string =
            (int)value->kind < EXPR_OVERLOAD && value->type->disguise == DISGUISE_STRING;
        value = is_string ? library_address(p, library_lvalue(p, value)) : decay(p, value);
        if (value->type->kind == TYPE_ENUM && !value->type->enumeration->scoped)
            value = cast_node(p, value, promoted(p, value->type));
        if (value->type->kind == TYPE_NULLPTR)
            value = cast_node(p, value, type_pointer(p, p->basic[TYPE_VOID]));
        if (!type_is_scalar(value->type) || value->type->kind == TYPE_ENUM ||
            value->type->disguise != DISGUISE_NONE)
            parse_fail_hint(p, value->place,
                            value->type->disguise == DISGUISE_DURATION ? "print its .count()"
                                                                       : NULL,
                            "%s cannot be printed with <<", type_text(p, value->type->plain));
        put = expr_builtin(p, is_string ? "__ns_put_string" : "__ns_put", p->basic[TYPE_VOID],
                           place, 2, number, value);
    }
    /* what was printed before, then this, then the stream again */
    struct expr *before = first, *object = stream;
    if (stream->kind == EXPR_COMMA) {
        before = stream->a;
        object = stream->b;
    }
    return expr_comma(p, expr_comma(p, before, put), object);
}
