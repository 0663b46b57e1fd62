/* One run of a program on the device: every record performed in order, with the host's times. */
#ifndef GPU_CUDA_RUN_H
#define GPU_CUDA_RUN_H

#include "gpu/cuda_objects.h"

/* Host times of one record; ns of the clock that the run was given. */
struct run_time {
    int64_t enter, returned;
};

/* Whether the executor can run the program at all; ERR_UNAVAILABLE, with the place, if not. */
int cuda_run_check(const struct program *program, struct err *err);

/* Performs the program once. `times` has a row for each record. Streams and events are made before
 * and destroyed after, if the program did not. `clock` gives the host's time. The device is idle
 * when it returns; *last is when the last call that waited for the device returned, or when the
 * device was idle if none did. */
int cuda_run(struct cuda_objects *objects, int64_t (*clock)(void), struct run_time *times,
             int64_t *last, struct err *err);

/* Whether the record enqueues a kernel, copy, memset or host function (`work`), or also an event
 * record or wait (otherwise). */
bool cuda_run_enqueues(const struct program_record *record, bool work);

#endif
