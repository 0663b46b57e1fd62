#include "sim/model/occupancy.h"

#include "sim/base/minmax.h"

#include <stdbool.h>
#include <string.h>

#define WARP 32

static int64_t round_up(int64_t value, int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* The smallest step of the carveout that holds `bytes`; the largest if none does. */
static int64_t carveout_for(const struct profile_curve *steps, int64_t bytes)
{
    for (size_t i = 0; i < steps->count; i++)
        if (steps->size[i] >= bytes)
            return steps->size[i];
    return steps->count ? steps->size[steps->count - 1] : 0;
}

/* Blocks by registers, and what one block takes of them. */
static int64_t by_registers(const struct profile *profile, int64_t warps, int64_t registers,
                            int64_t *taken)
{
    const int64_t *v = profile->value;
    int64_t file = v[PROFILE_sm_registers], unit = v[PROFILE_sm_register_unit];
    int64_t parts = v[PROFILE_sm_partitions];
    *taken = 0;
    if (registers > v[PROFILE_sm_registers_thread])
        return 0;
    if (registers == 0)
        return INT32_MAX;
    if (v[PROFILE_sm_register_scope] == 1) {
        /* Compute capability 1.x: pieces are given to a block of an even number of warps. */
        *taken = round_up(round_up(warps, 2) * WARP * registers, unit);
        return file / *taken;
    }
    int64_t of_warp = round_up(WARP * registers, unit);
    *taken = of_warp * warps;
    if (of_warp * round_up(warps, parts) > file) /* the launch itself fails (S5.1) */
        return 0;
    int64_t blocks = parts * (file / parts / of_warp) / warps;
    /* What the partitions leave unused is lost: a block takes its share of it, so that the blocks
     * that fit by the formula are those that fit by the sum. */
    int64_t at_least = file / (blocks + 1) + 1;
    if (*taken < at_least)
        *taken = at_least;
    return blocks;
}

/* The least size with which shared memory does not limit `blocks` of them. */
static int64_t carveout_of(const struct profile *profile, int64_t blocks, int64_t shared)
{
    int64_t fit = shared ? profile->value[PROFILE_sm_shared] / shared : blocks;
    fit = smaller(blocks > 1 ? blocks : 1, fit);
    return carveout_for(&profile->curve[PROFILE_sm_carveouts], fit * shared);
}

/* Of a kernel of which `blocks` fit for other reasons than shared memory. Without shared memory the
 * size is chosen as if its registers did not matter, unless they leave it one block
 * (traces/experiments/carve-registers.json). */
static void choose_carveout(const struct profile *profile, const struct occupancy_need *need,
                            int64_t blocks, int64_t warps, int64_t shared, struct occupancy *out)
{
    const struct profile_curve *steps = &profile->curve[PROFILE_sm_carveouts];
    int64_t least = carveout_of(profile, blocks, shared);
    int64_t by_threads = profile->value[PROFILE_sm_threads] / WARP / warps, counted = blocks;
    if (need->shared_bytes == 0 && blocks > 1)
        counted = smaller(by_threads, profile->value[PROFILE_sm_blocks]);
    int64_t chosen = carveout_of(profile, counted, shared);
    bool threads_limit = counted == by_threads && by_threads < profile->value[PROFILE_sm_blocks];
    if (threads_limit && counted >= 4 && chosen < 132 * 1024)
        chosen = carveout_for(steps, chosen + 1);
    if (threads_limit && counted >= 5 && counted <= 8 && need->shared_bytes == 0)
        chosen = carveout_for(steps, 32 * 1024);
    out->carveout_bytes = chosen;
    out->carveout_least = least;
    out->carveout_most = INT64_MAX;
    if (need->carveout < 0)
        return;
    int64_t wanted = smaller(need->carveout, 100) * profile->value[PROFILE_sm_shared] / 100;
    wanted = carveout_for(steps, wanted > shared ? wanted : shared);
    if (need->carveout == 0 && need->shared_bytes == 0)
        wanted = chosen;
    out->carveout_bytes = out->carveout_most = wanted;
    out->carveout_least = smaller(least, wanted);
}

void occupancy_of(const struct profile *profile, const struct occupancy_need *need,
                  struct occupancy *out)
{
    const int64_t *v = profile->value;
    memset(out, 0, sizeof *out);
    int64_t warps = round_up(need->threads, WARP) / WARP, registers;
    int64_t shared =
        round_up(need->shared_bytes + v[PROFILE_sm_shared_reserved], v[PROFILE_sm_shared_unit]);
    bool impossible = need->threads < 1 || need->registers < 0 || need->shared_bytes < 0 ||
                      need->threads > v[PROFILE_sm_block_threads] ||
                      need->shared_bytes > v[PROFILE_sm_shared_block];
    if (impossible) {
        out->limit = need->shared_bytes > v[PROFILE_sm_shared_block] ? OCCUPANCY_BY_SHARED
                                                                     : OCCUPANCY_BY_THREADS;
        return;
    }
    int64_t limits[] = {
        [OCCUPANCY_BY_BLOCKS] = v[PROFILE_sm_blocks],
        [OCCUPANCY_BY_THREADS] = v[PROFILE_sm_threads] / WARP / warps,
        [OCCUPANCY_BY_REGISTERS] = by_registers(profile, warps, need->registers, &registers),
    };
    int64_t blocks = limits[OCCUPANCY_BY_BLOCKS];
    for (int i = OCCUPANCY_BY_THREADS; i <= OCCUPANCY_BY_REGISTERS; i++)
        if (limits[i] < blocks) {
            blocks = limits[i];
            out->limit = (enum occupancy_limit)i;
        }
    choose_carveout(profile, need, blocks, warps, shared, out);
    int64_t by_shared = shared ? out->carveout_bytes / shared : INT32_MAX;
    if (by_shared < blocks) {
        blocks = by_shared;
        out->limit = OCCUPANCY_BY_SHARED;
    }
    out->blocks = (int32_t)blocks;
    out->block_threads = (int32_t)(warps * WARP);
    out->block_registers = (int32_t)smaller(registers, INT32_MAX);
    out->block_shared = shared;
}
