#include "sim/analysis/lock_across.h"

#include "sim/base/mem.h"
#include "sim/model/calls.h"
#include "sim/model/rules.h"

#include <stdlib.h>
#include <string.h>

static bool waits_for_lock(const struct timeline *t, const struct timeline_call *call)
{
    for (uint32_t i = 0; call->giver && i < call->wait_count; i++)
        if (t->waits.rows[call->first_wait + i].rule == RULE_ID_LOCK)
            return true;
    return false;
}

static bool waits_for_op(const struct timeline *t, const struct timeline_call *call)
{
    for (uint32_t i = 0; i < call->wait_count; i++)
        if (t->waits.rows[call->first_wait + i].blocker != TIMELINE_NO_OP)
            return true;
    return false;
}

/* Back from a thread's last call to the one that it waited in before it let go of the lock. Where
 * it waited for a lock itself, it came to hold this one then, or is not known to hold it before. */
static uint32_t held_in(const struct timeline *t, const uint32_t *before, uint32_t last,
                        const struct timeline_call *waiting)
{
    for (uint32_t row = last; row != LOCK_ACROSS_NONE; row = before[row]) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->returned > waiting->given)
            continue;
        if (call->returned <= waiting->enter || waits_for_lock(t, call))
            return LOCK_ACROSS_NONE;
        if (waits_for_op(t, call))
            return row;
    }
    return LOCK_ACROSS_NONE;
}

uint32_t *lock_across_find(const struct timeline *t)
{
    uint32_t *found = NULL;
    uint32_t *before = mem_zalloc((t->calls.count + 1) * sizeof *before);
    uint32_t *last = mem_zalloc((t->threads.count + 1) * sizeof *last);
    for (size_t i = 0; i <= t->threads.count; i++)
        last[i] = LOCK_ACROSS_NONE;
    for (uint32_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->thread >= t->threads.count)
            continue;
        before[row] = last[call->thread];
        last[call->thread] = row;
        if (!waits_for_lock(t, call) || call->giver > t->threads.count)
            continue;
        uint32_t holder = held_in(t, before, last[call->giver - 1], call);
        if (holder == LOCK_ACROSS_NONE)
            continue;
        if (!found) {
            found = mem_zalloc((t->calls.count + 1) * sizeof *found);
            memset(found, 0xff, (t->calls.count + 1) * sizeof *found);
        }
        found[row] = holder;
    }
    free(before);
    free(last);
    return found;
}

uint32_t lock_held_in_call(const struct timeline *t, uint32_t row)
{
    const struct timeline_call *waiting = &t->calls.rows[row];
    if (!waits_for_lock(t, waiting))
        return LOCK_ACROSS_NONE;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        bool gives = call->returned >= waiting->given;
        /* one for memory has the driver's lock for all of its time; the thread's next call may take
           that again before who waits for it is awake */
        if (call->thread + 1 != waiting->giver || call->enter > waiting->given ||
            !(gives || call_allocates((enum call)call->call)))
            continue;
        int64_t from = call->enter > waiting->enter ? call->enter : waiting->enter;
        int64_t to = gives ? waiting->given : call->returned;
        if ((to - from) * 2 >= waiting->given - waiting->enter)
            return i;
    }
    return LOCK_ACROSS_NONE;
}

int64_t lock_wait_before(const struct timeline *t, uint32_t op)
{
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->op != op)
            continue;
        int64_t sum = 0, from = call->enter;
        for (uint32_t w = 0; w < call->wait_count; w++) {
            const struct timeline_wait *wait = &t->waits.rows[call->first_wait + w];
            sum += wait->rule == RULE_ID_LOCK ? wait->to - from : 0;
            from = wait->to;
        }
        return sum;
    }
    return 0;
}

struct lock_across lock_across_of(const struct timeline *t, uint32_t place)
{
    struct lock_across across = {0};
    uint32_t *held = place ? lock_across_find(t) : NULL;
    int64_t *waited = held ? mem_zalloc((t->places.count + 1) * sizeof *waited) : NULL;
    for (uint32_t row = 0; held && row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (held[row] == LOCK_ACROSS_NONE || t->calls.rows[held[row]].place != place ||
            call->place >= t->places.count)
            continue;
        int64_t length = call->given - call->enter;
        across.waited += length;
        waited[call->place] += length;
        if (across.place == 0 || waited[call->place] > waited[across.place])
            across.place = call->place;
    }
    free(waited);
    free(held);
    return across;
}
