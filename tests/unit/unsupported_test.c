/* The front end on programs that nvcc takes and we do not: the message names what is not supported,
 * and the hint what to write instead. And on what looks like it and is supported. */
#include "sim/script/builtin_headers.h"
#include "sim/script/parse.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define MAIN "int main() { return 0; }"

static const struct {
    const char *source;
    int line, column;
    const char *message, *hint;
} rows[] = {
    /* headers */
    {"int main() { nvtxRangePushA(\"a\"); return 0; }", 1, 14, "'nvtxRangePushA' is not declared",
     "add #include <nvtx3/nvToolsExt.h>"},
};

static const char *const accepted[] = {
    "#include <nvToolsExt.h>\nint main() { nvtxRangePushA(\"a\"); nvtxRangePop(); return 0; }",
    "#include <cstdint>\n"
    "static_assert(sizeof(INT64_C(3)) == 8 && sizeof(INT32_C(3)) == 4, \"\");\n"
    "static_assert(UINT64_C(3) - 4 > 0 && UINT32_C(3) - 4 > 0 && INTMAX_C(3) - 4 < 0, \"\");\n" MAIN,
};

static int parse(const char *source, struct err *err)
{
    struct builtin_headers headers;
    struct arena arena;
    struct translation_unit *tu;
    struct script_options options = {
        .builtin_header = builtin_header,
        .removed_name = builtin_removed_name,
        .conversion_hint = builtin_conversion_hint,
        .declaring_header = builtin_declaring_header,
        .context = &headers,
    };
    builtin_headers_init(&headers);
    arena_init(&arena);
    err_init(err);
    int rc = script_parse_text("t.cu", source, strlen(source), &options, &tu, &arena, err);
    if (rc == 0)
        translation_unit_release(tu);
    builtin_headers_release(&headers);
    arena_release(&arena);
    return rc;
}

START_TEST(refused)
{
    struct err err;
    ck_assert_msg(parse(rows[_i].source, &err) == -1, "accepted: %s", rows[_i].source);
    ck_assert_msg(strcmp(err.message, rows[_i].message) == 0, "%s\n says %s\n instead of %s",
                  rows[_i].source, err.message, rows[_i].message);
    ck_assert_msg(strcmp(err.hint, rows[_i].hint) == 0, "%s\n hints %s\n instead of %s",
                  rows[_i].source, err.hint, rows[_i].hint);
    ck_assert_msg(err.line == rows[_i].line && err.column == rows[_i].column,
                  "%s\n at %d:%d instead of %d:%d", rows[_i].source, err.line, err.column,
                  rows[_i].line, rows[_i].column);
    ck_assert_int_eq(err.status, ERR_INPUT);
}
END_TEST

START_TEST(taken)
{
    struct err err;
    ck_assert_msg(parse(accepted[_i], &err) == 0, "%s\n says %d:%d %s", accepted[_i], err.line,
                  err.column, err.message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("unsupported");
    TCase *tc = tcase_create("unsupported");
    tcase_add_loop_test(tc, refused, 0, sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(tc, taken, 0, sizeof accepted / sizeof accepted[0]);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
