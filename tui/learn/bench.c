#include "tui/learn/bench.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/draw/code_line.h"
#include "tui/learn/pane.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20, BESIDE_WIDTH = 100, FAULT_ROWS = 5 };

static int read_text(const char *path, char **text, struct err *err)
{
    struct strbuf sb;
    strbuf_init(&sb);
    int rc = strbuf_read_file(&sb, path, LARGEST_FILE, err);
    *text = mem_strdup(sb.text);
    strbuf_release(&sb);
    return rc;
}

static const struct err *fault_of(const struct bench *bench)
{
    const struct grading_result *result = bench->exercise.result;
    return result && result->is_fault ? &result->fault : NULL;
}

/* With the measurement under each lane. */
static bool is_over(const struct bench *bench)
{
    return bench->is_measured && !bench->alone && !fault_of(bench);
}

/* Of a bench that has a prediction. */
static const struct figure *figure_of(const struct bench *bench)
{
    return is_over(bench) ? &bench->exhibit.over : &bench->exhibit.figure;
}

int bench_init(struct bench *bench, const char *root, const char *slug, const char *start,
               const char *solution, struct err *err)
{
    memset(bench, 0, sizeof *bench);
    exercise_init(&bench->exercise, root, slug);
    bench->solution = mem_strdup(solution);
    bench->code_top = -1;
    source_init(&bench->source, "");
    return read_text(start, &bench->start, err);
}

int bench_begin(struct bench *bench, const char *folder, struct err *err)
{
    if (bench->grades)
        return 0;
    if (workspace_make(&bench->exercise.workspace, bench->start, err) < 0)
        return -1;
    grading_init(&bench->grading, folder, bench->exercise.workspace.file);
    bench->grades = true;
    bench->exercise.busy = true;
    return 0;
}

/* What is made of the prediction that is shown, but not itself. */
static void drop_exhibit(struct bench *bench)
{
    past_release(&bench->past);
    if (bench->prediction)
        exhibit_release(&bench->exhibit);
    if (bench->is_measured)
        timeline_release(&bench->measured);
    bench->is_measured = false;
}

void bench_take_measured(struct bench *bench, struct timeline *measured)
{
    if (!bench->prediction) {
        timeline_release(measured);
        return;
    }
    if (bench->is_measured) {
        exhibit_measured(&bench->exhibit, NULL);
        timeline_release(&bench->measured);
    }
    bench->measured = *measured;
    bench->is_measured = true;
    bench->alone = false;
    exhibit_measured(&bench->exhibit, &bench->measured);
}

/* The chart is of the last version that could be predicted, the ghost of the one before. */
static void take_prediction(struct bench *bench, struct grading_result *result)
{
    const char *text = result->text ? result->text : "";
    struct prediction *before = bench->prediction;
    if (!result->prediction || (before && strcmp(bench->exhibit.source.text, text) == 0))
        return;
    char *text_before = mem_strdup(before ? bench->exhibit.source.text : "");
    drop_exhibit(bench);
    bench->prediction = result->prediction;
    result->prediction = NULL;
    exhibit_init(&bench->exhibit, "your version", text, &bench->prediction->timeline, NULL);
    past_take(&bench->past, before, text_before, &bench->prediction->timeline, text,
              bench->exercise.workspace.file);
    free(text_before);
}

const struct ghost *bench_ghost(const struct bench *bench)
{
    return is_over(bench) || fault_of(bench) ? NULL : past_ghost(&bench->past);
}

bool bench_poll(struct bench *bench, int64_t now)
{
    if (!bench->grades)
        return false;
    struct grading_result *result = grading_poll(&bench->grading, now);
    bool busy = grading_is_busy(&bench->grading), changed = busy != bench->exercise.busy;
    bench->exercise.busy = busy;
    if (!result)
        return changed;
    take_prediction(bench, result);
    source_release(&bench->source);
    source_init(&bench->source, result->text ? result->text : "");
    bench->exercise.changed = !result->text || strcmp(result->text, bench->start) != 0;
    bench->text_top = 0;
    exercise_take(&bench->exercise, result);
    return true;
}

static void compare(struct bench *bench, int32_t width)
{
    struct err err;
    char *mine, *solution;
    err_init(&err);
    int rc = read_text(bench->exercise.workspace.file, &mine, &err);
    rc = read_text(bench->solution, &solution, &err) < 0 ? -1 : rc;
    if (rc == 0)
        exercise_compare(&bench->exercise, mine, solution, width >= BESIDE_WIDTH);
    else
        snprintf(bench->exercise.said, sizeof bench->exercise.said, "%.190s", err.message);
    free(mine);
    free(solution);
}

