/* Usage: random SEED
 *
 * Prints a random scenario as CUDA C++: some kernels, streams, events and host threads, and a few
 * loops over random calls. The same seed gives the same text everywhere, for ever: recordings are
 * held against it (tests/validation/RANDOM), so what this prints for a seed never changes.
 *
 * A scenario lasts some 0.3 to 8 ms. It deadlocks nowhere, waits only for events that were
 * recorded, and stays inside its memory; races between copies don't matter, since nothing is read.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STREAMS = 8, KERNELS = 6, EVENTS = 6, THREADS = 4, STAGES = 4 };

/* Seeds from here on may have stages between records with timing, and kernels of a thread an
 * element. */
enum { SEED_STAGES = 30000 };

/* What a scenario may contain. */
struct features {
    bool copies, duplex, small_copies, pageable, device_copies, memsets, rows;
    bool events, timing, legacy, per_thread, non_blocking, priorities;
    bool host_functions, host_work, waits, polls, memory, threads;
    bool shared, registers, work, bursts;
    bool stages, elements;
};

struct draw {
    uint64_t state;
    struct features features;
    int streams, kernels, events, threads;
    double kernel_us[KERNELS]; /* about, alone */
    double us;                 /* about, what the calls so far take one after the other */
    double budget;             /* of us */
    int operations, most;      /* so far; enough */
    bool staged[STAGES];       /* of the thread: its events are recorded */
};

