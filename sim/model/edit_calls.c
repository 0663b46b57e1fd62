/* Edits of calls: synchronous copies, events, waits of streams, what the environment does to
 * launches. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"
#include "sim/model/edit_unread.h"
#include "sim/model/variables.h"

#include <stdlib.h>
#include <string.h>

/* Unsetting it in the program also overrides what the program was started with. */
void edit_launch_blocking(struct editing *editing, const struct edit *edit)
{
    (void)edit;
    struct program *program = editing->program;
    size_t changed = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->call != CALL_set_variable ||
            strncmp(program_name(program, record->object), VARIABLE_LAUNCH_BLOCKING "=",
                    sizeof VARIABLE_LAUNCH_BLOCKING) != 0)
            continue;
        record->call = CALL_NONE;
        changed++;
    }
    uint32_t unset = intern_adds(&program->names, VARIABLE_LAUNCH_BLOCKING "=0");
    editing_insert(editing, edit_before(0),
                   &(struct program_record){.call = CALL_set_variable, .object = unset});
    editing->launch_blocking = editing->orders_lost = true;
    editing_note(editing, &(struct edit_change){.kind = CHANGE_VARIABLE, .count = changed + 1});
}

/* --- events --------------------------------------------------------------------------------------
 */

/* Events that only order need no time: their records are no work for the device. */
void edit_no_timing(struct editing *editing, const struct edit *edit)
{
    (void)edit;
    struct program *program = editing->program;
    bool *asked = program_asked_events(program), any = false;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if ((record->call != CALL_cudaEventCreate &&
             record->call != CALL_cudaEventCreateWithFlags) ||
            record->object == 0 || record->object >= program->events.count ||
            !program->events.rows[record->object].timing || asked[record->object])
            continue;
        program->events.rows[record->object].timing = false;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_EVENT_FLAG,
                                                    .call = record->call,
                                                    .place = record->place,
                                                    .count = 1});
        record->call = CALL_cudaEventCreateWithFlags;
        any = true;
    }
    free(asked);
    if (!any)
        editing_refuse(editing, "every event with timing is asked for a time");
}

/* --- asynchronous calls --------------------------------------------------------------------------
 */

/* A copy or memset that is asynchronous already, but in the default stream. */
static bool fences(const struct program_record *record)
{
    const struct call_info *info = call_info((enum call)record->call);
    return info->object == OBJECT_COPY && record->stream == PROGRAM_STREAM_LEGACY &&
           strstr(info->name, "Async");
}

void edit_async(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    bool *chosen = mem_zalloc(program->records.count + 1), any = false, kept = false;
    bool *unread = edit_unread_places(editing->original);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        bool waits = call_async((enum call)record->call) != CALL_NONE;
        chosen[i] = edit_enqueues(program, record) && (waits || fences(record)) &&
                    (edit->place == 0 || record->place == edit->place);
        kept |= chosen[i] && waits && unread[record->place];
        chosen[i] = chosen[i] && !(waits && unread[record->place]);
    }
    free(unread);
    uint32_t *streams = edit_streams_by_data(program, chosen);
    size_t *made = edit_streams_made(program);
    bool there = true;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        enum call call = call_async((enum call)record->call);
        if (!chosen[i])
            continue;
        uint32_t stream = edit->stream == EDIT_ANY ? streams[i] : edit->stream;
        bool moves = call == CALL_NONE;
        if (!edit_stream_is_there(program, made, stream, i)) {
            there = false;
            stream = PROGRAM_STREAM_LEGACY;
        }
        if (stream >= program->streams.count || (moves && stream == PROGRAM_STREAM_LEGACY))
            continue;
        if (stream != PROGRAM_STREAM_LEGACY)
            record->stream = stream;
        if (moves)
            call = (enum call)record->call;
        struct edit_change change = {.kind = moves ? CHANGE_STREAM : CHANGE_CALL,
                                     .call = record->call,
                                     .new_call = moves ? CALL_NONE : (uint16_t)call,
                                     .place = record->place,
                                     .stream = record->stream,
                                     .count = 1};
        record->call = (uint16_t)call;
        any = editing->orders_lost = true;
        editing_note(editing, &change);
    }
    free(chosen);
    free(streams);
    free(made);
    if (!any && kept)
        editing_refuse(editing, EDIT_UNREAD);
    else if (!any)
        editing_refuse(editing,
                       there ? "nothing there is copied or set synchronously, or in the default "
                               "stream"
                             : "the stream that uses the data is made later, or by a thread of its "
                               "own");
}

/* --- waits ---------------------------------------------------------------------------------------
 */

