/* Keeping orders: two accesses to the same bytes, one a write, that the original orders and the
 * edited program does not, get an event between them.
 *
 * Both programs are read side by side, record by record. The first reading finds the orders that
 * were lost; the second puts in a record behind each first access and a wait before the second, but
 * only where those put in before it do not give that order already. */
#include "sim/model/edit_inside.h"
#include "sim/model/edit_order.h"

#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* An access that a later one may conflict with. */
struct touch {
    uint64_t from, to;
    struct order_point was, is; /* in the original, in the edited program */
    uint32_t record;
    bool write;
};

/* More are forgotten, oldest first; the proof of the whole does not rest on them. */
enum { TOUCHES_MOST = 256, STREAMS_MOST = 1024 };

struct touches {
    struct touch *rows;
    size_t count, capacity;
};

/* `before` has to be done when `after` begins. */
struct lost_order {
    uint32_t before, after; /* rows of records */
    uint32_t event;         /* that is recorded there already; 0: a new one */
    bool by_host;           /* it is the host that has to wait */
};

/* The last work in a stream of the edited program. */
struct last_work {
    struct order_point was, is;
    uint32_t record;
};

struct keeper {
    struct editing *editing;
    struct order was, is;
    struct touches *touches;    /* by alloc */
    struct last_work *last;     /* by stream of the edited program */
    struct last_work *recorded; /* by event: its last record */
    uint32_t *part;             /* by host function: the row behind its first record; 0: none */
    uint32_t *following;        /* by record of a worker: the next of that worker */
    struct lost_order *lost;
    size_t lost_count, lost_capacity;
    size_t last_wait; /* row of the last record in which main waited for the device, from 1 */
};

static void add_lost(struct keeper *keeper, uint32_t before, uint32_t after, uint32_t event,
                     bool by_host)
{
    keeper->lost = mem_grow(keeper->lost, &keeper->lost_capacity, keeper->lost_count + 1,
                            sizeof *keeper->lost);
    keeper->lost[keeper->lost_count++] =
        (struct lost_order){.before = before, .after = after, .event = event, .by_host = by_host};
}

/* --- accesses ------------------------------------------------------------------------------------
 */

/* The record under view, with the clocks of what is before it. */
struct view {
    uint32_t record;
    const uint32_t *was_clock, *is_clock;
    bool by_host; /* the access is the host's */
    struct order_point was, is;
};

static bool conflicts(const struct touch *touch, uint64_t from, uint64_t to, bool write)
{
    return (write || touch->write) && touch->from < to && from < touch->to;
}

/* Whether the touch need not be kept once [from, to) is accessed after it. */
static bool is_covered(const struct touch *touch, const struct view *view, uint64_t from,
                       uint64_t to, bool write)
{
    if (touch->from < from || touch->to > to)
        return false;
    if (write)
        return order_has(view->was_clock, touch->was);
    return !touch->write && touch->was.line == view->was.line && touch->is.line == view->is.line;
}

static void touch_range(struct keeper *keeper, const struct view *view, uint32_t alloc,
                        uint64_t from, uint64_t to, bool write)
{
    if (alloc == 0 || from >= to)
        return;
    struct touches *touches = &keeper->touches[alloc];
    size_t kept = 0;
    for (size_t i = 0; i < touches->count; i++) {
        struct touch *touch = &touches->rows[i];
        if (touch->record != view->record && conflicts(touch, from, to, write) &&
            touch->is.line < keeper->is.streams && order_has(view->was_clock, touch->was) &&
            !order_has(view->is_clock, touch->is))
            add_lost(keeper, touch->record, view->record, 0, view->by_host);
        if (touch->record == view->record || !is_covered(touch, view, from, to, write))
            touches->rows[kept++] = *touch;
    }
    touches->count = kept;
    if (touches->count >= TOUCHES_MOST) {
        memmove(touches->rows, touches->rows + 1, (touches->count - 1) * sizeof *touches->rows);
        touches->count--;
    }
    touches->rows =
        mem_grow(touches->rows, &touches->capacity, touches->count + 1, sizeof *touches->rows);
    touches->rows[touches->count++] = (struct touch){.from = from,
                                                     .to = to,
                                                     .was = view->was,
                                                     .is = view->is,
                                                     .record = view->record,
                                                     .write = write};
}

