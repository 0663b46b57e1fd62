#include "sim/model/pace.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static struct pace_thread *thread_of(struct pace *pace, uint32_t thread)
{
    if (thread >= pace->count) {
        pace->threads =
            mem_grow(pace->threads, &pace->capacity, (size_t)thread + 1, sizeof *pace->threads);
        memset(pace->threads + pace->count, 0,
               ((size_t)thread + 1 - pace->count) * sizeof *pace->threads);
        pace->count = (size_t)thread + 1;
    }
    return &pace->threads[thread];
}

void pace_take(struct pace *pace, const struct timeline *timeline)
{
    *pace = (struct pace){0};
    for (size_t i = 0; i < timeline->ops.count; i++) {
        const struct timeline_op *op = &timeline->ops.rows[i];
        struct pace_thread *thread = thread_of(pace, op->thread);
        thread->calls =
            mem_grow(thread->calls, &thread->capacity, thread->count + 1, sizeof *thread->calls);
        thread->calls[thread->count++] = (struct pace_call){op->call, op->returned};
    }
}

const struct pace_call *pace_call(const struct pace *pace, uint32_t thread, size_t index)
{
    if (thread >= pace->count || index >= pace->threads[thread].count)
        return NULL;
    const struct pace_call *call = &pace->threads[thread].calls[index];
    return call->enter == TIMELINE_UNKNOWN ? NULL : call;
}

void pace_release(struct pace *pace)
{
    for (size_t i = 0; i < pace->count; i++)
        free(pace->threads[i].calls);
    free(pace->threads);
    *pace = (struct pace){0};
}
