/* The built-in headers: each exists, every call and error is declared, old names have a successor.
 */
#include "sim/script/builtin_headers.h"

#include "sim/model/calls.h"
#include "sim/model/cuda_errors.h"
#include "tests/parse_text.h"

#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct builtin_headers headers;

static void setup(void)
{
    builtin_headers_init(&headers);
}

static void teardown(void)
{
    builtin_headers_release(&headers);
}

START_TEST(every_name_has_a_text)
{
    static const char *const names[] = {
        "cuda_runtime.h",     "stdio.h",       "cstdio",         "sys/time.h", "pthread.h",
        "nvtx3/nvToolsExt.h", "helper_cuda.h", "helper_timer.h", "vector",     "nullstream.cuh",
        "nullstream/prelude", "math.h",        "sys/mman.h",     "chrono"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = builtin_header(&headers, names[i]);
        ck_assert_msg(text != NULL && strlen(text) > 10, "%s", names[i]);
    }
    ck_assert_ptr_null(builtin_header(&headers, "mpi.h"));
    ck_assert_ptr_null(builtin_header(&headers, ""));
}
END_TEST

/* An alias must end at a text: follow its #include. */
START_TEST(aliases_lead_somewhere)
{
    const char *text = builtin_header(&headers, "cstring");
    ck_assert_str_eq(text, "#include <string.h>\n");
    ck_assert_ptr_nonnull(strstr(builtin_header(&headers, "string.h"), "memcpy("));
}
END_TEST

/* Any two of them, whichever comes first. */
START_TEST(all_can_be_included_together)
{
    size_t count = 0;
    while (builtin_header_name(count))
        count++;
    ck_assert_uint_gt(count, 100);
    for (int backwards = 0; backwards < 2; backwards++) {
        struct strbuf text;
        strbuf_init(&text);
        for (size_t i = 0; i < count; i++)
            strbuf_addf(&text, "#include <%s>\n",
                        builtin_header_name(backwards ? count - 1 - i : i));
        strbuf_adds(&text, "int main() { return 0; }\n");
        struct err err;
        err_init(&err);
        int status = parse_text(text.text, NULL, &err);
        ck_assert_msg(status == 0, "%s:%d: %s", err.file, err.line, err.message);
        strbuf_release(&text);
    }
}
END_TEST

START_TEST(every_call_is_declared)
{
    const char *text = builtin_header(&headers, "cuda_runtime.h");
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        const struct call_info *info = call_info((enum call)i);
        struct strbuf line;
        strbuf_init(&line);
        strbuf_addf(&line, "cudaError_t %s(%s);", info->name, info->parameters);
        bool there = strstr(text, line.text) != NULL;
        ck_assert_msg(there == (info->group != CALL_GROUP_HOST), "%s", line.text);
        strbuf_release(&line);
    }
    ck_assert_ptr_nonnull(strstr(text, "    cudaErrorNotReady = 600,\n"));
    ck_assert_ptr_nonnull(strstr(text, "cudaDevAttrGpuOverlap = 15,"));
}
END_TEST

/* Functions, types, variables, structs, macros; not parameters, nor what stands in a macro. */
START_TEST(who_declares_a_name)
{
    static const struct {
        const char *name, *header;
    } rows[] = {
        {"printf", "<stdio.h>"},
        {"stderr", "<stdio.h>"},
        {"uint64_t", "<stdint.h>"},
        {"INT_MAX", "<limits.h>"},
        {"assert", "<assert.h>"},
        {"isdigit", "<ctype.h>"},
        {"getopt", "<unistd.h>"},
        {"optarg", "<unistd.h>"},
        {"mmap", "<sys/mman.h>"},
        {"pthread_mutex_t", "<pthread.h>"},
        {"half", "<cuda_fp16.h>"},
        {"nvtxRangePush", "<nvtx3/nvToolsExt.h>"},
        {"timespec", "<time.h>"},
        {"checkCudaErrors", "<helper_cuda.h>"},
        {"putc", "<stdio.h>"},
        {"setvbuf", "<stdio.h>"},
        {"FLT_MAX", "<float.h>"},
        {"pthread_mutex_trylock", "<pthread.h>"},
        {"strtok", "<string.h>"},
        {"bsearch", "<stdlib.h>"},
        {"spin_us", "\"nullstream.cuh\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *header = builtin_declaring_header(&headers, rows[i].name);
        ck_assert_msg(header != NULL && strcmp(header, rows[i].header) == 0, "%s: %s", rows[i].name,
                      header ? header : "none");
    }
    static const char *const none[] = {"format", "root", "f",      "name", "define",
                                       "prinft", "std",  "stream", ""};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        ck_assert_ptr_null(builtin_declaring_header(&headers, none[i]));
}
END_TEST

START_TEST(what_cuda_13_removed)
{
    ck_assert_str_eq(builtin_removed_name(NULL, "cudaThreadSynchronize"),
                     "use cudaDeviceSynchronize");
    ck_assert_ptr_nonnull(strstr(builtin_removed_name(NULL, "clockRate"), "cudaDevAttrClockRate"));
    ck_assert_ptr_null(builtin_removed_name(NULL, "cudaDeviceSynchronize"));
    /* nothing that the header still declares */
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        ck_assert_ptr_null(builtin_removed_name(NULL, call_info((enum call)i)->name));
}
END_TEST

START_TEST(clang_header_has_syntax_support)
{
    struct strbuf text;
    strbuf_init(&text);
    builtin_headers_write_clang(&text);
    ck_assert_ptr_nonnull(strstr(text.text, "__cudaPushCallConfiguration"));
    ck_assert_ptr_nonnull(strstr(text.text, "#define __global__"));
    ck_assert_ptr_nonnull(strstr(text.text, "cudaError_t cudaStreamCreate(cudaStream_t *pStream)"));
    strbuf_release(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("headers");
    TCase *tc = tcase_create("headers");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, every_name_has_a_text);
    tcase_add_test(tc, aliases_lead_somewhere);
    tcase_add_test(tc, all_can_be_included_together);
    tcase_add_test(tc, every_call_is_declared);
    tcase_add_test(tc, who_declares_a_name);
    tcase_add_test(tc, what_cuda_13_removed);
    tcase_add_test(tc, clang_header_has_syntax_support);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
