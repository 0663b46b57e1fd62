/* How kernels given by flops and bytes share the device. The figures are an H200's
 * (traces/experiments/work.txt).
 *
 * On one SM, in the order in which their blocks were placed, also of kernels of other priorities
 * (traces/experiments/priority-work.cu), or, of a kernel whose blocks share equally, its first one:
 * - Throughput. A kernel wants threads / sm_threads_full of the SM's part of device.flops, at most
 *   all of it. An older one gets what it wants as long as the younger ones then still get
 *   what they want; if not, at most share_older of what the still older ones left: all of it on an
 *   H200, where the scheduler issues the oldest warp that is ready. (Two to four kernels that
 *   saturate an SM end one after the other: 476 us alone, 476 and 943 together; behind one of 256
 *   threads, 475 us, one of 1024 ends after 709.)
 * - What a kernel reads must be asked for: COST_BATCH_FLOPS of throughput for each batch of
 *   COST_BATCH_BYTES that a thread begins, beside its flops; COST_BRIEF_THREAD_FLOPS a thread in
 *   all of brief blocks. So a kernel that reads hardly moves while an older one saturates the SM:
 * it gets a thirtieth of the throughput as long as no scheduler has more warps than it can serve,
 *   up to sm_threads_full and three warps (beside 512 threads 8 to 11 GB/s an SM, work.txt and
 *   random scenario 10188; beside 608 and more nothing, ends.txt).
 *   Brief blocks are such kernels, too, with what little they compute, and get no less than an
 *   instruction of each warp in STARVED_ISSUE (readers-behind.txt).
 * - Bytes. A kernel wants memory_thread_rate for each thread, or what its block has if that is less
 *   than a batch for each, so that no block ends before a batch is there. All of an SM ask for x
 *   and want x * s / (x^2 + s^2)^0.5, s = memory_sm_rate. What is on its way needs a place in the
 *   level 1 cache: where all batches of an SM are larger than what the carveout leaves of
 *   sm.data_cache, x is so much smaller (H200, traces/experiments/room.txt: 24 blocks of 1024
 *   threads take 17 us where the cache has room and 28.9 beside 228 KiB of shared memory, which
 * leave 28 KiB for 64). All SMs together want X; with the device's rate M they get X * M / (X^2.5 +
 * M^2.5)^0.4, each in proportion to what it wants: more threads, more requests in flight. (TB/s by
 * this rule / measured: 132 blocks of 32 threads 0.58 / 0.59, 128: 2.18 / 2.10, 256: 3.51 / 3.45,
 * 512: 4.32 / 4.39, 1024: 4.56 / 4.56, 2048: 4.60 / 4.58.)
 *   What level 2 writes back for a kernel's reading takes device.write_back_cost of the memory's
 *   rate: such a byte counts in X, too (behind-writes.txt).
 * - Each byte that a copy moves takes copy.h2d_memory_cost or d2h_memory_cost of the memory's rate,
 *   up to seven eighths of it; the copies themselves are not slowed.
 *
 * A kernel with both goes as fast as the scarcer one lets it. If that is its throughput, it keeps
 * only as many requests in flight as it can use, and counts so much less in X.
 *
 * A place that was left asks for nothing until the next block in it begins to read, after S: next
 * of struct cost_brief, or sm.block_start (12 waves of one block of 64 to 1024 threads with 600 to
 * 8000 flops each follow each other after 0.35 us: traces/experiments/brief-limits.txt); where it
 * is a copy on the device, sm.work_start besides. Brief blocks ask for nothing while they pause,
 * either. So the bytes of a block whose like take
 * T, or T_m as the memory gives part m, are asked for in T + S, and one follows the other after
 * ((T + S)^2.5 + T_m^2.5 - T^2.5)^0.4 (traces/experiments/short-readers.txt: 256 MB by 256 threads
 * a block, 16 to 256 bytes each, take 63.6, 57.1, 56.3 and 57.6 us). In X such blocks count as
 * running all the same; copies on the device follow after S.
 *
 * Blocks of one kernel on one SM get throughput in the order in which they were placed, like
 * kernels (of eight blocks of 256 threads, which end after 476 us, the first two are done after
 * 118), memory in equal parts. Blocks that wait for their start-up count as running.
 *
 * Kernels given by time take nothing. They lose nothing, unless each of the four schedulers of
 * their SM has more warps of older blocks that compute than keep it busy: more than sm_threads_full
 * and three warps, since a warp goes to the next scheduler in turn. Then they do not get to issue;
 * what has not begun waits with its whole time, what has begun ends when it would have, or as soon
 * as it can (traces/experiments/starved.cu: 576 threads that compute starve none, 640 do; 20 us
 * beside two kernels of 512 threads an SM take 80, the rest of the older one and 20). After
 * SM_SHARE_STARVED_MOST they do, however long the others go on. Private to sm_array.
 */
#ifndef SIM_ENGINE_SM_SHARE_H
#define SIM_ENGINE_SM_SHARE_H

