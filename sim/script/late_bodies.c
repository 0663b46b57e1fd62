/* Bodies in a struct, which are read when it is complete, and those that are read later: of
 * Base<Derived>, when Derived is complete; of an instance that a struct needs, when that struct is;
 * of friends, as of functions beside the struct. */
#include "sim/script/objects.h"
#include "sim/script/seek.h"

#include <string.h>

/* A method of a template of the library that these template arguments have no use for. */
static void refuse_method(struct parser *p, struct function *f)
{
    f->is_deleted = true;
    f->body = NULL;
    f->refused = arena_strndup(p->arena, p->err->message, strlen(p->err->message));
    err_init(p->err);
}

/* ---- functions of built-in headers: most programs use few of them ---- */

struct waiting_body {
    struct waiting_body *next; /* an earlier one */
    struct pending_body body;
    uint32_t prefix;
    bool is_read;
};

static void read_waiting_body(struct parser *p, void *context)
{
    struct pending_body *b = context;
    p->at = b->at;
    define_function(p, b->function, b->parameters, b->count, false);
}

bool keep_body_unread(struct parser *p, struct function *f, struct parameter *parameters, int count)
{
    bool plain = p->tu->sources.files[f->place.file].builtin && !f->record && !f->is_constexpr &&
                 !f->is_kernel && !f->is_device && f->type->base->kind != TYPE_UNKNOWN &&
                 p->scope->kind <= SCOPE_NAMESPACE && !p->reads_waiting;
    if (!plain)
        return false;
    struct waiting_body *w = arena_alloc(p->arena, sizeof *w);
    w->body =
        (struct pending_body){.function = f, .parameters = parameters, .count = count, .at = p->at};
    w->prefix = p->prefix;
    w->next = p->waiting;
    p->waiting = w;
    skip_balanced(p);
    return true;
}

void read_used_bodies(struct parser *p)
{
    bool any = true;
    p->reads_waiting = true;
    while (any) {
        any = false;
        for (struct waiting_body *w = p->waiting; w; w = w->next) {
            struct where where = {.prefix = w->prefix, .place = w->body.function->place};
            if (w->is_read || !w->body.function->is_used)
                continue;
            w->is_read = any = true;
            read_at(p, &where, read_waiting_body, &w->body);
        }
    }
    p->reads_waiting = false;
}

/* Whether C++ reads the method's body for its own sake, not only where it is called. */
static bool is_always_read(const struct function *f)
{
    return f->slot > 0 || f->is_constructor || f->record->destructor == f ||
           strcmp(f->name, "operator=") == 0 || f->type->base->kind == TYPE_UNKNOWN;
}

/* Likewise of the program's own templates, whose faults are told as they are where a method is
 * called that has one. */
static void keep_fault(struct parser *p, struct function *f)
{
    struct err *fault = arena_alloc(p->arena, sizeof *fault);
    *fault = *p->err;
    f->fault = fault;
    f->body = NULL;
    err_init(p->err);
}

static void read_pending_body(struct parser *p, void *context)
{
    struct pending_body *b = context;
    define_function(p, b->function, b->parameters, b->count, false);
}

struct refused_call {
    struct seek seek; /* first: what it calls back with */
    const char *why;
};

static bool is_refused_call(struct seek *seek, const struct expr *e)
{
    bool found = e->kind == EXPR_CALL && e->function && e->function->refused;
    if (found)
        ((struct refused_call *)seek)->why = e->function->refused;
    return found;
}

static bool is_no_call(const char *function)
{
    (void)function;
    return false;
}

/* Those that call one that was refused behind them; whether there was one. */
static bool refuse_callers(struct parser *p, const struct pending_body *list)
{
    bool found = false;
    struct refused_call call = {.seek = {.is_expr = is_refused_call, .is_builtin = is_no_call}};
    size_t count = (size_t)p->tu->function_count + 1;
    call.seek.functions = arena_alloc(p->arena, count);
    memset(call.seek.functions, 2, count); /* its own body alone is looked through */
    for (const struct pending_body *b = list; b; b = b->next) {
        struct function *f = b->function;
        if (!f->body || !seek_stmt(&call.seek, f->body))
            continue;
        f->is_deleted = found = true;
        f->refused = call.why;
        f->body = NULL;
    }
    return found;
}

static void parse_pending_bodies(struct parser *p, struct pending_body *list)
{
    size_t saved = p->at;
    struct record *record = p->record;
    bool refused = false;
    for (struct pending_body *b = list; b; b = b->next) {
        struct function *f = b->function;
        p->record = f->record;
        if (f->is_defaulted) {
            define_default_constructor(p, f);
            continue;
        }
        p->at = b->at;
        p->certain = false;
        if (!f->record->origin || (!f->record->builtin && is_always_read(f)))
            read_pending_body(p, b);
        else if (parse_protected(p, read_pending_body, b))
            continue;
        else if (p->certain && !f->record->builtin)
            longjmp(*p->escape, 1);
        else if (!f->record->builtin)
            keep_fault(p, f);
        else
            refuse_method(p, f); /* as C++, which reads it only where it is called */
        refused |= f->refused != NULL;
    }
    p->record = record;
    p->at = saved;
    while (refused && refuse_callers(p, list))
        ;
}

