/* The fake device: copies, launches, host functions, queries, and what instruments see. */
#include "tests/fake_inside.h"

#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"

/* --- work ---------------------------------------------------------------------------------------
 */

static enum call copy_call(const struct device_copy *copy)
{
    if (copy->prefetch)
        return CALL_cudaMemPrefetchAsync;
    bool flat = copy->rows <= 1;
    if (copy->kind == COPY_MEMSET)
        return flat                ? copy->synchronous ? CALL_cudaMemset : CALL_cudaMemsetAsync
               : copy->synchronous ? CALL_cudaMemset2D
                                   : CALL_cudaMemset2DAsync;
    if (copy->peer)
        return copy->synchronous ? CALL_cudaMemcpyPeer : CALL_cudaMemcpyPeerAsync;
    return flat                ? copy->synchronous ? CALL_cudaMemcpy : CALL_cudaMemcpyAsync
           : copy->synchronous ? CALL_cudaMemcpy2D
                               : CALL_cudaMemcpy2DAsync;
}

/* A copy between runs, to pageable memory of the program: a trace sees it too. */
static void prepares(struct fake_device *fake, const struct device_copy *copy)
{
    if (fake->options.copied && copy->kind == COPY_D2H && copy->synchronous)
        *fake->options.copied += copy->bytes;
    if (fake->tracing)
        fake_add_span(fake, &(struct device_span){.kind = DEVICE_COPY});
}

static int copy(struct device *device, const struct device_copy *copy, struct device_stream *stream)
{
    struct fake_device *fake = fake_of(device);
    enum memory_kind host = MEMORY_NONE;
    if (copy->kind == COPY_D2H || copy->prefetch)
        host = fake_memory_kind(fake, copy->dst);
    else if (copy->kind == COPY_H2D)
        host = fake_memory_kind(fake, copy->src);
    struct program_copy row = {
        .kind = copy->kind,
        .dst = fake_range(copy->dst, copy->bytes),
        .src = copy->src ? fake_range(copy->src, copy->bytes) : (struct program_range){0},
        .rows = copy->rows,
        .dst_pitch = copy->dst_pitch,
        .src_pitch = copy->src_pitch,
        .host_memory = host,
        .value = copy->value,
    };
    if (fake_current == NULL && !copy->prefetch)
        prepares(fake, copy);
    return fake_call(device,
                     (struct program_record){.call = (uint16_t)copy_call(copy),
                                             .stream = fake_stream_row(fake, stream),
                                             .object = program_add_copy(&fake->program, &row)});
}

static uint32_t launch_row(struct fake_device *fake, const struct device_launch *launch)
{
    bool work = launch->block_ns < 0;
    return program_add_launch(&fake->program,
                              &(struct program_launch){
                                  .kernel = fake->kernel,
                                  .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
                                  .block = {launch->block[0], launch->block[1], launch->block[2]},
                                  .shared_bytes = launch->shared_bytes,
                                  .registers = launch->registers,
                                  .carveout = launch->carveout,
                                  .priority = launch->priority,
                                  .cooperative = launch->cooperative,
                                  .cluster_blocks = (uint8_t)launch->cluster,
                                  .cost = work ? COST_WORK : COST_BLOCK_TIME,
                                  .time = work           ? 0
                                          : launch->gate ? fake->options.gate
                                                         : launch->block_ns,
                                  .flops = launch->flops,
                                  .bytes = launch->bytes,
                              },
                              NULL, 0);
}

static int launch_prepare(struct device *device, const struct device_launch *launch,
                          uint64_t spared, int *blocks)
{
    (void)spared;
    struct fake_device *fake = fake_of(device);
    int error = fake_counted(fake);
    if (error)
        return error;
    uint32_t row = launch_row(fake, launch);
    struct occupancy_need need = cost_need(&fake->program.launches.rows[row]);
    struct occupancy occupancy;
    occupancy_of(fake->options.profile, &need, &occupancy);
    *blocks = occupancy.blocks;
    return 0;
}

static int launch(struct device *device, const struct device_launch *launch,
                  struct device_stream *stream)
{
    struct fake_device *fake = fake_of(device);
    uint32_t row = launch_row(fake, launch);
    int error = fake_call(device, (struct program_record){.call = CALL_cudaLaunchKernel,
                                                          .stream = fake_stream_row(fake, stream),
                                                          .object = row});
    if (launch->stamps && error == 0) {
        fake->stamps = mem_grow(fake->stamps, &fake->stamp_capacity, fake->stamp_count + 1,
                                sizeof *fake->stamps);
        uint32_t op = (uint32_t)fake->timeline.ops.count - 1;
        while (fake->timeline.ops.rows[op].thread != fake_current->id)
            op--;
        fake->stamps[fake->stamp_count++] =
            (struct fake_stamp){launch->stamps, op, launch->stamp_count};
    }
    return error;
}

