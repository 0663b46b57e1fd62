/* What holds up the host while the device could already have more to do: synchronizing again and
 * again, copies that wait, allocation, CUDA_LAUNCH_BLOCKING. */
#include "sim/analysis/early_start.h"
#include "sim/analysis/label.h"
#include "sim/analysis/lock_across.h"
#include "sim/analysis/pitfall_inside.h"
#include "sim/analysis/readback.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"

#include <stdlib.h>
#include <string.h>

/* How long the host waited in a call for reasons of a kind, and for which operation last. */
static int64_t waited(const struct timeline *t, const struct timeline_call *call,
                      bool (*counts)(enum rule rule), uint32_t *blocker)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < call->wait_count; i++) {
        const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
        if (!counts((enum rule)wait->rule))
            continue;
        sum = duration_add(sum, pitfall_wait_length(t, call->first_wait, i, call->enter));
        if (wait->blocker != TIMELINE_NO_OP)
            *blocker = wait->blocker;
    }
    return sum;
}

static bool is_synchronize(enum rule rule)
{
    return rule == RULE_ID_DEVICE_SYNCHRONIZE || rule == RULE_ID_STREAM_SYNCHRONIZE ||
           rule == RULE_ID_EVENT_SYNCHRONIZE;
}

static bool is_blocking_launch(enum rule rule)
{
    return rule == RULE_ID_LAUNCH_BLOCKING;
}

static bool is_any(enum rule rule)
{
    (void)rule;
    return true;
}

/* --- by place of the call ------------------------------------------------------------------------
 */

enum host_fault { HOST_SYNCHRONIZE, HOST_COPY, HOST_ALLOCATION, HOST_FAULT_COUNT };

/* A copy or memset whose name does not promise to return at once. */
static bool is_sync_copy(enum call call)
{
    const struct call_info *info = call_info(call);
    return info->group == CALL_GROUP_COPIES && !strstr(info->name, "Async");
}

/* What a call is at fault for, if anything, and for how long it held the host. Of the causes here,
 * `op` is a row of calls and `other` the operation waited for. */
static enum host_fault fault_of(const struct timeline *t, const struct timeline_call *call,
                                int64_t *held, uint32_t *blocker)
{
    enum call name = (enum call)call->call;
    if (call_allocates(name)) {
        /* another thread's may begin before what is timed */
        *held = pitfall_length(call->enter > t->zero ? call->enter : t->zero, call->returned);
        waited(t, call, is_any, blocker);
        return HOST_ALLOCATION;
    }
    if (is_sync_copy(name)) {
        *held = waited(t, call, is_any, blocker);
        return *held > 0 ? HOST_COPY : HOST_FAULT_COUNT;
    }
    *held = waited(t, call, is_synchronize, blocker);
    return *held > 0 ? HOST_SYNCHRONIZE : HOST_FAULT_COUNT;
}

/* Whether there are not as many in its line by that name: others count as well. */
static bool has_others(const struct timeline *t, uint32_t row, size_t count)
{
    size_t alike = 0;
    for (uint32_t i = 0; i < t->calls.count && alike < count; i++)
        alike += t->calls.rows[i].place == t->calls.rows[row].place &&
                 t->calls.rows[i].call == t->calls.rows[row].call;
    return alike < count;
}

static void add_call(struct strbuf *sb, const struct timeline *t, uint32_t row, size_t count)
{
    const struct timeline_call *call = &t->calls.rows[row];
    strbuf_adds(sb, call_info((enum call)call->call)->name);
    strbuf_adds(sb, " (");
    label_place(sb, t, call->place);
    if (count > 1)
        strbuf_addf(sb, "%s%zu times%s", call->place ? ", " : "", count,
                    has_others(t, row, count) ? " with others" : "");
    strbuf_addc(sb, ')');
}

static struct pitfall *add_call_cause(struct pitfall_look *look, enum pitfall_rule rule,
                                      const struct pitfall_cause *cause)
{
    const struct timeline *t = look->timeline;
    const struct timeline_call *call = &t->calls.rows[cause->op];
    struct pitfall *row = pitfall_add(look, rule);
    row->op = call->op;
    row->other = cause->other;
    row->count = cause->count;
    row->held = cause->held;
    row->place = call->place;
    add_call(&row->evidence, t, cause->op, cause->count);
    strbuf_adds(&row->evidence, " holds the host for ");
    pitfall_add_time(&row->evidence, cause->held);
    return row;
}

