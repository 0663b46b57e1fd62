/* What is shown on a terminal while much is predicted that nobody sees: once a second, how long it
 * has taken and how many programs have been predicted, when it takes longer than a second.
 */
#ifndef TUI_CMD_PATIENCE_H
#define TUI_CMD_PATIENCE_H

#include "sim/study/predict.h"
#include "tui/cmd/option.h"

#include <pthread.h>
#include <stdatomic.h>

struct patience {
    const char *doing;
    atomic_ulong predicted;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool runs, ends, any;
};

/* Predictions with `options` are counted from now on, where standard error is a terminal and not
 * --quiet. `patience` stays where it is until patience_end(). */
void patience_begin(struct patience *patience, const char *doing, const struct arguments *args,
                    struct predict_options *options);

/* Takes it off the terminal; before anything else is written there. Once more does no harm. */
void patience_end(struct patience *patience);

#endif
