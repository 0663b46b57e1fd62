#include "sim/lesson/lint.h"

#include "sim/base/builtin.h"
#include "sim/base/mem.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/grade.h"
#include "sim/lesson/lint_inside.h"
#include "sim/lesson/pick.h"
#include "sim/lesson/question.h"
#include "sim/lesson/step.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_QUESTIONS = 2, LEAST_WRONGS = 3 };

void lint_add(struct linting *l, bool fault, const struct err *text)
{
    struct lint *lint = l->lint;
    lint->rows = mem_grow(lint->rows, &lint->capacity, lint->count + 1, sizeof *lint->rows);
    lint->rows[lint->count++] = (struct lint_finding){fault, *text};
    lint->faults += fault;
}

void lint_say(struct linting *l, bool fault, const struct lesson_place *place, const char *format,
              ...)
{
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct err err;
    err_init(&err);
    err_set_at(&err, ERR_FOUND, place->file ? place->file : "", place->line, place->column, "%s",
               message);
    lint_add(l, fault, &err);
}

/* --- texts --------------------------------------------------------------------------------------
 */

static bool is_unit(const char *text, size_t *length)
{
    static const char *const units[] = {"nanoseconds", "microseconds", "milliseconds", "seconds",
                                        "nanosecond",  "microsecond",  "millisecond",  "second",
                                        "us",          "ms",           "ns",           "s",
                                        "\xc2\xb5s",   "\xce\xbcs"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        *length = strlen(units[i]);
        if (strncmp(text, units[i], *length) == 0 && !isalnum((unsigned char)text[*length]))
            return true;
    }
    return false;
}

bool lint_literal_time(const char *text, size_t *at, size_t *length)
{
    size_t piece;
    for (enum fill_piece kind; (kind = fill_next(text, *at, &piece)) != FILL_END; *at += piece) {
        if (kind != FILL_TEXT)
            continue;
        for (size_t i = *at; i < *at + piece; i++) {
            bool begins =
                isdigit((unsigned char)text[i]) &&
                (i == 0 || !(isalnum((unsigned char)text[i - 1]) || strchr("_.,", text[i - 1])));
            size_t digits = begins ? strspn(text + i, "0123456789.,") : 0, unit;
            size_t blanks = strspn(text + i + digits, " -\n");
            if (!begins || !is_unit(text + i + digits + blanks, &unit))
                continue;
            *at = i;
            *length = digits + blanks + unit;
            return true;
        }
    }
    return false;
}

/* A link's target that is no address must be a file of the lesson. */
static void check_links(struct linting *l, const struct lesson_text *text)
{
    for (const char *p = text->text; (p = strstr(p, "](")); p += 2) {
        size_t length = strcspn(p + 2, ")\n");
        char target[200];
        struct err err;
        if (p[2 + length] != ')' || length >= sizeof target || length == 0)
            continue;
        memcpy(target, p + 2, length);
        target[length] = '\0';
        if (strstr(target, "://") || *target == '#')
            continue;
        target[strcspn(target, "#")] = '\0';
        if (access(lesson_path(&l->lesson, target), R_OK) == 0)
            continue;
        err_init(&err);
        lesson_fail(text, (size_t)(p + 2 - text->text), &err, "the lesson has no file `%s`",
                    target);
        lint_add(l, true, &err);
    }
}

/* Its numbers can be filled in, and no time stands in it as a number. */
static void check_text(struct linting *l, const struct lesson_text *text,
                       const struct quantity_setting *setting)
{
    if (!text->text)
        return;
    struct strbuf filled;
    struct err err;
    strbuf_init(&filled);
    err_init(&err);
    if (lesson_fill(&filled, setting, text, &err) < 0)
        lint_add(l, true, &err);
    if (strstr(filled.text, "(not recorded)")) {
        err_init(&err);
        lesson_fail(text, 0, &err, "a number here is measured, but nobody recorded it");
        lint_add(l, false, &err);
    }
    strbuf_release(&filled);
    size_t at = 0, length;
    for (; lint_literal_time(text->text, &at, &length); at += length) {
        err_init(&err);
        lesson_fail(text, at, &err, "a time stands here as a number: %.*s",
                    length < 40 ? (int)length : 40, text->text + at);
        err_hint(&err, "ask for it from a run, as in `{predict fence.cu wall}`; what somebody else "
                       "states is `{quote ...}`");
        lint_add(l, true, &err);
    }
    for (size_t piece, i = 0; fill_next(text->text, i, &piece) != FILL_END; i += piece)
        l->lint->numbers += text->text[i] == '{';
    check_links(l, text);
}

