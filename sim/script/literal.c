/* Numbers, characters and strings. */
#include "sim/script/parser.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_float_spelling(const char *text)
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex)
        return strpbrk(text, ".pP") != NULL;
    return strpbrk(text, ".eE") != NULL;
}

static struct type *integer_type(struct parser *p, const struct token *t, uint64_t value,
                                 bool decimal, const char *suffix)
{
    bool is_unsigned = false;
    int longs = 0;
    for (const char *s = suffix; *s; s++) {
        if (*s == 'u' || *s == 'U')
            is_unsigned = true;
        else if (*s == 'l' || *s == 'L')
            longs++;
        else
            parse_fail(p, t->place, "'%s' cannot end a number", suffix);
    }
    if (strlen(suffix) > 3 || longs > 2)
        parse_fail(p, t->place, "'%s' cannot end a number", suffix);
    if (longs == 0 && value <= INT32_MAX && !is_unsigned)
        return p->basic[TYPE_INT];
    if (longs == 0 && value <= UINT32_MAX && (is_unsigned || !decimal))
        return p->basic[TYPE_UINT];
    if (value <= INT64_MAX && !is_unsigned)
        return p->basic[longs == 2 ? TYPE_LLONG : TYPE_LONG];
    if (decimal && !is_unsigned)
        parse_fail(p, t->place, "this number is too large for a long");
    return p->basic[longs == 2 ? TYPE_ULLONG : TYPE_ULONG];
}

static struct expr *number_literal(struct parser *p, const struct token *t)
{
    char *text = arena_alloc(p->arena, t->length + 1u);
    size_t n = 0;
    for (uint32_t i = 0; i < t->length; i++)
        if (t->text[i] != '\'')
            text[n++] = t->text[i];
    text[n] = '\0';
    bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    errno = 0;
    if (!binary && is_float_spelling(text)) {
        double number = strtod(text, &end);
        struct literal literal = {.token = t, .number = number, .is_float = true};
        struct expr *ended = literal_suffix(p, &literal, end);
        if (ended)
            return ended;
        enum type_kind kind = TYPE_DOUBLE;
        if (strcmp(end, "f") == 0 || strcmp(end, "F") == 0)
            kind = TYPE_FLOAT;
        else if (strcmp(end, "l") == 0 || strcmp(end, "L") == 0)
            kind = TYPE_LDOUBLE;
        else if (*end)
            parse_fail(p, t->place, "'%s' cannot end a number", end);
        struct expr *e = expr_new(p, EXPR_FLOAT, p->basic[kind], t->place);
        e->number = kind == TYPE_FLOAT ? (double)strtof(text, NULL) : number;
        return e;
    }
    uint64_t value = strtoull(binary ? text + 2 : text, &end, binary ? 2 : 0);
    if (errno == ERANGE)
        parse_fail(p, t->place, "this number is too large for any type");
    struct literal literal = {.token = t, .whole = value};
    struct expr *ended = literal_suffix(p, &literal, end);
    if (ended)
        return ended;
    bool decimal = text[0] != '0';
    if (!decimal && !hex && !binary && (*end == '8' || *end == '9'))
        parse_fail_hint(p, t->place, "a leading 0 makes a number octal", "%c is no octal digit",
                        *end);
    return expr_int(p, integer_type(p, t, value, decimal, end), (int64_t)value, t->place);
}

/* One character of a literal, escapes resolved; *s is left behind it. */
static int take_character(struct parser *p, const struct token *t, const char **s, const char *end)
{
    int c = (unsigned char)*(*s)++;
    if (c != '\\')
        return c;
    if (*s >= end)
        return '\\';
    c = (unsigned char)*(*s)++;
    static const char names[] = "n\nt\tr\ra\ab\bf\fv\ve\033\\\\'\'\"\"?\?";
    for (size_t i = 0; i + 1 < sizeof names; i += 2)
        if (c == names[i])
            return names[i + 1];
    int value = 0;
    if (c >= '0' && c <= '7') {
        value = c - '0';
        for (int i = 0; i < 2 && *s < end && **s >= '0' && **s <= '7'; i++)
            value = value * 8 + *(*s)++ - '0';
        return value & 0xff;
    }
    if (c == 'x') {
        int digits = 0;
        while (*s < end && strchr("0123456789abcdefABCDEF", **s)) {
            int d = **s;
            value = (value * 16 + (d <= '9' ? d - '0' : (d | 32) - 'a' + 10)) & 0xff;
            (*s)++;
            digits++;
        }
        if (digits == 0)
            parse_fail(p, t->place, "\\x needs hexadecimal digits");
        return value;
    }
    parse_fail(p, t->place, "\\%c is no escape sequence", c);
}

