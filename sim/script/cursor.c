/* Reading tokens, and the errors that a token can cause. */
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/script/parser.h"
#include "sim/script/std_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vector with an allocator of its own is called as the program calls it. */
_Noreturn static void escape(struct parser *p)
{
    static const char ours[] = "__ns_vector_with", theirs[] = "vector";
    for (char *at = p->err->message; (at = strstr(at, ours)) != NULL;) {
        char *rest = at + sizeof ours - 1;
        memcpy(at, theirs, sizeof theirs - 1);
        at += sizeof theirs - 1;
        memmove(at, rest, strlen(rest) + 1);
    }
    longjmp(*p->escape, 1);
}

void parse_fail(struct parser *p, struct place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sources_verror(&p->tu->sources, place, p->err, format, args);
    va_end(args);
    escape(p);
}

void parse_fail_hint(struct parser *p, struct place place, const char *hint, const char *format,
                     ...)
{
    va_list args;
    va_start(args, format);
    sources_verror(&p->tu->sources, place, p->err, format, args);
    va_end(args);
    if (hint)
        err_hint(p->err, "%s", hint);
    escape(p);
}

void parse_fail_if(struct parser *p, bool condition, struct place place, const char *message)
{
    if (condition)
        parse_fail(p, place, "%s", message);
}

void parse_unexpected(struct parser *p, const char *wanted)
{
    p->certain |= !p->device;
    p->unexpected = true;
    const struct token *t = peek(p);
    if (t->kind == TOKEN_END)
        parse_fail(p, t->place, "%s is missing at the end of the file", wanted);
    /* what is missing belongs behind the token before, if that one ended its line */
    if (p->at > 0 && t->line_start && !t->from_macro) {
        const struct token *before = &p->tokens[p->at - 1];
        if (before->place.file == t->place.file && !before->from_macro) {
            struct place behind = before->place;
            behind.column += before->length;
            if (strncmp(wanted, "a ;", 3) == 0)
                device_certain(p);
            parse_fail(p, behind, "%s is missing here", wanted);
        }
    }
    parse_fail(p, t->place, "%s expected, but here is '%.*s'", wanted,
               t->length > 40 ? 40 : (int)t->length, t->text);
}

const char *type_text(struct parser *p, const struct type *type)
{
    char buffer[5000]; /* longer than a name may be: see template.c */
    type_name(type, buffer, sizeof buffer);
    return arena_strndup(p->arena, buffer, strlen(buffer));
}

const char *name_text(struct parser *p, uint32_t name)
{
    return intern_name(&p->tu->names, name);
}

const struct token *peek(struct parser *p)
{
    return &p->tokens[p->at];
}

const struct token *peek_ahead(struct parser *p, size_t n)
{
    return p->at + n < p->token_count ? &p->tokens[p->at + n] : &p->tokens[p->token_count - 1];
}

const struct token *next(struct parser *p)
{
    const struct token *t = &p->tokens[p->at];
    if (t->kind != TOKEN_END)
        p->at++;
    return t;
}

bool at_punct(struct parser *p, uint16_t punct)
{
    return p->tokens[p->at].punct == punct;
}

bool accept_punct(struct parser *p, uint16_t punct)
{
    if (p->tokens[p->at].punct != punct)
        return false;
    p->at++;
    return true;
}

void expect(struct parser *p, uint16_t punct, const char *where)
{
    if (accept_punct(p, punct))
        return;
    char wanted[120];
    char text[4] = {(char)(punct & 0x7f), (char)(punct >> 8 & 0x7f), '\0', '\0'};
    snprintf(wanted, sizeof wanted, "a %s %s", text, where);
    parse_unexpected(p, wanted);
}

bool at_keyword(struct parser *p, enum keyword keyword)
{
    const struct token *t = peek(p);
    return t->kind == TOKEN_NAME && t->name == (uint32_t)keyword;
}

bool accept_keyword(struct parser *p, enum keyword keyword)
{
    if (!at_keyword(p, keyword))
        return false;
    p->at++;
    return true;
}

bool is_identifier(const struct token *t)
{
    return t->kind == TOKEN_NAME &&
           (t->name >= KW_LAST || t->name == KW_final || t->name == KW_override ||
            t->name == KW_concept || t->name == KW_requires);
}

bool at_launch_open(struct parser *p)
{
    return at_punct(p, PUNCT2('<', '<')) && peek_ahead(p, 1)->punct == PUNCT1('<') &&
           !peek_ahead(p, 1)->space_before;
}

bool at_launch_close(struct parser *p)
{
    return at_punct(p, PUNCT2('>', '>')) && peek_ahead(p, 1)->punct == PUNCT1('>') &&
           !peek_ahead(p, 1)->space_before;
}

