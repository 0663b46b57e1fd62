#include "sim/study/gain.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/edit.h"
#include "sim/study/fix.h"
#include "sim/study/trial.h"
#include "sim/study/tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a sequence that could be one launch would not pay: its calls' time on the host, of which
 * each keeps its part of one launch, and the device's moments between its kernels. */
static const struct {
    const char *key;
    const char *value; /* NULL: its part of one launch */
} cheap_keys[] = {
    {"cudaLaunchKernel", NULL},
    {"cudaLaunchKernelExC", NULL},
    {"launch_pending", NULL},
    {"cudaMemcpyAsync", NULL},
    {"cudaMemsetAsync", NULL},
    {"memset_small", NULL},
    {"host.copy_d2d", NULL},
    {"cudaEventRecord", NULL},
    {"record_no_timing", NULL},
    {"cudaStreamWaitEvent", NULL},
    {"cudaEventRecordWithFlags", NULL},
    {"latency.kernel_kernel", "0ns"},
    {"latency.pending", "1:0ns"},
};
enum { CHEAP_KEYS = sizeof cheap_keys / sizeof *cheap_keys };

/* One prediction to make: some findings' remedies. */
struct attempt {
    const struct pitfalls *pitfalls;
    const struct prediction *prediction;
    const struct fix *rewrite; /* made first; NULL: none */
    size_t only;               /* row of pitfalls; SIZE_MAX: all that matter */
    struct predict_options options;
    const char **sets;
    char cheap[CHEAP_KEYS][64]; /* settings */
    bool frees_sms;             /* SMs are made free: what the kernels need of them remains */
    bool launches_earlier;      /* what goes first could be launched first as well */
};

/* Whether its gain comes from a trial here. */
static bool is_simulated(const struct pitfall *pitfall)
{
    return pitfall->remedy != REMEDY_NONE && pitfall->remedy != REMEDY_EDIT &&
           !pitfall->ungained[0];
}

static bool is_in(const struct attempt *attempt, size_t i)
{
    const struct pitfall *pitfall = &attempt->pitfalls->rows[i];
    if (!is_simulated(pitfall))
        return false;
    return attempt->only == SIZE_MAX ? pitfall_matters(attempt->pitfalls, pitfall)
                                     : attempt->only == i;
}

/* --- what is done to the program -----------------------------------------------------------------
 */

/* One warp in place of all its blocks, for as long as the kernel takes alone. */
static void make_small(const struct prediction *prediction, struct program_launch *launch,
                       int64_t ran)
{
    struct occupancy_need need = cost_need(launch);
    struct occupancy occupancy;
    occupancy_of(&prediction->profile, &need, &occupancy);
    launch->time =
        launch->cost == COST_WORK ? ran : cost_alone_time(&prediction->profile, launch, &occupancy);
    launch->cost = COST_TIME;
    launch->cooperative = false;
    launch->cluster_blocks = 0;
    launch->registers = 255; /* few fit on an SM, so that it asks for little shared memory */
    launch->shared_bytes = 0;
    launch->carveout = -1;
    for (int i = 0; i < 3; i++)
        launch->grid[i] = launch->block[i] = 1;
}

/* How a launch fills the device: blocks of its grid, that fit at once, and the time of one (ns; 0
 * of one given by work). */
struct shape {
    int64_t blocks, places, waves, block_time;
};

static bool shape_of(const struct profile *profile, const struct program_launch *launch,
                     struct shape *shape)
{
    struct occupancy_need need = cost_need(launch);
    struct occupancy occupancy;
    occupancy_of(profile, &need, &occupancy);
    shape->places = occupancy.blocks * profile->value[PROFILE_device_sm_count];
    shape->blocks = cost_grid_blocks(launch);
    if (shape->places <= 0 || shape->blocks <= 0)
        return false;
    shape->waves = shape->blocks / shape->places + (shape->blocks % shape->places != 0);
    shape->block_time =
        launch->cost == COST_WORK ? 0 : cost_block_time(profile, launch, &occupancy);
    return true;
}

