/* Numbers that documents about overlap state, on a machine without latencies (tests/claims): each
 * expectation is worked out by hand. */
#include "sim/study/predict.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

struct pipeline {
    int chunks, streams;
    int in_us, kernel_us, out_us;
};

/* From the first start to the last end, in us. */
static int64_t span_us(struct pipeline p)
{
    char text[5][40];
    snprintf(text[0], sizeof text[0], "CHUNKS=%d", p.chunks);
    snprintf(text[1], sizeof text[1], "STREAMS=%d", p.streams);
    snprintf(text[2], sizeof text[2], "IN=%d", p.in_us * 1000); /* a byte is a ns */
    snprintf(text[3], sizeof text[3], "OUT=%d", p.out_us * 1000);
    snprintf(text[4], sizeof text[4], "KERNEL_US=%d", p.kernel_us);
    const char *defines[] = {text[0], text[1], text[2], text[3], text[4]};
    struct predict_options options = {
        .gpu = "tests/claims/ideal.ini", .defines = defines, .define_count = 5};
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    int rc = predict_file(&prediction, "tests/claims/pipeline.cu", &options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    int64_t span = prediction.timeline.span;
    prediction_release(&prediction);
    ck_assert_int_eq(span % 1000, 0);
    return span / 1000;
}

/* Two batches of three unit steps: 2 x 3 = 6 in one stream. In two, the second begins one unit
 * after the first (the copy engine), and 3 + 1 = 4. */
START_TEST(two_batches_take_6_or_4_units)
{
    ck_assert_int_eq(span_us((struct pipeline){2, 1, 1000, 1000, 1000}), 6000);
    ck_assert_int_eq(span_us((struct pipeline){2, 2, 1000, 1000, 1000}), 4000);
}
END_TEST

/* "4 tiles of 1.2 + 2.0 + 1.0 ms: 16.8 to 9.2 ms". One stream: 4 x 4.2 = 16.8. Three: in 1.2, then
 * the kernels back to back 4 x 2.0, then out 1.0 = 10.2. Two streams: tile 3 can be copied in only
 * when tile 1 has left at 4.2, so that its kernel could start at 5.4, behind kernel 2 (3.2 to 5.2):
 * 0.2 lost. Kernel 3 5.4 to 7.4; tile 4 in from 6.2 (tile 2 has left) to 7.4, its kernel to 9.4,
 * out to 10.4. */
START_TEST(four_tiles)
{
    ck_assert_int_eq(span_us((struct pipeline){4, 1, 1200, 2000, 1000}), 16800);
    ck_assert_int_eq(span_us((struct pipeline){4, 2, 1200, 2000, 1000}), 10400);
    ck_assert_int_eq(span_us((struct pipeline){4, 3, 1200, 2000, 1000}), 10200);
}
END_TEST

/* "256 MB tile of 10.2 + 18.5 + 10.2: overlapped total 19.8". One tile cannot overlap itself: 38.9.
 * In the long run two streams take half the sum a tile, 38.9 / 2 = 19.45; three the longest stage,
 * 18.5. */
START_TEST(one_tile_cannot_overlap_itself)
{
    ck_assert_int_eq(span_us((struct pipeline){1, 2, 10200, 18500, 10200}), 38900);
    int64_t two = span_us((struct pipeline){102, 2, 10200, 18500, 10200}) -
                  span_us((struct pipeline){100, 2, 10200, 18500, 10200});
    ck_assert_int_eq(two, 2 * 19450);
    int64_t three = span_us((struct pipeline){102, 3, 10200, 18500, 10200}) -
                    span_us((struct pipeline){100, 3, 10200, 18500, 10200});
    ck_assert_int_eq(three, 2 * 18500);
}
END_TEST

/* "8 ms kernel, 3 ms copy: 11/8 = 1.37x", in the limit. Eight batches: 8 x 11 = 88 one after the
 * other; the first copy, then the kernels: 3 + 8 x 8 = 67; 88/67 = 1.31. */
START_TEST(eight_batches_of_copy_and_kernel)
{
    ck_assert_int_eq(span_us((struct pipeline){8, 1, 3000, 8000, 0}), 88000);
    ck_assert_int_eq(span_us((struct pipeline){8, 2, 3000, 8000, 0}), 67000);
}
END_TEST

/* "Speed-up approaches 2x". Three unit stages, 100 batches. One stream: 300. Two: each takes 50 x
 * 3, the second one unit later: 151. Three: 100 + 2 = 102. */
START_TEST(two_streams_never_pass_2x)
{
    ck_assert_int_eq(span_us((struct pipeline){100, 1, 1000, 1000, 1000}), 300000);
    ck_assert_int_eq(span_us((struct pipeline){100, 2, 1000, 1000, 1000}), 151000);
    ck_assert_int_eq(span_us((struct pipeline){100, 3, 1000, 1000, 1000}), 102000);
}
END_TEST

/* "Four streams, about 3x", of a figure with four tiles: 4 x 3 = 12 to 4 + 2 = 6 units, 2x. */
START_TEST(four_streams_of_four_tiles_are_2x)
{
    ck_assert_int_eq(span_us((struct pipeline){4, 1, 1000, 1000, 1000}), 12000);
    ck_assert_int_eq(span_us((struct pipeline){4, 4, 1000, 1000, 1000}), 6000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("claims");
    TCase *tc = tcase_create("claims");
    tcase_add_test(tc, two_batches_take_6_or_4_units);
    tcase_add_test(tc, four_tiles);
    tcase_add_test(tc, one_tile_cannot_overlap_itself);
    tcase_add_test(tc, eight_batches_of_copy_and_kernel);
    tcase_add_test(tc, two_streams_never_pass_2x);
    tcase_add_test(tc, four_streams_of_four_tiles_are_2x);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
