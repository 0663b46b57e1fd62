/* What calibration makes of calls in turn and of launches in a row, by hand-made sights: the calls
 * of a fake device have nothing between them. */
#include "sim/study/figures.h"
#include "sim/study/fits.h"
#include "sim/study/sight.h"

#include <check.h>
#include <stdlib.h>

enum { TURNS = 12, ROW = 40, CALLS = TURNS + ROW };

static struct figures figures;
static struct sight_row rows[CALLS];

/* Launches one behind the other: `between` from a return to the next entry, in turn `turn` long, in
 * the row `row`. */
static void launch_all(int64_t between, int64_t turn, int64_t row)
{
    int64_t now = 0;
    for (size_t i = 0; i < CALLS; i++) {
        int64_t lasts = i < TURNS ? turn : row;
        rows[i] = (struct sight_row){.label = i < TURNS ? "turns" : "row",
                                     .kind = SIGHT_KERNEL,
                                     .call = CALL_cudaLaunchKernel,
                                     .enter = now,
                                     .returned = now + lasts,
                                     .start = TIMELINE_UNKNOWN,
                                     .end = TIMELINE_UNKNOWN,
                                     .name = ""};
        now += lasts + between;
    }
}

static void fit(void)
{
    const struct sight sight = {rows, CALLS};
    fit_rows(&sight, &figures);
}

static void begin(void)
{
    figures = (struct figures){0};
}

static void end(void)
{
    figures_release(&figures);
}

START_TEST(what_lies_between_calls_is_told_from_what_they_take)
{
    launch_all(110, 4000, 3850);
    fit();
    ck_assert_int_eq(figures_value(&figures, PROFILE_host_between, -1), 110);
    ck_assert_int_eq(figures_value(&figures, PROFILE_host_launch_pending, -1), 4000);
    ck_assert_int_eq(figures_value_at(&figures, PROFILE_host_row_less, 16, -1), 150);
}
END_TEST

/* A row whose launches take longer than those in turn says that they take no less, and the middle
 * of three passes counts, not the most that any of them saw. */
START_TEST(a_row_is_not_cheaper_by_chance)
{
    static const int64_t took[] = {4100, 3960, 3700};
    for (uint32_t pass = 0; pass < 3; pass++) {
        figures.pass = pass;
        launch_all(100, 4000, took[pass]);
        fit();
    }
    ck_assert_int_eq(figures_value_at(&figures, PROFILE_host_row_less, 16, -1), 40);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fit turns");
    TCase *tests = tcase_create("rows");
    tcase_add_checked_fixture(tests, begin, end);
    tcase_add_test(tests, what_lies_between_calls_is_told_from_what_they_take);
    tcase_add_test(tests, a_row_is_not_cheaper_by_chance);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
