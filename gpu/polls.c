#include "gpu/polls.h"

#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

/* Records of a thread that follow one another and only ask. */
struct row {
    uint32_t *records;
    size_t count, capacity;
};

enum { LOOP_QUERIES = 16 }; /* different ones of a row that are told apart */

/* Different queries of a row that found their stream or event done, by one record each. */
struct done {
    uint32_t records[LOOP_QUERIES];
    size_t count;
};

static bool only_asks(const struct program_record *record)
{
    return call_is_query(record->call) || call_reports_error(record->call);
}

bool polls_alike(const struct plan *plan, uint32_t a, uint32_t b)
{
    const struct program_record *x = plan_record(plan, a), *y = plan_record(plan, b);
    return x->call == y->call && x->place == y->place && x->object == y->object &&
           x->stream == y->stream;
}

/* Where the query's like is; the count if it is not there. */
static size_t find(const struct plan *plan, const struct done *done, uint32_t query)
{
    size_t i = 0;
    while (i < done->count && !polls_alike(plan, done->records[i], query))
        i++;
    return i;
}

static void put(const struct plan *plan, struct done *done, uint32_t query)
{
    size_t at = find(plan, done, query);
    if (at == LOOP_QUERIES)
        return;
    done->records[at] = query;
    done->count += at == done->count;
}

static bool is_done(const struct program_record *record)
{
    return call_is_query(record->call) && record->flags & RECORD_POLL;
}

/* Whether a query of a row is the first of its like to find its stream or event done: a run must
 * not go on before it is. The others ask what is known. */
static void find_first(const struct plan *plan, const struct row *row, bool *first)
{
    struct done before = {.count = 0};
    for (size_t i = 0; i < row->count; i++) {
        uint32_t query = row->records[i];
        if (!is_done(plan_record(plan, query)))
            continue;
        first[i] = find(plan, &before, query) == before.count;
        put(plan, &before, query);
    }
}

static void finish_row(struct plan *plan, struct row *row)
{
    bool *first = mem_zalloc(row->count + 1);
    find_first(plan, row, first);
    struct done ahead = {.count = 0};
    uint32_t next = PLAN_NONE; /* the nearest of the first ones ahead */
    for (size_t i = row->count; i-- > 0;) {
        uint32_t query = row->records[i];
        const struct program_record *record = plan_record(plan, query);
        if (is_done(record)) {
            put(plan, &ahead, query);
            next = first[i] ? query : next;
        } else if (call_is_query(record->call) && record->result == CUDA_cudaErrorNotReady) {
            size_t at = find(plan, &ahead, query);
            if (at < ahead.count) /* a thread's records stand in its order */
                plan->until[query] = next < ahead.records[at] ? next : ahead.records[at];
        }
    }
    free(first);
    row->count = 0;
}

void polls_find(struct plan *plan)
{
    const struct program *program = plan->program;
    struct row row = {0};
    for (size_t i = 0; i < program->records.count; i++)
        plan->until[i] = PLAN_NONE;
    for (size_t t = 0; t < program->threads.count; t++) {
        for (uint32_t i = plan->first[t]; i != PLAN_NONE; i = plan->following[i]) {
            if (!only_asks(plan_record(plan, i))) {
                finish_row(plan, &row);
                continue;
            }
            row.records = mem_grow(row.records, &row.capacity, row.count + 1, sizeof *row.records);
            row.records[row.count++] = i;
        }
        finish_row(plan, &row);
    }
    free(row.records);
}
