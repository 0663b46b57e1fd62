/* Arguments of templates: read, completed by defaults, bound to the names of parameters; instances,
 * which are found by them and named for them. */
#include "sim/base/strbuf.h"
#include "sim/script/instance.h"

#include <string.h>

#define MAX_LISTED    1024 /* in one < > */
#define MAX_INSTANCES 500
#define MAX_NAME      4000 /* of an instance, arguments and all */

struct argument_reader {
    struct template_argument *list;
    int count, capacity;
    struct place place;
};

static void add_argument(struct parser *p, struct argument_reader *r, struct template_argument made)
{
    if (r->count == MAX_LISTED)
        parse_fail(p, r->place, "more than %d template arguments", MAX_LISTED);
    if (r->count == r->capacity) {
        int capacity = r->capacity > 0 ? r->capacity * 2 : MAX_PARAMETERS;
        struct template_argument *more = arena_alloc(p->arena, (size_t)capacity * sizeof *more);
        if (r->count > 0)
            memcpy(more, r->list, (size_t)r->count * sizeof *more);
        r->list = more;
        r->capacity = capacity;
    }
    r->list[r->count++] = made;
}

/* A number or the address of a function. */
static struct template_argument parse_value_argument(struct parser *p)
{
    struct template_argument made = {.has_value = true};
    p->no_greater++;
    struct expr *e = parse_conditional(p);
    p->no_greater--;
    if ((int)e->kind == EXPR_OVERLOAD && !p->device) {
        made.functions = (struct overload_expr *)e;
        return made;
    }
    e = decay(p, e);
    if (p->device && (expr_is_opaque(e) || e->kind == EXPR_FUNCTION))
        made.value = dependent_value;
    else if (e->kind == EXPR_FUNCTION)
        made.function = e->function;
    else if (!type_is_integer(e->type) || !constant_value(e, &made.value))
        parse_fail(p, e->place, "a template argument must be a type, a constant or a function");
    made.value_type = e->type->plain;
    return made;
}

static void parse_template_argument(struct parser *p, void *context)
{
    struct argument_reader *r = context;
    int64_t open = 0;
    struct template *of = parse_template_name(p);
    if (of) { /* inside of it its name is that of the instance as well */
        add_argument(p, r, (struct template_argument){.of = of, .type = own_instance(p, of)});
    } else if (at_type(p)) {
        add_argument(p, r, (struct template_argument){.type = parse_type_id(p)});
    } else if ((open = value_placeholder(p, PUNCT1('>'))) != 0) {
        p->at++;
        add_argument(p, r, (struct template_argument){.value = open, .has_value = true});
    } else {
        add_argument(p, r, parse_value_argument(p));
    }
}

/* __integer_pack(n)..., which GCC's library has as well: 0, 1, ... n - 1. */
static bool parse_integer_pack(struct parser *p, struct argument_reader *r)
{
    const struct token *name = peek(p);
    if (!is_identifier(name) || name->length != 14 ||
        strncmp(name->text, "__integer_pack", 14) != 0)
        return false;
    p->at++;
    expect(p, PUNCT1('('), "after __integer_pack");
    struct expr *e = parse_conditional(p);
    int64_t count = dependent_value;
    bool known = !expr_is_opaque(e) && constant_value(e, &count) && !is_value_placeholder(count);
    expect(p, PUNCT1(')'), "after the number");
    expect(p, PUNCT3('.', '.'), "after __integer_pack(...)");
    if (!known)
        add_argument(p, r, (struct template_argument){.value = dependent_value, .has_value = true});
    else if (count < 0 || count > MAX_LISTED / 2)
        parse_fail(p, r->place, "a sequence of %lld numbers is not supported: from 0 to %d",
                   (long long)count, MAX_LISTED / 2);
    for (int64_t i = 0; known && i < count; i++)
        add_argument(p, r, (struct template_argument){.value = i, .has_value = true});
    return true;
}

