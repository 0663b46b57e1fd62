/* Timelines for tests: the legacy fence worked by hand, and random ones. */
#ifndef TESTS_UNIT_SAMPLE_TIMELINE_H
#define TESTS_UNIT_SAMPLE_TIMELINE_H

#include "sim/base/mem.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline uint32_t sample_name(struct program *p, const char *text)
{
    return intern_adds(&p->names, text);
}

/* A small generator of our own, the same on every machine. */
static inline uint32_t sample_random(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return below ? (uint32_t)(*state >> 33) % below : 0;
}

/* lessons/legacy-fence: three kernels of 300 us in streams a, 0 and b, then a synchronize. Times
 * are those of the example of design section 7, with the process's start 50 us before. */
static inline void sample_fence(struct timeline *t)
{
    struct program p;
    program_init(&p);
    p.scenario = sample_name(&p, "lessons/legacy-fence/fence.cu");
    uint32_t file = sample_name(&p, "fence.cu");
    for (int i = 0; i < 2; i++)
        program_add_stream(&p, &(struct program_stream){.kind = STREAM_BLOCKING,
                                                        .name = sample_name(&p, i ? "b" : "a")});
    uint32_t kernel[3], launch[3], place[3];
    for (int i = 0; i < 3; i++) {
        char name[3] = {'k', (char)('1' + i), 0};
        kernel[i] = sample_name(&p, name);
        uint32_t row =
            program_add_kernel(&p, &(struct program_kernel){.name = kernel[i], .registers = 16});
        launch[i] = program_add_launch(&p,
                                       &(struct program_launch){.kernel = row,
                                                                .grid = {20, 1, 1},
                                                                .block = {256, 1, 1},
                                                                .registers = 16,
                                                                .carveout = -1,
                                                                .priority = INT32_MIN,
                                                                .cost = COST_BLOCK_TIME,
                                                                .time = 300000},
                                       NULL, 0);
        place[i] = program_add_place(&p, file, 13 + i);
    }
    uint32_t sync_place = program_add_place(&p, file, 16);
    timeline_init(t);
    t->device_name = intern_adds(&t->names, "NVIDIA H200");
    t->profile = intern_adds(&t->names, "h200");
    t->rules = intern_adds(&t->names, "hopper");
    timeline_take_tables(t, &p);
    static const int64_t at[3][5] = {
        {50000, 54140, 54140, 57800, 357800},
        {54140, 57760, 359000, 360060, 660060},
        {57760, 61380, 661200, 662220, 962220},
    };
    static const uint32_t streams[3] = {1, 0, 2};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t id = timeline_add_op(t);
        struct timeline_op *op = &t->ops.rows[id];
        op->kind = OP_KERNEL;
        op->name = kernel[i];
        op->stream = streams[i];
        op->place = place[i];
        op->detail = launch[i];
        op->connection = (uint16_t)(i + 1);
        op->machine = MACHINE_SM;
        op->call = at[i][0];
        op->returned = at[i][1];
        op->ready = at[i][2];
        op->start = at[i][3];
        op->end = at[i][4];
        struct timeline_wait waits[3] = {{at[i][1], TIMELINE_NO_OP, RULE_ID_ISSUE},
                                         {at[i][2], id - 1, RULE_ID_LEGACY_FENCE},
                                         {at[i][3], TIMELINE_NO_OP, RULE_ID_LATENCY}};
        if (i == 0) {
            waits[1] = waits[2];
        } else {
            op->first_after = timeline_add_after(t, id - 1);
            op->after_count = 1;
        }
        op->wait_count = i ? 3 : 2;
        op->first_wait = timeline_add_waits(t, waits, op->wait_count);
    }
    struct timeline_call sync = {
        .enter = 61380,
        .returned = 965600,
        .place = sync_place,
        .op = TIMELINE_NO_OP,
        .call = CALL_cudaDeviceSynchronize,
        .wait_count = 1,
    };
    sync.first_wait =
        timeline_add_waits(t, &(struct timeline_wait){965600, 2, RULE_ID_DEVICE_SYNCHRONIZE}, 1);
    timeline_add_call(t, &sync);
    timeline_finish(t);
    program_release(&p);
}

