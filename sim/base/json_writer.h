/* A JSON document written key by key: commas, braces and line breaks come by themselves.
 *
 * Knows nothing of CUDA, nor where the text goes: it appends to a strbuf, which the caller may
 * empty between two calls (sim/io/sink.h).
 *
 * Everything is on one line unless `json_line` was called before. A key of NULL is none: the value
 * is the next item of a list. A value of JSON_ABSENT writes nothing at all: what is not known is
 * absent, never 0 or null.
 *
 *     struct json_writer w = json_writer_on(sb);
 *     json_open(&w, NULL);
 *     json_text(&w, "format", "nullstream-explain");
 *     json_list(&w, "waits");
 *     for (...) {
 *         json_line(&w, 2);
 *         json_open(&w, NULL);
 *         json_us(&w, "from_us", from);
 *         json_close(&w);
 *     }
 *     json_list_end(&w);
 *     json_close(&w);
 */
#ifndef SIM_BASE_JSON_WRITER_H
#define SIM_BASE_JSON_WRITER_H

#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_ABSENT INT64_MIN

struct json_writer {
    struct strbuf *sb; /* where the text goes; borrowed */
    char before;       /* what is still to be written: '{' or '[' of one just opened, ',', or 0 */
    int8_t indent;     /* the next key or item begins a line with so many spaces; -1: it does not */
};

struct json_writer json_writer_on(struct strbuf *sb);

/* The next key or item begins a new line, after `indent` spaces (at most 32). */
void json_line(struct json_writer *w, int indent);

/* A key for a value that the caller appends to `sb` itself. */
void json_key(struct json_writer *w, const char *key);

void json_text(struct json_writer *w, const char *key, const char *text);
void json_bytes(struct json_writer *w, const char *key, const char *text, size_t length);
void json_int(struct json_writer *w, const char *key, int64_t value);
void json_count(struct json_writer *w, const char *key, size_t count);
void json_bool(struct json_writer *w, const char *key, bool value);
void json_true(struct json_writer *w, const char *key, bool value); /* false: absent */

/* A duration in ns, written as microseconds with three decimals. */
void json_us(struct json_writer *w, const char *key, int64_t ns);

/* An object, a list. Each is closed by the other of its pair; empty ones are "{}" and "[]". */
void json_open(struct json_writer *w, const char *key);
void json_close(struct json_writer *w);
void json_list(struct json_writer *w, const char *key);
void json_list_end(struct json_writer *w);

#endif
