/* Arguments of templates: read, completed by defaults, bound to the names of parameters; instances,
 * which are found by them and named for them. */
#include "sim/base/strbuf.h"
#include "sim/script/instance.h"

#include <string.h>

#define MAX_INSTANCES 500
#define MAX_NAME      4000 /* of an instance, arguments and all */

struct argument_reader {
    struct template_argument *list;
    int count;
    struct place place;
};

static void parse_template_argument(struct parser *p, void *context)
{
    struct argument_reader *r = context;
    if (r->count == MAX_PARAMETERS)
        parse_fail(p, r->place, "more than %d template arguments", MAX_PARAMETERS);
    if (at_type(p)) {
        r->list[r->count++].type = parse_type_id(p);
        return;
    }
    int64_t open = value_placeholder(p, PUNCT1('>'));
    if (open) {
        p->at++;
        r->list[r->count].value = open;
        r->list[r->count++].has_value = true;
        return;
    }
    p->no_greater++;
    struct expr *e = decay(p, parse_conditional(p));
    p->no_greater--;
    if (p->device && expr_is_opaque(e)) {
        r->list[r->count].value = dependent_value;
        r->list[r->count++].has_value = true;
        return;
    }
    if (!type_is_integer(e->type) || !constant_value(e, &r->list[r->count].value))
        parse_fail(p, e->place, "a template argument must be a type or a constant");
    r->list[r->count++].has_value = true;
}

int parse_template_arguments(struct parser *p, struct template_argument **args)
{
    struct argument_reader r = {.place = next(p)->place}; /* < */
    r.list = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *r.list);
    enter(p, r.place);
    for (bool first = true; !at_angle_close(p); first = false) {
        if (!first)
            expect(p, PUNCT1(','), "or > after a template argument");
        if (at_expansion(p))
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

void bind_parameters(struct parser *p, const struct template *t,
                     const struct template_argument *args, int count)
{
    for (int i = 0; i < count; i++) {
        const struct template_parameter *parameter = &t->parameters[i];
        if (!parameter->name)
            continue;
        if (parameter->is_pack) {
            declare_type_pack(p, parameter->name, &args[i], parameter->place);
            continue;
        }
        struct symbol *s = symbol_declare(
            p, parameter->name, parameter->is_type ? SYMBOL_TYPE : SYMBOL_VALUE, parameter->place);
        s->type = parameter->is_type   ? args[i].type
                  : parameter->type_of ? args[parameter->type_of - 1].type
                                       : parameter->type;
        s->value = args[i].value;
        if (t->builtin && parameter->is_type && s->type && s->type->kind == TYPE_FUNCTION)
            bind_signature(p, s->type, parameter->place);
    }
}

void bind_scope(struct parser *p, const struct template *t, const struct template_argument *args)
{
    scope_push(p, SCOPE_TEMPLATE);
    bind_parameters(p, t, args, t->count);
}

bool argument_known(const struct template_parameter *parameter, const struct template_argument *a)
{
    return parameter->is_pack || (parameter->is_type ? a->type != NULL : a->has_value);
}

static bool same_arguments(const struct template_argument *a, const struct template_argument *b,
                           int count)
{
    for (int i = 0; i < count; i++)
        if (a[i].type != b[i].type || a[i].value != b[i].value ||
            a[i].pack_count != b[i].pack_count ||
            !same_arguments(a[i].pack, b[i].pack, a[i].pack_count))
            return false;
    return true;
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
    if (a->type)
        strbuf_adds(name, type_text(p, a->type));
    else
        strbuf_addf(name, "%lld", (long long)a->value);
}

/* An element that a tuple does not have. */
static bool is_absent(const struct type *type)
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
    if (parameter->is_type) {
        r->args[r->index].type = parse_type_id(p);
    } else if (parameter->type_at && at_keyword(p, KW_nullptr)) {
        r->args[r->index] = (struct template_argument){.has_value = true};
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
        if (!argument_known(&t->parameters[i], &args[i]))
            return false;
    return fill_fallbacks(p, t, args, place);
}
