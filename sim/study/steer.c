#include "sim/study/steer.h"

#include "sim/base/mem.h"
#include "sim/model/calls.h"
#include "sim/model/edit_asked.h"

#include <stdlib.h>
#include <string.h>

/* A line of the source. */
struct line {
    const char *file; /* the original program's */
    int32_t line;
};

/* A wait that is made once, behind the loop that it stands in, or each time behind the locks that
 * are released next. */
struct moved {
    struct line at;
    bool release;
    struct line *loop; /* where the original makes calls between the first of it and the last; */
    size_t count, capacity;
    int32_t from, to; /* in the file of the wait all between these lines are the loop's: what it
                         did not come to before it may come to now */
};

/* Of a host thread. */
struct held {
    struct edit_asked asked;
    struct program_record wait; /* the last that was left out; CALL_NONE: none is to be made */
    struct program_record next; /* what comes behind it; CALL_NONE: it is asked for */
    size_t moved;               /* of the wait */
    bool ended;                 /* the thread has, with the wait still to be made */
};

struct steering {
    const struct prediction *changed;
    struct runtime_source inner;
    struct moved *moved;
    size_t count;
    struct line *one_stream; /* waits for the device that become waits for one stream */
    size_t one_stream_count;
    struct held *threads;
    size_t thread_count, thread_capacity;
};

/* --- where the loops are -------------------------------------------------------------------------
 */

static struct line line_of(const struct program *program, uint32_t place)
{
    const struct program_place *row = &program->places.rows[place];
    return (struct line){program_name(program, row->file), row->line};
}

static bool is_line(const struct line *a, const struct line *b)
{
    return a->line == b->line && strcmp(a->file, b->file) == 0;
}

static void add_line(struct moved *moved, const struct line *line)
{
    if (strcmp(moved->at.file, line->file) == 0) {
        moved->from = line->line < moved->from ? line->line : moved->from;
        moved->to = line->line > moved->to ? line->line : moved->to;
    }
    for (size_t i = 0; i < moved->count; i++)
        if (is_line(&moved->loop[i], line))
            return;
    moved->loop = mem_grow(moved->loop, &moved->capacity, moved->count + 1, sizeof *moved->loop);
    moved->loop[moved->count++] = *line;
}

static bool is_moved(const struct program_record *record, uint32_t place)
{
    return record->place == place && call_is_synchronize(record->call);
}

/* Of each thread that makes it more than once. */
static void find_loop(struct moved *moved, const struct program *program, uint32_t place)
{
    struct span {
        size_t first, last; /* from 1; 0: none */
    } *spans = mem_zalloc((program->threads.count + 1) * sizeof *spans);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread >= program->threads.count || !is_moved(record, place))
            continue;
        struct span *span = &spans[record->thread];
        span->first = span->first ? span->first : i + 1;
        span->last = i + 1;
    }
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread >= program->threads.count || record->place == 0 ||
            i + 1 < spans[record->thread].first || i + 1 > spans[record->thread].last)
            continue;
        struct line line = line_of(program, record->place);
        add_line(moved, &line);
    }
    free(spans);
}

/* --- calls as they come --------------------------------------------------------------------------
 */

static struct held *held_of(struct steering *steering, uint32_t thread)
{
    if (thread >= steering->thread_count) {
        size_t count = (size_t)thread + 1;
        steering->threads = mem_grow(steering->threads, &steering->thread_capacity, count,
                                     sizeof *steering->threads);
        memset(steering->threads + steering->thread_count, 0,
               (count - steering->thread_count) * sizeof *steering->threads);
        steering->thread_count = count;
    }
    return &steering->threads[thread];
}

/* Before the call is made, as edit_one_stream() has it: of a wait for the device in one of the
 * lines one for the stream that its thread needs. */
static void narrow(struct steering *steering, struct edit_asked *asked,
                   struct program_record *record)
{
    const struct program *program = &steering->changed->program;
    if (call_enqueues((enum call)record->call) && record->stream < program->streams.count)
        edit_asked_note(asked, program, record);
    if (record->call != CALL_cudaDeviceSynchronize || record->place == 0)
        return;
    const struct line line = line_of(program, record->place);
    const uint32_t stream = edit_asked_stream(asked);
    *asked = (struct edit_asked){0, 0};
    for (size_t i = 0; i < steering->one_stream_count; i++) {
        if (!is_line(&steering->one_stream[i], &line) || stream == PROGRAM_STREAM_LEGACY)
            continue;
        record->call = CALL_cudaStreamSynchronize;
        record->stream = record->object = stream;
        return;
    }
}

/* Which of those that are moved the call is; as many as there are: none. */
static size_t moved_of(const struct steering *steering, const struct program_record *record)
{
    size_t i = steering->count;
    if (!call_is_synchronize(record->call) || record->place == 0)
        return i;
    struct line line = line_of(&steering->changed->program, record->place);
    for (i = 0; i < steering->count && !is_line(&steering->moved[i].at, &line); i++)
        ;
    return i;
}

/* Whether the call comes before the wait that was left out. */
static bool stands_before(const struct steering *steering, const struct moved *moved,
                          const struct program_record *record)
{
    if (moved->release)
        return record->call == CALL_lock_release;
    if (record->call == CALL_thread_end || record->place == 0)
        return record->call != CALL_thread_end;
    struct line line = line_of(&steering->changed->program, record->place);
    bool found = line.line >= moved->from && line.line <= moved->to &&
                 strcmp(moved->at.file, line.file) == 0;
    for (size_t i = 0; i < moved->count && !found; i++)
        found = is_line(&moved->loop[i], &line);
    return found;
}

