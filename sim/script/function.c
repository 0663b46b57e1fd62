/* Functions: declarations, definitions, bodies. */
#include "sim/base/mem.h"
#include "sim/script/objects.h"
#include "sim/script/variadic.h"

#include <string.h>

struct function *function_new(struct parser *p, const char *name, struct type *type,
                              struct place place)
{
    struct function *f = arena_alloc(p->arena, sizeof *f);
    f->name = name;
    f->display_name = name;
    f->type = type;
    f->place = place;
    f->parameter_count = type->parameter_count;
    f->required_count = type->parameter_count;
    f->is_variadic = type->is_variadic;
    f->index = -1;
    return f;
}

void add_function(struct parser *p, struct function *f)
{
    if (f->index >= 0)
        return;
    if ((size_t)p->tu->function_count == p->function_capacity)
        p->tu->functions = mem_grow(p->tu->functions, &p->function_capacity,
                                    p->function_capacity + 1, sizeof(struct function *));
    f->index = p->tu->function_count;
    p->tu->functions[p->tu->function_count++] = f;
}

static void merge_defaults(struct parser *p, struct function *f, struct parameter *declared,
                           int count)
{
    struct parameter *merged = arena_alloc(p->arena, ((size_t)count + 1) * sizeof *merged);
    for (int i = 0; i < count; i++) {
        merged[i] = declared[i];
        if (!f->declared || !f->declared[i].default_at)
            continue;
        if (declared[i].default_at && !p->device)
            parse_fail(p, declared[i].place, "this parameter has its default already, from line %u",
                       f->declared[i].place.line);
        merged[i].default_at = f->declared[i].default_at;
        merged[i].prefix = f->declared[i].prefix;
        merged[i].scope = f->declared[i].scope;
    }
    f->declared = merged;
    f->required_count = 0;
    for (int i = 0; i < count; i++)
        if (!merged[i].default_at)
            f->required_count = i + 1;
}

bool same_parameters(const struct type *a, const struct type *b)
{
    if (a->parameter_count != b->parameter_count || a->is_variadic != b->is_variadic)
        return false;
    for (int i = 0; i < a->parameter_count; i++)
        if (a->parameters[i] != b->parameters[i])
            return false;
    return true;
}

static void apply_specifiers(struct parser *p, struct function *f, const struct specifiers *s,
                             const struct declarator *d)
{
    if (s->is_kernel && (s->is_host || s->is_device))
        parse_fail(p, d->place, "__global__ goes with neither __host__ nor __device__");
    f->is_kernel |= s->is_kernel;
    f->is_constexpr |= s->is_constexpr;
    f->is_device |= s->is_device;
    f->is_host |= s->is_host || (!s->is_kernel && !s->is_device);
    if (f->is_kernel)
        f->is_host = false;
    if (s->max_threads) {
        f->max_threads = s->max_threads;
        f->min_blocks = s->min_blocks;
    }
    if (s->is_kernel && d->type->base->kind != TYPE_VOID)
        parse_fail(p, d->place, "a kernel must return void");
}

struct function *find_method(struct parser *p, struct declarator *d)
{
    const char *record = name_text(p, d->prefix);
    struct symbol *s = symbol_innermost(p, d->prefix);
    if (s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD) {
        for (struct function *f = s->type->record->methods; f; f = f->next_method)
            if (strcmp(f->name, name_text(p, d->name_id)) == 0 &&
                same_parameters(f->type, d->type) && f->is_const_method == d->const_method &&
                f->takes == d->takes)
                return f;
    }
    s = symbol_innermost(p, name_join(p, d->prefix, d->name_id));
    for (struct overload *o = s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL; o; o = o->next)
        if (o->function && same_parameters(o->function->type, d->type))
            return o->function;
    parse_fail(p, d->place, "%s has no '%s' with these parameters", record,
               name_text(p, d->name_id));
}

/* The namespace that a prefix names or is in; 0: the global one. */
static uint32_t namespace_of(struct parser *p, uint32_t prefix)
{
    const struct symbol *s = symbol_innermost(p, prefix);
    while (prefix && !(s && s->kind == SYMBOL_NAMESPACE)) {
        prefix = prefix_outer(p, prefix);
        s = symbol_innermost(p, prefix);
    }
    return prefix;
}

