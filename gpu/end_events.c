#include "gpu/end_events.h"

#include "sim/base/mem.h"
#include "sim/model/timeline.h"

#include <stdlib.h>
#include <string.h>

void end_events_init(struct end_events *events, const struct plan *plan, struct device *device)
{
    *events = (struct end_events){.plan = plan, .device = device};
    events->ends = mem_zalloc((plan->op_count + 1) * sizeof *events->ends);
    events->recorded = mem_zalloc((plan->op_count + 1) * sizeof *events->recorded);
    events->times = mem_zalloc((plan->op_count + 1) * sizeof *events->times);
}

/* Kernels, copies, memsets and host functions. */
static bool has_event(const struct plan *plan, uint32_t op)
{
    const struct program_record *record = &plan->program->records.rows[plan->op_records[op]];
    return plan_is_traced(plan, plan->op_records[op]) ||
           call_info((enum call)record->call)->object == OBJECT_HOSTFN;
}

static int record_origin(struct end_events *events)
{
    enum { TRIES = 4 }; /* the first are slow */
    const struct device_api *api = events->device->api;
    int error = 0;
    for (int i = 0; error == 0 && i < TRIES; i++) {
        int64_t from = api->now(events->device);
        error = api->event_record(events->device, events->origin, events->stream);
        if (error == 0)
            error = api->event_synchronize(events->device, events->origin);
        events->host = from + (api->now(events->device) - from) / 2;
    }
    return error;
}

int end_events_begin(struct end_events *events)
{
    const struct device_api *api = events->device->api;
    int error = api->stream_create(events->device, true, 0, &events->stream);
    if (error == 0)
        error = api->event_create(events->device, true, false, &events->origin);
    for (uint32_t op = 0; op < events->plan->op_count; op++) {
        events->recorded[op] = false;
        events->times[op] = TIMELINE_UNKNOWN;
        if (error == 0 && has_event(events->plan, op))
            error = api->event_create(events->device, true, false, &events->ends[op]);
    }
    return error ? error : record_origin(events);
}

int end_events_record(struct end_events *events, uint32_t op, struct device_stream *stream)
{
    if (events->ends[op] == NULL)
        return 0;
    events->recorded[op] = true;
    return events->device->api->event_record(events->device, events->ends[op], stream);
}

int end_events_end(struct end_events *events)
{
    const struct device_api *api = events->device->api;
    int error = 0;
    for (uint32_t op = 0; op < events->plan->op_count; op++) {
        int64_t ns = 0;
        if (error == 0 && events->recorded[op]) {
            error = api->event_elapsed(events->device, events->origin, events->ends[op], &ns);
            events->times[op] = events->host + ns;
        }
        if (events->ends[op])
            api->event_destroy(events->device, events->ends[op]);
        events->ends[op] = NULL;
    }
    if (events->origin)
        api->event_destroy(events->device, events->origin);
    if (events->stream)
        api->stream_destroy(events->device, events->stream);
    events->origin = NULL;
    events->stream = NULL;
    return error;
}

void end_events_release(struct end_events *events)
{
    free(events->ends);
    free(events->recorded);
    free(events->times);
    memset(events, 0, sizeof *events);
}
