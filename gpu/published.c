#include "gpu/published.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

void published_find(struct plan *plan)
{
    const struct program *program = plan->program;
    plan->writes = mem_zalloc((program->records.count + 1) * sizeof *plan->writes);
    uint32_t *written = NULL; /* by atomic: how often so far */
    size_t capacity = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = plan_record(plan, i);
        bool writes = record->call == CALL_publish;
        if ((!writes && record->call != CALL_observe) || record->object >= PROGRAM_LOCKS_MOST)
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
    for (size_t i = program->records.count; plan->atomics > 0 && i-- > 0;) {
        uint32_t next = plan->following[i];
        if (plan->steps[i] != PLAN_HOST || !program_is_turn(plan_record(plan, i)) ||
            next == PLAN_NONE)
            continue;
        const struct program_record *record = plan_record(plan, next);
        bool sees = record->call == CALL_observe && record->object < plan->atomics;
        if (!sees && plan->steps[next] != PLAN_TURNS)
            continue;
        plan->until[i] = sees ? next : plan->until[next];
        plan->steps[i] = PLAN_TURNS;
    }
}

struct published_wait published_wait_of(const struct plan *plan, uint32_t record)
{
    uint32_t look = plan->until[record];
    return (struct published_wait){plan_record(plan, look)->object, plan->writes[look]};
}
