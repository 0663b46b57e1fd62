#include "tui/learn/visit.h"

#include "sim/base/mem.h"
#include "sim/lesson/pick.h"

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

static const struct scene *scene_of(struct visit *visit, const struct lesson_run *run)
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
        visit->scenes = mem_grow(visit->scenes, &visit->scene_capacity, visit->scene_count + 1,
                                 sizeof *visit->scenes);
        visit->scenes[visit->scene_count++] = scene;
    }
    strbuf_release(&name);
    strbuf_release(&text);
    return scene;
}

static char *fill(struct visit *visit, const struct lesson_text *text)
{
    (void)visit;
    return mem_strdup(text->text ? text->text : "");
}

/* The texts of the open part. */
static void fill_page(struct visit *visit)
{
    size_t count;
    const struct lesson_block *blocks = reader_blocks(&visit->reader, &count);
    for (size_t i = 0; i < count; i++) {
        char **filled = &visit->filled[blocks + i - visit->lesson.blocks];
        if (blocks[i].kind == LESSON_TEXT && !*filled)
            *filled = fill(visit, &blocks[i].text);
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

/* The run that the panes show: of the last directive, or of the question behind it. */
static void find_scene(struct visit *visit)
{
    const struct lesson_block *show = reader_last(&visit->reader, LESSON_SHOW);
    const struct lesson_block *step = reader_last(&visit->reader, LESSON_STEP);
    const struct lesson_block *code = reader_last(&visit->reader, LESSON_CODE);
    visit->until = FIGURE_WHOLE;
    visit->marks = (struct source_marks){0};
    visit->wants_over = show && show->show == LESSON_MEASURED;
    visit->output = show && show->show == LESSON_OUTPUT;
    visit->scene = show ? scene_of(visit, &show->run) : NULL;
    if (step) {
        visit->scene = scene_of(visit, &step->run);
        visit->output = visit->wants_over = false;
        stand_at(visit, step);
    }
    visit->code = step ? visit->scene : code ? scene_of(visit, &code->run) : visit->scene;
    if (!step && code && code->first_line) {
        visit->marks.first_line = code->first_line;
        visit->marks.last_line = code->last_line;
    }
}

/* --- the question at the gate -------------------------------------------------------------------
 */

/* The operations that are asked for, each with its stream. */
static void add_operations(struct visit *visit, const struct lesson_question *question,
                           const struct scene *scene)
{
    for (const char *at = question->of.text; at && *at;) {
        at += strspn(at, " \t\n,");
        struct pick pick;
        if (!pick_read(&pick, at) || pick.length == 0)
            return;
        char name[PICK_NAME_SIZE + 16] = "";
        size_t length = pick.length < sizeof name ? pick.length : sizeof name - 1;
        memcpy(name, at, length);
        name[length] = 0;
        const char *stream = "";
        uint32_t op = scene->predicted ? pick_op(&pick, scene->predicted) : TIMELINE_NO_OP;
        for (size_t lane = 0; op != TIMELINE_NO_OP && lane < scene->layout.lane_count; lane++)
            if (scene->layout.lanes[lane].group == LANE_STREAM &&
                scene->layout.lanes[lane].key == scene->predicted->ops.rows[op].stream)
                stream = scene->layout.lanes[lane].label;
        answer_add(&visit->answer, name, stream);
        at += pick.length;
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
        visit->asked[row].ask = fill(visit, &question->ask);
    answer_init(&visit->answer, question, range_of(scene));
    visit->answering = true;
    if (question->kind == QUESTION_CHOICE)
        for (size_t i = 0; i < question->choice_count; i++) {
            char *text = fill(visit, &question->choices[i].text);
            answer_add(&visit->answer, question->choices[i].name, text);
            free(text);
        }
    else if (question->kind != QUESTION_TIME)
        add_operations(visit, question, scene);
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
    int32_t rows = visit_text_rows(visit, rect);
    int32_t most = rows > rect->height ? rows - rect->height : 0;
    int32_t top = visit->text_top > most ? most : visit->text_top;
    top += by;
    visit->text_top = top < 0 ? 0 : top > most ? most : top;
}

static void scroll_to(struct visit *visit, enum learn_action action, const struct learn_rect *rect)
{
    int32_t page = rect->height > 2 ? rect->height - 1 : 1;
    int32_t by = action == LEARN_UP          ? -1
                 : action == LEARN_DOWN      ? 1
                 : action == LEARN_PAGE_UP   ? -page
                 : action == LEARN_PAGE_DOWN ? page
                 : action == LEARN_HOME      ? -VISIT_END / 2
                                             : VISIT_END / 2;
    if (visit->pane == PANE_TEXT) {
        scroll_text(visit, by, rect);
    } else if (visit->pane == PANE_CODE && visit->code) {
        int32_t lines = (int32_t)visit->code->source.count;
        int32_t most = lines > rect->height ? lines - rect->height : 0;
        int32_t top = (visit->code_top < 0 ? 0 : visit->code_top) + by;
        visit->code_top = top < 0 ? 0 : top > most ? most : top;
    } else {
        visit->chart_top += by;
        visit->chart_top = visit->chart_top < 0     ? 0
                           : visit->chart_top > 200 ? 200
                                                    : visit->chart_top;
    }
}

/* Shows more of the text if there is more; else goes on in the lesson. */
static enum visit_want go_on(struct visit *visit, const struct learn_rect *rect)
{
    if (rect->height > 0) {
        int32_t rows = visit_text_rows(visit, rect);
        int32_t most = rows > rect->height ? rows - rect->height : 0;
        if (visit->text_top < most) {
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
        visit->text_top = VISIT_END;
        visit->pane = PANE_TEXT;
    }
    if (!reader_go_on(&visit->reader))
        return VISIT_NOTHING;
    visit->text_top = gate == GATE_PAGE ? 0 : VISIT_END;
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
        return visit->answering && answer_is_whole(&visit->answer) ? VISIT_JUDGE : VISIT_NOTHING;
    default:
        break;
    }
    bool reads = action == LEARN_PAGE_UP || action == LEARN_PAGE_DOWN;
    if (visit->answering && !reads)
        answer_key(&visit->answer, action, key);
    else if (action != LEARN_NOTHING)
        scroll_to(visit, action, &places.panes[visit->pane]);
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
            enum learn_pane was = visit->pane;
            visit->pane = (enum learn_pane)pane;
            for (int i = 0; i < 3; i++)
                scroll_to(visit, wheel < 0 ? LEARN_UP : LEARN_DOWN, rect);
            visit->pane = was;
        } else if (pane == PANE_CHART && visit->answering) {
            struct learn_rect inner = visit_answer_rect(rect);
            answer_click(&visit->answer, &inner, row, column);
        } else {
            visit->pane = (enum learn_pane)pane;
        }
    }
}

void visit_release(struct visit *visit)
{
    end_answer(visit);
    for (size_t i = 0; visit->filled && i < visit->lesson.block_count; i++)
        free(visit->filled[i]);
    for (size_t i = 0; visit->asked && i < visit->lesson.question_count; i++)
        free(visit->asked[i].ask);
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
