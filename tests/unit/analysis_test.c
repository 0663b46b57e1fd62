/* sim/analysis: overlap, critical path, summary and verdict, on timelines worked by hand. */
#include "sim/analysis/label.h"
#include "sim/analysis/overlap.h"
#include "sim/analysis/summary.h"
#include "sim/analysis/verdict.h"
#include "sim/model/edit.h"
#include "tests/scene.h"
#include "tests/unit/sample_timeline.h"

/* All that is found in a timeline. */
struct found {
    const struct timeline *timeline;
    struct critical critical;
    struct summary summary;
    struct verdict verdict;
    struct strbuf text;
};

static void find_all(struct found *f, const struct timeline *t, const struct profile *profile)
{
    f->timeline = t;
    critical_find(&f->critical, t);
    summary_find(&f->summary, t, profile, &f->critical);
    verdict_find(&f->verdict, t, &f->summary, &f->critical);
    strbuf_init(&f->text);
}

static void find_in_scene(struct found *f, struct scene *scene)
{
    ck_assert_msg(scene_run(scene) == 0, "%s", scene->err.message);
    find_all(f, &scene->timeline, &scene->profile);
}

static const char *verdict_of(struct found *f, int64_t alternative)
{
    strbuf_clear(&f->text);
    verdict_text(&f->text, &f->verdict, f->timeline, alternative);
    return f->text.text;
}

static const char *summary_of(struct found *f)
{
    strbuf_clear(&f->text);
    summary_text(&f->text, &f->summary, 200);
    return f->text.text;
}

static void found_release(struct found *f)
{
    strbuf_release(&f->text);
    critical_release(&f->critical);
}

START_TEST(overlap_of_intervals)
{
    struct overlap o;
    overlap_of(NULL, 0, &o);
    ck_assert_int_eq(o.any, 0);
    /* 0-10, 5-15 overlap by 5; 15-20 touches; 30-30 is empty; 0-10 again */
    struct interval v[] = {{15, 20}, {0, 10}, {5, 15}, {30, 30}, {0, 10}};
    overlap_of(v, 5, &o);
    ck_assert_int_eq(o.sum, 10 + 10 + 5 + 0 + 10);
    ck_assert_int_eq(o.any, 20);
    ck_assert_int_eq(o.many, 10); /* 0-10: both; 5-10: three */
    ck_assert_uint_eq(o.most, 3);
}
END_TEST

/* Against a naive count over small whole times. */
START_TEST(overlap_equals_a_count_of_ticks)
{
    uint64_t state = 1, *s = &state;
    for (int round = 0; round < 300; round++) {
        struct interval v[12];
        int open[64] = {0};
        size_t count = sample_random(s, 13);
        for (size_t i = 0; i < count; i++) {
            v[i].from = sample_random(s, 40);
            v[i].to = v[i].from + sample_random(s, 20);
            for (int64_t at = v[i].from; at < v[i].to; at++)
                open[at]++;
        }
        struct overlap o;
        overlap_of(v, count, &o);
        int64_t any = 0, many = 0;
        size_t most = 0;
        for (int i = 0; i < 64; i++) {
            any += open[i] > 0;
            many += open[i] > 1;
            most = (size_t)open[i] > most ? (size_t)open[i] : most;
        }
        ck_assert_int_eq(o.any, any);
        ck_assert_int_eq(o.many, many);
        ck_assert_uint_eq(o.most, most);
    }
}
END_TEST

/* The fence: 7.8 us until k1 runs, 300 each, gaps of 2.26 and 2.16 between, 3.38 until the host is
 * back; zero at 50, wall 915.6. */
