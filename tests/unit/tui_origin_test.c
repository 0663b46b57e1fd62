/* What a measurement notes of the program that was run. */
#include "tui/cmd/measure.h"
#include "tui/cmd/operand.h"

#include <check.h>
#include <stdlib.h>
#include <unistd.h>

#define HEAD "#include <cuda_runtime.h>\n#include <cstring>\nint main(int, char **) {\n"
#define TAIL "cudaFree(0); return 0; }\n"

/* The options noted of `text`, measured with `words`, one after the other. */
static void note(const char *text, int count, char **words, struct strbuf *options)
{
    char path[] = "/tmp/origin-test-XXXXXX.cu";
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    struct err err;
    err_init(&err);
    struct arguments args;
    struct operand operand = {0};
    struct timeline measured;
    timeline_init(&measured);
    ck_assert_msg(arguments_parse(&args, count, words, GROUP_PREDICT, &err) == 0, "%s",
                  err.message);
    ck_assert_msg(operand_load(&operand, path, &args, &err) == 0, "%s", err.message);
    ck_assert_msg(measure_note_origin(&operand, &measured, &args, &err) == 0, "%s", err.message);
    strbuf_clear(options);
    for (size_t i = 0; i < measured.options.count; i++)
        strbuf_addf(options, "%s%s", i ? " " : "",
                    timeline_name(&measured, measured.options.rows[i].text));
    timeline_release(&measured);
    operand_release(&operand);
    arguments_release(&args);
    unlink(path);
}

#define READS  "host.read_per_mib=2MiB:8us 3MiB:41us 40MiB:41us 64MiB:80us 128MiB:80us"
#define WRITES "host.write_per_mib=2MiB:23us 3MiB:41us 40MiB:41us 64MiB:96us 128MiB:96us"

START_TEST(notes_what_host_copies_take_that_are_run)
{
    char *h200[] = {"--gpu", "h200", "--", "7"};
    char *slow[] = {"--gpu", "h200", "--set", "host.write_per_mib=1MiB:99us", "--", "7"};
    struct strbuf options;
    strbuf_init(&options);
    note(HEAD TAIL, 4, h200, &options);
    ck_assert_str_eq(options.text, "--gpu h200 -- 7");
    note(HEAD "static char a[4096]; memset(a, 1, sizeof a);" TAIL, 4, h200, &options);
    ck_assert_str_eq(options.text, "--gpu h200 --set " READS " --set " WRITES " -- 7");
    note(HEAD "static char a[4096]; memset(a, 1, sizeof a);" TAIL, 6, slow, &options);
    ck_assert_str_eq(options.text,
                     "--gpu h200 --set host.write_per_mib=1MiB:99us --set " READS " -- 7");
    strbuf_release(&options);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("origin");
    TCase *tests = tcase_create("origin");
    tcase_add_test(tests, notes_what_host_copies_take_that_are_run);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
