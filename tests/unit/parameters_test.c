/* The numbers that a source offers to -D: those of its own, not those that follow from others. */
#include "sim/study/parameters.h"

#include "sim/study/predict.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char scenario[] =
    "#define N 3\n"
    "#define TWICE (2 * N)\n"
    "namespace config { const int streams = 4; }\n"
    "enum { FIRST, SECOND, WIDTH = 1 << 10, NEXT, AREA = WIDTH * WIDTH };\n"
    "enum class Mode { fast = 7, slow };\n"
    "int main() {\n"
    "    const int count = TWICE, bytes = count * sizeof(float);\n"
    "    const size_t slab = static_cast<size_t>(64) << 10, all = config::streams * slab;\n"
    "    return (int)(bytes + all + FIRST + SECOND + NEXT + AREA) + (int)Mode::slow;\n"
    "}\n";

START_TEST(only_numbers_of_their_own)
{
    static const struct {
        const char *name;
        int64_t value;
        int line;
    } wanted[] = {{"N", 3, 1},        {"streams", 4, 3},  {"count", 6, 7},
                  {"slab", 65536, 8}, {"WIDTH", 1024, 4}, {"fast", 7, 5}};
    char path[] = "/tmp/parameters-XXXXXX.cu";
    int descriptor = mkstemps(path, 3);
    ck_assert_int_ge(descriptor, 0);
    FILE *file = fdopen(descriptor, "w");
    ck_assert_ptr_nonnull(file);
    fputs(scenario, file);
    fclose(file);
    struct parameters parameters;
    struct predict_options options = {.gpu = "h200"};
    struct err err;
    err_init(&err);
    int status = parameters_find(&parameters, path, &options, &err);
    unlink(path);
    ck_assert_msg(status == 0, "%s", err.message);
    ck_assert_uint_eq(parameters.count, sizeof wanted / sizeof wanted[0]);
    for (size_t i = 0; i < parameters.count; i++) {
        ck_assert_str_eq(parameters.rows[i].name, wanted[i].name);
        ck_assert_int_eq(parameters.rows[i].value, wanted[i].value);
        ck_assert_int_eq(parameters.rows[i].line, wanted[i].line);
    }
    parameters_release(&parameters);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("parameters");
    TCase *tc = tcase_create("parameters");
    tcase_add_test(tc, only_numbers_of_their_own);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
