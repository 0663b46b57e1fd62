/* What a visit looks like. */
#include "tui/learn/pane.h"
#include "tui/learn/visit.h"

#include "tui/view/instant_pane.h"

#include <stdio.h>
#include <string.h>

enum {
    LEAST_STATE = 12, /* rows of a pane that shows a chart and the state below it */
    LEAST_CODE = 7,   /* of the source below a page's text */
    LEAST_HEADED = 4, /* of a pane that has a head (pane.c) */
};

/* A line of the scoreboard: fields in columns, the last ones wrapped. */
static void write_fields(struct paper *paper, const char *line, size_t length)
{
    static const int32_t columns[] = {2, 17, 29};
    enum { FIELDS = sizeof columns / sizeof columns[0] };
    int32_t right = paper->grid.width - 1, first = paper->rows;
    char field[300];
    for (int i = 0; length > 0; i++) {
        const char *gap = memmem(line, length, "  ", 2);
        size_t bytes = gap ? (size_t)(gap - line) : length;
        snprintf(field, sizeof field, "%.*s", (int)bytes, line);
        if (i == 0) {
            first = paper_row(paper);
            grid_text(&paper->grid, first, columns[0], right, field, ROLE_LABEL);
        } else if (i == 1 && bytes < 12) {
            grid_text(&paper->grid, first, columns[1], right, field, ROLE_LABEL);
        } else { /* beside the others where there is room, else below them */
            int32_t column = columns[i < FIELDS ? i : FIELDS - 1];
            bool fits = i == 2 && column + grid_text_width(field) <= right + 1;
            if (fits)
                grid_text(&paper->grid, first, column, right, field, ROLE_LABEL);
            else
                paper_text_within(paper, columns[0] + 2, right, field, ROLE_NOTE);
        }
        line += bytes;
        length -= bytes;
        while (length > 0 && *line == ' ') {
            line++;
            length--;
        }
    }
}

static void write_board(struct paper *paper, const char *board)
{
    while (*board) {
        size_t length = strcspn(board, "\n");
        struct strbuf line;
        strbuf_init(&line);
        strbuf_add(&line, board, length);
        if (length == 0)
            paper_gap(paper);
        else if (strstr(line.text, "  "))
            write_fields(paper, line.text, line.length);
        else
            paper_text(paper, 0, line.text, ROLE_LABEL);
        strbuf_release(&line);
        board += length + (board[length] == '\n');
    }
}

static void write_answered(const struct visit_asked *asked, struct paper *paper)
{
    if (asked->ask)
        paper_markdown(paper, 0, asked->ask);
    paper_gap(paper);
    if (asked->judged && asked->given)
        paper_text(paper, 0, asked->verdict.right ? "Right." : "Not so.",
                   asked->verdict.right ? ROLE_GOOD : ROLE_BAD);
    if (asked->judged && asked->verdict.reply.length > 0)
        paper_markdown(paper, 0, asked->verdict.reply.text);
    paper_gap(paper);
    if (asked->board)
        write_board(paper, asked->board);
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
    if (!visit->exhibit)
        snprintf(name, size, "no run yet");
    else if (visit->hidden)
        snprintf(name, size, "%s", visit->exhibit->name);
    else if (visit->output)
        snprintf(name, size, "what %s prints", visit->exhibit->name);
    else
        snprintf(name, size, "%s, predicted%s", visit->exhibit->name,
                 over ? " and, below each, measured" : "");
}

/* The chart; at a step, below it the state of queues, connections and machines. */
static void draw_run(const struct visit *visit, bool over, struct grid *grid,
                     const struct learn_rect *rect)
{
    const struct exhibit *exhibit = visit->exhibit;
    const struct figure *figure = over ? &exhibit->over : &exhibit->figure;
    struct learn_rect above = *rect;
    if (visit->until != FIGURE_WHOLE && rect->height >= LEAST_STATE) {
        int32_t half = (rect->height + 1) / 2, rows = figure_rows(figure, FIGURE_TIGHT);
        above.height = rows < half ? rows : half;
        struct pane_area area = {rect->row + above.height + 1, rect->column,
                                 rect->row + rect->height - 1, rect->column + rect->width - 1};
        instant_pane_draw(&exhibit->instants, &exhibit->instant, grid, &area);
    }
    figure_draw(figure, &(struct figure_look){.until = visit->until, .top = visit->chart_top}, grid,
                &above);
}

