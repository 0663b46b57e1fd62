/* What each thread and block of the executor's kernels has to do, from what a launch costs.
 *
 * Plain arithmetic, without CUDA: cuda_kernel.cu does what it says, tests check it.
 */
#ifndef GPU_KERNEL_WORK_H
#define GPU_KERNEL_WORK_H

#include <stdbool.h>
#include <stdint.h>

#define WORK_LOAD_BYTES 16 /* what one load reads */
#define WORK_IN_FLIGHT  4  /* loads of one thread */
#define WORK_WARP       32
#define WORK_LINE_BYTES 128       /* a block's data begin at a line of the cache */
#define WORK_MOST       (1 << 30) /* FMAs of a thread, or loads of a block */

#ifdef __cplusplus
extern "C" {
#endif

struct kernel_work {
    uint32_t fmas;        /* of one thread, each dependent on the one before */
    uint32_t batches;     /* of WORK_IN_FLIGHT loads at a time, which every thread does */
    uint32_t rest;        /* loads of a block after those, less than a batch of all its threads */
    uint32_t batch_fmas;  /* of fmas, those done while a batch is on its way; 0: they come after */
    uint32_t stretch;     /* batches between two looks at the time */
    uint32_t block_loads; /* from one block's data to the next one's, in loads */
    uint32_t brief_loads; /* of a block that reads one batch at most and has little arithmetic, such
                           * as a thread an element; 0: it has more to do, or nothing to read */
};

/* Divides the totals of a launch evenly: to the nearest FMA of a thread, and to the nearest load of
 * a block, at least one where there is any. Returns false, with nothing set, when a thread or block
 * would have to do more than WORK_MOST. Less than nothing is nothing; blocks and threads are at
 * least 1. */
bool kernel_work_divide(int64_t flops, int64_t bytes, int64_t blocks, int64_t threads,
                        struct kernel_work *work);

/* Where the `count`-th launch begins to read in a buffer of `bytes`, a power of two: steps of the
 * golden ratio, so that launches side by side, and those of one repetition and of the next, read
 * different parts however long each is. A multiple of WORK_LINE_BYTES. */
uint64_t kernel_work_place(uint64_t count, uint64_t bytes);

/* The loads from one block's data to the next one's in a buffer of `bytes`. Blocks follow one
 * another; where they have much to read and do not all fit, they begin at steps of the golden
 * ratio, so that no block follows closely behind another and finds in the cache what that one has
 * read. */
uint32_t kernel_work_stride(const struct kernel_work *work, int64_t blocks, uint64_t bytes);

/* The registers of a thread as the hardware gives them out: in units for a warp (256 since compute
 * capability 3.0), so that 33 to 40 are the same. */
int kernel_work_registers(int registers, int warp_unit);

#ifdef __cplusplus
}
#endif

#endif
