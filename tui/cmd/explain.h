/* The explanation of what was loaded: `nullstream explain`, and `nullstream FILE` for a measured
 * timeline. */
#ifndef TUI_CMD_EXPLAIN_H
#define TUI_CMD_EXPLAIN_H

#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"

/* Writes why it waited, where -o says, in the format of --format (text, table or json); with
 * --only,
 * --range or --time why that part of it did. Returns 0 or -1. */
int explain_operand(struct operand *operand, const struct arguments *args, struct err *err);

#endif
