/* A scenario's source as rows for a pane: its lines, and under each include that is open the lines
 * of that file. Includes are folded at first.
 *
 * Knows nothing of timelines and screens.
 */
#ifndef TUI_VIEW_LISTING_H
#define TUI_VIEW_LISTING_H

#include "sim/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LISTING_NO_FILE UINT32_MAX
#define LISTING_NO_ROW  SIZE_MAX

struct listing_line {
    uint32_t at; /* in the file's text */
    uint32_t
        includes; /* number of the file that it includes; LISTING_NO_FILE: none that is there */
};

struct listing_file {
    char *path;
    char *text; /* each line ends with a 0 */
    struct listing_line *lines;
    size_t line_count;
    bool open; /* shown under its include */
};

struct listing_row {
    uint32_t file, line; /* line: from 0 */
    uint32_t depth;      /* 0: of the scenario itself */
};

struct listing {
    struct listing_file *files; /* 0: the scenario */
    size_t file_count, file_capacity;
    struct listing_row *rows;
    size_t row_count, row_capacity;
};

void listing_init(struct listing *listing);

/* Reads the scenario, and the files that it includes by a quoted name, as far as they are there: at
 * most 64 of them, 1 MiB each. Fails with ERR_INPUT as strbuf_read_file() does; the source is then
 * empty. */
int listing_read(struct listing *listing, const char *path, struct err *err);

/* The same of a text that the caller has, of a file `path`. */
void listing_set(struct listing *listing, const char *path, const char *text);

const char *listing_text(const struct listing *listing, size_t row);

/* The row of a line (from 1) of a file, named as places name it. LISTING_NO_ROW: the file is not
 * there, has no such line or is folded. */
size_t listing_find(const struct listing *listing, const char *path, int32_t line);

/* Opens the includes that lead to a file; returns whether any was folded. */
bool listing_open(struct listing *listing, const char *path);

/* Opens all includes if all are folded, else folds them. */
void listing_fold_all(struct listing *listing);

void listing_release(struct listing *listing);

#endif
