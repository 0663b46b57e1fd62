#include "tests/scene.h"

#include "tests/timeline_check.h"

#include <check.h>
#include <string.h>

static void begin(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    err_init(&scene->err);
    program_init(&scene->program);
    timeline_init(&scene->timeline);
    scene->program.scenario = intern_adds(&scene->program.names, "scene.cu");
}

void scene_init(struct scene *scene)
{
    begin(scene);
    ck_assert_msg(profile_load(&scene->profile, "h200", &scene->err) == 0, "%s",
                  scene->err.message);
}

static void set_curve(struct profile *profile, enum profile_key key, int64_t base, int64_t per_byte)
{
    profile->curve[key] = (struct profile_curve){
        .count = 2, .size = {0, 1 << 20}, .time = {base, base + ((int64_t)per_byte << 20)}};
}

void scene_init_round(struct scene *scene)
{
    scene_init(scene);
    struct profile *profile = &scene->profile;
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        if (strcmp(profile_key_info((enum profile_key)key)->section, "latency") == 0)
            profile->value[key] = 0;
    profile->curve[PROFILE_latency_pending].count = 0;
    for (int call = 0; call < CALL_COUNT; call++)
        profile->call_cost[call] = 0;
    int64_t *value = profile->value;
    value[PROFILE_device_sm_count] = 10;
    value[PROFILE_device_timer_step] = 1;
    value[PROFILE_sm_block_start] = value[PROFILE_sm_dispatch] = 0;
    value[PROFILE_sm_kernel_minimum] = 0;
    value[PROFILE_copy_h2d_latency] = value[PROFILE_copy_d2h_latency] = 0;
    value[PROFILE_copy_h2d_large] = value[PROFILE_copy_d2h_large] = 0;
    value[PROFILE_copy_h2d_rate] = value[PROFILE_copy_h2d_duplex_rate] = 1000000000;
    value[PROFILE_copy_d2h_rate] = value[PROFILE_copy_d2h_duplex_rate] = 1000000000;
    value[PROFILE_copy_inline_bytes] = value[PROFILE_copy_inline_always] = 0;
    value[PROFILE_latency_queue_turn] = 0;
    value[PROFILE_copy_h2d_turning] = value[PROFILE_copy_h2d_turning_command] = 0;
    value[PROFILE_copy_d2h_turning] = value[PROFILE_copy_d2h_turning_loaded] = 0;
    value[PROFILE_copy_host_memcpy] = 1000000000;
    value[PROFILE_copy_staging_buffer] = 1 << 19;
    value[PROFILE_copy_staging_small] = 1 << 15;
    value[PROFILE_copy_host_cache] = value[PROFILE_copy_d2h_pageable_held] = 0;
    value[PROFILE_host_copy_per_mib] = value[PROFILE_host_other] = 0;
    value[PROFILE_host_copy_d2d] = value[PROFILE_host_memset_small] = 1000;
    value[PROFILE_host_launch_pending] = 4000;
    value[PROFILE_host_record_no_timing] = 500;
    value[PROFILE_host_chunk] = value[PROFILE_host_pool_chunk] = value[PROFILE_host_pool_release] =
        0;
    value[PROFILE_host_pool_release_first] = value[PROFILE_host_pool_cut] = 0;
    value[PROFILE_host_malloc_async_first] = 40000;
    value[PROFILE_host_pool_first] = 0;
    value[PROFILE_host_malloc_first] = value[PROFILE_host_free_first] = 0;
    value[PROFILE_host_map_behind] = value[PROFILE_host_map_beside] = 0;
    value[PROFILE_copy_out_slice] = value[PROFILE_copy_out_cache] = 0;
    value[PROFILE_copy_h2d_far] = value[PROFILE_copy_h2d_far_rows] = 1000;
    value[PROFILE_copy_clear_rate] = value[PROFILE_cupti_kernel_end] = 0;
    value[PROFILE_host_module_load] = 50000;
    value[PROFILE_host_kernel_load] = 6000;
    value[PROFILE_host_contention] = value[PROFILE_host_contention_mark] = 0;
    value[PROFILE_host_contention_more] = 0;
    value[PROFILE_host_contention_query] = 0;
    value[PROFILE_host_thread_next] = 1000;
    value[PROFILE_host_thread_begin] = value[PROFILE_host_thread_first_call] = 0;
    value[PROFILE_host_thread_first_work] = value[PROFILE_host_thread_work] = 0;
    value[PROFILE_host_thread_manage] = value[PROFILE_host_free_host_thread] = 0;
    profile->curve[PROFILE_host_malloc_thread].count = 0;
    profile->curve[PROFILE_host_malloc_host_thread].count = 0;
    for (int key = PROFILE_copy_rows_4k; key <= PROFILE_copy_rows_64k; key++)
        profile->curve[key].count = 0;
    profile->curve[PROFILE_host_sleep_late].count = 0;
    value[PROFILE_host_thread_mark] = value[PROFILE_cupti_thread_work] = 0;
    value[PROFILE_host_first_host] = value[PROFILE_latency_host_cold] = 0;
    value[PROFILE_host_host_wake] = 0;
    value[PROFILE_cupti_tag] = value[PROFILE_cupti_thread_launch] = 0;
    value[PROFILE_cupti_thread_mark] = 0;
    value[PROFILE_host_stream_lock_wake] = value[PROFILE_host_stream_lock_release] = 0;
    value[PROFILE_host_stream_lock_outside] = 0;
    value[PROFILE_host_thread_rouse] = value[PROFILE_host_thread_rouse_next] =
        value[PROFILE_host_thread_end] = 0;
    profile->curve[PROFILE_host_thread_wake].count = 0;
    value[PROFILE_host_first_work] = value[PROFILE_host_first_mark] = 0;
    value[PROFILE_host_first_call] = value[PROFILE_host_look] = 0;
    profile->curve[PROFILE_host_row_less].count = 0;
    profile->curve[PROFILE_host_stream_turns].count = 0;
    value[PROFILE_host_between] = 0;
    value[PROFILE_cupti_launch] = value[PROFILE_cupti_copy] = 700;
    value[PROFILE_cupti_memset_small] = 0;
    value[PROFILE_cupti_contention] = 0;
    value[PROFILE_cupti_first_call] = value[PROFILE_cupti_first_work] = 0;
    value[PROFILE_host_context] = 1000000;
    value[PROFILE_latency_launch_in] = value[PROFILE_latency_launch_out] = 0;
    set_curve(profile, PROFILE_latency_wake_blocking, 26000, 0);
    set_curve(profile, PROFILE_latency_host_asleep, 0, 0);
    set_curve(profile, PROFILE_host_rest_work, 0, 0);
    set_curve(profile, PROFILE_host_rest_mark, 0, 0);
    set_curve(profile, PROFILE_host_slept_work, 0, 0);
    set_curve(profile, PROFILE_host_slept_mark, 0, 0);
    set_curve(profile, PROFILE_host_touched_work, 0, 0);
    set_curve(profile, PROFILE_host_touched_mark, 0, 0);
    profile->curve[PROFILE_host_copy_inline].count = 0;
    set_curve(profile, PROFILE_copy_d2d, 2000, 0);
    set_curve(profile, PROFILE_copy_memset, 1000, 0);
    set_curve(profile, PROFILE_copy_h2d_pageable_host, 0, 2);
    profile->curve[PROFILE_copy_h2d_pageable_small].count = 0;
    profile->curve[PROFILE_copy_h2d_pageable_memory].count = 0;
    set_curve(profile, PROFILE_copy_h2d_pageable_tail, 0, 0);
    set_curve(profile, PROFILE_copy_d2h_pageable_host, 0, 2);
    set_curve(profile, PROFILE_host_malloc, 10000, 0);
    set_curve(profile, PROFILE_host_malloc_host, 20000, 0);
    set_curve(profile, PROFILE_host_free, 3000, 0);
    set_curve(profile, PROFILE_host_free_host, 0, 0);
    set_curve(profile, PROFILE_host_unregister, 0, 0);
    static const struct {
        enum call call;
        int64_t cost;
    } costs[] = {
        {CALL_cudaLaunchKernel, 2000},     {CALL_cudaLaunchCooperativeKernel, 2000},
        {CALL_cudaMemcpy, 1000},           {CALL_cudaMemcpyAsync, 1000},
        {CALL_cudaMemcpyPeer, 1000},       {CALL_cudaMemset, 1000},
        {CALL_cudaMemsetAsync, 1000},      {CALL_cudaEventRecord, 500},
        {CALL_cudaStreamWaitEvent, 500},   {CALL_cudaLaunchHostFunc, 500},
        {CALL_cudaStreamAddCallback, 500}, {CALL_cudaMallocAsync, 500},
        {CALL_cudaFreeAsync, 500},         {CALL_cudaStreamQuery, 250},
        {CALL_cudaEventQuery, 250},
    };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        profile->call_cost[costs[i].call] = costs[i].cost;
}

