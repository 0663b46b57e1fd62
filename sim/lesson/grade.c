#include "sim/lesson/grade.h"

#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/label.h"
#include "sim/analysis/values.h"
#include "sim/analysis/values_text.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/base/suggest.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/frozen.h"
#include "sim/lesson/lesson_inside.h"
#include "sim/lesson/pick.h"
#include "sim/lesson/work.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/types.h>

#include <sha2.h>

/* What the checks look at. */
struct grading {
    struct grade *grade;
    struct lesson_runs *runs;
    const struct lesson_exercise *exercise;
    const struct prediction *mine, *start, *solution; /* mine: NULL if it did not run */
    struct quantity_name names[3];
    struct err *err;
};

static struct quantity_setting setting_of(const struct grading *g)
{
    return (struct quantity_setting){
        .runs = NULL, .names = g->names, .name_count = sizeof g->names / sizeof *g->names};
}

/* --- the checks of a lesson ---------------------------------------------------------------------
 */

/* "time <= 1.05 * solution" */
static int check_time(struct grading *g, const struct lesson_text *check, struct grade_line *line)
{
    struct quantity_setting setting = setting_of(g);
    bool known;
    if (quantity_condition(&line->passed, &known, &setting, check, g->err) < 0)
        return -1;
    if (g->mine && !line->passed) {
        duration_add_human(&line->found, g->grade->time);
        strbuf_adds(&line->found, "; the solution takes ");
        duration_add_human(&line->found, g->grade->solution);
    }
    return 0;
}

static int check_hazards(struct grading *g, struct grade_line *line)
{
    struct hazards hazards;
    if (!g->mine)
        return 0;
    hazards_find(&hazards, &g->mine->program);
    line->passed = hazards.certain == 0;
    if (!line->passed) {
        const struct hazard *hazard = &hazards.rows[0];
        const struct program *program = &g->mine->program;
        uint32_t place = program->records.rows[happens_record(hazard->later)].place;
        if (place)
            strbuf_addf(&line->found, "line %d: ", program->places.rows[place].line);
        hazard_message(&line->found, &hazards, hazard);
    }
    hazards_release(&hazards);
    return 0;
}

/* "k1 k3": two names, of which some run at the same time. */
static int check_overlap(struct grading *g, const struct lesson_text *check, size_t at,
                         struct grade_line *line)
{
    struct pick picks[2];
    for (int i = 0; i < 2; i++) {
        at += strspn(check->text + at, " \t\n");
        if (!pick_read(&picks[i], check->text + at)) {
            lesson_fail(check, at, g->err, "two names are needed: which run at the same time?");
            return err_hint(g->err, "as in `overlap = k1 k3`, or `overlap = h2d kernel`");
        }
        at += picks[i].length;
    }
    if (check->text[at + strspn(check->text + at, " \t\n")])
        return lesson_fail(check, at, g->err, "overlap takes two names");
    if (g->mine)
        line->passed = pick_overlap(&picks[0], &picks[1], &g->mine->timeline) > 0;
    return 0;
}

/* How often a place makes the call, at most; `place` and the count over all. */
static uint32_t most_at_a_place(const struct program *program, enum call call, uint32_t *place,
                                uint32_t *all)
{
    uint64_t *seen = mem_zalloc(program->places.count * 256 * sizeof *seen + 1);
    uint32_t most = 0;
    *all = 0;
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        if (record->call != call)
            continue;
        ++*all;
        uint64_t count = ++seen[record->place * 256u + record->column];
        if (count > most) {
            most = (uint32_t)count;
            *place = record->place;
        }
    }
    free(seen);
    return most;
}

static int read_call(struct grading *g, const struct lesson_text *check, size_t *at,
                     enum call *call)
{
    char name[80];
    *at += strspn(check->text + *at, " \t\n");
    size_t length = strcspn(check->text + *at, " \t\n");
    snprintf(name, sizeof name, "%.*s", (int)(length < 79 ? length : 79), check->text + *at);
    *call = call_find(name);
    if (*call != CALL_NONE) {
        *at += length;
        return 0;
    }
    struct suggest near;
    suggest_init(&near, name);
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++)
        suggest_offer(&near, call_info((enum call)i)->name);
    lesson_fail(check, *at, g->err, "there is no call `%s`", name);
    return near.best ? err_hint(g->err, "did you mean `%s`?", near.best) : -1;
}