static void drop(struct editing *editing, struct program_record *record)
{
    editing_note(editing, &(struct edit_change){.kind = CHANGE_DROPPED,
                                                .call = record->call,
                                                .place = record->place,
                                                .count = 1});
    record->call = CALL_NONE;
}

/* By record: whether it is what a wait was for that has been left out. free() it. */
static bool *waited_for(const struct editing *editing)
{
    const struct program *original = editing->original;
    size_t *last = mem_zalloc((original->events.count + 1) * sizeof *last); /* row from 1 */
    bool *waited = mem_zalloc(original->records.count + 1);
    for (size_t i = 0; i < original->records.count; i++) {
        const struct program_record *record = &original->records.rows[i];
        if (call_is_event_record((enum call)record->call))
            last[record->object] = i + 1;
        else if (record->call == CALL_cudaStreamWaitEvent && last[record->object] &&
                 editing->program->records.rows[i].call == CALL_NONE)
            waited[last[record->object] - 1] = true;
    }
    free(last);
    return waited;
}

/* By row of places: whether a record of an event stands there that something still uses: in the
 * source its call is the one of those that have no use any more. free() it. */
static bool *places_in_use(const struct program *program, const bool *used)
{
    bool *places = mem_zalloc(program->places.count + 1);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->place && call_is_event_record((enum call)record->call) && used[record->object])
            places[record->place] = true;
    }
    return places;
}

/* A record that nobody waits for any more, asks about or times has no use. One that nobody waited
 * for before either stays: what it costs, as a fence, is no matter of the waits. */
static void drop_unused_records(struct editing *editing)
{
    struct program *program = editing->program;
    bool *used = mem_zalloc(program->events.count + 1), *waited = waited_for(editing);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_cudaStreamWaitEvent || record->call == CALL_cudaEventQuery ||
            record->call == CALL_cudaEventSynchronize || record->call == CALL_cudaEventElapsedTime)
            used[record->object] = true;
        if (record->call == CALL_cudaEventElapsedTime && record->value >= 0 &&
            (size_t)record->value < program->events.count)
            used[record->value] = true;
    }
    bool *stays = places_in_use(program, used);
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (waited[i] && !used[record->object] && !stays[record->place] &&
            call_is_event_record((enum call)record->call))
            drop(editing, record);
    }
    free(stays);
    free(used);
    free(waited);
}

/* Leaves out (or, with `back`, puts back) all waits at a place; how many. */
static size_t toggle_waits(struct editing *editing, uint32_t place, bool back)
{
    size_t changed = 0;
    for (size_t i = 0; i < editing->original->records.count; i++) {
        const struct program_record *was = &editing->original->records.rows[i];
        struct program_record *record = &editing->program->records.rows[i];
        if (was->call != CALL_cudaStreamWaitEvent || was->place != place ||
            record->call != (back ? CALL_NONE : CALL_cudaStreamWaitEvent))
            continue;
        record->call = back ? was->call : CALL_NONE;
        changed++;
    }
    return changed;
}

/* Place by place: where orders that the data needs are lost without its waits, they stay. */
void edit_no_wait(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    bool *places = mem_zalloc(program->places.count + 1), any = false;
    for (size_t i = 0; i < editing->original->records.count; i++)
        if (editing->original->records.rows[i].call == CALL_cudaStreamWaitEvent)
            places[editing->original->records.rows[i].place] = true;
    size_t lost = edit_keep_orders(editing, true);
    for (uint32_t place = 0; place < program->places.count; place++) {
        if (!places[place] || (edit->place && edit->place != place))
            continue;
        size_t dropped = toggle_waits(editing, place, false);
        if (edit_keep_orders(editing, true) > lost) {
            toggle_waits(editing, place, true);
            continue;
        }
        any = true;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_DROPPED,
                                                    .call = CALL_cudaStreamWaitEvent,
                                                    .place = place,
                                                    .count = dropped});
    }
    free(places);
    if (!any) {
        editing_refuse(editing, "the data needs every wait there");
        return;
    }
    editing->orders_lost = true;
    drop_unused_records(editing);
}

/* All waits there are left out; what of them the data needs comes back as events right behind what
 * is waited for. */
void edit_narrow_wait(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    bool any = false;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->call != CALL_cudaStreamWaitEvent ||
            (edit->place && record->place != edit->place))
            continue;
        /* so that the gain is the order's, and not that of cudaEventDisableTiming */
        editing->timed_events |= program->events.rows[record->object].timing;
        drop(editing, record);
        any = editing->orders_lost = true;
    }
    if (any)
        drop_unused_records(editing);
    else
        editing_refuse(editing, "no stream waits for an event there");
}
