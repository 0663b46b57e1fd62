/* A program built by hand, call by call, and run: for tests that state their arithmetic.
 *
 * Lines count up with the calls, so that an error's line says which call it was. */
#ifndef TESTS_SCENE_H
#define TESTS_SCENE_H

#include "sim/base/err.h"
#include "sim/runtime/replay.h"

struct scene {
    struct profile profile;
    struct program program;
    struct timeline timeline;
    struct runtime_options options;
    struct err err;
    uint16_t thread;             /* that makes the next calls */
    int32_t line;                /* of the last call */
    int64_t answers[CALL_COUNT]; /* value of the last call of each name */
    uint16_t calls[64];          /* the call that each thread is in */
};

/* With the profile h200. */
void scene_init(struct scene *scene);

/* With round numbers: no latencies, block start-ups or other overheads; launches 2 us (4 while
 * work is pending), copies 1 us, records and waits 0.5 us, synchronizing 0; 1 byte a ns in each
 * direction and by the host, memsets 1 us, copies on the device 2 us; pageable copies stage at
 * 2 ns a byte and wait for their stream from 1 MiB on; 10 SMs. */
void scene_init_round(struct scene *scene);

/* Adds a record of the thread; returns its row. */
uint32_t scene_call(struct scene *scene, enum call call, uint32_t stream, uint32_t object,
                    int64_t value);

/* Adds the object and the call that creates it. */
uint32_t scene_stream(struct scene *scene, enum stream_kind kind, const char *name);
uint32_t scene_event(struct scene *scene, const char *name);
uint32_t scene_alloc(struct scene *scene, enum call call, enum memory_kind kind, uint64_t bytes);

/* A thread that begins now; what it does follows once scene->thread names it. */
uint32_t scene_thread(struct scene *scene);

/* A launch of `blocks` blocks of 1024 threads (one SM holds two) that takes `time` ns alone. */
void scene_kernel(struct scene *scene, uint32_t stream, const char *name, uint32_t blocks,
                  int64_t time);
void scene_launch(struct scene *scene, uint32_t stream, const struct program_launch *launch);

/* A launch as scene_kernel makes it, to be changed. */
struct program_launch scene_geometry(struct scene *scene, const char *name, uint32_t blocks,
                                     int64_t time);
void scene_copy(struct scene *scene, enum call call, uint32_t stream, enum copy_kind kind,
                enum memory_kind host_memory, uint64_t bytes);
void scene_host_function(struct scene *scene, uint32_t stream, int64_t time);
void scene_record(struct scene *scene, uint32_t event, uint32_t stream);
void scene_wait(struct scene *scene, uint32_t event, uint32_t stream);
void scene_synchronize(struct scene *scene); /* the device */

/* Runs it; 0 or -1 with scene->err. Once. */
int scene_run(struct scene *scene);

const struct timeline_op *scene_op(const struct scene *scene, uint32_t op);

/* The n-th call row of a name, or NULL. */
const struct timeline_call *scene_row(const struct scene *scene, enum call call, size_t n);

/* Fails the test with a sentence unless the timeline holds together (tests/timeline_check.h). */
void scene_check(const struct scene *scene);
void scene_release(struct scene *scene);

#endif
