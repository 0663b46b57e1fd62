/* One CUDA call of a run: a record, its handles and addresses looked up, as the device's call. */
#ifndef GPU_CALL_H
#define GPU_CALL_H

#include "gpu/run.h"

/* What a host function does. */
struct call_body {
    void (*function)(void *context);
    void *context;
};

/* Makes the record's call. `body` is that of a host function. Returns 0, a CUDA error, or -1 with
 * *err filled: what it names is not there, a poll does not end.
 */
int call_make(struct run *run, uint32_t record, const struct call_body *body, struct err *err);

#endif
