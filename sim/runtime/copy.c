/* Copies and memsets: for every direction and kind of host memory, what the host does meanwhile
 * (semantics S2; the table of pageable copies in docs and traces of the H200). */
#include "sim/runtime/inside.h"

#include "sim/base/duration.h"
#include "sim/base/hot.h"
#include "sim/model/cost.h"

enum { DEVICE_SYNC_MEMOPS = 0x80 }; /* cudaDeviceSyncMemops, driver_types.h */

/* H: copies from and to managed memory take the host as long as those of pageable memory (S2.5). */
static bool is_pageable(const struct program_copy *copy)
{
    return copy->host_memory == MEMORY_PAGEABLE || copy->host_memory == MEMORY_NONE ||
           copy->host_memory == MEMORY_MANAGED;
}

/* Whether the SMs do it: all copies on the device and all memsets but small ones. */
static bool is_kernel(const struct runtime *runtime, const struct copy_plan *plan)
{
    return plan->kind == COPY_D2D ||
           (plan->kind == COPY_MEMSET &&
            (int64_t)plan->bytes > runtime->profile->value[PROFILE_host_memset_small_bytes]);
}

static bool is_pinned_alloc(const struct runtime *runtime, uint32_t alloc)
{
    enum memory_kind kind = alloc < runtime->program->allocs.count
                                ? runtime->program->allocs.rows[alloc].kind
                                : MEMORY_NONE;
    return memory_is_page_locked(kind);
}

/* At most 2^60: sums of times stay within bounds. */
static bool fits_pitch(const struct program_copy *copy)
{
    return copy->rows <= 1 || (copy->dst_pitch >= copy->dst.bytes &&
                               (copy->kind == COPY_MEMSET || copy->src_pitch >= copy->src.bytes));
}

static int64_t at_size(const struct runtime *runtime, enum profile_key key, uint64_t bytes)
{
    return profile_curve_at(&runtime->profile->curve[key], (int64_t)bytes);
}

/* Time of a pageable copy's call, its stream idle; by what the host's caches hold of its memory. */
static int64_t pageable_call(const struct runtime *runtime, const struct copy_plan *plan,
                             uint64_t bytes)
{
    const struct profile *profile = runtime->profile;
    if (plan->kind == COPY_D2H)
        return duration_add(
            at_size(runtime, PROFILE_copy_d2h_pageable_host, bytes),
            duration_divide(plan->held, profile->value[PROFILE_copy_d2h_pageable_held], 1 << 20));
    bool small = !plan->managed && (int64_t)bytes <= profile->value[PROFILE_copy_staging_small] &&
                 profile->curve[PROFILE_copy_h2d_pageable_small].count > 0;
    if (small)
        return at_size(runtime, PROFILE_copy_h2d_pageable_small, bytes);
    int64_t time = at_size(runtime, PROFILE_copy_h2d_pageable_host, bytes);
    int64_t more = plan->missing > 0 && profile->curve[PROFILE_copy_h2d_pageable_memory].count
                       ? at_size(runtime, PROFILE_copy_h2d_pageable_memory, bytes) - time
                       : 0;
    return duration_add(time, more > 0 ? duration_divide(more, plan->missing, 1000000) : 0);
}

/* ns that the host has staged of a copy by the time that its stream is idle: it waits for that only
 * once the buffers are full. A synchronous copy waits first (traces/experiments/pageable.txt). */
static int64_t staged_before(const struct runtime *runtime, const struct host_thread *thread,
                             const struct copy_plan *plan)
{
    int64_t free_at = staging_free_at(runtime, plan->pieces);
    int64_t waited = thread->entered - (free_at > thread->enter ? free_at : thread->enter);
    int64_t pieces = plan->pieces < STAGING_BUFFERS ? plan->pieces : STAGING_BUFFERS;
    uint64_t bytes =
        (uint64_t)pieces * (uint64_t)runtime->profile->value[PROFILE_copy_staging_buffer];
    if (bytes == 0 || plan->synchronous || waited <= 0)
        return 0;
    int64_t staged = pageable_call(runtime, plan, bytes < plan->bytes ? bytes : plan->bytes);
    return waited < staged ? waited : staged;
}