START_TEST(the_fence)
{
    struct timeline t;
    struct found f;
    sample_fence(&t);
    find_all(&f, &t, NULL);
    ck_assert_int_eq(f.critical.run, 900000);
    ck_assert_int_eq(f.critical.gap, 7800 + 2260 + 2160 + 3380);
    ck_assert_int_eq(f.critical.host, 0);
    ck_assert_int_eq(f.critical.to - f.critical.from, 915600);
    /* issue and latency, k1, twice: fence and latency, kernel; the return */
    ck_assert_uint_eq(f.critical.count, 10);
    /* k2 was asked for at 4.14, its wait by the fence began at 7.76 when k1 was about to start:
     * all 300 us count; likewise k3 behind k2 */
    ck_assert_int_eq(f.critical.blame[RULE_ID_LEGACY_FENCE], 600000);
    ck_assert_int_eq(f.summary.sum, 900000);
    ck_assert_int_eq(f.summary.any, 900000);
    ck_assert_int_eq(f.summary.many, 0);
    ck_assert_int_eq(f.summary.least, 300000);
    ck_assert_int_eq(f.summary.overlap, 0); /* the gaps between them are no part of it */
    ck_assert_int_eq(f.summary.overlap_most, 666667);
    ck_assert_int_eq(f.summary.bound, BOUND_WAITING);
    ck_assert_int_eq(f.summary.bound_rule, RULE_ID_LEGACY_FENCE);
    ck_assert_int_eq(f.verdict.cause, VERDICT_LEGACY);
    ck_assert_uint_eq(f.verdict.op, 1);
    ck_assert_int_eq(f.verdict.edit, EDIT_NONBLOCKING_STREAM);
    ck_assert_str_eq(verdict_of(&f, 320960),
                     "Nothing overlapped: k2 is in the default stream (fence.cu:14). A "
                     "non-blocking stream would cut 916 to 321 us.");
    ck_assert_str_eq(verdict_of(&f, 915000),
                     "Nothing overlapped: k2 is in the default stream (fence.cu:14). A "
                     "non-blocking stream alone would gain no more than 600 ns of 916 us.");
    ck_assert_str_eq(verdict_of(&f, 916000),
                     "Nothing overlapped: k2 is in the default stream (fence.cu:14). A "
                     "non-blocking stream alone would gain nothing.");
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "Nothing overlapped: k2 is in the default stream (fence.cu:14).");
    ck_assert_str_eq(
        summary_of(&f),
        "wall     916 us, span 904 us\n"
        "busy     SM array         900 us, 99.5 % of the span, 3 operations\n"
        "overlap  0.00 of at most 0.67 (1 - time with work / sum of durations), 1 at once at "
        "most\n"
        "Bound by waiting: 3 operations that ran one after the other take 900 us. Most of "
        "the waiting comes from this: work in the default stream waits for all blocking "
        "streams, and they for it (legacy-fence).\n");
    found_release(&f);
    timeline_release(&t);
}
END_TEST

/* Two batches of copy in, kernel, copy out, a unit of 100 us each, in two streams: 4 units instead
 * of 6. Machines: two units each; best span 2 units, so of 4 units to save (6 - 2) it saves 2. */
START_TEST(two_batches_in_two_streams)
{
    static const struct sample_row rows[] = {
        {OP_COPY, COPY_H2D, 1, 0, 1, 101, -1, 0},
        {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
        {OP_COPY, COPY_D2H, 1, 2, 201, 301, RULE_ID_STREAM, 1},
        {OP_COPY, COPY_H2D, 2, 3, 101, 201, RULE_ID_COPY_ENGINE, 0},
        {OP_KERNEL, 0, 2, 4, 201, 301, RULE_ID_STREAM, 3},
        {OP_COPY, COPY_D2H, 2, 5, 301, 401, RULE_ID_STREAM, 4},
    };
    struct timeline t;
    struct found f;
    sample_build(&t, rows, 6, 3);
    find_all(&f, &t, NULL);
    ck_assert_int_eq(f.summary.span, 400000);
    ck_assert_int_eq(f.summary.sum, 600000);
    ck_assert_int_eq(f.summary.least, 200000);
    ck_assert_int_eq(f.summary.overlap, 333333);
    ck_assert_int_eq(f.summary.overlap_most, 666667);
    ck_assert_int_eq(f.verdict.reached, 500000);
    ck_assert_uint_eq(f.summary.machine_count, 3);
    ck_assert_int_eq(f.summary.machines[0].kind, MACHINE_SM);
    ck_assert_int_eq(f.summary.machines[0].busy, 200000);
    /* the path: the first copy in, the second behind it, its kernel, its copy out */
    ck_assert_int_eq(f.critical.run, 400000);
    ck_assert_int_eq(f.critical.blame[RULE_ID_COPY_ENGINE], 97000); /* it waits from 4 on, to 101 */
    found_release(&f);
    timeline_release(&t);
}
END_TEST

START_TEST(one_stream_overlaps_nothing)
{
    static const struct sample_row rows[] = {
        {OP_COPY, COPY_H2D, 1, 0, 5, 105, -1, 0},
        {OP_KERNEL, 0, 1, 1, 110, 210, RULE_ID_STREAM, 0},
        {OP_COPY, COPY_D2H, 1, 2, 215, 315, RULE_ID_STREAM, 1},
    };
    struct timeline t;
    struct found f;
    sample_build(&t, rows, 3, 2);
    find_all(&f, &t, NULL);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "Nothing overlapped: all work is in one stream, stream 1.");
    found_release(&f);
    timeline_release(&t);
}
END_TEST

