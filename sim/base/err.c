#include "sim/base/err.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void err_init(struct err *err)
{
    memset(err, 0, sizeof *err);
}

static void fill(struct err *err, enum err_status status, const char *format, va_list args)
{
    err->status = status;
    vsnprintf(err->message, sizeof err->message, format, args);
}

int err_set(struct err *err, enum err_status status, const char *format, ...)
{
    if (err->status == ERR_NONE) {
        va_list args;
        va_start(args, format);
        fill(err, status, format, args);
        va_end(args);
    }
    return -1;
}

int err_set_at(struct err *err, enum err_status status, const char *file, int line, int column,
               const char *format, ...)
{
    if (err->status == ERR_NONE) {
        va_list args;
        va_start(args, format);
        fill(err, status, format, args);
        va_end(args);
        snprintf(err->file, sizeof err->file, "%s", file ? file : "");
        err->line = line;
        err->column = column;
    }
    return -1;
}

int err_hint(struct err *err, const char *format, ...)
{
    if (err->hint[0] == '\0') {
        va_list args;
        va_start(args, format);
        vsnprintf(err->hint, sizeof err->hint, format, args);
        va_end(args);
    }
    return -1;
}

static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80; /* of UTF-8 */
}

/* The bytes [*from, *to) of a line that is too long: its begin, or where the column is further on,
 * what stands around that. */
static void find_window(const char *text, int length, int column, int room, int *from, int *to)
{
    const int ahead = room / 4; /* shown behind the column, if there is as much */
    *from = column + ahead > room ? column + ahead - room : 0;
    if (*from > length - room)
        *from = length - room;
    *to = *from + room;
    while (*from < *to && is_inside_character(text[*from]))
        ++*from;
    while (*to > *from && *to < length && is_inside_character(text[*to]))
        --*to;
}

void err_excerpt(struct err *err, const char *text, int length)
{
    static const char cut[] = "...";
    if (err->excerpt[0] != '\0' || length < 0)
        return;
    length = (int)strnlen(text, (size_t)length);
    bool shown = err->column > 0 && err->column <= length + 1;
    int from = 0, to = length;
    if (length >= (int)sizeof err->excerpt)
        find_window(text, length, shown ? err->column : 0,
                    (int)(sizeof err->excerpt - sizeof cut - strlen(cut)), &from, &to);
    snprintf(err->excerpt, sizeof err->excerpt, "%s%.*s%s", from > 0 ? cut : "", to - from,
             text + from, to < length ? cut : "");
    err->caret = shown ? err->column - from + (from > 0 ? (int)strlen(cut) : 0) : 0;
}
