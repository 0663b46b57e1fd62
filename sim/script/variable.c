/* Variables: their storage, types that are deduced, constants, initial values. */
#include "sim/base/mem.h"
#include "sim/script/objects.h"

#include <string.h>

struct var *add_global(struct parser *p, const char *name, struct type *type, struct place place)
{
    struct var *v = arena_alloc(p->arena, sizeof *v);
    v->name = name;
    v->type = type;
    v->place = place;
    v->is_global = true;
    v->needs_memory = true;
    v->index = p->tu->global_count;
    if ((size_t)p->tu->global_count == p->global_capacity)
        p->tu->globals = mem_grow(p->tu->globals, &p->global_capacity, p->global_capacity + 1,
                                  sizeof(struct var *));
    p->tu->globals[p->tu->global_count++] = v;
    return v;
}

struct var *add_local(struct parser *p, const char *name, struct type *type, struct place place)
{
    struct body *b = p->body;
    struct function *f = b->function;
    struct var *v = arena_alloc(p->arena, sizeof *v);
    v->name = name;
    v->type = type;
    v->place = place;
    v->index = f->local_count;
    v->needs_memory = type->kind == TYPE_ARRAY || type->kind == TYPE_RECORD ||
                      (type->disguise == DISGUISE_THREAD && *name); /* joinable_at_exit() looks */
    if ((size_t)f->local_count >= b->local_capacity) {
        size_t capacity = (size_t)f->local_count * 2 + 8;
        struct var **more = arena_alloc(p->arena, capacity * sizeof *more);
        if (f->local_count > 0)
            memcpy(more, f->locals, (size_t)f->local_count * sizeof *more);
        f->locals = more;
        b->local_capacity = capacity;
    }
    f->locals[f->local_count++] = v;
    return v;
}

struct token_range range_between(struct parser *p, size_t begin, size_t end)
{
    return (struct token_range){p->tokens + begin, end - begin};
}

static const struct override *find_constant(struct parser *p, uint32_t name, size_t *at)
{
    for (int i = 0; i < p->options->define_count; i++) {
        struct override *o = &p->pp->overrides[i];
        if (o->name == name && o->is_constant) {
            o->used = true;
            *at = p->override_at[i];
            return o;
        }
    }
    return NULL;
}

struct expr *override_value(struct parser *p, uint32_t name, struct type *type)
{
    size_t at;
    if (p->options->define_count == 0 || !type->is_const || !find_constant(p, name, &at))
        return NULL;
    size_t saved = p->at;
    p->at = at;
    struct expr *e = parse_assignment(p);
    if (peek(p)->kind != TOKEN_END)
        parse_unexpected(p, "the end of this value");
    p->at = saved;
    return e;
}

bool names_a_constant(struct parser *p, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const struct token *t = &p->tokens[i];
        if (t->kind != TOKEN_NAME)
            continue;
        if (i > first && t[-1].punct == PUNCT2(':', ':')) {
            uint16_t behind = t[1].punct; /* a type, or a function */
            if (behind != PUNCT1('(') && behind != PUNCT1('<') && behind != PUNCT1('>') &&
                behind != PUNCT1('{') && behind != PUNCT2(':', ':'))
                return true;
            continue;
        }
        const struct symbol *s = symbol_find(p, t->name);
        if (s && (s->kind == SYMBOL_VAR || s->kind == SYMBOL_VALUE))
            return true;
    }
    return false;
}

/* A constexpr pointer that is what another one is. */
static void follow_pointer(struct parser *p, struct var *v)
{
    v->is_constexpr = true;
    if (!v->inits || v->inits->next || v->inits->value->type->kind == TYPE_VOID)
        return;
    const struct expr *e = v->inits->value;
    while (e->kind == EXPR_CAST && e->a->type->kind == TYPE_POINTER)
        e = e->a;
    const struct init *of = e->kind == EXPR_GLOBAL ? e->var->inits : NULL;
    if (of && !of->next && e->var->is_constexpr && is_static_value(of->value))
        v->inits->value = cast_node(p, of->value, v->type->plain);
}

