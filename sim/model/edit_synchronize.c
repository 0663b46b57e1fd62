/* Edits of the host's waits: made once behind a loop, or for one stream in place of the device. */
#include "sim/model/edit_inside.h"

#include "sim/base/mem.h"
#include "sim/model/callers.h"
#include "sim/model/edit_asked.h"
#include "sim/model/edit_unread.h"
#include "sim/model/source_lines.h"

#include <stdlib.h>

/* The synchronizes of a host thread at a site, which is a call in the source: several may stand in
 * one line. The last one, and whether those before it name another stream or event. */
struct caller {
    uint32_t site;
    uint16_t thread;
    size_t row, before; /* from 1: the last, and the one before it */
    size_t count;
    bool differ;
};

/* Those at a site. Where no thread makes several the loop is not there, but where the threads are
 * made: there the last of all is meant. */
struct last_call {
    struct caller all;
    bool repeats;    /* a thread makes several */
    bool differ;     /* and they name several streams or events */
    bool called;     /* it is not in a loop of its own function: its function is called again, */
    uint32_t around; /* in a loop, there; 0: not known, or in several places */
    uint32_t caller; /* of the last one: a row of callers */
    uint32_t behind; /* right behind that the device is waited for, in this place; 0: it is not */
};

struct last_calls {
    struct last_call *sites;
    uint32_t *site_of; /* by record; of synchronizes only */
    size_t site_count;
    struct caller *callers; /* by site and thread */
    size_t count;
};

/* Where a synchronize stands. */
struct standing {
    struct edit_site site;
    uint32_t row;
};

