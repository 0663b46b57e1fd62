/* struct, class and union. The bodies of methods are read when the record is complete. */
#include "sim/script/record.h"

#include <string.h>

static void add_member(struct parser *p, struct record_reader *rd, const char *name,
                       struct type *type, struct place place, size_t initial_at)
{
    struct record *r = rd->record;
    for (int i = 0; name[0] && i < r->count; i++)
        if (strcmp(r->members[i].name, name) == 0)
            parse_fail(p, place, "'%s' is declared already, at line %u", name,
                       r->members[i].place.line);
    if (r->count == rd->capacity) {
        int capacity = rd->capacity ? rd->capacity * 2 : 8;
        struct member *more = arena_alloc(p->arena, (size_t)capacity * sizeof *more);
        if (r->count > 0)
            memcpy(more, r->members, (size_t)r->count * sizeof *more);
        r->members = more;
        rd->capacity = capacity;
    }
    struct type *element = type;
    while (element->kind == TYPE_ARRAY)
        element = element->base;
    if (element->kind == TYPE_VOID || element->kind == TYPE_FUNCTION)
        parse_fail(p, place, "a member cannot be %s", type_text(p, type));
    if (element->kind == TYPE_RECORD && !element->record->complete)
        parse_fail(p, place, "%s is declared, but what is in it is not known",
                   type_text(p, element));
    refuse_abstract(p, type, place);
    r->members[r->count++] = (struct member){.name = name,
                                             .type = type,
                                             .place = place,
                                             .initial_at = initial_at,
                                             .is_private = rd->is_private,
                                             .is_protected = rd->is_protected};
}

static void parse_static_member(struct parser *p, struct record_reader *rd, struct specifiers *s,
                                struct declarator *d)
{
    uint32_t prefix = p->prefix;
    p->prefix = rd->name;
    bool has_value = at_punct(p, PUNCT1('=')) || at_punct(p, PUNCT1('{'));
    if (has_value || (s->is_inline && type_needs_construction(d->type))) {
        declare_variable(p, s, d, NULL);
    } else {
        uint32_t flat = name_join(p, rd->name, d->name_id);
        struct var *v = add_global(p, name_text(p, flat), d->type, d->place);
        v->zero_first = true;
        v->is_thread = s->is_thread;
        v->is_volatile = s->is_volatile;
        symbol_declare(p, flat, SYMBOL_VAR, d->place)->var = v;
    }
    p->prefix = prefix;
}

static void parse_member_declarators(struct parser *p, struct record_reader *rd,
                                     struct specifiers *s, size_t begin)
{
    do {
        struct declarator d;
        memset(&d, 0, sizeof d);
        d.takes_auto = true;
        parse_declared(p, s, &d);
        if (d.has_auto) {
            p->at = begin;
            parse_auto_template(p, &d);
            return;
        }
        if (d.is_function && d.name_id && is_memory_operator(name_text(p, d.name_id)))
            s->is_static = true; /* there is no object yet, or no more */
        if ((d.requires_at && !own_constraint_holds(p, &d)) ||
            (d.is_function && !s->is_static && d.name &&
             !is_preferred(rd->record, &d, name_text(p, d.name_id)))) {
            skip_unmet_method(p);
            return;
        }
        if (s->is_auto && !d.is_function && !s->is_static)
            parse_fail(p, s->place, "a member cannot be auto");
        struct member bits = {.name = d.name ? name_text(p, d.name_id) : ""};
        if (at_punct(p, PUNCT1(':')) && !d.is_function)
            parse_bits(p, d.type, &bits);
        if (!d.name && !bits.is_bits)
            parse_unexpected(p, "the name of a member");
        if (s->is_typedef) {
            uint32_t flat = name_join(p, rd->name, d.name_id);
            symbol_declare(p, flat, SYMBOL_TYPE, d.place)->type = d.type;
        } else if (d.is_function) {
            struct function *f =
                declare_method(p, rd, s, &d, name_text(p, d.name_id), s->is_static);
            f->is_constrained = d.requires_at > 0;
            if (!s->is_static)
                declare_virtual(p, rd->record, f, s->is_virtual, &d);
            finish_method(p, rd, f, &d);
            return;
        } else if (s->is_static || s->is_constexpr) {
            parse_static_member(p, rd, s, &d);
        } else {
            if (s->is_thread)
                parse_fail_hint(p, d.place, "add static", "a member of an object is no thread's");
            if (d.vla_count > 0)
                parse_fail(p, d.place, "the length of this array must be a constant");
            size_t initial_at = 0;
            if (at_punct(p, PUNCT1('=')) || at_punct(p, PUNCT1('{'))) {
                initial_at = p->at;
                skip_value(p, PUNCT1(';'), "a ;");
            }
            add_member(p, rd, bits.name, d.type, d.place, initial_at);
            struct member *made = &rd->record->members[rd->record->count - 1];
            made->is_mutable = s->is_mutable;
            made->is_volatile = s->is_volatile;
            made->is_bits = bits.is_bits;
            made->bits = bits.bits;
        }
    } while (accept_punct(p, PUNCT1(',')));
    if (!accept_punct(p, PUNCT1(';')))
        parse_unexpected(p, "a ;");
}

