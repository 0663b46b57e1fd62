/* The reader's file judged beside the screen: whenever it is saved, in a thread of its own.
 *
 * What fails right after a save is judged again before it is reported: the file may be half
 * written. The last version that could be predicted stays for the chart.
 */
#ifndef TUI_LEARN_GRADING_H
#define TUI_LEARN_GRADING_H

#include "sim/lesson/lesson.h"
#include "sim/study/background.h"
#include "sim/study/predict.h"
#include "sim/study/watch.h"

#include <stdbool.h>

/* One thing that must hold. Strings are the owner's. */
struct grading_row {
    char *check; /* in words (require_text.h) */
    char *says;  /* Markdown, when it does not hold; "" otherwise */
    int points;
    bool holds;
};

struct grading_result {
    char *text; /* what the file held; NULL: it is not there */
    bool is_fault;
    struct err fault; /* the file is no program that runs */
    struct grading_row *rows;
    size_t row_count, row_capacity;
    int points, most_points;
    bool passed;
    struct prediction *prediction; /* NULL of a fault */
};

struct grading {
    char *folder, *file; /* of the lesson; that is judged */
    struct watch watch;
    struct background *job;
    bool stale; /* the file was saved since the job began */
    bool held;  /* the last result was a fault, not told before the file has settled */
    struct grading_result *fresh;
};

/* Begins to watch a file, and to judge it. */
void grading_init(struct grading *grading, const char *folder, const char *file);

/* Looks at the file and at the work; `now` in ns. The result when there is a new one, which is the
 * caller's: grading_result_free(); else NULL. Never waits. */
struct grading_result *grading_poll(struct grading *grading, int64_t now);

/* Whether a job is under way. */
bool grading_is_busy(const struct grading *grading);

/* What the thread does: judges the file by the lesson in `folder`. */
struct grading_result *grading_judge(const char *folder, const char *file);

void grading_result_free(struct grading_result *result);
void grading_release(struct grading *grading);

#endif
