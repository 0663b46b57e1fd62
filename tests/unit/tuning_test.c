/* Tuning: which constant says how many streams or chunks there are is found by what it does, and
 * the figures are those of hand-worked schedules on the textbook device (one byte takes one ns). */
#include "sim/study/tuning.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXTBOOK "tests/worked/textbook.ini"

static void find_with(struct tuning *tuning, const char *path, struct predict_options options)
{
    static const char *const cost = "process=1ms";
    options.costs = &cost;
    struct prediction prediction;
    struct err err;
    options.cost_count = strstr(path, "worked") != NULL;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_msg(predict_file(&prediction, path, &options, &err) == 0, "%s", err.message);
    tuning_find(tuning, &prediction, path, &options, 2);
    prediction_release(&prediction);
}

static void find(struct tuning *tuning, const char *path, const char *gpu,
                 const char *const *defines, size_t define_count)
{
    find_with(
        tuning, path,
        (struct predict_options){.gpu = gpu, .defines = defines, .define_count = define_count});
}

START_TEST(streams)
{
    /* 12 batches of three steps of 1 ms. In one stream 36; in two each stream is busy for 6 x 3,
     * the second 1 behind: 19; from three on the copy engine in is always busy: 12 + 2 = 14. That
     * BATCHES changes what is done, as IN and OUT do, keeps them from being taken for a count of
     * chunks. */
    static const char *const defines[] = {"BATCHES=12"};
    static const int64_t walls[] = {36, 19, 14, 14, 14, 14, 14, 14};
    struct tuning tuning;
    find(&tuning, "tests/worked/pipeline.cu", TEXTBOOK, defines, 1);
    ck_assert_uint_eq(tuning.count, 1);
    const struct tuning_finding *f = &tuning.findings[0];
    ck_assert_int_eq(f->kind, TUNING_STREAMS);
    ck_assert_str_eq(f->name, "STREAMS");
    ck_assert_str_eq(f->file, "tests/worked/pipeline.cu");
    ck_assert_int_eq(f->line, 6);
    ck_assert_int_eq(f->value, 2);
    ck_assert_int_eq(f->wall, 19000000);
    ck_assert_int_eq(f->best, 3);
    ck_assert_int_eq(f->best_wall, 14000000);
    ck_assert_uint_eq(f->step_count, 8);
    for (size_t i = 0; i < 8; i++) {
        ck_assert_int_eq(f->steps[i].value, (int64_t)i + 1);
        ck_assert_int_eq(f->steps[i].wall, walls[i] * 1000000);
    }
}
END_TEST

START_TEST(a_value_from_the_command_line)
{
    static const char *const many[] = {"BATCHES=12", "STREAMS=12"}, *const few[] = {"STREAMS=1",
                                                                                    "BATCHES=12"};
    struct tuning tuning;
    /* as good as it gets */
    find(&tuning, "tests/worked/pipeline.cu", TEXTBOOK, many, 2);
    ck_assert_uint_eq(tuning.count, 0);
    find(&tuning, "tests/worked/pipeline.cu", TEXTBOOK, few, 2);
    ck_assert_uint_eq(tuning.count, 1);
    ck_assert_int_eq(tuning.findings[0].value, 1);
    ck_assert_int_eq(tuning.findings[0].wall, 36000000);
}
END_TEST

