#include "sim/lesson/work.h"

#include "sim/analysis/label.h"
#include "sim/base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_KINDS = COPY_MEMSET + 1 };

/* All launches of one kernel. */
struct kernel_work {
    const char *name;
    uint64_t launches, threads;
    double time, flops, bytes; /* ns of whole kernels or of all blocks; of what computes */
};

struct work {
    uint64_t bytes[COPY_KINDS];
    struct kernel_work *kernels; /* by row of the program's kernels */
    size_t kernel_count;
};

static void add_launch(struct work *work, const struct program *program,
                       const struct program_launch *launch)
{
    struct kernel_work *kernel = &work->kernels[launch->kernel];
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    kernel->name = program_name(program, program->kernels.rows[launch->kernel].name);
    kernel->launches++;
    kernel->threads += blocks * launch->block[0] * launch->block[1] * launch->block[2];
    switch (launch->cost) {
    case COST_TIME:
        kernel->time += (double)launch->time;
        break;
    case COST_BLOCK_TIME:
        kernel->time += (double)launch->time * (double)blocks;
        break;
    case COST_WORK:
        kernel->flops += (double)launch->flops;
        kernel->bytes += (double)launch->bytes;
        break;
    case COST_GATE:
        break;
    }
}

static void find_work(struct work *work, const struct prediction *prediction)
{
    const struct timeline *t = &prediction->timeline;
    const struct program *program = &prediction->program;
    *work = (struct work){.kernel_count = program->kernels.count};
    work->kernels = mem_zalloc((work->kernel_count + 1) * sizeof *work->kernels);
    for (size_t i = 0; i < t->ops.count; i++) {
        const struct timeline_op *op = &t->ops.rows[i];
        if (!timeline_is_timed(t, op) || op->flags & OP_FAILED)
            continue;
        if (op->kind == OP_KERNEL)
            add_launch(work, program, &program->launches.rows[op->detail]);
        else if (op->kind == OP_COPY || op->kind == OP_MEMSET)
            work->bytes[program->copies.rows[op->detail].kind] +=
                program_copy_bytes(&program->copies.rows[op->detail]);
    }
}

/* Templates and overloads have rows of their own with one name: they count together. */
static struct kernel_work sum_of(const struct work *work, const char *name)
{
    struct kernel_work sum = {.name = name};
    for (size_t i = 0; i < work->kernel_count; i++) {
        const struct kernel_work *kernel = &work->kernels[i];
        if (!kernel->name || strcmp(kernel->name, name) != 0)
            continue;
        sum.launches += kernel->launches;
        sum.threads += kernel->threads;
        sum.time += kernel->time;
        sum.flops += kernel->flops;
        sum.bytes += kernel->bytes;
    }
    return sum;
}

static bool near(double a, double b, bool chunking)
{
    double larger = a > b ? a : b, off = a > b ? a - b : b - a;
    return off <= (chunking ? larger / 100 : 0);
}

/* A kernel whose whole time is given costs the same on a smaller grid, which leaves room for others
 * to run beside it; the time holds for the grid that it was given for. In other chunks there may be
 * more threads: each chunk rounds up, or has a grid of the size that all had. */
static bool same_threads(uint64_t start, uint64_t mine, bool chunking)
{
    return chunking ? mine >= start - start / 100 : mine == start;
}

static bool same_kernel(const struct work *start, const struct work *mine, const char *name,
                        bool chunking, struct strbuf *why)
{
    struct kernel_work was = sum_of(start, name), is = sum_of(mine, name);
    if (is.launches == 0) {
        strbuf_addf(why, "kernel `%s` is never launched", name);
    } else if (was.launches == 0) {
        strbuf_addf(why, "the starting program has no kernel `%s`", name);
    } else if (!chunking && was.launches != is.launches) {
        strbuf_addf(why, "kernel `%s` is launched %llu times, in the starting program %llu times",
                    name, (unsigned long long)is.launches, (unsigned long long)was.launches);
    } else if (!near(was.time, is.time, chunking) || !near(was.flops, is.flops, chunking) ||
               !near(was.bytes, is.bytes, chunking)) {
        double ratio = was.time > 0    ? is.time / was.time
                       : was.flops > 0 ? is.flops / was.flops
                       : was.bytes > 0 ? is.bytes / was.bytes
                                       : 0;
        strbuf_addf(why,
                    "kernel `%s` does %.1f %% of the work that it does in the starting program",
                    name, ratio * 100);
    } else if (!same_threads(was.threads, is.threads, chunking)) {
        strbuf_addf(
            why,
            "kernel `%s` is launched with %llu threads in all, in the starting program with "
            "%llu",
            name, (unsigned long long)is.threads, (unsigned long long)was.threads);
    } else {
        return true;
    }
    return false;
}

static bool same_copies(const struct work *start, const struct work *mine, struct strbuf *why)
{
    for (int kind = 0; kind < COPY_KINDS; kind++) {
        if (start->bytes[kind] == mine->bytes[kind])
            continue;
        const char *name = copy_kind_name((enum copy_kind)kind);
        strbuf_addf(why, kind == COPY_MEMSET ? "memsets fill " : "%s copies move ", name);
        label_bytes(why, mine->bytes[kind]);
        strbuf_adds(why, ", in the starting program ");
        label_bytes(why, start->bytes[kind]);
        return false;
    }
    return true;
}

static bool same(const struct work *start, const struct work *mine, bool chunking,
                 struct strbuf *why)
{
    if (!same_copies(start, mine, why))
        return false;
    for (size_t i = 0; i < start->kernel_count; i++)
        if (start->kernels[i].name &&
            !same_kernel(start, mine, start->kernels[i].name, chunking, why))
            return false;
    for (size_t i = 0; i < mine->kernel_count; i++)
        if (mine->kernels[i].name &&
            !same_kernel(start, mine, mine->kernels[i].name, chunking, why))
            return false;
    return true;
}

bool work_same(const struct prediction *start, const struct prediction *mine, bool chunking,
               struct strbuf *why)
{
    struct work was, is;
    find_work(&was, start);
    find_work(&is, mine);
    bool result = same(&was, &is, chunking, why);
    free(was.kernels);
    free(is.kernels);
    return result;
}

int64_t work_host_time(const struct timeline *timeline)
{
    int64_t sum = 0, end = timeline->zero + timeline->wall;
    for (size_t i = 0; i < timeline->calls.count; i++) {
        const struct timeline_call *call = &timeline->calls.rows[i];
        if (!call_is_work(call->call))
            continue;
        int64_t from = call->enter > timeline->zero ? call->enter : timeline->zero;
        int64_t to = call->returned < end ? call->returned : end;
        if (to > from)
            sum += to - from;
    }
    return sum;
}