static int compare_standings(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    int order = edit_site_order(x->site, y->site);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

static void find_sites(struct last_calls *last, const struct program *program)
{
    struct standing *rows = mem_zalloc((program->records.count + 1) * sizeof *rows);
    size_t count = 0;
    for (uint32_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (call_is_synchronize(record->call) && record->place)
            rows[count++] = (struct standing){edit_site_of(record), i};
    }
    qsort(rows, count, sizeof *rows, compare_standings);
    last->site_of = mem_zalloc((program->records.count + 1) * sizeof *last->site_of);
    last->site_count = 0;
    for (size_t i = 0; i < count; i++) {
        last->site_count += i == 0 || edit_site_order(rows[i - 1].site, rows[i].site) != 0;
        last->site_of[rows[i].row] = (uint32_t)last->site_count - 1;
    }
    last->sites = mem_zalloc((last->site_count + 1) * sizeof *last->sites);
    free(rows);
}

static int compare_callers(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    if (x->site != y->site)
        return x->site < y->site ? -1 : 1;
    return (x->thread > y->thread) - (x->thread < y->thread);
}

static int compare_rows(const void *a, const void *b)
{
    const struct caller *x = a, *y = b;
    int order = compare_callers(a, b);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* One more, which comes later. */
static void add_call(const struct program *program, struct caller *caller, size_t row)
{
    const struct program_record *records = program->records.rows;
    caller->differ |= caller->row && records[caller->row - 1].object != records[row - 1].object;
    caller->before = caller->row;
    caller->row = row;
    caller->count++;
}

static void merge_callers(const struct program *program, struct last_calls *last)
{
    size_t kept = 0;
    if (last->count)
        qsort(last->callers, last->count, sizeof *last->callers, compare_rows);
    for (size_t i = 0; i < last->count; i++) {
        struct caller *call = &last->callers[i];
        if (kept && compare_callers(&last->callers[kept - 1], call) == 0)
            add_call(program, &last->callers[kept - 1], call->row);
        else
            last->callers[kept++] = *call;
    }
    last->count = kept;
    for (size_t i = 0; i < kept; i++) {
        struct last_call *at = &last->sites[last->callers[i].site];
        at->repeats |= last->callers[i].count > 1;
        at->differ |= last->callers[i].differ;
    }
}

/* Where the loop is whose turns make it. Only the source tells. */
static void find_loop(const struct program *original, struct last_call *at, size_t row)
{
    const uint32_t caller = program_caller_of(original, (uint32_t)row);
    const uint32_t place = original->records.rows[row].place;
    const bool first = at->all.count == 1;
    if (!first && at->caller == caller)
        return;
    at->caller = caller;
    at->called = source_function_of(original, place) != SOURCE_NO_FUNCTION &&
                 !source_is_in_loop(original, place);
    const uint32_t around = at->called ? source_loop_around(original, caller) : 0;
    at->around = first || at->around == around ? around : 0;
}

/* The place where the thread of a row waits for the device right behind it, before it asks for
 * anything or looks at anything; 0: it does not. */
static uint32_t waited_behind(const struct program *program, size_t row)
{
    const struct program_record *rows = program->records.rows;
    for (size_t i = row + 1; i < program->records.count; i++) {
        if (rows[i].thread != rows[row].thread || rows[i].call == CALL_NONE)
            continue;
        return rows[i].call == CALL_cudaDeviceSynchronize && rows[i].place != rows[row].place
                   ? rows[i].place
                   : 0;
    }
    return 0;
}

/* Likewise of all threads' last calls at each site, where that is the same one. */
static void find_waits_behind(struct last_calls *last, const struct program *program)
{
    for (size_t i = 0; i < last->site_count; i++) {
        struct last_call *at = &last->sites[i];
        if (at->all.row && !at->repeats)
            at->behind = waited_behind(program, at->all.row - 1);
    }
    for (size_t i = 0; i < last->count; i++) {
        const struct caller *caller = &last->callers[i];
        struct last_call *at = &last->sites[caller->site];
        if (!at->repeats || caller->count < 2)
            continue;
        const uint32_t behind = waited_behind(program, caller->row - 1);
        const bool first = i == 0 || caller->site != caller[-1].site;
        at->behind = first || at->behind == behind ? behind : 0;
    }
}

static void last_calls_find(struct last_calls *last, const struct editing *editing, uint32_t place)
{
    const struct program *program = editing->program;
    find_sites(last, program);
    last->callers = mem_zalloc((program->records.count + 1) * sizeof *last->callers);
    last->count = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (!call_is_synchronize(record->call) || record->place == 0 ||
            (place && record->place != place))
            continue;
        const uint32_t site = last->site_of[i];
        add_call(program, &last->sites[site].all, i + 1);
        find_loop(editing->original, &last->sites[site], i);
        last->callers[last->count++] =
            (struct caller){.site = site, .thread = record->thread, .row = i + 1, .count = 1};
    }
    merge_callers(program, last);
    find_waits_behind(last, editing->original);
}

/* Which one stays when the others are left out. */
static const struct caller *last_call_of(const struct last_calls *last, uint32_t site,
                                         uint16_t thread)
{
    const struct caller like = {.site = site, .thread = thread};
    const struct last_call *at = &last->sites[site];
    return at->repeats ? bsearch(&like, last->callers, last->count, sizeof like, compare_callers)
                       : &at->all;
}

/* Whether the host only polls at the place (0: anywhere): nothing else there waits. */
static bool polls(const struct program *program, uint32_t place)
{
    bool asks = false;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (place && record->place != place)
            continue;
        if (call_is_synchronize(record->call))
            return false;
        asks |= call_is_query(record->call);
    }
    return asks;
}

bool *edit_timed_places(const struct program *program)
{
    bool *timed = mem_zalloc(program->places.count + 1);
    uint32_t *waited = mem_zalloc((program->threads.count + 1) * sizeof *waited); /* 0: not */
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->thread >= program->threads.count)
            continue;
        uint32_t *place = &waited[record->thread];
        if (call_is_synchronize(record->call))
            *place = record->place;
        else if (edit_enqueues(program, record))
            *place = 0;
        else if (record->call == CALL_host_clock || record->call == CALL_cudaEventElapsedTime)
            timed[*place] = true;
    }
    timed[0] = false;
    free(waited);
    return timed;
}

/* A synchronize in a loop is left out but for the last turn's, each thread's; where its turns wait
 * for different streams, the one that is left waits for all. Of all places those stay where the
 * program times its work, and in any case those for results that work may stand for who reads. */
