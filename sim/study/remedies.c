#include "sim/study/remedies.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cost_brief.h"
#include "sim/model/edit.h"

#include <stdio.h>
#include <stdlib.h>

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
    {"host.memset_small", NULL},
    {"host.copy_d2d", NULL},
    {"cudaEventRecord", NULL},
    {"record_no_timing", NULL},
    {"cudaStreamWaitEvent", NULL},
    {"cudaEventRecordWithFlags", NULL},
    {"latency.kernel_kernel", "0ns"},
    {"latency.pending", "1:0ns"},
};
enum { CHEAP_KEYS = sizeof cheap_keys / sizeof *cheap_keys };

bool remedies_simulated(const struct pitfall *pitfall)
{
    return pitfall->remedy != REMEDY_NONE && pitfall->remedy != REMEDY_EDIT &&
           !pitfall->ungained[0];
}

static bool is_in(const struct remedies *remedies, size_t i)
{
    const struct pitfall *pitfall = &remedies->pitfalls->rows[i];
    if (!remedies_simulated(pitfall))
        return false;
    if (remedies->only != SIZE_MAX)
        return remedies->only == i;
    return pitfall_matters(remedies->pitfalls, pitfall) &&
           (!remedies->chosen || remedies->chosen[i]);
}

/* --- what is done to the program -----------------------------------------------------------------
 */

/* As long as the quickest of its runs, or as its bytes and flops need: brief blocks do not get all
 * that the memory gives, and fewer that each do more come near to it. */
static int64_t time_of_work(const struct prediction *prediction,
                            const struct program_launch *launch, int64_t ran)
{
    const struct profile *profile = &prediction->profile;
    int64_t least = cost_work_least(profile, launch);
    if (launch->bytes > 0)
        least += profile->value[PROFILE_device_memory_start] / COST_BRIEF_FIRST;
    return least < ran ? least : ran;
}

