#include "sim/model/cost_brief.h"

#include "sim/base/duration.h"

bool cost_is_brief(int64_t flops, int64_t bytes, int64_t threads)
{
    return bytes > 0 && bytes <= duration_divide(threads, COST_BATCH_BYTES * 1024, 1) &&
           flops <= duration_divide(threads, COST_BRIEF_FLOPS_MOST * 1024, 1);
}

/* FMAs of a thread of a brief block: those of more than ROLLED are unrolled. */
enum { ROLLED = 8 };

static int64_t brief_fmas(int64_t flops, int64_t threads)
{
    int64_t fmas = duration_divide(flops, 1, threads * COST_FMA_FLOPS * 1024);
    return fmas == 0 && flops > 0 ? 1 : fmas;
}

static int64_t brief_loads(int64_t bytes, int64_t threads)
{
    enum { LOAD_BYTES = 16 };
    return bytes <= duration_divide(threads, LOAD_BYTES * 1024, 1) ? 16 : 24;
}

int64_t cost_brief_issue(int64_t flops, int64_t bytes, int64_t threads)
{
    int64_t issue = brief_loads(bytes, threads), fmas = brief_fmas(flops, threads);
    if (fmas == 0)
        return issue;
    return issue + (fmas <= ROLLED ? 2 * fmas + 1 : fmas + 15);
}

int64_t cost_brief_besides(int64_t flops, int64_t bytes, int64_t threads)
{
    int64_t besides = brief_loads(bytes, threads), fmas = brief_fmas(flops, threads);
    if (fmas > 0)
        besides += 2 * (fmas < ROLLED ? fmas : ROLLED) + 1;
    return besides * 11 / 2;
}

int64_t cost_brief_start(const struct profile *profile, int64_t threads)
{
    return profile->value[PROFILE_sm_block_start] * (2 * 256 + threads) / (5 * 256);
}

static int64_t brief_batch(const struct profile *profile)
{
    int64_t rate = profile->value[PROFILE_device_memory_thread_rate];
    return duration_divide(COST_BATCH_BYTES, INT64_C(1000000000), rate);
}

/* ns that a thread takes to compute with what it has read; with a row of more than 8 FMAs goes a
 * look at each bit of their number. */
static int64_t chain(const struct profile *profile, int64_t flops, int64_t threads)
{
    enum { ROLLED_CYCLES = 20, ROW_CYCLES = 200 };
    int64_t fmas = brief_fmas(flops, threads);
    return cost_cycles(profile,
                       fmas > ROLLED ? ROW_CYCLES + fmas * COST_FMA_CYCLES : fmas * ROLLED_CYCLES);
}

/* ns that the last line read comes after the first: 20 times the root of their number. */
static int64_t last_line(int64_t bytes)
{
    enum { LINE_BYTES = 128 };
    int64_t lines = duration_divide(bytes, 1, LINE_BYTES * 1024), ns = 20;
    while (ns * ns < 400 * lines)
        ns++;
    return ns;
}

struct cost_brief cost_brief_of(const struct profile *profile, int64_t flops, int64_t bytes,
                                int64_t threads, bool crowded)
{
    enum { ROOMY_NEXT = 50, ROOMY_THREAD_PS = 300 };
    struct cost_brief brief = {.pause = chain(profile, flops, threads)};
    int64_t each = crowded ? profile->value[PROFILE_sm_brief_thread] : ROOMY_THREAD_PS;
    brief.next = profile->value[PROFILE_sm_brief_start] + duration_divide(threads, each, 1000);
    if (!crowded) {
        brief.next += ROOMY_NEXT;
        brief.pause += last_line(bytes);
    }
    return brief;
}

int64_t cost_brief_wave(const struct profile *profile, const struct cost_brief *brief)
{
    return brief->next + brief_batch(profile) + brief->pause;
}

int64_t cost_brief_block(const struct profile *profile, int64_t threads)
{
    return duration_add(cost_brief_start(profile, threads), brief_batch(profile));
}