/* As many blocks as fill all waves but the last; they do its work too. */
static void take_tail(const struct prediction *prediction, struct program_launch *launch)
{
    struct shape shape;
    if (!shape_of(&prediction->profile, launch, &shape) || shape.waves < 2)
        return;
    int64_t blocks = shape.places * (shape.waves - 1);
    if (blocks > UINT32_MAX)
        return;
    launch->grid[0] = (uint32_t)blocks;
    launch->grid[1] = launch->grid[2] = 1;
    if (launch->cost == COST_WORK)
        return;
    launch->cost = COST_BLOCK_TIME;
    launch->time = duration_divide(shape.block_time, shape.blocks, blocks);
}

/* What the blocks of all kernels need when they fill the SM array without a gap, ns. */
static int64_t least_of_sms(const struct prediction *prediction)
{
    const struct timeline *t = &prediction->timeline;
    int64_t sum = 0;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        struct shape shape;
        if (op->kind != OP_KERNEL || op->detail == 0 || !timeline_is_timed(t, op) ||
            !shape_of(&prediction->profile, &t->launches.rows[op->detail], &shape))
            continue;
        sum += shape.block_time
                   ? duration_divide(shape.block_time, shape.blocks, shape.places)
                   : duration_divide(op->end - op->start, shape.blocks, shape.waves * shape.places);
    }
    return sum;
}

/* How long the quickest of its launches ran, ns. */
static int64_t quickest(const struct timeline *t, uint32_t launch)
{
    int64_t least = INT64_MAX;
    for (uint32_t id = 0; id < t->ops.count; id++) {
        const struct timeline_op *op = &t->ops.rows[id];
        if (op->kind == OP_KERNEL && op->detail == launch && op->end - op->start < least)
            least = op->end - op->start;
    }
    return least;
}

static void apply(struct program *program, const struct prediction *prediction,
                  const struct pitfall *pitfall)
{
    switch (pitfall->remedy) {
    case REMEDY_SMALL:
        make_small(prediction, &program->launches.rows[pitfall->object],
                   quickest(&prediction->timeline, pitfall->object));
        break;
    case REMEDY_PRIORITY:
        program->launches.rows[pitfall->object].priority =
            (int32_t)prediction->profile.value[PROFILE_device_priority_greatest];
        break;
    case REMEDY_NO_TAIL:
        take_tail(prediction, &program->launches.rows[pitfall->object]);
        break;
    default:
        break; /* a matter of options */
    }
}

static int change(struct program *program, void *context, struct err *err)
{
    (void)err;
    const struct attempt *attempt = context;
    if (attempt->rewrite) {
        struct program edited;
        struct edit_changes changes;
        edit_rewrite(&edited, program, attempt->rewrite->edits, attempt->rewrite->edit_count,
                     &changes);
        edit_changes_release(&changes);
        program_release(program);
        *program = edited;
    }
    for (size_t i = 0; i < attempt->pitfalls->count; i++)
        if (is_in(attempt, i))
            apply(program, attempt->prediction, &attempt->pitfalls->rows[i]);
    return 0;
}

/* --- what is done to the options -----------------------------------------------------------------
 */

/* Each of the calls that enqueue costs its part of one launch. */
static void make_calls_cheap(struct attempt *attempt)
{
    const struct timeline *t = &attempt->prediction->timeline;
    int64_t count = 0;
    for (uint32_t id = 0; id < t->ops.count; id++)
        count += timeline_is_timed(t, &t->ops.rows[id]);
    int64_t launch = attempt->prediction->profile.call_cost[CALL_cudaLaunchKernel];
    for (size_t i = 0; i < CHEAP_KEYS; i++) {
        if (cheap_keys[i].value)
            snprintf(attempt->cheap[i], sizeof attempt->cheap[i], "%s=%s", cheap_keys[i].key,
                     cheap_keys[i].value);
        else
            snprintf(attempt->cheap[i], sizeof attempt->cheap[i], "%s=%lldns", cheap_keys[i].key,
                     (long long)(count ? launch / count : launch));
        attempt->sets[attempt->options.set_count++] = attempt->cheap[i];
    }
}

/* Whether more than options is changed. */
static bool edits_program(const struct attempt *attempt)
{
    bool edits = attempt->rewrite != NULL;
    for (size_t i = 0; i < attempt->pitfalls->count; i++) {
        enum pitfall_remedy remedy = attempt->pitfalls->rows[i].remedy;
        edits |= is_in(attempt, i) && remedy != REMEDY_CONNECTIONS &&
                 remedy != REMEDY_TWO_ENGINES && remedy != REMEDY_ONE_LAUNCH;
    }
    return edits;
}

