/* How far a learner has come: a text file, one section a lesson, which people may read and edit.
 *
 *     [lesson queue]
 *     page = 3
 *     exercise = passed
 *     hints = 1
 *     points = 4
 *     most-points = 6
 *     answer call = 450us
 *
 * Where it is, is the caller's to say. Several players may write it: each changes its lesson only.
 */
#ifndef SIM_LESSON_PROGRESS_H
#define SIM_LESSON_PROGRESS_H

#include "sim/base/err.h"

#include <stdbool.h>
#include <stddef.h>

enum progress_exercise {
    PROGRESS_NEW,
    PROGRESS_BEGUN,
    PROGRESS_SKIPPED,
    PROGRESS_PASSED,
};

struct progress_answer {
    char *question, *answer; /* an answer of "" : the question was skipped */
};

struct progress_lesson {
    char *slug;
    int page; /* the farthest, from 1; 0: not begun */
    enum progress_exercise exercise;
    int hints;               /* that were given */
    int points, most_points; /* of the exercise, the best so far; most_points 0: not judged yet */
    struct progress_answer *answers;
    size_t answer_count, answer_capacity;
};

struct progress {
    struct progress_lesson *lessons;
    size_t count, capacity;
};

void progress_init(struct progress *progress);

/* No file is no progress, and no error; a malformed one is ERR_INPUT with its line. */
int progress_read(struct progress *progress, const char *path, struct err *err);

/* The lesson's row; a new one if there is none. Good until another is added. */
struct progress_lesson *progress_of(struct progress *progress, const char *slug);

/* The row, or NULL. */
const struct progress_lesson *progress_find(const struct progress *progress, const char *slug);

/* Notes an answer, in place of one given before. */
void progress_answer(struct progress_lesson *lesson, const char *question, const char *answer);

/* The answer given; NULL if none was. */
const char *progress_answered(const struct progress_lesson *lesson, const char *question);

/* Puts one lesson into the file as it is now, through a new file that takes its place; folders are
 * made. ERR_RUN with the path and the reason. */
int progress_save(const struct progress_lesson *lesson, const char *path, struct err *err);

/* "begun", "passed", ... */
const char *progress_exercise_name(enum progress_exercise exercise);

void progress_release(struct progress *progress);

#endif
