/* sim/analysis: happens-before against a closure made edge by edge, on random programs, and
 * what those have seldom. */
#include "sim/analysis/happens.h"
#include "tests/closure.h"
#include "tests/random_program.h"
#include "tests/scene.h"
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

/* Atomics in place of locks: updates and stores, some of them relaxed. */
static void make_atomics(struct program *p)
{
    for (size_t i = 0; i < p->records.count; i++) {
        struct program_record *row = &p->records.rows[i];
        if (row->call == CALL_lock_acquire) {
            row->call = CALL_observe;
        } else if (row->call == CALL_lock_release) {
            row->call = CALL_publish;
            row->count = i % 3 == 0;
            row->value = i % 2;
        }
    }
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
        make_atomics(&p);
        ordered += compare(&p);
        program_release(&p);
    }
    ck_assert_uint_gt(ordered, 10000);
}
END_TEST

/* Another thread, which nothing orders, recorded the event first. The wait knows of the record of
 * its own thread, so it is one, for what stands before that. */
START_TEST(event_of_two_recorders)
{
    struct scene scene;
    scene_init_round(&scene);
    uint32_t a = scene_stream(&scene, STREAM_NONBLOCKING, "a");
    uint32_t b = scene_stream(&scene, STREAM_NONBLOCKING, "b");
    uint32_t c = scene_stream(&scene, STREAM_NONBLOCKING, "c");
    uint32_t event = scene_event(&scene, "event");
    uint32_t other = scene_thread(&scene);
    scene.thread = (uint16_t)other;
    scene_record(&scene, event, a);
    scene.thread = 0;
    scene_kernel(&scene, b, "before", 1, 1000);
    uint32_t before = (uint32_t)scene.program.records.count - 1;
    scene_record(&scene, event, b);
    scene_wait(&scene, event, c);
    scene_kernel(&scene, c, "behind", 1, 1000);
    uint32_t behind = (uint32_t)scene.program.records.count - 1;
    struct happens h;
    happens_build(&h, &scene.program);
    ck_assert(happens_before(&h, happens_op(before), happens_op(behind)));
    happens_release(&h);
    scene_release(&scene);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("happens");
    TCase *tc = tcase_create("happens");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, as_the_closure);
    tcase_add_test(tc, event_of_two_recorders);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