static struct symbol *function_symbol(struct parser *p, struct declarator *d)
{
    struct scope *scope = p->scope;
    while (p->is_friend && p->scope->kind > SCOPE_NAMESPACE)
        p->scope = p->scope->outer; /* not in that of the template's parameters */
    uint32_t prefix = p->is_friend ? p->friend_prefix : p->prefix;
    if (p->body && !p->is_friend) /* in a method it declares no method */
        prefix = namespace_of(p, prefix);
    p->is_friend = false;
    uint32_t flat = name_join(p, prefix, d->name_id);
    struct symbol *s = symbol_here(p, flat);
    if (!s && p->body) { /* a declaration inside a function names the one outside */
        s = symbol_innermost(p, flat);
        while (s && symbol_is_local(s))
            s = s->hidden;
    }
    struct type *tag = NULL;
    if (s && s->kind == SYMBOL_TYPE &&
        (s->type->kind == TYPE_RECORD || s->type->kind == TYPE_ENUM)) {
        tag = s->type;
        s = NULL;
    } else if (s && s->kind != SYMBOL_FUNCTION) {
        parse_fail(p, d->place, "'%s' is declared already, at line %u", name_text(p, d->name_id),
                   s->place.line);
    }
    if (!s) {
        if (prefix)
            device_found_by_arguments(p, d->name_id);
        s = symbol_declare(p, flat, SYMBOL_FUNCTION, d->place);
        s->tag = tag;
    }
    p->scope = scope;
    return s;
}

struct function *declare_function(struct parser *p, struct specifiers *s, struct declarator *d,
                                  bool definition)
{
    struct function *f = NULL;
    struct symbol *symbol = NULL;
    if (s->is_constant || s->is_managed || s->is_shared)
        parse_fail(p, d->place, "a function cannot have this memory");
    if (d->prefix) {
        f = find_method(p, d);
    } else {
        if (is_memory_operator(name_text(p, d->name_id)))
            refuse_memory_operator(p, d);
        symbol = function_symbol(p, d);
        for (struct overload *o = symbol->overloads; o && !f; o = o->next)
            if (o->function && same_parameters(o->function->type, d->type))
                f = o->function;
    }
    if (f) {
        if (f->type->base != d->type->base && !s->is_auto)
            parse_fail(p, d->place, "'%s' was declared to return %s, at line %u",
                       name_text(p, d->name_id), type_text(p, f->type->base), f->place.line);
        if (definition && !(p->outside && f->is_special_case) &&
            (f->body || f->body_tokens.count > 0))
            parse_fail(p, d->place, "'%s' is defined already, at line %u", name_text(p, d->name_id),
                       f->place.line);
        if (f->is_builtin && !p->tu->sources.files[d->place.file].builtin) {
            if (definition)
                parse_fail(p, d->place, "'%s' is a function of the library",
                           name_text(p, d->name_id));
            return f;
        }
        if (f->is_kernel != s->is_kernel && !d->prefix)
            parse_fail(p, d->place, "'%s' was declared %s __global__, at line %u",
                       name_text(p, d->name_id), f->is_kernel ? "as" : "without", f->place.line);
    } else {
        const char *name = name_text(p, symbol->name);
        f = function_new(p, name, d->type, d->place);
        struct overload *o = arena_alloc(p->arena, sizeof *o);
        o->function = f;
        struct overload **last = &symbol->overloads;
        while (*last)
            last = &(*last)->next;
        *last = o;
        f->is_builtin = p->tu->sources.files[d->place.file].builtin && !definition;
    }
    if (definition) {
        f->place = d->place;
        f->is_builtin = false;
    }
    apply_specifiers(p, f, s, d);
    merge_defaults(p, f, d->parameters, d->parameter_count);
    if (accept_punct(p, PUNCT1('='))) {
        if (f->record && d->prefix && accept_keyword(p, KW_default))
            define_defaulted(p, f);
        else if (accept_keyword(p, KW_delete))
            f->is_deleted = true;
        else
            parse_unexpected(p, f->record ? "default" : "delete");
    }
    return f;
}

void body_begin(struct parser *p, struct body *body, struct function *f)
{
    memset(body, 0, sizeof *body);
    body->function = f;
    body->outer = p->body;
    p->body = body;
    body->scope = scope_push(p, SCOPE_FUNCTION);
    body->result = f->type->base;
}

static void resolve_gotos(struct parser *p, struct body *body)
{
    for (struct jump *g = body->gotos; g; g = g->next) {
        struct jump *l = body->labels;
        while (l && l->name != g->name)
            l = l->next;
        if (!l)
            parse_fail(p, g->stmt->place, "there is no label '%s' in this function",
                       g->stmt->label);
        struct live *at = g->live;
        while (at && at != l->live)
            at = at->outer;
        if (at != l->live)
            parse_fail_hint(p, g->stmt->place, "declare it before the goto, or use braces",
                            "this goto skips the initial value of '%s' (line %u)",
                            l->live->var->name, l->live->var->place.line);
        if (g->cleanups != l->cleanups)
            parse_fail_hint(p, g->stmt->place, "use a flag and break",
                            "a goto that leaves or enters the scope of an object with a "
                            "destructor is not supported");
        g->stmt->target = l->stmt;
    }
}