bool at_angle_close(struct parser *p)
{
    return at_punct(p, PUNCT1('>')) || at_punct(p, PUNCT2('>', '>'));
}

bool accept_angle_close(struct parser *p)
{
    if (accept_punct(p, PUNCT1('>')))
        return true;
    if (!at_punct(p, PUNCT2('>', '>')))
        return false;
    if (p->half)
        p->at++;
    p->half = !p->half;
    return true;
}

struct place place_here(struct parser *p)
{
    return peek(p)->place;
}

/* The kind of an opening or closing bracket: its closing one; 0 for other tokens. */
static uint16_t closes(uint16_t punct)
{
    switch (punct) {
    case PUNCT1('('):
    case PUNCT1(')'):
        return PUNCT1(')');
    case PUNCT1('['):
    case PUNCT1(']'):
        return PUNCT1(']');
    case PUNCT1('{'):
    case PUNCT1('}'):
        return PUNCT1('}');
    default:
        return 0;
    }
}

void skip_balanced(struct parser *p)
{
    size_t open = p->at, depth = 0;
    size_t *opened = NULL; /* those that are open */
    size_t capacity = 0;
    const struct token *wrong = NULL;
    do {
        const struct token *t = next(p);
        uint16_t kind = closes(t->punct);
        if (t->kind == TOKEN_END) {
            wrong = t;
        } else if (kind && kind != t->punct) {
            opened = mem_grow(opened, &capacity, depth + 1, sizeof *opened);
            opened[depth++] = p->at - 1;
        } else if (kind) {
            open = opened[--depth];
            wrong = closes(p->tokens[open].punct) == kind ? NULL : t;
        }
    } while (depth > 0 && !wrong);
    if (wrong && depth > 0 && wrong->kind == TOKEN_END)
        open = opened[0];
    free(opened);
    if (!wrong)
        return;
    const struct token *o = &p->tokens[open];
    if (wrong->kind == TOKEN_END)
        parse_fail(p, o->place, "this %c is never closed", o->text[0]);
    parse_fail(p, wrong->place, "this %c closes the %c of line %u", wrong->text[0], o->text[0],
               o->place.line);
}

void skip_value(struct parser *p, uint16_t end, const char *expected)
{
    while (!at_punct(p, end) && !at_punct(p, PUNCT1(','))) {
        const struct token *t = peek(p);
        if (t->kind == TOKEN_END)
            parse_unexpected(p, expected);
        if (t->punct == PUNCT1('(') || t->punct == PUNCT1('[') || t->punct == PUNCT1('{'))
            skip_balanced(p);
        else
            p->at++;
    }
}

size_t skip_angles(struct parser *p, size_t at)
{
    int angles = 0, parens = 0;
    for (;; at++) {
        const struct token *t = &p->tokens[at];
        switch (t->punct) {
        case PUNCT1('('):
        case PUNCT1('['):
            parens++;
            break;
        case PUNCT1(')'):
        case PUNCT1(']'):
            parens--;
            break;
        case PUNCT1('<'):
            angles += parens == 0;
            break;
        case PUNCT1('>'):
            angles -= parens == 0;
            break;
        case PUNCT2('>', '>'):
            angles -= parens == 0 ? 2 : 0;
            break;
        default:
            break;
        }
        if (t->kind == TOKEN_END || t->punct == PUNCT1(';') || t->punct == PUNCT1('{') ||
            parens < 0)
            return at;
        if (angles <= 0)
            return angles < 0 ? at : at + 1; /* half of a >> is another's */
    }
}

size_t skip_type(struct parser *p, size_t at)
{
    bool named = false;
    for (;; at++) {
        const struct token *t = &p->tokens[at];
        if (is_identifier(t)) {
            if (named)
                return at;
            named = true;
        } else if (t->kind == TOKEN_NAME &&
                   (t->name == KW_decltype || t->name == KW___underlying_type ||
                    t->name == KW___typeof__ || t->name == KW___typeof)) {
            int parens = 0;
            do {
                t = &p->tokens[++at];
                parens += (t->punct == PUNCT1('(')) - (t->punct == PUNCT1(')'));
            } while (parens > 0 && t->kind != TOKEN_END);
            named = true;
        } else if (t->punct == PUNCT2(':', ':')) {
            named = false;
        } else if (t->punct == PUNCT1('<') && named) {
            at = skip_angles(p, at) - 1;
        } else if (t->kind != TOKEN_NAME || t->name == KW_sizeof) {
            return at;
        }
    }
}

uint32_t expect_name(struct parser *p, const char *what)
{
    if (!is_identifier(peek(p)))
        parse_unexpected(p, what);
    return next(p)->name;
}

