/* What a summary says that the SM array needs is no more than another order of the same work takes:
 * three kernels of 64 blocks, one block an SM, of which the third waits for room. */
#include "sim/analysis/summary.h"
#include "tests/unit/fix_rig.h"

#include <stdio.h>

/* With a wait of the host in each turn, or one behind all. */
static void predict_rounds(const char *cost, const char *in_loop, const char *behind)
{
    char text[1000];
    int length = snprintf(text, sizeof text,
                          "#include <cuda_runtime.h>\n"
                          "#pragma nullstream kernel(half) %s regs(168)\n"
                          "__global__ void half(float *x) {}\n"
                          "int main() {\n"
                          "  float *x[3]; cudaStream_t s[3];\n"
                          "  for (int i = 0; i < 3; i++) {\n"
                          "    cudaMalloc(&x[i], 4096);\n"
                          "    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking); }\n"
                          "  for (int step = 0; step < 10; step++) {\n"
                          "    for (int i = 0; i < 3; i++) half<<<64, 256, 0, s[i]>>>(x[i]);\n"
                          "    %s\n"
                          "  }\n"
                          "  %s\n"
                          "}\n",
                          cost, in_loop, behind);
    ck_assert(length > 0 && (size_t)length < sizeof text);
    predict_text(text);
}

static struct summary summarize(void)
{
    struct critical critical;
    struct summary summary;
    critical_find(&critical, &prediction.timeline);
    summary_find(&summary, &prediction.timeline, &prediction.profile, &critical);
    critical_release(&critical);
    return summary;
}

static const char *const costs[] = {"flops(2.0e9)", "bytes(2.0e8)", "block_time(130us)"};

START_TEST(no_more_than_a_run_takes)
{
    predict_rounds(costs[_i], "cudaDeviceSynchronize();", "");
    struct summary waits = summarize();
    ck_assert_int_eq(waits.bound, BOUND_WAITING);
    prediction_release(&prediction);
    predict_rounds(costs[_i], "", "cudaDeviceSynchronize();");
    struct summary runs = summarize();
    ck_assert_int_eq(runs.bound, BOUND_MACHINE);
    ck_assert_int_gt(waits.span, runs.span * 5 / 4);
    ck_assert_int_le(waits.least, runs.wall);
    ck_assert_int_gt(waits.least, runs.wall / 10 * 9); /* and not much less */
    ck_assert_int_le(runs.least, runs.span);
    prediction_release(&prediction);
}
END_TEST

/* A kernel by work that has all its room needs the time that it takes. */
START_TEST(alone_it_needs_its_time)
{
    predict_rounds(costs[_i], "cudaDeviceSynchronize(); break;", "");
    int64_t longest = 0;
    for (size_t i = 0; i < prediction.timeline.ops.count; i++) {
        const struct timeline_op *op = &prediction.timeline.ops.rows[i];
        if (op->kind == OP_KERNEL && op->block_mean == 0 && op->end - op->start > longest)
            longest = op->end - op->start;
    }
    ck_assert_int_gt(longest, 0);
    ck_assert_int_ge(summarize().machines[0].least, longest);
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("needs");
    TCase *tc = tcase_create("needs");
    int count = (int)(sizeof costs / sizeof *costs);
    tcase_add_loop_test(tc, no_more_than_a_run_takes, 0, count);
    tcase_add_loop_test(tc, alone_it_needs_its_time, 0, count - 1);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