/* Two streams of three kernels of 100 us, beside each other: of 600 us 100 at least (no profile:
 * they could all run at once), so 300 of 500 are saved; each stream's kernels fill the 301 us. */
START_TEST(streams_that_are_chains)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 1, 101, -1, 0},
        {OP_KERNEL, 0, 1, 1, 101, 201, RULE_ID_STREAM, 0},
        {OP_KERNEL, 0, 1, 2, 201, 301, RULE_ID_STREAM, 1},
        {OP_KERNEL, 0, 2, 0, 2, 102, -1, 0},
        {OP_KERNEL, 0, 2, 1, 102, 202, RULE_ID_STREAM, 3},
        {OP_KERNEL, 0, 2, 2, 202, 302, RULE_ID_STREAM, 4},
    };
    struct timeline t;
    struct found f;
    sample_build(&t, rows, 6, 3);
    find_all(&f, &t, NULL);
    ck_assert_uint_eq(f.summary.stream_count, 2);
    ck_assert_int_eq(f.summary.longest_sum, 300000);
    ck_assert_int_eq(f.verdict.cause, VERDICT_CHAIN);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "Hardly more can overlap as the streams are: the 3 operations of stream 1 "
                     "take 300 us, one after the other, of a span of 301 us.");
    found_release(&f);
    timeline_release(&t);
}
END_TEST

/* Kernels of 2 us asked for every 50 us: the device waits for the host. */
START_TEST(a_slow_host)
{
    struct sample_row rows[20];
    for (int i = 0; i < 20; i++)
        rows[i] = (struct sample_row){
            OP_KERNEL, 0, 1 + (uint32_t)i % 2, i * 50, i * 50 + 4, i * 50 + 6, -1, 0};
    struct timeline t;
    struct found f;
    sample_build(&t, rows, 20, 3);
    find_all(&f, &t, NULL);
    ck_assert_int_eq(f.critical.host, 950000); /* until the last call */
    ck_assert_int_eq(f.summary.bound, BOUND_HOST);
    ck_assert_int_eq(f.verdict.cause, VERDICT_HOST);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "The host asks for the work later than the device could do it.");
    found_release(&f);
    timeline_release(&t);
}
END_TEST

/* Two kernels in two streams with a synchronize between them. */
START_TEST(a_host_that_waits)
{
    static const struct sample_row rows[] = {
        {OP_KERNEL, 0, 1, 0, 5, 105, -1, 0},
        {OP_KERNEL, 0, 2, 112, 118, 218, -1, 0},
    };
    struct timeline t;
    struct found f;
    sample_build(&t, rows, 2, 3);
    struct timeline_call sync = {.enter = 2000,
                                 .returned = 111000,
                                 .place = 2,
                                 .op = TIMELINE_NO_OP,
                                 .call = CALL_cudaStreamSynchronize,
                                 .wait_count = 1};
    sync.first_wait =
        timeline_add_waits(&t, &(struct timeline_wait){111000, 0, RULE_ID_STREAM_SYNCHRONIZE}, 1);
    timeline_add_call(&t, &sync);
    timeline_finish(&t);
    find_all(&f, &t, NULL);
    ck_assert_int_eq(f.critical.run, 200000);
    ck_assert_int_eq(f.critical.host, 1000); /* 111 to 112 */
    ck_assert_int_eq(f.critical.blame[RULE_ID_STREAM_SYNCHRONIZE], 100000);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "Nothing overlapped: the host waits in cudaStreamSynchronize (a.cu:11) before "
                     "it asks for k.");
    found_release(&f);
    timeline_release(&t);
}
END_TEST

