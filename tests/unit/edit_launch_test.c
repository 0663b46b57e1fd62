/* Launches that lack their stream: which stream they get, what the source is told to write for it
 * there, and where none can be named. */
#include "tests/unit/fix_rig.h"

#include <stdio.h>

#define KERNELS                                                                                    \
    HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"                       \
         "__global__ void to(const int *p, int *q) { q[threadIdx.x] = p[threadIdx.x]; "            \
         "spin_us(50); }\n"
#define BUFFERS                                                                                    \
    "  int *h, *d[4], *e[4]; cudaStream_t s[4]; cudaMallocHost(&h, 1 << 24);\n"                    \
    "  for (int i = 0; i < 4; i++) { cudaStreamCreate(&s[i]);\n"                                   \
    "    cudaMalloc(&d[i], 1 << 20); cudaMalloc(&e[i], 1 << 20); }\n"
#define IN(to, stream)                                                                             \
    "cudaMemcpyAsync(" to ", h + (1 << 21), 1 << 20, cudaMemcpyHostToDevice, " stream ");\n"
#define OUT(to, stream)                                                                            \
    "cudaMemcpyAsync(h + (i << 18), " to ", 1 << 20, cudaMemcpyDeviceToHost, " stream ");\n"
/* The same, for all functions. */
#define GLOBALS                                                                                    \
    "int *h, *d[4]; cudaStream_t s[4];\n"                                                          \
    "void setup() { cudaMallocHost(&h, 1 << 24);\n"                                                \
    "  for (int i = 0; i < 4; i++) { cudaStreamCreate(&s[i]); cudaMalloc(&d[i], 1 << 20); } }\n"
#define TURNS        "  for (int t = 0; t < 8; t++) { int i = t % 4;\n"
#define COPY(stream) IN("d[i]", stream)
#define END          "  cudaDeviceSynchronize();\n}\n"

/* The edit is proven, and says `says` in the last line or, of `lines`, in one of them. */
static void offers(const char *text, const char *says, int lines)
{
    predict_text(text);
    struct fix fix = try_edit(EDIT_LAUNCH);
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_msg(strstr(fix.text.text, says), "'%s' is not in:\n%s", says, fix.text.text);
    ck_assert_msg(count_of(fix.text.text, "\n") == lines, "%d lines?\n%s", lines, fix.text.text);
    fix_release(&fix);
    prediction_release(&prediction);
}

static void refuses(const char *text, const char *why)
{
    predict_text(text);
    struct fix fix = try_edit(EDIT_LAUNCH);
    ck_assert_msg(!fix.offered, "%s", fix.text.text);
    ck_assert_msg(strstr(fix.why, why), "%s", fix.why);
    fix_release(&fix);
    prediction_release(&prediction);
}

static const char none[] = "no stream can be named there";

START_TEST(in_the_stream_of_the_copy_before_it)
{
    offers(KERNELS "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n"
                   "    " IN("d[i]", "s[i]") "    k<<<1, 256>>>(d[i]);\n"
                                             "    " OUT("d[i]", "s[i]") "  }\n" END,
           ":10: launch k in s[i], the stream of the copy in line 9 whose data it takes\n", 1);
    offers(KERNELS "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n"
                   "    " IN("d[i]", "s[i]") "    k<<<1, 256, 0, s[i]>>>(d[i]);\n"
                                             "    to<<<1, 256>>>(d[i], e[i]);\n"
                                             "    " OUT("e[i]", "s[i]") "  }\n" END,
           ":11: launch to in s[i], the stream of the kernel in line 10 whose data it takes\n", 1);
}
END_TEST

START_TEST(in_the_stream_of_what_comes_behind_it)
{
    offers(KERNELS "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n"
                   "    k<<<1, 256>>>(d[i]);\n"
                   "    " OUT("d[i]", "s[i]") "  }\n" END,
           ":9: launch k in s[i], the stream of the copy in line 10 that takes its data\n", 1);
}
END_TEST