START_TEST(chunks)
{
    /* 2^26 bytes each way, kernels of 2^20 ns in all. With c chunks the engine in is always busy,
     * and behind it come one kernel and one copy out:
     * 2^26 + 2^20 / c + 2^26 / c: c = 4: 84148224; 8: 75628544; 16: 71368704; 1: 135266304 - 4;
     * 2: 101187584. (One kernel of 65536 blocks, 1056 at a time: 63 waves of 1048576 / 63 = 16644
     * ns, which is 4 ns less.) 16 is the last of the sweep and the quickest, so that it goes on
     * while that gains half a percent of the 84148224, up to nine values: 32: 69238784; 64:
     * 68173824; 128: 67641344; 256: 67375104, and 128 is as good as that but for 0.4 %. */
    struct tuning tuning;
    find(&tuning, "tests/pitfalls/chunk_size.cu", TEXTBOOK, NULL, 0);
    ck_assert_uint_eq(tuning.count, 1);
    const struct tuning_finding *f = &tuning.findings[0];
    ck_assert_int_eq(f->kind, TUNING_CHUNKS);
    ck_assert_str_eq(f->name, "CHUNK");
    ck_assert_int_eq(f->value, 1 << 22);
    ck_assert_int_eq(f->best, 1 << 16);
    ck_assert_uint_eq(f->step_count, 9);
    static const int64_t walls[] = {67375104, 67641344, 68173824,  69238784, 71368704,
                                    75628544, 84148224, 101187584, 135266300};
    for (size_t i = 0; i < 9; i++) {
        ck_assert_int_eq(f->steps[i].value, INT64_C(1) << (16 + i));
        ck_assert_int_eq(f->steps[i].wall, walls[i]);
    }
}
END_TEST

START_TEST(pairs_on_the_h200)
{
    static const struct {
        const char *path, *fixed, *name;
        enum tuning_kind kind;
        int64_t best;
        size_t findings;
    } pairs[] = {
        {"tests/pitfalls/stream_count.cu", "tests/pitfalls/stream_count_fixed.cu", "STREAMS",
         TUNING_STREAMS, 3, 1},
        {"tests/pitfalls/chunk_size.cu", "tests/pitfalls/chunk_size_fixed.cu", "CHUNK",
         TUNING_CHUNKS, 1 << 20, 1},
        /* 64 take 1717 us, 16 1547, as four streams of queues that wait cost copies in the more the
         * longer these are (an H200 took 1733 and 1552; 4, 8 and 32 take 1886, 1645 and 1587); six
         * streams gain 3 %. */
        {"tests/pitfalls/chunk_count.cu", "tests/pitfalls/chunk_count_fixed.cu", "CHUNKS",
         TUNING_CHUNKS, 16, 2},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct tuning tuning;
        find(&tuning, pairs[i].path, "h200", NULL, 0);
        ck_assert_uint_eq(tuning.count, pairs[i].findings);
        const struct tuning_finding *f = &tuning.findings[0];
        ck_assert_int_eq(f->kind, pairs[i].kind);
        ck_assert_str_eq(f->name, pairs[i].name);
        ck_assert_int_eq(f->best, pairs[i].best);
        /* 2 % of the wall time or more, or there is no finding */
        ck_assert_int_ge((f->wall - f->best_wall) * 1000, f->wall * TUNING_LEAST);
        find(&tuning, pairs[i].fixed, "h200", NULL, 0);
        ck_assert_uint_eq(tuning.count, 0);
    }
}
END_TEST

