/* Variants: each predicts what the command line would with the same flags, or what a program would
 * that is written so; whatever is switched and undone ends where it began. */
#include "sim/study/variant.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "#include \"nullstream.cuh\"\n#include <stdlib.h>\n"

static char path[64];

static void put(const char *text)
{
    strcpy(path, "/tmp/nullstream-variant-XXXXXX.cu");
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
}

static int64_t wall_of(const struct predict_options *options)
{
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    int rc = predict_file(&prediction, path, options, &err);
    ck_assert_msg(rc == 0, "%s:%d: %s", err.file, err.line, err.message);
    int64_t wall = prediction.timeline.wall;
    prediction_release(&prediction);
    return wall;
}

static int64_t wall_of_text(const char *text)
{
    put(text);
    int64_t wall = wall_of(&(struct predict_options){.gpu = "h200"});
    unlink(path);
    return wall;
}

static int64_t variant_wall(struct variant *variant, enum variant_outcome outcome)
{
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    ck_assert_int_eq(variant_predict(variant, &prediction, &err), outcome);
    int64_t wall = prediction.timeline.wall;
    prediction_release(&prediction);
    variant_release(variant);
    return wall;
}

/* Work in two streams and the default one; a constant; the number of connections matters. */
static const char scenario[] =
    HEAD "#define N 3\n"
         "#pragma nullstream kernel(k) time(100us)\n"
         "__global__ void k(int *p) { p[threadIdx.x] += 1; }\n"
         "int main() {\n"
         "  cudaStream_t s[2]; int *p[2], *h;\n"
         "  cudaMallocHost(&h, 1 << 20);\n"
         "  for (int i = 0; i < 2; i++) { cudaStreamCreate(&s[i]); cudaMalloc(&p[i], 1 << 20); }\n"
         "  for (int i = 0; i < N; i++) {\n"
         "    for (int t = 0; t < 2; t++) {\n"
         "      cudaMemcpyAsync(p[t], h, 1 << 20, cudaMemcpyHostToDevice, s[t]);\n"
         "      k<<<1, 32, 0, s[t]>>>(p[t]);\n"
         "      k<<<1, 32, 0, s[t]>>>(p[t]);\n"
         "    }\n"
         "    k<<<1, 32>>>(p[0]);\n"
         "  }\n"
         "  cudaDeviceSynchronize();\n"
         "}\n";

/* What the command line says is what a variant says. */
START_TEST(flags)
{
    static const char *const defines[] = {"N=5"}, *const costs[] = {"k=250us"};
    const struct predict_options plain = {.gpu = "h200"};
    struct variant variant;
    put(scenario);
    int64_t as_it_is = wall_of(&plain), wall;

    variant_init(&variant, path, NULL, &plain);
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), as_it_is);

    variant_init(&variant, path, NULL, &plain);
    variant_define(&variant, "N", 5);
    wall = wall_of(&(struct predict_options){.gpu = "h200", .defines = defines, .define_count = 1});
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    ck_assert_int_gt(wall, as_it_is);

    variant_init(&variant, path, NULL, &plain);
    variant.options.gpu = "t4";
    wall = wall_of(&(struct predict_options){.gpu = "t4"});
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    ck_assert_int_ne(wall, as_it_is);

    variant_init(&variant, path, NULL, &plain);
    variant_cost(&variant, "k", "250us");
    wall = wall_of(&(struct predict_options){.gpu = "h200", .costs = costs, .cost_count = 1});
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    ck_assert_int_gt(wall, as_it_is);

    variant_init(&variant, path, NULL, &plain);
    variant.options.runtime.compute_connections = 1;
    wall = wall_of(&(struct predict_options){.gpu = "h200", .runtime = {.compute_connections = 1}});
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);

    variant_init(&variant, path, NULL, &plain);
    variant.options.runtime.per_thread_default = true;
    wall =
        wall_of(&(struct predict_options){.gpu = "h200", .runtime = {.per_thread_default = true}});
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    ck_assert_int_lt(wall, as_it_is);
    unlink(path);
}
END_TEST

/* -D of the command line gives way to the variant's, whatever its order. */
START_TEST(a_define_replaces_one_of_its_name)
{
    static const char *const given[] = {"N=2", "NN=7"}, *const wanted[] = {"NN=7", "N=4"};
    struct predict_options base = {.gpu = "h200", .defines = given, .define_count = 2};
    struct variant variant;
    put(HEAD
        "#define NN 1\n#define N 1\n"
        "__global__ void k() { spin_us(10.0 * NN); }\n"
        "int main() { for (int i = 0; i < N; i++) k<<<1, 32>>>(); cudaDeviceSynchronize(); }\n");
    variant_init(&variant, path, NULL, &base);
    variant_define(&variant, "N", 3);
    variant_define(&variant, "N", 4);
    base.defines = wanted;
    int64_t wall = wall_of(&base);
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    unlink(path);
}
END_TEST

/* The text with each %s in it replaced. */
static const char *with(char *text, size_t size, const char *format, const char *what)
{
    const char *at = strstr(format, "%s");
    ck_assert_ptr_nonnull(at);
    snprintf(text, size, "%.*s%s%s", (int)(at - format), format, what, at + 2);
    return text;
}

static const char copies[] =
    HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
         "int main() {\n"
         "  int *p, *h; cudaStream_t s;\n"
         "  cudaMalloc(&p, 8 << 20); cudaStreamCreate(&s);\n"
         "  %s\n"
         "  cudaMemcpyAsync(p, h, 8 << 20, cudaMemcpyHostToDevice, s);\n"
         "  k<<<1, 256, 0, s>>>(p);\n"
         "  cudaMemcpyAsync(h, p, 8 << 20, cudaMemcpyDeviceToHost, s);\n"
         "  cudaDeviceSynchronize();\n"
         "}\n";

