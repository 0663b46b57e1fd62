#include "sim/base/mem.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/pick.h"
#include "sim/lesson/step.h"
#include "tui/learn/pane.h"
#include "tui/learn/visit_inside.h"

#include <stdlib.h>
#include <string.h>

int visit_init(struct visit *visit, const char *folder, const char *traces, struct err *err)
{
    memset(visit, 0, sizeof *visit);
    if (lesson_read(&visit->lesson, folder, err) < 0)
        return -1;
    lesson_runs_init(&visit->runs, &visit->lesson, traces);
    reader_init(&visit->reader, &visit->lesson);
    visit->filled = mem_zalloc((visit->lesson.block_count + 1) * sizeof *visit->filled);
    visit->asked = mem_zalloc((visit->lesson.question_count + 1) * sizeof *visit->asked);
    visit->code_top = -1;
    return 0;
}

/* --- what is shown ------------------------------------------------------------------------------
 */

struct exhibit *visit_exhibit_of(struct visit *visit, const struct lesson_run *run)
{
    struct strbuf name, text;
    strbuf_init(&name);
    strbuf_init(&text);
    lesson_run_text(run, &name);
    struct exhibit *exhibit = NULL;
    for (size_t i = 0; i < visit->exhibit_count && !exhibit; i++)
        if (strcmp(visit->exhibits[i]->name, name.text) == 0)
            exhibit = visit->exhibits[i];
    if (!exhibit) {
        struct err err, ignored;
        err_init(&err);
        err_init(&ignored);
        const struct lesson_outcome *outcome = NULL;
        const struct timeline *measured = NULL;
        if (lesson_runs_predict(&visit->runs, run, &outcome, &err) == 0)
            lesson_runs_measured(&visit->runs, run, false, &measured, &ignored);
        strbuf_read_file(&text, lesson_path(&visit->lesson, run->file), 1 << 20, &ignored);
        exhibit = mem_zalloc(sizeof *exhibit);
        exhibit_init(exhibit, name.text, text.text, outcome ? &outcome->prediction.timeline : NULL,
                     measured);
        exhibit->err = err;
        exhibit->run = *run;
        visit->exhibits = mem_grow(visit->exhibits, &visit->exhibit_capacity,
                                   visit->exhibit_count + 1, sizeof *visit->exhibits);
        visit->exhibits[visit->exhibit_count++] = exhibit;
    }
    strbuf_release(&name);
    strbuf_release(&text);
    return exhibit;
}

char *visit_fill(struct visit *visit, const struct lesson_text *text, const struct lesson_run *run)
{
    struct strbuf sb;
    struct err err;
    strbuf_init(&sb);
    err_init(&err);
    struct quantity_setting setting = {.runs = &visit->runs, .run = run};
    if (text->text && lesson_fill(&sb, &setting, text, &err) < 0)
        strbuf_addf(&sb, "\n\n(%s:%d: %s)\n", err.file, err.line, err.message);
    char *filled = mem_strdup(sb.text);
    strbuf_release(&sb);
    return filled;
}

/* The texts of the open part. */
static void fill_page(struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    const struct lesson_run *run = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct lesson_block *block = &blocks[i];
        char **filled = &visit->filled[block - visit->lesson.blocks];
        if (block->kind == LESSON_SHOW || block->kind == LESSON_CODE || block->kind == LESSON_STEP)
            run = &block->run;
        if (block->text.text && block->kind == LESSON_TEXT && !*filled)
            *filled = visit_fill(visit, &block->text, run);
        if (block->kind == LESSON_ASK && !visit->asked[block->question].ask) {
            const struct lesson_question *question = &visit->lesson.questions[block->question];
            visit->asked[block->question].ask = visit_fill(visit, &question->ask, &question->run);
        }
    }
}

/* Where the run stands at a step; at its end it is all there. */
static void stand_at(struct visit *visit, const struct lesson_block *step)
{
    struct lesson_instant instant;
    struct err ignored; /* --lint tells */
    err_init(&ignored);
    if (!visit->exhibit->predicted || lesson_step_find(&instant, &visit->runs, step, &ignored) < 0)
        return;
    visit->marks.at_line = instant.line;
    if (strcmp(step->text.text, "end") == 0)
        return;
    visit->until = visit->exhibit->predicted->zero + instant.time;
    exhibit_stand(visit_exhibit_of(visit, &step->run), visit->until);
}

