/* Where results go: standard output or the file of -o. A disk that is full is an error (status 4),
 * never a short file without a word.
 */
#ifndef TUI_CMD_OUTPUT_H
#define TUI_CMD_OUTPUT_H

#include "tui/cmd/option.h"

#include <stddef.h>

/* Writes everything, to `path` or to standard output when it is NULL or "-". */
int output_write(const char *path, const char *text, size_t length, struct err *err);

/* How text is drawn, from the options, the terminal and the locale's variables. */
struct text_style {
    int width; /* columns */
    bool utf8;
    bool color;
};
int output_style(const struct arguments *args, struct text_style *style, struct err *err);

#endif
