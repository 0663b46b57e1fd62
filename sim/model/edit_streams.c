/* Edits of streams: what kind they are and which calls go into them. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

/* What the default stream gets goes to a new non-blocking stream, and so do waits for it. */
void edit_own_stream(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    uint32_t stream = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        bool waits = edit->place == 0 && record->call == CALL_cudaStreamSynchronize;
        if (record->stream != PROGRAM_STREAM_LEGACY ||
            (edit->place && record->place != edit->place) ||
            !(edit_takes_stream(program, record) || (waits && stream)))
            continue;
        if (!stream) {
            stream = editing_new_stream(editing, "non-blocking");
            editing->orders_lost = true;
            editing_note(editing,
                         &(struct edit_change){.kind = CHANGE_NEW_STREAM, .stream = stream});
        }
        record = &program->records.rows[i];
        record->stream = stream;
        if (waits)
            record->object = stream;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_STREAM,
                                                    .call = record->call,
                                                    .place = record->place,
                                                    .stream = stream,
                                                    .count = 1});
    }
    if (!stream)
        editing_refuse(editing, "nothing goes into the default stream there");
}

void edit_nonblocking(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    bool *made = mem_zalloc(program->streams.count * sizeof *made);
    uint32_t *places = mem_zalloc(program->streams.count * sizeof *places); /* of the creations */
    bool any = false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_creates_stream(record->call) && record->object < program->streams.count)
            places[record->object] = record->place;
    }
    for (uint32_t i = 0; i < program->streams.count; i++) {
        struct program_stream *stream = &program->streams.rows[i];
        if (stream->kind != STREAM_BLOCKING || (edit->stream != EDIT_ANY && edit->stream != i))
            continue;
        stream->kind = STREAM_NONBLOCKING;
        made[i] = any = editing->orders_lost = true;
        editing_note(editing,
                     &(struct edit_change){
                         .kind = CHANGE_STREAM_FLAG, .place = places[i], .stream = i, .count = 1});
    }
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaStreamCreate && made[record->object])
            record->call = CALL_cudaStreamCreateWithFlags;
    }
    free(made);
    free(places);
    if (!any)
        editing_refuse(editing, "it has no such stream that waits for the default stream");
}

/* The thread's per-thread default stream, which may not have been used yet. */
static uint32_t per_thread_stream(struct program *program, uint16_t thread)
{
    for (uint32_t i = 1; i < program->streams.count; i++)
        if (program->streams.rows[i].kind == STREAM_PER_THREAD &&
            program->streams.rows[i].thread == thread)
            return i;
    return program_add_stream(
        program, &(struct program_stream){.kind = STREAM_PER_THREAD,
                                          .thread = thread,
                                          .name = intern_adds(&program->names, "default")});
}

static bool follows_compile_mode(const struct program *program, const struct program_record *record)
{
    return edit_enqueues(program, record) || record->call == CALL_cudaStreamSynchronize ||
           record->call == CALL_cudaStreamQuery;
}

void edit_per_thread(struct editing *editing, const struct edit *edit)
{
    (void)edit;
    struct program *program = editing->program;
    size_t changed = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->stream != PROGRAM_STREAM_LEGACY || !follows_compile_mode(program, record))
            continue;
        uint32_t stream = per_thread_stream(program, record->thread);
        record = &program->records.rows[i];
        record->stream = stream;
        if (call_info((enum call)record->call)->object == OBJECT_STREAM)
            record->object = stream;
        changed++;
    }
    if (changed == 0) {
        editing_refuse(editing, "nothing goes into the default stream");
        return;
    }
    editing->orders_lost = true;
    editing_note(editing, &(struct edit_change){.kind = CHANGE_PER_THREAD, .count = changed});
}

/* --- which streams there are ------------------------------------------------------------------ */

