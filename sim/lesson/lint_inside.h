/* What the parts of lint share: lint.c looks at what a lesson says, lint_shown.c at what a reader
 * has seen when he is asked, lint_says.c at what the exercise's programs say of themselves,
 * lint_files.c at the files that lie in its folder. */
#ifndef SIM_LESSON_LINT_INSIDE_H
#define SIM_LESSON_LINT_INSIDE_H

#include "sim/lesson/lint.h"
#include "sim/lesson/runs.h"

struct linting {
    struct lint *lint;
    struct lesson lesson;
    struct lesson_runs runs;
    const char *traces;
};

void lint_add(struct linting *l, bool fault, const struct err *text);
void lint_say(struct linting *l, bool fault, const struct lesson_place *place, const char *format,
              ...) __attribute__((format(printf, 4, 5)));

/* Programs that nothing uses, edits that are not listed, recordings that belong to no run. After
 * everything that the lesson runs was run. */
void lint_files(struct linting *l);

/* Whether the exercise's programs say what they are for, and what their kernels touch. */
void lint_says(struct linting *l);

/* Questions whose run the reader has seen before. */
void lint_shown(struct linting *l);

#endif
