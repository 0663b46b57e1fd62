/* A file that is followed: each save and each condition is predicted, the newest counts, faults are
 * told once the file has settled, and whatever is switched and undone ends where it began. The
 * clock is the test's own. */
#include "sim/analysis/match.h"
#include "sim/study/follow.h"
#include "sim/study/history.h"
#include "sim/study/parameters.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MS INT64_C(1000000)
#define S  INT64_C(1000000000)

#define HEAD "#include \"nullstream.cuh\"\n"

static char folder[40], file[64], other[64];
static struct predict_options options;
static struct follow follow;
static int64_t now;

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_ge(fputs(text, f), 0);
    ck_assert_int_eq(fclose(f), 0);
}

static void note(void *context, const char *path, const char *text, size_t length)
{
    watch_note(context, path, text, length);
}

static int64_t wall_of(const struct predict_options *with)
{
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    int rc = predict_file(&prediction, file, with, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    int64_t wall = prediction.timeline.wall;
    prediction_release(&prediction);
    return wall;
}

/* Starts to follow the file as it is; its wall time. */
static int64_t start(void)
{
    struct prediction first;
    struct watch read;
    struct err err;
    err_init(&err);
    watch_init(&read);
    prediction_init(&first);
    options = (struct predict_options){.gpu = "h200", .on_read = note, .read_context = &read};
    int rc = predict_file(&first, file, &options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    options.on_read = NULL;
    now = 0;
    follow_init(&follow, &(struct follow_source){.path = file, .options = &options}, &read, &first);
    int64_t wall = first.timeline.wall;
    prediction_release(&first);
    return wall;
}

static void begin(void)
{
    strcpy(folder, "/tmp/nullstream-follow-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/a.cu", folder);
    snprintf(other, sizeof other, "%s/b.cu", folder);
}

static void end(void)
{
    follow_release(&follow);
    unlink(file);
    unlink(other);
    ck_assert_int_eq(rmdir(folder), 0);
}

/* Polls a moment later, the work under way done by then. */
static enum follow_news poll_later(int64_t ns)
{
    now += ns;
    enum follow_news news = follow_poll(&follow, now);
    if (news == FOLLOW_NOTHING && follow.job) {
        follow_wait(&follow, 60 * S);
        news = follow_poll(&follow, now);
    }
    return news;
}

static int64_t take(bool *saved)
{
    struct prediction *prediction = follow_take(&follow, saved, NULL);
    ck_assert_ptr_nonnull(prediction);
    int64_t wall = prediction->timeline.wall;
    prediction_release(prediction);
    free(prediction);
    return wall;
}

/* A kernel of so many us. */
static void put_kernel(const char *path, int us)
{
    char text[200];
    snprintf(text, sizeof text,
             HEAD "__global__ void k() { spin_us(%d); }\n"
                  "int main() { k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n",
             us);
    put(path, text);
}

START_TEST(a_save_is_predicted)
{
    bool saved;
    put_kernel(file, 100);
    int64_t wall = start();
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    put_kernel(file, 350);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall + 250000);
    ck_assert(saved);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    /* by rename */
    put_kernel(other, 100);
    ck_assert_int_eq(rename(other, file), 0);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall);
    ck_assert(saved);
}
END_TEST

START_TEST(a_half_written_file_is_no_fault)
{
    bool saved;
    put_kernel(file, 100);
    int64_t wall = start();
    put(file, HEAD "__global__ void k() { spin");
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    ck_assert_int_eq(poll_later(100 * MS), FOLLOW_NOTHING);
    put_kernel(file, 101);
    ck_assert_int_eq(poll_later(100 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall + 1000);
    ck_assert(!follow.failed);
}
END_TEST

START_TEST(a_fault_that_stays_is_told)
{
    bool saved;
    put_kernel(file, 100);
    int64_t wall = start();
    put(file, HEAD "__global__ void k() { spin_us(5); }\nint main() { k<<<1, 32>>>( }\n");
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    ck_assert_int_eq(poll_later(WATCH_SETTLE), FOLLOW_FAILED);
    ck_assert(follow.failed);
    ck_assert_int_eq(follow.err.line, 3);
    ck_assert_int_eq(follow.err.column, 28); /* the brace */
    ck_assert_str_eq(follow.err.excerpt, "int main() { k<<<1, 32>>>( }");
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING); /* told once */
    put_kernel(file, 100);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall);
    ck_assert(!follow.failed);
}
END_TEST

