#include "tests/fake_device.h"

#include "sim/base/mem.h"
#include "sim/model/cost.h"
#include "sim/model/cuda_errors.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ADDRESS_SHIFT = 40, HANDLE_BASE = 16 };

/* One host thread of the executor, or a host function in progress. Whose turn it is goes back and
 * forth between the driver, which runs the virtual runtime, and one of these. */
struct fake_thread {
    struct fake_device *fake;
    uint32_t id; /* row of threads */
    pthread_t thread;
    bool started, ended;
    bool has_turn; /* else it waits for the answer to its call */
    void (*body)(void *context);
    void *context;
    uint64_t tag;
    struct program_record record;
    struct runtime_answer answer;
};

struct fake_stamp {
    const struct device_stamp *at;
    uint32_t op;
    size_t blocks;
};

struct fake_device {
    struct device device;
    struct fake_options options;
    struct program program;
    struct timeline timeline;
    struct runtime *runtime; /* of the run in progress */
    uint32_t kernel;
    uint32_t calls;
    bool failed_in_run;
    int64_t last_now;
    bool aborted; /* the runtime has ended with an error: threads only come to their end */
    bool tracing, tagged;

    pthread_mutex_t mutex;
    pthread_cond_t turned;
    struct fake_thread **threads; /* of the run, by order of birth */
    size_t thread_count, thread_capacity;
    uint32_t rows[64]; /* by the executor's number of a thread: its row + 1 */

    struct fake_function {
        void (*function)(void *context);
        void *context;
    } * functions; /* by row of hostfns */
    size_t function_capacity;
    uint64_t *tags; /* by operation of the run; 0: none */
    size_t tag_count, tag_capacity;
    struct fake_stamp *stamps;
    size_t stamp_count, stamp_capacity;
    struct device_span *spans;
    size_t span_count, span_capacity;
    uint64_t order;
    struct program_record *records;
    size_t record_count, record_capacity;
};

/* The executor's thread that runs; NULL: set-up, outside of a run. */
static _Thread_local struct fake_thread *current;

static const struct fake_options *use;

void fake_device_use(const struct fake_options *options)
{
    use = options;
}

static struct fake_device *fake_of(const struct device *device)
{
    return (struct fake_device *)(uintptr_t)device;
}

uint32_t fake_device_calls(const struct device *device)
{
    return fake_of(device)->calls;
}

bool fake_device_failed_in_run(const struct device *device)
{
    return fake_of(device)->failed_in_run;
}

const struct program *fake_device_program(const struct device *device)
{
    return &fake_of(device)->program;
}

const struct program_record *fake_device_records(const struct device *device, size_t *count)
{
    *count = fake_of(device)->record_count;
    return fake_of(device)->records;
}

/* --- turns --------------------------------------------------------------------------------------
 */