/* One operation of a table: times in us. `rule` and `behind` are the wait before its start. */
struct sample_row {
    enum op_kind kind;
    enum copy_kind direction;
    uint32_t stream;
    int call, start, end;
    int rule; /* -1: waited for nobody */
    uint32_t behind;
};

static inline void sample_build(struct timeline *t, const struct sample_row *rows, uint32_t count,
                                uint32_t streams)
{
    struct program p;
    program_init(&p);
    uint32_t file = sample_name(&p, "a.cu");
    for (uint32_t i = 1; i < streams; i++)
        program_add_stream(&p, &(struct program_stream){.kind = STREAM_BLOCKING});
    timeline_init(t);
    for (uint32_t i = 0; i < count; i++) {
        const struct sample_row *row = &rows[i];
        uint32_t id = timeline_add_op(t);
        struct timeline_op *op = &t->ops.rows[id];
        op->kind = (uint8_t)row->kind;
        op->stream = row->stream;
        op->place = program_add_place(&p, file, 10 + (int32_t)i);
        op->call = row->call * 1000;
        op->returned = op->call + 1000;
        op->start = op->ready = row->start * 1000;
        op->end = row->end * 1000;
        if (row->kind == OP_KERNEL) {
            op->machine = MACHINE_SM;
            op->name = sample_name(&p, "k");
        } else {
            op->machine = MACHINE_COPY;
            op->machine_index = row->direction == COPY_D2H;
            op->detail = program_add_copy(
                &p, &(struct program_copy){.kind = row->direction, .dst.bytes = 16 << 20});
        }
        struct timeline_wait waits[2] = {{op->returned, TIMELINE_NO_OP, RULE_ID_ISSUE},
                                         {op->start, row->behind, (uint32_t)row->rule}};
        op->wait_count = row->rule < 0 ? 1 : 2;
        waits[0].to = row->rule < 0 ? op->start : op->returned;
        op->first_wait = timeline_add_waits(t, waits, op->wait_count);
    }
    timeline_take_tables(t, &p);
    timeline_finish(t);
    program_release(&p);
}

static inline void sample_random_program(struct program *p, uint64_t *s)
{
    static const char *const odd[] = {"a\"b\\c", "caf\xc3\xa9", "tab\there", "x<y>&z", "plain",
                                      "s[3]",    "a,b;c",       "%d",        "k1"};
    program_init(p);
    if (sample_random(s, 4))
        p->scenario = sample_name(p, "dir/scenario.cu");
    uint32_t threads = sample_random(s, 3);
    for (uint32_t i = 0; i < threads; i++)
        program_add_thread(
            p, &(struct program_thread){.kind = sample_random(s, 2) ? THREAD_WORKER : THREAD_HOST,
                                        .name = sample_name(p, odd[i])});
    uint32_t streams = sample_random(s, 5);
    for (uint32_t i = 0; i < streams; i++) {
        struct program_stream row = {.kind = (enum stream_kind)(1 + sample_random(s, 3)),
                                     .priority = -(int32_t)sample_random(s, 3),
                                     .name = sample_name(p, odd[sample_random(s, 9)])};
        row.thread = row.kind == STREAM_PER_THREAD
                         ? (uint16_t)sample_random(s, (uint32_t)p->threads.count)
                         : 0;
        program_add_stream(p, &row);
    }
    for (int i = 0; i < 3; i++)
        program_add_event(p, &(struct program_event){.name = sample_name(p, odd[i]),
                                                     .timing = sample_random(s, 2),
                                                     .blocking = sample_random(s, 2)});
}

