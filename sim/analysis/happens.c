#include "sim/analysis/happens.h"

#include "sim/analysis/barriers.h"
#include "sim/analysis/happens_inside.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>

enum { NEWER_MOST = 256 }; /* records of an event that a wait may be bound to as well */

/* A stream while its operations are visited. */
struct stream_state {
    uint32_t clock;        /* of its last operation, that one left out */
    uint32_t joined;       /* what was known of the issuing thread when it was last looked at */
    uint32_t fence;        /* number of the last fence that its operations are behind */
    uint32_t listed;       /* 1 + number of the fence before which it is listed */
    uint32_t newer, older; /* by last operation: the streams beside it; HAPPENS_NONE: none */
};

/* That a thread has recorded an event, for the first time: its later records are known only to who
 * knows of that one. */
struct recorder {
    uint32_t record;
    uint32_t next; /* likewise of another thread; HAPPENS_NONE: none */
};

struct builder {
    struct happens *h;
    const struct program *p;
    struct stream_state *streams;
    uint32_t *clock;           /* by thread: what it knows */
    uint32_t *known_to;        /* by thread: all operations of smaller rows are known to it */
    uint32_t *recorded;        /* by event: the record of its last cudaEventRecord */
    uint32_t *recorded_before; /* by record of an event: the one before it, or HAPPENS_NONE */
    uint32_t *recorders;       /* by event: of the thread that came last to it */
    struct recorder *recorder;
    size_t recorder_count, recorder_capacity;
    uint32_t *lock_clock; /* by lock */
    size_t lock_capacity, lock_count;
    uint32_t newest;        /* stream with the newest operation */
    uint32_t fence, fences; /* the last operation of the legacy stream; how many there were */
    uint32_t *listed;       /* blocking streams with operations since */
    size_t listed_count, listed_capacity;
    size_t polled; /* ends of such loops that were passed */
    struct barriers barriers;
    size_t barrier;    /* rows of them that were passed */
    bool syncs_memory; /* cudaDeviceSyncMemops */
    bool no_locks;     /* they order nothing */
};

/* --- clocks ------------------------------------------------------------------------------------
 */

static uint32_t thread_chain(uint32_t thread)
{
    return thread;
}

static uint32_t stream_chain(const struct builder *b, uint32_t stream)
{
    return (uint32_t)b->p->threads.count + stream;
}

/* The clock that knows as well the operation of `record` and all that is before it. `thread` goes
 * without saying: its own records are known to it. */
static uint32_t join_op(struct builder *b, uint32_t clock, uint32_t record, uint32_t thread)
{
    const struct program_record *row = &b->p->records.rows[record];
    struct clocks *clocks = &b->h->clocks;
    clock = clock_join(clocks, clock, b->h->op_clock[record]);
    clock = clock_set(clocks, clock, stream_chain(b, row->stream), happens_op(record));
    if (row->thread != thread)
        clock = clock_set(clocks, clock, thread_chain(row->thread), happens_host(record));
    return clock;
}

/* Whether the call of `record` is before the call `now`. */
static bool is_known(const struct builder *b, uint32_t record, uint32_t now)
{
    uint32_t issuer = b->p->records.rows[record].thread;
    return issuer == b->p->records.rows[now].thread ||
           clock_get(&b->h->clocks, b->h->host_clock[now], thread_chain(issuer)) >=
               happens_host(record);
}

/* The stream's last operation whose call is before the call `now`. */
static uint32_t last_known(const struct builder *b, uint32_t stream, uint32_t now)
{
    uint32_t record = b->h->last[stream];
    while (record != HAPPENS_NONE && !is_known(b, record, now))
        record = b->h->previous[record];
    return record;
}

/* The thread of the call `now` learns that an operation (or none) is done. */
static void learn(struct builder *b, uint32_t now, uint32_t record)
{
    uint32_t thread = b->p->records.rows[now].thread;
    if (record != HAPPENS_NONE)
        b->clock[thread] = join_op(b, b->clock[thread], record, thread);
}

/* The streams are listed by their last operations, so those that did nothing since the last time
 * are not looked at. */
