/* sim/lesson: expressions over runs, texts with numbers, answers and who was closest. */
#include "sim/lesson/fill.h"
#include "sim/lesson/question.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Three kernels of 300 us, one after the other: lessons/legacy-fence/fence.cu. */
#define INI                                                                                        \
    "[lesson]\ntitle = T\n"                                                                        \
    "[question long]\nkind = time\nask = ?\nscenario = fence.cu\nof = k3.end - k1.start\n"         \
    "within = 10\nformula = max(k1.time, k2.time, k3.time)\nlow = Low: {k2.wait(legacy-fence)}.\n" \
    "high = High.\nright = Right.\n"                                                               \
    "[question order]\nkind = order\nask = ?\nscenario = fence.cu\nof = k3 k1 k2\nformula = k1 "   \
    "k3 k2\n"                                                                                      \
    "reply k2 k1 k3 = Not {quote 3 us}.\nwrong = Wrong.\n"                                         \
    "[question beside]\nkind = overlap\nask = ?\nscenario = fence.cu\nof = k2 k3\nwith = k1\n"     \
    "[question why]\nkind = choice\nask = ?\nscenario = fence.cu\n"                                \
    "choice a = A\nwhen a = overlap(k1, k3) > 0\nreply a = No.\n"                                  \
    "choice b = B\nwhen b = overlap(k1, k3) == 0\nreply b = Yes.\n"

static struct lesson lesson;
static struct lesson_runs runs;

static void setup(void)
{
    struct err err;
    err_init(&err);
    int rc = lesson_read_texts(&lesson, "lessons/legacy-fence", INI, strlen(INI), "x", 1, &err);
    ck_assert_msg(rc == 0, "%s", err.message);
    lesson_runs_init(&runs, &lesson, NULL);
}

static void teardown(void)
{
    lesson_runs_release(&runs);
    lesson_release(&lesson);
}

static int fill(const char *markdown, struct strbuf *sb, struct err *err)
{
    struct quantity_setting setting = {.runs = &runs};
    struct lesson_text text = {.text = markdown, .place = {"text.md", 5, 1}};
    err_init(err);
    return lesson_fill(sb, &setting, &text, err);
}

static const struct {
    const char *text, *expected;
} texts[] = {
    {"plain \\{ text", "plain \\{ text"},
    {"{predict fence.cu k1.time}", "300 us"},
    {"{fence.cu sum(kernel)}", "900 us"},
    {"{fence.cu count(kernel)} kernels", "3 kernels"},
    {"{fence.cu overlap(k1, k3)}", "0 ns"},
    {"{fence.cu overlap(kernel, kernel)}", "0 ns"},
    {"{fence.cu longest(kernel) / sum(kernel), percent}", "33.3 %"},
    {"{fence.cu sum(kernel) / k1.time}", "3"},
    {"{fence.cu (k1.time + k2.time) * 0.5 - 0 * wall, ms}", "0.30 ms"},
    {"{fence.cu sum(kernel), whole ms}", "1 ms"},
    {"{fence.cu line 13.time}", "300 us"},
    {"{fence.cu kernel#2.start - k2.start}", "0 ns"},
    {"{fence.cu max(k1.time, 2 * k2.time)}", "600 us"},
    {"{fence.cu k1.call}", "0 ns"},
    {"{fence.cu k3.start > k2.end and not wall < span}", "yes"},
    {"{fence.cu bytes(h2d)}", "0"},
    {"{fence.cu cudaDeviceSynchronize.time > 2 * k1.time}", "yes"},
    {"{fence.cu k2.wait(legacy-fence) > 0.5 * k2.wait}", "yes"},
    {"{fence.cu k2.wait(copy-engine)}", "0 ns"},
    {"{fence.cu busy(kernel) - sum(kernel)}", "0 ns"},
    {"{fence.cu --gpu t4 k1.time}", "300 us"},
    /* its own default stream is no fence */
    {"{fence.cu overlap(k1, k2) > 0 or k2.start > k3.end}", "no"},
    {"{fence.cu --default-stream per-thread overlap(k1, k2) > 0}", "yes"},
    {"{fence.cu k1.time, whole us} and {fence.cu k1.time, ns}", "300 us and 300011 ns"},
    {"{fence.cu 2 * (1 + 3) / 16}", "0.50"},
    {"{measured fence.cu wall}", "(not recorded)"},
    {"{measured fence.cu wall - predict wall}", "(not recorded)"},
    {"`{wall}` and {quote 16.8 ms}", "`{wall}` and 16.8 ms"},
    {"```\n{wall}\n```\n{fence.cu k1.time}", "```\n{wall}\n```\n300 us"},
};

START_TEST(numbers_are_filled_in)
{
    struct strbuf sb;
    struct err err;
    strbuf_init(&sb);
    ck_assert_msg(fill(texts[_i].text, &sb, &err) == 0, "%s", err.message);
    ck_assert_str_eq(sb.text, texts[_i].expected);
    strbuf_release(&sb);
}
END_TEST

