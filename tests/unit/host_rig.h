/* A rig for tests of predictions: programs written call by call, run with a profile by name. */
#ifndef TESTS_UNIT_HOST_RIG_H
#define TESTS_UNIT_HOST_RIG_H

#include "sim/runtime/replay.h"
#include "sim/runtime/runtime.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { HOST_STREAMS = 26 };

struct host {
    struct profile profile;
    struct program program;
    struct timeline timeline;
    uint32_t streams[HOST_STREAMS + 1]; /* rows; [0] is the legacy stream */
    uint32_t kernel;
};

static inline void host_call(struct host *host, enum call call, uint32_t stream, uint32_t object)
{
    struct program_record record = {.call = (uint16_t)call, .stream = stream, .object = object};
    program_add_record(&host->program, &record);
}

static inline void host_init(struct host *host, const char *profile)
{
    struct err err;
    err_init(&err);
    memset(host, 0, sizeof *host);
    if (profile_load(&host->profile, profile, &err) != 0)
        ck_abort_msg("%s:%d: %s", err.file, err.line, err.message);
    program_init(&host->program);
    timeline_init(&host->timeline);
    for (int i = 1; i <= HOST_STREAMS; i++) {
        struct program_stream row = {.kind = STREAM_BLOCKING};
        host->streams[i] = program_add_stream(&host->program, &row);
        host_call(host, CALL_cudaStreamCreate, 0, host->streams[i]);
    }
    struct program_kernel kernel = {.registers = 16};
    host->kernel = program_add_kernel(&host->program, &kernel);
}

static inline void host_release(struct host *host)
{
    profile_release(&host->profile);
    program_release(&host->program);
    timeline_release(&host->timeline);
}

static inline void host_kernel(struct host *host, int stream, uint32_t blocks, uint32_t threads,
                               int64_t ns)
{
    struct program_launch launch = {
        .kernel = host->kernel,
        .grid = {blocks, 1, 1},
        .block = {threads, 1, 1},
        .registers = 16,
        .carveout = -1,
        .priority = INT32_MIN,
        .cost = COST_BLOCK_TIME,
        .time = ns,
    };
    host_call(host, CALL_cudaLaunchKernel, host->streams[stream],
              program_add_launch(&host->program, &launch, NULL, 0));
}

static inline void host_copy(struct host *host, int stream, enum copy_kind kind, uint64_t bytes)
{
    struct program_copy row = {.kind = kind,
                               .dst.bytes = bytes,
                               .src.bytes = bytes,
                               .rows = 1,
                               .host_memory = MEMORY_PINNED};
    host_call(host, CALL_cudaMemcpyAsync, host->streams[stream],
              program_add_copy(&host->program, &row));
}

/* Runs it; the wall time in us. */
static inline double host_run(struct host *host, int32_t connections)
{
    struct err err;
    err_init(&err);
    struct runtime_options options = {.compute_connections = connections,
                                      .copy_connections = connections};
    struct runtime *runtime =
        runtime_new(&host->profile, &options, &host->program, &host->timeline);
    struct replay *replay = replay_new(&host->program);
    struct runtime_source source = replay_source(replay);
    if (runtime_run(runtime, &source, &err) != 0)
        ck_abort_msg("%s:%d: %s", err.file, err.line, err.message);
    replay_free(replay);
    runtime_free(runtime);
    return (double)host->timeline.wall / 1000;
}

#endif