static bool accept_access(struct parser *p, struct record_reader *rd)
{
    if ((!at_keyword(p, KW_public) && !at_keyword(p, KW_private) && !at_keyword(p, KW_protected)) ||
        peek_ahead(p, 1)->punct != PUNCT1(':'))
        return false;
    rd->is_private = !at_keyword(p, KW_public);
    rd->is_protected = at_keyword(p, KW_protected);
    p->at += 2;
    return true;
}

static void parse_member(struct parser *p, struct record_reader *rd)
{
    const struct token *t = peek(p);
    if (t->kind == TOKEN_PRAGMA) {
        note_pragma(p, next(p));
        return;
    }
    if (accept_punct(p, PUNCT1(';')) || accept_access(p, rd))
        return;
    if (note_defaulted(p, &rd->orders) || parse_friend(p))
        return;
    if (at_keyword(p, KW_template)) {
        parse_template(p);
        return;
    }
    if (at_keyword(p, KW_using) && parse_used(p, rd->is_private, rd->is_protected))
        return;
    if (at_keyword(p, KW_using) || at_keyword(p, KW_static_assert)) {
        parse_declaration(p, NULL);
        return;
    }
    struct specifiers s;
    memset(&s, 0, sizeof s);
    size_t begin = p->at;
    /* words before a constructor or destructor: explicit, inline, __host__ */
    for (;;) {
        const struct token *word = peek(p);
        bool constructor = is_identifier(word) && peek_ahead(p, 1)->punct == PUNCT1('(') &&
                           is_constructor_name(p, rd->record, word->name);
        if (constructor) {
            parse_constructor(p, rd, &s);
            return;
        }
        if (at_punct(p, PUNCT1('~'))) {
            parse_destructor(p, rd, &s);
            return;
        }
        if (at_keyword(p, KW_operator)) {
            parse_conversion(p, rd, &s);
            return;
        }
        switch (word->kind == TOKEN_NAME ? word->name : 0) {
        case KW_explicit:
            s.is_explicit = true;
            break;
        case KW___host__:
            s.is_host = true;
            break;
        case KW___device__:
            s.is_device = true;
            break;
        case KW_virtual:
            s.is_virtual = true;
            break;
        case KW_consteval:
        case KW_constexpr:
            s.is_constexpr = true;
            break;
        case KW_inline:
        case KW___forceinline__:
            break;
        default:
            goto plain;
        }
        p->at++;
    }
plain:
    p->at = begin;
    memset(&s, 0, sizeof s);
    parse_specifiers(p, &s);
    if (at_punct(p, PUNCT1(';')) && s.type && s.type->kind == TYPE_RECORD &&
        s.type->record->name[0] == '\0') { /* anonymous struct or union */
        p->at++;
        add_member(p, rd, "", s.type, s.place, 0);
        return;
    }
    if (accept_punct(p, PUNCT1(';')))
        return;
    if (!s.type && !s.is_auto)
        parse_no_type(p, "a member");
    parse_member_declarators(p, rd, &s, begin);
}

/* What using Base::Base brings: neither how a base is copied nor what a constructor of the struct
 * itself takes. */
