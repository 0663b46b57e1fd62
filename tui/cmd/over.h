/* The first of two files over the other, as `view` shows them: the first is followed, with what it
 * was before and under other conditions; the other one stays as it was read.
 */
#ifndef TUI_CMD_OVER_H
#define TUI_CMD_OVER_H

#include "tui/cmd/both.h"
#include "tui/view/versions.h"

#include <stdbool.h>

struct over {
    struct both both;
    struct version *first;    /* what was read */
    struct versions versions; /* of the first file, if it `follows` */
    bool follows;
    struct watch others; /* files whose change asks for all anew: over_load() */
};

/* NULL: an error. */
struct over *over_load(const char *a, const char *b, const struct arguments *args, struct err *err);

/* The newest version. */
const struct version *over_now(const struct over *over);

/* What a thread that does not end still reads is left to the process. NULL is nothing. */
void over_release(struct over *over);

#endif