/* copy in a, kernel in b after an event behind the copy: it is the kernel that waits, by the event,
 * for the copy; not the record, for its stream. */
START_TEST(a_wait_over_an_event)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_BLOCKING, "b");
    uint32_t event = scene_event(&scene, "e");
    scene_copy(&scene, CALL_cudaMemcpyAsync, a, COPY_H2D, MEMORY_PINNED, 100000);
    scene_record(&scene, event, a);
    scene_wait(&scene, event, b);
    scene_kernel(&scene, b, "k", 20, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    ck_assert_int_eq(f.verdict.cause, VERDICT_EVENT);
    ck_assert_int_eq(f.critical.blame[RULE_ID_STREAM], 0);
    ck_assert_uint_eq(f.critical.waiting[RULE_ID_EVENT], 3);
    ck_assert_uint_eq(f.critical.blocker[RULE_ID_EVENT], 0);
    ck_assert_ptr_nonnull(
        strstr(verdict_of(&f, TIMELINE_UNKNOWN), " was told to wait for an event behind h2d"));
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* The host waits for the event behind k1 before it asks for k2. */
START_TEST(a_host_that_waits_for_an_event)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_BLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_BLOCKING, "b");
    uint32_t event = scene_event(&scene, "e");
    scene_kernel(&scene, a, "k1", 2, 100000);
    scene_record(&scene, event, a);
    scene_call(&scene, CALL_cudaEventSynchronize, 0, event, 0);
    scene_kernel(&scene, b, "k2", 2, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    ck_assert_int_eq(f.verdict.cause, VERDICT_BLOCKING);
    ck_assert_int_eq(f.verdict.rule, RULE_ID_EVENT_SYNCHRONIZE);
    ck_assert_uint_eq(f.verdict.op, 2);
    ck_assert_uint_eq(f.verdict.blocker, 0);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* A host that waits for k1 before it asks for k2 holds that up for all of the call where k2 is in
 * another stream; in the same one it had to wait anyway, and what is wrong is that it is one. */
START_TEST(a_wait_costs_what_the_stream_does_not)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_NONBLOCKING, "b");
    scene_kernel(&scene, a, "k1", 2, 100000);
    scene_call(&scene, CALL_cudaStreamSynchronize, a, a, 0);
    scene_kernel(&scene, _i ? b : a, "k2", 2, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    const struct timeline_call *call = scene_row(&scene, CALL_cudaStreamSynchronize, 0);
    int64_t length = call->returned - call->enter;
    ck_assert_int_gt(length, 90000);
    ck_assert_int_eq(f.critical.cost[RULE_ID_STREAM_SYNCHRONIZE],
                     _i ? length : call->returned - scene_op(&scene, 0)->end);
    ck_assert_int_eq(f.verdict.cause, _i ? VERDICT_BLOCKING : VERDICT_ONE_STREAM);
    if (_i)
        ck_assert_uint_eq(f.verdict.op, 1);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* 10 SMs take 20 blocks. k1 has 60, three waves of 100 us, in a stream without priority; k2 has 20
 * for 100 us and goes before what is left of k1, which so takes 400 us. Both together need 400 us
 * of all SMs (not 500, by their durations), which is what they take: of the 100 us of the sum of
 * durations, 500, that can be saved all are. */
START_TEST(a_kernel_that_makes_way)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t low = scene_stream(&scene, STREAM_NONBLOCKING, "low");
    uint32_t high = scene_stream(&scene, STREAM_NONBLOCKING, "high");
    scene.program.streams.rows[high].priority = -1;
    scene_kernel(&scene, low, "k1", 60, 300000);
    scene_kernel(&scene, high, "k2", 20, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    ck_assert_int_eq(f.summary.sum, 500000);
    ck_assert_int_eq(f.summary.least, 400000);
    ck_assert_int_eq(f.summary.span, 400000);
    ck_assert_int_eq(f.verdict.reached, 1000000);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* Two kernels that fill the device: hardly anything to save, whatever the streams. */
START_TEST(a_full_device)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_NONBLOCKING, "b");
    scene_kernel(&scene, a, "k1", 20, 100000);
    scene_kernel(&scene, b, "k2", 20, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN),
                     "Hardly anything could overlap: the SM array does nearly all the work.");
    found_release(&f);
    scene_release(&scene);
}
END_TEST

