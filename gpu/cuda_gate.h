/* Kernels that wait for the host: the start gate, and the one that reads the device's clock when
 * the host asks. Both end by themselves after a second at most.
 */
#ifndef GPU_CUDA_GATE_H
#define GPU_CUDA_GATE_H

#include "gpu/device.h"

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of the host that the device sees. Zero-initialized before it is first used. */
struct cuda_gate {
    volatile uint32_t *opened; /* gates opened so far */
    volatile uint64_t *read;   /* what the device's clock said, by round; 0: not yet */
    volatile uint32_t *asked;  /* rounds asked for so far */
    void *memory;              /* what all of these point into; NULL: none yet */
    uint32_t closed;           /* gates launched so far */
};

/* Makes what gates need, and how many *blocks of one fit an SM. */
cudaError_t cuda_gate_prepare(struct cuda_gate *gate, int *blocks);

/* One thread that waits until the gate is opened, or for `launch->block_ns`. All functions but
 * those without a result return what the CUDA call that failed returned. */
cudaError_t cuda_gate_launch(struct cuda_gate *gate, const struct device_launch *launch,
                             cudaStream_t stream);

/* Opens all gates that were launched. */
void cuda_gate_open(struct cuda_gate *gate);

/* The device's clock and the host's at one moment; the middle of the shortest of several questions
 * and answers, which took 2 * *apart ns. The device must be idle. */
cudaError_t cuda_gate_clocks(struct cuda_gate *gate, int64_t (*now)(void), int64_t *host,
                             int64_t *own, int64_t *apart);

void cuda_gate_release(struct cuda_gate *gate);

#ifdef __cplusplus
}
#endif

#endif