static void draw_exhibit(const struct visit *visit, bool over, struct grid *grid,
                         const struct learn_rect *rect)
{
    const struct exhibit *exhibit = visit->exhibit;
    struct paper paper;
    paper_init(&paper, rect->width);
    if (visit->hidden)
        paper_text(&paper, 0, "The chart is shown when you have answered what is asked about it.",
                   ROLE_NOTE);
    else if (!exhibit->predicted)
        paper_text(&paper, 0, exhibit->err.message, ROLE_BAD);
    else if (visit->output)
        paper_lines(&paper, exhibit->predicted->output.text, ROLE_LABEL);
    else
        draw_run(visit, over, grid, rect);
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
    bool over = visit->exhibit && visit->exhibit->measured && visit->wants_over != visit->other;
    name_chart(visit, over, name, sizeof name);
    struct learn_rect inner = pane_head(grid, rect, name);
    if (visit->exhibit && inner.height > 0)
        draw_exhibit(visit, over, grid, &inner);
    else if (inner.height > 0)
        grid_text(grid, inner.row, inner.column, inner.column + inner.width - 1,
                  "This page has shown no run yet.", ROLE_NOTE);
}

/* What stands below the text where there is room for one of them. */
static enum learn_pane below_text(const struct visit *visit)
{
    bool charted = visit->exhibit && !visit->hidden;
    if (visit->answering || !visit->code)
        return PANE_CHART;
    return visit->about == PANE_CODE || !charted ? PANE_CODE : PANE_CHART;
}

/* The rows that a pane would fill, its head included. */
static int32_t rows_of(const struct visit *visit, enum learn_pane pane, int32_t height)
{
    bool over;
    const struct exhibit *exhibit = visit_exhibit(visit, &over);
    if (pane == PANE_CODE)
        return 1 + (visit->marks.first_line ? visit->marks.last_line - visit->marks.first_line + 1
                    : visit->code           ? (int32_t)visit->code->source.count
                                            : 0);
    if (!exhibit || !exhibit->predicted)
        return 2;
    if (!visit->output)
        return 1 + figure_rows(over ? &exhibit->over : &exhibit->figure, height - 1);
    int32_t rows = 2; /* one of them free */
    for (const char *p = exhibit->predicted->output.text; p && *p; p++)
        rows += *p == '\n';
    return rows > LEAST_HEADED ? rows : LEAST_HEADED;
}

/* Text above and what belongs to it below, on a screen that is too small for all three. What the
 * page is about keeps some room, however long the text is; what is left from a page before is shown
 * only where the text leaves half of the screen free. */
static void place_two(const struct visit *visit, int32_t width, int32_t height,
                      struct learn_places *places)
{
    struct learn_places two;
    int32_t top;
    enum learn_pane lower = below_text(visit);
    learn_place(&two, width, height, NEED_ANSWER, lower);
    const struct learn_rect *text = &two.panes[PANE_TEXT];
    int32_t rows = two.panes[lower].height, wanted = rows_of(visit, lower, rows);
    int32_t written = visit_text_rows(visit, text, &top);
    bool is_own = visit->about != PANE_TEXT && rows > LEAST_CODE;
    if ((!visit->code && !visit->exhibit) || (!is_own && written > text->height))
        return;
    int32_t least = lower == PANE_CODE ? LEAST_CODE : rows_of(visit, lower, FIGURE_TIGHT + 1);
    learn_share(&two, written + 1, wanted, least);
    *places = two;
}

void visit_places(const struct visit *visit, int32_t width, int32_t height,
                  struct learn_places *places)
{
    enum learn_need need = visit->answering ? NEED_ANSWER : visit->stepping ? NEED_STEP : NEED_READ;
    learn_place(places, width, height, need, visit->pane);
    if (need != NEED_READ)
        return;
    struct learn_rect *code = &places->panes[PANE_CODE], *chart = &places->panes[PANE_CHART];
    if (places->rule_down.height == 0) {
        if (visit->pane == PANE_TEXT)
            place_two(visit, width, height, places);
    } else if (code->height > 0 && !visit->exhibit) { /* nothing to show in the chart's place yet */
        code->height += chart->height;
        *chart = (struct learn_rect){0, 0, 0, 0};
    } else if (code->height == 0 && visit->pane == PANE_TEXT && below_text(visit) == PANE_CODE) {
        *code = *chart;
        *chart = (struct learn_rect){0, 0, 0, 0};
    }
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