static void report_synchronize(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    struct pitfall *row = add_call_cause(look, PITFALL_ID_SYNC_IN_LOOP, cause);
    strbuf_adds(&row->evidence, " before it asks for more work");
    struct lock_across across = lock_across_of(look->timeline, row->place);
    if (across.place) {
        strbuf_adds(&row->evidence, ", and holds the lock");
        pitfall_add_line(&row->evidence, look->timeline, across.place);
        strbuf_adds(&row->evidence, ", for which other threads wait ");
        pitfall_add_time(&row->evidence, across.waited);
        pitfall_add_edit(row, EDIT_RELEASE, row->place);
    }
    pitfall_add_edit(row, EDIT_NO_SYNCHRONIZE, row->place);
    pitfall_add_edit(row, EDIT_NO_SYNCHRONIZE, 0);
    strbuf_adds(&row->fix, "take it out of the loop");
    pitfall_add_line(&row->fix, look->timeline, row->place);
    strbuf_adds(&row->fix, " and synchronize once behind it; where a stream needs what another "
                           "one does, cudaStreamWaitEvent keeps the order");
}

static void report_copy(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    struct pitfall *row = add_call_cause(look, PITFALL_ID_SYNC_COPY, cause);
    pitfall_add_edit(row, EDIT_ASYNC, row->place);
    pitfall_add_edit(row, EDIT_ASYNC, 0);
    const struct timeline *t = look->timeline;
    const char *name = call_info((enum call)t->calls.rows[cause->op].call)->name;
    strbuf_addf(&row->fix, "%sAsync in the stream that uses the data", name);
    pitfall_add_line(&row->fix, t, row->place);
    strbuf_adds(&row->fix, ", from or to pinned memory");
}

/* A free that is over, by its call or in stream order. */
struct freed {
    int64_t time;
    uint32_t place;
};

static int by_time(const void *a, const void *b)
{
    int64_t x = ((const struct freed *)a)->time, y = ((const struct freed *)b)->time;
    return (x > y) - (x < y);
}

/* All of them by time, one for each call and operation at most; to be freed. */
static struct freed *find_freed(const struct timeline *t, size_t *count)
{
    struct freed *rows = mem_zalloc((t->calls.count + t->ops.count + 1) * sizeof *rows);
    *count = 0;
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->call == CALL_cudaFree)
            rows[(*count)++] = (struct freed){call->returned, call->place};
    }
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (op->kind == OP_FREE_ALLOC && strcmp(timeline_name(t, op->name), "free") == 0)
            rows[(*count)++] = (struct freed){op->end, op->place};
    }
    qsort(rows, *count, sizeof *rows, by_time);
    return rows;
}

/* The place of the last that is over by then; 0: none is. */
static uint32_t freed_before(const struct freed *rows, size_t count, int64_t time)
{
    size_t low = 0;
    for (size_t high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].time <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? rows[low - 1].place : 0;
}

/* For how long copies waited until what was freed in that place had been cleared. */
static int64_t cleared_behind(const struct timeline *t, uint32_t place)
{
    size_t count = 0;
    struct freed *freed = NULL; /* most timelines have no such wait */
    int64_t sum = 0;
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        int64_t from = op->call;
        for (uint32_t j = op->first_wait; j < op->first_wait + op->wait_count; j++) {
            const struct timeline_wait *wait = &t->waits.rows[j];
            if (wait->rule == RULE_ID_CLEARING) {
                freed = freed ? freed : find_freed(t, &count);
                if (freed_before(freed, count, from) == place)
                    sum = duration_add(sum, pitfall_length(from, wait->to));
            }
            from = wait->to;
        }
    }
    free(freed);
    return sum;
}

static void report_allocation(struct pitfall_look *look, const struct pitfall_cause *cause)
{
    struct pitfall *row = add_call_cause(look, PITFALL_ID_TIMED_ALLOCATION, cause);
    pitfall_add_edit(row, EDIT_HOIST, row->place);
    pitfall_add_edit(row, EDIT_HOIST, 0);
    enum call call = (enum call)look->timeline->calls.rows[cause->op].call;
    const char *name = call_info(call)->name;
    bool frees = strstr(name, "Free") || strstr(name, "Unregister");
    int64_t cleared = frees && row->place ? cleared_behind(look->timeline, row->place) : 0;
    if (cleared > 0) {
        strbuf_adds(&row->evidence, ", and copies in wait ");
        pitfall_add_time(&row->evidence, cleared);
        strbuf_adds(&row->evidence, " until what it frees is cleared");
    }
    if (row->place && early_start_has(look->timeline, row->place))
        strbuf_adds(&row->evidence,
                    ", before the first kernel; where that is set-up, "
                    "nvtxRangePush(\"nullstream\") behind it begins the timed part");
    strbuf_addf(&row->fix, "call %s", name);
    pitfall_add_line(&row->fix, look->timeline, row->place);
    strbuf_adds(&row->fix, frees ? " once, behind all work" : " once, before the work");
    strbuf_adds(&row->fix, ", and use the memory again");
    /* neither the host's memory, nor managed, nor with a pitch comes from a pool */
    if (call == CALL_cudaMalloc || call == CALL_cudaFree)
        strbuf_adds(&row->fix, "; or cudaMallocAsync and cudaFreeAsync");
}

/* By place: whether a query there decides what the program asks for next. To take it away takes the
 * program's way with it, whatever it waited for. So it is with a wait that ends what is timed,
 * where times decide. free() releases it. */
