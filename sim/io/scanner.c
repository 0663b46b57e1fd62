#include "sim/io/scanner.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int scanner_fail(struct scanner *s, const char *at, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const char *stop = memchr(s->begin, '\n', (size_t)(s->end - s->begin));
    size_t length = (size_t)((stop ? stop : s->end) - s->begin);
    size_t column = (size_t)(at - s->begin) + 1;
    err_set_at(s->err, ERR_INPUT, s->file, s->line, column > 100000 ? 0 : (int)column, "%s",
               message);
    if (length <= INT_MAX)
        err_excerpt(s->err, s->begin, (int)length);
    return -1;
}

bool scanner_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

void scanner_skip_spaces(struct scanner *s)
{
    while (s->at < s->end && scanner_is_space(*s->at))
        s->at++;
}

bool scanner_at_line_end(struct scanner *s)
{
    scanner_skip_spaces(s);
    return s->at == s->end || *s->at == '\n' || *s->at == '#';
}

size_t scanner_word(const struct scanner *s)
{
    const char *p = s->at;
    while (p < s->end && !scanner_is_space(*p) && *p != '\n' && *p != '=' && *p != '#')
        p++;
    return (size_t)(p - s->at);
}

int scanner_unsigned(struct scanner *s, uint64_t most, uint64_t *number)
{
    const char *start = s->at;
    uint64_t result = 0;
    for (; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) {
        uint64_t digit = (uint64_t)(*s->at - '0');
        if (result > (UINT64_MAX - digit) / 10)
            return scanner_fail(s, start, "the number is too large");
        result = result * 10 + digit;
    }
    if (s->at == start)
        return scanner_fail(s, start, "a number was expected here");
    if (result > most)
        return scanner_fail(s, start, "the number is too large: %llu at most",
                            (unsigned long long)most);
    *number = result;
    return 0;
}

int scanner_signed(struct scanner *s, int64_t least, int64_t most, int64_t *number)
{
    const char *start = s->at;
    bool negative = s->at < s->end && *s->at == '-';
    s->at += negative;
    uint64_t magnitude = 0;
    if (scanner_unsigned(s, UINT64_MAX, &magnitude) < 0)
        return -1;
    if (magnitude > (uint64_t)INT64_MAX + negative)
        return scanner_fail(s, start, "the number is too large");
    *number = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    if (*number < least || *number > most)
        return scanner_fail(s, start, "the number must lie between %lld and %lld", (long long)least,
                            (long long)most);
    return 0;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int read_escape(struct scanner *s)
{
    if (s->end - s->at < 2)
        return scanner_fail(s, s->at, "a name ends within its quotes");
    char c = s->at[1];
    if (c == '"' || c == '\\') {
        strbuf_addc(&s->name, c);
        s->at += 2;
        return 0;
    }
    if (c != 'x' || s->end - s->at < 4 || hex_digit(s->at[2]) < 0 || hex_digit(s->at[3]) < 0)
        return scanner_fail(s, s->at, "only \\\" \\\\ and \\xHH are known in names");
    strbuf_addc(&s->name, (char)(hex_digit(s->at[2]) * 16 + hex_digit(s->at[3])));
    s->at += 4;
    return 0;
}

int scanner_name(struct scanner *s, struct intern *names, uint32_t *name)
{
    if (s->at == s->end || *s->at != '"') {
        size_t length = scanner_word(s);
        if (length == 0)
            return scanner_fail(s, s->at, "a name was expected here");
        *name = intern_add(names, s->at, length);
        s->at += length;
        return 0;
    }
    const char *start = s->at++;
    strbuf_clear(&s->name);
    for (;;) {
        const char *plain = s->at;
        while (s->at < s->end && *s->at != '"' && *s->at != '\\' && *s->at != '\n')
            s->at++;
        strbuf_add(&s->name, plain, (size_t)(s->at - plain));
        if (s->at == s->end || *s->at == '\n')
            return scanner_fail(s, start, "a name ends within its quotes");
        if (*s->at == '"')
            break;
        if (read_escape(s) < 0)
            return -1;
    }
    s->at++;
    *name = intern_add(names, s->name.text, s->name.length);
    return 0;
}
