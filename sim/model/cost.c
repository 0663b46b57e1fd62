#include "sim/model/cost.h"

#include "sim/base/duration.h"

static int64_t multiply(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

int64_t cost_grid_blocks(const struct program_launch *launch)
{
    return multiply(multiply(launch->grid[0], launch->grid[1]), launch->grid[2]);
}

struct occupancy_need cost_need(const struct program_launch *launch)
{
    int64_t threads = multiply(multiply(launch->block[0], launch->block[1]), launch->block[2]);
    return (struct occupancy_need){
        .threads = threads > INT32_MAX ? INT32_MAX : (int32_t)threads,
        .registers = launch->registers > INT32_MAX ? INT32_MAX : (int32_t)launch->registers,
        .shared_bytes = launch->shared_bytes,
        .carveout = launch->carveout,
    };
}

int64_t cost_starts(const struct profile *profile, int64_t blocks)
{
    int64_t each = profile->value[PROFILE_sm_dispatch];
    return blocks < 2 || each <= 0 ? 0 : duration_divide(blocks - 1, each, 1000);
}

/* Starts of blocks that a grid takes besides its blocks' time, wave by wave. */
static int64_t starts_of(const struct profile *profile, int64_t blocks, int64_t places,
                         int64_t *waves)
{
    *waves = places < 1 || blocks <= places ? 1 : blocks / places + (blocks % places != 0);
    int64_t together = *waves > 1 ? places : blocks;
    return duration_add(multiply(*waves - 1, profile->value[PROFILE_sm_block_start]),
                        cost_starts(profile, together));
}

int64_t cost_block_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy)
{
    if (launch->cost != COST_TIME)
        return launch->time;
    int64_t places = multiply(occupancy->blocks, profile->value[PROFILE_device_sm_count]), waves;
    int64_t starts = starts_of(profile, cost_grid_blocks(launch), places, &waves);
    return launch->time <= starts ? 0 : duration_divide(launch->time - starts, 1, waves);
}

int64_t cost_alone_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy)
{
    if (launch->cost == COST_TIME)
        return launch->time;
    int64_t places = multiply(occupancy->blocks, profile->value[PROFILE_device_sm_count]), waves;
    int64_t starts = starts_of(profile, cost_grid_blocks(launch), places, &waves);
    return duration_add(multiply(waves, launch->time), starts);
}

int64_t cost_copy_latency(const struct profile *profile, bool to_device, int64_t bytes)
{
    const int64_t *value = profile->value;
    int64_t latency = value[to_device ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency];
    if (bytes < COST_LARGE_COPY)
        return latency;
    return latency + value[to_device ? PROFILE_copy_h2d_large : PROFILE_copy_d2h_large];
}

int64_t cost_copy_time(const struct profile *profile, bool to_device, int64_t bytes)
{
    const int64_t *value = profile->value;
    int64_t rate = value[to_device ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate];
    return duration_add(cost_copy_latency(profile, to_device, bytes),
                        duration_divide(bytes, INT64_C(1000000000), rate));
}

bool cost_is_brief(int64_t flops, int64_t bytes, int64_t threads)
{
    enum { FLOPS_MOST = 510 }; /* of a thread */
    return bytes > 0 && bytes <= duration_divide(threads, COST_BATCH_BYTES * 1024, 1) &&
           flops <= duration_divide(threads, FLOPS_MOST * 1024, 1);
}

int64_t cost_brief_start(const struct profile *profile, int64_t threads)
{
    return profile->value[PROFILE_sm_block_start] * (2 * 256 + threads) / (5 * 256);
}
