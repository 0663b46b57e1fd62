#include "sim/model/edit_unread.h"

#include "sim/base/mem.h"
#include "sim/model/edit_inside.h"

#include <stdlib.h>
#include <string.h>

/* --- what nobody reads ---------------------------------------------------------------------------
 */

/* What is in host memory of one allocation and was not read. */
enum { REMEMBERED = 64 };

struct out {
    uint64_t from, to;
    size_t row; /* of the copy */
};

struct outs {
    struct out rows[REMEMBERED];
    size_t count;
};

struct reading {
    const struct program *program;
    struct outs **allocs; /* NULL: nothing there */
    bool *unread;         /* by record */
};

static void forget(struct outs *outs, size_t i)
{
    outs->rows[i] = outs->rows[--outs->count];
}

/* Whether anybody reads it is not seen any more. */
static void forget_unseen(struct reading *r, struct outs *outs)
{
    r->unread[outs->rows[0].row] = false;
    forget(outs, 0);
}

static void read_range(struct reading *r, const struct program_range *range, uint64_t bytes)
{
    struct outs *outs = r->allocs[range->alloc];
    for (size_t i = outs ? outs->count : 0; i-- > 0;) {
        if (outs->rows[i].from >= range->offset + bytes || range->offset >= outs->rows[i].to)
            continue;
        r->unread[outs->rows[i].row] = false;
        forget(outs, i);
    }
}

static void write_out(struct reading *r, const struct program_copy *copy, size_t row)
{
    if (copy->dst.alloc == 0)
        return;
    struct outs **outs = &r->allocs[copy->dst.alloc];
    if (!*outs)
        *outs = mem_zalloc(sizeof **outs);
    const uint64_t from = copy->dst.offset, to = from + program_copy_extent(copy, true);
    for (size_t i = (*outs)->count; i-- > 0;)
        if (from <= (*outs)->rows[i].from && (*outs)->rows[i].to <= to)
            forget(*outs, i);
    if ((*outs)->count == REMEMBERED)
        forget_unseen(r, *outs);
    (*outs)->rows[(*outs)->count++] = (struct out){from, to, row};
    r->unread[row] = true;
}

static void read_record(struct reading *r, size_t row)
{
    const struct program *program = r->program;
    const struct program_record *record = &program->records.rows[row];
    const enum call_object object = call_info((enum call)record->call)->object;
    if (record->call == CALL_host_read) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        read_range(r, &copy->dst, program_copy_extent(copy, true));
    } else if (object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &program->accesses.rows[launch->first_access + i];
            if (access->mode & ACCESS_READ)
                read_range(r, &access->range, access->range.bytes);
        }
    } else if (object == OBJECT_COPY && call_enqueues((enum call)record->call)) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        read_range(r, &copy->src, program_copy_extent(copy, false));
        if (copy->kind == COPY_D2H)
            write_out(r, copy, row);
    }
}

/* By record: whether it copies something out that nobody reads. free() it. */
static bool *find_unread(const struct program *program)
{
    struct reading r = {program, mem_zalloc((program->allocs.count + 1) * sizeof *r.allocs),
                        mem_zalloc(program->records.count + 1)};
    for (size_t i = 0; i < program->records.count; i++)
        read_record(&r, i);
    for (size_t i = 0; i < program->results.count; i++)
        read_range(&r, &program->results.rows[i], program->results.rows[i].bytes);
    for (size_t i = 0; i <= program->allocs.count; i++)
        free(r.allocs[i]);
    free(r.allocs);
    return r.unread;
}

/* --- who waits for it ----------------------------------------------------------------------------
 */

/* A host thread on its way behind a wait. */
struct behind {
    size_t wait; /* the record, from 1; 0: it asks for work, or nothing is waited for */
    bool works;  /* on nothing that is known */
};

struct waiting {
    const struct program *program;
    const bool *unread;
    uint32_t *streams; /* by event: where it was recorded last */
    size_t *last;      /* by stream: the last copy of that kind that nobody waited for, from 1 */
    struct behind *threads; /* by thread */
    size_t *with;           /* by record: the wait before it that the same work is behind, from 1 */
    size_t *waits, *readers; /* by place */
};