/* All of them where the source is interpreted again, otherwise those that a recorded program takes;
 * the others have done their work on it. */
static void take_options(struct attempt *attempt, const struct predict_options *options,
                         bool interpreted)
{
    size_t most = options->set_count + 2 * attempt->pitfalls->count + CHEAP_KEYS;
    attempt->sets = mem_zalloc((most + 1) * sizeof *attempt->sets);
    for (size_t i = 0; i < options->set_count; i++)
        attempt->sets[i] = options->sets[i];
    attempt->options = (struct predict_options){.gpu = options->gpu,
                                                .sets = attempt->sets,
                                                .set_count = options->set_count,
                                                .runtime = options->runtime};
    if (interpreted) {
        attempt->options = *options;
        attempt->options.sets = attempt->sets;
        attempt->options.on_read = NULL;
    }
    struct predict_options *own = &attempt->options;
    for (size_t i = 0; i < attempt->pitfalls->count; i++) {
        const struct pitfall *pitfall = &attempt->pitfalls->rows[i];
        if (!is_in(attempt, i))
            continue;
        attempt->frees_sms |= pitfall->remedy == REMEDY_SMALL || pitfall->remedy == REMEDY_NO_TAIL;
        attempt->launches_earlier |= pitfall->remedy == REMEDY_PRIORITY;
        if (pitfall->remedy == REMEDY_CONNECTIONS)
            own->runtime.compute_connections =
                (int32_t)attempt->prediction->profile.value[PROFILE_connections_compute_most];
        else if (pitfall->remedy == REMEDY_TWO_ENGINES) {
            attempt->sets[own->set_count++] = "copy.engines=2";
            attempt->sets[own->set_count++] = "rules.copy_streams=direction";
        } else if (pitfall->remedy == REMEDY_ONE_LAUNCH)
            make_calls_cheap(attempt);
    }
}

/* --- all of them ---------------------------------------------------------------------------------
 */

static void prepare(struct trial *trial, struct attempt *attempt, size_t only,
                    const struct fix *rewrite, const struct pitfalls *pitfalls,
                    const struct prediction *prediction, const char *path,
                    const struct predict_options *options)
{
    *attempt = (struct attempt){
        .pitfalls = pitfalls, .prediction = prediction, .rewrite = rewrite, .only = only};
    bool again = path && prediction->program.time_dependent && !edits_program(attempt);
    take_options(attempt, options, again);
    *trial = (struct trial){.options = &attempt->options};
    if (again) {
        trial->path = path;
        return;
    }
    trial->program = &prediction->program;
    trial->edit = change;
    trial->context = attempt;
}

static void release(struct attempt *attempt)
{
    free(attempt->sets);
}

static void set_why(struct pitfall *pitfall, const char *why)
{
    snprintf(pitfall->ungained, sizeof pitfall->ungained, "%s", why);
}

/* What a trial gained. Where kernels were made to take no room, the time that all blocks need when
 * they fill the SMs without a gap is still needed. */
static int64_t gained(const struct trial *trial, const struct attempt *attempt)
{
    const struct timeline *t = &attempt->prediction->timeline;
    if (trial->skipped)
        return 0;
    int64_t gain = t->wall - trial->wall;
    int64_t least = attempt->frees_sms ? least_of_sms(attempt->prediction) : 0;
    int64_t most = t->span > least ? t->span - least : 0;
    if (attempt->launches_earlier && gain > 0)
        gain += attempt->prediction->profile.call_cost[CALL_cudaLaunchKernel];
    return attempt->frees_sms && gain > most ? most : gain;
}

static void bounds_one_by_one(struct pitfalls *pitfalls, const struct prediction *prediction,
                              const char *path, const struct predict_options *options)
{
    struct trial *trials = mem_zalloc((pitfalls->count + 1) * sizeof *trials);
    struct attempt *attempts = mem_zalloc((pitfalls->count + 1) * sizeof *attempts);
    size_t *rows = mem_zalloc((pitfalls->count + 1) * sizeof *rows), count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        if (!is_simulated(&pitfalls->rows[i]))
            continue;
        prepare(&trials[count], &attempts[count], i, NULL, pitfalls, prediction, path, options);
        rows[count++] = i;
    }
    trials_run(trials, count, 0);
    for (size_t k = 0; k < count; k++) {
        struct pitfall *pitfall = &pitfalls->rows[rows[k]];
        if (trials[k].status != 0)
            set_why(pitfall, "the changed program could not be predicted");
        else
            pitfall->gain = gained(&trials[k], &attempts[k]);
        release(&attempts[k]);
    }
    free(trials);
    free(attempts);
    free(rows);
}

