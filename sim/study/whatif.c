#include "sim/study/whatif.h"

#include "sim/base/mem.h"
#include "sim/study/bound.h"
#include "sim/study/fix.h"
#include "sim/study/same_calls.h"
#include "sim/study/trial.h"
#include "sim/study/tuning.h"
#include "sim/study/variant.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum how { HOW_EDIT, HOW_FLAG, HOW_TUNING, HOW_PROFILE };

static const struct {
    const char *name, *sentence; /* sentence NULL: the edit's */
    enum how how;
    enum edit_kind edit; /* of HOW_EDIT, and of PER_THREAD where there is no source */
} list[WHATIF_COUNT] = {
#define EDIT_OF_EDIT(id)             EDIT_##id
#define EDIT_OF_FLAG(id)             EDIT_NONE
#define EDIT_OF_TUNING(id)           EDIT_NONE
#define EDIT_OF_PROFILE(id)          EDIT_NONE
#define ROW(id, name, sentence, how) [WHATIF_##id] = {name, sentence, HOW_##how, EDIT_OF_##how(id)},
    WHATIF_LIST(ROW)
#undef ROW
};

/* One thing to try: a row of the result and the trial that fills it. */
struct attempt {
    struct variant variant; /* first: a trial of it gets no other context */
    struct whatif row;
    bool is_known; /* the wall time was found already */
    bool reorders; /* the edit: host threads wait for other records than before */
    const struct proof *proof;
};

struct study {
    const struct prediction *prediction;
    const char *path;
    const struct predict_options *options; /* as it is */
    struct attempt **attempts;
    size_t count, capacity;
};

/* --- what is changed -----------------------------------------------------------------------------
 */

static struct attempt *add(struct study *study, enum whatif_id id, const char *what,
                           const char *sentence)
{
    study->attempts =
        mem_grow(study->attempts, &study->capacity, study->count + 1, sizeof *study->attempts);
    struct attempt *attempt = mem_zalloc(sizeof *attempt);
    study->attempts[study->count++] = attempt;
    attempt->row = (struct whatif){.id = id, .is_change = list[id].how != HOW_PROFILE};
    variant_init(&attempt->variant, study->path, &study->prediction->program, study->options);
    snprintf(attempt->row.name, sizeof attempt->row.name, "%s%s", list[id].name, what);
    snprintf(attempt->row.sentence, sizeof attempt->row.sentence, "%s%s",
             list[id].sentence ? list[id].sentence : "", sentence);
    return attempt;
}

static void set_key(struct attempt *attempt, enum profile_key key, const char *value)
{
    const struct profile_key_info *info = profile_key_info(key);
    char name[96];
    snprintf(name, sizeof name, "%s.%s", info->section, info->name);
    variant_set(&attempt->variant, name, value);
}

/* A rate as it is, times a factor. */
static void scale_rate(struct study *study, struct attempt *attempt, enum profile_key key,
                       int64_t factor)
{
    int64_t rate = study->prediction->profile.value[key];
    char value[40];
    if (rate <= 0 || rate > INT64_MAX / factor)
        return;
    snprintf(value, sizeof value, "%" PRId64 "B/s", rate * factor);
    set_key(attempt, key, value);
}

static const enum profile_key link_rates[] = {PROFILE_copy_h2d_rate, PROFILE_copy_d2h_rate,
                                              PROFILE_copy_h2d_duplex_rate,
                                              PROFILE_copy_d2h_duplex_rate};

static void double_link(struct study *study, struct attempt *attempt)
{
    for (size_t i = 0; i < sizeof link_rates / sizeof *link_rates; i++)
        scale_rate(study, attempt, link_rates[i], 2);
}

static void free_copies(struct study *study, struct attempt *attempt)
{
    static const enum profile_key latencies[] = {
        PROFILE_copy_h2d_latency, PROFILE_copy_d2h_latency,        PROFILE_copy_h2d_large,
        PROFILE_copy_d2h_large,   PROFILE_copy_h2d_duplex_latency, PROFILE_copy_d2h_duplex_latency,
    };
    static const enum profile_key curves[] = {
        PROFILE_copy_h2d_inline,         PROFILE_copy_h2d_inline_beside,
        PROFILE_copy_h2d_pageable_host,  PROFILE_copy_h2d_pageable_memory,
        PROFILE_copy_h2d_pageable_small, PROFILE_copy_h2d_pageable_tail,
        PROFILE_copy_d2h_pageable_host};
    const struct profile *profile = &study->prediction->profile;
    set_key(attempt, PROFILE_copy_d2h_pageable_held, "0ns");
    for (size_t i = 0; i < sizeof link_rates / sizeof *link_rates; i++)
        set_key(attempt, link_rates[i], "1000000TB/s");
    for (size_t i = 0; i < sizeof latencies / sizeof *latencies; i++)
        set_key(attempt, latencies[i], "0ns");
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        if (profile->state[curves[i]] != PROFILE_MISSING)
            set_key(attempt, curves[i], "1:0ns 2:0ns");
}

