/* Keeping orders: where the edited program lost one that matters (edit_lost.h), it gets an
 * event between the two: a record behind the first and a wait before the second, but only where
 * those put in before it do not give that order already. */
#include "sim/base/mem.h"
#include "sim/model/edit_lost.h"
#include "sim/model/edit_order.h"

#include <stdlib.h>
#include <string.h>

enum { STREAMS_MOST = 1024 };

struct keeper {
    struct editing *editing;
    struct lost_orders lost;
    struct order is; /* of the edited program with what is put in */
};

/* A record that is put in: its event and what the stream had done then. */
struct kept {
    uint32_t before; /* row of records */
    uint32_t first;  /* row of records that waits for it first */
    uint32_t last;   /* likewise last */
    uint32_t event;
    uint32_t own; /* row of the program's own record of that event right behind; 0: none is used */
    bool used;
    uint32_t *clock;
};

static int by_before(const void *a, const void *b)
{
    const struct kept *left = a, *right = b;
    return left->before < right->before ? -1 : left->before > right->before;
}

/* Later accesses first: what is behind them is then there already. */
static int by_at(const void *a, const void *b)
{
    const struct lost_order *left = a, *right = b;
    if (left->at != right->at)
        return left->at < right->at ? -1 : 1;
    if (left->before != right->before)
        return left->before > right->before ? -1 : 1;
    if (left->after != right->after)
        return left->after < right->after ? -1 : 1;
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
    struct kept *rows = mem_zalloc((keeper->lost.count + 1) * sizeof *rows);
    for (size_t i = 0; i < keeper->lost.count; i++)
        rows[i].before = keeper->lost.rows[i].before;
    qsort(rows, keeper->lost.count, sizeof *rows, by_before);
    *count = 0;
    for (size_t i = 0; i < keeper->lost.count; i++)
        if (*count == 0 || rows[*count - 1].before != rows[i].before)
            rows[(*count)++] = rows[i];
    return rows;
}

/* An order that is put in. */
struct put {
    uint32_t kept;  /* row */
    uint32_t at;    /* row of records */
    uint32_t shown; /* likewise, of those that `at` begins: where the source has to wait */
    bool by_host;
};

/* A record of those that the source has in one place: one call, of several that a line may have. */
struct turn {
    struct edit_site site;
    uint32_t stream, row;
};

static int by_turn(const void *a, const void *b)
{
    const struct turn *left = a, *right = b;
    const int order = edit_site_order(left->site, right->site);
    if (order)
        return order;
    return left->row < right->row ? -1 : left->row > right->row;
}

static struct turn turn_of(const struct program *program, uint32_t row)
{
    const struct program_record *record = &program->records.rows[row];
    return (struct turn){edit_site_of(record), record->stream, row};
}

/* All records that enqueue something, sorted. */
struct turns {
    struct turn *rows;
    size_t count;
};

static void turns_find(struct turns *turns, const struct program *program)
{
    turns->rows = mem_zalloc((program->records.count + 1) * sizeof *turns->rows);
    turns->count = 0;
    for (uint32_t i = 0; i < program->records.count; i++)
        if (edit_enqueues(program, &program->records.rows[i]))
            turns->rows[turns->count++] = turn_of(program, i);
    qsort(turns->rows, turns->count, sizeof *turns->rows, by_turn);
}