/* Whether one of the copies that the wait is for is of that kind; they are waited for now. */
static bool waits_for_unread(struct waiting *w, const struct program_record *record)
{
    const size_t count = w->program->streams.count;
    uint32_t first = 0, last = (uint32_t)count;
    bool any = false;
    if (record->call == CALL_cudaStreamSynchronize)
        first = record->object;
    else if (record->call == CALL_cudaEventSynchronize)
        first = w->streams[record->object];
    if (record->call != CALL_cudaDeviceSynchronize)
        last = first + 1;
    for (uint32_t i = first; i < last && i < count; i++) {
        any |= w->last[i] && w->program->records.rows[w->last[i] - 1].thread == record->thread;
        w->last[i] = 0;
    }
    return any;
}

static void begin_wait(struct waiting *w, size_t row, bool of_unread)
{
    const struct program_record *record = &w->program->records.rows[row];
    struct behind *behind = &w->threads[record->thread];
    w->waits[record->place]++;
    if (behind->works)
        *behind = (struct behind){0, false};
    if (!of_unread)
        return;
    w->with[row] = behind->wait;
    behind->wait = row + 1;
}

/* The thread asks for more (`counts`), or touches what others know: the work was for that. */
static void end_wait(struct waiting *w, struct behind *behind, bool counts)
{
    for (size_t wait = behind->works && counts ? behind->wait : 0; wait; wait = w->with[wait - 1])
        w->readers[w->program->records.rows[wait - 1].place]++;
    *behind = (struct behind){0, false};
}

static bool waits_itself(const struct program *program, const struct program_record *record)
{
    return call_async((enum call)record->call) != CALL_NONE &&
           call_info((enum call)record->call)->object == OBJECT_COPY &&
           program->copies.rows[record->object].kind == COPY_D2H;
}

static void wait_record(struct waiting *w, size_t row)
{
    const struct program_record *record = &w->program->records.rows[row];
    if (record->thread >= w->program->threads.count)
        return;
    struct behind *behind = &w->threads[record->thread];
    if (program_is_whole_work(record)) {
        behind->works = behind->wait != 0;
    } else if (record->call == CALL_host_read || record->call == CALL_host_write) {
        end_wait(w, behind, false);
    } else if (call_is_synchronize(record->call)) {
        begin_wait(w, row, waits_for_unread(w, record));
    } else if (call_is_event_record((enum call)record->call)) {
        w->streams[record->object] = record->stream;
    } else if (edit_enqueues(w->program, record)) {
        end_wait(w, behind, true);
        if (waits_itself(w->program, record))
            begin_wait(w, row, w->unread[row]);
        else if (w->unread[row])
            w->last[record->stream] = row + 1;
    }
}

bool *edit_unread_places(const struct program *program)
{
    bool *unread = find_unread(program), *places = mem_zalloc(program->places.count + 1);
    struct waiting w = {
        .program = program,
        .unread = unread,
        .streams = mem_zalloc((program->events.count + 1) * sizeof *w.streams),
        .last = mem_zalloc((program->streams.count + 1) * sizeof *w.last),
        .threads = mem_zalloc((program->threads.count + 1) * sizeof *w.threads),
        .with = mem_zalloc((program->records.count + 1) * sizeof *w.with),
        .waits = mem_zalloc((program->places.count + 1) * sizeof *w.waits),
        .readers = mem_zalloc((program->places.count + 1) * sizeof *w.readers),
    };
    for (size_t i = 0; i < program->records.count; i++)
        wait_record(&w, i);
    for (size_t i = 1; i < program->places.count; i++)
        places[i] = w.readers[i] > 0 && 2 * w.readers[i] >= w.waits[i];
    free(unread);
    free(w.streams);
    free(w.last);
    free(w.threads);
    free(w.with);
    free(w.waits);
    free(w.readers);
    return places;
}