/* One side of a copy, from its first byte to its last, if that is pageable memory; else nothing. */
static struct program_range pageable_range(const struct runtime *runtime,
                                           const struct program_copy *copy, bool of_dst)
{
    struct program_range range = of_dst ? copy->dst : copy->src;
    const struct program *program = runtime->program;
    if (range.alloc >= program->allocs.count ||
        program->allocs.rows[range.alloc].kind != MEMORY_PAGEABLE)
        return (struct program_range){0};
    uint64_t most = program->allocs.rows[range.alloc].bytes;
    most = range.offset < most ? most - range.offset : 0;
    range.bytes = program_copy_extent(copy, of_dst);
    range.bytes = range.bytes < most ? range.bytes : most;
    return range;
}

/* Whether a copy to the device travels in the command stream whatever its stream waits for: its
 * call takes pageable memory's bytes along (traces/experiments/small-pageable.json); what is
 * page-locked is fetched as a part of the stream, but rows are not (inline-busy.txt). */
static bool is_carried(const struct runtime *runtime, const struct program_copy *copy,
                       const struct copy_plan *plan)
{
    const struct profile *profile = runtime->profile;
    if (plan->managed || plan->kind != COPY_H2D ||
        profile->curve[PROFILE_copy_h2d_inline].count == 0)
        return false;
    if (plan->pageable)
        return (int64_t)plan->bytes <= profile->value[PROFILE_copy_staging_small];
    return (int64_t)plan->bytes <= profile->value[PROFILE_copy_inline_always] && copy->rows <= 1;
}

static void plan_copy(const struct runtime *runtime, struct host_thread *thread)
{
    const struct program_copy *copy = &runtime->program->copies.rows[thread->record.object];
    struct copy_plan plan = {
        .kind = copy->kind,
        .managed = copy->host_memory == MEMORY_MANAGED,
        .pageable = is_pageable(copy) && thread->record.call != CALL_cudaMemPrefetchAsync,
        .fits_pitch = fits_pitch(copy),
        .bytes = program_copy_bytes(copy),
        .synchronous = call_async((enum call)thread->record.call) != CALL_NONE,
    };
    if (copy->kind == COPY_H2D) {
        struct program_range range = pageable_range(runtime, copy, false);
        plan.missing = host_cache_missing(runtime, &range);
    } else if (copy->kind == COPY_D2H) {
        struct program_range range = pageable_range(runtime, copy, true);
        plan.held = duration_divide(host_cache_held(runtime, &range), (int64_t)plan.bytes,
                                    range.bytes ? (int64_t)range.bytes : 1);
    }
    /* cudaDeviceSyncMemops: the synchronous forms always synchronize (S2.6). */
    bool always = plan.synchronous && (runtime->device_flags & DEVICE_SYNC_MEMOPS);
    switch (copy->kind) {
    case COPY_H2D:
        if (plan.pageable && !(plan.managed && plan.synchronous)) {
            plan.host = HOST_STAGES;
            plan.pieces = plan.managed ? 0 : staging_pieces(runtime, plan.bytes);
            plan.waits_first = plan.synchronous || plan.managed || plan.pieces > STAGING_BUFFERS;
            plan.known_first = plan.synchronous;
        } else {
            plan.host = plan.synchronous ? HOST_WAITS : HOST_RETURNS;
            plan.known = plan.synchronous;
        }
        break;
    case COPY_D2H: /* from pageable memory the asynchronous form only may wait (SA); it does (H) */
        plan.host = plan.synchronous || plan.pageable ? HOST_WAITS : HOST_RETURNS;
        plan.known = plan.synchronous;
        break;
    case COPY_MEMSET: /* synchronous where the target is pinned host memory */
        plan.host = always || (plan.synchronous && is_pinned_alloc(runtime, copy->dst.alloc))
                        ? HOST_WAITS
                        : HOST_RETURNS;
        plan.known = plan.host == HOST_WAITS;
        break;
    case COPY_H2H:
        plan.host = HOST_COPIES;
        plan.waits_first = plan.known = true;
        break;
    case COPY_D2D:
    case COPY_P2P:
        plan.host = always ? HOST_WAITS : HOST_RETURNS;
        plan.known = always;
        break;
    }
    plan.carried = is_carried(runtime, copy, &plan);
    thread->copy = plan;
}