START_TEST(by_the_words_that_stand_beside_it)
{
    offers(KERNELS "struct lane { cudaStream_t stream; int *d; };\n"
                   "int main() {\n" BUFFERS "  struct lane all[2];\n"
                   "  for (int i = 0; i < 2; i++) { all[i].stream = s[i]; all[i].d = d[i]; }\n"
                   "  for (int t = 0; t < 4; t++) {\n    struct lane *l = &all[t % 2];\n"
                   "    " IN("l->d", "l->stream") "    k<<<1, 256>>>(l->d);\n  }\n" END,
           ":14: launch k in l->stream, the stream", 1);
    offers("#include <vector>\n" KERNELS "int main() {\n" BUFFERS
           "  std::vector<cudaStream_t> v(s, s + 4);\n"
           "  auto work = [&](int t) {\n"
           "    " IN("d[t % 4]", "v[t % 4]") "    k<<<1, 256>>>(d[t % 4]);\n  };\n"
                                             "  for (int t = 0; t < 8; t++) work(t);\n" END,
           ":12: launch k in v[t % 4], the stream", 1);
    offers(KERNELS "#define OK(x) do { if ((x) != cudaSuccess) return 1; } while (0)\n"
                   "int work(int *h, int *d, cudaStream_t st) {\n"
                   "  OK(cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice, st));\n"
                   "  k<<<1, 256>>>(d);\n  return 0;\n}\n"
                   "int main() {\n" BUFFERS
                   "  for (int i = 0; i < 4; i++) work(h, d[i], s[i]);\n" END,
           ":7: launch k in st, the stream", 1);
}
END_TEST

/* What is written there would mean another stream, or nobody knows: the streams by their names. */
START_TEST(by_their_names_where_the_words_mean_something_else)
{
    static const char *const bodies[] = {
        /* the index has gone on */
        "  int i = 0;\n  for (int t = 0; t < 8; t++) {\n"
        "    " IN("d[i]", "s[i]") "    int j = i; i = (i + 1) % 4;\n"
                                  "    k<<<1, 256>>>(d[j]);\n  }\n",
        /* another variable of that name */
        "  for (int i = 0; i < 4; i++) " IN("d[i]", "s[i]") "  for (int i = 3; i >= 0; i--)\n"
                                                            "    k<<<1, 256>>>(d[3 - i]);\n",
        "  for (int i = 0; i < 4; i++) {\n"
        "    " IN("d[i]", "s[i]") "    for (int j = i, i = 0; i < 1; i++) k<<<1, 256>>>(d[j]);\n  "
                                  "}\n",
        /* a copy that not every turn makes */
        "  for (int t = 0; t < 8; t++) {\n    int i = t / 2;\n"
        "    if (t % 2 == 0) " IN("d[i]", "s[(t * 2 + 4) / 4 - 1]") "    k<<<1, 256>>>(d[i]);\n  "
                                                                    "}\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s%s", KERNELS "int main() {\n" BUFFERS, bodies[i], END);
        offers(text, "launch k in stream s[0] to s[3], the stream", 1);
    }
}
END_TEST

/* Each is a program from behind its global variables on. */
static void by_names(const char *const *bodies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s", KERNELS GLOBALS, bodies[i]);
        offers(text, "launch k in stream s[0] to s[3], the stream", 1);
    }
}

/* Between the copy and the launch the name gets another stream, in ways that are not seen from its
 * assignments alone. */
START_TEST(by_their_names_where_the_name_changes_unseen)
{
    static const char *const bodies[] = {
        "struct lane { cudaStream_t stream; };\n"
        "int main() { setup(); lane one, *l = &one; l->stream = s[0];\n" TURNS
        "    " COPY("l->stream") "    l->stream = s[(t + 1) % 4];\n    k<<<1, 256>>>(d[i]);\n"
                                 "  }\n" END,
        "cudaStream_t cur; int turn;\n"
        "void next() { turn = (turn + 1) % 4; cur = s[turn]; }\n"
        "int main() { setup(); cur = s[0];\n" TURNS
        "    " COPY("cur") "    next();\n    k<<<1, 256>>>(d[i]);\n  }\n" END,
        "int main() { setup(); cudaStream_t cur = s[0], *p = &cur;\n" TURNS
        "    " COPY("cur") "    *p = s[(t + 1) % 4];\n    k<<<1, 256>>>(d[i]);\n  }\n" END,
        "struct line { cudaStream_t st; int n;\n"
        "  void next() { n = (n + 1) % 4; st = s[n]; }\n"
        "  void run() { n = 0; st = s[0];\n" TURNS
        "    " COPY("st") "    next();\n    k<<<1, 256>>>(d[i]);\n  } } };\n"
                          "int main() { setup(); line p; p.run();\n" END,
        "int main() { setup(); int n = 0; cudaStream_t cur = s[0];\n"
        "  auto next = [&]() { n = (n + 1) % 4; cur = s[n]; };\n" TURNS
        "    " COPY("cur") "    next();\n    k<<<1, 256>>>(d[i]);\n  }\n" END,
        "#include <vector>\n#include <algorithm>\n"
        "int main() { setup(); std::vector<cudaStream_t> v(s, s + 4);\n" TURNS
        "    " COPY("v[0]") "    std::rotate(v.begin(), v.begin() + 1, v.end());\n"
                            "    k<<<1, 256>>>(d[i]);\n  }\n" END,
        "static cudaStream_t *cursor;\n"
        "static cudaStream_t *step() { return ++cursor; }\n"
        "int main() { setup(); cursor = s;\n  for (int i = 0; i < 4; i++) {\n"
        "    " COPY("cursor[0]") "    step();\n    k<<<1, 256>>>(d[i]);\n  }\n" END,
        /* the copy is made again, in another stream, before the launch comes */
        "void down(int i, cudaStream_t st) {\n"
        "  " COPY("st") "  if (i < 3) down(i + 1, s[i + 1]);\n  k<<<1, 256>>>(d[i]);\n}\n"
                        "int main() { setup(); down(0, s[0]);\n" END,
    };
    by_names(bodies, sizeof bodies / sizeof *bodies);
}
END_TEST