static const char *bound_of(struct found *f)
{
    strbuf_clear(&f->text);
    summary_bound_text(&f->text, &f->summary);
    return f->text.text;
}

/* 10 SMs take 20 blocks: kernels one after the other in one stream. Of 20 blocks they need the
 * whole span; of 16 four fifths, which is near enough; of 10 half, so that they bound it as a
 * chain. One kernel of 10 blocks beside a short one cannot be helped by room. */
START_TEST(what_bounds_is_how_full_the_sms_are)
{
    static const struct {
        uint32_t blocks;
        bool one;
        const char *text, *busy;
    } cases[] = {
        {20, false, "Bound by the SM array: it needs 400 us for this work, 100.0 %", NULL},
        {16, false, "Bound by the SM array: it needs 320 us for this work, 80.0 %",
         ", 80.0 % full"},
        {10, false, "Bound by waiting: 4 operations that ran one after the other take 400 us.",
         ", 50.0 % full"},
        {10, true, "Bound by one kernel: it takes 400 us, 99.8 %", ", 50.0 % full"},
    };
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    if (cases[_i].one) {
        scene_kernel(&scene, a, "long", cases[_i].blocks, 400000);
        scene_kernel(&scene, a, "short", cases[_i].blocks, 1000);
    }
    for (int i = 0; i < 4 && !cases[_i].one; i++)
        scene_kernel(&scene, a, "k", cases[_i].blocks, 100000);
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    ck_assert_msg(strstr(bound_of(&f), cases[_i].text) == f.text.text, "%s", f.text.text);
    ck_assert_msg(strstr(summary_of(&f), cases[_i].busy ? cases[_i].busy : " of the span, 4 op"),
                  "%s", f.text.text);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* A kernel of 90 us runs beside each 100 us of host work: the SM array has work for nine tenths of
 * the span, and a faster kernel ends the run no earlier: the host alone binds, in both lines,
 * though a faster one gains no more than the last tenth. Where the kernel takes longer than the
 * host, it is on the path. */
START_TEST(what_bounds_is_on_the_critical_path)
{
    static const struct {
        int64_t kernel;
        const char *bound[3], *verdict;
    } cases[] = {
        {90000,
         {"Bound by the host: host calls and host work make up ",
          " of the critical path; the device is idle for ",
          " A faster host gains at most 36.0 us of it, as the work takes the SM array 360 us."},
         "The host asks for the work later than the device could do it: work (scene.cu:3) and "
         "other "
         "work take 400 us of the critical path."},
        {120000,
         {"Bound by the SM array: it needs 480 us for this work, ", " of the span.", ""},
         "Hardly anything could overlap: the SM array does nearly all the work."},
        /* in four fifths of the blocks: an eighth of the overlap is possible, and asked for late */
        {-90000,
         {"Bound by the host: ", "", ""},
         "The host asks for the work later than the device could do it: work (scene.cu:3) and "
         "other "
         "work take 400 us of the critical path."},
    };
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    int64_t kernel = cases[_i].kernel;
    for (int i = 0; i < 4; i++) {
        scene_kernel(&scene, a, "k", kernel < 0 ? 16 : 20, kernel < 0 ? -kernel : kernel);
        scene_call(&scene, CALL_host_work, 0, 0, 100000);
    }
    scene_synchronize(&scene);
    struct found f;
    find_in_scene(&f, &scene);
    for (size_t i = 0; i < 3; i++)
        ck_assert_msg(strstr(bound_of(&f), cases[_i].bound[i]) != NULL, "%s", f.text.text);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN), cases[_i].verdict);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

