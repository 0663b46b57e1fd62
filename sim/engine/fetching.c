#include "sim/engine/fetching.h"

/* Commands that a PBDMA fetches anew when it turns to another of its queues, times these; 0: it
 * does not turn. It stays with a queue whose next kernel waits for one of its own stream, unless
 * that reads: that drives from level 2 what was fetched (traces/experiments/turning-queues.txt,
 * KIND 1 and 2). */
static uint32_t fetched_by(const struct engine *engine, uint32_t pbdma)
{
    const struct connections *connections = &engine->connections;
    uint32_t commands = 0;
    bool waits = false;
    for (uint32_t i = 0; i < connections->compute; i++) {
        const struct connection_queue *queue = &connections->lane[i];
        if (queue->pbdma != pbdma || queue->head == 0)
            continue;
        const struct live_op *first = live_get(&engine->live, queue->head);
        waits |= first->unmet_far > 0;
        if (first->unmet > 0 && first->unmet_far == 0 && first->on_sms && first->kernel.bytes == 0)
            return 0;
        uint32_t most = connections->fetched + 1;
        commands += queue->waiting < most ? queue->waiting : most;
    }
    return waits ? commands : 0;
}

struct copy_slow fetching_slows(const struct engine *engine)
{
    const struct connections *connections = &engine->connections;
    struct copy_slow slow = {0, 0};
    if (engine->crossing[PATH_H2D] + engine->crossing[PATH_D2H] == 0 || connections->copies_compute)
        return slow;
    const int64_t *value = engine->profile->value;
    int64_t out = value[engine->copies.on_way > 0 ? PROFILE_copy_d2h_turning_loaded
                                                  : PROFILE_copy_d2h_turning];
    for (uint32_t p = 0; p < (uint32_t)value[PROFILE_connections_pbdmas]; p++) {
        uint32_t queues = connections->held_by[p];
        uint32_t commands = queues > 1 ? fetched_by(engine, p) : 0;
        if (commands == 0)
            continue;
        slow.in += (uint32_t)(value[PROFILE_copy_h2d_turning] +
                              value[PROFILE_copy_h2d_turning_command] * (commands / queues - 1));
        slow.out += (uint32_t)out;
    }
    return slow;
}
