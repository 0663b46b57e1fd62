#include "sim/io/timeline_json.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/io/timeline_sax.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct sax sax;
    struct timeline *t;
    struct program program; /* collects names, places, copies and launches, equal ones once */
    uint32_t *ids;          /* of operations, as the file has them; ascending */
    size_t id_count, id_capacity;
    bool dense;        /* ids count from 0 without a gap: they are the rows */
    size_t wait_first; /* of the object that is open: its first wait */
    uint32_t device_name, profile, rules;
    bool has_device;
    uint32_t top_thread, top_stream; /* the largest that an operation or call names */
    int64_t *mode_times;             /* of each mode with times: all starts, then all ends */
    size_t mode_time_count, mode_time_capacity;
    size_t *mode_counts; /* by mode: its starts, as many as ends */
    size_t mode_capacity;
};

static const struct sax_record *record(const struct reader *r)
{
    return &r->sax.record;
}

static int64_t value(const struct reader *r, enum sax_key key, int64_t otherwise)
{
    return sax_value(&r->sax.record, key, otherwise);
}

static int64_t time_of(const struct reader *r, enum sax_key key)
{
    return value(r, key, TIMELINE_UNKNOWN);
}

/* Tables are as long as the largest id; a file cannot ask for more rows than it has bytes. */
static int check_id(struct reader *r, int64_t id)
{
    if (id < 0 || (size_t)id > r->sax.length)
        return sax_fail(&r->sax, "an id is missing or far beyond the number of rows");
    return 0;
}

/* Makes row `id` exist; rows between are zero. */
#define ROW_AT(table, id)                                                                          \
    do {                                                                                           \
        if ((table).count <= (size_t)(id)) {                                                       \
            (table).rows =                                                                         \
                mem_grow((table).rows, &(table).capacity, (size_t)(id) + 1, sizeof *(table).rows); \
            memset((table).rows + (table).count, 0,                                                \
                   ((size_t)(id) + 1 - (table).count) * sizeof *(table).rows);                     \
            (table).count = (size_t)(id) + 1;                                                      \
        }                                                                                          \
    } while (0)

static int read_device(struct reader *r)
{
    if (!r->has_device) { /* the first names the timeline */
        r->device_name = (uint32_t)value(r, SAX_KEY_NAME, 0);
        r->profile = (uint32_t)value(r, SAX_KEY_PROFILE, 0);
        r->rules = (uint32_t)value(r, SAX_KEY_RULES, 0);
        r->has_device = true;
    }
    return 0;
}

static int read_thread(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (check_id(r, id) < 0 || id > UINT16_MAX)
        return sax_fail(&r->sax, "a thread's id is out of range");
    ROW_AT(r->program.threads, id);
    r->program.threads.rows[id] = (struct program_thread){
        .kind = (enum thread_kind)value(r, SAX_KEY_KIND, THREAD_HOST),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
    };
    return 0;
}

static int read_stream(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (check_id(r, id) < 0)
        return -1;
    ROW_AT(r->program.streams, id);
    r->program.streams.rows[id] = (struct program_stream){
        .kind = (enum stream_kind)value(r, SAX_KEY_KIND, id ? STREAM_BLOCKING : STREAM_LEGACY),
        .priority = (int32_t)value(r, SAX_KEY_PRIORITY, 0),
        .device = (uint32_t)value(r, SAX_KEY_DEVICE, 0),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .thread = (uint16_t)value(r, SAX_KEY_THREAD, 0),
    };
    return 0;
}

static int read_event(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (check_id(r, id) < 0)
        return -1;
    if (id == 0)
        return sax_fail(&r->sax, "event ids count from 1");
    ROW_AT(r->program.events, id);
    r->program.events.rows[id] = (struct program_event){
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .timing = value(r, SAX_KEY_TIMING, 1),
        .blocking = value(r, SAX_KEY_BLOCKING, 0),
    };
    return 0;
}

