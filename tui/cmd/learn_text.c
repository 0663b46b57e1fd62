/* `nullstream learn --text`: the list, or a whole lesson as text, with its numbers and charts.
 * Questions are asked where somebody answers, revealed with --answers, otherwise left open. */
#include "sim/analysis/compare.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/draw/gantt.h"
#include "sim/draw/pair.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/progress.h"
#include "sim/lesson/question.h"
#include "sim/lesson/require_text.h"
#include "tui/cmd/grade_text.h"
#include "tui/cmd/learned.h"
#include "tui/cmd/message.h"
#include "tui/cmd/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A lesson on its way out. */
struct telling {
    struct lesson *lesson;
    const char *name; /* as the command line has it */
    struct lesson_runs *runs;
    struct text_style style;
    struct strbuf out; /* not written yet */
    bool answers;      /* --answers */
    bool asks;         /* somebody answers on standard input */
    bool exercise;     /* was told */
    struct question_tally tally;
    struct progress_lesson *noted; /* where answers are noted */
};

/* --- the list -----------------------------------------------------------------------------------
 */

static void add_row(struct strbuf *sb, size_t number, const struct lesson *lesson,
                    const struct progress_lesson *progress)
{
    strbuf_addf(sb, "%3zu  %-14s %s", number, lesson->slug, lesson->title);
    if (progress && progress->exercise != PROGRESS_NEW)
        strbuf_addf(sb, " (exercise %s)", progress_exercise_name(progress->exercise));
    else if (progress && progress->page)
        strbuf_addf(sb, " (page %d)", progress->page);
    strbuf_addc(sb, '\n');
}

int learn_list(const struct learn_folders *folders, const struct arguments *args, struct err *err)
{
    struct lesson_list list;
    struct progress progress;
    struct strbuf sb, folder;
    strbuf_init(&sb);
    strbuf_init(&folder);
    progress_init(&progress);
    int rc = lesson_list_read(&list, folders->lessons.text, err);
    if (rc == 0 && folders->state.length)
        rc = progress_read(&progress, folders->state.text, err);
    for (size_t i = 0; rc == 0 && i < list.count; i++) {
        struct lesson lesson;
        strbuf_clear(&folder);
        strbuf_addf(&folder, "%s/%s", folders->lessons.text, list.slugs[i]);
        rc = lesson_read(&lesson, folder.text, err);
        if (rc == 0 && arguments_has(args, OPTION_QUIET))
            strbuf_addf(&sb, "%s\n", lesson.slug);
        else if (rc == 0)
            add_row(&sb, i + 1, &lesson, progress_find(&progress, list.slugs[i]));
        lesson_release(&lesson);
    }
    if (rc == 0 && !arguments_has(args, OPTION_QUIET))
        strbuf_adds(&sb,
                    "\nnullstream learn NAME begins a lesson; --text shows it as text, --watch "
                    "grades its exercise as you write.\n");
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    progress_release(&progress);
    lesson_list_release(&list);
    strbuf_release(&sb);
    strbuf_release(&folder);
    return rc;
}

/* --- pieces of a page ---------------------------------------------------------------------------
 */

static int add_filled(struct telling *t, const struct lesson_text *text,
                      const struct lesson_run *run, int indent, struct err *err)
{
    struct strbuf filled;
    struct quantity_setting setting = {.runs = t->runs, .run = run};
    strbuf_init(&filled);
    int rc = text->text ? lesson_fill(&filled, &setting, text, err) : 0;
    if (rc == 0 && text->text)
        learn_add_page(&t->out, filled.text, &t->style, indent);
    strbuf_release(&filled);
    return rc;
}

static struct gantt_options chart_options(const struct telling *t)
{
    return (struct gantt_options){
        .width = t->style.width, .ascii = !t->style.utf8, .color = t->style.color};
}

static void add_versus(struct telling *t, const struct timeline *predicted,
                       const struct timeline *measured)
{
    struct compare compare;
    struct pair pair;
    struct gantt_options options = chart_options(t);
    compare_find(&compare, predicted, measured);
    pair_init(&pair, &compare);
    gantt_draw_layout(&pair.layout, &options, &t->out);
    pair_release(&pair);
    compare_release(&compare);
}

