/* What a visit looks like. */
#include "tui/learn/pane.h"
#include "tui/learn/visit.h"

#include <stdio.h>
#include <string.h>

static void write_answered(const struct visit_asked *asked, struct paper *paper)
{
    if (asked->ask)
        paper_markdown(paper, 0, asked->ask);
    paper_gap(paper);
    if (asked->judged && asked->given)
        paper_text(paper, 0, asked->verdict.right ? "Right." : "Not so.",
                   asked->verdict.right ? ROLE_GOOD : ROLE_BAD);
    if (asked->reveal)
        paper_markdown(paper, 0, asked->reveal);
}

/* The open part of the page, with what came of its questions; then the question at the gate.
 * Returns the row where what was opened last begins. */
static int32_t write_page(const struct visit *visit, struct paper *paper)
{
    size_t count;
    int32_t fresh = 0;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    for (size_t i = 0; i < count; i++) {
        size_t row = (size_t)(blocks + i - visit->lesson.blocks);
        if (i == visit->fresh)
            fresh = paper->rows;
        paper_gap(paper);
        if (blocks[i].kind == LESSON_ASK)
            write_answered(&visit->asked[blocks[i].question], paper);
        else if (visit->filled[row])
            paper_markdown(paper, 0, visit->filled[row]);
    }
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (visit->answering && gate && visit->asked[gate->question].ask) {
        fresh = paper->rows;
        paper_gap(paper);
        paper_markdown(paper, 0, visit->asked[gate->question].ask);
    }
    return fresh;
}

static int32_t clamp_top(const struct visit *visit, int32_t rows, int32_t fresh, int32_t height)
{
    int32_t most = rows > height ? rows - height : 0;
    int32_t top = visit->text_top == VISIT_FRESH ? fresh : visit->text_top;
    return top < most ? top : most;
}

static void draw_text(const struct visit *visit, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    struct paper paper;
    paper_init(&paper, pane_text_width(rect));
    int32_t fresh = write_page(visit, &paper);
    struct learn_rect inner = pane_text_rect(rect);
    paper_show(&paper, grid, &inner, clamp_top(visit, paper.rows, fresh, rect->height));
    paper_release(&paper);
}

int32_t visit_text_rows(const struct visit *visit, const struct learn_rect *rect, int32_t *top)
{
    struct paper paper;
    paper_init(&paper, pane_text_width(rect));
    int32_t fresh = write_page(visit, &paper), rows = paper.rows;
    *top = clamp_top(visit, rows, fresh, rect->height);
    paper_release(&paper);
    return rows;
}

static void draw_code(const struct visit *visit, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    struct learn_rect inner =
        pane_head(grid, rect, visit->code ? visit->code->name : "no program yet");
    if (visit->code)
        source_draw(&visit->code->source, &visit->marks, visit->code_top, grid, &inner);
}

/* "fence.cu, predicted for H200, measured on ..." */
static void name_chart(const struct visit *visit, bool over, char *name, size_t size)
{
    if (!visit->scene)
        snprintf(name, size, "no run yet");
    else if (visit->hidden)
        snprintf(name, size, "%s", visit->scene->name);
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
    if (visit->hidden)
        paper_text(&paper, 0, "The chart is shown when you have answered.", ROLE_NOTE);
    else if (!scene->predicted)
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
        struct learn_rect inner = pane_head(grid, rect, "your answer");
        answer_draw(&visit->answer, grid, &inner, row, column);
        return;
    }
    char name[200];
    bool over = visit->scene && visit->scene->measured && visit->wants_over != visit->other;
    name_chart(visit, over, name, sizeof name);
    struct learn_rect inner = pane_head(grid, rect, name);
    if (visit->scene && inner.height > 0)
        draw_scene(visit, over, grid, &inner);
}

void visit_places(const struct visit *visit, int32_t width, int32_t height,
                  struct learn_places *places)
{
    enum learn_need need = visit->answering ? NEED_ANSWER : NEED_READ;
    learn_place(places, width, height, need, visit->pane);
}

void visit_draw(const struct visit *visit, struct grid *grid, int32_t *row, int32_t *column)
{
    struct learn_places places;
    visit_places(visit, grid->width, grid->height, &places);
    char where[80];
    snprintf(where, sizeof where, "page %zu of %zu", visit->reader.page + 1,
             visit->lesson.page_count);
    pane_title(grid, visit->lesson.title, where);
    const struct learn_rect *text = &places.panes[PANE_TEXT];
    *row = text->height ? text->row : 1;
    *column = text->column;
    draw_text(visit, grid, text);
    pane_rule(grid, &places.rule_down);
    draw_code(visit, grid, &places.panes[PANE_CODE]);
    draw_chart(visit, grid, &places.panes[PANE_CHART], row, column);
}
