/* What the player remembers of a reader, from one time to the next. */
#include "tui/learn/session.h"

#include <string.h>

void session_show_progress(struct session *session, struct list_row *row)
{
    const struct progress_lesson *lesson = progress_find(&session->progress, row->slug);
    if (!lesson || row->progress == LIST_BROKEN)
        return;
    bool begun = lesson->page > 0 || lesson->exercise != PROGRESS_NEW;
    row->progress = lesson->exercise == PROGRESS_PASSED ? LIST_DONE
                    : begun                             ? LIST_STARTED
                                                        : LIST_NEW;
    row->points = lesson->points;
    row->most_points = lesson->most_points;
}

void session_restore(struct session *session)
{
    struct visit *visit = &session->visit;
    const struct lesson *lesson = &visit->lesson;
    const struct progress_lesson *row = progress_find(&session->progress, lesson->slug);
    if (!row)
        return;
    for (size_t i = 0; i < lesson->question_count; i++) {
        const char *answer = progress_answered(row, lesson->questions[i].name);
        if (answer)
            visit_restore_answer(visit, i, answer);
    }
    if (session->has_bench && row->hints > 0)
        session->bench.exercise.hints_given =
            (size_t)row->hints < lesson->hint_count ? (size_t)row->hints : lesson->hint_count;
    /* who is through begins again at the first page */
    bool through = row->exercise == PROGRESS_PASSED || row->exercise == PROGRESS_SKIPPED;
    reader_set_page(&visit->reader, through || row->page < 1 ? 0 : (size_t)row->page - 1);
}

/* The state of the exercise; what was passed once stays so. */
static bool note_exercise(const struct session *session, struct progress_lesson *row)
{
    const struct exercise *exercise = &session->bench.exercise;
    const struct grading_result *result = exercise->result;
    enum progress_exercise state = row->exercise;
    bool changed = false;
    if (exercise_is_passed(exercise))
        state = PROGRESS_PASSED;
    else if (session->skipped && state != PROGRESS_PASSED)
        state = PROGRESS_SKIPPED;
    else if (session->bench.grades && state == PROGRESS_NEW)
        state = PROGRESS_BEGUN;
    if (result && !result->is_fault &&
        (result->points > row->points || result->most_points != row->most_points)) {
        row->points = result->points;
        row->most_points = result->most_points;
        changed = true;
    }
    changed = changed || state != row->exercise || row->hints < (int)exercise->hints_given;
    row->exercise = state;
    if (row->hints < (int)exercise->hints_given)
        row->hints = (int)exercise->hints_given;
    return changed;
}

void session_store(struct session *session)
{
    if (!session->visiting)
        return;
    const struct visit *visit = &session->visit;
    struct progress_lesson *row = progress_of(&session->progress, visit->lesson.slug);
    bool changed = session->has_bench && note_exercise(session, row);
    int page = (int)visit->reader.page + 1;
    if (page > row->page) {
        row->page = page;
        changed = true;
    }
    for (size_t i = 0; i < visit->lesson.question_count; i++) {
        const char *name = visit->lesson.questions[i].name, *answer = visit->asked[i].answer;
        const char *before = progress_answered(row, name);
        if (!answer || (before && strcmp(before, answer) == 0))
            continue;
        progress_answer(row, name, answer);
        changed = true;
    }
    for (size_t i = 0; i < session->list.count; i++)
        if (strcmp(session->list.rows[i].slug, visit->lesson.slug) == 0)
            session_show_progress(session, &session->list.rows[i]);
    struct err err;
    err_init(&err);
    const char *path = session->options.state;
    if (changed && path && *path && progress_save(row, path, &err) < 0)
        session_say(session, ROLE_BAD, "Your progress is not kept: %.200s", err.message);
}
