/* What the player looks like. */
#include "tui/learn/pane.h"
#include "tui/learn/session.h"

#include <limits.h>
#include <stdio.h>

#define EVERYWHERE UINT_MAX

static void draw_help(const struct session *session, struct grid *grid)
{
    pane_title(grid, "Keys of nullstream learn", "");
    int32_t rows = grid->height - 3,
            all = bindings_help(&learn_bindings, EVERYWHERE, grid, 0, -1, 0);
    int32_t most = all > rows ? all - rows : 0;
    bindings_help(&learn_bindings, EVERYWHERE, grid, 2, grid->height - 2,
                  session->help_top < most ? session->help_top : most);
}

/* How the reader, the simple rule and nullstream did, and what the exercise brought. */
static void draw_tally(const struct session *session, struct grid *grid)
{
    const struct visit *visit = &session->visit;
    struct question_tally tally = {0};
    struct strbuf text;
    struct paper paper;
    strbuf_init(&text);
    pane_title(grid, visit->lesson.title, "the end");
    for (size_t i = 0; i < visit->lesson.question_count; i++)
        if (visit->asked[i].judged)
            question_tally_add(&tally, &visit->asked[i].verdict);
    struct learn_rect rect = {2, 0, grid->height - 3, grid->width};
    paper_init(&paper, pane_text_width(&rect));
    paper_markdown(&paper, 0, "# What was predicted");
    paper_gap(&paper);
    question_tally_text(&text, &tally, &visit->runs);
    paper_lines(&paper, tally.asked ? text.text : "You have answered no question.", ROLE_LABEL);
    if (session->has_bench) {
        const struct grading_result *result = session->bench.exercise.result;
        char said[100] = "not begun";
        paper_gap(&paper);
        paper_markdown(&paper, 0, "# The exercise");
        paper_gap(&paper);
        if (result && !result->is_fault)
            snprintf(said, sizeof said, "%s%d of %d points", result->passed ? "passed, " : "",
                     result->points, result->most_points);
        else if (result)
            snprintf(said, sizeof said, "the file is no program yet that can be run");
        paper_text(&paper, 0, said, result && result->passed ? ROLE_GOOD : ROLE_LABEL);
    }
    struct learn_rect inner = pane_text_rect(&rect);
    paper_show(&paper, grid, &inner, 0);
    paper_release(&paper);
    strbuf_release(&text);
}

static const char *question_of(const struct session *session)
{
    if (session->view != SHOWS_EXERCISE || session->help)
        return NULL;
    switch (session->bench.exercise.sure) {
    case SURE_TO_COMPARE:
        return "Show the solution? It is worth more found by yourself.";
    case SURE_TO_RESET:
        return "Begin again? What you wrote is kept under another name.";
    default:
        return NULL;
    }
}

/* A message stands in the last rows, as many as it needs, at most half of the screen. */
static void draw_note(const struct session *session, struct grid *grid)
{
    struct paper paper;
    paper_init(&paper, grid->width);
    paper_text(&paper, 0, session->note, session->note_role);
    int32_t most = grid->height / 2 > 1 ? grid->height / 2 : 1;
    int32_t rows = paper.rows < most ? paper.rows : most;
    struct learn_rect rect = {grid->height - rows, 0, rows, grid->width};
    for (int32_t row = rect.row; row < grid->height; row++)
        grid_fill(grid, row, 0, grid->width - 1, ROLE_NONE);
    paper_show(&paper, grid, &rect, 0);
    paper_release(&paper);
}

static void draw_last_row(const struct session *session, struct grid *grid)
{
    int32_t row = grid->height - 1, right = grid->width - 1;
    const char *question = question_of(session);
    if (question) {
        int32_t column = grid_text(grid, row, 0, right, question, ROLE_TITLE);
        bindings_footer(&learn_bindings, session_where(session), grid, row, column + 1, right);
    } else if (session->note[0]) {
        draw_note(session, grid);
    } else {
        bindings_footer(&learn_bindings, session_where(session), grid, row, 0, right);
    }
}

void session_draw(const struct session *session, struct grid *grid, int32_t *row, int32_t *column)
{
    *row = grid->height > 1;
    *column = 0;
    if (session->looking) {
        look_draw(&session->look, grid, row, column);
        return;
    }
    if (session->help) {
        draw_help(session, grid);
    } else {
        switch (session->view) {
        case SHOWS_LIST:
            pane_title(grid, "nullstream: the lessons", "");
            list_draw(&session->list, grid, row, column);
            break;
        case SHOWS_LESSON:
            visit_draw(&session->visit, grid, row, column);
            break;
        case SHOWS_EXERCISE:
            bench_draw(&session->bench, session->visit.lesson.title, grid, row, column);
            break;
        case SHOWS_TALLY:
            draw_tally(session, grid);
            break;
        }
    }
    draw_last_row(session, grid);
}
