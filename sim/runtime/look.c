/* What the driver knows to be done. A call that asks whether something is reads the device's
 * progress across the link, unless the driver knows already: it keeps what a synchronize of the
 * device has seen, and that a copy or a record with timing is done; for kernels and memsets it
 * looks again each time (traces/experiments/event-looks.txt). */
#include "sim/runtime/inside.h"

void look_behind(const struct runtime *runtime, struct looks *looks, uint32_t op,
                 const struct enqueue *what, bool attached)
{
    if (attached) { /* no command of its own */
        looks->known |= looks->end <= runtime->looked;
    } else {
        looks->known = false;
        looks->lasts = what->kind == OP_RECORD || what->kind == OP_HOST ||
                       (what->kind == OP_COPY && what->machine == MACHINE_COPY);
    }
    looks->end = op + 1;
}

int64_t look_cost(const struct runtime *runtime, const struct looks *looks)
{
    bool known = looks->known || looks->end <= runtime->looked;
    return known ? 0 : runtime->profile->value[PROFILE_host_look];
}

void look_learn(struct looks *looks)
{
    looks->known |= looks->lasts;
}
