/* --only, --range and --time: a part of a timeline instead of the whole. */
#ifndef TUI_CMD_PART_H
#define TUI_CMD_PART_H

#include "tui/cmd/operand.h"

/* Whether the options ask for a part. */
bool part_is_asked(const struct arguments *args);

/* Cuts the operand's timeline as the options say; without them it stays as it is. */
int part_take(struct operand *operand, const struct arguments *args, struct err *err);

/* The same of a timeline that is no operand's. */
int part_cut(struct timeline *timeline, const struct arguments *args, struct err *err);

/* Marks what the options leave of the operand's timeline, and leaves it whole: *keep is an array of
 * its operations, which the caller frees, or NULL without such options. */
int part_mark(struct operand *operand, const struct arguments *args, bool **keep, struct err *err);

/* part_take() for several that are compared: with --time, of the `count` others those operations
 * are kept whose partners in `a` are, so that one which ends a moment later in one of them does not
 * go missing. All must have the hashes of their programs, by which operations are matched. */
int part_take_alike(struct operand *a, struct operand *const *others, size_t count,
                    const struct arguments *args, struct err *err);

#endif