static void reset(struct bench *bench)
{
    struct strbuf kept;
    struct err err;
    char *said = bench->exercise.said;
    size_t size = sizeof bench->exercise.said;
    strbuf_init(&kept);
    err_init(&err);
    if (workspace_reset(&bench->exercise.workspace, bench->start, &kept, &err) < 0)
        snprintf(said, size, "%.190s", err.message);
    else if (kept.length > 0)
        snprintf(said, size, "What you wrote is kept as %.150s", kept.text);
    strbuf_release(&kept);
}

/* How many rows the text has in a pane, and which is the first that is shown. */
static int32_t text_rows(const struct bench *bench, const struct learn_rect *rect, int32_t *top)
{
    struct paper paper;
    paper_init(&paper, pane_text_width(rect));
    int32_t hint = exercise_write(&bench->exercise, &paper), rows = paper.rows;
    int32_t most = rows > rect->height ? rows - rect->height : 0;
    *top = bench->text_top == BENCH_HINT ? hint : bench->text_top;
    *top = *top < most ? *top : most;
    paper_release(&paper);
    return rows;
}

static void places_of(const struct bench *bench, int32_t width, int32_t height,
                      struct learn_places *places)
{
    learn_place(places, width, height, NEED_ANSWER, bench->pane);
    const struct learn_rect *chart = &places->panes[PANE_CHART];
    int32_t top, most = chart->height;
    if (chart->height == 0 || !bench->prediction)
        return;
    int32_t more = fault_of(bench) ? 1 + FAULT_ROWS : 1; /* heads, and the fault above */
    int32_t rows = more + figure_rows(figure_of(bench), most - more);
    int32_t least = more + figure_rows(figure_of(bench), FIGURE_TIGHT);
    learn_share(places, text_rows(bench, &places->panes[PANE_TEXT], &top), rows, least);
}

static void scroll(struct bench *bench, enum learn_pane pane, int32_t by,
                   const struct learn_rect *rect)
{
    int32_t *top = pane == PANE_TEXT   ? &bench->text_top
                   : pane == PANE_CODE ? &bench->code_top
                                       : &bench->chart_top;
    int32_t rows = pane == PANE_CODE ? (int32_t)bench->source.count : 0;
    if (pane == PANE_TEXT)
        rows = text_rows(bench, rect, top);
    else if (pane == PANE_CHART && bench->prediction)
        rows = figure_rows(figure_of(bench), rect->height - 1) + 1;
    int32_t most = rows > rect->height ? rows - rect->height : 0;
    int32_t to = (*top < 0 ? 0 : *top) + by;
    *top = to < 0 ? 0 : to > most ? most : to;
}

static void act(struct bench *bench, enum learn_action action, int32_t width, int32_t height)
{
    struct learn_places places;
    places_of(bench, width, height, &places);
    if (action == LEARN_OVER)
        bench->alone = !bench->alone;
    else if (action == LEARN_PANE)
        bench->pane = (enum learn_pane)((bench->pane + 1) % PANE_COUNT);
    else
        scroll(bench, bench->pane, pane_step(action, &places.panes[bench->pane]),
               &places.panes[bench->pane]);
}

enum exercise_want bench_key(struct bench *bench, enum learn_action action, int32_t width,
                             int32_t height)
{
    bool other;
    enum exercise_want want = exercise_key(&bench->exercise, action, height, &other);
    if (other)
        act(bench, action, width, height);
    if (action == LEARN_HINT && bench->exercise.hints_given > 0)
        bench->text_top = BENCH_HINT;
    if (want == EXERCISE_COMPARE)
        compare(bench, width);
    else if (want == EXERCISE_RESET)
        reset(bench);
    return want;
}

void bench_mouse(struct bench *bench, int32_t row, int32_t column, int wheel, int32_t width,
                 int32_t height)
{
    struct learn_places places;
    if (bench->exercise.comparing) {
        for (int i = 0; wheel != 0 && i < 3; i++)
            versus_key(&bench->exercise.versus, wheel < 0 ? LEARN_UP : LEARN_DOWN, height);
        return;
    }
    places_of(bench, width, height, &places);
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        if (!learn_rect_has(&places.panes[pane], row, column))
            continue;
        if (wheel != 0)
            scroll(bench, (enum learn_pane)pane, 3 * wheel, &places.panes[pane]);
        else
            bench->pane = (enum learn_pane)pane;
    }
}

/* --- drawing ------------------------------------------------------------------------------------
 */

static void draw_text(const struct bench *bench, struct grid *grid, const struct learn_rect *rect)
{
    struct paper paper;
    int32_t top;
    text_rows(bench, rect, &top);
    paper_init(&paper, pane_text_width(rect));
    exercise_write(&bench->exercise, &paper);
    struct learn_rect inner = pane_text_rect(rect);
    paper_show(&paper, grid, &inner, top);
    paper_release(&paper);
}

