#include "gpu/cuda_objects.h"

#include "sim/base/mem.h"
#include "sim/model/cost.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STAMPS = 1 << 20 };

int cuda_failed(struct err *err, const struct program *program, const struct program_record *record,
                cudaError_t error)
{
    if (record == NULL)
        return err_set(err, ERR_RUN, "the GPU: %s", cudaGetErrorString(error));
    const struct program_place *place = &program->places.rows[record->place];
    return err_set_at(err, ERR_RUN, record->place ? program_name(program, place->file) : "",
                      record->place ? place->line : 0, 0, "%s on the GPU: %s",
                      call_info((enum call)record->call)->name, cudaGetErrorString(error));
}

static bool on_device(enum memory_kind kind)
{
    return kind == MEMORY_DEVICE || kind == MEMORY_MANAGED;
}

/* What all allocations need together must be there before the first is asked for. */
static int check_room(const struct program *program, struct err *err)
{
    uint64_t need = 0;
    for (size_t i = 1; i < program->allocs.count; i++)
        if (on_device(program->allocs.rows[i].kind))
            need += program->allocs.rows[i].bytes;
    size_t free_bytes = 0, total = 0;
    cudaError_t error = cudaMemGetInfo(&free_bytes, &total);
    if (error != cudaSuccess)
        return cuda_failed(err, program, NULL, error);
    if (need > free_bytes)
        return err_set(err, ERR_RUN,
                       "the program needs %llu MiB of device memory; %zu MiB are free",
                       (unsigned long long)(need >> 20), free_bytes >> 20);
    return 0;
}

static int allocate(struct cuda_objects *objects, size_t row, struct err *err)
{
    const struct program_alloc *alloc = &objects->program->allocs.rows[row];
    size_t bytes = alloc->bytes ? alloc->bytes : 1;
    cudaError_t error = cudaSuccess;
    switch (alloc->kind) {
    case MEMORY_NONE:
        return 0;
    case MEMORY_PAGEABLE:
        objects->memory[row] = mem_realloc(NULL, bytes);
        memset(objects->memory[row], 1, bytes);
        return 0;
    case MEMORY_PINNED:
    case MEMORY_REGISTERED:
        error = cudaHostAlloc(&objects->memory[row], bytes, cudaHostAllocDefault);
        break;
    case MEMORY_DEVICE:
        error = cudaMalloc(&objects->memory[row], bytes);
        break;
    case MEMORY_MANAGED:
        error = cudaMallocManaged(&objects->memory[row], bytes, cudaMemAttachGlobal);
        break;
    }
    if (error == cudaSuccess)
        return 0;
    return err_set(err, ERR_RUN, "the GPU: %s of %llu bytes for `%s`: %s",
                   memory_kind_name(alloc->kind), (unsigned long long)bytes,
                   program_name(objects->program, alloc->name), cudaGetErrorString(error));
}

/* The spinning kernel has registers of its own; a program whose kernel would have another occupancy
 * with them cannot be run truly. */
static int plan_launch(struct cuda_objects *objects, const struct profile *profile, size_t row,
                       int registers, struct err *err)
{
    const struct program *program = objects->program;
    const struct program_launch *launch = &program->launches.rows[row];
    const char *name = program_name(program, program->kernels.rows[launch->kernel].name);
    struct occupancy_need need = cost_need(launch);
    struct occupancy asked, real;
    occupancy_of(profile, &need, &asked);
    need.registers = registers;
    occupancy_of(profile, &need, &real);
    if (asked.blocks != real.blocks)
        return err_set(
            err, ERR_UNAVAILABLE,
            "cannot run `%s` truly yet: %d blocks of it fit an SM, %d of the kernel that "
            "stands for it",
            name, asked.blocks, real.blocks);
    if (launch->cost == COST_WORK || launch->cooperative || launch->cluster_blocks > 1)
        return err_set(err, ERR_UNAVAILABLE, "cannot run `%s` yet: %s", name,
                       launch->cost == COST_WORK ? "its cost is given by flops and bytes"
                                                 : "cooperative launches and clusters");
    objects->block_ns[row] = cost_block_time(profile, launch, &asked);
    return 0;
}

static int plan_stamps(struct cuda_objects *objects, struct err *err)
{
    const struct program *program = objects->program;
    objects->first_stamp = mem_zalloc(program->records.count * sizeof *objects->first_stamp);
    for (size_t i = 0; i < program->records.count; i++) {
        const struct program_record *record = &program->records.rows[i];
        objects->first_stamp[i] = SIZE_MAX;
        if (call_info((enum call)record->call)->object != OBJECT_LAUNCH)
            continue;
        objects->first_stamp[i] = objects->stamp_count;
        objects->stamp_count += (size_t)cost_grid_blocks(&program->launches.rows[record->object]);
        if (objects->stamp_count > MOST_STAMPS)
            return err_set(err, ERR_UNAVAILABLE,
                           "more than %d blocks to stamp: measure without --stamps", MOST_STAMPS);
    }
    cudaError_t error =
        cudaMalloc((void **)&objects->stamps, (objects->stamp_count + 1) * sizeof *objects->stamps);
    return error == cudaSuccess ? 0 : cuda_failed(err, program, NULL, error);
}

int cuda_objects_init(struct cuda_objects *objects, const struct program *program,
                      const struct profile *profile, bool stamps, struct err *err)
{
    memset(objects, 0, sizeof *objects);
    objects->program = program;
    objects->streams = mem_zalloc((program->streams.count + 1) * sizeof *objects->streams);
    objects->events = mem_zalloc((program->events.count + 1) * sizeof *objects->events);
    objects->memory = mem_zalloc((program->allocs.count + 1) * sizeof *objects->memory);
    objects->block_ns = mem_zalloc((program->launches.count + 1) * sizeof *objects->block_ns);
    for (size_t i = 1; i < program->streams.count; i++)
        if (program->streams.rows[i].kind == STREAM_PER_THREAD)
            objects->streams[i] = cudaStreamPerThread;
    int registers = 0;
    cudaError_t error = spin_prepare(&registers);
    if (error != cudaSuccess)
        return cuda_failed(err, program, NULL, error);
    if (check_room(program, err) != 0)
        return -1;
    for (size_t i = 1; i < program->allocs.count; i++)
        if (allocate(objects, i, err) != 0)
            return -1;
    for (size_t i = 1; i < program->launches.count; i++)
        if (plan_launch(objects, profile, i, registers, err) != 0)
            return -1;
    return stamps ? plan_stamps(objects, err) : 0;
}

void *cuda_objects_at(const struct cuda_objects *objects, const struct program_range *range)
{
    return (char *)objects->memory[range->alloc] + range->offset;
}

void cuda_objects_release(struct cuda_objects *objects)
{
    if (objects->program == NULL)
        return;
    for (size_t i = 1; objects->memory && i < objects->program->allocs.count; i++) {
        enum memory_kind kind = objects->program->allocs.rows[i].kind;
        if (kind == MEMORY_PAGEABLE)
            free(objects->memory[i]);
        else if (on_device(kind))
            cudaFree(objects->memory[i]);
        else
            cudaFreeHost(objects->memory[i]);
    }
    cudaFree(objects->stamps);
    free(objects->streams);
    free(objects->events);
    free(objects->memory);
    free(objects->block_ns);
    free(objects->first_stamp);
    memset(objects, 0, sizeof *objects);
}