START_TEST(deleted)
{
    bool saved;
    put_kernel(file, 100);
    int64_t wall = start();
    put_kernel(other, 100);
    unlink(file);
    /* an editor that writes it anew may take a moment */
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    ck_assert_int_eq(poll_later(WATCH_SETTLE), FOLLOW_GONE);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    ck_assert_int_eq(rename(other, file), 0);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_BACK);
    unlink(file);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_NOTHING);
    put_kernel(file, 200);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall + 100000);
    ck_assert(!follow.gone);
}
END_TEST

/* Takes as long as it takes. */
static const char endless[] = HEAD "int main() { for (;;) cudaGetLastError(); }\n";

START_TEST(a_newer_save_ends_an_older_prediction)
{
    static const char *const limits[] = {"calls=1000000000000000"};
    bool saved;
    put_kernel(file, 100);
    int64_t wall = start();
    options.limits = limits;
    options.limit_count = 1;
    put(file, endless);
    now += 200 * MS;
    ck_assert_int_eq(follow_poll(&follow, now), FOLLOW_NOTHING);
    now += 200 * MS;
    ck_assert_int_eq(follow_poll(&follow, now), FOLLOW_NOTHING);
    ck_assert_int_eq(follow_busy(&follow, now), 200 * MS);
    put_kernel(file, 300);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall + 200000);
    /* given up: it is not tried again */
    put(file, endless);
    now += 200 * MS;
    ck_assert_int_eq(follow_poll(&follow, now), FOLLOW_NOTHING);
    follow_give_up(&follow);
    ck_assert_int_eq(follow_busy(&follow, now), -1);
    ck_assert_int_eq(poll_later(1 * S), FOLLOW_NOTHING);
    ck_assert_int_eq(follow_busy(&follow, now), -1);
    put_kernel(file, 500);
    ck_assert_int_eq(poll_later(1 * S), FOLLOW_PREDICTED);
    ck_assert_int_eq(take(&saved), wall + 400000);
}
END_TEST

static const struct timeline_op *op_named(const struct timeline *timeline, const char *name)
{
    for (size_t i = 0; i < timeline->ops.count; i++)
        if (strcmp(timeline_name(timeline, timeline->ops.rows[i].name), name) == 0)
            return &timeline->ops.rows[i];
    ck_abort_msg("there is no %s", name);
}

/* Above, lines are put in; the launch of b is written anew in another stream; that of c goes to
 * another place; d is gone, e is new. */
START_TEST(operations_of_two_versions_are_matched)
{
    static const char kernels[] =
        "__global__ void a() { spin_us(5); }\n__global__ void b() { spin_us(6); }\n"
        "__global__ void c() { spin_us(7); }\n__global__ void d() { spin_us(8); }\n"
        "__global__ void e() { spin_us(9); }\n";
    static const char begins[] = "int main() {\n  cudaStream_t s; cudaStreamCreate(&s);\n";
    static const char ends[] = "  cudaDeviceSynchronize();\n}\n";
    char before[1200], after[1200];
    struct prediction first;
    struct err err;
    bool saved;
    snprintf(before, sizeof before,
             HEAD "%s%s  c<<<1, 1>>>();\n  a<<<1, 1>>>();\n  b<<<1, 1>>>();\n"
                  "  a<<<1, 1>>>();\n  d<<<1, 1>>>();\n%s",
             kernels, begins, ends);
    snprintf(after, sizeof after,
             HEAD "// a\n// comment\n%s%s  a<<<1, 1>>>();\n  b<<<1, 1, 0, s>>>();\n"
                  "  a<<<1, 1>>>();\n  e<<<1, 1>>>();\n%s  c<<<1, 1>>>();\n"
                  "  cudaDeviceSynchronize();\n}\n",
             kernels, begins, "  cudaDeviceSynchronize();\n");
    err_init(&err);
    put(file, before);
    start();
    prediction_init(&first);
    ck_assert_int_eq(predict_file(&first, file, &options, &err), 0);
    put(file, after);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    int32_t *lines = follow_lines(&follow.shown_files, &follow.fresh_files, &first.timeline);
    ck_assert_ptr_nonnull(lines);
    struct prediction *second = follow_take(&follow, &saved, NULL);
    const struct timeline *a = &first.timeline, *b = &second->timeline;
    struct match match;
    match_versions(&match, a, b, lines);
    ck_assert_uint_eq(match.count, 4);
    for (size_t i = 0; i < match.count; i++) {
        const struct timeline_op *old = &a->ops.rows[match.pairs[i].a],
                                 *new = &b->ops.rows[match.pairs[i].b];
        ck_assert_str_eq(timeline_name(a, old->name), timeline_name(b, new->name));
    }
    ck_assert_uint_eq(match.only_a_count, 1);
    ck_assert_ptr_eq(&a->ops.rows[match.only_a[0]], op_named(a, "d"));
    ck_assert_uint_eq(match.only_b_count, 1);
    ck_assert_ptr_eq(&b->ops.rows[match.only_b[0]], op_named(b, "e"));
    match_release(&match);
    free(lines);
    prediction_release(second);
    free(second);
    prediction_release(&first);
}
END_TEST

