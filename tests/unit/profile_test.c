/* sim/model: device profiles, occupancy, the time of one block. */
#include "sim/model/cost.h"
#include "sim/model/occupancy.h"
#include "sim/model/profile.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_text(void *context, const char *name)
{
    (void)context;
    return profile_builtin_text(name);
}

static void load(struct profile *profile, const char *name)
{
    struct err err;
    err_init(&err);
    ck_assert_msg(profile_load(profile, name, &err) == 0, "%s:%d: %s", err.file, err.line,
                  err.message);
}

static void set(struct profile *profile, const char *assignment)
{
    struct err err;
    err_init(&err);
    ck_assert_msg(profile_set(profile, assignment, &err) == 0, "%s", err.message);
}

START_TEST(every_built_in_profile_loads)
{
    for (const char *const *name = profile_builtin_names(); *name; name++) {
        struct profile p;
        load(&p, *name);
        ck_assert_str_eq(p.id, *name);
        ck_assert_str_ne(p.name, "");
        int inherited, total;
        profile_count_inherited(&p, &inherited, &total);
        ck_assert_int_ge(total, PROFILE_KEY_COUNT);
        ck_assert((inherited == 0) == (p.base[0] == '\0'));
        profile_release(&p);
    }
}
END_TEST

START_TEST(h200_has_its_numbers)
{
    struct profile p;
    load(&p, "h200");
    ck_assert_int_eq(p.value[PROFILE_device_sm_count], 132);
    ck_assert_int_eq(p.value[PROFILE_connections_launch_queue], 1021);
    ck_assert_int_eq(p.value[PROFILE_sm_priority_levels], 6);
    ck_assert_int_eq(p.value[PROFILE_device_priority_greatest], -5);
    ck_assert_int_eq(p.value[PROFILE_device_clock], 1980000);
    ck_assert_int_eq(p.value[PROFILE_rules_concurrent_kernels], 1);
    /* as calibrations of several machines have them */
    ck_assert_int_ge(p.value[PROFILE_copy_h2d_rate], 55400000000);
    ck_assert_int_le(p.value[PROFILE_copy_h2d_rate], 55700000000);
    ck_assert_int_ge(p.call_cost[CALL_cudaEventRecord], 700);
    ck_assert_int_le(p.call_cost[CALL_cudaEventRecord], 1300);
    ck_assert_int_eq(p.call_cost[CALL_cudaGetDevice], p.value[PROFILE_host_other]);
    ck_assert_int_eq(p.call_cost[CALL_host_work], 0);
    ck_assert_int_eq(p.state[PROFILE_copy_h2d_rate], PROFILE_MEASURED);
    profile_release(&p);
}
END_TEST

/* Time of `bytes` of which each moves `moved` over the rate. */
static int64_t least_time(const struct profile *p, enum profile_key rate, int64_t bytes, int moved)
{
    return (int64_t)((double)bytes * moved * 1e9 / (double)p->value[rate]);
}

static void check_cap(const struct profile *p, enum profile_key curve, enum profile_key rate,
                      int moved)
{
    if (p->state[curve] != PROFILE_INHERITED)
        return;
    for (int64_t bytes = 4; bytes <= INT64_C(1) << 32; bytes += bytes / 2) {
        int64_t least = least_time(p, rate, bytes, moved);
        ck_assert_msg(profile_curve_at(&p->curve[curve], bytes) >= least - least / 1000 - 1,
                      "%s: %s of %lld bytes", p->id, profile_key_info(curve)->name,
                      (long long)bytes);
    }
}

START_TEST(what_is_inherited_is_no_quicker_than_the_device)
{
    for (const char *const *name = profile_builtin_names(); *name; name++) {
        struct profile p;
        load(&p, *name);
        check_cap(&p, PROFILE_copy_d2d, PROFILE_device_memory_rate, 2);
        check_cap(&p, PROFILE_copy_memset, PROFILE_device_memory_rate, 1);
        check_cap(&p, PROFILE_copy_prefetch_in, PROFILE_copy_h2d_rate, 1);
        check_cap(&p, PROFILE_copy_prefetch_out, PROFILE_copy_d2h_rate, 1);
        profile_release(&p);
    }
}
END_TEST