/* --cost of every kernel that was launched; 1 ns, since nothing takes no time at all. */
static void free_kernels(struct study *study, struct attempt *attempt)
{
    const struct program *program = &study->prediction->program;
    for (size_t i = 1; i < program->kernels.count; i++)
        variant_cost(&attempt->variant, program_name(program, program->kernels.rows[i].name),
                     "1ns");
}

/* --- the list ------------------------------------------------------------------------------------
 */

static void add_edit(struct study *study, enum whatif_id id, enum edit_kind edit)
{
    struct attempt *attempt = add(study, id, "", edit_sentence(edit));
    variant_edit(&attempt->variant, edit);
    if (study->prediction->program.time_dependent) {
        attempt->row.outcome = WHATIF_UNKNOWN;
        attempt->is_known = true;
    }
}

/* Unset it is as it was. */
static void add_launch_blocking(struct study *study)
{
    add_edit(study, WHATIF_LAUNCH_BLOCKING, EDIT_LAUNCH_BLOCKING);
    if (timeline_waits_by(&study->prediction->timeline, RULE_ID_LAUNCH_BLOCKING))
        return;
    study->attempts[study->count - 1]->row.outcome = WHATIF_SKIPPED;
    study->attempts[study->count - 1]->is_known = true;
}

static void add_per_thread(struct study *study)
{
    if (study->options->runtime.per_thread_default)
        return;
    if (!study->path) { /* in a program it is settled what the default stream is */
        add_edit(study, WHATIF_PER_THREAD, EDIT_PER_THREAD);
        return;
    }
    struct attempt *attempt = add(study, WHATIF_PER_THREAD, "", edit_sentence(EDIT_PER_THREAD));
    attempt->variant.options.runtime.per_thread_default = true;
}

static void add_connections(struct study *study)
{
    const struct profile *profile = &study->prediction->profile;
    int64_t most = profile->value[PROFILE_connections_compute_most];
    int64_t as_it_is = study->options->runtime.compute_connections
                           ? study->options->runtime.compute_connections
                           : profile->value[PROFILE_connections_compute];
    const int64_t wanted[] = {1, 8, most};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (wanted[i] == as_it_is || wanted[i] > most || (i > 0 && wanted[i] <= wanted[i - 1]))
            continue;
        char number[24];
        snprintf(number, sizeof number, "%" PRId64, wanted[i]);
        struct attempt *attempt = add(study, WHATIF_CONNECTIONS, number, number);
        attempt->variant.options.runtime.compute_connections = (int32_t)wanted[i];
    }
}

/* GPUs that today's CUDA runs on, and such as are no older than the one in question: the others
 * show what hardware did once, and nobody moves to them. */
static bool is_choice(const char *name, const struct profile *of)
{
    const int64_t supported = 75; /* by CUDA 13 */
    struct profile profile;
    struct err err;
    err_init(&err);
    int rc = profile_load(&profile, name, &err);
    int64_t capability = rc == 0 ? profile.value[PROFILE_device_compute_capability] : 0;
    profile_release(&profile);
    return capability >= supported || capability >= of->value[PROFILE_device_compute_capability];
}

static void add_gpus(struct study *study)
{
    const char *const *names = profile_builtin_names();
    for (size_t i = 0; names[i]; i++)
        if (strcmp(names[i], study->prediction->profile.id) != 0 &&
            is_choice(names[i], &study->prediction->profile))
            add(study, WHATIF_GPU, names[i], names[i])->variant.options.gpu = names[i];
}

/* The sweep of tuning.h has the figures. */
static void add_tuning(struct study *study, const struct tuning *tuning, enum tuning_kind kind,
                       enum whatif_id id)
{
    for (size_t i = 0; i < tuning->count; i++) {
        const struct tuning_finding *finding = &tuning->findings[i];
        for (size_t s = 0; finding->kind == kind && s < finding->step_count; s++) {
            const struct tuning_step *step = &finding->steps[s];
            char what[96];
            if (step->value == finding->value || step->wall == TIMELINE_UNKNOWN)
                continue;
            snprintf(what, sizeof what, "%s=%" PRId64, finding->name, step->value);
            struct attempt *attempt = add(study, id, what, what);
            attempt->is_known = true;
            attempt->row.wall = step->wall;
            attempt->row.less_set_up =
                step->wall < finding->wall && step->work != TIMELINE_UNKNOWN &&
                2 * (finding->work - step->work) < finding->wall - step->wall;
            attempt->row.breach = step->breach;
        }
    }
}