size_t *edit_streams_made(const struct program *program)
{
    size_t *made = mem_zalloc((program->streams.count + 1) * sizeof *made);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if ((record->call == CALL_cudaStreamCreate ||
             record->call == CALL_cudaStreamCreateWithFlags ||
             record->call == CALL_cudaStreamCreateWithPriority) &&
            record->object < program->streams.count && !made[record->object])
            made[record->object] = i + 1;
    }
    return made;
}

bool edit_stream_is_there(const struct program *program, const size_t *made, uint32_t stream,
                          size_t row)
{
    if (stream >= program->streams.count || made[stream] == 0)
        return stream < program->streams.count;
    uint16_t maker = program->records.rows[made[stream] - 1].thread;
    return made[stream] <= row && (maker == 0 || maker == program->records.rows[row].thread);
}

/* --- moving --------------------------------------------------------------------------------------
 */

/* Work, as opposed to what marks or orders it. */
static bool is_work(const struct program *program, const struct program_record *record)
{
    return edit_enqueues(program, record) && !call_is_event_record((enum call)record->call) &&
           record->call != CALL_cudaStreamWaitEvent;
}

/* By record: the stream of the work that its thread put into another stream than the default one
 * last before it, or next after it; 0: there is none. */
static uint32_t *streams_of_work(const struct program *program, bool next)
{
    size_t count = program->records.count;
    uint32_t *streams = mem_zalloc((count + 1) * sizeof *streams);
    uint32_t *last = mem_zalloc(program->threads.count * sizeof *last);
    for (size_t turn = 0; turn < count; turn++) {
        size_t i = next ? count - 1 - turn : turn;
        const struct program_record *record = &program->records.rows[i];
        streams[i] = last[record->thread];
        if (is_work(program, record) && record->stream != PROGRAM_STREAM_LEGACY)
            last[record->thread] = record->stream;
    }
    free(last);
    return streams;
}

/* Whether the event is the beginning of what is timed. */
static bool *starting_events(const struct program *program)
{
    bool *starts = mem_zalloc(program->events.count + 1);
    for (size_t i = 0; i < program->records.count; i++)
        if (program->records.rows[i].call == CALL_cudaEventElapsedTime)
            starts[program->records.rows[i].object] = true;
    return starts;
}

void edit_move(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    size_t count = program->records.count;
    bool *chosen = mem_zalloc(count + 1), *starts = starting_events(program), any = false;
    for (size_t i = 0; i < count; i++) {
        const struct program_record *record = &program->records.rows[i];
        chosen[i] = record->stream == PROGRAM_STREAM_LEGACY &&
                    (edit->place == 0 || record->place == edit->place) &&
                    edit_takes_stream(program, record);
    }
    uint32_t *before = streams_of_work(program, false), *after = streams_of_work(program, true);
    uint32_t *by_data = edit_streams_by_data(program, chosen);
    size_t *made = edit_streams_made(program);
    bool there = true;
    for (size_t i = 0; i < count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (!chosen[i])
            continue;
        bool record_call = call_is_event_record((enum call)record->call);
        bool first = record_call && starts[record->object] ? after[i] != 0 : before[i] == 0;
        uint32_t stream = edit->stream != EDIT_ANY ? edit->stream
                          : is_work(program, record) &&
                                  call_info((enum call)record->call)->object != OBJECT_HOSTFN
                              ? by_data[i]
                          : first ? after[i]
                                  : before[i];
        if (stream == PROGRAM_STREAM_LEGACY || stream >= program->streams.count)
            continue;
        if (!edit_stream_is_there(program, made, stream, i)) {
            there = false;
            continue;
        }
        record->stream = stream;
        any = editing->orders_lost = true;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_STREAM,
                                                    .call = record->call,
                                                    .place = record->place,
                                                    .stream = stream,
                                                    .count = 1});
    }
    free(chosen);
    free(before);
    free(after);
    free(by_data);
    free(starts);
    free(made);
    if (!any)
        editing_refuse(editing,
                       there ? "no call in the default stream there belongs to work in another"
                             : "the stream of the work that it belongs to is made later, or by a "
                               "thread of its own");
}