static const struct {
    const char *text;
    int line, column;
    const char *message, *hint;
} faults[] = {
    {"a\nb {predict fence.cu wal}", 6, 21, "the run of fence.cu has no `wal`",
     "did you mean `wall`?"},
    {"{fence.cu k4.start}", 5, 11, "the run of fence.cu has no `k4`", "did you mean `k1`?"},
    {"{fence.cu k1#2.start}", 5, 11, "the run of fence.cu has no 2. `k1`", "did you mean `k1`?"},
    {"{fence.cu k1.strat}", 5, 14, "`strat` is nothing that can be asked for",
     "did you mean `start`?"},
    {"{fence.cu k1}", 5, 13, "what of it?", NULL},
    {"{fence.cu line 99.time}", 5, 11, "in line 99 of fence.cu no such call is made", ""},
    {"{fence.cu cudaDeviceSynchronise.time}", 5, 11,
     "the run of fence.cu has no `cudaDeviceSynchronise`", "did you mean `cudaDeviceSynchronize`?"},
    {"{fence.cu k2.wait(legacy-fense)}", 5, 19, "there is no rule `legacy-fense`",
     "did you mean `legacy-fence`?"},
    {"{wall}", 5, 2, "of which run? No program was named",
     "name its file, as in `predict fence.cu wall`"},
    {"{fence.cu wall", 5, 1, "`{` without `}`; a brace of the text is `\\{`", ""},
    {"{fence.cu wall + 3}", 5, 16, "a time and a number are not added", ""},
    {"{fence.cu wall - 3 us}", 5, 18, "a time is not written as a number", NULL},
    {"{fence.cu wall * span}", 5, 16, "a time times a time means nothing", ""},
    {"{fence.cu wall, percent}", 5, 16, "this is a time, which has no such unit", ""},
    {"{fence.cu wall, parsecs}", 5, 17, "how is it to be written?", NULL},
    {"{fence.cu wall span}", 5, 16, "the expression ends here, but there is more", ""},
    {"{fence.cu overlap(k1)}", 5, 21, "overlap takes two: `overlap(k1, k2)`", ""},
    {"{fence.cu elapsed}", 5, 18, "fence.cu does not ask cudaEventElapsedTime so often", ""},
    {"{}", 5, 2, "something is missing here", ""},
    {"{fence.cu --gpux t4 wall}", 5, 11, "`--gpux` is no option of a run", "did you mean `--gpu`?"},
    {"{fence.cu wall > 3}", 5, 16, "times and numbers don't compare", ""},
    {"{fence.cu (wall}", 5, 16, "a `)` is missing", ""},
    {"{not fence.cu wall}", 5, 2, "`not` takes a condition", ""},
    {"{fence.cu wall and span}", 5, 16, "`and` joins conditions", ""},
    {"{nofile.cu wall}", 5, 2, "the lesson has no file `nofile.cu`", ""},
};

START_TEST(faults_have_a_place)
{
    struct strbuf sb;
    struct err err;
    strbuf_init(&sb);
    ck_assert_int_eq(fill(faults[_i].text, &sb, &err), -1);
    ck_assert_str_eq(err.message, faults[_i].message);
    if (faults[_i].hint)
        ck_assert_str_eq(err.hint, faults[_i].hint);
    ck_assert_int_eq(err.line, faults[_i].line);
    ck_assert_int_eq(err.column, faults[_i].column);
    strbuf_release(&sb);
}
END_TEST

/* --- questions --- */

static const struct lesson_question *question(const char *name)
{
    return &lesson.questions[lesson_find_question(&lesson, name)];
}

static void expect(const char *name, const char *answer, bool right, const char *truth,
                   const char *reply)
{
    struct question_verdict v;
    struct err err;
    err_init(&err);
    int rc = question_judge(&v, &runs, question(name), answer, &err);
    ck_assert_msg(rc == 0, "%s", err.message);
    ck_assert_int_eq(v.right, right);
    if (truth)
        ck_assert_str_eq(v.answers[WHO_NULLSTREAM].text.text, truth);
    ck_assert_str_eq(v.reply.text, reply);
    ck_assert(!v.answers[WHO_HARDWARE].known);
    question_verdict_release(&v);
}

START_TEST(answers_are_judged_by_the_simulation)
{
    /* some 904 us: three times 300 and what lies between */
    expect("long", "900us", true, NULL, "Right.");
    expect("long", "1.2ms", false, NULL, "High.");
    expect("order", "k1 k2 k3", true, "k1 k2 k3", "");
    expect("order", "k2, k3, k1", false, "k1 k2 k3", "Wrong.");
    expect("order", "k2 k1 k3", false, "k1 k2 k3", "Not 3 us.");
    expect("beside", "none", true, "none", "");
    expect("beside", "k3 k2", false, "none", "");
    expect("why", "b", true, "b", "Yes.");
    expect("why", "a", false, "b", "No.");
}
END_TEST