/* Of Base<Derived> a struct that is not complete while this instance is made; NULL: none is. */
static struct record *open_argument(const struct record *r)
{
    for (int i = 0; r->origin && i < r->origin->count; i++) {
        const struct type *type = r->arguments[i].type;
        if (type && type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
            !type->record->complete)
            return type->record;
    }
    return NULL;
}

/* Likewise, but only one that will be complete: FILE never is. */
static struct record *coming_argument(const struct record *r)
{
    struct record *argument = open_argument(r);
    return argument && (argument->is_open || argument->is_delayed) ? argument : NULL;
}

/* A friend that is defined in the struct: a function beside it. */
struct friend_body {
    struct friend_body *next;
    struct record *record;
    size_t at; /* behind the keyword, of a template in front of template<...> */
};

/* What is read when a struct is complete that it may use: bodies in the struct r, or, where there
 * is no list, what is defined outside of it. */
struct delayed_bodies {
    struct delayed_bodies *next;
    struct pending_body *list;
    struct friend_body *friends;
    struct record *record, *waits;
    struct type
        *instance; /* a std::pair, or what a std::map keeps it in, of what is not complete */
    struct where where;
};

/* Whether a template begins here that is a friend. */
static bool at_friend_template(struct parser *p)
{
    return at_keyword(p, KW_template) && peek_ahead(p, 1)->punct == PUNCT1('<') &&
           p->tokens[skip_angles(p, p->at + 1)].name == KW_friend;
}

bool parse_friend(struct parser *p)
{
    if (!at_keyword(p, KW_friend) && !at_friend_template(p))
        return false;
    size_t begin = at_keyword(p, KW_template) ? p->at : p->at + 1;
    p->record->has_friends = true;
    while (!at_punct(p, PUNCT1(';')) && !at_punct(p, PUNCT1('{')) && peek(p)->kind != TOKEN_END)
        p->at++;
    if (at_punct(p, PUNCT1('{'))) {
        if (p->scope->kind > SCOPE_TEMPLATE)
            parse_fail_hint(p, place_here(p), "define it behind the struct",
                            "a friend function defined here is not supported");
        struct friend_body *f = arena_alloc(p->arena, sizeof *f), **last = &p->friends;
        f->at = begin;
        f->record = p->record;
        while (*last)
            last = &(*last)->next;
        *last = f;
        skip_balanced(p);
    }
    accept_punct(p, PUNCT1(';'));
    return true;
}

static void read_friend(struct parser *p, void *context)
{
    const struct friend_body *f = context;
    p->record = f->record;
    p->is_friend = true;
    p->friend_prefix = p->prefix;
    p->prefix = intern_adds(&p->tu->names, f->record->name); /* its names are those of the struct */
    p->at = f->at;
    if (at_keyword(p, KW_template))
        parse_template(p);
    else
        parse_declaration(p, NULL);
    p->is_friend = false;
}

/* Whether r is in the type, other than as what tells `own` from others. */
static bool mentions(const struct type *type, const struct record *r, const struct record *own)
{
    if (type->kind == TYPE_RECORD && type->record == own)
        return false;
    if (type->kind == TYPE_RECORD && type->record == r)
        return true;
    if (type->kind == TYPE_RECORD && type->record->origin)
        for (int i = 0; i < type->record->origin->count; i++)
            if (type->record->arguments[i].type &&
                mentions(type->record->arguments[i].type, r, own))
                return true;
    for (int i = 0; i < type->parameter_count; i++)
        if (mentions(type->parameters[i], r, own))
            return true;
    return type->base && mentions(type->base, r, own);
}

/* Whether a struct that is only declared tells r from others, as in Strong<struct MetersTag, int>,
 * and is in nothing that r has: nobody may ever complete it. */
static bool is_mere_tag(const struct record *tag, const struct record *r)
{
    for (int i = 0; i < r->count; i++)
        if (mentions(r->members[i].type, tag, r))
            return false;
    for (const struct function *f = r->methods; f; f = f->next_method)
        if (mentions(f->type, tag, r))
            return false;
    return !tag->is_open;
}

/* The struct that what r's methods do may need, which is not complete: C++ reads it behind all of
 * the declaration that needs r. NULL: there is none. */
static struct record *awaited(const struct parser *p, const struct record *r)
{
    if (!r->origin)
        return NULL;
    if (r->builtin)
        return coming_argument(r);
    struct record *argument = open_argument(r);
    if (argument && is_mere_tag(argument, r))
        return p->open;
    return argument && !(p->open && argument->is_open) ? argument : p->open;
}

static struct delayed_bodies *delay(struct parser *p, struct pending_body *list, struct record *r,
                                    struct record *waits, struct place place)
{
    struct delayed_bodies *d = arena_alloc(p->arena, sizeof *d), **last = &p->delayed;
    *d = (struct delayed_bodies){.list = list, .record = r, .waits = waits};
    d->where = (struct where){p->scope, NULL, intern_adds(&p->tu->names, r->name), place};
    while (*last)
        last = &(*last)->next;
    *last = d;
    return d;
}

