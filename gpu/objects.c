#include "gpu/objects.h"

#include "sim/base/duration.h"
#include "sim/base/mem.h"
#include "sim/model/cost.h"

#include <stdlib.h>
#include <string.h>

#define MANAGED_MOST (UINT64_C(1) << 30) /* bytes */

int objects_failed(const struct objects *objects, const struct program_record *record, int error,
                   struct err *err)
{
    const char *text = objects->device->api->error_text(error);
    if (record == NULL)
        return err_set(err, ERR_RUN, "the GPU: %s", text);
    return plan_refuse(objects->plan->program, record, ERR_RUN, err, "%s on the GPU: %s",
                       call_info((enum call)record->call)->name, text);
}

static unsigned long long mib(uint64_t bytes)
{
    return bytes >> 20;
}

static unsigned long long mib_up(uint64_t bytes)
{
    return mib(bytes) + (bytes % (1 << 20) != 0);
}

/* What the program needs at once must be free before the first of it is asked for. */
static int check_room(const struct objects *objects, const struct plan_memory *need,
                      struct err *err)
{
    struct device_facts facts;
    int error = objects->device->api->facts(objects->device, &facts);
    if (error)
        return objects_failed(objects, NULL, error, err);
    if (need->device > facts.free_bytes)
        return err_set(err, ERR_RUN,
                       "the program needs %llu MiB of device memory; %llu MiB are free",
                       mib_up(need->device), mib(facts.free_bytes));
    if (need->host > facts.host_bytes)
        return err_set(err, ERR_RUN,
                       "the program needs %llu MiB of the host's memory; %llu MiB are free",
                       mib_up(need->host), mib(facts.host_bytes));
    if (need->managed > MANAGED_MOST)
        return err_set(err, ERR_RUN,
                       "the program needs %llu MiB of managed memory; at most %llu MiB are given",
                       mib_up(need->managed), mib(MANAGED_MOST));
    return 0;
}

static int no_memory(const struct objects *objects, enum memory_kind kind, uint64_t bytes,
                     const char *name, int error, struct err *err)
{
    return err_set(err, ERR_RUN, "the GPU: %s memory of %llu bytes for `%s`: %s",
                   memory_kind_name(kind), (unsigned long long)bytes, name,
                   objects->device->api->error_text(error));
}

/* Page-locked by registration: ordinary memory first. */
static int make_memory(struct objects *objects, enum memory_kind kind, uint64_t bytes,
                       const char *name, void **memory, struct err *err)
{
    const struct device_api *api = objects->device->api;
    bool registered = kind == MEMORY_REGISTERED;
    int error = api->allocate(objects->device, registered ? MEMORY_PAGEABLE : kind,
                              bytes ? bytes : 1, memory);
    if (error == 0 && registered)
        error = api->host_register(objects->device, *memory, bytes ? bytes : 1);
    return error ? no_memory(objects, kind, bytes, name, error, err) : 0;
}

static void drop_memory(struct objects *objects, enum memory_kind kind, void *memory)
{
    const struct device_api *api = objects->device->api;
    if (memory == NULL)
        return;
    if (kind == MEMORY_REGISTERED)
        api->host_unregister(objects->device, memory);
    api->release(objects->device, kind == MEMORY_REGISTERED ? MEMORY_PAGEABLE : kind, memory);
}

/* Memory that runs register themselves is there as ordinary memory. */
static int make_all(struct objects *objects, struct err *err)
{
    const struct program *program = objects->plan->program;
    for (size_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        enum memory_kind kind = alloc->kind;
        if (objects->plan->live[i])
            kind = kind == MEMORY_REGISTERED ? MEMORY_PAGEABLE : MEMORY_NONE;
        if (kind != MEMORY_NONE &&
            make_memory(objects, kind, alloc->bytes, program_name(program, alloc->name),
                        &objects->memory[i], err) != 0)
            return -1;
    }
    for (int kind = MEMORY_PAGEABLE; kind <= MEMORY_MANAGED; kind++)
        for (int side = 0; side < 2; side++)
            if (objects->plan->scratch[kind] &&
                make_memory(objects, (enum memory_kind)kind, objects->plan->scratch[kind],
                            "unknown memory", &objects->scratch[kind][side], err) != 0)
                return -1;
    return 0;
}

/* What stands for a kernel must fill the SMs as the kernel does, or it cannot be run truly. */
static int prepare_launch(struct objects *objects, const struct program_record *record,
                          uint64_t spared, struct err *err)
{
    const struct program *program = objects->plan->program;
    const struct program_launch *row = &program->launches.rows[record->object];
    struct occupancy_need need = cost_need(row);
    struct occupancy asked;
    int blocks = 0;
    occupancy_of(objects->plan->profile, &need, &asked);
    int error = objects->device->api->launch_prepare(
        objects->device, &objects->plan->launches[record->object], spared, &blocks);
    if (error)
        return objects_failed(objects, record, error, err);
    if (blocks != asked.blocks)
        return plan_refuse(
            program, record, ERR_UNAVAILABLE, err,
            "cannot run `%s` truly: %d blocks of it fit an SM, %d of the kernel that stands for it",
            program_name(program, program->kernels.rows[row->kernel].name), asked.blocks, blocks);
    return 0;
}

