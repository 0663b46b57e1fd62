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
