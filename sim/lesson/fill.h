/* The texts of a lesson with their numbers filled in. */
#ifndef SIM_LESSON_FILL_H
#define SIM_LESSON_FILL_H

#include "sim/base/strbuf.h"
#include "sim/lesson/quantity.h"

/* Appends a text in Markdown in which every `{...}` outside code is replaced by what it comes to.
 * `setting` says which run is meant where none is named. Faults are ERR_INPUT at their place. */
int lesson_fill(struct strbuf *sb, const struct quantity_setting *setting,
                const struct lesson_text *text, struct err *err);

/* What stands in a text at *at, for those who look through it. */
enum fill_piece {
    FILL_END,
    FILL_TEXT,
    FILL_CODE,        /* with its backticks, or a block of it with its fences */
    FILL_PLACEHOLDER, /* with its braces */
};

/* The piece that begins at *at; *length of it. */
enum fill_piece fill_next(const char *text, size_t at, size_t *length);

#endif