static int add_show(struct telling *t, const struct lesson_block *block, struct err *err)
{
    const struct lesson_outcome *outcome;
    const struct timeline *measured = NULL;
    if (lesson_runs_predict(t->runs, &block->run, &outcome, err) < 0 ||
        (block->show == LESSON_MEASURED &&
         lesson_runs_measured(t->runs, &block->run, false, &measured, err) < 0))
        return -1;
    const struct timeline *predicted = &outcome->prediction.timeline;
    static const char *const what[] = {[LESSON_PREDICTED] = "predicted",
                                       [LESSON_MEASURED] = "predicted, measured below",
                                       [LESSON_OUTPUT] = "prints"};
    lesson_run_text(&block->run, &t->out);
    strbuf_addf(&t->out, ", %s",
                what[measured || block->show != LESSON_MEASURED ? block->show : 0]);
    if (block->show != LESSON_OUTPUT) {
        strbuf_adds(&t->out, ": ");
        duration_add_human(&t->out, predicted->wall);
        if (measured) {
            strbuf_adds(&t->out, ", ");
            duration_add_human(&t->out, measured->wall);
        }
    }
    strbuf_addc(&t->out, '\n');
    struct gantt_options options = chart_options(t);
    if (block->show == LESSON_OUTPUT)
        strbuf_adds(&t->out, predicted->output.text);
    else if (measured)
        add_versus(t, predicted, measured);
    else
        gantt_draw(predicted, &options, &t->out);
    return 0;
}

static int add_code(struct telling *t, const char *file, int first, int last, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    int rc = strbuf_read_file(&text, lesson_path(t->lesson, file), 1 << 20, err);
    strbuf_addf(&t->out, "%s\n", rc == 0 ? file : "");
    const char *p = text.text;
    for (int line = 1; rc == 0 && *p; line++) {
        size_t length = strcspn(p, "\n");
        if (line >= first && (last == 0 || line <= last))
            strbuf_addf(&t->out, length ? "%4d  %.*s\n" : "%4d%.*s\n", line, (int)length, p);
        p += length + (p[length] == '\n');
    }
    strbuf_release(&text);
    return rc;
}

/* --- questions ----------------------------------------------------------------------------------
 */

static int write_out(struct telling *t, struct err *err)
{
    int rc = output_write(NULL, t->out.text, t->out.length, err);
    fflush(stdout);
    strbuf_clear(&t->out);
    return rc;
}

static int add_question(struct telling *t, const struct lesson_question *q, struct err *err)
{
    strbuf_adds(&t->out, "Question\n");
    if (add_filled(t, &q->ask, &q->run, 2, err) < 0)
        return -1;
    for (size_t i = 0; q->kind == QUESTION_CHOICE && i < q->choice_count; i++) {
        strbuf_addf(&t->out, "    %s:\n", q->choices[i].name);
        if (add_filled(t, &q->choices[i].text, &q->run, 6, err) < 0)
            return -1;
    }
    static const char *const how[] = {
        [QUESTION_ORDER] = "All of %s, in their order.",
        [QUESTION_OVERLAP] = "Some of %s, or `none`.",
        [QUESTION_TIME] = "A time, such as 450us or 1.5ms.",
        [QUESTION_CHOICE] = "The name of a choice.",
    };
    strbuf_adds(&t->out, "  (");
    strbuf_addf(&t->out, how[q->kind], q->of.text ? q->of.text : "");
    strbuf_adds(&t->out, ")\n");
    return 0;
}

/* An answer from standard input; until it is one. NULL at its end. */
static char *read_answer(struct telling *t, const struct lesson_question *q, struct err *err)
{
    char *line = NULL;
    size_t size = 0;
    for (;;) {
        strbuf_adds(&t->out, "> ");
        if (write_out(t, err) < 0 || getline(&line, &size, stdin) < 0)
            break;
        line[strcspn(line, "\r\n")] = '\0';
        struct err wrong;
        err_init(&wrong);
        if (question_check_answer(q, line, &wrong) == 0)
            return line;
        strbuf_addf(&t->out, "%s%s%s\n", wrong.message, wrong.hint[0] ? ": " : "", wrong.hint);
    }
    free(line);
    return NULL;
}

