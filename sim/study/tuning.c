#include "sim/study/tuning.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/study/parameters.h"
#include "sim/study/peak.h"
#include "sim/study/set_up.h"
#include "sim/study/trial.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rounding of sizes to whole chunks and blocks may change the work by so much, parts of a thousand.
 */
#define SAME_WORK 10

/* What makes no difference, parts of a thousand of a wall time. */
#define HARDLY_WORSE 5

/* What a program does, and in what pieces. */
struct facts {
    bool known;
    int64_t bytes[2];     /* copied to the device, from it */
    int64_t time, blocks; /* ns of kernels' times; of their blocks' times */
    int64_t flops, moved; /* of kernels' work */
    int64_t copies[2];    /* how many, each way */
    int64_t streams;      /* created */
    uint64_t launches;    /* digest of what is launched, in any order: kernels, grids; */
    uint64_t accesses;    /* likewise, with how many bytes each touches */
    int64_t set_up;       /* ns of calls in the timed part that set something up */
    uint64_t memory;      /* bytes that are allocated at once */
    uint64_t *pieces;     /* sizes of copies and grids (the lowest bit tells which), ascending, each
                             once; to be freed */
    size_t piece_count;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static void add_digests(struct facts *facts, const struct program *program,
                        const struct program_launch *launch)
{
    uint64_t hash = 1;
    for (const char *c = program_name(program, program->kernels.rows[launch->kernel].name); *c; c++)
        hash = mix(hash, (unsigned char)*c);
    for (int i = 0; i < 3; i++)
        hash = mix(mix(hash, launch->grid[i]), launch->block[i]);
    facts->launches += hash;
    for (uint32_t i = 0; i < launch->access_count; i++) {
        const struct program_access *access = &program->accesses.rows[launch->first_access + i];
        if (access->certain)
            hash = mix(mix(hash, access->mode), access->range.bytes);
    }
    facts->accesses += hash;
}

static void add_launch(struct facts *facts, const struct program *program,
                       const struct program_launch *launch)
{
    add_digests(facts, program, launch);
    int64_t blocks = (int64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    facts->pieces[facts->piece_count++] = (uint64_t)blocks << 1 | 1;
    if (launch->cost == COST_TIME)
        facts->time += launch->time;
    else if (launch->cost == COST_BLOCK_TIME)
        facts->blocks = duration_add(facts->blocks, duration_divide(launch->time, blocks, 1));
    facts->flops = duration_add(facts->flops, launch->flops);
    facts->moved = duration_add(facts->moved, launch->bytes);
}

static void add_copy(struct facts *facts, const struct program_copy *copy)
{
    if (copy->kind != COPY_H2D && copy->kind != COPY_D2H)
        return;
    int way = copy->kind == COPY_D2H;
    facts->bytes[way] += (int64_t)program_copy_bytes(copy);
    facts->copies[way]++;
    facts->pieces[facts->piece_count++] = (uint64_t)program_copy_bytes(copy) << 1;
}

static int compare_pieces(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_pieces(struct facts *facts)
{
    size_t kept = 0;
    qsort(facts->pieces, facts->piece_count, sizeof *facts->pieces, compare_pieces);
    for (size_t i = 0; i < facts->piece_count; i++)
        if (kept == 0 || facts->pieces[i] != facts->pieces[kept - 1])
            facts->pieces[kept++] = facts->pieces[i];
    facts->piece_count = kept;
}

static void find_facts(struct facts *facts, const struct prediction *prediction)
{
    const struct program *program = &prediction->program;
    memset(facts, 0, sizeof *facts);
    facts->known = true;
    facts->set_up = set_up_time(&prediction->timeline);
    facts->pieces = mem_zalloc((program->records.count + 1) * sizeof *facts->pieces);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        enum call call = (enum call)record->call;
        enum call_object object = call_info(call)->object;
        if (record->object == 0 || record->result != 0 || call_is_touch(record->call))
            continue;
        if (object == OBJECT_COPY)
            add_copy(facts, &program->copies.rows[record->object]);
        else if (object == OBJECT_LAUNCH)
            add_launch(facts, program, &program->launches.rows[record->object]);
    }
    sort_pieces(facts);
    facts->memory = peak_memory(program);
    for (size_t i = 0; i < program->streams.count; i++)
        facts->streams += program->streams.rows[i].kind == STREAM_BLOCKING ||
                          program->streams.rows[i].kind == STREAM_NONBLOCKING;
}

static bool is_near(int64_t a, int64_t b)
{
    int64_t larger = a > b ? a : b, smaller = a > b ? b : a;
    return larger - smaller <= duration_divide(larger, SAME_WORK, 1000);
}

/* Where the kernels are not divided in another way they must touch as much as before: a number of
 * bins is a size of what they compute, and no number of pieces that they compute it in. */
static bool same_work(const struct facts *a, const struct facts *b)
{
    return (a->launches != b->launches || a->accesses == b->accesses) && a->known && b->known &&
           is_near(a->bytes[0], b->bytes[0]) && is_near(a->bytes[1], b->bytes[1]) &&
           is_near(a->time, b->time) && is_near(a->blocks, b->blocks) &&
           is_near(a->flops, b->flops) && is_near(a->moved, b->moved);
}

/* --- running -------------------------------------------------------------------------------------
 */

/* One constant set to another value. */
struct attempt {
    char define[96];
    const char **defines; /* the user's but for this name, and this one */
    const char **limits;  /* the user's and the one on steps */
    struct predict_options options;
    struct facts facts;
    const struct proof *proof; /* of the program as it is; NULL: what breaks is not asked */
    struct proof_breach breach;
};

/* A loop may not end with a value that nobody meant it to have. */
static const char step_limit[] = "steps=10000000";

static void keep_facts(const struct prediction *prediction, void *context)
{
    struct attempt *attempt = context;
    find_facts(&attempt->facts, prediction);
    if (attempt->proof && prediction->timeline.wall < attempt->proof->original->timeline.wall)
        proof_find_breach(attempt->proof, &prediction->program, false, &attempt->breach);
}

static bool defines(const char *define, const char *name)
{
    size_t length = strlen(name);
    return strncmp(define, name, length) == 0 && (define[length] == '=' || !define[length]);
}

static void set_up(struct attempt *attempt, struct trial *trial, const char *path, const char *name,
                   int64_t value, const struct predict_options *options)
{
    memset(attempt, 0, sizeof *attempt);
    snprintf(attempt->define, sizeof attempt->define, "%s=%" PRId64, name, value);
    attempt->defines = mem_zalloc((options->define_count + 1) * sizeof *attempt->defines);
    size_t count = 0;
    for (size_t i = 0; i < options->define_count; i++)
        if (!defines(options->defines[i], name))
            attempt->defines[count++] = options->defines[i];
    attempt->defines[count++] = attempt->define;
    attempt->options = *options;
    attempt->options.defines = attempt->defines;
    attempt->options.define_count = count;
    attempt->limits = mem_zalloc((options->limit_count + 1) * sizeof *attempt->limits);
    for (size_t i = 0; i < options->limit_count; i++)
        attempt->limits[i] = options->limits[i];
    attempt->limits[options->limit_count] = step_limit;
    attempt->options.limits = attempt->limits;
    attempt->options.limit_count = options->limit_count + 1;
    *trial = (struct trial){
        .path = path, .options = &attempt->options, .keep = keep_facts, .context = attempt};
}

struct attempts {
    struct attempt *attempts;
    struct trial *trials;
    size_t count;
};

static void attempts_init(struct attempts *attempts, size_t most)
{
    attempts->count = 0;
    attempts->attempts = mem_zalloc((most + 1) * sizeof *attempts->attempts);
    attempts->trials = mem_zalloc((most + 1) * sizeof *attempts->trials);
}

static void attempts_release(struct attempts *attempts)
{
    for (size_t i = 0; i < attempts->count; i++) {
        free(attempts->attempts[i].facts.pieces);
        free(attempts->attempts[i].defines);
        free(attempts->attempts[i].limits);
    }
    free(attempts->attempts);
    free(attempts->trials);
}

struct study {
    const char *path;
    const struct predict_options *options;
    const struct prediction *prediction; /* as it is, */
    struct facts facts;                  /* and of it */
    bool whatever;                       /* it gains */
    unsigned threads;
};

static void attempts_add(struct attempts *attempts, const struct study *study, const char *name,
                         int64_t value)
{
    size_t i = attempts->count++;
    set_up(&attempts->attempts[i], &attempts->trials[i], study->path, name, value, study->options);
}

/* --- recognizing ---------------------------------------------------------------------------------
 */

static bool sizes_streams(const struct facts *before, const struct facts *after, bool more)
{
    return same_work(before, after) &&
           (more ? after->streams > before->streams : after->streams < before->streams);
}

/* Whether a copy or a grid has a size that none has in the other. */
static bool has_other_piece(const struct facts *facts, const struct facts *than)
{
    for (size_t i = 0, k = 0; i < facts->piece_count; i++) {
        while (k < than->piece_count && than->pieces[k] < facts->pieces[i])
            k++;
        if (k == than->piece_count || than->pieces[k] != facts->pieces[i])
            return true;
    }
    return false;
}

/* In at least one direction more copies (or fewer), in the other no other way, and pieces of other
 * sizes in place of those before: what only says how often something is done, such as the turns
 * from one check for convergence to the next, leaves each copy and grid as large as it was, or
 * takes it away altogether. */
static bool sets_chunks(const struct facts *before, const struct facts *after)
{
    if (!same_work(before, after) || before->streams != after->streams ||
        !has_other_piece(before, after) || !has_other_piece(after, before))
        return false;
    int64_t in = after->copies[0] - before->copies[0], out = after->copies[1] - before->copies[1];
    return (in != 0 || out != 0) && !(in > 0 && out < 0) && !(in < 0 && out > 0);
}

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

/* Whether the constant says for how long the program sets things up while it is timed. */
static bool sizes_set_up(const struct tuning_finding *finding, const struct study *study,
                         const struct attempts *attempts)
{
    for (size_t i = 0; i < finding->step_count; i++)
        if (finding->steps[i].wall != TIMELINE_UNKNOWN &&
            llabs(attempts->attempts[i].facts.set_up - study->facts.set_up) >
                duration_divide(finding->wall, HARDLY_WORSE, 1000))
            return true;
    return false;
}

/* The same values again, with set-up that takes no time. */
static void find_work(struct tuning_finding *finding, const struct study *study)
{
    struct set_up_sets sets;
    set_up_sets_init(&sets, &study->prediction->profile, study->options);
    struct attempts attempts;
    attempts_init(&attempts, finding->step_count);
    for (size_t i = 0; i < finding->step_count; i++) {
        attempts_add(&attempts, study, finding->name, finding->steps[i].value);
        attempts.attempts[i].options.sets = sets.sets;
        attempts.attempts[i].options.set_count = sets.count;
    }
    trials_run(attempts.trials, attempts.count, study->threads);
    for (size_t i = 0; i < finding->step_count; i++) {
        struct tuning_step *step = &finding->steps[i];
        step->work = attempts.trials[i].status == 0 ? attempts.trials[i].wall : TIMELINE_UNKNOWN;
        if (step->value == finding->value && step->work != TIMELINE_UNKNOWN)
            finding->work = step->work;
    }
    attempts_release(&attempts);
    set_up_sets_release(&sets);
}

/* The sweep of one constant; a step counts only where the work stays and, of chunks, the streams.
 */
static void sweep(struct tuning_finding *finding, const struct study *study)
{
    int64_t values[TUNING_MOST_VALUES];
    finding->step_count = values_of(finding->kind, finding->value, values);
    struct attempts attempts;
    attempts_init(&attempts, finding->step_count);
    for (size_t i = 0; i < finding->step_count; i++)
        attempts_add(&attempts, study, finding->name, values[i]);
    struct proof proof;
    proof_begin(&proof, study->prediction);
    for (size_t i = 0; i < finding->step_count; i++)
        attempts.attempts[i].proof = &proof;
    trials_run(attempts.trials, attempts.count, study->threads);
    proof_release(&proof);
    finding->wall = finding->work = study->prediction->timeline.wall;
    finding->memory = study->facts.memory;
    for (size_t i = 0; i < finding->step_count; i++) {
        const struct facts *facts = &attempts.attempts[i].facts;
        bool same = values[i] == finding->value ||
                    (same_work(&study->facts, facts) &&
                     (finding->kind == TUNING_STREAMS || facts->streams == study->facts.streams));
        bool came_out = attempts.trials[i].status == 0;
        int64_t wall = same && came_out ? attempts.trials[i].wall : TIMELINE_UNKNOWN;
        finding->steps[i] =
            (struct tuning_step){values[i], wall, wall, facts->memory, attempts.attempts[i].breach};
    }
    if (sizes_set_up(finding, study, &attempts))
        find_work(finding, study);
    choose(finding);
    attempts_release(&attempts);
}

/* For the work, and altogether as well: more buffers may cost more than more streams gain. */
static bool is_worth_it(const struct tuning_finding *finding)
{
    int64_t least = duration_divide(finding->wall, TUNING_LEAST, 1000);
    return finding->wall - finding->best_wall >= least &&
           finding->work - finding->best_work >= least;
}

static void take(struct tuning *tuning, const struct study *study,
                 const struct tuning_finding *finding)
{
    if (!study->whatever && !is_worth_it(finding))
        return;
    for (size_t i = 0; i < tuning->count; i++) {
        if (tuning->findings[i].kind != finding->kind)
            continue;
        if (finding->best_wall < tuning->findings[i].best_wall)
            tuning->findings[i] = *finding;
        return;
    }
    tuning->findings[tuning->count++] = *finding;
}

static void consider(struct tuning *tuning, const struct study *study,
                     const struct parameter *constant, enum tuning_kind kind)
{
    struct tuning_finding finding = {
        .kind = kind, .value = constant->value, .line = constant->line};
    snprintf(finding.name, sizeof finding.name, "%s", constant->name);
    snprintf(finding.file, sizeof finding.file, "%s", constant->file ? constant->file : "");
    sweep(&finding, study);
    take(tuning, study, &finding);
}

/* Twice the value shows what a constant does, half of it where twice is too much: what is divided
 * into pieces can mostly be divided into twice as many. */
static void probe_all(struct tuning *tuning, const struct study *study,
                      const struct parameter *const *constants, size_t count)
{
    struct attempts attempts;
    attempts_init(&attempts, 2 * count);
    for (size_t i = 0; i < count; i++) {
        attempts_add(&attempts, study, constants[i]->name, constants[i]->value * 2);
        attempts_add(&attempts, study, constants[i]->name,
                     constants[i]->value > 1 ? constants[i]->value / 2 : 1);
    }
    trials_run(attempts.trials, attempts.count, study->threads);
    for (size_t i = 0; i < count; i++) {
        const struct facts *twice = &attempts.attempts[2 * i].facts,
                           *half = &attempts.attempts[2 * i + 1].facts;
        if (sizes_streams(&study->facts, twice, true) || sizes_streams(&study->facts, half, false))
            consider(tuning, study, constants[i], TUNING_STREAMS);
        else if (sets_chunks(&study->facts, twice) || sets_chunks(&study->facts, half))
            consider(tuning, study, constants[i], TUNING_CHUNKS);
    }
    attempts_release(&attempts);
}

static void find(struct tuning *tuning, const struct prediction *prediction, const char *path,
                 const struct predict_options *options, unsigned threads, bool whatever)
{
    memset(tuning, 0, sizeof *tuning);
    tuning->too_large = prediction->program.records.count > TUNING_MOST_RECORDS;
    if (tuning->too_large || prediction->timeline.wall == TIMELINE_UNKNOWN)
        return;
    struct study study = {.path = path,
                          .options = options,
                          .prediction = prediction,
                          .whatever = whatever,
                          .threads = threads};
    find_facts(&study.facts, prediction);
    struct parameters constants;
    struct err unused; /* what was predicted can be loaded */
    err_init(&unused);
    if (parameters_find(&constants, path, options, &unused) < 0) {
        free(study.facts.pieces);
        return;
    }
    size_t kept = 0;
    size_t most = TUNING_MOST_WORK / 2 / (prediction->program.records.count + 1);
    most = most < TUNING_MOST_CONSTANTS ? most : TUNING_MOST_CONSTANTS;
    const struct parameter **chosen = mem_zalloc((constants.count + 1) * sizeof *chosen);
    for (size_t i = 0; i < constants.count && kept < most; i++)
        if (constants.rows[i].value > 0 && constants.rows[i].value < INT64_MAX / 4 &&
            strlen(constants.rows[i].name) < sizeof tuning->findings->name)
            chosen[kept++] = &constants.rows[i];
    probe_all(tuning, &study, chosen, kept);
    free(chosen);
    free(study.facts.pieces);
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
