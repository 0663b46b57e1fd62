#include "sim/study/tuning.h"

#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/study/facts.h"
#include "sim/study/parameters.h"
#include "sim/study/reach.h"
#include "sim/study/set_up.h"
#include "sim/study/tuning_attempts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What makes no difference, parts of a thousand of a wall time. */
#define HARDLY_WORSE 5

/* --- recognizing ---------------------------------------------------------------------------------
 */

/* Values of the sweep, ascending, without the value as it is twice. */
static size_t values_of(enum tuning_kind kind, int64_t value, int64_t *values)
{
    size_t count = 0;
    if (kind == TUNING_STREAMS) {
        for (int64_t n = 1; n <= 8; n++)
            values[count++] = n;
        if (value > 8)
            values[count++] = value;
        return count;
    }
    const int64_t wanted[] = {value / 4, value / 2, value, value * 2, value * 4};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (wanted[i] > 0 && (count == 0 || wanted[i] > values[count - 1]))
            values[count++] = wanted[i];
    return count;
}

static bool counts(const struct tuning_step *step)
{
    return step->wall != TIMELINE_UNKNOWN && step->work != TIMELINE_UNKNOWN && !step->breach.found;
}

/* The smallest value that is hardly worse than the best: fewer streams, smaller chunks. */
static void choose(struct tuning_finding *finding)
{
    int64_t least = finding->work;
    for (size_t i = 0; i < finding->step_count; i++)
        if (counts(&finding->steps[i]) && finding->steps[i].work < least)
            least = finding->steps[i].work;
    finding->best = finding->value;
    finding->best_wall = finding->wall;
    finding->best_work = finding->work;
    finding->best_memory = finding->memory;
    for (size_t i = 0; i < finding->step_count; i++) {
        const struct tuning_step *step = &finding->steps[i];
        if (!counts(step) || step->work - least > duration_divide(least, HARDLY_WORSE, 1000))
            continue;
        finding->best = step->value;
        finding->best_wall = step->wall;
        finding->best_work = step->work;
        finding->best_memory = step->memory;
        return;
    }
}

/* The same values again, with set-up that takes no time. */
static void find_work(struct tuning_finding *finding, const struct tuning_study *study)
{
    struct set_up_sets sets;
    set_up_sets_init(&sets, &study->prediction->profile, study->options);
    struct tuning_attempts attempts;
    struct tuning_step *tried[TUNING_MOST_VALUES] = {NULL};
    tuning_attempts_init(&attempts, finding->step_count);
    for (size_t i = 0; i < finding->step_count; i++) {
        struct tuning_step *step = &finding->steps[i];
        if (study->whatever ? step->wall == TIMELINE_UNKNOWN : !counts(step))
            continue;
        size_t row = tuning_attempts_add(&attempts, study, finding->name, step->value);
        attempts.attempts[row].options.sets = sets.sets;
        attempts.attempts[row].options.set_count = sets.count;
        tried[row] = step;
    }
    trials_run(attempts.trials, attempts.count, study->threads);
    for (size_t row = 0; row < attempts.count; row++) {
        const struct trial *trial = &attempts.trials[row];
        struct tuning_step *step = tried[row];
        step->work = trial->status == 0 ? trial->wall : TIMELINE_UNKNOWN;
        if (step->value == finding->value && step->work != TIMELINE_UNKNOWN)
            finding->work = step->work;
    }
    tuning_attempts_release(&attempts);
    set_up_sets_release(&sets);
}

/* A step counts only where the work stays and, of chunks, the streams. */
static bool stays_same(const struct tuning_finding *finding, const struct tuning_study *study,
                       const struct facts *facts)
{
    return facts_same_work(&study->facts, facts) &&
           (finding->kind == TUNING_STREAMS || facts->streams == study->facts.streams);
}

/* What came out of an attempt at a value. Returns whether it changes how long the program sets
 * things up while it is timed. */
static bool take_step(struct tuning_step *step, const struct tuning_finding *finding,
                      const struct tuning_study *study, const struct trial *trial,
                      const struct tuning_attempt *attempt)
{
    const struct facts *facts = &attempt->facts;
    if (stays_same(finding, study, facts) && attempt->reaches && trial->status == 0)
        step->wall = step->work = trial->wall;
    step->memory = facts->memory;
    step->breach = attempt->breach;
    step->proven = attempt->proven;
    return step->wall != TIMELINE_UNKNOWN && llabs(facts->set_up - study->facts.set_up) >
                                                 duration_divide(finding->wall, HARDLY_WORSE, 1000);
}

