/* sim/analysis: a part of a timeline. */
#include "sim/analysis/filter.h"
#include "sim/analysis/order.h"
#include "tests/unit/sample_timeline.h"

/* Takes a part; `only`, `range` and `time` may be NULL. */
static int take(struct timeline *t, const char *only, const char *range, const char *time,
                struct err *err)
{
    struct filter filter;
    bool *keep = NULL;
    filter_init(&filter);
    err_init(err);
    int rc = 0;
    if (only)
        rc = filter_add_only(&filter, only, err);
    if (rc == 0 && range)
        rc = filter_set_range(&filter, range, err);
    if (rc == 0 && time)
        rc = filter_set_time(&filter, time, err);
    if (rc == 0)
        rc = filter_select(&filter, t, &keep, err);
    if (rc == 0)
        filter_cut(&filter, t, keep);
    free(keep);
    filter_release(&filter);
    return rc;
}

static const char *name_of(const struct timeline *t, uint32_t op)
{
    return timeline_name(t, t->ops.rows[op].name);
}

/* k1 in a, k2 in the default stream after it, k3 in b after k2. Without k2, k3 is after k1, and
 * nobody is left to blame for its wait. */
START_TEST(what_goes_leaves_its_order)
{
    struct timeline t;
    struct err err;
    sample_fence(&t);
    int64_t zero = t.zero, wall = t.wall, start = t.ops.rows[0].start, end = t.ops.rows[2].end;
    ck_assert_int_eq(take(&t, "stream=1,b", NULL, NULL, &err), 0);
    ck_assert_uint_eq(t.ops.count, 2);
    ck_assert_str_eq(name_of(&t, 0), "k1");
    ck_assert_str_eq(name_of(&t, 1), "k3");
    ck_assert_uint_eq(t.ops.rows[0].after_count, 0);
    ck_assert_uint_eq(t.ops.rows[1].after_count, 1);
    ck_assert_uint_eq(t.afters.rows[t.ops.rows[1].first_after], 0);
    const struct timeline_op *k3 = &t.ops.rows[1];
    for (uint32_t i = 0; i < k3->wait_count; i++)
        ck_assert_uint_eq(t.waits.rows[k3->first_wait + i].blocker, TIMELINE_NO_OP);
    ck_assert_int_eq(t.zero, zero);
    ck_assert_int_eq(t.wall, wall);
    ck_assert_int_eq(t.span, end - start);
    ck_assert_uint_eq(t.calls.count, 1); /* the synchronize waits for k3, which is 1 now */
    ck_assert_uint_eq(t.waits.rows[t.calls.rows[0].first_wait].blocker, 1);
    timeline_release(&t);
}
END_TEST