static int prepare_launches(struct objects *objects, uint64_t spared, struct err *err)
{
    const struct program *program = objects->plan->program;
    bool *prepared = mem_zalloc(program->launches.count + 1);
    int result = 0;
    for (size_t i = 0; result == 0 && i < objects->plan->op_count; i++) {
        const struct program_record *record = &program->records.rows[objects->plan->op_records[i]];
        if (call_info((enum call)record->call)->object != OBJECT_LAUNCH || prepared[record->object])
            continue;
        prepared[record->object] = true;
        result = prepare_launch(objects, record, spared, err);
    }
    free(prepared);
    return result;
}

static bool is_stamped(const struct plan *plan, size_t record)
{
    enum call call = (enum call)plan->program->records.rows[record].call;
    return plan->steps[record] == PLAN_OPERATION && call_info(call)->object == OBJECT_LAUNCH;
}

bool objects_can_stamp(const struct objects *objects)
{
    const struct program *program = objects->plan->program;
    uint64_t blocks = 0;
    for (size_t i = 0; i < program->records.count && blocks <= OBJECTS_STAMPS_MOST; i++)
        if (is_stamped(objects->plan, i))
            blocks += (uint64_t)cost_grid_blocks(
                &program->launches.rows[program->records.rows[i].object]);
    return blocks <= OBJECTS_STAMPS_MOST;
}

int objects_add_stamps(struct objects *objects, struct err *err)
{
    const struct program *program = objects->plan->program;
    if (!objects_can_stamp(objects))
        return err_set(err, ERR_UNAVAILABLE,
                       "more than %d blocks to stamp: measure with another --clock",
                       OBJECTS_STAMPS_MOST);
    objects->first_stamp = mem_zalloc((program->records.count + 1) * sizeof *objects->first_stamp);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        objects->first_stamp[i] = SIZE_MAX;
        if (!is_stamped(objects->plan, i))
            continue;
        objects->first_stamp[i] = objects->stamp_count;
        objects->stamp_count += (size_t)cost_grid_blocks(&program->launches.rows[record->object]);
    }
    void *memory;
    uint64_t bytes = (objects->stamp_count + 1) * sizeof *objects->stamps;
    bytes = (bytes + DEVICE_CHUNK - 1) / DEVICE_CHUNK * DEVICE_CHUNK;
    if (make_memory(objects, MEMORY_DEVICE, bytes, "the stamps", &memory, err) != 0)
        return -1;
    objects->stamps = memory;
    return 0;
}

/* Where runs take memory. */
static int fill_rests(struct objects *objects, struct err *err)
{
    const struct program *program = objects->plan->program;
    bool takes = false;
    for (size_t i = 1; i < program->allocs.count && !takes; i++)
        takes = objects->plan->live[i] && (program->allocs.rows[i].kind == MEMORY_DEVICE ||
                                           program->allocs.rows[i].kind == MEMORY_PINNED);
    int error = takes ? objects->device->api->fill_rests(objects->device) : 0;
    return error ? objects_failed(objects, NULL, error, err) : 0;
}

/* ns that the device takes to clear so much that is given back. */
static int64_t clearing_of(const struct plan *plan, uint64_t bytes)
{
    int64_t rate = plan->profile->value[PROFILE_copy_clear_rate];
    return rate > 0 ? duration_divide((int64_t)bytes, 1000000000, rate) : 0;
}

int objects_init(struct objects *objects, const struct plan *plan, struct device *device,
                 struct err *err)
{
    const struct program *program = plan->program;
    *objects = (struct objects){.plan = plan, .device = device};
    objects->streams = mem_zalloc((program->streams.count + 1) * sizeof *objects->streams);
    objects->events = mem_zalloc((program->events.count + 1) * sizeof *objects->events);
    objects->pools = mem_zalloc((program->pools.count + 1) * sizeof *objects->pools);
    objects->memory = mem_zalloc((program->allocs.count + 1) * sizeof *objects->memory);
    objects->registered = mem_zalloc((program->allocs.count + 1) * sizeof *objects->registered);
    for (size_t i = 0; i < program->streams.count; i++)
        if (program->streams.rows[i].kind == STREAM_PER_THREAD)
            objects->streams[i] = DEVICE_STREAM_PER_THREAD;
    struct plan_memory need;
    plan_memory(plan, &need);
    if (check_room(objects, &need, err) != 0 || fill_rests(objects, err) != 0 ||
        make_all(objects, err) != 0 || prepare_launches(objects, need.runs, err) != 0)
        return -1;
    objects->clearing = clearing_of(plan, need.runs);
    return 0;
}

void *objects_at(const struct objects *objects, const struct program_copy *copy, bool of_dst)
{
    const struct program_range *range = of_dst ? &copy->dst : &copy->src;
    if (range->alloc == 0)
        return objects->scratch[plan_copy_memory(objects->plan->program, copy, of_dst)][of_dst];
    char *memory = objects->memory[range->alloc];
    return memory ? memory + range->offset : NULL;
}