static void touch_side(struct keeper *keeper, const struct view *view,
                       const struct program_copy *copy, bool dst)
{
    const struct program_range *range = dst ? &copy->dst : &copy->src;
    uint64_t pitch = dst ? copy->dst_pitch : copy->src_pitch;
    uint64_t bytes = range->bytes + (copy->rows > 1 ? (copy->rows - 1) * pitch : 0);
    touch_range(keeper, view, range->alloc, range->offset, range->offset + bytes, dst);
}

/* The source of a copy, which may have been read when the call returns; it is then the host's. */
static void touch_source(struct keeper *keeper, const struct view *view,
                         const struct program_copy *copy)
{
    const struct program_record *old = &keeper->editing->original->records.rows[view->record];
    const struct program_record *new = &keeper->editing->program->records.rows[view->record];
    uint32_t line = (uint32_t)keeper->is.streams + new->thread;
    struct view source = *view;
    if (call_info((enum call)old->call)->object == OBJECT_COPY &&
        order_is_staged(&keeper->was, old)) {
        source.was = (struct order_point){.line = line, .count = keeper->was.counts[line]};
        source.was_clock = order_host(&keeper->was, old->thread);
    }
    if (order_is_staged(&keeper->is, new)) {
        source.is = (struct order_point){.line = line, .count = keeper->is.counts[line]};
        source.is_clock = order_host(&keeper->is, new->thread);
        source.by_host = true;
    }
    touch_side(keeper, &source, copy, false);
}

static void touch_alloc(struct keeper *keeper, const struct view *view, uint32_t alloc)
{
    touch_range(keeper, view, alloc, 0, UINT64_MAX, true);
}

static void touch_record(struct keeper *keeper, const struct view *view,
                         const struct program_record *record);

/* What the records of a host function access is accessed by its operation. */
static void touch_host_function(struct keeper *keeper, const struct view *view, uint32_t hostfn)
{
    const struct program *program = keeper->editing->program;
    if (hostfn >= program->hostfns.count || keeper->part[hostfn] == 0)
        return;
    for (uint32_t i = keeper->following[keeper->part[hostfn] - 1];
         i != 0 && program->records.rows[i].call != CALL_thread_end; i = keeper->following[i])
        touch_record(keeper, view, &program->records.rows[i]);
}

static void touch_record(struct keeper *keeper, const struct view *view,
                         const struct program_record *record)
{
    const struct program *program = keeper->editing->program;
    const struct call_info *info = call_info((enum call)record->call);
    switch (info->object) {
    case OBJECT_LAUNCH: {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &program->accesses.rows[launch->first_access + i];
            touch_range(keeper, view, access->range.alloc, access->range.offset,
                        access->range.offset + access->range.bytes,
                        (access->mode & ACCESS_WRITE) != 0);
        }
        break;
    }
    case OBJECT_COPY: {
        const struct program_copy *copy = &program->copies.rows[record->object];
        if (info->group == CALL_GROUP_HOST) {
            touch_range(keeper, view, copy->dst.alloc, copy->dst.offset,
                        copy->dst.offset + copy->dst.bytes, record->call == CALL_host_write);
            break;
        }
        touch_source(keeper, view, copy);
        touch_side(keeper, view, copy, true);
        break;
    }
    case OBJECT_ALLOC:
        if (strstr(info->name, "Malloc") || strstr(info->name, "Free") ||
            strstr(info->name, "Alloc"))
            touch_alloc(keeper, view, record->object);
        break;
    case OBJECT_HOSTFN:
        if (program->threads.rows[record->thread].kind == THREAD_HOST)
            touch_host_function(keeper, view, record->object);
        break;
    default:
        break;
    }
}

/* An operation that the call wants to be done, though it touches no memory of it. */
static void needs(struct keeper *keeper, const struct view *view, const struct last_work *work,
                  uint32_t event)
{
    if (work->was.count && order_has(view->was_clock, work->was) &&
        !order_has(view->is_clock, work->is))
        add_lost(keeper, work->record, view->record, event, true);
}

static void need_others(struct keeper *keeper, const struct view *view,
                        const struct program_record *record)
{
    const struct program *program = keeper->editing->program;
    if (record->call == CALL_cudaStreamDestroy && record->object < program->streams.count)
        needs(keeper, view, &keeper->last[record->object], 0);
    if (record->call != CALL_cudaEventElapsedTime)
        return;
    uint32_t events[] = {record->object, (uint32_t)record->value};
    for (size_t i = 0; i < 2; i++)
        if (events[i] < program->events.count)
            needs(keeper, view, &keeper->recorded[events[i]], events[i]);
}