static int reveal(struct telling *t, const struct lesson_question *q, const char *answer,
                  struct err *err)
{
    struct question_verdict v;
    if (question_judge(&v, t->runs, q, answer, err) < 0) {
        question_verdict_release(&v);
        return -1;
    }
    if (answer)
        strbuf_addf(&t->out, "%s\n", v.right ? "Right." : "Not quite.");
    if (v.reply.length)
        learn_add_page(&t->out, v.reply.text, &t->style, 2);
    const struct question_answer *simulated = &v.answers[WHO_NULLSTREAM];
    const struct lesson_choice *choice = NULL;
    int rc = 0;
    if (!answer && simulated->known)
        strbuf_addf(&t->out, "Answer: %s\n", simulated->text.text);
    if (!answer && q->kind == QUESTION_CHOICE) {
        rc = question_right_choice(&choice, t->runs, q, false, err);
        if (rc == 0 && choice)
            rc = add_filled(t, &choice->reply, &q->run, 2, err);
    } else if (!answer) {
        rc = add_filled(t, &q->right, &q->run, 2, err);
    }
    question_board(&t->out, &v, t->runs);
    question_tally_add(&t->tally, &v);
    question_verdict_release(&v);
    return rc;
}

/* 1: what follows on the page stays hidden. */
static int add_ask(struct telling *t, const struct lesson_block *block, struct err *err)
{
    const struct lesson_question *q = &t->lesson->questions[block->question];
    if (add_question(t, q, err) < 0)
        return -1;
    if (t->answers)
        return reveal(t, q, NULL, err);
    char *answer = t->asks ? read_answer(t, q, err) : NULL;
    if (err->status != ERR_NONE)
        return -1;
    if (!answer) {
        strbuf_adds(&t->out, "(--answers shows the answer and what follows)\n");
        return 1;
    }
    int rc = reveal(t, q, answer, err);
    progress_answer(t->noted, q->name, answer);
    free(answer);
    return rc;
}

/* --- the exercise -------------------------------------------------------------------------------
 */

static int add_exercise(struct telling *t, struct err *err)
{
    const struct lesson_exercise *e = &t->lesson->exercise;
    struct lesson_run solution = {.file = e->solution};
    t->exercise = true;
    if (!e->exists)
        return 0;
    strbuf_adds(&t->out, "Exercise\n");
    if (add_filled(t, &e->task, &solution, 2, err) < 0)
        return -1;
    strbuf_adds(&t->out, "\nWhat must hold\n");
    for (size_t i = 0; i < e->require_count; i++) {
        strbuf_adds(&t->out, "  - ");
        require_text(&t->out, e->requires[i].check.text);
        strbuf_addc(&t->out, '\n');
    }
    strbuf_addf(&t->out, "  - the work is that of the starting point%s\n",
                e->chunking ? ", in launches and copies of any size"
                            : ", and the result that of the solution");
    struct strbuf how;
    strbuf_init(&how);
    strbuf_addf(&how,
                "`nullstream learn %s --watch` puts it into ./nullstream-lessons/%s and grades it "
                "whenever it is saved; `--grade FILE` grades a file once. The starting point:",
                t->name, t->lesson->slug);
    strbuf_addc(&t->out, '\n');
    learn_add_page(&t->out, how.text, &t->style, 0);
    strbuf_addc(&t->out, '\n');
    strbuf_release(&how);
    if (add_code(t, e->start, 1, 0, err) < 0)
        return -1;
    for (size_t i = 0; t->answers && i < t->lesson->hint_count; i++) {
        strbuf_addf(&t->out, "\nHint %zu\n", i + 1);
        if (add_filled(t, &t->lesson->hints[i].text, &solution, 2, err) < 0)
            return -1;
    }
    if (!t->answers)
        return 0;
    strbuf_adds(&t->out, "\nA solution\n\n");
    return add_code(t, e->solution, 1, 0, err);
}

/* --- the whole ----------------------------------------------------------------------------------
 */

/* 1: the rest of the page stays hidden. */
static int add_block(struct telling *t, const struct lesson_block *block, struct err *err)
{
    switch (block->kind) {
    case LESSON_TEXT:
        return add_filled(t, &block->text, &block->run, 0, err);
    case LESSON_SHOW:
        return add_show(t, block, err);
    case LESSON_CODE:
        return add_code(t, block->run.file, block->first_line, block->last_line, err);
    case LESSON_STEP:
        return learn_step_text(&t->out, t->runs, block, err);
    case LESSON_ASK:
        return add_ask(t, block, err);
    case LESSON_EXERCISE:
        break;
    }
    return add_exercise(t, err);
}