uint32_t scene_call(struct scene *scene, enum call call, uint32_t stream, uint32_t object,
                    int64_t value)
{
    struct program *program = &scene->program;
    uint32_t row = (uint32_t)program->records.count;
    program_add_record(program,
                       &(struct program_record){
                           .call = (uint16_t)call,
                           .thread = scene->thread,
                           .place = program_add_place(program, program->scenario, ++scene->line),
                           .stream = stream,
                           .object = object,
                           .value = value,
                       });
    return row;
}

uint32_t scene_stream(struct scene *scene, enum stream_kind kind, const char *name)
{
    uint32_t stream =
        program_add_stream(&scene->program, &(struct program_stream){
                                                .kind = kind,
                                                .name = intern_adds(&scene->program.names, name),
                                                .thread = scene->thread,
                                            });
    if (kind == STREAM_BLOCKING || kind == STREAM_NONBLOCKING)
        scene_call(scene, CALL_cudaStreamCreateWithFlags, stream, stream, 0);
    return stream;
}

uint32_t scene_event(struct scene *scene, const char *name)
{
    uint32_t event = program_add_event(
        &scene->program,
        &(struct program_event){.name = intern_adds(&scene->program.names, name), .timing = true});
    scene_call(scene, CALL_cudaEventCreate, 0, event, 0);
    return event;
}