/* k1 runs from 7.8 to 307.8 us, k2 from 310.06, k3 from 612.22 to 912.22. */
START_TEST(by_time)
{
    static const struct {
        const char *time;
        const char *first;
        size_t count;
    } rows[] = {
        {"0us..100us", "k1", 1},   {"..310us", "k1", 1},    {"..311us", "k1", 2},
        {"308us..", "k2", 2},      {"307us..1s", "k1", 3},  {"400us..500us", "k2", 1},
        {"613us..614us", "k3", 1}, {"912us..2ms", "k3", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct timeline t;
        struct err err;
        sample_fence(&t);
        ck_assert_msg(take(&t, NULL, NULL, rows[i].time, &err) == 0, "%s", rows[i].time);
        ck_assert_msg(t.ops.count == rows[i].count, "%s: %zu", rows[i].time, t.ops.count);
        ck_assert_str_eq(name_of(&t, 0), rows[i].first);
        timeline_release(&t);
    }
}
END_TEST

START_TEST(by_range)
{
    struct timeline t;
    struct err err;
    for (int number = 0; number < 3; number++) {
        sample_fence(&t);
        t.ranges.rows = mem_zalloc(3 * sizeof *t.ranges.rows);
        t.ranges.count = t.ranges.capacity = 3;
        uint32_t step = intern_adds(&t.names, "step"), all = intern_adds(&t.names, "all");
        t.ranges.rows[0] = (struct timeline_range){0, TIMELINE_UNKNOWN, all, 0};
        t.ranges.rows[1] = (struct timeline_range){50000, 54140, step, 0};
        t.ranges.rows[2] = (struct timeline_range){57760, 61000, step, 0};
        static const char *const texts[] = {"step", "step#1", "step#2"};
        ck_assert_int_eq(take(&t, NULL, texts[number], NULL, &err), 0);
        ck_assert_uint_eq(t.ops.count, number == 0 ? 2 : 1);
        ck_assert_str_eq(name_of(&t, 0), number == 2 ? "k3" : "k1");
        ck_assert_int_eq(t.zero, t.ops.rows[0].call); /* timed by itself */
        ck_assert_uint_eq(t.calls.count, 0);          /* the synchronize was called after it */
        ck_assert_uint_eq(t.ranges.count, number == 0 ? 2 : 1);
        timeline_release(&t);
    }
}
END_TEST

START_TEST(faults)
{
    static const struct {
        const char *only, *range, *time, *message;
    } rows[] = {
        {"stream", NULL, NULL, "--only 'stream' is not of the form KEY=LIST"},
        {"colour=red", NULL, NULL, "--only 'colour=red' is not of the form KEY=LIST"},
        {"stream=", NULL, NULL, "--only 'stream=' is not of the form KEY=LIST"},
        {"stream=1,x", NULL, NULL, "--only stream=x: no operation is of that stream"},
        {"device=1", NULL, NULL, "--only device=1: no operation is of that device"},
        {NULL, "nowhere", NULL, "--range nowhere: the program pushes no range of that name"},
        {NULL, "a#0", NULL, "--range 'a#0': ranges are counted from 1"},
        {NULL, NULL, "5..6", "--time '5..6' is not of the form A..B"},
        {NULL, NULL, "..", "--time '..' is not of the form A..B"},
        {NULL, NULL, "2us", "--time '2us' is not of the form A..B"},
        {NULL, NULL, "2us..1us", "--time '2us..1us' ends before it begins"},
        {NULL, NULL, "5s..6s", "no operation fits --time"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct timeline t;
        struct err err;
        sample_fence(&t);
        ck_assert_int_eq(take(&t, rows[i].only, rows[i].range, rows[i].time, &err), -1);
        ck_assert_str_eq(err.message, rows[i].message);
        ck_assert_int_eq(err.status, ERR_INPUT);
        timeline_release(&t);
    }
}
END_TEST

/* Of random timelines: what is left is in the same order as before, for every pair. */
START_TEST(orders_are_kept)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct timeline t;
        sample_random_timeline(&t, seed);
        uint64_t state = seed, *s = &state;
        bool *keep = mem_zalloc(t.ops.count + 1);
        uint32_t *old = mem_zalloc((t.ops.count + 1) * sizeof *old), left = 0;
        for (uint32_t id = 0; id < t.ops.count; id++)
            if ((keep[id] = sample_random(s, 3) != 0))
                old[left++] = id;
        bool has_edges = t.afters.count > 0;
        struct order before, after;
        order_build(&before, &t);
        struct filter filter;
        struct err err;
        err_init(&err);
        filter_init(&filter);
        ck_assert_int_eq(filter_add_only(&filter, "kind=kernel", &err), 0);
        filter_cut(&filter, &t, keep);
        ck_assert_uint_eq(t.ops.count, left);
        order_build(&after, &t);
        for (uint32_t a = 0; has_edges && t.afters.count && a < left; a++)
            for (uint32_t b = 0; b < left; b++)
                ck_assert_int_eq(order_is_before(&after, a, b),
                                 order_is_before(&before, old[a], old[b]));
        order_release(&before);
        order_release(&after);
        filter_release(&filter);
        free(keep);
        free(old);
        timeline_release(&t);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filter");
    TCase *tc = tcase_create("filter");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, what_goes_leaves_its_order);
    tcase_add_test(tc, by_time);
    tcase_add_test(tc, by_range);
    tcase_add_test(tc, faults);
    tcase_add_test(tc, orders_are_kept);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
