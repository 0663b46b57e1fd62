/* Properties of predicted timelines over random programs (tests/timeline_check.h says which), and
 * of `after` against a model that remembers everything. */
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"
#include "tests/random_program.h"
#include "tests/scene.h"
#include "tests/timeline_check.h"

#include <check.h>
#include <stdlib.h>

static struct scene s;

static int failing; /* the launch whose kernel fails; 0: none */

static void run(const struct random_options *options, const char *const *sets, size_t count)
{
    scene_init(&s);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(profile_set(&s.profile, sets[i], &s.err) == 0, "%s", s.err.message);
    random_program(&s.program, options);
    if (failing && failing < (int)s.program.launches.count)
        s.program.launches.rows[failing].fails = CUDA_cudaErrorIllegalAddress;
    ck_assert_msg(scene_run(&s) == 0, "seed %llu: %s", (unsigned long long)options->seed,
                  s.err.message);
}

static void check(const struct random_options *options, const char *const *sets, size_t count)
{
    run(options, sets, count);
    struct strbuf complaint;
    strbuf_init(&complaint);
    bool sound = timeline_check(&s.timeline, &complaint);
    ck_assert_msg(sound, "seed %llu: %s", (unsigned long long)options->seed, complaint.text);
    strbuf_release(&complaint);
    scene_release(&s);
}

START_TEST(one_thread)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        check(&(struct random_options){.seed = seed * 8 + (uint64_t)_i,
                                       .calls = 10 + (int)seed * 3,
                                       .threads = 1,
                                       .streams = 1 + (int)(seed % 12),
                                       .events = 4,
                                       .work = seed % 2},
              NULL, 0);
}
END_TEST

START_TEST(several_threads)
{
    for (uint64_t seed = 0; seed < 40; seed++)
        check(&(struct random_options){.seed = 1000 + seed * 8 + (uint64_t)_i,
                                       .calls = 10 + (int)seed,
                                       .threads = 2 + (int)(seed % 4),
                                       .streams = 1 + (int)(seed % 9),
                                       .events = 3,
                                       .work = seed % 2},
              NULL, 0);
}
END_TEST

/* A copy that does not wait for the record between it and the copy before still begins after it;
 * nor does it pass one that is in a compute queue. */
START_TEST(copies_pass_records)
{
    static const char *const fermi[] = {"rules.connection=single", "rules.signal_delay=yes",
                                        "connections.copy=1"};
    static const uint64_t seeds[] = {7063, 7085, 7150, 7298};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        check(&(struct random_options){.seed = seeds[i],
                                       .calls = 130,
                                       .threads = 4,
                                       .streams = 7,
                                       .events = 3,
                                       .work = true},
              fermi, _i ? 3 : 0);
}
END_TEST

/* Other numbers of connections, a short launch queue, other rules. */
START_TEST(other_hardware)
{
    static const char *const hardware[][3] = {
        {"connections.compute=1", "connections.launch_queue=8", "rules.copy_order=fifo"},
        {"connections.compute=2", "connections.launch_queue=4", "connections.copy=1"},
        {"rules.connection=created", "rules.copy_queue=compute", "sm.resident_grids=4"},
        {"rules.connection=single", "rules.signal_delay=yes", "rules.copy_queue=compute"},
        {"copy.engines=1", "rules.copy_streams=shared", "rules.concurrent_kernels=no"},
        {"rules.connection=single", "rules.signal_delay=yes", "connections.copy=1"},
        {"connections.compute=2", "rules.copy_queue=compute", "connections.copy=2"},
    };
    for (uint64_t seed = 0; seed < 25; seed++)
        check(&(struct random_options){.seed = 5000 + seed,
                                       .calls = 20 + (int)seed * 3,
                                       .threads = 1 + (int)(seed % 3),
                                       .streams = 1 + (int)(seed % 9),
                                       .events = 3},
              hardware[_i], 3);
}
END_TEST

/* The device fails somewhere: whatever was running or queued is over then. */
START_TEST(the_device_fails)
{
    static const char *const fermi[] = {"rules.connection=single", "rules.signal_delay=yes",
                                        "rules.copy_queue=compute"};
    for (uint64_t seed = 0; seed < 60; seed++) {
        failing = 1 + (int)(seed % 11);
        check(&(struct random_options){.seed = 20000 + seed * 2 + (uint64_t)_i,
                                       .calls = 20 + (int)seed * 3,
                                       .threads = 1 + (int)(seed % 3),
                                       .streams = 1 + (int)(seed % 9),
                                       .events = 3,
                                       .work = seed % 2,
                                       .no_waiting = seed % 4 == 0},
              fermi, _i ? 3 : 0);
    }
    failing = 0;
}
END_TEST