static void learn_all(struct builder *b, uint32_t now)
{
    uint32_t *known_to = &b->known_to[b->p->records.rows[now].thread];
    bool all = true;
    for (uint32_t s = b->newest; s != HAPPENS_NONE; s = b->streams[s].older) {
        if (b->h->last[s] < *known_to)
            break;
        uint32_t known = last_known(b, s, now);
        learn(b, now, known);
        all &= known == b->h->last[s]; /* what is not known now may be next time */
    }
    if (all)
        *known_to = now;
}

/* --- operations --------------------------------------------------------------------------------
 */

static bool is_blocking(const struct builder *b, uint32_t stream)
{
    enum stream_kind kind = b->p->streams.rows[stream].kind;
    return kind == STREAM_BLOCKING || kind == STREAM_PER_THREAD;
}

static void move_to_front(struct builder *b, uint32_t stream)
{
    struct stream_state *state = &b->streams[stream];
    if (b->newest == stream)
        return;
    if (state->newer != HAPPENS_NONE)
        b->streams[state->newer].older = state->older;
    if (state->older != HAPPENS_NONE)
        b->streams[state->older].newer = state->newer;
    state->newer = HAPPENS_NONE;
    state->older = b->newest;
    if (b->newest != HAPPENS_NONE)
        b->streams[b->newest].newer = stream;
    b->newest = stream;
}

static void list_for_fence(struct builder *b, uint32_t stream)
{
    if (b->streams[stream].listed == b->fences + 1)
        return;
    b->streams[stream].listed = b->fences + 1;
    b->listed = mem_grow(b->listed, &b->listed_capacity, b->listed_count + 1, sizeof *b->listed);
    b->listed[b->listed_count++] = stream;
}

/* `event`: the record of an event that it waits for, or HAPPENS_NONE. */
static void visit_op(struct builder *b, uint32_t record, uint32_t event)
{
    const struct program_record *row = &b->p->records.rows[record];
    struct stream_state *state = &b->streams[row->stream];
    struct clocks *clocks = &b->h->clocks;
    uint32_t before = b->h->last[row->stream], clock = state->clock;
    if (before != HAPPENS_NONE && b->p->records.rows[before].thread != row->thread)
        clock = clock_set(clocks, clock, thread_chain(b->p->records.rows[before].thread),
                          happens_host(before));
    if (state->joined != b->clock[row->thread])
        clock = clock_join(clocks, clock, b->clock[row->thread]);
    state->joined = b->clock[row->thread];
    if (is_blocking(b, row->stream)) {
        if (state->fence != b->fences)
            clock = join_op(b, clock, b->fence, row->thread);
        state->fence = b->fences;
        list_for_fence(b, row->stream);
    } else if (b->p->streams.rows[row->stream].kind == STREAM_LEGACY) {
        for (size_t i = 0; i < b->listed_count; i++)
            clock = join_op(b, clock, b->h->last[b->listed[i]], row->thread);
        b->listed_count = 0;
        b->fence = record;
        b->fences++;
    }
    if (event != HAPPENS_NONE)
        clock = join_op(b, clock, event, row->thread);
    b->h->op_clock[record] = state->clock = clock;
    b->h->previous[record] = before;
    b->h->last[row->stream] = record;
    move_to_front(b, row->stream);
}

/* As if it stood in its stream, so that it may be asked for; the stream goes on without it. */
static void visit_no_op(struct builder *b, uint32_t record)
{
    const struct program_record *row = &b->p->records.rows[record];
    b->h->op_clock[record] =
        clock_join(&b->h->clocks, b->streams[row->stream].clock, b->clock[row->thread]);
}

/* Whether the operation of `record` is done before a later one. */
static bool is_behind(const struct builder *b, uint32_t later, uint32_t record)
{
    const uint32_t stream = b->p->records.rows[record].stream;
    return b->p->records.rows[later].stream == stream ||
           clock_get(&b->h->clocks, b->h->op_clock[later], stream_chain(b, stream)) >=
               happens_op(record);
}