/* What is called between the two leaves the name alone. */
START_TEST(by_the_words_behind_calls_that_leave_them_alone)
{
    offers(KERNELS GLOBALS "int made; void count() { made++; }\n"
                           "int main() { setup();\n" TURNS
                           "    " COPY("s[i]") "    count();\n    k<<<1, 256>>>(d[i]);\n"
                                               "  }\n" END,
           "launch k in s[i], the stream", 1);
    offers(KERNELS GLOBALS "struct lane { cudaStream_t st; void run(int i) {\n"
                           "    " COPY("st") "    k<<<1, 256>>>(d[i]);\n  } };\n"
                                             "int main() { setup();\n" TURNS
                                             "    lane l; l.st = s[i]; l.run(i);\n  }\n" END,
           "launch k in st, the stream", 1);
}
END_TEST

/* Something else has the name where the launch stands. */
START_TEST(by_their_names_where_the_name_is_hidden)
{
    static const char *const bodies[] = {
        "struct line { cudaStream_t st;\n  void run(int i) {\n"
        "    " COPY("st") "    { int st = i; k<<<1, 256>>>(d[st]); }\n  } };\n"
                          "int main() { setup(); line p[4];\n" TURNS
                          "    p[i].st = s[i]; p[i].run(i);\n  }\n" END,
    };
    by_names(bodies, sizeof bodies / sizeof *bodies);
    refuses(KERNELS GLOBALS "int main() { setup();\n" TURNS "    cudaStream_t st = s[i];\n"
                            "    auto go = [st](int i) {\n"
                            "      " COPY("st") "      { double st = 1; k<<<1, 256>>>(d[i]); }\n"
                                                "    };\n    go(i);\n  }\n" END,
            none);
    refuses(KERNELS GLOBALS "static cudaStream_t st;\nstatic void go(int i) {\n"
                            "  " COPY("st") "  { enum { st = 3 }; k<<<1, 256>>>(d[i]); }\n}\n"
                                            "int main() { setup();\n" TURNS
                                            "    st = s[i]; go(i);\n  }\n" END,
            none);
    refuses(KERNELS GLOBALS "static void go(int i) { k<<<1, 256>>>(d[i]); }\n"
                            "static cudaStream_t later[4];\n"
                            "int main() { setup();\n"
                            "  for (int i = 0; i < 4; i++) cudaStreamCreate(&later[i]);\n" TURNS
                            "    " COPY("later[i]") "    go(i);\n  }\n" END,
            none);
}
END_TEST

START_TEST(nowhere_if_the_stream_is_not_there_yet)
{
    refuses(KERNELS GLOBALS "int main() { setup(); cudaStream_t st;\n"
                            "  k<<<1, 256>>>(d[0]);\n  cudaStreamCreate(&st);\n  int i = 0;\n"
                            "  " OUT("d[0]", "st") END,
            none);
    refuses(KERNELS GLOBALS "cudaStream_t g[4];\nvoid init(int i) { cudaStreamCreate(&g[i]); }\n"
                            "int main() { setup();\n  for (int i = 0; i < 4; i++) {\n"
                            "    k<<<1, 256>>>(d[i]);\n    init(i);\n"
                            "    " OUT("d[i]", "g[i]") "  }\n" END,
            none);
    /* nor if it is not any more */
    refuses(KERNELS GLOBALS "int main() { setup();\n  for (int i = 0; i < 4; i++) {\n"
                            "    cudaStream_t st; cudaStreamCreate(&st);\n"
                            "    " COPY("st") "    cudaStreamDestroy(st);\n"
                                              "    k<<<1, 256>>>(d[i]);\n  }\n" END,
            none);
}
END_TEST

