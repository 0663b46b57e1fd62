#include "sim/base/err.h"

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

void err_excerpt(struct err *err, const char *text, int length)
{
    if (err->excerpt[0] != '\0' || length < 0)
        return;
    if (length >= (int)sizeof err->excerpt)
        length = (int)sizeof err->excerpt - 1;
    memcpy(err->excerpt, text, (size_t)length);
    err->excerpt[length] = '\0';
}