/* What is constant is so before anything runs: a global whose value comes from that of a template's
 * instance, which is made behind it, does not wait for that. */
static void note_constant(struct parser *p, struct var *v)
{
    if (!v->type->is_const || !v->inits || v->inits->next || v->inits->offset != 0 ||
        v->inits->value->type->kind == TYPE_VOID)
        return;
    if (type_is_floating(v->type)) {
        v->has_number = constant_float(v->inits->value, &v->number);
        return;
    }
    if (!type_is_integer(v->type))
        return;
    v->has_value = constant_value(v->inits->value, &v->value);
    if (v->has_value && v->is_global)
        v->inits->value = expr_int(p, v->type->plain, v->value, v->inits->value->place);
}

/* What a constexpr array or struct is initialised with, as literals: from now on its elements are
 * constants, but in its own initial values they are not. */
static void fold_elements(struct parser *p, struct var *v)
{
    int64_t whole;
    double number;
    for (struct init *i = v->inits; i; i = i->next) {
        struct type *type = i->value->type->plain;
        if (type_is_integer(type) && constant_value(i->value, &whole)) {
            i->value = expr_int(p, type, whole, i->value->place);
        } else if (type_is_floating(type) && constant_float(i->value, &number)) {
            struct expr *made = expr_new(p, EXPR_FLOAT, type, i->value->place);
            made->number = type->kind == TYPE_FLOAT ? (double)(float)number : number;
            i->value = made;
        }
    }
    v->is_constexpr = true;
}

static void check_storage(struct parser *p, struct specifiers *s, struct declarator *d)
{
    struct type *type = d->type;
    const char *name = name_text(p, d->name_id);
    if (type->kind == TYPE_VOID)
        parse_fail(p, d->place, "'%s' cannot be void", name);
    struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    if (element->kind == TYPE_RECORD && !element->record->complete)
        parse_fail(p, d->place, "%s is declared, but what is in it is not known",
                   type_text(p, element));
    refuse_abstract(p, type, d->place);
    if ((s->is_device || s->is_constant || s->is_managed) && p->body && !p->device)
        parse_fail(p, d->place, "a variable on the device cannot be declared inside a function");
    if (s->is_kernel)
        parse_fail(p, d->place, "'%s' is no function: it cannot be __global__", name);
}

/* The symbol of a new variable: redeclarations are refused, except extern ones. */
static struct symbol *declare_name(struct parser *p, struct specifiers *s, uint32_t flat,
                                   struct declarator *d)
{
    struct symbol *old = symbol_here(p, flat);
    struct type *tag = NULL;
    if (old && old->kind == SYMBOL_TYPE && old->type->kind == TYPE_RECORD &&
        strcmp(old->type->record->name, name_text(p, flat)) == 0) {
        tag = old->type; /* struct x x; */
    } else if (old && old->kind == SYMBOL_VAR && old->var->is_global && !p->body &&
               old->var->type == d->type && (old->var->is_extern || s->is_extern)) {
        return old;
    } else if (old) {
        parse_fail(p, d->place, "'%s' is declared already, at line %u", name_text(p, d->name_id),
                   old->place.line);
    }
    /* a parameter and the outermost block share their names */
    struct scope *outer = p->scope->outer;
    struct symbol *hidden = symbol_innermost(p, flat);
    if (hidden && p->scope->kind == SCOPE_BLOCK && outer && outer->kind == SCOPE_FUNCTION &&
        hidden->scope == outer && hidden->kind == SYMBOL_VAR)
        parse_fail(p, d->place, "'%s' is a parameter of this function already",
                   name_text(p, d->name_id));
    struct symbol *made = symbol_declare(p, flat, SYMBOL_VAR, d->place);
    made->tag = tag;
    return made;
}