/* --- rewrites ------------------------------------------------------------------------------------
 */

/* All ways to make all changes: those of a finding stand together. */
struct rewrites {
    struct fix *fixes;
    size_t *rows; /* by fix: row of pitfalls */
    size_t *ways; /* by fix: which of its edits */
    size_t count;
};

static void rewrites_try(struct rewrites *rewrites, const struct pitfalls *pitfalls,
                         const struct prediction *prediction, const struct predict_options *options)
{
    size_t most = pitfalls->count * PITFALL_EDITS + 1;
    rewrites->fixes = mem_zalloc(most * sizeof *rewrites->fixes);
    rewrites->rows = mem_zalloc(most * sizeof *rewrites->rows);
    rewrites->ways = mem_zalloc(most * sizeof *rewrites->ways);
    rewrites->count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy != REMEDY_EDIT || pitfall->ungained[0])
            continue;
        for (size_t way = 0; way < pitfall->edit_count; way++) {
            struct fix *fix = &rewrites->fixes[rewrites->count];
            fix_init(fix);
            fix_add(fix, &pitfall->edits[way]);
            rewrites->rows[rewrites->count] = i;
            rewrites->ways[rewrites->count++] = way;
        }
    }
    fixes_try(prediction, options, rewrites->fixes, rewrites->count, 0);
}

static void rewrites_release(struct rewrites *rewrites)
{
    for (size_t k = 0; k < rewrites->count; k++)
        fix_release(&rewrites->fixes[k]);
    free(rewrites->fixes);
    free(rewrites->rows);
    free(rewrites->ways);
}

/* The lines of a text, equal ones once: buffers of one name are several rows of a program. */
static void add_once(struct strbuf *sb, const char *text)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) : strlen(text);
        struct strbuf line;
        strbuf_init(&line);
        strbuf_add(&line, text, length);
        strbuf_addc(&line, '\n');
        if (!strstr(sb->text, line.text))
            strbuf_add(sb, line.text, line.length);
        strbuf_release(&line);
        text += length + (end != NULL);
    }
}

/* Whether only the proof of the change says that there is a pitfall at all. */
static bool needs_proof(const struct pitfall *pitfall)
{
    return pitfall->rule == PITFALL_ID_ORDER_TOO_MUCH || pitfall->rule == PITFALL_ID_ISSUE_ORDER;
}

/* The best proven way is the finding's. Where none is, there is nothing to offer: the program needs
 * what it does, or nobody can tell. */
static void take_way(struct pitfall *pitfall, size_t way, const struct fix *fix,
                     const struct prediction *prediction)
{
    if (!fix->offered) {
        if (pitfall->gain == TIMELINE_UNKNOWN) {
            pitfall->refused = !prediction->program.time_dependent || needs_proof(pitfall) ||
                               pitfall->held < prediction->timeline.wall / 50;
            set_why(pitfall, fix->why);
        }
        return;
    }
    pitfall->refused = false;
    pitfall->ungained[0] = '\0';
    int64_t little = prediction->timeline.wall / 200; /* the simpler way goes before so much */
    if (pitfall->gain != TIMELINE_UNKNOWN && pitfall->gain + little >= fix->gain)
        return;
    pitfall->gain = fix->gain;
    pitfall->edit = way;
    if (fix->text.length) {
        strbuf_clear(&pitfall->fix);
        add_once(&pitfall->fix, fix->text.text);
    }
}

/* --- together ------------------------------------------------------------------------------------
 */