static int64_t edited_wall(enum edit_kind kind, enum variant_outcome outcome)
{
    const struct predict_options plain = {.gpu = "h200"};
    struct variant variant;
    variant_init(&variant, path, NULL, &plain);
    variant_edit(&variant, kind);
    return variant_wall(&variant, outcome);
}

/* What an edit says is what a program says that is written so. */
START_TEST(edits)
{
    char pinned[1024], pageable[1024];
    with(pinned, sizeof pinned, copies, "cudaMallocHost(&h, 8 << 20);");
    with(pageable, sizeof pageable, copies, "h = (int *)malloc(8 << 20);");
    int64_t pinned_wall = wall_of_text(pinned), pageable_wall = wall_of_text(pageable);
    ck_assert_int_lt(pinned_wall, pageable_wall);
    put(pinned);
    ck_assert_int_eq(edited_wall(EDIT_PAGEABLE, VARIANT_CAME_OUT), pageable_wall);
    ck_assert_int_eq(edited_wall(EDIT_PINNED, VARIANT_SKIPPED), pinned_wall);
    unlink(path);
    put(pageable);
    ck_assert_int_eq(edited_wall(EDIT_PINNED, VARIANT_CAME_OUT), pinned_wall);
    ck_assert_int_eq(edited_wall(EDIT_PAGEABLE, VARIANT_SKIPPED), pageable_wall);
    unlink(path);
}
END_TEST

/* A buffer that a kernel reaches into stays pinned; the other is made pageable. */
START_TEST(what_kernels_use_stays_pinned)
{
    put(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
             "int main() {\n"
             "  int *p, *a, *b;\n"
             "  cudaMalloc(&p, 4096); cudaMallocHost(&a, 4096); cudaMallocHost(&b, 4096);\n"
             "  cudaMemcpyAsync(p, a, 4096, cudaMemcpyHostToDevice);\n"
             "  cudaMemcpyAsync(p, b, 4096, cudaMemcpyHostToDevice);\n"
             "  k<<<1, 256>>>(a);\n"
             "  cudaDeviceSynchronize();\n"
             "}\n");
    const struct predict_options plain = {.gpu = "h200"};
    struct variant variant;
    struct prediction prediction;
    struct err err;
    err_init(&err);
    prediction_init(&prediction);
    variant_init(&variant, path, NULL, &plain);
    variant_edit(&variant, EDIT_PAGEABLE);
    ck_assert_int_eq(variant_predict(&variant, &prediction, &err), VARIANT_CAME_OUT);
    int pinned = 0, pageable = 0, allocated = 0;
    for (size_t i = 1; i < prediction.program.copies.count; i++) {
        pinned += prediction.program.copies.rows[i].host_memory == MEMORY_PINNED;
        pageable += prediction.program.copies.rows[i].host_memory == MEMORY_PAGEABLE;
    }
    for (size_t i = 0; i < prediction.program.records.count; i++)
        allocated += prediction.program.records.rows[i].call == CALL_cudaMallocHost;
    ck_assert_int_eq(pinned, 1);
    ck_assert_int_eq(pageable, 1);
    ck_assert_int_eq(allocated, 1);
    variant_release(&variant);
    prediction_release(&prediction);
    unlink(path);
}
END_TEST

/* Flags first, then the edit of what they give. */
START_TEST(flags_and_edits_together)
{
    char pinned[1024], pageable[1024];
    const struct predict_options plain = {.gpu = "h200"};
    struct variant variant;
    with(pinned, sizeof pinned, copies, "cudaMallocHost(&h, 8 << 20);");
    with(pageable, sizeof pageable, copies, "h = (int *)malloc(8 << 20);");
    put(pinned);
    int64_t wall = wall_of(&(struct predict_options){.gpu = "t4"});
    unlink(path);
    put(pageable);
    variant_init(&variant, path, NULL, &plain);
    variant.options.gpu = "t4";
    variant_edit(&variant, EDIT_PINNED);
    ck_assert_int_eq(variant_wall(&variant, VARIANT_CAME_OUT), wall);
    unlink(path);
}
END_TEST

START_TEST(of_a_program_that_branches_on_time_edits_say_nothing)
{
    put(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
             "int main() {\n"
             "  int *p, *h = (int *)malloc(4096); float ms; cudaEvent_t a, b;\n"
             "  cudaEventCreate(&a); cudaEventCreate(&b); cudaMalloc(&p, 4096);\n"
             "  cudaEventRecord(a);\n"
             "  cudaMemcpyAsync(p, h, 4096, cudaMemcpyHostToDevice);\n"
             "  cudaEventRecord(b); cudaEventSynchronize(b);\n"
             "  cudaEventElapsedTime(&ms, a, b);\n"
             "  if (ms > 0.001) k<<<1, 256>>>(p);\n"
             "  cudaDeviceSynchronize();\n"
             "}\n");
    int64_t wall = wall_of(&(struct predict_options){.gpu = "h200"});
    /* the prediction is that of the options alone */
    ck_assert_int_eq(edited_wall(EDIT_PINNED, VARIANT_UNKNOWN), wall);
    unlink(path);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("variant");
    TCase *tests = tcase_create("variant");
    tcase_add_test(tests, flags);
    tcase_add_test(tests, a_define_replaces_one_of_its_name);
    tcase_add_test(tests, edits);
    tcase_add_test(tests, what_kernels_use_stays_pinned);
    tcase_add_test(tests, flags_and_edits_together);
    tcase_add_test(tests, of_a_program_that_branches_on_time_edits_say_nothing);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
