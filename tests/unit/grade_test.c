/* sim/lesson: what an exercise demands. */
#include "sim/lesson/frozen.h"
#include "sim/lesson/grade.h"
#include "sim/lesson/step.h"
#include "sim/lesson/work.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define START                                                                                      \
    "#include \"nullstream.cuh\"\n"                                                                \
    "#define STEPS 4\n"                                                                            \
    "#pragma nullstream kernel(work) time(50us) reads(in, n * 4) writes(out, n * 4)\n"             \
    "__global__ void work(const float *in, float *out, int n) {}\n"                                \
    "int main() {\n"                                                                               \
    "    const int n = 1024;\n"                                                                    \
    "    float *h, *in, *out;\n"                                                                   \
    "    cudaMallocHost(&h, n * 4);\n"                                                             \
    "    cudaMalloc(&in, n * 4);\n"                                                                \
    "    cudaMalloc(&out, n * 4);\n"                                                               \
    "    cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);\n"                                      \
    "    for (int i = 0; i < STEPS; i++) {\n"                                                      \
    "        work<<<20, 256>>>(in, out, n);\n"
#define END                                                                                        \
    "    cudaMemcpy(h, out, n * 4, cudaMemcpyDeviceToHost);\n"                                     \
    "    return 0;\n"                                                                              \
    "}\n"
#define SYNC "        cudaDeviceSynchronize();\n"

#define INI                                                                                        \
    "[lesson]\ntitle = T\n[exercise]\ntask = Do it.\nfrozen = STEPS\n"                             \
    "[require time]\ncheck = time <= 1.05 * solution\n"                                            \
    "fails = {time} is more than {solution}: {time / solution}.\npoints = 3\n"                     \
    "[require safe]\ncheck = hazards = none\nfails = Racy.\n"                                      \
    "[require loop]\ncheck = calls = no cudaDeviceSynchronize in a loop\nfails = Loop.\n"          \
    "[require copies]\ncheck = calls = uses cudaMemcpy\nfails = Copy.\n"

static char folder[64];
static struct lesson lesson;
static struct lesson_runs runs;

static void write_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
}