START_TEST(a_thousand_calls_without_waiting)
{
    check(&(struct random_options){.seed = 77,
                                   .calls = 3000,
                                   .threads = 1,
                                   .streams = 40,
                                   .events = 20,
                                   .no_waiting = true},
          NULL, 0);
}
END_TEST

/* The same program, run twice, gives the same timeline. */
START_TEST(runs_repeat)
{
    struct random_options options = {
        .seed = 4711, .calls = 300, .threads = 3, .streams = 6, .events = 5, .work = true};
    run(&options, NULL, 0);
    struct scene first = s;
    run(&options, NULL, 0);
    ck_assert_uint_eq(first.timeline.ops.count, s.timeline.ops.count);
    for (size_t i = 0; i < s.timeline.ops.count; i++) {
        const struct timeline_op *a = &first.timeline.ops.rows[i], *b = &s.timeline.ops.rows[i];
        ck_assert_int_eq(a->start, b->start);
        ck_assert_int_eq(a->end, b->end);
        ck_assert_uint_eq(a->wait_count, b->wait_count);
        ck_assert_uint_eq(a->after_count, b->after_count);
    }
    scene_release(&first);
    scene_release(&s);
}
END_TEST

/* --- `after` against a model ---------------------------------------------------------------------
 * One thread; for each operation the set of all that CUDA orders before it, from the calls alone.
 */

struct model {
    size_t count;
    bool *past;    /* count * count */
    bool *known;   /* to the host */
    bool *fences;  /* a barrier where it is in the legacy stream */
    int64_t *last; /* by stream */
};

static void join(struct model *model, uint32_t op, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        model->past[op * model->count + i] |= model->past[before * model->count + i];
    model->past[op * model->count + before] = true;
}

static void learn(struct model *model, int64_t op)
{
    for (uint32_t i = 0; op >= 0 && i < (uint32_t)op; i++)
        model->known[i] |= model->past[(size_t)op * model->count + i];
    if (op >= 0)
        model->known[op] = true;
}

static bool is_blocking(uint32_t stream)
{
    enum stream_kind kind = s.program.streams.rows[stream].kind;
    return kind == STREAM_BLOCKING || kind == STREAM_PER_THREAD;
}

/* The next operation that the calls put into a stream. */
static void enqueue(struct model *model, uint32_t op, uint32_t stream, int64_t event)
{
    for (uint32_t i = 0; i < op; i++) {
        uint32_t other = s.timeline.ops.rows[i].stream;
        if (model->known[i] || other == stream ||
            (stream == PROGRAM_STREAM_LEGACY && is_blocking(other) && model->fences[op]) ||
            (other == PROGRAM_STREAM_LEGACY && is_blocking(stream) && model->fences[i]))
            join(model, op, i);
    }
    if (event >= 0)
        join(model, op, (uint32_t)event);
    model->last[stream] = op;
}

static void compare_after(struct model *model, int64_t *events)
{
    uint32_t op = 0;
    for (size_t r = 0; r < s.program.records.count; r++) {
        const struct program_record *record = &s.program.records.rows[r];
        const struct call_info *info = call_info((enum call)record->call);
        switch (record->call) {
        case CALL_cudaDeviceSynchronize:
            for (uint32_t i = 0; i < op; i++)
                model->known[i] = true;
            continue;
        case CALL_cudaStreamSynchronize:
            learn(model, model->last[record->stream]);
            continue;
        case CALL_cudaEventSynchronize:
            learn(model, events[record->object]);
            continue;
        case CALL_cudaStreamQuery:
            if (record->flags & RECORD_POLL)
                learn(model, model->last[record->stream]);
            continue;
        default:
            if (info->fences_guaranteed == FENCES_NO)
                continue;
        }
        const struct timeline_op *row = &s.timeline.ops.rows[op];
        const struct program_copy *copy =
            info->object == OBJECT_COPY ? &s.program.copies.rows[record->object] : NULL;
        bool sync = record->call == CALL_cudaMemcpy;
        bool pageable = copy && copy->host_memory == MEMORY_PAGEABLE;
        if (sync && pageable && copy->kind == COPY_H2D)
            learn(model, model->last[record->stream]);
        /* a wait for an event that was never recorded is no operation (RT) */
        model->fences[op] = info->fences_guaranteed == FENCES_LEGACY &&
                            !(row->kind == OP_WAIT && events[record->object] < 0);
        enqueue(model, op, record->stream,
                row->kind == OP_WAIT ? events[record->object] : (int64_t)-1);
        if (row->kind == OP_RECORD)
            events[record->object] = op;
        if ((sync && copy->kind != COPY_D2D && !(pageable && copy->kind == COPY_H2D)) ||
            (copy && copy->kind == COPY_H2H))
            learn(model, op);
        op++;
    }
    ck_assert_uint_eq(op, s.timeline.ops.count);
}

