/* Edit: the calls of one line of a stream get a stream of their own, with the waits and records of
 * events that belong to them. What the data needs of the order that they had there comes back as
 * events (edit_keep.c). */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>

struct apart {
    struct program *program;
    bool *chosen;  /* by record: goes into the new stream */
    bool *with[2]; /* by place: so do all the records of events there; all the waits */
    uint32_t from; /* the stream that they leave */
};

static bool is_mark(const struct program_record *record)
{
    return call_is_event_record((enum call)record->call) ||
           record->call == CALL_cudaStreamWaitEvent;
}

static bool is_asked(const struct program_record *record, const bool *asked)
{
    return call_is_event_record((enum call)record->call) && asked[record->object];
}

static bool is_copy_in(const struct program *program, const struct program_record *record)
{
    return call_info((enum call)record->call)->object == OBJECT_COPY &&
           call_async((enum call)record->call) == CALL_NONE &&
           program->copies.rows[record->object].kind == COPY_H2D;
}

/* Work that its program puts into a stream that it made, of no other priority than the new one. */
static bool may_leave(const struct program *program, const struct program_record *record)
{
    return edit_enqueues(program, record) && edit_takes_stream(program, record) &&
           !is_mark(record) && record->stream < program->streams.count &&
           (program->streams.rows[record->stream].kind == STREAM_BLOCKING ||
            program->streams.rows[record->stream].kind == STREAM_NONBLOCKING) &&
           program->streams.rows[record->stream].priority == 0;
}

/* The calls that are meant: why they are none that can leave; NULL: they can. */
static const char *choose(struct apart *a, uint32_t place)
{
    const struct program *program = a->program;
    size_t count = 0, others = 0;
    uint16_t thread = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        const bool meant = place ? record->place == place && edit_enqueues(program, record)
                                 : may_leave(program, record) && is_copy_in(program, record) &&
                                       (count == 0 || record->stream == a->from);
        if (!meant)
            continue;
        if (!may_leave(program, record))
            return "what stands there goes into no stream of the program's, or one with a priority";
        if (count && (record->stream != a->from || record->thread != thread))
            return "what stands there goes into several streams, or several host threads ask for "
                   "it";
        a->chosen[i] = true;
        a->from = record->stream;
        thread = record->thread;
        count++;
    }
    for (size_t i = 0; i < program->records.count && count; i++)
        others += !a->chosen[i] && program->records.rows[i].stream == a->from &&
                  edit_enqueues(program, &program->records.rows[i]) &&
                  !is_mark(&program->records.rows[i]);
    return count == 0    ? "no work of a stream stands there"
           : others == 0 ? "there is no other work in its stream"
                         : NULL;
}

static bool is_wait(const struct program_record *record)
{
    return record->call == CALL_cudaStreamWaitEvent;
}

/* Records of events right behind chosen work belong to it, and waits right before: those of a place
 * if that is so of all. `back`: from the end, for the waits. */
static void note_marks(struct apart *a, bool *others, bool back)
{
    const struct program *program = a->program;
    const size_t count = program->records.count;
    bool beside = false;
    for (size_t turn = 0; turn < count; turn++) {
        const size_t i = back ? count - 1 - turn : turn;
        const struct program_record *record = &program->records.rows[i];
        if (record->stream != a->from || !edit_enqueues(program, record))
            continue;
        if (!is_mark(record))
            beside = a->chosen[i];
        else if (is_wait(record) == back)
            *(beside ? &a->with[back][record->place] : &others[record->place]) = true;
    }
}

/* Whether half of the chosen calls, or more, stand right behind or before the record of an event
 * that is asked for a time. */
static bool are_timed(const struct apart *a, const bool *asked)
{
    const struct program *program = a->program;
    size_t count = 0, timed = 0, before = 0; /* a record of the stream, from 1 */
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->stream != a->from || !edit_enqueues(program, record))
            continue;
        const struct program_record *last = before ? &program->records.rows[before - 1] : NULL;
        count += a->chosen[i];
        timed += (a->chosen[i] && last && is_asked(last, asked)) ||
                 (last && a->chosen[before - 1] && is_asked(record, asked));
        before = i + 1;
    }
    return timed && 2 * timed >= count;
}

/* An event that somebody asks for a time stays where it is. A record and a wait may share a line,
 * as in a function that makes one stream wait for another: the one says nothing of the other. */
static void find_marks(struct apart *a, const bool *asked)
{
    const struct program *program = a->program;
    for (int waits = 0; waits < 2; waits++) {
        bool *others = mem_zalloc(program->places.count + 1);
        note_marks(a, others, waits);
        for (size_t i = 0; i < program->records.count; i++) {
            const struct program_record *record = &program->records.rows[i];
            if (is_mark(record) && is_wait(record) == waits &&
                (record->stream != a->from || asked[record->object]))
                others[record->place] = true;
        }
        for (size_t i = 0; i <= program->places.count; i++)
            a->with[waits][i] = i && a->with[waits][i] && !others[i];
        free(others);
    }
}

static void move(struct editing *editing, const struct apart *a)
{
    struct program *program = editing->program;
    const uint32_t stream = editing_new_stream(editing, "non-blocking");
    editing->orders_lost = true;
    editing_note(editing, &(struct edit_change){.kind = CHANGE_NEW_STREAM, .stream = stream});
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (!a->chosen[i] && !(is_mark(record) && a->with[is_wait(record)][record->place]))
            continue;
        record->stream = stream;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_STREAM,
                                                    .call = record->call,
                                                    .place = record->place,
                                                    .stream = stream,
                                                    .count = 1});
    }
}

void edit_apart(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    struct apart a = {
        .program = program,
        .chosen = mem_zalloc(program->records.count + 1),
        .with = {mem_zalloc(program->places.count + 1), mem_zalloc(program->places.count + 1)}};
    bool *asked = program_asked_events(program);
    const char *why = choose(&a, edit->place);
    if (!why && are_timed(&a, asked))
        why = "the program times it by events in its stream";
    if (why) {
        editing_refuse(editing, why);
    } else {
        find_marks(&a, asked);
        move(editing, &a);
    }
    free(asked);
    free(a.chosen);
    free(a.with[0]);
    free(a.with[1]);
}
