/* An event behind each operation of a run, which is recorded no earlier than the operation ends,
 * and one that the idle device records before all others, from which they are counted. (An event
 * before an operation would say when its stream reached it, not when it started.)
 *
 * All but the init and the release are to be called within the run; they return what the device
 * returned.
 */
#ifndef GPU_END_EVENTS_H
#define GPU_END_EVENTS_H

#include "gpu/plan.h"

struct end_events {
    const struct plan *plan;
    struct device *device;
    struct device_stream *stream; /* of the origin */
    struct device_event *origin, **ends;
    bool *recorded;
    int64_t *times; /* by operation: when its event was recorded, ns of now(); TIMELINE_UNKNOWN */
    int64_t host;   /* when the origin was recorded, likewise */
};

void end_events_init(struct end_events *events, const struct plan *plan, struct device *device);

/* Makes the events and records the origin. Its time is the middle of the record and the synchronize
 * around it, a few microseconds. */
int end_events_begin(struct end_events *events);

/* Behind an operation in its stream, from any thread. */
int end_events_record(struct end_events *events, uint32_t op, struct device_stream *stream);

/* Reads the times when all is done and drops the events. */
int end_events_end(struct end_events *events);

void end_events_release(struct end_events *events);

#endif