START_TEST(after_is_what_cuda_guarantees)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        run(&(struct random_options){.seed = 9000 + seed * 4 + (uint64_t)_i,
                                     .calls = 120,
                                     .threads = 1,
                                     .streams = 1 + (int)(seed % 8),
                                     .events = 3},
            NULL, 0);
        /* What a query says depends on the times: those that are no poll are left out. */
        size_t kept = 0;
        for (size_t i = 0; i < s.program.records.count; i++) {
            struct program_record record = s.program.records.rows[i];
            if (record.call == CALL_cudaEventQuery ||
                (record.call == CALL_cudaStreamQuery && !(record.flags & RECORD_POLL)))
                continue;
            /* An allocation that gets what was freed in the legacy stream is no barrier there. */
            if (record.call == CALL_cudaFreeAsync && record.stream == PROGRAM_STREAM_LEGACY)
                continue;
            s.program.records.rows[kept++] = record;
        }
        s.program.records.count = kept;
        timeline_release(&s.timeline);
        timeline_init(&s.timeline);
        ck_assert_int_eq(scene_run(&s), 0);

        size_t count = s.timeline.ops.count;
        struct model model = {.count = count,
                              .past = mem_zalloc(count * count + 1),
                              .known = mem_zalloc(count + 1),
                              .fences = mem_zalloc(count + 1),
                              .last = mem_zalloc(s.program.streams.count * sizeof(int64_t))};
        int64_t *events = mem_zalloc(s.program.events.count * sizeof *events);
        for (size_t i = 0; i < s.program.streams.count; i++)
            model.last[i] = -1;
        for (size_t i = 0; i < s.program.events.count; i++)
            events[i] = -1;
        compare_after(&model, events);
        bool *seen = mem_zalloc(count * count + 1); /* the closure of what the runtime wrote */
        for (size_t op = 0; op < count; op++) {
            const struct timeline_op *row = &s.timeline.ops.rows[op];
            for (uint32_t i = 0; i < row->after_count; i++) {
                uint32_t before = s.timeline.afters.rows[row->first_after + i];
                seen[op * count + before] = true;
                for (size_t j = 0; j < before; j++)
                    seen[op * count + j] |= seen[before * count + j];
            }
            for (size_t j = 0; j < op; j++)
                ck_assert_msg(seen[op * count + j] == model.past[op * count + j],
                              "seed %llu: op %zu is %safter op %zu", (unsigned long long)seed, op,
                              seen[op * count + j] ? "" : "not ", j);
        }
        free(seen);
        free(events);
        free(model.past);
        free(model.known);
        free(model.fences);
        free(model.last);
        scene_release(&s);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime, random programs");
    TCase *properties = tcase_create("properties");
    tcase_set_timeout(properties, 120);
    tcase_add_loop_test(properties, one_thread, 0, 4);
    tcase_add_loop_test(properties, several_threads, 0, 4);
    tcase_add_loop_test(properties, copies_pass_records, 0, 2);
    tcase_add_loop_test(properties, other_hardware, 0, 7);
    tcase_add_loop_test(properties, the_device_fails, 0, 2);
    tcase_add_test(properties, a_thousand_calls_without_waiting);
    tcase_add_test(properties, runs_repeat);
    tcase_add_loop_test(properties, after_is_what_cuda_guarantees, 0, 2);
    suite_add_tcase(suite, properties);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
