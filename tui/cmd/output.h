/* Where results go: standard output or the file of -o. A disk that is full is an error (status 4),
 * never a short file without a word.
 */
#ifndef TUI_CMD_OUTPUT_H
#define TUI_CMD_OUTPUT_H

#include "sim/io/sink.h"
#include "tui/cmd/option.h"
#include "tui/term/screen.h"

#include <stddef.h>
#include <stdio.h>

/* Writes everything, to `path` or to standard output when it is NULL or "-". */
int output_write(const char *path, const char *text, size_t length, struct err *err);

/* The same for writers that need not hold everything: open, write to `sink`, close. After an error
 * of output_open() there is nothing to close; output_close() passes on what is left. */
struct output {
    struct sink sink;
    FILE *file;
    const char *name; /* for messages */
};
int output_open(struct output *output, const char *path, struct err *err);
int output_close(struct output *output, struct err *err);

/* How text is drawn, from the options, the terminal and the locale's variables. */
struct text_style {
    int width; /* columns */
    bool utf8;
    bool color;
};
int output_style(const struct arguments *args, struct text_style *style, struct err *err);

/* Folds the lines that a terminal, or what --width says, is too narrow for (wrap_fold()); for a
 * file or a pipe each stays whole, as programs read it. */
int output_fold(const struct arguments *args, struct strbuf *text, struct err *err);

/* Whether it does: what is folded has to be held in memory. */
bool output_folds(const struct arguments *args);

/* The same for a screen: colour and UTF-8 by the options, NO_COLOR and the locale's variables, the
 * theme by --theme, else by COLORFGBG. */
void output_screen_options(const struct arguments *args, struct screen_options *options);

/* Makes the folder and those that it stands in, where they are missing. ERR_RUN if that fails. */
int output_make_folders(const char *path, struct err *err);

#endif
