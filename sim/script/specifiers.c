/* What begins a declaration: types and the words around them. */
#include "sim/script/objects.h"

#include <string.h>

/* [[...]], __attribute__((...)) */
void skip_attributes(struct parser *p)
{
    for (;;) {
        if (at_punct(p, PUNCT1('[')) && peek_ahead(p, 1)->punct == PUNCT1('[')) {
            skip_balanced(p);
        } else if (at_keyword(p, KW___attribute__)) {
            p->at++;
            if (at_punct(p, PUNCT1('(')))
                skip_balanced(p);
        } else {
            return;
        }
    }
}

/* `after`: what follows its name. */
static bool is_type_symbol(struct parser *p, const struct symbol *s, const struct token *after)
{
    if (!s)
        return false;
    if (s->kind == SYMBOL_TYPE || (s->kind == SYMBOL_PACK && is_type_pack(s)))
        return true;
    if (s->kind == SYMBOL_CLASS_TEMPLATE)
        return !s->template->is_variable &&
               (after->punct == PUNCT1('<') || own_instance(p, s->template) ||
                is_identifier(after) || after->punct == PUNCT1('(') || after->punct == PUNCT1('{'));
    return s->kind == SYMBOL_LIBRARY && library_is_type(s);
}

/* Whether a type's name stands here. */
static bool at_qualified_type(struct parser *p)
{
    const struct token *t = peek(p);
    size_t end;
    if (p->has_concepts && concept_at(p, p->at, &end))
        return p->tokens[end].kind == TOKEN_NAME && p->tokens[end].name == KW_auto;
    if (is_identifier(t) && peek_ahead(p, 1)->punct != PUNCT2(':', ':') &&
        peek_ahead(p, 1)->punct != PUNCT1('<')) {
        const struct symbol *s = symbol_find(p, t->name);
        return is_type_symbol(p, s, peek_ahead(p, 1)) && !is_hidden_type(p, s, t->name);
    }
    if (!is_identifier(t) && !(t->punct == PUNCT2(':', ':') && is_identifier(peek_ahead(p, 1))))
        return false;
    if (p->body && at_qualified_operator(p)) /* Base::operator=(other); */
        return false;
    size_t saved = p->at;
    bool half = p->half;
    const struct token *name;
    uint32_t prefix;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    bool is_type = is_type_symbol(p, s, peek(p));
    if (is_type && s->kind == SYMBOL_TYPE &&
        is_dependent(&(struct template_argument){.type = s->type}))
        is_type = saved > 0 && p->tokens[saved - 1].name == KW_typename;
    p->at = saved;
    p->half = half;
    return is_type;
}

static bool is_type_keyword(uint32_t name)
{
    switch (name) {
    case KW_auto:
    case KW_bool:
    case KW_char:
    case KW_class:
    case KW_const:
    case KW_decltype:
    case KW_double:
    case KW_enum:
    case KW_float:
    case KW_int:
    case KW_long:
    case KW_short:
    case KW_signed:
    case KW_struct:
    case KW_typename:
    case KW_union:
    case KW_unsigned:
    case KW_void:
    case KW_volatile:
    case KW___volatile__:
    case KW_wchar_t:
    case KW_char16_t:
    case KW_char32_t:
    case KW___underlying_type:
    case KW___typeof__:
    case KW___typeof:
        return true;
    default:
        return false;
    }
}

static bool is_other_specifier(uint32_t name)
{
    switch (name) {
    case KW_alignas:
    case KW_consteval:
    case KW_constexpr:
    case KW_constinit:
    case KW_explicit:
    case KW_extern:
    case KW_friend:
    case KW_inline:
    case KW_mutable:
    case KW_register:
    case KW_static:
    case KW_thread_local:
    case KW_typedef:
    case KW_virtual:
    case KW___global__:
    case KW___device__:
    case KW___host__:
    case KW___constant__:
    case KW___managed__:
    case KW___shared__:
    case KW___launch_bounds__:
    case KW___forceinline__:
    case KW___noinline__:
    case KW___inline__:
    case KW___inline:
    case KW___attribute__:
    case KW___align__:
    case KW___grid_constant__:
    case KW___extension__:
    case KW___cluster_dims__:
    case KW___maxnreg__:
        return true;
    default:
        return false;
    }
}

