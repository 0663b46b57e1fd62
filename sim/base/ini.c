#include "sim/base/ini.h"

#include "sim/base/mem.h"
#include "sim/base/strbuf.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct ini *ini;
    struct err *err;
    int line;
    const char *text; /* of the line, without its newline */
    size_t length;
    struct strbuf value; /* of the last entry, which may go on */
    bool open;           /* there is one */
    size_t indent;       /* of its first continuation line; 0: none yet */
    int blanks;          /* empty lines since */
};

static int fail(struct reader *reader, size_t column, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static int fail(struct reader *reader, size_t column, const char *format, ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    err_set_at(reader->err, ERR_INPUT, reader->ini->path, reader->line, (int)column, "%s", message);
    err_excerpt(reader->err, reader->text, (int)reader->length);
    return -1;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *keep(struct ini *ini, const char *text, size_t length)
{
    while (length && is_blank(*text))
        text++, length--;
    while (length && (is_blank(text[length - 1]) || text[length - 1] == '\r'))
        length--;
    return arena_strndup(&ini->arena, text, length);
}

/* "question stops" into its two words. */
static void split(struct ini *ini, const char *text, size_t length, const char **first,
                  const char **rest)
{
    while (length && is_blank(*text))
        text++, length--;
    size_t word = 0;
    while (word < length && !is_blank(text[word]))
        word++;
    *first = keep(ini, text, word);
    *rest = keep(ini, text + word, length - word);
}

/* The value stands now: its blanks at the end are cut. */
static void close_entry(struct reader *reader)
{
    struct ini *ini = reader->ini;
    if (!reader->open)
        return;
    struct strbuf *value = &reader->value;
    size_t length = value->length;
    while (length && (is_blank(value->text[length - 1]) || value->text[length - 1] == '\n'))
        length--;
    ini->entries[ini->entry_count - 1].value = arena_strndup(&ini->arena, value->text, length);
    reader->open = false;
}

static int take_section(struct reader *reader)
{
    struct ini *ini = reader->ini;
    size_t length = reader->length;
    while (length && is_blank(reader->text[length - 1]))
        length--;
    if (reader->text[length - 1] != ']')
        return fail(reader, 1, "`[` without `]` at the end of the line");
    struct ini_section section = {.line = reader->line, .first_entry = ini->entry_count};
    split(ini, reader->text + 1, length - 2, &section.kind, &section.name);
    if (*section.kind == '\0')
        return fail(reader, 1, "a section without a name");
    ini->sections = mem_grow(ini->sections, &ini->section_capacity, ini->section_count + 1,
                             sizeof *ini->sections);
    ini->sections[ini->section_count++] = section;
    return 0;
}

static int take_entry(struct reader *reader)
{
    struct ini *ini = reader->ini;
    const char *equals = memchr(reader->text, '=', reader->length);
    if (!equals || equals == reader->text) {
        fail(reader, 1, "this is neither a [section] nor `key = value`");
        return err_hint(reader->err, "a value goes on in lines that begin with blanks");
    }
    if (ini->section_count == 0)
        return fail(reader, 1, "a value before the first [section]");
    struct ini_entry entry = {.line = reader->line};
    split(ini, reader->text, (size_t)(equals - reader->text), &entry.key, &entry.argument);
    const char *value = equals + 1, *end = reader->text + reader->length;
    while (value < end && is_blank(*value))
        value++;
    entry.column = (int)(value - reader->text) + 1;
    ini->entries =
        mem_grow(ini->entries, &ini->entry_capacity, ini->entry_count + 1, sizeof *ini->entries);
    ini->entries[ini->entry_count++] = entry;
    ini->sections[ini->section_count - 1].entry_count++;
    strbuf_clear(&reader->value);
    strbuf_add(&reader->value, value, (size_t)(end - value));
    reader->open = true;
    reader->indent = 0;
    reader->blanks = 0;
    return 0;
}

static int go_on(struct reader *reader)
{
    size_t blank = 0;
    while (is_blank(reader->text[blank]))
        blank++;
    if (!reader->open)
        return fail(reader, blank + 1, "an indented line goes on with a value, but there is none");
    if (reader->indent == 0)
        reader->indent = blank;
    size_t cut = blank < reader->indent ? blank : reader->indent;
    for (; reader->blanks; reader->blanks--)
        strbuf_addc(&reader->value, '\n');
    strbuf_addc(&reader->value, '\n');
    strbuf_add(&reader->value, reader->text + cut, reader->length - cut);
    return 0;
}

static int take_line(struct reader *reader)
{
    size_t blank = 0;
    while (blank < reader->length && is_blank(reader->text[blank]))
        blank++;
    if (blank == reader->length) {
        reader->blanks++;
        return 0;
    }
    if (blank)
        return go_on(reader);
    if (*reader->text == ';' || *reader->text == '#')
        return 0;
    close_entry(reader);
    return *reader->text == '[' ? take_section(reader) : take_entry(reader);
}

int ini_read(struct ini *ini, const char *path, const char *text, size_t length, struct err *err)
{
    memset(ini, 0, sizeof *ini);
    arena_init(&ini->arena);
    ini->path = arena_strndup(&ini->arena, path, strlen(path));
    struct reader reader = {.ini = ini, .err = err};
    strbuf_init(&reader.value);
    int rc = 0;
    if (memchr(text, '\0', length))
        rc = err_set_at(err, ERR_INPUT, path, 0, 0, "this is a binary file, not a text");
    for (const char *p = text, *end = text + length; p < end && rc == 0;) {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        const char *stop = newline ? newline : end;
        reader.line++;
        reader.text = p;
        reader.length = (size_t)(stop - p);
        if (reader.length && p[reader.length - 1] == '\r')
            reader.length--;
        rc = take_line(&reader);
        p = newline ? newline + 1 : end;
    }
    close_entry(&reader);
    strbuf_release(&reader.value);
    return rc;
}

void ini_place(const struct ini_entry *entry, size_t at, int *line, int *column)
{
    *line = entry->line;
    *column = entry->column + (int)at;
    for (size_t i = 0; i < at && entry->value[i]; i++)
        if (entry->value[i] == '\n') {
            ++*line;
            *column = 0;
        }
}

void ini_release(struct ini *ini)
{
    free(ini->sections);
    free(ini->entries);
    arena_release(&ini->arena);
    memset(ini, 0, sizeof *ini);
}