static inline uint32_t sample_random_detail(struct program *p, uint64_t *s, enum op_kind kind)
{
    switch (kind) {
    case OP_KERNEL:
        return program_add_launch(
            p,
            &(struct program_launch){.grid = {1 + sample_random(s, 300), 1, 1},
                                     .block = {32, 1 + sample_random(s, 3), 1},
                                     .shared_bytes = sample_random(s, 3) * 1024,
                                     .registers = 16,
                                     .carveout = (int32_t)sample_random(s, 3) * 50 - 50 < 0
                                                     ? -1
                                                     : (int32_t)sample_random(s, 101),
                                     .priority = sample_random(s, 4) ? INT32_MIN : -2,
                                     .cooperative = sample_random(s, 8) == 0,
                                     .cost = (enum cost_kind)sample_random(s, COST_GATE),
                                     .time = sample_random(s, 100000)},
            NULL, 0);
    case OP_COPY:
    case OP_MEMSET:
        return program_add_copy(
            p, &(struct program_copy){
                   .kind = kind == OP_MEMSET ? COPY_MEMSET : (enum copy_kind)sample_random(s, 5),
                   .dst.bytes = sample_random(s, 1 << 24),
                   .host_memory = (enum memory_kind)sample_random(s, 6),
                   .value = -1});
    case OP_RECORD:
    case OP_WAIT:
        return 1 + sample_random(s, 3);
    case OP_HOST:
        return program_add_hostfn(p, &(struct program_hostfn){.callback = sample_random(s, 2),
                                                              .time = sample_random(s, 5000)});
    case OP_FREE_ALLOC:
        break;
    }
    return 0;
}

/* Any timeline that our writers must carry: unknown times, odd names, all kinds. Waits partition
 * [call, start] where both are known. */