void enter(struct parser *p, struct place place)
{
    if (++p->depth > p->max_depth)
        parse_fail_hint(p, place, "--limit nesting=N raises the limit, up to 1000",
                        "parentheses, braces or statements are nested more than %d deep",
                        p->max_depth);
}

void leave(struct parser *p)
{
    p->depth--;
}

/* A name that std has elsewhere. */
static void fail_known_std(struct parser *p, const struct token *t, uint32_t prefix)
{
    char full[200], hint[60];
    snprintf(full, sizeof full, "%s::%s", name_text(p, prefix), name_text(p, t->name));
    const struct std_name *std = std_name_find(full);
    if (!std)
        return;
    if (!std->header)
        parse_fail_hint(p, t->place, std->instead, "%s is not supported", full);
    snprintf(hint, sizeof hint, "add #include <%s>", std->header);
    parse_fail_hint(p, t->place, hint, "%s is not declared", full);
}

/* A name that a header declares which was not included; before spellings are compared: `printf` is
 * no `rintf`. */
static void fail_not_included(struct parser *p, const struct token *t, uint32_t prefix)
{
    const char *name = name_text(p, t->name);
    const char *header = p->options->declaring_header
                             ? p->options->declaring_header(p->options->context, name)
                             : NULL;
    if (!header || (prefix && strcmp(name_text(p, prefix), "std") != 0))
        return;
    char hint[60];
    snprintf(hint, sizeof hint, "add #include %s", header);
    parse_fail_hint(p, t->place, hint, "'%s%s' is not declared", prefix ? "std::" : "", name);
}

void refuse_not_covered(struct parser *p, uint32_t name, struct place place)
{
    const char *text = name_text(p, name);
    const char *hint =
        p->options->not_covered ? p->options->not_covered(p->options->context, text) : NULL;
    if (hint)
        parse_fail_hint(p, place, hint, "'%s' is not supported", text);
}

/* A name that nothing declares: what is most like it, what replaced it, or what has it. */
void refuse_not_included(struct parser *p, const struct token *t, uint32_t prefix)
{
    if (prefix)
        fail_known_std(p, t, prefix);
}

void parse_fail_unknown(struct parser *p, const struct token *t, uint32_t prefix)
{
    p->certain |= !p->device;
    const char *name = name_text(p, t->name);
    if (p->options->removed_name) {
        const char *hint = p->options->removed_name(p->options->context, name);
        if (hint)
            parse_fail_hint(p, t->place, hint, "'%s' is gone in CUDA 13", name);
    }
    if (!prefix) {
        refuse_not_covered(p, t->name, t->place);
    } else {
        fail_known_std(p, t, prefix);
    }
    fail_not_included(p, t, prefix);
    struct suggest suggest;
    suggest_init(&suggest, name);
    for (size_t i = 0; i < p->symbol_capacity; i++) {
        const struct symbol *s = p->symbols[i];
        if (!s)
            continue;
        const char *full = name_text(p, s->name);
        if (strncmp(full, "__", 2) == 0 && strncmp(name, "__", 2) != 0)
            continue;
        if (prefix) {
            const char *in = name_text(p, prefix);
            size_t n = strlen(in);
            if (strncmp(full, in, n) != 0 || strncmp(full + n, "::", 2) != 0)
                continue;
            full += n + 2;
        }
        suggest_offer(&suggest, full);
    }
    static const char *const words[] = {
        "return", "while",  "switch", "break",    "continue", "sizeof",  "static", "const",
        "struct", "double", "float",  "unsigned", "void",     "nullptr", "using",  "namespace"};
    for (size_t i = 0; !prefix && i < sizeof words / sizeof words[0]; i++)
        suggest_offer(&suggest, words[i]);
    if (!prefix)
        macro_suggest(p->pp, &suggest);
    if (!prefix && p->device)
        device_suggest(p, &suggest);
    sources_error(&p->tu->sources, t->place, p->err,
                  prefix ? "'%s' is not declared in %s" : "'%s' is not declared", name,
                  prefix ? name_text(p, prefix) : "");
    char inside[200];
    snprintf(inside, sizeof inside, "std::%s", name);
    struct symbol *in_std =
        prefix ? NULL : symbol_innermost(p, intern_find(&p->tu->names, inside, strlen(inside)));
    if (in_std)
        err_hint(p->err, "write %s, or using namespace std; above", inside);
    else if (suggest.best && strcmp(suggest.best, name) != 0)
        err_hint(p->err, "did you mean '%s'?", suggest.best);
    else if (prefix && strcmp(name_text(p, prefix), "std") == 0)
        err_hint(p->err,
                 "std may have it, but nullstream does not know it: write out what it does");
    escape(p);
}
