/* Looks at memory until a host function has changed it, and locks that are held meanwhile. */
#include "sim/analysis/held_locks.h"
#include "sim/analysis/polled.h"

#include <check.h>
#include <stdlib.h>

enum { NONE = UINT32_MAX, WORKER = 1, PLACE = 1 };

static struct program p;
static struct polled polled;
static uint32_t issued_by[64];
static uint32_t flag, other; /* rows of copies */

static uint32_t range(const char *name, uint64_t offset)
{
    uint32_t alloc = program_add_alloc(
        &p, &(struct program_alloc){
                .kind = MEMORY_PAGEABLE, .name = intern_adds(&p.names, name), .bytes = 16});
    return program_add_copy(
        &p, &(struct program_copy){.kind = COPY_H2H, .dst = {alloc, offset, 4}, .rows = 1});
}

static void set_up(void)
{
    program_init(&p);
    program_add_thread(&p, &(struct program_thread){.kind = THREAD_WORKER});
    program_add_place(&p, 1, 10);
    program_add_place(&p, 1, 11);
    flag = range("flag", 0);
    other = range("other", 0);
    for (int i = 0; i < 64; i++)
        issued_by[i] = NONE;
}

static void tear_down(void)
{
    polled_release(&polled);
    program_release(&p);
}

static uint32_t add(enum call call, uint32_t thread, uint32_t object, uint32_t place)
{
    program_add_record(&p, &(struct program_record){.call = (uint16_t)call,
                                                    .thread = (uint16_t)thread,
                                                    .object = object,
                                                    .place = place});
    return (uint32_t)p.records.count - 1;
}

static void host_function_writes(uint32_t issuer, uint32_t object)
{
    issued_by[add(CALL_host_write, WORKER, object, 2)] = issuer;
}

static void find(void)
{
    polled_find(&polled, &p, issued_by, NONE);
}

START_TEST(a_loop_that_sleeps)
{
    uint32_t issuer = add(CALL_cudaLaunchHostFunc, 0, 1, 2);
    uint32_t first = add(CALL_host_read, 0, flag, PLACE);
    add(CALL_host_sleep, 0, 0, PLACE);
    host_function_writes(issuer, flag);
    uint32_t last = add(CALL_host_read, 0, flag, PLACE);
    find();
    ck_assert(polled.looks[first] && polled.looks[last]);
    ck_assert_uint_eq(polled.count, 1);
    ck_assert_uint_eq(polled.ends[0].record, last);
    ck_assert_uint_eq(polled.ends[0].issuer, issuer);
}
END_TEST

/* The final look may stand behind another that was noted with it. */
START_TEST(a_loop_that_turns)
{
    uint32_t issuer = add(CALL_cudaLaunchHostFunc, 0, 1, 2);
    p.records.rows[add(CALL_host_work, 0, 0, PLACE)].count = 1;
    host_function_writes(issuer, other);
    host_function_writes(issuer, flag);
    uint32_t begin = add(CALL_host_read, 0, flag, PLACE);
    add(CALL_host_read, 0, other, 2);
    find();
    ck_assert(polled.looks[begin]);
    ck_assert_uint_ge(polled.count, 1);
    ck_assert_uint_eq(polled.ends[0].record, begin);
}
END_TEST

START_TEST(one_look_is_none)
{
    uint32_t issuer = add(CALL_cudaLaunchHostFunc, 0, 1, 2);
    add(CALL_host_sleep, 0, 0, PLACE);
    host_function_writes(issuer, flag);
    add(CALL_host_read, 0, flag, PLACE);
    add(CALL_cudaFree, 0, 0, PLACE);
    add(CALL_host_sleep, 0, 0, PLACE);
    add(CALL_host_read, 0, flag, PLACE); /* not that loop's: a call lies between */
    find();
    ck_assert_ptr_null(polled.looks);
    ck_assert_uint_eq(polled.count, 0);
}
END_TEST

START_TEST(one_look_at_what_is_volatile)
{
    p.allocs.rows[p.copies.rows[flag].dst.alloc].watched = true;
    uint32_t issuer = add(CALL_cudaLaunchHostFunc, 0, 1, 2);
    uint32_t early = add(CALL_host_read, 0, flag, PLACE);
    host_function_writes(issuer, flag);
    add(CALL_cudaFree, 0, 0, PLACE);
    uint32_t late = add(CALL_host_read, 0, flag, PLACE);
    find();
    ck_assert(polled.looks[early] && polled.looks[late]);
    ck_assert_uint_eq(polled.count, 1);
    ck_assert_uint_eq(polled.ends[0].record, late);
}
END_TEST

START_TEST(locks_that_are_held)
{
    uint32_t outside = add(CALL_host_read, 0, flag, PLACE);
    add(CALL_lock_acquire, 0, 3, PLACE);
    add(CALL_lock_acquire, 0, 4, PLACE);
    uint32_t both = add(CALL_host_read, 0, flag, PLACE);
    uint32_t worker = add(CALL_host_read, WORKER, flag, PLACE);
    add(CALL_lock_release, 0, 3, PLACE);
    uint32_t one = add(CALL_host_read, 0, flag, PLACE);
    add(CALL_lock_release, 0, 4, PLACE);
    uint32_t none = add(CALL_host_read, 0, flag, PLACE);
    uint64_t *held = held_locks_find(&p);
    ck_assert_uint_eq(held[outside], 0);
    ck_assert_uint_eq(held[both], 3 << 3);
    ck_assert_uint_eq(held[worker], 0);
    ck_assert_uint_eq(held[one], 1 << 4);
    ck_assert_uint_eq(held[none], 0);
    free(held);
}
END_TEST

START_TEST(no_locks)
{
    add(CALL_host_read, 0, flag, PLACE);
    ck_assert_ptr_null(held_locks_find(&p));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("polled");
    TCase *tc = tcase_create("polled");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_loop_that_sleeps);
    tcase_add_test(tc, a_loop_that_turns);
    tcase_add_test(tc, one_look_is_none);
    tcase_add_test(tc, one_look_at_what_is_volatile);
    tcase_add_test(tc, locks_that_are_held);
    tcase_add_test(tc, no_locks);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
