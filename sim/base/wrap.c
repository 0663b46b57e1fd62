#include "sim/base/wrap.h"

#include <stdbool.h>
#include <string.h>

/* Columns on the screen: continuation bytes of UTF-8 take none. */
static int columns(const char *text, size_t length)
{
    int width = 0;
    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

static void add_spaces(struct strbuf *sb, int count)
{
    while (count-- > 0)
        strbuf_addc(sb, ' ');
}

void wrap_add(struct strbuf *sb, const char *text, int width, int first, int indent)
{
    int at = first;
    add_spaces(sb, first);
    for (bool begins = true; *text; begins = false) {
        size_t length = strcspn(text, " ");
        int wide = columns(text, length);
        if (!begins && at + 1 + wide > width) {
            strbuf_addc(sb, '\n');
            add_spaces(sb, indent);
            at = indent;
            begins = true;
        }
        if (!begins) {
            strbuf_addc(sb, ' ');
            at++;
        }
        strbuf_add(sb, text, length);
        at += wide;
        text += length;
        text += *text == ' ';
    }
    strbuf_addc(sb, '\n');
}

void wrap_add_lines(struct strbuf *sb, const char *text, int width, int first, int indent)
{
    struct strbuf line;
    strbuf_init(&line);
    while (*text) {
        size_t length = strcspn(text, "\n");
        strbuf_clear(&line);
        strbuf_add(&line, text, length);
        wrap_add(sb, line.text, width, first, indent);
        text += length + (text[length] != '\0');
    }
    strbuf_release(&line);
}

/* Where the last column of a line begins, behind two spaces or more; 0: it has but one. */
static size_t last_column(const char *line, size_t length)
{
    size_t last = 0, begin = strspn(line, " ");
    for (size_t i = begin; i + 2 < length; i++)
        if (line[i] == ' ' && line[i + 1] == ' ' && line[i + 2] != ' ')
            last = i + 2;
    return last;
}

static void fold_line(struct strbuf *sb, const char *line, size_t length, int width)
{
    size_t column = last_column(line, length);
    int indent = columns(line, column);
    bool comments = line[column] == ';';
    if (column == 0 || indent > width * 3 / 4) {
        indent = (int)strspn(line, " ") + 2;
        comments = line[0] == ';';
        column = (size_t)indent - 2;
    }
    int at = columns(line, column);
    strbuf_add(sb, line, column);
    for (size_t from = column; from < length;) {
        size_t gap = strspn(line + from, " "), word = strcspn(line + from + gap, " \n");
        int wide = columns(line + from, gap + word);
        bool begins = from == column;
        if (!begins && at + wide > width) {
            strbuf_addc(sb, '\n');
            add_spaces(sb, indent);
            strbuf_adds(sb, comments ? "; " : "");
            at = indent + (comments ? 2 : 0);
            from += gap;
            wide -= (int)gap;
            gap = 0;
        }
        strbuf_add(sb, line + from, gap + word);
        at += wide;
        from += gap + word;
    }
    strbuf_addc(sb, '\n');
}

void wrap_fold(struct strbuf *sb, const char *text, int width)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (columns(text, length) > width) {
            fold_line(sb, text, length, width);
        } else {
            strbuf_add(sb, text, length);
            strbuf_addc(sb, '\n');
        }
        text += length + (text[length] != '\0');
    }
}
