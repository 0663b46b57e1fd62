/* Streams that are made in one place, of which one has all the work: each turn of the loop that
 * makes it gets the next of them. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool makes_stream(const struct program_record *record)
{
    return record->call == CALL_cudaStreamCreate ||
           record->call == CALL_cudaStreamCreateWithFlags ||
           record->call == CALL_cudaStreamCreateWithPriority;
}

/* --- finding them --------------------------------------------------------------------------------
 */

/* By stream: whether something goes into it. */
static bool *find_used(const struct program *program)
{
    bool *used = mem_zalloc(program->streams.count + 1);
    for (size_t i = 0; i < program->records.count; i++)
        if (edit_enqueues(program, &program->records.rows[i]))
            used[program->records.rows[i].stream] = true;
    return used;
}

/* The streams made at a place into `idle`: false unless one of them has all the work, or none has
 * any while the default stream has. */
static bool gather(struct edit_idle *idle, const struct program *program, const bool *used)
{
    size_t busy = 0, others = 0;
    idle->stream = PROGRAM_STREAM_LEGACY;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!makes_stream(record) || record->object >= program->streams.count)
            continue;
        bool has = used[record->object];
        if (record->place != idle->place) {
            others += has;
            continue;
        }
        idle->rows[idle->count++] = record->object;
        busy += has;
        idle->stream = has ? record->object : idle->stream;
    }
    idle->unused = idle->count - busy;
    return idle->count > 1 && (busy == 1 || (busy == 0 && others == 0 && used[0]));
}

bool edit_find_idle(struct edit_idle *idle, const struct program *program, uint32_t place)
{
    *idle =
        (struct edit_idle){.rows = mem_zalloc((program->streams.count + 1) * sizeof *idle->rows)};
    bool *used = find_used(program), found = false;
    for (size_t i = 0; i < program->records.count && !found; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!makes_stream(record) || record->place == 0 || record->place == idle->place ||
            (place != 0 && record->place != place))
            continue;
        idle->place = record->place;
        idle->count = 0;
        found = gather(idle, program, used);
    }
    free(used);
    return found;
}

void edit_idle_release(struct edit_idle *idle)
{
    free(idle->rows);
    *idle = (struct edit_idle){0};
}

/* --- giving them the turns -----------------------------------------------------------------------
 */

struct spreading {
    struct editing *editing;
    struct program *program;
    struct edit_idle idle;
    size_t *times; /* by place: how often the first of what is put into the stream there is, */
    size_t *first; /* and 1 + its record */
};

static bool goes_in(const struct spreading *s, const struct program_record *record)
{
    return record->stream == s->idle.stream && edit_takes_stream(s->program, record);
}

/* Whether one thread puts all of it there, between where the streams are made and where the first
 * of them ends. */
static bool may_spread(const struct spreading *s)
{
    uint32_t thread = UINT32_MAX;
    size_t made = 0, ended = s->program->records.count, first = ended, last = 0;
    for (size_t i = 0; i < s->program->records.count; i++) {
        const struct program_record *record = &s->program->records.rows[i];
        if (makes_stream(record) && record->place == s->idle.place)
            made = i;
        if (record->call == CALL_cudaStreamDestroy && i < ended)
            for (size_t k = 0; k < s->idle.count; k++)
                ended = record->object == s->idle.rows[k] && i < ended ? i : ended;
        if (!goes_in(s, record))
            continue;
        if (thread != UINT32_MAX && record->thread != thread)
            return false;
        thread = record->thread;
        first = first < i ? first : i;
        last = i;
    }
    return made < first && last < ended;
}

/* A wait for the stream is one for what it had: of a turn, or of all. */
static void wait_for_all(struct spreading *s, struct program_record *record)
{
    editing_note(s->editing, &(struct edit_change){.kind = CHANGE_CALL,
                                                   .call = record->call,
                                                   .new_call = CALL_cudaDeviceSynchronize,
                                                   .place = record->place,
                                                   .count = 1});
    record->call = CALL_cudaDeviceSynchronize;
    record->stream = record->object = 0;
}

/* Several operations may stand in one line: whether they are one call's. Where no columns are known
 * by what is called. */
static bool is_one_call(const struct spreading *s, size_t first, size_t second)
{
    const struct program_record *a = &s->program->records.rows[first];
    const struct program_record *b = &s->program->records.rows[second];
    if (a->place != b->place || a->column != b->column || a->call != b->call)
        return false;
    enum call_object object = call_info((enum call)a->call)->object;
    if (a->column == 0 && object == OBJECT_LAUNCH)
        return s->program->launches.rows[a->object].kernel ==
               s->program->launches.rows[b->object].kernel;
    return a->column || object != OBJECT_COPY ||
           s->program->copies.rows[a->object].kind == s->program->copies.rows[b->object].kind;
}

/* Returns how many turns there are. */
static size_t spread(struct spreading *s)
{
    size_t turns = 0;
    size_t begins = 0; /* 1 + the record that the first turn does with */
    for (size_t i = 0; i < s->program->records.count; i++) {
        struct program_record *record = &s->program->records.rows[i];
        bool waits = record->call == CALL_cudaStreamSynchronize &&
                     record->object == s->idle.stream && turns > 0;
        bool chosen = goes_in(s, record) && s->times[record->place] > 1;
        if (waits && s->times[record->place] < 2) {
            wait_for_all(s, record);
            continue;
        }
        if (!chosen && !waits)
            continue;
        if (begins == 0)
            begins = i + 1;
        turns += chosen && is_one_call(s, begins - 1, i);
        uint32_t stream = s->idle.rows[(turns - 1) % s->idle.count];
        record->stream = stream;
        if (waits)
            record->object = stream;
        editing_note(s->editing, &(struct edit_change){.kind = CHANGE_TURNS,
                                                       .call = record->call,
                                                       .place = record->place,
                                                       .stream = stream,
                                                       .count = 1});
    }
    return turns;
}

void edit_turns(struct editing *editing, const struct edit *edit)
{
    struct spreading s = {.editing = editing, .program = editing->program};
    bool found = edit_find_idle(&s.idle, s.program, edit->place);
    s.times = mem_zalloc((s.program->places.count + 1) * sizeof *s.times);
    s.first = mem_zalloc((s.program->places.count + 1) * sizeof *s.first);
    size_t most = 0;
    for (size_t i = 0; i < s.program->records.count && found; i++) {
        const struct program_record *record = &s.program->records.rows[i];
        bool waits = record->call == CALL_cudaStreamSynchronize && record->object == s.idle.stream;
        if (!goes_in(&s, record) && !waits)
            continue;
        size_t *first = &s.first[record->place];
        *first = *first ? *first : i + 1;
        s.times[record->place] += is_one_call(&s, *first - 1, i);
        if (goes_in(&s, record) && s.times[record->place] > most)
            most = s.times[record->place];
    }
    if (!found)
        editing_refuse(editing, "no stream is made there and not used");
    else if (most < 2)
        editing_refuse(editing, "no loop puts its work into one stream");
    else if (!may_spread(&s))
        editing_refuse(editing, "the streams are not there as long as the work, or several host "
                                "threads ask for it");
    else if (spread(&s) > 1)
        editing->orders_lost = true;
    free(s.times);
    free(s.first);
    edit_idle_release(&s.idle);
}