/* One warp in place of all its blocks, for as long as the kernel takes alone. */
static void make_small(const struct prediction *prediction, struct program_launch *launch,
                       int64_t ran)
{
    struct occupancy_need need = cost_need(launch);
    struct occupancy occupancy;
    occupancy_of(&prediction->profile, &need, &occupancy);
    launch->time = launch->cost == COST_WORK
                       ? time_of_work(prediction, launch, ran)
                       : cost_alone_time(&prediction->profile, launch, &occupancy);
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

/* What all kernels need when their blocks fill the SM array without a gap, and get all that the
 * memory gives, ns. What others beside them had of it while they ran is in their durations. */
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
        const struct program_launch *launch = &t->launches.rows[op->detail];
        sum =
            duration_add(sum, launch->cost == COST_WORK
                                  ? cost_work_least(&prediction->profile, launch)
                                  : duration_divide(shape.block_time, shape.blocks, shape.places));
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

static void apply_to(struct program_launch *launch, uint32_t row,
                     const struct prediction *prediction, enum pitfall_remedy remedy)
{
    switch (remedy) {
    case REMEDY_SMALL:
        make_small(prediction, launch,
                   launch->cost == COST_WORK ? quickest(&prediction->timeline, row) : 0);
        break;
    case REMEDY_PRIORITY:
        launch->priority = (int32_t)prediction->profile.value[PROFILE_device_priority_greatest];
        break;
    case REMEDY_NO_TAIL:
        take_tail(prediction, launch);
        break;
    case REMEDY_CARVEOUT:
        launch->carveout = 100;
        break;
    default:
        break; /* a matter of options */
    }
}

/* The first of each run copies the bytes of all: between buffers that have room for them. */
static void take_one_copy(struct program *program, const struct pitfall *pitfall)
{
    for (size_t at = 0; at < pitfall->object_count; at += pitfall->objects[at] + 1) {
        const uint32_t *records = &pitfall->objects[at + 1];
        struct program_record *first = &program->records.rows[records[0]];
        struct program_copy copy = program->copies.rows[first->object];
        uint64_t bytes = program_copy_bytes(&copy);
        for (uint32_t i = 1; i < pitfall->objects[at]; i++) {
            struct program_record *record = &program->records.rows[records[i]];
            bytes += program_copy_bytes(&program->copies.rows[record->object]);
            record->call = CALL_NONE;
        }
        copy.dst.bytes = copy.src.bytes = bytes;
        copy.rows = 1;
        struct program_range *sides[] = {&copy.dst, &copy.src};
        for (size_t side = 0; side < 2; side++) {
            struct program_alloc *alloc = &program->allocs.rows[sides[side]->alloc];
            if (sides[side]->alloc && alloc->bytes < sides[side]->offset + bytes)
                alloc->bytes = sides[side]->offset + bytes;
        }
        first->object = program_add_copy(program, &copy);
    }
    size_t kept = 0;
    for (size_t i = 0; i < program->records.count; i++)
        if (program->records.rows[i].call != CALL_NONE)
            program->records.rows[kept++] = program->records.rows[i];
    program->records.count = (uint32_t)kept;
}

/* The host's copies take no time. */
static void take_memcpys(struct program *program, const struct pitfall *pitfall)
{
    for (size_t i = 0; pitfall->remedy == REMEDY_NO_MEMCPY && i < pitfall->object_count; i++)
        program->records.rows[pitfall->objects[i]].value = 0;
}

static void apply(struct program *program, const struct prediction *prediction,
                  const struct pitfall *pitfall)
{
    for (size_t i = 0; pitfall->remedy != REMEDY_NO_MEMCPY && i < pitfall->object_count; i++)
        apply_to(&program->launches.rows[pitfall->objects[i]], pitfall->objects[i], prediction,
                 pitfall->remedy);
}

static int change(struct program *program, void *context, struct err *err)
{
    (void)err;
    const struct remedies *remedies = context;
    /* Before anything has another row; of several findings of copies the first alone. */
    for (size_t i = 0; i < remedies->pitfalls->count; i++)
        if (is_in(remedies, i))
            take_memcpys(program, &remedies->pitfalls->rows[i]);
    for (size_t i = 0, done = 0; i < remedies->pitfalls->count && !done; i++)
        if (remedies->pitfalls->rows[i].remedy == REMEDY_ONE_COPY && is_in(remedies, i)) {
            take_one_copy(program, &remedies->pitfalls->rows[i]);
            done = 1;
        }
    if (remedies->rewrite) {
        struct program edited;
        struct edit_changes changes;
        edit_rewrite(&edited, program, remedies->rewrite->edits, remedies->rewrite->edit_count,
                     NULL, &changes);
        edit_changes_release(&changes);
        program_release(program);
        *program = edited;
    } else {
        edit_bind_loops(program);
    }
    for (size_t i = 0; i < remedies->pitfalls->count; i++)
        if (is_in(remedies, i) && remedies->pitfalls->rows[i].remedy != REMEDY_ONE_COPY)
            apply(program, remedies->prediction, &remedies->pitfalls->rows[i]);
    return 0;
}

/* --- what is done to the options -----------------------------------------------------------------
 */

/* Each of the calls that enqueue costs its part of one launch. */
static void make_calls_cheap(struct remedies *remedies)
{
    const struct timeline *t = &remedies->prediction->timeline;
    int64_t count = 0;
    for (uint32_t id = 0; id < t->ops.count; id++)
        count += timeline_is_timed(t, &t->ops.rows[id]);
    int64_t launch = remedies->prediction->profile.call_cost[CALL_cudaLaunchKernel];
    for (size_t i = 0; i < CHEAP_KEYS; i++) {
        if (cheap_keys[i].value)
            snprintf(remedies->cheap[i], sizeof remedies->cheap[i], "%s=%s", cheap_keys[i].key,
                     cheap_keys[i].value);
        else
            snprintf(remedies->cheap[i], sizeof remedies->cheap[i], "%s=%lldns", cheap_keys[i].key,
                     (long long)(count ? launch / count : launch));
        remedies->sets[remedies->options.set_count++] = remedies->cheap[i];
    }
}

/* Whether more than options is changed. */
static bool edits_program(const struct remedies *remedies)
{
    bool edits = remedies->rewrite != NULL;
    for (size_t i = 0; i < remedies->pitfalls->count; i++) {
        enum pitfall_remedy remedy = remedies->pitfalls->rows[i].remedy;
        edits |= is_in(remedies, i) && remedy != REMEDY_CONNECTIONS &&
                 remedy != REMEDY_TWO_ENGINES && remedy != REMEDY_ONE_LAUNCH;
    }
    return edits;
}

/* All of them where the source is interpreted again, otherwise those that a recorded program takes;
 * the others have done their work on it. */
static void take_options(struct remedies *remedies, const struct predict_options *options,
                         bool interpreted)
{
    size_t most = options->set_count + 2 * remedies->pitfalls->count + CHEAP_KEYS;
    remedies->sets = mem_zalloc((most + 1) * sizeof *remedies->sets);
    remedies->cheap = mem_zalloc(CHEAP_KEYS * sizeof *remedies->cheap);
    for (size_t i = 0; i < options->set_count; i++)
        remedies->sets[i] = options->sets[i];
    remedies->options = (struct predict_options){.gpu = options->gpu,
                                                 .sets = remedies->sets,
                                                 .set_count = options->set_count,
                                                 .runtime = options->runtime};
    if (interpreted) {
        remedies->options = *options;
        remedies->options.sets = remedies->sets;
        remedies->options.on_read = NULL;
    }
    struct predict_options *own = &remedies->options;
    bool one_launch = false;
    for (size_t i = 0; i < remedies->pitfalls->count; i++) {
        const struct pitfall *pitfall = &remedies->pitfalls->rows[i];
        if (!is_in(remedies, i))
            continue;
        one_launch |= pitfall->remedy == REMEDY_ONE_LAUNCH;
        remedies->frees_sms |= pitfall->remedy == REMEDY_SMALL || pitfall->remedy == REMEDY_NO_TAIL;
        remedies->launches_earlier |= pitfall->remedy == REMEDY_PRIORITY;
        if (pitfall->remedy == REMEDY_CONNECTIONS)
            own->runtime.compute_connections =
                (int32_t)remedies->prediction->profile.value[PROFILE_connections_compute_most];
        else if (pitfall->remedy == REMEDY_TWO_ENGINES) {
            remedies->sets[own->set_count++] = "copy.engines=2";
            remedies->sets[own->set_count++] = "rules.copy_streams=direction";
        }
    }
    if (one_launch)
        make_calls_cheap(remedies);
}

/* --- predicting ----------------------------------------------------------------------------------
 */

void remedies_prepare(struct remedies *remedies, struct trial *trial, const char *path,
                      const struct predict_options *options)
{
    const struct program *program = &remedies->prediction->program;
    bool again = path && program->time_dependent && !edits_program(remedies);
    take_options(remedies, options, again);
    *trial = (struct trial){.options = &remedies->options};
    if (again) {
        trial->path = path;
        return;
    }
    trial->program = program;
    trial->edit = change;
    trial->context = remedies;
}

/* Where kernels were made to take no room, the time that all blocks need when they fill the SMs
 * without a gap is still needed. */
int64_t remedies_gain(const struct remedies *remedies, const struct trial *trial)
{
    const struct timeline *t = &remedies->prediction->timeline;
    if (trial->skipped)
        return 0;
    int64_t gain = t->wall - trial->wall;
    /* beside what it does before its first operation starts and behind the last */
    int64_t least = remedies->frees_sms ? least_of_sms(remedies->prediction) : 0;
    int64_t most = t->wall - (trial->wall - trial->span) - least;
    if (remedies->launches_earlier && gain > 0)
        gain += remedies->prediction->profile.call_cost[CALL_cudaLaunchKernel];
    if (remedies->frees_sms && gain > most)
        return most > 0 ? most : 0;
    return gain;
}

void remedies_release(struct remedies *remedies)
{
    free(remedies->sets);
    free(remedies->cheap);
}