/* ns that must be gained. */
static int64_t least_gain(const struct tuning_finding *finding)
{
    return duration_divide(finding->wall, TUNING_LEAST, 1000);
}

/* Whether some value gains enough, be it by less to set up. */
static bool may_be_worth_it(const struct tuning_finding *finding)
{
    for (size_t i = 0; i < finding->step_count; i++)
        if (counts(&finding->steps[i]) &&
            finding->wall - finding->steps[i].wall >= least_gain(finding))
            return true;
    return false;
}

/* Where a step of that value stands, or is put: they ascend. */
static size_t add_step(struct tuning_finding *finding, int64_t value)
{
    size_t at = 0;
    while (at < finding->step_count && finding->steps[at].value < value)
        at++;
    memmove(&finding->steps[at + 1], &finding->steps[at],
            (finding->step_count - at) * sizeof *finding->steps);
    finding->step_count++;
    finding->steps[at] = (struct tuning_step){.value = value,
                                              .wall = TIMELINE_UNKNOWN,
                                              .work = TIMELINE_UNKNOWN,
                                              .memory = finding->memory};
    return at;
}

static struct tuning_step *step_of(struct tuning_finding *finding, int64_t value)
{
    for (size_t i = 0; i < finding->step_count; i++)
        if (finding->steps[i].value == value)
            return &finding->steps[i];
    return NULL;
}

/* What programs are held against, looked at once for all steps. */
struct standard {
    struct proof proof;
    struct reach reach;
};

/* Returns whether some change how long the program sets things up while it is timed. */
static bool try_values(struct tuning_finding *finding, const struct tuning_study *study,
                       const struct standard *standard, const int64_t *values, size_t count)
{
    bool sets_up = false;
    struct tuning_attempts attempts;
    tuning_attempts_init(&attempts, count);
    for (size_t i = 0; i < count; i++) {
        size_t row = tuning_attempts_add(&attempts, study, finding->name, values[i]);
        attempts.attempts[row].proof = &standard->proof;
        attempts.attempts[row].reach = &standard->reach;
        add_step(finding, values[i]);
    }
    trials_run(attempts.trials, attempts.count, study->threads);
    for (size_t row = 0; row < count; row++)
        sets_up |= take_step(step_of(finding, values[row]), finding, study, &attempts.trials[row],
                             &attempts.attempts[row]);
    tuning_attempts_release(&attempts);
    return sets_up;
}

/* The value behind the last of a side that is the best of all, in that direction; 0: there is none,
 * or it hardly gained. */
static int64_t next_value(const struct tuning_finding *finding)
{
    const struct tuning_step *first = &finding->steps[0];
    const struct tuning_step *last = &finding->steps[finding->step_count - 1];
    const struct tuning_step *best = first, *second = NULL;
    for (size_t i = 1; i < finding->step_count; i++)
        if (counts(&finding->steps[i]) && (!counts(best) || finding->steps[i].wall < best->wall))
            best = &finding->steps[i];
    if (finding->step_count < 2 || (best != first && best != last) || !counts(best))
        return 0;
    second = best == first ? first + 1 : last - 1;
    if (!counts(second) ||
        second->wall - best->wall < duration_divide(finding->wall, HARDLY_WORSE, 1000))
        return 0;
    if (best == first)
        return first->value / 2 < first->value ? first->value / 2 : 0;
    return last->value < INT64_MAX / 4 ? last->value * 2 : 0;
}

/* The sweep of one constant. The value as it is was predicted already. Chunks that are the quicker
 * the farther from it are sought farther on. */