#include "sim/engine/sm_state.h"

/* What one block has to do, whatever its size: rates are parts of it in each ns. */
#define SM_SHARE_BLOCK (INT64_C(1) << 50)

/* ns: beside kernels of 0.65 to 2.6 ms, of 768 threads and more, 20 us take 282 to 330; a copy on
 * the device 210 to 280, a memset, which is not told apart, 570 to 600
 * (traces/experiments/device-copies-starved.txt). Counted from their own beginning, which is
 * assumed: the others were 25 us old in each case. */
#define SM_SHARE_STARVED_MOST INT64_C(275000)

#define SM_SHARE_ALL   (INT64_C(1) << 30)
#define SM_SHARE_TURNS 16

/* One kernel's blocks on one SM, or one of them, and what they get. */
struct sm_share_user {
    uint32_t kernel;          /* the caller's */
    uint64_t serial;          /* likewise */
    int64_t blocks;           /* on this SM */
    int64_t threads;          /* of one block */
    int64_t flops, bytes;     /* of one block, in 1/1024; 0: none */
    int64_t driven;           /* written for each byte, in 1/1024 */
    bool brief;               /* cost_is_brief(), */
    struct cost_brief follow; /* and how its blocks then follow each other */
    bool copies;              /* a copy on the device or a memset */
    int64_t issue;       /* what those of a block take of its SM's throughput, in 1/1024 flops */
    int64_t want;        /* of the SM's throughput, in 10^-9 */
    int64_t flop_rate;   /* throughput that all its blocks here get, operations per second */
    int64_t byte_most;   /* bytes per second that its threads here can ask for */
    int64_t way_most;    /* bytes that they then have on their way, */
    int64_t on_way;      /* and those that they have */
    int64_t computing;   /* of its threads here, as many as the memory lets compute */
    struct sm_pace pace; /* of one block, of SM_SHARE_BLOCK; the rate is at least 1 */
};

/* The most users of an SM: each has a block at least (the range of sm.blocks). */
enum { SM_SHARE_USERS = 128 };

/* Whether the blocks of a kernel on one SM are users each, in the order of their placing; else they
 * are one user. Blocks that only read share equally; so do those of a grid so large that its waves
 * must be skipped, and brief ones that all have room `at_once` (one wave of 8 blocks of 256 threads
 * an SM by 4 bytes and 8 flops a thread takes 2.1 us, one behind the other 2.7; brief-limits.txt).
 */
bool sm_share_in_order(const struct profile *profile, int64_t flops, int64_t blocks, bool brief,
                       bool at_once);

/* Totals of a launch to what one block has, in 1/1024. */
int64_t sm_share_per_block(int64_t total, int64_t blocks);

/* Whether so many threads that compute give each of an SM's four schedulers more warps than keep it
 * busy: with three warps more one at least has none too many, as a warp goes to the next scheduler
 * in turn. */
static inline bool sm_share_crowded(const struct profile *profile, int64_t threads)
{
    enum { WARP = 32, SCHEDULERS = 4 }; /* of an SM */
    return threads > profile->value[PROFILE_device_sm_threads_full] + WARP * (SCHEDULERS - 1);
}

/* What the users of one SM, whose level 1 cache has room for `room` bytes on their way, want and
 * can ask for: `issue`, `want` and `byte_most`. */
void sm_share_ask(const struct profile *profile, struct sm_share_user *users, int count,
                  int64_t room);

/* Splits the SM among them, the oldest first, when the memory gives `memory` (2^-30) of what is
 * asked for. Returns the bytes per second that all of them ask for, X above; the smaller `memory`,
 * the more requests a kernel keeps in flight. */
int64_t sm_share_split(const struct profile *profile, struct sm_share_user *users, int count,
                       int64_t memory);

/* What a carveout leaves for bytes on their way. */
int64_t sm_share_room(const struct profile *profile, int64_t carveout);

/* The part of what is asked for that the memory gives when all SMs ask for `want` bytes per second
 * and copies take `copies` of its rate, in 2^-30. Both functions in turn, from SM_SHARE_ALL
 * on, come nearer to the answer; at most SM_SHARE_TURNS times. */
int64_t sm_share_memory(const struct profile *profile, int64_t want, int64_t copies);

/* The paces of one SM's users. */
void sm_share_paces(const struct profile *profile, struct sm_share_user *users, int count,
                    int64_t memory);

/* ns that what is left of a block takes at a rate. */
int64_t sm_share_time(int64_t left, int64_t rate);

/* Computes the rates of all blocks of kernels by work anew, after a change of what is resident. */
void sm_share_update(struct sm_array *sms);

/* A hash of what the rates of a kernel's blocks follow from. */
uint64_t sm_cells_shape(const struct sm_kernel *kernel);

/* The blocks of a batch of a kernel by work, whose rates were found, leave their SMs. */
void sm_share_ended(struct sm_array *sms, uint32_t batch);
void sm_share_free(struct sm_array *sms);

#endif
