#include "sim/engine/host_worker.h"

void host_worker_init(struct host_worker *worker)
{
    worker->idle_since = INT64_MIN;
}

int64_t host_worker_wake(struct host_worker *worker, const struct profile *profile, int64_t now)
{
    int64_t least = worker->cold ? profile->value[PROFILE_latency_host_cold] : 0;
    worker->cold = false;
    const struct profile_curve *curve = &profile->curve[PROFILE_latency_host_asleep];
    if (curve->count == 0)
        return least;
    int64_t longest = curve->size[curve->count - 1]; /* nothing is known of longer sleep */
    int64_t slept = now - worker->idle_since;
    int64_t wake = profile_curve_at(curve, slept < longest ? slept : longest);
    return wake > least ? wake : least;
}

void host_worker_submit(struct host_worker *worker, struct live *live, uint32_t slot)
{
    live_get(live, slot)->next = 0;
    if (worker->head)
        live_get(live, worker->tail)->next = slot;
    else
        worker->head = slot;
    worker->tail = slot;
}

uint32_t host_worker_take(struct host_worker *worker, const struct live *live)
{
    if (worker->running || !worker->head)
        return 0;
    worker->running = worker->head;
    worker->head = live_get(live, worker->running)->next;
    return worker->running;
}

void host_worker_done(struct host_worker *worker, const struct live *live, int64_t time)
{
    service_log_add(&worker->log, live_get(live, worker->running)->id, time);
    worker->running = 0;
    worker->idle_since = time;
}