/* The record that a wait for the event is bound to: the latest one whose call is before this one.
 * Another thread may have called for newer ones by then: the wait is bound to one of these or to
 * that one, and sure to be behind it if they are. */
static uint32_t bind_event(struct builder *b, uint32_t record, uint32_t event)
{
    uint32_t bound = b->recorded[event];
    for (int i = 0; i < NEWER_MOST && bound != HAPPENS_NONE && !is_known(b, bound, record); i++)
        bound = b->recorded_before[bound];
    if (bound == HAPPENS_NONE || !is_known(b, bound, record))
        return HAPPENS_NONE;
    for (uint32_t newer = b->recorded[event]; newer != bound; newer = b->recorded_before[newer])
        if (!is_behind(b, newer, bound))
            return HAPPENS_NONE;
    return bound;
}

static void note_record(struct builder *b, uint32_t record)
{
    const struct program_record *row = &b->p->records.rows[record];
    b->recorded_before[record] = b->recorded[row->object];
    b->recorded[row->object] = record;
    for (uint32_t i = b->recorders[row->object]; i != HAPPENS_NONE; i = b->recorder[i].next)
        if (b->p->records.rows[b->recorder[i].record].thread == row->thread)
            return;
    b->recorder =
        mem_grow(b->recorder, &b->recorder_capacity, b->recorder_count + 1, sizeof *b->recorder);
    b->recorder[b->recorder_count] = (struct recorder){record, b->recorders[row->object]};
    b->recorders[row->object] = (uint32_t)b->recorder_count++;
}

/* Whether a wait of a stream is sure to be an operation: one for an event that was never recorded
 * is a no-op, no barrier of the legacy stream (S1.5) either. One that knows of no record may be
 * that. */
static bool waits_for_record(const struct builder *b, uint32_t record)
{
    for (uint32_t i = b->recorders[b->p->records.rows[record].object]; i != HAPPENS_NONE;
         i = b->recorder[i].next)
        if (is_known(b, b->recorder[i].record, record))
            return true;
    return false;
}

static uint32_t *lock_clock(struct builder *b, uint32_t lock)
{
    if (lock >= b->lock_count) {
        b->lock_clock =
            mem_grow(b->lock_clock, &b->lock_capacity, (size_t)lock + 1, sizeof *b->lock_clock);
        memset(b->lock_clock + b->lock_count, 0,
               (b->lock_capacity - b->lock_count) * sizeof *b->lock_clock);
        b->lock_count = b->lock_capacity;
    }
    return &b->lock_clock[lock];
}

/* The clock of all that `thread` knows and did, for another one. */
static uint32_t handed_on(struct builder *b, uint32_t thread, uint32_t record)
{
    return clock_set(&b->h->clocks, b->clock[thread], thread_chain(thread), happens_host(record));
}

/* The clock of whom a call hands on what is known to: of a lock, or of a new thread; NULL: nobody.
 */
static uint32_t *handed_to(struct builder *b, const struct program_record *row)
{
    switch (row->call) {
    case CALL_publish:
    case CALL_lock_release:
        if (b->no_locks && !barriers_lets_go(row) && !program_arrives(row))
            return NULL; /* of a barrier all go on behind whoever comes last */
        return row->object < PROGRAM_LOCKS_MOST ? lock_clock(b, row->object) : NULL;
    case CALL_thread_create:
        return row->object < b->p->threads.count ? &b->clock[row->object] : NULL;
    default:
        return NULL;
    }
}

/* The last one to come to a barrier learns what those who wait there know, and hands it on. */
static void meet(struct builder *b, uint32_t record)
{
    const struct barriers *barriers = &b->barriers;
    const uint32_t thread = b->p->records.rows[record].thread;
    for (; b->barrier < barriers->count && barriers->rows[b->barrier].record <= record;
         b->barrier++) {
        const uint32_t before = barriers->rows[b->barrier].before;
        const uint32_t waiter = b->p->records.rows[before].thread;
        if (barriers->rows[b->barrier].record == record && !happens_is_worker(b->p, waiter))
            b->clock[thread] =
                clock_join(&b->h->clocks, b->clock[thread], handed_on(b, waiter, before));
    }
}