START_TEST(next_to_nothing_to_say)
{
    struct timeline t;
    struct found f;
    sample_build(&t, NULL, 0, 1);
    find_all(&f, &t, NULL);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN), "Nothing ran on the device.");
    ck_assert_str_eq(summary_of(&f), "wall     0 ns, span 0 ns\n");
    timeline_release(&t);
    found_release(&f);
    static const struct sample_row row = {OP_KERNEL, 0, 0, 0, 5, 105, -1, 0};
    sample_build(&t, &row, 1, 1);
    find_all(&f, &t, NULL);
    ck_assert_str_eq(verdict_of(&f, TIMELINE_UNKNOWN), "One operation, k: nothing to overlap.");
    timeline_release(&t);
    found_release(&f);
}
END_TEST

/* A copy in of 8 MiB from pageable memory, or of memory of unknown kind, runs for as long as the
 * host stages it; its engine is needed for the bytes only. Pinned memory needs it all the time. */
START_TEST(an_engine_is_needed_while_bytes_move)
{
    static const enum memory_kind kinds[] = {MEMORY_PAGEABLE, MEMORY_NONE, MEMORY_PINNED};
    struct scene scene;
    struct found f;
    scene_init_round(&scene); /* 1 byte a ns, staged in 2 */
    scene_copy(&scene, CALL_cudaMemcpyAsync, 0, COPY_H2D, kinds[_i], 8 << 20);
    scene_synchronize(&scene);
    find_in_scene(&f, &scene);
    ck_assert_uint_eq(f.summary.machine_count, 1);
    ck_assert_int_eq(f.summary.machines[0].least, 8 << 20);
    int64_t busy = _i < 2 ? (2 * 16 - 1) << 19 : 8 << 20; /* 16 pieces: 15 staged, and the last */
    ck_assert_int_eq(f.summary.machines[0].busy, busy);
    found_release(&f);
    scene_release(&scene);
}
END_TEST

/* In any timeline the path is without gaps, from zero to the last end, and the finders end. */
START_TEST(the_critical_path_is_whole)
{
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct timeline t;
        struct found f;
        sample_random_timeline(&t, seed);
        find_all(&f, &t, NULL);
        int64_t at = f.critical.from;
        for (size_t i = 0; i < f.critical.count; i++) {
            ck_assert_int_eq(f.critical.steps[i].from, at);
            ck_assert_int_gt(f.critical.steps[i].to, at);
            at = f.critical.steps[i].to;
        }
        if (f.critical.count)
            ck_assert_int_eq(at, f.critical.to);
        ck_assert_int_eq(f.critical.run + f.critical.gap + f.critical.host,
                         f.critical.count ? f.critical.to - f.critical.from : 0);
        ck_assert_str_ne(verdict_of(&f, 1000), "");
        summary_of(&f); /* of anything */
        found_release(&f);
        timeline_release(&t);
    }
}
END_TEST

START_TEST(labels)
{
    struct strbuf sb;
    strbuf_init(&sb);
    static const struct {
        uint64_t bytes;
        const char *text;
    } sizes[] = {{0, "0 B"},           {1023, "1023 B"},
                 {1024, "1 KiB"},      {1536, "1.5 KiB"},
                 {16 << 20, "16 MiB"}, {(1 << 20) - 1, "1024 KiB"},
                 {100000, "97.7 KiB"}, {(uint64_t)3 << 29, "1.5 GiB"}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        strbuf_clear(&sb);
        label_bytes(&sb, sizes[i].bytes);
        ck_assert_str_eq(sb.text, sizes[i].text);
    }
    static const struct {
        int64_t ppm;
        const char *text;
    } shares[] = {{0, "0.00 %"},      {1234, "0.12 %"},     {9996, "1.0 %"},     {123456, "12.3 %"},
                  {-5000, "-0.50 %"}, {1000000, "100.0 %"}, {LABEL_UNKNOWN, "-"}};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        strbuf_clear(&sb);
        label_percent(&sb, shares[i].ppm);
        ck_assert_str_eq(sb.text, shares[i].text);
    }
    strbuf_release(&sb);
}
END_TEST

/* How many records or rows an edit of everything changes. */
static size_t edited(struct program *q, const struct program *p, enum edit_kind kind)
{
    struct edit_changes changes;
    edit_rewrite(q, p, &(struct edit){.kind = kind, .stream = EDIT_ANY}, 1, NULL, &changes);
    size_t changed = changes.changed;
    edit_changes_release(&changes);
    return changed;
}