static const char scenario[] =
    HEAD "#include <stdlib.h>\n"
         "#define N 3\n"
         "const int BYTES = 1 << 20;\n"
         "#pragma nullstream kernel(k) time(100us)\n"
         "__global__ void k(int *p) { p[threadIdx.x] += 1; }\n"
         "int main() {\n"
         "  cudaStream_t s[2]; int *p[2], *h = (int *)malloc(BYTES);\n"
         "  for (int i = 0; i < 2; i++) { cudaStreamCreate(&s[i]); cudaMalloc(&p[i], BYTES); }\n"
         "  for (int i = 0; i < N; i++) {\n"
         "    for (int t = 0; t < 2; t++) {\n"
         "      cudaMemcpyAsync(p[t], h, BYTES, cudaMemcpyHostToDevice, s[t]);\n"
         "      k<<<1, 32, 0, s[t]>>>(p[t]);\n"
         "    }\n"
         "    k<<<1, 32>>>(p[0]);\n"
         "  }\n"
         "  cudaDeviceSynchronize();\n"
         "}\n";

static int64_t under(const struct conditions *conditions)
{
    bool saved;
    follow_conditions(&follow, conditions, now);
    ck_assert_int_eq(poll_later(10 * MS), FOLLOW_PREDICTED);
    return take(&saved);
}

START_TEST(conditions_are_the_options_of_the_command_line)
{
    static const char *const defines[] = {"N=6"};
    struct conditions conditions = {0};
    struct strbuf text;
    strbuf_init(&text);
    put(file, scenario);
    int64_t wall = start();
    conditions_set_define(&conditions, "N", 3, 6, &text);
    struct predict_options same = {.gpu = "h200", .defines = defines, .define_count = 1};
    ck_assert_int_eq(under(&conditions), wall_of(&same));
    ck_assert_int_eq(conditions_step_default(&conditions, &follow.base, &text), 0);
    same.runtime.per_thread_default = true;
    ck_assert_int_eq(under(&conditions), wall_of(&same));
    ck_assert_int_eq(conditions_step_connections(&conditions, &follow.base, -1, &text), 0);
    same.runtime.compute_connections = conditions.connections;
    ck_assert_int_gt(conditions.connections, 0);
    ck_assert_int_eq(under(&conditions), wall_of(&same));
    conditions_step_gpu(&conditions, &follow.base, 1, &text);
    same.gpu = conditions.gpu;
    ck_assert_str_ne(same.gpu, "h200");
    ck_assert_int_eq(under(&conditions), wall_of(&same));
    strbuf_clear(&text);
    conditions_command(&conditions, &follow.base, &text);
    char expected[128];
    snprintf(expected, sizeof expected,
             " --gpu %s --connections %d --default-stream per-thread -D N=6", conditions.gpu,
             conditions.connections);
    ck_assert_str_eq(text.text, expected);
    ck_assert_int_eq(under(&(struct conditions){0}), wall);
    strbuf_release(&text);
}
END_TEST

