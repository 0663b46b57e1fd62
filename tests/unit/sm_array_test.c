/* sim/engine: the SM array against the plain simulator of tests/naive_sm.h, and by hand. */
#include "sim/base/duration.h"
#include "sim/engine/sm_array.h"
#include "sim/engine/sm_share.h"
#include "tests/naive_sm.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t random_state;

static int64_t pick(int64_t low, int64_t high)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (int64_t)((random_state >> 33) % (uint64_t)(high - low + 1));
}

/* An H200 with the figures that the arithmetic below is with, which traces/experiments/work.txt and
 * bytes-short.txt gave, whatever a calibration says today. */
static void load(struct profile *profile)
{
    static const struct {
        enum profile_key key;
        int64_t value;
    } figures[] = {
        {PROFILE_device_memory_rate, INT64_C(4620000000000)},
        {PROFILE_device_memory_sm_rate, INT64_C(380000000000)},
        {PROFILE_device_memory_thread_rate, 138000000},
        {PROFILE_device_memory_start, 900},
        {PROFILE_device_flops, INT64_C(64800000000000)},
        {PROFILE_device_sm_threads_full, 512},
        {PROFILE_sm_block_start, 448},
        {PROFILE_sm_work_start, 205},
        {PROFILE_sm_kernel_minimum, 77},
        {PROFILE_sm_share_older, 1000},
    };
    struct err err;
    err_init(&err);
    ck_assert_int_eq(profile_load(profile, "h200", &err), 0);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        profile->value[figures[i].key] = figures[i].value;
}

/* Runs kernels in bulk. They are submitted as time reaches them when `stepwise`, else all at once;
 * the waits must cover the time from arrival to start without gap. */
static void run_bulk(const struct profile *profile, struct naive_kernel *kernels, int count,
                     bool stepwise)
{
    struct sm_array *sms = sm_array_new(profile, NULL, true);
    int given = 0, told = 0;
    int64_t now = 0;
    for (int i = 0; i < count; i++)
        kernels[i].start = kernels[i].dispatched = kernels[i].end = -1;
    while (told < 3 * count) {
        int64_t until = DURATION_NEVER, announced = sm_array_next(sms);
        ck_assert(given < count || announced != DURATION_NEVER);
        if (given < count && (!stepwise || kernels[given].arrival <= announced)) {
            sm_array_submit(sms, (uint32_t)given, &kernels[given].kernel, kernels[given].arrival);
            given++;
            continue;
        }
        if (stepwise) {
            until = pick(0, 2) ? announced : announced - pick(0, 3);
            until = until < now ? now : until;
            if (given < count && until >= kernels[given].arrival)
                until = kernels[given].arrival - 1;
        }
        struct sm_event event;
        if (!sm_array_advance(sms, until, &event)) {
            now = until;
            continue;
        }
        ck_assert_int_ge(event.time, announced);
        ck_assert_int_ge(event.time, now);
        now = event.time;
        struct naive_kernel *k = &kernels[event.op];
        told++;
        if (event.kind == SM_DISPATCHED)
            k->dispatched = event.time;
        if (event.kind == SM_ENDED)
            k->end = event.time;
        if (event.kind != SM_STARTED)
            continue;
        k->start = event.time;
        int64_t to = k->arrival;
        for (size_t i = 0; i < event.wait_count; i++) {
            ck_assert_int_gt(event.waits[i].to, to);
            if (event.waits[i].rule != RULE_ID_LATENCY)
                ck_assert_uint_lt(event.waits[i].blocker, (uint32_t)count);
            to = event.waits[i].to;
        }
        ck_assert_int_eq(to, event.time);
    }
    sm_array_free(sms);
}

static void random_profile(struct profile *p)
{
    int64_t *v = p->value;
    v[PROFILE_device_sm_count] = pick(0, 9) ? pick(1, 12) : pick(60, 140);
    v[PROFILE_sm_threads] = 32 * pick(8, 64);
    v[PROFILE_sm_block_threads] = 1024 < v[PROFILE_sm_threads] ? 1024 : v[PROFILE_sm_threads];
    v[PROFILE_sm_blocks] = pick(1, 32);
    v[PROFILE_sm_resident_grids] = pick(0, 2) ? pick(2, 4) : 1;
    v[PROFILE_sm_priority_levels] = pick(1, 4);
    v[PROFILE_sm_block_start] = pick(0, 2) ? pick(1, 40) : 0;
    v[PROFILE_sm_kernel_minimum] = pick(0, 1) ? pick(0, 3000) : 0;
    v[PROFILE_sm_dispatch] = pick(0, 3) ? 0 : pick(0, 9000);
    v[PROFILE_device_sm_threads_full] = pick(32, 512);
    v[PROFILE_sm_data_cache] = pick(0, 2) ? 256 * 1024 : 1024 * pick(229, 240);
    v[PROFILE_rules_placement] = pick(0, 4) == 0;
    v[PROFILE_rules_concurrent_kernels] = pick(0, 9) != 0;
}

static void random_kernel(const struct profile *p, struct naive_kernel *n, bool work,
                          int64_t *arrival)
{
    struct occupancy_need need;
    struct engine_kernel *k = &n->kernel;
    memset(n, 0, sizeof *n);
    do {
        need.threads = (int32_t)(pick(0, 1) ? 32 * pick(1, 8) : pick(1, 1024));
        need.registers = (int32_t)(pick(0, 2) ? 16 : pick(0, 128));
        need.shared_bytes = pick(0, 1) ? 0 : pick(0, (pick(0, 2) ? 120 : 220) * 1024);
        need.carveout = (int32_t)(pick(0, 2) ? -1 : pick(0, 100));
        occupancy_of(p, &need, &k->occupancy);
    } while (k->occupancy.blocks == 0);
    int64_t places = k->occupancy.blocks * p->value[PROFILE_device_sm_count];
    int64_t size = pick(0, 5);
    k->blocks = size == 0   ? pick(1, 5)
                : size == 1 ? pick(1, 5000)
                : size == 2 ? places
                            : pick(1, places * 6 < 5000 ? places * 6 : 5000);
    k->block_threads = need.threads;
    k->priority = (int32_t)-pick(0, 4);
    k->cooperative = pick(0, 7) == 0;
    k->block_time = pick(0, 1) ? 100 * pick(1, 6) : pick(1, 2000);
    if (work && pick(0, 3)) {
        int64_t mix = pick(0, 2);
        k->block_time = -1;
        k->flops = mix == 0 ? 0 : k->blocks * pick(1, 900000000);
        k->bytes = mix == 1 ? 0 : k->blocks * pick(1, 3000000);
        if (mix != 1 && pick(0, 1)) { /* a thread an element */
            k->bytes = k->blocks * pick(1, 70 * need.threads);
            k->flops = mix == 0 ? 0 : k->blocks * pick(1, 600 * need.threads);
        }
    }
    *arrival += pick(0, 1) ? pick(0, 3000) : pick(0, 2) * 100;
    n->arrival = *arrival;
}

