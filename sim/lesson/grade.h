/* A learner's program held against what an exercise demands: its own requirements, and those that
 * always hold (frozen, same_work, same_result). lessons/README.md says what they mean.
 *
 * Everything is predicted on the lesson's own profile, without any option.
 */
#ifndef SIM_LESSON_GRADE_H
#define SIM_LESSON_GRADE_H

#include "sim/base/strbuf.h"
#include "sim/lesson/runs.h"

#include <stdbool.h>

struct grade_line {
    const char *name;  /* "frozen", "same_work", "same_result", or the requirement's */
    const char *check; /* what must hold: "time <= 1.05 * solution" */
    bool passed;
    int points;          /* that it is worth */
    struct strbuf fails; /* if not passed: the sentence for the learner, in Markdown */
    struct strbuf found; /* what was found, where more can be said: a place, two figures; "" */
};

struct grade {
    bool ran; /* the program could be predicted; otherwise `fault` says why not */
    struct err fault;
    bool passed; /* all lines are */
    int points, most_points;
    struct grade_line *lines;
    size_t line_count;
    int64_t time, solution, start; /* wall times, ns; `time` TIMELINE_UNKNOWN if it did not run */
    struct prediction prediction;  /* of the learner's program, if it ran */
};

/* Grades the program at `path`. -1 with *err where the lesson itself is wrong (no exercise, its
 * solution is not predicted, a check that is none); a fault of the learner's file is a result.
 * grade_release() is needed also after an error. */
int grade_file(struct grade *grade, struct lesson_runs *runs, const char *path, struct err *err);

/* Whether a check is one, as far as that can be told without a program. */
int grade_check_is_valid(struct lesson_runs *runs, const struct lesson_text *check,
                         struct err *err);

void grade_release(struct grade *grade);

/* SHA-256 of the files that decide about grades, as 64 hexadecimal digits: lesson.ini, text.md,
 * starting point and solution. */
int lesson_hash(struct lesson *lesson, char digits[65], struct err *err);

#endif