HOT int copy_enter(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct program_record *record = &thread->record;
    if (!thread->planned)
        plan_copy(runtime, thread);
    thread->planned = true;
    const struct copy_plan *plan = &thread->copy;
    if (plan->kind == COPY_P2P) {
        call_error(runtime, thread, err, "%s between devices: only device 0 is predicted yet",
                   call_info((enum call)record->call)->name);
        return err_hint(err, "use device 0 throughout");
    }
    if (!stream_of_call(runtime, thread, err))
        return STEP_ERROR;
    if (plan->bytes == 0)
        return STEP_DONE;
    if (runtime->host_busy <= thread->now && (plan->waits_first || plan->pieces)) {
        await_blame(runtime, thread, thread->now, true);
        staging_await(runtime, thread, plan->pieces);
    }
    if (runtime->host_busy <= thread->now && plan->waits_first) {
        size_t count =
            after_reduce(&runtime->after, runtime->candidates,
                         fence_candidates(runtime, record->stream,
                                          call_info((enum call)record->call)->fences_observed));
        for (size_t i = 0; i < count; i++)
            await_op(runtime, thread, runtime->candidates[i].op, runtime->candidates[i].rule);
    }
    if (await(runtime, thread) == STEP_BLOCKED)
        return STEP_BLOCKED;
    if (plan->host == HOST_COPIES) /* never in a queue */
        return enqueue_turn(runtime, thread);
    if (migrates(runtime, thread))
        return enqueue_enter_copy(runtime, thread, PATH_P2P);
    if (!plan->carried && (plan->kind == COPY_H2D || plan->kind == COPY_D2H))
        return enqueue_enter_copy(runtime, thread, plan->kind == COPY_H2D ? PATH_H2D : PATH_D2H);
    return enqueue_enter(runtime, thread, err);
}

/* Whether it travels in the command stream, as far as the host can see: it is no copy of several
 * rows (traces/experiments/copies-2d.txt), and its stream is idle (the engine has the last word).
 */
static bool is_inline(const struct runtime *runtime, const struct host_thread *thread,
                      const struct copy_plan *plan)
{
    const struct profile *profile = runtime->profile;
    return plan->kind == COPY_H2D && profile->curve[PROFILE_host_copy_inline].count > 0 &&
           (int64_t)plan->bytes <= profile->value[PROFILE_copy_inline_bytes] &&
           runtime->program->copies.rows[thread->record.object].rows <= 1 &&
           fence_idle(runtime, thread->record.stream);
}

/* Of copies on the device: what is a whole number of them the driver does with one kernel, by 16
 * bytes a thread. */
enum { PAGE = 4096 };

static bool is_in_pages(const struct copy_plan *plan)
{
    return plan->bytes % PAGE == 0;
}

/* A large one that is no whole number of pages is two kernels
 * (traces/experiments/device-copy-calls.txt: 517 KiB are still one, 1881 KiB two). */
static bool is_in_two(const struct copy_plan *plan)
{
    enum { ONE_MOST = 1 << 20 };
    return plan->kind == COPY_D2D && plan->bytes > ONE_MOST && !is_in_pages(plan);
}

HOT int64_t copy_cost(struct runtime *runtime, struct host_thread *thread)
{
    const int64_t *value = runtime->profile->value;
    const struct copy_plan *plan = &thread->copy;
    int64_t call = runtime->profile->call_cost[thread->record.call];
    if (migrates(runtime, thread))
        return migrate_cost(runtime, thread);
    switch (plan->kind) {
    case COPY_D2D:
        return value[PROFILE_host_copy_d2d] +
               (is_in_two(plan) ? value[PROFILE_host_launch_pending] : 0);
    case COPY_MEMSET:
        return (int64_t)plan->bytes <= value[PROFILE_host_memset_small_bytes]
                   ? value[PROFILE_host_memset_small]
                   : call;
    case COPY_H2D:
    case COPY_D2H: {
        if (plan->host == HOST_STAGES || (plan->host == HOST_WAITS && plan->pageable)) {
            int64_t whole = pageable_call(runtime, plan, plan->bytes);
            return whole < call ? whole : call;
        }
        thread->copy.in_command = is_inline(runtime, thread, plan);
        if (plan->in_command)
            return at_size(runtime, PROFILE_host_copy_inline, plan->bytes);
        return call + duration_divide((int64_t)plan->bytes, value[PROFILE_host_copy_per_mib],
                                      INT64_C(1000) << 20);
    }
    default:
        return call;
    }
}

