#include "gpu/polls.h"

#include "sim/model/cuda_errors.h"

enum { LOOP_QUERIES = 16 }; /* different ones of a loop, at most */

/* The records that follow one in its thread, as long as they only ask: of each query the next that
 * found its stream or event done. */
struct ahead {
    uint32_t done[LOOP_QUERIES];
    size_t count;
};

static const struct program_record *record_at(const struct plan *plan, uint32_t record)
{
    return &plan->program->records.rows[record];
}

static bool is_query(const struct program_record *record)
{
    return record->call == CALL_cudaStreamQuery || record->call == CALL_cudaEventQuery;
}

static bool looks_at_errors(const struct program_record *record)
{
    return record->call == CALL_cudaGetLastError || record->call == CALL_cudaPeekAtLastError;
}

static bool asks_the_same(const struct program_record *a, const struct program_record *b)
{
    return a->call == b->call && a->place == b->place && a->object == b->object &&
           a->stream == b->stream;
}

/* Where the query's like is among those ahead; their count if it is not. */
static size_t find(const struct plan *plan, const struct ahead *ahead,
                   const struct program_record *query)
{
    size_t i = 0;
    while (i < ahead->count && !asks_the_same(record_at(plan, ahead->done[i]), query))
        i++;
    return i;
}

static void pass(struct plan *plan, struct ahead *ahead, uint32_t index)
{
    const struct program_record *record = record_at(plan, index);
    if (!is_query(record)) {
        ahead->count = looks_at_errors(record) ? ahead->count : 0;
        return;
    }
    size_t at = find(plan, ahead, record);
    if (record->flags & RECORD_POLL) {
        if (at < LOOP_QUERIES)
            ahead->done[at] = index;
        ahead->count += at == ahead->count && at < LOOP_QUERIES;
    } else if (record->result == CUDA_cudaErrorNotReady && at < ahead->count) {
        plan->until[index] = ahead->done[at];
    }
}

/* Backwards through the records, each thread's by itself. */
void polls_find(struct plan *plan)
{
    const struct program *program = plan->program;
    struct ahead ahead = {.count = 0};
    uint32_t thread = 0;
    for (size_t i = program->records.count; i-- > 0;) {
        const struct program_record *record = record_at(plan, (uint32_t)i);
        plan->until[i] = PLAN_NONE;
        if (record->thread != thread)
            ahead.count = 0;
        thread = record->thread;
        pass(plan, &ahead, (uint32_t)i);
    }
}