static bool shows_run(const struct lesson_block *block)
{
    return block->kind == LESSON_SHOW || block->kind == LESSON_STEP || block->kind == LESSON_ASK;
}

/* The directive that says what is beside the page: the last one of the open part, where a question
 * with its answer shows the run that it was about. */
static const struct lesson_block *last_shown(const struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    while (count-- > 0)
        if (shows_run(&blocks[count]))
            return &blocks[count];
    return reader_last(&visit->reader, LESSON_SHOW);
}

/* What the open part of this page named last. */
static enum learn_pane about_what(const struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    while (count-- > 0)
        if (shows_run(&blocks[count]) || blocks[count].kind == LESSON_CODE)
            return shows_run(&blocks[count]) ? PANE_CHART : PANE_CODE;
    return PANE_TEXT;
}

/* The exercise's starting point, while the reader stands before it. */
static bool stands_before_exercise(const struct visit *visit)
{
    return reader_gate(&visit->reader) == GATE_EXERCISE && visit->lesson.exercise.exists;
}

static void show_start(struct visit *visit)
{
    const struct lesson_run start = {.file = visit->lesson.exercise.start};
    visit->exhibit = visit->code = visit_exhibit_of(visit, &start);
    visit->about = PANE_CHART;
    visit->wants_over = true;
    visit->output = visit->hidden = false;
}

static bool is_shown(const struct visit *visit, const struct lesson_run *run)
{
    struct strbuf name;
    strbuf_init(&name);
    lesson_run_text(run, &name);
    bool same = strcmp(name.text, visit->exhibit->name) == 0;
    strbuf_release(&name);
    return same;
}

/* Whether the open part of the page shows the run by a directive. */
static bool is_meant(const struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    bool any = false;
    for (size_t i = 0; i < count; i++)
        any = any || (blocks[i].kind == LESSON_SHOW && is_shown(visit, &blocks[i].run));
    return any;
}

/* A chart of the run that is asked about tells the answer. A chart that only comes with an answer
 * waits also for the other questions about its run, wherever they are asked. */
static bool tells_answer(const struct visit *visit)
{
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    const struct lesson_question *questions = visit->lesson.questions;
    if (!visit->exhibit || visit->until != FIGURE_WHOLE)
        return false;
    if (gate && gate->kind == LESSON_ASK && is_shown(visit, &questions[gate->question].run))
        return true;
    const struct lesson_block *show = last_shown(visit);
    bool comes_with_answer = show && show->kind == LESSON_ASK && !is_meant(visit), any = false;
    for (size_t i = 0; comes_with_answer && i < visit->lesson.question_count; i++)
        any = any || (!visit->reader.answered[i] && is_shown(visit, &questions[i].run));
    return any;
}

static void find_exhibit(struct visit *visit)
{
    const struct lesson_block *show = last_shown(visit);
    const struct lesson_block *code = reader_last(&visit->reader, LESSON_CODE);
    bool step = show && show->kind == LESSON_STEP, ask = show && show->kind == LESSON_ASK;
    visit->until = FIGURE_WHOLE;
    visit->marks = (struct source_marks){0};
    visit->wants_over = ask || (show && !step && show->show == LESSON_MEASURED);
    visit->output = show && !step && !ask && show->show == LESSON_OUTPUT;
    visit->exhibit = ask    ? visit_exhibit_of(visit, &visit->lesson.questions[show->question].run)
                     : show ? visit_exhibit_of(visit, &show->run)
                            : NULL;
    visit->stepping = step;
    visit->about = about_what(visit);
    if (visit->about == PANE_TEXT && stands_before_exercise(visit)) {
        show_start(visit);
        return;
    }
    if (step)
        stand_at(visit, show);
    bool of_run = visit->about != PANE_CODE && (step || ask);
    visit->code = of_run || !code ? visit->exhibit : visit_exhibit_of(visit, &code->run);
    if (!step && code && code->first_line &&
        (!of_run || strcmp(code->run.file, visit->exhibit->run.file) == 0)) {
        visit->marks.first_line = code->first_line;
        visit->marks.last_line = code->last_line;
    }
    /* a chart of another program, left from a page before, would be taken for this one's */
    if (visit->about == PANE_CODE && visit->exhibit &&
        strcmp(visit->exhibit->run.file, visit->code->run.file) != 0)
        visit->exhibit = NULL;
    visit->hidden = tells_answer(visit);
}