uint32_t scene_alloc(struct scene *scene, enum call call, enum memory_kind kind, uint64_t bytes)
{
    uint32_t alloc =
        program_add_alloc(&scene->program, &(struct program_alloc){.kind = kind, .bytes = bytes});
    scene_call(scene, call, 0, alloc, 0);
    return alloc;
}

uint32_t scene_thread(struct scene *scene)
{
    uint32_t thread =
        program_add_thread(&scene->program, &(struct program_thread){.kind = THREAD_HOST});
    scene_call(scene, CALL_thread_create, 0, thread, 0);
    return thread;
}

struct program_launch scene_geometry(struct scene *scene, const char *name, uint32_t blocks,
                                     int64_t time)
{
    struct program *program = &scene->program;
    uint32_t id = intern_adds(&program->names, name), kernel = 1;
    while (kernel < program->kernels.count && program->kernels.rows[kernel].name != id)
        kernel++;
    if (kernel == program->kernels.count)
        program_add_kernel(program, &(struct program_kernel){.name = id, .registers = 16});
    return (struct program_launch){
        .kernel = kernel,
        .grid = {blocks, 1, 1},
        .block = {1024, 1, 1},
        .registers = 16,
        .carveout = -1,
        .priority = INT32_MIN,
        .cost = COST_TIME,
        .time = time,
    };
}

