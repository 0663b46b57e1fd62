#include "gpu/published.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

enum {
    ATOMICS_MOST = 1 << 20
}; /* as the virtual runtime has it of locks, which share the numbers */

static bool is_turn(const struct program_record *record)
{
    return call_is_work(record->call) && record->count == WORK_TURNS;
}

/* The look that ends the loop of which the record is a turn, or PLAN_NONE: the next record of its
 * thread that is not a turn itself. */
static uint32_t look_behind(const struct plan *plan, uint32_t index)
{
    uint32_t next = index;
    while (next != PLAN_NONE && is_turn(plan_record(plan, next)))
        next = plan->following[next];
    return next != PLAN_NONE && plan_record(plan, next)->call == CALL_observe ? next : PLAN_NONE;
}

void published_find(struct plan *plan)
{
    const struct program *program = plan->program;
    plan->writes = mem_zalloc((program->records.count + 1) * sizeof *plan->writes);
    uint32_t *written = NULL; /* by atomic: how often so far */
    size_t capacity = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        bool writes = record->call == CALL_publish;
        if ((!writes && record->call != CALL_observe) || record->object >= ATOMICS_MOST)
            continue;
        size_t before = capacity;
        written = mem_grow(written, &capacity, (size_t)record->object + 1, sizeof *written);
        memset(written + before, 0, (capacity - before) * sizeof *written);
        written[record->object] += writes;
        plan->writes[i] = written[record->object];
        plan->atomics = record->object >= plan->atomics ? record->object + 1 : plan->atomics;
        if (writes)
            plan->steps[i] = PLAN_PUBLISH;
    }
    free(written);
    for (size_t i = 0; plan->atomics > 0 && i < program->records.count; i++)
        if (plan->steps[i] == PLAN_HOST && is_turn(plan_record(plan, i)) &&
            look_behind(plan, (uint32_t)i) != PLAN_NONE)
            plan->steps[i] = PLAN_TURNS;
}

bool published_wait_of(const struct plan *plan, uint32_t record, struct published_wait *wait)
{
    uint32_t look = look_behind(plan, record);
    if (look == PLAN_NONE || plan_record(plan, look)->object >= plan->atomics)
        return false;
    *wait = (struct published_wait){plan_record(plan, look)->object, plan->writes[look]};
    return true;
}
