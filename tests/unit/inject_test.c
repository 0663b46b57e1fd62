/* gpu/inject: from the records of a native process to a timeline, without a GPU. */
#include "gpu/inject/native_timeline.h"
#include "sim/base/mem.h"
#include "sim/base/strbuf.h"
#include "sim/io/timeline_json.h"

#include <check.h>
#include <stdlib.h>

/* A process whose main makes a stream and an event, copies into it, launches, records the event and
 * synchronizes the stream; `runs` times, of which the first is a warm-up. Run r is r * 1 ms later
 * and its kernel r us longer. CUPTI's ids: the legacy stream is 7, that of run r is 20 + r. */
enum { WARM_UPS = 1, CALLS = 6, LEGACY = 7, OWN = 13 };

static void add_call(struct native_records *r, const struct native_call *call)
{
    r->calls = mem_grow(r->calls, &r->call_capacity, r->call_count + 1, sizeof *r->calls);
    r->calls[r->call_count++] = *call;
}

static void add_span(struct native_records *r, const struct native_span *span)
{
    r->spans = mem_grow(r->spans, &r->span_capacity, r->span_count + 1, sizeof *r->spans);
    r->spans[r->span_count++] = *span;
}

static void add_return(struct native_records *r, uint32_t run, uint32_t thread, int64_t returned)
{
    r->returns = mem_grow(r->returns, &r->return_capacity, r->return_count + 1, sizeof *r->returns);
    r->returns[r->return_count++] = (struct native_return){returned, run, thread};
}

static void add_traced_run(struct native_records *r, uint32_t run)
{
    int64_t at = 1000000 * (int64_t)(run + 1), longer = 1000 * (int64_t)run;
    uint32_t first = 100 * (run + 1), stream = 20 + run;
    uint64_t event = 0xe0 + run;
    static const struct {
        enum call call;
        int64_t enter, returned;
    } rows[CALLS] = {{CALL_cudaStreamCreateWithFlags, -90000, -50000},
                     {CALL_cudaEventCreate, -40000, -39000},
                     {CALL_cudaMemcpyAsync, 0, 2000},
                     {CALL_cudaLaunchKernel, 2000, 5000},
                     {CALL_cudaEventRecord, 5000, 6000},
                     {CALL_cudaStreamSynchronize, 6000, 131000}};
    for (uint32_t i = 0; i < CALLS; i++) {
        struct native_call call = {.enter = at + rows[i].enter,
                                   .returned = at + rows[i].returned,
                                   .correlation = first + i,
                                   .run = run,
                                   .stream = NATIVE_NO_STREAM,
                                   .call = (uint16_t)rows[i].call};
        if (i == 0 || i >= 4)
            call.stream = stream;
        if (i == 0)
            call.flags = 1;
        if (i == 1 || i == 4)
            call.event = event;
        if (i == 5)
            call.returned += longer;
        add_call(r, &call);
    }
    /* the recorder's own work, done within the first call that enqueues */
    add_span(r, &(struct native_span){.start = at - 30000,
                                      .end = at - 28000,
                                      .kind = NATIVE_COPY,
                                      .correlation = first + 2,
                                      .stream = OWN,
                                      .bytes = 65536,
                                      .copy_kind = COPY_D2H});
    /* the kernel is reported before the copy: records come in any order */
    add_span(r, &(struct native_span){.start = at + 28000,
                                      .end = at + 128000 + longer,
                                      .kind = NATIVE_KERNEL,
                                      .correlation = first + 3,
                                      .stream = stream,
                                      .grid = {20, 1, 1},
                                      .block = {256, 1, 1},
                                      .registers = 12,
                                      .name = (char *)(uintptr_t) "_Z5scalePfi"});
    add_span(r, &(struct native_span){.start = at + 4000,
                                      .end = at + 24000,
                                      .kind = NATIVE_COPY,
                                      .correlation = first + 2,
                                      .stream = stream,
                                      .bytes = 1048576,
                                      .copy_kind = COPY_H2D,
                                      .host_memory = MEMORY_PINNED});
}

