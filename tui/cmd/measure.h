/* Running an operand's program on the GPU, with the options of GROUP_MEASURE. */
#ifndef TUI_CMD_MEASURE_H
#define TUI_CMD_MEASURE_H

#include "gpu/gpu.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/option.h"

#include <time.h>

/* What is shown on a terminal when it takes longer than a second. */
struct measure_shown {
    struct timespec began;
    bool any;
};

/* Fills *measured, which the caller has set to zero and releases, also after an error; with it what
 * is needed to predict it again. Errors are those of gpu_measure(). */
int measure_operand(struct operand *operand, struct timeline *measured,
                    const struct arguments *args, struct err *err);

/* What the options say of how often and with what to measure; `shown` must live as long, and
 * measure_shown_end() takes it off the terminal. */
int measure_options(struct gpu_options *options, struct measure_shown *shown,
                    const struct arguments *args, struct err *err);
void measure_shown_end(const struct measure_shown *shown);

/* Adds the environment that the operand runs in, as --env and --connections give it. */
int measure_environment(struct gpu_options *options, const struct operand *operand,
                        const struct arguments *args, struct err *err);
void measure_environment_release(struct gpu_options *options);

/* Notes what is needed to predict it again: the options and the program. */
int measure_note_origin(struct operand *operand, struct timeline *measured,
                        const struct arguments *args, struct err *err);

#endif