/* What a store to an atomic does to what was released there before: nobody sees that any more. */
static void end_release(uint32_t *clock, const struct program_record *row)
{
    if (row->call == CALL_publish && row->value == 1)
        *clock = 0;
}

/* Whether it tells a value, and releases nothing. */
static bool tells_only(const struct program_record *row)
{
    return row->call == CALL_publish && row->count == PUBLISH_TELLS;
}

enum { SYNC_MEMOPS = 0x80 };

static void visit_host(struct builder *b, uint32_t record)
{
    const struct program_record *row = &b->p->records.rows[record];
    uint32_t *clock = &b->clock[row->thread];
    bool success = row->result == CUDA_cudaSuccess;
    bool answers = success && !(row->flags & RECORD_IGNORED); /* of a query */
    meet(b, record);
    uint32_t *to = handed_to(b, row);
    if (to) {
        end_release(to, row);
        if (!tells_only(row))
            *to = clock_join(&b->h->clocks, *to, handed_on(b, row->thread, record));
    }
    switch (row->call) {
    case CALL_thread_join:
        if (row->object < b->p->threads.count) {
            *clock = clock_join(&b->h->clocks, *clock, b->clock[row->object]);
            *clock =
                clock_set(&b->h->clocks, *clock, thread_chain(row->object), happens_host(record));
        }
        break;
    case CALL_lock_acquire:
    case CALL_observe:
        if (row->object < PROGRAM_LOCKS_MOST)
            *clock = clock_join(&b->h->clocks, *clock, *lock_clock(b, row->object));
        break;
    case CALL_cudaDeviceSynchronize:
    case CALL_cudaDeviceReset:
        learn_all(b, record);
        break;
    case CALL_cudaStreamSynchronize:
        learn(b, record, last_known(b, row->stream, record));
        break;
    case CALL_cudaStreamQuery:
        if (answers)
            learn(b, record, last_known(b, row->stream, record));
        break;
    case CALL_cudaEventSynchronize:
    case CALL_cudaEventQuery:
        b->h->bound[record] = bind_event(b, record, row->object);
        if (row->call == CALL_cudaEventQuery ? answers : success)
            learn(b, record, b->h->bound[record]);
        break;
    case CALL_cudaEventElapsedTime:
        if (success) {
            learn(b, record, bind_event(b, record, row->object));
            if (row->value > 0 && (uint64_t)row->value < b->p->events.count)
                learn(b, record, bind_event(b, record, (uint32_t)row->value));
        }
        break;
    case CALL_cudaSetDeviceFlags:
        if (success)
            b->syncs_memory = row->value & SYNC_MEMOPS;
        break;
    default:
        break;
    }
}

/* What a host function of the operation `op` hands on: what comes before it in its stream is done,
 * also to a thread that it starts. */
static void visit_worker(struct builder *b, uint32_t record, uint32_t op)
{
    const struct program_record *row = &b->p->records.rows[record];
    uint32_t *to = handed_to(b, row);
    if (to) {
        end_release(to, row);
        if (!tells_only(row))
            *to = join_op(b, *to, op, row->thread);
    }
}

static void learn_polled(struct builder *b, uint32_t record)
{
    const struct polled *polled = &b->h->polled;
    const uint32_t thread = b->p->records.rows[record].thread;
    for (; b->polled < polled->count && polled->ends[b->polled].record == record; b->polled++)
        b->clock[thread] = join_op(b, b->clock[thread], polled->ends[b->polled].issuer, thread);
}