void scene_launch(struct scene *scene, uint32_t stream, const struct program_launch *launch)
{
    scene_call(scene,
               launch->cooperative ? CALL_cudaLaunchCooperativeKernel : CALL_cudaLaunchKernel,
               stream, program_add_launch(&scene->program, launch, NULL, 0), 0);
}

void scene_kernel(struct scene *scene, uint32_t stream, const char *name, uint32_t blocks,
                  int64_t time)
{
    struct program_launch launch = scene_geometry(scene, name, blocks, time);
    scene_launch(scene, stream, &launch);
}

void scene_copy(struct scene *scene, enum call call, uint32_t stream, enum copy_kind kind,
                enum memory_kind host_memory, uint64_t bytes)
{
    uint32_t copy = program_add_copy(&scene->program, &(struct program_copy){
                                                          .kind = kind,
                                                          .dst = {.bytes = bytes},
                                                          .src = {.bytes = bytes},
                                                          .host_memory = host_memory,
                                                      });
    scene_call(scene, call, stream, copy, 0);
}

void scene_host_function(struct scene *scene, uint32_t stream, int64_t time)
{
    uint32_t hostfn = program_add_hostfn(
        &scene->program,
        &(struct program_hostfn){.name = intern_adds(&scene->program.names, "fn"), .time = time});
    scene_call(scene, CALL_cudaLaunchHostFunc, stream, hostfn, 0);
}

void scene_record(struct scene *scene, uint32_t event, uint32_t stream)
{
    scene_call(scene, CALL_cudaEventRecord, stream, event, 0);
}

void scene_wait(struct scene *scene, uint32_t event, uint32_t stream)
{
    scene_call(scene, CALL_cudaStreamWaitEvent, stream, event, 0);
}

void scene_synchronize(struct scene *scene)
{
    scene_call(scene, CALL_cudaDeviceSynchronize, 0, 0, 0);
}

struct listener {
    struct scene *scene;
    struct runtime_source source;
};

/* Keeps what calls answered. */
static int listen(void *context, uint32_t thread, const struct runtime_answer *answer,
                  struct program_record *record, struct err *err)
{
    struct listener *listener = context;
    struct scene *scene = listener->scene;
    if (answer && thread < 64)
        scene->answers[scene->calls[thread]] = answer->value;
    int more = listener->source.next(listener->source.context, thread, answer, record, err);
    if (more > 0 && thread < 64)
        scene->calls[thread] = record->call;
    return more;
}

static int begin_function(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                          struct err *err)
{
    struct listener *listener = context;
    return listener->source.host_function(listener->source.context, hostfn, worker, error, err);
}

int scene_run(struct scene *scene)
{
    struct runtime *runtime =
        runtime_new(&scene->profile, &scene->options, &scene->program, &scene->timeline);
    struct replay *replay = replay_new(&scene->program);
    struct listener listener = {scene, replay_source(replay)};
    struct runtime_source source = {
        .context = &listener, .next = listen, .host_function = begin_function};
    int rc = runtime_run(runtime, &source, &scene->err);
    replay_free(replay);
    runtime_free(runtime);
    return rc;
}

const struct timeline_op *scene_op(const struct scene *scene, uint32_t op)
{
    ck_assert_uint_lt(op, scene->timeline.ops.count);
    return &scene->timeline.ops.rows[op];
}

const struct timeline_call *scene_row(const struct scene *scene, enum call call, size_t n)
{
    for (size_t i = 0; i < scene->timeline.calls.count; i++)
        if (scene->timeline.calls.rows[i].call == call && n-- == 0)
            return &scene->timeline.calls.rows[i];
    return NULL;
}

void scene_check(const struct scene *scene)
{
    struct strbuf complaint;
    strbuf_init(&complaint);
    bool sound = timeline_check(&scene->timeline, &complaint);
    ck_assert_msg(sound, "%s", complaint.text);
    strbuf_release(&complaint);
}

void scene_release(struct scene *scene)
{
    timeline_release(&scene->timeline);
    program_release(&scene->program);
    profile_release(&scene->profile);
}