int parse_template_arguments(struct parser *p, struct template_argument **args)
{
    struct argument_reader r = {.place = next(p)->place}; /* < */
    r.capacity = MAX_PARAMETERS;
    r.list = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *r.list);
    enter(p, r.place);
    for (bool first = true; !at_angle_close(p); first = false) {
        if (!first)
            expect(p, PUNCT1(','), "or > after a template argument");
        if (parse_integer_pack(p, &r))
            continue;
        if (at_expanded_argument(p))
            expand(p, parse_template_argument, &r);
        else
            parse_template_argument(p, &r);
        if (p->device)
            accept_punct(p, PUNCT3('.', '.'));
    }
    accept_angle_close(p);
    leave(p);
    *args = r.list;
    return r.count;
}

/* For std::function<R(A...)>. */
static void bind_signature(struct parser *p, struct type *type, struct place place)
{
    int count = type->parameter_count;
    struct template_argument all = {.pack_count = count};
    all.pack = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *all.pack);
    for (int i = 0; i < count; i++)
        all.pack[i].type = type->parameters[i];
    declare_type_pack(p, intern_adds(&p->tu->names, "__ns_parameters"), &all, place);
    symbol_declare(p, intern_adds(&p->tu->names, "__ns_result"), SYMBOL_TYPE, place)->type =
        type->base;
}

/* Of the value of parameter i. */
static struct type *type_of_value(const struct template *t, const struct template_argument *args,
                                  int i)
{
    const struct template_parameter *parameter = &t->parameters[i];
    if (parameter->is_auto && args[i].value_type)
        return args[i].value_type;
    return parameter->type_of ? args[parameter->type_of - 1].type : parameter->type;
}

void declare_value(struct parser *p, uint32_t name, const struct template_argument *a,
                   struct type *of, struct place place)
{
    if (a->function) { /* its name: what is called or launched by it is that function */
        struct overload *only = arena_alloc(p->arena, sizeof *only);
        only->function = a->function;
        symbol_declare(p, name, SYMBOL_FUNCTION, place)->overloads = only;
        return;
    }
    struct symbol *s = symbol_declare(p, name, SYMBOL_VALUE, place);
    s->type = of;
    s->value = a->value;
}

void bind_parameters(struct parser *p, const struct template *t,
                     const struct template_argument *args, int count)
{
    for (int i = 0; i < count; i++) {
        const struct template_parameter *parameter = &t->parameters[i];
        if (!parameter->name)
            continue;
        if (parameter->inner && !args[i].of) {
            continue; /* not known yet */
        } else if (parameter->inner) {
            declare_template_name(p, parameter->name, args[i].of, parameter->place);
        } else if (parameter->is_pack && parameter->is_type) {
            declare_type_pack(p, parameter->name, &args[i], parameter->place);
        } else if (parameter->is_pack) {
            declare_value_pack(p, parameter->name, &args[i],
                               parameter->is_auto ? NULL : type_of_value(t, args, i),
                               parameter->place);
        } else if (!parameter->is_type) {
            declare_value(p, parameter->name, &args[i], type_of_value(t, args, i),
                          parameter->place);
        } else {
            struct symbol *s = symbol_declare(p, parameter->name, SYMBOL_TYPE, parameter->place);
            s->type = args[i].type;
            if (t->builtin && s->type && s->type->kind == TYPE_FUNCTION)
                bind_signature(p, s->type, parameter->place);
        }
    }
}

void bind_scope(struct parser *p, const struct template *t, const struct template_argument *args)
{
    scope_push(p, SCOPE_TEMPLATE);
    bind_parameters(p, t, args, t->count);
}

static bool argument_known(const struct template_parameter *parameter,
                           const struct template_argument *a)
{
    if (parameter->inner)
        return a->of != NULL;
    return parameter->is_pack || (parameter->is_type ? a->type != NULL : a->has_value);
}

static void read_wanted(struct parser *p, void *context)
{
    struct reading *r = context;
    push_around(p, r->template);
    bind_parameters(p, r->template, r->args, r->index);
    r->type = read_function_parameter(p, &r->template->parameters[r->index]);
    scope_pop(p);
}

/* The type of parameter `index`, where the arguments before it say what it is. */
static struct type *wanted_type(struct parser *p, struct template *t,
                                struct template_argument *args, int index)
{
    const struct template_parameter *parameter = &t->parameters[index];
    bool known = parameter->is_function && parameter->type_at > 0;
    for (int i = 0; i < index; i++)
        known = known && argument_known(&t->parameters[i], &args[i]) && !argument_open(&args[i]);
    if (!known)
        return type_of_value(t, args, index);
    struct reading r = {.template = t, .args = args, .index = index, .place = parameter->place};
    read_apart(p, t, read_wanted, &r);
    return r.type;
}