/* Waits for several streams or events become one for all, as edit_no_synchronize() has it. */
static void hold(struct held *held, const struct program_record *record, size_t moved)
{
    bool differs = held->wait.call != CALL_NONE &&
                   (held->wait.call != record->call || held->wait.object != record->object);
    held->wait = *record;
    held->moved = moved;
    if (differs)
        held->wait = (struct program_record){
            .call = CALL_cudaDeviceSynchronize, .place = record->place, .column = record->column};
}

/* What was left out is made now, and `next` behind it. */
static void let_go(struct held *held, struct program_record *record)
{
    *record = held->wait;
    held->wait.call = CALL_NONE;
}

static int steer_next(void *context, uint32_t thread, const struct runtime_answer *answer,
                      struct program_record *record, struct err *err)
{
    struct steering *steering = context;
    struct held *held = held_of(steering, thread);
    struct runtime_answer done = {0};
    if (held->ended)
        return 0;
    if (held->next.call != CALL_NONE) {
        *record = held->next;
        held->next.call = CALL_NONE;
        return 1;
    }
    for (;;) {
        int rc = steering->inner.next(steering->inner.context, thread, answer, record, err);
        held = held_of(steering, thread);
        if (rc < 0 || (rc == 0 && held->wait.call == CALL_NONE))
            return rc;
        if (rc > 0 && steering->one_stream_count)
            narrow(steering, &held->asked, record);
        if (rc == 0) {
            held->ended = true;
            let_go(held, record);
            return 1;
        }
        size_t moved = moved_of(steering, record);
        bool others = held->wait.call != CALL_NONE &&
                      (moved < steering->count
                           ? moved != held->moved
                           : !stands_before(steering, &steering->moved[held->moved], record));
        if (others) {
            held->next = *record;
            let_go(held, record);
            return 1;
        }
        if (moved == steering->count)
            return 1;
        hold(held, record, moved);
        done.now = answer ? answer->now : 0;
        answer = &done;
    }
}

static int steer_host_function(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                               struct err *err)
{
    struct steering *steering = context;
    return steering->inner.host_function(steering->inner.context, hostfn, worker, error, err);
}

static int steer_effect(void *context, const struct timeline_op *op, struct err *err)
{
    struct steering *steering = context;
    return steering->inner.effect(steering->inner.context, op, err);
}

static uint32_t steer_caller(void *context, uint32_t thread)
{
    struct steering *steering = context;
    return steering->inner.caller(steering->inner.context, thread);
}

static struct runtime_source between(void *context, const struct runtime_source *source)
{
    struct steering *steering = context;
    steering->inner = *source;
    return (struct runtime_source){.context = steering,
                                   .next = steer_next,
                                   .host_function =
                                       source->host_function ? steer_host_function : NULL,
                                   .effect = source->effect ? steer_effect : NULL,
                                   .caller = source->caller ? steer_caller : NULL};
}

/* --- predicting ----------------------------------------------------------------------------------
 */

static bool is_narrowed(const struct edit_change *change)
{
    return change->kind == CHANGE_CALL && change->call == CALL_cudaDeviceSynchronize &&
           change->new_call == CALL_cudaStreamSynchronize;
}

static bool is_steered(const struct edit *edit)
{
    return edit->kind == EDIT_NO_SYNCHRONIZE || edit->kind == EDIT_RELEASE ||
           (edit->kind == EDIT_ONE_STREAM && edit->stream == EDIT_ANY);
}

bool steer_has(const struct edit *edits, size_t count)
{
    bool has = false;
    for (size_t i = 0; i < count; i++)
        has |= is_steered(&edits[i]);
    return has;
}

bool steer_can(const struct prediction *original, const struct edit *edits, size_t count,
               const struct edit_changes *changes)
{
    bool can = original->interpreted && count > 0 && changes->count > 0;
    for (size_t i = 0; i < count; i++)
        can &= is_steered(&edits[i]);
    for (size_t i = 0; i < changes->count; i++)
        can &= changes->rows[i].kind == CHANGE_LAST_ONLY ||
               changes->rows[i].kind == CHANGE_RELEASE || is_narrowed(&changes->rows[i]);
    return can;
}

/* The places that the edits move: of all, those that a thread comes to again, as
 * edit_no_synchronize() chooses them. */
static void find_moved(struct steering *steering, const struct program *program,
                       const struct edit *edits, size_t count)
{
    struct edit_changes changes;
    struct program edited;
    edit_rewrite(&edited, program, edits, count, NULL, &changes);
    steering->moved = mem_zalloc((changes.count + 1) * sizeof *steering->moved);
    steering->one_stream = mem_zalloc((changes.count + 1) * sizeof *steering->one_stream);
    for (size_t i = 0; i < changes.count; i++) {
        if (is_narrowed(&changes.rows[i])) {
            steering->one_stream[steering->one_stream_count++] =
                line_of(program, changes.rows[i].place);
            continue;
        }
        struct moved *moved = &steering->moved[steering->count++];
        moved->at = line_of(program, changes.rows[i].place);
        moved->from = moved->to = moved->at.line;
        moved->release = changes.rows[i].kind == CHANGE_RELEASE;
        find_loop(moved, program, changes.rows[i].place);
    }
    edit_changes_release(&changes);
    program_release(&edited);
}

int steer_predict(struct prediction *changed, const struct prediction *original,
                  const struct predict_options *options, const struct edit *edits, size_t count,
                  struct err *err)
{
    struct steering steering = {.changed = changed};
    struct predict_options again = *options;
    again.between = between;
    again.between_context = &steering;
    find_moved(&steering, &original->program, edits, count);
    int rc = predict_file(changed, program_name(&original->program, original->program.scenario),
                          &again, err);
    for (size_t i = 0; i < steering.count; i++)
        free(steering.moved[i].loop);
    free(steering.moved);
    free(steering.one_stream);
    free(steering.threads);
    return rc;
}