/* --- first reading -------------------------------------------------------------------------------
 */

/* Where the parts of host functions stand. */
static void find_parts(struct keeper *keeper)
{
    const struct program *program = keeper->editing->program;
    uint32_t *latest = NULL;
    for (uint32_t i = (uint32_t)program->records.count; i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        if (program->threads.rows[record->thread].kind != THREAD_WORKER)
            continue;
        if (!latest) {
            latest = mem_zalloc(program->threads.count * sizeof *latest);
            keeper->following = mem_zalloc(program->records.count * sizeof *keeper->following);
        }
        keeper->following[i] = latest[record->thread];
        latest[record->thread] = i;
        if (record->call == CALL_cudaLaunchHostFunc && record->object < program->hostfns.count)
            keeper->part[record->object] = i + 1;
    }
    free(latest);
}

/* Whether main waits for the device in it, as far as `order` went. */
static bool main_waited(const struct order *order, const struct program_record *record,
                        uint32_t *version)
{
    if (record->thread != 0 || order->versions[0] == *version)
        return false;
    *version = order->versions[0];
    return true;
}

/* Whether main knew at the end that all was done, and does not know it any more. */
static bool end_is_lost(const struct keeper *keeper)
{
    for (size_t i = 0; i < keeper->editing->program->streams.count; i++) {
        const struct last_work *work = &keeper->last[i];
        if (work->was.count && order_has(keeper->was.host_clocks, work->was) &&
            !order_has(keeper->is.host_clocks, work->is))
            return true;
    }
    return false;
}

/* By what is guaranteed or there in practice. Whether main does not know at the end any more that
 * all is done. */
static bool read_both(struct keeper *keeper, bool in_practice)
{
    const struct program *original = keeper->editing->original;
    const struct program *program = keeper->editing->program;
    uint32_t version = 0;
    order_begin(&keeper->was, original, program->streams.count, in_practice,
                keeper->editing->launch_blocking);
    order_begin(&keeper->is, program, program->streams.count, in_practice, false);
    keeper->touches = mem_zalloc((program->allocs.count + 1) * sizeof *keeper->touches);
    keeper->last = mem_zalloc((program->streams.count + 1) * sizeof *keeper->last);
    keeper->recorded = mem_zalloc((program->events.count + 1) * sizeof *keeper->recorded);
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *old = &original->records.rows[i];
        const struct program_record *new = &program->records.rows[i];
        if (program->threads.rows[old->thread].kind == THREAD_WORKER)
            continue;
        struct view view = {.record = i, .by_host = !edit_enqueues(program, new)};
        view.was_clock = order_before(&keeper->was, old);
        if (new->call == CALL_NONE) {
            order_take(&keeper->was, old, &view.was);
        } else {
            view.is_clock = order_before(&keeper->is, new);
            /* the points come only with the taking, which changes the clocks: look first */
            uint32_t was_line = edit_enqueues(original, old)
                                    ? old->stream
                                    : (uint32_t)keeper->was.streams + old->thread;
            uint32_t is_line = edit_enqueues(program, new)
                                   ? new->stream
                                   : (uint32_t)keeper->is.streams + new->thread;
            view.was = (struct order_point){was_line, keeper->was.counts[was_line] + 1};
            view.is = (struct order_point){is_line, keeper->is.counts[is_line] + 1};
            touch_record(keeper, &view, new);
            need_others(keeper, &view, new);
            order_take(&keeper->was, old, &view.was);
            order_take(&keeper->is, new, &view.is);
            struct last_work work = {.was = view.was, .is = view.is, .record = i};
            if (call_is_event_record((enum call) new->call))
                keeper->recorded[new->object] = work;
            else if (edit_enqueues(program, new) && new->call != CALL_cudaStreamWaitEvent)
                keeper->last[new->stream] = work;
        }
        if (main_waited(&keeper->was, old, &version))
            keeper->last_wait = i + 1;
    }
    bool ends = end_is_lost(keeper);
    for (size_t i = 0; i <= program->allocs.count; i++)
        free(keeper->touches[i].rows);
    free(keeper->touches);
    free(keeper->last);
    free(keeper->recorded);
    order_end(&keeper->was);
    order_end(&keeper->is);
    return ends;
}

