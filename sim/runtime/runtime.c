/* The runtime's life, its context and its environment. */
#include "sim/runtime/inside.h"

#include "sim/base/mem.h"
#include "sim/base/mix.h"
#include "sim/model/variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void state_room(void **rows, size_t *count, size_t *capacity, size_t need, size_t bytes)
{
    *rows = mem_grow(*rows, capacity, need, bytes);
    memset((char *)*rows + *count * bytes, 0, (need - *count) * bytes);
    *count = need;
}

struct runtime *runtime_new(const struct profile *profile, const struct runtime_options *options,
                            struct program *program, struct timeline *timeline)
{
    struct runtime *runtime = mem_zalloc(sizeof *runtime);
    runtime->profile = profile;
    runtime->options = *options;
    chance_seed(&runtime->chance, options->seed);
    runtime->program = program;
    runtime->timeline = timeline;
    runtime->newest = runtime->worker = runtime->ended.op = NO_OP;
    for (int i = 0; i < STAGING_BUFFERS; i++)
        runtime->staging[i] = NO_OP;
    after_init(&runtime->after);
    for (size_t i = 0; i < sizeof runtime->limits / sizeof *runtime->limits; i++)
        runtime->limits[i] = -1;
    for (int kind = COPY_H2D; kind <= COPY_MEMSET; kind++)
        runtime->copy_names[kind] =
            intern_adds(&program->names, copy_kind_name((enum copy_kind)kind));
    runtime->record_name = intern_adds(&program->names, op_kind_name(OP_RECORD));
    runtime->wait_name = intern_adds(&program->names, op_kind_name(OP_WAIT));
    runtime->alloc_name = intern_adds(&program->names, op_kind_name(OP_FREE_ALLOC));
    runtime->free_name = intern_adds(&program->names, "free");
    if (!options->record)
        timeline_reserve(timeline, program->records.count);
    timeline->source = TIMELINE_PREDICTED;
    timeline->device_name = intern_adds(&timeline->names, profile->name);
    timeline->profile = intern_adds(&timeline->names, profile->id);
    timeline->rules = intern_adds(&timeline->names, profile->rule_set);
    return runtime;
}

/* Of all locks, in whichever order they were first taken. */
static uint64_t turns_of(const struct runtime *runtime)
{
    uint64_t turns = 0;
    for (size_t i = 0; i < runtime->locks.count; i++)
        turns ^= runtime->locks.rows[i].turns ? mix(i + 1, runtime->locks.rows[i].turns) : 0;
    return turns;
}

int runtime_run(struct runtime *runtime, const struct runtime_source *source, struct err *err)
{
    runtime->source = source;
    if (driver_run(runtime, err) != 0)
        return -1;
    error_mark_ops(runtime);
    timeline_take_tables(runtime->timeline, runtime->program);
    runtime->timeline->turns = turns_of(runtime);
    if (runtime->options.cupti)
        cupti_note_ends(runtime);
    timeline_finish(runtime->timeline);
    return 0;
}

/* --- the environment -----------------------------------------------------------------------------
 */

/* The value in "NAME=VALUE" if it is of that name, or NULL. */
static const char *value_of(const char *assignment, const char *name)
{
    size_t length = strlen(name);
    return strncmp(assignment, name, length) == 0 && assignment[length] == '='
               ? assignment + length + 1
               : NULL;
}

const char *runtime_variable(const struct runtime *runtime, const char *name)
{
    for (size_t i = runtime->set_variable_count; i-- > 0;) {
        const char *value =
            value_of(program_name(runtime->program, runtime->set_variables[i]), name);
        if (value)
            return value;
    }
    for (size_t i = runtime->options.variable_count; i-- > 0;)
        if (strcmp(runtime->options.variables[i].name, name) == 0)
            return runtime->options.variables[i].value;
    return NULL;
}

/* A variable that holds a number in [1, most]; 0 if unset or no number. Larger ones are clamped, as
 * the driver does. */
static int32_t count_variable(const struct runtime *runtime, const char *name, int64_t most)
{
    const char *text = runtime_variable(runtime, name);
    if (!text || !*text)
        return 0;
    char *end;
    long long value = strtoll(text, &end, 10);
    if (*end || value < 1)
        return 0;
    return (int32_t)(value > most ? most : value);
}

/* CUDA_SCALE_LAUNCH_QUEUES: 0.25x to 4x of the usual (PG 5.2.3.4); 253 and 2045 commands were seen
 * for 0.25x and 2x where 1021 is usual, so three of each 1024 are not ours
 * (traces/experiments/launch-queue.txt). 0: unset. */
static int32_t queue_variable(const struct runtime *runtime)
{
    static const struct {
        const char *text;
        int64_t percent;
    } scales[] = {{"0.25x", 25}, {"0.5x", 50}, {"2x", 200}, {"4x", 400}};
    enum { NOT_OURS = 3 };
    const char *text = runtime_variable(runtime, VARIABLE_SCALE_LAUNCH_QUEUES);
    int64_t usual = runtime->profile->value[PROFILE_connections_launch_queue] + NOT_OURS;
    for (size_t i = 0; text && i < sizeof scales / sizeof *scales; i++)
        if (strcmp(text, scales[i].text) == 0 && usual * scales[i].percent / 100 > NOT_OURS)
            return (int32_t)(usual * scales[i].percent / 100 - NOT_OURS);
    return 0;
}