/* Writes a scenario of its own; the caller unlinks `path`. */
static void write_scenario(char *path, const char *text)
{
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

START_TEST(names_do_not_matter)
{
    /* A sizes the streams; STREAMS is how often all is done, CHUNKS a cost of the host, and B, with
     * which a loop does not end when it is 0, the size of the pieces. 8 pieces of 1 ms each way, in
     * A streams, twice: one stream 2 x 8 x 2 = 32, two: 17, the second stream 1 behind. */
    static const char text[] = "#include <cuda_runtime.h>\n"
                               "#include \"nullstream.cuh\"\n"
                               "#define A 1\n"
                               "const int STREAMS = 2;\n"
                               "#define CHUNKS 3\n"
                               "enum { N = 8000000 };\n"
                               "constexpr int B = 1000 * 1000;\n"
                               "int main() {\n"
                               "  cudaStream_t s[A]; char *h, *d[A];\n"
                               "  cudaMallocHost(&h, N);\n"
                               "  for (int i = 0; i < A; i++) {\n"
                               "    cudaStreamCreate(&s[i]); cudaMalloc(&d[i], N); }\n"
                               "  host_work_us(CHUNKS);\n"
                               "  for (int k = 0, n = 0; k < STREAMS; k++)\n"
                               "    for (int at = 0; at < N; at += B, n++) {\n"
                               "      cudaMemcpyAsync(d[n % A], h + at, B, "
                               "cudaMemcpyHostToDevice, s[n % A]);\n"
                               "      cudaMemcpyAsync(h + at, d[n % A], B, "
                               "cudaMemcpyDeviceToHost, s[n % A]); }\n"
                               "  cudaDeviceSynchronize();\n"
                               "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, TEXTBOOK, NULL, 0);
    unlink(path);
    ck_assert_uint_eq(tuning.count, 1);
    ck_assert_str_eq(tuning.findings[0].name, "A");
    ck_assert_int_eq(tuning.findings[0].kind, TUNING_STREAMS);
    ck_assert_int_eq(tuning.findings[0].wall, 32000000);
    ck_assert_int_eq(tuning.findings[0].best, 2);
    ck_assert_int_eq(tuning.findings[0].best_wall, 17000000);
}
END_TEST

START_TEST(no_more_streams_than_buffers)
{
    /* 12 pieces of three steps of 1 ms in two buffers: one stream 36, two 19, as in `streams`.
     * Three take 14, but pieces 0 and 2 are in streams that nothing orders then, and in one buffer.
     */
    static const char text[] =
        "#include <cuda_runtime.h>\n"
        "#define A 1\n"
        "#define N 1000000\n"
        "#pragma nullstream kernel(k) time(1ms) reads(p, N) writes(p, N)\n"
        "__global__ void k(char *p) {}\n"
        "int main() {\n"
        "  cudaStream_t s[A]; char *h, *d[2];\n"
        "  cudaMallocHost(&h, 12 * N);\n"
        "  for (int i = 0; i < A; i++) cudaStreamCreate(&s[i]);\n"
        "  for (int i = 0; i < 2; i++) cudaMalloc(&d[i], N);\n"
        "  for (int n = 0; n < 12; n++) {\n"
        "    cudaMemcpyAsync(d[n % 2], h + n * N, N, cudaMemcpyHostToDevice, s[n % A]);\n"
        "    k<<<1, 32, 0, s[n % A]>>>(d[n % 2]);\n"
        "    cudaMemcpyAsync(h + n * N, d[n % 2], N, cudaMemcpyDeviceToHost, s[n % A]); }\n"
        "  cudaDeviceSynchronize();\n"
        "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, TEXTBOOK, NULL, 0);
    ck_assert_uint_eq(tuning.count, 1);
    const struct tuning_finding *f = &tuning.findings[0];
    ck_assert_int_eq(f->wall, 36000000);
    ck_assert_int_eq(f->best, 2);
    ck_assert_int_eq(f->best_wall, 19000000);
    ck_assert_int_eq(f->steps[2].wall, 14000000);
    ck_assert(!f->steps[1].breach.found);
    ck_assert(f->steps[2].breach.found);
    ck_assert_int_eq(f->steps[2].breach.rule, HAZARD_ID_STREAM_RACE);
    ck_assert_ptr_nonnull(strstr(f->steps[2].breach.text, "line 12: h2d copy"));
    static const char *const two[] = {"A=2"};
    find(&tuning, path, TEXTBOOK, two, 1);
    ck_assert_uint_eq(tuning.count, 0);
    unlink(path);
}
END_TEST

/* A program that divides its work among A streams, whose main ends so. */
#define PARTS(n, end)                                                                              \
    "#include <cuda_runtime.h>\n#include <stdio.h>\n"                                              \
    "#define A 1\n"                                                                                \
    "#pragma nullstream kernel(k) flops(1.0 * n) reads(p, n) writes(p, n)\n"                       \
    "__global__ void k(char *p, int n) {}\n"                                                       \
    "int main() {\n"                                                                               \
    "  const int n = " n ", m = n / A;\n"                                                          \
    "  cudaStream_t s[A]; char *h, *d;\n"                                                          \
    "  cudaMallocHost(&h, n); cudaMalloc(&d, n);\n"                                                \
    "  for (int i = 0; i < A; i++) cudaStreamCreate(&s[i]);\n"                                     \
    "  for (int i = 0; i < A; i++) {\n"                                                            \
    "    cudaMemcpyAsync(d + i * m, h + i * m, m, cudaMemcpyHostToDevice, s[i]);\n"                \
    "    k<<<1, 32, 0, s[i]>>>(d + i * m, m);\n"                                                   \
    "    cudaMemcpyAsync(h + i * m, d + i * m, m, cudaMemcpyDeviceToHost, s[i]); }\n"              \
    "  cudaDeviceSynchronize();\n" end "}\n"

START_TEST(a_tail_is_not_left_out)
{
    /* n is 2 * 3 * 1666667: 2, 3 and 6 parts are all of it, with 4, 5, 7 and 8 some bytes are
     * neither copied nor computed. That other parts compute the same is not known. */
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, PARTS("10000002", "printf(\"%d\\n\", h[n - 1]);\n"));
    find(&tuning, path, TEXTBOOK, NULL, 0);
    ck_assert_uint_eq(tuning.count, 1);
    const struct tuning_finding *f = &tuning.findings[0];
    ck_assert_int_eq(f->best, 6);
    ck_assert(!f->steps[5].proven);
    for (int i = 0; i < 8; i++)
        ck_assert_int_eq(f->steps[i].wall != TIMELINE_UNKNOWN, 10000002 % (i + 1) == 0);
    unlink(path);
}
END_TEST

