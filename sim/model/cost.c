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

/* What a loop that loads and computes has at least, in the executor's kernels, too, however few the
 * program says (tests/outside/k20.cu: kernels of 16 would have found room beside one that holds
 * 60 Ki of 64, and did not). On GPUs since 2012 so many are no limit by themselves. */
enum { LOOP_REGISTERS = 32 };

struct occupancy_need cost_need(const struct program_launch *launch)
{
    int64_t threads = multiply(multiply(launch->block[0], launch->block[1]), launch->block[2]);
    int64_t registers = launch->registers;
    if (launch->cost == COST_WORK && registers < LOOP_REGISTERS)
        registers = LOOP_REGISTERS;
    return (struct occupancy_need){
        .threads = threads > INT32_MAX ? INT32_MAX : (int32_t)threads,
        .registers = registers > INT32_MAX ? INT32_MAX : (int32_t)registers,
        .shared_bytes = launch->shared_bytes,
        .carveout = launch->carveout,
    };
}

int64_t cost_starts(const struct profile *profile, int64_t blocks)
{
    int64_t each = profile->value[PROFILE_sm_dispatch];
    return blocks < 2 || each <= 0 ? 0 : duration_divide(blocks - 1, each, 1000);
}

/* How a grid alone on the device goes, its waves in step. */
struct course {
    int64_t before; /* waves before the last */
    int64_t whole,
        last; /* ns from the start of the first block of a wave to that of its last one */
    int64_t block_start; /* ns between two waves */
};

static struct course course_of(const struct profile *profile, const struct program_launch *launch,
                               const struct occupancy *occupancy)
{
    int64_t places = multiply(occupancy->blocks, profile->value[PROFILE_device_sm_count]);
    int64_t blocks = cost_grid_blocks(launch);
    int64_t before = places < 1 || blocks <= places ? 0 : (blocks - 1) / places;
    return (struct course){
        .before = before,
        .whole = cost_starts(profile, places),
        .last = cost_starts(profile, blocks - before * places),
        .block_start = profile->value[PROFILE_sm_block_start],
    };
}

/* ns that so many waves take besides their blocks' time, whose last one has such starts. */
static int64_t starts_of(const struct course *course, int64_t waves, int64_t last)
{
    return duration_add(multiply(waves - 1, course->block_start), last);
}

static int64_t divide_among(int64_t time, int64_t waves)
{
    return time <= 0 ? 0 : duration_divide(time, 1, waves);
}

/* The block that ends last is one of the last wave or, where that has few and they are short, of
 * the wave before it, as the engine has it (late_end() of sm_array.c). */
int64_t cost_block_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy)
{
    if (launch->cost != COST_TIME)
        return launch->time;
    struct course c = course_of(profile, launch, occupancy);
    int64_t time = divide_among(launch->time - starts_of(&c, c.before + 1, c.last), c.before + 1);
    if (c.before == 0)
        return time;
    int64_t earlier = divide_among(launch->time - starts_of(&c, c.before, c.whole), c.before);
    return earlier < time ? earlier : time;
}

int64_t cost_alone_time(const struct profile *profile, const struct program_launch *launch,
                        const struct occupancy *occupancy)
{
    if (launch->cost == COST_TIME)
        return launch->time;
    struct course c = course_of(profile, launch, occupancy);
    int64_t time =
        duration_add(multiply(c.before + 1, launch->time), starts_of(&c, c.before + 1, c.last));
    if (c.before == 0)
        return time;
    int64_t earlier =
        duration_add(multiply(c.before, launch->time), starts_of(&c, c.before, c.whole));
    return earlier > time ? earlier : time;
}

int64_t cost_work_least(const struct profile *profile, const struct program_launch *launch)
{
    enum { SECOND = 1000000000 };
    int64_t read =
        duration_divide(launch->bytes, SECOND, profile->value[PROFILE_device_memory_rate]);
    int64_t compute = duration_divide(launch->flops, SECOND, profile->value[PROFILE_device_flops]);
    return read > compute ? read : compute;
}

int64_t cost_copy_latency(const struct profile *profile, bool to_device, int64_t bytes)
{
    const int64_t *value = profile->value;
    int64_t latency = value[to_device ? PROFILE_copy_h2d_latency : PROFILE_copy_d2h_latency];
    if (bytes < COST_LARGE_COPY)
        return latency;
    return latency + value[to_device ? PROFILE_copy_h2d_large : PROFILE_copy_d2h_large];
}

int64_t cost_duplex_latency(const struct profile *profile, bool to_device, int64_t bytes,
                            int64_t opposite)
{
    int64_t alone = cost_copy_latency(profile, to_device, bytes);
    int64_t large =
        profile
            ->value[to_device ? PROFILE_copy_h2d_duplex_latency : PROFILE_copy_d2h_duplex_latency];
    if (large <= alone)
        return large;
    return alone +
           duration_divide(large - alone, opposite, duration_add(opposite, COST_DUPLEX_HALF));
}

int64_t cost_copy_time(const struct profile *profile, bool to_device, int64_t bytes)
{
    const int64_t *value = profile->value;
    int64_t rate = value[to_device ? PROFILE_copy_h2d_rate : PROFILE_copy_d2h_rate];
    return duration_add(cost_copy_latency(profile, to_device, bytes),
                        duration_divide(bytes, INT64_C(1000000000), rate));
}

int64_t cost_cycles(const struct profile *profile, int64_t cycles)
{
    return duration_divide(cycles, 1000000, profile->value[PROFILE_device_clock]);
}

int64_t cost_first_bytes(const struct profile *profile, int64_t flops, int64_t bytes,
                         int64_t threads)
{
    enum { LEAST_PART = 4 };
    int64_t start = profile->value[PROFILE_device_memory_start];
    int64_t batch = threads * COST_BATCH_BYTES * 1024, batches = (bytes + batch - 1) / batch;
    if (batches == 0)
        return 0;
    int64_t fmas = flops / (threads * COST_FMA_FLOPS * 1024) / batches;
    int64_t left = start - cost_cycles(profile, fmas * COST_FMA_CYCLES);
    return left > start / LEAST_PART ? left : start / LEAST_PART;
}
