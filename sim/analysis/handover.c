#include "sim/analysis/handover.h"

#include "sim/base/keys.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

int64_t handover_time(const struct timeline *timeline, const struct timeline_call *call)
{
    if (call->giver)
        return call->given;
    for (uint32_t i = call->wait_count; i-- > 0;) {
        const struct timeline_wait *wait = &timeline->waits.rows[call->first_wait + i];
        if (handover_is_of_thread(wait))
            return wait->to;
    }
    return TIMELINE_UNKNOWN;
}

bool handover_is_wait(const struct timeline *timeline, const struct timeline_call *call)
{
    return handover_time(timeline, call) != TIMELINE_UNKNOWN;
}

/* The two threads, if there are as many, in which something ended at a moment. */
struct ended {
    uint16_t threads[2];
};

static void note(struct ended *ended, const struct keys *keys, int64_t time, uint16_t thread)
{
    uint32_t row = time == TIMELINE_UNKNOWN ? KEYS_NONE : keys_find(keys, (uint64_t)time);
    if (row == KEYS_NONE)
        return;
    struct ended *at = &ended[row];
    if (at->threads[0] == HANDOVER_NOBODY)
        at->threads[0] = thread;
    else if (at->threads[0] != thread && at->threads[1] == HANDOVER_NOBODY)
        at->threads[1] = thread;
}

static void find_givers(struct handover *handover, const struct timeline *t)
{
    struct keys keys;
    keys_init(&keys);
    for (uint32_t i = 0; i < t->calls.count; i++)
        if (handover_is_wait(t, &t->calls.rows[i]))
            keys_add(&keys, (uint64_t)handover_time(t, &t->calls.rows[i]));
    if (keys.count) {
        struct ended *ended = mem_zalloc(keys.count * sizeof *ended);
        memset(ended, 0xff, keys.count * sizeof *ended);
        for (uint32_t i = 0; i < t->ops.count; i++)
            note(ended, &keys, t->ops.rows[i].returned, t->ops.rows[i].thread);
        for (uint32_t i = 0; i < t->calls.count; i++)
            if (!handover_is_wait(t, &t->calls.rows[i]))
                note(ended, &keys, t->calls.rows[i].returned, t->calls.rows[i].thread);
        for (uint32_t i = 0; i < t->calls.count; i++) {
            const struct timeline_call *call = &t->calls.rows[i];
            if (!handover_is_wait(t, call))
                continue;
            if (call->giver) {
                handover->giver[i] = (uint16_t)(call->giver - 1);
                continue;
            }
            const struct ended *at = &ended[keys_find(&keys, (uint64_t)handover_time(t, call))];
            handover->giver[i] = at->threads[at->threads[0] == call->thread];
        }
        free(ended);
    }
    keys_release(&keys);
}

static void note_begin(struct handover *handover, uint16_t thread, int64_t time)
{
    if (thread >= handover->threads || time == TIMELINE_UNKNOWN)
        return;
    struct handover_thread *row = &handover->of_thread[thread];
    if (row->begin == TIMELINE_UNKNOWN || time < row->begin)
        row->begin = time;
}

static uint16_t next_thread(const struct timeline *t, uint16_t thread)
{
    do
        thread++;
    while (thread < t->threads.count && t->threads.rows[thread].kind != THREAD_HOST);
    return thread;
}

/* Threads are numbered as they are made. Where making one takes no time it is no call of the
 * timeline; then main made it, at the moment that it begins. */
static void find_makers(struct handover *handover, const struct timeline *t)
{
    for (uint32_t i = 0; i < t->ops.count; i++)
        note_begin(handover, t->ops.rows[i].thread, t->ops.rows[i].call);
    for (uint32_t i = 0; i < t->calls.count; i++)
        note_begin(handover, t->calls.rows[i].thread, t->calls.rows[i].enter);
    for (size_t thread = 1; thread < handover->threads; thread++) {
        struct handover_thread *row = &handover->of_thread[thread];
        row->maker = row->begin == TIMELINE_UNKNOWN ? HANDOVER_NOBODY : 0;
        row->made = row->begin;
    }
    uint16_t thread = next_thread(t, 0);
    for (uint32_t i = 0; i < t->calls.count && thread < handover->threads; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->call != CALL_thread_create)
            continue;
        struct handover_thread *row = &handover->of_thread[thread];
        /* one that makes no call is joined all the same, and had to be made before */
        const bool begins = row->begin != TIMELINE_UNKNOWN;
        if (call->thread != thread && (!begins || call->returned <= row->begin)) {
            row->made = call->returned;
            row->maker = call->thread;
            if (begins)
                handover->giver[i] = thread;
        }
        thread = next_thread(t, thread);
    }
}

void handover_find(struct handover *handover, const struct timeline *timeline)
{
    *handover = (struct handover){.threads = timeline->threads.count};
    handover->of_thread = mem_zalloc((handover->threads + 1) * sizeof *handover->of_thread);
    for (size_t i = 0; i < handover->threads; i++)
        handover->of_thread[i] =
            (struct handover_thread){.begin = TIMELINE_UNKNOWN, .maker = HANDOVER_NOBODY};
    if (timeline->source != TIMELINE_PREDICTED || handover->threads < 2)
        return;
    handover->giver = mem_zalloc((timeline->calls.count + 1) * sizeof *handover->giver);
    memset(handover->giver, 0xff, timeline->calls.count * sizeof *handover->giver);
    find_givers(handover, timeline);
    find_makers(handover, timeline);
}

void handover_release(struct handover *handover)
{
    free(handover->giver);
    free(handover->of_thread);
    *handover = (struct handover){0};
}