static void compare(int seed, bool work)
{
    struct profile p;
    load(&p);
    for (int round = 0; round < 100; round++) {
        random_state = (uint64_t)(seed * 100 + round) * 77777 + 1;
        random_profile(&p);
        struct naive_kernel plain[6], bulk[6];
        int count = (int)pick(2, 4) + (pick(0, 3) == 0 ? 2 : 0);
        int64_t arrival = 0;
        for (int i = 0; i < count; i++)
            random_kernel(&p, &plain[i], work, &arrival);
        memcpy(bulk, plain, sizeof bulk);
        naive_sm_run(&p, plain, count);
        for (int stepwise = 0; stepwise < 2; stepwise++) {
            run_bulk(&p, bulk, count, stepwise);
            for (int i = 0; i < count; i++)
                ck_assert_msg(plain[i].start == bulk[i].start && plain[i].end == bulk[i].end &&
                                  plain[i].dispatched == bulk[i].dispatched,
                              "case %d.%d, kernel %d of %d, stepwise %d: block by block "
                              "%lld %lld %lld, in bulk %lld %lld %lld",
                              seed, round, i, count, stepwise, (long long)plain[i].start,
                              (long long)plain[i].dispatched, (long long)plain[i].end,
                              (long long)bulk[i].start, (long long)bulk[i].dispatched,
                              (long long)bulk[i].end);
        }
    }
    profile_release(&p);
}

START_TEST(bulk_equals_block_by_block)
{
    compare(_i, false);
}
END_TEST

START_TEST(bulk_equals_block_by_block_by_work)
{
    compare(_i, true);
}
END_TEST

/* --- by hand -------------------------------------------------------------------------------------
 */

static struct engine_kernel kernel(const struct profile *p, int64_t blocks, int32_t threads,
                                   int64_t shared, int64_t block_time)
{
    struct engine_kernel k = {.blocks = blocks, .block_threads = threads, .block_time = block_time};
    struct occupancy_need need = {threads, 16, shared, -1};
    occupancy_of(p, &need, &k.occupancy);
    return k;
}

/* The event of one kind of one kernel, and its waits' first rule and blocker (or -1). */
struct seen {
    int64_t time;
    int rule;
    uint32_t blocker;
};

static void run(const struct profile *p, const struct naive_kernel *kernels, int count,
                struct seen *start, struct seen *end)
{
    struct sm_array *sms = sm_array_new(p, NULL, true);
    for (int i = 0; i < count; i++)
        sm_array_submit(sms, (uint32_t)i, &kernels[i].kernel, kernels[i].arrival);
    struct sm_event event;
    while (sm_array_advance(sms, DURATION_NEVER, &event)) {
        if (event.kind == SM_STARTED)
            start[event.op] =
                (struct seen){event.time, event.wait_count ? (int)event.waits[0].rule : -1,
                              event.wait_count ? event.waits[0].blocker : 0};
        if (event.kind == SM_ENDED)
            end[event.op] = (struct seen){.time = event.time};
    }
    sm_array_free(sms);
}

/* 16 waves of 25 us take 16 * 25 + 15 * 0.49 us: 407.35 us; the last of 1056 blocks that are given
 * out together, each 0.6 ns later, is 633 ns behind the first. */
START_TEST(waves_pay_the_block_start)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = 490;
    p.value[PROFILE_sm_dispatch] = 600;
    struct naive_kernel k = {.kernel = kernel(&p, 16 * 132 * 8, 256, 0, 25000)};
    struct seen start, end;
    run(&p, &k, 1, &start, &end);
    ck_assert_int_eq(start.time, 0);
    ck_assert_int_eq(end.time, 407350 + 633);
    profile_release(&p);
}
END_TEST

/* One block more than the 132 * 32 places, which are given out in 4223 * 0.6 = 2534 ns: it takes
 * that of the first that ends, after 2500 and the block start, and is over after 5448, when the
 * last of the first wave is, too (2534 + 2500 = 5034). Blocks of 1000 ns: 2448, and the first wave
 * 3534. */
START_TEST(a_last_wave_of_few_blocks_ends_soon)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_dispatch] = 600;
    struct naive_kernel k = {.kernel = kernel(&p, 132 * 32 + 1, 32, 0, 2500)};
    struct seen start, end;
    run(&p, &k, 1, &start, &end);
    ck_assert_int_eq(end.time, 2500 + 448 + 2500);
    k.kernel.block_time = 1000;
    run(&p, &k, 1, &start, &end);
    ck_assert_int_eq(end.time, 2534 + 1000);
    profile_release(&p);
}
END_TEST

/* Leftover: A takes 132 * 8 places and half of them again; B's blocks start beside A's last wave,
 * not before. C, behind B, finds room at once. */
START_TEST(leftover_goes_to_the_next)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = p.value[PROFILE_sm_dispatch] = 0;
    struct naive_kernel k[] = {{.kernel = kernel(&p, 132 * 12, 256, 0, 1000)},
                               {.kernel = kernel(&p, 132, 256, 0, 5000), .arrival = 10},
                               {.kernel = kernel(&p, 1, 256, 0, 1000), .arrival = 10}};
    struct seen start[3], end[3];
    run(&p, k, 3, start, end);
    ck_assert_int_eq(end[0].time, 2000);
    ck_assert_int_eq(start[1].time, 1000);
    ck_assert_int_eq(start[1].rule, RULE_ID_SM_FULL);
    ck_assert_uint_eq(start[1].blocker, 0);
    ck_assert_int_eq(start[2].time, 1000);
    ck_assert_int_eq(end[1].time, 6000);
    profile_release(&p);
}
END_TEST

/* Two kernels that take half of each SM end together: what waits for their room blames the smaller
 * id, whichever of them came first. */
START_TEST(of_those_that_end_together_the_smaller_id_is_blamed)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = p.value[PROFILE_sm_dispatch] = 0;
    struct engine_kernel half = kernel(&p, 132, 1024, 0, 1000);
    struct sm_array *sms = sm_array_new(&p, NULL, true);
    uint32_t first = (uint32_t)_i;
    sm_array_submit(sms, first, &half, 0);
    sm_array_submit(sms, 1 - first, &half, 0);
    sm_array_submit(sms, 2, &half, 10);
    struct sm_event event;
    bool started = false;
    while (sm_array_advance(sms, DURATION_NEVER, &event)) {
        if (event.kind != SM_STARTED || event.op != 2)
            continue;
        started = true;
        ck_assert_int_eq(event.time, 1000);
        ck_assert_uint_eq(event.wait_count, 1);
        ck_assert_int_eq(event.waits[0].rule, RULE_ID_SM_FULL);
        ck_assert_uint_eq(event.waits[0].blocker, 0);
    }
    ck_assert(started);
    sm_array_free(sms);
    profile_release(&p);
}
END_TEST

/* Head of line (X1): B does not fit beside A's blocks of 1536 threads an SM; C would, but waits
 * for B. */
