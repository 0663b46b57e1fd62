/* The rows of calls in the timeline: those that wait, and those that enqueue nothing. A run of
 * equal queries is one row, and so is host work in one place without a pause, as in the records: a
 * loop that waits for memory to change would fill it with rows. */
#include "sim/model/host_move.h"
#include "sim/runtime/inside.h"

/* A query that goes on where the same one, unsuccessful, has just returned: one row for the run,
 * which waits for what was asked about if it ends in success. */
static bool continues(const struct runtime *runtime, const struct host_thread *thread)
{
    if (thread->poll_row == NO_OP || !call_is_query(thread->record.call))
        return false;
    const struct timeline_call *row = &runtime->timeline->calls.rows[thread->poll_row];
    return row->call == thread->record.call && row->returned == thread->enter &&
           thread->poll_object == thread->record.object &&
           thread->poll_stream == thread->record.stream && row->place == thread->record.place;
}

static void set_waits(struct timeline *timeline, struct timeline_call *row,
                      const struct host_thread *thread)
{
    row->first_wait = timeline_add_waits(timeline, thread->waits, thread->wait_count);
    row->wait_count =
        (uint16_t)(thread->wait_count < UINT16_MAX ? thread->wait_count : (size_t)UINT16_MAX);
}

/* A query's success that ends a wait by asking again and again is such a wait, too. */
static void add_poll_wait(struct host_thread *thread)
{
    add_wait(thread, thread->now, thread->poll_blocker,
             thread->record.call == CALL_cudaEventQuery ? RULE_ID_EVENT_SYNCHRONIZE
                                                        : RULE_ID_STREAM_SYNCHRONIZE);
}

static void continue_poll(struct runtime *runtime, struct host_thread *thread)
{
    struct timeline_call *row = &runtime->timeline->calls.rows[thread->poll_row];
    row->returned = thread->now;
    row->result = (uint16_t)thread->result;
    if (thread->result == CUDA_cudaErrorNotReady)
        return;
    thread->poll_row = NO_OP;
    if (thread->result != CUDA_cudaSuccess)
        return;
    thread->enter = row->enter;
    add_poll_wait(thread);
    set_waits(runtime->timeline, row, thread);
}

/* Counts one more record of the work or sleep that the row is about. */
static void note_turn(struct timeline_call *row, const struct program_record *record)
{
    if (record->count == WORK_PART)
        row->turns = TIMELINE_TIMED;
    else if (row->turns < TIMELINE_TIMED - 1)
        row->turns++;
}

/* More host work where the thread's last row is such. */
static bool continue_work(struct runtime *runtime, struct host_thread *thread)
{
    if (thread->work_row == NO_OP || !call_is_work(thread->record.call) || thread->wait_count)
        return false;
    struct timeline_call *row = &runtime->timeline->calls.rows[thread->work_row];
    if (row->call != thread->record.call || row->place != thread->record.place ||
        row->returned != thread->enter || row->wait_count ||
        thread->work_waits != program_is_turn(&thread->record))
        return false;
    row->returned = thread->now;
    note_turn(row, &thread->record);
    thread->work_from = thread->enter;
    thread->work_looks = thread->record.count == WORK_PART;
    if (!thread->work_waits)
        program_note_together(runtime->program, row->place);
    return true;
}

void row_add(struct runtime *runtime, struct host_thread *thread)
{
    struct timeline *timeline = runtime->timeline;
    if (thread->work_waits && !call_is_work(thread->record.call))
        told_by_end(runtime, thread);
    if (thread->silent || (thread->wait_count == 0 && thread->op != NO_OP))
        return;
    if (continue_work(runtime, thread))
        return;
    if (continues(runtime, thread)) {
        continue_poll(runtime, thread);
        return;
    }
    if (call_is_query(thread->record.call) && thread->result == CUDA_cudaSuccess &&
        thread->poll_ended)
        add_poll_wait(thread);
    if (thread->wait_count)
        add_wait(thread, thread->now, NO_OP, RULE_ID_ISSUE);
    struct timeline_call row = {
        .enter = thread->enter,
        .returned = thread->now,
        .place = thread->record.place,
        .op = thread->op,
        .thread = thread->record.thread,
        .call = thread->record.call,
        .result = (uint16_t)thread->result,
        .giver = thread->giver,
        .given = thread->given,
    };
    set_waits(timeline, &row, thread);
    thread->poll_row = NO_OP;
    if (call_is_query(thread->record.call) && thread->result == CUDA_cudaErrorNotReady) {
        thread->poll_row = (uint32_t)timeline->calls.count;
        thread->poll_object = thread->record.object;
        thread->poll_stream = thread->record.stream;
    }
    bool works = call_is_work(row.call), waits = program_is_turn(&thread->record);
    if (works)
        note_turn(&row, &thread->record);
    bool goes_on = waits && thread->work_row != NO_OP && thread->work_waits &&
                   timeline->calls.rows[thread->work_row].returned == row.enter;
    thread->turns_before = goes_on ? thread->work_row : NO_OP;
    thread->work_row = works ? (uint32_t)timeline->calls.count : NO_OP;
    thread->work_waits = waits;
    thread->work_looks = works && thread->record.count == WORK_PART;
    thread->work_from = thread->enter;
    timeline_add_call(timeline, &row);
    if (row.call == CALL_cudaEventElapsedTime && thread->result == CUDA_cudaSuccess)
        timeline_add_answer(timeline, thread->value, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN);
}