static bool take_words(const struct lesson_text *text, size_t *at, const char *words)
{
    size_t here = *at + strspn(text->text + *at, " \t\n"), length = strlen(words);
    if (strncmp(text->text + here, words, length) != 0 ||
        !strchr(" \t\n=<", text->text[here + length]))
        return false;
    *at = here + length;
    return true;
}

/* "no cudaDeviceSynchronize in a loop", "no cudaFree", "uses cudaStreamWaitEvent" */
static int check_calls(struct grading *g, const struct lesson_text *check, size_t at,
                       struct grade_line *line)
{
    bool none = take_words(check, &at, "no");
    if (!none && !take_words(check, &at, "uses")) {
        lesson_fail(check, at, g->err, "what of the calls?");
        return err_hint(g->err, "`no CALL`, `no CALL in a loop` or `uses CALL`");
    }
    enum call call;
    if (read_call(g, check, &at, &call) < 0)
        return -1;
    bool loop = none && take_words(check, &at, "in a loop");
    if (check->text[at + strspn(check->text + at, " \t\n")])
        return lesson_fail(check, at, g->err, "after the call only `in a loop` may stand");
    if (!g->mine)
        return 0;
    uint32_t place = 0, all, most = most_at_a_place(&g->mine->program, call, &place, &all);
    line->passed = !none ? all > 0 : loop ? most <= 1 : all == 0;
    if (!line->passed && none && place)
        strbuf_addf(&line->found, "line %d makes the call %" PRIu32 " time%s",
                    g->mine->program.places.rows[place].line, most, most == 1 ? "" : "s");
    return 0;
}

/* "start": the host has work of its own, and does as much of it while the clock runs. */
static int check_host(struct grading *g, const struct lesson_text *check, size_t at,
                      struct grade_line *line)
{
    if (!take_words(check, &at, "start") || check->text[at + strspn(check->text + at, " \t\n")])
        return lesson_fail(check, at, g->err, "the host's work is held against `start` only");
    if (!g->mine)
        return 0;
    int64_t mine = work_host_time(&g->mine->timeline), start = work_host_time(&g->start->timeline);
    line->passed = mine >= start;
    if (!line->passed) {
        duration_add_human(&line->found, mine);
        strbuf_adds(&line->found, " in the timed part; in the starting program ");
        duration_add_human(&line->found, start);
    }
    return 0;
}

enum { CHECK_HAZARDS, CHECK_OVERLAP, CHECK_CALLS, CHECK_HOST, CHECK_COUNT };

static int check_one(struct grading *g, const struct lesson_text *check, struct grade_line *line)
{
    size_t at = 0;
    if (take_words(check, &at, "time"))
        return check_time(g, check, line);
    at = 0;
    static const char *const kinds[CHECK_COUNT] = {"hazards", "overlap", "calls", "host"};
    size_t kind = 0;
    while (kind < CHECK_COUNT && !take_words(check, &at, kinds[kind]))
        kind++;
    if (kind == CHECK_COUNT) {
        char word[40];
        size_t length = strcspn(check->text, " \t\n=<");
        snprintf(word, sizeof word, "%.*s", (int)(length < 39 ? length : 39), check->text);
        struct suggest near;
        suggest_init(&near, word);
        suggest_offer(&near, "time");
        for (kind = 0; kind < CHECK_COUNT; kind++)
            suggest_offer(&near, kinds[kind]);
        lesson_fail(check, 0, g->err, "`%s` is nothing that can be checked", word);
        return near.best ? err_hint(g->err, "did you mean `%s`?", near.best)
                         : err_hint(g->err, "there are time, hazards, overlap, calls and host");
    }
    at += strspn(check->text + at, " \t\n");
    if (check->text[at] != '=')
        return lesson_fail(check, at, g->err, "`%s` is followed by `=`", kinds[kind]);
    at++;
    if (kind == CHECK_OVERLAP)
        return check_overlap(g, check, at, line);
    if (kind == CHECK_CALLS)
        return check_calls(g, check, at, line);
    if (kind == CHECK_HOST)
        return check_host(g, check, at, line);
    at += strspn(check->text + at, " \t\n");
    return strcmp(check->text + at, "none") == 0
               ? check_hazards(g, line)
               : lesson_fail(check, at, g->err, "of hazards only `none` can be demanded");
}

