/* The question at the gate of a visit: its answer in the making, and what comes of it. */
#include "sim/base/mem.h"
#include "sim/lesson/pick.h"
#include "tui/learn/visit_inside.h"

#include <stdlib.h>
#include <string.h>

/* The operations that are asked for, each with its stream. */
static void add_operations(struct visit *visit, const struct lesson_question *question,
                           const struct exhibit *exhibit)
{
    char name[PICK_NAME_SIZE];
    for (size_t at = 0; question_item(question, &at, name, sizeof name);) {
        struct pick pick;
        const char *stream = "";
        uint32_t op = exhibit->predicted && pick_read(&pick, name)
                          ? pick_op(&pick, exhibit->predicted)
                          : TIMELINE_NO_OP;
        for (size_t lane = 0; op != TIMELINE_NO_OP && lane < exhibit->layout.lane_count; lane++)
            if (exhibit->layout.lanes[lane].group == LANE_STREAM &&
                exhibit->layout.lanes[lane].key == exhibit->predicted->ops.rows[op].stream)
                stream = exhibit->layout.lanes[lane].label;
        answer_add(&visit->answer, name, stream);
    }
}

/* The ruler's end must not tell the answer: a round time above all operations one after the other.
 */
static int64_t range_of(const struct exhibit *exhibit)
{
    int64_t sum = 0;
    for (uint32_t i = 0; exhibit->predicted && i < exhibit->predicted->ops.count; i++) {
        const struct timeline_op *op = &exhibit->predicted->ops.rows[i];
        if (timeline_is_work(op) && timeline_is_timed(exhibit->predicted, op) &&
            op->end != TIMELINE_UNKNOWN)
            sum += op->end - op->start;
    }
    return sum + sum / 4 > 1000 ? sum + sum / 4 : 1000;
}

void visit_end_answer(struct visit *visit)
{
    if (visit->answering)
        answer_release(&visit->answer);
    visit->answering = false;
}

void visit_begin_answer(struct visit *visit, size_t row)
{
    const struct lesson_question *question = &visit->lesson.questions[row];
    const struct exhibit *exhibit = visit_exhibit_of(visit, &question->run);
    if (!visit->asked[row].ask)
        visit->asked[row].ask = visit_fill(visit, &question->ask, &question->run);
    int64_t end;
    struct err ignored; /* --lint tells */
    err_init(&ignored);
    if (question_ruler(&end, &visit->runs, question, &ignored) < 0 || end == TIMELINE_UNKNOWN)
        end = range_of(exhibit);
    answer_init(&visit->answer, question, end);
    visit->answering = true;
    if (question->kind == QUESTION_CHOICE)
        for (size_t i = 0; i < question->choice_count; i++) {
            char *text = visit_fill(visit, &question->choices[i].text, &question->run);
            answer_add(&visit->answer, question->choices[i].name, text);
            free(text);
        }
    else if (question->kind != QUESTION_TIME)
        add_operations(visit, question, exhibit);
}

static char *text_of(struct strbuf *sb)
{
    return sb->text; /* released with free() */
}

/* The scoreboard, and who was closest. */
static char *board_of(const struct visit *visit, const struct question_verdict *verdict)
{
    struct strbuf sb;
    int count = 0;
    strbuf_init(&sb);
    question_board(&sb, verdict, &visit->runs);
    for (int who = 0; who < WHO_HARDWARE && verdict->answers[WHO_HARDWARE].known; who++)
        if (verdict->answers[who].closest)
            strbuf_addf(&sb, "%s%s", count++ ? ", " : "\nClosest to the hardware: ",
                        question_who_name((enum question_who)who, &visit->runs));
    strbuf_adds(&sb, count ? ".\n" : "");
    return text_of(&sb);
}

static void judge(struct visit *visit, size_t row, const char *answer)
{
    struct visit_asked *asked = &visit->asked[row];
    struct err err;
    err_init(&err);
    asked->given = answer != NULL;
    asked->answer = mem_strdup(answer ? answer : "");
    asked->judged = question_judge(&asked->verdict, &visit->runs, &visit->lesson.questions[row],
                                   answer, &err) == 0;
    if (asked->judged) {
        asked->board = board_of(visit, &asked->verdict);
        return;
    }
    question_verdict_release(&asked->verdict);
    struct strbuf sb;
    strbuf_init(&sb);
    strbuf_addf(&sb, "%s:%d: %s\n", err.file, err.line, err.message);
    asked->board = text_of(&sb);
}

void visit_judge_again(struct visit *visit, const struct exhibit *exhibit)
{
    for (size_t i = 0; i < visit->lesson.question_count; i++) {
        struct visit_asked *asked = &visit->asked[i];
        if (!asked->answer || visit_exhibit_of(visit, &visit->lesson.questions[i].run) != exhibit)
            continue;
        char *answer = asked->answer;
        if (asked->judged)
            question_verdict_release(&asked->verdict);
        free(asked->board);
        judge(visit, i, *answer ? answer : NULL);
        free(answer);
    }
}

void visit_restore_answer(struct visit *visit, size_t question, const char *answer)
{
    if (visit->asked[question].answer)
        return;
    judge(visit, question, *answer ? answer : NULL);
    visit->reader.answered[question] = true;
}

enum visit_want visit_close_question(struct visit *visit, bool given)
{
    const struct lesson_block *gate = reader_gate_block(&visit->reader);
    if (!visit->answering || !gate)
        return VISIT_NOTHING;
    if (given && !answer_is_whole(&visit->answer))
        return VISIT_PART;
    struct strbuf text;
    strbuf_init(&text);
    answer_text(&visit->answer, &text);
    judge(visit, gate->question, given ? text.text : NULL);
    strbuf_release(&text);
    visit_end_answer(visit);
    reader_blocks(&visit->reader, &visit->fresh);
    reader_answered(&visit->reader);
    visit->text_top = VISIT_FRESH;
    visit->code_top = -1;
    visit->chart_top = 0;
    visit->pane = PANE_TEXT;
    visit_refresh(visit);
    return VISIT_ANSWERED;
}

void visit_release_asked(struct visit_asked *asked)
{
    free(asked->ask);
    free(asked->answer);
    free(asked->board);
    if (asked->judged)
        question_verdict_release(&asked->verdict);
}
