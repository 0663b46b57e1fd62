#include "sim/model/edit_lost.h"

#include "sim/base/mem.h"
#include "sim/model/edit_enclosed.h"
#include "sim/model/edit_order.h"
#include "sim/model/edit_told.h"

#include <stdlib.h>
#include <string.h>

/* An access that a later one may conflict with. */
struct touch {
    uint64_t from, to;
    struct order_point was, is; /* in the original, in the edited program */
    uint32_t record;
    uint8_t mode; /* ACCESS_READ | ACCESS_WRITE | ACCESS_ATOMIC */
};

/* More are forgotten, oldest first; the proof of the whole does not rest on them. */
enum { TOUCHES_MOST = 256 };

struct touches {
    struct touch *rows;
    size_t first, end, capacity; /* those before the first are forgotten */
};

/* The last work in a stream of the edited program. */
struct last_work {
    struct order_point was, is;
    uint32_t record;
};

/* Where a record stands in both, if both have it: a record of work, or of a start event. */
struct enclosed_point {
    struct order_point was, is;
    bool counts;
};

/* A program of very many nested elapsed times would take long. */
#define COMPARED_MOST (UINT64_C(1) << 27)

struct finder {
    const struct editing *editing;
    struct order was, is;
    struct touches *touches; /* by alloc */
    struct touches *told;    /* by lock or atomic: what host functions tell others by it */
    size_t told_count;
    struct told_pairs free;     /* that the original does not order */
    struct last_work *last;     /* by stream of the edited program */
    struct last_work *recorded; /* by event: its last record */
    uint32_t *part;             /* by host function: the row behind its first record; 0: none */
    uint32_t *following;        /* by record of a worker: the next of that worker */
    struct enclosed enclosed;
    struct enclosed_point *points; /* by record, if anything is enclosed */
    uint32_t *open;                /* records of start events that have their end still to come */
    size_t open_count;
    uint64_t compared; /* orders, for what is enclosed */
    struct lost_orders *lost;
};

