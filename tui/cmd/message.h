/* Messages for people, on standard error: `file:line:col: error: text`, the source line, a caret
 * and a hint. Control characters from files are never passed to the terminal.
 */
#ifndef TUI_CMD_MESSAGE_H
#define TUI_CMD_MESSAGE_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>

enum message_kind {
    MESSAGE_ERROR,
    MESSAGE_WARNING,
    MESSAGE_NOTE,
};

/* Appends the message, each line with its newline. */
void message_format(struct strbuf *sb, enum message_kind kind, const struct err *err, bool color);

/* The same to standard error. */
void message_print(enum message_kind kind, const struct err *err, bool color);

/* Whether to colour a stream: `when` is auto, always or never (NULL: auto), `fd` its descriptor. */
bool message_wants_color(const char *when, int fd);

#endif
