/* gpu/kernel_work: how the totals of a launch are divided among the threads of the executor's
 * kernels. */
#include "gpu/kernel_work.h"
#include "sim/model/cost_brief.h"

#include <check.h>

START_TEST(flops_are_divided_among_threads)
{
    struct kernel_work work;
    /* 2 flops an FMA: 132 blocks of 1024 threads, 100 FMAs each */
    ck_assert(kernel_work_divide(132 * 1024 * 200, 0, 132, 1024, &work));
    ck_assert_uint_eq(work.fmas, 100);
    ck_assert_uint_eq(work.block_loads, 0);
    ck_assert_uint_eq(work.batch_fmas, 0);
    /* to the nearest: 64 flops of 64 threads are half an FMA each */
    ck_assert(kernel_work_divide(64, 0, 1, 64, &work));
    ck_assert_uint_eq(work.fmas, 1);
    ck_assert(kernel_work_divide(64 * 5, 0, 1, 64, &work));
    ck_assert_uint_eq(work.fmas, 3);
    /* never nothing for something */
    ck_assert(kernel_work_divide(1, 0, 1000, 1024, &work));
    ck_assert_uint_eq(work.fmas, 1);
    ck_assert(kernel_work_divide(0, 0, 1, 32, &work));
    ck_assert_uint_eq(work.fmas, 0);
    ck_assert(kernel_work_divide(-5, INT64_MIN, 1, 32, &work));
    ck_assert_uint_eq(work.fmas, 0);
    ck_assert_uint_eq(work.block_loads, 0);
}
END_TEST

START_TEST(bytes_are_read_in_batches)
{
    struct kernel_work work;
    /* a batch of 256 threads is 4 x 16 x 256 = 16 KiB */
    ck_assert(kernel_work_divide(0, 3 * 16384 * 10, 10, 256, &work));
    ck_assert_uint_eq(work.batches, 3);
    ck_assert_uint_eq(work.rest, 0);
    ck_assert_uint_eq(work.block_loads, 3 * 1024);
    /* and 1 KiB more: 64 loads of the first 64 threads, in a batch of its own */
    ck_assert(kernel_work_divide(0, (3 * 16384 + 1024) * 10, 10, 256, &work));
    ck_assert_uint_eq(work.batches, 3);
    ck_assert_uint_eq(work.rest, 64);
    ck_assert_uint_eq(work.block_loads, 4 * 1024);
    /* less than a load is one */
    ck_assert(kernel_work_divide(0, 1, 10, 256, &work));
    ck_assert_uint_eq(work.rest, 1);
    /* 48 threads are two warps: places for 64, of which 48 are used */
    ck_assert(kernel_work_divide(0, 48 * 64, 1, 48, &work));
    ck_assert_uint_eq(work.batches, 1);
    ck_assert_uint_eq(work.rest, 0);
    ck_assert_uint_eq(work.block_loads, 64 * 4);
}
END_TEST

START_TEST(arithmetic_is_spread_over_the_batches)
{
    struct kernel_work work;
    ck_assert(kernel_work_divide(256 * 2 * 100, 3 * 16384, 1, 256, &work));
    ck_assert_uint_eq(work.fmas, 100);
    ck_assert_uint_eq(work.batches, 3);
    ck_assert_uint_eq(work.batch_fmas, 34); /* the last has 32 */
    ck_assert(kernel_work_divide(256 * 2 * 100, 3 * 16384 + 16, 1, 256, &work));
    ck_assert_uint_eq(work.batch_fmas, 25); /* four, with the rest */
    ck_assert_uint_eq(work.stretch, 256);
}
END_TEST

/* A block of one thread of 64 bytes a batch. No 2^21 FMAs, nor 256 batches, without a look at the
 * time: of 2^13 FMAs a batch 256 batches, of 2^14 half as many. From 2^17 on they come after. */
START_TEST(no_stretch_of_arithmetic_is_long)
{
    static const struct {
        int64_t fmas;
        uint32_t batch_fmas, stretch;
    } cases[] = {{1 << 13, 1 << 13, 256},
                 {1 << 14, 1 << 14, 128},
                 {(1 << 17) - 1, (1 << 17) - 1, 16},
                 {1 << 17, 0, 256},
                 {WORK_MOST, 0, 256}};
    struct kernel_work work;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert(kernel_work_divide(2 * cases[i].fmas, 64, 1, 1, &work));
        ck_assert_uint_eq(work.fmas, (uint32_t)cases[i].fmas);
        ck_assert_uint_eq(work.batch_fmas, cases[i].batch_fmas);
        ck_assert_uint_eq(work.stretch, cases[i].stretch);
    }
}
END_TEST