START_TEST(what_is_read_stays)
{
    /* The host sums up a number of each part: how many there are is what the program says. */
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, PARTS("840000", "int sum = 0;\n"
                                         "for (int i = 0; i < A; i++) sum += h[i * m];\n"
                                         "printf(\"%d\\n\", sum);\n"));
    find(&tuning, path, TEXTBOOK, NULL, 0);
    ck_assert_uint_eq(tuning.count, 0);
    unlink(path);
    char other[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    write_scenario(other, PARTS("840000", "printf(\"%d\\n\", h[0]);\n"));
    find(&tuning, other, TEXTBOOK, NULL, 0);
    ck_assert_uint_eq(tuning.count, 1);
    unlink(other);
}
END_TEST

START_TEST(wherever_the_constant_is)
{
    /* The program of what_is_read_stays, its A in a namespace and a member of a struct: -D knows
     * both by their own names, and another one beside them as well, which would change too. */
    static const char *const where[] = {
        "namespace v { constexpr int A = 1; } using v::A;\n",
        "struct v { static constexpr int A = 1; static void run(); };\n"
        "int main() { v::run(); }\n",
        "namespace v { constexpr int A = 1; } namespace w { constexpr int A = 1; } using v::A;\n",
        "namespace v { constexpr int A = 1; } using v::A;\n"
        "int other() { const int A = 7; return A; }\n",
    };
    for (size_t i = 0; i < 4; i++) {
        char text[2048];
        const char *whole = PARTS("840000", "printf(\"%d\\n\", h[0]);\n");
        const char *define = strstr(whole, "#define A 1\n"), *rest = strchr(define, '\n') + 1;
        const char *main = strstr(rest, "int main()"), *body = strchr(main, '{');
        snprintf(text, sizeof text, "%.*s%s%.*s%s%s", (int)(define - whole), whole, where[i],
                 (int)(main - rest), rest, i == 1 ? "void v::run()" : "int main()", body);
        char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
        struct tuning tuning;
        write_scenario(path, text);
        find(&tuning, path, TEXTBOOK, NULL, 0);
        ck_assert_uint_eq(tuning.count, i < 2 ? 1 : 0);
        if (i < 2) {
            ck_assert_str_eq(tuning.findings[0].name, "A");
            ck_assert_int_eq(tuning.findings[0].line, 3);
        }
        unlink(path);
    }
}
END_TEST

