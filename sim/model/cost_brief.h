/* Brief blocks: each thread reads one batch at most and computes little, as in most programs'
 * kernels, a thread an element. What starts and waits take counts for more than what they do.
 *
 * The predicting engine and the executor on the real GPU both use it, as cost.h.
 */
#ifndef SIM_MODEL_COST_BRIEF_H
#define SIM_MODEL_COST_BRIEF_H

#include "sim/model/cost.h"

/* Whether a block is one. The executor's then do nothing besides (unless their blocks are stamped).
 * What the block has in 1/1024. */
#define COST_BRIEF_FLOPS_MOST 510 /* of a thread */
bool cost_is_brief(int64_t flops, int64_t bytes, int64_t threads);

/* What a thread of a brief block issues one after the other, reading included: more with more than
 * one load, 2 for each of up to 8 FMAs and 1 besides, 1 for each of more and 15
 * (traces/experiments/readers-behind.txt, which has the counts, too). */
int64_t cost_brief_issue(int64_t flops, int64_t bytes, int64_t threads);

/* What that takes of its SM's throughput besides its flops, in flops of a thread: 5.5 for each but
 * the FMAs of a row of more than 8, which are no more than their flops (H200: 65536 blocks of 256
 * threads behind a kernel that just fills the SMs take 350 us with one load, 570 with two to four;
 * 16384 alone of 4 bytes a thread 12.3, with 255 FMAs 45.0; traces/experiments/brief-flops.txt). */
int64_t cost_brief_besides(int64_t flops, int64_t bytes, int64_t threads);

/* The first bytes of a kernel whose blocks are brief take so small a part of device.memory_start
 * (one wave of such blocks, 0.3 to 17 MB: 0.1 to 0.5 us; the same file as below). */
#define COST_BRIEF_FIRST 4

/* ns that so many threads of an SM take to start together, if their blocks are brief, where they
 * are a kernel's first (H200: kernels of 32 to 2048 threads an SM take 1.3 to 2.0 us;
 * traces/experiments/short-rooms.txt). */
int64_t cost_brief_start(const struct profile *profile, int64_t threads);

/* How brief blocks follow each other on an SM, ns. */
struct cost_brief {
    int64_t next;  /* from a place becoming free to the work of the block that follows there */
    int64_t pause; /* in which the threads of a block ask for nothing: they compute, each
                      instruction behind the one before, or wait for the last of what was read */
};

/* Of blocks with so much to do, in 1/1024; `crowded`: none of them finds room besides for its
 * threads, so that they start as others end, warp by warp.
 *
 * Crowded, as many follow as the block has threads to start (H200: 128 MB by threads of 4 bytes
 * take 83 us by blocks of 512 and 112 by blocks of 1024, which follow each other after 0.70 and
 * 0.95 us; 0.1 more each while CUPTI records; traces/experiments/late-launches.txt). Where
 * registers or shared memory leave room for few, the last line that a block reads is waited for: a
 * wave of blocks of 256 threads takes 0.76, 0.83 and 0.86 us by 4, 16 and 32 bytes a thread. A
 * dozen waves of 4 bytes a thread take 1.7 us more with 16 FMAs, 7.4 more with 255, however few
 * threads an SM has (traces/experiments/brief-rooms.txt, brief-limits.txt). */
struct cost_brief cost_brief_of(const struct profile *profile, int64_t flops, int64_t bytes,
                                int64_t threads, bool crowded);

/* ns that a wave of such blocks takes behind another where the memory is no limit. */
int64_t cost_brief_wave(const struct profile *profile, const struct cost_brief *brief);

/* ns of one such block with a device to itself, from its start on: that of 4096 blocks of 128
 * threads that is given out last, after 2.5 us, ends so much later (3.7 us measured with what a
 * kernel takes besides, traces/experiments/kernel-shapes.txt; 15625 blocks of 64 threads 10.8,
 * short-readers.txt). */
int64_t cost_brief_block(const struct profile *profile, int64_t threads);

#endif