/* Threads also wake without delay then, which may be most of the gain: it is said where they sleep.
 */
static void add_free_host(struct study *study)
{
    const struct program *program = &study->prediction->program;
    bool sleeps = false;
    for (size_t i = 0; i < program->records.count && !sleeps; i++)
        sleeps = program->records.rows[i].call == CALL_host_sleep;
    struct attempt *attempt =
        add(study, WHATIF_FREE_HOST, "", sleeps ? ", sleeping threads wake on time" : "");
    variant_free_host(&attempt->variant, &study->prediction->profile);
}

static void add_all(struct study *study, const struct tuning *tuning)
{
    for (int id = 0; id < WHATIF_COUNT; id++) {
        switch ((enum whatif_id)id) {
        case WHATIF_LAUNCH_BLOCKING:
            add_launch_blocking(study);
            break;
        case WHATIF_PER_THREAD:
            add_per_thread(study);
            break;
        case WHATIF_CONNECTIONS:
            add_connections(study);
            break;
        case WHATIF_STREAMS:
            add_tuning(study, tuning, TUNING_STREAMS, (enum whatif_id)id);
            break;
        case WHATIF_CHUNKS:
            add_tuning(study, tuning, TUNING_CHUNKS, (enum whatif_id)id);
            break;
        case WHATIF_BANDWIDTH:
            double_link(study, add(study, (enum whatif_id)id, "", ""));
            break;
        case WHATIF_MEMORY:
            scale_rate(study, add(study, (enum whatif_id)id, "", ""), PROFILE_device_memory_rate,
                       2);
            break;
        case WHATIF_FREE_HOST:
            add_free_host(study);
            break;
        case WHATIF_FREE_COPIES:
            free_copies(study, add(study, (enum whatif_id)id, "", ""));
            break;
        case WHATIF_FREE_KERNELS:
            free_kernels(study, add(study, (enum whatif_id)id, "", ""));
            break;
        case WHATIF_GPU:
            add_gpus(study);
            break;
        default:
            add_edit(study, (enum whatif_id)id, list[id].edit);
        }
    }
}

/* --- trying --------------------------------------------------------------------------------------
 */

static size_t count_waits(const struct program *program)
{
    size_t count = 0;
    for (size_t i = 0; i < program->records.count; i++)
        count += program->records.rows[i].call == CALL_cudaStreamWaitEvent;
    return count;
}

/* Made alone, without the events that were put in, the change would be a race. */
static void say_events(struct whatif *row, const struct program *before,
                       const struct program *after)
{
    size_t length = strlen(row->sentence);
    if (count_waits(after) > count_waits(before))
        snprintf(row->sentence + length, sizeof row->sentence - length, ", and add events");
}

/* What does not gain nobody makes. */
static void keep_breach(const struct prediction *prediction, void *context)
{
    struct attempt *attempt = context;
    const struct prediction *original = attempt->proof->original;
    attempt->reorders = list[attempt->row.id].how == HOW_EDIT &&
                        (!bound_alike(&original->timeline, &prediction->timeline) ||
                         !bound_by_turns(&original->timeline, &prediction->timeline));
    if (list[attempt->row.id].how == HOW_EDIT)
        say_events(&attempt->row, &original->program, &prediction->program);
    if (prediction->timeline.wall >= original->timeline.wall)
        return;
    proof_find_breach(attempt->proof, &prediction->program, !original->program.time_dependent,
                      &attempt->row.breach);
    attempt->row.other_results = list[attempt->row.id].how == HOW_EDIT &&
                                 !attempt->row.breach.found &&
                                 !proof_computes_same(attempt->proof, prediction);
}

/* Where the recorded program does not tell, its source may (steer.h): whether it did. */
static bool ask_source(const struct study *study, struct whatif *row)
{
    if (list[row->id].edit != EDIT_NO_SYNCHRONIZE)
        return false;
    struct fix fix;
    fix_init(&fix);
    fix_add(&fix, &(struct edit){.kind = EDIT_NO_SYNCHRONIZE, .stream = EDIT_ANY});
    fixes_try(study->prediction, study->options, &fix, 1, 1);
    bool told = fix.steers && fix.wall != TIMELINE_UNKNOWN && (fix.offered || fix.gain < 0);
    if (told)
        row->wall = fix.wall;
    fix_release(&fix);
    return told;
}