bool at_type(struct parser *p)
{
    const struct token *t = peek(p);
    if (t->kind == TOKEN_NAME && !is_identifier(t))
        return is_type_keyword(t->name);
    return at_qualified_type(p);
}

/* decltype(f(x))::value is one, decltype(x) y is none. */
static bool at_decltype_value(struct parser *p)
{
    size_t saved = p->at++;
    if (!at_punct(p, PUNCT1('('))) {
        p->at = saved;
        return false;
    }
    skip_balanced(p);
    bool member = at_punct(p, PUNCT2(':', ':'));
    while (at_punct(p, PUNCT2(':', ':')) && is_identifier(peek_ahead(p, 1)))
        p->at += 2;
    if (member && at_punct(p, PUNCT1('<')))
        p->at = skip_angles(p, p->at);
    const struct token *t = peek(p);
    bool name = is_identifier(t) || t->name == KW_const || t->punct == PUNCT1('*') ||
                t->punct == PUNCT1('&') || t->punct == PUNCT2('&', '&');
    p->at = saved;
    return member && !name;
}

/* At a statement: T name..., but neither T(...) nor T{...}. */
bool at_declaration(struct parser *p)
{
    const struct token *t = peek(p);
    if (t->kind == TOKEN_NAME && t->name == KW_decltype && at_decltype_value(p))
        return false;
    if (t->kind == TOKEN_NAME && !is_identifier(t))
        return is_type_keyword(t->name) || is_other_specifier(t->name);
    if (t->punct == PUNCT1('[') && peek_ahead(p, 1)->punct == PUNCT1('['))
        return true;
    if (!at_qualified_type(p))
        return false;
    size_t last = t->punct == PUNCT2(':', ':'); /* word of the name: std::thread(f).join() */
    while (peek_ahead(p, last + 1)->punct == PUNCT2(':', ':'))
        last += 2;
    if (peek_ahead(p, last + 1)->punct == PUNCT1('<')) { /* std::vector<int>().swap(v) */
        size_t behind = skip_angles(p, p->at + last + 1);
        const struct token *opens = &p->tokens[behind];
        if (opens->punct == PUNCT1('(') || opens->punct == PUNCT1('{'))
            last = behind - p->at - 1;
    }
    const struct token *after = peek_ahead(p, last + 1);
    if (after->punct == PUNCT1('(')) {
        uint16_t inner = peek_ahead(p, last + 2)->punct;
        return inner == PUNCT1('*') || inner == PUNCT1('&');
    }
    return after->punct != PUNCT1('{') && after->punct != PUNCT1('.');
}

struct words {
    bool has_signed, has_unsigned;
    int longs, shorts;
    enum type_kind kind; /* TYPE_UNKNOWN: none named */
    bool any;
};

static struct type *words_type(struct parser *p, const struct words *w, struct place place)
{
    bool u = w->has_unsigned;
    enum type_kind kind = w->kind;
    if (kind == TYPE_CHAR)
        kind = u ? TYPE_UCHAR : w->has_signed ? TYPE_SCHAR : TYPE_CHAR;
    else if (kind == TYPE_DOUBLE && w->longs == 1)
        kind = TYPE_LDOUBLE;
    else if (kind == TYPE_UNKNOWN || kind == TYPE_INT)
        kind = w->shorts       ? (u ? TYPE_USHORT : TYPE_SHORT)
               : w->longs == 2 ? (u ? TYPE_ULLONG : TYPE_LLONG)
               : w->longs == 1 ? (u ? TYPE_ULONG : TYPE_LONG)
                               : (u ? TYPE_UINT : TYPE_INT);
    else if (u || w->has_signed || w->longs || w->shorts)
        parse_fail(p, place, "these words make no type together");
    if (w->longs > 2 || w->shorts > 1 || (w->longs && w->shorts) || (u && w->has_signed))
        parse_fail(p, place, "these words make no type together");
    return p->basic[kind];
}

