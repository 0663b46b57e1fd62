/* Whether a scenario makes the same calls under other options, and that its replay comes out as it
 * does when it is interpreted again. */
#include "sim/study/same_calls.h"
#include "sim/study/trial.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct predict_options options = {.gpu = "h200"};

#define KERNEL                                                                                     \
    "#include \"nullstream.cuh\"\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"  \
    "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
#define WORK                                                                                       \
    "  int *h, *d; cudaMallocHost(&h, 1 << 22); cudaMalloc(&d, 1 << 22);\n"                        \
    "  cudaMemcpyAsync(d, h, 1 << 22, cudaMemcpyHostToDevice);\n"                                  \
    "  k<<<1, 256>>>(d); cudaDeviceSynchronize();\n"

static const struct predict_options t4 = {.gpu = "t4"};
static const char *const more[] = {"device.memory_rate=9TB/s"};
static const struct predict_options memory = {.gpu = "h200", .sets = more, .set_count = 1};

/* By interpreting it and, if it makes the same calls, by a replay. */
static void expect(const char *text, const struct predict_options *other, bool same)
{
    char path[] = "/tmp/same_calls_test.XXXXXX.cu";
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    struct err err;
    struct prediction prediction;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s", err.message);
    ck_assert_msg(same_calls(&prediction, &options, other) == same, "%s", text);
    struct trial trials[2] = {0};
    for (int i = 0; i < 2; i++)
        trials[i] = (struct trial){
            .path = path, .program = &prediction.program, .options = other, .replays = i && same};
    trials_run(trials, 2, 1);
    for (int i = 0; i < 2; i++)
        ck_assert_msg(trials[i].status == 0, "%s", trials[i].err.message);
    ck_assert_int_eq(trials[0].wall, trials[1].wall);
    ck_assert_int_eq(trials[0].span, trials[1].span);
    unlink(path);
    prediction_release(&prediction);
}

START_TEST(what_asks_nothing_makes_the_same_calls)
{
    expect(KERNEL "int main() {\n" WORK "}\n", &t4, true);
    expect(KERNEL "int main() {\n" WORK "}\n", &memory, true);
    expect(KERNEL "int main() { char a[64], b[64]; memset(a, 1, 64); memcpy(b, a, 64);\n" WORK
                  "}\n",
           &t4, true);
}
END_TEST

START_TEST(what_is_asked_must_be_the_same)
{
#define ASK(member)                                                                                \
    KERNEL "int main() { cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);\n  if (p." member       \
           ") k<<<1, 256>>>(0);\n" WORK "}\n"
    expect(ASK("streamPrioritiesSupported"), &t4, true);
    expect(ASK("multiProcessorCount > 50"), &t4, false);
    expect(ASK("multiProcessorCount > 50"), &memory, true);
    expect(ASK("name[0] == 'N'"), &t4, false);
    expect(ASK("totalGlobalMem > 100000000000"), &t4, false);
#define ATTRIBUTE(number)                                                                          \
    KERNEL "int main() { int n; cudaDeviceGetAttribute(&n, (enum cudaDeviceAttr)" number           \
           ", 0);\n  for (int i = 0; i < n % 7; i++) k<<<1, 256>>>(0);\n" WORK "}\n"
    expect(ATTRIBUTE("16"), &t4, false);
    expect(ATTRIBUTE("10"), &t4, true);
    expect(KERNEL "int main() { size_t free, all; cudaMemGetInfo(&free, &all);\n"
                  "  if (free > 100000000000) k<<<1, 256>>>(0);\n" WORK "}\n",
           &t4, false);
}
END_TEST

/* Times, threads and polls: only the source can tell. */
START_TEST(what_goes_by_times_is_interpreted)
{
    expect(KERNEL "int main() {\n" WORK "  float ms; cudaEvent_t a, b;\n"
                  "  cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a);\n"
                  "  k<<<1, 256>>>(d); cudaEventRecord(b); cudaEventSynchronize(b);\n"
                  "  cudaEventElapsedTime(&ms, a, b);\n  if (ms > 1) k<<<1, 256>>>(d);\n"
                  "  cudaDeviceSynchronize();\n}\n",
           &t4, false);
    expect(KERNEL "int main() {\n" WORK "  k<<<1, 256>>>(d);\n"
                  "  while (cudaStreamQuery(0) == cudaErrorNotReady) { }\n}\n",
           &t4, false);
    expect("#include <thread>\n" KERNEL "int main() {\n" WORK
           "  std::thread t([=] { k<<<1, 256>>>(d); }); t.join();\n"
           "  cudaDeviceSynchronize();\n}\n",
           &t4, false);
}
END_TEST

/* A call that fails on the other device only: the replay is given up, and the program goes its own
 * way. */
START_TEST(where_a_call_fails_it_is_interpreted)
{
    static const char text[] =
        KERNEL "int main() {\n  void *large;\n"
               "  if (cudaMalloc(&large, 60000000000) != cudaSuccess) { k<<<1, 256>>>(0); k<<<1, "
               "256>>>(0); }\n" WORK "}\n";
    expect(text, &t4, true);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("same_calls");
    TCase *tc = tcase_create("same_calls");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, what_asks_nothing_makes_the_same_calls);
    tcase_add_test(tc, what_is_asked_must_be_the_same);
    tcase_add_test(tc, what_goes_by_times_is_interpreted);
    tcase_add_test(tc, where_a_call_fails_it_is_interpreted);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
