/* typeid: an object of std::type_info for each type that is asked for, and for each that has
 * virtual functions if any is; their names as GCC encodes them. */
#include "sim/base/strbuf.h"
#include "sim/script/library.h"
#include "sim/script/objects.h"

#include <stdio.h>
#include <string.h>

/* Names that occur again are told by their number, and so are types that are made of others. */
enum { MAX_KNOWN = 100 };

struct encoder {
    struct parser *p;
    struct strbuf *out;
    const void *known[MAX_KNOWN];
    int count;
    bool fails; /* GCC's name is not known here */
};

static void encode(struct encoder *e, const struct type *type);

static void learn(struct encoder *e, const void *what)
{
    if (e->count == MAX_KNOWN)
        e->fails = true;
    else
        e->known[e->count++] = what;
}

static bool told(struct encoder *e, const void *what)
{
    int i = 0;
    while (i < e->count && e->known[i] != what)
        i++;
    if (i == e->count)
        return false;
    static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    strbuf_addc(e->out, 'S');
    if (i > 36)
        strbuf_addc(e->out, digits[(i - 1) / 36]);
    if (i > 0)
        strbuf_addc(e->out, digits[(i - 1) % 36]);
    strbuf_addc(e->out, '_');
    return true;
}

static const void *key(struct encoder *e, const char *text, size_t length)
{
    return name_text(e->p, intern_add(&e->p->tu->names, text, length));
}

static void encode_value(struct encoder *e, const struct template_parameter *parameter,
                         const struct template_argument *a)
{
    const struct type *type = a->value_type ? a->value_type : parameter->type;
    if (a->function || !type || parameter->type_of || parameter->type_at ||
        type->kind == TYPE_ENUM) {
        e->fails = true;
        return;
    }
    strbuf_addc(e->out, 'L');
    encode(e, type->plain);
    strbuf_addf(e->out, "%s%llu", a->value < 0 ? "n" : "",
                a->value < 0 ? 0ull - (unsigned long long)a->value : (unsigned long long)a->value);
    strbuf_addc(e->out, 'E');
}

static void encode_argument(struct encoder *e, const struct template_parameter *parameter,
                            const struct template_argument *a)
{
    if (a->of)
        e->fails = true;
    else if (a->type)
        encode(e, a->type);
    else
        encode_value(e, parameter, a);
}

static void encode_arguments(struct encoder *e, const struct record *r)
{
    const struct template *t = r->origin;
    int count = t->count;
    while (count > 0 && is_absent(r->arguments[count - 1].type))
        count--;
    bool tuple =
        t->builtin && (strcmp(t->text, "std::tuple") == 0 || strcmp(t->text, "std::variant") == 0);
    strbuf_adds(e->out, tuple ? "IJ" : "I");
    for (int i = 0; i < count; i++) {
        if (!t->parameters[i].is_pack) {
            encode_argument(e, &t->parameters[i], &r->arguments[i]);
            continue;
        }
        strbuf_addc(e->out, 'J');
        for (int k = 0; k < r->arguments[i].pack_count; k++)
            encode_argument(e, &t->parameters[i], &r->arguments[i].pack[k]);
        strbuf_addc(e->out, 'E');
    }
    strbuf_adds(e->out, tuple ? "EE" : "E");
}

/* a::b::c, of which every beginning is told by its number when it comes again. */
static void encode_name(struct encoder *e, const char *text, const struct record *instance)
{
    const char *whole = instance ? instance->name : text;
    bool std = strncmp(text, "std::", 5) == 0;
    bool nested = strstr(text + (std ? 5 : 0), "::") != NULL;
    size_t length = strlen(text), done = length;
    if (told(e, key(e, whole, strlen(whole))))
        return;
    if (nested)
        strbuf_addc(e->out, 'N');
    if (!instance) /* all but the last name */
        while (done > 0 && strncmp(text + done, "::", 2) != 0)
            done--;
    while (done > 0 && !told(e, key(e, text, done)))
        for (done--; done > 0 && strncmp(text + done, "::", 2) != 0; done--) {
        }
    if (done == 0 && std)
        strbuf_adds(e->out, "St");
    const char *at = text + (done > 0 ? done : std ? 3 : 0);
    while (*at) {
        at += strncmp(at, "::", 2) == 0 ? 2 : 0;
        const char *end = strstr(at, "::");
        size_t part = end ? (size_t)(end - at) : strlen(at);
        strbuf_addf(e->out, "%zu", part);
        strbuf_add(e->out, at, part);
        at += part;
        if (*at || instance)
            learn(e, key(e, text, (size_t)(at - text)));
    }
    if (instance)
        encode_arguments(e, instance);
    learn(e, key(e, whole, strlen(whole)));
    if (nested)
        strbuf_addc(e->out, 'E');
}

