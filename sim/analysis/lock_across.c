#include "sim/analysis/lock_across.h"

#include "sim/base/keys.h"
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

enum { HANDED_ON = 8 }; /* from call to call */

/* The call in which the lock was let go of for which a row of calls waited; LOCK_ACROSS_NONE: it
 * waited for none, or the lock was let go of between two calls. */
static uint32_t giving_call(const struct timeline *t, uint32_t row)
{
    const struct timeline_call *waiting = &t->calls.rows[row];
    if (!waits_for_lock(t, waiting))
        return LOCK_ACROSS_NONE;
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->thread + 1 == waiting->giver && call->enter <= waiting->given &&
            call->returned >= waiting->given)
            return i;
    }
    return LOCK_ACROSS_NONE;
}

/* Since when the call had the lock that it waited for first of all. */
static int64_t has_lock_from(const struct timeline *t, const struct timeline_call *call)
{
    int64_t from = call->enter;
    for (uint32_t i = 0; i < call->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (wait->rule != RULE_ID_LOCK)
            break;
        from = wait->to;
    }
    return from;
}

/* Calls in one place, and how long they had the lock within the wait. */
struct held {
    struct lock_holder holder;
    int64_t within;
};

/* Who had it longest. */
static struct held longest_holder(const struct timeline *t, uint32_t row)
{
    const struct timeline_call *waiting = &t->calls.rows[row];
    uint32_t giving[HANDED_ON];
    size_t given = 0, capacity = 0;
    for (uint32_t at = row; given < HANDED_ON && at != LOCK_ACROSS_NONE; given++)
        at = giving[given] = giving_call(t, at);
    struct keys keys; /* places, and calls without one */
    struct held *rows = NULL, most = {.holder.call = LOCK_ACROSS_NONE};
    keys_init(&keys);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        const int64_t begin = has_lock_from(t, call);
        const int64_t from = begin > waiting->enter ? begin : waiting->enter;
        const int64_t to = call->returned < waiting->given ? call->returned : waiting->given;
        if (i == row || from >= to)
            continue;
        bool holds = call_allocates((enum call)call->call);
        for (size_t k = 0; k < given && !holds; k++)
            holds = giving[k] == i;
        if (!holds)
            continue;
        const size_t count = keys.count;
        const uint32_t at = keys_add(&keys, call->place ? call->place : (uint64_t)i << 32);
        rows = mem_grow(rows, &capacity, keys.count, sizeof *rows);
        if (at == count)
            rows[at] = (struct held){.holder.call = i};
        rows[at].holder.count++;
        rows[at].holder.several |= call->thread != t->calls.rows[rows[at].holder.call].thread;
        rows[at].holder.time += call->returned - begin;
        rows[at].within += to - from;
        if (rows[at].within > most.within)
            most = rows[at];
    }
    free(rows);
    keys_release(&keys);
    return most;
}

struct lock_holder lock_held_in_calls(const struct timeline *t, uint32_t row)
{
    const struct timeline_call *waiting = &t->calls.rows[row];
    const int64_t half = (waiting->given - waiting->enter + 1) / 2;
    const uint32_t last = giving_call(t, row);
    if (!waits_for_lock(t, waiting))
        return (struct lock_holder){.call = LOCK_ACROSS_NONE};
    const struct held most = longest_holder(t, row);
    if (most.within >= half)
        return most.holder;
    if (last == LOCK_ACROSS_NONE)
        return (struct lock_holder){.call = LOCK_ACROSS_NONE};
    /* that waited itself for what is not known, most of the time */
    const struct timeline_call *call = &t->calls.rows[last];
    const int64_t from = call->enter > waiting->enter ? call->enter : waiting->enter;
    return (struct lock_holder){.call = waiting->given - from >= half ? last : LOCK_ACROSS_NONE,
                                .count = 1,
                                .time = call->returned - call->enter};
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
