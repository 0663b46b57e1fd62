#include "sim/study/gain.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/study/company.h"
#include "sim/study/gain_merge.h"
#include "sim/study/remedies.h"
#include "sim/study/rewrites.h"
#include "sim/study/trial.h"
#include "sim/study/tuning.h"
#include "sim/study/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- one by one ----------------------------------------------------------------------------------
 */

/* Kernels without their tails are shorter by what these waste, and the run by hardly more: that
 * threads come to other parts of their work then, by chance, is no gain. */
static void set_bound(struct pitfall *pitfall, int64_t gain)
{
    bool by_chance = pitfall->remedy == REMEDY_NO_TAIL && gain / 11 > pitfall->held / 10;
    pitfall->gain = by_chance ? pitfall->held : gain;
}

static void bounds_one_by_one(struct pitfalls *pitfalls, const struct prediction *prediction,
                              const char *path, const struct predict_options *options)
{
    struct trial *trials = mem_zalloc((pitfalls->count + 1) * sizeof *trials);
    struct remedies *tried = mem_zalloc((pitfalls->count + 1) * sizeof *tried);
    size_t *rows = mem_zalloc((pitfalls->count + 1) * sizeof *rows), count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        if (!remedies_simulated(&pitfalls->rows[i]))
            continue;
        tried[count] = (struct remedies){.pitfalls = pitfalls, .prediction = prediction, .only = i};
        remedies_prepare(&tried[count], &trials[count], path, options);
        rows[count++] = i;
    }
    trials_run(trials, count, 0);
    for (size_t k = 0; k < count; k++) {
        struct pitfall *pitfall = &pitfalls->rows[rows[k]];
        if (trials[k].status != 0)
            snprintf(pitfall->ungained, sizeof pitfall->ungained,
                     "the changed program could not be predicted");
        else
            set_bound(pitfall, remedies_gain(&tried[k], &trials[k]));
        remedies_release(&tried[k]);
    }
    free(trials);
    free(tried);
    free(rows);
}

/* A graph takes the calls off the host, and what lies between its kernels on the device: the bound
 * is what that gains, but no more than a host that takes no time at all, which is what it is about.
 */
static void cap_by_host(struct pitfalls *pitfalls, const struct prediction *prediction,
                        const char *path, const struct predict_options *options)
{
    int64_t most = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy != REMEDY_ONE_LAUNCH || pitfall->gain == TIMELINE_UNKNOWN)
            continue;
        if (most == TIMELINE_UNKNOWN) {
            struct variant variant;
            bool again = path && prediction->program.time_dependent;
            variant_init(&variant, again ? path : NULL, &prediction->program, options);
            variant_free_host(&variant, &prediction->profile);
            struct trial trial = variant_trial(&variant);
            trials_run(&trial, 1, 1);
            bool known = trial.status == 0 && !trial.skipped && trial.wall != TIMELINE_UNKNOWN;
            most = known ? prediction->timeline.wall - trial.wall : INT64_MAX;
            variant_release(&variant);
        }
        pitfall->gain = pitfall->gain > most ? most : pitfall->gain;
    }
}

/* --- together ------------------------------------------------------------------------------------
 */

static bool is_other(const struct pitfalls *pitfalls, size_t i)
{
    const struct pitfall *pitfall = &pitfalls->rows[i];
    return pitfall->gain != TIMELINE_UNKNOWN && pitfall->remedy != REMEDY_NONE &&
           pitfall->remedy != REMEDY_EDIT && pitfall_matters(pitfalls, pitfall);
}

struct joining {
    struct pitfalls *pitfalls;
    const struct prediction *prediction;
    const char *path;
    const struct predict_options *options;
    const struct fix *rewrite; /* NULL: none */
};

/* What the chosen ones gain beside the rewrites; TIMELINE_UNKNOWN: not to be predicted. */
static int64_t gain_of(const struct joining *joining, const bool *chosen)
{
    struct trial trial;
    struct remedies all = {.pitfalls = joining->pitfalls,
                           .prediction = joining->prediction,
                           .rewrite = joining->rewrite,
                           .only = SIZE_MAX,
                           .chosen = chosen};
    remedies_prepare(&all, &trial, joining->path, joining->options);
    trials_run(&trial, 1, 1);
    int64_t gain = trial.status == 0 ? remedies_gain(&all, &trial) : TIMELINE_UNKNOWN;
    remedies_release(&all);
    return gain;
}