/* Three traced runs that count, and three plain ones of 125, 126 and 140 us. */
static struct native_records process(void)
{
    struct native_records r = {.legacy_stream = LEGACY, .own_stream = OWN, .warm_ups = WARM_UPS};
    static const int64_t walls[] = {140000, 125000, 126000};
    r.zeros = mem_zalloc(3 * sizeof *r.zeros);
    for (uint32_t run = 0; run < 3; run++) {
        r.zeros[run] = 5000 * (int64_t)(run + 1);
        add_return(&r, run, 0, r.zeros[run] + walls[run]);
    }
    r.plain_runs = 3;
    for (uint32_t run = 0; run < 4; run++)
        add_traced_run(&r, run);
    r.traced_runs = 4;
    return r;
}

static void release(struct native_records *r)
{
    free(r->calls);
    free(r->spans);
    free(r->returns);
    free(r->zeros);
}

START_TEST(operations_have_their_calls_and_medians)
{
    struct native_records r = process();
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_msg(native_timeline(&r, &t, &err) == 0, "%s", err.message);
    ck_assert_int_eq(t.source, TIMELINE_MEASURED);
    ck_assert_uint_eq(t.streams.count, 2);
    ck_assert_int_eq(t.streams.rows[1].kind, STREAM_NONBLOCKING);
    ck_assert_uint_eq(t.ops.count, 3);
    const struct timeline_op *copy = &t.ops.rows[0], *kernel = &t.ops.rows[1];
    ck_assert_int_eq(copy->kind, OP_COPY);
    ck_assert_int_eq(copy->call, 0);
    ck_assert_int_eq(copy->returned, 2000);
    ck_assert_int_eq(copy->start, 4000);
    ck_assert_int_eq(copy->end, 24000);
    ck_assert_uint_eq(copy->stream, 1);
    ck_assert_uint_eq(t.copies.rows[copy->detail].dst.bytes, 1048576);
    ck_assert_int_eq(t.copies.rows[copy->detail].host_memory, MEMORY_PINNED);
    ck_assert_str_eq(timeline_name(&t, kernel->name), "scale");
    ck_assert_uint_eq(kernel->stream, 1);
    ck_assert_int_eq(kernel->start, 28000);
    ck_assert_int_eq(kernel->end, 130000); /* runs 1, 2, 3 count: 1, 2 and 3 us longer */
    ck_assert_int_eq(t.spreads.rows[1].end_p10, -1000);
    ck_assert_int_eq(t.spreads.rows[1].end_p90, 1000); /* nearest rank of three: the third */
    ck_assert_uint_eq(t.launches.rows[kernel->detail].registers, 12);
    const struct timeline_op *record = &t.ops.rows[2];
    ck_assert_int_eq(record->kind, OP_RECORD);
    ck_assert_uint_eq(record->detail, 1);
    ck_assert_uint_eq(record->generation, 1);
    ck_assert_int_eq(record->start, TIMELINE_UNKNOWN);
    ck_assert_uint_eq(t.calls.count, 1); /* what is made before zero is not timed */
    ck_assert_int_eq(t.calls.rows[0].call, CALL_cudaStreamSynchronize);
    timeline_release(&t);
    release(&r);
}
END_TEST

START_TEST(the_wall_time_is_that_of_plain_runs)
{
    struct native_records r = process();
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(native_timeline(&r, &t, &err), 0);
    ck_assert_int_eq(t.wall, 126000);
    ck_assert_int_eq(t.measurement.wall_p10, 125000);
    ck_assert_int_eq(t.measurement.wall_p90, 140000);
    ck_assert_int_eq(t.measurement.instrument_wall, 133000);
    ck_assert_int_eq(t.span, 126000);
    ck_assert_uint_eq(t.measurement.repetitions, 3);
    timeline_release(&t);
    release(&r);
}
END_TEST