/* How many stand before a call, or before it and in it. */
static size_t turns_until(const struct turns *turns, struct edit_site site, bool through)
{
    size_t low = 0;
    for (size_t high = turns->count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (edit_site_order(turns->rows[middle].site, site) < through)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether what stands from one call to another are several. */
static bool is_several(const struct turns *turns, struct edit_site from, struct edit_site to)
{
    const size_t first = turns_until(turns, from, false), end = turns_until(turns, to, true);
    return end > first && edit_site_order(turns->rows[first].site, turns->rows[end - 1].site) != 0;
}

/* Whether the line of a call without a column has other calls, too: which of those alike are the
 * same one cannot be told then. */
static bool is_crowded(const struct turns *turns, struct edit_site of)
{
    const struct edit_site from = {.place = of.place},
                           to = {.place = of.place, .call = UINT16_MAX, .column = UINT8_MAX};
    return of.column == 0 && is_several(turns, from, to);
}

/* The column of a call, where its name alone does not say which one of the line is meant; 0: it
 * does. */
static uint8_t column_of(const struct turns *turns, struct edit_site of)
{
    const struct edit_site from = {.place = of.place, .call = of.call},
                           to = {.place = of.place, .call = of.call, .column = UINT8_MAX};
    return is_several(turns, from, to) ? of.column : 0;
}

enum { TURNS_MOST = 64 }; /* that are counted */

/* How often the call that issued `before` does so again before `after`: in its stream, and
 * in any. */
static void count_turns(const struct turns *turns, const struct program *program, uint32_t before,
                        uint32_t after, struct edit_change *change)
{
    struct turn first = turn_of(program, before);
    size_t low = 0;
    for (size_t high = turns->count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (by_turn(&turns->rows[middle], &first) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < turns->count && edit_site_order(turns->rows[low].site, first.site) == 0 &&
           turns->rows[low].row < after && change->turns_anywhere < TURNS_MOST;
         low++) {
        change->turns_anywhere++;
        change->turns += turns->rows[low].stream == first.stream;
    }
    change->turns_most = change->turns;
}

/* How many before the same row are for what stands in the same place. Those of one row lie side by
 * side. */
static size_t waits_of(const struct program *program, const struct kept *rows,
                       const struct put *puts, size_t count, size_t one)
{
    const uint32_t place = program->records.rows[rows[puts[one].kept].before].place;
    size_t from = one, waits = 0;
    while (from > 0 && puts[from - 1].at == puts[one].at)
        from--;
    for (; from < count && puts[from].at == puts[one].at; from++)
        waits += program->records.rows[rows[puts[from].kept].before].place == place &&
                 puts[from].by_host == puts[one].by_host;
    return waits;
}

static void put_wait(struct keeper *keeper, const struct put *put, const struct kept *kept,
                     const struct turns *turns, size_t waits)
{
    const struct program *program = keeper->editing->program;
    const struct program_record *before = &program->records.rows[kept->before];
    const struct program_record *after = &program->records.rows[put->shown];
    bool device = !put->by_host;
    editing_insert(keeper->editing, edit_before(put->at),
                   &(struct program_record){
                       .call = device ? CALL_cudaStreamWaitEvent : CALL_cudaEventSynchronize,
                       .thread = after->thread,
                       .place = after->place,
                       .stream = device ? after->stream : 0,
                       .object = kept->event,
                   });
    const struct edit_site site = edit_site_of(before);
    struct edit_change change = {.kind = device ? CHANGE_WAIT : CHANGE_SYNCHRONIZE,
                                 .call = before->call,
                                 .new_call = after->call,
                                 .place = before->place,
                                 .other = after->place,
                                 .stream = before->stream,
                                 .to = device ? after->stream : 0,
                                 .object = kept->own ? program->records.rows[kept->own].place : 0,
                                 .column =
                                     before->place == after->place ? column_of(turns, site) : 0,
                                 .count = 1,
                                 .waits = waits};
    count_turns(turns, program, kept->before, put->at, &change);
    if (change.turns_anywhere && !kept->own && is_crowded(turns, site))
        editing_refuse(keeper->editing, "the loop's calls stand in one line, and it is not known "
                                        "in which columns: which turn's event is meant cannot be "
                                        "said");
    editing_note(keeper->editing, &change);
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
                program, &(struct program_event){.name = intern_adds(&program->names, "order kept"),
                                                 .timing = keeper->editing->timed_events});
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

static bool stands_before(const struct program *program, uint32_t one, uint32_t other)
{
    const struct program_record *a = &program->records.rows[one];
    const struct program_record *b = &program->records.rows[other];
    const struct program_place *at = &program->places.rows[a->place];
    const struct program_place *than = &program->places.rows[b->place];
    if (at->file != than->file)
        return false;
    if (at->line != than->line)
        return at->line < than->line;
    return a->call == CALL_host_read &&
           b->call != CALL_host_read; /* what is written is read first */
}

/* Of what has to wait at one row, from that lost order on: the row that stands first in the source.
 * A wait before another one would come too late for it. */
static uint32_t first_in_source(const struct keeper *keeper, size_t lost)
{
    const struct lost_order *rows = keeper->lost.rows;
    uint32_t first = rows[lost].after, at = rows[lost].at;
    for (; lost < keeper->lost.count && rows[lost].at == at; lost++)
        if (stands_before(keeper->editing->program, rows[lost].after, first))
            first = rows[lost].after;
    return first;
}

/* Reads the edited program again with what is put in, and decides what that is. */
static struct put *choose(struct keeper *keeper, struct kept *rows, size_t count, size_t *put_count)
{
    const struct program *program = keeper->editing->program;
    struct order *is = &keeper->is;
    size_t bytes = is->width * sizeof(uint32_t), next = 0, next_kept = 0, capacity = 0;
    struct put *puts = NULL;
    *put_count = 0;
    for (uint32_t i = 0; i < program->records.count && !editing_is_stopped(keeper->editing); i++) {
        const struct program_record *record = &program->records.rows[i];
        bool worker = program->threads.rows[record->thread].kind == THREAD_WORKER;
        bool any = next < keeper->lost.count && keeper->lost.rows[next].at == i;
        uint32_t shown = any ? first_in_source(keeper, next) : i;
        for (; next < keeper->lost.count && keeper->lost.rows[next].at == i; next++) {
            struct kept *kept = kept_of(rows, count, keeper->lost.rows[next].before);
            const struct program_record *before = &program->records.rows[kept->before];
            /* its point: the entry of its own stream in what it is behind */
            uint32_t point = kept->clock ? kept->clock[before->stream] : 0;
            bool by_host = keeper->lost.rows[next].by_host;
            const uint32_t *known =
                by_host ? order_host(is, record->thread) : order_before(is, record);
            if (!kept->clock || known[before->stream] >= point)
                continue;
            if (!kept->used)
                kept->first = i;
            kept->used = true;
            kept->last = i;
            if (keeper->lost.rows[next].event)
                kept->event = keeper->lost.rows[next].event;
            order_join(is, record, by_host, kept->clock);
            puts = mem_grow(puts, &capacity, *put_count + 1, sizeof *puts);
            puts[(*put_count)++] = (struct put){
                .kept = (uint32_t)(kept - rows), .at = i, .shown = shown, .by_host = by_host};
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

enum { LOOK_MOST = 4096 }; /* rows: what is farther off has a new event */

/* The program's record of an event right behind a row in its stream, by the same thread; 0: there
 * is none. */
static uint32_t recorded_behind(const struct program *program, uint32_t row)
{
    const struct program_record *rows = program->records.rows;
    for (uint32_t i = row + 1; i < program->records.count && i - row < LOOK_MOST; i++)
        if (edit_enqueues(program, &rows[i]) && rows[i].stream == rows[row].stream)
            return call_is_event_record((enum call)rows[i].call) &&
                           rows[i].thread == rows[row].thread
                       ? i
                       : 0;
    return 0;
}

/* Whether the event that a row records still stands for that up to another row of the thread. */
static bool is_latest(const struct program *program, uint32_t row, uint32_t last)
{
    const struct program_record *rows = program->records.rows;
    if (last - row >= LOOK_MOST || rows[last].thread != rows[row].thread)
        return false;
    for (uint32_t i = row + 1; i <= last; i++)
        if (rows[i].object == rows[row].object && (call_is_event_record((enum call)rows[i].call) ||
                                                   rows[i].call == CALL_cudaEventDestroy))
            return false;
    return true;
}

/* An event that the program itself records right behind the first of two serves for its order. */
static void use_own_events(const struct keeper *keeper, struct kept *rows, size_t count)
{
    const struct program *program = keeper->editing->program;
    for (size_t i = 0; i < count; i++) {
        struct kept *kept = &rows[i];
        const uint32_t own =
            kept->used && !kept->event ? recorded_behind(program, kept->before) : 0;
        if (own == 0 || own > kept->first || !is_latest(program, own, kept->last))
            continue;
        kept->own = own;
        kept->event = program->records.rows[own].object;
    }
}

static void put_events(struct keeper *keeper)
{
    struct editing *editing = keeper->editing;
    struct program *program = editing->program;
    size_t count, put_count;
    struct kept *rows = list_kept(keeper, &count);
    qsort(keeper->lost.rows, keeper->lost.count, sizeof *keeper->lost.rows, by_at);
    order_begin(&keeper->is, program, program->streams.count, false, false);
    struct put *puts = choose(keeper, rows, count, &put_count);
    keeper->lost.end &= !order_knows_all(&keeper->is, 0);
    use_own_events(keeper, rows, count);
    bool *recorded = mem_zalloc(count + 1);
    for (size_t i = 0; i < count; i++)
        recorded[i] = rows[i].event != 0; /* by the program itself */
    number_events(keeper, rows, count);
    struct turns turns;
    turns_find(&turns, program);
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
        put_wait(keeper, &puts[i], kept, &turns, waits_of(program, rows, puts, put_count, i));
    }
    for (size_t i = 0; i < count; i++)
        free(rows[i].clock);
    order_end(&keeper->is);
    free(recorded);
    free(turns.rows);
    free(rows);
    free(puts);
}

static void put_end(struct keeper *keeper)
{
    struct editing *editing = keeper->editing;
    size_t row =
        keeper->lost.last_wait ? keeper->lost.last_wait - 1 : editing->program->records.count - 1;
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
    lost_orders_find(&keeper.lost, editing);
    size_t lost = keeper.lost.count;
    if (keeper.lost.unknown)
        editing_refuse(editing, "it takes too many times to see what they enclose");
    if (!only_count && !editing_is_stopped(editing)) {
        if (lost)
            put_events(&keeper);
        if (keeper.lost.end)
            put_end(&keeper);
    }
    lost_orders_release(&keeper.lost);
    return lost;
}
