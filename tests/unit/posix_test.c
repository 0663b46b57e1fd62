/* gpu/posix: threads and locks by number, as the virtual runtime's are. */
#include "gpu/posix.h"

#include <check.h>
#include <sched.h>
#include <unistd.h>

static struct posix posix;
static uint32_t unguarded;

static void take_and_pass_on(void *context)
{
    (void)context;
    for (int i = 0; i < 1000; i++) {
        posix_lock_acquire(&posix, 0);
        uint32_t seen = *(volatile uint32_t *)&unguarded;
        if (i % 100 == 0)
            sched_yield();
        *(volatile uint32_t *)&unguarded = seen + 1;
        posix_lock_release(&posix, 0);
    }
}

START_TEST(one_has_a_lock_at_a_time)
{
    posix_init(&posix);
    unguarded = 0;
    posix_lock_acquire(&posix, 0);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_int_eq(posix_thread_start(&posix, i + 1, take_and_pass_on, NULL), 0);
    usleep(1000);
    ck_assert_uint_eq(unguarded, 0);
    posix_lock_release(&posix, 0);
    for (uint32_t i = 3; i >= 1; i--) /* in any order of joining */
        ck_assert_int_eq(posix_thread_join(&posix, i), 0);
    ck_assert_uint_eq(unguarded, 3000);
    posix_release(&posix);
}
END_TEST

static void release_late(void *context)
{
    (void)context;
    usleep(1000);
    posix_lock_release(&posix, 0); /* on behalf of its holder */
}

static void release_soon(void *context)
{
    (void)context;
    posix_lock_release(&posix, 0);
}

/* A condition: the waiter asks for a lock that it holds itself until another thread releases it. */
START_TEST(a_lock_is_released_for_its_holder)
{
    posix_init(&posix);
    posix_lock_acquire(&posix, 0);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(posix_thread_start(&posix, 1, i == 0 ? release_late : release_soon, NULL),
                         0);
        posix_lock_acquire(&posix, 0);
        ck_assert_int_eq(posix_thread_join(&posix, 1), 0);
    }
    posix_release(&posix);
}
END_TEST

/* Where the others are quicker than they were when the program was recorded. */
START_TEST(a_release_may_come_before_its_holder_asks)
{
    posix_init(&posix);
    posix_lock_release(&posix, 0);
    posix_lock_release(&posix, 0);
    for (int i = 0; i < 3; i++) /* its own, and two waits */
        posix_lock_acquire(&posix, 0);
    ck_assert_int_eq(posix_thread_start(&posix, 1, release_late, NULL), 0);
    posix_lock_acquire(&posix, 0);
    ck_assert_int_eq(posix_thread_join(&posix, 1), 0);
    posix_release(&posix);
}
END_TEST

/* A thread that has waited for a condition ends with its own lock held. */
START_TEST(a_run_begins_without_locks)
{
    posix_init(&posix);
    for (int i = 0; i < 3; i++) {
        posix_free_locks(&posix);
        posix_lock_acquire(&posix, 0);
        posix_lock_acquire(&posix, 7);
    }
    posix_release(&posix);
}
END_TEST

START_TEST(only_what_was_started_is_joined)
{
    posix_init(&posix);
    ck_assert_int_eq(posix_thread_join(&posix, 5), -1);
    ck_assert_int_eq(posix_thread_start(&posix, 5, take_and_pass_on, NULL), 0);
    ck_assert_int_eq(posix_thread_join(&posix, 5), 0);
    ck_assert_int_eq(posix_thread_join(&posix, 5), -1);
    posix_release(&posix);
}
END_TEST

/* The number of a lock may be high: its table is made while others wait for another. */
static void take_high(void *context)
{
    (void)context;
    usleep(1000);
    posix_lock_acquire(&posix, 100000);
    posix_lock_release(&posix, 100000);
    posix_lock_release(&posix, 0);
}

START_TEST(tables_are_made_beside_a_waiter)
{
    posix_init(&posix);
    posix_lock_acquire(&posix, 0);
    ck_assert_int_eq(posix_thread_start(&posix, 1, take_high, NULL), 0);
    posix_lock_acquire(&posix, 0);
    posix_lock_release(&posix, 0);
    ck_assert_int_eq(posix_thread_join(&posix, 1), 0);
    posix_release(&posix);
}
END_TEST

/* Whatever this machine says: some, and no more than it has. */
START_TEST(some_memory_is_free)
{
    uint64_t bytes = posix_free_memory();
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    ck_assert_uint_gt(bytes, 1 << 20);
    ck_assert_uint_le(bytes, all);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("posix");
    TCase *host = tcase_create("host");
    tcase_add_test(host, one_has_a_lock_at_a_time);
    tcase_add_test(host, a_lock_is_released_for_its_holder);
    tcase_add_test(host, a_release_may_come_before_its_holder_asks);
    tcase_add_test(host, a_run_begins_without_locks);
    tcase_add_test(host, only_what_was_started_is_joined);
    tcase_add_test(host, tables_are_made_beside_a_waiter);
    tcase_add_test(host, some_memory_is_free);
    suite_add_tcase(suite, host);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
