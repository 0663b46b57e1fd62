/* Writing down what the program did. A run of equal queries is one record, and so is host work in
 * one place without another call between: a loop that waits for memory to change makes much. Each
 * sleep is one by itself, as it is late by itself. */
#include "sim/model/callers.h"
#include "sim/runtime/inside.h"

/* The thread's last record, if it is an unsuccessful query of the same object. */
static struct program_record *query_before(struct runtime *runtime,
                                           const struct host_thread *thread)
{
    if (!call_is_query(thread->record.call) || thread->last_record == NO_OP)
        return NULL;
    struct program_record *last = &runtime->program->records.rows[thread->last_record];
    return last->call == thread->record.call && last->object == thread->record.object &&
                   last->stream == thread->record.stream && last->place == thread->record.place &&
                   last->result == CUDA_cudaErrorNotReady
               ? last
               : NULL;
}

static bool adds_to_work(struct runtime *runtime, const struct host_thread *thread)
{
    const struct program_record *record = &thread->record;
    if (record->call != CALL_host_work || thread->last_record == NO_OP)
        return false;
    struct program_record *last = &runtime->program->records.rows[thread->last_record];
    if (last->call != record->call || last->place != record->place ||
        last->count != record->count || last->value > INT64_MAX - record->value)
        return false;
    last->value += record->value;
    return true;
}

static void keep_call(struct runtime *runtime, struct host_thread *thread)
{
    const struct program_record *record = &thread->record;
    struct program_record *before = query_before(runtime, thread);
    bool asks = call_is_query(record->call) &&
                (record->result == CUDA_cudaSuccess || record->result == CUDA_cudaErrorNotReady);
    if (before && asks) {
        before->count++;
        before->result = record->result;
        if (!(record->flags & RECORD_IGNORED))
            before->flags &= (uint8_t)~RECORD_IGNORED;
        if (record->result == CUDA_cudaSuccess && !(before->flags & RECORD_IGNORED))
            before->flags |= RECORD_POLL;
        return;
    }
    struct program_record row = *record;
    if (asks) {
        row.count = 1;
        if (row.result == CUDA_cudaSuccess && !(row.flags & RECORD_IGNORED)) /* the shortest run */
            row.flags |= RECORD_POLL;
    }
    thread->last_record = (uint32_t)runtime->program->records.count;
    program_add_record(runtime->program, &row);
    if (runtime->source->caller)
        program_set_caller(runtime->program, thread->last_record,
                           runtime->source->caller(runtime->source->context, row.thread));
}

void record_call(struct runtime *runtime, struct host_thread *thread)
{
    if (!adds_to_work(runtime, thread))
        keep_call(runtime, thread);
}

void record_mark(struct runtime *runtime, struct host_thread *worker, enum call call,
                 uint32_t object, uint32_t place)
{
    worker->last_record = (uint32_t)runtime->program->records.count;
    program_add_record(runtime->program, &(struct program_record){
                                             .call = (uint16_t)call,
                                             .thread = worker->record.thread,
                                             .place = place,
                                             .object = object,
                                         });
}
