/* A question: what the run answers, whether the learner is right, and who was closest.
 *
 * Answers are texts: `450us` (time), `k2 k1 k3` (order), `k1 k3` or `none` (overlap), `a` (choice).
 * What is right is what the simulation does; who is closest is told by the hardware.
 */
#ifndef SIM_LESSON_QUESTION_H
#define SIM_LESSON_QUESTION_H

#include "sim/base/strbuf.h"
#include "sim/lesson/runs.h"

#include <stdbool.h>
#include <stdint.h>

enum question_who {
    WHO_YOU,
    WHO_FORMULA,    /* a simple rule, which the lesson names in parentheses */
    WHO_NULLSTREAM, /* predicted */
    WHO_HARDWARE,   /* recorded, or measured here */
    WHO_COUNT
};

struct question_answer {
    bool known;
    int64_t time;       /* TIME, ns */
    struct strbuf text; /* as an answer is written; a time in a fitting unit */
    bool right;         /* as the hardware; where that is not known, as the simulation */
    bool closest;       /* to the hardware: no other is closer */
    int64_t error;      /* TIME: ppm of the hardware's, with its sign; LABEL_UNKNOWN if not known */
};

struct question_verdict {
    const struct lesson_question *question;
    bool right; /* the learner, by the simulation */
    struct question_answer answers[WHO_COUNT];
    struct strbuf reply;   /* what is said to this answer, in Markdown, numbers filled in */
    struct strbuf formula; /* the simple rule in words, numbers filled in; "" if it says none */
};

/* The operations that an ORDER or OVERLAP asks for, one by one: start with *at = 0; false after the
 * last. */
bool question_item(const struct lesson_question *question, size_t *at, char *name, size_t size);

/* Whether a text is an answer to the question at all; ERR_INPUT with what one looks like. */
int question_check_answer(const struct lesson_question *question, const char *answer,
                          struct err *err);

/* Judges an answer; NULL: none was given, and only the others' are found. ERR_INPUT if it is no
 * answer to this question, or if the lesson is wrong (then with a place).
 * question_verdict_release() is needed also after an error. */
int question_judge(struct question_verdict *verdict, struct lesson_runs *runs,
                   const struct lesson_question *question, const char *answer, struct err *err);
void question_verdict_release(struct question_verdict *verdict);

/* Of a time, where the ruler that it is given on ends, ns; TIMELINE_UNKNOWN: the lesson says
 * nothing of that. */
int question_ruler(int64_t *time, struct lesson_runs *runs, const struct lesson_question *q,
                   struct err *err);

/* The name of the choice that the run makes right; NULL where none or several are. */
int question_right_choice(const struct lesson_choice **choice, struct lesson_runs *runs,
                          const struct lesson_question *question, bool measured, struct err *err);

/* "you", "a simple rule", "nullstream", "a real H200" (the name of the lesson's GPU). */
const char *question_who_name(enum question_who who, const struct lesson_runs *runs);

/* The scoreboard as lines of text. */
void question_board(struct strbuf *sb, const struct question_verdict *verdict,
                    const struct lesson_runs *runs);

/* Over a lesson. */
struct question_tally {
    int asked; /* that were answered */
    int right[WHO_COUNT];
    int closest[WHO_COUNT]; /* of those with a recording */
    int recorded;
};
void question_tally_add(struct question_tally *tally, const struct question_verdict *verdict);
void question_tally_text(struct strbuf *sb, const struct question_tally *tally,
                         const struct lesson_runs *runs);

#endif
