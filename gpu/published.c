#include "gpu/published.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Of host work that stands before `next`: PLAN_HOST if it is no turn of such a loop. A loop that
 * works or sleeps meanwhile has looked in vain before the first of its turns and behind each. */
static enum plan_step step_before(const struct plan *plan, size_t i, uint32_t next)
{
    const struct program_record *record = plan_record(plan, i), *look = plan_record(plan, next);
    bool sees = look->call == CALL_observe && look->object < plan->atomics;
    if (program_sleeps_until(record))
        return PLAN_HOST;
    if (program_is_turn(record))
        return sees || plan->steps[next] == PLAN_TURNS ? PLAN_TURNS : PLAN_HOST;
    bool polls = sees && look->flags & RECORD_POLL;
    bool goes_on = plan->steps[next] == PLAN_MEANWHILE && look->call == record->call &&
                   look->place == record->place;
    return polls || goes_on ? PLAN_MEANWHILE : PLAN_HOST;
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
        if (plan->steps[i] != PLAN_HOST || next == PLAN_NONE ||
            !call_is_work(plan_record(plan, i)->call))
            continue;
        enum plan_step step = step_before(plan, i, next);
        if (step == PLAN_HOST)
            continue;
        bool sees = plan_record(plan, next)->call == CALL_observe;
        plan->until[i] = sees ? next : plan->until[next];
        plan->steps[i] = (uint8_t)step;
    }
}

struct published_wait published_wait_of(const struct plan *plan, uint32_t record)
{
    uint32_t look = plan->until[record];
    return (struct published_wait){plan_record(plan, look)->object, plan->writes[look]};
}