/* ns of a memset whose rows lie apart, if one without gaps takes `together`: it has a block for
 * each row, which are given out one after the other (traces/experiments/narrow-rows.txt: 16384 rows
 * of 4 bytes 10 us more than one piece, as many of 1024 6.3 more). */
static int64_t set_apart(const struct runtime *runtime, const struct program_copy *copy,
                         int64_t together)
{
    enum { LEAST = 8192 }; /* bytes that a kernel sets in the least time */
    int64_t starts = duration_add(at_size(runtime, PROFILE_copy_memset, LEAST),
                                  cost_starts(runtime->profile, copy_rows(copy)));
    return starts > together ? starts : together;
}

/* The engine's part of the copy. */
static struct engine_copy engine_part(struct runtime *runtime, struct host_thread *thread,
                                      const struct copy_plan *plan)
{
    const struct program_copy *copy = &runtime->program->copies.rows[thread->record.object];
    const int64_t *value = runtime->profile->value;
    struct engine_copy part = {
        .bytes = (int64_t)plan->bytes, .duration = -1, .in_rows = copy->rows > 1};
    if (migrates(runtime, thread))
        return migrate_part(runtime, thread);
    switch (plan->kind) {
    case COPY_H2D:
        part.path = PATH_H2D;
        part.carried = plan->carried;
        cache_drop(runtime, &copy->dst);
        if (plan->host == HOST_STAGES) {
            part.staged = true;
            int64_t whole = pageable_call(runtime, plan, plan->bytes);
            part.staged_at = thread->entered + whole - staged_before(runtime, thread, plan);
            if (!plan->managed)
                staging_fill(runtime, &part, whole);
        } else if (!plan->pageable)
            part.duration = copy_rows_time(runtime, copy, true, part.bytes);
        break;
    case COPY_D2H:
        part.path = PATH_D2H;
        cache_drop(runtime, &copy->src);
        if (plan->pageable) { /* the curve is of the whole call on an idle stream */
            int64_t rest = pageable_call(runtime, plan, plan->bytes) -
                           (thread->now - thread->entered) - value[PROFILE_latency_copy] -
                           value[PROFILE_latency_wake];
            int64_t least = cost_copy_time(runtime->profile, false, part.bytes);
            rest = rest > least ? rest : least; /* the transfer is in it, however little is left */
            part.staged = true;
            part.staged_at = thread->now;
            if (plan->managed)
                part.duration = rest;
            else
                thread->giving_back = staging_empty(runtime, &part, rest);
        } else {
            part.far = out_cache_write(runtime, copy);
            part.apart = copy_rows_apart(copy);
            part.duration = copy_rows_time(runtime, copy, false, part.bytes);
        }
        break;
    case COPY_MEMSET:
        part.path = PATH_D2D;
        part.carried =
            copy->rows <= 1 && (int64_t)plan->bytes <= value[PROFILE_host_memset_small_bytes];
        part.duration = at_size(runtime, PROFILE_copy_memset, plan->bytes);
        if (copy->dst_pitch > copy->dst.bytes)
            part.duration = set_apart(runtime, copy, part.duration);
        if (copy->rows > 1)
            cache_pass(runtime, plan->bytes);
        else
            cache_touch(runtime, &copy->dst);
        unwritten_add(runtime, plan->bytes);
        break;
    default:
        part.path = PATH_D2D;
        part.duration = cache_copy_time(runtime, copy, plan->bytes);
        unwritten_add(runtime, plan->bytes);
        if (is_in_two(
                plan)) /* one behind the other: traces/experiments/device-copies-starved.txt */
            part.duration += value[PROFILE_latency_kernel_kernel] +
                             at_size(runtime, PROFILE_copy_d2d, plan->bytes % PAGE);
        break;
    }
    return part;
}

/* One of several waves moves bytes at the memory's rate, which it shares with kernels that are
 * given by bytes; as many as take the time that was measured alone. Of a long one each takes a few
 * us, so that a kernel of a more urgent stream soon finds room (traces/experiments/memory-load.txt:
 * steps of 5 us take 11.4 beside a memset of 8 GiB; with waves of 16 us they would take 16.5). */