START_TEST(the_head_holds_back_those_behind)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = 0;
    struct naive_kernel k[] = {{.kernel = kernel(&p, 132 * 3, 512, 0, 1000)},
                               {.kernel = kernel(&p, 132, 1024, 0, 1000), .arrival = 10},
                               {.kernel = kernel(&p, 1, 512, 0, 1000), .arrival = 20}};
    struct seen start[3], end[3];
    run(&p, k, 3, start, end);
    ck_assert_int_eq(start[1].time, 1000);
    ck_assert_int_eq(start[1].rule, RULE_ID_SM_FULL);
    ck_assert_int_eq(start[2].time, 1000);
    ck_assert_int_eq(start[2].rule, RULE_ID_HEAD_OF_LINE);
    ck_assert_uint_eq(start[2].blocker, 1);
    profile_release(&p);
}
END_TEST

/* A runs with the carveout of its few kilobytes; B needs 100 KiB at once and would fit by the
 * numbers, but the SMs must be empty first. */
START_TEST(a_larger_carveout_needs_an_empty_sm)
{
    struct profile p;
    load(&p);
    struct naive_kernel k[] = {{.kernel = kernel(&p, 132, 256, 0, 1000)},
                               {.kernel = kernel(&p, 132, 256, 90 * 1024, 1000), .arrival = 10}};
    struct seen start[2], end[2];
    run(&p, k, 2, start, end);
    ck_assert_int_eq(start[1].rule, RULE_ID_CARVEOUT);
    ck_assert_uint_eq(start[1].blocker, 0);
    ck_assert_int_eq(start[1].time, 1000 + p.value[PROFILE_sm_block_start]);
    profile_release(&p);
}
END_TEST

/* 128 grids of one block are resident; the 129th waits for the first that ends. */
START_TEST(resident_grids_are_limited)
{
    struct profile p;
    load(&p);
    struct naive_kernel k[130];
    struct seen start[130], end[130];
    for (int i = 0; i < 130; i++)
        k[i] = (struct naive_kernel){.kernel = kernel(&p, 1, 32, 0, 10000 + i)};
    run(&p, k, 130, start, end);
    ck_assert_int_eq(start[127].time, 0);
    ck_assert_int_eq(start[128].rule, RULE_ID_GRID_LIMIT);
    ck_assert_uint_eq(start[128].blocker, 0);
    ck_assert_int_ge(start[128].time, 10000);
    ck_assert_int_ge(start[129].time, 10001);
    p.value[PROFILE_rules_concurrent_kernels] = 0;
    run(&p, k, 3, start, end);
    ck_assert_int_eq(start[1].rule, RULE_ID_GRID_LIMIT);
    ck_assert_int_ge(start[2].time, end[1].time);
    profile_release(&p);
}
END_TEST

/* A urgent kernel's blocks go first as running blocks end; running ones are not stopped. */
START_TEST(urgent_blocks_go_first)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = p.value[PROFILE_sm_dispatch] = 0;
    struct naive_kernel k[] = {{.kernel = kernel(&p, 132 * 8 * 3, 256, 0, 1000)},
                               {.kernel = kernel(&p, 132 * 8, 256, 0, 1000), .arrival = 10}};
    k[1].kernel.priority = -1;
    struct seen start[2], end[2];
    run(&p, k, 2, start, end);
    ck_assert_int_eq(start[1].time, 1000);
    ck_assert_int_eq(end[1].time, 2000);
    ck_assert_int_eq(end[0].time, 4000);
    profile_release(&p);
}
END_TEST

/* Within a thousandth. */
static void near(int64_t value, int64_t wanted)
{
    ck_assert_msg(llabs(value - wanted) <= wanted / 1000, "%lld instead of %lld", (long long)value,
                  (long long)wanted);
}

static struct engine_kernel work(const struct profile *p, int64_t blocks, int32_t threads,
                                 int64_t flops, int64_t bytes)
{
    struct engine_kernel k = kernel(p, blocks, threads, 0, -1);
    k.flops = flops;
    k.bytes = bytes;
    return k;
}

/* Blocks that each have the SM's whole throughput to themselves take 708 us. An older one that gets
 * 0.891 of it is done after 708 / 0.891 = 794.6 us; what is left of the younger one has the rest.
 * On an H200 the older one gets all (measured: 476 us alone, 476 and 943 together). On different
 * SMs they don't disturb each other. */
START_TEST(throughput_is_shared_by_age)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    p.value[PROFILE_device_sm_threads_full] = 512;
    int64_t flops = p.value[PROFILE_device_flops] / 1000000 * 708;
    struct naive_kernel k[] = {{.kernel = work(&p, 132, 1024, flops, 0)},
                               {.kernel = work(&p, 132, 1024, flops, 0)}};
    struct seen start[2], end[2];
    run(&p, k, 1, start, end);
    near(end[0].time, 708000);
    run(&p, k, 2, start, end);
    near(end[0].time, 708000);
    near(end[1].time, 1416000);
    p.value[PROFILE_sm_share_older] = 891;
    run(&p, k, 2, start, end);
    near(end[0].time, 794600);
    near(end[1].time, 1416000);
    p.value[PROFILE_sm_share_older] = 1000;
    k[0].kernel = work(&p, 60, 1024, flops / 132 * 60, 0);
    k[1].kernel = work(&p, 60, 1024, flops / 132 * 60, 0);
    run(&p, k, 2, start, end);
    near(end[0].time, 708000);
    near(end[1].time, 708000);
    /* 128 threads an SM want a quarter each: there is enough for both. */
    k[0].kernel = work(&p, 132, 128, flops, 0);
    k[1].kernel = work(&p, 132, 128, flops, 0);
    run(&p, k, 2, start, end);
    near(end[0].time, 4 * 708000);
    near(end[1].time, 4 * 708000);
    /* 256 want a half, 1024 get the other: 1416 us, in which half of 708 us' work is done; at the
     * same time the younger one is done (measured with half the work: 475 and 709). */
    k[0].kernel = work(&p, 132, 256, flops / 2, 0);
    k[1].kernel = work(&p, 132, 1024, flops, 0);
    run(&p, k, 2, start, end);
    near(end[0].time, 708000);
    near(end[1].time, 1062000);
    profile_release(&p);
}
END_TEST

/* Two blocks of 1024 threads have room on each SM, of which the one that was placed first runs, 100
 * us. Three of the first kernel come to each and four of a more urgent one, at 50: L1 until 100, L2
 * until 200, H1 (placed at 100) until 300, H2 until 400, H3 until 500, where L3 gets a place beside
 * H4. That was placed before and goes first, though its kernel is younger: until 600, and L3 until
 * 700 (traces/experiments/priority-work.cu). */
