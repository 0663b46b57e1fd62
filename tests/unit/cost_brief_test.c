/* What blocks take that read and compute little, and how much sooner others' first bytes count. */
#include "sim/model/cost_brief.h"

#include <check.h>
#include <stdlib.h>

enum { PART = 1024 }; /* costs count 1/1024 */

/* 2 GHz: the next FMA of a chain goes after 2 ns. */
static struct profile made(void)
{
    struct profile p = {0};
    p.value[PROFILE_device_clock] = 2000000;
    p.value[PROFILE_device_memory_start] = 1360;
    p.value[PROFILE_device_memory_thread_rate] = 128000000; /* a batch of 64 bytes: 500 ns */
    p.value[PROFILE_sm_brief_start] = 10;
    p.value[PROFILE_sm_brief_thread] = 440;
    return p;
}

/* Blocks of 256 threads that read 4 bytes each and compute. */
static struct cost_brief blocks(int64_t flops, bool crowded)
{
    struct profile p = made();
    return cost_brief_of(&p, 256 * flops * PART, INT64_C(256) * 4 * PART, 256, crowded);
}

/* 8 FMAs one by one: 8 * 20 cycles; a row of 9 or 255: 200 and 4 each. */
START_TEST(threads_compute_one_instruction_behind_the_other)
{
    ck_assert_int_eq(blocks(0, true).pause, 0);
    ck_assert_int_eq(blocks(16, true).pause, 80);
    ck_assert_int_eq(blocks(18, true).pause, 100 + 18);
    ck_assert_int_eq(blocks(510, true).pause, 100 + 510);
}
END_TEST

/* Crowded: 10 + 256 * 0.44 = 123 ns to the next. With room to spare 10 + 50 + 256 * 0.3 = 137, and
 * of the 8 lines that a block reads the last comes 20 * 8^0.5 = 56.6 ns after the first. */
START_TEST(with_room_to_spare_the_last_line_is_waited_for)
{
    ck_assert_int_eq(blocks(0, true).next, 123);
    ck_assert_int_eq(blocks(0, false).next, 137);
    ck_assert_int_eq(blocks(0, false).pause, 57);
    ck_assert_int_eq(blocks(18, false).pause, 57 + 118);
    struct profile p = made();
    struct cost_brief brief = blocks(18, false);
    ck_assert_int_eq(cost_brief_wave(&p, &brief), 137 + 500 + 57 + 118);
}
END_TEST

static int64_t first_bytes(int64_t flops, int64_t bytes)
{
    struct profile p = made();
    return cost_first_bytes(&p, 256 * flops * PART, 256 * bytes * PART, 256);
}

/* 600 flops: 300 FMAs of 2 ns hide 600 ns; of four batches, each has 75. A quarter stays. */
START_TEST(what_threads_compute_hides_the_first_bytes)
{
    ck_assert_int_eq(first_bytes(600, 0), 0);
    ck_assert_int_eq(first_bytes(0, 4), 1360);
    ck_assert_int_eq(first_bytes(600, 4), 1360 - 600);
    ck_assert_int_eq(first_bytes(600, 64), 1360 - 600);
    ck_assert_int_eq(first_bytes(600, 256), 1360 - 150);
    ck_assert_int_eq(first_bytes(8000, 64), 340);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cost_brief");
    TCase *tc = tcase_create("cost_brief");
    tcase_add_test(tc, threads_compute_one_instruction_behind_the_other);
    tcase_add_test(tc, with_room_to_spare_the_last_line_is_waited_for);
    tcase_add_test(tc, what_threads_compute_hides_the_first_bytes);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
