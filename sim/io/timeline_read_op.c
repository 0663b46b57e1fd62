/* The operations and calls of a timeline file, and what they waited for. */
#include "sim/io/timeline_reader.h"

#include "sim/base/duration.h"

static uint32_t place_of(struct reader *r)
{
    if (!sax_has(record(r), SAX_KEY_FILE) && !sax_has(record(r), SAX_KEY_LINE))
        return 0;
    return program_add_place(&r->program, (uint32_t)value(r, SAX_KEY_FILE, 0),
                             (int32_t)value(r, SAX_KEY_LINE, 0));
}

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
    case OP_KERNEL: {
        int64_t block = value(r, SAX_KEY_BLOCK_MEAN, 0);
        op->block_mean = block <= UINT32_MAX ? (uint32_t)block : 0;
        return read_launch(r, op);
    }
    case OP_COPY:
    case OP_MEMSET:
        return read_copy(r, op);
    case OP_RECORD:
    case OP_WAIT:
        if (sax_has(record(r), SAX_KEY_EVENT)) {
            int64_t event = value(r, SAX_KEY_EVENT, 0);
            if (reader_check_id(r, event) < 0)
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

int reader_op(struct reader *r)
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

int reader_call(struct reader *r)
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
    call.turns = (uint32_t)value(r, SAX_KEY_TURNS, 0);
    if (value(r, SAX_KEY_HAS_END, 0))
        call.turns = TIMELINE_TIMED;
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

int reader_wait(struct reader *r)
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