void body_end(struct parser *p, struct body *body)
{
    resolve_gotos(p, body);
    temporaries_check(p);
    scope_pop(p);
    p->body = body->outer;
}

/* The parameters as locals, with `this` or the captures before them. */
void declare_parameters(struct parser *p, struct function *f, struct parameter *parameters,
                        int count, struct record *record)
{
    if (record == NULL)
        record = f->record;
    if (f->is_method && record != NULL) {
        struct type *self = record->type;
        if (f->is_const_method)
            self = type_const(p, self);
        struct var *v = add_local(p, "this", type_const(p, type_pointer(p, self)), f->place);
        (void)v;
    }
    if (f->pack_name)
        declare_pack(p, f->pack_name, f->place);
    for (int i = 0; i < count; i++) {
        struct type *type = parameters[i].type;
        bool reference = type->kind == TYPE_REFERENCE, takes = type->is_rvalue;
        if (reference)
            type = type_pointer(p, type->base);
        if (type->kind == TYPE_RECORD && !type->record->complete && !p->device)
            parse_fail(p, parameters[i].place, "%s is declared, but what is in it is not known",
                       type_text(p, type));
        refuse_abstract(p, type, parameters[i].place);
        const char *name = parameters[i].name ? name_text(p, parameters[i].name) : "";
        struct var *v = add_local(p, name, type, parameters[i].place);
        v->is_reference = reference;
        v->takes_temporary = takes;
        if (!parameters[i].name)
            continue;
        if (parameters[i].is_pack) {
            extend_pack(p, parameters[i].name, v);
            continue;
        }
        if (symbol_here(p, parameters[i].name))
            parse_fail(p, parameters[i].place, "two parameters are called '%s'", name);
        symbol_declare(p, parameters[i].name, SYMBOL_VAR, parameters[i].place)->var = v;
    }
    if (takes_slots(f) && !p->device) {
        struct var *given =
            add_local(p, VARIADIC_NAME, type_pointer(p, p->basic[TYPE_ULONG]), f->place);
        symbol_declare(p, intern_adds(&p->tu->names, VARIADIC_NAME), SYMBOL_VAR, f->place)->var =
            given;
    }
    f->parameter_count = f->local_count;
    for (int i = f->local_count; i-- > f->is_method;) /* they were made from the last on */
        cleanup_add(p, f->locals[i]);
}

static struct type *result_type(struct parser *p, struct body *body)
{
    if (!body->result || is_auto_reference(p, body->result))
        body->result = p->basic[TYPE_VOID];
    return body->result;
}

/* int f() try { ... } catch (...) { ... }: as if the try stood in braces. */
static struct stmt *parse_try_body(struct parser *p)
{
    struct stmt *block = stmt_new(p, STMT_BLOCK, place_here(p));
    struct stmt **tail = &block->body;
    parse_try(p, &tail);
    block->end = block->body->end;
    return block;
}

void parse_function_body(struct parser *p, struct function *f, struct parameter *parameters,
                         int count, struct record *record, bool is_static)
{
    struct body *body = arena_alloc(p->arena, sizeof *body); /* a lambda of it may outlive it */
    uint32_t prefix = p->prefix;
    int no_greater = p->no_greater;
    p->no_greater = 0;
    body_begin(p, body, f);
    if (record) {
        body->record = record;
        body->is_static_method = is_static;
        p->prefix = intern_adds(&p->tu->names, record->name);
    }
    if (f->type->base->kind == TYPE_UNKNOWN && !p->device)
        body->result = NULL; /* auto */
    declare_parameters(p, f, parameters, count, record);
    struct stmt *block = stmt_new(p, STMT_BLOCK, place_here(p));
    struct stmt **tail = &block->body;
    for (int i = f->is_method; i < f->parameter_count; i++)
        guard_variable(p, f->locals[i], &tail);
    if (f->is_constructor)
        parse_member_inits(p, record, &tail);
    if (record && record->destructor == f && !p->device) {
        struct expr *self = expr_deref(p, expr_raw_var(p, f->locals[0], f->place), f->place);
        struct expr *own = set_table(p, self, true, f->place);
        if (own) /* what is virtual is no longer that of what derives from it */
            append(&tail, stmt_expr(p, own));
    }
    struct stmt *inner = at_keyword(p, KW_try) ? parse_try_body(p) : parse_block(p);
    append(&tail, inner);
    emit_cleanups(p, NULL, &tail, inner->end);
    block->end = inner->end;
    bool by_return = f->type->base->kind == TYPE_UNKNOWN || is_auto_reference(p, f->type->base);
    if (!body->result || by_return) {
        struct type *result = p->device ? p->basic[TYPE_VOID] : result_type(p, body);
        f->type = type_function(p, result, f->type->parameters, f->type->parameter_count,
                                f->type->is_variadic);
    }
    body_end(p, body);
    p->prefix = prefix;
    p->no_greater = no_greater;
    f->body = block;
}

