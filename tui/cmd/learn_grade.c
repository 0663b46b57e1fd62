/* `nullstream learn LESSON --grade FILE`: an exercise held against what it demands, for people and
 * for scripts; `--lint FOLDER`: a lesson looked over. */
#include "sim/base/json_writer.h"
#include "sim/base/wrap.h"
#include "sim/draw/page.h"
#include "sim/lesson/grade.h"
#include "sim/lesson/lint.h"
#include "tui/cmd/grade_text.h"
#include "tui/cmd/learned.h"
#include "tui/cmd/message.h"
#include "tui/cmd/output.h"

#include <string.h>

static void add_fault(struct json_writer *w, const struct err *fault)
{
    json_line(w, 1);
    json_open(w, "error");
    json_text(w, "file", fault->file);
    if (fault->line)
        json_int(w, "line", fault->line);
    if (fault->column)
        json_int(w, "column", fault->column);
    json_text(w, "message", fault->message);
    if (fault->hint[0])
        json_text(w, "hint", fault->hint);
    json_close(w);
}

/* A program that did not run has failed nothing in particular. */
static void add_line(struct json_writer *w, const struct grade_line *line, bool ran)
{
    json_line(w, 2);
    json_open(w, NULL);
    json_text(w, "name", line->name);
    json_text(w, "check", line->check);
    json_bool(w, "passed", line->passed);
    json_int(w, "points", line->passed ? line->points : 0);
    json_int(w, "most_points", line->points);
    if (ran && line->fails.length)
        json_text(w, "says", line->fails.text);
    if (ran && line->found.length)
        json_text(w, "found", line->found.text);
    json_close(w);
}

static void grade_json(struct strbuf *sb, const struct grade *grade, const struct lesson *lesson,
                       const char *hash, const char *path)
{
    struct json_writer w = json_writer_on(sb);
    json_open(&w, NULL);
    json_text(&w, "format", "nullstream-grade");
    json_int(&w, "version", 1);
    json_line(&w, 1);
    json_text(&w, "lesson", lesson->slug);
    json_text(&w, "lesson_sha256", hash);
    json_text(&w, "gpu", lesson->gpu);
    json_line(&w, 1);
    json_text(&w, "file", path);
    json_bool(&w, "passed", grade->passed);
    json_int(&w, "points", grade->points);
    json_int(&w, "most_points", grade->most_points);
    json_line(&w, 1);
    if (grade->time != TIMELINE_UNKNOWN)
        json_us(&w, "time_us", grade->time);
    json_us(&w, "solution_us", grade->solution);
    json_us(&w, "start_us", grade->start);
    if (!grade->ran)
        add_fault(&w, &grade->fault);
    json_line(&w, 1);
    json_list(&w, "requirements");
    for (size_t i = 0; i < grade->line_count; i++)
        add_line(&w, &grade->lines[i], grade->ran);
    json_list_end(&w);
    json_close(&w);
    strbuf_addc(sb, '\n');
}

int learn_grade(const struct learn_folders *folders, const char *name, const struct arguments *args,
                struct err *err)
{
    const char *path = arguments_value(args, OPTION_GRADE, "");
    struct learned learned;
    struct grade grade = {0};
    struct text_style style;
    struct strbuf sb;
    char hash[65];
    strbuf_init(&sb);
    int rc = output_style(args, &style, err);
    if (learned_open(&learned, folders, name, err) < 0)
        rc = -1;
    if (rc == 0)
        rc = lesson_hash(&learned.lesson, hash, err);
    if (rc == 0)
        rc = grade_file(&grade, &learned.runs, path, err);
    if (rc == 0 && strcmp(arguments_value(args, OPTION_REPORT_FORMAT, "text"), "json") == 0)
        grade_json(&sb, &grade, &learned.lesson, hash, path);
    else if (rc == 0)
        grade_text(&sb, &grade, &learned.lesson, &style);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    if (rc == 0 && !grade.ran) {
        *err = grade.fault;
        rc = -1;
    } else if (rc == 0 && !grade.passed) {
        rc = ERR_FOUND;
    }
    strbuf_release(&sb);
    grade_release(&grade);
    learned_release(&learned);
    return rc;
}

/* --- lint ---------------------------------------------------------------------------------------
 */

static void add_finding(struct strbuf *sb, const struct lint_finding *finding)
{
    message_format(sb, finding->fault ? MESSAGE_ERROR : MESSAGE_NOTE, &finding->text, false);
}

int learn_lint(const struct learn_folders *folders, const struct arguments *args, struct err *err)
{
    struct lint lint;
    struct strbuf sb;
    strbuf_init(&sb);
    lint_lesson(&lint, arguments_value(args, OPTION_LINT, ""), folders->traces.text);
    for (size_t i = 0; i < lint.count; i++)
        add_finding(&sb, &lint.rows[i]);
    strbuf_addf(&sb,
                "%zu fault%s, %zu note%s: %zu numbers, %zu questions, %zu requirements, %zu wrong "
                "edits, %zu recordings\n",
                lint.faults, lint.faults == 1 ? "" : "s", lint.count - lint.faults,
                lint.count - lint.faults == 1 ? "" : "s", lint.numbers, lint.questions,
                lint.requirements, lint.wrongs, lint.recordings);
    int rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    if (rc == 0 && lint.faults)
        rc = ERR_FOUND;
    strbuf_release(&sb);
    lint_release(&lint);
    return rc;
}