static void share_memory(const struct runtime *runtime, struct engine_kernel *kernel,
                         int64_t duration)
{
    enum {
        LEAST_WAVES = 8,
        WAVE_NS = 4000
    }; /* each has starts of blocks between it and the next */
    const int64_t *value = runtime->profile->value;
    int64_t places = kernel->occupancy.blocks * value[PROFILE_device_sm_count];
    if (places < 1 || kernel->blocks <= places)
        return;
    int64_t blocks = kernel->blocks, most = duration / WAVE_NS;
    most = most > LEAST_WAVES ? most : LEAST_WAVES;
    if (blocks / places >= most) /* the last leaves as much room as ever */
        blocks = (most - 1) * places + (blocks - 1) % places + 1;
    int64_t waves = blocks / places + (blocks % places != 0);
    int64_t starts = value[PROFILE_device_memory_start] +
                     (waves - 1) * value[PROFILE_sm_block_start] +
                     waves * value[PROFILE_sm_work_start];
    if (duration <= 2 * starts)
        return;
    kernel->blocks = blocks;
    kernel->bytes =
        duration_divide(duration - starts, value[PROFILE_device_memory_rate], INT64_C(1000000000));
    kernel->block_time = -1;
}

/* Copies on the device and memsets run on the SMs: behind a kernel that fills them they wait for
 * its end, two that are long run one after the other, and a kernel behind one begins 2 to 4 us
 * before its end, as its blocks find room (traces/experiments/device-copies.json). So they are
 * kernels of many short blocks. A thread moves 16 bytes, and 4 of a copy on the device that is one
 * kernel but no whole number of pages: that shows which of them have blocks beside a kernel that
 * computes on some SMs, and starve there (traces/experiments/device-copies-starved.txt). The
 * threads of a block are assumed. The whole takes what it takes alone. */
static __attribute__((noinline)) const struct engine_kernel *
sm_part(struct runtime *runtime, const struct host_thread *thread, const struct copy_plan *plan,
        int64_t duration, struct engine_kernel *kernel)
{
    enum { THREADS = 256, REGISTERS = 32 };
    const bool in_words = plan->kind == COPY_D2D && !is_in_pages(plan) && !is_in_two(plan);
    uint64_t bytes_of_block = (in_words ? 4 : 16) * THREADS;
    uint64_t blocks = plan->bytes / bytes_of_block + (plan->bytes % bytes_of_block != 0);
    int64_t most = runtime->profile->value[PROFILE_sm_block_threads];
    struct program_launch launch = {
        .grid = {blocks < INT32_MAX ? (uint32_t)blocks : INT32_MAX, 1, 1},
        .block = {most < THREADS ? (uint32_t)most : THREADS, 1, 1},
        .registers = REGISTERS,
        .carveout = -1,
        .cost = COST_TIME,
        .time = duration,
    };
    *kernel = (struct engine_kernel){
        .blocks = cost_grid_blocks(&launch),
        .block_threads = (int32_t)launch.block[0],
        .priority = stream_state(runtime, thread->record.stream)->priority,
        .copies = true,
    };
    struct occupancy_need need = cost_need(&launch);
    occupancy_of(runtime->profile, &need, &kernel->occupancy);
    kernel->block_time = cost_block_time(runtime->profile, &launch, &kernel->occupancy);
    share_memory(runtime, kernel, duration);
    return kernel;
}

/* The calling thread copies, from now on; its stream is idle. */
static __attribute__((noinline)) int copy_on_host(struct runtime *runtime,
                                                  struct host_thread *thread,
                                                  const struct copy_plan *plan, uint32_t op,
                                                  struct err *err)
{
    struct timeline_op *row = &runtime->timeline->ops.rows[op];
    int64_t rate = runtime->profile->value[PROFILE_copy_host_memcpy];
    row->start = thread->now;
    row->end = thread->now + duration_divide((int64_t)plan->bytes, 1000000000, rate);
    if (!thread->op_wait_count)
        add_op_wait(thread, row->start, NO_OP, RULE_ID_ISSUE);
    row->ready = row->start;
    row->first_wait =
        timeline_add_waits(runtime->timeline, thread->op_waits, thread->op_wait_count);
    row->wait_count = (uint16_t)thread->op_wait_count;
    thread->now = runtime->host_busy = row->end;
    add_wait(thread, thread->now, op, RULE_ID_COPY);
    return runtime->source->effect ? runtime->source->effect(runtime->source->context, row, err)
                                   : STEP_DONE;
}

