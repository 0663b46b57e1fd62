/* What a program's records name, as CUDA objects: streams, events and memory, by table row. */
#ifndef GPU_CUDA_OBJECTS_H
#define GPU_CUDA_OBJECTS_H

#include "gpu/cuda_spin.h"
#include "sim/base/err.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"

struct cuda_objects {
    const struct program *program;
    cudaStream_t *streams;     /* by row of streams; made and destroyed by each run */
    cudaEvent_t *events;       /* by row of events; likewise */
    void **memory;             /* by row of allocs; kept over all runs */
    int64_t *block_ns;         /* by row of launches */
    struct spin_stamp *stamps; /* device memory, or NULL */
    size_t stamp_count;
    size_t *first_stamp; /* by record, where its blocks' stamps begin; SIZE_MAX: none */
};

/* Allocates memory for every alloc of the program, pageable host memory touched, and works out the
 * block times. With `stamps`, device memory for one stamp a block of every launch. */
int cuda_objects_init(struct cuda_objects *objects, const struct program *program,
                      const struct profile *profile, bool stamps, struct err *err);

/* The address of a range. */
void *cuda_objects_at(const struct cuda_objects *objects, const struct program_range *range);

void cuda_objects_release(struct cuda_objects *objects);

/* "cudaMemcpyAsync (fence.cu:14): invalid argument"; returns -1. */
int cuda_failed(struct err *err, const struct program *program, const struct program_record *record,
                cudaError_t error);

#endif
