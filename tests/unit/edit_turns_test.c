/* Streams that are made and never used: each turn of the loop gets the next of them. */
#include "tests/unit/fix_rig.h"

#include <stdio.h>

#define KERNELS                                                                                    \
    HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"                       \
         "__global__ void with(int *p, const int *w) { p[threadIdx.x] += w[threadIdx.x]; "         \
         "spin_us(50); }\n"
#define BUFFERS                                                                                    \
    "  int *h, *d[8], *w; cudaStream_t s[4]; cudaMallocHost(&h, 1 << 24); cudaMalloc(&w, 1024);\n" \
    "  for (int i = 0; i < 8; i++) cudaMalloc(&d[i], 1024);\n"                                     \
    "  for (int i = 0; i < 4; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);\n"
#define TURNS   "  for (int i = 0; i < 8; i++) {\n"
#define SPACE16 "                "
#define SPACES                                                                                     \
    SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16 SPACE16        \
        SPACE16 SPACE16 SPACE16 SPACE16 SPACE16
#define END "  cudaDeviceSynchronize();\n}\n"

/* The edit is proven, and says so much. Returns what it gains, ns. */
static int64_t offers(const char *text, const char *const *says, int lines)
{
    predict_text(text);
    struct fix fix = try_edit(EDIT_TURNS);
    ck_assert_msg(fix.offered, "%s\n%s", fix.why, fix.text.text);
    for (; *says; says++)
        ck_assert_msg(strstr(fix.text.text, *says), "'%s' is not in:\n%s", *says, fix.text.text);
    ck_assert_msg(count_of(fix.text.text, "\n") == lines, "%d lines?\n%s", lines, fix.text.text);
    int64_t gain = fix.gain;
    fix_release(&fix);
    prediction_release(&prediction);
    return gain;
}

static void refuses(const char *text, const char *why)
{
    predict_text(text);
    struct fix fix = try_edit(EDIT_TURNS);
    ck_assert_msg(!fix.offered, "%s", fix.text.text);
    ck_assert_msg(strstr(fix.why, why), "%s", fix.why);
    fix_release(&fix);
    prediction_release(&prediction);
}

#define SAYS(...) ((const char *const[]){__VA_ARGS__, NULL})

START_TEST(turns_of_their_own)
{
    int64_t gain = offers(
        KERNELS "int main() {\n" BUFFERS TURNS "    k<<<1, 256, 0, s[0]>>>(d[i]);\n  }\n"
                "  cudaStreamSynchronize(s[0]);\n" END,
        SAYS(
            ":9: put the launch into stream s[0] to s[3], in each turn of the loop into the next\n",
            ":11: cudaDeviceSynchronize instead of cudaStreamSynchronize\n"),
        2);
    ck_assert_int_gt(gain, 250000); /* two rounds in place of eight */
    gain = offers(KERNELS "int main() {\n" BUFFERS TURNS "    k<<<1, 256>>>(d[i]);\n  }\n" END,
                  SAYS(":9: put the launch into stream s[0] to s[3], in each turn of the loop into "
                       "the next\n"),
                  1);
    ck_assert_int_gt(gain, 250000);
}
END_TEST

START_TEST(what_all_turns_take_is_waited_for)
{
    int64_t gain = offers(
        KERNELS "int main() {\n" BUFFERS
                "  cudaMemcpyAsync(w, h, 1024, cudaMemcpyHostToDevice, s[0]);\n" TURNS
                "    with<<<1, 256, 0, s[0]>>>(d[i], w);\n  }\n" END,
        SAYS(":10: put the launch into stream s[0] to s[3], in each turn",
             ":10: before it, cudaStreamWaitEvent in stream s[1] to s[3] for an event recorded in "
             "stream s[0] right after line 8"),
        2);
    ck_assert_int_gt(gain, 200000);
}
END_TEST

/* Several operations of a turn in one line go into one stream. */
START_TEST(a_turn_in_one_line)
{
    int64_t gain = offers(
        KERNELS "int main() {\n" BUFFERS TURNS
                "    k<<<1, 256, 0, s[0]>>>(d[i]); cudaMemcpyAsync(h + 256 * i, d[i], 1024, "
                "cudaMemcpyDeviceToHost, s[0]);\n  }\n" END,
        SAYS(
            ":9: put the launch into stream s[0] to s[3], in each turn of the loop into the next\n",
            ":9: put cudaMemcpyAsync into stream s[0] to s[3], in each turn of the loop into the "
            "next\n"),
        2);
    ck_assert_int_gt(gain, 250000);
    /* Of two calls of the same kind, too, and behind the columns that are kept. */
    static const char *const gaps[] = {"", SPACES};
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 KERNELS
                 "int main() {\n" BUFFERS TURNS
                 "%s    cudaMemcpyAsync(d[i], h + 256 * i, 1024, cudaMemcpyHostToDevice, s[0]); "
                 "k<<<1, 256, 0, s[0]>>>(d[i]); cudaMemcpyAsync(h + 256 * i, d[i], 1024, "
                 "cudaMemcpyDeviceToHost, s[0]);\n  }\n" END,
                 gaps[i]);
        gain = offers(text,
                      SAYS(":9: put cudaMemcpyAsync into stream s[0] to s[3], in each turn",
                           ":9: put the launch into stream s[0] to s[3], in each turn"),
                      2);
        ck_assert_int_gt(gain, 250000);
    }
    refuses(KERNELS "int main() {\n" BUFFERS
                    "  k<<<1, 256, 0, s[0]>>>(d[0]); k<<<1, 256, 0, s[0]>>>(d[1]);\n" END,
            "no loop puts its work into one stream");
}
END_TEST

START_TEST(turns_that_need_each_other_gain_nothing)
{
    predict_text(KERNELS "int main() {\n" BUFFERS TURNS
                         "    k<<<1, 256, 0, s[0]>>>(d[0]);\n  }\n" END);
    struct fix fix = try_edit(EDIT_TURNS);
    ck_assert(!fix.offered || fix.gain <= 0);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

START_TEST(where_they_are_not_to_be_used)
{
    refuses(KERNELS "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++)\n"
                    "    k<<<1, 256, 0, s[i]>>>(d[i]);\n" END,
            "no stream is made there and not used");
    refuses(KERNELS "int main() {\n" BUFFERS "  k<<<1, 256, 0, s[0]>>>(d[0]);\n" END,
            "no loop puts its work into one stream");
    refuses(KERNELS "int main() {\n" BUFFERS "  cudaStreamDestroy(s[3]);\n" TURNS
                    "    k<<<1, 256, 0, s[0]>>>(d[i]);\n  }\n" END,
            "the streams are not there as long as the work");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit turns");
    TCase *tc = tcase_create("edit turns");
    tcase_add_test(tc, turns_of_their_own);
    tcase_add_test(tc, what_all_turns_take_is_waited_for);
    tcase_add_test(tc, a_turn_in_one_line);
    tcase_add_test(tc, turns_that_need_each_other_gain_nothing);
    tcase_add_test(tc, where_they_are_not_to_be_used);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
