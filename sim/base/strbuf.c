#include "sim/base/strbuf.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char empty_text[1];

void strbuf_init(struct strbuf *sb)
{
    sb->text = empty_text;
    sb->length = 0;
    sb->capacity = 0;
}

static void reserve(struct strbuf *sb, size_t more)
{
    size_t need = sb->length + more + 1;
    if (need <= sb->capacity)
        return;
    char *memory = sb->capacity ? sb->text : NULL;
    sb->text = mem_grow(memory, &sb->capacity, need, 1);
    sb->text[sb->length] = '\0';
}

void strbuf_add(struct strbuf *sb, const char *bytes, size_t length)
{
    if (length == 0)
        return;
    reserve(sb, length);
    memcpy(sb->text + sb->length, bytes, length);
    sb->length += length;
    sb->text[sb->length] = '\0';
}

void strbuf_adds(struct strbuf *sb, const char *text)
{
    strbuf_add(sb, text, strlen(text));
}

void strbuf_addc(struct strbuf *sb, char c)
{
    strbuf_add(sb, &c, 1);
}

static void strbuf_vaddf(struct strbuf *sb, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length <= 0)
        return;
    reserve(sb, (size_t)length);
    vsnprintf(sb->text + sb->length, (size_t)length + 1, format, args);
    sb->length += (size_t)length;
}

void strbuf_addf(struct strbuf *sb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strbuf_vaddf(sb, format, args);
    va_end(args);
}

void strbuf_pad(struct strbuf *sb, size_t begin, size_t width)
{
    while (sb->length - begin < width)
        strbuf_addc(sb, ' ');
}

void strbuf_align_right(struct strbuf *sb, size_t begin, size_t width)
{
    size_t length = sb->length - begin;
    if (length >= width)
        return;
    strbuf_pad(sb, begin, width);
    memmove(sb->text + begin + width - length, sb->text + begin, length);
    memset(sb->text + begin, ' ', width - length);
}

void strbuf_add_csv(struct strbuf *sb, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        strbuf_adds(sb, text);
        return;
    }
    strbuf_addc(sb, '"');
    for (; *text; text++) {
        if (*text == '"')
            strbuf_addc(sb, '"');
        strbuf_addc(sb, *text);
    }
    strbuf_addc(sb, '"');
}

void strbuf_clear(struct strbuf *sb)
{
    sb->length = 0;
    if (sb->capacity)
        sb->text[0] = '\0';
}

void strbuf_release(struct strbuf *sb)
{
    if (sb->capacity)
        free(sb->text);
    strbuf_init(sb);
}

int strbuf_read_file(struct strbuf *sb, const char *path, size_t limit, struct err *err)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL) {
        const struct builtin_file *builtin = builtin_find(path);
        if (!builtin || errno != ENOENT)
            return err_set_at(err, ERR_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
        strbuf_add(sb, builtin->text, (size_t)(builtin->end - builtin->text));
        return 0;
    }
    int result = 0;
    for (;;) {
        reserve(sb, 64 * 1024);
        errno = 0;
        size_t got = fread(sb->text + sb->length, 1, sb->capacity - sb->length - 1, file);
        sb->length += got;
        sb->text[sb->length] = '\0';
        if (sb->length > limit) {
            result = err_set_at(err, ERR_INPUT, path, 0, 0, "larger than %zu bytes", limit);
            break;
        }
        if (got == 0) {
            if (ferror(file))
                result = err_set_at(err, ERR_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
            break;
        }
    }
    if (file != stdin)
        fclose(file);
    return result;
}