START_TEST(urgent_blocks_by_work_are_not_held_up_by_later_ones)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    int64_t flops = p.value[PROFILE_device_flops] / 1000000 * 100;
    struct naive_kernel k[] = {{.kernel = work(&p, 396, 1024, flops * 3, 0)},
                               {.kernel = work(&p, 528, 1024, flops * 4, 0), .arrival = 50000}};
    k[1].kernel.priority = -1;
    struct naive_kernel one = {.kernel = work(&p, 132, 1024, flops, 0)};
    struct seen start[2], end[2];
    run(&p, &one, 1, start, end);
    int64_t block = end[0].time; /* with what its threads do besides */
    ck_assert_int_ge(block, 100000);
    ck_assert_int_le(block, 100500);
    run(&p, k, 2, start, end);
    near(start[1].time, block);
    near(end[1].time, 6 * block);
    near(end[0].time, 7 * block);
    profile_release(&p);
}
END_TEST

/* 16 blocks of 256 threads come to each SM, which holds eight; two at a time have all the
 * throughput, and of the next ones none is begun before: 100 us for each pair. After the fourth the
 * last two have their places, and after the fifth the other kernel's block gets one; it goes last.
 * Measured with 119 us a pair: 638 (its first instruction waits 45 us) and 1207 us. */
START_TEST(blocks_go_in_the_order_of_their_places)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    int64_t flops = p.value[PROFILE_device_flops] / 1000000;
    struct naive_kernel k[] = {{.kernel = work(&p, 2112, 256, flops * 800, 0)},
                               {.kernel = work(&p, 132, 256, flops * 50, 0), .arrival = 3000}};
    struct seen start[2], end[2];
    run(&p, k, 2, start, end);
    ck_assert_int_ge(start[1].time, 500000);
    ck_assert_int_le(start[1].time, 501000);
    ck_assert_int_ge(end[0].time, 800000);
    ck_assert_int_le(end[0].time, 802000);
    ck_assert_int_ge(end[1].time, 900000);
    ck_assert_int_le(end[1].time, 903000);
    profile_release(&p);
}
END_TEST

/* Blocks of 128 threads need more shared memory set than blocks of 1024 leave, so they wait until
 * an SM is empty, and then fill it: 16 to each of 8 SMs and 4 to a ninth, where 2048 threads share
 * what 502 could use. Measured: 475 and 2379 us. */
START_TEST(blocks_behind_work_fill_the_first_empty_sms)
{
    struct profile p;
    load(&p);
    int64_t flops = p.value[PROFILE_device_flops] / 1000000 * 475;
    struct naive_kernel k[] = {{.kernel = work(&p, 132, 1024, flops, 0)},
                               {.kernel = work(&p, 132, 128, flops / 4, 0), .arrival = 3000}};
    struct seen start[2], end[2];
    run(&p, k, 2, start, end);
    near(end[0].time, 475350);
    near(start[1].time, 475350 + p.value[PROFILE_sm_block_start]);
    near(end[1].time - start[1].time, 475 * 16 / 4 * 1000);
    profile_release(&p);
}
END_TEST

/* 512 threads ask for 70.656 GB/s and want 70.656 * 380 / (70.656^2 + 380^2)^0.5 = 69.465 of it,
 * 132 SMs X = 9.169 TB/s and get 9.169 * 4.62 / (9.169^2.5 + 4.62^2.5)^0.4 = 4.324: 1.6 GB take
 * 370.0 us. Two of them want 17.483 and get 4.555: 702.5 us for both. One block of 1024 threads
 * gets 132.45 GB/s and is not slowed by another on another SM; two on one SM get 226.8 together. */
START_TEST(bytes_are_shared_by_threads)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    struct naive_kernel k[] = {{.kernel = work(&p, 132, 512, 0, 1600000000)},
                               {.kernel = work(&p, 132, 512, 0, 1600000000)}};
    struct seen start[2], end[2];
    run(&p, k, 1, start, end);
    near(end[0].time, 370049);
    run(&p, k, 2, start, end);
    near(end[0].time, 702481);
    near(end[1].time, 702481);
    k[0].kernel = work(&p, 1, 1024, 0, 132450000);
    k[1].kernel = work(&p, 1, 1024, 0, 132450000);
    run(&p, k, 1, start, end);
    near(end[0].time, 1000000);
    run(&p, k, 2, start, end);
    ck_assert_int_le(end[1].time, 1004000);
    k[0].kernel = work(&p, 264, 1024, 0, INT64_C(226778000) * 264);
    p.value[PROFILE_device_memory_rate] = INT64_C(1000000000000000);
    run(&p, k, 1, start, end);
    near(end[0].time, 2000000);
    profile_release(&p);
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    /* 512 bytes for 256 threads: none has a batch of its own, but a batch's time passes, 64 bytes
     * at 138 MB/s = 464 ns, after the start-up of 446 ns * (2/5 + 4/5 * 256 / 1024) = 268 ns. */
    k[0].kernel = work(&p, 1, 256, 0, 512);
    run(&p, k, 1, start, end);
    near(end[0].time, 732);
    profile_release(&p);
}
END_TEST

/* 1024 threads have 64 KiB on their way. Beside 228 KiB of shared memory an SM of 256 has room for
 * 28: they ask for 141.312 * 28 / 64 = 61.824 GB/s and want 61.022. Beside 132 KiB, or where the
 * cache is no bound, 132.45 as ever. */
START_TEST(what_is_on_its_way_needs_room)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    struct naive_kernel k = {.kernel = work(&p, 1, 1024, 0, 61022000)};
    struct seen start, end;
    k.kernel.occupancy = kernel(&p, 1, 1024, 200 * 1024, -1).occupancy;
    run(&p, &k, 1, &start, &end);
    near(end.time, 1000000);
    k.kernel.bytes = 132450000;
    p.value[PROFILE_sm_data_cache] = 0;
    run(&p, &k, 1, &start, &end);
    near(end.time, 1000000);
    p.value[PROFILE_sm_data_cache] = 256 * 1024;
    k.kernel.occupancy = kernel(&p, 1, 1024, 120 * 1024, -1).occupancy;
    run(&p, &k, 1, &start, &end);
    near(end.time, 1000000);
    profile_release(&p);
}
END_TEST

/* One SM has room for all that is on its way of three blocks of 512 threads; the other one's
 * division was set by a block with 200 KiB and leaves 28 of 96. */
START_TEST(room_goes_by_the_division_of_each_sm)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_sm_count] = 2;
    struct naive_kernel plain[] = {{.kernel = kernel(&p, 1, 32, 200 * 1024, 5000000)},
                                   {.kernel = kernel(&p, 6, 512, 0, -1), .arrival = 10}};
    plain[1].kernel.bytes = 600000000;
    struct naive_kernel bulk[2];
    struct seen start[2], end[2];
    memcpy(bulk, plain, sizeof bulk);
    naive_sm_run(&p, plain, 2);
    run(&p, bulk, 2, start, end);
    ck_assert_int_eq(end[1].time, plain[1].end);
    near(end[1].time, 4917847);
    profile_release(&p);
}
END_TEST