static size_t best_other(const struct pitfalls *pitfalls, const bool *tried)
{
    size_t best = pitfalls->count;
    for (size_t i = 0; i < pitfalls->count; i++)
        if (is_other(pitfalls, i) && !tried[i] &&
            (best == pitfalls->count || pitfalls->rows[i].gain > pitfalls->rows[best].gain))
            best = i;
    return best;
}

/* The others, best first, where one takes nothing back of what those before it gain. */
static void join_one_by_one(const struct joining *joining)
{
    struct pitfalls *pitfalls = joining->pitfalls;
    bool *tried = mem_zalloc(pitfalls->count + 1), *chosen = mem_zalloc(pitfalls->count + 1);
    for (size_t i = best_other(pitfalls, tried); i < pitfalls->count;
         i = best_other(pitfalls, tried)) {
        tried[i] = chosen[i] = true;
        int64_t gain = gain_of(joining, chosen);
        chosen[i] = gain != TIMELINE_UNKNOWN &&
                    (pitfalls->together == TIMELINE_UNKNOWN || gain >= pitfalls->together);
        if (chosen[i])
            pitfalls->together = gain;
        else
            pitfalls->together_left++;
    }
    free(tried);
    free(chosen);
}

/* Less than one of them alone: threads that come to other work, or one that spoils the other's. */
static bool takes_back(const struct pitfalls *pitfalls, int64_t gain)
{
    if (pitfalls->together != TIMELINE_UNKNOWN && gain < pitfalls->together)
        return true;
    for (size_t i = 0; i < pitfalls->count; i++)
        if (is_other(pitfalls, i) && gain < pitfalls->rows[i].gain)
            return true;
    return false;
}

static void all_together(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                         const struct prediction *prediction, const char *path,
                         const struct predict_options *options)
{
    size_t edits = 0, others = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        edits += pitfall->gain != TIMELINE_UNKNOWN && pitfall->remedy == REMEDY_EDIT &&
                 pitfall_matters(pitfalls, pitfall);
        others += is_other(pitfalls, i);
    }
    if (edits + others < 2)
        return;
    struct fix rewrite;
    fix_init(&rewrite);
    if (edits) {
        pitfalls->together_left = rewrites_join(rewrites, &rewrite, pitfalls, prediction, options);
        pitfalls->together = rewrite.gain;
        pitfalls->together_kept = rewrite.frozen;
    }
    struct joining joining = {pitfalls, prediction, path, options,
                              rewrite.edit_count ? &rewrite : NULL};
    int64_t gain = others ? gain_of(&joining, NULL) : TIMELINE_UNKNOWN;
    if (gain != TIMELINE_UNKNOWN && takes_back(pitfalls, gain))
        join_one_by_one(&joining);
    else if (gain != TIMELINE_UNKNOWN)
        pitfalls->together = gain;
    fix_release(&rewrite);
}

/* --- another number of streams, or size of chunks ------------------------------------------------
 */

/* "the number of streams", "by which there are 12 streams". */
static void add_meaning(struct strbuf *sb, const struct tuning_finding *finding)
{
    if (finding->kind != TUNING_STREAMS)
        strbuf_adds(sb, "which sizes the chunks");
    else if (finding->streams == 0)
        strbuf_adds(sb, "the number of streams");
    else
        strbuf_addf(sb, "%s %lld streams",
                    finding->threads ? "the number of threads, which have" : "by which there are",
                    (long long)finding->streams);
}

