#include "sim/script/token.h"

#include <stdio.h>
#include <string.h>

const char *sources_line(const struct sources *sources, struct place place, int *length)
{
    if (place.line == 0 || place.file >= sources->count)
        return NULL;
    const struct source *source = &sources->files[place.file];
    const char *line = source->text;
    const char *end = source->text + source->length;
    for (uint32_t i = 1; i < place.line; i++) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        if (!newline)
            return NULL;
        line = newline + 1;
    }
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    *length = (int)((newline ? newline : end) - line);
    if (*length > 0 && line[*length - 1] == '\r')
        (*length)--;
    return line;
}

int sources_verror(const struct sources *sources, struct place place, struct err *err,
                   const char *format, va_list args)
{
    char message[sizeof err->message];
    vsnprintf(message, sizeof message, format, args);
    if (err->status != ERR_NONE)
        return -1;
    if (place.line == 0 || place.file >= sources->count)
        return err_set(err, ERR_INPUT, "%s", message);
    err_set_at(err, ERR_INPUT, sources->files[place.file].path, (int)place.line, (int)place.column,
               "%s", message);
    int length = 0;
    const char *line = sources_line(sources, place, &length);
    if (line)
        err_excerpt(err, line, length);
    return -1;
}

int sources_error(const struct sources *sources, struct place place, struct err *err,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sources_verror(sources, place, err, format, args);
    va_end(args);
    return -1;
}

bool sources_have(const struct sources *sources, size_t first, const char *word, size_t length)
{
    for (size_t i = first; i < sources->count; i++) {
        const struct source *s = &sources->files[i];
        const char *at = s->text, *end = s->text + s->length;
        while (!s->builtin && (size_t)(end - at) >= length) {
            at = memchr(at, word[0], (size_t)(end - at) - length + 1);
            if (!at)
                break;
            if (memcmp(at, word, length) == 0 && (at == s->text || !is_word_character(at[-1])) &&
                (at + length == end || !is_word_character(at[length])))
                return true;
            at++;
        }
    }
    return false;
}
