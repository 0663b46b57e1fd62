/* sim/study/gain_merge: findings with one change, of any number of places, are one and count all.
 */
#include "sim/study/gain_merge.h"

#include "sim/base/mem.h"

#include <check.h>
#include <stdlib.h>

/* A finding at a place with the change of that place, or of all (0). */
static void add(struct pitfalls *pitfalls, uint32_t place, uint32_t changed, int64_t held,
                int64_t gain, const char *fix)
{
    pitfalls->rows = mem_realloc(pitfalls->rows, (pitfalls->count + 1) * sizeof *pitfalls->rows);
    struct pitfall *row = &pitfalls->rows[pitfalls->count++];
    *row = (struct pitfall){.rule = PITFALL_ID_TIMED_ALLOCATION,
                            .remedy = REMEDY_EDIT,
                            .place = place,
                            .held = held,
                            .gain = gain,
                            .edit_count = 1};
    row->edits[0].place = changed;
    strbuf_init(&row->evidence);
    strbuf_init(&row->fix);
    strbuf_addf(&row->evidence, "%u", (unsigned)place);
    strbuf_adds(&row->fix, fix);
}

static void begin(struct pitfalls *pitfalls)
{
    *pitfalls = (struct pitfalls){.wall = 100000};
    strbuf_init(&pitfalls->untold);
    strbuf_init(&pitfalls->company.fix);
}

START_TEST(of_several_places_one_stands_for_all)
{
    struct pitfalls pitfalls;
    begin(&pitfalls);
    add(&pitfalls, 1, 0, 500, 900, "all");
    add(&pitfalls, 2, 0, 300, 900, "all");
    add(&pitfalls, 3, 0, 200, 900, "another");
    add(&pitfalls, 4, 0, 100, 900, "all");
    add(&pitfalls, 5, 0, 50, 900, "all");
    pitfalls.rows[4].refused = true;
    gain_merge(&pitfalls);
    const bool merged[] = {false, true, false, true, false};
    for (size_t i = 0; i < 5; i++)
        ck_assert_int_eq(pitfalls.rows[i].merged, merged[i]);
    ck_assert_uint_eq(pitfalls.rows[0].others, 2);
    ck_assert_int_eq(pitfalls.rows[0].with_others, 900);
    for (size_t i = 1; i < 5; i++)
        ck_assert_uint_eq(pitfalls.rows[i].others, 0);
    pitfalls_release(&pitfalls);
}
END_TEST

/* A change of all places holds that of a malloc and its free, which is one of two findings. */
START_TEST(those_of_a_part_count_too)
{
    struct pitfalls pitfalls;
    begin(&pitfalls);
    add(&pitfalls, 1, 0, 500, 900, "all");
    add(&pitfalls, 2, 2, 700, 600, "a pair");
    add(&pitfalls, 3, 3, 300, 600, "a pair");
    add(&pitfalls, 4, 4, 200, 100, "one");
    add(&pitfalls, 5, 5, 100, 950, "gains more by itself");
    gain_merge(&pitfalls);
    ck_assert(!pitfalls.rows[0].merged && !pitfalls.rows[4].merged);
    for (size_t i = 1; i < 4; i++)
        ck_assert(pitfalls.rows[i].merged);
    ck_assert_uint_eq(pitfalls.rows[0].others, 3);
    ck_assert_int_eq(pitfalls.rows[0].with_others, 500 + 700 + 300 + 200);
    ck_assert_uint_eq(pitfalls.rows[0].place, 2); /* what held things up longest is shown */
    ck_assert_int_eq(pitfalls.rows[0].held, 700);
    ck_assert_str_eq(pitfalls.rows[0].evidence.text, "2");
    ck_assert_uint_eq(pitfalls.rows[4].others, 0);
    pitfalls_release(&pitfalls);
}
END_TEST

/* As of 5 buffers that one line copies, of which the third is copied twice, and a sixth in another
 * line: 5 more times there, and one line more; 100 each in all. */
START_TEST(findings_of_one_place_are_no_places)
{
    struct pitfalls pitfalls;
    begin(&pitfalls);
    for (uint32_t i = 0; i < 6; i++) {
        add(&pitfalls, i < 5 ? 1 : 2, 0, 100, 900, "all");
        pitfalls.rows[i].count = i == 2 ? 2 : 1;
    }
    gain_merge(&pitfalls);
    ck_assert_uint_eq(pitfalls.rows[0].again, 5);
    ck_assert_uint_eq(pitfalls.rows[0].others, 1);
    ck_assert_int_eq(pitfalls.rows[0].with_others, 600);
    pitfalls_release(&pitfalls);
}
END_TEST

/* A copy that waits is in the default stream as well: that is no second copy, nor more time. */
START_TEST(of_another_rule_is_the_same_seen_otherwise)
{
    struct pitfalls pitfalls;
    begin(&pitfalls);
    add(&pitfalls, 1, 0, 100, 900, "all");
    add(&pitfalls, 1, 0, 80, 900, "all");
    add(&pitfalls, 2, 0, 50, 900, "all");
    pitfalls.rows[1].rule = PITFALL_ID_DEFAULT_STREAM;
    gain_merge(&pitfalls);
    ck_assert(pitfalls.rows[1].merged && pitfalls.rows[2].merged);
    ck_assert_uint_eq(pitfalls.rows[0].again, 0);
    ck_assert_uint_eq(pitfalls.rows[0].others, 1);
    ck_assert_int_eq(pitfalls.rows[0].with_others, 150);
    pitfalls_release(&pitfalls);
}
END_TEST

/* A part that is shown in place of the whole takes over its place, and leaves it its own. */
START_TEST(a_shown_part_changes_places)
{
    struct pitfalls pitfalls;
    begin(&pitfalls);
    add(&pitfalls, 1, 0, 500, 900, "all");
    add(&pitfalls, 2, 2, 700, 600, "one");
    gain_merge(&pitfalls);
    ck_assert_uint_eq(pitfalls.rows[0].place, 2);
    ck_assert_uint_eq(pitfalls.rows[0].again, 0);
    ck_assert_uint_eq(pitfalls.rows[0].others, 1);
    pitfalls_release(&pitfalls);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gain_merge");
    TCase *tc = tcase_create("gain_merge");
    tcase_add_test(tc, of_several_places_one_stands_for_all);
    tcase_add_test(tc, those_of_a_part_count_too);
    tcase_add_test(tc, findings_of_one_place_are_no_places);
    tcase_add_test(tc, of_another_rule_is_the_same_seen_otherwise);
    tcase_add_test(tc, a_shown_part_changes_places);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
