/* Which recorded measurement is of a scenario. */
#ifndef TUI_CMD_RECORDING_H
#define TUI_CMD_RECORDING_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "tui/cmd/operand.h"

/* Appends the path of a measured timeline below traces/ (here, of the installation or of the source
 * tree) of the operand's program, found by its hash; else of a scenario of its name. Errors:
 * ERR_INPUT if there is none. */
int recording_find(const struct operand *operand, struct strbuf *path, struct err *err);

#endif