/* 264 x 1024 threads want 29.935 TB/s and get 4.603; when copies take 385 GB/s from 4.62, 4.222.
 * 1 GB, of which 100 us beside copies: 100 us for 460.3 MB, 100 us for 422.2, and 25.5 us for the
 * rest. */
START_TEST(copies_take_memory_from_kernels)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    struct engine_kernel k = work(&p, 264, 1024, 0, 1000000000);
    struct sm_array *sms = sm_array_new(&p, NULL, false);
    struct sm_event event;
    sm_array_submit(sms, 0, &k, 0);
    ck_assert(sm_array_advance(sms, 50000, &event));
    ck_assert_int_eq(event.kind, SM_STARTED);
    ck_assert(!sm_array_advance(sms, 100000, &event));
    sm_array_copies(sms, INT64_C(193000000000), 100000);
    sm_array_copies(sms, INT64_C(192240000000), 100000);
    ck_assert(!sm_array_advance(sms, 200000, &event));
    sm_array_copies(sms, -INT64_C(193000000000), 200000);
    sm_array_copies(sms, -INT64_C(192240000000), 200000);
    ck_assert(sm_array_advance(sms, 1000000, &event));
    ck_assert_int_eq(event.kind, SM_ENDED);
    near(event.time, 225482);
    sm_array_free(sms);
    profile_release(&p);
}
END_TEST

/* traces/experiments/piled.txt: 132 blocks of 128 threads by flops take 372 us behind a kernel that
 * filled the SMs, 93 where they found the SMs free: 16 blocks share an SM of which 4 have all.
 * Behind a kernel of 400 blocks, whose last 136 are on 68 SMs by then, they find 64 SMs free. */
START_TEST(blocks_that_waited_fill_sm_by_sm)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    struct seen start[2], end[2];
    int64_t flops = p.value[PROFILE_device_flops] / 40000;
    struct naive_kernel k[] = {{.kernel = kernel(&p, 264, 1024, 0, 100000)},
                               {.kernel = work(&p, 132, 128, flops, 0), .arrival = 10}};
    run(&p, k + 1, 1, start, end);
    int64_t alone = end[0].time - start[0].time;
    run(&p, k, 2, start, end);
    near(end[1].time - start[1].time, 4 * alone);
    k[0].kernel = kernel(&p, 400, 1024, 0, 50000);
    run(&p, k, 2, start, end);
    ck_assert_int_eq(start[1].time, 50000);
    near(end[1].time - start[1].time, alone);
    profile_release(&p);
}
END_TEST

/* RANDOM-30, zn145: the distributor gives out a block in 601 ps, 65536 of them in 39387
 * ns. They end a block's time after: 464 ns and 448 * (2 * 256 + 64) / 1280 = 201. A kernel that
 * comes meanwhile begins behind them, and waits at the head of its queue; a more urgent one comes
 * between, and its 10000 blocks (6010 ns) make the end later. */
START_TEST(the_distributor_gives_out_one_kernel_after_the_other)
{
    struct profile p;
    load(&p);
    struct seen start[2], end[2];
    struct naive_kernel k[] = {{.kernel = work(&p, 65536, 64, 0, 65536 * 256)},
                               {.kernel = work(&p, 10000, 64, 0, 10000 * 256), .arrival = 30000}};
    ck_assert_int_eq(p.value[PROFILE_sm_dispatch], 601);
    run(&p, k, 2, start, end);
    ck_assert_int_eq(end[0].time, 39387 + 464 + 201);
    ck_assert_int_eq(start[1].time, 39387);
    ck_assert_int_eq(start[1].rule, RULE_ID_HEAD_OF_LINE);
    ck_assert_uint_eq(start[1].blocker, 0);
    k[1].kernel.priority = -5;
    k[1].arrival = 5000;
    run(&p, k, 2, start, end);
    ck_assert_int_lt(start[1].time, 6000);
    ck_assert_int_eq(end[0].time, 39387 + 6010 + 464 + 201);
    profile_release(&p);
}
END_TEST

/* traces/experiments/kernel-shapes.txt: 1639 blocks of 320 threads, 6 on each SM, are two waves and
 * 55 blocks, 4 bytes a thread. A wave takes 320 * 0.44 = 141 ns and 464; of the 605
 * the last one, with one block of 6 on an SM, saves five sixths. */
START_TEST(a_last_wave_of_few_blocks_follows_sooner)
{
    struct profile p;
    load(&p);
    struct seen start[1], end[1];
    int64_t time[2];
    for (int i = 0; i < 2; i++) {
        int64_t blocks = i == 0 ? 1584 : 1639;
        struct naive_kernel k = {.kernel = work(&p, blocks, 320, 0, blocks * 320 * 4)};
        run(&p, &k, 1, start, end);
        time[i] = end[0].time - start[0].time;
    }
    ck_assert_msg(llabs(time[1] - time[0] - 605 / 6) < 20, "%lld", (long long)(time[1] - time[0]));
    profile_release(&p);
}
END_TEST

/* traces/experiments/ends.txt, tail-64: 528 blocks of 64 threads and 200 us come between two
 * kernels of 1100 blocks of 1024 threads and 15 us. By turns on all 132 SMs, 4 on each, they would
 * leave one place for a large block on each: 1100 / 132 is 9 waves, to 61.6 + 9 * 15.4 - 0.4.
 * Measured: to 153.1 us, with the small ones on some 50 SMs. Predicted: 44 blocks are left for the
 * fifth wave of the first kernel; they go to the 22 SMs that are known first. 340 ns after the
 * first end 44 of 132 SMs are known, of which 22 are free: 24 small blocks on each, and no place.
 * The second large kernel begins with 2 * 88 blocks, then 2 * 110 a wave: 6 waves, to 61.6 + 6
 * * 15.4 - 0.4 = 153.6. */
START_TEST(the_next_kernel_finds_some_of_the_sms_free)
{
    struct profile p;
    load(&p);
    struct naive_kernel k[] = {{.kernel = kernel(&p, 1100, 1024, 0, 15000)},
                               {.kernel = kernel(&p, 528, 64, 0, 200000), .arrival = 10},
                               {.kernel = kernel(&p, 1100, 1024, 0, 15000), .arrival = 20}};
    struct seen start[3], end[3];
    run(&p, k, 3, start, end);
    ck_assert_int_gt(end[2].time, 150000);
    ck_assert_int_lt(end[2].time, 156000);
    profile_release(&p);
}
END_TEST

/* traces/experiments/drift.txt: 528 blocks of 64 threads behind 1, 2 and 4 waves of two large
 * blocks an SM are on 132, 84 to 107, and 52 to 59 SMs. The first SM is filled with 32 of them,
 * which takes 32 * (4 + 0.8) = 154 ns. One wave's ends are 110 ns apart: all SMs are known by then,
 * and each of the 131 others keeps one place for a large block. Two: 2 * 60 + 264 * 0.6 = 279 ns
 * apart; 154 / 279 of 132, 72 SMs, are known, of which 71 keep one place, and 60 both: 191. Four:
 * 399 ns, 50 SMs: 49 + 2 * 82 = 213. Hence 5200 large blocks take 39.7, 27.2 and 24.4 waves. The
 * last of those that start together starts some 0.1 us behind the first. */
