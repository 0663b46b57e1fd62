/* What a visit looks like. */
#include "tui/learn/visit.h"

#include <stdio.h>
#include <string.h>

enum {
    MOST_LINE = 84, /* longer lines are hard to read */
    LEAST_WITH_HEAD = 4,
};

static int32_t text_width(const struct learn_rect *rect)
{
    int32_t margin = rect->width > 60 ? 2 : 0;
    int32_t width = rect->width - margin - 1;
    return width < MOST_LINE ? width : MOST_LINE;
}

static void write_answered(const struct visit *visit, size_t question, struct paper *paper)
{
    if (visit->asked[question].ask)
        paper_markdown(paper, 0, visit->asked[question].ask);
}

/* The open part of the page, with what came of its questions; then the question at the gate. */
static void write_page(const struct visit *visit, struct paper *paper)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    for (size_t i = 0; i < count; i++) {
        size_t row = (size_t)(blocks + i - visit->lesson.blocks);
        if (blocks[i].kind == LESSON_ASK) {
            paper_gap(paper);
            write_answered(visit, blocks[i].question, paper);
            paper_gap(paper);
        } else if (visit->filled[row]) {
            paper_gap(paper);
            paper_markdown(paper, 0, visit->filled[row]);
        }
    }
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (visit->answering && gate && visit->asked[gate->question].ask) {
        paper_gap(paper);
        paper_markdown(paper, 0, visit->asked[gate->question].ask);
    }
}

static void draw_text(const struct visit *visit, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    struct paper paper;
    paper_init(&paper, text_width(rect));
    write_page(visit, &paper);
    struct learn_rect inner = *rect;
    inner.column += rect->width > 60 ? 2 : 0;
    inner.width = rect->column + rect->width - inner.column;
    paper_show(&paper, grid, &inner, visit->text_top);
    paper_release(&paper);
}

int32_t visit_text_rows(const struct visit *visit, const struct learn_rect *rect)
{
    struct paper paper;
    paper_init(&paper, text_width(rect));
    write_page(visit, &paper);
    int32_t rows = paper.rows;
    paper_release(&paper);
    return rows;
}

/* The first row of a pane: what it shows. */
static struct learn_rect head(struct grid *grid, const struct learn_rect *rect, const char *text)
{
    struct learn_rect inner = *rect;
    if (rect->height < LEAST_WITH_HEAD)
        return inner;
    int32_t right = rect->column + rect->width - 1;
    for (int32_t column = rect->column; column <= right; column++)
        grid_text(grid, rect->row, column, right, "─", ROLE_AXIS);
    grid_text(grid, rect->row, rect->column + 1, right - 1, " ", ROLE_TITLE);
    int32_t end = grid_text(grid, rect->row, rect->column + 2, right - 2, text, ROLE_TITLE);
    grid_text(grid, rect->row, end, right - 1, " ", ROLE_TITLE);
    inner.row++;
    inner.height--;
    return inner;
}

static void draw_code(const struct visit *visit, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    struct learn_rect inner = head(grid, rect, visit->code ? visit->code->name : "no program yet");
    if (visit->code)
        source_draw(&visit->code->source, &visit->marks, visit->code_top, grid, &inner);
}

struct learn_rect visit_answer_rect(const struct learn_rect *rect)
{
    struct learn_rect inner = *rect;
    int32_t heads = rect->height >= LEAST_WITH_HEAD;
    inner.row += heads;
    inner.height -= heads;
    return inner;
}

/* "fence.cu, predicted for H200, measured on ..." */
static void name_chart(const struct visit *visit, bool over, char *name, size_t size)
{
    if (!visit->scene)
        snprintf(name, size, "no run yet");
    else if (visit->output)
        snprintf(name, size, "what %s prints", visit->scene->name);
    else
        snprintf(name, size, "%s, predicted%s", visit->scene->name,
                 over ? " and, below each, measured" : "");
}

static void draw_scene(const struct visit *visit, bool over, struct grid *grid,
                       const struct learn_rect *rect)
{
    const struct scene *scene = visit->scene;
    struct paper paper;
    paper_init(&paper, rect->width);
    if (!scene->predicted)
        paper_text(&paper, 0, scene->err.message, ROLE_BAD);
    else if (visit->output)
        paper_lines(&paper, scene->predicted->output.text, ROLE_LABEL);
    else
        figure_draw(over ? &scene->over : &scene->figure, visit->until, false, visit->chart_top,
                    grid, rect);
    paper_show(&paper, grid, rect, visit->chart_top);
    paper_release(&paper);
}

static void draw_chart(const struct visit *visit, struct grid *grid, const struct learn_rect *rect,
                       int32_t *row, int32_t *column)
{
    if (rect->height == 0)
        return;
    if (visit->answering) {
        struct learn_rect inner = head(grid, rect, "your answer");
        answer_draw(&visit->answer, grid, &inner, row, column);
        return;
    }
    char name[200];
    bool over = visit->scene && visit->scene->measured && visit->wants_over != visit->other;
    name_chart(visit, over, name, sizeof name);
    struct learn_rect inner = head(grid, rect, name);
    if (visit->scene && inner.height > 0)
        draw_scene(visit, over, grid, &inner);
}

void visit_places(const struct visit *visit, int32_t width, int32_t height,
                  struct learn_places *places)
{
    enum learn_need need = visit->answering ? NEED_ANSWER : NEED_READ;
    learn_place(places, width, height, need, visit->pane);
}

/* "3 The default stream is a fence   2 of 5" */
static void draw_title(const struct visit *visit, struct grid *grid)
{
    char where[80];
    grid_fill(grid, 0, 0, grid->width - 1, ROLE_STATUS);
    snprintf(where, sizeof where, "page %zu of %zu ", visit->reader.page + 1,
             visit->lesson.page_count);
    int32_t column = grid->width - grid_text_width(where);
    grid_text(grid, 0, 1, column - 2, visit->lesson.title, ROLE_STATUS);
    grid_text(grid, 0, column, grid->width - 1, where, ROLE_STATUS);
}

void visit_draw(const struct visit *visit, struct grid *grid, int32_t *row, int32_t *column)
{
    struct learn_places places;
    visit_places(visit, grid->width, grid->height, &places);
    draw_title(visit, grid);
    const struct learn_rect *text = &places.panes[PANE_TEXT];
    *row = text->height ? text->row : 1;
    *column = text->column;
    draw_text(visit, grid, text);
    for (int32_t r = places.rule_down.row; r < places.rule_down.row + places.rule_down.height; r++)
        grid_text(grid, r, places.rule_down.column, places.rule_down.column, "│", ROLE_AXIS);
    draw_code(visit, grid, &places.panes[PANE_CODE]);
    draw_chart(visit, grid, &places.panes[PANE_CHART], row, column);
}
