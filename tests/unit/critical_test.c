/* sim/analysis: the critical path, what the host has of it, and what it is said to consist of. */
#include "sim/analysis/explain.h"
#include "tests/random_program.h"
#include "tests/scene.h"
#include "tests/unit/holds.h"

#include <check.h>
#include <stdlib.h>

/* --- by hand -------------------------------------------------------------------------------------
 */

/* The call of the copy of 16 KiB returns once they are staged, before the copy has ended. The
 * path from the last kernel back to that call goes on to what the host did before it: the turn
 * before waited for a kernel, too. */
START_TEST(a_small_pageable_copy_hides_no_kernel)
{
    enum { TURNS = 4 };
    struct scene s;
    struct explain e;
    scene_init(&s);
    uint32_t stream = scene_stream(&s, STREAM_NONBLOCKING, "s");
    for (int i = 0; i < TURNS; i++) {
        scene_copy(&s, CALL_cudaMemcpyAsync, stream, COPY_H2D, MEMORY_PAGEABLE, 16384);
        scene_kernel(&s, stream, "k", 4, 500000);
        scene_call(&s, CALL_cudaStreamSynchronize, stream, 0, 0);
    }
    ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
    const struct timeline_call *copy = scene_row(&s, CALL_cudaMemcpyAsync, 1);
    ck_assert_ptr_nonnull(copy);
    ck_assert_int_lt(copy->returned, scene_op(&s, 2)->end);
    explain_find(&e, &s.timeline, &s.profile, NULL);
    ck_assert_int_ge(e.shares.time[SHARE_ID_KERNEL], TURNS * 500000);
    ck_assert_int_ne(e.summary.bound, BOUND_HOST);
    explain_find_slack(&e); /* a kernel's launch is under way when its copy has ended */
    ck_assert_int_gt(e.slack[2], 0);
    ck_assert_int_eq(e.slack[3], 0);
    explain_release(&e);
    scene_release(&s);
}
END_TEST

/* --- properties ----------------------------------------------------------------------------------
 */

/* Of a host step: its thread is in no call that waits for an operation which ends meanwhile. That
 * would be on the path instead. */
static void check_host_step(const struct timeline *t, const struct critical_step *step,
                            uint64_t seed)
{
    for (size_t row = 0; row < t->calls.count; row++) {
        const struct timeline_call *call = &t->calls.rows[row];
        if (call->thread != step->thread)
            continue;
        for (uint32_t i = 0; i < call->wait_count; i++) {
            const struct timeline_wait *wait = &t->waits.rows[call->first_wait + i];
            if (wait->blocker == TIMELINE_NO_OP)
                continue;
            int64_t from = i ? wait[-1].to : call->enter, to = t->ops.rows[wait->blocker].end;
            if (to > wait->to || to <= t->ops.rows[wait->blocker].start)
                continue;
            from = from > step->from ? from : step->from;
            to = to < step->to ? to : step->to;
            HOLDS(from >= to,
                  "seed %llu: the host step from %lld to %lld has call %zu's wait in it",
                  (unsigned long long)seed, (long long)step->from, (long long)step->to, row);
        }
    }
}

START_TEST(no_host_step_waits_for_the_device)
{
    for (uint64_t seed = 0; seed < 120; seed++) {
        struct random_options options = {.seed = 900 + seed,
                                         .calls = 10 + (int)seed,
                                         .threads = 1 + (int)(seed % 4),
                                         .streams = 1 + (int)(seed % 9),
                                         .events = 3};
        struct scene s;
        struct critical critical;
        if (_i)
            scene_init_round(&s);
        else
            scene_init(&s);
        random_program(&s.program, &options);
        ck_assert_msg(scene_run(&s) == 0, "%s", s.err.message);
        critical_find(&critical, &s.timeline);
        for (size_t i = 0; i < critical.count; i++)
            if (critical.steps[i].kind == CRITICAL_HOST)
                check_host_step(&s.timeline, &critical.steps[i], options.seed);
        critical_release(&critical);
        scene_release(&s);
    }
}
END_TEST

static Suite *suite(void)
{
    Suite *suite = suite_create("critical");
    TCase *by_hand = tcase_create("by hand");
    tcase_add_test(by_hand, a_small_pageable_copy_hides_no_kernel);
    suite_add_tcase(suite, by_hand);
    TCase *random = tcase_create("random programs");
    tcase_add_loop_test(random, no_host_step_waits_for_the_device, 0, 2);
    tcase_set_timeout(random, 60);
    suite_add_tcase(suite, random);
    return suite;
}

int main(void)
{
    SRunner *runner = srunner_create(suite());
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
