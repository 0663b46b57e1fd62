/* Watched files: every way in which an editor saves is noticed, by content, and nothing else; work
 * in the background is taken, waited for or left. The clock is the test's own. */
#include "sim/study/background.h"
#include "sim/study/predict.h"
#include "sim/study/watch.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MS INT64_C(1000000)

static char folder[40], file[64], other[64];

static void begin(void)
{
    strcpy(folder, "/tmp/nullstream-watch-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/a.cu", folder);
    snprintf(other, sizeof other, "%s/b.h", folder);
}

static void end(void)
{
    unlink(file);
    unlink(other);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(text, f), 0);
    ck_assert_int_eq(fclose(f), 0);
}

START_TEST(content_and_not_time)
{
    struct watch watch;
    watch_init(&watch);
    put(file, "one");
    watch_add(&watch, file);
    ck_assert_int_eq(watch_poll(&watch, 0), WATCH_SAME);
    put(file, "one"); /* saved again as it was */
    ck_assert_int_eq(watch_poll(&watch, 10 * MS), WATCH_SAME);
    ck_assert(watch_is_settled(&watch, 10 * MS));
    /* as long and, on a coarse clock, as old */
    put(file, "two");
    ck_assert_int_eq(watch_poll(&watch, 20 * MS), WATCH_CHANGED);
    ck_assert(!watch_is_settled(&watch, 20 * MS));
    ck_assert_int_eq(watch_poll(&watch, 20 * MS + WATCH_SETTLE), WATCH_CHANGED);
    ck_assert(watch_is_settled(&watch, 20 * MS + WATCH_SETTLE));
    /* undone in the editor: what was read stands again */
    put(file, "one");
    ck_assert_int_eq(watch_poll(&watch, 900 * MS), WATCH_SAME);
    ck_assert(!watch_is_settled(&watch, 900 * MS));
    watch_release(&watch);
}
END_TEST

START_TEST(a_stamp_that_is_old_enough_is_trusted)
{
    struct watch watch;
    watch_init(&watch);
    put(file, "one");
    watch_add(&watch, file);
    ck_assert_int_eq(watch_poll(&watch, 0), WATCH_SAME);
    ck_assert_int_eq(watch_poll(&watch, 5000 * MS), WATCH_SAME);
    put(file, "two");
    ck_assert_int_eq(watch_poll(&watch, 5001 * MS), WATCH_CHANGED);
    watch_release(&watch);
}
END_TEST

START_TEST(saved_by_rename)
{
    struct watch watch;
    watch_init(&watch);
    put(file, "one");
    watch_add(&watch, file);
    ck_assert_int_eq(watch_poll(&watch, 0), WATCH_SAME);
    put(other, "two");
    ck_assert_int_eq(rename(other, file), 0);
    ck_assert_int_eq(watch_poll(&watch, 10 * MS), WATCH_CHANGED);
    watch_add(&watch, file); /* read again */
    ck_assert_int_eq(watch_poll(&watch, 20 * MS), WATCH_SAME);
    ck_assert_uint_eq(watch.count, 1);
    watch_release(&watch);
}
END_TEST

START_TEST(deleted_and_written_again)
{
    struct watch watch;
    watch_init(&watch);
    put(file, "one");
    watch_add(&watch, file);
    ck_assert_int_eq(unlink(file), 0);
    ck_assert_int_eq(watch_poll(&watch, 10 * MS), WATCH_GONE);
    put(file, "on"); /* half written */
    ck_assert_int_eq(watch_poll(&watch, 20 * MS), WATCH_CHANGED);
    put(file, "one");
    ck_assert_int_eq(watch_poll(&watch, 30 * MS), WATCH_SAME);
    watch_release(&watch);
}
END_TEST

static void note(void *context, const char *path, const char *text, size_t length)
{
    watch_note(context, path, text, length);
}

/* What a prediction reads is what is watched. */
static int predict(struct watch *watch, int64_t *wall)
{
    struct watch read;
    struct prediction prediction;
    struct err err;
    watch_init(&read);
    prediction_init(&prediction);
    err_init(&err);
    struct predict_options options = {.gpu = "h200", .on_read = note, .read_context = &read};
    int rc = predict_file(&prediction, file, &options, &err);
    *wall = rc == 0 ? prediction.timeline.wall : 0;
    prediction_release(&prediction);
    watch_replace(watch, &read);
    return rc;
}