static bool is_same_run(const struct lesson_run *a, const struct lesson_run *b)
{
    struct strbuf x, y;
    strbuf_init(&x);
    strbuf_init(&y);
    lesson_run_text(a, &x);
    lesson_run_text(b, &y);
    bool same = strcmp(x.text, y.text) == 0;
    strbuf_release(&x);
    strbuf_release(&y);
    return same;
}

/* The last question of a page, from `from` on, that the chart of a run answers; the count of blocks
 * if there is none. */
static size_t last_asked(const struct telling *t, const struct lesson_page *page, size_t from,
                         const struct lesson_run *run)
{
    const struct lesson_block *blocks = &t->lesson->blocks[page->first_block];
    size_t last = page->block_count;
    for (size_t i = from; i < page->block_count; i++)
        if (blocks[i].kind == LESSON_ASK &&
            is_same_run(run, &t->lesson->questions[blocks[i].question].run))
            last = i;
    return last;
}

/* 1: the rest of the page stays hidden. A chart that answers what is still asked about its run
 * comes after that. */
static int add_page(struct telling *t, const struct lesson_page *page, struct err *err)
{
    const struct lesson_block *blocks = &t->lesson->blocks[page->first_block];
    int rc = 0;
    for (size_t i = 0; i < page->block_count && rc == 0; i++) {
        if (blocks[i].kind == LESSON_SHOW && !t->answers &&
            last_asked(t, page, i, &blocks[i].run) < page->block_count)
            continue;
        strbuf_addc(&t->out, '\n');
        rc = add_block(t, &blocks[i], err);
        for (size_t k = 0; k < i && rc == 0 && !t->answers; k++)
            if (blocks[k].kind == LESSON_SHOW && last_asked(t, page, k, &blocks[k].run) == i) {
                strbuf_addc(&t->out, '\n');
                rc = add_block(t, &blocks[k], err);
            }
    }
    return rc;
}

static int add_pages(struct telling *t, struct err *err)
{
    const struct lesson *lesson = t->lesson;
    for (size_t i = 0; i < lesson->page_count; i++) {
        strbuf_addf(&t->out, "%s[%zu/%zu]\n", i ? "\n" : "", i + 1, lesson->page_count);
        if (add_page(t, &lesson->pages[i], err) < 0)
            return -1;
    }
    if (!t->exercise && lesson->exercise.exists) {
        strbuf_addc(&t->out, '\n');
        return add_exercise(t, err);
    }
    return 0;
}

/* A terminal, or somebody who writes the answers into a pipe or a file. */
static bool somebody_answers(void)
{
    struct stat info;
    return fstat(STDIN_FILENO, &info) == 0 &&
           (isatty(STDIN_FILENO) || S_ISFIFO(info.st_mode) || S_ISREG(info.st_mode));
}

/* Somebody answered: his answers are kept, and how far he came. */
static int note(const struct telling *t, const struct learn_folders *folders, struct err *err)
{
    if (t->tally.asked == 0 || folders->state.length == 0)
        return 0;
    t->noted->page = (int)t->lesson->page_count;
    return progress_save(t->noted, folders->state.text, err);
}

int learn_text(const struct learn_folders *folders, const char *name, const struct arguments *args,
               struct err *err)
{
    struct learned learned;
    const char *path = arguments_value(args, OPTION_OUTPUT, NULL);
    struct telling t = {.answers = arguments_has(args, OPTION_ANSWERS)};
    t.asks = !t.answers && !path && arguments_has(args, OPTION_TEXT) && somebody_answers();
    strbuf_init(&t.out);
    int rc = output_style(args, &t.style, err);
    if (learned_open(&learned, folders, name, err) < 0)
        rc = -1;
    struct progress progress;
    progress_init(&progress);
    if (rc == 0 && t.asks && folders->state.length)
        rc = progress_read(&progress, folders->state.text, err);
    t.noted = progress_of(&progress, rc == 0 ? learned.lesson.slug : "");
    t.lesson = &learned.lesson;
    t.name = name;
    t.runs = &learned.runs;
    if (rc == 0)
        rc = add_pages(&t, err);
    if (rc == 0 && t.tally.asked) {
        strbuf_adds(&t.out, "\nThe questions\n");
        question_tally_text(&t.out, &t.tally, t.runs);
    }
    if (rc == 0)
        rc = output_write(path, t.out.text, t.out.length, err);
    if (rc == 0 && !t.answers)
        rc = note(&t, folders, err);
    progress_release(&progress);
    strbuf_release(&t.out);
    learned_release(&learned);
    return rc;
}