/* After the work is done a synchronize finds nothing to wait for: the wall time ended before. */
START_TEST(a_call_that_finds_the_device_idle_does_not_end_the_wall_time)
{
    struct native_records r = process();
    for (uint32_t run = 0; run < 4; run++) {
        int64_t at = 1000000 * (int64_t)(run + 1);
        add_call(&r, &(struct native_call){.enter = at + 500000,
                                           .returned = at + 501000,
                                           .correlation = 100 * (run + 1) + 50,
                                           .run = run,
                                           .stream = NATIVE_NO_STREAM,
                                           .call = CALL_cudaDeviceSynchronize});
        if (run < 3)
            add_return(&r, run, 0, r.zeros[run] + 500000);
    }
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(native_timeline(&r, &t, &err), 0);
    ck_assert_int_eq(t.wall, 126000);
    ck_assert_uint_eq(t.calls.count, 2);
    timeline_release(&t);
    release(&r);
}
END_TEST

/* With a range, only what was called within it is timed: here the kernel and what follows. */
START_TEST(a_range_limits_the_timed_part)
{
    struct native_records r = process();
    struct native_range ranges[4];
    for (uint32_t run = 0; run < 4; run++) {
        int64_t at = 1000000 * (int64_t)(run + 1);
        ranges[run] = (struct native_range){at + 2000, at + 200000, run, 0};
        for (uint32_t i = 0; i < 3; i++)
            r.calls[run * CALLS + i].outside = true;
    }
    r.ranges = ranges;
    r.range_count = 4;
    for (uint32_t run = 0; run < 4; run++) {
        int64_t at = 1000000 * (int64_t)(run + 1);
        add_call(&r, &(struct native_call){.enter = at + 250000,
                                           .returned = at + 260000,
                                           .correlation = 100 * (run + 1) + 50,
                                           .run = run,
                                           .outside = true,
                                           .stream = NATIVE_NO_STREAM,
                                           .call = CALL_cudaDeviceSynchronize});
    }
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_msg(native_timeline(&r, &t, &err) == 0, "%s", err.message);
    ck_assert_int_eq(t.ops.rows[0].call, -2000); /* the copy, before zero */
    ck_assert_int_eq(t.ops.rows[1].call, 0);
    ck_assert_int_eq(t.span, 102000); /* of the kernel: 100 us and 2 longer */
    ck_assert_int_eq(t.wall, 126000);
    ck_assert_int_eq(t.measurement.instrument_wall, 131000);
    ck_assert_uint_eq(t.ranges.count, 1);
    ck_assert_int_eq(t.ranges.rows[0].begin, 0);
    ck_assert_int_eq(t.ranges.rows[0].end, 198000);
    timeline_release(&t);
    release(&r);
}
END_TEST

/* A thread that never waits has no place among the returns of plain runs. */
START_TEST(the_wall_time_ends_in_a_later_thread)
{
    struct native_records r = process();
    for (uint32_t run = 0; run < 4; run++) {
        int64_t at = 1000000 * (int64_t)(run + 1);
        add_call(&r, &(struct native_call){.enter = at + 1000,
                                           .returned = at + 1500,
                                           .correlation = 100 * (run + 1) + 70,
                                           .run = run,
                                           .thread = 5,
                                           .stream = NATIVE_NO_STREAM,
                                           .call = CALL_cudaGetDevice});
        add_call(&r, &(struct native_call){.enter = at + 20000,
                                           .returned = at + 150000,
                                           .correlation = 100 * (run + 1) + 71,
                                           .run = run,
                                           .thread = 6,
                                           .stream = NATIVE_NO_STREAM,
                                           .call = CALL_cudaDeviceSynchronize});
        if (run < 3)
            add_return(&r, run, 9, r.zeros[run] + 149000);
    }
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_msg(native_timeline(&r, &t, &err) == 0, "%s", err.message);
    ck_assert_int_eq(t.wall, 149000);
    ck_assert_int_eq(t.measurement.instrument_wall, 150000);
    timeline_release(&t);
    release(&r);
}
END_TEST

