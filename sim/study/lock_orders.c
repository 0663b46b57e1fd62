#include "sim/study/lock_orders.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEVERAL = UINT16_MAX };
enum { LATE_LEAST_NS = 1000000, LATE_MOST_NS = 50000000, LATE_END_NS = 100000000 };

/* What the late run may take: whoever works until it is told to stop does more of it. */
enum { LATE_CALLS = 2, LATE_CALLS_LEAST = 10000 };

/* Whether it is a call whose order with those of other threads for the same object is chance. */
static bool is_call(const struct program *program, const struct program_record *row)
{
    if (row->object >= PROGRAM_LOCKS_MOST)
        return false;
    return row->call == CALL_publish || row->call == CALL_observe ||
           (row->call == CALL_lock_acquire &&
            program->threads.rows[row->thread].kind != THREAD_WORKER);
}

/* Whether a thread may be late to it: who sees a write comes late by itself, where that is late. */
static bool may_be_late(const struct program *program, const struct program_record *row)
{
    return is_call(program, row) && row->call != CALL_observe &&
           (row->call != CALL_publish || row->count == PUBLISH_RELEASES);
}

/* By lock or atomic: 1 + the thread that calls for it, SEVERAL if several do; 0: nobody. */
static uint16_t *find_callers(const struct program *program)
{
    uint32_t most = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        if (is_call(program, row) && row->object > most)
            most = row->object;
    }
    uint16_t *callers = mem_zalloc(((size_t)most + 1) * sizeof *callers);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *row = &program->records.rows[i];
        if (!is_call(program, row))
            continue;
        const uint16_t thread = (uint16_t)(row->thread + 1);
        uint16_t *caller = &callers[row->object];
        *caller = *caller && *caller != thread ? SEVERAL : thread;
    }
    return callers;
}

/* Whether there is a thread that nobody has joined. */
static bool leaves_threads(const struct program *program)
{
    size_t left = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const enum call call = (enum call)program->records.rows[i].call;
        left += call == CALL_thread_create;
        left -= call == CALL_thread_join && left > 0;
    }
    return left > 0;
}

size_t lock_orders_find(const struct program *program, struct lock_order orders[LOCK_ORDERS_MOST])
{
    size_t count = 0;
    if (program->records.count > LOCK_ORDERS_RECORDS)
        return 0;
    if (leaves_threads(program))
        orders[count++] = (struct lock_order){.at_end = true};
    uint16_t *callers = find_callers(program);
    for (size_t i = 0; i < program->records.count && count < LOCK_ORDERS_MOST; i++) {
        const struct program_record *row = &program->records.rows[i];
        bool known = !may_be_late(program, row) || callers[row->object] != SEVERAL;
        for (size_t o = 0; o < count && !known; o++)
            known = orders[o].thread == row->thread && !orders[o].at_end;
        if (!known)
            orders[count++] = (struct lock_order){.thread = row->thread};
    }
    free(callers);
    return count;
}

/* So late that all others have done what they can without it. Those that look again and again until
 * it comes do so for as long. */
static int64_t lateness(const struct timeline *predicted)
{
    int64_t from = INT64_MAX, to = INT64_MIN;
    for (size_t i = 0; i < predicted->calls.count; i++) {
        const struct timeline_call *call = &predicted->calls.rows[i];
        if (call->enter == TIMELINE_UNKNOWN || call->returned == TIMELINE_UNKNOWN)
            continue;
        from = call->enter < from ? call->enter : from;
        to = call->returned > to ? call->returned : to;
    }
    const int64_t late = (to > from ? 2 * (to - from) : 0) + LATE_LEAST_NS;
    return late < LATE_MOST_NS ? late : LATE_MOST_NS;
}

int lock_orders_predict(struct prediction *prediction, const char *path,
                        const struct predict_options *options, const struct prediction *predicted,
                        struct lock_order order)
{
    struct predict_options late = *options;
    struct err err;
    char limit[64];
    err_init(&err);
    const char **limits = mem_zalloc((options->limit_count + 1) * sizeof *limits);
    for (size_t i = 0; i < options->limit_count; i++)
        limits[i] = options->limits[i];
    snprintf(limit, sizeof limit, "calls=%zu",
             LATE_CALLS * predicted->program.records.count + LATE_CALLS_LEAST);
    limits[late.limit_count++] = limit;
    late.limits = limits;
    late.late_thread = order.at_end ? 0 : order.thread + 1;
    late.late_end = order.at_end;
    late.late_ns = order.at_end ? LATE_END_NS : lateness(&predicted->timeline);
    prediction_init(prediction);
    const int rc = predict_file(prediction, path, &late, &err);
    free(limits);
    return rc;
}

/* Places are numbered by who came first: of two programs their lines are compared. */
static bool same_call(const struct program *p, size_t record, const struct program *q, size_t other)
{
    const struct program_record *a = &p->records.rows[record], *b = &q->records.rows[other];
    return a->thread == b->thread && a->call == b->call && a->column == b->column &&
           p->places.rows[a->place].line == q->places.rows[b->place].line;
}

size_t lock_orders_find_again(const struct program *program, uint32_t record,
                              const struct program *other)
{
    size_t times = 0;
    for (size_t i = 0; i <= record; i++)
        times += same_call(program, i, program, record);
    for (size_t i = 0; i < other->records.count; i++)
        if (same_call(program, record, other, i) && --times == 0)
            return i;
    return SIZE_MAX;
}

bool lock_orders_turn(const struct program *program, uint32_t earlier, uint32_t later,
                      const struct program *late)
{
    const size_t first = lock_orders_find_again(program, earlier, late);
    const size_t second = lock_orders_find_again(program, later, late);
    return first != SIZE_MAX && second < first;
}