START_TEST(edits)
{
    struct program p, q;
    program_init(&p);
    uint32_t a = program_add_stream(&p, &(struct program_stream){.kind = STREAM_BLOCKING});
    uint32_t copy = program_add_copy(
        &p,
        &(struct program_copy){.kind = COPY_H2D, .dst.bytes = 4, .host_memory = MEMORY_PAGEABLE});
    uint32_t kernel = program_add_kernel(&p, &(struct program_kernel){0});
    uint32_t launch = program_add_launch(
        &p, &(struct program_launch){.kernel = kernel, .grid = {1, 1, 1}, .block = {1, 1, 1}}, NULL,
        0);
    const struct program_record records[] = {
        {.call = CALL_cudaStreamCreate, .stream = a, .object = a},
        {.call = CALL_cudaLaunchKernel, .stream = a, .object = launch},
        {.call = CALL_cudaLaunchKernel, .stream = 0, .object = launch},
        {.call = CALL_cudaMemcpyAsync, .stream = 0, .object = copy},
        {.call = CALL_cudaMemcpy, .stream = 0, .object = copy}, /* has no stream to choose */
        {.call = CALL_cudaDeviceSynchronize},
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        program_add_record(&p, &records[i]);

    ck_assert_uint_eq(edited(&q, &p, EDIT_NONE), 0);
    program_release(&q);

    ck_assert_uint_eq(edited(&q, &p, EDIT_NONBLOCKING_STREAM), 2);
    ck_assert_uint_eq(q.records.count, 7);
    ck_assert_uint_eq(q.records.rows[0].call, CALL_cudaStreamCreateWithFlags);
    ck_assert_uint_eq(q.records.rows[0].object, 2);
    ck_assert_uint_eq(q.records.rows[2].stream, a);
    ck_assert_uint_eq(q.records.rows[3].stream, 2);
    ck_assert_uint_eq(q.records.rows[4].stream, 2);
    ck_assert_uint_eq(q.records.rows[5].stream, 0);
    ck_assert_int_eq(q.streams.rows[2].kind, STREAM_NONBLOCKING);
    ck_assert_uint_eq(p.records.count, 6); /* the original stays as it was */
    ck_assert_uint_eq(p.streams.count, 2);
    program_release(&q);

    ck_assert_uint_eq(edited(&q, &p, EDIT_NONBLOCKING_STREAMS), 1);
    ck_assert_int_eq(q.streams.rows[a].kind, STREAM_NONBLOCKING);
    program_release(&q);

    ck_assert_uint_eq(edited(&q, &p, EDIT_PINNED), 1);
    ck_assert_int_eq(q.copies.rows[copy].host_memory, MEMORY_PINNED);
    ck_assert_uint_eq(program_add_copy(&q, &q.copies.rows[copy]), copy);
    program_release(&q);
    program_release(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analysis");
    TCase *tc = tcase_create("analysis");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, overlap_of_intervals);
    tcase_add_test(tc, overlap_equals_a_count_of_ticks);
    tcase_add_test(tc, the_fence);
    tcase_add_test(tc, two_batches_in_two_streams);
    tcase_add_test(tc, one_stream_overlaps_nothing);
    tcase_add_test(tc, streams_that_are_chains);
    tcase_add_test(tc, a_slow_host);
    tcase_add_test(tc, a_host_that_waits);
    tcase_add_test(tc, a_wait_over_an_event);
    tcase_add_test(tc, a_host_that_waits_for_an_event);
    tcase_add_loop_test(tc, a_wait_costs_what_the_stream_does_not, 0, 2);
    tcase_add_test(tc, a_kernel_that_makes_way);
    tcase_add_test(tc, a_full_device);
    tcase_add_loop_test(tc, what_bounds_is_how_full_the_sms_are, 0, 4);
    tcase_add_loop_test(tc, what_bounds_is_on_the_critical_path, 0, 3);
    tcase_add_test(tc, next_to_nothing_to_say);
    tcase_add_loop_test(tc, an_engine_is_needed_while_bytes_move, 0, 3);
    tcase_add_test(tc, the_critical_path_is_whole);
    tcase_add_test(tc, labels);
    tcase_add_test(tc, edits);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