static int read_range(struct reader *r)
{
    struct timeline *t = r->t;
    if (!sax_has(record(r), SAX_KEY_BEGIN))
        return sax_fail(&r->sax, "a range needs \"begin_us\"");
    t->ranges.rows =
        mem_grow(t->ranges.rows, &t->ranges.capacity, t->ranges.count + 1, sizeof *t->ranges.rows);
    t->ranges.rows[t->ranges.count++] = (struct timeline_range){
        .begin = time_of(r, SAX_KEY_BEGIN),
        .end = time_of(r, SAX_KEY_END),
        .name = (uint32_t)value(r, SAX_KEY_NAME, 0),
        .thread = (uint16_t)value(r, SAX_KEY_THREAD, 0),
    };
    return 0;
}

static uint32_t place_of(struct reader *r)
{
    if (!sax_has(record(r), SAX_KEY_FILE) && !sax_has(record(r), SAX_KEY_LINE))
        return 0;
    return program_add_place(&r->program, (uint32_t)value(r, SAX_KEY_FILE, 0),
                             (int32_t)value(r, SAX_KEY_LINE, 0));
}

/* --- operations ----------------------------------------------------------------------------------
 */

static int read_three(struct reader *r, enum sax_key key, uint32_t three[3])
{
    three[0] = three[1] = three[2] = 1;
    if (!sax_has(record(r), key))
        return 0;
    if (record(r)->counts[key] > 3 || record(r)->counts[key] == 0)
        return sax_fail(&r->sax, "a grid or block has up to three numbers");
    for (size_t i = 0; i < record(r)->counts[key]; i++)
        three[i] = (uint32_t)r->sax.numbers[(size_t)record(r)->values[key] + i];
    return 0;
}

static int read_launch(struct reader *r, struct timeline_op *op)
{
    if (!sax_has(record(r), SAX_KEY_GRID))
        return 0;
    struct program_launch launch = {
        .shared_bytes = (uint32_t)value(r, SAX_KEY_SHARED_BYTES, 0),
        .registers = (uint32_t)value(r, SAX_KEY_REGISTERS, 0),
        .carveout = (int32_t)value(r, SAX_KEY_CARVEOUT, -1),
        .priority = (int32_t)value(r, SAX_KEY_PRIORITY, INT32_MIN),
        .cooperative = value(r, SAX_KEY_COOPERATIVE, 0),
        .cluster_blocks = (uint8_t)value(r, SAX_KEY_CLUSTER_BLOCKS, 0),
        .cost = COST_WORK, /* of which nothing is known, unless it is a time */
    };
    if (sax_has(record(r), SAX_KEY_COST_TIME) || sax_has(record(r), SAX_KEY_BLOCK_TIME)) {
        bool of_block = sax_has(record(r), SAX_KEY_BLOCK_TIME);
        launch.cost = of_block ? COST_BLOCK_TIME : COST_TIME;
        launch.time = value(r, of_block ? SAX_KEY_BLOCK_TIME : SAX_KEY_COST_TIME, 0);
    }
    if (read_three(r, SAX_KEY_GRID, launch.grid) < 0 ||
        read_three(r, SAX_KEY_BLOCK, launch.block) < 0)
        return -1;
    op->detail = program_add_launch(&r->program, &launch, NULL, 0);
    return 0;
}

static int read_copy(struct reader *r, struct timeline_op *op)
{
    if (op->kind == OP_COPY && !sax_has(record(r), SAX_KEY_DIRECTION))
        return sax_fail(&r->sax, "a copy needs a \"direction\"");
    if (op->kind == OP_MEMSET && !sax_has(record(r), SAX_KEY_BYTES))
        return 0;
    struct program_copy copy = {
        .kind = op->kind == OP_MEMSET ? COPY_MEMSET
                                      : (enum copy_kind)value(r, SAX_KEY_DIRECTION, COPY_H2D),
        .dst.bytes = (uint64_t)value(r, SAX_KEY_BYTES, 0),
        .host_memory = (enum memory_kind)value(r, SAX_KEY_MEMORY, MEMORY_NONE),
        .value = -1,
    };
    op->detail = program_add_copy(&r->program, &copy);
    return 0;
}