static void draw_code(const struct bench *bench, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    struct source_marks marks = {.fault = fault_of(bench)};
    if (marks.fault && (marks.fault->line <= 0 || (size_t)marks.fault->line > bench->source.count))
        marks.fault = NULL;
    struct learn_rect inner = pane_head(grid, rect, bench->exercise.workspace.file);
    source_draw(&bench->source, &marks, bench->code_top, grid, &inner);
}

/* The fault with its line and a caret. */
static void draw_fault(const struct err *fault, struct grid *grid, struct learn_rect *rect)
{
    struct paper paper;
    char text[400];
    paper_init(&paper, rect->width);
    if (fault->line > 0) {
        snprintf(text, sizeof text, "line %d", fault->line);
        paper_text(&paper, 0, text, ROLE_NOTE);
    }
    if (fault->excerpt[0]) {
        int32_t right = rect->width - 1, row = paper_row(&paper);
        code_line_draw(&paper.grid, row, 2, right, fault->excerpt, strlen(fault->excerpt),
                       ROLE_LABEL);
        row = paper_row(&paper);
        int32_t column = 2 + code_line_column(fault->excerpt, fault->caret - 1);
        if (fault->caret > 0)
            grid_text(&paper.grid, row, column < right ? column : right, right, "^", ROLE_BAD);
    }
    paper_text(&paper, 0, fault->message, ROLE_BAD);
    if (fault->hint[0])
        paper_text(&paper, 0, fault->hint, ROLE_LABEL);
    paper_show(&paper, grid, rect, 0);
    int32_t used = paper.rows < rect->height ? paper.rows : rect->height;
    rect->row += used;
    rect->height -= used;
    paper_release(&paper);
}

/* "your version, predicted: 3650 to 2028 us (-44 %)" */
static void name_chart(const struct bench *bench, bool over, struct strbuf *name)
{
    if (fault_of(bench)) {
        strbuf_adds(name, "your version has a fault");
        return;
    }
    strbuf_adds(name, "your version, predicted");
    if (over)
        strbuf_adds(name, " and, below each, measured");
    if (!bench->prediction)
        return;
    strbuf_adds(name, ": ");
    if (bench->past.is && bench->past.prediction->timeline.wall != bench->prediction->timeline.wall)
        ghost_change(name, bench->past.prediction->timeline.wall, bench->prediction->timeline.wall);
    else
        duration_add_human(name, bench->prediction->timeline.wall);
}

static void draw_chart(const struct bench *bench, struct grid *grid, const struct learn_rect *rect)
{
    if (rect->height == 0)
        return;
    const struct err *fault = fault_of(bench);
    bool over = is_over(bench);
    struct strbuf name;
    strbuf_init(&name);
    name_chart(bench, over, &name);
    struct learn_rect inner = pane_head(grid, rect, name.text);
    strbuf_release(&name);
    if (fault) {
        draw_fault(fault, grid, &inner);
        if (bench->prediction)
            inner = pane_head(grid, &inner, "your version before that, predicted");
    }
    if (inner.height <= 0)
        return;
    if (bench->prediction)
        figure_draw(figure_of(bench),
                    &(struct figure_look){FIGURE_WHOLE, fault != NULL, bench->chart_top,
                                          bench_ghost(bench)},
                    grid, &inner);
}

void bench_draw(const struct bench *bench, const char *title, struct grid *grid, int32_t *row,
                int32_t *column)
{
    struct learn_places places;
    places_of(bench, grid->width, grid->height, &places);
    char where[80] = "exercise";
    const struct grading_result *result = bench->exercise.result;
    if (bench->exercise.busy)
        snprintf(where, sizeof where, "exercise: it is being run");
    else if (result && !result->is_fault)
        snprintf(where, sizeof where, "exercise: %d of %d points", result->points,
                 result->most_points);
    pane_title(grid, title, where);
    *row = 1;
    *column = 0;
    if (bench->exercise.comparing) {
        struct learn_rect all = {1, 0, grid->height - 2, grid->width};
        versus_draw(&bench->exercise.versus, grid, &all);
        return;
    }
    pane_rule(grid, &places.rule_down);
    draw_text(bench, grid, &places.panes[PANE_TEXT]);
    draw_code(bench, grid, &places.panes[PANE_CODE]);
    draw_chart(bench, grid, &places.panes[PANE_CHART]);
    *row = places.panes[bench->pane].row;
    *column = places.panes[bench->pane].column;
}

void bench_release(struct bench *bench)
{
    if (bench->grades)
        grading_release(&bench->grading);
    drop_exhibit(bench);
    if (bench->prediction) {
        prediction_release(bench->prediction);
        free(bench->prediction);
    }
    source_release(&bench->source);
    exercise_release(&bench->exercise);
    free(bench->solution);
    free(bench->start);
    memset(bench, 0, sizeof *bench);
}