static void sweep(struct tuning_finding *finding, const struct tuning_study *study)
{
    int64_t values[TUNING_MOST_VALUES];
    struct standard standard;
    size_t count = values_of(finding->kind, finding->value, values), others = 0;
    finding->wall = finding->work = study->prediction->timeline.wall;
    finding->memory = study->facts.memory;
    struct tuning_step *own = &finding->steps[add_step(finding, finding->value)];
    own->wall = own->work = finding->wall;
    for (size_t i = 0; i < count; i++)
        if (values[i] != finding->value)
            values[others++] = values[i];
    proof_begin(&standard.proof, study->prediction);
    reach_find(&standard.reach, &study->prediction->program);
    bool sets_up = try_values(finding, study, &standard, values, others);
    while (finding->kind == TUNING_CHUNKS && finding->step_count < TUNING_MOST_VALUES) {
        int64_t next = next_value(finding);
        if (next <= 0)
            break;
        sets_up |= try_values(finding, study, &standard, &next, 1);
    }
    proof_release(&standard.proof);
    reach_release(&standard.reach);
    if (sets_up && (study->whatever || may_be_worth_it(finding)))
        find_work(finding, study);
    choose(finding);
}

bool tuning_is_worth_it(const struct tuning_finding *finding)
{
    return finding->wall - finding->best_wall >= least_gain(finding) &&
           finding->work - finding->best_work >= least_gain(finding);
}

static void take(struct tuning *tuning, const struct tuning_study *study,
                 const struct tuning_finding *finding)
{
    if (!study->whatever && !tuning_is_worth_it(finding))
        return;
    for (size_t i = 0; i < tuning->count; i++) {
        if (tuning->findings[i].kind != finding->kind)
            continue;
        struct tuning_finding *other = &tuning->findings[i];
        bool is_worth = tuning_is_worth_it(finding), other_is = tuning_is_worth_it(other);
        if (is_worth != other_is ? is_worth : finding->best_wall < other->best_wall)
            *other = *finding;
        return;
    }
    tuning->findings[tuning->count++] = *finding;
}

/* What the constant is the number of, if not of streams, as the facts at another value tell. */
static void find_meaning(struct tuning_finding *finding, const struct facts *now,
                         const struct facts *other, int64_t value)
{
    const int64_t step = value - finding->value;
    if (!other->known || other->streams - now->streams == step)
        return;
    finding->streams = now->streams;
    finding->threads = other->threads - now->threads == step;
}

/* `twice`, `half`: the facts there. */
static void consider(struct tuning *tuning, const struct tuning_study *study,
                     const struct parameter *constant, enum tuning_kind kind,
                     const struct facts *twice, const struct facts *half)
{
    struct tuning_finding finding = {
        .kind = kind, .value = constant->value, .line = constant->line};
    if (kind == TUNING_STREAMS && facts_size_streams(&study->facts, twice, true))
        find_meaning(&finding, &study->facts, twice, constant->value * 2);
    else if (kind == TUNING_STREAMS)
        find_meaning(&finding, &study->facts, half, constant->value / 2);
    snprintf(finding.name, sizeof finding.name, "%s", constant->name);
    snprintf(finding.file, sizeof finding.file, "%s", constant->file ? constant->file : "");
    sweep(&finding, study);
    take(tuning, study, &finding);
}

/* Half the value shows what a constant does, twice the value where half is too little for the same
 * work, in small steps or at all: what is divided into pieces can mostly be divided into fewer and
 * into more. With which half as much is done, that is a size of the work, and twice would do more:
 * of most constants, and it would take the longest. */
struct probes {
    struct tuning_attempts halves, twices;
    size_t *half, *twice; /* by constant: row of them; SIZE_MAX: not tried */
};

static const struct facts *facts_at(const struct tuning_attempts *attempts, size_t row)
{
    static const struct facts unknown = {.known = false};
    return row == SIZE_MAX ? &unknown : &attempts->attempts[row].facts;
}

static void probe_halves(struct probes *probes, const struct tuning_study *study,
                         const struct parameter *const *constants, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool has_half = constants[i]->value > 1;
        probes->half[i] = has_half ? probes->halves.count : SIZE_MAX;
        if (has_half)
            tuning_attempts_add_brief(&probes->halves, study, constants[i]->name,
                                      constants[i]->value / 2);
    }
    trials_run(probes->halves.trials, probes->halves.count, study->threads);
}

static void probe_twices(struct probes *probes, const struct tuning_study *study,
                         const struct parameter *const *constants, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool is_size = facts_do_less(&study->facts, facts_at(&probes->halves, probes->half[i]));
        probes->twice[i] = is_size ? SIZE_MAX : probes->twices.count;
        if (!is_size)
            tuning_attempts_add_brief(&probes->twices, study, constants[i]->name,
                                      constants[i]->value * 2);
    }
    trials_run(probes->twices.trials, probes->twices.count, study->threads);
}

