/* What of a scenario's host code counts as an access to memory that CUDA knows: shown by the
 * hazards of small programs, and by what of them may be left out. */
#include "sim/analysis/hazard.h"
#include "tests/unit/fix_rig.h"

#include <stdio.h>

#define BEGIN                                                                                      \
    HEAD "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"                             \
         "#include <fstream>\n#include <iostream>\n#include <string>\n#include <vector>\n"         \
         "#pragma nullstream host(fill) time(1us) writes(to, bytes)\n"                             \
         "void fill(char *to, size_t bytes) {}\n"                                                  \
         "int main() {\n"                                                                          \
         "  const size_t B = 1 << 20; cudaStream_t s; cudaStreamCreate(&s);\n"                     \
         "  char *d; cudaMalloc(&d, B);\n"

/* The rules of the certain hazards of a program, with the line of the later access, counted from
 * `first`. */
static const char *found_in(const char *text, int first)
{
    static char said[512];
    struct hazards hazards;
    predict_text(text);
    hazards_find(&hazards, &prediction.program);
    said[0] = '\0';
    for (size_t i = 0; i < hazards.count; i++) {
        const struct hazard *hazard = &hazards.rows[i];
        const struct program *p = &prediction.program;
        const struct program_record *later = &p->records.rows[happens_record(hazard->later)];
        if (hazard->certain)
            snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s %d", *said ? ", " : "",
                     hazard_info(hazard->rule)->name,
                     (int)p->places.rows[later->place].line - first);
    }
    hazards_release(&hazards);
    prediction_release(&prediction);
    return said;
}

/* Those of a program whose main goes on so, with lines from there. */
static const char *found(const char *body)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s%s}\n", BEGIN, body);
    const char *said = found_in(text.text, count_of(BEGIN, "\n"));
    strbuf_release(&text);
    return said;
}

#define LOCK "char *v = (char *)malloc(B); cudaHostRegister(v, B, 0);\n"
#define IN   "cudaMemcpyAsync(d, v, B, cudaMemcpyHostToDevice, s);\n"
#define OUT  "cudaMemcpyAsync(v, d, B, cudaMemcpyDeviceToHost, s);\n"
#define WAIT "cudaStreamSynchronize(s);\n"

/* Memory that is page-locked where it is: what the host does with it meets the copies of it. */
START_TEST(registered_memory)
{
    ck_assert_str_eq(found(LOCK IN "v[3] = 1;\n" WAIT), "host-write 3");
    ck_assert_str_eq(found(LOCK IN WAIT "v[3] = 1;\n"), "");
    ck_assert_str_eq(found(LOCK OUT "printf(\"%d\\n\", v[3]);\n" WAIT), "host-read 3");
    ck_assert_str_eq(found(LOCK OUT "memset(v, 0, B);\n" WAIT), "host-write 3");
    /* and no longer when it is not */
    ck_assert_str_eq(found(LOCK IN WAIT "cudaHostUnregister(v); v[3] = 1;\n"), "");
    ck_assert_str_eq(
        found("static char v[1 << 20]; cudaHostRegister(v, B, 0);\n" IN "v[3] = 1;\n" WAIT),
        "host-write 3");
    ck_assert_str_eq(found("std::vector<char> w(B); char *v = w.data();\n"
                           "cudaHostRegister(v, B, 0);\n" IN "w[3] = 1;\n" WAIT),
                     "host-write 4");
}
END_TEST

/* Parts of one allocation are page-locked each by itself, and one is not. */
START_TEST(registered_parts)
{
#define PARTS                                                                                      \
    "char *v = (char *)malloc(4 * B);\n"                                                           \
    "cudaHostRegister(v + B, B, 0); cudaHostRegister(v + 2 * B, B, 0);\n"                          \
    "cudaMemcpyAsync(d, v + 2 * B, B, cudaMemcpyHostToDevice, s);\n"
    ck_assert_str_eq(found(PARTS "memset(v, 0, 2 * B); v[3 * B] = 1;\n" WAIT), "");
    ck_assert_str_eq(found(PARTS "memset(v, 0, 2 * B + 1);\n" WAIT), "host-write 4");
    ck_assert_str_eq(found(PARTS "memset(v + 3 * B - 1, 0, 2);\n" WAIT), "host-write 4");
    ck_assert_str_eq(found(PARTS "fill(v, 4 * B);\n" WAIT), "host-write -3"); /* fill */
    ck_assert_str_eq(found(PARTS "fill(v + B, B);\n" WAIT), "");
#undef PARTS
}
END_TEST