START_TEST(a_save_keeps_the_conditions)
{
    static const char *const defines[] = {"N=6"};
    struct conditions conditions = {0};
    struct strbuf text;
    bool saved;
    strbuf_init(&text);
    put(file, scenario);
    start();
    conditions_set_define(&conditions, "N", 3, 6, &text);
    under(&conditions);
    char longer[sizeof scenario + 32];
    snprintf(longer, sizeof longer, "%s// saved\n", scenario);
    put(file, longer);
    ck_assert_int_eq(poll_later(200 * MS), FOLLOW_PREDICTED);
    struct predict_options same = {.gpu = "h200", .defines = defines, .define_count = 1};
    ck_assert_int_eq(take(&saved), wall_of(&same));
    ck_assert(saved);
    /* and the wall time without them is there for the asking */
    follow_ask(&follow, &(struct conditions){0});
    enum follow_news news;
    do {
        usleep(1000);
        news = follow_poll(&follow, now);
    } while (news == FOLLOW_NOTHING);
    ck_assert_int_eq(news, FOLLOW_FIGURE);
    ck_assert_int_eq(follow.figure.wall, wall_of(&(struct predict_options){.gpu = "h200"}));
    strbuf_release(&text);
}
END_TEST

START_TEST(parameters_of_the_source)
{
    struct parameters parameters;
    struct err err;
    err_init(&err);
    put(file, scenario);
    start();
    ck_assert_int_eq(parameters_find(&parameters, file, &options, &err), 0);
    ck_assert_uint_eq(parameters.count, 2);
    ck_assert_str_eq(parameters.rows[0].name, "N");
    ck_assert_int_eq(parameters.rows[0].value, 3);
    ck_assert_int_eq(parameters.rows[0].line, 3);
    ck_assert_str_eq(parameters.rows[1].name, "BYTES");
    ck_assert_int_eq(parameters.rows[1].value, 1 << 20);
    parameters_release(&parameters);
}
END_TEST

/* Halved, then doubled again, connections stop at the value as it is and at the ends. */
START_TEST(connections_step_through_powers_of_two)
{
    const struct conditions_base base = {.connections = 12, .connections_most = 32};
    const int down[] = {8, 4, 2, 1}, up[] = {2, 4, 8, 12, 16, 32};
    struct conditions conditions = {0};
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < 4; i++) {
        ck_assert_int_eq(conditions_step_connections(&conditions, &base, -1, &text), 0);
        ck_assert_int_eq(conditions.connections, down[i]);
    }
    ck_assert_int_eq(conditions_step_connections(&conditions, &base, -1, &text), -1);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_int_eq(conditions_step_connections(&conditions, &base, 1, &text), 0);
        ck_assert_int_eq(conditions.connections, up[i] == 12 ? 0 : up[i]);
    }
    ck_assert_int_eq(conditions_step_connections(&conditions, &base, 1, &text), -1);
    for (size_t i = 0; i < 2; i++)
        ck_assert_int_eq(conditions_step_connections(&conditions, &base, -1, &text), 0);
    ck_assert_int_eq(conditions.connections, 0);
    strbuf_release(&text);
}
END_TEST

START_TEST(constants_are_kept_by_name)
{
    struct conditions a = {0}, b = {0};
    struct strbuf text;
    strbuf_init(&text);
    conditions_set_define(&a, "N", 1, 2, &text);
    conditions_set_define(&a, "M", 1, 3, &text);
    conditions_set_define(&b, "M", 1, 3, &text);
    conditions_set_define(&b, "N", 1, 2, &text);
    ck_assert(conditions_equal(&a, &b));
    ck_assert_int_eq(conditions_define(&a, "N", 1), 2);
    ck_assert_int_eq(conditions_define(&a, "K", 1), 1);
    conditions_set_define(&a, "M", 1, 1, &text);
    ck_assert(!conditions_equal(&a, &b));
    conditions_set_define(&a, "N", 1, 1, &text);
    ck_assert(conditions_are_plain(&a));
    for (int i = 0; i <= CONDITIONS_DEFINES_MOST; i++) {
        char name[8];
        snprintf(name, sizeof name, "K%d", i);
        ck_assert_int_eq(conditions_set_define(&a, name, 0, 1, &text),
                         i < CONDITIONS_DEFINES_MOST ? 0 : -1);
    }
    strbuf_release(&text);
}
END_TEST

