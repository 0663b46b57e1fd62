/* How kernels given by flops and bytes share the device.
 *
 * On one SM, in the order in which the kernels started (their age):
 * - Throughput. A kernel wants threads / sm_threads_full of the SM's part of device.flops, at most
 *   all of it. An older kernel gets what it wants as long as the younger ones then still get
 *   what they want; if not, at most share_older of what the still older ones left. (H200, two
 *   kernels of 708 us: the older one gets 0.891 and is done after 708 / 0.891 = 795 us; the younger
 *   one has done 0.109 * 795 = 87 us by then and ends after 795 + 708 - 87 = 1416. Three of 1790:
 *   2002, 3793, 5370; measured 2012, 3809, 5294.)
 * - Bytes. A kernel wants memory_thread_rate for each thread, and all of an SM at most
 *   memory_sm_rate. All SMs together want X; with the device's rate M they get
 *   X * M / sqrt(X^2 + M^2), each in proportion to what it wants: more threads, more requests in
 *   flight. (H200, M = 4.69 TB/s and 132 MB/s a thread, TB/s by this rule / measured: 132 x 256
 *   threads 3.23 / 3.49, 132 x 512 4.15 / 4.49, 132 x 1024 4.53 / 4.67; two kernels together, in
 *   times of one: 1.55 / 1.57, 1.83 / 1.93, 2.00 / 2.00. Two kernels of 132 blocks that took 1.02
 *   times as long together had read the same data through the level 2 cache: measured again, 1.00
 *   with one buffer and 1.57 with two. A kernel that fills the GPU lets the next one in only when
 *   its blocks end, which gives 1.93 to 2.00.)
 * A kernel with both goes as fast as the scarcer one lets it; a memory rate that its flops cannot
 * use is not wanted.
 *
 * Blocks of one kernel on one SM get equal parts. Blocks that wait for their start-up count as
 * running. Kernels given by time take nothing and lose nothing. Private to sm_array.
 */
#ifndef SIM_ENGINE_SM_SHARE_H
#define SIM_ENGINE_SM_SHARE_H

#include "sim/engine/sm_state.h"

/* What one block has to do, whatever its size: rates are parts of it in each ns. */
#define SM_SHARE_BLOCK (INT64_C(1) << 50)

/* One kernel's blocks on one SM, and what they get. */
struct sm_share_user {
    uint32_t kernel;      /* the caller's */
    int64_t blocks;       /* on this SM */
    int64_t threads;      /* of one block */
    int64_t flops, bytes; /* of one block, in 1/1024; 0: none */
    int64_t want;         /* of the SM's throughput, in 10^-9 */
    int64_t flop_rate;    /* of all its blocks here, operations per second */
    int64_t byte_most;    /* bytes per second that its threads here can ask for */
    int64_t byte_want;    /* of these, what its flops can use */
    int64_t rate;         /* of one block, of SM_SHARE_BLOCK in each ns; at least 1 */
};

/* Totals of a launch to what one block has, in 1/1024. */
int64_t sm_share_per_block(int64_t total, int64_t blocks);

/* What the users of one SM, the oldest first, want. Returns their bytes per second together. */
int64_t sm_share_want(const struct profile *profile, struct sm_share_user *users, int count);

/* The part of what is wanted that the memory gives when all SMs want `want` bytes per second,
 * in 2^-30. */
int64_t sm_share_memory(const struct profile *profile, int64_t want);

/* The rates of one SM's users. */
void sm_share_rates(struct sm_share_user *users, int count, int64_t memory);

/* ns that what is left of a block takes at a rate. */
int64_t sm_share_time(int64_t left, int64_t rate);

/* Computes the rates of all blocks of kernels by work anew, after a change of what is resident. */
void sm_share_update(struct sm_array *sms);
void sm_share_free(struct sm_array *sms);

#endif
