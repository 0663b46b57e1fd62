/* std::initializer_list: lists in braces as arrays that it shows. */
#include "sim/script/objects.h"

#include <string.h>

struct type *listed_element(const struct type *type)
{
    const struct record *r = type->kind == TYPE_RECORD ? type->record : NULL;
    bool is_list =
        r && r->builtin && r->origin && strcmp(r->origin->text, "std::initializer_list") == 0;
    return is_list ? r->arguments[0].type : NULL;
}

struct expr **listed_ends(struct parser *p, struct expr *list, struct expr **before,
                          struct place place)
{
    struct expr **ends = arena_alloc(p->arena, 2 * sizeof *ends);
    list = library_stable(p, list, before);
    for (int i = 0; i < 2; i++) {
        uint32_t name = intern_adds(&p->tu->names, i ? "end" : "begin");
        ends[i] = build_call(p, build_member(p, list, name, false, place), NULL, 0, place);
    }
    return ends;
}

int listed_rank(struct parser *p, struct expr *braces, struct type *element)
{
    int worst = 0;
    for (int i = 0; i < braces->arg_count; i++) {
        int rank = conversion_rank(p, braces->args[i], element);
        if (rank < 0)
            return -1;
        worst = rank > worst ? rank : worst;
    }
    return worst;
}

struct type *listed_type(struct parser *p, struct expr *braces)
{
    struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::initializer_list"));
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE)
        parse_fail_hint(p, braces->place, "add #include <initializer_list>",
                        "auto cannot be deduced from a list in braces");
    if (braces->arg_count == 0)
        parse_fail(p, braces->place, "auto cannot be deduced from an empty list");
    struct template_argument argument = {0};
    for (int i = 0; i < braces->arg_count; i++) {
        struct expr *e = braces->args[i];
        struct type *type = decay(p, e)->type->plain;
        if (i > 0 && type != argument.type)
            parse_fail(p, e->place, "auto cannot be deduced from values of different types");
        argument.type = type;
    }
    return template_class(p, s->template, &argument, 1, braces->place);
}

static struct expr *show(struct parser *p, struct expr *object, struct expr *first, int count,
                         struct place place)
{
    const struct record *r = object->type->record;
    struct expr *at = expr_member(p, object, &r->members[0], place);
    struct expr *n = expr_member(p, object, &r->members[1], place);
    struct expr *set = expr_assign(p, at, cast_node(p, first, at->type->plain), place);
    return expr_comma(p, set, expr_assign(p, n, library_ulong(p, count, place), place));
}

struct expr *construct_list_view(struct parser *p, struct expr *object, struct expr **args,
                                 int count, struct place place)
{
    struct type *element = listed_element(object->type);
    struct expr list = {.kind = (enum expr_kind)EXPR_BRACES, .args = args, .arg_count = count};
    struct expr *before = NULL;
    if (count == 0)
        return show(p, object, expr_int(p, type_pointer(p, element), 0, place), 0, place);
    for (int i = 0; i < count; i++)
        check_narrowing(p, args[i], element);
    struct expr *first = list_array(p, element->plain, &list, &before, place);
    return expr_comma(p, before, show(p, object, first, count, place));
}

void declare_list_view(struct parser *p, struct var *var, const struct expr *braces)
{
    struct type *element = listed_element(var->type);
    struct place place = braces->place;
    struct init **tail = &var->inits;
    struct expr *object = expr_raw_var(p, var, place);
    var->zero_first = true;
    if (braces->arg_count == 0)
        return;
    if (type_has_end(element) || !p->body)
        parse_fail_hint(p, place, "use an array or std::vector",
                        "a std::initializer_list of such objects can only be an argument");
    struct type *array = type_array(p, element->plain, braces->arg_count);
    struct expr *kept = expr_raw_var(p, add_local(p, "", array, place), place), *made;
    made = construct_list(p, kept, (struct expr *)braces, place);
    struct expr *all =
        expr_comma(p, made, show(p, object, decay(p, kept), braces->arg_count, place));
    init_add(p, &tail, 0, cast_node(p, all, p->basic[TYPE_VOID]));
}

/* The constructor that takes a list of such values. */
static struct type *list_constructor(struct parser *p, struct record *r, struct expr *braces)
{
    for (struct function *f = record_constructors(p, r); f; f = f->next_method) {
        if (!f->is_constructor || f->type->parameter_count < 1 || f->required_count > 1)
            continue;
        struct type *to = f->type->parameters[0];
        to = to->kind == TYPE_REFERENCE ? to->base->plain : to->plain;
        struct type *element = listed_element(to);
        if (element && listed_rank(p, braces, element) >= 0)
            return to;
    }
    return NULL;
}

/* template <class T> Record(std::initializer_list<T>), of what the list says. */
static bool list_template(struct parser *p, struct record *r, struct expr *braces)
{
    for (const struct overload *o = r->templates; o; o = o->next) {
        struct template *t = o->template;
        if (!t->is_constructor || t->pattern_count < 1 || t->required > 1)
            continue;
        const struct type *to = t->patterns[0];
        to = to->kind == TYPE_REFERENCE ? to->base->plain : to->plain;
        const struct type *element = listed_element(to);
        if (element && has_placeholder(element) &&
            template_function(p, t, NULL, 0, &braces, 1, braces->place))
            return true;
    }
    return false;
}

bool takes_listed(struct parser *p, struct record *r, struct expr *braces)
{
    return braces->arg_count > 0 && (list_constructor(p, r, braces) || list_template(p, r, braces));
}

struct expr *call_list_constructor(struct parser *p, struct expr *object, struct expr **args,
                                   int count, struct place place)
{
    struct expr *list = expr_new(p, (enum expr_kind)EXPR_BRACES, p->basic[TYPE_VOID], place);
    list->args = args;
    list->arg_count = count;
    if (!takes_listed(p, object->type->record, list))
        return NULL;
    struct expr **one = arena_alloc(p->arena, sizeof *one);
    one[0] = list;
    return call_constructor(p, object, one, 1, place);
}
