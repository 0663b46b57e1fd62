/* Methods, constructors, destructors and conversions as a struct declares them. Their bodies are
 * read when it is complete (late_bodies.c). */
#include "sim/script/record.h"

#include <string.h>

static void add_method(struct record *r, struct function *f)
{
    struct function **last = &r->methods;
    while (*last)
        last = &(*last)->next_method;
    *last = f;
}

/* : a(1), b{2} { ... }: leaves p->at behind the body. */
void skip_method_body(struct parser *p)
{
    if (accept_punct(p, PUNCT1(':'))) {
        do {
            while (is_identifier(peek(p)) || at_punct(p, PUNCT2(':', ':')) ||
                   at_punct(p, PUNCT1('<'))) {
                size_t behind = at_punct(p, PUNCT1('<')) ? skip_angles(p, p->at) : 0;
                p->at = behind > p->at ? behind : p->at + 1;
            }
            if (!at_punct(p, PUNCT1('(')) && !at_punct(p, PUNCT1('{')))
                parse_unexpected(p, "the initial value of a member");
            skip_balanced(p);
            accept_punct(p, PUNCT3('.', '.'));
        } while (accept_punct(p, PUNCT1(',')));
    }
    if (!at_punct(p, PUNCT1('{')))
        parse_unexpected(p, "a {");
    skip_balanced(p);
}

void skip_unmet_method(struct parser *p)
{
    if (at_punct(p, PUNCT1(':')) || at_punct(p, PUNCT1('{'))) {
        skip_method_body(p);
        return;
    }
    while (!at_punct(p, PUNCT1(';')) && peek(p)->kind != TOKEN_END) /* = default; */
        p->at++;
    p->at++;
}

bool is_preferred(struct record *r, const struct declarator *d, const char *name)
{
    for (struct function **link = &r->methods; *link; link = &(*link)->next_method) {
        const struct function *other = *link;
        if (strcmp(other->name, name) != 0 || other->type != d->type ||
            other->is_const_method != d->const_method || other->takes != d->takes ||
            other->is_constrained == (d->requires_at > 0))
            continue;
        if (other->is_constrained)
            return false;
        *link = other->next_method;
        return true;
    }
    return true;
}

static void pend_body(struct parser *p, struct function *f, struct declarator *d)
{
    struct pending_body *b = arena_alloc(p->arena, sizeof *b);
    *b = (struct pending_body){NULL, f, d->parameters, d->parameter_count, p->at};
    struct pending_body **last = &p->pending;
    while (*last)
        last = &(*last)->next;
    *last = b;
    skip_method_body(p);
}

struct function *declare_method(struct parser *p, struct record_reader *rd, struct specifiers *s,
                                struct declarator *d, const char *name, bool is_static)
{
    struct record *r = rd->record;
    struct function *f = function_new(p, name, d->type, d->place);
    size_t length = strlen(r->name) + strlen(name) + 3;
    char *display = arena_alloc(p->arena, length);
    strcat(strcat(strcpy(display, r->name), "::"), name);
    f->display_name = display;
    f->record = r;
    f->is_method = !is_static;
    f->is_const_method = d->const_method;
    f->takes = d->takes;
    f->is_device = s->is_device;
    f->is_host = s->is_host || !s->is_device;
    f->is_explicit = s->is_explicit;
    f->is_constexpr = s->is_constexpr;
    f->is_private = rd->is_private;
    f->is_protected = rd->is_protected;
    f->is_noexcept = d->is_noexcept;
    f->pack_name = d->pack_name;
    f->declared = d->parameters;
    f->required_count = 0;
    for (int i = 0; i < d->parameter_count; i++)
        if (!d->parameters[i].default_at)
            f->required_count = i + 1;
    if (s->is_kernel)
        parse_fail(p, d->place, "a method cannot be a kernel");
    for (struct function *other = r->methods; other; other = other->next_method)
        if (strcmp(other->name, name) == 0 && other->type == f->type &&
            other->is_const_method == f->is_const_method && other->takes == f->takes)
            parse_fail(p, d->place, "'%s' is declared already, at line %u", name,
                       other->place.line);
    if (is_static) {
        uint32_t flat = name_join(p, rd->name, intern_adds(&p->tu->names, name));
        struct symbol *symbol = symbol_here(p, flat);
        if (!symbol)
            symbol = symbol_declare(p, flat, SYMBOL_FUNCTION, d->place);
        struct overload *o = arena_alloc(p->arena, sizeof *o);
        o->function = f;
        o->next = symbol->overloads;
        symbol->overloads = o;
    } else {
        add_method(r, f);
    }
    return f;
}