/* Gives the turn to the thread and waits until it makes a call or ends. */
static void give_turn(struct fake_thread *thread)
{
    struct fake_device *fake = thread->fake;
    pthread_mutex_lock(&fake->mutex);
    thread->has_turn = true;
    pthread_cond_broadcast(&fake->turned);
    while (thread->has_turn && !thread->ended)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

static void wait_for_turn(struct fake_thread *thread)
{
    struct fake_device *fake = thread->fake;
    pthread_mutex_lock(&fake->mutex);
    while (!thread->has_turn)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

/* Makes a call of the calling thread and waits for its answer. */
static struct runtime_answer make_call(struct program_record record)
{
    struct fake_thread *thread = current;
    struct fake_device *fake = thread->fake;
    if (fake->aborted)
        return (struct runtime_answer){.error = CUDA_cudaErrorUnknown, .now = fake->last_now};
    fake->records = mem_grow(fake->records, &fake->record_capacity, fake->record_count + 1,
                             sizeof *fake->records);
    record.thread = (uint16_t)thread->id;
    fake->records[fake->record_count++] = record;
    thread->record = record;
    pthread_mutex_lock(&fake->mutex);
    thread->has_turn = false;
    pthread_cond_broadcast(&fake->turned);
    while (!thread->has_turn)
        pthread_cond_wait(&fake->turned, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
    fake->last_now = thread->answer.now;
    return fake->aborted ? (struct runtime_answer){.error = CUDA_cudaErrorUnknown} : thread->answer;
}

static void *begin(void *argument)
{
    struct fake_thread *thread = argument;
    current = thread;
    wait_for_turn(thread);
    thread->body(thread->context);
    pthread_mutex_lock(&thread->fake->mutex);
    thread->ended = true;
    pthread_cond_broadcast(&thread->fake->turned);
    pthread_mutex_unlock(&thread->fake->mutex);
    return NULL;
}

static struct fake_thread *add_thread(struct fake_device *fake, uint32_t id,
                                      void (*body)(void *context), void *context)
{
    struct fake_thread *thread = mem_zalloc(sizeof *thread);
    *thread = (struct fake_thread){.fake = fake, .id = id, .body = body, .context = context};
    fake->threads = mem_grow(fake->threads, &fake->thread_capacity, fake->thread_count + 1,
                             sizeof(struct fake_thread *));
    fake->threads[fake->thread_count++] = thread;
    return thread;
}

/* The newest of a row: the worker's row has one for each host function. */
static struct fake_thread *thread_of_row(struct fake_device *fake, uint32_t id)
{
    for (size_t i = fake->thread_count; i-- > 0;)
        if (fake->threads[i]->id == id)
            return fake->threads[i];
    return NULL;
}

/* Notes which operation the answered call has put into its stream, if it was tagged. */
static void note_tag(struct fake_device *fake, const struct fake_thread *thread)
{
    size_t count = fake->timeline.ops.count;
    if (thread->tag == 0)
        return;
    for (size_t op = count; op-- > 0;) {
        if (fake->timeline.ops.rows[op].thread != thread->id)
            continue;
        fake->tags = mem_grow(fake->tags, &fake->tag_capacity, count, sizeof *fake->tags);
        while (fake->tag_count < count)
            fake->tags[fake->tag_count++] = 0;
        if (fake->tags[op] == 0)
            fake->tags[op] = thread->tag;
        return;
    }
}

static int next(void *context, uint32_t id, const struct runtime_answer *answer,
                struct program_record *record, struct err *err)
{
    (void)err;
    struct fake_device *fake = context;
    struct fake_thread *thread = thread_of_row(fake, id);
    if (thread == NULL || thread->ended)
        return 0;
    if (answer) {
        thread->answer = *answer;
        note_tag(fake, thread);
    }
    if (!thread->started) {
        thread->started = true;
        pthread_create(&thread->thread, NULL, begin, thread);
    }
    give_turn(thread);
    if (thread->ended)
        return 0;
    *record = thread->record;
    return 1;
}

static int host_function_due(void *context, uint32_t hostfn, uint32_t worker, int32_t error,
                             struct err *err)
{
    (void)error, (void)err;
    struct fake_device *fake = context;
    add_thread(fake, worker, fake->functions[hostfn].function, fake->functions[hostfn].context);
    return 0;
}

/* --- a run --------------------------------------------------------------------------------------
 */

static void take_spans(struct fake_device *fake)
{
    for (size_t i = 0; i < fake->timeline.ops.count; i++) {
        const struct timeline_op *op = &fake->timeline.ops.rows[i];
        if ((op->kind != OP_KERNEL && op->kind != OP_COPY && op->kind != OP_MEMSET) ||
            op->machine == MACHINE_HOST)
            continue;
        fake->spans =
            mem_grow(fake->spans, &fake->span_capacity, fake->span_count + 1, sizeof *fake->spans);
        fake->spans[fake->span_count++] = (struct device_span){
            .order = ++fake->order,
            .tag = i < fake->tag_count ? fake->tags[i] : 0,
            .kind = op->kind == OP_KERNEL ? DEVICE_KERNEL
                    : op->kind == OP_COPY ? DEVICE_COPY
                                          : DEVICE_MEMSET,
            .start = op->start,
            .end = op->end,
        };
    }
}

static void end_threads(struct fake_device *fake)
{
    for (size_t i = 0; i < fake->thread_count; i++) {
        struct fake_thread *thread = fake->threads[i];
        while (thread->started && !thread->ended)
            give_turn(thread);
        if (thread->started)
            pthread_join(thread->thread, NULL);
        free(thread);
    }
    fake->thread_count = 0;
}

static int run(struct device *device, void (*body)(void *context), void *context, struct err *err)
{
    struct fake_device *fake = fake_of(device);
    timeline_release(&fake->timeline);
    timeline_init(&fake->timeline);
    fake->tag_count = fake->stamp_count = 0;
    fake->aborted = false;
    memset(fake->rows, 0, sizeof fake->rows);
    fake->runtime =
        runtime_new(fake->options.profile, &fake->options.runtime, &fake->program, &fake->timeline);
    struct runtime_source source = {
        .context = fake, .next = next, .host_function = host_function_due};
    add_thread(fake, 0, body, context);
    int result = runtime_run(fake->runtime, &source, err);
    fake->aborted = true;
    end_threads(fake);
    if (result == 0 && fake->tracing)
        take_spans(fake);
    runtime_free(fake->runtime);
    fake->runtime = NULL;
    return result;
}

/* --- what is named ------------------------------------------------------------------------------
 */

static uint32_t row_of(const void *handle)
{
    return handle ? (uint32_t)((uintptr_t)handle - HANDLE_BASE) : 0;
}

static void *handle_of(uint32_t row)
{
    return (void *)((uintptr_t)row + HANDLE_BASE);
}

static uint32_t stream_row(struct fake_device *fake, const struct device_stream *stream)
{
    if (stream == DEVICE_STREAM_PER_THREAD)
        return current ? runtime_per_thread_stream(fake->runtime, current->id) : 0;
    return row_of(stream);
}

static void *address_of(uint32_t alloc)
{
    return (void *)((uintptr_t)alloc << ADDRESS_SHIFT);
}

static struct program_range range_of(const void *address, uint64_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    return (struct program_range){.alloc = (uint32_t)(at >> ADDRESS_SHIFT),
                                  .offset = at & (((uintptr_t)1 << ADDRESS_SHIFT) - 1),
                                  .bytes = bytes};
}

static enum memory_kind kind_of(const struct fake_device *fake, const void *address)
{
    return fake->program.allocs.rows[range_of(address, 0).alloc].kind;
}

/* Counts a call; an error if it is the one that fails. */
static int counted(struct fake_device *fake)
{
    fake->calls++;
    if (fake->calls == fake->options.crashes_at)
        _exit(7);
    while (fake->calls == fake->options.hangs_at)
        sleep(1);
    if (fake->calls != fake->options.fails_at)
        return 0;
    fake->failed_in_run = current != NULL;
    return fake->options.error;
}

/* Makes the call if it is within a run. */
static int call(struct device *device, struct program_record record)
{
    int error = counted(fake_of(device));
    if (error || current == NULL)
        return error;
    return make_call(record).error;
}

/* --- the host -----------------------------------------------------------------------------------
 */

static int64_t now(struct device *device)
{
    if (current == NULL || fake_of(device)->aborted)
        return fake_of(device)->last_now;
    return fake_of(device)->last_now = runtime_now(fake_of(device)->runtime, current->id);
}

static void work(struct device *device, int64_t ns)
{
    (void)device;
    make_call((struct program_record){.call = CALL_host_work, .value = ns});
}

static int thread_start(struct device *device, uint32_t number, void (*body)(void *context),
                        void *context)
{
    struct fake_device *fake = fake_of(device);
    uint32_t row = number;
    if (number >= fake->program.threads.count ||
        fake->program.threads.rows[number].kind != THREAD_HOST || thread_of_row(fake, number))
        row = program_add_thread(&fake->program, &(struct program_thread){.kind = THREAD_HOST});
    fake->rows[number % 64] = row;
    add_thread(fake, row, body, context);
    return call(device, (struct program_record){.call = CALL_thread_create, .object = row});
}

static int thread_join(struct device *device, uint32_t number)
{
    return call(device, (struct program_record){.call = CALL_thread_join,
                                                .object = fake_of(device)->rows[number % 64]});
}

static void lock_acquire(struct device *device, uint32_t lock)
{
    (void)device;
    make_call((struct program_record){.call = CALL_lock_acquire, .object = lock});
}

static void lock_release(struct device *device, uint32_t lock, bool for_holder)
{
    (void)device;
    make_call(
        (struct program_record){.call = CALL_lock_release, .object = lock, .count = for_holder});
}

/* --- streams and events -------------------------------------------------------------------------
 */

static int stream_create(struct device *device, bool nonblocking, int priority,
                         struct device_stream **stream)
{
    uint32_t row = program_add_stream(
        &fake_of(device)->program,
        &(struct program_stream){.kind = nonblocking ? STREAM_NONBLOCKING : STREAM_BLOCKING,
                                 .priority = priority});
    *stream = handle_of(row);
    return call(device, (struct program_record){.call = CALL_cudaStreamCreateWithPriority,
                                                .stream = row,
                                                .object = row});
}

static int stream_call(struct device *device, enum call which, struct device_stream *stream)
{
    uint32_t row = stream_row(fake_of(device), stream);
    return call(device,
                (struct program_record){.call = (uint16_t)which, .stream = row, .object = row});
}

static int stream_destroy(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamDestroy, stream);
}

static int stream_query(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamQuery, stream);
}

static int stream_synchronize(struct device *device, struct device_stream *stream)
{
    return stream_call(device, CALL_cudaStreamSynchronize, stream);
}

static int event_call(struct device *device, enum call which, struct device_event *event,
                      struct device_stream *stream)
{
    return call(device, (struct program_record){.call = (uint16_t)which,
                                                .stream = stream_row(fake_of(device), stream),
                                                .object = row_of(event)});
}

static int stream_wait(struct device *device, struct device_stream *stream,
                       struct device_event *event)
{
    return event_call(device, CALL_cudaStreamWaitEvent, event, stream);
}

static int event_create(struct device *device, bool timing, bool blocking,
                        struct device_event **event)
{
    *event = handle_of(
        program_add_event(&fake_of(device)->program,
                          &(struct program_event){.timing = timing, .blocking = blocking}));
    return event_call(device, CALL_cudaEventCreate, *event, NULL);
}

static int event_destroy(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventDestroy, event, NULL);
}

