/* Names and what they mean where. Names of namespaces and records are flat: "std::vector". */
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/script/parser.h"

#include <string.h>

struct scope *scope_push(struct parser *p, enum scope_kind kind)
{
    struct scope *s = arena_alloc(p->arena, sizeof *s);
    s->kind = kind;
    s->outer = p->scope;
    s->body = p->body;
    s->cleanups = p->body ? p->body->cleanups : NULL;
    s->live = p->body ? p->body->live : NULL;
    s->using_count = p->using_count;
    p->scope = s;
    return s;
}

void scope_pop(struct parser *p)
{
    struct scope *s = p->scope;
    for (struct symbol *symbol = s->symbols; symbol; symbol = symbol->next)
        p->symbols[symbol->name] = symbol->hidden;
    p->using_count = s->using_count;
    p->scope = s->outer;
}

struct symbol *symbol_innermost(struct parser *p, uint32_t name)
{
    return name < p->symbol_capacity ? p->symbols[name] : NULL;
}

struct symbol *symbol_here(struct parser *p, uint32_t name)
{
    struct symbol *s = symbol_innermost(p, name);
    return s && s->scope == p->scope ? s : NULL;
}

struct symbol *symbol_declare(struct parser *p, uint32_t name, enum symbol_kind kind,
                              struct place place)
{
    if (name >= p->symbol_capacity) {
        size_t old = p->symbol_capacity;
        p->symbols =
            mem_grow(p->symbols, &p->symbol_capacity, (size_t)name + 1, sizeof(struct symbol *));
        memset(p->symbols + old, 0, (p->symbol_capacity - old) * sizeof(struct symbol *));
    }
    struct symbol *s = arena_alloc(p->arena, sizeof *s);
    s->kind = kind;
    s->name = name;
    s->place = place;
    s->scope = p->scope;
    s->hidden = p->symbols[name];
    s->next = p->scope->symbols;
    s->builtin = place.line == 0 || p->tu->sources.files[place.file].builtin;
    p->scope->symbols = s;
    p->symbols[name] = s;
    if (!s->builtin && p->scope->kind >= SCOPE_FUNCTION) {
        struct local_name *local = arena_alloc(p->arena, sizeof *local);
        *local = (struct local_name){
            .name = name_text(p, name), .place = place, .next = p->tu->local_names};
        p->tu->local_names = local;
    }
    return s;
}

uint32_t name_join(struct parser *p, uint32_t prefix, uint32_t name)
{
    if (prefix == 0)
        return name;
    char buffer[256];
    const char *a = name_text(p, prefix);
    const char *b = name_text(p, name);
    size_t la = strlen(a), lb = strlen(b);
    if (la + lb + 2 <= sizeof buffer) {
        memcpy(buffer, a, la);
        memcpy(buffer + la, "::", 2);
        memcpy(buffer + la + 2, b, lb);
        return intern_add(&p->tu->names, buffer, la + lb + 2);
    }
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_addf(&sb, "%s::%s", a, b);
    uint32_t id = intern_add(&p->tu->names, sb.text, sb.length);
    strbuf_release(&sb);
    return id;
}

uint32_t prefix_outer(struct parser *p, uint32_t prefix)
{
    const char *text = name_text(p, prefix);
    size_t length = strlen(text);
    int angles = 0;
    for (size_t i = length; i-- > 1;) {
        if (text[i] == '>')
            angles++;
        else if (text[i] == '<')
            angles--;
        else if (angles == 0 && text[i] == ':' && text[i - 1] == ':')
            return intern_add(&p->tu->names, text, i - 1);
    }
    return 0;
}

bool symbol_is_local(const struct symbol *s)
{
    return s->scope->kind >= SCOPE_TEMPLATE;
}

static struct symbol *find_through_usings(struct parser *p, uint32_t name)
{
    for (size_t i = p->using_count; i-- > 0;) {
        struct symbol *s = symbol_innermost(p, name_join(p, p->usings[i], name));
        if (s)
            return s;
    }
    return NULL;
}

static void add_overloads(struct parser *p, struct symbol *to, const struct overload *more)
{
    for (; more; more = more->next) {
        struct overload *o = arena_alloc(p->arena, sizeof *o);
        *o = *more;
        o->next = to->overloads;
        to->overloads = o;
    }
}

/* A function of C's headers, and those of its name that a using directive shows: floor() of numbers
 * and that of std::chrono. */
static struct symbol *with_used(struct parser *p, struct symbol *s)
{
    struct symbol *used = s->kind == SYMBOL_FUNCTION && s->builtin && p->using_count > 0
                              ? find_through_usings(p, s->name)
                              : NULL;
    if (!used || used->kind != SYMBOL_FUNCTION)
        return s;
    struct symbol *both = arena_alloc(p->arena, sizeof *both);
    *both = *s;
    both->overloads = NULL;
    add_overloads(p, both, used->overloads);
    add_overloads(p, both, s->overloads);
    return both;
}

