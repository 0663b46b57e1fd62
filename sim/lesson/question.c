#include "sim/lesson/question.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/suggest.h"
#include "sim/lesson/fill.h"
#include "sim/lesson/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 32 };

/* --- answers as texts ---------------------------------------------------------------------------
 */

struct items {
    char names[MOST_ITEMS][PICK_NAME_SIZE];
    size_t count;
    bool too_many;
};

/* The next name of a list: `k1#2`, `line 14`, `k3`, separated by blanks or commas. */
static bool next_name(const char *text, size_t *at, char *name, size_t size)
{
    *at += strspn(text + *at, " ,\t\n");
    if (text[*at] == '\0')
        return false;
    struct pick pick;
    size_t length = pick_read(&pick, text + *at) ? pick.length : strcspn(text + *at, " ,\t\n");
    snprintf(name, size, "%.*s", (int)(length < size ? length : size - 1), text + *at);
    *at += length;
    return true;
}

bool question_item(const struct lesson_question *question, size_t *at, char *name, size_t size)
{
    return question->of.text && next_name(question->of.text, at, name, size);
}

static void read_items(struct items *items, const char *text)
{
    *items = (struct items){0};
    char name[PICK_NAME_SIZE];
    for (size_t at = 0; next_name(text, &at, name, sizeof name);) {
        if (items->count == MOST_ITEMS) {
            items->too_many = true;
            return;
        }
        memcpy(items->names[items->count++], name, sizeof name);
    }
}

static size_t find_item(const struct items *items, const char *name)
{
    size_t i = 0;
    while (i < items->count && strcmp(items->names[i], name) != 0)
        i++;
    return i;
}

static void write_items(struct strbuf *sb, const struct items *items, const bool *taken)
{
    size_t begin = sb->length;
    for (size_t i = 0; i < items->count; i++)
        if (!taken || taken[i])
            strbuf_addf(sb, "%s%s", sb->length > begin ? " " : "", items->names[i]);
    if (sb->length == begin)
        strbuf_adds(sb, "none");
}

static int check_items(const struct lesson_question *q, const char *answer, struct err *err)
{
    struct items all, given;
    bool seen[MOST_ITEMS] = {false};
    read_items(&all, q->of.text);
    read_items(&given, answer);
    if (q->kind == QUESTION_OVERLAP && strcmp(answer, "none") == 0)
        return 0;
    for (size_t i = 0; i < given.count; i++) {
        size_t row = find_item(&all, given.names[i]);
        if (row == all.count)
            err_set(err, ERR_INPUT, "`%.60s` is none of %.200s", given.names[i], q->of.text);
        else if (seen[row])
            err_set(err, ERR_INPUT, "`%.60s` is given twice", given.names[i]);
        if (err->status != ERR_NONE)
            return -1;
        seen[row] = true;
    }
    if (q->kind == QUESTION_ORDER && given.count != all.count) {
        err_set(err, ERR_INPUT, "all of %.200s are to be put in order", q->of.text);
        return err_hint(err, "one after the other, such as `%.200s`", q->of.text);
    }
    if (given.count)
        return 0;
    err_set(err, ERR_INPUT, "which of %.200s?", q->of.text);
    return err_hint(err, "their names, or `none`");
}

int question_check_answer(const struct lesson_question *q, const char *answer, struct err *err)
{
    int64_t ns;
    struct suggest near;
    switch (q->kind) {
    case QUESTION_TIME:
        if (duration_parse(answer, &ns) == 0)
            return 0;
        err_set(err, ERR_INPUT, "`%.60s` is no time", answer);
        return err_hint(err, "a number and a unit, such as `450us` or `1.5ms`");
    case QUESTION_CHOICE:
        suggest_init(&near, answer);
        for (size_t i = 0; i < q->choice_count; i++) {
            if (strcmp(q->choices[i].name, answer) == 0)
                return 0;
            suggest_offer(&near, q->choices[i].name);
        }
        err_set(err, ERR_INPUT, "`%.60s` is none of the choices", answer);
        return near.best ? err_hint(err, "did you mean `%s`?", near.best) : -1;
    case QUESTION_ORDER:
    case QUESTION_OVERLAP:
        break;
    }
    return check_items(q, answer, err);
}

/* --- what a run answers -------------------------------------------------------------------------
 */

static struct quantity_setting setting_of(struct lesson_runs *runs, const struct lesson_question *q,
                                          bool measured)
{
    return (struct quantity_setting){.runs = runs, .run = &q->run, .measured = measured};
}

/* A quantity made of operations' names, such as `overlap(k1, k2)`. */
static int time_of(int64_t *ns, struct lesson_runs *runs, const struct lesson_question *q,
                   bool measured, const char *expression, struct err *err)
{
    struct quantity_setting setting = setting_of(runs, q, measured);
    struct lesson_text text = {.text = expression, .place = q->of.place};
    return quantity_time(ns, &setting, &text, err);
}

