#include "tui/cmd/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"error", "warning", "note"};
static const char *const colors[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};

static void add_clean(struct strbuf *sb, const char *text)
{
    for (const char *p = text; *p; p++) {
        unsigned char c = (unsigned char)*p;
        strbuf_addc(sb, (c < 0x20 && c != '\t') || c == 0x7f ? '?' : *p);
    }
}

/* Spaces up to `column` (from 1, in bytes), with the tabs of the line above and one space for each
 * character of several bytes. */
static void add_indent(struct strbuf *sb, const char *line, int column)
{
    for (int i = 0; i < column - 1 && line[i]; i++) {
        if (((unsigned char)line[i] & 0xc0) != 0x80)
            strbuf_addc(sb, line[i] == '\t' ? '\t' : ' ');
    }
}

void message_format(struct strbuf *sb, enum message_kind kind, const struct err *err, bool color)
{
    const char *bold = color ? "\033[1m" : "";
    const char *off = color ? "\033[0m" : "";
    strbuf_adds(sb, bold);
    if (err->file[0]) {
        add_clean(sb, err->file);
        if (err->line > 0)
            strbuf_addf(sb, ":%d", err->line);
        if (err->line > 0 && err->column > 0)
            strbuf_addf(sb, ":%d", err->column);
    } else {
        strbuf_adds(sb, "nullstream");
    }
    strbuf_addf(sb, ":%s %s%s:%s ", off, color ? colors[kind] : "", names[kind], off);
    add_clean(sb, err->message);
    strbuf_addc(sb, '\n');
    if (err->excerpt[0]) {
        strbuf_adds(sb, "    ");
        add_clean(sb, err->excerpt);
        strbuf_addc(sb, '\n');
        if (err->caret > 0) {
            strbuf_adds(sb, "    ");
            add_indent(sb, err->excerpt, err->caret);
            strbuf_addf(sb, "%s^%s\n", color ? "\033[1;32m" : "", off);
        }
    }
    if (err->hint[0]) {
        strbuf_adds(sb, "  hint: ");
        add_clean(sb, err->hint);
        strbuf_addc(sb, '\n');
    }
}

void message_print(enum message_kind kind, const struct err *err, bool color)
{
    struct strbuf sb;
    strbuf_init(&sb);
    message_format(&sb, kind, err, color);
    fwrite(sb.text, 1, sb.length, stderr);
    strbuf_release(&sb);
}

bool message_wants_color(const char *when, int fd)
{
    if (when && strcmp(when, "always") == 0)
        return true;
    if (when && strcmp(when, "never") == 0)
        return false;
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return !(no && *no) && isatty(fd) && term && strcmp(term, "dumb") != 0;
}