/* What the record declares of how it is copied and moved, defaulted and deleted or not. */
static void note_transfer(struct record *r, const struct function *f)
{
    const struct type *from = f->type->parameter_count > 0 ? f->type->parameters[0] : NULL;
    bool own = from && (from->kind == TYPE_REFERENCE ? from->base->plain : from) == r->type;
    if (!own || f->required_count > 1)
        return;
    if (f->is_constructor)
        *(from->is_rvalue ? &r->declares_move : &r->declares_copy) = true;
    else if (strcmp(f->name, "operator=") == 0)
        *(from->is_rvalue ? &r->declares_move_assign : &r->declares_assign) = true;
}

void finish_method(struct parser *p, struct record_reader *rd, struct function *f,
                   struct declarator *d)
{
    note_transfer(rd->record, f);
    if (at_punct(p, PUNCT1('{')) || at_punct(p, PUNCT1(':'))) {
        pend_body(p, f, d);
        accept_punct(p, PUNCT1(';'));
        return;
    }
    if (accept_punct(p, PUNCT1('='))) {
        if (accept_keyword(p, KW_delete)) {
            f->is_deleted = true;
        } else if (accept_keyword(p, KW_default)) {
            /* what the compiler would make: we make it where it is needed */
            struct function **link = &rd->record->methods;
            while (*link && *link != f)
                link = &(*link)->next_method;
            if (*link)
                *link = f->next_method;
            if (rd->record->destructor == f)
                rd->record->destructor = NULL;
            if (f->is_constructor && d->parameter_count == 0) {
                rd->wants_default = true;
                rd->default_place = d->place;
            }
        } else if (f->slot > 0 && peek(p)->kind == TOKEN_NUMBER && peek(p)->length == 1 &&
                   peek(p)->text[0] == '0') {
            f->is_pure = true;
            p->at++;
        } else {
            parse_unexpected(p, "default, delete, or 0 of a virtual function");
        }
    }
    expect(p, PUNCT1(';'), "after this declaration");
}

void parse_constructor(struct parser *p, struct record_reader *rd, struct specifiers *s)
{
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.place = place_here(p);
    const char *name = name_text(p, next(p)->name);
    /* its parameters, as of a function without a name */
    d.abstract = d.is_special = true;
    parse_declarator(p, s, p->basic[TYPE_VOID], &d);
    parse_fail_if(p, d.type->kind != TYPE_FUNCTION, d.place, "a constructor needs parameters");
    if (d.requires_at && !own_constraint_holds(p, &d)) {
        skip_unmet_method(p);
        return;
    }
    struct function *f = declare_method(p, rd, s, &d, name, false);
    f->is_constructor = true;
    rd->has_constructor = true;
    finish_method(p, rd, f, &d);
    /* the library makes the default one; a record whose only one is that has none */
    rd->has_constructor = record_constructors(p, rd->record) != NULL;
}

void parse_destructor(struct parser *p, struct record_reader *rd, struct specifiers *s)
{
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.place = next(p)->place; /* ~ */
    if (!is_identifier(peek(p)) || !is_constructor_name(p, rd->record, peek(p)->name))
        parse_unexpected(p, "the name of the struct");
    p->at++;
    d.abstract = d.is_special = true;
    parse_declarator(p, s, p->basic[TYPE_VOID], &d);
    parse_fail_if(p, d.type->kind != TYPE_FUNCTION || d.type->parameter_count > 0, d.place,
                  "a destructor has no parameters");
    struct function *f = declare_method(p, rd, s, &d, "~", false);
    rd->record->destructor = f;
    rd->record->declares_end = true;
    rd->record->virtual_end |= s->is_virtual;
    rd->record->is_virtual |= s->is_virtual;
    if (d.is_override && !rd->record->virtual_end)
        parse_fail(p, d.place, "this destructor overrides no virtual one");
    finish_method(p, rd, f, &d);
}

struct type *parse_conversion_type(struct parser *p)
{
    p->at++; /* operator */
    struct specifiers target;
    memset(&target, 0, sizeof target);
    parse_specifiers(p, &target);
    if (!target.type)
        parse_unexpected(p, "a type");
    struct type *type = target.type;
    while (accept_punct(p, PUNCT1('*')))
        type = type_pointer(p, type);
    return type;
}

void parse_conversion(struct parser *p, struct record_reader *rd, struct specifiers *s)
{
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.place = place_here(p);
    struct type *type = parse_conversion_type(p);
    d.abstract = d.is_special = true;
    parse_declarator(p, s, type, &d);
    parse_fail_if(p, d.type->kind != TYPE_FUNCTION, d.place, "a ( is missing");
    struct function *f = declare_method(p, rd, s, &d, CONVERSION_NAME, false);
    finish_method(p, rd, f, &d);
}
