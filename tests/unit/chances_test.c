/* sim/study: the middle of many runs of programs of several threads. */
#include "sim/base/percentile.h"
#include "sim/study/chances.h"

#include <check.h>
#include <stdlib.h>

static struct prediction prediction;
static struct predict_options options;
static struct timeline middle;
static struct err err;
static size_t runs;

static void predict(const char *path, const char *define)
{
    static const char *defines[1];
    defines[0] = define;
    err_init(&err);
    options = (struct predict_options){.gpu = "h200", .defines = defines, .define_count = 1};
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s", err.message);
}

static void release(void)
{
    timeline_release(&middle);
    prediction_release(&prediction);
}

START_TEST(one_thread_leaves_nothing_to_chance)
{
    predict("tests/validation/pipeline.cu", "CHUNKS=4");
    ck_assert(!chances_matter(&prediction, &options));
    prediction_release(&prediction);
}
END_TEST

START_TEST(nor_do_calls_at_a_given_pace)
{
    predict("tests/validation/threads.cu", "STREAM=3");
    ck_assert(chances_matter(&prediction, &options));
    static const struct pace pace;
    options.runtime.pace = &pace;
    ck_assert(!chances_matter(&prediction, &options));
    prediction_release(&prediction);
}
END_TEST

static const struct timeline_op *nth_of_thread(const struct timeline *t, uint16_t thread, size_t n)
{
    for (size_t i = 0; i < t->ops.count; i++)
        if (t->ops.rows[i].thread == thread && n-- == 0)
            return &t->ops.rows[i];
    return NULL;
}

/* Each thread's third operation, against runs with the same seeds. */
START_TEST(times_are_the_medians_of_the_runs)
{
    predict("tests/validation/threads.cu", "STREAM=3");
    int64_t wall = prediction.timeline.wall;
    ck_assert_int_eq(chances_middle(&prediction, &options, &middle, &runs, &err), 0);
    ck_assert_uint_eq(runs, CHANCES_RUNS);
    ck_assert_int_eq(prediction.timeline.wall, wall);
    ck_assert_uint_eq(middle.ops.count, prediction.timeline.ops.count);
    int64_t starts[CHANCES_RUNS], ends[CHANCES_RUNS], walls[CHANCES_RUNS];
    size_t threads = 0;
    for (uint16_t thread = 0; thread < 4; thread++) {
        const struct timeline_op *op = nth_of_thread(&middle, thread, 2);
        if (!op)
            continue;
        threads++;
        for (int run = 0; run < CHANCES_RUNS; run++) {
            struct prediction one;
            struct predict_options seeded = options;
            seeded.runtime.seed = (uint64_t)run + 1;
            prediction_init(&one);
            ck_assert_int_eq(predict_file(&one, "tests/validation/threads.cu", &seeded, &err), 0);
            const struct timeline_op *same = nth_of_thread(&one.timeline, thread, 2);
            ck_assert_ptr_nonnull(same);
            starts[run] = same->start;
            ends[run] = same->end;
            walls[run] = one.timeline.wall;
            prediction_release(&one);
        }
        percentile_sort(starts, CHANCES_RUNS);
        percentile_sort(ends, CHANCES_RUNS);
        percentile_sort(walls, CHANCES_RUNS);
        ck_assert_int_eq(op->start, starts[CHANCES_RUNS / 2]);
        ck_assert_int_eq(op->end, ends[CHANCES_RUNS / 2]);
        ck_assert_int_eq(middle.wall, walls[CHANCES_RUNS / 2]);
        ck_assert_int_lt(starts[0], starts[CHANCES_RUNS - 1]);
    }
    ck_assert_uint_ge(threads, 2);
    release();
}
END_TEST

START_TEST(runs_repeat)
{
    struct timeline again;
    predict("tests/validation/threads.cu", "STREAM=0");
    ck_assert_int_eq(chances_middle(&prediction, &options, &middle, &runs, &err), 0);
    ck_assert_int_eq(chances_middle(&prediction, &options, &again, &runs, &err), 0);
    for (size_t i = 0; i < middle.ops.count; i++) {
        ck_assert_int_eq(middle.ops.rows[i].start, again.ops.rows[i].start);
        ck_assert_int_eq(middle.ops.rows[i].returned, again.ops.rows[i].returned);
    }
    timeline_release(&again);
    release();
}
END_TEST

/* Two threads time kernels of 100 and of 400 us: whoever asks first, each has its own answer. */
START_TEST(answers_stay_with_their_threads)
{
    static const char text[] = "#include \"nullstream.cuh\"\n"
                               "#include <thread>\n"
                               "__global__ void shorter() { spin_us(100); }\n"
                               "__global__ void longer() { spin_us(400); }\n"
                               "cudaStream_t s[2]; cudaEvent_t e[4]; float ms;\n"
                               "void a() {\n"
                               "    cudaEventRecord(e[0], s[0]); shorter<<<1, 32, 0, s[0]>>>();\n"
                               "    cudaEventRecord(e[1], s[0]); cudaEventSynchronize(e[1]);\n"
                               "    cudaEventElapsedTime(&ms, e[0], e[1]);\n}\n"
                               "void b() {\n"
                               "    cudaEventRecord(e[2], s[1]); longer<<<1, 32, 0, s[1]>>>();\n"
                               "    cudaEventRecord(e[3], s[1]); cudaEventSynchronize(e[3]);\n"
                               "    cudaEventElapsedTime(&ms, e[2], e[3]);\n}\n"
                               "int main() {\n"
                               "    for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);\n"
                               "    for (int i = 0; i < 4; i++) cudaEventCreate(&e[i]);\n"
                               "    std::thread t(a); b(); t.join(); return 0;\n}\n";
    err_init(&err);
    options = (struct predict_options){.gpu = "h200", .text = text, .text_length = sizeof text - 1};
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, "times.cu", &options, &err) == 0, "%s", err.message);
    ck_assert_int_eq(chances_middle(&prediction, &options, &middle, &runs, &err), 0);
    ck_assert_uint_eq(runs, CHANCES_RUNS);
    ck_assert_uint_eq(middle.answers.count, 2);
    for (size_t i = 0; i < 2; i++) {
        const struct timeline_answer *answer = &middle.answers.rows[i];
        int64_t kernel = middle.calls.rows[answer->call].thread == 0 ? 400000 : 100000;
        ck_assert_int_ge(answer->elapsed, kernel);
        ck_assert_int_lt(answer->elapsed, kernel + 50000);
    }
    release();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chances");
    TCase *tests = tcase_create("chances");
    tcase_add_test(tests, one_thread_leaves_nothing_to_chance);
    tcase_add_test(tests, nor_do_calls_at_a_given_pace);
    tcase_add_test(tests, times_are_the_medians_of_the_runs);
    tcase_add_test(tests, runs_repeat);
    tcase_add_test(tests, answers_stay_with_their_threads);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