static int find_order(struct question_answer *answer, struct lesson_runs *runs,
                      const struct lesson_question *q, bool measured, struct err *err)
{
    struct items items;
    int64_t times[MOST_ITEMS];
    char expression[PICK_NAME_SIZE + 16];
    read_items(&items, q->of.text);
    answer->known = true;
    for (size_t i = 0; i < items.count; i++) {
        snprintf(expression, sizeof expression, "%s.%s", items.names[i],
                 q->by_end ? "end" : "start");
        if (time_of(&times[i], runs, q, measured, expression, err) < 0)
            return -1;
        answer->known &= times[i] != TIMELINE_UNKNOWN;
    }
    /* by insertion: a handful, and equal ones stay in the order of the question */
    for (size_t i = 1; i < items.count; i++)
        for (size_t k = i; k && times[k] < times[k - 1]; k--) {
            char name[PICK_NAME_SIZE];
            int64_t time = times[k];
            memcpy(name, items.names[k], sizeof name);
            memcpy(items.names[k], items.names[k - 1], sizeof name);
            memcpy(items.names[k - 1], name, sizeof name);
            times[k] = times[k - 1];
            times[k - 1] = time;
        }
    if (answer->known)
        write_items(&answer->text, &items, NULL);
    return 0;
}

static int find_overlap(struct question_answer *answer, struct lesson_runs *runs,
                        const struct lesson_question *q, bool measured, struct err *err)
{
    struct items items, with;
    bool taken[MOST_ITEMS] = {false};
    char expression[2 * PICK_NAME_SIZE + 16];
    read_items(&items, q->of.text);
    read_items(&with, q->with.text);
    answer->known = true;
    for (size_t i = 0; i < items.count; i++) {
        int64_t together;
        snprintf(expression, sizeof expression, "overlap(%s, %s)", with.names[0], items.names[i]);
        if (time_of(&together, runs, q, measured, expression, err) < 0)
            return -1;
        answer->known &= together != TIMELINE_UNKNOWN;
        taken[i] = together > 0;
    }
    if (answer->known)
        write_items(&answer->text, &items, taken);
    return 0;
}

static int find_time(struct question_answer *answer, struct lesson_runs *runs,
                     const struct lesson_question *q, const struct lesson_text *expression,
                     bool measured, struct err *err)
{
    struct quantity_setting setting = setting_of(runs, q, measured);
    if (quantity_time(&answer->time, &setting, expression, err) < 0)
        return -1;
    answer->known = answer->time != TIMELINE_UNKNOWN;
    if (answer->known)
        duration_add_human(&answer->text, answer->time);
    return 0;
}

int question_ruler(int64_t *time, struct lesson_runs *runs, const struct lesson_question *q,
                   struct err *err)
{
    struct quantity_setting setting = setting_of(runs, q, false);
    *time = TIMELINE_UNKNOWN;
    return q->ruler.text ? quantity_time(time, &setting, &q->ruler, err) : 0;
}

int question_right_choice(const struct lesson_choice **choice, struct lesson_runs *runs,
                          const struct lesson_question *q, bool measured, struct err *err)
{
    struct quantity_setting setting = setting_of(runs, q, measured);
    *choice = NULL;
    int count = 0;
    for (size_t i = 0; i < q->choice_count; i++) {
        bool holds, known;
        if (quantity_condition(&holds, &known, &setting, &q->choices[i].when, err) < 0)
            return -1;
        count += holds;
        if (holds)
            *choice = &q->choices[i];
    }
    if (count != 1)
        *choice = NULL;
    return 0;
}

static int find_choice(struct question_answer *answer, struct lesson_runs *runs,
                       const struct lesson_question *q, bool measured, struct err *err)
{
    const struct lesson_choice *choice;
    if (question_right_choice(&choice, runs, q, measured, err) < 0)
        return -1;
    answer->known = choice != NULL;
    if (choice)
        strbuf_adds(&answer->text, choice->name);
    return 0;
}

/* What the simulation or the hardware answers. */
static int find(struct question_answer *answer, struct lesson_runs *runs,
                const struct lesson_question *q, bool measured, struct err *err)
{
    switch (q->kind) {
    case QUESTION_TIME:
        return find_time(answer, runs, q, &q->of, measured, err);
    case QUESTION_ORDER:
        return find_order(answer, runs, q, measured, err);
    case QUESTION_OVERLAP:
        return find_overlap(answer, runs, q, measured, err);
    case QUESTION_CHOICE:
        break;
    }
    return find_choice(answer, runs, q, measured, err);
}

/* As the answers of runs are written, so that equal ones are equal texts. */
static void write_answer(struct question_answer *answer, const struct lesson_question *q,
                         const char *text)
{
    answer->known = true;
    if (q->kind == QUESTION_TIME) {
        duration_parse(text, &answer->time);
        duration_add_human(&answer->text, answer->time);
    } else if (q->kind == QUESTION_CHOICE) {
        strbuf_adds(&answer->text, text);
    } else {
        struct items all, given;
        bool taken[MOST_ITEMS] = {false};
        read_items(&all, q->of.text);
        read_items(&given, text);
        for (size_t i = 0; i < given.count; i++)
            taken[find_item(&all, given.names[i]) % MOST_ITEMS] = true;
        if (q->kind == QUESTION_ORDER)
            write_items(&answer->text, &given, NULL);
        else if (strcmp(text, "none") == 0)
            strbuf_adds(&answer->text, text);
        else
            write_items(&answer->text, &all, taken);
    }
}