int grade_check_is_valid(struct lesson_runs *runs, const struct lesson_text *check, struct err *err)
{
    struct grade grade = {0};
    struct grade_line line = {0};
    struct grading g = {.grade = &grade,
                        .runs = runs,
                        .names = {{"time", 1}, {"solution", 1}, {"start", 1}},
                        .err = err};
    strbuf_init(&line.found);
    int rc = check_one(&g, check, &line);
    strbuf_release(&line.found);
    return rc;
}

/* --- what is always demanded --------------------------------------------------------------------
 */

static struct grade_line *add_line(struct grade *grade, const char *name, const char *check,
                                   int points)
{
    struct grade_line *line = &grade->lines[grade->line_count++];
    *line = (struct grade_line){.name = name, .check = check, .points = points};
    strbuf_init(&line->fails);
    strbuf_init(&line->found);
    return line;
}

static void check_work(struct grading *g)
{
    bool chunking = g->exercise->chunking;
    struct grade_line *line =
        add_line(g->grade, "same_work",
                 chunking ? "as many bytes are copied, and kernels cost as much, as in the start"
                          : "as many bytes are copied, kernels launched, and cost as much, as in "
                            "the start",
                 1);
    if (g->mine)
        line->passed = work_same(g->start, g->mine, chunking, &line->found);
    if (!line->passed)
        strbuf_adds(&line->fails, "It does not do the work of the starting program.");
}

/* By the order of the calls where nothing is racing, else by the predicted run. */
static void check_result(struct grading *g)
{
    struct grade_line *line = add_line(
        g->grade, "same_result",
        "the result comes from the same inputs through the same kernels as in the solution", 1);
    if (!g->mine)
        return;
    struct hazards hazards;
    hazards_find(&hazards, &g->mine->program);
    bool ordered = hazards.count == 0;
    hazards_release(&hazards);
    struct values mine, solution;
    struct values_difference difference;
    values_compute(&mine, &g->mine->program, ordered ? NULL : &g->mine->timeline);
    values_compute(&solution, &g->solution->program, ordered ? NULL : &g->solution->timeline);
    line->passed = values_same_results(&mine, &solution, &difference);
    if (!line->passed) {
        if (difference.where == VALUES_SHAPE)
            strbuf_adds(&line->found,
                        "what `#pragma nullstream result` marks is of another size, or lies in "
                        "other pieces of memory, than in the solution");
        else
            values_text_difference(&line->found, &mine, &solution, &difference);
        strbuf_adds(&line->fails, "It computes something else than the solution.");
    }
    values_release(&mine);
    values_release(&solution);
}

static int read_text(struct strbuf *sb, const char *path, struct err *err)
{
    strbuf_init(sb);
    return strbuf_read_file(sb, path, LESSON_LARGEST, err);
}

static int check_frozen(struct grading *g, const char *path)
{
    const struct lesson_exercise *e = g->exercise;
    struct strbuf start, mine;
    strbuf_init(&mine);
    int rc = read_text(&start, lesson_path(g->runs->lesson, e->start), g->err);
    struct err unread;
    err_init(&unread);
    bool any = rc == 0 && frozen_any(start.text, e->frozen, e->frozen_count);
    if (any) {
        struct grade_line *line =
            add_line(g->grade, "frozen", "what comes from the lesson is as it was", 1);
        if (g->mine && read_text(&mine, path, &unread) == 0)
            line->passed =
                frozen_same(start.text, mine.text, e->frozen, e->frozen_count, &line->found);
        if (!line->passed)
            strbuf_adds(&line->fails, "A line that comes from the lesson was changed.");
    }
    strbuf_release(&start);
    strbuf_release(&mine);
    return rc;
}

/* --- all together -------------------------------------------------------------------------------
 */

