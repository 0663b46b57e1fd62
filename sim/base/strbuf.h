/* A growing string. `text` is always terminated and never NULL. Knows nothing of CUDA. */
#ifndef SIM_BASE_STRBUF_H
#define SIM_BASE_STRBUF_H

#include "sim/base/err.h"

#include <stddef.h>

struct strbuf {
    char *text;
    size_t length;
    size_t capacity;
};

void strbuf_init(struct strbuf *sb);
void strbuf_add(struct strbuf *sb, const char *bytes, size_t length);
void strbuf_adds(struct strbuf *sb, const char *text);
void strbuf_addc(struct strbuf *sb, char c);
void strbuf_addf(struct strbuf *sb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A field of a line of CSV, in quotes where it needs them (RFC 4180). */
void strbuf_add_csv(struct strbuf *sb, const char *text);

/* Columns: puts blanks behind, or before, what was added since `begin`, until that has `width`
 * bytes. */
void strbuf_pad(struct strbuf *sb, size_t begin, size_t width);
void strbuf_align_right(struct strbuf *sb, size_t begin, size_t width);

/* Empties it and keeps its memory. */
void strbuf_clear(struct strbuf *sb);
void strbuf_release(struct strbuf *sb);

/* Appends a whole file ("-": standard input), at most `limit` bytes; otherwise fails. Directories
 * and unreadable files are ERR_INPUT with the system's reason. A path that does not exist and is
 * the name of a built-in file (builtin.h) gives that one. */
int strbuf_read_file(struct strbuf *sb, const char *path, size_t limit, struct err *err);

#endif
