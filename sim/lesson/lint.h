/* A lesson looked over: everything that must hold before it is given to learners.
 *
 * What cannot hold here and now (a recording that nobody made) is a note; the rest are faults.
 */
#ifndef SIM_LESSON_LINT_H
#define SIM_LESSON_LINT_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

struct lint_finding {
    bool fault; /* otherwise a note */
    struct err text;
};

struct lint {
    struct lint_finding *rows;
    size_t count, capacity;
    size_t faults;
    /* what was looked at */
    size_t numbers, questions, requirements, wrongs, recordings;
};

/* Looks a lesson's folder over. `traces`: as for lesson_runs_init(). lint_release() ends it. */
void lint_lesson(struct lint *lint, const char *folder, const char *traces);

/* A time that is written as a number in a text in Markdown, outside code and braces, from *at on:
 * true with its place in *at and *length. */
bool lint_literal_time(const char *text, size_t *at, size_t *length);

void lint_release(struct lint *lint);

#endif