/* --- second reading ------------------------------------------------------------------------------
 */

/* A record that is put in: its event and what the stream had done then. */
struct kept {
    uint32_t before; /* row of records */
    uint32_t last;   /* row of records that waits for it last */
    uint32_t event;
    bool used;
    uint32_t *clock;
};

static int by_before(const void *a, const void *b)
{
    const struct kept *left = a, *right = b;
    return left->before < right->before ? -1 : left->before > right->before;
}

/* Later accesses first: what is behind them is then there already. */
static int by_after(const void *a, const void *b)
{
    const struct lost_order *left = a, *right = b;
    if (left->after != right->after)
        return left->after < right->after ? -1 : 1;
    if (left->before != right->before)
        return left->before > right->before ? -1 : 1;
    return left->event > right->event ? -1 : left->event < right->event;
}

static struct kept *kept_of(struct kept *rows, size_t count, uint32_t before)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rows[middle].before < before)
            low = middle + 1;
        else
            high = middle;
    }
    return &rows[low];
}

static struct kept *list_kept(const struct keeper *keeper, size_t *count)
{
    struct kept *rows = mem_zalloc((keeper->lost_count + 1) * sizeof *rows);
    for (size_t i = 0; i < keeper->lost_count; i++)
        rows[i].before = keeper->lost[i].before;
    qsort(rows, keeper->lost_count, sizeof *rows, by_before);
    *count = 0;
    for (size_t i = 0; i < keeper->lost_count; i++)
        if (*count == 0 || rows[*count - 1].before != rows[i].before)
            rows[(*count)++] = rows[i];
    return rows;
}

/* An order that is put in. */
struct put {
    uint32_t kept;  /* row */
    uint32_t after; /* row of records */
    bool by_host;
};

static void put_wait(struct keeper *keeper, const struct put *put, const struct kept *kept)
{
    const struct program *program = keeper->editing->program;
    const struct program_record *before = &program->records.rows[kept->before];
    const struct program_record *after = &program->records.rows[put->after];
    bool device = !put->by_host;
    editing_insert(keeper->editing, edit_before(put->after),
                   &(struct program_record){
                       .call = device ? CALL_cudaStreamWaitEvent : CALL_cudaEventSynchronize,
                       .thread = after->thread,
                       .place = after->place,
                       .stream = device ? after->stream : 0,
                       .object = kept->event,
                   });
    editing_note(keeper->editing,
                 &(struct edit_change){.kind = device ? CHANGE_WAIT : CHANGE_SYNCHRONIZE,
                                       .call = before->call,
                                       .new_call = after->call,
                                       .place = before->place,
                                       .other = after->place,
                                       .stream = before->stream,
                                       .to = device ? after->stream : 0,
                                       .count = 1});
}

/* Events of which every wait has been issued are recorded again. */
static void number_events(struct keeper *keeper, struct kept *rows, size_t count)
{
    struct program *program = keeper->editing->program;
    uint32_t *free_at = mem_zalloc((count + 1) * sizeof *free_at);
    uint32_t *events = mem_zalloc((count + 1) * sizeof *events);
    size_t oldest = 0, newest = 0; /* a queue: they become free about in the order of their use */
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].used || rows[i].event)
            continue;
        if (oldest < newest && free_at[oldest] <= rows[i].before) {
            rows[i].event = events[oldest++];
        } else {
            rows[i].event = program_add_event(
                program,
                &(struct program_event){.name = intern_adds(&program->names, "order kept")});
            editing_insert(keeper->editing, edit_before(0),
                           &(struct program_record){.call = CALL_cudaEventCreateWithFlags,
                                                    .object = rows[i].event,
                                                    .flags = RECORD_WARM});
        }
        events[newest] = rows[i].event;
        free_at[newest++] = rows[i].last;
    }
    free(free_at);
    free(events);
}

