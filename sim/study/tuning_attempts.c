#include "sim/study/tuning_attempts.h"

#include "sim/base/mem.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A loop may not end with a value that nobody meant it to have; and twice as many pieces of the
 * same work need no more than twice the turns. */
static int64_t most_turns(int64_t turns)
{
    enum { FEW = 1000000 };
    return turns < (TUNING_MOST_TURNS - FEW) / 2 ? FEW + 2 * turns : TUNING_MOST_TURNS;
}

static void keep_facts(const struct prediction *prediction, void *context)
{
    struct tuning_attempt *attempt = context;
    facts_find(&attempt->facts, prediction);
    if (!attempt->proof)
        return;
    struct reach reach;
    reach_find(&reach, &prediction->program);
    attempt->reaches = reach_same(attempt->reach, &reach);
    reach_release(&reach);
    if (!attempt->reaches || prediction->timeline.wall >= attempt->proof->original->timeline.wall)
        return;
    proof_find_breach(attempt->proof, &prediction->program, false, &attempt->breach);
    attempt->proven = proof_same_results(attempt->proof, &prediction->program);
}

static void set_up(struct tuning_attempt *attempt, struct trial *trial, const char *path,
                   const char *name, int64_t value, int64_t turns,
                   const struct predict_options *options)
{
    memset(attempt, 0, sizeof *attempt);
    snprintf(attempt->define, sizeof attempt->define, "%s=%" PRId64, name, value);
    attempt->defines = mem_zalloc((options->define_count + 1) * sizeof *attempt->defines);
    size_t count = 0;
    for (size_t i = 0; i < options->define_count; i++)
        if (!predict_defines(options->defines[i], name))
            attempt->defines[count++] = options->defines[i];
    attempt->defines[count++] = attempt->define;
    attempt->options = *options;
    attempt->options.defines = attempt->defines;
    attempt->options.define_count = count;
    attempt->limits = mem_zalloc((options->limit_count + 1) * sizeof *attempt->limits);
    for (size_t i = 0; i < options->limit_count; i++)
        attempt->limits[i] = options->limits[i];
    snprintf(attempt->limit, sizeof attempt->limit, "steps=%" PRId64, most_turns(turns));
    attempt->limits[options->limit_count] = attempt->limit;
    attempt->options.limits = attempt->limits;
    attempt->options.limit_count = options->limit_count + 1;
    *trial = (struct trial){
        .path = path, .options = &attempt->options, .keep = keep_facts, .context = attempt};
}

void tuning_attempts_init(struct tuning_attempts *attempts, size_t most)
{
    attempts->count = 0;
    attempts->attempts = mem_zalloc((most + 1) * sizeof *attempts->attempts);
    attempts->trials = mem_zalloc((most + 1) * sizeof *attempts->trials);
}

void tuning_attempts_release(struct tuning_attempts *attempts)
{
    for (size_t i = 0; i < attempts->count; i++) {
        facts_release(&attempts->attempts[i].facts);
        free(attempts->attempts[i].defines);
        free(attempts->attempts[i].limits);
    }
    free(attempts->attempts);
    free(attempts->trials);
}

size_t tuning_attempts_add(struct tuning_attempts *attempts, const struct tuning_study *study,
                           const char *name, int64_t value)
{
    size_t i = attempts->count++;
    set_up(&attempts->attempts[i], &attempts->trials[i], study->path, name, value,
           study->prediction->turns, study->options);
    return i;
}

void tuning_attempts_add_brief(struct tuning_attempts *attempts, const struct tuning_study *study,
                               const char *name, int64_t value)
{
    size_t i = tuning_attempts_add(attempts, study, name, value);
    attempts->attempts[i].options.runtime.brief_kernels = study->brief;
}

bool tuning_does_the_same_brief(const struct tuning_study *study)
{
    struct tuning_attempt attempt = {.options = *study->options};
    struct trial trial = {
        .path = study->path, .options = &attempt.options, .keep = keep_facts, .context = &attempt};
    attempt.options.runtime.brief_kernels = true;
    trials_run(&trial, 1, 1);
    bool same = trial.status == 0 && facts_equal(&attempt.facts, &study->facts);
    facts_release(&attempt.facts);
    return same;
}