static struct var *make_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                                 const char *name, struct type *type)
{
    bool reference = type->kind == TYPE_REFERENCE, takes = type->is_rvalue;
    if (reference)
        type = type_pointer(p, type->base);
    parse_fail_if(p, s->is_shared && p->body && !p->device, d->place,
                  "__shared__ variables belong into kernels");
    bool global = !p->body || s->is_static || s->is_extern;
    struct var *v =
        global ? add_global(p, name, type, d->place) : add_local(p, name, type, d->place);
    v->is_reference = reference;
    v->takes_temporary = takes;
    v->is_static = s->is_static;
    v->is_thread = s->is_thread;
    v->is_volatile = s->is_volatile;
    v->is_settled = p->body && !s->is_extern;
    v->is_device = s->is_device;
    v->is_constant = s->is_constant;
    v->is_managed = s->is_managed;
    v->is_shared = s->is_shared;
    return v;
}

static void declare_vla(struct parser *p, struct var *v, struct declarator *d, struct stmt ***tail)
{
    struct place place = d->place;
    struct type *size_type = p->basic[TYPE_ULONG];
    struct var *bytes = add_local(p, "", size_type, place);
    struct expr *count = whole_value(p, cast_node(p, d->vla[0], size_type));
    struct expr *value = expr_binary(p, EXPR_MULTIPLY, size_type, count,
                                     expr_int(p, size_type, d->vla_element->size, place), place);
    append(tail, stmt_expr(p, expr_assign(p, expr_raw_var(p, bytes, place), value, place)));
    struct expr *memory = expr_builtin(p, "__ns_vla", type_pointer(p, p->basic[TYPE_VOID]), place,
                                       1, expr_raw_var(p, bytes, place));
    struct init **inits = &v->inits;
    init_add(p, &inits, 0, cast_node(p, memory, v->type));
    v->vla_bytes = bytes;
    struct cleanup *c = arena_alloc(p->arena, sizeof *c);
    c->outer = p->body->cleanups;
    c->destroy =
        expr_builtin(p, "__ns_vla_end", p->basic[TYPE_VOID], place, 1,
                     cast_node(p, expr_raw_var(p, v, place), type_pointer(p, p->basic[TYPE_VOID])));
    p->body->cleanups = c;
}

void parse_initial(struct parser *p, struct initial *in)
{
    if (p->ready_at == p->at && p->ready_at > 0) {
        *in = p->ready;
        p->at = p->ready_end;
        p->ready_at = 0;
        return;
    }
    memset(in, 0, sizeof *in);
    in->any = true;
    if (accept_punct(p, PUNCT1('='))) {
        in->value = at_punct(p, PUNCT1('{')) ? parse_braces(p) : parse_assignment(p);
    } else if (at_punct(p, PUNCT1('{'))) {
        in->value = parse_braces(p);
        in->direct = true;
    } else if (at_punct(p, PUNCT1('('))) {
        struct place place = next(p)->place;
        enter(p, place);
        in->arg_count = parse_arguments(p, PUNCT1(')'), &in->args);
        leave(p);
        in->direct = true;
    } else {
        in->any = false;
    }
}

/* int a[] = {...}: the length is that of the list. */
static void complete_array(struct parser *p, struct declarator *d, struct initial *in)
{
    if (d->type->kind != TYPE_ARRAY || d->type->length >= 0)
        return;
    int64_t length = -1;
    struct expr *value = in->value;
    if (value && value->kind == EXPR_STRING) {
        length = value->length;
    } else if (value && (int)value->kind == EXPR_BRACES) {
        struct init *scratch = NULL, **tail = &scratch;
        initialize_braces(p, d->type, value, 0, &tail, &length);
    }
    if (length < 0)
        parse_fail(p, d->place, "the length of '%s' is missing", name_text(p, d->name_id));
    d->type = type_array(p, d->type->base, length);
}

/* extern inside a function: the variable of that name at file level, declared there if it is new.
 */