/* Those whose arguments are GCC's own. */
static bool is_plain_template(const char *text)
{
    static const char *const names[] = {"std::pair",     "std::tuple",    "std::variant",
                                        "std::optional", "std::complex",  "std::shared_ptr",
                                        "std::weak_ptr", "std::function", "std::array"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i]) == 0)
            return true;
    return false;
}

static void encode_string(struct encoder *e)
{
    const void *whole = key(e, "std::string", 11);
    if (told(e, whole))
        return;
    if (e->count > 0) { /* it holds names that may have come before */
        e->fails = true;
        return;
    }
    static const char parts[5];
    strbuf_adds(e->out, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
    for (int i = 0; i < 5; i++)
        learn(e, &parts[i]);
    learn(e, whole);
}

static void encode_vector(struct encoder *e, const struct type *type)
{
    char allocator[300];
    const char *text = type_text(e->p, type);
    if (told(e, key(e, text, strlen(text))))
        return;
    const void *name = key(e, "std::vector", 11);
    if (!told(e, name)) {
        strbuf_adds(e->out, "St6vector");
        learn(e, name);
    }
    strbuf_addc(e->out, 'I');
    encode(e, type->base);
    int length = snprintf(allocator, sizeof allocator, "std::allocator<%.200s>",
                          type_text(e->p, type->base));
    if (!told(e, key(e, allocator, (size_t)length))) {
        strbuf_adds(e->out, "SaI");
        encode(e, type->base);
        strbuf_addc(e->out, 'E');
        learn(e, key(e, allocator, (size_t)length));
    }
    strbuf_addc(e->out, 'E');
    learn(e, key(e, text, strlen(text)));
}

static void encode_record(struct encoder *e, const struct type *type)
{
    const struct record *r = type->record;
    if (type->disguise == DISGUISE_STRING) {
        encode_string(e);
    } else if (type->disguise == DISGUISE_VECTOR) {
        encode_vector(e, type);
    } else if (type->disguise != DISGUISE_NONE || r->name[0] == '\0') {
        e->fails = true;
    } else if (r->origin) {
        e->fails |= r->builtin && !is_plain_template(r->origin->text);
        encode_name(e, r->origin->text, r);
    } else {
        const struct symbol *s = symbol_innermost(e->p, intern_adds(&e->p->tu->names, r->name));
        bool known = s && !strchr(r->name, '<') && s->kind == SYMBOL_TYPE && s->type == type &&
                     !symbol_is_local(s) && (!r->builtin || strncmp(r->name, "std::", 5) == 0);
        e->fails |= !known;
        encode_name(e, r->name, NULL);
    }
}

static void encode_function(struct encoder *e, const struct type *type)
{
    strbuf_addc(e->out, 'F');
    encode(e, type->base);
    for (int i = 0; i < type->parameter_count; i++)
        encode(e, type->parameters[i]);
    strbuf_adds(e->out, type->is_variadic ? "zE" : type->parameter_count > 0 ? "E" : "vE");
    e->fails |= type->member != MEMBER_NONE;
}

static void encode_made(struct encoder *e, const struct type *type)
{
    if (told(e, type))
        return;
    if (type->is_const) {
        strbuf_addc(e->out, 'K');
        encode(e, type->plain);
    } else if (type->kind == TYPE_POINTER) {
        strbuf_addc(e->out, 'P');
        encode(e, type->base);
    } else if (type->kind == TYPE_REFERENCE) {
        strbuf_addc(e->out, type->is_rvalue ? 'O' : 'R');
        encode(e, type->base);
    } else if (type->kind == TYPE_ARRAY) {
        strbuf_addf(e->out, "A%lld_", (long long)type->length);
        encode(e, type->base);
    } else {
        encode_function(e, type);
    }
    learn(e, type);
}

static void encode(struct encoder *e, const struct type *type)
{
    static const char letters[] = {
        [TYPE_VOID] = 'v',   [TYPE_BOOL] = 'b',  [TYPE_CHAR] = 'c',   [TYPE_SCHAR] = 'a',
        [TYPE_UCHAR] = 'h',  [TYPE_SHORT] = 's', [TYPE_USHORT] = 't', [TYPE_INT] = 'i',
        [TYPE_UINT] = 'j',   [TYPE_LONG] = 'l',  [TYPE_ULONG] = 'm',  [TYPE_LLONG] = 'x',
        [TYPE_ULLONG] = 'y', [TYPE_FLOAT] = 'f', [TYPE_DOUBLE] = 'd', [TYPE_LDOUBLE] = 'e'};
    if (type->is_const || type->kind == TYPE_POINTER || type->kind == TYPE_REFERENCE ||
        type->kind == TYPE_ARRAY || type->kind == TYPE_FUNCTION)
        encode_made(e, type);
    else if (type->kind == TYPE_RECORD)
        encode_record(e, type);
    else if (type->kind == TYPE_ENUM)
        encode_name(e, type->enumeration->name, NULL);
    else if (type->kind == TYPE_NULLPTR)
        strbuf_adds(e->out, "Dn");
    else if (type->disguise == DISGUISE_NONE && (size_t)type->kind < sizeof letters &&
             letters[type->kind])
        strbuf_addc(e->out, letters[type->kind]);
    else
        e->fails = true;
}

/* ---- in words, as GCC's abi::__cxa_demangle has them ---- */

static void spell(struct parser *p, struct strbuf *out, const struct type *type);

static void spell_argument(struct parser *p, struct strbuf *out,
                           const struct template_parameter *parameter,
                           const struct template_argument *a, bool *first)
{
    const struct type *type = a->value_type ? a->value_type : parameter->type;
    strbuf_adds(out, *first ? "" : ", ");
    *first = false;
    if (a->type)
        spell(p, out, a->type);
    else if (type && type->kind == TYPE_BOOL)
        strbuf_adds(out, a->value ? "true" : "false");
    else
        strbuf_addf(out, "%lld%s%s", (long long)a->value, type && type_is_unsigned(type) ? "u" : "",
                    type && type->kind >= TYPE_LONG && type->kind <= TYPE_ULONG ? "l" : "");
}

static void spell_record(struct parser *p, struct strbuf *out, const struct type *type)
{
    const struct record *r = type->record;
    bool first = true;
    if (type->disguise == DISGUISE_STRING) {
        strbuf_adds(out, "std::__cxx11::basic_string<char, std::char_traits<char>, "
                         "std::allocator<char> >");
        return;
    }
    if (type->disguise != DISGUISE_VECTOR && !r->origin) {
        strbuf_adds(out, r->name);
        return;
    }
    strbuf_addf(out, "%s<", type->disguise == DISGUISE_VECTOR ? "std::vector" : r->origin->text);
    if (type->disguise == DISGUISE_VECTOR) {
        spell(p, out, type->base);
        strbuf_adds(out, ", std::allocator<");
        spell(p, out, type->base);
        strbuf_adds(out, out->text[out->length - 1] == '>' ? " > " : "> ");
        strbuf_adds(out, ">");
        return;
    }
    for (int i = 0; i < r->origin->count; i++) {
        const struct template_argument *a = &r->arguments[i];
        if (!r->origin->parameters[i].is_pack && !is_absent(a->type))
            spell_argument(p, out, &r->origin->parameters[i], a, &first);
        for (int k = 0; k < a->pack_count; k++)
            spell_argument(p, out, &r->origin->parameters[i], &a->pack[k], &first);
    }
    strbuf_adds(out, out->text[out->length - 1] == '>' ? " >" : ">");
}

static void spell(struct parser *p, struct strbuf *out, const struct type *type)
{
    if (type->is_const) {
        spell(p, out, type->plain);
        strbuf_adds(out, " const");
    } else if (type->kind == TYPE_RECORD) {
        spell_record(p, out, type);
    } else if ((type->kind == TYPE_POINTER && type->base->kind != TYPE_FUNCTION) ||
               type->kind == TYPE_REFERENCE) {
        spell(p, out, type->base);
        strbuf_adds(out, type->kind == TYPE_POINTER ? "*" : type->is_rvalue ? "&&" : "&");
    } else {
        strbuf_adds(out, type_text(p, type));
    }
}

/* The name, and behind its end what it means in words, for who asks for that. */
static struct expr *name_of(struct parser *p, const struct type *type, struct place place)
{
    struct strbuf text;
    struct encoder e = {.p = p, .out = &text};
    strbuf_init(&text);
    encode(&e, type);
    strbuf_addc(&text, '\0');
    spell(p, &text, type);
    if (e.fails) {
        strbuf_release(&text);
        strbuf_init(&text);
        strbuf_add(&text, "?\0?", 3);
    }
    size_t length = text.length;
    char *copy = arena_alloc(p->arena, length + 1);
    memcpy(copy, text.text, length);
    strbuf_release(&text);
    return decay(p, expr_string(p, copy, length, place));
}

static struct type *info_type(struct parser *p)
{
    const struct symbol *s = symbol_innermost(p, intern_adds(&p->tu->names, "std::type_info"));
    return s && s->kind == SYMBOL_TYPE ? s->type : NULL;
}

static struct var *info_of(struct parser *p, struct type *type, struct place place)
{
    struct type_info *i = p->type_infos;
    while (i && i->type != type)
        i = i->next;
    if (i)
        return i->var;
    i = arena_alloc(p->arena, sizeof *i);
    i->type = type;
    i->var = add_global(p, "", info_type(p), (struct place){0});
    i->next = p->type_infos;
    p->type_infos = i;
    struct init **tail = &i->var->inits;
    init_add(
        p, &tail, 0,
        cast_node(p, name_of(p, type, place), type_pointer(p, type_const(p, p->basic[TYPE_CHAR]))));
    return i->var;
}

struct expr *parse_typeid(struct parser *p)
{
    struct place place = next(p)->place;
    expect(p, PUNCT1('('), "after typeid");
    size_t begin = p->at;
    struct expr *e = NULL;
    struct type *type;
    if (at_type(p)) {
        type = parse_type_id(p);
        if (!at_punct(p, PUNCT1(')'))) { /* T(value) */
            p->at = begin;
            type = NULL;
        }
    } else {
        type = NULL;
    }
    if (!type) {
        p->unevaluated++;
        e = parse_expr(p);
        p->unevaluated--;
        if ((int)e->kind >= EXPR_OVERLOAD)
            e = decay(p, e);
        type = e->type;
    }
    if (p->device || type->kind == TYPE_UNKNOWN) {
        expect(p, PUNCT1(')'), "after typeid");
        return expr_opaque(p, NULL, NULL, place);
    }
    struct type *info = info_type(p);
    if (!info)
        parse_fail_hint(p, place, "add #include <typeinfo>", "typeid needs std::type_info");
    type = type_plain(p, type->kind == TYPE_REFERENCE ? type->base : type);
    if (e && type->kind == TYPE_RECORD && type->record->table && e->is_lvalue) {
        p->at = begin;
        e = parse_expr(p);
        expect(p, PUNCT1(')'), "after typeid");
        p->types_by_table = true;
        return dynamic_info(p, e, place);
    }
    expect(p, PUNCT1(')'), "after typeid");
    struct expr *made = expr_raw_var(p, info_of(p, type, place), place);
    made->type = type_const(p, made->type);
    return made;
}

void fill_type_infos(struct parser *p)
{
    if (!p->types_by_table)
        return;
    for (struct type *t = p->tu->types; t; t = t->next) {
        struct record *r = t->kind == TYPE_RECORD && t->plain == t ? t->record : NULL;
        if (!r || !r->casts)
            continue;
        struct init **tail = &r->casts->inits;
        while (*tail)
            tail = &(*tail)->next;
        struct var *info = info_of(p, t, r->place);
        struct expr *address = expr_address(p, expr_raw_var(p, info, r->place), r->place);
        init_add(p, &tail, r->casts->type->size - 8, cast_node(p, address, p->basic[TYPE_LONG]));
    }
}
