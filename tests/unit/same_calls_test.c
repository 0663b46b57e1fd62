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
    struct proof proof;
    proof_begin(&proof, &prediction);
    ck_assert_msg(same_calls(&prediction, &options, other, &proof) == same, "%s", text);
    proof_release(&proof);
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

/* Without a branch on it a time may still say how long the host works, what is called, and where
 * something is written; what is only printed says nothing. */
START_TEST(what_a_time_reaches_is_interpreted)
{
#define TIMED(before, what)                                                                        \
    "#include <chrono>\n#include <thread>\n#include <unistd.h>\n" KERNEL before                    \
    "int main() {\n  auto a = std::chrono::steady_clock::now();\n" WORK                            \
    "  auto b = std::chrono::steady_clock::now();\n  int us = "                                    \
    "(int)std::chrono::duration_cast<std::chrono::microseconds>(b - a).count();\n" what            \
    "\n  k<<<1, 256>>>(d); cudaDeviceSynchronize();\n}\n"
#define WAYS "static void one() { k<<<1, 1>>>(0); }\nstatic void two() { one(); one(); }\n"
    expect(TIMED("", "  printf(\"%d us, %g ms\\n\", us, us / 1000.0);"), &t4, true);
    expect("#include <iostream>\n" TIMED("", "  std::cout << us << \" us\\n\";"), &t4, true);
    expect(TIMED("", "  std::this_thread::sleep_for(b - a);"), &t4, false);
    expect(TIMED("", "  usleep(us);"), &t4, false);
    expect(TIMED("#pragma nullstream host(think) time(us * 1us)\n"
                 "void think(int us) { volatile int x = us; }\n",
                 "  think(us);"),
           &t4, false);
    expect(TIMED("static char p[1 << 24], q[1 << 24];\n", "  memcpy(p, q, (size_t)us * 100);"), &t4,
           false);
    expect(TIMED(WAYS, "  void (*f[2])() = {one, two}; f[us / 64 % 2]();"), &t4, false);
    expect(TIMED(WAYS "struct base { virtual void go() { one(); } };\n"
                      "struct more : base { void go() override { two(); } };\n",
                 "  base x; more y; base *all[2] = {&x, &y}; all[us / 64 % 2]->go();"),
           &t4, false);
    expect(TIMED("", "  int n[2] = {0, 0}; n[us / 64 % 2] = 3;\n"
                     "  for (int i = 0; i < n[0]; i++) k<<<1, 1>>>(0);"),
           &t4, false);
    expect(TIMED("", "  char s[40]; int n = snprintf(s, sizeof s, \"%d\", us);\n"
                     "  for (int i = 0; i < n + s[0] % 4; i++) k<<<1, 1>>>(0);"),
           &t4, false);
    expect(TIMED("", "  int n = printf(\"%d\\n\", us);\n"
                     "  for (int i = 0; i < n; i++) k<<<1, 1>>>(0);"),
           &t4, false);
}
END_TEST

/* Which of two streams comes last at its bytes depends on the device. */
START_TEST(what_has_races_is_interpreted)
{
    expect(KERNEL "int main() {\n" WORK "  int out, *x; cudaMalloc(&x, 4096); memset(h, 2, 4096);\n"
                  "  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                  "  k<<<1, 32, 0, a>>>(x); cudaMemsetAsync(d, 1, 4096, a);\n"
                  "  cudaMemcpyAsync(d + 1024, h + 1024, 1 << 21, cudaMemcpyHostToDevice, b);\n"
                  "  cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, b);\n"
                  "  cudaDeviceSynchronize(); cudaMemcpy(&out, d, 4, cudaMemcpyDeviceToHost);\n"
                  "  for (int i = 0; i < (out & 0xff) * 3; i++) k<<<1, 32>>>(x);\n"
                  "  cudaDeviceSynchronize();\n}\n",
           &t4, false);
}
END_TEST

/* By its bytes all of the properties are read, whatever is mentioned. */
START_TEST(what_looks_at_bytes_is_interpreted)
{
#define BYTES(members, look)                                                                       \
    KERNEL "int main() {\n  " members " cudaGetDeviceProperties(&p, 0);\n  unsigned sum = 0;\n"    \
           "  unsigned char raw[sizeof p];\n" look                                                 \
           "  for (unsigned i = 0; i < sum % 100; i++) k<<<1, 256>>>(0);\n" WORK "}\n"
#define SUM(of) "  for (size_t i = 0; i < sizeof p; i++) sum += " of "[i];\n"
    expect(BYTES("cudaDeviceProp p;", "  (void)raw; sum += p.warpSize;\n"), &t4, true);
    expect(BYTES("cudaDeviceProp p;", "  unsigned char *b = (unsigned char *)&p;\n" SUM("b")), &t4,
           false);
    expect(BYTES("cudaDeviceProp p;", "  memcpy(raw, &p, sizeof p);\n" SUM("raw")), &t4, false);
    expect(BYTES("struct both { int n; cudaDeviceProp p; } all; cudaDeviceProp &p = all.p;",
                 "  unsigned char *b = (unsigned char *)&all;\n" SUM("b")),
           &t4, false);
    expect(BYTES("union { cudaDeviceProp p; unsigned char b[sizeof(cudaDeviceProp)]; } u; "
                 "cudaDeviceProp &p = u.p;",
                 SUM("u.b")),
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
    tcase_add_test(tc, what_a_time_reaches_is_interpreted);
    tcase_add_test(tc, what_has_races_is_interpreted);
    tcase_add_test(tc, what_looks_at_bytes_is_interpreted);
    tcase_add_test(tc, where_a_call_fails_it_is_interpreted);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
