/* What a program names, as objects of a device: streams, events, pools and memory, by table row.
 *
 * Memory that the program has before and after its timed part, and streams made before it (plan.h:
 * lasting), are there over all runs; everything else is made by the runs themselves.
 */
#ifndef GPU_OBJECTS_H
#define GPU_OBJECTS_H

#include "gpu/plan.h"

enum { OBJECTS_STAMPS_MOST = 1 << 20 }; /* 24 MiB of them */

struct objects {
    const struct plan *plan;
    struct device *device;
    struct device_stream **streams;       /* by row; NULL: not there now, or the legacy stream */
    struct device_event **events;         /* by row; NULL: not there now */
    struct device_pool **pools;           /* by row; NULL: not there now, or the default pool */
    void **memory;                        /* by row; NULL: not there now */
    bool *registered;                     /* by alloc: registered by a run that goes on */
    void *scratch[MEMORY_MANAGED + 1][2]; /* for ranges of unknown memory: source, destination */
    struct device_stamp *stamps;          /* device memory, or NULL */
    size_t stamp_count;
    size_t *first_stamp; /* by record, where its blocks' stamps begin; SIZE_MAX: none */
    int64_t clearing;    /* ns that clearing takes of what a run gives back */
};

/* Makes the memory that is to be there over all runs and prepares every launch. Errors: ERR_RUN
 * where memory is short or CUDA fails, ERR_UNAVAILABLE where the kernel that stands for one of the
 * program's would not have its occupancy. To be released also after an error. */
int objects_init(struct objects *objects, const struct plan *plan, struct device *device,
                 struct err *err);

/* Whether the blocks of all launches are OBJECTS_STAMPS_MOST at most. */
bool objects_can_stamp(const struct objects *objects);

/* Device memory for one stamp a block of every launch; ERR_UNAVAILABLE if these are too many. */
int objects_add_stamps(struct objects *objects, struct err *err);

/* The address of one side of a copy; NULL if its memory is not there now. */
void *objects_at(const struct objects *objects, const struct program_copy *copy, bool of_dst);

/* Destroys what a run has left: streams, events, pools, memory of its own, and lets the device
 * clear what was given back, which would hold up the next run's copies in and take of the memory's
 * rate (traces/experiments/free-scrub.txt, clearing-beside.txt). The device must be idle. */
void objects_reset(struct objects *objects);

void objects_release(struct objects *objects);

/* "cudaMemcpyAsync on the GPU: invalid argument", at the record's place (NULL: none); returns -1.
 */
int objects_failed(const struct objects *objects, const struct program_record *record, int error,
                   struct err *err);

#endif