static int event_record(struct device *device, struct device_event *event,
                        struct device_stream *stream)
{
    return event_call(device, CALL_cudaEventRecord, event, stream);
}

static int event_query(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventQuery, event, NULL);
}

static int event_synchronize(struct device *device, struct device_event *event)
{
    return event_call(device, CALL_cudaEventSynchronize, event, NULL);
}

static int event_elapsed(struct device *device, struct device_event *start,
                         struct device_event *end, int64_t *ns)
{
    int error = counted(fake_of(device));
    if (error)
        return error;
    struct runtime_answer answer = make_call((struct program_record){
        .call = CALL_cudaEventElapsedTime, .object = row_of(start), .value = row_of(end)});
    *ns = answer.value;
    return answer.error;
}

static int synchronize(struct device *device)
{
    return call(device, (struct program_record){.call = CALL_cudaDeviceSynchronize});
}

/* --- memory -------------------------------------------------------------------------------------
 */

static int make_memory(struct device *device, enum call which, const struct program_alloc *alloc,
                       uint32_t stream, void **memory)
{
    uint32_t row = program_add_alloc(&fake_of(device)->program, alloc);
    *memory = address_of(row);
    int error = call(
        device, (struct program_record){.call = (uint16_t)which, .stream = stream, .object = row});
    if (error)
        *memory = NULL;
    return error;
}

