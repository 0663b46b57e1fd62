/* What the executor works out of a program before it runs it: the order of each thread's records,
 * which of them put an operation into a stream, which memory is there before, what each launch's
 * blocks do.
 *
 * Nothing here touches a device.
 */
#ifndef GPU_PLAN_H
#define GPU_PLAN_H

#include "gpu/device.h"
#include "sim/model/polls.h"
#include "sim/model/profile.h"

#define PLAN_NONE UINT32_MAX

/* What the executor does with a record. */
enum plan_step {
    PLAN_SKIP,      /* nothing: it asks for what is known, or CUDA refused it */
    PLAN_HOST,      /* something on the host alone: work, threads, locks */
    PLAN_PUBLISH,   /* an atomic is written, for which a loop of another thread may wait */
    PLAN_TURNS,     /* of a loop that does nothing but wait for such a write */
    PLAN_MEANWHILE, /* what one does in a turn that looked in vain: work or a sleep */
    PLAN_CLOCK,     /* the time is read from which a sleep's end counts */
    PLAN_CALL,      /* a CUDA call that puts no operation into a stream */
    PLAN_OPERATION, /* one that does */
};

/* When the record's call has returned, its thread knows that the operation, which it has enqueued
 * itself, has ended. */
struct plan_end {
    uint32_t record, op;
};

struct plan {
    const struct program *program;
    const struct profile *profile;
    uint8_t *steps;      /* by record: enum plan_step */
    bool *waits;         /* by record: it may wait for work that the host does not know done */
    bool *polled;        /* by record: a query that tells what an earlier one said is not ready */
    uint32_t *following; /* by record: the next one of its thread, or PLAN_NONE */
    struct polls polls;  /* which queries are a loop's */
    uint32_t *until;  /* by record: of PLAN_TURNS and PLAN_MEANWHILE the look that ends theirs; of
                         a sleep until some time the reading of the clock from which that counts;
                         or PLAN_NONE */
    uint32_t *writes; /* by record of an atomic: how often that was written by then */
    uint32_t atomics; /* their numbers end there */
    uint32_t *first;  /* by thread: its first record, or PLAN_NONE */
    uint32_t *bodies; /* by hostfn: the first record of what it does, or PLAN_NONE */
    uint32_t *op_records; /* by operation: its record */
    uint32_t *ops;        /* by record: its operation, or PLAN_NONE */
    uint32_t *answers;    /* by answer: the record of a cudaEventElapsedTime */
    size_t op_count, answer_count;
    struct plan_end *ends; /* of each stream the last operation that a call lets its thread know */
    size_t end_count, end_capacity;
    bool launch_blocking; /* CUDA_LAUNCH_BLOCKING */
    uint32_t creates;     /* host threads that it creates */
    bool multithreaded;   /* other threads than main put operations into streams */
    bool several_streams; /* operations are put into more than one stream */
    bool *live;           /* by alloc: allocated and freed in each run, as the program does */
    bool *lasting;        /* by stream: made before the timed part, so it is there over all runs */
    bool prefetches;      /* managed memory moves */
    bool uses_pool;       /* stream-ordered allocation */
    uint64_t scratch[MEMORY_MANAGED + 1]; /* bytes needed for ranges of unknown memory, by kind */
    struct device_launch *launches;       /* by launch */
    uint32_t timed_name;                  /* of the range that limits the timed part; 0: none */
};

/* Errors: ERR_UNAVAILABLE at a place for what the executor cannot run, ERR_INPUT for what makes no
 * sense. The program and the profile must outlive the plan, which is to be released also after an
 * error. */
int plan_init(struct plan *plan, const struct program *program, const struct profile *profile,
              bool launch_blocking, struct err *err);

static inline const struct program_record *plan_record(const struct plan *plan, size_t record)
{
    return &plan->program->records.rows[record];
}

/* Kernel, copy, memset or host function: what the timed part counts from. */
bool plan_is_work(const struct plan *plan, size_t record);

/* Whether a trace sees it: kernels, copies and memsets, but what the host copies itself and
 * prefetches. */
bool plan_is_traced(const struct plan *plan, size_t record);

/* Whether it allocates, or frees, memory at once, in the order of no stream. */
bool plan_allocates(const struct program_record *record);
bool plan_frees(const struct program_record *record);

/* The stream that a call about one names, as row of streams. */
static inline uint32_t plan_stream_of(const struct program_record *record)
{
    return record->object ? record->object : record->stream;
}

/* The memory that must be there at once at most, bytes. */
struct plan_memory {
    uint64_t device;  /* with managed memory */
    uint64_t runs;    /* of it, what runs ask for themselves */
    uint64_t managed; /* all that is managed */
    uint64_t host;    /* page-locked or not: it is filled or locked, so it must be there */
};

void plan_memory(const struct plan *plan, struct plan_memory *memory);

/* The kind of memory of one side of a copy. */
enum memory_kind plan_copy_memory(const struct program *program, const struct program_copy *copy,
                                  bool of_dst);

/* Fills *err with a message at the record's place; returns -1. */
int plan_refuse(const struct program *program, const struct program_record *record,
                enum err_status status, struct err *err, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

void plan_release(struct plan *plan);

#endif