static struct expr *character_literal(struct parser *p, const struct token *t)
{
    const char *s = t->text;
    if (*s != '\'')
        parse_fail_hint(p, t->place, "use char", "wide characters are not supported");
    const char *end = t->text + t->length - 1;
    s++;
    if (s == end)
        parse_fail(p, t->place, "an empty character constant");
    int value = take_character(p, t, &s, end);
    if (s != end)
        parse_fail_hint(p, t->place, "text stands in double quotes",
                        "more than one character in single quotes");
    return expr_int(p, p->basic[TYPE_CHAR], (signed char)value, t->place);
}

/* \uXXXX or \UXXXXXXXX, as UTF-8, which is no longer; false, and nothing is read: something else.
 */
static bool take_code_point(struct parser *p, const struct token *t, const char **s,
                            const char *end, char *out, size_t *n)
{
    if (end - *s < 2 || **s != '\\' || ((*s)[1] != 'u' && (*s)[1] != 'U'))
        return false;
    int digits = (*s)[1] == 'u' ? 4 : 8;
    uint32_t code = 0;
    *s += 2;
    for (int i = 0; i < digits; i++, (*s)++) {
        int d = *s < end && isxdigit((unsigned char)**s) ? **s : 0;
        if (!d || code > 0x10ffff >> 4)
            parse_fail(p, t->place, "\\%c needs %d hexadecimal digits of a character",
                       digits == 4 ? 'u' : 'U', digits);
        code = code * 16 + (uint32_t)(d <= '9' ? d - '0' : (d | 32) - 'a' + 10);
    }
    int rest = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const uint32_t first[] = {0, 0xc0, 0xe0, 0xf0};
    out[(*n)++] = (char)(first[rest] | code >> (6 * rest));
    while (rest-- > 0)
        out[(*n)++] = (char)(0x80 | (code >> (6 * rest) & 0x3f));
    return true;
}

/* Appends the literal's bytes to `out`, which has room: *n of them are used. */
static void add_string(struct parser *p, const struct token *t, char *out, size_t *n)
{
    const char *s = t->text;
    bool raw = false;
    for (; *s != '"'; s++) {
        if (*s == 'R')
            raw = true;
        else if (*s == 'L' || *s == 'U' || (*s == 'u' && s[1] != '8')) {
            parse_fail_hint(p, t->place, "use char", "wide strings are not supported");
        }
    }
    const char *end = t->text + t->length - 1;
    s++;
    if (raw) {
        const char *open = memchr(s, '(', (size_t)(end - s));
        end -= open - s + 1;
        memcpy(out + *n, open + 1, (size_t)(end - open - 1));
        *n += (size_t)(end - open - 1);
        return;
    }
    while (s < end)
        if (!take_code_point(p, t, &s, end, out, n)) {
            int c = take_character(p, t, &s, end);
            out[(*n)++] = (char)c;
        }
}

struct expr *primary_literal(struct parser *p)
{
    const struct token *t = next(p);
    if (t->kind == TOKEN_NUMBER)
        return number_literal(p, t);
    if (t->kind == TOKEN_CHAR)
        return character_literal(p, t);
    size_t room = t->length;
    for (size_t i = 0; peek_ahead(p, i)->kind == TOKEN_STRING; i++)
        room += peek_ahead(p, i)->length;
    char *text = arena_alloc(p->arena, room + 1);
    size_t length = 0;
    add_string(p, t, text, &length);
    while (peek(p)->kind == TOKEN_STRING)
        add_string(p, next(p), text, &length);
    return string_suffix(p, expr_string(p, text, length, t->place));
}