static bool take_word(struct parser *p, struct words *w)
{
    const struct token *t = peek(p);
    if (t->kind != TOKEN_NAME || t->name >= KW_LAST)
        return false;
    enum type_kind kind = TYPE_UNKNOWN;
    switch (t->name) {
    case KW_signed:
        w->has_signed = true;
        break;
    case KW_unsigned:
        w->has_unsigned = true;
        break;
    case KW_long:
        w->longs++;
        break;
    case KW_short:
        w->shorts++;
        break;
    case KW_void:
        kind = TYPE_VOID;
        break;
    case KW_bool:
        kind = TYPE_BOOL;
        break;
    case KW_char:
        kind = TYPE_CHAR;
        break;
    case KW_int:
        kind = TYPE_INT;
        break;
    case KW_float:
        kind = TYPE_FLOAT;
        break;
    case KW_double:
        kind = TYPE_DOUBLE;
        break;
    case KW_wchar_t:
    case KW_char16_t:
    case KW_char32_t:
        parse_fail_hint(p, t->place, "use char", "wide characters are not supported");
    default:
        return false;
    }
    if (kind != TYPE_UNKNOWN) {
        if (w->kind != TYPE_UNKNOWN)
            parse_fail(p, t->place, "two types in one declaration");
        w->kind = kind;
    }
    w->any = true;
    p->at++;
    return true;
}

struct type *declared_type(struct parser *p, const struct expr *e, bool named)
{
    struct type *type = e->type;
    if ((int)e->kind >= EXPR_OVERLOAD || type->kind == TYPE_UNKNOWN || p->device)
        return type;
    const struct var *var =
        named && e->kind == EXPR_DEREF && (e->a->kind == EXPR_LOCAL || e->a->kind == EXPR_GLOBAL)
            ? e->a->var
            : NULL;
    if (var && var->is_reference)
        return var->takes_temporary ? type_rvalue(p, type) : type_reference(p, type);
    if (named && (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMBER))
        return type;
    return e->is_lvalue ? type_reference(p, type) : e->is_moved ? type_rvalue(p, type) : type;
}

static struct type *parse_decltype(struct parser *p)
{
    p->at++;
    expect(p, PUNCT1('('), "after decltype");
    if (accept_keyword(p, KW_auto)) { /* as a result: what decltype says of what is returned */
        expect(p, PUNCT1(')'), "after auto");
        return type_rvalue(p, type_const(p, p->basic[TYPE_UNKNOWN]));
    }
    p->unevaluated++;
    bool named = !at_punct(p, PUNCT1('(')) && !at_punct(p, PUNCT1('*'));
    struct expr *e = parse_expr(p);
    p->unevaluated--;
    if ((int)e->kind >= EXPR_OVERLOAD)
        e = decay(p, e);
    expect(p, PUNCT1(')'), "after decltype");
    return parse_member_types(p, declared_type(p, e, named));
}

/* __typeof__(value), as GNU C has it: no reference; or the type itself. */
static struct type *parse_typeof(struct parser *p)
{
    p->at++;
    expect(p, PUNCT1('('), "after __typeof__");
    struct type *type;
    if (at_type(p)) {
        type = parse_type_id(p);
    } else {
        p->unevaluated++;
        struct expr *e = parse_expr(p);
        p->unevaluated--;
        type = (int)e->kind >= EXPR_OVERLOAD ? decay(p, e)->type : e->type;
    }
    expect(p, PUNCT1(')'), "after __typeof__");
    return type->kind == TYPE_REFERENCE ? type->base : type;
}

