/* Who was right, who was closest: the answers to a question side by side, and the tally. */
#include "sim/analysis/label.h"
#include "sim/lesson/question.h"

#include <stdlib.h>
#include <string.h>

const char *question_who_name(enum question_who who, const struct lesson_runs *runs)
{
    static const char *const names[] = {
        [WHO_YOU] = "you",
        [WHO_FORMULA] = "a simple rule",
        [WHO_NULLSTREAM] = "nullstream",
        [WHO_HARDWARE] = "a real GPU",
    };
    if (who == WHO_HARDWARE && !runs->other_device && strcmp(runs->lesson->gpu, "h200") == 0)
        return "a real H200";
    return names[who];
}

static bool has_hardware(const struct question_verdict *v)
{
    return v->answers[WHO_HARDWARE].known;
}

/* What stands behind an answer. */
static void add_remark(struct strbuf *sb, const struct question_verdict *v, enum question_who who)
{
    const struct question_answer *a = &v->answers[who];
    if (who == WHO_HARDWARE) {
        strbuf_adds(sb, "measured");
        return;
    }
    if (a->error != LABEL_UNKNOWN) {
        strbuf_adds(sb, a->error < 0 ? "-" : "+");
        label_percent(sb, llabs(a->error));
    } else {
        strbuf_adds(sb, a->right ? "right" : "wrong");
    }
    if (a->closest)
        strbuf_adds(sb, v->question->kind == QUESTION_TIME ? ", closest" : "");
}

void question_board(struct strbuf *sb, const struct question_verdict *v,
                    const struct lesson_runs *runs)
{
    for (int who = 0; who < WHO_COUNT; who++) {
        const struct question_answer *a = &v->answers[who];
        const char *name = question_who_name((enum question_who)who, runs);
        if (!a->known && who == WHO_HARDWARE)
            strbuf_addf(sb, "%-13s  not recorded\n", name);
        if (!a->known)
            continue;
        strbuf_addf(sb, "%-13s  %-10s  ", name, a->text.text);
        if (has_hardware(v) || who == WHO_YOU || who == WHO_FORMULA)
            add_remark(sb, v, (enum question_who)who);
        else
            strbuf_adds(sb, "predicted");
        if (who == WHO_FORMULA && v->formula.length)
            strbuf_addf(sb, "  (%s)", v->formula.text);
        strbuf_addc(sb, '\n');
    }
}

void question_tally_add(struct question_tally *tally, const struct question_verdict *v)
{
    if (!v->answers[WHO_YOU].known)
        return;
    tally->asked++;
    tally->recorded += has_hardware(v);
    for (int who = 0; who < WHO_COUNT; who++) {
        tally->right[who] += v->answers[who].right;
        tally->closest[who] += v->answers[who].closest;
    }
}

void question_tally_text(struct strbuf *sb, const struct question_tally *tally,
                         const struct lesson_runs *runs)
{
    if (tally->asked == 0)
        return;
    for (int who = WHO_YOU; who < WHO_HARDWARE; who++) {
        const char *name = question_who_name((enum question_who)who, runs);
        strbuf_addf(sb, "%-13s  right %d of %d", name, tally->right[who], tally->asked);
        if (tally->recorded)
            strbuf_addf(sb, ", closest %d of %d", tally->closest[who], tally->recorded);
        strbuf_addc(sb, '\n');
    }
}
