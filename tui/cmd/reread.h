/* An operand as it is followed: read again, and predicted again, in threads (sim/study/follow.h).
 */
#ifndef TUI_CMD_REREAD_H
#define TUI_CMD_REREAD_H

#include "sim/study/follow.h"
#include "tui/cmd/operand.h"

#include <stdbool.h>

/* Whether it can be read again: neither built in nor a pipe. */
bool reread_can(const struct operand *operand);

/* What versions of it are made from, with what versions_source() says; the operand must outlive
 * it. The source's `make` and `context` may be set to others. */
void reread_source(struct follow_source *source, const struct operand *operand);

#endif