/* The fixes that were taken one by one, in one program. */
static void rewrite_together(struct fix *together, const struct rewrites *rewrites,
                             const struct pitfalls *pitfalls, const struct prediction *prediction,
                             const struct predict_options *options)
{
    struct fix *best = mem_zalloc((rewrites->count + 1) * sizeof *best);
    bool *taken = mem_zalloc(rewrites->count + 1);
    size_t count = 0;
    for (size_t k = 0; k < rewrites->count; k++) {
        const struct pitfall *pitfall = &pitfalls->rows[rewrites->rows[k]];
        if (pitfall->edit == rewrites->ways[k] && rewrites->fixes[k].offered &&
            pitfall_matters(pitfalls, pitfall))
            best[count++] = rewrites->fixes[k]; /* borrowed */
    }
    if (count)
        fixes_together(prediction, options, best, count, together, taken);
    free(best);
    free(taken);
}

static void all_together(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                         const struct prediction *prediction, const char *path,
                         const struct predict_options *options)
{
    size_t edits = 0, others = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->gain == TIMELINE_UNKNOWN || pitfall->remedy == REMEDY_NONE ||
            !pitfall_matters(pitfalls, pitfall))
            continue;
        edits += pitfall->remedy == REMEDY_EDIT;
        others += pitfall->remedy != REMEDY_EDIT;
    }
    if (edits + others < 2)
        return;
    struct fix rewrite;
    fix_init(&rewrite);
    if (edits) {
        rewrite_together(&rewrite, rewrites, pitfalls, prediction, options);
        pitfalls->together = rewrite.gain;
    }
    if (others) {
        struct trial trial;
        struct attempt attempt;
        prepare(&trial, &attempt, SIZE_MAX, rewrite.edit_count ? &rewrite : NULL, pitfalls,
                prediction, path, options);
        trials_run(&trial, 1, 1);
        if (trial.status == 0)
            pitfalls->together = gained(&trial, &attempt);
        release(&attempt);
    }
    fix_release(&rewrite);
}

/* --- another number of streams, or size of chunks ------------------------------------------------
 */

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
    bool is_streams = finding->kind == TUNING_STREAMS;
    strbuf_addf(&row->evidence, "%s, %s, is %lld; with %lld the run takes ", finding->name,
                is_streams ? "the number of streams" : "which sizes the chunks",
                (long long)finding->value, (long long)finding->best);
    duration_add_human(&row->evidence, finding->best_wall);
    strbuf_addf(&row->fix, "%s = %lld", finding->name, (long long)finding->best);
    if (finding->file[0])
        strbuf_addf(&row->fix, " in line %d", finding->line);
    else
        strbuf_addf(&row->fix, " (-D %s=%lld)", finding->name, (long long)finding->best);
}

void gain_tune(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options)
{
    struct tuning tuning;
    tuning_find(&tuning, prediction, path, options, 0);
    for (size_t i = 0; i < tuning.count; i++)
        add_tuning(pitfalls, &tuning.findings[i]);
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
            pitfall->refused = needs_proof(pitfall) || pitfall->held < pitfalls->wall / 50;
        } else {
            left -= need;
        }
    }
}

/* Findings that come to the same change are one cause. The one that held things up longest stands
 * for all. */
static void merge_equal(struct pitfalls *pitfalls)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        if (one->remedy != REMEDY_EDIT || one->gain == TIMELINE_UNKNOWN)
            continue;
        for (size_t k = i + 1; k < pitfalls->count; k++) {
            struct pitfall *other = &pitfalls->rows[k];
            if (other->remedy != REMEDY_EDIT || other->gain != one->gain || other->refused ||
                strcmp(other->fix.text, one->fix.text) != 0)
                continue;
            other->merged = true;
            one->others++;
        }
    }
}

void gain_find(struct pitfalls *pitfalls, const struct prediction *prediction, const char *path,
               const struct predict_options *options, uint64_t operations)
{
    pitfalls->time_dependent = prediction->program.time_dependent;
    pitfalls->interpreted = pitfalls->time_dependent && path;
    share_out(pitfalls, prediction, operations);
    bounds_one_by_one(pitfalls, prediction, path, options);
    struct rewrites rewrites;
    rewrites_try(&rewrites, pitfalls, prediction, options);
    for (size_t k = 0; k < rewrites.count; k++)
        take_way(&pitfalls->rows[rewrites.rows[k]], rewrites.ways[k], &rewrites.fixes[k],
                 prediction);
    merge_equal(pitfalls);
    all_together(pitfalls, &rewrites, prediction, path, options);
    rewrites_release(&rewrites);
    pitfalls_sort(pitfalls);
}