static void setup(void)
{
    struct err err;
    err_init(&err);
    snprintf(folder, sizeof folder, "/tmp/grade_test.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    write_file("lesson.ini", INI);
    write_file("text.md", "x");
    write_file("start.cu", START SYNC "    }\n" END);
    write_file("solution.cu", START "    }\n" END);
    ck_assert_msg(lesson_read(&lesson, folder, &err) == 0, "%s", err.message);
    lesson_runs_init(&runs, &lesson, NULL);
}

static void teardown(void)
{
    char command[128];
    lesson_runs_release(&runs);
    lesson_release(&lesson);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void grade(struct grade *grade, const char *text)
{
    char path[128];
    struct err err;
    err_init(&err);
    write_file("mine.cu", text);
    snprintf(path, sizeof path, "%s/mine.cu", folder);
    ck_assert_msg(grade_file(grade, &runs, path, &err) == 0, "%s", err.message);
}

/* The names of the lines that failed. */
static void expect(const char *text, const char *failed, int points)
{
    struct grade g;
    struct strbuf names;
    strbuf_init(&names);
    grade(&g, text);
    ck_assert_msg(g.ran, "%s", g.fault.message);
    for (size_t i = 0; i < g.line_count; i++)
        if (!g.lines[i].passed)
            strbuf_addf(&names, "%s%s", names.length ? " " : "", g.lines[i].name);
    ck_assert_str_eq(names.text, failed);
    ck_assert_int_eq(g.passed, *failed == '\0');
    ck_assert_int_eq(g.points, points);
    ck_assert_int_eq(g.most_points, 9); /* frozen, same_work, same_result, 3, 1, 1, 1 */
    strbuf_release(&names);
    grade_release(&g);
}

START_TEST(each_requirement_can_fail)
{
    expect(START "    }\n" END, "", 9);
    /* a loop that waits for each of 50 us: 4 more round trips of some 10 us on some 240 */
    expect(START SYNC "    }\n" END, "time loop", 5);
    expect("#include \"nullstream.cuh\"\n#undef STEPS\n" START "    }\n" END, "frozen", 8);
    expect(START "        work<<<20, 256>>>(in, out, n);\n    }\n" END, "same_work time", 5);
    expect(START "    }\n    work<<<20, 256>>>(out, in, n);\n" END, "same_work time", 5);
    expect(START "    }\n    cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);\n" END, "same_work",
           8);
    /* the result of the work is not what is copied back */
    expect(START "    }\n    cudaMemcpy(h, in, n * 4, cudaMemcpyDeviceToHost);\n    return 0;\n}\n",
           "same_result", 8);
    /* the copy does not wait, and the process ends */
    expect(START "    }\n    cudaMemcpyAsync(h, out, n * 4, cudaMemcpyDeviceToHost, 0);\n"
                 "    return 0;\n}\n",
           "safe", 8);
}
END_TEST

/* Only what the host does between the first launch and the last wait counts: 20 of 10 + 20 + 30 us.
 */
START_TEST(work_of_the_host)
{
    struct grade g;
    grade(&g, "#include \"nullstream.cuh\"\n"
              "#define STEPS 4\n"
              "__global__ void k() { spin_us(50); }\n"
              "int main() { host_work_us(10); k<<<1, 32>>>(); host_work_us(20);\n"
              "cudaDeviceSynchronize(); host_work_us(30); return 0; }\n");
    ck_assert(g.ran);
    ck_assert_int_eq(work_host_time(&g.prediction.timeline), 20000);
    grade_release(&g);
}
END_TEST

START_TEST(lines_say_what_was_found)
{
    struct grade g;
    grade(&g, START SYNC "    }\n" END);
    ck_assert_str_eq(g.lines[0].name, "frozen");
    ck_assert_str_eq(g.lines[5].name, "loop");
    ck_assert_str_eq(g.lines[5].fails.text, "Loop.");
    ck_assert_str_eq(g.lines[5].found.text, "line 14 makes the call 4 times");
    ck_assert_str_eq(g.lines[3].name, "time");
    ck_assert_ptr_nonnull(strstr(g.lines[3].fails.text, " us is more than "));
    grade_release(&g);
    grade(&g, "#define STEPS 2\n" START "    }\n" END);
    ck_assert_str_eq(g.lines[0].found.text, "line 1: `#define STEPS 2` is not in the lesson");
    grade_release(&g);
}
END_TEST

START_TEST(a_file_with_a_fault_gets_no_points)
{
    struct grade g;
    grade(&g, "int main() { return 0 }\n");
    ck_assert(!g.ran);
    ck_assert(!g.passed);
    ck_assert_int_eq(g.fault.line, 1);
    ck_assert_int_eq(g.points, 0);
    ck_assert_int_eq((int)g.line_count, 7);
    grade_release(&g);
}
END_TEST

static const struct {
    const char *check, *message;
    int column;
} faults[] = {
    {"tme <= solution", "`tme` is nothing that can be checked", 9},
    {"time <= 400 us", "a time is not written as a number", 17},
    {"time <= solutoin", "`solutoin` means nothing here", 17},
    {"time + 1", "a time and a number are not added", 14},
    {"time", "this is no condition", 9},
    {"hazards none", "`hazards` is followed by `=`", 17},
    {"hazards = few", "of hazards only `none` can be demanded", 19},
    {"overlap = k1", "two names are needed: which run at the same time?", 21},
    {"calls = cudaFree", "what of the calls?", 16},
    {"calls = no cudaFre", "there is no call `cudaFre`", 20},
    {"host = solution", "the host's work is held against `start` only", 15},
    {"calls = no cudaFree in loop", "after the call only `in a loop` may stand", 28},
};

START_TEST(checks_that_are_none)
{
    struct err err;
    struct ini_entry entry = {.value = faults[_i].check, .line = 3, .column = 9};
    struct lesson_text text = {faults[_i].check, {"lesson.ini", 3, 9}, &entry};
    err_init(&err);
    ck_assert_int_eq(grade_check_is_valid(&runs, &text, &err), -1);
    ck_assert_str_eq(err.message, faults[_i].message);
    ck_assert_int_eq(err.line, 3);
    ck_assert_int_eq(err.column, faults[_i].column);
}
END_TEST

/* The table of checks in lessons/README.md: each is one. */
START_TEST(checks_of_the_readme)
{
    struct strbuf text;
    struct err err;
    strbuf_init(&text);
    err_init(&err);
    ck_assert_int_eq(strbuf_read_file(&text, "lessons/README.md", 1 << 20, &err), 0);
    char *row = strstr(text.text, "| check | holds if |");
    ck_assert_ptr_nonnull(row);
    int count = 0;
    while ((row = strchr(row, '\n') + 1) && *row == '|') {
        if (strncmp(row, "| `", 3) != 0)
            continue;
        char check[100];
        snprintf(check, sizeof check, "%.*s", (int)strcspn(row + 3, "`"), row + 3);
        struct lesson_text written = {.text = check, .place = {"README.md", 1, 1}};
        ck_assert_msg(grade_check_is_valid(&runs, &written, &err) == 0, "%s: %s", check,
                      err.message);
        count++;
    }
    ck_assert_int_ge(count, 6);
    strbuf_release(&text);
}
END_TEST

START_TEST(frozen_lines)
{
    static const char *const names[] = {"N"};
    static const char start[] = "#define N 4\n#define M 5\n#pragma nullstream kernel(k) \\\n"
                                "    time(4us)\nint x;\n";
    struct strbuf why;
    strbuf_init(&why);
    ck_assert(frozen_any(start, names, 1));
    ck_assert(!frozen_any("#define M 5\nint N;\n", names, 1));
    /* blanks, comments, the order and other lines don't matter */
    ck_assert(frozen_same(start,
                          "#pragma  nullstream kernel(k) time(4us) // k\nint y;\n"
                          "#define M 7\n# define N 4\n",
                          names, 1, &why));
    ck_assert(!frozen_same(start, "#define N 5\n#pragma nullstream kernel(k) time(4us)\n", names, 1,
                           &why));
    ck_assert_str_eq(why.text, "line 1: `#define N 5` comes from the lesson, where it is "
                               "`#define N 4`");
    strbuf_clear(&why);
    ck_assert(!frozen_same(start, "\n#define N 4\n", names, 1, &why));
    ck_assert_str_eq(why.text, "`#pragma nullstream kernel(k) time(4us)` is missing: it comes from "
                               "the lesson");
    strbuf_release(&why);
}
END_TEST

START_TEST(where_stepping_stands)
{
    struct lesson_instant at;
    struct err err;
    struct lesson_block block = {.kind = LESSON_STEP,
                                 .run = {.file = "start.cu"},
                                 .text = {.text = "line 13", .place = {"text.md", 4, 7}}};
    err_init(&err);
    ck_assert_int_eq(lesson_step_find(&at, &runs, &block, &err), 0);
    ck_assert_int_eq(at.line, 13);
    int64_t first = at.time;
    ck_assert_int_gt(first, 0);
    block.text.text = "line 13#2";
    ck_assert_int_eq(lesson_step_find(&at, &runs, &block, &err), 0);
    ck_assert_int_gt(at.time, first + 50000); /* the host has waited for 50 us of work */
    block.text.text = "work#2.start";
    ck_assert_int_eq(lesson_step_find(&at, &runs, &block, &err), 0);
    ck_assert_int_eq(at.line, 13);
    block.text.text = "line 2";
    ck_assert_int_eq(lesson_step_find(&at, &runs, &block, &err), -1);
    ck_assert_str_eq(err.message, "in line 2 of start.cu no such call is made");
    ck_assert_int_eq(err.column, 7);
}
END_TEST

START_TEST(the_hash_changes_with_the_files)
{
    char before[65], after[65];
    struct err err;
    err_init(&err);
    ck_assert_int_eq(lesson_hash(&lesson, before, &err), 0);
    ck_assert_int_eq(lesson_hash(&lesson, after, &err), 0);
    ck_assert_str_eq(before, after);
    write_file("text.md", "y");
    ck_assert_int_eq(lesson_hash(&lesson, after, &err), 0);
    ck_assert_str_ne(before, after);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("grade");
    TCase *cases = tcase_create("grade");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, each_requirement_can_fail);
    tcase_add_test(cases, work_of_the_host);
    tcase_add_test(cases, lines_say_what_was_found);
    tcase_add_test(cases, a_file_with_a_fault_gets_no_points);
    tcase_add_loop_test(cases, checks_that_are_none, 0, sizeof faults / sizeof *faults);
    tcase_add_test(cases, checks_of_the_readme);
    tcase_add_test(cases, frozen_lines);
    tcase_add_test(cases, where_stepping_stands);
    tcase_add_test(cases, the_hash_changes_with_the_files);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
