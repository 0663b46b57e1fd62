/* Files of sections and values, for people to write:
 *
 *     ; a comment, also with #; only at the start of a line
 *     [section NAME]
 *     key ARGUMENT = a value
 *         that goes on in indented lines
 *
 * NAME and ARGUMENT are optional. Lines of a value are joined by newlines, without the indentation
 * of the first of them; empty lines between them are kept. Knows nothing of what sections mean.
 */
#ifndef SIM_BASE_INI_H
#define SIM_BASE_INI_H

#include "sim/base/arena.h"
#include "sim/base/err.h"

#include <stddef.h>

struct ini_section {
    const char *kind, *name; /* "[question stops]": name "" without one */
    int line;
    size_t first_entry, entry_count;
};

struct ini_entry {
    const char *key, *argument; /* "choice a = ...": argument "" without one */
    const char *value;
    int line, column; /* of the value's first byte */
};

struct ini {
    struct arena arena; /* all strings */
    const char *path;   /* for messages */
    struct ini_section *sections;
    size_t section_count, section_capacity;
    struct ini_entry *entries;
    size_t entry_count, entry_capacity;
};

/* Reads `length` bytes. ERR_INPUT with line and column. ini_release() is needed also after an
 * error. */
int ini_read(struct ini *ini, const char *path, const char *text, size_t length, struct err *err);

/* Where byte `at` of a value stands in the file; columns are not known beyond its first line: 0. */
void ini_place(const struct ini_entry *entry, size_t at, int *line, int *column);

void ini_release(struct ini *ini);

#endif
