/* Whether waits that were left out come back where they stood, for the same work: as events that
 * the host waits for before what it touches. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* So much of a stream's work, of what counts as such; in no stream: anything else. */
struct target {
    uint32_t stream; /* EDIT_ANY: none */
    size_t work;
};

enum { PENDING_MOST = 8 };

/* The waits of a thread that were left out since it did anything that takes time. */
struct pending {
    struct target rows[PENDING_MOST];
    size_t count;
};

struct stays {
    const struct editing *editing;
    size_t *work;            /* by stream: how much was put into it */
    struct target *recorded; /* by event */
    struct pending *threads; /* by thread */
    size_t found;            /* waits that stay */
    bool moves;              /* one does not */
};

/* What a wait is for. */
static struct target target_of(const struct stays *s, const struct program_record *wait)
{
    const struct program *program = s->editing->program;
    if (wait->call == CALL_cudaStreamSynchronize && wait->object < program->streams.count)
        return (struct target){wait->object, s->work[wait->object]};
    if (wait->call == CALL_cudaEventSynchronize && wait->object < program->events.count)
        return s->recorded[wait->object];
    return (struct target){EDIT_ANY, 0};
}

static void leave_out(struct stays *s, const struct program_record *wait)
{
    struct pending *pending = &s->threads[wait->thread];
    const struct target target = target_of(s, wait);
    if (target.stream == EDIT_ANY || pending->count == PENDING_MOST)
        s->moves = true;
    else
        pending->rows[pending->count++] = target;
}

static void come_back(struct stays *s, const struct program_record *wait)
{
    struct pending *pending = &s->threads[wait->thread];
    const struct target target = target_of(s, wait);
    for (size_t i = pending->count; i-- > 0;) {
        if (pending->rows[i].stream != target.stream || pending->rows[i].work != target.work)
            continue;
        pending->rows[i] = pending->rows[--pending->count];
        s->found++;
    }
}

/* What was put into streams is what its events stand for. */
static void note_enqueued(struct stays *s, const struct program_record *record)
{
    if (record->stream >= s->editing->program->streams.count)
        return;
    if (call_is_event_record((enum call)record->call))
        s->recorded[record->object] = (struct target){record->stream, s->work[record->stream]};
    else
        s->work[record->stream]++;
}

static void take(struct stays *s, const struct program_record *record, bool is_put)
{
    const struct program *program = s->editing->program;
    if (record->thread >= program->threads.count || record->call == CALL_NONE)
        return;
    if (is_put && record->call == CALL_cudaEventSynchronize) {
        come_back(s, record);
        return;
    }
    if (edit_enqueues(program, record))
        note_enqueued(s, record);
    if (!is_put && !call_is_touch(record->call))
        s->moves |= s->threads[record->thread].count > 0;
}

/* Whether nothing was done but to move waits. */
static bool only_moves(const struct edit_changes *changes)
{
    bool only = changes->count > 0;
    for (size_t i = 0; i < changes->count; i++) {
        const enum edit_change_kind kind = changes->rows[i].kind;
        only &= kind == CHANGE_LAST_ONLY || kind == CHANGE_LAST_THREAD ||
                kind == CHANGE_SYNCHRONIZE || kind == CHANGE_WAIT;
    }
    return only;
}

bool edit_waits_stay(const struct editing *editing)
{
    const struct program *program = editing->program;
    const struct program_record *old = editing->original->records.rows;
    if (!only_moves(editing->changes))
        return false;
    struct stays s = {
        .editing = editing,
        .work = mem_zalloc((program->streams.count + 1) * sizeof *s.work),
        .recorded = mem_zalloc((program->events.count + 1) * sizeof *s.recorded),
        .threads = mem_zalloc((program->threads.count + 1) * sizeof *s.threads),
    };
    const struct edit_insertion *put = editing->insertions;
    for (size_t i = 0, next = 0; i < program->records.count && !s.moves; i++) {
        for (; next < editing->insertion_count && put[next].key <= edit_before(i); next++)
            take(&s, &put[next].record, true);
        const struct program_record *record = &program->records.rows[i];
        if (record->call == CALL_NONE && call_is_synchronize(old[i].call))
            leave_out(&s, &old[i]);
        else
            take(&s, record, false);
    }
    for (size_t i = 0; i < program->threads.count; i++)
        s.moves |= s.threads[i].count > 0;
    free(s.work);
    free(s.recorded);
    free(s.threads);
    return s.found > 0 && !s.moves;
}