static bool has_file(struct linting *l, const char *file)
{
    const char *path = lesson_path(&l->lesson, file);
    return access(path, R_OK) == 0 || builtin_find(path);
}

static void check_pages(struct linting *l)
{
    struct lesson *lesson = &l->lesson;
    int64_t last = INT64_MIN;
    struct err err;
    for (size_t i = 0; i < lesson->block_count; i++) {
        const struct lesson_block *block = &lesson->blocks[i];
        struct quantity_setting setting = {.runs = &l->runs, .run = &block->run};
        const struct lesson_outcome *outcome;
        const struct timeline *measured = NULL;
        struct lesson_instant instant;
        err_init(&err);
        if (block->kind == LESSON_TEXT)
            check_text(l, &block->text, &setting);
        if (block->kind == LESSON_SHOW || block->kind == LESSON_CODE) {
            last = INT64_MIN;
            if (!has_file(l, block->run.file))
                lint_say(l, true, &block->place, "the lesson has no file `%s`", block->run.file);
            else if (lesson_runs_predict(&l->runs, &block->run, &outcome, &err) < 0)
                lint_add(l, true, &err);
        }
        if (block->kind == LESSON_SHOW && block->show == LESSON_MEASURED &&
            has_file(l, block->run.file) && err.status == ERR_NONE) {
            if (lesson_runs_measured(&l->runs, &block->run, false, &measured, &err) < 0)
                lint_add(l, true, &err);
            else if (!measured)
                lint_say(l, false, &block->place,
                         "the measurement of %s is shown, but there is none", block->run.file);
        }
        if (block->kind != LESSON_STEP)
            continue;
        if (lesson_step_find(&instant, &l->runs, block, &err) < 0)
            lint_add(l, true, &err);
        else if (instant.time < last && strcmp(block->text.text, "start") != 0)
            lint_say(l, true, &block->place, "this step is earlier than the one before");
        last = instant.time;
    }
}

/* --- questions ----------------------------------------------------------------------------------
 */

static size_t times_asked(const struct lesson *lesson, size_t question)
{
    size_t count = 0;
    for (size_t i = 0; i < lesson->block_count; i++)
        count += lesson->blocks[i].kind == LESSON_ASK && lesson->blocks[i].question == question;
    return count;
}

/* Each choice's condition can be worked out, and of them one holds. */
static int check_right_choice(struct linting *l, const struct lesson_question *q, struct err *err)
{
    const struct lesson_choice *choice;
    if (question_right_choice(&choice, &l->runs, q, false, err) < 0)
        return -1;
    if (!choice)
        lint_say(l, true, &q->place, "of the choices of `%s` exactly one must be right", q->name);
    return 0;
}

/* Operations that are asked in order must not begin at the same time. */
static void check_ties(struct linting *l, const struct lesson_question *q)
{
    char name[PICK_NAME_SIZE], other[PICK_NAME_SIZE], expression[2 * PICK_NAME_SIZE + 16];
    const char *field = q->by_end ? "end" : "start";
    struct quantity_setting setting = {.runs = &l->runs, .run = &q->run};
    for (size_t at = 0; question_item(q, &at, name, sizeof name);)
        for (size_t next = at; question_item(q, &next, other, sizeof other);) {
            snprintf(expression, sizeof expression, "%s.%s - %s.%s", name, field, other, field);
            struct lesson_text text = {.text = expression, .place = q->of.place};
            struct err ignored;
            int64_t ns;
            err_init(&ignored);
            if (quantity_time(&ns, &setting, &text, &ignored) == 0 && ns == 0)
                lint_say(l, true, &q->of.place,
                         "`%s` and `%s` %s at the same time: they are in no order", name, other,
                         field);
        }
}

