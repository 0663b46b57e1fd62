/* What the driver knows to be done. A call that asks whether something is reads the device's
 * progress across the link, unless the driver knows already: it keeps what a synchronize of the
 * device has seen, and that a copy or a record with timing is done; for kernels and memsets it
 * looks again each time (traces/experiments/event-looks.txt; there a synchronize of the device
 * looks again, too, behind kernels in four streams, which is not modelled). A query that finds
 * something not done yet does not look (query-rounds.txt). */
#include "sim/runtime/inside.h"

void look_behind(struct runtime *runtime, struct looks *looks, uint32_t op,
                 const struct enqueue *what, bool attached)
{
    if (attached) { /* no command of its own */
        looks->known |= looks->end <= runtime->looked;
    } else {
        looks->known = false;
        looks->lasts = what->kind == OP_RECORD || what->kind == OP_HOST ||
                       (what->kind == OP_COPY && what->machine == MACHINE_COPY);
        runtime->commands_end = op + 1;
    }
    looks->end = op + 1;
}

void look_behind_event(struct looks *looks, const struct looks *event)
{
    looks->known = false;
    looks->lasts &= event->lasts;
}

int64_t look_cost(const struct runtime *runtime, const struct looks *looks)
{
    bool known = looks->known || looks->end <= runtime->looked;
    return known ? 0 : runtime->profile->value[PROFILE_host_look];
}

static void learn(struct looks *looks, uint32_t end)
{
    if (looks->end == end) /* nothing came behind it meanwhile */
        looks->known |= looks->lasts;
}

void look_returned(struct runtime *runtime, struct host_thread *thread)
{
    uint32_t end = thread->looked_end;
    thread->looked_end = 0;
    switch (end ? thread->record.call : CALL_NONE) {
    case CALL_NONE:
        return;
    case CALL_cudaEventQuery:
    case CALL_cudaEventSynchronize: /* also of what its stream marks next (host-chains.txt) */
        learn(&runtime->events.rows[thread->record.object].looks, end);
        learn(&stream_state(runtime, runtime->events.rows[thread->record.object].stream)->looks,
              end);
        return;
    case CALL_cudaStreamQuery:
    case CALL_cudaStreamSynchronize:
        learn(&stream_state(runtime, stream_named(thread))->looks, end);
        return;
    default: /* the device */
        runtime->looked = end > runtime->looked ? end : runtime->looked;
    }
}
