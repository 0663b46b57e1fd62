/* Templates: their tokens are read again for every instance. */
#include "sim/base/strbuf.h"
#include "sim/script/objects.h"

#include <stdio.h>
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

static void bind_parameters(struct parser *p, const struct template *t,
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

static bool argument_known(const struct template_parameter *parameter,
                           const struct template_argument *a)
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

static struct template_instance *find_instance(struct template *t,
                                               const struct template_argument *args)
{
    struct template_instance *i = t->instances;
    while (i && !same_arguments(i->arguments, args, t->count))
        i = i->next;
    return i;
}

static struct template_instance *add_instance(struct parser *p, struct template *t,
                                              const struct template_argument *args,
                                              struct place place)
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

/* The whole name: what is inside a struct is found by it. */
static const char *instance_name(struct parser *p, const struct template *t,
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

/* A scope with the T of the struct around a method that is a template. */
static void push_around(struct parser *p, const struct template *t)
{
    const struct record *inside = t->inside;
    while (inside && !inside->shape)
        inside = inside->around;
    scope_push(p, SCOPE_TEMPLATE);
    if (inside)
        bind_parameters(p, inside->shape, inside->shape_arguments, inside->shape->count);
}

struct reading {
    struct template *template;
    struct template_argument *args;
    struct template_instance *instance;
    struct type *type;
    struct place place;
    int index;
};

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

/* Runs `read` at file level; an error goes on to whoever waits for it. */
static void read_apart(struct parser *p, struct template *t, void (*read)(struct parser *, void *),
                       struct reading *r)
{
    struct where where = {.prefix = t->prefix, .place = r->place};
    read_at(p, &where, read, r);
}

static bool fill_fallbacks(struct parser *p, struct template *t, struct template_argument *args,
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

bool has_instance(struct template *t, const struct template_argument *args)
{
    return find_instance(t, args) != NULL;
}

static void push_parameters(struct parser *p, const struct template *t,
                            const struct template_argument *args)
{
    push_around(p, t);
    if (t->record)
        p->record = t->record;
    bind_parameters(p, t, args, t->count);
}

/* An instance that no call has chosen yet: its body may be wrong for these arguments. */
struct unread {
    struct reading reading;
    bool is_auto;
};

static void read_instance_body(struct parser *p, void *context)
{
    struct unread *u = context;
    struct function *f = u->reading.instance->function;
    push_parameters(p, u->reading.template, u->reading.args);
    p->at = u->reading.template->body_at;
    define_function(p, f, f->declared, f->type->parameter_count, u->is_auto);
    scope_pop(p);
}

struct function *template_complete(struct parser *p, struct function *f)
{
    struct unread *u = f ? f->unread : NULL;
    if (u) {
        f->unread = NULL;
        read_apart(p, u->reading.template, read_instance_body, &u->reading);
    }
    return f;
}

static void read_function_instance(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    push_parameters(p, t, r->args);
    p->at = t->begin;
    if (!t->is_constructor || !read_constructor_head(p, t->record, &s, &d)) {
        parse_specifiers(p, &s);
        if (!s.type && !s.is_auto)
            parse_no_type(p, "a type");
        parse_declared(p, &s, &d);
    }
    struct function *f = function_new(p, t->text, d.type, t->place);
    f->display_name = instance_name(p, t, r->args, r->place);
    f->record = t->record;
    f->is_method = t->record != NULL;
    f->is_const_method = t->is_const_method;
    f->is_constructor = t->is_constructor;
    f->is_explicit = t->is_explicit;
    f->is_kernel = s.is_kernel;
    f->is_constexpr = s.is_constexpr;
    f->is_device = s.is_device;
    f->is_host = !s.is_kernel && (s.is_host || !s.is_device);
    f->max_threads = s.max_threads;
    f->min_blocks = s.min_blocks;
    f->declared = d.parameters;
    f->pack_name = d.pack_name;
    f->required_count = 0;
    for (int i = 0; i < d.parameter_count; i++)
        if (!earlier_default(p, t, r->args, &d.parameters[i], i))
            f->required_count = i + 1;
    r->instance->function = f;
    if (t->body_at) {
        f->unread = arena_alloc(p->arena, sizeof *f->unread);
        f->unread->reading = *r;
        f->unread->is_auto = s.is_auto;
    } else {
        f->is_builtin = t->builtin;
    }
    scope_pop(p);
}

static void read_unused(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    bind_scope(p, t, r->args);
    p->at = t->begin;
    p->unevaluated = 1;
    parse_specifiers(p, &s);
    parse_declarator(p, &s, s.type ? s.type : p->basic[TYPE_UNKNOWN], &d);
    p->at = t->body_at;
    struct function *f = function_new(p, t->text, d.type, t->place);
    f->pack_name = d.pack_name;
    define_device(p, f, d.parameters, d.parameter_count);
    scope_pop(p);
}

static void read_unused_apart(struct parser *p, void *context)
{
    struct reading *r = context;
    read_apart(p, r->template, read_unused, r);
}

static void note_idle_kernel(struct parser *p, const struct template *t)
{
    struct translation_unit *tu = p->tu;
    size_t count = (size_t)tu->idle_kernel_count;
    if ((count & (count - 1)) == 0) { /* full: 0, 1, 2, 4, 8, ... */
        const char **more = arena_alloc(p->arena, (count * 2 + 1) * sizeof *more);
        if (count > 0)
            memcpy(more, tu->idle_kernels, count * sizeof *more);
        tu->idle_kernels = more;
    }
    tu->idle_kernels[tu->idle_kernel_count++] = t->text;
}

static void check_unused(struct parser *p, struct template *t)
{
    if (t->is_kernel && !t->instances && !t->builtin)
        note_idle_kernel(p, t);
    if (t->instances || !t->body_at || t->builtin || t->unsupported || t->record)
        return;
    struct template_argument one = {.type = p->basic[TYPE_FLOAT]};
    struct template_argument
        args[MAX_PARAMETERS]; /* any will do: what depends on them is no error */
    for (int i = 0; i < t->count; i++)
        args[i] = (struct template_argument){p->basic[TYPE_FLOAT], 1, true, &one, 1, false};
    struct reading r = {.template = t, .args = args, .place = t->place};
    int functions = p->tu->function_count, globals = p->tu->global_count;
    p->dependent = true;
    parse_forgiving(p, read_unused_apart, &r);
    p->dependent = false;
    p->tu->function_count = functions;
    p->tu->global_count = globals;
}

void check_unused_templates(struct parser *p)
{
    for (size_t i = 0; i < p->symbol_capacity; i++) {
        const struct symbol *s = p->symbols[i];
        for (struct overload *o = s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL; o;
             o = o->next)
            if (o->template)
                check_unused(p, o->template);
    }
}

void template_bind(struct parser *p, const struct function *f)
{
    struct symbol *s = symbol_find(p, intern_adds(&p->tu->names, f->name));
    if (!s || s->kind != SYMBOL_FUNCTION)
        return;
    for (struct overload *o = s->overloads; o; o = o->next) {
        struct template_instance *i = o->template ? o->template->instances : NULL;
        while (i && i->function != f)
            i = i->next;
        if (i) {
            scope_push(p, SCOPE_TEMPLATE);
            bind_parameters(p, o->template, i->arguments, o->template->count);
            return;
        }
    }
}

static void read_fallbacks(struct parser *p, void *context)
{
    struct reading *r = context;
    r->index = fill_fallbacks(p, r->template, r->args, r->place) ? r->template->count : 0;
}

static void read_head_apart(struct parser *p, void *context)
{
    struct reading *r = context;
    read_apart(p, r->template, read_function_instance, r);
}

/* A template whose head makes no sense for these arguments is none that they could mean. */
static bool fits(struct parser *p, void (*read)(struct parser *, void *), struct reading *r)
{
    if (parse_protected(p, read, r))
        return true;
    p->unfit = arena_strndup(p->arena, p->err->message, strlen(p->err->message));
    err_init(p->err);
    return false;
}

struct function *template_function(struct parser *p, struct template *t,
                                   struct template_argument *given, int given_count,
                                   struct expr **args, int count, struct place place)
{
    struct template_argument list[MAX_PARAMETERS];
    memset(list, 0, sizeof list);
    bool takes_any = t->count > 0 && t->parameters[t->count - 1].is_pack;
    if ((given_count > t->count && !takes_any) || (p->device && !t->is_kernel))
        return NULL;
    if (t->unsupported)
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    for (int i = 0; i < given_count; i++) {
        if (t->parameters[i].is_pack) {
            list[i].pack = &given[i];
            list[i].pack_count = given_count - i;
            break;
        }
        list[i] = given[i];
        if (!argument_known(&t->parameters[i], &list[i]))
            return NULL;
    }
    if (!deduce_arguments(p, t, given_count, args, count, list))
        return NULL;
    struct reading fallbacks = {.template = t, .args = list, .place = place};
    if (!fits(p, read_fallbacks, &fallbacks) || fallbacks.index < t->count)
        return NULL;
    for (int i = 0; i < t->count; i++)
        if (list[i].type && has_placeholder(list[i].type))
            return NULL;
    struct template_instance *instance = find_instance(t, list);
    if (!instance) {
        instance = add_instance(p, t, list, place);
        struct reading r = {.template = t, .args = instance->arguments, .instance = instance};
        r.place = place;
        fits(p, read_head_apart, &r);
    }
    return instance->function;
}

static void read_class_instance(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    struct scope *scope = scope_push(p, SCOPE_TEMPLATE);
    bind_parameters(p, t, r->args, t->count);
    struct symbol *parameters = scope->symbols;
    p->at = t->body_at;
    parse_record_body(p, r->type, t->is_class_keyword);
    /* its static members and types stay known outside */
    struct symbol *own = scope->symbols;
    scope_pop(p);
    for (struct symbol *s = own; s && s != parameters; s = s->next) {
        struct symbol *copy = symbol_declare(p, s->name, s->kind, s->place);
        copy->tag = s->tag;
        copy->overloads = s->overloads;
        copy->type = s->type;
        copy->value = s->value;
    }
}

static void read_alias(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    scope_push(p, SCOPE_TEMPLATE);
    if (t->record && t->record->shape)
        bind_parameters(p, t->record->shape, t->record->shape_arguments, t->record->shape->count);
    bind_parameters(p, t, r->args, t->count);
    p->at = t->body_at;
    r->type = parse_type_id(p);
    scope_pop(p);
}

/* Those behind the others become the elements of the last parameter, which is a pack. */
static int gather_pack(struct parser *p, const struct template *t, struct template_argument *list,
                       const struct template_argument *args, int count, struct place place)
{
    int last = t->count - 1;
    struct template_argument *pack = &list[last];
    if (count < last)
        return count;
    *pack = (struct template_argument){.pack_count = count - last};
    pack->pack = arena_alloc(p->arena, (size_t)(count - last + 1) * sizeof *pack->pack);
    for (int i = last; i < count; i++) {
        pack->pack[i - last] = args[i];
        if (!args[i].type)
            parse_fail(p, place, "template argument %d of '%s' must be a type", i + 1, t->text);
    }
    return t->count;
}

struct type *template_class(struct parser *p, struct template *t, struct template_argument *args,
                            int count, struct place place)
{
    struct template_argument list[MAX_PARAMETERS];
    memset(list, 0, sizeof list);
    if (t->unsupported)
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    bool packed = t->count > 0 && t->parameters[t->count - 1].is_pack;
    if (packed) {
        memcpy(list, args, (size_t)(count < t->count ? count : t->count) * sizeof *list);
        count = gather_pack(p, t, list, args, count, place);
        args = arena_alloc(p->arena, sizeof list);
        memcpy(args, list, sizeof list);
    }
    if (count > t->count)
        parse_fail(p, place, "'%s' takes %d template argument%s, here are %d", t->text, t->count,
                   t->count == 1 ? "" : "s", count);
    memcpy(list, args, (size_t)count * sizeof *list);
    for (int i = 0; i < count; i++)
        if (!argument_known(&t->parameters[i], &list[i]))
            parse_fail(p, place, "template argument %d of '%s' must be a %s", i + 1, t->text,
                       t->parameters[i].is_type ? "type" : "constant");
    if (!fill_fallbacks(p, t, list, place))
        parse_fail(p, place, "'%s' takes %d template arguments, here are %d", t->text, t->count,
                   count);
    struct template_instance *instance = find_instance(t, list);
    if (instance && !instance->record)
        parse_fail(p, place, "'%s' is made of itself", t->text);
    if (instance)
        return instance->record;
    bool dependent = false;
    for (int i = 0; i < t->count; i++) {
        dependent |= is_dependent(&list[i]);
        for (int k = 0; k < list[i].pack_count; k++)
            dependent |=
                is_dependent(&list[i].pack[k]) || (packed && has_placeholder(list[i].pack[k].type));
        dependent |= packed && list[i].type && has_placeholder(list[i].type);
    }
    if (t->is_alias && dependent)
        return p->basic[TYPE_UNKNOWN];
    instance = add_instance(p, t, list, place);
    if (t->is_alias) {
        struct reading r = {.template = t, .args = instance->arguments, .place = place};
        read_apart(p, t, read_alias, &r);
        instance->record = r.type;
        return r.type;
    }
    const char *name = instance_name(p, t, list, place);
    struct type *type = type_record(p, name, t->place);
    type->record->origin = t;
    type->record->arguments = instance->arguments;
    type->record->builtin = t->builtin;
    instance->record = type;
    for (int i = 0; i < t->count; i++)
        if (list[i].pack_count > 0 ? argument_open(&list[i])
            : list[i].type
                ? has_placeholder(list[i].type) || (p->device && list[i].type->kind == TYPE_UNKNOWN)
                : is_value_placeholder(list[i].value))
            return type; /* part of another template's head: never laid out */
    struct template *shape = t;
    struct template_argument *bound = instance->arguments;
    if (t->specializations) {
        bound = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *bound);
        shape = specialization_for(p, t, list, bound, place);
        bound = shape == t ? instance->arguments : bound;
    }
    type->record->shape = shape;
    type->record->shape_arguments = bound;
    type->record->is_union = shape->is_union;
    if (shape == t && t->builtin && list[0].type && list[0].type->kind == TYPE_ARRAY &&
        list[0].type->length < 0)
        parse_fail_hint(p, place, "use std::vector", "'%s' of an array is not supported", t->text);
    if (!shape->body_at)
        parse_fail(p, place, "'%s' is declared, but what is in it is not known", t->text);
    struct scope *scope = p->scope;
    while (p->scope->kind > SCOPE_NAMESPACE)
        p->scope = p->scope->outer;
    symbol_declare(p, intern_adds(&p->tu->names, name), SYMBOL_TYPE, t->place)->type = type;
    p->scope = scope;
    if (shape->is_callables) {
        make_callables(p, type->record, &list[0], place);
        return type;
    }
    struct reading r = {.template = shape, .args = bound, .type = type};
    r.place = place;
    read_apart(p, shape, read_class_instance, &r);
    define_outside_late(p, type->record, place);
    return type;
}

/* Declares the instance's variable at file level, by its whole name. */
static void read_variable(struct parser *p, void *context)
{
    struct reading *r = context;
    struct template *t = r->template;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    const char *name = instance_name(p, t, r->args, r->place);
    bind_scope(p, t, r->args);
    p->at = t->begin;
    parse_specifiers(p, &s);
    parse_declared(p, &s, &d);
    if (t->prefix) /* which the declaration puts before it again */
        name += strlen(name_text(p, t->prefix)) + 2;
    d.name_id = intern_adds(&p->tu->names, name);
    declare_variable(p, &s, &d, NULL);
    r->instance->var = symbol_here(p, flat_name(p, d.name_id))->var;
    scope_pop(p);
}

struct expr *template_variable(struct parser *p, struct template *t, struct place place)
{
    struct template_argument *args, list[MAX_PARAMETERS];
    int count = parse_template_arguments(p, &args);
    memset(list, 0, sizeof list);
    memcpy(list, args, (size_t)count * sizeof *list);
    if (t->unsupported)
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    if (!fill_arguments(p, t, list, count, place))
        parse_fail(p, place, "'%s' takes %d template argument%s, here are %d", t->text, t->count,
                   t->count == 1 ? "" : "s", count);
    for (int i = 0; i < t->count; i++)
        if (is_dependent(&list[i]) || (list[i].type && has_placeholder(list[i].type)))
            return expr_opaque(p, NULL, NULL, place);
    struct template_instance *instance = find_instance(t, list);
    if (!instance) {
        instance = add_instance(p, t, list, place);
        struct reading r = {.template = t, .args = instance->arguments, .instance = instance};
        r.place = place;
        read_apart(p, t, read_variable, &r);
    }
    if (!instance->var)
        parse_fail(p, place, "'%s' is made of itself", t->text);
    return expr_var(p, instance->var, place);
}
