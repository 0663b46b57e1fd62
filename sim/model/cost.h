/* What a launch costs on a device: from the declared cost to the time of one block; and a copy.
 *
 * The predicting engine and the executor on the real GPU both use it, so that what is predicted is
 * what is run.
 */
#ifndef SIM_MODEL_COST_H
#define SIM_MODEL_COST_H

#include "sim/model/occupancy.h"
#include "sim/model/profile.h"
#include "sim/model/program.h"

/* What a kernel given by bytes does at a time: each of its threads has so many bytes on their way.
 * Asking for them and taking them in costs what so many flops do (H200: 240 us of a kernel that
 * reads all that the memory gives take 28 us of arithmetic from one beside it, 500 us 65 us from
 * its own; traces/experiments/work.txt). The executor's kernels do just this. */
#define COST_BATCH_BYTES 64
#define COST_BATCH_FLOPS 110

/* What a thread of a kernel given by work does before and after its work, in flops (H200: 65536
 * blocks of 256 threads take 511 us instead of 476; the same file). */
#define COST_THREAD_FLOPS 140

/* What one FMA counts, cycles after which the next of a chain goes, and what so many of the SM
 * clock take, ns. */
#define COST_FMA_FLOPS  2
#define COST_FMA_CYCLES 4
int64_t cost_cycles(const struct profile *profile, int64_t cycles);

/* ns until the first bytes of a kernel flow whose blocks are not brief: device.memory_start less
 * what its threads compute meanwhile, the part of their first batch (H200: kernels of one wave that
 * read 4 to 64 bytes a thread and compute 600 to 8000 flops take 0.2 to 0.4 us more than those that
 * compute alone; traces/experiments/brief-limits.txt). What a block has in 1/1024. */
int64_t cost_first_bytes(const struct profile *profile, int64_t flops, int64_t bytes,
                         int64_t threads);

/* Blocks of the whole grid; saturates at INT64_MAX. */
int64_t cost_grid_blocks(const struct program_launch *launch);

/* The need of one block, for occupancy_of(). */
struct occupancy_need cost_need(const struct program_launch *launch);

/* ns by which the last of so many blocks that find room together starts behind the first: they are
 * given out one after the other (sm.dispatch). */
int64_t cost_starts(const struct profile *profile, int64_t blocks);

/* Time of one block in ns, for COST_TIME and COST_BLOCK_TIME. A declared whole time is divided by
 * the waves, less the starts of the last one's blocks and the block start-up for each wave after
 * the first (design section 4; or by the waves before the last, less the starts of a
 * whole one, if that is less; 16 waves of 25 us took 410 us on an H200 and one of 400 us 402.7).
 * At least 0. */
int64_t cost_block_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy);

/* Time of the whole kernel alone on the device in ns, for COST_TIME and COST_BLOCK_TIME: what was
 * declared, or the block time in each wave, the block start-up between two and the starts of the
 * last one's blocks, or that of the waves before the last with the starts of a whole one, if that
 * is longer. At least 0. */
int64_t cost_alone_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy);

/* ns that the work of a COST_WORK launch needs at least of the whole device, however it is divided
 * among blocks: what the memory gives, or the throughput, whichever takes longer. */
int64_t cost_work_least(const struct profile *profile, const struct program_launch *launch);

/* Bytes from which a copy on the link takes copy.h2d_large or d2h_large more, if the other
 * direction is not busy as it starts; a whole piece of one of pageable memory is as large
 * (traces/experiments/copy-latency.txt). */
#define COST_LARGE_COPY (INT64_C(1) << 20)

/* ns that such a copy takes besides its bytes with no other beside it; to the device or from it. */
int64_t cost_copy_latency(const struct profile *profile, bool to_device, int64_t bytes);

/* Likewise while a copy goes the other way that has `opposite` bytes left to move. The profile's
 * figure is of much: beside less it is nearer to what the copy takes alone, half way at so many
 * (traces/experiments/both-ways.txt: pairs of 64 bytes, 4, 16, 64 and 256 KiB that go both ways
 * take 2.7, 3.0, 3.5, 4.8 and 9.6 us, copies in alone 2.3, 2.6, 3.0, 3.9 and 7.7; beside-chain.txt:
 * copies out of 4 bytes to 16 KiB take 4.7 to 5.0 us beside one in of 256 MiB, alone 1.7 to 2.1).
 */
#define COST_DUPLEX_HALF (INT64_C(32) << 10)
int64_t cost_duplex_latency(const struct profile *profile, bool to_device, int64_t bytes,
                            int64_t opposite);

/* ns that a copy between host and device takes on the link with no other beside it; to the device
 * or from it. */
int64_t cost_copy_time(const struct profile *profile, bool to_device, int64_t bytes);

#endif