START_TEST(nowhere_if_no_stream_can_be_named_there)
{
    refuses(KERNELS "void work(int *d) { k<<<1, 256>>>(d); }\n"
                    "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n"
                    "    " IN("d[i]", "s[i]") "    work(d[i]);\n  }\n" END,
            none);
    refuses(KERNELS "int main() {\n  int *h, *d; cudaMallocHost(&h, 1 << 24);\n"
                    "  cudaMalloc(&d, 1 << 20);\n"
                    "  { cudaStream_t s; cudaStreamCreate(&s);\n    " IN(
                        "d", "s") "  }\n"
                                  "  k<<<1, 256>>>(d);\n" END,
            none);
    offers(KERNELS "cudaStream_t all[4];\nvoid work(int *d) { k<<<1, 256>>>(d); }\n"
                   "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n    all[i] = s[i];\n"
                   "    " IN("d[i]", "all[i]") "    work(d[i]);\n  }\n" END,
           ":5: launch k in stream s[0] to s[3]", 1);
}
END_TEST

/* It belongs to no work: nothing that it touches is in a stream. */
START_TEST(nowhere_without_work_to_go_by)
{
    refuses(KERNELS "int main() {\n" BUFFERS "  k<<<1, 256, 0, s[0]>>>(d[0]);\n"
                    "  k<<<1, 256>>>(d[1]);\n  k<<<1, 256, 0, s[2]>>>(d[2]);\n" END,
            none);
    /* both only read what they share */
    refuses(KERNELS "int main() {\n" BUFFERS "  to<<<1, 256, 0, s[0]>>>(d[0], e[0]);\n"
                    "  to<<<1, 256>>>(d[0], e[1]);\n" END,
            none);
}
END_TEST

/* The work of all streams goes into one launch: what the fence ordered, events order. */
START_TEST(no_order_that_the_data_needs_is_lost)
{
    offers(KERNELS
           "__global__ void sum(int *a, int *b) { a[threadIdx.x] += b[threadIdx.x]; spin_us(50); "
           "}\n"
           "int main() {\n" BUFFERS "  for (int i = 0; i < 2; i++) " IN(
               "d[i]", "s[i]") "  sum<<<1, 256>>>(d[0], d[1]);\n"
                               "  for (int i = 0; i < 2; i++) " OUT("d[i]", "s[i]") END,
           "before it, cudaStreamWaitEvent in stream s[", 3);
}
END_TEST

/* A program without its source: the streams have names, and nobody knows what is in sight. */
START_TEST(by_their_names_in_a_recorded_program)
{
    predict_text(KERNELS "int main() {\n" BUFFERS "  for (int i = 0; i < 4; i++) {\n"
                         "    " IN("d[i]", "s[i]") "    k<<<1, 256>>>(d[i]);\n  }\n" END);
    prediction.program.has_source = false;
    prediction.program.stream_sights.count = 0;
    struct fix fix = try_edit(EDIT_LAUNCH);
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "launch k in stream s[0] to s[3], the stream of"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit_launch");
    TCase *tc = tcase_create("edit_launch");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, in_the_stream_of_the_copy_before_it);
    tcase_add_test(tc, in_the_stream_of_what_comes_behind_it);
    tcase_add_test(tc, by_the_words_that_stand_beside_it);
    tcase_add_test(tc, by_their_names_where_the_words_mean_something_else);
    tcase_add_test(tc, by_their_names_where_the_name_changes_unseen);
    tcase_add_test(tc, by_the_words_behind_calls_that_leave_them_alone);
    tcase_add_test(tc, by_their_names_where_the_name_is_hidden);
    tcase_add_test(tc, nowhere_if_the_stream_is_not_there_yet);
    tcase_add_test(tc, nowhere_if_no_stream_can_be_named_there);
    tcase_add_test(tc, nowhere_without_work_to_go_by);
    tcase_add_test(tc, no_order_that_the_data_needs_is_lost);
    tcase_add_test(tc, by_their_names_in_a_recorded_program);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