START_TEST(waves_drift_apart)
{
    static const int64_t large_waves[] = {40, 28, 25};
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = 0;
    for (int i = 0; i < 3; i++) {
        struct naive_kernel k[] = {{.kernel = kernel(&p, INT64_C(264) << i, 1024, 0, 15000)},
                                   {.kernel = kernel(&p, 528, 64, 0, 300000), .arrival = 10},
                                   {.kernel = kernel(&p, 5200, 1024, 0, 5000), .arrival = 20}};
        struct seen start[3], end[3];
        run(&p, k, 3, start, end);
        near(end[2].time - start[2].time - 100, large_waves[i] * 5000);
    }
    profile_release(&p);
}
END_TEST

/* The same, flops-16: behind a kernel that reads 16 blocks of 512 threads take 8 places of 1024
 * threads on 8 SMs, which two of them share; behind one by time four share an SM (piled.txt: 16
 * blocks of 128). */
START_TEST(places_of_blocks_that_read_are_filled_one_by_one)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    struct seen start[2], end[2];
    int64_t flops = p.value[PROFILE_device_flops] / 40000;
    struct naive_kernel k[] = {{.kernel = work(&p, 264, 1024, 0, 192000000)},
                               {.kernel = work(&p, 16, 512, flops, 0), .arrival = 10}};
    run(&p, k + 1, 1, start, end);
    int64_t alone = end[0].time - start[0].time;
    run(&p, k, 2, start, end);
    near(end[1].time - start[1].time, 2 * alone);
    k[0].kernel = kernel(&p, 264, 1024, 0, 40000);
    run(&p, k, 2, start, end);
    near(end[1].time - start[1].time, 4 * alone);
    profile_release(&p);
}
END_TEST

/* traces/experiments/work.txt: beside 512 threads that compute on an SM a kernel that reads does a
 * third of its work in 486 us; beside 1024, nothing. */
START_TEST(a_reader_gets_on_beside_four_warps_a_scheduler)
{
    struct profile p;
    load(&p);
    struct seen start[2], end[2];
    struct naive_kernel k[] = {{.kernel = work(&p, 132, 512, 30750000000, 0)},
                               {.kernel = work(&p, 132, 512, 0, 2075600000), .arrival = 3500}};
    run(&p, k, 2, start, end);
    ck_assert_int_gt(end[0].time, 484000);
    ck_assert_int_lt(end[0].time, 494000);
    ck_assert_int_gt(end[1].time, 790000); /* measured 804, without 954 */
    ck_assert_int_lt(end[1].time, 840000);
    k[0].kernel = work(&p, 132, 1024, 30750000000, 0);
    run(&p, k, 2, start, end);
    ck_assert_int_gt(end[1].time, 940000);
    profile_release(&p);
}
END_TEST

/* A kernel that needs all shared memory, a small one as soon as it has ended, another like the
 * first: not beside the small one, which has set the SMs anew
 * (traces/experiments/carve-beside.txt). */
START_TEST(an_empty_sm_is_set_anew_at_once)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_block_start] = 0;
    struct naive_kernel k[] = {{.kernel = kernel(&p, 132, 1024, 100000, 1000)},
                               {.kernel = kernel(&p, 132, 64, 0, 10000), .arrival = 1000},
                               {.kernel = kernel(&p, 132, 1024, 100000, 1000), .arrival = 1600}};
    struct seen start[3], end[3];
    run(&p, k, 3, start, end);
    ck_assert_int_eq(start[1].time, 1000);
    ck_assert_int_eq(start[2].time, 11000);
    profile_release(&p);
}
END_TEST

/* traces/experiments/starved.cu: two kernels that compute, each with two blocks of 256 threads on
 * an SM, and a block by time that is younger. The older one has all of the throughput and takes 100
 * us; until then 1024 threads compute, then 512, which starve none. Of the blocks of the younger
 * the first does not count as older for long enough to matter: 512 threads are no more than
 * sm_threads_full. What began alone ends as soon as it can. */
START_TEST(a_block_by_time_starves_behind_two_kernels_that_compute)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_sm_threads_full] = 512;
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    int64_t flops = p.value[PROFILE_device_flops] / 10000;
    struct naive_kernel k[] = {{.kernel = work(&p, 264, 256, flops, 0)},
                               {.kernel = work(&p, 264, 256, flops, 0)},
                               {.kernel = kernel(&p, 1, 32, 0, 20000), .arrival = 50000}};
    struct seen start[3], end[3];
    run(&p, k, 3, start, end);
    ck_assert_int_gt(end[0].time, 100000);
    ck_assert_int_eq(start[2].time, 50000);
    ck_assert_int_eq(end[2].time, end[0].time + 20000);
    /* One of them alone: 512 threads. */
    k[1].kernel = kernel(&p, 1, 32, 0, 1000);
    run(&p, k, 3, start, end);
    ck_assert_int_eq(end[2].time, 70000);
    /* It came first, so it is older. */
    k[0].kernel = k[1].kernel = work(&p, 264, 256, flops, 0);
    k[2].arrival = 0;
    struct naive_kernel first[] = {k[2], k[0], k[1]};
    run(&p, first, 3, start, end);
    ck_assert_int_eq(end[0].time, 20000);
    profile_release(&p);
}
END_TEST

/* traces/experiments/device-copies-starved.txt: beside one block that computes for milliseconds a
 * block by time gets to issue after SM_SHARE_STARVED_MOST, whether it is the first on its SM or
 * not. */
START_TEST(no_block_starves_for_long)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_sm_threads_full] = 512;
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    int64_t flops = p.value[PROFILE_device_flops] / 132 / 500; /* 2 ms of one SM */
    struct naive_kernel k[] = {{.kernel = work(&p, 1, 1024, flops, 0)},
                               {.kernel = kernel(&p, 264, 512, 0, 20000), .arrival = 50000}};
    struct seen start[2], end[2];
    run(&p, k, 2, start, end);
    ck_assert_int_gt(end[0].time, 1900000);
    ck_assert_int_eq(start[1].time, 50000);
    near(end[1].time, 50000 + SM_SHARE_STARVED_MOST + 20000); /* blocks end one by one */
    profile_release(&p);
}
END_TEST

/* traces/experiments/readers-behind.txt, starved-more: beside 1024 threads that compute a warp of a
 * brief block issues once in 16.6 us. One load a thread: 16 * 16.6 = 266 us (265 measured), two and
 * an FMA: (24 + 3) * 16.6 = 448 (450 to 455), one and 64 FMAs: (16 + 64 + 15) * 16.6 = 1577 (1604);
 * of eight blocks on an SM four find room at a time. */