/* A poll asks more or less often: one row, whatever the run. */
START_TEST(polls_are_one_call)
{
    struct native_records r = process();
    for (uint32_t run = 0; run < 4; run++)
        for (uint32_t i = 0; i <= run; i++) {
            int64_t at = 1000000 * (int64_t)(run + 1) + 200000 + 10 * (int64_t)i;
            add_call(&r, &(struct native_call){.enter = at,
                                               .returned = at + 5,
                                               .correlation = 100 * (run + 1) + 60 + i,
                                               .run = run,
                                               .stream = 20 + run,
                                               .call = CALL_cudaStreamQuery,
                                               .result = i < run ? 600 : 0});
        }
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_msg(native_timeline(&r, &t, &err) == 0, "%s", err.message);
    ck_assert_uint_eq(t.calls.count, 2);
    ck_assert_int_eq(t.calls.rows[1].enter, 200000);
    timeline_release(&t);
    release(&r);
}
END_TEST

START_TEST(other_threads_keep_their_order)
{
    struct native_records r = process();
    for (uint32_t run = 0; run < 4; run++) {
        /* the numbers of threads rise over the process; the second was made first */
        int64_t at = 1000000 * (int64_t)(run + 1);
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t correlation = 100 * (run + 1) + 70 + i;
            add_call(&r, &(struct native_call){.enter = at + 8000 - 1000 * (int64_t)i,
                                               .returned = at + 9000,
                                               .correlation = correlation,
                                               .run = run,
                                               .thread = 10 * run + 5 + i,
                                               .stream = NATIVE_NO_STREAM,
                                               .call = CALL_cudaMemsetAsync});
            add_span(&r, &(struct native_span){.start = at + 140000,
                                               .end = at + 141000,
                                               .kind = NATIVE_MEMSET,
                                               .correlation = correlation,
                                               .stream = LEGACY,
                                               .bytes = UINT64_C(64) << i,
                                               .copy_kind = COPY_MEMSET});
        }
    }
    struct timeline t;
    struct err err;
    err_init(&err);
    ck_assert_msg(native_timeline(&r, &t, &err) == 0, "%s", err.message);
    ck_assert_uint_eq(t.threads.count, 3);
    ck_assert_uint_eq(t.ops.count, 5);
    ck_assert_uint_eq(t.ops.rows[3].thread, 2); /* called earlier */
    ck_assert_uint_eq(t.copies.rows[t.ops.rows[3].detail].dst.bytes, 128);
    ck_assert_uint_eq(t.ops.rows[4].thread, 1);
    ck_assert_uint_eq(t.ops.rows[4].stream, PROGRAM_STREAM_LEGACY);
    timeline_release(&t);
    release(&r);
}
END_TEST

START_TEST(lost_work_and_unequal_runs_are_errors)
{
    struct native_records r = process();
    struct timeline t;
    struct err err;
    err_init(&err);
    r.span_count--; /* a copy without a trace moved nothing on the device */
    ck_assert_int_eq(native_timeline(&r, &t, &err), -1);
    ck_assert_str_eq(err.message, "run 3 made other calls than run 1");
    timeline_release(&t);
    release(&r);
    r = process();
    err_init(&err);
    r.spans[r.span_count - 2].correlation = 99999;
    ck_assert_int_eq(native_timeline(&r, &t, &err), -1);
    ck_assert_str_eq(err.message, "CUPTI did not say when the kernel of call 403 ran");
    timeline_release(&t);
    release(&r);
    r = process();
    err_init(&err);
    r.return_count--;
    ck_assert_int_eq(native_timeline(&r, &t, &err), -1);
    ck_assert_str_eq(err.message, "plain run 3 made other calls than the traced ones");
    timeline_release(&t);
    release(&r);
    r = process();
    err_init(&err);
    r.traced_runs = 1;
    ck_assert_int_eq(native_timeline(&r, &t, &err), -1);
    ck_assert_str_eq(err.message, "the program ended before a run that counts");
    timeline_release(&t);
    release(&r);
}
END_TEST