START_TEST(includes_are_watched)
{
    struct watch watch;
    int64_t wall, again;
    watch_init(&watch);
    put(file, "#include \"nullstream.cuh\"\n#include \"b.h\"\n"
              "__global__ void k() { spin_us(TIME); }\n"
              "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n");
    /* the include is missing: an error, and looked out for */
    ck_assert_int_eq(predict(&watch, &wall), -1);
    ck_assert_uint_eq(watch.count, 2);
    ck_assert_int_eq(watch_poll(&watch, 0), WATCH_SAME);
    put(other, "#define TIME 100\n");
    ck_assert_int_eq(watch_poll(&watch, 10 * MS), WATCH_CHANGED);
    ck_assert_int_eq(predict(&watch, &wall), 0);
    ck_assert_int_eq(watch_poll(&watch, 20 * MS), WATCH_SAME);
    put(other, "#define TIME 300\n");
    ck_assert_int_eq(watch_poll(&watch, 30 * MS), WATCH_CHANGED);
    ck_assert_int_eq(predict(&watch, &again), 0);
    ck_assert_int_eq(again - wall, 200000);
    /* no longer included: no longer watched */
    put(file, "#include \"nullstream.cuh\"\n__global__ void k() { spin_us(5); }\n"
              "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n");
    ck_assert_int_eq(watch_poll(&watch, 40 * MS), WATCH_CHANGED);
    ck_assert_int_eq(predict(&watch, &again), 0);
    ck_assert_uint_eq(watch.count, 1);
    put(other, "#error\n");
    ck_assert_int_eq(watch_poll(&watch, 50 * MS), WATCH_SAME);
    watch_release(&watch);
}
END_TEST

/* --- in the background ---------------------------------------------------------------------------
 */

struct work {
    atomic_int *released;
    atomic_bool *go; /* NULL: until it is stopped */
    bool was_stopped;
};

static void run(void *context, const atomic_bool *stop)
{
    struct work *work = context;
    while (!atomic_load(stop) && !(work->go && atomic_load(work->go)))
        usleep(1000);
    work->was_stopped = atomic_load(stop);
}

static void release(void *context)
{
    struct work *work = context;
    atomic_fetch_add(work->released, 1);
    free(work);
}

static const struct background_kind kind = {run, release};

static struct work *work_new(atomic_int *released, atomic_bool *go)
{
    struct work *work = calloc(1, sizeof *work);
    ck_assert_ptr_nonnull(work);
    work->released = released;
    work->go = go;
    return work;
}

START_TEST(taken)
{
    atomic_int released = 0;
    atomic_bool go = false;
    struct work *work = work_new(&released, &go);
    struct background *background = background_begin(&kind, work);
    ck_assert(!background_wait(background, 0));
    ck_assert(!background_wait(background, MS));
    atomic_store(&go, true);
    ck_assert_ptr_eq(background_take(background), work);
    ck_assert(!work->was_stopped);
    ck_assert_int_eq(atomic_load(&released), 0);
    free(work);
}
END_TEST

START_TEST(left)
{
    atomic_int released = 0;
    atomic_bool go = false;
    background_leave(NULL);
    /* before it is done: it stops by itself */
    background_leave(background_begin(&kind, work_new(&released, NULL)));
    while (atomic_load(&released) != 1)
        usleep(1000);
    /* after */
    struct background *background = background_begin(&kind, work_new(&released, &go));
    atomic_store(&go, true);
    while (!background_wait(background, 10 * MS))
        ;
    background_leave(background); /* in a thread too: it may take long */
    while (atomic_load(&released) != 2)
        usleep(1000);
}
END_TEST

/* A prediction that would take years: loops and calls end when they are told to. */
static void predict_endless(void *context, const atomic_bool *stop)
{
    static const char *const limits[] = {"steps=1000000000000000", "calls=1000000000000000"};
    struct work *work = context;
    struct prediction prediction;
    struct err err;
    prediction_init(&prediction);
    err_init(&err);
    struct predict_options options = {.gpu = "h200", .limits = limits, .limit_count = 2};
    options.runtime.stop = stop;
    work->was_stopped = predict_file(&prediction, file, &options, &err) == -1;
    prediction_release(&prediction);
}

START_TEST(a_prediction_can_be_stopped)
{
    static const char *const bodies[] = {
        "int main() { for (long i = 0; i < 1000000000000; i++) ; }\n",
        "int main() { for (;;) cudaGetLastError(); }\n",
    };
    static const struct background_kind endless = {predict_endless, release};
    for (size_t i = 0; i < 2; i++) {
        atomic_int released = 0;
        put(file, bodies[i]);
        struct background *background = background_begin(&endless, work_new(&released, NULL));
        ck_assert(!background_wait(background, 20 * MS));
        background_leave(background);
        while (atomic_load(&released) != 1)
            usleep(1000);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("watch");
    TCase *tests = tcase_create("watch");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, content_and_not_time);
    tcase_add_test(tests, a_stamp_that_is_old_enough_is_trusted);
    tcase_add_test(tests, saved_by_rename);
    tcase_add_test(tests, deleted_and_written_again);
    tcase_add_test(tests, includes_are_watched);
    tcase_add_test(tests, taken);
    tcase_add_test(tests, left);
    tcase_add_test(tests, a_prediction_can_be_stopped);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