START_TEST(brief_blocks_starve_by_their_instructions)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_sm_threads_full] = 512;
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    p.value[PROFILE_device_memory_start] = 0;
    int64_t flops = p.value[PROFILE_device_flops] / 250; /* 4 ms */
    static const struct {
        int blocks;
        int64_t bytes, flops; /* of a thread */
        int64_t ns;
    } cases[] = {{132, 4, 0, 265600},
                 {132, 24, 2, 448200},
                 {132, 4, 128, 1577000},
                 {132 * 8, 4, 0, 2 * 265600}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t threads = (int64_t)cases[i].blocks * 256;
        struct naive_kernel k[] = {
            {.kernel = work(&p, 132, 1024, flops, 0)},
            {.kernel =
                 work(&p, cases[i].blocks, 256, cases[i].flops * threads, cases[i].bytes * threads),
             .arrival = 50000}};
        struct seen start[2], end[2];
        run(&p, k, 2, start, end);
        ck_assert_int_eq(start[1].time, 50000);
        ck_assert_msg(llabs(end[1].time - 50000 - cases[i].ns) < cases[i].ns / 100, "%zu: %lld", i,
                      (long long)end[1].time);
    }
    profile_release(&p);
}
END_TEST

/* traces/experiments/brief-flops.txt: 16384 blocks of 256 threads that read 4 bytes each, on 132
 * SMs of 64.5 TFLOP/s. Besides its flops a thread takes 5.5 for each instruction: 16 of the load,
 * and of 8 FMAs 17, of more no more. 16 flops: (16 + 33 * 5.5) * 4194304 / 64.5e12 = 12.8 us, which
 * the memory makes 14.3 (15.3 measured); 256: 28.5 (29.0), 510: 45.0 (45.0). */
START_TEST(brief_blocks_compute_by_their_flops)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_flops] = INT64_C(64500000000000);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    p.value[PROFILE_device_memory_start] = 0;
    static const struct {
        int64_t flops, ns, within;
    } cases[] = {{256, 28500, 1500}, {510, 45000, 2000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t threads = 16384 * 256;
        struct naive_kernel k[] = {
            {.kernel = work(&p, 16384, 256, cases[i].flops * threads, 4 * threads)}};
        struct seen start[1], end[1];
        run(&p, k, 1, start, end);
        ck_assert_msg(llabs(end[0].time - cases[i].ns) < cases[i].within, "%zu: %lld", i,
                      (long long)end[0].time);
    }
    profile_release(&p);
}
END_TEST

/* traces/experiments/brief-limits.txt: a dozen waves of blocks of 256 threads of which registers
 * let an SM have two (96 of each), by 4 bytes a thread; less what CUPTI adds, 0.65 us and 0.095 a
 * wave: 10.0, with 16 FMAs 11.2 and with 145 15.0 us become 8.2, 9.4 and 13.2. One behind the
 * other: 0.11 to the next block, 0.47 to read, 0.06 for the last line, 0.13 and 0.39 to compute. */
START_TEST(brief_blocks_take_turns_where_few_have_room)
{
    struct profile p;
    load(&p);
    static const struct {
        int64_t flops, ns;
    } cases[] = {{0, 8200}, {32, 9400}, {290, 13200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t threads = 12 * 2 * 132 * 256;
        struct naive_kernel k[] = {
            {.kernel = work(&p, 12 * 2 * 132, 256, cases[i].flops * threads, 4 * threads)}};
        k[0].kernel.occupancy.blocks = 2;
        k[0].kernel.occupancy.block_registers = 96 * 256;
        struct seen start[1], end[1];
        run(&p, k, 1, start, end);
        ck_assert_msg(llabs(end[0].time - cases[i].ns) < cases[i].ns * 6 / 100, "%zu: %lld", i,
                      (long long)end[0].time);
    }
    profile_release(&p);
}
END_TEST

/* starved-more: an older kernel that has to wait for the memory leaves others what it cannot use,
 * however many flops it has. */
START_TEST(what_waits_for_the_memory_starves_none)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_device_sm_threads_full] = 512;
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_sm_block_start] = 0;
    int64_t bytes = p.value[PROFILE_device_memory_rate] / 500; /* 2 ms */
    for (int much = 0; much < 2; much++) {
        int64_t flops = p.value[PROFILE_device_flops] / (much ? 250 : 2000);
        struct naive_kernel k[] = {{.kernel = work(&p, 132, 1024, flops, bytes)},
                                   {.kernel = kernel(&p, 132, 512, 0, 20000), .arrival = 50000}};
        struct seen start[2], end[2];
        run(&p, k, 2, start, end);
        int64_t more = much ? SM_SHARE_STARVED_MOST : 0;
        ck_assert_int_ge(end[1].time, 50000 + 20000 + more);
        ck_assert_int_lt(end[1].time, 50000 + 20000 + more + 10000); /* the memory is loaded */
    }
    profile_release(&p);
}
END_TEST

/* The scarcer decides, they are not added; but what is read must be asked for, which takes 110
 * flops for 64 bytes. */
START_TEST(flops_and_bytes_go_together)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_work_start] = p.value[PROFILE_device_memory_start] = 0;
    p.value[PROFILE_sm_dispatch] = 0; /* or the second would begin beside what the first reads */
    int64_t flops = p.value[PROFILE_device_flops] / 1000;
    struct naive_kernel k[2] = {{.kernel = work(&p, 132, 1024, flops, 640000000)}};
    struct seen start[2], end[2];
    run(&p, k, 1, start, end);
    near(end[0].time, 1000000 + INT64_C(1100000000) * 1000000 / flops);
    /* Memory alone: X = 17.483 TB/s, 4.555; with a third of the flops not slower. */
    k[0].kernel = work(&p, 132, 1024, 0, 4555286000);
    run(&p, k, 1, start, end);
    near(end[0].time, 1000000);
    k[0].kernel = work(&p, 132, 1024, flops / 3, 4555286000);
    run(&p, k, 1, start, end);
    near(end[0].time, 1000000);
    /* Behind an older kernel that has all the throughput nothing is read; before it, it takes 110 /
     * 64 * 4.555 TB/s = 7.829 TFLOP/s from the younger one, 12.1 % (measured: 10 %). */
    k[0].kernel = work(&p, 132, 1024, flops, 0);
    k[1].kernel = work(&p, 132, 1024, 0, 4555286000);
    run(&p, k, 2, start, end);
    near(end[0].time, 1000000);
    near(end[1].time, 2000000);
    k[0].kernel = work(&p, 132, 1024, 0, 4555286000);
    k[1].kernel = work(&p, 132, 1024, flops, 0);
    run(&p, k, 2, start, end);
    near(end[0].time, 1000000);
    near(end[1].time, 1000000 + INT64_C(4555286000) * 110 / 64 * 1000000 / flops);
    profile_release(&p);
}
END_TEST

/* A grid of a million blocks is not walked block by block: 947 waves in a few passes. The bound is
 * a hundred times what it takes. */