static int find_formula(struct question_answer *answer, struct lesson_runs *runs,
                        const struct lesson_question *q, struct err *err)
{
    if (!q->formula.text)
        return 0;
    if (q->kind == QUESTION_TIME)
        return find_time(answer, runs, q, &q->formula, false, err);
    struct err wrong;
    err_init(&wrong);
    if (question_check_answer(q, q->formula.text, &wrong) < 0)
        return lesson_fail(&q->formula, 0, err, "%s", wrong.message);
    write_answer(answer, q, q->formula.text);
    return 0;
}

/* --- judging ------------------------------------------------------------------------------------
 */

/* As a share of the true time, in parts of a million, with its sign. */
static int64_t error_of(int64_t time, int64_t truth)
{
    if (truth <= 0)
        return LABEL_UNKNOWN;
    int64_t off = time > truth ? time - truth : truth - time;
    int64_t ppm = duration_divide(off, 1000000, truth);
    return time < truth ? -ppm : ppm;
}

static bool agrees(const struct lesson_question *q, const struct question_answer *a,
                   const struct question_answer *truth)
{
    if (!a->known || !truth->known)
        return false;
    if (q->kind != QUESTION_TIME)
        return strcmp(a->text.text, truth->text.text) == 0;
    int64_t error = error_of(a->time, truth->time);
    return error != LABEL_UNKNOWN && llabs(error) <= (int64_t)q->within * 10000;
}

static void compare_answers(struct question_verdict *v)
{
    const struct lesson_question *q = v->question;
    const struct question_answer *hardware = &v->answers[WHO_HARDWARE];
    const struct question_answer *truth = hardware->known ? hardware : &v->answers[WHO_NULLSTREAM];
    int64_t best = INT64_MAX;
    for (int who = 0; who < WHO_COUNT; who++) {
        struct question_answer *a = &v->answers[who];
        a->error = LABEL_UNKNOWN;
        a->right = agrees(q, a, truth);
        if (who == WHO_HARDWARE || !a->known || !hardware->known)
            continue;
        if (q->kind == QUESTION_TIME)
            a->error = error_of(a->time, hardware->time);
        if (a->error != LABEL_UNKNOWN && llabs(a->error) < best)
            best = llabs(a->error);
    }
    for (int who = 0; who < WHO_HARDWARE; who++) {
        struct question_answer *a = &v->answers[who];
        a->closest =
            hardware->known && a->known &&
            (q->kind == QUESTION_TIME ? a->error != LABEL_UNKNOWN && llabs(a->error) == best
                                      : a->right);
    }
}

static const struct lesson_text *reply_to(const struct question_verdict *v)
{
    const struct lesson_question *q = v->question;
    const struct question_answer *you = &v->answers[WHO_YOU];
    for (size_t i = 0; i < q->choice_count; i++)
        if (q->choices[i].reply.text && strcmp(q->choices[i].name, you->text.text) == 0)
            return &q->choices[i].reply;
    if (v->right)
        return &q->right;
    if (q->kind == QUESTION_TIME) {
        bool high = you->time > v->answers[WHO_NULLSTREAM].time;
        const struct lesson_text *text = high ? &q->high : &q->low;
        if (text->text)
            return text;
    }
    return &q->wrong;
}

int question_judge(struct question_verdict *v, struct lesson_runs *runs,
                   const struct lesson_question *q, const char *answer, struct err *err)
{
    *v = (struct question_verdict){.question = q};
    strbuf_init(&v->reply);
    strbuf_init(&v->formula);
    for (int who = 0; who < WHO_COUNT; who++)
        strbuf_init(&v->answers[who].text);
    if (answer && question_check_answer(q, answer, err) < 0)
        return -1;
    if (find(&v->answers[WHO_NULLSTREAM], runs, q, false, err) < 0 ||
        find(&v->answers[WHO_HARDWARE], runs, q, true, err) < 0 ||
        find_formula(&v->answers[WHO_FORMULA], runs, q, err) < 0)
        return -1;
    if (answer)
        write_answer(&v->answers[WHO_YOU], q, answer);
    v->right = agrees(q, &v->answers[WHO_YOU], &v->answers[WHO_NULLSTREAM]);
    compare_answers(v);
    struct quantity_setting setting = setting_of(runs, q, false);
    if (q->formula_text.text && lesson_fill(&v->formula, &setting, &q->formula_text, err) < 0)
        return -1;
    if (!answer)
        return 0;
    const struct lesson_text *reply = reply_to(v);
    return reply->text ? lesson_fill(&v->reply, &setting, reply, err) : 0;
}

void question_verdict_release(struct question_verdict *v)
{
    strbuf_release(&v->reply);
    strbuf_release(&v->formula);
    for (int who = 0; who < WHO_COUNT; who++)
        strbuf_release(&v->answers[who].text);
}
