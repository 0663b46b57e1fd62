#include "sim/analysis/poll_begin.h"

#include "sim/base/mem.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

/* The loop that a thread is in; no `place`: none. */
struct polling {
    uint32_t place;
    int64_t from, to;
};

int64_t *poll_begin_find(const struct timeline *t)
{
    int64_t *begins = mem_zalloc((t->calls.count + 1) * sizeof *begins);
    struct polling *threads = mem_zalloc((t->threads.count + 1) * sizeof *threads);
    for (size_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        begins[row] = call->enter;
        if (call->thread >= t->threads.count || call->returned == TIMELINE_UNKNOWN)
            continue;
        struct polling *polling = &threads[call->thread];
        bool goes_on = polling->place && polling->to == call->enter;
        bool asks = call_is_query(call->call) && call->place;
        if (asks && call->result == CUDA_cudaErrorNotReady) {
            if (!goes_on || polling->place != call->place)
                *polling = (struct polling){.place = call->place, .from = call->enter};
            polling->to = call->returned;
            continue;
        }
        if (goes_on && call_is_work(call->call) && call->wait_count == 0) {
            polling->to = call->returned;
            continue;
        }
        if (goes_on && asks && polling->place == call->place && call->wait_count)
            begins[row] = polling->from;
        polling->place = 0;
    }
    free(threads);
    return begins;
}

bool *poll_fillers_find(const struct timeline *t)
{
    bool *fillers = NULL;
    uint32_t *last = mem_zalloc((t->threads.count + 1) * sizeof *last); /* where it asked; 0: not */
    uint32_t *next = mem_zalloc((t->threads.count + 1) * sizeof *next);
    uint32_t *asks = mem_zalloc((t->calls.count + 1) * sizeof *asks);
    for (size_t row = t->calls.count; row-- > 0;) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->thread >= t->threads.count)
            continue;
        asks[row] = next[call->thread];
        if (!call_is_work(call->call))
            next[call->thread] = call_is_query(call->call) ? call->place : 0;
    }
    for (size_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->thread >= t->threads.count)
            continue;
        if (call_is_work(call->call) && asks[row] && asks[row] == last[call->thread]) {
            if (!fillers)
                fillers = mem_zalloc((t->calls.count + 1) * sizeof *fillers);
            fillers[row] = true;
        } else if (!call_is_work(call->call)) {
            const bool again = call_is_query(call->call) && call->result == CUDA_cudaErrorNotReady;
            last[call->thread] = again ? call->place : 0;
        }
    }
    free(last);
    free(next);
    free(asks);
    return fillers;
}