START_TEST(who_was_closest)
{
    struct question_verdict v;
    struct err err;
    struct timeline measured;
    err_init(&err);
    /* the hardware's: the prediction's own times, so that nullstream is exact */
    const struct lesson_question *q = question("long");
    const struct lesson_outcome *outcome;
    ck_assert_int_eq(lesson_runs_predict(&runs, &q->run, &outcome, &err), 0);
    timeline_init(&measured);
    measured.source = TIMELINE_MEASURED;
    timeline_take_tables(&measured, &outcome->prediction.program);
    for (uint32_t i = 0; i < outcome->prediction.timeline.ops.count; i++) {
        uint32_t id = timeline_add_op(&measured);
        measured.ops.rows[id] = outcome->prediction.timeline.ops.rows[i];
    }
    timeline_finish(&measured);
    ck_assert_int_eq(lesson_runs_take(&runs, &q->run, &measured, &err), 0);
    ck_assert_int_eq(question_judge(&v, &runs, q, "600us", &err), 0);
    ck_assert(v.answers[WHO_HARDWARE].known);
    ck_assert(v.answers[WHO_NULLSTREAM].closest);
    ck_assert(!v.answers[WHO_YOU].closest);
    ck_assert_int_eq(v.answers[WHO_NULLSTREAM].error, 0);
    /* 600 of some 905: a third too small; the formula has 300: two thirds */
    ck_assert_int_lt(v.answers[WHO_YOU].error, -300000);
    ck_assert_int_gt(v.answers[WHO_YOU].error, -360000);
    ck_assert_int_lt(v.answers[WHO_FORMULA].error, -640000);
    struct question_tally tally = {0};
    question_tally_add(&tally, &v);
    ck_assert_int_eq(tally.asked, 1);
    ck_assert_int_eq(tally.recorded, 1);
    ck_assert_int_eq(tally.right[WHO_YOU], 0);
    ck_assert_int_eq(tally.closest[WHO_NULLSTREAM], 1);
    question_verdict_release(&v);
}
END_TEST

/* A text that says "an H200 took" keeps the recording's figures; comparisons take what is measured
 * here. */
START_TEST(texts_keep_to_the_recording)
{
    const struct lesson_run fence = {.file = "fence.cu"};
    const struct timeline *found;
    struct timeline measured;
    struct strbuf before, after;
    struct err err;
    err_init(&err);
    strbuf_init(&before);
    strbuf_init(&after);
    lesson_runs_release(&runs);
    lesson_runs_init(&runs, &lesson, "traces/h200/lessons");
    ck_assert_int_eq(fill("{measured fence.cu wall}", &before, &err), 0);
    ck_assert_int_eq(lesson_runs_measured(&runs, &fence, false, &found, &err), 0);
    int64_t recorded = found->wall;
    timeline_init(&measured);
    measured.source = TIMELINE_MEASURED;
    measured.wall = 3 * recorded;
    ck_assert_int_eq(lesson_runs_take(&runs, &fence, &measured, &err), 0);
    ck_assert_int_eq(lesson_runs_measured(&runs, &fence, false, &found, &err), 0);
    ck_assert_int_eq(found->wall, 3 * recorded);
    ck_assert_int_eq(lesson_runs_measured(&runs, &fence, true, &found, &err), 0);
    ck_assert_int_eq(found->wall, recorded);
    ck_assert_int_eq(fill("{measured fence.cu wall}", &after, &err), 0);
    ck_assert_str_eq(after.text, before.text);
    strbuf_release(&before);
    strbuf_release(&after);
}
END_TEST

static const struct {
    const char *question, *answer, *message;
} no_answers[] = {
    {"long", "900", "`900` is no time"},
    {"order", "k1 k2", "all of k3 k1 k2 are to be put in order"},
    {"order", "k1 k2 k2", "`k2` is given twice"},
    {"order", "k1 k2 k4", "`k4` is none of k3 k1 k2"},
    {"beside", "", "which of k2 k3?"},
    {"why", "c", "`c` is none of the choices"},
};

START_TEST(what_is_no_answer)
{
    struct question_verdict v;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(
        question_judge(&v, &runs, question(no_answers[_i].question), no_answers[_i].answer, &err),
        -1);
    ck_assert_str_eq(err.message, no_answers[_i].message);
    question_verdict_release(&v);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("quantity");
    TCase *cases = tcase_create("quantity");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_loop_test(cases, numbers_are_filled_in, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(cases, faults_have_a_place, 0, sizeof faults / sizeof *faults);
    tcase_add_test(cases, answers_are_judged_by_the_simulation);
    tcase_add_test(cases, who_was_closest);
    tcase_add_test(cases, texts_keep_to_the_recording);
    tcase_add_loop_test(cases, what_is_no_answer, 0, sizeof no_answers / sizeof *no_answers);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