START_TEST(a_million_blocks_are_quick)
{
    struct profile p;
    load(&p);
    struct naive_kernel k[] = {{.kernel = kernel(&p, 500, 256, 0, 777777)},
                               {.kernel = kernel(&p, 1000000, 256, 0, 3000), .arrival = 10},
                               {.kernel = kernel(&p, 3000, 256, 0, 1234), .arrival = 20}};
    struct seen start[3], end[3];
    clock_t before = clock();
    run(&p, k, 3, start, end);
    ck_assert_int_lt((clock() - before) * 1000 / CLOCKS_PER_SEC, 10);
    ck_assert_int_gt(end[1].time, 1000000 / (132 * 8) * 3000);
    profile_release(&p);
}
END_TEST

/* Kernels that read, one behind the other, and small ones that take places on some SMs, whose
 * blocks keep out of step: more and more blocks end at times of their own. An SM is split among its
 * users 41112 times; 79081 times if all are in each pass, 128276 times if no waves are skipped
 * where the small ones have set the carveout. */
START_TEST(blocks_that_drift_apart_are_quick)
{
    enum { TURNS = 32, BLOCKS = 16384 };
    struct profile p;
    load(&p);
    struct sm_array *sms = sm_array_new(&p, NULL, true);
    struct engine_kernel small = kernel(&p, 16, 256, 0, 6000);
    struct engine_kernel reads = work(&p, BLOCKS, 512, 0, 64000000);
    for (uint32_t i = 0; i < TURNS; i++) {
        sm_array_submit(sms, 2 * i, &small, i * INT64_C(9000));
        sm_array_submit(sms, 2 * i + 1, &reads, i * INT64_C(9000));
    }
    struct sm_event event;
    while (sm_array_advance(sms, DURATION_NEVER, &event))
        continue;
    ck_assert_int_lt(sms->shares, TURNS * BLOCKS / 10);
    sm_array_free(sms);
    profile_release(&p);
}
END_TEST

/* Of so many waves of blocks that fill the SMs, each thread reading `each` bytes. */
static int64_t waves_take(const struct profile *p, int64_t waves, int64_t blocks, int32_t threads,
                          int64_t each)
{
    blocks *= 132 * waves;
    struct naive_kernel k = {.kernel = work(p, blocks, threads, 0, each * threads * blocks)};
    struct seen start, end;
    run(p, &k, 1, &start, &end);
    return end.time;
}

/* A thread an element. 64 bytes at 138 MB/s are 463.8 ns, those of one SM, x, and of all by their
 * curves as long as these let them: T, T_m. Between two blocks of 256 threads pass S = 256 * 0.44 =
 * 112.6 ns, in which the others' bytes flow:
 *
 * 4 bytes by 2 * 1024 threads an SM, S = 450.6: x = 8192 / 463.8 = 17.7 GB/s, T = 464.3, asked for
 * 2.33 TB/s, T_m = 464.3 * (1 + (2.33 / 4.62)^2.5)^0.4 = 495.5; (914.9^2.5 + 495.5^2.5 -
 * 464.3^2.5)^0.4 = 926.6.
 * 16 bytes by 8 * 256: T = 471.7, T_m = 1000.4, (584.3^2.5 + 1000.4^2.5 - 471.7^2.5)^0.4 = 1042.3.
 * 48 bytes: T = 531.0, T_m = 2826.1: 2836.7, no more than a hundredth longer. */
START_TEST(places_between_blocks_leave_the_memory_to_others)
{
    struct profile p;
    load(&p);
    p.value[PROFILE_sm_dispatch] = 0;
    static const struct {
        int64_t blocks;
        int32_t threads;
        int64_t each, period;
    } cases[] = {{2, 1024, 4, 9266}, {8, 256, 16, 10423}, {8, 256, 48, 28367}};
    for (int i = 0; i < 3; i++) {
        int64_t few = waves_take(&p, 2, cases[i].blocks, cases[i].threads, cases[i].each);
        int64_t many = waves_take(&p, 102, cases[i].blocks, cases[i].threads, cases[i].each);
        int64_t period = (many - few) / 10; /* the engine's powers are good to a thousandth */
        ck_assert_msg(llabs(period - cases[i].period) <= period / 500, "%lld", (long long)period);
    }
    profile_release(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sm_array");
    TCase *tc = tcase_create("sm_array");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, bulk_equals_block_by_block, 0, 10);
    tcase_add_loop_test(tc, bulk_equals_block_by_block_by_work, 0, 4);
    suite_add_tcase(suite, tc);
    tc = tcase_create("by hand");
    tcase_add_test(tc, waves_pay_the_block_start);
    tcase_add_test(tc, a_last_wave_of_few_blocks_ends_soon);
    tcase_add_test(tc, places_between_blocks_leave_the_memory_to_others);
    tcase_add_test(tc, leftover_goes_to_the_next);
    tcase_add_loop_test(tc, of_those_that_end_together_the_smaller_id_is_blamed, 0, 2);
    tcase_add_test(tc, the_head_holds_back_those_behind);
    tcase_add_test(tc, a_larger_carveout_needs_an_empty_sm);
    tcase_add_test(tc, an_empty_sm_is_set_anew_at_once);
    tcase_add_test(tc, blocks_that_waited_fill_sm_by_sm);
    tcase_add_test(tc, resident_grids_are_limited);
    tcase_add_test(tc, urgent_blocks_go_first);
    tcase_add_test(tc, throughput_is_shared_by_age);
    tcase_add_test(tc, blocks_behind_work_fill_the_first_empty_sms);
    tcase_add_test(tc, copies_take_memory_from_kernels);
    tcase_add_test(tc, urgent_blocks_by_work_are_not_held_up_by_later_ones);
    tcase_add_test(tc, blocks_go_in_the_order_of_their_places);
    tcase_add_test(tc, bytes_are_shared_by_threads);
    tcase_add_test(tc, what_is_on_its_way_needs_room);
    tcase_add_test(tc, room_goes_by_the_division_of_each_sm);
    tcase_add_test(tc, the_next_kernel_finds_some_of_the_sms_free);
    tcase_add_test(tc, waves_drift_apart);
    tcase_add_test(tc, places_of_blocks_that_read_are_filled_one_by_one);
    tcase_add_test(tc, a_reader_gets_on_beside_four_warps_a_scheduler);
    tcase_add_test(tc, a_block_by_time_starves_behind_two_kernels_that_compute);
    tcase_add_test(tc, no_block_starves_for_long);
    tcase_add_test(tc, brief_blocks_starve_by_their_instructions);
    tcase_add_test(tc, brief_blocks_compute_by_their_flops);
    tcase_add_test(tc, brief_blocks_take_turns_where_few_have_room);
    tcase_add_test(tc, what_waits_for_the_memory_starves_none);
    tcase_add_test(tc, flops_and_bytes_go_together);
    tcase_add_test(tc, the_distributor_gives_out_one_kernel_after_the_other);
    tcase_add_test(tc, a_last_wave_of_few_blocks_follows_sooner);
    tcase_add_test(tc, a_million_blocks_are_quick);
    tcase_add_test(tc, blocks_that_drift_apart_are_quick);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
