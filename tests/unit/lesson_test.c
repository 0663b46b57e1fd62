/* sim/lesson: what a lesson's files say, and where they are wrong. */
#include "sim/analysis/hazards.h"
#include "sim/analysis/pitfalls.h"
#include "sim/base/strbuf.h"
#include "sim/lesson/lesson.h"
#include "sim/lesson/lint.h"
#include "sim/lesson/progress.h"
#include "sim/lesson/require_text.h"
#include "sim/model/lesson_name.h"
#include "sim/model/rules.h"
#include "sim/runtime/rules_text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HEAD "[lesson]\ntitle = T\n"

static int read_lesson(struct lesson *lesson, const char *ini, const char *text, struct err *err)
{
    err_init(err);
    return lesson_read_texts(lesson, "lessons/toy", ini, strlen(ini), text, strlen(text), err);
}

START_TEST(the_parts_of_a_lesson)
{
    static const char ini[] = HEAD "summary = S\n; a comment\n"
                                   "[question one]\nkind = time\nask = How long?\n"
                                   "scenario = a.cu -DN=3 --gpu t4\nof = wall\nwithin = 15 %\n"
                                   "low = More\n    than that.\n\n    Much more.\n"
                                   "[exercise]\ntask = Do it.\nfrozen = N, M\nchunking = free\n"
                                   "[require fast]\ncheck = time <= 1.05 * solution\n"
                                   "fails = Slow.\npoints = 2\n"
                                   "[hint]\ntext = A hint.\n"
                                   "[wrong idle]\nidea = none\nmust-fail = fast\n";
    static const char text[] = "# First\n\nWords.\n@show a.cu measured\n@code 3-7\nMore.\n"
                               "@ask one\n---\n```\n@no directive\n---\n```\n"
                               "@step a.cu -D N=2 line 13\nGo on.\n@exercise\n";
    struct lesson lesson;
    struct err err;
    ck_assert_msg(read_lesson(&lesson, ini, text, &err) == 0, "%s", err.message);
    ck_assert_str_eq(lesson.slug, "toy");
    ck_assert_str_eq(lesson.gpu, "h200");
    ck_assert_uint_eq(lesson.question_count, 1);
    const struct lesson_question *q = &lesson.questions[0];
    ck_assert_int_eq(q->kind, QUESTION_TIME);
    ck_assert_int_eq(q->within, 15);
    ck_assert_str_eq(q->low.text, "More\nthan that.\n\nMuch more.");
    ck_assert_str_eq(q->run.file, "a.cu");
    ck_assert_uint_eq(q->run.option_count, 2);
    ck_assert_int_eq(q->run.options[0].kind, LESSON_DEFINE);
    ck_assert_str_eq(q->run.options[0].value, "N=3");
    ck_assert_str_eq(q->run.options[1].value, "t4");
    ck_assert_uint_eq(lesson.exercise.frozen_count, 2);
    ck_assert_str_eq(lesson.exercise.frozen[1], "M");
    ck_assert(lesson.exercise.chunking);
    ck_assert_int_eq(lesson.exercise.requires[0].points, 2);
    ck_assert_str_eq(lesson.wrongs[0].must_fail, "fast");

    static const enum lesson_block_kind kinds[] = {LESSON_TEXT, LESSON_SHOW, LESSON_CODE,
                                                   LESSON_TEXT, LESSON_ASK,  LESSON_TEXT,
                                                   LESSON_STEP, LESSON_TEXT, LESSON_EXERCISE};
    ck_assert_uint_eq(lesson.page_count, 2);
    ck_assert_uint_eq(lesson.pages[0].block_count, 5);
    ck_assert_str_eq(lesson.pages[0].title, "First");
    ck_assert_str_eq(lesson.pages[1].title, "T");
    ck_assert_uint_eq(lesson.block_count, 9);
    for (size_t i = 0; i < 9; i++)
        ck_assert_int_eq(lesson.blocks[i].kind, kinds[i]);
    ck_assert_int_eq(lesson.blocks[1].show, LESSON_MEASURED);
    ck_assert_str_eq(lesson.blocks[2].run.file, "a.cu"); /* the last one named */
    ck_assert_int_eq(lesson.blocks[2].last_line, 7);
    ck_assert_str_eq(lesson.blocks[5].text.text, "```\n@no directive\n---\n```");
    ck_assert_str_eq(lesson.blocks[6].text.text, "line 13");
    ck_assert_str_eq(lesson.blocks[6].run.options[0].value, "N=2");
    lesson_release(&lesson);
}
END_TEST

