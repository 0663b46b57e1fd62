/* Trials: the same figures whatever the number of threads, an error stays with its trial, and a
 * program is edited in the trial's own copy. */
#include "sim/model/edit.h"
#include "sim/study/parallel.h"
#include "sim/study/trial.h"

#include <check.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 24

static void count_call(void *context, size_t index)
{
    atomic_int *calls = context;
    atomic_fetch_add(&calls[index], 1);
}

START_TEST(every_piece_is_done_once)
{
    static const unsigned threads[] = {0, 1, 2, 7, 1000};
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        atomic_int calls[1000] = {0};
        parallel_run(1000, threads[t], count_call, calls);
        for (size_t i = 0; i < 1000; i++)
            ck_assert_int_eq(atomic_load(&calls[i]), 1);
    }
    parallel_run(0, 4, count_call, NULL);
    ck_assert_uint_ge(parallel_cores(), 1);
}
END_TEST

/* The pipeline of tests/worked with 1 to 24 batches in two streams; the 5th trial has a name that
 * the scenario does not know. */
struct sweep {
    char defines[COUNT][24];
    const char *define[COUNT];
    struct predict_options options[COUNT];
    struct trial trials[COUNT];
    size_t ops[COUNT];
};

static void keep_ops(const struct prediction *prediction, void *context)
{
    *(size_t *)context = prediction->timeline.ops.count;
}

static void run(struct sweep *sweep, unsigned threads)
{
    static const char *const cost = "process=1ms";
    memset(sweep, 0, sizeof *sweep);
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(sweep->defines[i], sizeof sweep->defines[i], i == 4 ? "BATCHS=%zu" : "BATCHES=%zu",
                 i + 1);
        sweep->define[i] = sweep->defines[i];
        sweep->options[i] = (struct predict_options){.gpu = "tests/worked/textbook.ini",
                                                     .defines = &sweep->define[i],
                                                     .define_count = 1,
                                                     .costs = &cost,
                                                     .cost_count = 1};
        sweep->trials[i] = (struct trial){.path = "tests/worked/pipeline.cu",
                                          .options = &sweep->options[i],
                                          .keep = keep_ops,
                                          .context = &sweep->ops[i]};
    }
    trials_run(sweep->trials, COUNT, threads);
}

START_TEST(threads_change_nothing)
{
    struct sweep *one = malloc(sizeof *one), *many = malloc(sizeof *many);
    run(one, 1);
    run(many, 4);
    for (size_t i = 0; i < COUNT; i++) {
        const struct trial *a = &one->trials[i], *b = &many->trials[i];
        ck_assert_int_eq(a->status, i == 4 ? -1 : 0);
        ck_assert_int_eq(a->status, b->status);
        ck_assert_str_eq(a->err.message, b->err.message);
        ck_assert_str_eq(a->err.hint, b->err.hint);
        if (i == 4)
            continue;
        ck_assert_int_eq(a->wall, b->wall);
        ck_assert_int_eq(a->span, b->span);
        ck_assert_mem_eq(&a->summary, &b->summary, sizeof a->summary);
        ck_assert_uint_eq(one->ops[i], 3 * (i + 1));
        ck_assert_uint_eq(many->ops[i], 3 * (i + 1));
        /* Each stream has its batches one behind the other, 3 ms each, and the second runs 1 ms
         * behind the first: odd: (n + 1) / 2 x 3; even: n / 2 x 3 + 1. */
        int64_t n = (int64_t)i + 1;
        ck_assert_int_eq(a->wall, (n % 2 ? (n + 1) / 2 * 3 : n / 2 * 3 + 1) * 1000000);
    }
    ck_assert_str_eq(one->trials[4].err.hint, "did you mean 'BATCHES'?");
    free(one);
    free(many);
}
END_TEST

/* *context: the edit. */
static int apply(struct program *program, void *context, struct err *err)
{
    struct edit edit = {.kind = *(const enum edit_kind *)context, .stream = EDIT_ANY};
    if (edit.kind == EDIT_COUNT)
        return err_set(err, ERR_INPUT, "refused");
    struct program edited;
    struct edit_changes changes;
    edit_rewrite(&edited, program, &edit, 1, NULL, &changes);
    bool changed = changes.changed > 0;
    edit_changes_release(&changes);
    program_release(program);
    *program = edited;
    return changed ? 0 : 1;
}

START_TEST(a_program_is_edited_in_a_copy)
{
    struct err err;
    struct prediction prediction;
    struct predict_options options = {.gpu = "h200"};
    enum edit_kind edits[] = {EDIT_NONBLOCKING_STREAM, EDIT_PINNED, EDIT_COUNT};
    struct trial trials[4];
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, "lessons/legacy-fence/fence.cu", &options, &err) == 0,
                  "%s", err.message);
    for (size_t i = 0; i < 4; i++)
        trials[i] = (struct trial){.program = &prediction.program,
                                   .options = &options,
                                   .edit = i < 3 ? apply : NULL,
                                   .context = i < 3 ? &edits[i] : NULL};
    trials_run(trials, 4, 2);
    /* Three kernels of 300 us, one of them in the default stream: beside each other without it. */
    ck_assert_int_eq(trials[0].status, 0);
    ck_assert_int_lt(trials[0].wall, 320000);
    ck_assert(!trials[0].skipped);
    ck_assert(trials[1].skipped);
    ck_assert_int_eq(trials[1].status, 0);
    ck_assert_int_eq(trials[2].status, -1);
    ck_assert_str_eq(trials[2].err.message, "refused");
    ck_assert_int_eq(trials[3].wall, prediction.timeline.wall);
    ck_assert_int_gt(trials[3].wall, 900000);
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trial");
    TCase *tests = tcase_create("trial");
    tcase_add_test(tests, every_piece_is_done_once);
    tcase_add_test(tests, threads_change_nothing);
    tcase_add_test(tests, a_program_is_edited_in_a_copy);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
