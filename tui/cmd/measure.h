/* Running an operand's program on the GPU, with the options of GROUP_MEASURE. */
#ifndef TUI_CMD_MEASURE_H
#define TUI_CMD_MEASURE_H

#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"

/* Fills *measured, which the caller has set to zero and releases, also after an error; with it what
 * is needed to predict it again. Errors are those of gpu_measure(). */
int measure_operand(struct operand *operand, struct timeline *measured,
                    const struct arguments *args, struct err *err);

#endif
