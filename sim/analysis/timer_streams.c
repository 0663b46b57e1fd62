#include "sim/analysis/timer_streams.h"

#include "sim/base/mem.h"
#include "sim/model/timeline.h"

#include <stdlib.h>

static struct timer_stream *use(struct timer_streams *streams, uint32_t stream)
{
    while (streams->count <= stream) {
        streams->rows =
            mem_grow(streams->rows, &streams->capacity, streams->count + 1, sizeof *streams->rows);
        streams->rows[streams->count++] =
            (struct timer_stream){TIMELINE_NO_OP, TIMELINE_NO_OP, INT64_MIN, INT64_MIN, false};
    }
    struct timer_stream *row = &streams->rows[stream];
    if (!row->used) {
        row->used = true;
        streams->used = mem_grow(streams->used, &streams->used_capacity, streams->used_count + 1,
                                 sizeof *streams->used);
        streams->used[streams->used_count++] = stream;
    }
    return row;
}

void timer_streams_work(struct timer_streams *streams, uint32_t stream, uint32_t op, int64_t end)
{
    struct timer_stream *row = use(streams, stream);
    if (end > row->done) {
        row->op = op;
        row->done = end;
    }
}

void timer_streams_wait(struct timer_streams *streams, uint32_t stream)
{
    use(streams, stream);
}

void timer_streams_wait_for_all(struct timer_streams *streams)
{
    streams->all = true;
}

void timer_streams_wait_for(struct timer_streams *streams, uint32_t op, int64_t end)
{
    if (end <= streams->waited_done)
        return;
    streams->waited_op = op;
    streams->waited_done = end;
}

void timer_streams_read(struct timer_streams *streams)
{
    for (size_t i = 0; i < streams->used_count; i++) {
        struct timer_stream *row = &streams->rows[streams->used[i]];
        if (row->done > row->earlier_done) {
            row->earlier_op = row->op;
            row->earlier_done = row->done;
        }
        if (row->done > streams->latest)
            streams->latest = row->done;
        row->op = TIMELINE_NO_OP;
        row->done = INT64_MIN;
        row->used = false;
    }
    streams->used_count = 0;
    streams->all = false;
    streams->waited_done = INT64_MIN;
}

uint32_t timer_streams_counted(const struct timer_streams *streams, int64_t begin, int64_t now)
{
    uint32_t found = TIMELINE_NO_OP;
    int64_t latest = begin;
    const size_t count = streams->all ? streams->count : streams->used_count;
    if (streams->latest <= begin)
        return found;
    for (size_t i = 0; i < count; i++) {
        const struct timer_stream *row = &streams->rows[streams->all ? i : streams->used[i]];
        if (row->earlier_done > latest && row->earlier_done <= now) {
            latest = row->earlier_done;
            found = row->earlier_op;
        }
    }
    return streams->waited_done > latest && streams->waited_done <= now ? streams->waited_op
                                                                        : found;
}

void timer_streams_release(struct timer_streams *streams)
{
    free(streams->rows);
    free(streams->used);
    *streams = (struct timer_streams){0};
}