static void probe_all(struct tuning *tuning, const struct tuning_study *study,
                      const struct parameter *const *constants, size_t count)
{
    struct probes probes;
    tuning_attempts_init(&probes.halves, count);
    tuning_attempts_init(&probes.twices, count);
    probes.half = mem_zalloc((count + 1) * sizeof *probes.half);
    probes.twice = mem_zalloc((count + 1) * sizeof *probes.twice);
    probe_halves(&probes, study, constants, count);
    probe_twices(&probes, study, constants, count);
    const struct facts *now = &study->facts;
    for (size_t i = 0; i < count; i++) {
        const struct facts *half = facts_at(&probes.halves, probes.half[i]);
        const struct facts *twice = facts_at(&probes.twices, probes.twice[i]);
        if (facts_size_streams(now, twice, true) || facts_size_streams(now, half, false))
            consider(tuning, study, constants[i], TUNING_STREAMS, twice, half);
        else if (facts_set_chunks(now, twice) || facts_set_chunks(now, half))
            consider(tuning, study, constants[i], TUNING_CHUNKS, twice, half);
    }
    tuning_attempts_release(&probes.halves);
    tuning_attempts_release(&probes.twices);
    free(probes.half);
    free(probes.twice);
}

static void find(struct tuning *tuning, const struct prediction *prediction, const char *path,
                 const struct predict_options *options, unsigned threads, bool whatever)
{
    memset(tuning, 0, sizeof *tuning);
    tuning->too_large = prediction->program.records.count > TUNING_MOST_RECORDS ||
                        prediction->turns > TUNING_MOST_TURNS;
    if (tuning->too_large || prediction->timeline.wall == TIMELINE_UNKNOWN)
        return;
    struct tuning_study study = {.path = path,
                                 .options = options,
                                 .prediction = prediction,
                                 .whatever = whatever,
                                 .threads = threads};
    facts_find(&study.facts, prediction);
    struct parameters constants;
    struct err unused; /* what was predicted can be loaded */
    err_init(&unused);
    if (parameters_find(&constants, path, options, &unused) < 0) {
        facts_release(&study.facts);
        return;
    }
    size_t kept = 0;
    size_t most = TUNING_MOST_WORK / 2 / (prediction->program.records.count + 1);
    most = most < TUNING_MOST_CONSTANTS ? most : TUNING_MOST_CONSTANTS;
    const struct parameter **chosen = mem_zalloc((constants.count + 1) * sizeof *chosen);
    for (size_t i = 0; i < constants.count && kept < most; i++)
        if (constants.rows[i].value > 0 && constants.rows[i].value < INT64_MAX / 4 &&
            !constants.rows[i].shared && /* what came of another number would come of several */
            strlen(constants.rows[i].name) < sizeof tuning->findings->name)
            chosen[kept++] = &constants.rows[i];
    study.brief = kept > 0 && tuning_does_the_same_brief(&study);
    probe_all(tuning, &study, chosen, kept);
    free(chosen);
    facts_release(&study.facts);
    parameters_release(&constants);
}

void tuning_find(struct tuning *tuning, const struct prediction *prediction, const char *path,
                 const struct predict_options *options, unsigned threads)
{
    find(tuning, prediction, path, options, threads, false);
}

void tuning_recognize(struct tuning *tuning, const struct prediction *prediction, const char *path,
                      const struct predict_options *options, unsigned threads)
{
    find(tuning, prediction, path, options, threads, true);
}

void tuning_step_text(struct strbuf *sb, const struct tuning_finding *finding,
                      const struct tuning_step *step)
{
    strbuf_addf(sb, "%s = %lld", finding->name, (long long)step->value);
    if (finding->file[0])
        strbuf_addf(sb, " in line %d", finding->line);
    else
        strbuf_addf(sb, " (-D %s=%lld)", finding->name, (long long)step->value);
    if (finding->memory != step->memory) {
        strbuf_adds(sb, ", with which ");
        label_bytes(sb, step->memory);
        strbuf_adds(sb, " are allocated at once instead of ");
        label_bytes(sb, finding->memory);
    }
    if (!step->proven)
        strbuf_addf(sb, ", if it is free to choose: nothing compares what other %s compute",
                    finding->kind == TUNING_STREAMS ? "parts" : "chunks");
}