static int read_detail(struct reader *r, struct timeline_op *op)
{
    switch ((enum op_kind)op->kind) {
    case OP_KERNEL:
        return read_launch(r, op);
    case OP_COPY:
    case OP_MEMSET:
        return read_copy(r, op);
    case OP_RECORD:
    case OP_WAIT:
        if (sax_has(record(r), SAX_KEY_EVENT)) {
            int64_t event = value(r, SAX_KEY_EVENT, 0);
            if (check_id(r, event) < 0)
                return -1;
            ROW_AT(r->program.events, event);
            op->detail = (uint32_t)event;
            op->generation = (uint32_t)value(r, SAX_KEY_GENERATION, 0);
        }
        return 0;
    case OP_HOST:
        if (value(r, SAX_KEY_CALLBACK, 0) || value(r, SAX_KEY_WORK, 0) > 0)
            op->detail =
                program_add_hostfn(&r->program, &(struct program_hostfn){
                                                    .name = op->name,
                                                    .callback = value(r, SAX_KEY_CALLBACK, 0),
                                                    .time = value(r, SAX_KEY_WORK, 0),
                                                });
        return 0;
    case OP_FREE_ALLOC:
        return 0;
    }
    return 0;
}

/* The waits since the last object that had some; they must not begin before `from`, go back, or go
 * on beyond `most`. */
static int take_waits(struct reader *r, int64_t from, int64_t most, uint32_t *first,
                      uint16_t *count)
{
    struct timeline *t = r->t;
    *first = (uint32_t)r->wait_first;
    if (t->waits.count - r->wait_first > UINT16_MAX)
        return sax_fail(&r->sax, "more than %d waits", UINT16_MAX);
    *count = (uint16_t)(t->waits.count - r->wait_first);
    for (size_t i = r->wait_first; i < t->waits.count; i++) {
        if (from != TIMELINE_UNKNOWN && t->waits.rows[i].to < from)
            return sax_fail(&r->sax, "waits are not in order of time");
        from = t->waits.rows[i].to;
    }
    if (*count && most != TIMELINE_UNKNOWN && from > most)
        return sax_fail(&r->sax, "a wait goes on beyond what waited");
    r->wait_first = t->waits.count;
    return 0;
}

/* Of a measured operation, which has no waits, the clocks of host and device may be apart by so
 * much, and medians over different runs by what its start has for a spread. */
#define CLOCKS_APART INT64_C(10000) /* ns */

/* ns from the 10th to the 90th percentile of its start; 0 where the file does not say. */
static int64_t start_spread(const struct timeline *t, uint32_t row)
{
    const struct timeline_spread *spread = row < t->spreads.count ? &t->spreads.rows[row] : NULL;
    int64_t wide;
    if (!spread || spread->start_p10 == TIMELINE_UNKNOWN ||
        __builtin_sub_overflow(spread->start_p90, spread->start_p10, &wide))
        return 0;
    return wide > 0 ? wide : 0;
}

static int check_times(struct reader *r, uint32_t row)
{
    struct timeline_op *op = &r->t->ops.rows[row];
    if (r->t->waits.count == r->wait_first && op->start != TIMELINE_UNKNOWN &&
        op->call != TIMELINE_UNKNOWN && op->start < op->call &&
        op->call - op->start <= duration_add(CLOCKS_APART, start_spread(r->t, row)))
        op->call = op->start;
    if (op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN && op->end < op->start)
        return sax_fail(&r->sax, "an operation ends before it starts");
    if (op->start != TIMELINE_UNKNOWN && op->call != TIMELINE_UNKNOWN && op->start < op->call)
        return sax_fail(&r->sax, "an operation starts before its call");
    return 0;
}

static int take_id(struct reader *r)
{
    int64_t id = value(r, SAX_KEY_ID, -1);
    if (id < 0)
        return sax_fail(&r->sax, "an operation needs an \"id\"");
    if (r->id_count && id <= r->ids[r->id_count - 1])
        return sax_fail(&r->sax, "the ids of operations must ascend");
    r->dense = r->dense && (size_t)id == r->id_count;
    r->ids = mem_grow(r->ids, &r->id_capacity, r->id_count + 1, sizeof *r->ids);
    r->ids[r->id_count++] = (uint32_t)id;
    return 0;
}