START_TEST(what_is_inherited_stays_where_the_device_is_as_quick)
{
    struct profile h100, h200, t4;
    load(&h100, "h100");
    load(&h200, "h200");
    load(&t4, "t4");
    static const enum profile_key curves[] = {PROFILE_copy_d2d_cached, PROFILE_copy_prefetch_in,
                                              PROFILE_copy_prefetch_out};
    for (size_t i = 0; i < sizeof curves / sizeof *curves; i++)
        ck_assert_int_eq(
            memcmp(&h100.curve[curves[i]], &h200.curve[curves[i]], sizeof(struct profile_curve)),
            0);
    /* its own, measured, though a little quicker than what kernels measured as the memory's rate */
    ck_assert_int_eq(profile_curve_at(&h100.curve[PROFILE_copy_memset], 64 << 20), 20177);
    /* small ones are as they were, and what became of the large ones is said, once */
    ck_assert_int_eq(profile_curve_at(&t4.curve[PROFILE_copy_d2d], 4096), 890);
    ck_assert_int_eq(profile_curve_at(&t4.curve[PROFILE_copy_d2d], 256 << 20), 1677722);
    ck_assert_ptr_nonnull(strstr(t4.source[PROFILE_copy_d2d], "no quicker than"));
    set(&t4, "device.memory_rate=160GB/s");
    ck_assert_int_eq(profile_curve_at(&t4.curve[PROFILE_copy_d2d], 256 << 20), 3355443);
    const char *said = strstr(t4.source[PROFILE_copy_d2d], "no quicker than");
    ck_assert_ptr_null(strstr(said + 1, "no quicker than"));
    profile_release(&h100);
    profile_release(&h200);
    profile_release(&t4);
}
END_TEST

START_TEST(a_curve_is_linear_between_and_goes_on)
{
    struct profile_curve c = {.count = 3, .size = {4, 104, 1104}, .time = {10, 20, 120}};
    ck_assert_int_eq(profile_curve_at(&c, 0), 10);
    ck_assert_int_eq(profile_curve_at(&c, 54), 15);
    ck_assert_int_eq(profile_curve_at(&c, 104), 20);
    ck_assert_int_eq(profile_curve_at(&c, 604), 70);
    ck_assert_int_eq(profile_curve_at(&c, 11104), 1120); /* 120 + 10000 * 100 / 1000 */
    c.count = 1;
    ck_assert_int_eq(profile_curve_at(&c, 11104), 10);
}
END_TEST

/* A file on top of the H200 with these lines; the message must hold `message`. */
static void refuse(const char *lines, int line, const char *message, const char *hint)
{
    struct profile p;
    struct err err;
    err_init(&err);
    int result = profile_parse(&p, "some/mine.ini", lines, base_text, NULL, &err);
    ck_assert_msg(result == -1, "accepted: %s", lines);
    ck_assert_int_eq(err.status, ERR_INPUT);
    ck_assert_str_eq(err.file, "some/mine.ini");
    ck_assert_msg(err.line == line, "line %d for: %s", err.line, lines);
    ck_assert_msg(strstr(err.message, message), "%s", err.message);
    ck_assert_msg(strstr(err.hint, hint), "%s", err.hint);
    profile_release(&p);
}

#define MINE "[profile]\nname = mine\nbase = h200\n"