static void read_delayed(struct parser *p, void *context)
{
    parse_pending_bodies(p, context);
}

/* One that may not be readable yet: that is no fault of its own. */
static void read_early(struct parser *p, void *context)
{
    struct pending_body *b = context;
    size_t saved = p->at;
    struct record *record = p->record;
    if (b->function->is_defaulted) {
        parse_pending_bodies(p, b);
        return;
    }
    p->record = b->function->record;
    p->at = b->at;
    read_pending_body(p, b);
    p->record = record;
    p->at = saved;
}

/* A declaration may need what the body says: its result's type, or its value. */
static bool is_needed_now(const struct function *f)
{
    return f->type->base->kind == TYPE_UNKNOWN || f->is_constexpr;
}

/* Takes those out of the list that are needed now, where they can be read now. */
static struct pending_body *read_needed(struct parser *p, struct pending_body *list,
                                        bool (*is_needed)(const struct function *))
{
    struct pending_body **link = &list;
    while (*link) {
        struct pending_body *b = *link;
        struct pending_body alone = *b;
        alone.next = NULL;
        if (!is_needed(b->function)) {
            link = &b->next;
        } else if (parse_protected(p, read_early, &alone)) {
            *link = b->next;
        } else {
            err_init(p->err);
            b->function->local_count = 0;
            b->function->parameter_count = b->function->type->parameter_count;
            link = &b->next;
        }
    }
    return list;
}

static bool is_deduced(const struct function *f)
{
    return f->type->base->kind == TYPE_UNKNOWN;
}

void read_deduced_bodies(struct parser *p)
{
    struct pending_body *list = p->pending;
    p->pending = NULL;
    p->pending = read_needed(p, list, is_deduced);
}

void read_or_delay_bodies(struct parser *p, struct pending_body *list, struct record *r)
{
    struct record *waits = awaited(p, r);
    if (!waits)
        parse_pending_bodies(p, list);
    else if ((list = read_needed(p, list, is_needed_now)))
        delay(p, list, r, waits, r->place);
}

void define_outside_late(struct parser *p, struct record *r, struct place place)
{
    struct record *waits = awaited(p, r);
    if (waits && r->shape->outside)
        delay(p, NULL, r, waits, place);
    else if (!waits)
        define_outside(p, r, place);
}

/* The places of friends: around the struct. */
static void define_friends_at(struct parser *p, struct friend_body *list, const struct where *where)
{
    for (struct friend_body *f = list; f; f = f->next)
        read_at(p, where, read_friend, f);
}

bool delay_instance(struct parser *p, struct type *type, struct place place)
{
    const char *name = type->record->origin->text;
    bool holds = type->record->builtin &&
                 (strcmp(name, "std::pair") == 0 || strcmp(name, "std::__ns_node") == 0);
    static const char *const containers[] = {
        "std::map", "std::unordered_map", "std::list",        "std::deque",
        "std::set", "std::optional",      "std::forward_list"};
    struct record *waits = holds ? coming_argument(type->record) : NULL;
    struct record *declared = waits ? NULL : open_argument(type->record);
    for (size_t i = 0; i < sizeof containers / sizeof containers[0]; i++)
        if (declared && !declared->is_open && !declared->builtin && type->record->builtin &&
            strcmp(name, containers[i]) == 0)
            waits = declared; /* using Fields = std::map<std::string, Value>; before Value */
    type->record->is_delayed = waits != NULL;
    if (waits)
        delay(p, NULL, type->record, waits, place)->instance = type;
    return waits != NULL;
}

static void read_instances(struct parser *p, const struct record *complete)
{
    for (struct delayed_bodies **link = &p->delayed; *link;) {
        struct delayed_bodies *d = *link;
        if (d->waits != complete || !d->instance) {
            link = &d->next;
            continue;
        }
        *link = d->next;
        template_read_instance(p, d->instance, d->where.place);
        link = &p->delayed;
    }
}

void parse_delayed_bodies(struct parser *p, const struct record *complete)
{
    read_instances(p, complete);
    for (struct delayed_bodies **link = &p->delayed; *link;) {
        struct delayed_bodies *d = *link;
        if (d->waits != complete) {
            link = &d->next;
            continue;
        }
        *link = d->next;
        if (d->friends)
            define_friends_at(p, d->friends, &d->where);
        else if (d->list)
            read_at(p, &d->where, read_delayed, d->list);
        else
            define_outside(p, d->record, d->where.place);
        link = &p->delayed;
    }
}

void define_friends(struct parser *p, struct friend_body *list, struct record *r, uint32_t prefix)
{
    struct where where = {p->scope->kind == SCOPE_TEMPLATE ? p->scope : NULL, NULL, prefix,
                          r->place};
    struct record *waits = awaited(p, r);
    if (list && waits) {
        struct delayed_bodies *d = delay(p, NULL, r, waits, r->place);
        d->friends = list;
        d->where = where;
    } else {
        define_friends_at(p, list, &where);
    }
}