static struct symbol *find_in_bases_of(struct parser *p, const struct record *r, uint32_t name)
{
    struct symbol *found = NULL;
    for (int i = 0; i < r->count && !found; i++) {
        const struct record *base = r->members[i].is_base ? r->members[i].type->record : NULL;
        if (!base)
            continue;
        found = symbol_innermost(p, name_join(p, intern_adds(&p->tu->names, base->name), name));
        found = found ? found : find_in_bases_of(p, base, name);
    }
    return found;
}

/* What a base of the record of that name declares. */
static struct symbol *find_in_bases(struct parser *p, uint32_t prefix, uint32_t name)
{
    const struct symbol *s = symbol_innermost(p, prefix);
    bool is_record = s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD;
    return is_record ? find_in_bases_of(p, s->type->record, name) : NULL;
}

struct symbol *symbol_find(struct parser *p, uint32_t name)
{
    struct symbol *s = symbol_innermost(p, name);
    if (s && symbol_is_local(s))
        return s;
    for (uint32_t prefix = p->prefix; prefix; prefix = prefix_outer(p, prefix)) {
        struct symbol *inner = symbol_innermost(p, name_join(p, prefix, name));
        inner = inner ? inner : find_in_bases(p, prefix, name);
        if (inner)
            return inner;
    }
    return s ? with_used(p, s) : find_through_usings(p, name);
}

struct symbol *symbol_find_in(struct parser *p, uint32_t prefix, uint32_t name)
{
    struct symbol *s = symbol_innermost(p, name_join(p, prefix, name));
    s = s ? s : find_in_bases(p, prefix, name);
    if (s)
        return s;
    /* what C's headers declare is in std as well, and the chrono literals' namespaces are flat */
    if (strcmp(name_text(p, prefix), "std") == 0) {
        s = symbol_innermost(p, name);
        if (s && s->builtin && s->kind != SYMBOL_NAMESPACE && !symbol_is_local(s))
            return s;
    }
    return NULL;
}

static struct type *around_instance(const struct record *r, const struct template *t)
{
    while (r && r->origin != t)
        r = r->around;
    return r ? r->type : NULL;
}

struct type *own_instance(const struct parser *p, const struct template *t)
{
    struct type *found = around_instance(p->record, t);
    for (const struct body *b = p->body; b && !found; b = b->outer)
        found = around_instance(b->record, t);
    return found;
}

/* Whether a name stands behind the ::, be it with the word template before it. */
static bool names_behind(const struct token *colons)
{
    return is_identifier(colons + 1) ||
           (colons[1].kind == TOKEN_NAME && colons[1].name == KW_template &&
            is_identifier(colons + 2));
}

/* The type before a :: that is no record's name: an instance of a template, or one whose types no
 * symbol is declared for (T::value_type of a template's parameter, std::vector<T>::iterator); read
 * up to the ::. NULL: `s` is none. */
static struct type *outer_type(struct parser *p, struct symbol *s, const struct token *name)
{
    bool angle = at_punct(p, PUNCT1('<'));
    const struct token *after = &p->tokens[angle ? skip_angles(p, p->at) : p->at];
    if (!s || after->punct != PUNCT2(':', ':') || !names_behind(after))
        return NULL;
    if (s->kind == SYMBOL_LIBRARY && library_is_type(s)) {
        struct type *type = library_template_type(p, s, name);
        return has_member_types(type) && at_punct(p, PUNCT2(':', ':')) ? type : NULL;
    }
    if (s->kind == SYMBOL_CLASS_TEMPLATE && angle) {
        struct template_argument *args;
        int count = parse_template_arguments(p, &args);
        return template_class(p, s->template, args, count, name->place);
    }
    if (s->kind == SYMBOL_CLASS_TEMPLATE)
        return own_instance(p, s->template);
    bool plain = s->kind == SYMBOL_TYPE && s->type->kind != TYPE_ENUM && !angle;
    return plain && has_member_types(s->type) ? s->type : NULL;
}

/* At the < of std::is_same_v<A, B>, which is std::is_same<A, B>::value; NULL if it is no such name.
 */
static struct symbol *trait_value(struct parser *p, const struct token *name, uint32_t *prefix)
{
    const char *text = name_text(p, name->name);
    size_t length = strlen(text);
    if (length < 3 || strcmp(text + length - 2, "_v") != 0)
        return NULL;
    uint32_t trait = intern_find(&p->tu->names, text, length - 2);
    struct symbol *s = !trait    ? NULL
                       : *prefix ? symbol_find_in(p, *prefix, trait)
                                 : symbol_find(p, trait);
    if (!s || s->kind != SYMBOL_CLASS_TEMPLATE || !s->template->builtin)
        return NULL;
    struct template_argument *args;
    int count = parse_template_arguments(p, &args);
    struct type *type = template_class(p, s->template, args, count, name->place);
    struct token value = *name;
    value.name = intern_adds(&p->tu->names, "value");
    if (has_member_types(type)) /* of a template's parameters */
        return member_type_symbol(p, type, &value);
    *prefix = intern_adds(&p->tu->names, type->record->name);
    return symbol_find_in(p, *prefix, value.name);
}

