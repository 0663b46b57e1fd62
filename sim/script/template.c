/* Templates: their tokens are read again for every instance. */
#include "sim/script/instance.h"

#include <string.h>

static void push_parameters(struct parser *p, const struct template *t,
                            const struct template_argument *args)
{
    push_around(p, t);
    if (t->inside) /* of a static method and a friend, too: its name means the instance there */
        p->record = t->inside;
    p->outside = t->defines != NULL;
    if (t->head)
        bind_parameters(p, t->head, t->head_arguments, t->head->count);
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

static void read_body_apart(struct parser *p, void *context)
{
    struct unread *u = context;
    read_apart(p, u->reading.template, read_instance_body, &u->reading);
}

struct function *template_complete(struct parser *p, struct function *f)
{
    struct unread *u = f ? f->unread : NULL;
    if (u) {
        f->unread = NULL; /* it may call itself */
        if (!parse_protected(p, read_body_apart, u)) {
            f->unread = u; /* who calls it next is told so, too */
            longjmp(*p->escape, 1);
        }
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

static void read_head_again(struct parser *p, void *context)
{
    struct reading *r = context;
    struct function *f = r->instance->function;
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    push_parameters(p, r->template, r->args);
    p->at = r->template->begin;
    parse_specifiers(p, &s);
    parse_declared(p, &s, &d);
    scope_pop(p);
    f->declared = d.parameters;
    f->pack_name = d.pack_name;
    f->unread = arena_alloc(p->arena, sizeof *f->unread);
    f->unread->reading = *r;
    f->unread->is_auto = s.is_auto;
}

void template_define_early(struct parser *p, struct template *t, struct template_instance *instance)
{
    struct function *f = instance->function;
    if (!f || f->body || f->unread)
        return;
    struct reading r = {
        .template = t, .args = instance->arguments, .instance = instance, .place = t->place};
    read_apart(p, t, read_head_again, &r);
    template_complete(p, f);
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

const char *script_template_parameter(const struct translation_unit *tu, const char *name,
                                      bool *is_type)
{
    struct parser *p = tu->parser;
    const struct symbol *s = symbol_innermost(p, intern_find(&p->tu->names, name, strlen(name)));
    bool functions = s && s->kind == SYMBOL_FUNCTION;
    for (const struct overload *o = functions ? s->overloads : NULL; o; o = o->next)
        for (int i = 0; o->template && i < o->template->count; i++) {
            const struct template_parameter *parameter = &o->template->parameters[i];
            *is_type = parameter->is_type;
            if (parameter->name)
                return name_text(p, parameter->name);
        }
    return NULL;
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
        bool is_pack = t->parameters[i].is_pack;
        if (is_pack)
            list[i] = (struct template_argument){.pack = &given[i], .pack_count = given_count - i};
        else
            list[i] = given[i];
        if (!settle_argument(p, t, list, i)) {
            if (t->parameters[i].is_function)
                p->unfit = "the function in < > does not have the type that its template wants";
            return NULL;
        }
        if (is_pack)
            break;
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
    if (!instance && !meets_constraints(p, t, list, place)) {
        p->unfit = "what it is called with does not meet its constraints";
        return NULL;
    }
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
    push_around(p, t);
    struct scope *scope = p->scope;
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
    push_around(p, t);
    bind_parameters(p, t, r->args, t->count);
    p->at = t->body_at;
    r->type = parse_type_id(p);
    scope_pop(p);
}

static void read_alias_apart(struct parser *p, void *context)
{
    struct reading *r = context;
    read_apart(p, r->template, read_alias, r);
}

/* In the head of another template what it is made of may be known to an instance alone. */
static struct type *alias_type(struct parser *p, struct reading *r)
{
    bool open = false;
    for (int i = 0; i < r->template->count; i++)
        open |= argument_open(&r->args[i]);
    if (!open) {
        read_alias_apart(p, r);
    } else if (!parse_protected(p, read_alias_apart, r)) {
        err_init(p->err);
        r->type = p->basic[TYPE_UNKNOWN];
    }
    return r->type;
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
    bool is_type = t->parameters[last].is_type;
    for (int i = last; i < count; i++) {
        pack->pack[i - last] = args[i];
        if (is_type ? !args[i].type : !args[i].has_value)
            parse_fail(p, place, "template argument %d of '%s' must be a %s", i + 1, t->text,
                       is_type ? "type" : "constant");
    }
    return t->count;
}

int gather_packed(struct parser *p, const struct template *t, struct template_argument **args,
                  int count, struct place place)
{
    if (t->count == 0 || !t->parameters[t->count - 1].is_pack)
        return count;
    struct template_argument *list = arena_alloc(p->arena, MAX_PARAMETERS * sizeof *list);
    memcpy(list, *args, (size_t)(count < t->count ? count : t->count) * sizeof *list);
    count = gather_pack(p, t, list, *args, count, place);
    *args = list;
    return count;
}

void template_read_instance(struct parser *p, struct type *type, struct place place)
{
    struct reading r = {.template = type->record->shape,
                        .args = type->record->shape_arguments,
                        .type = type,
                        .place = place};
    read_apart(p, r.template, read_class_instance, &r);
    define_outside_late(p, type->record, place);
}

struct type *template_class(struct parser *p, struct template *t, struct template_argument *args,
                            int count, struct place place)
{
    struct template_argument list[MAX_PARAMETERS];
    memset(list, 0, sizeof list);
    if (t->unsupported)
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    if (t->stands && p->dependent) /* C<T> of a template that nobody names */
        return p->basic[TYPE_UNKNOWN];
    bool packed = t->count > 0 && t->parameters[t->count - 1].is_pack;
    count = gather_packed(p, t, &args, count, place);
    bool allocator = t->builtin && count == t->count + 1 && args[count - 1].type &&
                     !has_own_allocator(p, &args[count - 1]);
    count -= allocator; /* std::list<T, std::allocator<T>> */
    if (count > t->count)
        parse_fail(p, place, "'%s' takes %d template argument%s, here are %d", t->text, t->count,
                   t->count == 1 ? "" : "s", count);
    memcpy(list, args, (size_t)count * sizeof *list);
    for (int i = 0; i < count; i++)
        if (!settle_argument(p, t, list, i))
            parse_fail(p, place, "template argument %d of '%s' must be a %s", i + 1, t->text,
                       t->parameters[i].inner         ? "template"
                       : t->parameters[i].is_type     ? "type"
                       : t->parameters[i].is_function ? "function of its type"
                                                      : "constant");
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
            dependent |= is_dependent(&list[i].pack[k]) ||
                         (list[i].pack[k].type && has_placeholder(list[i].pack[k].type));
        dependent |= packed && list[i].type && has_placeholder(list[i].type);
    }
    if (t->is_alias && dependent)
        return p->basic[TYPE_UNKNOWN];
    instance = add_instance(p, t, list, place);
    if (t->is_alias) {
        struct reading r = {.template = t, .args = instance->arguments, .place = place};
        instance->record = alias_type(p, &r);
        return instance->record;
    }
    const char *name = instance_name(p, t, list, place);
    struct type *type = type_record(p, name, t->place);
    type->record->origin = t;
    type->record->arguments = instance->arguments;
    type->record->builtin = t->builtin;
    type->record->around = t->inside;
    instance->record = type;
    if (t->stands)
        return type;
    for (int i = 0; i < t->count; i++)
        if (list[i].of               ? list[i].of->stands > 0
            : list[i].pack_count > 0 ? argument_open(&list[i])
            : list[i].type
                ? has_placeholder(list[i].type) || (p->device && list[i].type->kind == TYPE_UNKNOWN)
                : is_value_placeholder(list[i].value))
            return type; /* part of another template's head: never laid out */
    if (!meets_constraints(p, t, list, place))
        parse_fail(p, place, "the arguments of '%s' do not meet its constraints", t->text);
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
    if (!delay_instance(p, type, place))
        template_read_instance(p, type, place);
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
    struct template *named = t->primary ? t->primary : t;
    const char *name = instance_name(p, named, r->instance->arguments, r->place);
    bind_scope(p, t, r->args);
    p->at = t->begin;
    d.is_special_case = t->primary != NULL;
    parse_specifiers(p, &s);
    if (!s.type && !s.is_auto)
        parse_no_type(p, "the type of a constant");
    parse_declared(p, &s, &d);
    if (t->prefix) /* which the declaration puts before it again */
        name += strlen(name_text(p, t->prefix)) + 2;
    d.name_id = intern_adds(&p->tu->names, name);
    declare_variable(p, &s, &d, NULL);
    r->instance->var = symbol_here(p, flat_name(p, d.name_id))->var;
    scope_pop(p);
}

static bool are_dependent(const struct template *t, const struct template_argument *list)
{
    bool dependent = false;
    for (int i = 0; i < t->count && !dependent; i++) {
        dependent = is_dependent(&list[i]) || (list[i].type && has_placeholder(list[i].type));
        for (int k = 0; k < list[i].pack_count && !dependent; k++)
            dependent = is_dependent(&list[i].pack[k]) ||
                        (list[i].pack[k].type && has_placeholder(list[i].pack[k].type));
    }
    return dependent;
}

struct expr *template_variable(struct parser *p, struct template *t, struct place place)
{
    struct template_argument *args, list[MAX_PARAMETERS];
    int count = parse_template_arguments(p, &args);
    if (t->unsupported)
        parse_fail_hint(p, t->place, t->instead, "%s", t->unsupported);
    count = gather_packed(p, t, &args, count, place);
    memset(list, 0, sizeof list);
    memcpy(list, args, (size_t)(count < t->count ? count : t->count) * sizeof *list);
    if (!fill_arguments(p, t, list, count, place))
        parse_fail(p, place, "'%s' takes %d template argument%s, here are %d", t->text, t->count,
                   t->count == 1 ? "" : "s", count);
    if (are_dependent(t, list) || (t->is_concept && p->device))
        return expr_opaque(p, NULL, NULL, place);
    if (t->is_concept)
        return expr_int(p, p->basic[TYPE_BOOL], concept_meets(p, t, list, place), place);
    struct template_instance *instance = find_instance(t, list);
    if (!instance) {
        instance = add_instance(p, t, list, place);
        struct template_argument bound[MAX_PARAMETERS];
        struct template *shape = specialization_for(p, t, list, bound, place);
        struct reading r = {.template = shape, .instance = instance};
        r.args = shape == t ? instance->arguments : bound;
        r.place = place;
        read_apart(p, shape, read_variable, &r);
    }
    if (!instance->var)
        parse_fail(p, place, "'%s' is made of itself", t->text);
    return expr_var(p, instance->var, place);
}
