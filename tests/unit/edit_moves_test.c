/* Another issue order where each line has its stream: the lines that move, as they are simulated.
 */
#include "tests/unit/fix_rig.h"

#include <stdio.h>

/* A turn: the copies out of `side` come late, behind the launch of `main`, which waits for them in
 * the next one. The lines of the turn are given, from 11 on. */
static void predict_turn(const char *lines)
{
    char text[1500];
    int length = snprintf(text, sizeof text,
                          "%s"
                          "#pragma nullstream kernel(k) time(20us)\n"
                          "__global__ void k(float *p) {}\n"
                          "int main() {\n"
                          "  float *a, *b, *h; cudaStream_t side, all; cudaEvent_t e;\n"
                          "  cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20);\n"
                          "  cudaMallocHost(&h, 1 << 20); cudaEventCreate(&e);\n"
                          "  cudaStreamCreate(&side);\n"
                          "  cudaStreamCreate(&all);\n"
                          "  for (int i = 0; i < 10; i++) {\n"
                          "%s"
                          "  }\n"
                          "  cudaDeviceSynchronize();\n"
                          "}\n",
                          HEAD, lines);
    ck_assert(length > 0 && (size_t)length < sizeof text);
    predict_text(text);
}

#define WAIT "    cudaStreamSynchronize(side);\n"
#define SIDE "    k<<<1, 256, 0, side>>>(a);\n"
#define ALL  "    k<<<1, 256, 0, all>>>(b);\n    k<<<1, 128, 0, all>>>(b);\n"
#define OUT  "    cudaMemcpyAsync(h, a, 4096, cudaMemcpyDeviceToHost, side);\n"

START_TEST(lines_of_roles_move)
{
    predict_turn(SIDE ALL OUT WAIT);
    struct fix fix = try_edit(EDIT_DEPTH);
    int64_t before = prediction.timeline.wall;
    ck_assert_msg(fix.offered, "%s", fix.why);
    const char *text = strchr(fix.text.text, ':');
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, ":12 and 13: move these lines behind line 14\n");
    ck_assert_int_ne(fix.gain, 0);
    prediction_release(&prediction);
    predict_turn(SIDE OUT ALL WAIT); /* by hand */
    ck_assert_int_eq(before - fix.gain, prediction.timeline.wall);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* Where the host does not wait between two turns, a turn's lines stay in their turn: in the source
 * they cannot come into the next one. */
START_TEST(no_line_moves_into_another_turn)
{
    predict_turn(ALL OUT WAIT SIDE "    k<<<1, 64, 0, all>>>(b);\n" SIDE);
    struct fix fix = try_edit(EDIT_DEPTH);
    const char *text = strchr(fix.text.text, ':');
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, ":16: move this line behind line 17\n");
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* A line that puts work into several streams by turns is a loop's. */
START_TEST(a_loop_over_streams_is_told_as_one)
{
    predict_turn("    cudaStream_t s = i % 2 ? side : all;\n"
                 "    k<<<1, 256, 0, s>>>(i % 2 ? a : b);\n"
                 "    k<<<1, 128, 0, s>>>(i % 2 ? a : b); if (i % 2 == 0) continue;\n");
    struct fix fix = try_edit(EDIT_BREADTH);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "a loop over the streams for each of these lines"));
    ck_assert_ptr_null(strstr(fix.text.text, "move"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit moves");
    TCase *tc = tcase_create("edit moves");
    tcase_add_test(tc, lines_of_roles_move);
    tcase_add_test(tc, no_line_moves_into_another_turn);
    tcase_add_test(tc, a_loop_over_streams_is_told_as_one);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
