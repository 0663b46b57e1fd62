#include "sim/analysis/failures.h"

#include "sim/analysis/label.h"
#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"

#include <stdio.h>
#include <string.h>

static bool has_failed(const struct timeline_call *call)
{
    return call->result != CUDA_cudaSuccess && call->result != CUDA_cudaErrorNotReady &&
           !call_reports_error(call->call);
}

static void set_failure(struct failure *failure, const struct timeline *timeline,
                        const struct timeline_call *call)
{
    struct strbuf place;
    strbuf_init(&place);
    if (call->place)
        label_place(&place, timeline, call->place);
    *failure = (struct failure){.call = call->call, .result = call->result};
    snprintf(failure->place, sizeof failure->place, "%s", place.text);
    strbuf_release(&place);
}

static bool has(const struct failures *failures, const struct failure *failure)
{
    for (size_t i = 0; i < failures->count; i++) {
        const struct failure *row = &failures->rows[i];
        if (row->call == failure->call && row->result == failure->result &&
            strcmp(row->place, failure->place) == 0)
            return true;
    }
    return false;
}

void failures_find(struct failures *failures, const struct timeline *timeline)
{
    *failures = (struct failures){0};
    for (size_t i = 0; i < timeline->calls.count && !failures->more; i++) {
        struct failure failure;
        if (!has_failed(&timeline->calls.rows[i]))
            continue;
        set_failure(&failure, timeline, &timeline->calls.rows[i]);
        if (has(failures, &failure))
            continue;
        if (failures->count == FAILURES_KEPT)
            failures->more = true;
        else
            failures->rows[failures->count++] = failure;
    }
}

const struct failure *failures_beyond(const struct failures *failures,
                                      const struct failures *before)
{
    for (size_t i = 0; i < failures->count && !before->more; i++)
        if (!has(before, &failures->rows[i]))
            return &failures->rows[i];
    return NULL;
}

size_t failures_of_work(const struct timeline *timeline, uint32_t *first)
{
    size_t count = 0;
    for (uint32_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        const enum call_object object = call_info((enum call)call->call)->object;
        if (!has_failed(call) ||
            (object != OBJECT_LAUNCH && object != OBJECT_COPY && object != OBJECT_HOSTFN))
            continue;
        if (count++ == 0)
            *first = i;
    }
    return count;
}

void failure_text(struct strbuf *sb, const struct failure *failure)
{
    strbuf_adds(sb, call_info((enum call)failure->call)->name);
    if (failure->place[0])
        strbuf_addf(sb, " (%s)", failure->place);
    strbuf_addf(sb, " returned %s", cuda_error_name(failure->result));
}

void failures_text(struct strbuf *sb, const struct timeline *timeline)
{
    const struct timeline_call *first = NULL;
    struct failure failure;
    size_t more = 0;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (!has_failed(call))
            continue;
        if (first)
            more++;
        else
            first = call;
    }
    if (!first)
        return;
    set_failure(&failure, timeline, first);
    strbuf_adds(sb, "errors   ");
    failure_text(sb, &failure);
    if (more)
        strbuf_addf(sb, "; %zu more call%s failed", more, more > 1 ? "s" : "");
    strbuf_addc(sb, '\n');
}
