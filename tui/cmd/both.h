/* Two files held against each other: scenarios and programs are predicted, and compared as the
 * instrument of a measurement would see them. */
#ifndef TUI_CMD_BOTH_H
#define TUI_CMD_BOTH_H

#include "sim/analysis/compare.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"
#include "tui/cmd/seen.h"

#include <stdbool.h>

struct both {
    struct operand a, b;
    struct seen seen; /* a as b's instrument sees it: what is compared with b */
    struct compare compare;
    bool compared;
};

/* To be released, also after an error. The watches, which may be the same, note every file that was
 * read for each (NULL: not wanted). */
int both_load(struct both *both, const char *a, const char *b, const struct arguments *args,
              struct watch *watch_a, struct watch *watch_b, struct err *err);

void both_release(struct both *both);

#endif