START_TEST(bad_profiles_are_refused_at_their_line)
{
    refuse(MINE "[device]\nmemory_rate = -3GB/s ; measured: here\n", 5, "must be at least 1B/s",
           "");
    refuse(MINE "[device]\nmemory_rate = 3 ; measured: here\n", 5, "needs a unit", "");
    refuse(MINE "[device]\nmemory_rate = 3us ; measured: here\n", 5, "no unit here", "");
    refuse(MINE "[device]\nmemory_rate = 3GB/s\n", 5, "does not say where", "measured: SOURCE");
    refuse(MINE "[device]\nmemory_rate = 3GB/s ; guessed: here\n", 5, "no state", "");
    refuse(MINE "[device]\nmemory_rate = 3GB/s ; measured\n", 5, "not where", "");
    refuse(MINE "[device]\nsm_cuont = 3 ; measured: here\n", 5, "no key of [device]", "`sm_count`");
    refuse(MINE "[device]\nsm_count = 2.5 ; measured: here\n", 5, "whole number", "");
    refuse(MINE "[device]\nsm_count = 3 ; measured: a\nsm_count = 3 ; measured: a\n", 6,
           "given before, in line 5", "");
    refuse(MINE "[devise]\n", 4, "no section [devise]", "[device]");
    refuse(MINE "[sm\n", 4, "without", "");
    refuse(MINE "[sm]\nthreads\n", 5, "neither", "");
    refuse("sm_count = 3 ; measured: here\n", 1, "before the first", "");
    refuse("[profile]\nbase = h20\n", 2, "no profile `h20`", "`h200`");
    refuse("[profile]\nname = x\n", 0, "is missing", "base = h200");
    refuse(MINE "[rules]\nsignal_delay = perhaps ; assumed: x\n", 5, "none of no|yes", "");
    refuse(MINE "[sm]\nblock_threads = 4096 ; assumed: x\n", 5,
           "sm.block_threads = 4096 contradicts sm.threads = 2048", "fit on an SM");
    refuse(MINE "[sm]\nthreads = 512 ; assumed: x\n", 5, "contradicts", "");
    refuse(MINE "[sm]\nshared = 100KiB ; assumed: x\n", 5, "contradicts", "");
    refuse(MINE "[copy]\nh2d_duplex_rate = 90GB/s ; assumed: x\n", 5, "contradicts", "");
    refuse(MINE "[sm]\ndata_cache = 128KiB ; assumed: x\n", 5,
           "sm.data_cache = 128KiB contradicts sm.shared = 228KiB", "level 1 cache");
    refuse(MINE "[copy]\nd2d = 4:1us 4:2us ; assumed: x\n", 5, "ascend", "");
    refuse(MINE "[copy]\nd2d = 4 ; assumed: x\n", 5, "no pair", "");
    refuse(MINE "[host]\ncudaMaloc = 1us ; assumed: x\n", 5, "no key of [host]", "");
    refuse(MINE "[device]\nmemory = 99999999999999999999TiB ; assumed: x\n", 5, "digits", "");
}
END_TEST

START_TEST(what_is_not_given_is_inherited)
{
    struct profile p;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(profile_parse(&p, "x/mine.ini",
                                   MINE "[device]\nsm_count = 66 ; data sheet: somewhere\n"
                                        "[host]\ncudaMalloc = 7us ; measured: here\n",
                                   base_text, NULL, &err),
                     0);
    ck_assert_str_eq(p.id, "mine");
    ck_assert_str_eq(p.base, "h200");
    ck_assert_str_eq(p.rule_set, "hopper");
    ck_assert_int_eq(p.value[PROFILE_device_sm_count], 66);
    ck_assert_int_eq(p.call_cost[CALL_cudaMalloc], 7000);
    ck_assert_int_eq(p.state[PROFILE_device_sm_count], PROFILE_DATA_SHEET);
    ck_assert_int_eq(p.state[PROFILE_sm_threads], PROFILE_INHERITED);
    int inherited, total;
    profile_count_inherited(&p, &inherited, &total);
    ck_assert_int_eq(inherited, total - 2);
    profile_release(&p);
}
END_TEST