static struct var *outside_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                                    uint32_t name)
{
    struct symbol *local = symbol_innermost(p, name);
    struct symbol *found = local->hidden;
    while (found && symbol_is_local(found))
        found = found->hidden;
    if (found && (found->kind != SYMBOL_VAR || found->var->type != d->type))
        parse_fail(p, d->place, "'%s' is declared differently, at line %u", name_text(p, name),
                   found->place.line);
    if (found)
        return found->var;
    struct scope *scope = p->scope;
    while (p->scope->outer)
        p->scope = p->scope->outer;
    found = symbol_declare(p, name, SYMBOL_VAR, d->place);
    p->scope = scope;
    /* the local name stays in front */
    found->hidden = local->hidden;
    local->hidden = found;
    p->symbols[name] = local;
    found->var = make_variable(p, s, d, name_text(p, name), d->type);
    found->var->is_extern = true;
    return found->var;
}

/* The variable comes to life, and what is temporary in its initial value ends. */
static void append_variable(struct parser *p, struct var *v, struct stmt ***tail)
{
    if (!p->device && v->inits && !v->inits->next)
        temporaries_order(p, v->inits->value);
    struct expr *begin = p->device ? NULL : temporaries_begin(p, v->place);
    if (begin)
        append(tail, stmt_expr(p, begin));
    struct stmt *declared = stmt_new(p, STMT_VAR, v->place);
    declared->var = v;
    append(tail, declared);
    if (begin && v->extends)
        temporaries_keep(p);
    struct expr *end = begin ? temporaries_end(p, v->place) : NULL;
    if (end)
        append(tail, stmt_expr(p, end));
    guard_variable(p, v, tail);
    cleanup_add(p, v);
}

/* Of a static member outside its struct, with the names that are known in there. */
static void parse_member_initial(struct parser *p, const struct declarator *d, struct initial *in)
{
    struct record *record = p->record, *own = record_named(p, d->prefix);
    uint32_t prefix = p->prefix;
    p->record = own ? own : record;
    p->prefix = d->prefix;
    parse_initial(p, in);
    p->record = record;
    p->prefix = prefix;
}

void declare_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                      struct stmt ***tail)
{
    uint32_t flat = d->prefix ? name_join(p, d->prefix, d->name_id) : flat_name(p, d->name_id);
    const char *name = p->body ? name_text(p, d->name_id) : name_text(p, flat);
    struct initial in = {0};
    size_t first = p->at;
    bool is_auto = s->is_auto;
    if (is_auto)
        parse_deduced(p, s, d, &in);
    bool late = !is_auto && d->type->kind == TYPE_ARRAY && d->type->length < 0 && !s->is_extern;
    if (late) {
        parse_initial(p, &in);
        complete_array(p, d, &in);
    }
    s->is_static |= s->is_thread && p->body;
    if (s->is_constexpr && d->type->kind == TYPE_POINTER)
        d->type = type_const(p, d->type);
    check_storage(p, s, d);
    if (d->prefix) { /* int Record::count = 0; */
        struct symbol *member = symbol_innermost(p, flat);
        if (!member || member->kind != SYMBOL_VAR || member->var->type != d->type)
            parse_fail(p, d->place, "'%s' is no static member of that type", name);
        parse_member_initial(p, d, &in);
        if (in.any || type_needs_construction(d->type))
            initialize(p, member->var, in.value, in.args, in.arg_count, in.direct, d->place);
        static_note_global(p, member->var);
        return;
    }
    struct symbol *symbol = declare_name(p, s, flat, d);
    if (s->is_extern && p->body && !p->device && !symbol->var)
        symbol->var = outside_variable(p, s, d, flat);
    bool again = symbol->var != NULL;
    struct var *v = again ? symbol->var : make_variable(p, s, d, name, d->type);
    symbol->var = v;
    if (s->is_extern && !at_punct(p, PUNCT1('='))) {
        v->is_extern = !again || v->is_extern;
        if (v->inits || v->zero_first)
            v->is_extern = false;
        return;
    }
    v->is_extern = false;
    if (d->vla_count > 0) {
        declare_vla(p, v, d, tail);
        struct stmt *declared = stmt_new(p, STMT_VAR, d->place);
        declared->var = v;
        append(tail, declared);
        return;
    }
    if (!is_auto && !late)
        parse_initial(p, &in);
    v->is_derived = v->type->is_const && names_a_constant(p, first, p->at);
    struct expr *forced = override_value(p, d->name_id, v->type);
    if (forced) {
        v->is_derived = false;
        in = (struct initial){.value = forced, .any = true};
    } else if (!in.any && v->type->is_const && type_is_scalar(v->type) && !v->is_constant) {
        parse_fail(p, d->place, "'%s' is const: it needs an initial value", name);
    }
    if (v->is_reference && !in.any)
        parse_fail(p, d->place, "'%s' is a reference: it must refer to something", name);
    initialize(p, v, in.value, in.args, in.arg_count, in.direct, d->place);
    note_constant(p, v);
    v->is_constexpr = s->is_constexpr && v->has_number;
    if (s->is_constexpr && v->is_global && v->type->kind == TYPE_POINTER && !v->is_reference)
        follow_pointer(p, v);
    if (s->is_constexpr && !p->device && !v->is_reference && !type_is_scalar(v->type))
        fold_elements(p, v);
    if (s->is_constexpr && type_is_integer(v->type) && !v->has_value && !p->device)
        parse_fail(p, d->place, "the value of constexpr '%s' must be constant", name);
    if (!p->body) {
        static_note_global(p, v);
        return;
    }
    if (v->is_global) {
        static_guard(p, v, tail);
        return;
    }
    append_variable(p, v, tail);
    if (v->inits) {
        struct live *live = arena_alloc(p->arena, sizeof *live);
        live->outer = p->body->live;
        live->var = v;
        p->body->live = live;
    }
}