static bool is_inherited(const struct record *r, const struct function *f)
{
    const struct type *first = f->type->parameter_count > 0 ? f->type->parameters[0] : NULL;
    bool copies = first && f->required_count <= 1 && first->kind == TYPE_REFERENCE &&
                  first->base->plain == r->inherits->type;
    if (!f->is_constructor || f->is_deleted || !first || copies)
        return false;
    for (const struct function *own = r->methods; own; own = own->next_method)
        if (own->is_constructor && same_parameters(own->type, f->type))
            return false;
    return true;
}

static struct function *imply_constructor(struct parser *p, struct record_reader *rd,
                                          const struct specifiers *s, struct declarator *d,
                                          const char *name)
{
    struct specifiers copy = *s;
    struct function *f = declare_method(p, rd, &copy, d, name, false);
    f->is_constructor = true;
    f->is_defaulted = true;
    struct pending_body *b = arena_alloc(p->arena, sizeof *b);
    b->function = f;
    b->next = p->pending;
    p->pending = b;
    return f;
}

static void inherit_constructors(struct parser *p, struct record_reader *rd)
{
    struct record *r = rd->record, *base = r->inherits;
    bool is_private = rd->is_private, is_protected = rd->is_protected;
    bool has_default = !record_constructors(p, base), own = record_constructors(p, r) != NULL;
    const char *colon = strrchr(r->name, ':');
    for (const struct function *f = base->methods; f; f = f->next_method) {
        bool defaults = f->is_constructor && f->required_count == 0 && !f->is_deleted;
        if (defaults && f->type->parameter_count == 0)
            has_default = true;
        if (!is_inherited(r, f))
            continue;
        struct specifiers s = {.is_explicit = f->is_explicit, .is_constexpr = f->is_constexpr};
        struct declarator d = {.type = f->type,
                               .place = r->place,
                               .parameters = f->declared,
                               .parameter_count = f->type->parameter_count,
                               .is_noexcept = f->is_noexcept,
                               .pack_name = f->pack_name};
        rd->is_private = f->is_private;
        rd->is_protected = f->is_protected;
        imply_constructor(p, rd, &s, &d, colon ? colon + 1 : r->name);
    }
    rd->is_private = is_private;
    rd->is_protected = is_protected;
    if (!own && has_default && record_constructors(p, r)) {
        rd->wants_default = true;
        rd->default_place = r->place;
    }
}

/* One that takes what nobody has: where there is a constructor, none is implied. */
static void add_unusable(struct parser *p, struct record_reader *rd, const struct template *like)
{
    struct specifiers s;
    struct declarator d;
    memset(&s, 0, sizeof s);
    memset(&d, 0, sizeof d);
    struct type *types[1] = {type_reference(p, type_record(p, "", like->place))};
    d.type = type_function(p, p->basic[TYPE_VOID], types, 1, false);
    d.place = like->place;
    d.parameters = arena_alloc(p->arena, sizeof *d.parameters);
    d.parameters[0] = (struct parameter){.type = types[0], .place = like->place};
    d.parameter_count = 1;
    struct function *f = declare_method(p, rd, &s, &d, name_text(p, like->name), false);
    f->is_constructor = f->is_deleted = true;
}

/* What a constructor is called that is not written: as others are, templates too, so that all are
 * found by one name. */
static const char *constructor_text(struct parser *p, struct record *r)
{
    const struct function *first = record_constructors(p, r);
    for (const struct overload *o = first ? NULL : r->templates; o; o = o->next)
        if (o->template->is_constructor)
            return name_text(p, o->template->name);
    return first ? first->name : "constructor";
}

/* Whether it has constructors, templates too. */
static bool check_constructors(struct parser *p, struct record_reader *rd)
{
    struct record *r = rd->record;
    bool any = record_constructors(p, r) != NULL;
    for (const struct overload *o = r->templates; o && !any; o = o->next) {
        any = o->template->is_constructor;
        if (any && !rd->wants_default)
            add_unusable(p, rd, o->template);
    }
    return any;
}