struct saved_state {
    struct scope *scope;
    struct body *body;
    struct record *record, *open;
    const struct record *implied;
    struct deduced deduced;
    jmp_buf *escape;
    uint32_t prefix;
    int depth, no_greater, unevaluated, instance_depth;
    bool half, device;
    struct place call_place;
};

static void save_state(struct parser *p, struct saved_state *s)
{
    *s = (struct saved_state){.scope = p->scope,
                              .body = p->body,
                              .record = p->record,
                              .open = p->open,
                              .implied = p->implied,
                              .deduced = p->deduced,
                              .escape = p->escape,
                              .prefix = p->prefix,
                              .depth = p->depth,
                              .no_greater = p->no_greater,
                              .unevaluated = p->unevaluated,
                              .instance_depth = p->instance_depth,
                              .half = p->half,
                              .device = p->device,
                              .call_place = p->call_place};
}

static void restore_state(struct parser *p, const struct saved_state *s)
{
    while (p->scope != s->scope)
        scope_pop(p);
    p->body = s->body;
    p->record = s->record;
    p->open = s->open;
    p->implied = s->implied;
    p->deduced = s->deduced;
    p->escape = s->escape;
    p->prefix = s->prefix;
    p->depth = s->depth;
    p->no_greater = s->no_greater;
    p->unevaluated = s->unevaluated;
    p->instance_depth = s->instance_depth;
    p->half = s->half;
    p->device = s->device;
    p->call_place = s->call_place;
}

bool parse_protected(struct parser *p, void (*read)(struct parser *, void *), void *context)
{
    struct saved_state saved;
    jmp_buf here;
    save_state(p, &saved);
    p->escape = &here;
    if (setjmp(here) == 0) {
        read(p, context);
        p->escape = saved.escape;
        return true;
    }
    restore_state(p, &saved);
    return false;
}

void define_function(struct parser *p, struct function *f, struct parameter *parameters, int count,
                     bool is_auto)
{
    (void)is_auto;
    if (p->outside && f->is_special_case) { /* what the template has, its instance has not */
        skip_balanced(p);
        return;
    }
    if (f->type->base->kind == TYPE_RECORD && !f->type->base->record->complete && f->is_host)
        parse_fail(p, f->place, "%s is declared, but what is in it is not known",
                   type_text(p, f->type->base));
    add_function(p, f);
    if (f->is_kernel || (f->is_device && !f->is_host)) {
        define_device(p, f, parameters, count);
        return;
    }
    struct record *record = f->record;
    size_t begin = p->at;
    parse_function_body(p, f, parameters, count, record, record && !f->is_method);
    if (f->is_device)
        f->body_tokens = range_between(p, begin, p->at);
}

void parse_lambda_body(struct parser *p, struct function *f, struct declarator *d, struct lambda *l)
{
    struct body *body = arena_alloc(p->arena, sizeof *body); /* a lambda of it may outlive it */
    int no_greater = p->no_greater;
    p->no_greater = 0;
    body_begin(p, body, f);
    body->lambda = l;
    if (f->type->base->kind == TYPE_UNKNOWN)
        body->result = NULL;
    f->pack_name = d->pack_name;
    declare_parameters(p, f, d->parameters, d->parameter_count, l->record);
    struct stmt *block = stmt_new(p, STMT_BLOCK, place_here(p));
    struct stmt **tail = &block->body;
    for (int i = 1; i < f->parameter_count; i++)
        guard_variable(p, f->locals[i], &tail);
    struct stmt *inner = parse_block(p);
    append(&tail, inner);
    emit_cleanups(p, NULL, &tail, inner->end);
    block->end = inner->end;
    if (f->type->base->kind == TYPE_UNKNOWN || is_auto_reference(p, f->type->base))
        f->type = type_function(p, result_type(p, body), f->type->parameters,
                                f->type->parameter_count, false);
    body_end(p, body);
    p->no_greater = no_greater;
    f->body = block;
}