static int32_t at_most(int32_t number, int64_t most)
{
    return number < most ? number : (int32_t)most;
}

int64_t context_create(struct runtime *runtime)
{
    const struct profile *profile = runtime->profile;
    const char *blocking = runtime_variable(runtime, VARIABLE_LAUNCH_BLOCKING);
    runtime->launch_blocking = blocking && *blocking && strcmp(blocking, "0") != 0;
    const char *loading = runtime_variable(runtime, VARIABLE_MODULE_LOADING);
    runtime->lazy = !loading || strcmp(loading, "EAGER") != 0; /* lazy by default since 12.2 */

    int64_t most = profile->value[PROFILE_connections_compute_most];
    int32_t compute = count_variable(runtime, VARIABLE_MAX_CONNECTIONS, most);
    int32_t copy = count_variable(runtime, VARIABLE_MAX_COPY_CONNECTIONS, most);
    if (runtime->options.compute_connections)
        compute = at_most(runtime->options.compute_connections, most);
    struct engine_options options = {
        .compute_connections = compute,
        .copy_connections = copy ? copy : compute, /* S3.6: it sets both */
        .launch_queue = queue_variable(runtime),
        .record_sm_steps = runtime->options.sm_steps,
    };
    if (runtime->options.copy_connections)
        options.copy_connections = at_most(runtime->options.copy_connections, most);
    if (runtime->options.cupti)
        profile = cupti_profile(runtime, profile);
    runtime->engine = engine_new(profile, &options, runtime->timeline);
    if (runtime->source->effect)
        engine_notify_all(runtime->engine, true);

    if (!runtime->options.cold)
        return 0;
    int64_t cost = profile->value[PROFILE_host_context];
    if (!runtime->lazy) { /* every kernel is loaded now */
        int64_t kernels = (int64_t)runtime->program->kernels.count - 1;
        if (kernels > 0)
            cost += profile->value[PROFILE_host_module_load] +
                    (kernels - 1) * profile->value[PROFILE_host_kernel_load];
    }
    return cost;
}

/* --- what sources ask ----------------------------------------------------------------------------
 */

int64_t runtime_now(const struct runtime *runtime, uint32_t thread)
{
    return thread < runtime->thread_count ? runtime->threads[thread]->now : 0;
}

bool runtime_has_failed(const struct runtime *runtime, uint32_t thread)
{
    return thread < runtime->thread_count && error_sticky(runtime, runtime->threads[thread]) != 0;
}

uint32_t runtime_per_thread_stream(struct runtime *runtime, uint32_t thread)
{
    struct program *program = runtime->program;
    for (uint32_t i = 0; i < program->streams.count; i++)
        if (program->streams.rows[i].kind == STREAM_PER_THREAD &&
            program->streams.rows[i].thread == thread)
            return i;
    char name[32] = "per-thread";
    if (thread)
        snprintf(name, sizeof name, "per-thread %u", thread);
    return program_add_stream(program, &(struct program_stream){
                                           .kind = STREAM_PER_THREAD,
                                           .name = intern_adds(&program->names, name),
                                           .thread = (uint16_t)thread,
                                       });
}

uint32_t runtime_default_stream(struct runtime *runtime, uint32_t thread)
{
    return runtime->options.per_thread_default ? runtime_per_thread_stream(runtime, thread)
                                               : PROGRAM_STREAM_LEGACY;
}

void runtime_free(struct runtime *runtime)
{
    if (!runtime)
        return;
    for (size_t i = 0; i < runtime->thread_count; i++) {
        struct host_thread *thread = runtime->threads[i];
        knowledge_release(&runtime->after, &thread->knowledge);
        free(thread->awaited);
        free(thread->waits);
        free(thread->readings);
        free(thread->op_waits);
        free(thread->open_ranges);
        free(thread);
    }
    free(runtime->threads);
    for (size_t i = 0; i < runtime->streams.count; i++)
        past_drop(&runtime->after, runtime->streams.rows[i].past);
    for (size_t i = 0; i < runtime->events.count; i++)
        past_drop(&runtime->after, runtime->events.rows[i].past);
    for (size_t i = 0; i < runtime->locks.count; i++)
        knowledge_release(&runtime->after, &runtime->locks.rows[i].knowledge);
    past_drop(&runtime->after, runtime->fence_past);
    past_drop(&runtime->after, runtime->fence_own);
    past_drop(&runtime->after, runtime->device_fence_past);
    pool_release(runtime);
    free(runtime->streams.rows);
    free(runtime->events.rows);
    free(runtime->allocs.rows);
    for (size_t i = 0; i < runtime->chunks.count; i++)
        chunk_release(&runtime->chunks.rows[i]);
    free(runtime->chunks.rows);
    free(runtime->kernels.rows);
    free(runtime->launches.rows);
    free(runtime->locks.rows);
    free(runtime->fence_listed);
    free(runtime->load_awaits);
    free(runtime->candidates);
    free(runtime->dependencies);
    free(runtime->set_variables);
    after_release(&runtime->after);
    if (runtime->engine)
        engine_free(runtime->engine);
    free(runtime);
}