/* What is wrong, where, and what is said instead. */
static const struct {
    const char *ini, *text;
    int line, column;
    const char *message, *hint;
} faults[] = {
    {"", "x", 1, 0, "the lesson has no title", "begin with [lesson] and `title = ...`"},
    {"title = x\n", "x", 1, 1, "a value before the first [section]", ""},
    {"[lesson\n", "x", 1, 1, "`[` without `]` at the end of the line", ""},
    {"  x\n", "x", 1, 3, "an indented line goes on with a value, but there is none", ""},
    {"[lesson]\ntitel = x\n", "x", 2, 1, "`titel` is no key of [lesson]", "did you mean `title`?"},
    {"[leson]\n", "x", 1, 1, "there is no section [leson]", "did you mean [lesson]?"},
    {HEAD "[question q]\nkind = tme\n", "x", 4, 8,
     "a question's kind is order, overlap, time or choice", "did you mean `time`?"},
    {HEAD "[question q]\nkind = time\nask = ?\nscenario = a.cu\n", "x", 3, 1,
     "[question q] has no `of`", "the time that is asked for, as in `wall`"},
    {HEAD "[question q]\nkind = choice\nask = ?\nscenario = a.cu\nchoice a = A\nchoice b = B\n",
     "x", 3, 1, "[question q] has no `when a`",
     "the condition under which it is right, as in `overlap(k1, k2) > 0`"},
    {HEAD "[question q]\nscenario = a.cu --gpt x\n", "x", 4, 17, "`--gpt` is no option of a run",
     "did you mean `--gpu`?"},
    {HEAD "[question q]\nscenario = ../a.cu\n", "x", 4, 12,
     "a lesson's files are in its own folder", ""},
    {HEAD "[require q]\ncheck = x\nfails = y\n", "x", 3, 1, "a [require] without an [exercise]",
     ""},
    {HEAD, "", 0, 0, "the text is empty", ""},
    {HEAD, "Words.\n@shw a.cu\n", 2, 1, "`@shw` is no directive", "did you mean `@show`?"},
    {HEAD, "@show\n", 1, 6, "which scenario? None was named before",
     "name its file, as in `@show fence.cu`"},
    {HEAD "[question stops]\nkind = time\nask = ?\nscenario = a.cu\nof = wall\n", "@ask stop\n", 1,
     6, "lesson.ini has no [question stop]", "did you mean `stops`?"},
    {HEAD, "@exercise\n", 1, 1, "lesson.ini has no [exercise]", ""},
    {HEAD, "@code a.cu 7-3\n", 1, 12,
     "lines are given as the first and the last, as in `@code fence.cu 9-16`", ""},
    {HEAD, "```\nx\n", 2, 0, "a block of code that begins with ``` does not end", ""},
};

START_TEST(faults_have_a_place)
{
    struct lesson lesson;
    struct err err;
    ck_assert_int_eq(read_lesson(&lesson, faults[_i].ini, faults[_i].text, &err), -1);
    ck_assert_str_eq(err.message, faults[_i].message);
    ck_assert_str_eq(err.hint, faults[_i].hint);
    ck_assert_int_eq(err.line, faults[_i].line);
    ck_assert_int_eq(err.column, faults[_i].column);
    ck_assert_int_eq(err.status, ERR_INPUT);
    lesson_release(&lesson);
}
END_TEST

START_TEST(binary_files_are_refused)
{
    struct lesson lesson;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(lesson_read_texts(&lesson, "x", "[a]\0", 4, "x", 1, &err), -1);
    ck_assert_str_eq(err.message, "this is a binary file, not a text");
    ck_assert_str_eq(err.file, "x/lesson.ini");
    lesson_release(&lesson);
    err_init(&err);
    ck_assert_int_eq(lesson_read_texts(&lesson, "x/", HEAD, strlen(HEAD), "\0", 1, &err), -1);
    ck_assert_str_eq(err.file, "x/text.md");
    lesson_release(&lesson);
}
END_TEST

/* --- the lists --- */

START_TEST(every_lesson_that_is_named_exists_or_comes_later)
{
    struct lesson_list order, later;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(lesson_list_read(&order, "lessons", &err), 0);
    ck_assert_uint_ge(order.count, 8);
    ck_assert_int_eq(lesson_list_read_later(&later, "lessons", &err), 0);
    for (size_t i = 0; i < order.count; i++)
        ck_assert_msg(!lesson_list_has(&later, order.slugs[i]), "%s is there: not later",
                      order.slugs[i]);
    const char *slugs[RULE_COUNT + PITFALL_COUNT + HAZARD_COUNT + CALL_COUNT];
    size_t count = 0;
    for (int i = 0; i < RULE_COUNT; i++)
        slugs[count++] = rule_info((enum rule)i)->lesson;
    for (int i = 0; i < PITFALL_COUNT; i++)
        slugs[count++] = pitfall_info((enum pitfall_rule)i)->lesson;
    for (int i = 0; i < HAZARD_COUNT; i++)
        slugs[count++] = hazard_info((enum hazard_rule)i)->lesson;
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        slugs[count++] = rules_lesson((enum call)i);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(*slugs[i] == '\0' || lesson_list_has(&order, slugs[i]) ||
                          lesson_list_has(&later, slugs[i]),
                      "no lesson `%s`", slugs[i]);
    /* and what reports say of it is so */
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(lesson_name_is_there(slugs[i]) == lesson_list_has(&order, slugs[i]), "`%s`",
                      slugs[i]);
    lesson_list_release(&later);
    lesson_list_release(&order);
}
END_TEST

