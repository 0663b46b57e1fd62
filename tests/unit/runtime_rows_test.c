/* What rows that lie apart on the host cost copies, and how late sleeps end: with the profile of a
 * real device, against what it did. */
#include "tests/scene.h"

#include "sim/model/profile_read.h"

#include <check.h>
#include <stdlib.h>

static struct scene s;

static void setup(void)
{
    struct err err;
    err_init(&err);
    scene_init(&s);
    profile_release(&s.profile);
    ck_assert_int_eq(profile_load(&s.profile, "h200", &err), 0);
}

static void teardown(void)
{
    scene_release(&s);
}

static void run(void)
{
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
}

/* traces/experiments/row-pages.txt, of five copies in a row each: ns a row of 2048. Between two
 * copies of a stream lies a microsecond, which is in them. */
START_TEST(rows_apart_take_what_they_took)
{
    static const struct {
        uint64_t width, apart;
        double in, out;
    } cases[] = {
        {4, 8192, 4.9, 4.4},         {64, 16384, 5.6, 5.0},        {64, 32768, 9.2, 8.5},
        {64, 65536, 14.8, 14.3},     {256, 16384, 8.9, 9.4},       {1024, 8192, 20.0, 19.8},
        {1024, 32768, 26.8, 27.8},   {1024, 131072, 36.7, 38.0},   {2048, 16384, 38.5, 38.3},
        {2048, 65536, 60.6, 62.1},   {4096, 32768, 75.4, 75.4},    {4096, 65536, 120.9, 122.7},
        {8192, 32768, 150.1, 152.6}, {16384, 65536, 335.5, 344.1}, {16384, 16384, 297.0, 296.9},
    };
    enum { ROWS = 2048 };
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    for (int out = 0; out < 2; out++) {
        struct program_range host = {
            scene_alloc(&s, CALL_cudaMallocHost, MEMORY_PINNED, cases[_i].apart * ROWS), 0,
            cases[_i].width};
        struct program_range device = {
            scene_alloc(&s, CALL_cudaMalloc, MEMORY_DEVICE, cases[_i].width * ROWS), 0,
            cases[_i].width};
        uint32_t copy = program_add_copy(
            &s.program, &(struct program_copy){.kind = out ? COPY_D2H : COPY_H2D,
                                               .dst = out ? host : device,
                                               .src = out ? device : host,
                                               .rows = ROWS,
                                               .dst_pitch = out ? cases[_i].apart : cases[_i].width,
                                               .src_pitch = out ? cases[_i].width : cases[_i].apart,
                                               .host_memory = MEMORY_PINNED});
        scene_call(&s, CALL_cudaMemcpy2DAsync, stream, copy, 0);
        scene_synchronize(&s);
    }
    run();
    for (uint32_t out = 0; out < 2; out++) {
        double took = (double)(scene_op(&s, out)->end - scene_op(&s, out)->start + 1000) / ROWS;
        double was = out ? cases[_i].out : cases[_i].in;
        ck_assert_msg(took > was * 0.88 && took < was * 1.12, "%s: %.2f ns a row, was %.2f",
                      out ? "out" : "in", took, was);
    }
}
END_TEST

/* traces/experiments/sleep-late.txt; a look of a wait with an end is not late. */
START_TEST(sleeps_end_late)
{
    static const struct {
        int64_t asked, part, takes;
    } cases[] = {{10000, WORK_WHOLE, 66000},
                 {100000, WORK_WHOLE, 156000},
                 {150000, WORK_WHOLE, 208500}, /* 56 to 61 us at 100 to 200 */
                 {1000000, WORK_WHOLE, 1073000},
                 {10000, WORK_PART, 10000}};
    uint32_t row = scene_call(&s, CALL_host_sleep, 0, 0, cases[_i].asked);
    s.program.records.rows[row].count = (uint32_t)cases[_i].part;
    scene_call(&s, CALL_host_work, 0, 0, cases[_i].asked);
    run();
    const struct timeline_call *sleep = scene_row(&s, CALL_host_sleep, 0);
    const struct timeline_call *work = scene_row(&s, CALL_host_work, 0);
    ck_assert_int_eq(sleep->returned - sleep->enter, cases[_i].takes);
    ck_assert_int_eq(work->returned - work->enter, cases[_i].asked);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime: rows and sleeps");
    TCase *tests = tcase_create("measured");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_loop_test(tests, rows_apart_take_what_they_took, 0, 15);
    tcase_add_loop_test(tests, sleeps_end_late, 0, 5);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
