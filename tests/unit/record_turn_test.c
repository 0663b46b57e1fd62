/* The virtual runtime: records with timing that a copy's engine writes (semantics S4.5). */
#include "tests/unit/runtime_case.h"

static uint32_t stream(const char *name)
{
    return scene_stream(&s, STREAM_NONBLOCKING, name);
}

static void copy(uint32_t in, enum copy_kind kind, uint64_t bytes)
{
    scene_copy(&s, CALL_cudaMemcpyAsync, in, kind, MEMORY_PINNED, bytes);
}

/* copies-2d-turns.txt: stream a's copy out has ended, and b's runs for 300 us (300000 bytes), when
 * a record is made in a: the engine writes it, 1 us, when it is done with b's, and a's copy in
 * waits for it. If b copies in, the engine that copies out is idle and writes at once. */
START_TEST(a_record_waits_for_its_engine_to_come_round)
{
    s.profile.value[PROFILE_latency_record] = US(1);
    s.profile.value[PROFILE_latency_event_timed] = US(1);
    uint32_t a = stream("a"), b = stream("b");
    copy(a, COPY_D2H, 100000);
    scene_call(&s, CALL_host_work, 0, 0, US(120));
    copy(b, _i ? COPY_D2H : COPY_H2D, 300000);
    scene_call(&s, CALL_host_work, 0, 0, US(20));
    scene_record(&s, scene_event(&s, "begin"), a);
    copy(a, COPY_H2D, 1000000);
    run();
    const struct timeline_op *other = scene_op(&s, 1), *record = scene_op(&s, 2);
    const struct timeline_op *in = scene_op(&s, 3);
    ck_assert_int_lt(scene_op(&s, 0)->end, record->returned);
    ck_assert_int_eq(record->start, _i ? other->end : record->returned);
    ck_assert_int_eq(record->end, record->start + US(1));
    ck_assert_int_eq(in->start, _i ? record->end : other->end);
}
END_TEST

/* out-turns.txt, "timed" and "both": a's copy out, none, one or two records behind it, and b's copy
 * out, or another one of a's, which begins when these are written: 1 us each, and 2 times 3 us more
 * while a copy comes in. */
START_TEST(an_engine_writes_what_stands_behind_its_copy_before_it_goes_on)
{
    bool beside = _i / 3 % 2, same = _i >= 6;
    int records = _i % 3;
    s.profile.value[PROFILE_latency_record] = US(1);
    s.profile.value[PROFILE_latency_event_timed] = US(1);
    s.profile.value[PROFILE_latency_flush_in] = US(3);
    uint32_t a = stream("a"), b = stream("b"), untimed = scene_event(&s, "untimed");
    s.program.events.rows[untimed].timing = false;
    if (beside)
        copy(stream("beside"), COPY_H2D, 10000000);
    copy(a, COPY_D2H, 100000);
    for (int i = 0; i < records; i++) {
        scene_record(&s, untimed, a);
        scene_record(&s, scene_event(&s, "end"), a);
    }
    copy(same ? a : b, COPY_D2H, 100000);
    run();
    uint32_t first = beside ? 1 : 0;
    const struct timeline_op *before = scene_op(&s, first);
    const struct timeline_op *after = scene_op(&s, first + 1 + 2 * (uint32_t)records);
    ck_assert_int_eq(after->start, before->end + records * (US(1) + (beside ? 2 * US(3) : 0)));
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("records by engines");
    tcase_add_loop_test(tests, a_record_waits_for_its_engine_to_come_round, 0, 2);
    tcase_add_loop_test(tests, an_engine_writes_what_stands_behind_its_copy_before_it_goes_on, 0,
                        12);
    return run_case("runtime: records by engines", tests);
}