START_TEST(history_goes_back_and_forth)
{
    struct history history;
    struct conditions one = {.nonblocking = true}, two = {.connections = 4};
    history_init(&history);
    ck_assert(!history_undo(&history));
    ck_assert(!history_redo(&history));
    history_note(&history, 0, VARIANT_CAME_OUT, 100);
    history_step(&history, &one, "one");
    ck_assert_uint_eq(history_unknown(&history), 1);
    history_note(&history, 1, VARIANT_CAME_OUT, 90);
    ck_assert_uint_eq(history_unknown(&history), 2); /* none */
    history_step(&history, &two, "two");
    ck_assert(history_undo(&history));
    ck_assert_str_eq(history_now(&history)->text, "one");
    ck_assert_int_eq(history_now(&history)->wall, 90);
    ck_assert(history_redo(&history));
    ck_assert_str_eq(history_now(&history)->text, "two");
    ck_assert(!history_redo(&history));
    ck_assert(history_undo(&history) && history_undo(&history) && !history_undo(&history));
    /* elsewhere: what was ahead is forgotten */
    history_step(&history, &two, "other");
    ck_assert_uint_eq(history.count, 2);
    ck_assert(!history_redo(&history));
    history_forget(&history);
    ck_assert_uint_eq(history_unknown(&history), 0);
    history_release(&history);
}
END_TEST

/* Any sequence of steps, undone, ends at the prediction that there was without; and wherever it
 * stands, the wall time is that of the row. */
START_TEST(undone_steps_leave_nothing)
{
    struct history history;
    struct strbuf text;
    uint32_t random = 12345;
    bool saved;
    put(file, scenario);
    int64_t wall = start();
    strbuf_init(&text);
    history_init(&history);
    history_note(&history, 0, VARIANT_CAME_OUT, wall);
    for (int i = 0; i < 60; i++) {
        random = random * 1664525 + 1013904223;
        struct conditions next = history_now(&history)->conditions;
        int rc = 0;
        strbuf_clear(&text);
        switch (random >> 16 & 7) {
        case 0:
            conditions_step_memory(&next, random >> 24 & 1 ? 1 : -1, &text);
            break;
        case 1:
            rc = conditions_step_default(&next, &follow.base, &text);
            break;
        case 2:
            conditions_step_streams(&next, &text);
            break;
        case 3:
            rc = conditions_step_connections(&next, &follow.base, random >> 24 & 1 ? 1 : -1, &text);
            break;
        case 4:
            conditions_step_gpu(&next, &follow.base, random >> 24 & 1 ? 1 : -1, &text);
            break;
        case 5:
            rc = conditions_set_define(&next, "N", 3, random >> 24 & 7, &text);
            break;
        case 6:
            rc = history_undo(&history) ? 1 : -1;
            break;
        default:
            rc = history_redo(&history) ? 1 : -1;
        }
        if (rc < 0)
            continue;
        if (rc == 0)
            history_step(&history, &next, text.text);
        follow_conditions(&follow, &history_now(&history)->conditions, now);
        ck_assert_int_eq(poll_later(10 * MS), FOLLOW_PREDICTED);
        int64_t got = take(&saved);
        const struct history_row *row = history_now(&history);
        if (row->is_known)
            ck_assert_int_eq(got, row->wall);
        history_note(&history, history.at, follow.outcome, got);
    }
    ck_assert_uint_gt(history.at, 2);
    while (history_undo(&history))
        ;
    ck_assert_int_eq(under(&history_now(&history)->conditions), wall);
    strbuf_release(&text);
    history_release(&history);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("follow");
    TCase *tests = tcase_create("follow"), *plain = tcase_create("conditions");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, a_save_is_predicted);
    tcase_add_test(tests, a_half_written_file_is_no_fault);
    tcase_add_test(tests, a_fault_that_stays_is_told);
    tcase_add_test(tests, deleted);
    tcase_add_test(tests, a_newer_save_ends_an_older_prediction);
    tcase_add_test(tests, operations_of_two_versions_are_matched);
    tcase_add_test(tests, conditions_are_the_options_of_the_command_line);
    tcase_add_test(tests, a_save_keeps_the_conditions);
    tcase_add_test(tests, parameters_of_the_source);
    tcase_add_test(tests, undone_steps_leave_nothing);
    tcase_add_test(plain, connections_step_through_powers_of_two);
    tcase_add_test(plain, constants_are_kept_by_name);
    tcase_add_test(plain, history_goes_back_and_forth);
    suite_add_tcase(suite, tests);
    suite_add_tcase(suite, plain);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