static void gate_open(struct device *device)
{
    fake_call(device, (struct program_record){.call = CALL_gate_open});
}

static int host_function(struct device *device, struct device_stream *stream, bool callback,
                         void (*function)(void *context), void *context)
{
    struct fake_device *fake = fake_of(device);
    uint32_t row =
        program_add_hostfn(&fake->program, &(struct program_hostfn){.callback = callback});
    fake->functions =
        mem_grow(fake->functions, &fake->function_capacity, row + 1, sizeof *fake->functions);
    fake->functions[row] = (struct fake_function){function, context};
    return fake_call(device, (struct program_record){.call = callback ? CALL_cudaStreamAddCallback
                                                                      : CALL_cudaLaunchHostFunc,
                                                     .stream = fake_stream_row(fake, stream),
                                                     .object = row});
}

static int query(struct device *device, const struct device_query *query)
{
    struct fake_device *fake = fake_of(device);
    uint32_t object = 0;
    switch (call_info(query->call)->object) {
    case OBJECT_STREAM:
        object = fake_stream_row(fake, query->stream);
        break;
    case OBJECT_ALLOC:
        object = fake_range(query->pointer, 0).alloc;
        break;
    case OBJECT_POOL:
        object = fake_row(query->pool);
        break;
    case OBJECT_KERNEL:
        object = fake->kernel;
        break;
    default:
        break;
    }
    return fake_call(device,
                     (struct program_record){
                         .call = (uint16_t)query->call,
                         .stream = fake_stream_row(fake, query->stream),
                         .object = object,
                         .count = query->count,
                         .value = query->from ? fake_stream_row(fake, query->from) : query->value});
}

/* --- instruments --------------------------------------------------------------------------------
 */

static int trace_begin(struct device *device, bool tagged, struct err *err)
{
    struct fake_device *fake = fake_of(device);
    if (fake->options.no_trace)
        return err_set(err, ERR_UNAVAILABLE, "nothing to trace with");
    fake->tracing = true;
    fake->tagged = tagged;
    fake->span_count = 0;
    return 0;
}

static void trace_tag(struct device *device, uint64_t tag)
{
    if (fake_current && fake_of(device)->tagged)
        fake_current->tag = tag;
}

static int trace_take(struct device *device, const struct device_span **spans, size_t *count,
                      struct err *err)
{
    (void)err;
    struct fake_device *fake = fake_of(device);
    *spans = fake->spans;
    *count = fake->span_count;
    if (fake->options.loses_spans && !fake->tagged && *count)
        --*count;
    fake->span_count = 0;
    return 0;
}

static void trace_end(struct device *device)
{
    fake_of(device)->tracing = fake_of(device)->tagged = false;
}

/* The device's clock began a second before the host's. */
enum { CLOCK_AHEAD = 1000000000 };

static int clocks(struct device *device, int64_t *host, int64_t *own, int64_t *apart)
{
    *host = device->api->now(device);
    *own = *host + CLOCK_AHEAD;
    *apart = 0;
    return fake_counted(fake_of(device));
}

static int read_stamps(struct device *device, const struct device_stamp *stamps, size_t count,
                       struct device_stamp *to)
{
    struct fake_device *fake = fake_of(device);
    int error = fake_counted(fake);
    for (size_t i = 0; error == 0 && i < fake->stamp_count; i++) {
        const struct fake_stamp *stamp = &fake->stamps[i];
        size_t first = (size_t)((uintptr_t)stamp->at - (uintptr_t)stamps) / sizeof *to;
        const struct timeline_op *op = &fake->timeline.ops.rows[stamp->op];
        for (size_t block = 0; block < stamp->blocks && first + block < count; block++)
            to[first + block] = (struct device_stamp){(uint64_t)op->start + CLOCK_AHEAD,
                                                      (uint64_t)op->end + CLOCK_AHEAD, 0, 0};
    }
    return error;
}

void fake_fill_work(struct device_api *api)
{
    api->copy = copy;
    api->launch_prepare = launch_prepare;
    api->launch = launch;
    api->gate_open = gate_open;
    api->host_function = host_function;
    api->query = query;
    api->trace_begin = trace_begin;
    api->trace_tag = trace_tag;
    api->trace_take = trace_take;
    api->trace_end = trace_end;
    api->clocks = clocks;
    api->read_stamps = read_stamps;
}