struct symbol *parse_qualified(struct parser *p, const struct token **name, uint32_t *prefix)
{
    *prefix = 0;
    bool global = accept_punct(p, PUNCT2(':', ':'));
    const struct token *t = peek(p);
    if (!is_identifier(t))
        parse_unexpected(p, "a name");
    p->at++;
    *name = t;
    struct symbol *s = global ? symbol_innermost(p, t->name) : symbol_find(p, t->name);
    while (global && s && symbol_is_local(s))
        s = s->hidden;
    while (at_punct(p, PUNCT2(':', ':')) || at_punct(p, PUNCT1('<'))) {
        uint32_t inside = 0;
        const struct record *of = NULL;
        struct type *outer = outer_type(p, s, t);
        if (outer && !has_member_types(outer)) {
            of = outer->record;
        } else if (outer) {
            p->at++;
            bool is_template = accept_keyword(p, KW_template);
            t = next(p);
            *name = t;
            *prefix = 0;
            s = member_type_symbol(p, outer, t);
            if (is_template && at_punct(p, PUNCT1('<')) && s->type->kind == TYPE_UNKNOWN)
                p->at = skip_angles(p, p->at);
            continue;
        } else if (at_punct(p, PUNCT1('<'))) {
            return s ? s : trait_value(p, t, prefix);
        } else if (!s) {
            parse_fail_unknown(p, t, *prefix);
        } else if (s->kind == SYMBOL_NAMESPACE) {
            inside = s->prefix;
        } else if (s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD) {
            of = s->type->record;
        } else if (s->kind == SYMBOL_TYPE && s->type->kind == TYPE_ENUM) {
            inside = intern_adds(&p->tu->names, s->type->enumeration->name);
        } else if (s->tag && s->tag->kind == TYPE_RECORD) {
            of = s->tag->record;
        } else {
            break;
        }
        inside = of ? intern_adds(&p->tu->names, of->name) : inside;
        if (!names_behind(peek(p)))
            break; /* Record::operator..., Record::~Record */
        p->at++;
        accept_keyword(p, KW_template);
        t = next(p);
        *name = t;
        *prefix = inside;
        s = symbol_find_in(p, inside, t->name);
        if (!s && of) /* one of a function, which has no name where a template is read */
            s = find_in_bases_of(p, of, t->name);
    }
    return s;
}

/* ---- by operands and arguments ---- */

struct found {
    struct overload *list;
    bool own; /* the list is no symbol's */
};

static void add_copies(struct parser *p, struct overload **list, const struct overload *more)
{
    while (*list)
        list = &(*list)->next;
    for (; more; more = more->next, list = &(*list)->next) {
        *list = arena_alloc(p->arena, sizeof **list);
        **list = *more;
        (*list)->next = NULL;
    }
}

static void add_found(struct parser *p, struct found *found, const struct overload *more)
{
    for (const struct overload *o = found->list; o; o = o->next)
        if (o->function == more->function && o->template == more->template)
            return;
    if (!found->own) {
        struct overload *known = found->list;
        found->list = NULL;
        found->own = true;
        add_copies(p, &found->list, known);
    }
    add_copies(p, &found->list, more);
}

/* The functions of that name in the namespaces around a type. */
static void find_by_type(struct parser *p, const struct expr *e, uint32_t name, struct found *found)
{
    const struct type *type = e && (int)e->kind < EXPR_OVERLOAD ? e->type : NULL;
    while (type && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY))
        type = type->base;
    bool record = type && type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE;
    if (!record && (!type || type->kind != TYPE_ENUM))
        return;
    const char *text = record ? type->record->name : type->enumeration->name;
    uint32_t prefix = prefix_outer(p, intern_adds(&p->tu->names, text));
    for (;; prefix = prefix_outer(p, prefix)) { /* the last is the global one: 0 */
        const struct symbol *s = symbol_innermost(p, prefix ? name_join(p, prefix, name) : name);
        if (s && s->kind == SYMBOL_FUNCTION)
            add_found(p, found, s->overloads);
        if (!prefix)
            return;
    }
}

struct overload *operator_overloads(struct parser *p, uint32_t name, const struct expr *a,
                                    const struct expr *b)
{
    const struct symbol *s = symbol_find(p, name);
    struct found found = {s && s->kind == SYMBOL_FUNCTION ? s->overloads : NULL, false};
    find_by_type(p, a, name, &found);
    find_by_type(p, b, name, &found);
    return found.list;
}

struct overload *overloads_for(struct parser *p, uint32_t name, struct overload *seen,
                               struct expr *const *args, int count)
{
    struct found found = {seen, false};
    for (int i = 0; i < count; i++)
        find_by_type(p, args[i], name, &found);
    return found.list;
}
