#include "tests/closure.h"

#include "sim/analysis/happens.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static uint64_t *row(const struct closure *c, uint32_t record, enum closure_point point)
{
    return c->before + ((size_t)record * POINTS + (size_t)point) * c->words;
}

bool closure_reaches(const struct closure *c, uint32_t a, enum closure_point at, uint32_t b,
                     enum closure_point bt)
{
    size_t bit = (size_t)a * POINTS + (size_t)at;
    return row(c, b, bt)[bit / 64] >> bit % 64 & 1;
}

/* What is before (a, at), and itself if `whole`, is before (b, bt). */
static void edge(struct closure *c, uint32_t a, enum closure_point at, uint32_t b,
                 enum closure_point bt, bool whole)
{
    size_t bit = (size_t)a * POINTS + (size_t)at;
    for (size_t i = 0; i < c->words; i++)
        row(c, b, bt)[i] |= row(c, a, at)[i];
    if (whole)
        row(c, b, bt)[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool blocking(const struct program *p, uint32_t stream)
{
    return p->streams.rows[stream].kind == STREAM_BLOCKING ||
           p->streams.rows[stream].kind == STREAM_PER_THREAD;
}

/* The pair of streams is ordered by the order of the calls. */
static bool in_order(const struct program *p, uint32_t a, uint32_t b)
{
    return a == b || (a == PROGRAM_STREAM_LEGACY && blocking(p, b)) ||
           (b == PROGRAM_STREAM_LEGACY && blocking(p, a));
}

static bool is_record_of(const struct program_record *r, uint32_t event)
{
    return call_is_event_record((enum call)r->call) && r->object == event;
}

/* The last record of the event whose call is before that of `record`, if those that may be meant
 * instead are behind it. */
static bool bound(struct closure *c, uint32_t record, uint32_t event, uint32_t *found)
{
    bool known = false;
    for (uint32_t i = record; i-- > 0 && !known;) {
        const struct program_record *r = &c->p->records.rows[i];
        known = is_record_of(r, event) && happens_enqueues(c->p, r) &&
                closure_reaches(c, i, CALLED, record, CALLED);
        *found = i;
    }
    for (uint32_t i = *found + 1; i < record && known; i++) {
        const struct program_record *r = &c->p->records.rows[i];
        if (is_record_of(r, event) && happens_enqueues(c->p, r))
            known = closure_reaches(c, *found, RUN, i, RUN);
    }
    return known;
}

bool closure_is_no_op(const struct closure *c, uint32_t record)
{
    const struct program_record *r = &c->p->records.rows[record];
    if (r->call != CALL_cudaStreamWaitEvent)
        return false;
    for (uint32_t i = 0; i < record; i++)
        if (is_record_of(&c->p->records.rows[i], r->object) &&
            happens_enqueues(c->p, &c->p->records.rows[i]) &&
            closure_reaches(c, i, CALLED, record, CALLED))
            return false;
    return true;
}

/* Whether a store comes between what was released to an atomic and who looks there. */
static bool is_ended(const struct closure *c, uint32_t publish, uint32_t observe)
{
    const struct program_record *rows = c->p->records.rows;
    for (uint32_t i = publish + 1; i < observe; i++)
        if (rows[i].call == CALL_publish && rows[i].object == rows[publish].object &&
            rows[i].value == 1)
            return true;
    return false;
}

static void add_waits(struct closure *c, uint32_t record)
{
    const struct program_record *r = &c->p->records.rows[record];
    uint32_t event;
    for (uint32_t i = 0; i < record; i++) {
        const struct program_record *other = &c->p->records.rows[i];
        bool op = happens_enqueues(c->p, other) && closure_reaches(c, i, CALLED, record, CALLED);
        bool all = r->call == CALL_cudaDeviceSynchronize || r->call == CALL_cudaDeviceReset;
        bool one = r->call == CALL_cudaStreamSynchronize || r->call == CALL_cudaStreamQuery;
        if (op && (all || (one && other->stream == r->stream)))
            edge(c, i, RUN, record, RETURNED, true);
        if (((r->call == CALL_lock_acquire && other->call == CALL_lock_release) ||
             (r->call == CALL_observe && other->call == CALL_publish && other->count != 1 &&
              !is_ended(c, i, record))) &&
            other->object == r->object)
            edge(c, i, CALLED, record, RETURNED, true);
        if (r->call == CALL_thread_join && other->thread == r->object)
            edge(c, i, RETURNED, record, RETURNED, true);
    }
    bool event_call = r->call == CALL_cudaEventSynchronize || r->call == CALL_cudaEventQuery ||
                      r->call == CALL_cudaEventElapsedTime;
    if (event_call && bound(c, record, r->object, &event))
        edge(c, event, RUN, record, RETURNED, true);
    if (r->call == CALL_cudaEventElapsedTime && bound(c, record, (uint32_t)r->value, &event))
        edge(c, event, RUN, record, RETURNED, true);
}

static void add_copy(struct closure *c, uint32_t record)
{
    const struct program_record *r = &c->p->records.rows[record];
    if (call_info((enum call)r->call)->object != OBJECT_COPY)
        return;
    const struct program_copy *copy = &c->p->copies.rows[r->object];
    bool plain = r->call == CALL_cudaMemcpy || r->call == CALL_cudaMemcpy2D;
    enum memory_kind host = copy->host_memory;
    bool pageable = host == MEMORY_PAGEABLE || host == MEMORY_NONE;
    if (copy->kind == COPY_H2H || (plain && copy->kind == COPY_D2H) ||
        (plain && copy->kind == COPY_H2D && !pageable))
        edge(c, record, RUN, record, RETURNED, true);
    else if (plain && copy->kind == COPY_H2D) /* staged: what was before it is done */
        edge(c, record, RUN, record, RETURNED, false);
    bool set = r->call == CALL_cudaMemset || r->call == CALL_cudaMemset2D;
    enum memory_kind target = c->p->allocs.rows[copy->dst.alloc].kind;
    if (set && (target == MEMORY_PINNED || target == MEMORY_REGISTERED))
        edge(c, record, RUN, record, RETURNED, true);
}

void closure_build(struct closure *c, const struct program *p)
{
    c->p = p;
    c->words = (p->records.count * POINTS + 63) / 64;
    c->before = mem_zalloc(p->records.count * POINTS * c->words * sizeof *c->before);
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *r = &p->records.rows[i];
        if (p->threads.rows[r->thread].kind == THREAD_WORKER)
            continue;
        for (uint32_t j = 0; j < i; j++) {
            const struct program_record *other = &p->records.rows[j];
            if (other->thread == r->thread)
                edge(c, j, RETURNED, i, CALLED, true);
            if (other->call == CALL_thread_create && other->object == r->thread)
                edge(c, j, CALLED, i, CALLED, true);
        }
        edge(c, i, CALLED, i, RUN, true);
        edge(c, i, CALLED, i, RETURNED, true);
        if (!happens_enqueues(p, r)) {
            add_waits(c, i);
            continue;
        }
        if (closure_is_no_op(c, i))
            continue;
        uint32_t event;
        for (uint32_t j = 0; j < i; j++)
            if (happens_enqueues(p, &p->records.rows[j]) && !closure_is_no_op(c, j) &&
                in_order(p, p->records.rows[j].stream, r->stream))
                edge(c, j, RUN, i, RUN, true);
        if (r->call == CALL_cudaStreamWaitEvent && bound(c, i, r->object, &event))
            edge(c, event, RUN, i, RUN, true);
        add_copy(c, i);
    }
}

void closure_release(struct closure *c)
{
    free(c->before);
    memset(c, 0, sizeof *c);
}