void visit_refresh(struct visit *visit)
{
    if (visit->lesson.page_count == 0)
        return;
    fill_page(visit);
    find_exhibit(visit);
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (!gate || gate->kind != LESSON_ASK)
        visit_end_answer(visit);
}

const struct exhibit *visit_exhibit(const struct visit *visit, bool *over)
{
    *over = visit->exhibit && visit->exhibit->measured && visit->wants_over != visit->other;
    return visit->hidden ? NULL : visit->exhibit;
}

const struct lesson_run *visit_run(const struct visit *visit)
{
    return visit->exhibit ? &visit->exhibit->run : NULL;
}

int visit_take_measured(struct visit *visit, const struct lesson_run *run,
                        struct timeline *measured, struct err *err)
{
    const struct timeline *taken = NULL;
    struct exhibit *exhibit = visit_exhibit_of(visit, run);
    exhibit_measured(exhibit, NULL); /* the recording's end comes with the next call */
    if (lesson_runs_take(&visit->runs, run, measured, err) < 0 ||
        lesson_runs_measured(&visit->runs, run, false, &taken, err) < 0)
        return -1;
    exhibit_measured(exhibit, taken);
    visit_judge_again(visit, exhibit);
    visit->other = !visit->wants_over;
    for (size_t i = 0; i < visit->lesson.block_count; i++) {
        free(visit->filled[i]);
        visit->filled[i] = NULL; /* what was not recorded is known now */
    }
    visit_refresh(visit);
    return 0;
}

void visit_go_on(struct visit *visit)
{
    enum reader_gate gate = reader_gate(&visit->reader);
    reader_blocks(&visit->reader, &visit->fresh);
    if (!reader_go_on(&visit->reader))
        return;
    visit->text_top = gate == GATE_PAGE ? 0 : VISIT_FRESH;
    visit->code_top = -1;
    visit->chart_top = 0;
    if (gate == GATE_PAGE)
        visit->pane = PANE_TEXT;
    visit_refresh(visit);
}

/* --- keys ---------------------------------------------------------------------------------------
 */

unsigned visit_where(const struct visit *visit)
{
    if (visit->answering)
        return answer_where(&visit->answer);
    return IN_PAGE;
}

/* The rows of a pane that can be scrolled, clamped. */
static void scroll_text(struct visit *visit, int32_t by, const struct learn_rect *rect)
{
    int32_t top, rows = visit_text_rows(visit, rect, &top);
    int32_t most = rows > rect->height ? rows - rect->height : 0;
    top += by;
    visit->text_top = top < 0 ? 0 : top > most ? most : top;
}

static void scroll_by(struct visit *visit, enum learn_pane pane, int32_t by,
                      const struct learn_rect *rect)
{
    if (pane == PANE_TEXT) {
        scroll_text(visit, by, rect);
    } else if (pane == PANE_CODE && visit->code) {
        int32_t lines = (int32_t)visit->code->source.count;
        int32_t most = lines > rect->height ? lines - rect->height : 0;
        int32_t top = (visit->code_top < 0 ? 0 : visit->code_top) + by;
        visit->code_top = top < 0 ? 0 : top > most ? most : top;
    } else if (pane == PANE_CHART && visit->exhibit && visit->exhibit->predicted) {
        bool over = visit->exhibit->measured && visit->wants_over != visit->other;
        const struct figure *figure = over ? &visit->exhibit->over : &visit->exhibit->figure;
        int32_t rows = figure_rows(figure, rect->height - 1) + 1;
        int32_t most = rows > rect->height ? rows - rect->height : 0;
        int32_t top = visit->chart_top + by;
        visit->chart_top = top < 0 ? 0 : top > most ? most : top;
    }
}

