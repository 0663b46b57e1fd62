#include "sim/analysis/poll_choice.h"

#include "sim/base/mem.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

static bool asks(const struct timeline *t, const struct timeline_call *call)
{
    return call_is_query(call->call) && call->place && call->place < t->places.count &&
           call->thread < t->threads.count && call->returned != TIMELINE_UNKNOWN;
}

/* By place: whether questions that are asked there are among several. NULL: none are. */
static bool *find_places(const struct timeline *t)
{
    bool *places = NULL;
    /* by thread: its last question, from 1, that was answered with no; 0: it has done other things
     */
    uint32_t *last = mem_zalloc((t->threads.count + 1) * sizeof *last);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->thread >= t->threads.count)
            continue;
        const uint32_t before = last[call->thread];
        last[call->thread] =
            asks(t, call) && call->result == CUDA_cudaErrorNotReady ? i + 1 : UINT32_C(0);
        if (before == 0 || !asks(t, call) || t->calls.rows[before - 1].returned != call->enter)
            continue;
        if (!places)
            places = mem_zalloc((t->places.count + 1) * sizeof *places);
        places[call->place] = places[t->calls.rows[before - 1].place] = true;
    }
    free(last);
    return places;
}

struct poll_choice poll_choice_find(const struct timeline *timeline)
{
    struct poll_choice choice = {.until = INT64_MIN};
    bool *places = find_places(timeline);
    for (uint32_t i = 0; places && i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (asks(timeline, call) && places[call->place] && call->returned > choice.until)
            choice = (struct poll_choice){true, call->returned, i};
    }
    free(places);
    return choice;
}