/* What the copy does to the caches of the host: it reads and writes itself between two places of
 * its own memory. */
static void touch_host(struct runtime *runtime, struct host_thread *thread,
                       const struct program_copy *copy)
{
    bool of_host = copy->kind == COPY_H2D || copy->kind == COPY_D2H || copy->kind == COPY_H2H;
    if (of_host && thread->copy.pageable && !thread->copy.managed)
        core_cache_pass(&thread->core,
                        copy->kind == COPY_D2H ? thread->copy.bytes : 2 * thread->copy.bytes);
    if (copy->kind == COPY_H2D || copy->kind == COPY_H2H) {
        struct program_range range = pageable_range(runtime, copy, false);
        host_cache_touch(&runtime->host_cache, runtime->profile, &range, HOST_READ);
    }
    if (copy->kind == COPY_D2H || copy->kind == COPY_H2H) {
        struct program_range range = pageable_range(runtime, copy, true);
        host_cache_touch(&runtime->host_cache, runtime->profile, &range,
                         copy->kind == COPY_H2H ? HOST_WROTE : HOST_COPIED_OUT);
    }
}

HOT int copy_commit(struct runtime *runtime, struct host_thread *thread, struct err *err)
{
    const struct copy_plan *plan = &thread->copy;
    if (!plan->fits_pitch) {
        thread->result = CUDA_cudaErrorInvalidPitchValue;
        return STEP_DONE;
    }
    if (plan->bytes == 0)
        return STEP_DONE;
    if (plan->waits_first ||
        plan->pieces) { /* another thread may have put work into the stream meanwhile */
        int rc = copy_enter(runtime, thread, err);
        if (rc != STEP_DONE) {
            thread->phase = PHASE_ENTER;
            return rc;
        }
    }
    if (plan->known_first)
        stream_learn(runtime, thread, thread->record.stream);
    struct engine_copy part = engine_part(runtime, thread, plan);
    touch_host(runtime, thread, &runtime->program->copies.rows[thread->record.object]);
    bool on_host = plan->host == HOST_COPIES;
    bool on_sms =
        is_kernel(runtime, plan) && runtime->profile->value[PROFILE_rules_device_copies] == 0;
    struct engine_kernel kernel;
    const struct engine_kernel *on =
        on_sms ? sm_part(runtime, thread, plan, part.duration, &kernel) : NULL;
    uint32_t op = enqueue(runtime, thread,
                          &(struct enqueue){
                              .kind = plan->kind == COPY_MEMSET ? OP_MEMSET : OP_COPY,
                              .machine = on_host  ? MACHINE_HOST
                                         : on_sms ? MACHINE_SM
                                                  : MACHINE_COPY,
                              .name = runtime->copy_names[plan->kind],
                              .detail = thread->record.object,
                              .kernel = on,
                              .copy = on_sms ? NULL : &part,
                              .on_host = on_host,
                          });
    staging_take(runtime, plan->pieces, op);
    if (plan->known)
        stream_learn(runtime, thread, thread->record.stream);
    switch (plan->host) {
    case HOST_COPIES:
        return copy_on_host(runtime, thread, plan, op, err);
    case HOST_STAGES:
        if (part.staged_at > thread->now) {
            thread->now = part.staged_at;
            add_wait(thread, thread->now, op, RULE_ID_COPY);
        }
        return STEP_DONE;
    case HOST_WAITS:
        await_op(runtime, thread, op, RULE_ID_COPY);
        return await(runtime, thread);
    case HOST_RETURNS:
        migrate_wait(runtime, thread, op);
        break;
    }
    /* Copies on the device and memsets are kernels (traces/experiments/launch-blocking.txt). */
    if (!runtime->launch_blocking || !is_kernel(runtime, plan))
        return STEP_DONE;
    await_op(runtime, thread, op, RULE_ID_LAUNCH_BLOCKING);
    return await(runtime, thread);
}
