/* sim/base: suggestions and built-in files. */
#include "sim/base/builtin.h"
#include "sim/base/strbuf.h"
#include "sim/base/suggest.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(distance_counts_edits)
{
    ck_assert_int_eq(suggest_distance("", ""), 0);
    ck_assert_int_eq(suggest_distance("predict", "predict"), 0);
    ck_assert_int_eq(suggest_distance("pedict", "predict"), 1);
    ck_assert_int_eq(suggest_distance("perdict", "predict"), 1); /* one swap */
    ck_assert_int_eq(suggest_distance("kitten", "sitting"), 3);
    ck_assert_int_eq(suggest_distance("", "abc"), 3);
}
END_TEST

START_TEST(the_nearest_wins_if_near)
{
    struct suggest s;
    suggest_init(&s, "cudaEventSyncronize");
    suggest_offer(&s, "cudaEventCreate");
    suggest_offer(&s, "cudaEventSynchronize");
    suggest_offer(&s, "cudaStreamSynchronize");
    ck_assert_str_eq(s.best, "cudaEventSynchronize");
    suggest_init(&s, "x");
    suggest_offer(&s, "predict");
    suggest_offer(&s, "y"); /* as near as any other letter */
    ck_assert_ptr_null(s.best);
}
END_TEST

START_TEST(long_names_are_never_near)
{
    char name[100];
    memset(name, 'a', sizeof name - 1);
    name[99] = '\0';
    struct suggest s;
    suggest_init(&s, name);
    suggest_offer(&s, "aaaa");
    ck_assert_ptr_null(s.best);
}
END_TEST

START_TEST(builtin_files_are_found_by_path)
{
    ck_assert_ptr_null(builtin_find("sim/profiles/nothing"));
    for (const struct builtin_file *f = builtin_table; f->path; f++) {
        ck_assert_ptr_eq(builtin_find(f->path), f);
        ck_assert_int_eq(*f->end, 0);
        ck_assert_uint_le(strlen(f->text), (size_t)(f->end - f->text));
    }
}
END_TEST

/* infocmp reads them as any curses program would, and says where it found them. */
START_TEST(terminals_are_known_without_files)
{
    static const char *const terminals[] = {"ansi",   "dumb",
                                            "linux",  "rxvt-unicode-256color",
                                            "screen", "screen-256color",
                                            "tmux",   "tmux-256color",
                                            "vt100",  "vt220",
                                            "xterm",  "xterm-256color"};
    bool can_read = system("infocmp -V >/dev/null 2>&1") == 0;
    struct strbuf value;
    strbuf_init(&value);
    for (size_t i = 0; i < sizeof terminals / sizeof *terminals; i++) {
        strbuf_clear(&value);
        ck_assert_msg(builtin_terminfo(terminals[i], &value), "%s", terminals[i]);
        ck_assert_int_eq(strncmp(value.text, "hex:", 4), 0);
        if (!can_read)
            continue;
        setenv("TERMINFO", value.text, 1);
        setenv("TERM", terminals[i], 1);
        ck_assert_msg(system("infocmp | grep -Fq 'from file: $TERMINFO'") == 0, "%s", terminals[i]);
    }
    ck_assert(!builtin_terminfo("typewriter", &value));
    strbuf_release(&value);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("suggest");
    TCase *tc = tcase_create("suggest");
    tcase_add_test(tc, distance_counts_edits);
    tcase_add_test(tc, the_nearest_wins_if_near);
    tcase_add_test(tc, long_names_are_never_near);
    tcase_add_test(tc, builtin_files_are_found_by_path);
    tcase_add_test(tc, terminals_are_known_without_files);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