/* Managed memory that a run has moved goes back to where the next run will look for it. */
static void bring_back(struct objects *objects)
{
    const struct program *program = objects->plan->program;
    const struct device_api *api = objects->device->api;
    for (size_t i = 1; i < program->allocs.count; i++) {
        const struct program_alloc *alloc = &program->allocs.rows[i];
        if (alloc->kind != MEMORY_MANAGED || objects->memory[i] == NULL || alloc->bytes == 0)
            continue;
        struct device_copy back = {
            .kind = COPY_D2H, .dst = objects->memory[i], .bytes = alloc->bytes, .prefetch = true};
        api->copy(objects->device, &back, NULL);
    }
    api->synchronize(objects->device);
}

/* The wait is the executor's, not the program's, so what it does to the next run's first allocation
 * is undone: of 256 MiB that takes 525 us behind 3 ms without one, 95 behind a small one, 83 at
 * once (traces/experiments/malloc-cleared.txt). */
static void let_clear(struct objects *objects, uint64_t of_pools)
{
    enum { SMALL = 2 << 20 };
    const struct device_api *api = objects->device->api;
    void *memory = NULL;
    int64_t time = objects->clearing + clearing_of(objects->plan, of_pools);
    if (time == 0)
        return;
    api->work(objects->device, time);
    if (api->allocate(objects->device, MEMORY_DEVICE, SMALL, &memory) == 0)
        api->release(objects->device, MEMORY_DEVICE, memory);
}

/* The next run finds the default pool as this one did, and others not at all. Returns the bytes
 * that they had of the device's memory: how many that are depends on how far the host was ahead
 * of the device (of tests/outside/j15 the first copy of each run waited 0.6 ms, where what its
 * calls had at a time in their order was taken for all). */
static uint64_t drop_pools(struct objects *objects)
{
    const struct device_api *api = objects->device->api;
    uint64_t bytes = 0, all = 0;
    for (size_t i = 1; i < objects->plan->program->pools.count; i++) {
        if (objects->pools[i] == NULL)
            continue;
        if (api->pool_reserved(objects->device, objects->pools[i], &bytes) == 0)
            all += bytes;
        api->pool_destroy(objects->device, objects->pools[i]);
        objects->pools[i] = NULL;
    }
    if (!objects->plan->uses_pool)
        return all;
    if (api->pool_reserved(objects->device, NULL, &bytes) == 0)
        all += bytes;
    api->pool_threshold(objects->device, NULL, 0);
    api->pool_trim(objects->device, NULL, 0);
    return all;
}

/* Those that last too, if `all`. */
static void drop_streams(struct objects *objects, bool all)
{
    for (size_t i = 1; i < objects->plan->program->streams.count; i++) {
        if (objects->streams[i] == NULL || objects->streams[i] == DEVICE_STREAM_PER_THREAD ||
            (objects->plan->lasting[i] && !all))
            continue;
        objects->device->api->stream_destroy(objects->device, objects->streams[i]);
        objects->streams[i] = NULL;
    }
}

void objects_reset(struct objects *objects)
{
    const struct program *program = objects->plan->program;
    const struct device_api *api = objects->device->api;
    drop_streams(objects, false);
    for (size_t i = 1; i < program->events.count; i++) {
        if (objects->events[i])
            api->event_destroy(objects->device, objects->events[i]);
        objects->events[i] = NULL;
    }
    for (size_t i = 1; i < program->allocs.count; i++) {
        enum memory_kind kind = program->allocs.rows[i].kind;
        if (objects->registered[i])
            api->host_unregister(objects->device, objects->memory[i]);
        objects->registered[i] = false;
        if (!objects->plan->live[i] || kind == MEMORY_PAGEABLE || kind == MEMORY_REGISTERED ||
            objects->memory[i] == NULL)
            continue;
        api->release(objects->device, kind, objects->memory[i]);
        objects->memory[i] = NULL;
    }
    uint64_t of_pools = drop_pools(objects);
    if (objects->plan->prefetches)
        bring_back(objects);
    let_clear(objects, of_pools);
}

void objects_release(struct objects *objects)
{
    if (objects->plan == NULL)
        return;
    const struct program *program = objects->plan->program;
    if (objects->streams)
        drop_streams(objects, true);
    for (size_t i = 1; objects->memory && i < program->allocs.count; i++)
        drop_memory(objects,
                    objects->plan->live[i] && program->allocs.rows[i].kind == MEMORY_REGISTERED
                        ? MEMORY_PAGEABLE
                        : program->allocs.rows[i].kind,
                    objects->memory[i]);
    for (int kind = MEMORY_PAGEABLE; kind <= MEMORY_MANAGED; kind++)
        for (int side = 0; side < 2; side++)
            drop_memory(objects, (enum memory_kind)kind, objects->scratch[kind][side]);
    drop_memory(objects, MEMORY_DEVICE, objects->stamps);
    free(objects->streams);
    free(objects->events);
    free(objects->pools);
    free(objects->memory);
    free(objects->registered);
    free(objects->first_stamp);
    memset(objects, 0, sizeof *objects);
}
