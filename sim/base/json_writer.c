#include "sim/base/json_writer.h"

#include "sim/base/duration.h"
#include "sim/base/json.h"

#include <string.h>

struct json_writer json_writer_on(struct strbuf *sb)
{
    return (struct json_writer){.sb = sb, .before = 0, .indent = -1};
}

void json_line(struct json_writer *w, int indent)
{
    w->indent = (int8_t)indent;
}

void json_key(struct json_writer *w, const char *key)
{
    static const char spaces[] = "\n                                ";
    if (w->before)
        strbuf_addc(w->sb, w->before);
    if (w->indent >= 0)
        strbuf_add(w->sb, spaces, (size_t)w->indent + 1);
    else if (w->before == ',')
        strbuf_addc(w->sb, ' ');
    w->before = ',';
    w->indent = -1;
    if (key) {
        json_add_string(w->sb, key, strlen(key));
        strbuf_add(w->sb, ": ", 2);
    }
}

void json_bytes(struct json_writer *w, const char *key, const char *text, size_t length)
{
    json_key(w, key);
    json_add_string(w->sb, text, length);
}

void json_text(struct json_writer *w, const char *key, const char *text)
{
    json_bytes(w, key, text, strlen(text));
}

void json_int(struct json_writer *w, const char *key, int64_t value)
{
    if (value == JSON_ABSENT)
        return;
    json_key(w, key);
    json_add_int(w->sb, value);
}

void json_count(struct json_writer *w, const char *key, size_t count)
{
    json_int(w, key, (int64_t)count);
}

void json_bool(struct json_writer *w, const char *key, bool value)
{
    json_key(w, key);
    strbuf_adds(w->sb, value ? "true" : "false");
}

void json_true(struct json_writer *w, const char *key, bool value)
{
    if (value)
        json_bool(w, key, true);
}

void json_us(struct json_writer *w, const char *key, int64_t ns)
{
    if (ns == JSON_ABSENT)
        return;
    json_key(w, key);
    duration_add_us(w->sb, ns);
}

static void open_with(struct json_writer *w, const char *key, char bracket)
{
    json_key(w, key);
    w->before = bracket;
}

static void close_with(struct json_writer *w, char open, char bracket)
{
    if (w->before == open)
        strbuf_addc(w->sb, open);
    strbuf_addc(w->sb, bracket);
    w->before = ',';
    w->indent = -1;
}

void json_open(struct json_writer *w, const char *key)
{
    open_with(w, key, '{');
}

void json_close(struct json_writer *w)
{
    close_with(w, '{', '}');
}

void json_list(struct json_writer *w, const char *key)
{
    open_with(w, key, '[');
}

void json_list_end(struct json_writer *w)
{
    close_with(w, '[', ']');
}
