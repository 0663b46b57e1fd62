/* Affine numbers: ranges, bounds, and whether what is touched leaves gaps. */
#include "sim/script/affine.h"

#include <check.h>
#include <stdlib.h>

/* Variables: 0 is threadIdx.x (0..255), 3 is blockIdx.x (0..9), 4 is blockIdx.y (0..1). */
static struct affine_space space_1d(void)
{
    struct affine_space space = {.variable_count = 6};
    space.most[0] = 255;
    space.most[3] = 9;
    return space;
}

/* blockIdx.x * 256 + threadIdx.x */
static struct affine global_index(void)
{
    struct affine a = affine_variable(3), t = affine_variable(0);
    ck_assert(affine_scale(&a, 256));
    ck_assert(affine_add(&a, &t, 1));
    return a;
}

START_TEST(whole_grid)
{
    struct affine_space space = space_1d();
    struct affine a = global_index();
    int64_t least, most, run;
    ck_assert(affine_range(&space, &a, 1, &least, &most, &run));
    ck_assert_int_eq(least, 0);
    ck_assert_int_eq(most, 2559);
    ck_assert_int_eq(run, 2560);
    /* every second element has gaps, unless each is two wide */
    ck_assert(affine_scale(&a, 2));
    ck_assert(affine_range(&space, &a, 1, &least, &most, &run));
    ck_assert_int_eq(most, 5118);
    ck_assert_int_eq(run, 1);
    ck_assert(affine_range(&space, &a, 2, &least, &most, &run));
    ck_assert_int_eq(run, 5120);
}
END_TEST

START_TEST(guard_cuts)
{
    struct affine_space space = space_1d();
    struct affine a = global_index();
    affine_limit(&space, &a, INT64_MIN, 1999); /* i < 2000 */
    int64_t least, most, run;
    struct affine bytes = a;
    ck_assert(affine_scale(&bytes, 4));
    bytes.constant = 100;
    ck_assert(affine_range(&space, &bytes, 4, &least, &most, &run));
    ck_assert_int_eq(least, 100);
    ck_assert_int_eq(most, 100 + 1999 * 4);
    ck_assert_int_eq(run, 2000 * 4);
    /* what the bound does not name is not cut by it: threadIdx.x alone */
    struct affine t = affine_variable(0);
    ck_assert(affine_range(&space, &t, 1, &least, &most, &run));
    ck_assert_int_eq(most, 255);
    ck_assert_int_eq(run, 0); /* it might be cut: not certain */
    affine_limit(&space, &a, 5000, INT64_MAX);
    ck_assert(space.empty);
    ck_assert(!affine_range(&space, &bytes, 4, &least, &most, &run));
}
END_TEST

/* Two guards on two parts: a tile of a matrix. */
START_TEST(rows_and_columns)
{
    struct affine_space space = space_1d();
    space.most[4] = 1;
    space.most[1] = 15;
    struct affine column = global_index();
    struct affine row = affine_variable(4), y = affine_variable(1);
    ck_assert(affine_scale(&row, 16));
    ck_assert(affine_add(&row, &y, 1)); /* 0..31 */
    affine_limit(&space, &column, INT64_MIN, 999);
    affine_limit(&space, &row, INT64_MIN, 19);
    struct affine index = row;
    ck_assert(affine_scale(&index, 1000));
    ck_assert(affine_add(&index, &column, 1));
    int64_t least, most, run;
    ck_assert(affine_range(&space, &index, 1, &least, &most, &run));
    ck_assert_int_eq(least, 0);
    ck_assert_int_eq(most, 19 * 1000 + 999);
    ck_assert_int_eq(run, 20 * 1000);        /* rows of 1000 at a distance of 1000 */
    ck_assert(affine_add(&index, &row, 24)); /* a pitch of 1024 leaves gaps */
    ck_assert(affine_range(&space, &index, 1, &least, &most, &run));
    ck_assert_int_eq(run, 1000); /* the first row */
}
END_TEST

START_TEST(one_variable_is_narrowed)
{
    struct affine_space space = space_1d();
    struct affine t = affine_variable(0);
    affine_limit(&space, &t, INT64_MIN, 15);
    ck_assert_int_eq(space.most[0], 15);
    struct affine down = affine_variable(0);
    ck_assert(affine_scale(&down, -2)); /* -2 t >= -11: t <= 5 */
    affine_limit(&space, &down, -11, INT64_MAX);
    ck_assert_int_eq(space.most[0], 5);
    ck_assert_int_eq(space.bound_count, 0);
    affine_limit(&space, &t, 6, INT64_MAX);
    ck_assert(space.empty);
}
END_TEST

START_TEST(large_numbers_do_not_wrap)
{
    struct affine_space space = space_1d();
    struct affine a = affine_variable(3);
    ck_assert(affine_scale(&a, (int64_t)1 << 40));
    ck_assert(!affine_scale(&a, (int64_t)1 << 40));
    a = affine_variable(3);
    ck_assert(affine_scale(&a, (int64_t)1 << 60));
    int64_t least, most, run;
    ck_assert(affine_range(&space, &a, 4, &least, &most, &run));
    ck_assert_int_eq(most, (int64_t)1 << 62); /* saturated */
    ck_assert_int_eq(run, 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("affine");
    TCase *tc = tcase_create("affine");
    tcase_add_test(tc, whole_grid);
    tcase_add_test(tc, guard_cuts);
    tcase_add_test(tc, rows_and_columns);
    tcase_add_test(tc, one_variable_is_narrowed);
    tcase_add_test(tc, large_numbers_do_not_wrap);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
