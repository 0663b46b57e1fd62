#include "sim/study/set_up.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>

int64_t set_up_time(const struct timeline *timeline)
{
    int64_t sum = 0;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (call->enter == TIMELINE_UNKNOWN || call->returned == TIMELINE_UNKNOWN ||
            call->enter < timeline->zero || call->enter > timeline->timed_to)
            continue;
        if (call_sets_up((enum call)call->call))
            sum = duration_add(sum, call->returned - call->enter);
    }
    return sum;
}

static void add(struct set_up_sets *sets, const struct profile *profile, enum call call)
{
    char *text = sets->texts[sets->count];
    size_t bytes = sizeof sets->texts[sets->count];
    enum profile_key curve;
    if (profile_call_curve(call, &curve)) {
        const struct profile_key_info *info = profile_key_info(curve);
        if (profile->state[curve] == PROFILE_MISSING)
            return;
        snprintf(text, bytes, "%s.%s=1:0ns 2:0ns", info->section, info->name);
    } else if (profile->call_state[call] != PROFILE_MISSING) {
        snprintf(text, bytes, "host.%s=0ns", call_info(call)->name);
    } else {
        return;
    }
    sets->sets[sets->count++] = text;
}

void set_up_sets_init(struct set_up_sets *sets, const struct profile *profile,
                      const struct predict_options *options)
{
    size_t most = options->set_count + CALL_COUNT;
    sets->sets = mem_zalloc(most * sizeof *sets->sets);
    sets->texts = mem_zalloc(most * sizeof *sets->texts);
    sets->count = 0;
    for (size_t i = 0; i < options->set_count; i++)
        sets->sets[sets->count++] = options->sets[i];
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        if (call_sets_up((enum call)call))
            add(sets, profile, (enum call)call);
}

void set_up_sets_release(struct set_up_sets *sets)
{
    free(sets->sets);
    free(sets->texts);
    *sets = (struct set_up_sets){0};
}