/* What the lesson says to a requirement that does not hold. */
static int say(struct grading *g, const struct lesson_require *require, struct grade_line *line)
{
    struct lesson_run solution = {.file = g->exercise->solution};
    struct quantity_setting setting = setting_of(g);
    setting.runs = g->runs;
    setting.run = &solution;
    return lesson_fill(&line->fails, &setting, &require->fails, g->err);
}

static int check_all(struct grading *g, const char *path)
{
    const struct lesson_exercise *e = g->exercise;
    g->grade->lines = mem_zalloc((e->require_count + 3) * sizeof *g->grade->lines);
    if (check_frozen(g, path) < 0)
        return -1;
    check_work(g);
    if (!e->chunking)
        check_result(g);
    for (size_t i = 0; i < e->require_count; i++) {
        const struct lesson_require *require = &e->requires[i];
        struct grade_line *line =
            add_line(g->grade, require->name, require->check.text, require->points);
        if (check_one(g, &require->check, line) < 0)
            return -1;
        line->passed &= g->mine != NULL;
        if (!line->passed && say(g, require, line) < 0)
            return -1;
    }
    return 0;
}

/* Predicts one of the lesson's own files. */
static int predict_own(struct grading *g, const char *file, const struct prediction **prediction,
                       int64_t *wall)
{
    const struct lesson_outcome *outcome;
    struct lesson_run run = {.file = file};
    if (lesson_runs_predict(g->runs, &run, &outcome, g->err) < 0)
        return -1;
    *prediction = &outcome->prediction;
    *wall = outcome->prediction.timeline.wall;
    return 0;
}

int grade_file(struct grade *grade, struct lesson_runs *runs, const char *path, struct err *err)
{
    struct lesson *lesson = runs->lesson;
    *grade = (struct grade){.time = TIMELINE_UNKNOWN};
    err_init(&grade->fault);
    prediction_init(&grade->prediction);
    struct grading g = {.grade = grade, .runs = runs, .exercise = &lesson->exercise, .err = err};
    if (!lesson->exercise.exists)
        return err_set_at(err, ERR_INPUT, lesson->ini.path, 0, 0, "this lesson has no exercise");
    if (predict_own(&g, lesson->exercise.start, &g.start, &grade->start) < 0 ||
        predict_own(&g, lesson->exercise.solution, &g.solution, &grade->solution) < 0)
        return -1;
    struct predict_options options = {.gpu = lesson->gpu};
    grade->ran = predict_file(&grade->prediction, path, &options, &grade->fault) == 0;
    if (grade->ran) {
        g.mine = &grade->prediction;
        grade->time = grade->prediction.timeline.wall;
    }
    g.names[0] = (struct quantity_name){"time", grade->time};
    g.names[1] = (struct quantity_name){"solution", grade->solution};
    g.names[2] = (struct quantity_name){"start", grade->start};
    if (check_all(&g, path) < 0)
        return -1;
    grade->passed = grade->ran;
    for (size_t i = 0; i < grade->line_count; i++) {
        grade->passed &= grade->lines[i].passed;
        grade->most_points += grade->lines[i].points;
        grade->points += grade->lines[i].passed ? grade->lines[i].points : 0;
    }
    return 0;
}

void grade_release(struct grade *grade)
{
    for (size_t i = 0; i < grade->line_count; i++) {
        strbuf_release(&grade->lines[i].fails);
        strbuf_release(&grade->lines[i].found);
    }
    free(grade->lines);
    prediction_release(&grade->prediction);
    *grade = (struct grade){0};
}

int lesson_hash(struct lesson *lesson, char digits[65], struct err *err)
{
    const char *const files[] = {"lesson.ini", "text.md", lesson->exercise.start,
                                 lesson->exercise.solution};
    SHA2_CTX hash;
    SHA256Init(&hash);
    int rc = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files && rc == 0; i++) {
        struct strbuf text;
        char length[32];
        if (!files[i])
            continue;
        rc = read_text(&text, lesson_path(lesson, files[i]), err);
        snprintf(length, sizeof length, "%zu\n", text.length);
        SHA256Update(&hash, (const uint8_t *)length, strlen(length));
        SHA256Update(&hash, (const uint8_t *)text.text, text.length);
        strbuf_release(&text);
    }
    SHA256End(&hash, digits);
    return rc;
}