static int allocate(struct device *device, enum memory_kind kind, uint64_t bytes, void **memory)
{
    enum call which = kind == MEMORY_PINNED    ? CALL_cudaHostAlloc
                      : kind == MEMORY_MANAGED ? CALL_cudaMallocManaged
                                               : CALL_cudaMalloc;
    return make_memory(device, which, &(struct program_alloc){.kind = kind, .bytes = bytes}, 0,
                       memory);
}

static int memory_call(struct device *device, enum call which, void *memory, uint32_t stream)
{
    return call(device, (struct program_record){.call = (uint16_t)which,
                                                .stream = stream,
                                                .object = range_of(memory, 0).alloc});
}

static int release(struct device *device, enum memory_kind kind, void *memory)
{
    return memory_call(device, kind == MEMORY_PINNED ? CALL_cudaFreeHost : CALL_cudaFree, memory,
                       0);
}

static int host_register(struct device *device, void *memory, uint64_t bytes)
{
    (void)bytes;
    struct fake_device *fake = fake_of(device);
    fake->program.allocs.rows[range_of(memory, 0).alloc].kind = MEMORY_REGISTERED;
    return memory_call(device, CALL_cudaHostRegister, memory, 0);
}

static int host_unregister(struct device *device, void *memory)
{
    return memory_call(device, CALL_cudaHostUnregister, memory, 0);
}

