/* sim/analysis: happens-before against a closure made edge by edge, on random programs. */
#include "sim/analysis/happens.h"
#include "tests/closure.h"
#include "tests/random_program.h"
#include "tests/unit/holds.h"

#include <check.h>
#include <stdlib.h>

static bool is_operation(const struct closure *c, uint32_t record)
{
    return happens_enqueues(c->p, &c->p->records.rows[record]) && !closure_is_no_op(c, record);
}

static size_t compare(const struct program *p)
{
    struct happens h;
    struct closure c;
    happens_build(&h, p);
    closure_build(&c, p);
    size_t ordered = 0;
    for (uint32_t i = 0; i < p->records.count; i++) {
        for (uint32_t j = 0; j <= i; j++) {
            if (p->threads.rows[p->records.rows[i].thread].kind == THREAD_WORKER ||
                p->threads.rows[p->records.rows[j].thread].kind == THREAD_WORKER)
                continue;
            for (int k = 0; k < 4; k++) {
                happens_event a = k & 1 ? happens_op(j) : happens_host(j);
                happens_event b = k & 2 ? happens_op(i) : happens_host(i);
                if ((k & 1 && !is_operation(&c, j)) || (k & 2 && !is_operation(&c, i)) || a == b)
                    continue;
                bool expected =
                    closure_reaches(&c, j, k & 1 ? RUN : CALLED, i, k & 2 ? RUN : CALLED);
                HOLDS(happens_before(&h, a, b) == expected,
                      "records %u and %u, kind %d: expected %d", j, i, k, expected);
                ordered += expected;
            }
        }
    }
    closure_release(&c);
    happens_release(&h);
    return ordered;
}

/* Several threads, all kinds of streams, events, locks: every pair is as the closure says. */
START_TEST(as_the_closure)
{
    size_t ordered = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct program p;
        program_init(&p);
        random_program(&p, &(struct random_options){.seed = seed,
                                                    .calls = 40,
                                                    .threads = 1 + (int)(seed % 4),
                                                    .streams = 1 + (int)(seed % 7) * 4,
                                                    .events = 4,
                                                    .no_waiting = seed % 3 == 0});
        ordered += compare(&p);
        program_release(&p);
    }
    ck_assert_uint_gt(ordered, 10000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("happens");
    TCase *tc = tcase_create("happens");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, as_the_closure);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
