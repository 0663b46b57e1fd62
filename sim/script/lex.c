#include "sim/script/lex.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void token_list_add(struct token_list *list, const struct token *token)
{
    if (list->count == list->capacity)
        list->items = mem_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = *token;
}

void token_list_release(struct token_list *list)
{
    free(list->items);
    *list = (struct token_list){0};
}

bool token_is(const struct token *token, const char *text)
{
    size_t length = strlen(text);
    return token->length == length && memcmp(token->text, text, length) == 0;
}

struct lexer {
    const struct sources *sources;
    struct err *err;
    struct arena *arena;
    const char *at, *end;
    const char *line_begin;
    uint32_t file, line;
};

static bool is_name_start(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_name_part(int c)
{
    return is_name_start(c) || is_digit(c);
}

/* The length of a backslash and newline at `s`, or 0. */
static int splice_length(const struct lexer *lx, const char *s)
{
    if (s >= lx->end || *s != '\\')
        return 0;
    if (s + 1 < lx->end && s[1] == '\n')
        return 2;
    if (s + 2 < lx->end && s[1] == '\r' && s[2] == '\n')
        return 3;
    return 0;
}

static void skip_splices(struct lexer *lx)
{
    int n;
    while ((n = splice_length(lx, lx->at)) > 0) {
        lx->at += n;
        lx->line++;
        lx->line_begin = lx->at;
    }
}

/* The next character without consuming it, continued lines joined; -1 at the end. */
static inline int peek(struct lexer *lx)
{
    if (lx->at < lx->end && *lx->at != '\\') /* nearly always */
        return (unsigned char)*lx->at;
    skip_splices(lx);
    return lx->at < lx->end ? (unsigned char)*lx->at : -1;
}

static int peek_second(struct lexer *lx)
{
    if (peek(lx) < 0)
        return -1;
    const char *s = lx->at + 1;
    int n;
    while ((n = splice_length(lx, s)) > 0)
        s += n;
    return s < lx->end ? (unsigned char)*s : -1;
}

static void take(struct lexer *lx)
{
    if (*lx->at == '\n') {
        lx->line++;
        lx->line_begin = lx->at + 1;
    }
    lx->at++;
}

static struct place here(const struct lexer *lx)
{
    return (struct place){lx->file, lx->line, (uint32_t)(lx->at - lx->line_begin) + 1};
}

/* Skips blanks and comments; sets what the next token needs to know. */
static int skip_space(struct lexer *lx, bool *space, bool *line_start)
{
    for (;;) {
        int c = peek(lx);
        if (c == '\n') {
            *line_start = true;
            *space = true;
            take(lx);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
            *space = true;
            take(lx);
        } else if (c == '/' && peek_second(lx) == '/') {
            while ((c = peek(lx)) >= 0 && c != '\n')
                take(lx);
            *space = true;
        } else if (c == '/' && peek_second(lx) == '*') {
            struct place start = here(lx);
            take(lx);
            peek(lx);
            take(lx);
            for (;;) {
                c = peek(lx);
                if (c < 0) {
                    sources_error(lx->sources, start, lx->err, "this comment never ends");
                    return err_hint(lx->err, "close it with */");
                }
                take(lx);
                if (c == '*' && peek(lx) == '/') {
                    take(lx);
                    break;
                }
            }
            *space = true;
        } else {
            return 0;
        }
    }
}

/* Consumes a quoted literal up to its closing quote. */
static int take_quoted(struct lexer *lx, char quote, struct place start)
{
    take(lx); /* the opening quote */
    for (;;) {
        int c = peek(lx);
        if (c < 0 || c == '\n') {
            sources_error(lx->sources, start, lx->err, "this %s never ends",
                          quote == '"' ? "string" : "character constant");
            return err_hint(lx->err, "close it with %c on the same line", quote);
        }
        take(lx);
        if (c == quote)
            return 0;
        if (c == '\\' && peek(lx) >= 0 && peek(lx) != '\n')
            take(lx);
    }
}

/* R"delimiter(...)delimiter": no escapes, no joined lines. */
static int take_raw_string(struct lexer *lx, struct place start)
{
    const char *open = memchr(lx->at + 1, '(', (size_t)(lx->end - lx->at - 1));
    if (!open || open - lx->at > 17)
        return sources_error(lx->sources, start, lx->err, "this raw string has no (");
    size_t delimiter = (size_t)(open - lx->at) - 1;
    for (const char *s = open; s < lx->end; s++)
        if (*s == ')' && (size_t)(lx->end - s) > delimiter + 1 && s[delimiter + 1] == '"' &&
            memcmp(s + 1, lx->at + 1, delimiter) == 0) {
            const char *stop = s + delimiter + 2;
            while (lx->at < stop)
                take(lx);
            return 0;
        }
    return sources_error(lx->sources, start, lx->err, "this string never ends");
}

static void take_number(struct lexer *lx)
{
    for (;;) {
        int c = peek(lx);
        if ((c == 'e' || c == 'E' || c == 'p' || c == 'P')) {
            take(lx);
            if (peek(lx) == '+' || peek(lx) == '-')
                take(lx);
        } else if (c == '\'' && is_name_part(peek_second(lx))) {
            take(lx);
        } else if (c >= 0 && (is_name_part(c) || c == '.')) {
            take(lx);
        } else {
            return;
        }
    }
}

/* How many of the characters there make one token. */
static int punctuator_length(char a, char b, char c)
{
    if ((a == '<' || a == '>') && b == a)
        return c == '=' ? 3 : 2;
    if (a == '<' && b == '=' && c == '>')
        return 3;
    if (a == '.')
        return b == '.' && c == '.' ? 3 : 1;
    if (b == '=')
        return strchr("<>=!+-*/%&|^", a) ? 2 : 1;
    if (b == a)
        return strchr("&|+-:#", a) ? 2 : 1;
    return a == '-' && b == '>' ? 2 : 1;
}

static bool take_punctuator(struct lexer *lx)
{
    int first = peek(lx);
    if (first <= 0 || !strchr("+-*/%&|^~!<>=()[]{}.,;:?#", first))
        return false;
    struct lexer ahead = *lx;
    char next[2] = {0}; /* continued lines joined */
    for (int i = 0; i < 2; i++) {
        take(&ahead);
        int c = peek(&ahead);
        if (c <= 0 || c == '\n')
            break;
        next[i] = (char)c;
    }
    for (int n = punctuator_length((char)first, next[0], next[1]); n > 0; n--) {
        take(lx);
        if (n > 1)
            peek(lx);
    }
    return true;
}

/* The token's text: in place, or a copy without the joined lines. */
static void set_text(struct lexer *lx, struct token *token, const char *begin, bool raw)
{
    size_t length = (size_t)(lx->at - begin);
    token->text = begin;
    token->length = (uint32_t)length;
    if (raw || !memchr(begin, '\\', length))
        return;
    char *copy = arena_strndup(lx->arena, begin, length);
    size_t n = 0;
    for (const char *s = begin; s < lx->at;) {
        int skip = splice_length(lx, s);
        if (skip)
            s += skip;
        else
            copy[n++] = *s++;
    }
    copy[n] = '\0';
    token->text = copy;
    token->length = (uint32_t)n;
}

static uint16_t pack_punct(const struct token *token)
{
    /* Three characters: the third is one of = . * and fits above the two seven-bit ones. */
    unsigned packed = (unsigned char)token->text[0];
    if (token->length > 1)
        packed |= (unsigned)(unsigned char)token->text[1] << 8;
    if (token->length > 2)
        packed |= 0x8000;
    return (uint16_t)packed;
}

static int lex_token(struct lexer *lx, struct token *token, struct intern *names)
{
    const char *begin = lx->at;
    struct place start = here(lx);
    int c = peek(lx);
    bool raw = false;
    /* a prefix of a literal is part of it: u8"", L'', R"()" */
    if (c == 'u' || c == 'U' || c == 'L' || c == 'R') {
        struct lexer ahead = *lx;
        int length = 0;
        while (length < 4 && (c = peek(&ahead)) >= 0 && strchr("uUL8R", c)) {
            raw = c == 'R';
            take(&ahead);
            length++;
        }
        if (length < 4 && (c == '"' || (c == '\'' && !raw)))
            *lx = ahead;
        else
            c = peek(lx);
    }
    int rc = 0;
    if (c == '"') {
        token->kind = TOKEN_STRING;
        rc = raw ? take_raw_string(lx, start) : take_quoted(lx, '"', start);
        set_text(lx, token, begin, raw);
    } else if (c == '\'') {
        token->kind = TOKEN_CHAR;
        rc = take_quoted(lx, '\'', start);
        set_text(lx, token, begin, false);
    } else if (is_name_start(c)) {
        token->kind = TOKEN_NAME;
        do {
            while (lx->at < lx->end && is_name_part((unsigned char)*lx->at))
                lx->at++;
        } while (is_name_part(peek(lx))); /* on the next line */
        set_text(lx, token, begin, false);
        token->name = intern_add(names, token->text, token->length);
    } else if (is_digit(c) || (c == '.' && is_digit(peek_second(lx)))) {
        token->kind = TOKEN_NUMBER;
        take_number(lx);
        set_text(lx, token, begin, false);
    } else if (take_punctuator(lx)) {
        token->kind = TOKEN_PUNCT;
        set_text(lx, token, begin, false);
        token->punct = pack_punct(token);
    } else if (c < ' ' || c == 0x7f) {
        sources_error(lx->sources, start, lx->err, "byte 0x%02x: this is not a text file", c);
        return err_hint(lx->err, "a scenario is CUDA C++ source");
    } else {
        token->kind = TOKEN_OTHER;
        take(lx);
        set_text(lx, token, begin, true);
    }
    return rc;
}

static int lex_all(struct lexer *lx, struct intern *names, struct token_list *list)
{
    bool line_start = true;
    for (;;) {
        bool space = false;
        if (skip_space(lx, &space, &line_start))
            return -1;
        struct token token = {.space_before = space};
        token.line_start = line_start;
        line_start = false;
        if (peek(lx) < 0) {
            token.kind = TOKEN_END;
            token.place = here(lx);
            token.line_start = true;
            token.text = "";
            token_list_add(list, &token);
            return 0;
        }
        token.place = here(lx);
        if (lex_token(lx, &token, names))
            return -1;
        token_list_add(list, &token);
    }
}

int lex_source(const struct sources *sources, uint32_t file, struct intern *names,
               struct arena *arena, struct token_list *list, struct err *err)
{
    const struct source *source = &sources->files[file];
    struct lexer lx = {sources,      err,  arena, source->text, source->text + source->length,
                       source->text, file, 1};
    if (source->length >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0)
        lx.at += 3; /* a byte order mark */
    return lex_all(&lx, names, list);
}

int lex_text(const struct sources *sources, const char *text, size_t length, struct place place,
             struct intern *names, struct arena *arena, struct token_list *list, struct err *err)
{
    struct lexer lx = {sources, err, arena, text, text + length, text, place.file, place.line};
    size_t first = list->count;
    if (lex_all(&lx, names, list))
        return -1;
    for (size_t i = first; i < list->count; i++)
        list->items[i].place = place;
    return 0;
}

int token_precedence(uint16_t op)
{
    switch (op) {
    case PUNCT1('*'):
    case PUNCT1('/'):
    case PUNCT1('%'):
        return 11;
    case PUNCT1('+'):
    case PUNCT1('-'):
        return 10;
    case PUNCT2('<', '<'):
    case PUNCT2('>', '>'):
        return 9;
    case PUNCT3('<', '='): /* <=> */
        return 8;
    case PUNCT1('<'):
    case PUNCT1('>'):
    case PUNCT2('<', '='):
    case PUNCT2('>', '='):
        return 7;
    case PUNCT2('=', '='):
    case PUNCT2('!', '='):
        return 6;
    case PUNCT1('&'):
        return 5;
    case PUNCT1('^'):
        return 4;
    case PUNCT1('|'):
        return 3;
    case PUNCT2('&', '&'):
        return 2;
    case PUNCT2('|', '|'):
        return 1;
    default:
        return 0;
    }
}
