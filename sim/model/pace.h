/* A pace: when the host threads of a measurement made the calls that enqueue.
 *
 * What a call takes differs from machine to machine and from one minute to the next, and decides
 * what the device has to choose from. A prediction whose calls come at a measured pace shows what
 * the engine's rules are worth by themselves. Calls are known by their thread and by how many of
 * its calls enqueued something before. Knows nothing of what the calls are.
 */
#ifndef SIM_MODEL_PACE_H
#define SIM_MODEL_PACE_H

#include "sim/model/timeline.h"

/* ns, as in the timeline; TIMELINE_UNKNOWN where the measurement does not say. */
struct pace_call {
    int64_t enter, returned;
};

struct pace_thread {
    struct pace_call *calls;
    size_t count, capacity;
};

struct pace {
    struct pace_thread *threads; /* by row of the timeline's */
    size_t count, capacity;
};

/* pace_release() ends it; the timeline need not live on. */
void pace_take(struct pace *pace, const struct timeline *timeline);

/* Of the thread's call number `index`; NULL if there is none. */
const struct pace_call *pace_call(const struct pace *pace, uint32_t thread, size_t index);

void pace_release(struct pace *pace);

#endif