/* Reads the edited program again with what is put in, and decides what that is. */
static struct put *choose(struct keeper *keeper, struct kept *rows, size_t count, size_t *put_count)
{
    const struct program *program = keeper->editing->program;
    struct order *is = &keeper->is;
    size_t bytes = is->width * sizeof(uint32_t), next = 0, next_kept = 0, capacity = 0;
    struct put *puts = NULL;
    *put_count = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        bool worker = program->threads.rows[record->thread].kind == THREAD_WORKER;
        for (; next < keeper->lost_count && keeper->lost[next].after == i; next++) {
            struct kept *kept = kept_of(rows, count, keeper->lost[next].before);
            const struct program_record *before = &program->records.rows[kept->before];
            /* its point: the entry of its own stream in what it is behind */
            uint32_t point = kept->clock ? kept->clock[before->stream] : 0;
            bool by_host = keeper->lost[next].by_host;
            const uint32_t *known =
                by_host ? order_host(is, record->thread) : order_before(is, record);
            if (!kept->clock || known[before->stream] >= point)
                continue;
            kept->used = true;
            kept->last = i;
            if (keeper->lost[next].event)
                kept->event = keeper->lost[next].event;
            order_join(is, record, by_host, kept->clock);
            puts = mem_grow(puts, &capacity, *put_count + 1, sizeof *puts);
            puts[(*put_count)++] =
                (struct put){.kept = (uint32_t)(kept - rows), .after = i, .by_host = by_host};
        }
        struct order_point point;
        if (record->call == CALL_NONE || worker)
            continue;
        order_take(is, record, &point);
        if (next_kept < count && rows[next_kept].before == i) {
            rows[next_kept].clock = mem_zalloc(bytes);
            memcpy(rows[next_kept].clock, order_behind(is, record), bytes);
            next_kept++;
        }
    }
    return puts;
}

static void put_events(struct keeper *keeper)
{
    struct editing *editing = keeper->editing;
    struct program *program = editing->program;
    size_t count, put_count;
    struct kept *rows = list_kept(keeper, &count);
    qsort(keeper->lost, keeper->lost_count, sizeof *keeper->lost, by_after);
    order_begin(&keeper->is, program, program->streams.count, false, false);
    struct put *puts = choose(keeper, rows, count, &put_count);
    bool *recorded = mem_zalloc(count + 1);
    for (size_t i = 0; i < count; i++)
        recorded[i] = rows[i].event != 0; /* by the program itself */
    number_events(keeper, rows, count);
    for (size_t i = 0; i < put_count; i++) {
        const struct kept *kept = &rows[puts[i].kept];
        const struct program_record *before = &program->records.rows[kept->before];
        if (!recorded[puts[i].kept])
            editing_insert(editing, edit_behind(kept->before),
                           &(struct program_record){.call = CALL_cudaEventRecord,
                                                    .thread = before->thread,
                                                    .place = before->place,
                                                    .stream = before->stream,
                                                    .object = kept->event});
        recorded[puts[i].kept] = true;
        put_wait(keeper, &puts[i], kept);
    }
    for (size_t i = 0; i < count; i++)
        free(rows[i].clock);
    order_end(&keeper->is);
    free(recorded);
    free(rows);
    free(puts);
}

static void put_end(struct keeper *keeper)
{
    struct editing *editing = keeper->editing;
    size_t row = keeper->last_wait ? keeper->last_wait - 1 : editing->program->records.count - 1;
    uint32_t place = editing->original->records.rows[row].place;
    editing_insert(editing, edit_behind(row),
                   &(struct program_record){.call = CALL_cudaDeviceSynchronize, .place = place});
    editing_note(editing, &(struct edit_change){.kind = CHANGE_END,
                                                .call = CALL_cudaDeviceSynchronize,
                                                .place = place,
                                                .count = 1});
}

size_t edit_keep_orders(struct editing *editing, bool only_count)
{
    const struct program *program = editing->program;
    if (program->streams.count > STREAMS_MOST || program->records.count == 0) {
        editing_refuse(editing, "it has too many streams to see which orders the data needs");
        return 0;
    }
    struct keeper keeper = {.editing = editing};
    keeper.part = mem_zalloc((program->hostfns.count + 1) * sizeof *keeper.part);
    find_parts(&keeper);
    bool ends = read_both(&keeper, false);
    ends |= read_both(&keeper, true);
    size_t lost = keeper.lost_count;
    if (!only_count) {
        if (ends)
            put_end(&keeper);
        if (lost)
            put_events(&keeper);
    }
    free(keeper.part);
    free(keeper.following);
    free(keeper.lost);
    return lost;
}