static void read_afters(struct reader *r, struct timeline_op *op)
{
    if (!sax_has(record(r), SAX_KEY_AFTER))
        return;
    size_t count = record(r)->counts[SAX_KEY_AFTER];
    op->first_after = (uint32_t)r->t->afters.count;
    op->after_count = (uint16_t)(count > UINT16_MAX ? UINT16_MAX : count);
    for (size_t i = 0; i < op->after_count; i++) {
        size_t at = (size_t)record(r)->values[SAX_KEY_AFTER] + i;
        timeline_add_after(r->t, (uint32_t)r->sax.numbers[at]);
    }
}

static void read_spreads(struct reader *r, uint32_t row)
{
    struct timeline *t = r->t;
    if (!sax_has(record(r), SAX_KEY_START_SPREAD) && !sax_has(record(r), SAX_KEY_END_SPREAD))
        return;
    t->spreads.rows =
        mem_grow(t->spreads.rows, &t->spreads.capacity, (size_t)row + 1, sizeof *t->spreads.rows);
    while (t->spreads.count <= row)
        t->spreads.rows[t->spreads.count++] = (struct timeline_spread){
            TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    struct timeline_spread *spread = &t->spreads.rows[row];
    if (sax_has(record(r), SAX_KEY_START_SPREAD)) {
        const int64_t *two = r->sax.numbers + record(r)->values[SAX_KEY_START_SPREAD];
        spread->start_p10 = two[0];
        spread->start_p90 = two[1];
    }
    if (sax_has(record(r), SAX_KEY_END_SPREAD)) {
        const int64_t *two = r->sax.numbers + record(r)->values[SAX_KEY_END_SPREAD];
        spread->end_p10 = two[0];
        spread->end_p90 = two[1];
    }
}

static void note_thread(struct reader *r, int64_t thread)
{
    if (thread > r->top_thread)
        r->top_thread = (uint32_t)thread;
}

static int read_op(struct reader *r)
{
    if (take_id(r) < 0)
        return -1;
    if (!sax_has(record(r), SAX_KEY_KIND))
        return sax_fail(&r->sax, "an operation needs a \"kind\"");
    uint32_t row = timeline_add_op(r->t);
    struct timeline_op *op = &r->t->ops.rows[row];
    op->kind = (uint8_t)value(r, SAX_KEY_KIND, 0);
    op->name = (uint32_t)value(r, SAX_KEY_NAME, 0);
    op->stream = (uint32_t)value(r, SAX_KEY_STREAM, 0);
    op->thread = (uint16_t)value(r, SAX_KEY_THREAD, 0);
    op->place = place_of(r);
    op->connection = (uint16_t)value(r, SAX_KEY_CONNECTION, 0);
    op->machine = (uint8_t)(value(r, SAX_KEY_MACHINE, MACHINE_NONE) & 255);
    op->machine_index = (uint8_t)(value(r, SAX_KEY_MACHINE, MACHINE_NONE) >> 8);
    op->flags = (uint8_t)((value(r, SAX_KEY_GUESSED, 0) ? OP_GUESSED : 0) |
                          (value(r, SAX_KEY_FAILED, 0) ? OP_FAILED : 0));
    op->call = time_of(r, SAX_KEY_CALL);
    op->returned = time_of(r, SAX_KEY_RETURN);
    op->ready = time_of(r, SAX_KEY_READY);
    op->start = time_of(r, SAX_KEY_START);
    op->end = time_of(r, SAX_KEY_END);
    if (op->stream > r->top_stream)
        r->top_stream = op->stream;
    note_thread(r, op->thread);
    read_afters(r, op);
    read_spreads(r, row);
    if (check_times(r, row) < 0 || read_detail(r, op) < 0)
        return -1;
    return take_waits(r, op->call, op->start, &op->first_wait, &op->wait_count);
}

static int read_call(struct reader *r)
{
    struct timeline_call call = {
        .enter = time_of(r, SAX_KEY_ENTER),
        .returned = time_of(r, SAX_KEY_RETURN),
        .place = place_of(r),
        .op = (uint32_t)value(r, SAX_KEY_OP, TIMELINE_NO_OP),
        .thread = (uint16_t)value(r, SAX_KEY_THREAD, 0),
        .call = (uint16_t)call_find(program_name(&r->program, (uint32_t)value(r, SAX_KEY_NAME, 0))),
        .result = (uint16_t)value(r, SAX_KEY_RESULT, 0),
    };
    if (call.enter == TIMELINE_UNKNOWN)
        return sax_fail(&r->sax, "a call needs \"enter_us\"");
    note_thread(r, call.thread);
    if (sax_has(record(r), SAX_KEY_GIVER) && sax_has(record(r), SAX_KEY_GIVEN)) {
        call.giver = (uint16_t)(value(r, SAX_KEY_GIVER, 0) + 1);
        call.given = time_of(r, SAX_KEY_GIVEN);
        note_thread(r, (uint16_t)(call.giver - 1));
    }
    if (take_waits(r, call.enter, call.returned, &call.first_wait, &call.wait_count) < 0)
        return -1;
    timeline_add_call(r->t, &call);
    if (!sax_has(record(r), SAX_KEY_ELAPSED))
        return 0;
    const int64_t unknown[2] = {TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
    const int64_t *spread = sax_has(record(r), SAX_KEY_ELAPSED_SPREAD)
                                ? r->sax.numbers + record(r)->values[SAX_KEY_ELAPSED_SPREAD]
                                : unknown;
    timeline_add_answer(r->t, value(r, SAX_KEY_ELAPSED, 0), spread[0], spread[1]);
    return 0;
}

static void keep_mode_times(struct reader *r, enum sax_key key)
{
    size_t count = record(r)->counts[key];
    const int64_t *from = r->sax.numbers + record(r)->values[key];
    r->mode_times = mem_grow(r->mode_times, &r->mode_time_capacity, r->mode_time_count + count,
                             sizeof *r->mode_times);
    memcpy(r->mode_times + r->mode_time_count, from, count * sizeof *from);
    r->mode_time_count += count;
}

/* Modes come before the operations that their times belong to. */
static int read_mode(struct reader *r)
{
    if (!sax_has(record(r), SAX_KEY_RUNS) || !sax_has(record(r), SAX_KEY_WALL))
        return sax_fail(&r->sax, "a mode needs \"runs\" and \"wall_us\"");
    size_t mode = r->t->modes.count, count = 0;
    timeline_add_mode(r->t, (uint32_t)value(r, SAX_KEY_RUNS, 0), time_of(r, SAX_KEY_WALL));
    if (sax_has(record(r), SAX_KEY_STARTS) && sax_has(record(r), SAX_KEY_ENDS)) {
        count = record(r)->counts[SAX_KEY_STARTS];
        if (count != record(r)->counts[SAX_KEY_ENDS])
            return sax_fail(&r->sax, "a mode has as many starts as ends");
        keep_mode_times(r, SAX_KEY_STARTS);
        keep_mode_times(r, SAX_KEY_ENDS);
    }
    r->mode_counts = mem_grow(r->mode_counts, &r->mode_capacity, mode + 1, sizeof *r->mode_counts);
    r->mode_counts[mode] = count;
    return 0;
}

static int read_undecided(struct reader *r)
{
    const struct sax_record *u = record(r);
    size_t count = sax_has(u, SAX_KEY_OTHERS) ? u->counts[SAX_KEY_OTHERS] : 0;
    if (!sax_has(u, SAX_KEY_OP) || !sax_has(u, SAX_KEY_OTHERWISE) ||
        count != u->counts[SAX_KEY_OTHERWISE])
        return sax_fail(&r->sax, "an undecided operation needs \"op\", \"others\" and as many "
                                 "\"otherwise\"");
    const int64_t *others = r->sax.numbers + u->values[SAX_KEY_OTHERS];
    const int64_t *otherwise = r->sax.numbers + u->values[SAX_KEY_OTHERWISE];
    const int64_t *relations =
        sax_has(u, SAX_KEY_RELATIONS) ? r->sax.numbers + u->values[SAX_KEY_RELATIONS] : NULL;
    if (relations && u->counts[SAX_KEY_RELATIONS] != count)
        return sax_fail(&r->sax, "an undecided operation needs as many \"relations\" as others");
    for (size_t i = 0; i < count; i++) {
        struct timeline_undecided pair = {(uint32_t)value(r, SAX_KEY_OP, 0), (uint32_t)others[i],
                                          (uint32_t)otherwise[i],
                                          relations ? (uint32_t)relations[i] : 0};
        const struct timeline_undecided *last =
            r->t->undecided.count ? &r->t->undecided.rows[r->t->undecided.count - 1] : NULL;
        if (pair.first >= pair.second ||
            (last && (last->first > pair.first ||
                      (last->first == pair.first && last->second >= pair.second))))
            return sax_fail(&r->sax, "undecided operations ascend");
        timeline_add_undecided(r->t, &pair);
    }
    return 0;
}

static int read_wait(struct reader *r)
{
    const struct sax_record *w = &r->sax.wait;
    if (!sax_has(w, SAX_KEY_RULE) || !sax_has(w, SAX_KEY_TO))
        return sax_fail(&r->sax, "a wait needs \"rule\" and \"to_us\"");
    const struct timeline *t = r->t;
    if (t->waits.count > r->wait_first && sax_has(w, SAX_KEY_FROM) &&
        w->values[SAX_KEY_FROM] != t->waits.rows[t->waits.count - 1].to)
        return sax_fail(&r->sax, "a wait must begin where the one before it ends");
    timeline_add_waits(r->t,
                       &(struct timeline_wait){
                           .to = w->values[SAX_KEY_TO],
                           .blocker = (uint32_t)sax_value(w, SAX_KEY_FOR, TIMELINE_NO_OP),
                           .rule = (uint32_t)w->values[SAX_KEY_RULE],
                       },
                       1);
    return 0;
}

static int read_step(void *context, const int64_t numbers[3])
{
    struct reader *r = context;
    struct timeline *t = r->t;
    t->sm_steps.rows = mem_grow(t->sm_steps.rows, &t->sm_steps.capacity, t->sm_steps.count + 1,
                                sizeof *t->sm_steps.rows);
    t->sm_steps.rows[t->sm_steps.count++] =
        (struct timeline_sm_step){numbers[0], (int32_t)numbers[1], (int32_t)numbers[2]};
    return 0;
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static uint32_t row_of(const struct reader *r, uint32_t id)
{
    if (r->dense)
        return id < r->id_count ? id : TIMELINE_NO_OP;
    size_t low = 0, high = r->id_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (r->ids[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->id_count && r->ids[low] == id ? (uint32_t)low : TIMELINE_NO_OP;
}

/* The modes' times go to the operations that have both times themselves. */
static int place_modes(struct reader *r)
{
    struct timeline *t = r->t;
    const int64_t *times = r->mode_times;
    for (size_t i = 0; i < t->modes.count; i++) {
        size_t count = r->mode_counts[i], used = 0;
        if (count == 0)
            continue;
        size_t first = t->mode_times.count;
        t->mode_times.rows = mem_grow(t->mode_times.rows, &t->mode_times.capacity,
                                      first + t->ops.count, sizeof *t->mode_times.rows);
        t->mode_times.count += t->ops.count;
        t->modes.rows[i].first_time = (uint32_t)first;
        for (size_t id = 0; id < t->ops.count; id++) {
            struct timeline_mode_time *time = &t->mode_times.rows[first + id];
            *time = (struct timeline_mode_time){TIMELINE_UNKNOWN, TIMELINE_UNKNOWN};
            bool known = t->ops.rows[id].start != TIMELINE_UNKNOWN &&
                         t->ops.rows[id].end != TIMELINE_UNKNOWN;
            if (known && used < count) {
                *time = (struct timeline_mode_time){times[used], times[count + used]};
                if (time->end < time->start)
                    return sax_fail(&r->sax, "in a mode an operation ends before it starts");
            }
            used += known;
        }
        if (used != count)
            return sax_fail(&r->sax, "a mode has %zu starts for %zu operations", count, used);
        times += 2 * count;
    }
    return 0;
}

/* From ids to rows. */
static int resolve(struct reader *r)
{
    struct timeline *t = r->t;
    for (size_t i = 0; i < t->waits.count; i++) {
        uint32_t *blocker = &t->waits.rows[i].blocker;
        uint32_t id = *blocker;
        if (id != TIMELINE_NO_OP && (*blocker = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "a wait is \"for\" operation %u, which is not there", id);
    }
    for (size_t i = 0; i < t->afters.count; i++) {
        uint32_t id = t->afters.rows[i];
        if ((t->afters.rows[i] = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "\"after\" names operation %u, which is not there", id);
    }
    for (size_t i = 0; i < t->calls.count; i++) {
        uint32_t id = t->calls.rows[i].op;
        if (id != TIMELINE_NO_OP && (t->calls.rows[i].op = row_of(r, id)) == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "a call's \"op\" is %u, which is not there", id);
    }
    for (size_t i = 0; i < t->undecided.count; i++) {
        struct timeline_undecided *pair = &t->undecided.rows[i];
        uint32_t first = row_of(r, pair->first), second = row_of(r, pair->second);
        if (first == TIMELINE_NO_OP || second == TIMELINE_NO_OP)
            return sax_fail(&r->sax, "undecided operation %u is not there",
                            first == TIMELINE_NO_OP ? pair->first : pair->second);
        pair->first = first;
        pair->second = second;
    }
    if (r->top_stream >= r->program.streams.count)
        return sax_fail(&r->sax, "stream %u is not in \"streams\"", r->top_stream);
    return 0;
}

static int take_measurement(struct reader *r)
{
    const struct sax_record *top = &r->sax.top;
    struct timeline_measurement *m = &r->t->measurement;
    m->repetitions = (uint32_t)sax_value(top, SAX_KEY_REPETITIONS, 0);
    m->processes = (uint32_t)sax_value(top, SAX_KEY_PROCESSES, 0);
    m->crowded = (uint32_t)sax_value(top, SAX_KEY_CROWDED_RUNS, 0);
    m->clock = (uint32_t)sax_value(top, SAX_KEY_CLOCK, 0);
    m->driver = (uint32_t)sax_value(top, SAX_KEY_DRIVER, 0);
    m->date = (uint32_t)sax_value(top, SAX_KEY_DATE, 0);
    m->command = (uint32_t)sax_value(top, SAX_KEY_COMMAND, 0);
    m->host_cpu = (uint32_t)sax_value(top, SAX_KEY_HOST_CPU, 0);
    m->instrument_wall = sax_value(top, SAX_KEY_INSTRUMENT_WALL, TIMELINE_UNKNOWN);
    m->noise = (struct timeline_noise){
        .wall = sax_value(top, SAX_KEY_NOISE_WALL, TIMELINE_UNKNOWN),
        .placement_median = sax_value(top, SAX_KEY_NOISE_MEDIAN, TIMELINE_UNKNOWN),
        .placement_p95 = sax_value(top, SAX_KEY_NOISE_P95, TIMELINE_UNKNOWN),
        .placement_worst = sax_value(top, SAX_KEY_NOISE_WORST, TIMELINE_UNKNOWN),
        .relations = sax_value(top, SAX_KEY_NOISE_RELATIONS, TIMELINE_UNKNOWN),
        .relations_right = sax_value(top, SAX_KEY_NOISE_RELATIONS_RIGHT, TIMELINE_UNKNOWN),
        .runs = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUNS, 0),
        .run_places = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUN_PLACES, 0),
        .run_places_near = (uint32_t)sax_value(top, SAX_KEY_NOISE_RUN_PLACES_NEAR, 0),
    };
    if (m->noise.run_places_near > m->noise.run_places)
        return sax_fail(&r->sax, "\"noise_run_places_near\" is more than \"noise_run_places\"");
    if (sax_has(top, SAX_KEY_WALL_SPREAD)) {
        m->wall_p10 = r->sax.wall_spread[0];
        m->wall_p90 = r->sax.wall_spread[1];
    }
    return 0;
}

static int read_top(struct reader *r)
{
    const struct sax_record *top = &r->sax.top;
    struct timeline *t = r->t;
    if (!sax_has(top, SAX_KEY_FORMAT))
        return sax_fail(&r->sax, "\"format\" is missing: this is no nullstream timeline");
    if (sax_value(top, SAX_KEY_VERSION, 0) != 1)
        return sax_fail(&r->sax, "this version of the format is not known here (1 is)");
    if (!sax_has(top, SAX_KEY_OPERATIONS) && t->ops.count == 0 && !sax_has(top, SAX_KEY_SOURCE))
        return sax_fail(&r->sax, "\"source\" is missing");
    if (r->sax.sha256.length >= sizeof t->program_sha256)
        return sax_fail(&r->sax, "\"program_sha256\" has 64 digits");
    if (resolve(r) < 0 || place_modes(r) < 0)
        return -1;
    ROW_AT(r->program.threads, r->top_thread);
    timeline_take_tables(t, &r->program);
    t->source = (enum timeline_source)sax_value(top, SAX_KEY_SOURCE, TIMELINE_PREDICTED);
    t->scenario = (uint32_t)sax_value(top, SAX_KEY_SCENARIO, 0);
    t->device_name = r->device_name;
    t->profile = r->profile;
    t->rules = r->rules;
    memcpy(t->program_sha256, r->sax.sha256.text, r->sax.sha256.length + 1);
    strbuf_add(&t->output, r->sax.output.text, r->sax.output.length);
    strbuf_add(&t->program, r->sax.embedded.text, r->sax.embedded.length);
    for (size_t i = 0; i < r->sax.option_count; i++) {
        t->options.rows = mem_grow(t->options.rows, &t->options.capacity, t->options.count + 1,
                                   sizeof *t->options.rows);
        t->options.rows[t->options.count++].text = r->sax.options[i];
    }
    if (take_measurement(r) != 0)
        return -1;
    timeline_finish(t);
    t->zero = 0;
    t->span = sax_value(top, SAX_KEY_SPAN, t->span);
    t->wall = sax_value(top, SAX_KEY_WALL, t->wall);
    return 0;
}

static int on_object(void *context, enum sax_object object)
{
    struct reader *r = context;
    switch (object) {
    case SAX_TOP:
        return read_top(r);
    case SAX_DEVICE:
        return read_device(r);
    case SAX_THREAD:
        return read_thread(r);
    case SAX_STREAM:
        return read_stream(r);
    case SAX_EVENT:
        return read_event(r);
    case SAX_RANGE:
        return read_range(r);
    case SAX_OP:
        return read_op(r);
    case SAX_CALL:
        return read_call(r);
    case SAX_WAIT:
        return read_wait(r);
    case SAX_MODE:
        return read_mode(r);
    case SAX_UNDECIDED:
        return read_undecided(r);
    }
    return 0;
}

int timeline_json_read(struct timeline *timeline, const char *text, size_t length, const char *file,
                       struct err *err)
{
    struct reader *r = mem_zalloc(sizeof *r);
    r->t = timeline;
    r->dense = true;
    program_init(&r->program);
    r->sax.program = &r->program;
    r->sax.object = on_object;
    r->sax.step = read_step;
    r->sax.context = r;
    int result = sax_read(&r->sax, text, length, file, err);
    sax_release(&r->sax);
    program_release(&r->program);
    free(r->ids);
    free(r->mode_times);
    free(r->mode_counts);
    free(r);
    return result;
}