void declare_range_variable(struct parser *p, struct specifiers *s, struct declarator *d,
                            struct expr *element, struct stmt ***tail)
{
    if (s->is_auto)
        d->type = deduce_auto(p, s, d, element);
    check_storage(p, s, d);
    struct symbol *symbol = declare_name(p, s, d->name_id, d);
    struct var *v = make_variable(p, s, d, name_text(p, d->name_id), d->type);
    symbol->var = v;
    initialize(p, v, element, NULL, 0, false, d->place);
    append_variable(p, v, tail);
}

enum { COPIED_MOST = 4096 };

/* The elements of an array, as a list that initialises another one. */
static struct expr *listed_elements(struct parser *p, struct expr *array)
{
    if (array->type->kind != TYPE_ARRAY)
        return array;
    if (array->type->size > COPIED_MOST)
        parse_fail_hint(p, array->place, "take it by reference: auto &[...]",
                        "a structured binding that copies more than %d bytes is not supported",
                        COPIED_MOST);
    struct place place = array->place;
    int count = (int)array->type->length;
    struct expr *list = expr_new(p, (enum expr_kind)EXPR_BRACES, p->basic[TYPE_VOID], place);
    list->args = arena_alloc(p->arena, ((size_t)count + 1) * sizeof(struct expr *));
    list->arg_count = count;
    for (int i = 0; i < count; i++)
        list->args[i] = listed_elements(
            p, build_index(p, array, expr_int(p, p->basic[TYPE_LONG], i, place), place));
    return list;
}

struct var *declare_unnamed(struct parser *p, struct specifiers *s, struct declarator *d,
                            struct expr *value, struct stmt ***tail)
{
    d->type = value->type->kind == TYPE_ARRAY && d->type->kind != TYPE_REFERENCE
                  ? type_plain(p, value->type)
                  : deduce_auto(p, s, d, value);
    if (d->type->kind == TYPE_ARRAY)
        value = listed_elements(p, value);
    check_storage(p, s, d);
    struct var *v = make_variable(p, s, d, "", d->type);
    initialize(p, v, value, NULL, 0, false, d->place);
    if (v->is_static)
        static_guard(p, v, tail);
    else
        append_variable(p, v, tail);
    return v;
}