static int pool_call(struct device *device, enum call which, const struct device_pool *pool,
                     uint32_t count, uint64_t value)
{
    return call(device, (struct program_record){.call = (uint16_t)which,
                                                .object = row_of(pool),
                                                .count = count,
                                                .value = (int64_t)value});
}

static int pool_create(struct device *device, struct device_pool **pool)
{
    *pool =
        handle_of(program_add_pool(&fake_of(device)->program, &(struct program_pool){.name = 0}));
    return pool_call(device, CALL_cudaMemPoolCreate, *pool, 0, 0);
}

static int pool_destroy(struct device *device, struct device_pool *pool)
{
    return pool_call(device, CALL_cudaMemPoolDestroy, pool, 0, 0);
}

static int pool_threshold(struct device *device, struct device_pool *pool, uint64_t bytes)
{
    return pool_call(device, CALL_cudaMemPoolSetAttribute, pool, 4, bytes);
}

static int pool_trim(struct device *device, struct device_pool *pool, uint64_t keep)
{
    return pool_call(device, CALL_cudaMemPoolTrimTo, pool, 0, keep);
}

static int allocate_async(struct device *device, struct device_pool *pool, uint64_t bytes,
                          struct device_stream *stream, void **memory)
{
    return make_memory(
        device, pool ? CALL_cudaMallocFromPoolAsync : CALL_cudaMallocAsync,
        &(struct program_alloc){.kind = MEMORY_DEVICE, .bytes = bytes, .pool = row_of(pool)},
        stream_row(fake_of(device), stream), memory);
}

static int release_async(struct device *device, void *memory, struct device_stream *stream)
{
    return memory_call(device, CALL_cudaFreeAsync, memory, stream_row(fake_of(device), stream));
}

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
    return flat                ? copy->synchronous ? CALL_cudaMemcpy : CALL_cudaMemcpyAsync
           : copy->synchronous ? CALL_cudaMemcpy2D
                               : CALL_cudaMemcpy2DAsync;
}