START_TEST(writing_and_reading_gives_the_same)
{
    struct profile p, q;
    struct strbuf text, again;
    strbuf_init(&text);
    strbuf_init(&again);
    for (const char *const *name = profile_builtin_names(); *name; name++) {
        load(&p, *name);
        strbuf_clear(&text);
        strbuf_clear(&again);
        profile_write(&p, &text);
        struct err err;
        err_init(&err);
        char path[80];
        snprintf(path, sizeof path, "%s.ini", *name);
        ck_assert_msg(profile_parse(&q, path, text.text, base_text, NULL, &err) == 0, "%s:%d: %s",
                      err.file, err.line, err.message);
        profile_write(&q, &again);
        ck_assert_str_eq(text.text, again.text);
        ck_assert_int_eq(memcmp(p.value, q.value, sizeof p.value), 0);
        ck_assert_int_eq(memcmp(p.curve, q.curve, sizeof p.curve), 0);
        ck_assert_int_eq(memcmp(p.call_cost, q.call_cost, sizeof p.call_cost), 0);
        profile_release(&p);
        profile_release(&q);
    }
    strbuf_release(&text);
    strbuf_release(&again);
}
END_TEST

START_TEST(set_assigns_any_value)
{
    struct profile p;
    load(&p, "h200");
    set(&p, "device.sm_count=2");
    set(&p, "h2d_rate=12GB/s");
    set(&p, "cudaLaunchKernel=5us");
    set(&p, "rules.copy_order=fifo");
    set(&p, "host.other=1us");
    ck_assert_int_eq(p.value[PROFILE_device_sm_count], 2);
    ck_assert_int_eq(p.value[PROFILE_copy_h2d_rate], 12000000000);
    ck_assert_int_eq(p.call_cost[CALL_cudaLaunchKernel], 5000);
    ck_assert_int_eq(p.value[PROFILE_rules_copy_order], 1);
    ck_assert_int_eq(p.call_cost[CALL_cudaGetDevice], 1000);
    ck_assert_int_eq(p.state[PROFILE_device_sm_count], PROFILE_SET);
    static const char *const wrong[][2] = {
        {"sm_count", "no assignment"}, {"device.sm_cout=2", "no key"},
        {"sm_count=0", "at least 1"},  {"sm_count=x", "not a number"},
        {"=2", "no assignment"},       {"device.=2", "no key"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct err err;
        err_init(&err);
        ck_assert_int_eq(profile_set(&p, wrong[i][0], &err), -1);
        ck_assert_msg(strstr(err.message, wrong[i][1]), "%s", err.message);
    }
    struct err err;
    err_init(&err);
    /* 12 GB/s alone is now less than in company. */
    ck_assert_int_eq(profile_check(&p, &err), -1);
    set(&p, "h2d_duplex_rate=11GB/s");
    err_init(&err);
    ck_assert_int_eq(profile_check(&p, &err), 0);
    profile_release(&p);
}
END_TEST

START_TEST(missing_files_and_names_are_refused)
{
    static const char *const wrong[][2] = {
        {"h2000", "no device profile"}, {"./nothing.ini", ""}, {"/", ""}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct profile p;
        struct err err;
        err_init(&err);
        ck_assert_int_eq(profile_load(&p, wrong[i][0], &err), -1);
        ck_assert_int_eq(err.status, ERR_INPUT);
        ck_assert_msg(strstr(err.message, wrong[i][1]), "%s", err.message);
        profile_release(&p);
    }
}
END_TEST

/* CUDA C++ Programming Guide, tables 30 to 32; occupancy calculator for those before 7.0. */
START_TEST(limits_are_those_of_the_table)
{
    static const struct {
        const char *name;
        int64_t cc, threads, blocks, registers, thread, unit, shared, block, shared_unit, grids;
    } rows[] = {
        {"c1060", 13, 1024, 8, 16384, 124, 512, 16, 16, 512, 1},
        {"fermi", 20, 1536, 8, 32768, 63, 64, 48, 48, 128, 16},
        {"k20", 35, 2048, 16, 65536, 255, 256, 48, 48, 256, 32},
        {"tx2-2017", 62, 2048, 32, 65536, 255, 256, 64, 48, 256, 16},
        {"t4", 75, 1024, 16, 65536, 255, 256, 64, 64, 256, 128},
        {"a100-pcie", 80, 2048, 32, 65536, 255, 256, 164, 163, 128, 128},
        {"rtx4090", 89, 1536, 24, 65536, 255, 256, 100, 99, 128, 128},
        {"h100", 90, 2048, 32, 65536, 255, 256, 228, 227, 128, 128},
        {"h200", 90, 2048, 32, 65536, 255, 256, 228, 227, 128, 128},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct profile p;
        load(&p, rows[i].name);
        const int64_t *v = p.value;
        ck_assert_int_eq(v[PROFILE_device_compute_capability], rows[i].cc);
        ck_assert_int_eq(v[PROFILE_sm_threads], rows[i].threads);
        ck_assert_int_eq(v[PROFILE_sm_blocks], rows[i].blocks);
        ck_assert_int_eq(v[PROFILE_sm_registers], rows[i].registers);
        ck_assert_int_eq(v[PROFILE_sm_registers_thread], rows[i].thread);
        ck_assert_int_eq(v[PROFILE_sm_register_unit], rows[i].unit);
        ck_assert_int_eq(v[PROFILE_sm_shared], rows[i].shared * 1024);
        ck_assert_int_eq(v[PROFILE_sm_shared_block], rows[i].block * 1024);
        ck_assert_int_eq(v[PROFILE_sm_shared_unit], rows[i].shared_unit);
        ck_assert_int_eq(v[PROFILE_sm_resident_grids], rows[i].grids);
        profile_release(&p);
    }
}
END_TEST

START_TEST(a_report_shows_what_is_inherited)
{
    struct profile p, again;
    struct strbuf all;
    struct err err;
    err_init(&err);
    strbuf_init(&all);
    load(&p, "t4");
    profile_write_all(&p, &all);
    ck_assert_ptr_nonnull(strstr(all.text, "sm_count             = 40"));
    ck_assert_ptr_nonnull(strstr(all.text, "; block_start        = "));
    ck_assert_ptr_nonnull(strstr(all.text, "inherited, not measured; from h200, measured"));
    ck_assert_msg(profile_parse(&again, "t4.ini", all.text, base_text, NULL, &err) == 0, "%s",
                  err.message);
    ck_assert_int_eq(memcmp(p.value, again.value, sizeof p.value), 0);
    profile_release(&p);
    profile_release(&again);
    strbuf_release(&all);
}
END_TEST

static struct occupancy occupy(const struct profile *p, int threads, int registers, int64_t shared,
                               int carveout)
{
    struct occupancy_need need = {threads, registers, shared, carveout};
    struct occupancy out;
    occupancy_of(p, &need, &out);
    return out;
}

/* CUDA C++ Best Practices Guide, 11.1.1: 64 Ki registers, 2048 threads. 128-thread blocks with 37
 * registers: 75 %, 12 blocks; 320-thread blocks: 63 %, 4 blocks. (A warp takes 37 * 32 = 1184,
 * rounded to 1280; a quarter of the file, 16384, holds 12 warps: 48 on the SM; 48 / 4 = 12 and
 * 48 / 10 = 4.) The Programming Guide, 5.2.3: 512 threads, 64 registers: two blocks; 65: one. */
START_TEST(occupancy_by_registers)
{
    struct profile p;
    load(&p, "h200");
    ck_assert_int_eq(occupy(&p, 128, 37, 0, -1).blocks, 12);
    ck_assert_int_eq(occupy(&p, 128, 37, 0, -1).limit, OCCUPANCY_BY_REGISTERS);
    ck_assert_int_eq(occupy(&p, 320, 37, 0, -1).blocks, 4);
    ck_assert_int_eq(occupy(&p, 512, 64, 0, -1).blocks, 2);
    ck_assert_int_eq(occupy(&p, 512, 65, 0, -1).blocks, 1);
    ck_assert_int_eq(occupy(&p, 1024, 64, 0, -1).blocks, 1);
    ck_assert_int_eq(occupy(&p, 1024, 65, 0, -1).blocks, 0); /* 72 * 32 * 32 > 65536: no launch */
    ck_assert_int_eq(occupy(&p, 32, 256, 0, -1).blocks, 0);
    profile_release(&p);
}
END_TEST

START_TEST(occupancy_by_threads_and_blocks)
{
    struct profile p;
    load(&p, "h200");
    ck_assert_int_eq(occupy(&p, 1024, 16, 0, -1).blocks, 2);
    ck_assert_int_eq(occupy(&p, 1024, 16, 0, -1).limit, OCCUPANCY_BY_THREADS);
    ck_assert_int_eq(occupy(&p, 256, 16, 0, -1).blocks, 8);
    ck_assert_int_eq(occupy(&p, 1, 16, 0, -1).blocks, 32);
    ck_assert_int_eq(occupy(&p, 33, 16, 0, -1).block_threads, 64);
    ck_assert_int_eq(occupy(&p, 32, 16, 0, -1).limit, OCCUPANCY_BY_BLOCKS);
    ck_assert_int_eq(occupy(&p, 1025, 16, 0, -1).blocks, 0);
    ck_assert_int_eq(occupy(&p, 0, 16, 0, -1).blocks, 0);
    profile_release(&p);
}
END_TEST

/* 48 KiB + 1 KiB reserve: 228 / 49 = 4; the carveout for one such block is 64 KiB, for all that
 * fit 196. 8 blocks of 256 threads with the reserve alone need 8 KiB. */
START_TEST(occupancy_by_shared_memory)
{
    struct profile p;
    load(&p, "h200");
    struct occupancy o = occupy(&p, 32, 16, 48 * 1024, -1);
    ck_assert_int_eq(o.blocks, 4);
    ck_assert_int_eq(o.limit, OCCUPANCY_BY_SHARED);
    ck_assert_int_eq(o.carveout_bytes, 196 * 1024);
    ck_assert_int_eq(o.block_shared, 49 * 1024);
    ck_assert_int_eq(occupy(&p, 1024, 16, 48 * 1024, -1).carveout_bytes, 100 * 1024);
    ck_assert_int_eq(occupy(&p, 32, 16, 48 * 1024, 0).blocks, 1);
    ck_assert_int_eq(occupy(&p, 32, 16, 48 * 1024, 0).carveout_bytes, 64 * 1024);
    ck_assert_int_eq(occupy(&p, 32, 16, 48 * 1024, 50).carveout_bytes, 132 * 1024);
    ck_assert_int_eq(occupy(&p, 32, 16, 227 * 1024, -1).blocks, 1);
    ck_assert_int_eq(occupy(&p, 32, 16, 227 * 1024 + 1, -1).blocks, 0);
    ck_assert_int_eq(occupy(&p, 256, 16, 0, -1).carveout_least, 8 * 1024);
    ck_assert_int_eq(occupy(&p, 256, 16, 1, -1).block_shared, 1024 + 128);
    profile_release(&p);
}
END_TEST

/* What an H200 was seen to do: threads, KiB of shared memory, KiB that a kernel set an empty SM to
 * (whatever was set before), and the least KiB with which it started on an SM in use. */
START_TEST(carveouts_are_as_measured)
{
    static const int rows[][4] = {
        {32, 0, 32, 32},     {32, 1, 64, 64},      {32, 2, 100, 100},   {32, 4, 164, 164},
        {32, 8, 228, 228},   {32, 16, 228, 228},   {32, 32, 228, 228},  {64, 0, 32, 32},
        {64, 1, 64, 64},     {64, 2, 100, 100},    {64, 4, 164, 164},   {64, 8, 228, 228},
        {64, 16, 228, 228},  {64, 32, 228, 228},   {128, 0, 32, 16},    {128, 1, 64, 32},
        {128, 2, 100, 64},   {128, 4, 132, 100},   {128, 8, 164, 164},  {128, 16, 228, 228},
        {128, 32, 228, 228}, {256, 0, 32, 8},      {256, 1, 32, 16},    {256, 2, 64, 32},
        {256, 4, 100, 64},   {256, 8, 132, 100},   {256, 16, 164, 164}, {256, 32, 228, 228},
        {512, 0, 16, 8},     {512, 1, 16, 8},      {512, 2, 32, 16},    {512, 4, 64, 32},
        {512, 8, 100, 64},   {512, 16, 132, 100},  {512, 32, 132, 132}, {1024, 0, 8, 8},
        {1024, 1, 8, 8},     {1024, 2, 8, 8},      {1024, 4, 16, 16},   {1024, 8, 32, 32},
        {1024, 16, 64, 64},  {1024, 32, 100, 100}, {256, 24, 228, 228}, {256, 31, 228, 228},
        {256, 48, 196, 196}, {256, 64, 196, 196},  {256, 96, 196, 196}, {256, 130, 132, 132},
        {32, 48, 196, 196},
    };
    struct profile p;
    load(&p, "h200");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct occupancy o = occupy(&p, rows[i][0], 16, rows[i][1] * 1024, -1);
        ck_assert_msg(o.carveout_bytes == rows[i][2] * 1024 &&
                          o.carveout_least == rows[i][3] * 1024,
                      "%d threads, %d KiB: %d, %d", rows[i][0], rows[i][1],
                      (int)(o.carveout_bytes / 1024), (int)(o.carveout_least / 1024));
    }
    /* 256 threads with a preference: percent, KiB of a block, set, least, most. */
    static const int preferred[][5] = {
        {0, 0, 32, 8, 32},      {0, 8, 16, 16, 16},     {10, 0, 32, 8, 32},
        {10, 8, 32, 32, 32},    {25, 0, 64, 8, 64},     {25, 8, 64, 64, 64},
        {50, 0, 132, 8, 132},   {50, 8, 132, 100, 132}, {75, 0, 196, 8, 196},
        {75, 8, 196, 100, 196}, {100, 0, 228, 8, 228},  {100, 8, 228, 100, 228},
    };
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const int *row = preferred[i];
        struct occupancy o = occupy(&p, 256, 16, row[1] * 1024, row[0]);
        ck_assert_int_eq(o.carveout_bytes, row[2] * 1024);
        ck_assert_int_eq(o.carveout_least, row[3] * 1024);
        ck_assert_int_eq(o.carveout_most, row[4] * 1024);
    }
    profile_release(&p);
}
END_TEST

