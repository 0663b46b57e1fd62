/* The expressions of #if and #elif. */
#include "sim/script/preprocess.h"

#include <stdlib.h>
#include <string.h>

struct condition {
    struct preprocessor *pp;
    const struct token *t;
    size_t at, count;
    struct place place;
    int depth;
    bool failed;
};

static int64_t parse_ternary(struct condition *c);

static int64_t fail(struct condition *c, const char *what)
{
    if (!c->failed) {
        struct place place = c->at < c->count ? c->t[c->at].place : c->place;
        sources_error(&c->pp->tu->sources, place, c->pp->err, "%s", what);
    }
    c->failed = true;
    c->at = c->count;
    return 0;
}

static uint16_t punct(const struct condition *c)
{
    return c->at < c->count ? c->t[c->at].punct : 0;
}

static int64_t character(const struct token *t)
{
    const char *s = memchr(t->text, '\'', t->length);
    if (s[1] != '\\')
        return (signed char)s[1];
    static const char names[] = "n\nt\tr\r0\0a\ab\bf\fv\v";
    for (size_t i = 0; i + 1 < sizeof names; i += 2)
        if (s[2] == names[i])
            return names[i + 1];
    return (signed char)s[2];
}

/* __ns_names(WORD) in our own headers: whether the program's files that are read by now have it. If
 * not, <__ns_WORD> is read ahead of the first later one that does. */
static bool accept_names(struct condition *c, int64_t *value)
{
    const struct token *t = &c->t[c->at];
    const struct sources *sources = &c->pp->tu->sources;
    if (c->count - c->at < 4 || !token_is(t, "__ns_names") || t[1].punct != PUNCT1('(') ||
        t[2].kind != TOKEN_NAME || !sources->files[t->place.file].builtin)
        return false;
    *value = sources_have(sources, 0, t[2].text, t[2].length);
    struct awaited *free = c->pp->awaited[0].word ? &c->pp->awaited[1] : &c->pp->awaited[0];
    if (!*value)
        *free = (struct awaited){t[2].text, t[2].length};
    c->at += 4;
    return true;
}

static int64_t parse_primary(struct condition *c)
{
    int64_t names;
    if (c->at >= c->count)
        return fail(c, "the condition ends where a value should stand");
    const struct token *t = &c->t[c->at];
    if (t->kind == TOKEN_NUMBER) {
        char text[64];
        size_t n = 0;
        for (uint32_t i = 0; i < t->length && n + 1 < sizeof text; i++)
            if (t->text[i] != '\'')
                text[n++] = t->text[i];
        text[n] = '\0';
        bool binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
        char *end;
        uint64_t value = strtoull(binary ? text + 2 : text, &end, binary ? 2 : 0);
        if (end[strspn(end, "uUlL")] != '\0')
            return fail(c, "a condition can only use whole numbers");
        c->at++;
        return (int64_t)value;
    }
    if (t->kind == TOKEN_CHAR) {
        c->at++;
        return character(t);
    }
    if (t->kind == TOKEN_NAME && accept_names(c, &names))
        return names;
    if (t->kind == TOKEN_NAME) { /* no macro: 0 */
        c->at++;
        return token_is(t, "true");
    }
    if (t->punct == PUNCT1('(')) {
        c->at++;
        int64_t value = parse_ternary(c);
        if (punct(c) != PUNCT1(')'))
            return fail(c, "a ) is missing in this condition");
        c->at++;
        return value;
    }
    return fail(c, "this cannot stand in a condition");
}

static int64_t parse_unary(struct condition *c)
{
    if (++c->depth > 256) {
        c->depth--;
        return fail(c, "this condition is nested more than 256 deep");
    }
    uint16_t op = punct(c);
    int64_t value;
    if (op == PUNCT1('!') || op == PUNCT1('-') || op == PUNCT1('+') || op == PUNCT1('~')) {
        c->at++;
        value = parse_unary(c);
        if (op == PUNCT1('!'))
            value = !value;
        else if (op == PUNCT1('-'))
            value = (int64_t)(0 - (uint64_t)value);
        else if (op == PUNCT1('~'))
            value = ~value;
    } else {
        value = parse_primary(c);
    }
    c->depth--;
    return value;
}

static int64_t apply(struct condition *c, uint16_t op, int64_t a, int64_t b)
{
    switch (op) {
    case PUNCT1('*'):
        return (int64_t)((uint64_t)a * (uint64_t)b);
    case PUNCT1('/'):
    case PUNCT1('%'):
        if (b == 0) /* the side of && or || that does not count may divide by zero */
            return 0;
        if (b == -1)
            return op == PUNCT1('/') ? (int64_t)(0 - (uint64_t)a) : 0;
        return op == PUNCT1('/') ? a / b : a % b;
    case PUNCT1('+'):
        return (int64_t)((uint64_t)a + (uint64_t)b);
    case PUNCT1('-'):
        return (int64_t)((uint64_t)a - (uint64_t)b);
    case PUNCT2('<', '<'):
        return (int64_t)((uint64_t)a << (b & 63));
    case PUNCT2('>', '>'):
        return a >> (b & 63);
    case PUNCT1('<'):
        return a < b;
    case PUNCT1('>'):
        return a > b;
    case PUNCT2('<', '='):
        return a <= b;
    case PUNCT2('>', '='):
        return a >= b;
    case PUNCT2('=', '='):
        return a == b;
    case PUNCT2('!', '='):
        return a != b;
    case PUNCT1('&'):
        return a & b;
    case PUNCT1('^'):
        return a ^ b;
    case PUNCT1('|'):
        return a | b;
    case PUNCT2('&', '&'):
        return a && b;
    case PUNCT2('|', '|'):
        return a || b;
    default:
        return fail(c, "this operator cannot stand in a condition");
    }
}