/* __underlying_type(E), which std::underlying_type is made with. */
static struct type *parse_underlying(struct parser *p)
{
    struct place place = next(p)->place;
    expect(p, PUNCT1('('), "after __underlying_type");
    struct type *type = parse_type_id(p)->plain;
    expect(p, PUNCT1(')'), "after __underlying_type");
    if (has_placeholder(type))
        return type;
    if (type->kind != TYPE_ENUM)
        parse_fail(p, place, "std::underlying_type needs an enum, but this is %s",
                   type_text(p, type));
    return type->base;
}

struct type *parse_named_type(struct parser *p)
{
    const struct token *name;
    uint32_t prefix;
    struct symbol *s = parse_qualified(p, &name, &prefix);
    if (!s) {
        if (p->device)
            return device_name(p, name, prefix)->type;
        parse_fail_unknown(p, name, prefix);
    }
    if (s->kind == SYMBOL_TYPE)
        return s->type;
    if (s->kind == SYMBOL_LIBRARY)
        return library_template_type(p, s, name);
    if (s->kind != SYMBOL_CLASS_TEMPLATE)
        parse_fail(p, name->place, "'%s' is no type", name_text(p, name->name));
    if (!at_punct(p, PUNCT1('<'))) {
        struct type *own = own_instance(p, s->template);
        return own ? own : deduced_class(p, s->template, name);
    }
    struct template_argument *args;
    int count = parse_template_arguments(p, &args);
    return template_class(p, s->template, args, count, name->place);
}

void parse_no_type(struct parser *p, const char *wanted)
{
    if (is_identifier(peek(p)) || at_punct(p, PUNCT2(':', ':')))
        parse_named_type(p); /* says why it is none */
    parse_unexpected(p, wanted);
}

static int64_t parse_alignment(struct parser *p)
{
    expect(p, PUNCT1('('), "after this word");
    int64_t align;
    if (at_type(p))
        align = parse_type_id(p)->align;
    else
        align = parse_constant(p, "an alignment");
    if (align < 1 || align > 4096 || (align & (align - 1)) != 0)
        parse_fail(p, place_here(p), "an alignment must be a power of two up to 4096");
    expect(p, PUNCT1(')'), "after the alignment");
    return align;
}

static void parse_launch_bounds(struct parser *p, struct specifiers *s)
{
    expect(p, PUNCT1('('), "after __launch_bounds__");
    int64_t threads = parse_constant(p, "the number of threads");
    int64_t blocks = 0;
    if (accept_punct(p, PUNCT1(',')))
        blocks = parse_constant(p, "the number of blocks");
    if (accept_punct(p, PUNCT1(',')))
        parse_constant(p, "the number of blocks in a cluster");
    expect(p, PUNCT1(')'), "after __launch_bounds__");
    s->max_threads = threads > 0 && threads <= 1024 ? (int)threads : 0;
    s->min_blocks = blocks > 0 && blocks < 1024 ? (int)blocks : 0;
}

/* A word that is no type; false if this is none. */
static bool take_specifier(struct parser *p, struct specifiers *s)
{
    const struct token *t = peek(p);
    if (t->kind != TOKEN_NAME || !is_other_specifier(t->name))
        return false;
    p->at++;
    switch (t->name) {
    case KW_typedef:
        s->is_typedef = true;
        break;
    case KW_static:
        s->is_static = true;
        break;
    case KW_extern:
        s->is_extern = true;
        break;
    case KW_consteval:
    case KW_constexpr:
        s->is_constexpr = true;
        break;
    case KW_mutable:
        s->is_mutable = true;
        break;
    case KW_inline:
        s->is_inline = true;
        break;
    case KW_friend:
        s->is_friend = true;
        break;
    case KW_explicit:
        s->is_explicit = true;
        break;
    case KW_virtual:
        if (!p->record || p->body)
            parse_fail(p, t->place, "only a member can be virtual");
        s->is_virtual = true;
        break;
    case KW_thread_local:
        s->is_thread = true;
        break;
    case KW___global__:
        s->is_kernel = true;
        break;
    case KW___device__:
        s->is_device = true;
        break;
    case KW___host__:
        s->is_host = true;
        break;
    case KW___constant__:
        s->is_constant = true;
        break;
    case KW___managed__:
        s->is_managed = true;
        break;
    case KW___shared__:
        s->is_shared = true;
        break;
    case KW_alignas:
    case KW___align__:
        s->align = parse_alignment(p);
        break;
    case KW___launch_bounds__:
        parse_launch_bounds(p, s);
        break;
    case KW___attribute__:
    case KW___cluster_dims__:
    case KW___maxnreg__:
        if (at_punct(p, PUNCT1('(')))
            skip_balanced(p);
        break;
    default: /* inline and its like change nothing here */
        break;
    }
    return true;
}

