/* Which records of events waits are bound to, before and after a change. */
#include "sim/study/bound.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct wait {
    uint16_t thread;
    uint32_t place, event, generation;
};

/* Of so many waits, in the order of their calls. */
static void fill(struct timeline *t, const struct wait *waits, size_t count)
{
    timeline_init(t);
    t->threads.count = 2; /* nothing else is looked at of them */
    for (size_t i = 0; i < count; i++) {
        uint32_t id = timeline_add_op(t);
        struct timeline_op *op = &t->ops.rows[id];
        op->kind = OP_WAIT;
        op->thread = waits[i].thread;
        op->place = waits[i].place;
        op->detail = waits[i].event;
        op->generation = waits[i].generation;
    }
}

static bool alike(const struct wait *before, size_t a, const struct wait *after, size_t b)
{
    struct timeline x, y;
    fill(&x, before, a);
    fill(&y, after, b);
    bool result = bound_alike(&x, &y);
    x.threads.count = y.threads.count = 0;
    timeline_release(&x);
    timeline_release(&y);
    return result;
}

#define ALIKE(x, y) alike(x, sizeof(x) / sizeof *(x), y, sizeof(y) / sizeof *(y))

/* Thread 1 waits in line 7 for each turn's record of event 1. */
static const struct wait turns[] = {{1, 7, 1, 1}, {1, 7, 1, 2}, {1, 7, 1, 3}};

START_TEST(the_same_is_alike)
{
    ck_assert(ALIKE(turns, turns));
}
END_TEST

/* The thread went on too early: it finds an earlier or a later record. */
START_TEST(another_record_is_not)
{
    const struct wait early[] = {{1, 7, 1, 1}, {1, 7, 1, 1}, {1, 7, 1, 3}};
    const struct wait late[] = {{1, 7, 1, 1}, {1, 7, 1, 3}, {1, 7, 1, 3}};
    ck_assert(!ALIKE(turns, early));
    ck_assert(!ALIKE(turns, late));
}
END_TEST

/* A change adds a wait for an event of its own between two, or for the same in another place. */
START_TEST(waits_of_the_change_count_for_nothing)
{
    const struct wait other[] = {{1, 7, 1, 1}, {1, 7, 2, 1}, {1, 7, 1, 2}, {1, 7, 1, 3}};
    const struct wait there[] = {{1, 9, 1, 3}, {1, 7, 1, 1}, {1, 7, 1, 2}, {1, 7, 1, 3}};
    ck_assert(ALIKE(turns, other));
    ck_assert(ALIKE(turns, there));
}
END_TEST

/* Or takes one away, or makes one more in the same place. */
START_TEST(fewer_and_more_waits_of_a_place)
{
    const struct wait fewer[] = {{1, 7, 1, 1}, {1, 7, 1, 3}};
    const struct wait more[] = {{1, 7, 1, 1}, {1, 7, 1, 2}, {1, 7, 1, 2}, {1, 7, 1, 3}};
    const struct wait wrong[] = {{1, 7, 1, 1}, {1, 7, 1, 4}};
    ck_assert(ALIKE(turns, fewer));
    ck_assert(ALIKE(turns, more));
    ck_assert(!ALIKE(turns, wrong));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bound");
    TCase *tests = tcase_create("waits");
    tcase_add_test(tests, the_same_is_alike);
    tcase_add_test(tests, another_record_is_not);
    tcase_add_test(tests, waits_of_the_change_count_for_nothing);
    tcase_add_test(tests, fewer_and_more_waits_of_a_place);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