/* --- progress --- */

START_TEST(progress_makes_the_trip)
{
    char folder[] = "/tmp/lesson_test.XXXXXX", path[100], command[100];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a/b/progress", folder);
    struct progress progress;
    struct err err;
    err_init(&err);
    progress_init(&progress);
    ck_assert_int_eq(progress_read(&progress, path, &err), 0); /* there is none yet */
    ck_assert_uint_eq(progress.count, 0);
    struct progress_lesson *queue = progress_of(&progress, "queue");
    queue->page = 3;
    queue->hints = 2;
    queue->exercise = PROGRESS_PASSED;
    progress_answer(queue, "call", "400us");
    progress_answer(queue, "call", "3\nus");
    ck_assert_int_eq(progress_save(queue, path, &err), 0);
    /* another lesson, by somebody who knows nothing of the first */
    struct progress other;
    progress_init(&other);
    progress_of(&other, "events")->page = 1;
    ck_assert_int_eq(progress_save(&other.lessons[0], path, &err), 0);
    progress_release(&other);
    progress_release(&progress);

    progress_init(&progress);
    ck_assert_int_eq(progress_read(&progress, path, &err), 0);
    ck_assert_uint_eq(progress.count, 2);
    const struct progress_lesson *again = progress_find(&progress, "queue");
    ck_assert_int_eq(again->page, 3);
    ck_assert_int_eq(again->hints, 2);
    ck_assert_int_eq(again->exercise, PROGRESS_PASSED);
    ck_assert_str_eq(progress_answered(again, "call"), "3 us");
    ck_assert_ptr_null(progress_answered(again, "who"));
    ck_assert_ptr_null(progress_find(&progress, "pinned"));
    progress_release(&progress);
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

START_TEST(progress_that_cannot_be_saved)
{
    struct progress_lesson lesson = {.slug = (char[]){"queue"}, .page = 1};
    struct err err;
    err_init(&err);
    ck_assert_int_eq(progress_save(&lesson, "/dev/null/progress", &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
}
END_TEST

/* --- lint --- */

static const struct {
    const char *text, *found;
} times[] = {
    {"It takes 300 us.", "300 us"},
    {"It takes 1.5ms", "1.5ms"},
    {"a 12-second run", "12-second"},
    {"2 \xc2\xb5s", "2 \xc2\xb5s"},
    {"400\nmicroseconds", "400\nmicroseconds"},
    {"3 s", "3 s"},
    {"`300 us` {quote 300 us}\n```\n5 ms\n```\n", NULL},
    {"3 streams, 20 usual cases, 132 SMs, k1, 8x, 65 %", NULL},
    {"page 3; s is a stream", NULL},
};

START_TEST(times_written_as_numbers)
{
    size_t at = 0, length = 0;
    bool found = lint_literal_time(times[_i].text, &at, &length);
    ck_assert_int_eq(found, times[_i].found != NULL);
    if (found) {
        ck_assert_uint_eq(length, strlen(times[_i].found));
        ck_assert_int_eq(strncmp(times[_i].text + at, times[_i].found, length), 0);
    }
}
END_TEST

static const struct {
    const char *check, *words;
} demands[] = {
    {"time <= 1.05 * solution", "it takes at most 1.05 times as long as the solution"},
    {"time <= 0.6 * start", "it takes at most 0.6 times as long as the starting program"},
    {"time <= 0.5 * start + 0.1 * solution", "time <= 0.5 * start + 0.1 * solution"},
    {"hazards = none", "no hazard: nothing is used before it is ready"},
    {"overlap = h2d process", "a copy in (h2d) runs at the same time as process"},
    {"overlap = k1 k3#2", "k1 runs at the same time as k3#2"},
    {"calls = no cudaMalloc in a loop", "the program does not call cudaMalloc in a loop"},
    {"calls = uses cudaStreamWaitEvent", "the program calls cudaStreamWaitEvent"},
    {"host = start", "the host's own work is still part of the timed run"},
    {"what comes from the lesson is as it was", "what comes from the lesson is as it was"},
};

START_TEST(what_is_demanded_in_words)
{
    struct strbuf text;
    strbuf_init(&text);
    require_text(&text, demands[_i].check);
    ck_assert_str_eq(text.text, demands[_i].words);
    strbuf_release(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lesson");
    TCase *files = tcase_create("files");
    tcase_add_test(files, the_parts_of_a_lesson);
    tcase_add_loop_test(files, faults_have_a_place, 0, sizeof faults / sizeof *faults);
    tcase_add_test(files, binary_files_are_refused);
    tcase_add_test(files, every_lesson_that_is_named_exists_or_comes_later);
    tcase_add_test(files, progress_makes_the_trip);
    tcase_add_test(files, progress_that_cannot_be_saved);
    tcase_add_loop_test(files, times_written_as_numbers, 0, sizeof times / sizeof *times);
    tcase_add_loop_test(files, what_is_demanded_in_words, 0, sizeof demands / sizeof *demands);
    suite_add_tcase(suite, files);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