static bool *find_deciding(const struct pitfall_look *look)
{
    bool *decides = mem_zalloc(look->timeline->places.count + 1), *timed = NULL;
    if (look->program && look->program->time_dependent)
        timed = edit_timed_places(look->program);
    for (size_t i = 0; timed && i < look->timeline->places.count; i++)
        decides[i] = i < look->program->places.count && timed[i];
    free(timed);
    for (uint32_t i = 0; look->program && i < look->program->records.count; i++) {
        const struct program_record *record = &look->program->records.rows[i];
        if (call_is_query(record->call) && (record->flags & RECORD_BRANCHED))
            decides[pitfall_place(look, i)] = true;
    }
    return decides;
}

/* Whether the call counts: within what is timed, by `end`; of one that sets up what of it is. */
static bool is_in_time(const struct timeline *t, const struct timeline_call *call, int64_t end)
{
    int64_t from = call_allocates((enum call)call->call) ? call->returned - 1 : call->enter;
    return call->enter != TIMELINE_UNKNOWN && call->returned != TIMELINE_UNKNOWN &&
           from >= t->zero && call->returned <= end;
}

static void find_calls(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause *causes[HOST_FAULT_COUNT];
    for (int f = 0; f < HOST_FAULT_COUNT; f++)
        causes[f] = pitfall_causes(look);
    bool *decides = find_deciding(look), *turns = pitfall_turns(look);
    size_t *turns_at = mem_zalloc((t->places.count + 1) * sizeof *turns_at);
    /* What the host waits for afterwards delays nothing; set-up before the last readback does. */
    int64_t last = readback_find(t).last_request, end = duration_add(t->zero, t->wall);
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (!is_in_time(t, call, call_allocates((enum call)call->call) ? end : last))
            continue;
        int64_t held = 0;
        uint32_t blocker = TIMELINE_NO_OP;
        enum host_fault fault = fault_of(t, call, &held, &blocker);
        if (fault == HOST_FAULT_COUNT)
            continue;
        pitfall_cause_add(&causes[fault][call->place], held, i, blocker);
        turns_at[call->place] += turns[i];
    }
    for (uint32_t place = 0; place < t->places.count; place++) {
        const struct pitfall_cause *c = &causes[HOST_SYNCHRONIZE][place];
        if (turns_at[place] && !decides[place] && !pitfall_is_small(look, c->held))
            report_synchronize(look, c);
    }
    free(decides);
    free(turns);
    free(turns_at);
    for (uint32_t place = 0; place < t->places.count; place++) {
        const struct pitfall_cause *c = &causes[HOST_COPY][place];
        if (c->count && !pitfall_is_small(look, c->held))
            report_copy(look, c);
    }
    for (uint32_t place = 0; place < t->places.count; place++) {
        const struct pitfall_cause *c = &causes[HOST_ALLOCATION][place];
        if (c->count && !pitfall_is_small(look, c->held))
            report_allocation(look, c);
    }
    for (int f = 0; f < HOST_FAULT_COUNT; f++)
        free(causes[f]);
}

/* --- CUDA_LAUNCH_BLOCKING ------------------------------------------------------------------------
 */

static void find_launch_blocking(struct pitfall_look *look)
{
    const struct timeline *t = look->timeline;
    struct pitfall_cause cause = {.op = TIMELINE_NO_OP, .other = TIMELINE_NO_OP};
    for (uint32_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        uint32_t blocker = TIMELINE_NO_OP;
        int64_t held = waited(t, call, is_blocking_launch, &blocker);
        if (held > 0 && call->enter >= t->zero)
            pitfall_cause_add(&cause, held, call->op, blocker);
    }
    if (cause.count == 0)
        return;
    struct pitfall *row = pitfall_add_cause(look, PITFALL_ID_LAUNCH_BLOCKING, &cause);
    strbuf_addf(&row->evidence,
                "CUDA_LAUNCH_BLOCKING is on: the host waits for each of %zu operations, ",
                cause.count);
    pitfall_add_time(&row->evidence, cause.held);
    strbuf_adds(&row->evidence, " in all");
    pitfall_add_edit(row, EDIT_LAUNCH_BLOCKING, 0);
    row->place = 0;
    for (uint32_t i = 0; look->program && i < look->program->records.count; i++) {
        const struct program_record *record = &look->program->records.rows[i];
        if (record->call == CALL_set_variable &&
            strncmp(program_name(look->program, record->object), "CUDA_LAUNCH_BLOCKING=", 21) ==
                0) {
            row->record = i;
            row->place = record->place;
        }
    }
    if (row->place) {
        strbuf_adds(&row->fix, "take out the setenv");
        pitfall_add_line(&row->fix, t, row->place);
    } else {
        strbuf_adds(&row->fix, "unset CUDA_LAUNCH_BLOCKING in the environment");
    }
}

void pitfall_find_host(struct pitfall_look *look)
{
    find_calls(look);
    find_launch_blocking(look);
}