/* Which function it is, and whether it is one where one is wanted. */
static bool settle_value(struct parser *p, struct template *t, struct template_argument *args,
                         int index, struct template_argument *a)
{
    const struct template_parameter *parameter = &t->parameters[index];
    struct type *wanted = wanted_type(p, t, args, index);
    bool open = !wanted || parameter->is_auto || has_placeholder(wanted) ||
                (wanted->kind == TYPE_POINTER && wanted->base->kind == TYPE_UNKNOWN);
    bool is_pointer = wanted && wanted->kind == TYPE_POINTER;
    if (!a->has_value || is_value_placeholder(a->value))
        return a->has_value;
    if (a->functions && p->device)
        return true;
    if (a->functions) {
        a->function = overload_pick(p, a->functions, open || !is_pointer ? NULL : wanted);
        if (!a->function)
            return false;
        a->functions = NULL;
        a->value_type = type_pointer(p, address_type(p, a->function));
    }
    if (!parameter->is_auto)
        a->value_type = NULL; /* it becomes the parameter's: 3 and 3u are one instance */
    if (parameter->is_auto || (!is_pointer && parameter->type_at == 0 && !parameter->is_function &&
                               parameter->type_of == 0 && !a->function))
        return true;
    if (parameter->is_function || is_pointer)
        return a->function && (open || wanted == type_pointer(p, address_type(p, a->function)));
    return !a->function || parameter->type_at > 0 || parameter->type_of > 0;
}

bool settle_argument(struct parser *p, struct template *t, struct template_argument *args,
                     int index)
{
    const struct template_parameter *parameter = &t->parameters[index];
    struct template_argument *a = &args[index];
    if (parameter->inner) {
        a->type = NULL;
        return a->of != NULL;
    }
    if (parameter->is_type && a->type)
        a->of = NULL;
    if (!parameter->is_pack)
        return parameter->is_type ? a->type != NULL : settle_value(p, t, args, index, a);
    for (int i = 0; i < a->pack_count; i++)
        if (parameter->is_type ? !a->pack[i].type : !settle_value(p, t, args, index, &a->pack[i]))
            return false;
    return true;
}

static bool same_arguments(const struct template_argument *a, const struct template_argument *b,
                           int count)
{
    for (int i = 0; i < count; i++)
        if (!same_argument(&a[i], &b[i]))
            return false;
    return true;
}

bool same_argument(const struct template_argument *a, const struct template_argument *b)
{
    return a->of == b->of && a->type == b->type && a->value == b->value &&
           a->value_type == b->value_type && a->function == b->function &&
           a->pack_count == b->pack_count && same_arguments(a->pack, b->pack, a->pack_count);
}

struct template_instance *find_instance(struct template *t, const struct template_argument *args)
{
    struct template_instance *i = t->instances;
    while (i && !same_arguments(i->arguments, args, t->count))
        i = i->next;
    return i;
}

bool has_instance(struct template *t, const struct template_argument *args)
{
    return find_instance(t, args) != NULL;
}

struct template_instance *add_instance(struct parser *p, struct template *t,
                                       const struct template_argument *args, struct place place)
{
    if (++t->instance_count > MAX_INSTANCES)
        parse_fail(p, place, "more than %d instances of the template '%s'", MAX_INSTANCES, t->text);
    struct template_instance *i = arena_alloc(p->arena, sizeof *i);
    i->arguments = arena_alloc(p->arena, ((size_t)t->count + 1) * sizeof *args);
    memcpy(i->arguments, args, (size_t)t->count * sizeof *args);
    i->next = t->instances;
    t->instances = i;
    return i;
}

static void argument_text(struct parser *p, struct strbuf *name, const struct template_argument *a,
                          bool first)
{
    if (!first)
        strbuf_adds(name, ", ");
    const struct function *f = a->function;
    if (a->of)
        strbuf_adds(name, a->of->text);
    else if (a->type)
        strbuf_adds(name, type_text(p, a->type));
    else if (f)
        strbuf_adds(name, f->display_name ? f->display_name : f->name);
    else
        strbuf_addf(name, "%lld", (long long)a->value);
}