static inline void sample_random_timeline(struct timeline *t, uint64_t seed)
{
    uint64_t state = seed * 2654435761u + 1, *s = &state;
    struct program p;
    sample_random_program(&p, s);
    uint32_t file = sample_name(&p, "scenario.cu");
    timeline_init(t);
    uint32_t count = sample_random(s, 40);
    int64_t now = sample_random(s, 100000);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = timeline_add_op(t);
        struct timeline_op *op = &t->ops.rows[id];
        op->kind = (uint8_t)sample_random(s, 7);
        op->name = sample_random(s, (uint32_t)p.names.count);
        op->stream = sample_random(s, (uint32_t)p.streams.count);
        op->thread = (uint16_t)sample_random(s, (uint32_t)p.threads.count);
        op->place = sample_random(s, 5)
                        ? program_add_place(&p, file, 1 + (int32_t)sample_random(s, 30))
                        : 0;
        op->detail = sample_random_detail(&p, s, (enum op_kind)op->kind);
        op->generation = op->kind == OP_RECORD || op->kind == OP_WAIT ? sample_random(s, 3) : 0;
        op->connection = (uint16_t)sample_random(s, 9);
        op->machine = (uint8_t)sample_random(s, MACHINE_HOST + 1);
        op->machine_index = op->machine == MACHINE_COPY ? (uint8_t)sample_random(s, 3) : 0;
        op->flags = sample_random(s, 6) ? 0 : (uint8_t)sample_random(s, 4);
        op->call = now += sample_random(s, 5000);
        op->returned = now += sample_random(s, 5000);
        op->start = op->ready = op->returned;
        if (sample_random(s, 3)) {
            struct timeline_wait waits[2] = {{op->returned, TIMELINE_NO_OP, RULE_ID_ISSUE},
                                             {op->returned + sample_random(s, 400000),
                                              i ? sample_random(s, i) : TIMELINE_NO_OP,
                                              sample_random(s, RULE_COUNT)}};
            op->first_wait = timeline_add_waits(t, waits, 2);
            op->wait_count = 2;
            op->start = op->ready = waits[1].to;
        }
        op->end = op->start + sample_random(s, 800000);
        for (uint32_t k = 0; k < i && k < sample_random(s, 4); k++) {
            uint32_t row = timeline_add_after(t, k);
            op->first_after = k ? op->first_after : row;
            op->after_count++;
        }
        if (sample_random(s, 15) == 0)
            op->call = op->returned = op->ready = TIMELINE_UNKNOWN, op->wait_count = 0;
        if (sample_random(s, 15) == 0)
            op->end = TIMELINE_UNKNOWN;
    }
    uint32_t calls = sample_random(s, 10);
    for (uint32_t i = 0; i < calls; i++) {
        struct timeline_call call = {.enter = now += sample_random(s, 9000),
                                     .place = program_add_place(&p, file, (int32_t)i + 1),
                                     .op = count ? sample_random(s, count) : TIMELINE_NO_OP,
                                     .call = (uint16_t)(1 + sample_random(s, CALL_COUNT - 1)),
                                     .result = sample_random(s, 3) ? 0 : 600};
        call.returned = now += sample_random(s, 9000);
        timeline_add_call(t, &call);
        if (sample_random(s, 3) == 0)
            timeline_add_answer(t, sample_random(s, 100000), i % 2 ? -3 : TIMELINE_UNKNOWN,
                                i % 2 ? 4 : TIMELINE_UNKNOWN);
    }
    for (uint32_t i = sample_random(s, 3); i-- > 0;) {
        t->ranges.rows = mem_grow(t->ranges.rows, &t->ranges.capacity, t->ranges.count + 1,
                                  sizeof *t->ranges.rows);
        t->ranges.rows[t->ranges.count++] = (struct timeline_range){
            .begin = sample_random(s, 50000),
            .end = sample_random(s, 2) ? TIMELINE_UNKNOWN : 60000 + sample_random(s, 1000000),
            .name = sample_name(&p, sample_random(s, 2) ? "epoch" : "nullstream")};
    }
    timeline_take_tables(t, &p);
    t->profile = intern_adds(&t->names, "h200");
    if (sample_random(s, 2)) {
        t->source = TIMELINE_MEASURED;
        t->measurement.repetitions = 1 + sample_random(s, 30);
        t->measurement.driver = intern_adds(&t->names, "580.159.04");
        t->measurement.wall_p10 = 1000;
        t->measurement.wall_p90 = 2345;
        if (sample_random(s, 2))
            t->measurement.noise =
                (struct timeline_noise){sample_random(s, 9000), 1, 2, 3, 40, 39, 0, 60, 55};
        if (count > 3 && sample_random(s, 2)) {
            const bool ways = sample_random(s, 2);
            t->measurement.noise.runs = 12;
            timeline_add_undecided(t, &(struct timeline_undecided){0, 1, 12, ways ? 6 : 0});
            timeline_add_undecided(t, &(struct timeline_undecided){0, 3, 1, ways ? 1 : 0});
            timeline_add_undecided(t, &(struct timeline_undecided){2, 3, 4, ways ? 7 : 0});
        }
        for (uint32_t i = sample_random(s, 4); i-- > 0;) {
            timeline_add_mode(t, 1 + i, 1000 + sample_random(s, 100));
            if (sample_random(s, 3) == 0)
                continue;
            struct timeline_mode_time *times = timeline_add_mode_times(t);
            for (uint32_t k = 0; k < count; k++) {
                times[k].start = now += sample_random(s, 90);
                times[k].end = now += sample_random(s, 90);
            }
        }
        t->spreads.rows = mem_grow(NULL, &t->spreads.capacity, count + 1, sizeof *t->spreads.rows);
        for (t->spreads.count = 0; t->spreads.count < count; t->spreads.count++)
            t->spreads.rows[t->spreads.count] = (struct timeline_spread){-5, 6, -7, 800};
    }
    for (uint32_t i = sample_random(s, 3); i-- > 0;) {
        t->options.rows = mem_grow(t->options.rows, &t->options.capacity, t->options.count + 1,
                                   sizeof *t->options.rows);
        t->options.rows[t->options.count++].text = intern_adds(&t->names, i ? "--gpu" : "a \"b\"");
    }
    if (sample_random(s, 2))
        strbuf_adds(&t->output, "line 1\nline \"2\"\t\x01 caf\xc3\xa9\n");
    if (sample_random(s, 4) == 0)
        strbuf_adds(&t->program, "nullstream-program 1\nprogram\n");
    timeline_finish(t);
    program_release(&p);
}

/* Compares with a file; with NULLSTREAM_UPDATE set, writes it instead, for review with git. */
static inline void sample_check_golden(const char *path, const char *text, size_t length)
{
    if (getenv("NULLSTREAM_UPDATE")) {
        FILE *file = fopen(path, "wb");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fwrite(text, 1, length, file), length);
        fclose(file);
        return;
    }
    struct strbuf expected;
    struct err err;
    err_init(&err);
    strbuf_init(&expected);
    ck_assert_msg(strbuf_read_file(&expected, path, 1 << 26, &err) == 0, "%s: %s", path,
                  err.message);
    ck_assert_msg(expected.length == length && memcmp(expected.text, text, length) == 0,
                  "%s is not what is written now (NULLSTREAM_UPDATE=1 rewrites it):\n%s", path,
                  text);
    strbuf_release(&expected);
}

#endif