void edit_no_synchronize(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    struct last_calls last;
    last_calls_find(&last, editing, edit->place);
    bool *timed = edit_timed_places(program), *unread = edit_unread_places(editing->original);
    bool any = false, kept = false;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (!call_is_synchronize(record->call) || record->place == 0)
            continue;
        const struct last_call *at =
            edit->place && record->place != edit->place ? NULL : &last.sites[last.site_of[i]];
        const struct caller *caller =
            at ? last_call_of(&last, last.site_of[i], record->thread) : NULL;
        if (caller == NULL || caller->count < 2 || (edit->place == 0 && timed[record->place]))
            continue;
        if (unread[record->place]) {
            kept = true;
            continue;
        }
        if (at->behind) {
            editing_note(editing, &(struct edit_change){.kind = CHANGE_DROPPED,
                                                        .call = record->call,
                                                        .place = record->place,
                                                        .other = at->behind,
                                                        .count = 1});
            record->call = CALL_NONE;
            any = editing->orders_lost = true;
            continue;
        }
        bool differ = at->repeats ? at->differ : at->all.differ;
        struct edit_change change = {.kind = at->repeats ? CHANGE_LAST_ONLY : CHANGE_LAST_THREAD,
                                     .call = record->call,
                                     .new_call = differ ? CALL_cudaDeviceSynchronize : record->call,
                                     .place = record->place,
                                     .other = at->repeats ? at->around : 0,
                                     .called = at->repeats && at->called,
                                     .count = 1,
                                     .made = caller->row == i + 1};
        if (caller->row != i + 1)
            record->call = CALL_NONE;
        else if (differ)
            *record = (struct program_record){.call = CALL_cudaDeviceSynchronize,
                                              .thread = record->thread,
                                              .place = record->place};
        any = editing->orders_lost = true;
        editing_note(editing, &change);
    }
    for (size_t i = last.count; i-- > 0;) { /* the last first, or one would stand in its way */
        const struct caller *caller = &last.callers[i];
        if (caller->count > 1 && program->records.rows[caller->before - 1].call == CALL_NONE &&
            program->records.rows[caller->row - 1].call != CALL_NONE)
            edit_behind_locks(program, caller->before - 1, caller->row - 1);
    }
    free(last.sites);
    free(last.site_of);
    free(last.callers);
    free(timed);
    free(unread);
    if (!any && kept)
        editing_refuse(editing, EDIT_UNREAD);
    else if (!any)
        editing_refuse(editing, polls(program, edit->place)
                                    ? "the host polls there, and only the source can ask later"
                                    : "each call there that waits is made once");
}

/* Where the host waits for the device it waits for one stream: the one into which its thread has
 * put a copy out last, or its last work. Orders of other streams that the data needs come back. */
void edit_one_stream(struct editing *editing, const struct edit *edit)
{
    struct program *program = editing->program;
    struct edit_asked *asked = mem_zalloc((program->threads.count + 1) * sizeof *asked);
    bool any = false;
    for (size_t i = 0; i < program->records.count; i++) {
        struct program_record *record = &program->records.rows[i];
        if (record->thread >= program->threads.count)
            continue;
        struct edit_asked *of = &asked[record->thread];
        if (edit_enqueues(program, record))
            edit_asked_note(of, program, record);
        uint32_t stream = edit_asked_stream(of);
        if (record->call != CALL_cudaDeviceSynchronize ||
            (edit->place && record->place != edit->place))
            continue;
        *of = (struct edit_asked){0, 0};
        if (stream == PROGRAM_STREAM_LEGACY || (edit->stream != EDIT_ANY && stream != edit->stream))
            continue;
        record->call = CALL_cudaStreamSynchronize;
        record->stream = record->object = stream;
        any = editing->orders_lost = true;
        editing_note(editing, &(struct edit_change){.kind = CHANGE_CALL,
                                                    .call = CALL_cudaDeviceSynchronize,
                                                    .new_call = CALL_cudaStreamSynchronize,
                                                    .place = record->place,
                                                    .stream = stream,
                                                    .count = 1});
    }
    free(asked);
    if (!any)
        editing_refuse(editing, "the host does not wait for the device there behind work of a "
                                "stream that it made");
}