bool is_absent(const struct type *type)
{
    return type && type->kind == TYPE_RECORD && type->record->builtin &&
           strcmp(type->record->name, "std::__ns_absent") == 0;
}

const char *instance_name(struct parser *p, const struct template *t,
                          const struct template_argument *args, struct place place)
{
    struct strbuf name;
    strbuf_init(&name);
    strbuf_addf(&name, "%s<", t->text);
    int count = t->count;
    while (count > 0 && is_absent(args[count - 1].type))
        count--;
    for (int i = 0; i < count && name.length <= MAX_NAME; i++) {
        if (!t->parameters[i].is_pack)
            argument_text(p, &name, &args[i], i == 0);
        for (int k = 0; k < args[i].pack_count; k++)
            argument_text(p, &name, &args[i].pack[k], i + k == 0);
    }
    strbuf_adds(&name, ">");
    bool fits = name.length <= MAX_NAME;
    const char *text = fits ? arena_strndup(p->arena, name.text, name.length) : NULL;
    strbuf_release(&name);
    if (!fits)
        parse_fail(p, place, "the name of this instance of '%s' has more than %d characters",
                   t->text, MAX_NAME);
    return text;
}

void push_around(struct parser *p, const struct template *t)
{
    const struct record *inside = t->inside;
    while (inside && !inside->shape)
        inside = inside->around;
    scope_push(p, SCOPE_TEMPLATE);
    if (inside)
        bind_parameters(p, inside->shape, inside->shape_arguments, inside->shape->count);
}

static void read_fallback(struct parser *p, void *context)
{
    struct reading *r = context;
    const struct template_parameter *parameter = &r->template->parameters[r->index];
    push_around(p, r->template);
    bind_parameters(p, parameter->fallback_of ? parameter->fallback_of : r->template, r->args,
                    r->index);
    p->at = parameter->fallback_at;
    if (parameter->type_at) { /* it may be none for these arguments */
        p->at = parameter->type_at;
        struct specifiers s;
        memset(&s, 0, sizeof s);
        parse_specifiers(p, &s);
        if (!s.type)
            parse_no_type(p, "a type");
        p->at = parameter->fallback_at;
    }
    if (parameter->inner) {
        struct place place = place_here(p);
        r->args[r->index].of = parse_template_name(p);
        if (!r->args[r->index].of)
            parse_fail(p, place, "the name of a template expected");
    } else if (parameter->is_type) {
        r->args[r->index].type = parse_type_id(p);
    } else if (parameter->type_at && at_keyword(p, KW_nullptr)) {
        r->args[r->index] = (struct template_argument){.has_value = true};
    } else if (parameter->is_function || parameter->is_auto) {
        const struct token *t = peek(p);
        r->args[r->index] = parse_value_argument(p);
        if (!settle_argument(p, r->template, r->args, r->index))
            parse_fail(p, t->place, "this is no such function as '%s' takes", r->template->text);
    } else {
        p->no_greater++;
        r->args[r->index].value = parse_constant(p, "the default of a template parameter");
        r->args[r->index].has_value = true;
        p->no_greater--;
    }
    scope_pop(p);
}

void read_apart(struct parser *p, struct template *t, void (*read)(struct parser *, void *),
                struct reading *r)
{
    struct where where = {.prefix = t->prefix, .place = r->place};
    read_at(p, &where, read, r);
}

bool fill_fallbacks(struct parser *p, struct template *t, struct template_argument *args,
                    struct place place)
{
    for (int i = 0; i < t->count; i++) {
        if (argument_known(&t->parameters[i], &args[i]))
            continue;
        if (!t->parameters[i].fallback_at)
            return false;
        struct reading r = {.template = t, .args = args, .index = i, .place = place};
        read_apart(p, t, read_fallback, &r);
    }
    return true;
}

bool fill_arguments(struct parser *p, struct template *t, struct template_argument *args, int count,
                    struct place place)
{
    if (count > t->count)
        return false;
    for (int i = 0; i < count; i++)
        if (!settle_argument(p, t, args, i))
            return false;
    return fill_fallbacks(p, t, args, place);
}
