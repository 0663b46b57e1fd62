/* Claims about pipelines that lessons test, on an ideal device: one copy engine for each direction,
 * kernels that fill the device, no latencies. Every figure is worked out beside it. */
#include "tests/unit/engine_rig.h"

#include <check.h>
#include <stdlib.h>

#define TENTH INT64_C(100000) /* ns: a tenth of a millisecond; copies move at 1 byte a ns */

/* `tiles` tiles of copy in, kernel and copy out (tenths of ms), one after the other to `streams`
 * streams in turn; the end of the last, in tenths of ms. */
static int64_t pipeline(int tiles, int streams, int in, int kernel, int out)
{
    struct rig rig;
    rig_init(&rig);
    rig_begin(&rig);
    for (int i = 0; i < tiles; i++) {
        uint32_t stream = 1 + (uint32_t)(i % streams);
        rig_copy(&rig, stream, PATH_H2D, in * TENTH);
        rig_kernel(&rig, stream, 4, kernel * TENTH);
        if (out)
            rig_copy(&rig, stream, PATH_D2H, out * TENTH);
    }
    rig_run(&rig, 0);
    int64_t end = 0;
    for (size_t i = 0; i < rig.timeline.ops.count; i++)
        end = rig_end(&rig, (uint32_t)i) > end ? rig_end(&rig, (uint32_t)i) : end;
    rig_release(&rig);
    ck_assert_int_eq(end % TENTH, 0);
    return end / TENTH;
}

START_TEST(four_tiles)
{
    /* 1.2 + 2.0 + 1.0 ms. One stream: 4 x 4.2 = 16.8.
     * Two: the third tile's copy in waits for the first's copy out at 4.2, its kernel runs 5.4 to
     * 7.4 and the fourth's 7.4 to 9.4, out at 10.4.
     * Three: kernels without a gap from 1.2 on: 1.2 + 4 x 2.0 + 1.0 = 10.2, and four do no better.
     * The claim of 9.2 leaves out the last copy out. */
    ck_assert_int_eq(pipeline(4, 1, 12, 20, 10), 168);
    ck_assert_int_eq(pipeline(4, 2, 12, 20, 10), 104);
    ck_assert_int_eq(pipeline(4, 3, 12, 20, 10), 102);
    ck_assert_int_eq(pipeline(4, 4, 12, 20, 10), 102);
}
END_TEST

START_TEST(a_tile_cannot_overlap_itself)
{
    /* 10.2 + 18.5 + 10.2 ms: 38.9 for one tile with any number of streams. In the long run two
     * streams are each busy all the time: 38.9 / 2 = 19.45 a tile, 194.5 for ten more; with three
     * the kernels are: 18.5 a tile. */
    ck_assert_int_eq(pipeline(1, 3, 102, 185, 102), 389);
    ck_assert_int_eq(pipeline(20, 2, 102, 185, 102) - pipeline(10, 2, 102, 185, 102), 1945);
    ck_assert_int_eq(pipeline(20, 3, 102, 185, 102) - pipeline(10, 3, 102, 185, 102), 1850);
}
END_TEST

START_TEST(double_buffering)
{
    /* 3 ms copy, 8 ms kernel. Eight batches: 8 x 11 = 88; with two streams only the first copy
     * shows: 3 + 8 x 8 = 67. 88 / 67 = 1.31, not 11 / 8 = 1.37. */
    ck_assert_int_eq(pipeline(8, 1, 30, 80, 0), 880);
    ck_assert_int_eq(pipeline(8, 2, 30, 80, 0), 670);
}
END_TEST

START_TEST(limits_of_streams)
{
    /* 100 tiles of three equal steps. Two streams: the last tile is the 50th of the second stream,
     * which is one unit behind: 1 + 50 x 3 = 151 of 300 units: 1.99 times as fast. Three: a tile
     * ends each unit: 100 + 2 = 102: 2.94. More streams change nothing. */
    ck_assert_int_eq(pipeline(100, 1, 1, 1, 1), 300);
    ck_assert_int_eq(pipeline(100, 2, 1, 1, 1), 151);
    ck_assert_int_eq(pipeline(100, 3, 1, 1, 1), 102);
    ck_assert_int_eq(pipeline(100, 8, 1, 1, 1), 102);
    /* Four tiles on four streams: 12 to 4 + 2 = 6 units: twice, not three times as fast. */
    ck_assert_int_eq(pipeline(4, 1, 1, 1, 1), 12);
    ck_assert_int_eq(pipeline(4, 4, 1, 1, 1), 6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("claims");
    TCase *tests = tcase_create("claims");
    tcase_add_test(tests, four_tiles);
    tcase_add_test(tests, a_tile_cannot_overlap_itself);
    tcase_add_test(tests, double_buffering);
    tcase_add_test(tests, limits_of_streams);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
