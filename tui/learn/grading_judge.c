/* The work of a grading's thread. Nothing of the screen's lesson is touched: the thread reads the
 * lesson anew. */
#include "sim/base/mem.h"
#include "sim/lesson/grade.h"
#include "sim/lesson/require_text.h"
#include "tui/learn/grading.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20 };

static void add_row(struct grading_result *result, const struct grade_line *line)
{
    struct strbuf says, demands;
    strbuf_init(&says);
    strbuf_init(&demands);
    require_text(&demands, line->check);
    strbuf_adds(&says, line->passed ? "" : line->fails.text);
    if (!line->passed && line->found.length > 0)
        strbuf_addf(&says, "%s(%s)", says.length > 0 ? " " : "", line->found.text);
    result->rows =
        mem_grow(result->rows, &result->row_capacity, result->row_count + 1, sizeof *result->rows);
    result->rows[result->row_count++] = (struct grading_row){
        mem_strdup(demands.text), mem_strdup(says.text), line->points, line->passed};
    strbuf_release(&says);
    strbuf_release(&demands);
}

static void take(struct grading_result *result, struct grade *grade)
{
    if (!grade->ran) {
        result->is_fault = true;
        result->fault = grade->fault;
        return;
    }
    for (size_t i = 0; i < grade->line_count; i++)
        add_row(result, &grade->lines[i]);
    result->passed = grade->passed;
    result->points = grade->points;
    result->most_points = grade->most_points;
    result->prediction = mem_zalloc(sizeof *result->prediction);
    *result->prediction = grade->prediction; /* moved */
    prediction_init(&grade->prediction);
}

static void judge(struct grading_result *result, const char *folder, const char *file)
{
    struct lesson lesson;
    struct lesson_runs runs;
    struct grade grade;
    result->is_fault = true;
    if (lesson_read(&lesson, folder, &result->fault) == 0) {
        lesson_runs_init(&runs, &lesson, NULL);
        if (grade_file(&grade, &runs, file, &result->fault) == 0) {
            result->is_fault = false;
            take(result, &grade);
        }
        grade_release(&grade);
        lesson_runs_release(&runs);
    }
    lesson_release(&lesson);
}

struct grading_result *grading_judge(const char *folder, const char *file)
{
    struct grading_result *result = mem_zalloc(sizeof *result);
    struct strbuf text;
    strbuf_init(&text);
    err_init(&result->fault);
    if (strbuf_read_file(&text, file, LARGEST_FILE, &result->fault) < 0) {
        result->is_fault = true;
    } else {
        result->text = mem_strdup(text.text);
        judge(result, folder, file);
    }
    strbuf_release(&text);
    return result;
}
