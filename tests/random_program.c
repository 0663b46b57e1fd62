#include "tests/random_program.h"

#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>

enum { KERNELS = 12, COPIES = 24, ALLOCS = 8 };

struct draw {
    struct program *program;
    const struct random_options *options;
    uint64_t state;
    uint32_t *streams;
    size_t stream_count;
    uint32_t first_event;
    uint32_t launches[KERNELS], copies[COPIES], allocs[ALLOCS];
    uint16_t thread;
    int32_t line;
    bool pooled[ALLOCS]; /* allocated in stream order */
    int held;            /* locks held by the thread */
};

/* splitmix64 */
static uint64_t next(struct draw *draw)
{
    uint64_t z = draw->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static uint32_t below(struct draw *draw, uint32_t n)
{
    return (uint32_t)(next(draw) % n);
}

static void add(struct draw *draw, enum call call, uint32_t stream, uint32_t object, int64_t value)
{
    struct program *program = draw->program;
    program_add_record(program,
                       &(struct program_record){
                           .call = (uint16_t)call,
                           .thread = draw->thread,
                           .place = program_add_place(program, program->scenario, ++draw->line),
                           .stream = stream,
                           .object = object,
                           .value = value,
                       });
}

static uint32_t name(struct draw *draw, const char *prefix, int number)
{
    char text[32];
    snprintf(text, sizeof text, "%s%d", prefix, number);
    return intern_adds(&draw->program->names, text);
}

static void add_streams(struct draw *draw)
{
    const struct random_options *options = draw->options;
    draw->streams = mem_zalloc(((size_t)options->streams + 2) * sizeof *draw->streams);
    draw->streams[draw->stream_count++] = PROGRAM_STREAM_LEGACY;
    for (int i = 0; i < options->streams; i++) {
        uint32_t stream = program_add_stream(
            draw->program, &(struct program_stream){
                               .kind = below(draw, 3) ? STREAM_BLOCKING : STREAM_NONBLOCKING,
                               .name = name(draw, "s", i),
                               .priority = below(draw, 4) ? 0 : -(int32_t)below(draw, 6),
                           });
        add(draw, CALL_cudaStreamCreateWithPriority, stream, stream, 0);
        draw->streams[draw->stream_count++] = stream;
    }
    draw->streams[draw->stream_count++] =
        program_add_stream(draw->program, &(struct program_stream){.kind = STREAM_PER_THREAD,
                                                                   .name = name(draw, "p", 0)});
}

static void add_kernels(struct draw *draw)
{
    static const uint32_t blocks[] = {1, 1, 1, 8, 100, 132, 264, 500, 3000};
    static const uint32_t threads[] = {32, 128, 256, 256, 1024};
    static const uint32_t shared[] = {0, 0, 0, 1024, 40960};
    for (int i = 0; i < KERNELS; i++) {
        uint32_t kernel = program_add_kernel(
            draw->program, &(struct program_kernel){.name = name(draw, "k", i), .registers = 32});
        bool work = draw->options->work && below(draw, 3) == 0;
        draw->launches[i] =
            program_add_launch(draw->program,
                               &(struct program_launch){
                                   .kernel = kernel,
                                   .grid = {blocks[below(draw, 9)], 1, 1},
                                   .block = {threads[below(draw, 5)], 1, 1},
                                   .shared_bytes = shared[below(draw, 5)],
                                   .registers = 16u << below(draw, 3),
                                   .carveout = -1,
                                   .priority = INT32_MIN,
                                   .cost = work             ? COST_WORK
                                           : below(draw, 4) ? COST_TIME
                                                            : COST_BLOCK_TIME,
                                   .time = work ? 0 : 1000 * (1 + (int64_t)below(draw, 300)),
                                   .flops = work ? (int64_t)below(draw, 1000000000) * 10 : 0,
                                   .bytes = work ? (int64_t)below(draw, 200000000) : 0,
                               },
                               NULL, 0);
    }
}

static void add_copies(struct draw *draw)
{
    static const enum memory_kind memories[] = {MEMORY_PINNED, MEMORY_PINNED, MEMORY_REGISTERED,
                                                MEMORY_PAGEABLE, MEMORY_MANAGED};
    for (int i = 0; i < COPIES; i++) {
        static const enum copy_kind kinds[] = {COPY_H2D, COPY_H2D, COPY_D2H,   COPY_D2H,
                                               COPY_D2D, COPY_H2H, COPY_MEMSET};
        enum copy_kind kind = kinds[below(draw, 7)];
        bool host = kind == COPY_H2D || kind == COPY_D2H;
        uint64_t bytes = UINT64_C(4) << below(draw, 22);
        draw->copies[i] = program_add_copy(
            draw->program, &(struct program_copy){
                               .kind = kind,
                               .dst = {.bytes = bytes},
                               .src = {.bytes = kind == COPY_MEMSET ? 0 : bytes},
                               .host_memory = host ? memories[below(draw, 5)] : MEMORY_NONE,
                           });
    }
}

static void add_copy_call(struct draw *draw, uint32_t stream)
{
    uint32_t row = draw->copies[below(draw, COPIES)];
    bool memset = draw->program->copies.rows[row].kind == COPY_MEMSET;
    bool synchronous = !draw->options->no_waiting && below(draw, 6) == 0;
    if (draw->options->no_waiting && draw->program->copies.rows[row].kind == COPY_H2H)
        return;
    if (synchronous)
        stream = PROGRAM_STREAM_LEGACY;
    add(draw,
        memset ? synchronous ? CALL_cudaMemset : CALL_cudaMemsetAsync
               : (synchronous ? CALL_cudaMemcpy : CALL_cudaMemcpyAsync),
        stream, row, 0);
}

static void add_memory_call(struct draw *draw, uint32_t stream)
{
    struct program *program = draw->program;
    uint32_t which = below(draw, ALLOCS), *alloc = &draw->allocs[which];
    if (*alloc == 0) {
        *alloc = program_add_alloc(
            program, &(struct program_alloc){.kind = MEMORY_DEVICE,
                                             .bytes = UINT64_C(256) << below(draw, 12)});
        draw->pooled[which] = draw->options->no_waiting || below(draw, 3);
        add(draw, draw->pooled[which] ? CALL_cudaMallocAsync : CALL_cudaMalloc, stream, *alloc, 0);
    } else {
        bool frees = !draw->options->no_waiting && (!draw->pooled[which] || below(draw, 4) == 0);
        add(draw, frees ? CALL_cudaFree : CALL_cudaFreeAsync, stream, *alloc, 0);
        *alloc = 0;
    }
}

static void add_waiting_call(struct draw *draw, uint32_t stream)
{
    uint32_t event = draw->first_event + below(draw, (uint32_t)draw->options->events);
    switch (below(draw, 6)) {
    case 0:
        add(draw, CALL_cudaStreamSynchronize, stream, stream, 0);
        break;
    case 1:
        add(draw, CALL_cudaEventSynchronize, 0, event, 0);
        break;
    case 2:
        add(draw, CALL_cudaEventQuery, 0, event, 0);
        break;
    case 3:
        add(draw, CALL_cudaStreamQuery, stream, stream, 0);
        draw->program->records.rows[draw->program->records.count - 1].flags =
            below(draw, 2) ? RECORD_POLL : 0;
        break;
    case 4:
        if (below(draw, 3) == 0)
            add(draw, CALL_cudaDeviceSynchronize, 0, 0, 0);
        break;
    default: /* one lock at a time: no deadlock */
        add(draw, draw->held ? CALL_lock_release : CALL_lock_acquire, 0, 0, 0);
        draw->held = !draw->held;
        break;
    }
}

static void add_call(struct draw *draw)
{
    uint32_t stream = draw->streams[below(draw, (uint32_t)draw->stream_count)];
    uint32_t event = draw->first_event + below(draw, (uint32_t)draw->options->events);
    uint32_t what = below(draw, 100);
    if (what < 40)
        add(draw, CALL_cudaLaunchKernel, stream, draw->launches[below(draw, KERNELS)], 0);
    else if (what < 60)
        add_copy_call(draw, stream);
    else if (what < 70)
        add(draw, CALL_cudaEventRecord, stream, event, 0);
    else if (what < 80)
        add(draw, CALL_cudaStreamWaitEvent, stream, event, 0);
    else if (what < 84)
        add(draw, CALL_cudaLaunchHostFunc, stream,
            program_add_hostfn(draw->program,
                               &(struct program_hostfn){.name = name(draw, "f", 0),
                                                        .time = 1000 * below(draw, 50)}),
            0);
    else if (what < 90)
        add_memory_call(draw, stream);
    else if (what < 94)
        add(draw, CALL_host_work, 0, 0, 1000 * (int64_t)below(draw, 100));
    else if (!draw->options->no_waiting)
        add_waiting_call(draw, stream);
}

void random_program(struct program *program, const struct random_options *options)
{
    struct draw draw = {.program = program, .options = options, .state = options->seed};
    program->scenario = intern_adds(&program->names, "random.cu");
    add_streams(&draw);
    draw.first_event = (uint32_t)program->events.count;
    for (int i = 0; i < options->events; i++) {
        uint32_t event =
            program_add_event(program, &(struct program_event){.name = name(&draw, "e", i),
                                                               .timing = below(&draw, 3) > 0});
        add(&draw, CALL_cudaEventCreate, 0, event, 0);
    }
    add_kernels(&draw);
    add_copies(&draw);
    uint32_t first = (uint32_t)program->threads.count;
    for (int i = 1; i < options->threads; i++) {
        uint32_t thread =
            program_add_thread(program, &(struct program_thread){.kind = THREAD_HOST,
                                                                 .name = name(&draw, "thread", i)});
        add(&draw, CALL_thread_create, 0, thread, 0);
    }
    for (int i = 0; i < options->threads; i++) {
        draw.thread = (uint16_t)(i ? first + (uint32_t)i - 1 : 0);
        if (i)
            draw.streams[draw.stream_count - 1] =
                program_add_stream(program, &(struct program_stream){.kind = STREAM_PER_THREAD,
                                                                     .name = name(&draw, "p", i),
                                                                     .thread = draw.thread});
        draw.held = 0;
        for (int j = 0; j < ALLOCS; j++)
            draw.allocs[j] = 0;
        for (int j = 0; j < options->calls; j++)
            add_call(&draw);
        if (draw.held)
            add(&draw, CALL_lock_release, 0, 0, 0);
    }
    draw.thread = 0;
    for (int i = 1; i < options->threads; i++)
        add(&draw, CALL_thread_join, 0, first + (uint32_t)i - 1, 0);
    add(&draw, CALL_cudaDeviceSynchronize, 0, 0, 0);
    free(draw.streams);
}
