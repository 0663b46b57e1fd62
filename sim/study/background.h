/* Work that goes on in a thread of its own while its caller does something else: a prediction
 * beside a terminal that must answer keys.
 *
 * The caller polls, waits for a moment, takes the result, or leaves the work: then it is asked to
 * stop and thrown away by itself, however long that takes. Knows nothing of what is done.
 */
#ifndef SIM_STUDY_BACKGROUND_H
#define SIM_STUDY_BACKGROUND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct background;

struct background_kind {
    /* Does it. May end early once *stop is set: nobody will look at the result. What it uses must
     * live until it ends, or be its own. */
    void (*run)(void *work, const atomic_bool *stop);
    /* Frees the work, done or not. Runs in whichever thread is the last to need it. */
    void (*release)(void *work);
};

/* Begins. `work` belongs to it until background_take(). Where the system gives no thread, the work
 * is done at once, before this returns. */
struct background *background_begin(const struct background_kind *kind, void *work);

/* Waits until the work is done, at most for `ns`; 0: only asks. Returns whether it is. */
bool background_wait(struct background *background, int64_t ns);

/* The work, done, which is the caller's again; waits for it. Ends the background. */
void *background_take(struct background *background);

/* Asks it to stop: nobody will want the result. */
void background_stop(struct background *background);

/* The result is not wanted any more: asks the work to stop and returns at once. Ends the
 * background; the work is released when it stops. NULL: nothing to leave. */
void background_leave(struct background *background);

/* Frees something that takes long to free, in a thread of its own. */
void background_discard(void (*release)(void *what), void *what);

#endif