static void run(struct study *study, unsigned threads)
{
    struct proof proof;
    proof_begin(&proof, study->prediction);
    struct trial *trials = mem_zalloc((study->count + 1) * sizeof *trials);
    struct attempt **tried = mem_zalloc((study->count + 1) * sizeof *tried);
    size_t count = 0;
    for (size_t i = 0; i < study->count; i++) {
        struct attempt *attempt = study->attempts[i];
        if (attempt->is_known)
            continue;
        attempt->proof = &proof;
        tried[count] = attempt;
        trials[count] = variant_trial(&attempt->variant);
        trials[count].replays = trials[count].path && same_calls(study->prediction, study->options,
                                                                 &attempt->variant.options, &proof);
        if (attempt->row.is_change)
            trials[count].keep = keep_breach;
        trials[count].context = attempt;
        count++;
    }
    trials_run(trials, count, threads);
    proof_release(&proof);
    struct failures as_it_is;
    failures_find(&as_it_is, &study->prediction->timeline);
    for (size_t i = 0; i < count; i++) {
        trial_judge(&trials[i], &as_it_is, study->prediction->exit_code);
        struct whatif *row = &tried[i]->row;
        row->wall = trials[i].wall;
        if (trials[i].status != 0) {
            row->outcome = WHATIF_FAILED;
            snprintf(row->failure, sizeof row->failure, "%.199s", trials[i].err.message);
        } else if (trials[i].skipped || trials[i].wall == TIMELINE_UNKNOWN) {
            row->outcome = WHATIF_SKIPPED;
        } else if (tried[i]->reorders && !ask_source(study, row)) {
            row->outcome = WHATIF_ORDER;
        }
    }
    free(trials);
    free(tried);
}

struct sorted {
    const struct attempt *attempt;
    int64_t wall;
    size_t order;
};

static int by_wall(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->wall != y->wall)
        return x->wall < y->wall ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static void take(struct whatifs *whatifs, const struct study *study)
{
    struct sorted *sorted = mem_zalloc((study->count + 1) * sizeof *sorted);
    for (size_t i = 0; i < study->count; i++) {
        const struct attempt *attempt = study->attempts[i];
        sorted[i] = (struct sorted){
            attempt, attempt->row.outcome == WHATIF_CAME_OUT ? attempt->row.wall : INT64_MAX, i};
    }
    qsort(sorted, study->count, sizeof *sorted, by_wall);
    whatifs->rows = mem_zalloc((study->count + 1) * sizeof *whatifs->rows);
    whatifs->count = study->count;
    for (size_t i = 0; i < study->count; i++) {
        whatifs->rows[i] = sorted[i].attempt->row;
        whatifs->rows[i].gain = whatifs->wall - whatifs->rows[i].wall;
    }
    free(sorted);
}

void whatifs_find(struct whatifs *whatifs, const struct prediction *prediction, const char *path,
                  const struct predict_options *options, unsigned threads)
{
    struct study study = {.prediction = prediction, .path = path, .options = options};
    struct tuning tuning = {0};
    *whatifs = (struct whatifs){.wall = prediction->timeline.wall};
    if (whatifs->wall == TIMELINE_UNKNOWN)
        return;
    if (path)
        tuning_recognize(&tuning, prediction, path, options, threads);
    add_all(&study, &tuning);
    run(&study, threads);
    take(whatifs, &study);
    for (size_t i = 0; i < study.count; i++) {
        variant_release(&study.attempts[i]->variant);
        free(study.attempts[i]);
    }
    free(study.attempts);
}

void whatifs_release(struct whatifs *whatifs)
{
    free(whatifs->rows);
    *whatifs = (struct whatifs){0};
}

/* --- one edit, for the verdict -------------------------------------------------------------------
 */

/* Records of a program that is tried again for one sentence of its report: more would take longer
 * than the report. */
enum { WALL_MOST = 300000 };

int whatif_wall(const struct prediction *prediction, const struct predict_options *options,
                enum edit_kind edit, bool more_connections, int64_t *wall, struct err *err)
{
    *wall = TIMELINE_UNKNOWN;
    if (prediction->program.time_dependent || prediction->program.records.count > WALL_MOST)
        return 0;
    if (edit != EDIT_NONE) {
        struct fix fix;
        fix_init(&fix);
        fix_add(&fix, &(struct edit){.kind = edit, .stream = EDIT_ANY});
        fixes_try(prediction, options, &fix, 1, 1);
        if (fix.offered)
            *wall = fix.wall;
        fix_release(&fix);
        return 0;
    }
    if (!more_connections)
        return 0;
    struct variant variant;
    struct prediction connected;
    prediction_init(&connected);
    variant_init(&variant, NULL, &prediction->program, options);
    variant.options.runtime.compute_connections =
        (int32_t)prediction->profile.value[PROFILE_connections_compute_most];
    int rc = variant_predict(&variant, &connected, err) == VARIANT_CAME_OUT ? 0 : -1;
    if (rc == 0)
        *wall = connected.timeline.wall;
    variant_release(&variant);
    prediction_release(&connected);
    return rc;
}