/* What is written is read again by the reader of timelines. */
START_TEST(it_is_one_of_our_timelines)
{
    static const char *const options[] = {"--connections", "1"};
    struct native_records r = process();
    r.scenario = "tests/validation/x.cu";
    r.options = options;
    r.option_count = 2;
    struct timeline t, again;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(native_timeline(&r, &t, &err), 0);
    struct sink sink;
    sink_init(&sink);
    ck_assert_int_eq(timeline_json_write(&t, &sink, &err), 0);
    timeline_init(&again);
    ck_assert_msg(timeline_json_read(&again, sink.text.text, sink.text.length, "x", &err) == 0,
                  "%s", err.message);
    ck_assert_int_eq(again.wall, 126000);
    ck_assert_uint_eq(again.ops.count, 3);
    ck_assert_uint_eq(again.options.count, 2);
    ck_assert_str_eq(timeline_name(&again, again.scenario), "tests/validation/x.cu");
    sink_release(&sink);
    timeline_release(&t);
    timeline_release(&again);
    release(&r);
}
END_TEST

START_TEST(names_lose_what_the_compiler_added)
{
    static const char *const names[][2] = {
        {"_Z2k1v", "k1"},
        {"_Z5scaleIfEvPT_i", "scale"},
        {"_ZN4math6device5scaleIfEEvPT_i", "scale"},
        {"_ZL6hiddenPf", "hidden"},
        {"plain", "plain"},
        {"scale<float>(float *, int)", "scale"},
        {"_Z", "_Z"},
        {"_Z99999short", "short"},
        {"", ""},
    };
    char text[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        native_short_name(names[i][0], text, sizeof text);
        ck_assert_str_eq(text, names[i][1]);
    }
    native_short_name("_Z40a_kernel_with_a_name_of_forty_characters_v", text, 8);
    ck_assert_str_eq(text, "a_kerne");
}
END_TEST

START_TEST(calls_by_the_names_of_cupti)
{
    ck_assert_int_eq(native_call_find("cudaMemcpyAsync_v3020"), CALL_cudaMemcpyAsync);
    ck_assert_int_eq(native_call_find("cudaMemcpyAsync_ptsz_v7000"), CALL_cudaMemcpyAsync);
    ck_assert_int_eq(native_call_find("__cudaLaunchKernel_v13000"), CALL_cudaLaunchKernel);
    ck_assert_int_eq(native_call_find("cudaSomethingElse_v3020"), CALL_NONE);
    ck_assert_int_eq(native_role(CALL_cudaStreamWaitEvent), NATIVE_ORDERS);
    ck_assert_int_eq(native_role(CALL_cudaLaunchHostFunc), NATIVE_ENQUEUES);
    ck_assert_int_eq(native_role(CALL_cudaMalloc), NATIVE_NOTED);
    ck_assert(native_waits(CALL_cudaMemcpy) && native_waits(CALL_cudaFree));
    ck_assert(!native_waits(CALL_cudaMemcpyAsync) && !native_waits(CALL_cudaMalloc));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("inject");
    TCase *tcase = tcase_create("native timelines");
    tcase_add_test(tcase, operations_have_their_calls_and_medians);
    tcase_add_test(tcase, the_wall_time_is_that_of_plain_runs);
    tcase_add_test(tcase, a_call_that_finds_the_device_idle_does_not_end_the_wall_time);
    tcase_add_test(tcase, a_range_limits_the_timed_part);
    tcase_add_test(tcase, the_wall_time_ends_in_a_later_thread);
    tcase_add_test(tcase, polls_are_one_call);
    tcase_add_test(tcase, other_threads_keep_their_order);
    tcase_add_test(tcase, lost_work_and_unequal_runs_are_errors);
    tcase_add_test(tcase, it_is_one_of_our_timelines);
    tcase_add_test(tcase, names_lose_what_the_compiler_added);
    tcase_add_test(tcase, calls_by_the_names_of_cupti);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