START_TEST(set_up_is_told_apart)
{
    /* The pieces of `streams`, and each stream has a buffer that is allocated behind a copy,
     * so in the timed part, which takes 1 ms. Two streams: 2 + 19 = 21; three: 3 + 14 = 17, of
     * which the work is 14. With six it is 6 + 14 = 20: three would take 3 less, but none of it for
     * the work. */
    static const char text[] =
        "#include <cuda_runtime.h>\n"
        "#define A 2\n"
        "#define N 1000000\n"
        "#pragma nullstream kernel(k) time(1ms) reads(p, N) writes(p, N)\n"
        "__global__ void k(char *p) {}\n"
        "int main() {\n"
        "  cudaStream_t s[A]; char *d[A];\n"
        "  char *h, *first; cudaMallocHost(&h, 12 * N); cudaMalloc(&first, 4 * N);\n"
        "  for (int i = 0; i < A; i++) cudaStreamCreate(&s[i]);\n"
        "  cudaMemcpyAsync(first, h, 1, cudaMemcpyHostToDevice, s[0]);\n"
        "  for (int i = 0; i < A; i++) cudaMalloc(&d[i], 4 * N);\n"
        "  for (int n = 0; n < 12; n++) {\n"
        "    cudaMemcpyAsync(d[n % A], h + n * N, N, cudaMemcpyHostToDevice, s[n % A]);\n"
        "    k<<<1, 32, 0, s[n % A]>>>(d[n % A]);\n"
        "    cudaMemcpyAsync(h + n * N, d[n % A], N, cudaMemcpyDeviceToHost, s[n % A]); }\n"
        "  cudaDeviceSynchronize();\n"
        "}\n";
    static const char *const slow = "host.malloc=1:1ms 2:1ms", *const six = "A=6";
    struct predict_options options = {.gpu = TEXTBOOK, .sets = &slow, .set_count = 1};
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find_with(&tuning, path, options);
    ck_assert_uint_eq(tuning.count, 1);
    const struct tuning_finding *f = &tuning.findings[0];
    ck_assert_int_eq(f->wall, 21000000);
    ck_assert_int_eq(f->work, 19000000);
    ck_assert_int_eq(f->best, 3);
    ck_assert_int_eq(f->best_wall, 17000000);
    ck_assert_int_eq(f->best_work, 14000000);
    ck_assert_uint_eq(f->memory, 24000000);
    ck_assert_uint_eq(f->best_memory, 28000000);
    options.defines = &six;
    options.define_count = 1;
    find_with(&tuning, path, options);
    ck_assert_uint_eq(tuning.count, 0);
    unlink(path);
}
END_TEST

/* A buffer of 4 MB for each stream, freed and made anew: so much is alive at once, not twice that.
 */
START_TEST(memory_is_what_is_alive)
{
    static const char text[] =
        "#include <cuda_runtime.h>\n"
        "#define A 2\n"
        "#define N 1000000\n"
        "#pragma nullstream kernel(k) time(1ms) reads(p, N) writes(p, N)\n"
        "__global__ void k(char *p) {}\n"
        "int main() {\n"
        "  cudaStream_t s[A]; char *d[A];\n"
        "  char *h; cudaMallocHost(&h, 12 * N);\n"
        "  for (int i = 0; i < A; i++) { cudaStreamCreate(&s[i]); cudaMalloc(&d[i], 4 * N); }\n"
        "  for (int i = 0; i < A; i++) { cudaFree(d[i]); cudaMalloc(&d[i], 4 * N); }\n"
        "  for (int n = 0; n < 12; n++) {\n"
        "    cudaMemcpyAsync(d[n % A], h + n * N, N, cudaMemcpyHostToDevice, s[n % A]);\n"
        "    k<<<1, 32, 0, s[n % A]>>>(d[n % A]);\n"
        "    cudaMemcpyAsync(h + n * N, d[n % A], N, cudaMemcpyDeviceToHost, s[n % A]); }\n"
        "  cudaDeviceSynchronize();\n"
        "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, TEXTBOOK, NULL, 0);
    unlink(path);
    ck_assert_uint_eq(tuning.count, 1);
    ck_assert_uint_eq(tuning.findings[0].memory, 20000000);
    ck_assert_uint_eq(tuning.findings[0].best_memory,
                      12000000 + 4000000 * (uint64_t)tuning.findings[0].best);
}
END_TEST