/* splitmix64 */
static uint64_t next(struct draw *draw)
{
    uint64_t z = draw->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(struct draw *draw, int n)
{
    return (int)(next(draw) % (uint64_t)n);
}

static bool chance(struct draw *draw, int percent)
{
    return below(draw, 100) < percent;
}

/* From low to high, every doubling as likely. */
static int spread(struct draw *draw, int low, int high)
{
    int doublings = 0;
    while (low << doublings < high)
        doublings++;
    int base = low << below(draw, doublings + 1);
    int value = base + below(draw, base + 1);
    return value < high ? value : high;
}

static void choose_features(struct draw *draw, bool stages)
{
    struct features *f = &draw->features;
    f->copies = chance(draw, 75);
    f->duplex = chance(draw, 70);
    f->small_copies = chance(draw, 30);
    f->pageable = chance(draw, 15);
    f->device_copies = chance(draw, 25);
    f->memsets = chance(draw, 25);
    f->rows = chance(draw, 8);
    f->events = chance(draw, 55);
    f->timing = chance(draw, 30);
    f->legacy = chance(draw, 20);
    f->per_thread = chance(draw, 10);
    f->non_blocking = chance(draw, 60);
    f->priorities = chance(draw, 20);
    f->host_functions = chance(draw, 10);
    f->host_work = chance(draw, 35);
    f->waits = chance(draw, 30);
    f->polls = chance(draw, 12);
    f->memory = chance(draw, 12);
    f->threads = chance(draw, 15);
    f->shared = chance(draw, 25);
    f->registers = chance(draw, 25);
    f->work = chance(draw, 20);
    f->bursts = chance(draw, 25);
    draw->streams = 1 + below(draw, chance(draw, 20) ? STREAMS : 4);
    draw->kernels = 2 + below(draw, KERNELS - 1);
    draw->events = f->events || f->polls ? 1 + below(draw, EVENTS) : 0;
    draw->threads = f->threads ? 2 + below(draw, THREADS - 1) : 1;
    draw->budget = spread(draw, 1000, 6000);
    draw->most = 20 + below(draw, 60);
    f->stages = stages && chance(draw, 25);
    f->elements = stages && chance(draw, 20);
}

/* A thread an element or a few, in blocks that are over at once. */
static void write_elements(struct draw *draw, int k)
{
    static const int blocks[] = {64, 128, 128, 256, 256, 256, 320, 512, 1024};
    int threads = blocks[below(draw, 9)];
    int elements = spread(draw, 1 << 15, 1 << 22), bytes = 4 * (1 + below(draw, 6));
    double count = elements;
    draw->kernel_us[k] = 2 + count * bytes / 4e6;
    printf("#pragma nullstream kernel(k%d) bytes(%.0f) flops(%.0f)\n", k, count * bytes,
           chance(draw, 50) ? count * below(draw, 16) : 0.0);
    printf("__global__ void k%d(float *p)\n{\n    p[0] += 1;\n}\n", k);
    printf("#define K%d(stream) k%d<<<%d, %d, 0, stream>>>(x)\n\n", k, k,
           (elements + threads - 1) / threads, threads);
}

/* A kernel's launch is a macro of its own, so that its shape stands in one place. */
static void write_kernel(struct draw *draw, int k)
{
    static const int grids[] = {1, 1, 2, 8, 16, 24, 33, 40, 66, 100, 132, 200, 264, 528, 1100};
    static const int blocks[] = {32, 64, 128, 256, 256, 256, 512, 1024, 1024};
    static const int shares[] = {4, 16, 48, 64, 100, 200};
    static const int registers[] = {32, 40, 64, 96, 128};
    const struct features *f = &draw->features;
    if (f->elements && chance(draw, 50)) {
        write_elements(draw, k);
        return;
    }
    int grid = grids[below(draw, 15)], threads = blocks[below(draw, 9)];
    int shared = f->shared && chance(draw, 50) ? 1024 * shares[below(draw, 6)] : 0;
    int regs = f->registers && chance(draw, 50) ? registers[below(draw, 5)] : 0;
    if (regs * threads > 65536)
        regs = 64;
    bool works = f->work && chance(draw, 60);
    int fitting = 2048 / threads < 32 ? 2048 / threads : 32;
    if (shared && fitting > 226 * 1024 / (shared + 1024))
        fitting = 226 * 1024 / (shared + 1024);
    if (regs && fitting > 65536 / (regs * threads))
        fitting = 65536 / (regs * threads);
    int waves = (grid + 132 * fitting - 1) / (132 * fitting);
    int us = spread(draw, 4, 200 / waves < 8 ? 8 : 200 / waves);
    draw->kernel_us[k] = (double)us * waves;
    if (works) {
        /* What so many SMs do in that time, of arithmetic or of traffic. */
        double sms = grid < 132 ? grid : 132, length = draw->kernel_us[k];
        double share = threads >= 512 ? 1 : threads / 512.0;
        if (chance(draw, 50))
            printf("#pragma nullstream kernel(k%d) flops(%.0fe3)\n", k,
                   length * sms * share * 465e3 / 1e3 + 1);
        else
            printf("#pragma nullstream kernel(k%d) bytes(%.0fe3)\n", k,
                   length * sms * share * 20e3 / 1e3 + 1);
        printf("__global__ void k%d(float *x)\n{\n    x[threadIdx.x] += 1.0f;\n}\n", k);
    } else {
        printf("#pragma nullstream kernel(k%d) block_time(%dus)", k, us);
        if (regs)
            printf(" regs(%d)", regs);
        printf("\n__global__ void k%d(float *x)\n{\n    spin_us(%d);\n}\n", k, us);
    }
    printf("#define K%d(stream) k%d<<<%d, %d, %d, stream>>>(x)\n\n", k, k, grid, threads, shared);
}

static void line(int depth, const char *text)
{
    for (int i = 0; i < depth; i++)
        printf("    ");
    printf("%s\n", text);
}

static void write_stream(struct draw *draw, char *text, size_t size)
{
    const struct features *f = &draw->features;
    if (f->legacy && chance(draw, 20))
        snprintf(text, size, "0");
    else if (f->per_thread && chance(draw, 30))
        snprintf(text, size, "cudaStreamPerThread");
    else
        snprintf(text, size, "s[%d]", below(draw, draw->streams));
}

static void write_copy(struct draw *draw, int depth, const char *stream, int turns)
{
    const struct features *f = &draw->features;
    char text[200];
    int kb = f->small_copies && chance(draw, 60) ? spread(draw, 4, 64) : spread(draw, 64, 16384);
    bool out = f->duplex && chance(draw, 50);
    bool pageable = f->pageable && chance(draw, 40);
    if (pageable && kb > 4096)
        kb = 4096;
    const char *host = pageable ? "pageable" : "pinned";
    if (f->rows && chance(draw, 40))
        snprintf(text, sizeof text,
                 out ? "cudaMemcpy2DAsync(pinned, 8192, device, 8192, 4096, %d, "
                       "cudaMemcpyDeviceToHost, %s);"
                     : "cudaMemcpy2DAsync(device, 8192, pinned, 8192, 4096, %d, "
                       "cudaMemcpyHostToDevice, %s);",
                 kb / 8 + 1, stream);
    else if (out)
        snprintf(text, sizeof text,
                 "cudaMemcpyAsync(%s, device, %d * KB, cudaMemcpyDeviceToHost, %s);", host, kb,
                 stream);
    else
        snprintf(text, sizeof text,
                 "cudaMemcpyAsync(device, %s, %d * KB, cudaMemcpyHostToDevice, %s);", host, kb,
                 stream);
    line(depth, text);
    draw->us += turns * (5 + kb * (pageable ? 0.06 : 0.0185));
}

static void write_device_copy(struct draw *draw, int depth, const char *stream, int turns)
{
    char text[200];
    int kb = spread(draw, 16, 32768);
    if (draw->features.device_copies && (!draw->features.memsets || chance(draw, 50)))
        snprintf(text, sizeof text,
                 "cudaMemcpyAsync(other, device, %d * KB, cudaMemcpyDeviceToDevice, %s);", kb,
                 stream);
    else
        snprintf(text, sizeof text, "cudaMemsetAsync(other, 0, %d * KB, %s);", kb, stream);
    line(depth, text);
    draw->us += turns * 5;
}

static void write_memory(struct draw *draw, int depth, const char *stream, int turns)
{
    char text[200];
    int kb = spread(draw, 4, 8192);
    switch (below(draw, 4)) {
    case 0:
        line(depth, "{");
        printf("%*schar *memory;\n", 4 * (depth + 1), "");
        snprintf(text, sizeof text, "cudaMalloc(&memory, %d * KB);", kb);
        line(depth + 1, text);
        line(depth + 1, "cudaFree(memory);");
        line(depth, "}");
        draw->us += 80 * turns;
        break;
    case 1:
        snprintf(text, sizeof text, "cudaMemset(other, 0, %d * KB);", kb);
        line(depth, text);
        break;
    default:
        line(depth, "{");
        printf("%*schar *memory;\n", 4 * (depth + 1), "");
        snprintf(text, sizeof text, "cudaMallocAsync(&memory, %d * KB, %s);", kb, stream);
        line(depth + 1, text);
        snprintf(text, sizeof text, "cudaMemsetAsync(memory, 0, %d * KB, %s);", kb, stream);
        line(depth + 1, text);
        snprintf(text, sizeof text, "cudaFreeAsync(memory, %s);", stream);
        line(depth + 1, text);
        line(depth, "}");
        draw->us += 10 * turns;
        break;
    }
}

static void write_kernel_call(struct draw *draw, int depth, const char *stream, int turns)
{
    char text[100];
    int k = below(draw, draw->kernels);
    int burst = draw->features.bursts && draw->kernel_us[k] < 30 && chance(draw, 30)
                    ? 2 + below(draw, 10)
                    : 1;
    if (burst > 1) {
        snprintf(text, sizeof text, "for (int j = 0; j < %d; j++)", burst);
        line(depth, text);
    }
    snprintf(text, sizeof text, "K%d(%s);", k, stream);
    line(depth + (burst > 1), text);
    draw->us += turns * burst * draw->kernel_us[k];
    draw->operations += turns * (burst - 1);
}

static void write_record(struct draw *draw, int depth, const char *event, int stage,
                         const char *stream)
{
    char text[100];
    snprintf(text, sizeof text, "cudaEventRecord(%s[%d], %s);", event, stage, stream);
    line(depth, text);
    draw->staged[stage] = true;
}

/* One call or a few that belong together. Events are per thread, so that a thread waits only for
 * what it recorded itself, or nobody did. */
static void write_call(struct draw *draw, int depth, int turns)
{
    const struct features *f = &draw->features;
    char stream[40], text[200];
    write_stream(draw, stream, sizeof stream);
    draw->operations += turns;
    int what = below(draw, 100), event = draw->events ? below(draw, draw->events) : 0;
    int stage = f->stages && what < 68 && chance(draw, 40) ? below(draw, STAGES) : -1;
    if (stage >= 0)
        write_record(draw, depth, "begins", stage, stream);
    if (what < 36) {
        write_kernel_call(draw, depth, stream, turns);
    } else if (what < 62) {
        if (f->copies)
            write_copy(draw, depth, stream, turns);
        else
            write_kernel_call(draw, depth, stream, turns);
    } else if (what < 68) {
        if (f->device_copies || f->memsets)
            write_device_copy(draw, depth, stream, turns);
    } else if (what < 75) {
        if (f->events) {
            snprintf(text, sizeof text, "cudaEventRecord(e[%d], %s);", event, stream);
            line(depth, text);
        }
    } else if (what < 84) {
        if (f->events) {
            snprintf(text, sizeof text, "cudaStreamWaitEvent(%s, e[%d], 0);", stream, event);
            line(depth, text);
        }
    } else if (what < 87) {
        if (f->host_functions) {
            snprintf(text, sizeof text, "cudaLaunchHostFunc(%s, f%d, NULL);", stream,
                     below(draw, 2));
            line(depth, text);
            draw->us += 120 * turns;
        }
    } else if (what < 91) {
        if (f->host_work) {
            snprintf(text, sizeof text, "host_work_us(%d);", spread(draw, 2, 128));
            line(depth, text);
        }
    } else if (what < 95) {
        if (f->memory)
            write_memory(draw, depth, stream, turns);
    } else if (what < 98) {
        if (f->waits) {
            snprintf(text, sizeof text, "cudaStreamSynchronize(%s);", stream);
            if (chance(draw, 25))
                snprintf(text, sizeof text, "cudaDeviceSynchronize();");
            line(depth, text);
        }
    } else if (f->polls) {
        snprintf(text, sizeof text, "cudaEventRecord(e[%d], %s);", event, stream);
        line(depth, text);
        snprintf(text, sizeof text, "while (cudaEventQuery(e[%d]) == cudaErrorNotReady)", event);
        line(depth, text);
        line(depth + 1, ";");
    }
    if (stage >= 0)
        write_record(draw, depth, "ends", stage, stream);
}

/* What the thread's stages took. */
static void write_times(struct draw *draw)
{
    char text[100];
    line(1, "float ms = 0;");
    line(1, "cudaDeviceSynchronize();");
    for (int i = 0; i < STAGES; i++) {
        if (!draw->staged[i])
            continue;
        snprintf(text, sizeof text, "cudaEventElapsedTime(&ms, begins[%d], ends[%d]);", i, i);
        line(1, text);
        draw->staged[i] = false;
    }
    line(1, "(void)ms;");
}

/* A few loops over a few calls, until the thread's part of the time is spent. */
static void write_body(struct draw *draw, double until, int most)
{
    char text[100];
    while (draw->us < until && (draw->operations < most || draw->us < until / 3)) {
        int turns = 1 + below(draw, 5);
        int calls = 4 + below(draw, 9);
        snprintf(text, sizeof text, "for (int i = 0; i < %d; i++) {", turns);
        if (turns > 1)
            line(1, text);
        write_kernel_call(draw, 1 + (turns > 1), "s[0]", turns);
        for (int i = 0; i < calls && draw->us < until && draw->operations < most; i++)
            write_call(draw, 1 + (turns > 1), turns);
        if (turns > 1)
            line(1, "}");
    }
}

static void write_streams(struct draw *draw)
{
    const struct features *f = &draw->features;
    char text[200];
    for (int i = 0; i < draw->streams; i++) {
        bool blocking = !f->non_blocking || (f->legacy && chance(draw, 50));
        int priority = f->priorities ? -below(draw, 6) : 0;
        if (priority)
            snprintf(text, sizeof text, "cudaStreamCreateWithPriority(&s[%d], %s, %d);", i,
                     blocking ? "cudaStreamDefault" : "cudaStreamNonBlocking", priority);
        else if (blocking)
            snprintf(text, sizeof text, "cudaStreamCreate(&s[%d]);", i);
        else
            snprintf(text, sizeof text, "cudaStreamCreateWithFlags(&s[%d], cudaStreamNonBlocking);",
                     i);
        line(1, text);
    }
    for (int t = 0; t < draw->threads; t++)
        for (int i = 0; i < draw->events; i++) {
            snprintf(text, sizeof text, "cudaEventCreateWithFlags(&events[%d][%d], %s);", t, i,
                     f->timing ? "cudaEventDefault" : "cudaEventDisableTiming");
            line(1, text);
        }
    for (int t = 0; draw->features.stages && t < draw->threads; t++)
        for (int i = 0; i < STAGES; i++) {
            snprintf(text, sizeof text, "cudaEventCreate(&stage_begins[%d][%d]);", t, i);
            line(1, text);
            snprintf(text, sizeof text, "cudaEventCreate(&stage_ends[%d][%d]);", t, i);
            line(1, text);
        }
}

static void write_main(struct draw *draw)
{
    char text[200];
    printf("int main()\n{\n");
    line(1, "cudaMallocHost(&pinned, 32768 * KB);");
    line(1, "cudaMalloc(&device, 32768 * KB);");
    line(1, "cudaMalloc(&other, 32768 * KB);");
    line(1, "cudaMalloc(&x, 1024 * KB);");
    line(1, "pageable = (char *)malloc(32768 * KB);");
    line(1, "memset(pageable, 1, 32768 * KB);");
    for (int k = 0; k < draw->kernels; k++) {
        snprintf(text, sizeof text,
                 "cudaFuncSetAttribute(k%d, cudaFuncAttributeMaxDynamicSharedMemorySize, 204800);",
                 k);
        if (draw->features.shared)
            line(1, text);
    }
    write_streams(draw);
    line(1, "cudaDeviceSynchronize();");
    for (int t = 1; t < draw->threads; t++) {
        snprintf(text, sizeof text, "std::thread t%d(work%d);", t, t);
        line(1, text);
    }
    line(1, "work0();");
    for (int t = 1; t < draw->threads; t++) {
        snprintf(text, sizeof text, "t%d.join();", t);
        line(1, text);
    }
    line(1, "cudaDeviceSynchronize();");
    line(1, "return 0;");
    printf("}\n");
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: random SEED\n");
        return 2;
    }
    struct draw draw = {.state = strtoull(argv[1], NULL, 10)};
    choose_features(&draw, draw.state >= SEED_STAGES);
    printf("// A random scenario, seed %s: written by tests/validation/random.c.\n", argv[1]);
    printf("#include <stdlib.h>\n#include <string.h>\n\n#include <thread>\n\n");
    printf("#include \"nullstream.cuh\"\n\n");
    printf("#define KB ((size_t)1024)\n\n");
    printf("cudaStream_t s[%d];\ncudaEvent_t events[%d][%d];\n", draw.streams, draw.threads,
           draw.events ? draw.events : 1);
    if (draw.features.stages)
        printf("cudaEvent_t stage_begins[%d][%d], stage_ends[%d][%d];\n", draw.threads, STAGES,
               draw.threads, STAGES);
    printf("char *pinned, *pageable, *device, *other;\nfloat *x;\n\n");
    for (int k = 0; k < draw.kernels; k++)
        write_kernel(&draw, k);
    for (int i = 0; i < 2; i++)
        printf("void f%d(void *)\n{\n    host_work_us(%d);\n}\n\n", i, spread(&draw, 5, 80));
    for (int t = 0; t < draw.threads; t++) {
        printf("void work%d()\n{\n", t);
        printf("    cudaEvent_t *e = events[%d];\n", t);
        if (draw.features.stages)
            printf("    cudaEvent_t *begins = stage_begins[%d], *ends = stage_ends[%d];\n", t, t);
        write_body(&draw, draw.budget * (t + 1) / draw.threads, draw.most * (t + 1) / draw.threads);
        if (draw.features.stages)
            write_times(&draw);
        printf("    (void)e[0];\n}\n\n");
    }
    write_main(&draw);
    return 0;
}
