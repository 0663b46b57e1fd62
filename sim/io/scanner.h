/* Scanning lines of words, numbers and quoted names, with faults that name their place.
 *
 * What the program file is made of; knows none of its records.
 */
#ifndef SIM_IO_SCANNER_H
#define SIM_IO_SCANNER_H

#include "sim/base/err.h"
#include "sim/base/intern.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scanner {
    const char *at, *end; /* the text not read yet */
    const char *begin;    /* of the line */
    const char *file;     /* for faults */
    int line;             /* from 1 */
    struct err *err;
    struct strbuf name; /* a quoted name, without its escapes */
};

/* A fault at a place of the present line. Returns -1. */
int scanner_fail(struct scanner *s, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Space, tab, carriage return. */
bool scanner_is_space(char c);
void scanner_skip_spaces(struct scanner *s);

/* Skips spaces; whether only a comment is left. */
bool scanner_at_line_end(struct scanner *s);

/* Length of the run of bytes here without space, '=' or '#'. */
size_t scanner_word(const struct scanner *s);

int scanner_unsigned(struct scanner *s, uint64_t most, uint64_t *number);
int scanner_signed(struct scanner *s, int64_t least, int64_t most, int64_t *number);

/* A word, or a name in quotes with \" \\ and \xHH. */
int scanner_name(struct scanner *s, struct intern *names, uint32_t *name);

#endif