START_TEST(silent_where_the_work_would_change)
{
    /* As many kernels as streams: another number of them is another program. */
    static const char text[] = "#include <cuda_runtime.h>\n"
                               "#pragma nullstream kernel(k) time(1ms)\n"
                               "__global__ void k() {}\n"
                               "#define STREAMS 4\n"
                               "int main() {\n"
                               "  cudaStream_t s[STREAMS];\n"
                               "  for (int i = 0; i < STREAMS; i++) {\n"
                               "    cudaStreamCreate(&s[i]); k<<<264, 1024, 0, s[i]>>>(); }\n"
                               "  cudaDeviceSynchronize();\n"
                               "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, TEXTBOOK, NULL, 0);
    unlink(path);
    ck_assert_uint_eq(tuning.count, 0);
}
END_TEST

START_TEST(silent_where_only_how_often_changes)
{
    /* EVERY says how often the flag is copied, VANISHES likewise, up to not at all: neither is a
     * size. Each copy of 4 bytes that the host waits for takes it out of the stream's way. */
    static const char text[] = "#include <cuda_runtime.h>\n"
                               "#pragma nullstream kernel(k) time(20us)\n"
                               "__global__ void k() {}\n"
                               "#define EVERY 2\n"
                               "#define VANISHES 40\n"
                               "int main() {\n"
                               "  char *d, *h;\n"
                               "  cudaMalloc(&d, 1 << 20); cudaMallocHost(&h, 1 << 20);\n"
                               "  cudaMemcpy(h, d, 1 << 20, cudaMemcpyDeviceToHost);\n"
                               "  for (int i = 1; i <= 64; i++) {\n"
                               "    k<<<1, 32>>>();\n"
                               "    if (i % EVERY == 0)\n"
                               "      cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);\n"
                               "    if (i % VANISHES == 0)\n"
                               "      cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);\n"
                               "  }\n"
                               "  cudaDeviceSynchronize();\n"
                               "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, "h200", NULL, 0);
    unlink(path);
    ck_assert_uint_eq(tuning.count, 0);
}
END_TEST

START_TEST(silent_where_kernels_compute_in_other_sizes)
{
    /* BINS says into how many parts a kernel sorts, each of which is copied by itself: the copies
     * are other ones, and so is what is in them. */
    static const char text[] =
        "#include <cuda_runtime.h>\n"
        "#define BINS 64\n"
        "#pragma nullstream kernel(sort) time(20us) reads(x, 1 << 20) writes(y, 1 << 20) "
        "writes(bins, BINS * 4)\n"
        "__global__ void sort(const char *x, char *y, int *bins) {}\n"
        "int main() {\n"
        "  char *x, *y, *h; int *bins;\n"
        "  cudaMalloc(&x, 1 << 20); cudaMalloc(&y, 1 << 20); cudaMalloc(&bins, 1 << 20);\n"
        "  cudaMallocHost(&h, 1 << 20);\n"
        "  sort<<<1, 32>>>(x, y, bins);\n"
        "  for (int i = 0; i < BINS; i++)\n"
        "    cudaMemcpyAsync(h + i * ((1 << 20) / BINS), y + i * ((1 << 20) / BINS),\n"
        "                    (1 << 20) / BINS, cudaMemcpyDeviceToHost);\n"
        "  cudaDeviceSynchronize();\n"
        "}\n";
    char path[] = "/tmp/nullstream-tuning-XXXXXX.cu";
    struct tuning tuning;
    write_scenario(path, text);
    find(&tuning, path, "h200", NULL, 0);
    unlink(path);
    ck_assert_uint_eq(tuning.count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tuning");
    TCase *tests = tcase_create("tuning");
    tcase_add_test(tests, streams);
    tcase_add_test(tests, a_value_from_the_command_line);
    tcase_add_test(tests, chunks);
    tcase_add_test(tests, pairs_on_the_h200);
    tcase_add_test(tests, names_do_not_matter);
    tcase_add_test(tests, no_more_streams_than_buffers);
    tcase_add_test(tests, a_tail_is_not_left_out);
    tcase_add_test(tests, what_is_read_stays);
    tcase_add_test(tests, wherever_the_constant_is);
    tcase_add_test(tests, set_up_is_told_apart);
    tcase_add_test(tests, memory_is_what_is_alive);
    tcase_add_test(tests, silent_where_the_work_would_change);
    tcase_add_test(tests, silent_where_kernels_compute_in_other_sizes);
    tcase_add_test(tests, silent_where_only_how_often_changes);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
