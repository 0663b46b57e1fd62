/* Measuring many programs in few processes: `nullstream measure --batch LIST -o FOLDER`. */
#ifndef TUI_CMD_BATCH_H
#define TUI_CMD_BATCH_H

#include "tui/cmd/option.h"

/* A line of the list is a name, a file and options for it, with spaces between; `#` begins a
 * comment. Those that need the same environment are measured together, one after the other in each
 * process, and written to FOLDER/NAME.json without their program. What fails is said, and is the
 * exit status at the end; the others are measured all the same. */
int batch_measure(const char *list, const struct arguments *args, struct err *err);

#endif
