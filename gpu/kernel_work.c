#include "gpu/kernel_work.h"

#include "sim/model/cost_brief.h"

/* Nearest; a half goes up. */
static int64_t divide_nearest(int64_t value, int64_t by)
{
    int64_t rest = value % by;
    return value / by + (rest >= by - rest);
}

/* What is done without a look at the time takes some ms at most: 2^21 FMAs of a thread are 4 ms at
 * 2 GHz and 4 cycles each, 67 where 16 warps share a scheduler. Where 2^17 of them come to a batch
 * of loads, 0.26 ms to 1 us, it does not matter that they are done after. */
enum { BATCHES_MOST = 256, FMAS_MOST = 1 << 21, APART = 1 << 17 };

bool kernel_work_divide(int64_t flops, int64_t bytes, int64_t blocks, int64_t threads,
                        struct kernel_work *work)
{
    /* In two steps, since blocks * threads * 2 may not fit. A block's share is rounded to a flop of
     * it first, which is less than a flop of a thread. */
    flops = flops > 0 ? flops : 0;
    bytes = bytes > 0 ? bytes : 0;
    int64_t fmas = divide_nearest(divide_nearest(flops, blocks), threads * COST_FMA_FLOPS);
    int64_t block_bytes = divide_nearest(bytes, blocks);
    int64_t loads = divide_nearest(block_bytes, WORK_LOAD_BYTES);
    if (flops > 0 && fmas == 0)
        fmas = 1;
    if (bytes > 0 && loads == 0)
        loads = 1;
    if (fmas > WORK_MOST || loads > WORK_MOST)
        return false;
    int64_t batch = threads * WORK_IN_FLIGHT;
    int64_t batches = loads / batch, rest = loads % batch, turns = batches + (rest > 0);
    int64_t warps = (threads + WORK_WARP - 1) / WORK_WARP;
    int64_t share = turns ? (fmas + turns - 1) / turns : 0;
    share = share < APART ? share : 0;
    bool brief = loads <= batch && fmas * COST_FMA_FLOPS <= COST_BRIEF_FLOPS_MOST;
    *work = (struct kernel_work){
        .fmas = (uint32_t)fmas,
        .batches = (uint32_t)batches,
        .rest = (uint32_t)rest,
        .batch_fmas = (uint32_t)share,
        .stretch = share * BATCHES_MOST > FMAS_MOST ? (uint32_t)(FMAS_MOST / share) : BATCHES_MOST,
        .block_loads = (uint32_t)(turns * warps * WORK_WARP * WORK_IN_FLIGHT),
        .brief_loads = brief ? (uint32_t)loads : 0,
    };
    return true;
}

uint64_t kernel_work_place(uint64_t count, uint64_t bytes)
{
    /* The fraction of count times the golden ratio, in 2^-64, then that part of the buffer. */
    uint64_t fraction = count * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t lines = bytes / WORK_LINE_BYTES;
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)fraction * lines >> 64) * WORK_LINE_BYTES;
}

uint32_t kernel_work_stride(const struct kernel_work *work, int64_t blocks, uint64_t bytes)
{
    enum { MUCH = (1 << 20) / WORK_LOAD_BYTES }; /* of a block, in loads */
    uint64_t loads = bytes / WORK_LOAD_BYTES;
    if (work->block_loads <= MUCH || (uint64_t)blocks <= loads / work->block_loads)
        return work->block_loads;
    return (uint32_t)(kernel_work_place(1, bytes) / WORK_LOAD_BYTES);
}

int kernel_work_registers(int registers, int warp_unit)
{
    enum { WARP = 32 };
    return (registers * WARP + warp_unit - 1) / warp_unit * warp_unit / WARP;
}
