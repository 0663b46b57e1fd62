/* sim/analysis: what the figures of many predictions come to, worked by hand. */
#include "sim/analysis/validation.h"
#include "sim/draw/errors.h"
#include "tests/unit/sample_timeline.h"

/* Two streams with a kernel of 100 us each, predicted side by side; and measured one after the
 * other: the relation is wrong. */
static const struct sample_row beside[] = {
    {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
    {OP_KERNEL, 0, 2, 1, 11, 111, -1, 0},
};
static const struct sample_row apart[] = {
    {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
    {OP_KERNEL, 0, 2, 1, 120, 220, -1, 0},
};

static void add_pair(struct validation *v, const char *group, const char *name, struct timeline *a,
                     struct timeline *b)
{
    struct compare c;
    compare_find(&c, a, b);
    validation_add(v, name, group, &c);
    compare_release(&c);
    timeline_release(a);
    timeline_release(b);
}

/* A scenario: predicted and measured rows, the wall error in parts of a million, of 1 ms. */
static void add_in(struct validation *v, const char *group, const char *name,
                   const struct sample_row *predicted, const struct sample_row *measured,
                   int64_t error, int64_t noise)
{
    struct timeline a, b;
    sample_build(&a, predicted, 2, 3);
    sample_build(&b, measured, 2, 3);
    b.source = TIMELINE_MEASURED;
    b.wall = 1000000;
    a.wall = b.wall + error;
    b.measurement.noise.wall = noise;
    add_pair(v, group, name, &a, &b);
}

static void add(struct validation *v, const char *name, const struct sample_row *predicted,
                const struct sample_row *measured, int64_t error, int64_t noise)
{
    add_in(v, "", name, predicted, measured, error, noise);
}

START_TEST(percentiles_over_scenarios)
{
    struct validation v;
    struct validation_summary s;
    validation_init(&v, 20000);
    /* errors of 1000, -2000, 3000, ... , -10000; the noise takes 500 of each */
    char name[8] = "s0";
    for (int i = 1; i <= 10; i++) {
        name[1] = (char)('0' + i % 10);
        add(&v, name, beside, beside, i % 2 ? i * 1000 : -i * 1000, 500);
    }
    validation_summarize(&v, &s);
    ck_assert_uint_eq(s.scenarios, 10);
    ck_assert_uint_eq(s.whole, 10);
    ck_assert_uint_eq(s.operations, 20);
    /* nearest rank: the 5th, the 9th and the 10th of ten */
    ck_assert_int_eq(s.error.median, 5000);
    ck_assert_int_eq(s.error.p90, 9000);
    ck_assert_int_eq(s.error.worst, 10000);
    ck_assert_uint_eq(s.error.worst_row, 9);
    ck_assert_int_eq(s.beyond.median, 4500);
    ck_assert_int_eq(s.beyond.p90, 8500);
    ck_assert_int_eq(s.beyond.worst, 9500);
    ck_assert_int_eq(s.noise.worst, 500);
    ck_assert_int_eq(s.all.placement_p95, 0);
    validation_summary_release(&s);
    validation_release(&v);
}
END_TEST

START_TEST(placement_is_of_all_operations)
{
    struct validation v;
    struct validation_summary s;
    validation_init(&v, 20000);
    /* beside as predicted: no error, twice; apart instead: 0, and 110 - 1 = 109 of 210 us */
    add(&v, "good", beside, beside, 0, 0);
    add(&v, "also", beside, beside, 0, 0);
    add(&v, "bad", beside, apart, 0, 0);
    validation_summarize(&v, &s);
    ck_assert_int_eq(v.rows[2].ours.placement_worst, 519048);
    ck_assert_int_eq(s.all.placement_p95, 519048); /* the 6th of 6 */
    ck_assert_uint_eq(s.all.places, 6);
    ck_assert_uint_eq(s.all.places_near, 5);
    ck_assert_int_eq(s.placement.median, 0);
    ck_assert_int_eq(s.placement.worst, 519048);
    ck_assert_uint_eq(s.placement.worst_row, 2);
    validation_summary_release(&s);
    validation_release(&v);
}
END_TEST

/* Relations by class, and what the better null model has wrong. */
START_TEST(relations_by_feature)
{
    static const struct sample_row copies[] = {
        {OP_COPY, COPY_H2D, 1, 0, 10, 110, -1, 0},
        {OP_COPY, COPY_H2D, 2, 1, 150, 250, RULE_ID_COPY_ENGINE, 0},
    };
    struct validation v;
    struct validation_summary s;
    validation_init(&v, 20000);
    /* side by side: streams back to back have it right, one after the other touch: right as well */
    add(&v, "beside", beside, beside, 0, 0);
    /* wrong in ours and, as both are alike, in streams back to back; one after the other is right
     */
    add(&v, "wrong", beside, apart, 0, 0);
    /* one after the other by the copy engine, 40 us apart: streams back to back have it wrong */
    add(&v, "copies", copies, copies, 0, 0);
    validation_summarize(&v, &s);
    ck_assert_uint_eq(s.all.scenarios, 3);
    ck_assert_uint_eq(s.all.relations, 3);
    ck_assert_uint_eq(s.all.right, 2);
    ck_assert_int_eq(s.relations_share, 666667);
    ck_assert(v.rows[1].better_is_serial);
    ck_assert(v.rows[2].better_is_serial);
    ck_assert_uint_eq(s.all.null_wrong, 0);
    ck_assert_uint_eq(v.rows[2].streams.relations_gained, 1);
    ck_assert_uint_eq(v.rows[1].streams.relations_gained, 0);
    /* the copies' host memory is not known, which is pageable */
    ck_assert_uint_eq(s.classes[FEATURE_PAGEABLE].scenarios, 1);
    ck_assert_uint_eq(s.classes[FEATURE_PAGEABLE].relations, 1);
    ck_assert_uint_eq(s.classes[FEATURE_PAGEABLE].right, 1);
    ck_assert_uint_eq(s.classes[FEATURE_PINNED].scenarios, 0);
    ck_assert_uint_eq(s.classes[FEATURE_HOST_BOUND].scenarios, 2);
    ck_assert_uint_eq(s.classes[FEATURE_HOST_BOUND].right, 1);
    validation_summary_release(&s);
    validation_release(&v);
}
END_TEST

START_TEST(what_is_not_scored_is_counted)
{
    static const struct sample_row fewer[] = {
        {OP_KERNEL, 0, 1, 0, 10, 110, -1, 0},
        {OP_KERNEL, 0, 1, 1, 110, 120, RULE_ID_STREAM, 0},
    };
    struct validation v;
    struct validation_summary s;
    struct timeline a, b;
    validation_init(&v, 20000);
    /* half of the work has no partner */
    sample_build(&a, beside, 2, 3);
    sample_build(&b, beside, 1, 3);
    add_pair(&v, "", "part", &a, &b);
    /* the instrument took 2 % */
    sample_build(&a, beside, 2, 3);
    sample_build(&b, beside, 2, 3);
    b.measurement.instrument_wall = b.wall + b.wall / 50;
    add_pair(&v, "", "disturbed", &a, &b);
    add(&v, "serial", fewer, fewer, 0, 0);
    validation_summarize(&v, &s);
    ck_assert_uint_eq(s.scenarios, 3);
    ck_assert_uint_eq(s.whole, 2);
    ck_assert_uint_eq(s.disturbed, 1);
    ck_assert_uint_eq(s.say_nothing, 2); /* side by side is what streams alone predict */
    ck_assert_uint_eq(v.error_count, 2); /* of "serial" only */
    struct strbuf sb;
    strbuf_init(&sb);
    validation_text_rows(&sb, &v);
    validation_text_summary(&sb, &v, &s);
    ck_assert_ptr_nonnull(strstr(sb.text, "too much is unmatched to give figures  1 unmatched\n"));
    ck_assert_ptr_nonnull(strstr(sb.text, "disturbed by 2.0 %  says nothing\n"));
    ck_assert_ptr_nonnull(strstr(sb.text, "Of 1, too much is unmatched to give figures.\n"));
    strbuf_release(&sb);
    validation_summary_release(&s);
    validation_release(&v);
}
END_TEST

START_TEST(folders_are_summed_up_apart)
{
    struct validation v;
    struct validation_summary s;
    validation_init(&v, 20000);
    add_in(&v, "one", "a", beside, beside, 1000, 0);
    add_in(&v, "two", "b", beside, apart, 2000, 0);
    add_in(&v, "one", "c", beside, beside, 3000, 0);
    validation_summarize(&v, &s);
    ck_assert_uint_eq(v.group_count, 2);
    ck_assert_uint_eq(s.groups[0].scenarios, 2);
    ck_assert_int_eq(s.groups[0].beyond.median, 1000);
    ck_assert_int_eq(s.groups[0].beyond.worst, 3000);
    ck_assert_int_eq(s.groups[0].placement_p95, 0);
    ck_assert_uint_eq(s.groups[0].right, 2);
    ck_assert_uint_eq(s.groups[1].scenarios, 1);
    ck_assert_int_eq(s.groups[1].beyond.worst, 2000);
    ck_assert_int_eq(s.groups[1].placement_p95, 519048);
    ck_assert_uint_eq(s.groups[1].right, 0);
    validation_summary_release(&s);
    validation_release(&v);
}
END_TEST

START_TEST(same_names_are_told_apart)
{
    static const struct {
        const char *group, *name, *label;
    } rows[] = {
        {"t/a", "alone", "alone"},
        {"t/a", "start", "a/start"},
        {"t/b", "start", "b/start"},
        {"t/bb", "start", "bb/start"},
        {"t/b", "end", "end"}, /* only the folder is the same */
        {"t/b", "restart", "restart"},
        {"x/suite", "gate", "x/suite/gate"},
        {"y/suite", "gate", "y/suite/gate"},
        {"suite", "gate", "suite/gate"},
        {"", "gate", "gate"},
        {"/t", "twice", "/t/twice"},
        {"/t", "twice", "/t/twice"},
    };
    struct validation v;
    validation_init(&v, 20000);
    size_t count = sizeof rows / sizeof *rows;
    for (size_t i = 0; i < count; i++)
        add_in(&v, rows[i].group, rows[i].name, beside, beside, 0, 0);
    ck_assert_str_eq(v.rows[1].label, "start");
    validation_tell_apart(&v);
    for (size_t i = 0; i < count; i++) {
        ck_assert_str_eq(v.rows[i].label, rows[i].label);
        ck_assert_str_eq(v.rows[i].name, rows[i].name);
    }
    validation_release(&v);
}
END_TEST

/* Any timelines make rows, and any rows a summary. */
START_TEST(anything_is_summed_up)
{
    struct strbuf sb;
    strbuf_init(&sb);
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct validation v;
        struct validation_summary s;
        validation_init(&v, 20000);
        for (uint64_t i = 0; i < seed % 7; i++) {
            struct timeline a, b;
            sample_random_timeline(&a, seed * 7 + i);
            sample_random_timeline(&b, seed * 7 + i / 2);
            add_pair(&v, i % 2 ? "a" : "b", "x", &a, &b);
        }
        validation_summarize(&v, &s);
        ck_assert_uint_le(s.all.right, s.all.relations);
        ck_assert_uint_le(s.all.gained, s.all.null_wrong);
        for (int i = 0; i < FEATURE_COUNT; i++) {
            ck_assert_uint_le(s.classes[i].scenarios, s.whole);
            ck_assert_uint_le(s.classes[i].gained, s.classes[i].null_wrong);
        }
        validation_tell_apart(&v);
        validation_text_rows(&sb, &v);
        validation_text_summary(&sb, &v, &s);
        errors_draw(&v, &(struct gantt_options){.width = 80}, &sb);
        errors_draw_svg(&v, 800, &sb);
        validation_summary_release(&s);
        validation_release(&v);
    }
    strbuf_release(&sb);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("validation");
    TCase *tc = tcase_create("validation");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, percentiles_over_scenarios);
    tcase_add_test(tc, placement_is_of_all_operations);
    tcase_add_test(tc, relations_by_feature);
    tcase_add_test(tc, what_is_not_scored_is_counted);
    tcase_add_test(tc, folders_are_summed_up_apart);
    tcase_add_test(tc, same_names_are_told_apart);
    tcase_add_test(tc, anything_is_summed_up);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