/* Memory that is given back while a copy of it may be under way. */
START_TEST(registered_memory_is_freed)
{
    ck_assert_str_eq(found(LOCK IN "free(v);\n" WAIT), "free-in-use 3");
    ck_assert_str_eq(found(LOCK IN WAIT "free(v);\n"), "");
    ck_assert_str_eq(found(LOCK IN WAIT "cudaHostUnregister(v); free(v);\n"), "");
    ck_assert_str_eq(found("{ std::vector<char> w(B); char *v = w.data();\n"
                           "cudaHostRegister(v, B, 0);\n" IN "}\n" WAIT),
                     "free-in-use 4"); /* where the block ends, not where the vector begins */
}
END_TEST

/* CUDA says of pageable memory only that the call may wait. */
START_TEST(pageable_memory_is_freed)
{
    const char *const ways[] = {"free(v);\n", "v = (char *)realloc(v, 2 * B);\n"};
    for (int i = 0; i < 2; i++) {
        char body[512];
        snprintf(body, sizeof body, "char *v = (char *)malloc(B);\n%s%s%s", IN, ways[i], WAIT);
        ck_assert_str_eq(found(body), "free-in-use 3");
        snprintf(body, sizeof body, "char *v = (char *)malloc(B);\n%s%s%s", IN, WAIT, ways[i]);
        ck_assert_str_eq(found(body), "");
    }
}
END_TEST