static void add_tuning(struct pitfalls *pitfalls, const struct tuning_finding *finding)
{
    pitfalls->rows =
        mem_grow(pitfalls->rows, &pitfalls->capacity, pitfalls->count + 1, sizeof *pitfalls->rows);
    struct pitfall *row = &pitfalls->rows[pitfalls->count++];
    *row = (struct pitfall){.rule = finding->kind == TUNING_STREAMS ? PITFALL_ID_STREAM_COUNT
                                                                    : PITFALL_ID_CHUNK_SIZE,
                            .kind = PITFALL_REWRITE,
                            .op = TIMELINE_NO_OP,
                            .other = TIMELINE_NO_OP,
                            .record = PITFALL_NOWHERE,
                            .count = 1,
                            .gain = finding->wall - finding->best_wall};
    strbuf_init(&row->evidence);
    strbuf_init(&row->fix);
    strbuf_addf(&row->evidence, "%s, ", finding->name);
    add_meaning(&row->evidence, finding);
    strbuf_addf(&row->evidence, ", is %lld; with %lld the run takes ", (long long)finding->value,
                (long long)finding->best);
    duration_add_human(&row->evidence, finding->best_wall);
    int64_t of_work = finding->work - finding->best_work;
    if (llabs(of_work - row->gain) > row->gain / 100) {
        strbuf_addf(&row->evidence, "; it says how much is set up while it is timed, too: without "
                                    "that it gains ");
        duration_add_human(&row->evidence, of_work);
    }
    for (size_t i = 0; i < finding->step_count; i++)
        if (finding->steps[i].value == finding->best)
            tuning_step_text(&row->fix, finding, &finding->steps[i]);
}

/* --- how much is tried ---------------------------------------------------------------------------
 */

static int compare_held(const void *a, const void *b)
{
    const struct pitfall *x = a, *y = b;
    if (x->held != y->held)
        return x->held > y->held ? -1 : 1;
    if (x->rule != y->rule)
        return x->rule < y->rule ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* What holds most is tried first, as far as `operations` go. */
static void share_out(struct pitfalls *pitfalls, const struct prediction *prediction,
                      uint64_t operations)
{
    uint64_t size = prediction->timeline.ops.count + 1, left = operations;
    if (pitfalls->count)
        qsort(pitfalls->rows, pitfalls->count, sizeof *pitfalls->rows, compare_held);
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy == REMEDY_NONE)
            continue;
        /* Of several ways to make a change, those that there is room for, the simplest first. */
        while (operations && pitfall->edit_count > 1 && left < size * pitfall->edit_count)
            pitfall->edit_count--;
        uint64_t need = size * (pitfall->remedy == REMEDY_EDIT ? pitfall->edit_count : 1);
        if (operations && left < need) {
            snprintf(
                pitfall->ungained, sizeof pitfall->ungained,
                "the program, of %zu operations, was not predicted again, to be quick; explain "
                "--all-gains does it",
                prediction->timeline.ops.count);
            pitfall->refused =
                pitfall_needs_proof(pitfall->rule) || pitfall->held < pitfalls->wall / 50;
        } else {
            left -= need;
        }
    }
}

void gain_find(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options, uint64_t operations)
{
    struct tuning tuning = {.count = 0};
    if (path)
        tuning_recognize(&tuning, prediction, path, options, 0);
    for (size_t i = 0; i < tuning.count; i++)
        if (tuning_is_worth_it(&tuning.findings[i]))
            add_tuning(pitfalls, &tuning.findings[i]);
    pitfalls->time_dependent = prediction->program.time_dependent;
    pitfalls->interpreted = pitfalls->time_dependent && path;
    share_out(pitfalls, prediction, operations);
    bounds_one_by_one(pitfalls, prediction, path, options);
    cap_by_host(pitfalls, prediction, path, options);
    struct rewrites rewrites;
    rewrites_try(&rewrites, pitfalls, prediction, options);
    rewrites_take(&rewrites, pitfalls, prediction);
    gain_merge(pitfalls);
    all_together(pitfalls, &rewrites, prediction, path, options);
    struct company_input company = {.prediction = prediction,
                                    .options = options,
                                    .path = path,
                                    .rewrites = &rewrites,
                                    .tuning = &tuning,
                                    .records = operations == 0 ? UINT64_MAX : COMPANY_RECORDS};
    if (operations && operations < COMPANY_RECORDS)
        company.records = operations;
    company_find(pitfalls, &company);
    rewrites_release(&rewrites);
    pitfalls_sort(pitfalls);
}