static void add_lost(struct finder *finder, uint32_t before, uint32_t after, uint32_t event,
                     bool by_host)
{
    struct lost_orders *lost = finder->lost;
    lost->rows = mem_grow(lost->rows, &lost->capacity, lost->count + 1, sizeof *lost->rows);
    lost->rows[lost->count++] = (struct lost_order){
        .before = before,
        .after = after,
        .event = event,
        .by_host = by_host,
        .at = by_host ? edit_first_touch(finder->editing, before, after) : after};
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

static bool conflicts(const struct touch *touch, uint64_t from, uint64_t to, uint8_t mode)
{
    return ((mode | touch->mode) & ACCESS_WRITE) && touch->from < to && from < touch->to;
}

/* Whether the touch need not be kept once [from, to) is accessed after it: whatever has an order
 * with the one has it with the other. What an atomic write is behind it does not stand for, as the
 * next atomic one may be behind that, too, and not behind this one. */
static bool is_covered(const struct touch *touch, const struct view *view, uint64_t from,
                       uint64_t to, uint8_t mode)
{
    if (touch->from < from || touch->to > to)
        return false;
    if ((mode & ACCESS_WRITE) && !(mode & ACCESS_ATOMIC))
        return order_has(view->was_clock, touch->was);
    return touch->mode == mode && touch->was.line == view->was.line &&
           touch->is.line == view->is.line;
}

/* Where there are as many as are kept. The rows move together only when as many are forgotten. */
static void forget_oldest(struct touches *touches)
{
    touches->first += touches->end - touches->first >= TOUCHES_MOST;
    if (touches->first < TOUCHES_MOST)
        return;
    touches->end -= touches->first;
    memmove(touches->rows, touches->rows + touches->first, touches->end * sizeof *touches->rows);
    touches->first = 0;
}

static void touch(struct finder *finder, const struct view *view, struct touches *touches,
                  uint64_t from, uint64_t to, uint8_t mode)
{
    size_t kept = touches->first;
    for (size_t i = touches->first; i < touches->end; i++) {
        struct touch *touch = &touches->rows[i];
        if (touch->record != view->record && conflicts(touch, from, to, mode) &&
            touch->is.line < finder->is.streams && order_has(view->was_clock, touch->was) &&
            !order_has(view->is_clock, touch->is))
            add_lost(finder, touch->record, view->record, 0, view->by_host);
        if (touch->record != view->record && is_covered(touch, view, from, to, mode))
            continue;
        if (kept < i)
            touches->rows[kept] = *touch;
        kept++;
    }
    touches->end = kept;
    forget_oldest(touches);
    touches->rows =
        mem_grow(touches->rows, &touches->capacity, touches->end + 1, sizeof *touches->rows);
    touches->rows[touches->end++] = (struct touch){.from = from,
                                                   .to = to,
                                                   .was = view->was,
                                                   .is = view->is,
                                                   .record = view->record,
                                                   .mode = mode};
}

/* One of a host function to a lock or an atomic. */
static void tell(struct finder *finder, const struct view *view, uint32_t by, uint8_t mode)
{
    const struct program_record *rows = finder->editing->program->records.rows;
    struct touches *touches = &finder->told[by];
    for (size_t i = touches->first; i < touches->end; i++) {
        const struct touch *touch = &touches->rows[i];
        if (touch->record != view->record && conflicts(touch, 0, 1, mode) &&
            !order_has(view->was_clock, touch->was))
            told_pairs_add(&finder->free, by, rows[touch->record].place, rows[view->record].place);
    }
    size_t lost = finder->lost->count;
    touch(finder, view, touches, 0, 1, mode);
    for (; lost < finder->lost->count; lost++)
        finder->lost->rows[lost].told = by + 1;
}

static void touch_range(struct finder *finder, const struct view *view, uint32_t alloc,
                        uint64_t from, uint64_t to, uint8_t mode)
{
    if (alloc && from < to)
        touch(finder, view, &finder->touches[alloc], from, to, mode);
}

enum { ROWS_MOST = 16 }; /* of a copy that are looked at one by one: more count with their gaps */

static void touch_side(struct finder *finder, const struct view *view,
                       const struct program_copy *copy, bool dst)
{
    const struct program_range *range = dst ? &copy->dst : &copy->src;
    const uint64_t pitch = dst ? copy->dst_pitch : copy->src_pitch;
    uint64_t bytes = program_copy_extent(copy, dst);
    if (copy->rows > 1 && copy->rows <= ROWS_MOST && pitch > range->bytes) {
        for (uint64_t i = 0; i < copy->rows; i++) {
            uint64_t from = range->offset + i * pitch;
            touch_range(finder, view, range->alloc, from, from + range->bytes,
                        dst ? ACCESS_WRITE : ACCESS_READ);
        }
        return;
    }
    touch_range(finder, view, range->alloc, range->offset, range->offset + bytes,
                dst ? ACCESS_WRITE : ACCESS_READ);
}

/* The source of a copy, which may have been read when the call returns; it is then the host's. */
static void touch_source(struct finder *finder, const struct view *view,
                         const struct program_copy *copy)
{
    const struct program_record *old = &finder->editing->original->records.rows[view->record];
    const struct program_record *new = &finder->editing->program->records.rows[view->record];
    uint32_t line = (uint32_t)finder->is.streams + new->thread;
    struct view source = *view;
    if (call_info((enum call)old->call)->object == OBJECT_COPY &&
        order_is_staged(&finder->was, old)) {
        source.was = (struct order_point){.line = line, .count = finder->was.counts[line]};
        source.was_clock = order_host(&finder->was, old->thread);
    }
    if (order_is_staged(&finder->is, new)) {
        source.is = (struct order_point){.line = line, .count = finder->is.counts[line]};
        source.is_clock = order_host(&finder->is, new->thread);
        source.by_host = true;
    }
    touch_side(finder, &source, copy, false);
}

static void touch_alloc(struct finder *finder, const struct view *view, uint32_t alloc)
{
    touch_range(finder, view, alloc, 0, UINT64_MAX, ACCESS_WRITE);
}

static void touch_record(struct finder *finder, const struct view *view,
                         const struct program_record *record);

/* What a host function does under a lock, or to an atomic, others see, who may count on the order
 * of its calls: that one of several has been called says which only where they are called in order.
 * How the call touches what is told so; 0: not at all. */
static uint8_t telling(uint16_t call)
{
    return call == CALL_lock_acquire || call == CALL_lock_release || call == CALL_publish
               ? ACCESS_WRITE
           : call == CALL_observe ? ACCESS_READ
                                  : 0;
}

/* What the records of a host function access is accessed by its operation. */
static void touch_host_function(struct finder *finder, const struct view *view, uint32_t hostfn)
{
    const struct program *program = finder->editing->program;
    if (hostfn >= program->hostfns.count || finder->part[hostfn] == 0)
        return;
    for (uint32_t i = finder->following[finder->part[hostfn] - 1];
         i != 0 && program->records.rows[i].call != CALL_thread_end; i = finder->following[i]) {
        touch_record(finder, view, &program->records.rows[i]);
        const struct program_record *part = &program->records.rows[i];
        if (telling(part->call) && part->object < finder->told_count)
            tell(finder, view, part->object, telling(part->call));
    }
}

static void touch_record(struct finder *finder, const struct view *view,
                         const struct program_record *record)
{
    const struct program *program = finder->editing->program;
    const struct call_info *info = call_info((enum call)record->call);
    switch (info->object) {
    case OBJECT_LAUNCH: {
        const struct program_launch *launch = &program->launches.rows[record->object];
        for (uint32_t i = 0; i < launch->access_count; i++) {
            const struct program_access *access = &program->accesses.rows[launch->first_access + i];
            touch_range(finder, view, access->range.alloc, access->range.offset,
                        access->range.offset + access->range.bytes, access->mode);
        }
        break;
    }
    case OBJECT_COPY: {
        const struct program_copy *copy = &program->copies.rows[record->object];
        if (info->group == CALL_GROUP_HOST) {
            touch_range(finder, view, copy->dst.alloc, copy->dst.offset,
                        copy->dst.offset + copy->dst.bytes,
                        record->call == CALL_host_write ? ACCESS_WRITE : ACCESS_READ);
            break;
        }
        touch_source(finder, view, copy);
        touch_side(finder, view, copy, true);
        break;
    }
    case OBJECT_ALLOC:
        if (strstr(info->name, "Malloc") || strstr(info->name, "Free") ||
            strstr(info->name, "Alloc"))
            touch_alloc(finder, view, record->object);
        break;
    case OBJECT_HOSTFN:
        if (program->threads.rows[record->thread].kind == THREAD_HOST)
            touch_host_function(finder, view, record->object);
        break;
    default:
        break;
    }
}

/* An operation that the call wants to be done, though it touches no memory of it. */
static void needs(struct finder *finder, const struct view *view, const struct last_work *work,
                  uint32_t event)
{
    if (work->was.count && order_has(view->was_clock, work->was) &&
        !order_has(view->is_clock, work->is))
        add_lost(finder, work->record, view->record, event, true);
}

static void need_others(struct finder *finder, const struct view *view,
                        const struct program_record *record)
{
    const struct program *program = finder->editing->program;
    if (record->call == CALL_cudaStreamDestroy && record->object < program->streams.count)
        needs(finder, view, &finder->last[record->object], 0);
    if (record->call != CALL_cudaEventElapsedTime)
        return;
    uint32_t events[] = {record->object, (uint32_t)record->value};
    for (size_t i = 0; i < 2; i++)
        if (events[i] < program->events.count)
            needs(finder, view, &finder->recorded[events[i]], events[i]);
}

/* --- what elapsed times enclose ------------------------------------------------------------------
 */

static bool is_behind(struct finder *finder, const struct enclosed_point *point,
                      const uint32_t *was_clock)
{
    finder->compared++;
    return point->counts && order_has(was_clock, point->was);
}

/* Work that was behind the record of a start event. */
static void enclose_work(struct finder *finder, const struct view *view)
{
    for (size_t i = 0; i < finder->open_count; i++) {
        uint32_t start = finder->open[i];
        const struct enclosed_point *point = &finder->points[start];
        if (is_behind(finder, point, view->was_clock) && !order_has(view->is_clock, point->is))
            add_lost(finder, start, view->record,
                     finder->editing->program->records.rows[start].object, false);
    }
}

/* The work that was before the record of an end event, from the newest on. */
static void enclose_until(struct finder *finder, const struct view *view, uint32_t start)
{
    for (uint32_t i = view->record; i-- > start && finder->compared < COMPARED_MOST;) {
        const struct enclosed_point *point = &finder->points[i];
        if (i != start && is_behind(finder, point, view->was_clock) &&
            !order_has(view->is_clock, point->is))
            add_lost(finder, i, view->record, 0, false);
    }
}

static void close_spans(struct finder *finder, const struct view *view)
{
    const struct enclosed *enclosed = &finder->enclosed;
    uint32_t least = view->record;
    for (size_t i = enclosed->stops[view->record]; i && i <= enclosed->count; i++) {
        const struct enclosed_span *span = &enclosed->spans[i - 1];
        if (span->stop != view->record)
            break;
        least = span->start < least ? span->start : least;
    }
    if (least < view->record)
        enclose_until(finder, view, least);
    size_t kept = 0;
    for (size_t i = 0; i < finder->open_count; i++)
        if (enclosed->last_stop[finder->open[i]] != view->record)
            finder->open[kept++] = finder->open[i];
    finder->open_count = kept;
}

/* Before the record is taken. */
static void enclose(struct finder *finder, const struct view *view,
                    const struct program_record *record)
{
    const struct program *program = finder->editing->program;
    if (!finder->enclosed.count || !edit_enqueues(program, record))
        return;
    bool is_record = call_is_event_record((enum call)record->call);
    bool works = order_is_work(record);
    bool starts = is_record && finder->enclosed.last_stop[view->record];
    finder->points[view->record] =
        (struct enclosed_point){.was = view->was, .is = view->is, .counts = works || starts};
    if (is_record && finder->enclosed.stops[view->record])
        close_spans(finder, view);
    if (starts)
        finder->open[finder->open_count++] = view->record;
    else if (works)
        enclose_work(finder, view);
    finder->lost->unknown |= finder->compared >= COMPARED_MOST;
}

/* --- reading both --------------------------------------------------------------------------------
 */

/* Where the parts of host functions stand. */
static void find_parts(struct finder *finder)
{
    const struct program *program = finder->editing->program;
    uint32_t *latest = NULL;
    for (uint32_t i = (uint32_t)program->records.count; i-- > 0;) {
        const struct program_record *record = &program->records.rows[i];
        if (program->threads.rows[record->thread].kind != THREAD_WORKER)
            continue;
        if (!latest) {
            latest = mem_zalloc(program->threads.count * sizeof *latest);
            finder->following = mem_zalloc(program->records.count * sizeof *finder->following);
        }
        if (telling(record->call) && record->object >= finder->told_count &&
            record->object < PROGRAM_LOCKS_MOST)
            finder->told_count = record->object + 1;
        finder->following[i] = latest[record->thread];
        latest[record->thread] = i;
        if (record->call == CALL_cudaLaunchHostFunc && record->object < program->hostfns.count)
            finder->part[record->object] = i + 1;
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
static bool end_is_lost(const struct finder *finder)
{
    for (size_t i = 0; i < finder->editing->program->streams.count; i++) {
        const struct last_work *work = &finder->last[i];
        if (work->was.count && order_has(finder->was.host_clocks, work->was) &&
            !order_has(finder->is.host_clocks, work->is))
            return true;
    }
    return false;
}

/* By what is guaranteed or there in practice. */
static void read_both(struct finder *finder, bool in_practice)
{
    const struct program *original = finder->editing->original;
    const struct program *program = finder->editing->program;
    uint32_t version = 0;
    order_begin(&finder->was, original, program->streams.count, in_practice,
                finder->editing->launch_blocking);
    order_begin(&finder->is, program, program->streams.count, in_practice, false);
    finder->touches = mem_zalloc((program->allocs.count + 1) * sizeof *finder->touches);
    finder->told = mem_zalloc((finder->told_count + 1) * sizeof *finder->told);
    finder->last = mem_zalloc((program->streams.count + 1) * sizeof *finder->last);
    finder->recorded = mem_zalloc((program->events.count + 1) * sizeof *finder->recorded);
    for (uint32_t i = 0; i < program->records.count && !editing_is_stopped(finder->editing); i++) {
        const struct program_record *old = &original->records.rows[i];
        const struct program_record *new = &program->records.rows[i];
        if (program->threads.rows[old->thread].kind == THREAD_WORKER)
            continue;
        struct view view = {.record = i, .by_host = !edit_enqueues(program, new)};
        view.was_clock = order_before(&finder->was, old);
        if (new->call == CALL_NONE) {
            order_take(&finder->was, old, &view.was);
        } else {
            view.is_clock = order_before(&finder->is, new);
            /* the points come only with the taking, which changes the clocks: look first */
            uint32_t was_line = edit_enqueues(original, old)
                                    ? old->stream
                                    : (uint32_t)finder->was.streams + old->thread;
            uint32_t is_line = edit_enqueues(program, new)
                                   ? new->stream
                                   : (uint32_t)finder->is.streams + new->thread;
            view.was = (struct order_point){was_line, finder->was.counts[was_line] + 1};
            view.is = (struct order_point){is_line, finder->is.counts[is_line] + 1};
            touch_record(finder, &view, new);
            need_others(finder, &view, new);
            enclose(finder, &view, new);
            order_take(&finder->was, old, &view.was);
            order_take(&finder->is, new, &view.is);
            struct last_work work = {.was = view.was, .is = view.is, .record = i};
            if (call_is_event_record((enum call) new->call))
                finder->recorded[new->object] = work;
            else if (edit_enqueues(program, new) && order_is_work(new))
                finder->last[new->stream] = work;
        }
        if (main_waited(&finder->was, old, &version))
            finder->lost->last_wait = i + 1;
    }
    finder->lost->end |= end_is_lost(finder);
    for (size_t i = 0; i <= program->allocs.count; i++)
        free(finder->touches[i].rows);
    free(finder->touches);
    for (size_t i = 0; i < finder->told_count; i++)
        free(finder->told[i].rows);
    free(finder->told);
    free(finder->last);
    free(finder->recorded);
    order_end(&finder->was);
    order_end(&finder->is);
}

void lost_orders_find(struct lost_orders *lost, const struct editing *editing)
{
    *lost = (struct lost_orders){0};
    struct finder finder = {.editing = editing, .lost = lost};
    finder.part = mem_zalloc((editing->program->hostfns.count + 1) * sizeof *finder.part);
    find_parts(&finder);
    enclosed_find(&finder.enclosed, editing->program);
    if (finder.enclosed.count) {
        finder.points = mem_zalloc(editing->program->records.count * sizeof *finder.points);
        finder.open = mem_zalloc(finder.enclosed.count * sizeof *finder.open);
    }
    read_both(&finder, false);
    told_pairs_forget(&finder.free, lost, 0, editing->program);
    finder.open_count = 0;
    const size_t guaranteed = lost->count;
    read_both(&finder, true);
    told_pairs_forget(&finder.free, lost, guaranteed, editing->program);
    enclosed_release(&finder.enclosed);
    free(finder.points);
    free(finder.open);
    free(finder.part);
    free(finder.following);
}

void lost_orders_release(struct lost_orders *lost)
{
    free(lost->rows);
    *lost = (struct lost_orders){0};
}
