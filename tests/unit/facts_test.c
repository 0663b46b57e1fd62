/* Facts: what a program does is the same whatever its kernels take, which is what makes it cheap to
 * ask what a constant does. */
#include "sim/study/facts.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* N pieces of LENGTH floats in STREAMS streams, by work; the host reads each back. */
static const char source[] =
    "#include <cuda_runtime.h>\n"
    "#ifndef N\n"
    "#define N 8\n"
    "#endif\n"
    "const int length = 1 << 20, piece = length / N;\n"
    "#pragma nullstream kernel(twice) flops(2.0 * n) bytes(8.0 * n)\n"
    "__global__ void twice(float *x, int n) { x[threadIdx.x] *= 2; }\n"
    "int main()\n"
    "{\n"
    "    float *h, *d;\n"
    "    cudaStream_t s[2];\n"
    "    cudaMallocHost(&h, length * sizeof *h);\n"
    "    cudaMalloc(&d, length * sizeof *d);\n"
    "    for (int i = 0; i < 2; i++)\n"
    "        cudaStreamCreate(&s[i]);\n"
    "    for (int i = 0; i < N; i++) {\n"
    "        h[i * piece] = 1;\n"
    "        cudaMemcpyAsync(d + i * piece, h + i * piece, piece * 4, cudaMemcpyHostToDevice, s[i "
    "% 2]);\n"
    "        twice<<<piece / 256, 256, 0, s[i % 2]>>>(d + i * piece, piece);\n"
    "    }\n"
    "    cudaMemcpy(h, d, LESS * 4, cudaMemcpyDeviceToHost);\n"
    "}\n";

static void find(struct facts *facts, const char *n, const char *less, bool brief, int64_t *wall)
{
    const char *const defines[] = {n, less};
    struct predict_options options = {.gpu = "h200",
                                      .defines = defines,
                                      .define_count = 2,
                                      .text = source,
                                      .text_length = sizeof source - 1,
                                      .runtime.brief_kernels = brief};
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, "facts.cu", &options, &err) == 0, "%s", err.message);
    facts_find(facts, &prediction);
    *wall = prediction.timeline.wall;
    size_t reads = 0;
    for (size_t i = 0; i < prediction.program.records.count; i++)
        reads += prediction.program.records.rows[i].call == CALL_host_write;
    ck_assert_msg((reads == 0) == brief, "%zu", reads); /* of brief kernels none is recorded */
    prediction_release(&prediction);
}

START_TEST(brief_kernels_do_the_same)
{
    struct facts as_it_is, brief;
    int64_t wall, brief_wall;
    find(&as_it_is, "N=8", "LESS=1024", false, &wall);
    find(&brief, "N=8", "LESS=1024", true, &brief_wall);
    ck_assert(facts_equal(&as_it_is, &brief));
    ck_assert_int_ne(wall, brief_wall); /* by no waves and shares */
    ck_assert_int_eq(as_it_is.bytes[0], 4 << 20);
    ck_assert_int_eq(as_it_is.moved, 8 << 20);
    ck_assert_int_eq(as_it_is.copies[0], 8);
    facts_release(&as_it_is);
    facts_release(&brief);
}
END_TEST

START_TEST(chunks_and_sizes)
{
    struct facts eight, four, less;
    int64_t unused;
    find(&eight, "N=8", "LESS=1024", true, &unused);
    find(&four, "N=4", "LESS=1024", true, &unused);
    find(&less, "N=8", "LESS=512", true, &unused);
    ck_assert(facts_same_work(&eight, &four) && facts_set_chunks(&eight, &four));
    ck_assert(!facts_equal(&eight, &four) && !facts_do_less(&eight, &four));
    ck_assert(!facts_size_streams(&eight, &four, true) &&
              !facts_size_streams(&eight, &four, false));
    /* half as much comes back: a size of the work, and twice of it would be one, too */
    ck_assert(facts_do_less(&eight, &less) && !facts_do_less(&less, &eight));
    ck_assert(!facts_same_work(&eight, &less) && !facts_set_chunks(&eight, &less));
    facts_release(&eight);
    facts_release(&four);
    facts_release(&less);
}
END_TEST

START_TEST(what_is_not_known_is_equal_to_nothing)
{
    struct facts known, unknown = {.known = false};
    int64_t unused;
    find(&known, "N=8", "LESS=1024", true, &unused);
    ck_assert(!facts_equal(&known, &unknown) && !facts_do_less(&known, &unknown) &&
              !facts_same_work(&known, &unknown));
    facts_release(&known);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("facts");
    TCase *tests = tcase_create("facts");
    tcase_add_test(tests, brief_kernels_do_the_same);
    tcase_add_test(tests, chunks_and_sizes);
    tcase_add_test(tests, what_is_not_known_is_equal_to_nothing);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