/* CUDA C Best Practices Guide 3 (compute capability 1.0: 8192 registers, 768 threads): 128-thread
 * blocks with 12 registers: 83 %, 5 blocks; 256-thread blocks: 66 %, 2 blocks. */
START_TEST(occupancy_of_the_first_generation)
{
    struct profile p;
    load(&p, "h200");
    static const char *const sets[] = {
        "sm.threads=768",     "sm.blocks=8",          "sm.block_threads=512", "sm.registers=8192",
        "register_unit=256",  "register_scope=block", "registers_thread=124", "sm.shared=16KiB",
        "shared_block=16KiB", "shared_default=16KiB", "carveouts=16KiB",      "shared_reserved=0",
        "shared_unit=512",    "sm_threads_full=192",  "partitions=1",
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        set(&p, sets[i]);
    struct err err;
    err_init(&err);
    ck_assert_msg(profile_check(&p, &err) == 0, "%s", err.message);
    ck_assert_int_eq(occupy(&p, 128, 12, 0, -1).blocks, 5);
    ck_assert_int_eq(occupy(&p, 256, 12, 0, -1).blocks, 2);
    ck_assert_int_eq(occupy(&p, 128, 10, 0, -1).blocks, 6);
    profile_release(&p);
}
END_TEST

/* Waves: 132 SMs x 8 blocks of 256 threads = 1056 places. 2112 blocks are two waves, so that
 * 400 us become (400 - 0.49) / 2 = 199.755 us a block, and 2113 three: (400 - 0.98) / 3. */
START_TEST(a_whole_time_becomes_a_block_time)
{
    struct profile p;
    load(&p, "h200");
    set(&p, "block_start=490ns");
    set(&p, "dispatch=600ps"); /* the last of 1056 blocks starts 633 ns behind the first */
    struct program_launch launch = {.grid = {1056, 1, 1},
                                    .block = {256, 1, 1},
                                    .registers = 16,
                                    .carveout = -1,
                                    .cost = COST_TIME,
                                    .time = 400000};
    struct occupancy_need need = cost_need(&launch);
    struct occupancy o;
    occupancy_of(&p, &need, &o);
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 399367);
    launch.grid[1] = 2;
    ck_assert_int_eq(cost_grid_blocks(&launch), 2112);
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 199439); /* 398877 / 2 */
    launch.grid[0] = 2113;
    launch.grid[1] = 1;
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 133007); /* (400000 - 980) / 3, rounded */
    launch.grid[0] = 1057; /* the last wave's block starts at once and ends before the first wave */
    launch.time = 700;
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 67); /* 700 - 633 < (700 - 490) / 2 */
    launch.cost = COST_BLOCK_TIME;
    launch.time = 67;
    ck_assert_int_eq(cost_alone_time(&p, &launch, &o), 700);
    launch.time = 1000;
    ck_assert_int_eq(cost_alone_time(&p, &launch, &o), 2490);
    launch.time = 400000;
    launch.cost = COST_BLOCK_TIME;
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 400000);
    launch.cost = COST_TIME;
    launch.time = 300; /* less than the start-ups */
    ck_assert_int_eq(cost_block_time(&p, &launch, &o), 0);
    launch.grid[0] = launch.grid[1] = launch.grid[2] = UINT32_MAX;
    ck_assert_int_eq(cost_grid_blocks(&launch), INT64_MAX);
    profile_release(&p);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile");
    TCase *tc = tcase_create("profile");
    tcase_add_test(tc, every_built_in_profile_loads);
    tcase_add_test(tc, h200_has_its_numbers);
    tcase_add_test(tc, what_is_inherited_is_no_quicker_than_the_device);
    tcase_add_test(tc, what_is_inherited_stays_where_the_device_is_as_quick);
    tcase_add_test(tc, a_curve_is_linear_between_and_goes_on);
    tcase_add_test(tc, bad_profiles_are_refused_at_their_line);
    tcase_add_test(tc, what_is_not_given_is_inherited);
    tcase_add_test(tc, writing_and_reading_gives_the_same);
    tcase_add_test(tc, set_assigns_any_value);
    tcase_add_test(tc, limits_are_those_of_the_table);
    tcase_add_test(tc, a_report_shows_what_is_inherited);
    tcase_add_test(tc, missing_files_and_names_are_refused);
    suite_add_tcase(suite, tc);
    tc = tcase_create("occupancy");
    tcase_add_test(tc, occupancy_by_registers);
    tcase_add_test(tc, occupancy_by_threads_and_blocks);
    tcase_add_test(tc, occupancy_by_shared_memory);
    tcase_add_test(tc, carveouts_are_as_measured);
    tcase_add_test(tc, occupancy_of_the_first_generation);
    tcase_add_test(tc, a_whole_time_becomes_a_block_time);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