/* The executor and the engine mean the same blocks. */
START_TEST(brief_blocks_have_one_batch)
{
    static const struct {
        int64_t flops, bytes, threads; /* of a block */
        uint32_t loads;
    } cases[] = {
        {0, 4 * 256, 256, 64},       /* 16 bytes a load */
        {0, 64 * 256, 256, 4 * 256}, /* a whole batch */
        {0, 64 * 256 + 16, 256, 0},  /* more than one */
        {510 * 256, 1024, 256, 64},  /* 255 FMAs a thread */
        {512 * 256, 1024, 256, 0},   /* more */
        {2 * 256, 0, 256, 0},        /* reads nothing */
        {0, 12 * 1000, 1000, 750},   /* no whole number of warps */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct kernel_work work;
        int64_t blocks = 1000;
        ck_assert(kernel_work_divide(cases[i].flops * blocks, cases[i].bytes * blocks, blocks,
                                     cases[i].threads, &work));
        ck_assert_uint_eq(work.brief_loads, cases[i].loads);
        ck_assert_int_eq(
            cost_is_brief(cases[i].flops * 1024, cases[i].bytes * 1024, cases[i].threads),
            cases[i].loads > 0);
    }
}
END_TEST

START_TEST(too_much_for_one_thread_is_refused)
{
    struct kernel_work work;
    ck_assert(kernel_work_divide(2 * (int64_t)WORK_MOST, 0, 1, 1, &work));
    ck_assert_uint_eq(work.fmas, WORK_MOST);
    ck_assert(!kernel_work_divide(2 * (int64_t)WORK_MOST + 2, 0, 1, 1, &work));
    ck_assert(!kernel_work_divide(INT64_MAX, INT64_MAX, 1, 1, &work));
    ck_assert(!kernel_work_divide(0, ((int64_t)WORK_MOST + 1) * 16, 1, 1024, &work));
    ck_assert(kernel_work_divide(INT64_MAX, 0, INT32_MAX, 1024, &work));
}
END_TEST

/* Launches read at places far from those of the 12 before, if they read less than a 32nd. */
START_TEST(launches_read_different_parts)
{
    const uint64_t bytes = 512 << 20;
    for (uint64_t i = 0; i < 1000; i++) {
        uint64_t at = kernel_work_place(i, bytes);
        ck_assert_uint_lt(at, bytes);
        ck_assert_uint_eq(at % WORK_LINE_BYTES, 0);
        for (uint64_t j = i > 12 ? i - 12 : 0; j < i; j++) {
            uint64_t other = kernel_work_place(j, bytes),
                     gap = at > other ? at - other : other - at;
            if (gap > bytes / 2)
                gap = bytes - gap;
            ck_assert_uint_gt(gap, bytes / 32);
        }
    }
}
END_TEST

/* 16384 blocks of 2 KiB follow one another; 132 of 16 MiB do not fit 1 GiB, and then each begins
 * far from the others. */
START_TEST(blocks_do_not_follow_each_other_closely)
{
    const uint64_t bytes = 1 << 30;
    struct kernel_work work;
    ck_assert(kernel_work_divide(0, 16384 * 2048, 16384, 128, &work));
    ck_assert_uint_eq(kernel_work_stride(&work, 16384, bytes), 512);
    ck_assert(kernel_work_divide(0, INT64_C(132) << 24, 132, 1024, &work));
    ck_assert_uint_eq(kernel_work_stride(&work, 64, bytes), 1 << 20);
    uint64_t stride = kernel_work_stride(&work, 132, bytes), loads = bytes / WORK_LOAD_BYTES;
    for (uint64_t i = 0; i < 132; i++)
        for (uint64_t j = 0; j < i; j++) {
            uint64_t gap = (i - j) * stride % loads;
            ck_assert_uint_gt(gap < loads - gap ? gap : loads - gap, loads / 132 / 3);
        }
}
END_TEST

START_TEST(registers_come_in_units_of_a_warp)
{
    ck_assert_int_eq(kernel_work_registers(0, 256), 0);
    ck_assert_int_eq(kernel_work_registers(10, 256), 16);
    ck_assert_int_eq(kernel_work_registers(32, 256), 32);
    ck_assert_int_eq(kernel_work_registers(33, 256), 40);
    ck_assert_int_eq(kernel_work_registers(255, 256), 256);
    ck_assert_int_eq(kernel_work_registers(21, 64), 22);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel_work");
    TCase *tc = tcase_create("kernel_work");
    tcase_add_test(tc, flops_are_divided_among_threads);
    tcase_add_test(tc, bytes_are_read_in_batches);
    tcase_add_test(tc, arithmetic_is_spread_over_the_batches);
    tcase_add_test(tc, no_stretch_of_arithmetic_is_long);
    tcase_add_test(tc, brief_blocks_have_one_batch);
    tcase_add_test(tc, too_much_for_one_thread_is_refused);
    tcase_add_test(tc, launches_read_different_parts);
    tcase_add_test(tc, blocks_do_not_follow_each_other_closely);
    tcase_add_test(tc, registers_come_in_units_of_a_warp);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