/* The comparisons that it has defaulted, now that its members are known. */
static void read_orders(struct parser *p, struct record_reader *rd)
{
    if (!rd->orders.equals && !rd->orders.orders)
        return;
    size_t saved = p->at;
    rd->is_private = rd->is_protected = false;
    p->at = write_defaulted(p, rd->record, &rd->orders);
    while (peek(p)->kind != TOKEN_END)
        parse_member(p, rd);
    p->at = saved;
}

void parse_record_body(struct parser *p, struct type *type, bool is_class)
{
    struct record *r = type->record;
    struct record_reader rd = {.type = type, .record = r, .is_private = is_class};
    struct place place = place_here(p);
    struct body *body = p->body;
    struct record *outer = p->record;
    struct friend_body *friends = p->friends;
    uint32_t prefix = p->prefix;
    struct pending_body *pending = p->pending;
    bool device = p->device;
    p->pending = NULL;
    if (!outer)
        p->friends = NULL;
    p->device = false;
    rd.name = intern_adds(&p->tu->names, r->name[0] ? r->name : "struct");
    p->body = NULL;
    p->record = r;
    r->scope = p->scope;
    r->around = outer ? outer : r->around; /* of one defined outside: from its declaration */
    p->prefix = rd.name;
    struct record *open = p->open;
    p->open = open ? open : r;
    r->is_open = true;
    enter(p, place);
    if (at_punct(p, PUNCT1(':')))
        rd.capacity = parse_base(p, r, is_class);
    p->at++; /* { */
    while (!accept_punct(p, PUNCT1('}'))) {
        if (peek(p)->kind == TOKEN_END)
            parse_fail(p, place, "this { is never closed");
        parse_member(p, &rd);
    }
    leave(p);
    read_orders(p, &rd);
    if (r->inherits)
        inherit_constructors(p, &rd);
    bring_used(p, r);
    bool any = check_constructors(p, &rd);
    add_implied(p, r);
    /* what it defaults leaves no function behind, but hides what C++ would imply otherwise */
    bool implicit = (r->is_virtual || has_virtual_base(r)) &&
                    (rd.wants_default || (!r->declares_copy && !r->declares_move));
    if (implicit && !rd.wants_default)
        rd.default_place = r->place;
    if (any ? rd.wants_default : implicit) {
        struct type *none[1];
        struct declarator d;
        memset(&d, 0, sizeof d);
        struct specifiers s;
        memset(&s, 0, sizeof s);
        d.type = type_function(p, p->basic[TYPE_VOID], none, 0, false);
        d.place = rd.default_place;
        rd.is_private = rd.is_protected = false;
        imply_constructor(p, &rd, &s, &d, constructor_text(p, r));
    }
    p->prefix = prefix;
    p->record = outer;
    p->open = open;
    r->is_open = false;
    fill_table(p, r);
    parse_delayed_bodies(p, r);
    if (!outer) {
        struct friend_body *own = p->friends;
        p->friends = friends;
        if (own)
            read_deduced_bodies(p);
        define_friends(p, own, r, prefix);
    }
    /* the bodies may use the record; those of a nested one wait for the outer one */
    if (outer && !body) {
        struct pending_body **last = &pending;
        while (*last)
            last = &(*last)->next;
        *last = p->pending;
        p->pending = pending;
    } else {
        struct pending_body *own = p->pending;
        p->pending = NULL;
        read_or_delay_bodies(p, own, r);
        p->pending = pending;
    }
    p->body = body;
    p->device = device;
}

_Noreturn static void fail_defined(struct parser *p, const struct token *name,
                                   const struct record *r)
{
    parse_fail(p, name->place, "'%s' is defined already, at line %u", name_text(p, name->name),
               r->place.line);
}

static void begin_definition(struct parser *p, struct record *r, struct place place, bool is_union)
{
    r->place = place;
    r->is_union = is_union;
    r->builtin = p->tu->sources.files[place.file].builtin;
}

static bool accept_final(struct parser *p)
{
    uint16_t after = peek_ahead(p, 1)->punct;
    bool is_final = at_keyword(p, KW_final) && (after == PUNCT1('{') || after == PUNCT1(':'));
    p->at += is_final;
    return is_final;
}

