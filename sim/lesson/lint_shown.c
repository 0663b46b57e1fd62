/* Questions whose answer the reader has seen before: a chart of the run that is asked about, on a
 * page or at a step before the question. */
#include "sim/lesson/lint_inside.h"

#include <string.h>

static bool same_run(const struct lesson_run *a, const struct lesson_run *b)
{
    struct strbuf first, second;
    strbuf_init(&first);
    strbuf_init(&second);
    if (a->file && b->file) {
        lesson_run_text(a, &first);
        lesson_run_text(b, &second);
    }
    bool same = first.length > 0 && strcmp(first.text, second.text) == 0;
    strbuf_release(&first);
    strbuf_release(&second);
    return same;
}

static bool begins_page(const struct lesson *lesson, size_t block)
{
    for (size_t i = 0; i < lesson->page_count; i++)
        if (lesson->pages[i].first_block == block)
            return true;
    return false;
}

static bool asks_about(const struct lesson *lesson, const struct lesson_block *block,
                       const struct lesson_run *run)
{
    return block->kind == LESSON_ASK && same_run(&lesson->questions[block->question].run, run);
}

/* Whether the chart of the block `from` is seen before the block `to` is reached. While a question
 * about its run waits for an answer the chart is hidden; where the reader stops for anything else,
 * or reaches the end of the page, it is seen, unless another one has taken its place. */
static bool is_seen(const struct lesson *lesson, size_t from, size_t to)
{
    const struct lesson_block *blocks = lesson->blocks;
    if (blocks[from].kind == LESSON_STEP)
        return true;
    for (size_t i = from + 1; i < to; i++) {
        if (begins_page(lesson, i))
            return true;
        if (blocks[i].kind == LESSON_SHOW)
            return false;
        if (blocks[i].kind != LESSON_TEXT && blocks[i].kind != LESSON_CODE &&
            !asks_about(lesson, &blocks[i], &blocks[from].run))
            return true;
    }
    return begins_page(lesson, to);
}

void lint_shown(struct linting *l)
{
    const struct lesson *lesson = &l->lesson;
    for (size_t to = 0; to < lesson->block_count; to++) {
        if (lesson->blocks[to].kind != LESSON_ASK)
            continue;
        const struct lesson_question *question = &lesson->questions[lesson->blocks[to].question];
        for (size_t from = 0; from < to; from++) {
            const struct lesson_block *shown = &lesson->blocks[from];
            bool charted = (shown->kind == LESSON_SHOW && shown->show != LESSON_OUTPUT) ||
                           shown->kind == LESSON_STEP;
            if (!charted || !same_run(&shown->run, &question->run) || !is_seen(lesson, from, to))
                continue;
            lint_say(l, true, &lesson->blocks[to].place,
                     "`%s` asks about a run whose chart the reader has seen: line %d shows it",
                     question->name, shown->place.line);
            break;
        }
    }
}