static int64_t parse_binary(struct condition *c, int least)
{
    int64_t left = parse_unary(c);
    int p;
    while (!c->failed && (p = token_precedence(punct(c))) >= least && p > 0) {
        uint16_t op = punct(c);
        c->at++;
        left = apply(c, op, left, parse_binary(c, p + 1));
    }
    return left;
}

static int64_t parse_ternary(struct condition *c)
{
    if (++c->depth > 256) {
        c->depth--;
        return fail(c, "this condition is nested more than 256 deep");
    }
    int64_t value = parse_binary(c, 1);
    if (!c->failed && punct(c) == PUNCT1('?')) {
        c->at++;
        int64_t yes = parse_ternary(c);
        if (punct(c) != PUNCT1(':')) {
            fail(c, "a : is missing in this condition");
        } else {
            c->at++;
            int64_t no = parse_ternary(c);
            value = value ? yes : no;
        }
    }
    c->depth--;
    return value;
}

/* `defined NAME`, `defined(NAME)`, `__has_include(...)` at t[*at]: the value, *at behind it. */
static int special_operator(struct preprocessor *pp, const struct token *t, size_t count,
                            size_t *at, bool *value)
{
    size_t i = *at + 1;
    bool paren = i < count && t[i].punct == PUNCT1('(');
    i += paren;
    if (token_is(&t[*at], "defined")) {
        if (i >= count || t[i].kind != TOKEN_NAME)
            return sources_error(&pp->tu->sources, t[*at].place, pp->err,
                                 "'defined' needs the name of a macro");
        *value = macro_find(pp, t[i].name) != NULL;
        i++;
    } else {
        bool quoted = i < count && t[i].kind == TOKEN_STRING;
        size_t first = i;
        while (i < count && t[i].punct != PUNCT1(')'))
            i++;
        if (i == first || !paren)
            return sources_error(&pp->tu->sources, t[*at].place, pp->err,
                                 "__has_include needs a header in parentheses");
        const struct token *last = &t[i - 1];
        const char *begin = t[first].text + 1;
        const char *end = last->text + last->length - 1;
        *value = end > begin &&
                 include_exists(pp, begin, (size_t)(end - begin), quoted, t[first].place.file);
    }
    if (paren) {
        if (i >= count || t[i].punct != PUNCT1(')'))
            return sources_error(&pp->tu->sources, t[*at].place, pp->err,
                                 "a ) is missing in this condition");
        i++;
    }
    *at = i;
    return 0;
}

int condition_evaluate(struct preprocessor *pp, const struct token *t, size_t count,
                       struct place place, bool *value)
{
    struct token_list expanded = {0};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < count;) {
        if (t[i].kind == TOKEN_NAME &&
            (token_is(&t[i], "defined") || token_is(&t[i], "__has_include"))) {
            struct token number = {.kind = TOKEN_NUMBER, .length = 1, .place = t[i].place};
            bool defined = false;
            rc = special_operator(pp, t, count, &i, &defined);
            number.text = defined ? "1" : "0";
            token_list_add(&expanded, &number);
        } else {
            rc = macro_expand(pp, t, &i, count, &expanded);
        }
    }
    struct condition c = {pp, expanded.items, 0, expanded.count, place, 0, false};
    if (rc == 0) {
        *value = parse_ternary(&c) != 0;
        if (!c.failed && c.at < c.count)
            fail(&c, "this is left over behind the condition");
        if (c.failed)
            rc = -1;
    }
    token_list_release(&expanded);
    return rc;
}

/* "(size_t)" before a number or a parenthesis: the tokens to skip, 0 if it is none. */
static size_t cast_length(const struct token *t, size_t count)
{
    size_t i = 1;
    if (count == 0 || t[0].punct != PUNCT1('('))
        return 0;
    while (i < count && t[i].kind == TOKEN_NAME)
        i++;
    if (i == 1 || i + 1 >= count || t[i].punct != PUNCT1(')'))
        return 0;
    bool is_value = t[i + 1].kind == TOKEN_NUMBER || t[i + 1].punct == PUNCT1('(');
    return is_value ? i + 1 : 0;
}

bool condition_number(struct preprocessor *pp, const struct token *t, size_t count, int64_t *value)
{
    struct err unused;
    struct err *err = pp->err;
    struct token_list expanded = {0}, plain = {0};
    bool is_number = true;
    err_init(&unused);
    pp->err = &unused;
    for (size_t i = 0; is_number && i < count;)
        is_number = macro_expand(pp, t, &i, count, &expanded) == 0;
    for (size_t i = 0; is_number && i < expanded.count;) {
        size_t cast = cast_length(expanded.items + i, expanded.count - i);
        if (cast == 0)
            token_list_add(&plain, &expanded.items[i++]);
        is_number = cast > 0 || plain.items[plain.count - 1].kind != TOKEN_NAME;
        i += cast;
    }
    if (is_number && plain.count > 0) {
        struct condition c = {pp, plain.items, 0, plain.count, plain.items[0].place, 0, false};
        *value = parse_ternary(&c);
        is_number = !c.failed && c.at == c.count;
    } else {
        is_number = false;
    }
    token_list_release(&expanded);
    token_list_release(&plain);
    pp->err = err;
    return is_number;
}
