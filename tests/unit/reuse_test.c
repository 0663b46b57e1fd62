/* sim/script: reuse distances, and what moving the host's bytes takes by them. */
#include "sim/script/memory.h"
#include "sim/script/reuse.h"

#include <check.h>

enum { MIB = 1 << 20, KIB = 1 << 10, A = 1, B, C };

/* 10 ns a MiB that was touched within the last 2 MiB, 40 from 3 MiB on, 80 from 64 on. */
static const struct profile_curve curve = {
    .count = 5,
    .size = {2 * MIB, 3 * MIB, 40 * MIB, 64 * MIB, 128 * MIB},
    .time = {10, 40, 40, 80, 80},
};

static struct reuse reuse;

static void setup(void)
{
    reuse = (struct reuse){{{{0}}, 0}};
}

static int64_t cost(uint32_t segment, uint64_t offset, uint64_t bytes)
{
    return reuse_cost(&reuse, &curve, memory_address(segment) + offset, bytes);
}

static void touch(uint32_t segment, uint64_t offset, uint64_t bytes)
{
    reuse_touch(&reuse, memory_address(segment) + offset, bytes);
}

START_TEST(what_was_never_touched_is_far)
{
    ck_assert_int_eq(cost(A, 0, 2 * MIB), 160);
    ck_assert_int_eq(cost(A, 0, 0), 0);
}
END_TEST

START_TEST(what_was_just_touched_is_near)
{
    touch(A, 0, MIB);
    ck_assert_int_eq(cost(A, 0, MIB), 10);
    ck_assert_int_eq(cost(B, 0, MIB), 80);
}
END_TEST

/* A 1 MiB, then B 8 MiB: 9 MiB from A's first byte on; B's own last byte is 8 MiB from its first.
 */
START_TEST(other_bytes_since_drive_it_away)
{
    touch(A, 0, MIB);
    touch(B, 0, 8 * MIB);
    ck_assert_int_eq(cost(A, 0, MIB), 40);
    ck_assert_int_eq(cost(B, 0, MIB), 40);
    touch(C, 0, 100 * MIB);
    ck_assert_int_eq(cost(A, 0, MIB), 80);
}
END_TEST

/* Half of it is near, half was never touched: 0.5 x 10 + 0.5 x 80. */
START_TEST(parts_are_where_they_are)
{
    touch(A, 512 * KIB, MIB);
    ck_assert_int_eq(cost(A, 0, MIB), 45);
    ck_assert_int_eq(cost(A, 512 * KIB, 512 * KIB), 5);
}
END_TEST

START_TEST(what_is_touched_again_is_near_again)
{
    touch(A, 0, MIB);
    touch(B, 0, 8 * MIB);
    touch(A, 0, MIB);
    ck_assert_int_eq(cost(A, 0, MIB), 10);
}
END_TEST

START_TEST(what_the_driver_wrote_past_the_caches_is_lost)
{
    touch(A, 0, MIB);
    reuse_lose(&reuse, memory_address(A), 512 * KIB);
    ck_assert_int_eq(cost(A, 0, MIB), 45);
}
END_TEST

/* Strings and nodes by the thousand are not kept. */
START_TEST(less_than_a_page_is_near)
{
    touch(A, 0, 4095);
    ck_assert_uint_eq(reuse.touched.count, 0);
    ck_assert_int_eq(cost(A, 0, 4095), 0); /* 10 ns x 4095 / 1 MiB */
    static const struct profile_curve slow = {.count = 1, .size = {MIB}, .time = {1024000}};
    ck_assert_int_eq(reuse_cost(&reuse, &slow, memory_address(A), 2048), 2000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("reuse");
    TCase *tests = tcase_create("reuse");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, what_was_never_touched_is_far);
    tcase_add_test(tests, what_was_just_touched_is_near);
    tcase_add_test(tests, other_bytes_since_drive_it_away);
    tcase_add_test(tests, parts_are_where_they_are);
    tcase_add_test(tests, what_is_touched_again_is_near_again);
    tcase_add_test(tests, what_the_driver_wrote_past_the_caches_is_lost);
    tcase_add_test(tests, less_than_a_page_is_near);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