/* The wait that keeps the host's next writes behind a copy may move, but not go. */
START_TEST(a_wait_for_registered_memory_stays)
{
    predict_text(BEGIN "  char *v = (char *)malloc(B); cudaHostRegister(v, B, 0);\n"
                       "  for (int t = 0; t < 20; t++) {\n"
                       "    for (int i = 0; i < 64; i++) v[i] = t;\n"
                       "    cudaMemcpyAsync(d, v, B, cudaMemcpyHostToDevice, s);\n"
                       "    cudaStreamSynchronize(s);\n"
                       "  }\n"
                       "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "before the host writes to the data"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

#define PINNED "char *v; cudaMallocHost(&v, B);\n"

/* What goes into a file is read, whatever becomes of the file. */
START_TEST(output)
{
    static const char *const ways[] = {
        "fwrite(v, 4, 16, stdout);",
        "FILE *f = fopen(\"o\", \"wb\"); fwrite(v, 4, 16, f);",
        "std::ofstream o(\"o\"); o.write(v, 64);",
        "std::ofstream o(\"o\"); o << v[3];",
        "std::ofstream o(\"o\"); o << std::string(v, 16);",
        "std::cout.write(v, 64);",
        "std::string t(v, 16);",
        "std::string t(v, v + 16);",
        "std::string t; t.append(v, 16);",
        "std::string t; t.assign(v, 16);",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char body[512];
        snprintf(body, sizeof body, "%s%s%s\n%s", PINNED, OUT, ways[i], WAIT);
        ck_assert_msg(strcmp(found(body), "host-read 3") == 0, "%s", ways[i]);
        snprintf(body, sizeof body, "%s%s%s%s\n", PINNED, OUT, WAIT, ways[i]);
        ck_assert_msg(strcmp(found(body), "") == 0, "%s", ways[i]);
        snprintf(body, sizeof body, "%s%s%s\n%s", PINNED, IN, ways[i], WAIT);
        ck_assert_msg(strcmp(found(body), "") == 0, "%s", ways[i]);
    }
}
END_TEST

/* What would come from a file is written. */
START_TEST(input)
{
    static const char *const ways[] = {
        "if (fread(v, 4, 16, stdin) != 16) puts(\"short\");",
        "std::ifstream f(\"i\", std::ios::binary); f.read(v, 64);",
        "std::ifstream f; f.open(\"i\"); f.read(v, 64);",
        "fgets(v, 64, stdin);",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char body[512];
        snprintf(body, sizeof body, "%s%s%s\n%s", PINNED, IN, ways[i], WAIT);
        ck_assert_msg(strcmp(found(body), "host-write 3") == 0, "%s", ways[i]);
        snprintf(body, sizeof body, "%s%s%s%s\n", PINNED, IN, WAIT, ways[i]);
        ck_assert_msg(strcmp(found(body), "") == 0, "%s", ways[i]);
    }
}
END_TEST

/* The library moves what it makes room for. */
START_TEST(moved_by_the_library)
{
    ck_assert_str_eq(found(LOCK OUT "v = (char *)realloc(v, 2 * B);\n" WAIT),
                     "host-read 3, free-in-use 3");
    ck_assert_str_eq(found("std::vector<char> w(B); char *v = w.data();\n"
                           "cudaHostRegister(v, B, 0);\n" OUT "w.push_back(1);\n" WAIT),
                     "host-read 4, free-in-use 4");
}
END_TEST

/* A query orders what follows if the program goes by its answer: one whose answer is thrown away,
 * as to have the driver submit what it holds back, may have been asked too early. */
START_TEST(queries)
{
#define LATER                                                                                      \
    PINNED OUT "cudaEvent_t e; cudaEventCreate(&e); cudaEventRecord(e, s);\n"                      \
               "host_work_us(2000);\n"
    ck_assert_str_eq(found(LATER "cudaStreamQuery(s); printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 5");
    ck_assert_str_eq(found(LATER "cudaEventQuery(e); printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 5");
    ck_assert_str_eq(found(PINNED OUT "for (int i = 0; i < 2000; i++) (void)cudaStreamQuery(s);\n"
                                      "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 4");
    ck_assert_str_eq(found(LATER "if (cudaStreamQuery(s) == cudaSuccess)\n"
                                 "  printf(\"%d\\n\", v[0]);\n" WAIT),
                     "");
    ck_assert_str_eq(found(LATER "if (cudaEventQuery(e) != cudaSuccess) exit(1);\n"
                                 "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "");
    ck_assert_str_eq(found(PINNED OUT "while (cudaStreamQuery(s) != cudaSuccess) { }\n"
                                      "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "");
    ck_assert_str_eq(found(PINNED OUT "cudaError_t q;\n"
                                      "do q = cudaStreamQuery(s); while (q != cudaSuccess);\n"
                                      "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "");
    /* the last error of the thread is not that answer (traces/experiments/not-ready.txt) */
    ck_assert_str_eq(found(PINNED OUT "do cudaStreamQuery(s);\n"
                                      "while (cudaGetLastError() == cudaErrorNotReady);\n"
                                      "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 5");
    ck_assert_str_eq(found(LATER "cudaEventQuery(e); host_work_us(5);\n"
                                 "if (cudaPeekAtLastError() != cudaSuccess) exit(1);\n"
                                 "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 7");
    ck_assert_str_eq(found(LATER "cudaStreamQuery(s); cudaGetLastError();\n"
                                 "printf(\"%d\\n\", v[0]);\n" WAIT),
                     "host-read 6");
    ck_assert_str_eq(found(LATER "cudaStreamQuery(s); printf(\"%d\\n\", v[0]);\n"
                                 "if (cudaGetLastError() != cudaSuccess) exit(1);\n" WAIT),
                     "host-read 5");
#undef LATER
}
END_TEST

/* A thread that a host function starts comes behind what the stream did before, and not behind what
 * it does after. */
START_TEST(threads_of_host_functions)
{
#define THREAD                                                                                     \
    HEAD "#include <pthread.h>\n#include <cstdio>\n"                                               \
         "static int *h, *later, *d; static pthread_t t; static volatile int done;\n"              \
         "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"                                 \
         "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"                                   \
         "void *post(void *which) {\n"                                                             \
         "  printf(\"%d\\n\", which ? later[0] : h[0]);\n"                                         \
         "  pthread_mutex_lock(&m); done = 1; pthread_cond_signal(&c);\n"                          \
         "  pthread_mutex_unlock(&m); return 0; }\n"                                               \
         "void called(cudaStream_t, cudaError_t, void *which) {\n"                                 \
         "  pthread_create(&t, 0, post, which); }\n"                                               \
         "void function(void *which) { pthread_create(&t, 0, post, which); }\n"                    \
         "int main() {\n"                                                                          \
         "  cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&d, 4096);\n"                         \
         "  cudaMallocHost(&h, 4096); cudaMallocHost(&later, 4096);\n"                             \
         "  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, s);\n"
#define REST                                                                                       \
    "  cudaMemcpyAsync(later, d, 4096, cudaMemcpyDeviceToHost, s);\n"                              \
    "  pthread_mutex_lock(&m); while (!done) pthread_cond_wait(&c, &m);\n"                         \
    "  pthread_mutex_unlock(&m); pthread_join(t, 0); cudaStreamSynchronize(s);\n}\n"
    ck_assert_str_eq(found_in(THREAD "  cudaStreamAddCallback(s, called, 0, 0);\n" REST, 0), "");
    ck_assert_str_eq(found_in(THREAD "  cudaLaunchHostFunc(s, function, 0);\n" REST, 0), "");
    ck_assert_str_eq(found_in(THREAD "  cudaLaunchHostFunc(s, function, &s);\n" REST, 0),
                     "host-read 8");
#undef THREAD
#undef REST
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("host accesses");
    TCase *tc = tcase_create("host accesses");
    tcase_add_test(tc, registered_memory);
    tcase_add_test(tc, registered_parts);
    tcase_add_test(tc, registered_memory_is_freed);
    tcase_add_test(tc, pageable_memory_is_freed);
    tcase_add_test(tc, a_wait_for_registered_memory_stays);
    tcase_add_test(tc, output);
    tcase_add_test(tc, input);
    tcase_add_test(tc, moved_by_the_library);
    tcase_add_test(tc, threads_of_host_functions);
    tcase_add_test(tc, queries);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
