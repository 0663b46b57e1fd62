#include "tui/learn/exercise.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void exercise_init(struct exercise *exercise, const char *root, const char *slug)
{
    memset(exercise, 0, sizeof *exercise);
    workspace_init(&exercise->workspace, root, slug);
}

void exercise_add_hint(struct exercise *exercise, const char *text)
{
    exercise->hints =
        mem_realloc(exercise->hints, (exercise->hint_count + 1) * sizeof *exercise->hints);
    exercise->hints[exercise->hint_count++] = mem_strdup(text);
}

void exercise_take(struct exercise *exercise, struct grading_result *result)
{
    grading_result_free(exercise->result);
    exercise->result = result;
}

bool exercise_is_passed(const struct exercise *exercise)
{
    return exercise->result && !exercise->result->is_fault && exercise->result->passed;
}

unsigned exercise_where(const struct exercise *exercise)
{
    if (exercise->sure != SURE_OF_NOTHING)
        return IN_SURE;
    return exercise->comparing ? IN_COMPARE : IN_EXERCISE;
}

static void end_compare(struct exercise *exercise)
{
    if (exercise->comparing)
        versus_release(&exercise->versus);
    exercise->comparing = false;
}

void exercise_compare(struct exercise *exercise, const char *mine, const char *solution,
                      bool beside)
{
    end_compare(exercise);
    versus_init(&exercise->versus, mine, solution, beside);
    exercise->comparing = true;
}

static enum exercise_want answer_sure(struct exercise *exercise, enum learn_action action)
{
    enum exercise_sure sure = exercise->sure;
    if (action != LEARN_YES && action != LEARN_NO)
        return EXERCISE_NOTHING;
    exercise->sure = SURE_OF_NOTHING;
    if (action == LEARN_NO)
        return EXERCISE_NOTHING;
    return sure == SURE_TO_RESET ? EXERCISE_RESET : EXERCISE_COMPARE;
}

enum exercise_want exercise_key(struct exercise *exercise, enum learn_action action, int32_t height,
                                bool *other)
{
    *other = false;
    exercise->said[0] = 0;
    if (exercise->sure != SURE_OF_NOTHING)
        return answer_sure(exercise, action);
    if (exercise->comparing) {
        if (action == LEARN_LEAVE)
            end_compare(exercise);
        else
            versus_key(&exercise->versus, action, height);
        return EXERCISE_NOTHING;
    }
    switch (action) {
    case LEARN_EDIT:
        return EXERCISE_EDIT;
    case LEARN_HINT:
        if (exercise->hints_given < exercise->hint_count)
            exercise->hints_given++;
        else
            snprintf(exercise->said, sizeof exercise->said, "There are no more hints.");
        return EXERCISE_NOTHING;
    case LEARN_COMPARE:
        if (exercise_is_passed(exercise))
            return EXERCISE_COMPARE; /* nothing is given away any more */
        exercise->sure = SURE_TO_COMPARE;
        return EXERCISE_NOTHING;
    case LEARN_RESET:
        exercise->sure = SURE_TO_RESET;
        return EXERCISE_NOTHING;
    case LEARN_LEAVE:
        return EXERCISE_LEAVE;
    default:
        *other = true;
        return EXERCISE_NOTHING;
    }
}

static void write_row(const struct grading_row *row, struct paper *paper)
{
    char points[32];
    int32_t at = paper->rows, right = paper->grid.width - 1;
    snprintf(points, sizeof points, "%d point%s", row->points, row->points == 1 ? " " : "s");
    int32_t column = right - grid_text_width(points) + 1;
    enum bar_role role = row->holds ? ROLE_GOOD : ROLE_BAD;
    paper_text_within(paper, 2, column - 2, row->check, role);
    if (paper->rows == at)
        paper_row(paper);
    grid_text(&paper->grid, at, 0, 0, row->holds ? "✓" : "✗", role);
    grid_text(&paper->grid, at, column, right, points, ROLE_NOTE);
    if (!row->holds && row->says[0])
        paper_markdown(paper, 2, row->says);
}

static void write_state(const struct exercise *exercise, struct paper *paper)
{
    const struct grading_result *result = exercise->result;
    char text[200];
    if (!result) {
        paper_text(paper, 0, "Your file is being run.", ROLE_NOTE);
        return;
    }
    if (result->is_fault) {
        paper_text(paper, 0,
                   result->text ? "Your file is no program yet that can be run: see the chart's "
                                  "place."
                                : "Your file is gone: save it again, or reset.",
                   ROLE_BAD);
        return;
    }
    snprintf(text, sizeof text, "%s%d of %d points", result->passed ? "Passed: " : "",
             result->points, result->most_points);
    paper_text(paper, 0, text, result->passed ? ROLE_GOOD : ROLE_TITLE);
    if (result->passed && exercise->done && exercise->done[0])
        paper_markdown(paper, 0, exercise->done);
    for (int holds = 0; holds <= 1; holds++) /* what is missing comes first */
        for (size_t i = 0; i < result->row_count; i++)
            if (result->rows[i].holds == holds)
                write_row(&result->rows[i], paper);
}

static void write_task(const struct exercise *exercise, struct paper *paper)
{
    struct strbuf text;
    strbuf_init(&text);
    paper_markdown(paper, 0, exercise->task ? exercise->task : "");
    paper_gap(paper);
    strbuf_addf(&text, "Your file: %s", exercise->workspace.file);
    paper_text(paper, 0, text.text, ROLE_NOTE);
    strbuf_release(&text);
}

/* Who has begun to work wants to know how it goes first, and then what was asked for. */
int32_t exercise_write(const struct exercise *exercise, struct paper *paper)
{
    struct strbuf text;
    int32_t hint = 0;
    strbuf_init(&text);
    if (!exercise->changed)
        write_task(exercise, paper);
    write_state(exercise, paper);
    for (size_t i = 0; i < exercise->hints_given; i++) {
        paper_gap(paper);
        hint = paper->rows;
        strbuf_clear(&text);
        strbuf_addf(&text, "Hint %zu of %zu", i + 1, exercise->hint_count);
        paper_text(paper, 0, text.text, ROLE_TITLE);
        paper_markdown(paper, 0, exercise->hints[i]);
    }
    if (exercise->changed) {
        paper_gap(paper);
        write_task(exercise, paper);
    }
    strbuf_release(&text);
    return hint;
}

void exercise_release(struct exercise *exercise)
{
    end_compare(exercise);
    grading_result_free(exercise->result);
    for (size_t i = 0; i < exercise->hint_count; i++)
        free(exercise->hints[i]);
    free(exercise->hints);
    free(exercise->task);
    free(exercise->done);
    workspace_release(&exercise->workspace);
    memset(exercise, 0, sizeof *exercise);
}
