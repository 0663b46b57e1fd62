/* What fits where in a chunk: traces/experiments/malloc-cut.txt. */
#include "sim/runtime/chunk.h"

#include <check.h>
#include <stdlib.h>

enum { SIZE = 2 << 20, KIB = 1 << 10 };

static uint64_t take(struct chunk *chunk, uint64_t bytes)
{
    uint64_t at = chunk_room(chunk, SIZE, bytes);
    if (at != CHUNK_FULL)
        chunk_take(chunk, at, bytes);
    return at;
}

START_TEST(pieces_lie_end_to_end)
{
    struct chunk chunk = {0};
    const uint64_t bytes = 720000; /* 703.125 KiB: 1406.25 of 512 bytes */
    ck_assert_uint_eq(take(&chunk, bytes), 0);
    ck_assert_uint_eq(take(&chunk, bytes), 1407 * 512);
    ck_assert_uint_eq(take(&chunk, bytes), CHUNK_FULL);
    ck_assert_uint_eq(take(&chunk, SIZE - 2 * 1407 * 512), 2 * 1407 * 512);
    ck_assert_uint_eq(take(&chunk, 1), CHUNK_FULL);
    ck_assert_uint_eq(chunk.live, 3);
    chunk_release(&chunk);
}
END_TEST

START_TEST(what_is_given_back_is_taken_anew_where_it_fits)
{
    struct chunk chunk = {0};
    take(&chunk, 256 * KIB);
    take(&chunk, 512 * KIB);
    take(&chunk, 256 * KIB);
    chunk_give(&chunk, 256 * KIB);
    chunk_give(&chunk, 300 * KIB); /* nothing was taken there */
    ck_assert_uint_eq(chunk.live, 2);
    ck_assert_uint_eq(take(&chunk, 513 * KIB), 1024 * KIB);
    ck_assert_uint_eq(take(&chunk, 300 * KIB), 256 * KIB);
    ck_assert_uint_eq(take(&chunk, 212 * KIB), 556 * KIB);
    ck_assert_uint_eq(take(&chunk, 600 * KIB), CHUNK_FULL); /* 511 are left */
    chunk_give(&chunk, 0);
    ck_assert_uint_eq(take(&chunk, 0), 0);
    chunk_release(&chunk);
}
END_TEST

START_TEST(a_whole_chunk_has_room_for_no_more)
{
    struct chunk chunk = {0};
    ck_assert_uint_eq(take(&chunk, SIZE + 1), CHUNK_FULL);
    ck_assert_uint_eq(take(&chunk, SIZE), 0);
    ck_assert_uint_eq(take(&chunk, 1), CHUNK_FULL);
    chunk_give(&chunk, 0);
    ck_assert_uint_eq(chunk.live, 0);
    ck_assert_uint_eq(take(&chunk, SIZE), 0);
    chunk_release(&chunk);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chunk");
    TCase *tests = tcase_create("chunk");
    tcase_add_test(tests, pieces_lie_end_to_end);
    tcase_add_test(tests, what_is_given_back_is_taken_anew_where_it_fits);
    tcase_add_test(tests, a_whole_chunk_has_room_for_no_more);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