/* Shows more of the text if there is more; else goes on in the lesson. */
static enum visit_want go_on(struct visit *visit, const struct learn_rect *rect)
{
    if (rect->height > 0) {
        int32_t top, rows = visit_text_rows(visit, rect, &top);
        if (top + rect->height < rows) {
            scroll_text(visit, rect->height > 3 ? rect->height - 2 : 1, rect);
            return VISIT_NOTHING;
        }
    }
    enum reader_gate gate = reader_gate(&visit->reader);
    if (gate == GATE_END)
        return VISIT_TALLY;
    if (gate == GATE_EXERCISE)
        return VISIT_EXERCISE;
    if (gate == GATE_ASK) {
        visit_begin_answer(visit, reader_gate_block(&visit->reader)->question);
        visit->text_top = VISIT_FRESH;
        visit->pane = PANE_TEXT;
    }
    visit_go_on(visit);
    return VISIT_NOTHING;
}

static void go_back(struct visit *visit)
{
    if (!reader_go_back(&visit->reader))
        return;
    visit_end_answer(visit);
    visit->text_top = visit->chart_top = 0;
    visit->code_top = -1;
    visit->pane = PANE_TEXT;
    visit_refresh(visit);
}

enum visit_want visit_key(struct visit *visit, enum learn_action action, int32_t key, int32_t width,
                          int32_t height)
{
    struct learn_places places;
    visit_places(visit, width, height, &places);
    switch (action) {
    case LEARN_LEAVE:
        if (!visit->answering)
            return VISIT_LEAVE;
        visit_end_answer(visit); /* to the text again; what was chosen is forgotten */
        return VISIT_NOTHING;
    case LEARN_PANE:
        visit->pane = (enum learn_pane)((visit->pane + 1) % PANE_COUNT);
        return VISIT_NOTHING;
    case LEARN_OVER:
        visit->other = !visit->other;
        return VISIT_NOTHING;
    case LEARN_GO_ON:
        return go_on(visit, &places.panes[PANE_TEXT]);
    case LEARN_BACK:
        go_back(visit);
        return VISIT_NOTHING;
    case LEARN_GIVE:
        return visit_close_question(visit, true);
    case LEARN_SKIP:
        return visit_close_question(visit, false);
    default:
        break;
    }
    bool reads = action == LEARN_PAGE_UP || action == LEARN_PAGE_DOWN;
    if (visit->answering && !reads)
        answer_key(&visit->answer, action, key);
    else if (action != LEARN_NOTHING)
        scroll_by(visit, visit->pane, pane_step(action, &places.panes[visit->pane]),
                  &places.panes[visit->pane]);
    return VISIT_NOTHING;
}

void visit_mouse(struct visit *visit, int32_t row, int32_t column, int wheel, int32_t width,
                 int32_t height)
{
    struct learn_places places;
    visit_places(visit, width, height, &places);
    for (int pane = 0; pane < PANE_COUNT; pane++) {
        const struct learn_rect *rect = &places.panes[pane];
        if (!learn_rect_has(rect, row, column))
            continue;
        if (wheel != 0) {
            scroll_by(visit, (enum learn_pane)pane, 3 * wheel, rect);
        } else if (pane == PANE_CHART && visit->answering) {
            struct learn_rect inner = pane_below_head(rect);
            answer_click(&visit->answer, &inner, row, column);
        } else {
            visit->pane = (enum learn_pane)pane;
        }
    }
}

void visit_release(struct visit *visit)
{
    visit_end_answer(visit);
    for (size_t i = 0; visit->filled && i < visit->lesson.block_count; i++)
        free(visit->filled[i]);
    for (size_t i = 0; visit->asked && i < visit->lesson.question_count; i++)
        visit_release_asked(&visit->asked[i]);
    for (size_t i = 0; i < visit->exhibit_count; i++) {
        exhibit_release(visit->exhibits[i]);
        free(visit->exhibits[i]);
    }
    free(visit->exhibits);
    free(visit->filled);
    free(visit->asked);
    if (visit->reader.lesson)
        reader_release(&visit->reader);
    if (visit->runs.lesson)
        lesson_runs_release(&visit->runs);
    lesson_release(&visit->lesson);
    memset(visit, 0, sizeof *visit);
}
