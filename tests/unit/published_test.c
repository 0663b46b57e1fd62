/* Published times of three-stage pipelines: the program of NVIDIA's blog "How to Overlap Data
 * Transfers in CUDA C/C++" (2012) on a C2050 (our profile "fermi") and a C1060. 16 MiB go in, a
 * kernel of 16384 blocks of 256 threads, 16 MiB come out; then the same in four pieces on four
 * streams, depth-first (V1: copy, kernel, copy for each piece) and breadth-first (V2: all copies
 * in, all kernels, all copies out).
 *
 *             sequential     V1      V2   ms
 *     C2050      9.98       5.74    7.60
 *     C1060     12.92      13.64    8.85
 *
 * The kernel's cost is not published, so it is given here. With H in, K kernel and D out:
 * C2050: sequential is H + K + D. V1 overlaps all but a quarter of each copy: H/4 + K + D/4 = 5.74,
 * so K = (4 x 5.74 - 9.98) / 3 = 4.33 ms. V2 cannot overlap the copies out: the first must check
 * its kernel, and by the signal delay can only once all blocks of the last kernel have started: H/4
 * + K + D = 7.60. 14 SMs hold 6 blocks each: 196 waves of 22.1 us. C1060: one copy engine and one
 * queue for it, in order of calls. V1 has each piece's copy out before the next copy in: nothing
 * overlaps. V2: H/4 + K + D/4 if K > H + D: K = (4 x 8.85 - 12.92) / 3 = 7.49 ms; 30 SMs hold 4
 * blocks each: 137 waves of 54.7 us. */
#include "tests/unit/host_rig.h"

enum variant { SEQUENTIAL, DEPTH_FIRST, BREADTH_FIRST };

static double pipeline(const char *profile, enum variant variant, int64_t block_time)
{
    struct host host;
    host_init(&host, profile);
    int pieces = variant == SEQUENTIAL ? 1 : 4;
    for (int i = 0; i < pieces * 3; i++) {
        int piece = variant == BREADTH_FIRST ? i % pieces : i / 3;
        int step = variant == BREADTH_FIRST ? i / pieces : i % 3;
        if (step == 1)
            host_kernel(&host, 1 + piece, 16384 / (uint32_t)pieces, 256, block_time);
        else
            host_copy(&host, 1 + piece, step ? COPY_D2H : COPY_H2D, (16 << 20) / (uint64_t)pieces);
    }
    host_call(&host, CALL_cudaDeviceSynchronize, 0, 0);
    host_run(&host, 0);
    double span = (double)host.timeline.span / 1e6;
    host_release(&host);
    return span;
}

static void within(double predicted, double published, const char *what)
{
    ck_assert_msg(predicted <= published * 1.15 && predicted >= published / 1.15,
                  "%s: %.2f ms, published %.2f", what, predicted, published);
}

START_TEST(c2050)
{
    double sequential = pipeline("fermi", SEQUENTIAL, 22100);
    double v1 = pipeline("fermi", DEPTH_FIRST, 22100);
    double v2 = pipeline("fermi", BREADTH_FIRST, 22100);
    ck_assert_msg(v1 < v2 && v2 < sequential, "%.2f %.2f %.2f", sequential, v1, v2);
    within(sequential, 9.98, "sequential");
    within(v1, 5.74, "V1");
    within(v2, 7.60, "V2");
    within(v1 / sequential, 5.74 / 9.98, "V1 to sequential");
    within(v2 / sequential, 7.60 / 9.98, "V2 to sequential");
}
END_TEST

START_TEST(c1060)
{
    double sequential = pipeline("c1060", SEQUENTIAL, 54700);
    double v1 = pipeline("c1060", DEPTH_FIRST, 54700);
    double v2 = pipeline("c1060", BREADTH_FIRST, 54700);
    ck_assert_msg(v2 < sequential && sequential < v1, "%.2f %.2f %.2f", sequential, v1, v2);
    within(sequential, 12.92, "sequential");
    within(v1, 13.64, "V1");
    within(v2, 8.85, "V2");
    within(v1 / sequential, 13.64 / 12.92, "V1 to sequential");
    within(v2 / sequential, 8.85 / 12.92, "V2 to sequential");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("published");
    TCase *tests = tcase_create("published");
    tcase_add_test(tests, c2050);
    tcase_add_test(tests, c1060);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
