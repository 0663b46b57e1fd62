/* gpu/posix: threads and locks by number, as the virtual runtime's are. */
#include "gpu/posix.h"

#include <check.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

static struct posix posix;
static uint32_t order[4];
static atomic_uint taken;

struct worker {
    uint32_t number;
};

static void take_and_pass_on(void *context)
{
    const struct worker *worker = context;
    posix_lock_acquire(&posix, 0);
    order[atomic_fetch_add(&taken, 1)] = worker->number;
    posix_lock_release(&posix, 0);
}

/* So many wait for the lock. */
static void wait_for_waiters(uint32_t count)
{
    for (bool enough = false; !enough; sched_yield()) {
        pthread_mutex_lock(&posix.mutex);
        uint32_t waiting = 0;
        for (struct posix_waiter *w = posix.lock_count > 0 ? posix.locks[0].first : NULL; w;
             w = w->next)
            waiting++;
        enough = waiting >= count;
        pthread_mutex_unlock(&posix.mutex);
    }
}

START_TEST(who_asks_first_gets_the_lock_first)
{
    struct worker workers[3] = {{1}, {2}, {3}};
    posix_init(&posix);
    atomic_store(&taken, 0);
    posix_lock_acquire(&posix, 0);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_int_eq(posix_thread_start(&posix, i + 1, take_and_pass_on, &workers[i]), 0);
        wait_for_waiters(i + 1);
    }
    ck_assert_uint_eq(atomic_load(&taken), 0);
    posix_lock_release(&posix, 0);
    for (uint32_t i = 3; i >= 1; i--) /* in any order of joining */
        ck_assert_int_eq(posix_thread_join(&posix, i), 0);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_eq(order[i], i + 1);
    posix_release(&posix);
}
END_TEST

static void wake(void *context)
{
    (void)context;
    wait_for_waiters(1);
    posix_lock_release(&posix, 0); /* on behalf of its holder */
}

/* A condition: the waiter asks for a lock that it holds itself until another thread releases it. */
START_TEST(a_lock_is_released_for_its_holder)
{
    posix_init(&posix);
    posix_lock_acquire(&posix, 0);
    ck_assert_int_eq(posix_thread_start(&posix, 1, wake, NULL), 0);
    posix_lock_acquire(&posix, 0);
    posix_lock_release(&posix, 0);
    ck_assert_int_eq(posix_thread_join(&posix, 1), 0);
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
    ck_assert_int_eq(posix_thread_start(&posix, 1, wake, NULL), 0);
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
    struct worker worker = {5};
    atomic_store(&taken, 0);
    ck_assert_int_eq(posix_thread_start(&posix, 5, take_and_pass_on, &worker), 0);
    ck_assert_int_eq(posix_thread_join(&posix, 5), 0);
    ck_assert_int_eq(posix_thread_join(&posix, 5), -1);
    posix_release(&posix);
}
END_TEST

/* The number of a lock may be high: the table of locks moves while others wait. */
static void take_high(void *context)
{
    (void)context;
    wait_for_waiters(1);
    posix_lock_acquire(&posix, 100000);
    posix_lock_release(&posix, 100000);
    posix_lock_release(&posix, 0);
}

START_TEST(the_table_may_grow_under_a_waiter)
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
    tcase_add_test(host, who_asks_first_gets_the_lock_first);
    tcase_add_test(host, a_lock_is_released_for_its_holder);
    tcase_add_test(host, a_release_may_come_before_its_holder_asks);
    tcase_add_test(host, a_run_begins_without_locks);
    tcase_add_test(host, only_what_was_started_is_joined);
    tcase_add_test(host, the_table_may_grow_under_a_waiter);
    tcase_add_test(host, some_memory_is_free);
    suite_add_tcase(suite, host);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
