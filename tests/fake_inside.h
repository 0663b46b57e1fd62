/* What the parts of the fake device share; others see fake_device.h. */
#ifndef TESTS_FAKE_INSIDE_H
#define TESTS_FAKE_INSIDE_H

#include "tests/fake_device.h"

#include <pthread.h>

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
    struct device_api api;
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
extern _Thread_local struct fake_thread *fake_current;

static inline struct fake_device *fake_of(const struct device *device)
{
    return (struct fake_device *)(uintptr_t)device;
}

/* --- what is named: handles and addresses are made of rows ---------------------------------------
 */

static inline uint32_t fake_row(const void *handle)
{
    return handle ? (uint32_t)((uintptr_t)handle - HANDLE_BASE) : 0;
}

static inline void *fake_handle(uint32_t row)
{
    return (void *)((uintptr_t)row + HANDLE_BASE);
}

static inline void *fake_address(uint32_t alloc)
{
    return (void *)((uintptr_t)alloc << ADDRESS_SHIFT);
}

static inline struct program_range fake_range(const void *address, uint64_t bytes)
{
    uintptr_t at = (uintptr_t)address;
    return (struct program_range){.alloc = (uint32_t)(at >> ADDRESS_SHIFT),
                                  .offset = at & (((uintptr_t)1 << ADDRESS_SHIFT) - 1),
                                  .bytes = bytes};
}

static inline enum memory_kind fake_memory_kind(const struct fake_device *fake, const void *address)
{
    return fake->program.allocs.rows[fake_range(address, 0).alloc].kind;
}

uint32_t fake_stream_row(struct fake_device *fake, const struct device_stream *stream);

/* --- fake_device.c: calls
 * -------------------------------------------------------------------------
 */

/* Hands the call to the virtual runtime and waits for its answer; only within a run. */
struct runtime_answer fake_make_call(struct program_record record);

/* Counts a call; an error if it is the one that fails. */
int fake_counted(struct fake_device *fake);

/* Adds what a trace sees, behind what it has seen. */
void fake_add_span(struct fake_device *fake, const struct device_span *span);

/* Makes the call if it is within a run. */
int fake_call(struct device *device, struct program_record record);

/* --- the parts fill in what they do -------------------------------------------------------------
 */

void fake_fill_streams(struct device_api *api); /* fake_streams.c: streams, events, memory */
void fake_fill_work(struct device_api *api);    /* fake_work.c: work and instruments */

#endif