static void check_replies(struct linting *l, const struct lesson_question *q,
                          const struct quantity_setting *setting)
{
    for (size_t i = 0; i < q->choice_count; i++) {
        const struct lesson_choice *choice = &q->choices[i];
        struct err err;
        err_init(&err);
        check_text(l, &choice->text, setting);
        check_text(l, &choice->reply, setting);
        if (question_check_answer(q, choice->name, &err) < 0) {
            struct err at;
            err_init(&at);
            lesson_fail(&choice->reply, 0, &at, "%s", err.message);
            lint_add(l, true, &at);
        }
    }
}

/* The answer can be given on the ruler. */
static void check_ruler(struct linting *l, const struct lesson_question *q,
                        const struct question_verdict *verdict)
{
    const struct question_answer *answer = &verdict->answers[WHO_NULLSTREAM];
    int64_t end;
    struct err err;
    err_init(&err);
    if (question_ruler(&end, &l->runs, q, &err) < 0)
        lint_add(l, true, &err);
    else if (q->kind == QUESTION_TIME && answer->known && end != TIMELINE_UNKNOWN &&
             end < answer->time)
        lint_say(l, true, &q->place, "the ruler of `%s` ends before its answer", q->name);
}

static void check_question(struct linting *l, size_t row)
{
    const struct lesson_question *q = &l->lesson.questions[row];
    struct quantity_setting setting = {.runs = &l->runs, .run = &q->run};
    struct question_verdict verdict;
    struct err err;
    err_init(&err);
    size_t asked = times_asked(&l->lesson, row);
    if (asked != 1)
        lint_say(l, true, &q->place,
                 asked ? "question `%s` is asked more than once" : "question `%s` is never asked",
                 q->name);
    if (question_judge(&verdict, &l->runs, q, NULL, &err) < 0 ||
        (q->kind == QUESTION_CHOICE && check_right_choice(l, q, &err) < 0))
        lint_add(l, true, &err);
    else if (!verdict.answers[WHO_HARDWARE].known)
        lint_say(l, false, &q->place, "what a real GPU answers to `%s` was not recorded", q->name);
    else if (q->kind != QUESTION_TIME && !verdict.answers[WHO_NULLSTREAM].right)
        lint_say(l, true, &q->place,
                 "to `%s` the simulation answers `%s`, the hardware `%s`: learners would be taught "
                 "what is wrong",
                 q->name, verdict.answers[WHO_NULLSTREAM].text.text,
                 verdict.answers[WHO_HARDWARE].text.text);
    check_ruler(l, q, &verdict);
    question_verdict_release(&verdict);
    const struct lesson_text *const texts[] = {&q->ask, &q->right, &q->wrong,
                                               &q->low, &q->high,  &q->formula_text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(l, texts[i], &setting);
    check_replies(l, q, &setting);
    if (q->kind == QUESTION_ORDER && err.status == ERR_NONE)
        check_ties(l, q);
    l->lint->questions++;
}

/* --- the exercise -------------------------------------------------------------------------------
 */

static void failed_lines(const struct grade *grade, struct strbuf *sb)
{
    for (size_t i = 0; i < grade->line_count; i++)
        if (!grade->lines[i].passed)
            strbuf_addf(sb, "%s%s", sb->length ? ", " : "", grade->lines[i].name);
}

static bool fails_line(const struct grade *grade, const char *name)
{
    for (size_t i = 0; i < grade->line_count; i++)
        if (strcmp(grade->lines[i].name, name) == 0)
            return !grade->lines[i].passed;
    return false;
}

/* Grades a file of the lesson; false where that cannot be done, which is then found. */
static bool grade_it(struct linting *l, const char *file, struct grade *grade)
{
    struct err err;
    err_init(&err);
    if (grade_file(grade, &l->runs, lesson_path(&l->lesson, file), &err) < 0)
        lint_add(l, true, &err);
    else if (!grade->ran)
        lint_add(l, true, &grade->fault);
    else
        return true;
    return false;
}

static void check_solution(struct linting *l, const char *file)
{
    struct grade grade;
    struct strbuf failed;
    strbuf_init(&failed);
    if (grade_it(l, file, &grade) && !grade.passed) {
        failed_lines(&grade, &failed);
        lint_say(l, true, &l->lesson.exercise.place, "%s does not pass: %s", file, failed.text);
    }
    strbuf_release(&failed);
    grade_release(&grade);
}

/* An edit that must not pass, for the reason that the lesson says. */
static void check_wrong(struct linting *l, const char *file, const char *must_fail,
                        const struct lesson_place *place)
{
    struct grade grade;
    struct strbuf failed;
    strbuf_init(&failed);
    bool ran = grade_it(l, file, &grade);
    if (ran && grade.passed) {
        lint_say(l, true, place, "%s passes the exercise, and must not", file);
    } else if (ran && must_fail && !fails_line(&grade, must_fail)) {
        failed_lines(&grade, &failed);
        lint_say(l, true, place, "%s should fail at `%s`, but fails at: %s", file, must_fail,
                 failed.text);
    }
    strbuf_release(&failed);
    grade_release(&grade);
}

/* The checks of all requirements; false if one is none. */
static bool check_requirements(struct linting *l)
{
    const struct lesson_exercise *e = &l->lesson.exercise;
    bool good = true;
    for (size_t i = 0; i < e->require_count; i++) {
        struct err err;
        err_init(&err);
        if (grade_check_is_valid(&l->runs, &e->requires[i].check, &err) < 0) {
            lint_add(l, true, &err);
            good = false;
        }
        l->lint->requirements++;
    }
    if (e->require_count == 0)
        lint_say(l, true, &e->place, "the exercise demands nothing: there is no [require NAME]");
    return good;
}

static void check_exercise(struct linting *l)
{
    struct lesson *lesson = &l->lesson;
    const struct lesson_exercise *e = &lesson->exercise;
    struct lesson_place ini = {lesson->ini.path, 0, 0};
    if (!e->exists) {
        lint_say(l, true, &ini, "there is no [exercise]");
        return;
    }
    struct lesson_run solution = {.file = e->solution};
    struct quantity_setting setting = {.runs = &l->runs, .run = &solution};
    check_text(l, &e->task, &setting);
    check_text(l, &e->done, &setting);
    for (size_t i = 0; i < lesson->hint_count; i++)
        check_text(l, &lesson->hints[i].text, &setting);
    if (lesson->hint_count == 0)
        lint_say(l, true, &e->place, "there is no [hint]");
    if (!check_requirements(l))
        return;
    check_solution(l, e->solution);
    check_wrong(l, e->start, NULL, &e->place);
    lint_says(l);
    for (size_t i = 0; i < lesson->wrong_count; i++) {
        char file[200];
        snprintf(file, sizeof file, "wrong/%.180s.cu", lesson->wrongs[i].name);
        check_wrong(l, file, lesson->wrongs[i].must_fail, &lesson->wrongs[i].place);
        l->lint->wrongs++;
    }
    if (lesson->wrong_count < LEAST_WRONGS)
        lint_say(l, true, &e->place,
                 "there are %zu edits that must not pass; %d are needed: a typical wrong idea, one "
                 "that is fast but racy, one that leaves work out",
                 lesson->wrong_count, LEAST_WRONGS);
}

/* --- all ----------------------------------------------------------------------------------------
 */

void lint_lesson(struct lint *lint, const char *folder, const char *traces)
{
    *lint = (struct lint){0};
    struct linting l = {.lint = lint, .traces = traces};
    struct err err;
    err_init(&err);
    if (lesson_read(&l.lesson, folder, &err) < 0) {
        lint_add(&l, true, &err);
        lesson_release(&l.lesson);
        return;
    }
    struct lesson_place ini = {l.lesson.ini.path, 0, 0};
    lesson_runs_init(&l.runs, &l.lesson, traces);
    check_pages(&l);
    for (size_t i = 0; i < l.lesson.question_count; i++)
        check_question(&l, i);
    if (l.lesson.question_count < LEAST_QUESTIONS)
        lint_say(&l, true, &ini, "a lesson asks at least %d questions", LEAST_QUESTIONS);
    lint_shown(&l);
    check_exercise(&l);
    lint_files(&l);
    lesson_runs_release(&l.runs);
    lesson_release(&l.lesson);
}

void lint_release(struct lint *lint)
{
    free(lint->rows);
    *lint = (struct lint){0};
}