static int copy(struct device *device, const struct device_copy *copy, struct device_stream *stream)
{
    struct fake_device *fake = fake_of(device);
    enum memory_kind host = MEMORY_NONE;
    if (copy->kind == COPY_D2H || copy->prefetch)
        host = kind_of(fake, copy->dst);
    else if (copy->kind == COPY_H2D)
        host = kind_of(fake, copy->src);
    struct program_copy row = {
        .kind = copy->kind,
        .dst = range_of(copy->dst, copy->bytes),
        .src = copy->src ? range_of(copy->src, copy->bytes) : (struct program_range){0},
        .rows = copy->rows,
        .dst_pitch = copy->dst_pitch,
        .src_pitch = copy->src_pitch,
        .host_memory = host,
        .value = copy->value,
    };
    return call(device, (struct program_record){.call = (uint16_t)copy_call(copy),
                                                .stream = stream_row(fake, stream),
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

static int launch_prepare(struct device *device, const struct device_launch *launch, int *blocks)
{
    struct fake_device *fake = fake_of(device);
    int error = counted(fake);
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
    int error = call(device, (struct program_record){.call = CALL_cudaLaunchKernel,
                                                     .stream = stream_row(fake, stream),
                                                     .object = row});
    if (launch->stamps && error == 0) {
        fake->stamps = mem_grow(fake->stamps, &fake->stamp_capacity, fake->stamp_count + 1,
                                sizeof *fake->stamps);
        uint32_t op = (uint32_t)fake->timeline.ops.count - 1;
        while (fake->timeline.ops.rows[op].thread != current->id)
            op--;
        fake->stamps[fake->stamp_count++] =
            (struct fake_stamp){launch->stamps, op, launch->stamp_count};
    }
    return error;
}

static void gate_open(struct device *device)
{
    call(device, (struct program_record){.call = CALL_gate_open});
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
    return call(device, (struct program_record){.call = callback ? CALL_cudaStreamAddCallback
                                                                 : CALL_cudaLaunchHostFunc,
                                                .stream = stream_row(fake, stream),
                                                .object = row});
}

static int query(struct device *device, const struct device_query *query)
{
    struct fake_device *fake = fake_of(device);
    uint32_t object = 0;
    switch (call_info(query->call)->object) {
    case OBJECT_STREAM:
        object = stream_row(fake, query->stream);
        break;
    case OBJECT_ALLOC:
        object = range_of(query->pointer, 0).alloc;
        break;
    case OBJECT_POOL:
        object = row_of(query->pool);
        break;
    case OBJECT_KERNEL:
        object = fake->kernel;
        break;
    default:
        break;
    }
    return call(device, (struct program_record){.call = (uint16_t)query->call,
                                                .stream = stream_row(fake, query->stream),
                                                .object = object,
                                                .count = query->count,
                                                .value = query->from ? stream_row(fake, query->from)
                                                                     : query->value});
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
    if (current && fake_of(device)->tagged)
        current->tag = tag;
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
    *host = now(device);
    *own = *host + CLOCK_AHEAD;
    *apart = 0;
    return counted(fake_of(device));
}

static int read_stamps(struct device *device, const struct device_stamp *stamps, size_t count,
                       struct device_stamp *to)
{
    struct fake_device *fake = fake_of(device);
    int error = counted(fake);
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

/* --- its life -----------------------------------------------------------------------------------
 */

/* What it records begins anew with each run. */
static int reset(struct device *device)
{
    (void)device;
    return 0;
}

static void close_device(struct device *device)
{
    struct fake_device *fake = fake_of(device);
    program_release(&fake->program);
    timeline_release(&fake->timeline);
    pthread_mutex_destroy(&fake->mutex);
    pthread_cond_destroy(&fake->turned);
    free(fake->threads);
    free(fake->functions);
    free(fake->tags);
    free(fake->stamps);
    free(fake->spans);
    free(fake->records);
    free(fake);
}

static int facts(struct device *device, struct device_facts *facts)
{
    struct fake_device *fake = fake_of(device);
    uint64_t memory = (uint64_t)fake->options.profile->value[PROFILE_device_memory];
    memset(facts, 0, sizeof *facts);
    memcpy(facts->name, "fake device", sizeof "fake device");
    memcpy(facts->driver, "0.0", sizeof "0.0");
    facts->total_bytes = memory;
    facts->free_bytes = fake->options.free_bytes ? fake->options.free_bytes : memory;
    return counted(fake);
}

static const struct device_api api = {
    .close = close_device,
    .reset = reset,
    .facts = facts,
    .error_text = cuda_error_text,
    .run = run,
    .now = now,
    .work = work,
    .thread_start = thread_start,
    .thread_join = thread_join,
    .lock_acquire = lock_acquire,
    .lock_release = lock_release,
    .stream_create = stream_create,
    .stream_destroy = stream_destroy,
    .stream_query = stream_query,
    .stream_synchronize = stream_synchronize,
    .stream_wait = stream_wait,
    .event_create = event_create,
    .event_destroy = event_destroy,
    .event_record = event_record,
    .event_query = event_query,
    .event_synchronize = event_synchronize,
    .event_elapsed = event_elapsed,
    .synchronize = synchronize,
    .allocate = allocate,
    .release = release,
    .host_register = host_register,
    .host_unregister = host_unregister,
    .pool_create = pool_create,
    .pool_destroy = pool_destroy,
    .pool_threshold = pool_threshold,
    .pool_trim = pool_trim,
    .allocate_async = allocate_async,
    .release_async = release_async,
    .copy = copy,
    .launch_prepare = launch_prepare,
    .launch = launch,
    .gate_open = gate_open,
    .host_function = host_function,
    .query = query,
    .trace_begin = trace_begin,
    .trace_tag = trace_tag,
    .trace_take = trace_take,
    .trace_end = trace_end,
    .clocks = clocks,
    .read_stamps = read_stamps,
};

int fake_device_open(const struct device_options *options, struct device **device, struct err *err)
{
    (void)options;
    *device = NULL;
    if (use == NULL)
        return err_set(err, ERR_UNAVAILABLE, "there is no GPU to measure on: no device");
    struct fake_device *fake = mem_zalloc(sizeof *fake);
    fake->device.api = &api;
    fake->options = *use;
    program_init(&fake->program);
    timeline_init(&fake->timeline);
    pthread_mutex_init(&fake->mutex, NULL);
    pthread_cond_init(&fake->turned, NULL);
    fake->kernel = program_add_kernel(&fake->program, &(struct program_kernel){.registers = 32});
    *device = &fake->device;
    return 0;
}