/* struct A::B x; or struct A::B { ... }, which A declared. */
static struct type *parse_qualified_record(struct parser *p, bool is_union, bool is_class)
{
    const struct token *last;
    uint32_t prefix;
    struct symbol *s = parse_qualified(p, &last, &prefix);
    if (!s || s->kind != SYMBOL_TYPE)
        parse_fail_unknown(p, last, prefix);
    struct record *r = s->type->kind == TYPE_RECORD ? s->type->record : NULL;
    bool is_final = r && accept_final(p);
    if (!r || p->record || p->body || !(at_punct(p, PUNCT1('{')) || at_punct(p, PUNCT1(':'))))
        return s->type;
    if (r->complete)
        fail_defined(p, last, r);
    begin_definition(p, r, last->place, is_union);
    r->is_final = is_final;
    parse_record_body(p, s->type, is_class);
    return s->type;
}

/* Where a struct is declared that is named as `struct A *a`, and that nobody has declared: around
 * the one that is being read. */
static struct type *declare_around(struct parser *p, uint32_t name, struct place place)
{
    struct scope *scope = p->scope;
    uint32_t prefix = p->prefix;
    for (const struct record *r = p->record; r; r = r->around)
        prefix = prefix_outer(p, prefix);
    while (p->scope->kind == SCOPE_TEMPLATE)
        p->scope = p->scope->outer;
    uint32_t flat = name_join(p, prefix, name);
    struct type *type = type_record(p, name_text(p, flat), place);
    symbol_declare(p, flat, SYMBOL_TYPE, place)->type = type;
    p->scope = scope;
    return type;
}

struct type *parse_record(struct parser *p, bool is_union, bool is_class)
{
    struct place place = place_here(p);
    int64_t align = 0;
    skip_attributes(p);
    if (at_keyword(p, KW___align__) || at_keyword(p, KW_alignas)) {
        p->at++;
        expect(p, PUNCT1('('), "after this word");
        align = parse_constant(p, "an alignment");
        expect(p, PUNCT1(')'), "after the alignment");
        if (align < 1 || align > 4096 || (align & (align - 1)) != 0)
            parse_fail(p, place, "an alignment must be a power of two up to 4096");
        skip_attributes(p);
    }
    uint32_t name = 0;
    bool is_final = false;
    if (is_identifier(peek(p))) {
        place = place_here(p);
        name = peek(p)->name;
        if (peek_ahead(p, 1)->punct == PUNCT2(':', ':'))
            return parse_qualified_record(p, is_union, is_class);
        p->at++;
        is_final = accept_final(p);
    }
    bool define = at_punct(p, PUNCT1('{')) || (at_punct(p, PUNCT1(':')) && name);
    if (!define && !name)
        parse_unexpected(p, "the name of the struct");
    uint32_t flat = name ? (p->body ? name : name_join(p, p->prefix, name)) : 0;
    struct symbol *s = !name ? NULL : define ? symbol_here(p, flat) : symbol_find(p, name);
    struct type *type = s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_RECORD ? s->type
                        : s                                                         ? s->tag
                                                                                    : NULL;
    if (type && !define)
        return type;
    if (define && type && type->record->complete)
        fail_defined(p, &p->tokens[p->at - 1 - is_final], type->record);
    if (!type) {
        if (!s && name && !define && !p->tu->sources.files[place.file].builtin)
            refuse_not_covered(p, name, place);
        if (!s && !define && p->record && !p->body && !at_punct(p, PUNCT1(';')))
            return declare_around(p, name, place);
        if (s && define && s->kind != SYMBOL_FUNCTION && s->kind != SYMBOL_VAR)
            parse_fail(p, place, "'%s' is declared already, at line %u", name_text(p, name),
                       s->place.line);
        type = type_record(p, name ? name_text(p, flat) : "", place);
        type->record->around = p->record;
        if (s && s->kind <= SYMBOL_FUNCTION && define)
            s->tag = type;
        else if (name)
            symbol_declare(p, flat, SYMBOL_TYPE, place)->type = type;
    }
    if (!define)
        return type;
    begin_definition(p, type->record, place, is_union);
    type->record->is_final = is_final;
    type->record->align = align;
    parse_record_body(p, type, is_class);
    return type;
}
