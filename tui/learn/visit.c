#include "tui/learn/visit.h"

#include "sim/base/mem.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/pick.h"
#include "tui/learn/pane.h"

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

static struct scene *scene_of(struct visit *visit, const struct lesson_run *run)
{
    struct strbuf name, text;
    strbuf_init(&name);
    strbuf_init(&text);
    lesson_run_text(run, &name);
    struct scene *scene = NULL;
    for (size_t i = 0; i < visit->scene_count && !scene; i++)
        if (strcmp(visit->scenes[i]->name, name.text) == 0)
            scene = visit->scenes[i];
    if (!scene) {
        struct err err, ignored;
        err_init(&err);
        err_init(&ignored);
        const struct lesson_outcome *outcome = NULL;
        const struct timeline *measured = NULL;
        if (lesson_runs_predict(&visit->runs, run, &outcome, &err) == 0)
            lesson_runs_measured(&visit->runs, run, &measured, &ignored);
        strbuf_read_file(&text, lesson_path(&visit->lesson, run->file), 1 << 20, &ignored);
        scene = mem_zalloc(sizeof *scene);
        scene_init(scene, name.text, text.text, outcome ? &outcome->prediction.timeline : NULL,
                   measured);
        scene->err = err;
        scene->run = *run;
        visit->scenes = mem_grow(visit->scenes, &visit->scene_capacity, visit->scene_count + 1,
                                 sizeof *visit->scenes);
        visit->scenes[visit->scene_count++] = scene;
    }
    strbuf_release(&name);
    strbuf_release(&text);
    return scene;
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

/* The moment that a step names ("start", "end", "line 13", "k1.start") in ns of the prediction's
 * clock; FIGURE_WHOLE: the end, or a name that the run does not have (--lint tells). */
static int64_t moment_of(const struct timeline *timeline, const char *text)
{
    struct pick pick;
    if (strcmp(text, "start") == 0)
        return timeline->zero;
    if (strcmp(text, "end") == 0 || !pick_read(&pick, text))
        return FIGURE_WHOLE;
    const char *field = text + pick.length;
    uint32_t id = pick_op(&pick, timeline), row = pick_call(&pick, timeline);
    int64_t time = TIMELINE_UNKNOWN;
    if (id != TIMELINE_NO_OP) {
        const struct timeline_op *op = &timeline->ops.rows[id];
        time = strcmp(field, ".start") == 0  ? op->start
               : strcmp(field, ".end") == 0  ? op->end
               : strcmp(field, ".call") == 0 ? op->call
                                             : op->returned;
    } else if (row != UINT32_MAX) {
        const struct timeline_call *call = &timeline->calls.rows[row];
        time = strcmp(field, ".call") == 0 ? call->enter : call->returned;
    }
    return time == TIMELINE_UNKNOWN ? FIGURE_WHOLE : time;
}

static void stand_at(struct visit *visit, const struct lesson_block *step)
{
    if (!visit->scene->predicted)
        return;
    visit->until = moment_of(visit->scene->predicted, step->text.text);
    visit->marks.at_line =
        visit->until == FIGURE_WHOLE ? 0 : scene_line(visit->scene, visit->until);
}

/* The directive that says what is beside the page: the last one of the open part, where a question
 * with its answer shows the run that it was about. */
static const struct lesson_block *last_shown(const struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    while (count-- > 0)
        if (blocks[count].kind == LESSON_SHOW || blocks[count].kind == LESSON_STEP ||
            blocks[count].kind == LESSON_ASK)
            return &blocks[count];
    return reader_last(&visit->reader, LESSON_SHOW);
}

/* A chart of the run that is asked about tells the answer. */
static bool tells_answer(const struct visit *visit)
{
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (!gate || gate->kind != LESSON_ASK || !visit->scene)
        return false;
    struct strbuf name;
    strbuf_init(&name);
    lesson_run_text(&visit->lesson.questions[gate->question].run, &name);
    bool same = strcmp(name.text, visit->scene->name) == 0;
    strbuf_release(&name);
    return same && visit->until == FIGURE_WHOLE;
}

static void find_scene(struct visit *visit)
{
    const struct lesson_block *show = last_shown(visit);
    const struct lesson_block *code = reader_last(&visit->reader, LESSON_CODE);
    bool step = show && show->kind == LESSON_STEP, ask = show && show->kind == LESSON_ASK;
    visit->until = FIGURE_WHOLE;
    visit->marks = (struct source_marks){0};
    visit->wants_over = ask || (show && !step && show->show == LESSON_MEASURED);
    visit->output = show && !step && !ask && show->show == LESSON_OUTPUT;
    visit->scene = ask    ? scene_of(visit, &visit->lesson.questions[show->question].run)
                   : show ? scene_of(visit, &show->run)
                          : NULL;
    if (step)
        stand_at(visit, show);
    visit->code = step || ask || !code ? visit->scene : scene_of(visit, &code->run);
    if (!step && code && code->first_line &&
        (!ask || strcmp(code->run.file, visit->scene->name) == 0)) {
        visit->marks.first_line = code->first_line;
        visit->marks.last_line = code->last_line;
    }
    visit->hidden = tells_answer(visit);
}

/* --- the question at the gate -------------------------------------------------------------------
 */

/* The operations that are asked for, each with its stream. */
static void add_operations(struct visit *visit, const struct lesson_question *question,
                           const struct scene *scene)
{
    char name[PICK_NAME_SIZE];
    for (size_t at = 0; question_item(question, &at, name, sizeof name);) {
        struct pick pick;
        const char *stream = "";
        uint32_t op = scene->predicted && pick_read(&pick, name) ? pick_op(&pick, scene->predicted)
                                                                 : TIMELINE_NO_OP;
        for (size_t lane = 0; op != TIMELINE_NO_OP && lane < scene->layout.lane_count; lane++)
            if (scene->layout.lanes[lane].group == LANE_STREAM &&
                scene->layout.lanes[lane].key == scene->predicted->ops.rows[op].stream)
                stream = scene->layout.lanes[lane].label;
        answer_add(&visit->answer, name, stream);
    }
}

/* The ruler's end must not tell the answer: a round time above all operations one after the other.
 */
static int64_t range_of(const struct scene *scene)
{
    int64_t sum = 0;
    for (uint32_t i = 0; scene->predicted && i < scene->predicted->ops.count; i++) {
        const struct timeline_op *op = &scene->predicted->ops.rows[i];
        if (timeline_is_work(op) && timeline_is_timed(scene->predicted, op) &&
            op->end != TIMELINE_UNKNOWN)
            sum += op->end - op->start;
    }
    return sum + sum / 4 > 1000 ? sum + sum / 4 : 1000;
}

static void end_answer(struct visit *visit)
{
    if (visit->answering)
        answer_release(&visit->answer);
    visit->answering = false;
}

static void begin_answer(struct visit *visit, size_t row)
{
    const struct lesson_question *question = &visit->lesson.questions[row];
    const struct scene *scene = scene_of(visit, &question->run);
    if (!visit->asked[row].ask)
        visit->asked[row].ask = visit_fill(visit, &question->ask, &question->run);
    answer_init(&visit->answer, question, range_of(scene));
    visit->answering = true;
    if (question->kind == QUESTION_CHOICE)
        for (size_t i = 0; i < question->choice_count; i++) {
            char *text = visit_fill(visit, &question->choices[i].text, &question->run);
            answer_add(&visit->answer, question->choices[i].name, text);
            free(text);
        }
    else if (question->kind != QUESTION_TIME)
        add_operations(visit, question, scene);
}

/* What is shown of a verdict: the answer, what is said to it, who was closest. */
static char *reveal(const struct visit *visit, const struct question_verdict *verdict)
{
    struct strbuf sb;
    strbuf_init(&sb);
    if (verdict->reply.length > 0)
        strbuf_addf(&sb, "%s\n\n", verdict->reply.text);
    strbuf_adds(&sb, "```\n");
    question_board(&sb, verdict, &visit->runs);
    strbuf_adds(&sb, "```\n");
    if (verdict->answers[WHO_HARDWARE].known) {
        int count = 0;
        for (int who = 0; who < WHO_HARDWARE; who++)
            if (verdict->answers[who].closest)
                strbuf_addf(&sb, "%s%s", count++ ? ", " : "\nClosest to the hardware: ",
                            question_who_name((enum question_who)who, &visit->runs));
        strbuf_adds(&sb, count ? "." : "");
    }
    char *text = mem_strdup(sb.text);
    strbuf_release(&sb);
    return text;
}

static void judge(struct visit *visit, size_t row, const char *answer)
{
    struct visit_asked *asked = &visit->asked[row];
    struct err err;
    err_init(&err);
    asked->given = answer != NULL;
    asked->judged = question_judge(&asked->verdict, &visit->runs, &visit->lesson.questions[row],
                                   answer, &err) == 0;
    if (asked->judged) {
        asked->reveal = reveal(visit, &asked->verdict);
        return;
    }
    question_verdict_release(&asked->verdict);
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_addf(&sb, "%s:%d: %s", err.file, err.line, err.message);
    asked->reveal = mem_strdup(sb.text);
    strbuf_release(&sb);
}

/* The answer is given, or the question skipped: the text goes on. */
static enum visit_want close_question(struct visit *visit, bool given)
{
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (!visit->answering || !gate || (given && !answer_is_whole(&visit->answer)))
        return VISIT_NOTHING;
    struct strbuf text;
    strbuf_init(&text);
    answer_text(&visit->answer, &text);
    judge(visit, gate->question, given ? text.text : NULL);
    strbuf_release(&text);
    end_answer(visit);
    reader_blocks(&visit->reader, &visit->fresh);
    reader_answered(&visit->reader);
    visit->text_top = VISIT_FRESH;
    visit->code_top = -1;
    visit->chart_top = 0;
    visit->pane = PANE_TEXT;
    visit_refresh(visit);
    return VISIT_ANSWERED;
}

void visit_refresh(struct visit *visit)
{
    if (visit->lesson.page_count == 0)
        return;
    fill_page(visit);
    find_scene(visit);
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (!gate || gate->kind != LESSON_ASK)
        end_answer(visit);
}

const struct lesson_run *visit_run(const struct visit *visit)
{
    return visit->scene ? &visit->scene->run : NULL;
}

int visit_take_measured(struct visit *visit, const struct lesson_run *run,
                        struct timeline *measured, struct err *err)
{
    const struct timeline *taken = NULL;
    struct scene *scene = scene_of(visit, run);
    scene_measured(scene, NULL); /* the recording's end comes with the next call */
    if (lesson_runs_take(&visit->runs, run, measured, err) < 0 ||
        lesson_runs_measured(&visit->runs, run, &taken, err) < 0)
        return -1;
    scene_measured(scene, taken);
    visit->other = !visit->wants_over;
    for (size_t i = 0; i < visit->lesson.block_count; i++) {
        free(visit->filled[i]);
        visit->filled[i] = NULL; /* measured numbers are others now */
    }
    visit_refresh(visit);
    return 0;
}

void visit_pass_exercise(struct visit *visit)
{
    reader_blocks(&visit->reader, &visit->fresh);
    reader_go_on(&visit->reader);
    visit->reader.exercising = false;
    visit->text_top = VISIT_FRESH;
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
    } else if (pane == PANE_CHART && visit->scene && visit->scene->predicted) {
        int32_t rows = figure_rows(&visit->scene->figure, rect) * (visit->scene->measured ? 2 : 1);
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
        begin_answer(visit, reader_gate_block(&visit->reader)->question);
        visit->text_top = VISIT_FRESH;
        visit->pane = PANE_TEXT;
    }
    reader_blocks(&visit->reader, &visit->fresh);
    if (!reader_go_on(&visit->reader))
        return VISIT_NOTHING;
    visit->text_top = gate == GATE_PAGE ? 0 : VISIT_FRESH;
    visit->code_top = -1;
    visit->chart_top = 0;
    if (gate == GATE_PAGE)
        visit->pane = PANE_TEXT;
    visit_refresh(visit);
    return VISIT_NOTHING;
}

static void go_back(struct visit *visit)
{
    if (!reader_go_back(&visit->reader))
        return;
    end_answer(visit);
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
        end_answer(visit); /* to the text again; what was chosen is forgotten */
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
        return close_question(visit, true);
    case LEARN_SKIP:
        return close_question(visit, false);
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

static void release_asked(struct visit_asked *asked)
{
    free(asked->ask);
    free(asked->reveal);
    if (asked->judged)
        question_verdict_release(&asked->verdict);
}

void visit_release(struct visit *visit)
{
    end_answer(visit);
    for (size_t i = 0; visit->filled && i < visit->lesson.block_count; i++)
        free(visit->filled[i]);
    for (size_t i = 0; visit->asked && i < visit->lesson.question_count; i++)
        release_asked(&visit->asked[i]);
    for (size_t i = 0; i < visit->scene_count; i++) {
        scene_release(visit->scenes[i]);
        free(visit->scenes[i]);
    }
    free(visit->scenes);
    free(visit->filled);
    free(visit->asked);
    if (visit->reader.lesson)
        reader_release(&visit->reader);
    if (visit->runs.lesson)
        lesson_runs_release(&visit->runs);
    lesson_release(&visit->lesson);
    memset(visit, 0, sizeof *visit);
}
