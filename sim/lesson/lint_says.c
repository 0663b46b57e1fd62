/* What the programs of an exercise must say of themselves, so that it can be judged: what they are
 * for, and what their kernels touch. */
#include "sim/lesson/lint_inside.h"

#include <string.h>

/* Without a marked result whatever the host reads counts as one, also what a learner prints to see
 * what happens. */
static void check_result(struct linting *l, const struct program *start)
{
    const struct lesson_exercise *e = &l->lesson.exercise;
    if (!e->chunking && start->results.count == 0)
        lint_say(l, true, &e->place,
                 "%s does not say what it is for: `#pragma nullstream result(pointer, bytes)`",
                 e->start);
}

static bool is_certain(const struct program *program, const struct program_launch *launch)
{
    for (uint32_t i = 0; i < launch->access_count; i++)
        if (!program->accesses.rows[launch->first_access + i].certain)
            return false;
    return true;
}

/* Only certain hazards lose points: a kernel may not touch what its pointers point to. So that none
 * goes unseen, every kernel of the exercise has to say what it touches. */
static void check_accesses(struct linting *l, const char *file, const struct program *program)
{
    const struct lesson_exercise *e = &l->lesson.exercise;
    bool demanded = false;
    for (size_t i = 0; i < e->require_count; i++)
        demanded = demanded || strncmp(e->requires[i].check.text, "hazards", 7) == 0;
    for (size_t i = 0; demanded && i < program->launches.count; i++) {
        const struct program_launch *launch = &program->launches.rows[i];
        const char *name = program_name(program, program->kernels.rows[launch->kernel].name);
        if (is_certain(program, launch))
            continue;
        lint_say(
            l, true, &e->place,
            "kernel `%s` of %s does not say what it touches, so its races cost no points: give "
            "it `reads` and `writes`",
            name, file);
        return;
    }
}

void lint_says(struct linting *l)
{
    const struct lesson_exercise *e = &l->lesson.exercise;
    const char *const files[] = {e->start, e->solution};
    for (int i = 0; i < 2; i++) {
        struct lesson_run run = {.file = files[i]};
        const struct lesson_outcome *outcome;
        struct err ignored; /* others tell */
        err_init(&ignored);
        if (lesson_runs_predict(&l->runs, &run, &outcome, &ignored) < 0)
            continue;
        if (i == 0)
            check_result(l, &outcome->prediction.program);
        check_accesses(l, files[i], &outcome->prediction.program);
    }
}
