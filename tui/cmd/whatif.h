/* `explain --what-if`: the wall time under other conditions. */
#ifndef TUI_CMD_WHATIF_H
#define TUI_CMD_WHATIF_H

#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"

/* Tries all and writes the table with its bars, JSON, CSV or a figure, where -o says. A timeline
 * has no program to try it with: ERR_INPUT. */
int whatif_report(const struct operand *operand, const struct arguments *args, struct err *err);

#endif