static void visit(struct builder *b, uint32_t record)
{
    const struct program_record *row = &b->p->records.rows[record];
    learn_polled(b, record);
    b->h->host_clock[record] = b->clock[row->thread];
    b->h->previous[record] = b->h->bound[record] = HAPPENS_NONE;
    b->h->op_clock[record] = 0;
    if (happens_is_worker(b->p, row->thread)) { /* a part of its operation */
        if (b->h->issued_by && b->h->issued_by[record] != HAPPENS_NONE)
            visit_worker(b, record, b->h->issued_by[record]);
        return;
    }
    if (!happens_enqueues(b->p, row)) {
        visit_host(b, record);
        return;
    }
    uint32_t event = HAPPENS_NONE;
    if (row->call == CALL_cudaStreamWaitEvent) {
        event = b->h->bound[record] = bind_event(b, record, row->object);
        if (!waits_for_record(b, record)) {
            visit_no_op(b, record);
            return;
        }
    }
    visit_op(b, record, event);
    if (call_is_event_record((enum call)row->call))
        note_record(b, record);
    if (!happens_is_copy(b->p, row))
        return;
    if (happens_waits_for_copy(b->p, row, b->syncs_memory)) {
        learn(b, record, record);
    } else if (happens_reads_at_call(b->p,
                                     row)) { /* it synchronized with the stream, then staged */
        b->clock[row->thread] =
            clock_join(&b->h->clocks, b->clock[row->thread], b->h->op_clock[record]);
        learn(b, record, b->h->previous[record]);
    }
}

static void build(struct happens *happens, const struct program *program, bool no_locks)
{
    memset(happens, 0, sizeof *happens);
    happens->program = program;
    size_t records = program->records.count, threads = program->threads.count,
           streams = program->streams.count;
    clocks_init(&happens->clocks, (uint32_t)(threads + streams));
    happens->host_clock = mem_realloc(NULL, (records + 1) * sizeof(uint32_t));
    happens->op_clock = mem_realloc(NULL, (records + 1) * sizeof(uint32_t));
    happens->previous = mem_realloc(NULL, (records + 1) * sizeof(uint32_t));
    happens->bound = mem_realloc(NULL, (records + 1) * sizeof(uint32_t));
    happens->last = mem_realloc(NULL, (streams + 1) * sizeof(uint32_t));
    memset(happens->last, 0xff, (streams + 1) * sizeof(uint32_t));
    happens_find_bodies(happens);
    if (happens->issued_by)
        polled_find(&happens->polled, program, happens->issued_by, HAPPENS_NONE);
    struct builder b = {.h = happens, .p = program, .newest = HAPPENS_NONE, .no_locks = no_locks};
    b.streams = mem_zalloc((streams + 1) * sizeof *b.streams);
    for (size_t i = 0; i < streams; i++)
        b.streams[i].newer = b.streams[i].older = HAPPENS_NONE;
    b.clock = mem_zalloc((threads + 1) * sizeof *b.clock);
    b.known_to = mem_zalloc((threads + 1) * sizeof *b.known_to);
    b.recorded = mem_realloc(NULL, (program->events.count + 1) * sizeof *b.recorded);
    memset(b.recorded, 0xff, (program->events.count + 1) * sizeof *b.recorded);
    b.recorded_before = mem_realloc(NULL, (records + 1) * sizeof *b.recorded_before);
    b.recorders = mem_realloc(NULL, (program->events.count + 1) * sizeof *b.recorders);
    memset(b.recorders, 0xff, (program->events.count + 1) * sizeof *b.recorders);
    barriers_find(&b.barriers, program);
    for (uint32_t i = 0; i < records; i++)
        visit(&b, i);
    barriers_release(&b.barriers);
    happens->end_clock = b.clock;
    free(b.streams);
    free(b.known_to);
    free(b.recorded);
    free(b.recorded_before);
    free(b.recorders);
    free(b.recorder);
    free(b.lock_clock);
    free(b.listed);
}

void happens_build(struct happens *happens, const struct program *program)
{
    build(happens, program, false);
}

void happens_build_without_locks(struct happens *happens, const struct program *program)
{
    build(happens, program, true);
}

void happens_release(struct happens *happens)
{
    clocks_release(&happens->clocks);
    free(happens->host_clock);
    free(happens->op_clock);
    free(happens->previous);
    free(happens->body);
    free(happens->issued_by);
    polled_release(&happens->polled);
    free(happens->bound);
    free(happens->last);
    free(happens->end_clock);
    memset(happens, 0, sizeof *happens);
}