void parse_specifiers(struct parser *p, struct specifiers *s)
{
    struct words w = {.kind = TYPE_UNKNOWN};
    bool is_const = false;
    s->place = place_here(p);
    for (;;) {
        const struct token *t = peek(p);
        skip_attributes(p);
        if (peek(p) != t) {
            s->any = true;
            continue;
        }
        bool named = s->type || w.any || s->is_auto;
        if (take_word(p, &w) || take_specifier(p, s)) {
            s->any = true;
            if (w.any && s->type && t[-1].punct == PUNCT1('}')) {
                p->at = (size_t)(t - p->tokens);
                parse_unexpected(p, "a ; behind the struct");
            }
            if (w.any && s->type)
                parse_fail(p, t->place, "two types in one declaration");
            continue;
        }
        if (t->kind == TOKEN_NAME && !is_identifier(t)) {
            if (t->name == KW_const || t->name == KW_volatile || t->name == KW___volatile__) {
                is_const |= t->name == KW_const;
                s->is_volatile |= t->name != KW_const;
                p->at++;
            } else if (t->name == KW_auto && !named) {
                s->is_auto = true;
                p->at++;
            } else if (t->name == KW_typename) {
                p->at++;
            } else if ((t->name == KW_struct || t->name == KW_class || t->name == KW_union) &&
                       !named) {
                p->at++;
                s->type = parse_record(p, t->name == KW_union, t->name == KW_class);
            } else if (t->name == KW_enum && !named) {
                p->at++;
                s->type = parse_enum(p);
            } else if (t->name == KW_decltype && !named) {
                s->type = parse_decltype(p);
            } else if (t->name == KW___underlying_type && !named) {
                s->type = parse_underlying(p);
            } else if ((t->name == KW___typeof__ || t->name == KW___typeof) && !named) {
                s->type = parse_typeof(p);
            } else {
                break;
            }
            s->any = true;
            continue;
        }
        if (!named && accept_constrained_auto(p, s))
            continue;
        if (named || !(at_qualified_type(p) || (p->device && !s->any && is_identifier(t))))
            break;
        s->type = parse_named_type(p);
        s->any = true;
    }
    if (s->is_static && s->is_extern)
        parse_fail(p, s->place, "static and extern exclude each other");
    if (w.any)
        s->type = words_type(p, &w, s->place);
    /* constexpr T &f(), constexpr T &r and constexpr T *p: the T is not const */
    bool refers =
        at_punct(p, PUNCT1('&')) || at_punct(p, PUNCT2('&', '&')) || at_punct(p, PUNCT1('*'));
    if (s->type && (is_const || (s->is_constexpr && !refers)) && s->type->kind != TYPE_REFERENCE)
        s->type = type_const(p, s->type);
    if (s->is_auto && (is_const || (s->is_constexpr && !refers)))
        s->auto_const = true;
}

struct type *parse_type_id(struct parser *p)
{
    struct specifiers s;
    memset(&s, 0, sizeof s);
    struct place place = place_here(p);
    parse_specifiers(p, &s);
    if (!s.type)
        parse_no_type(p, "a type");
    struct declarator d;
    memset(&d, 0, sizeof d);
    d.abstract = true;
    enter(p, place);
    parse_declarator(p, &s, s.type, &d);
    leave(p);
    if (d.name)
        parse_fail(p, d.place, "a name cannot stand here");
    return d.type;
}
