/* sim/model: program and timeline. */
#include "sim/base/mem.h"
#include "sim/model/program.h"
#include "sim/model/timeline.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

START_TEST(a_new_program_has_main_and_the_legacy_stream)
{
    struct program p;
    program_init(&p);
    ck_assert_uint_eq(p.threads.count, 1);
    ck_assert_str_eq(program_name(&p, p.threads.rows[0].name), "main");
    ck_assert_uint_eq(p.streams.count, 1);
    ck_assert_int_eq(p.streams.rows[PROGRAM_STREAM_LEGACY].kind, STREAM_LEGACY);
    ck_assert_uint_eq(p.copies.count, 1); /* row 0 means none */
    ck_assert_uint_eq(p.records.count, 0);
    ck_assert_uint_eq(program_add_stream(&p, &(struct program_stream){.kind = STREAM_BLOCKING}), 1);
    ck_assert_uint_eq(program_add_event(&p, &(struct program_event){.timing = true}), 1);
    program_release(&p);
}
END_TEST

START_TEST(equal_places_and_copies_share_a_row)
{
    struct program p;
    program_init(&p);
    uint32_t file = intern_adds(&p.names, "a.cu");
    uint32_t first = program_add_place(&p, file, 1);
    ck_assert_uint_eq(first, 1);
    for (int32_t line = 1; line <= 1000; line++) /* far beyond the first size of the index */
        program_add_place(&p, file, line);
    ck_assert_uint_eq(p.places.count, 1001);
    for (int32_t line = 1; line <= 1000; line++)
        ck_assert_int_eq(p.places.rows[program_add_place(&p, file, line)].line, line);
    ck_assert_uint_eq(p.places.count, 1001);

    struct program_copy copy = {.kind = COPY_H2D, .dst = {1, 0, 64}, .src = {2, 0, 64}};
    uint32_t row = program_add_copy(&p, &copy);
    ck_assert_uint_eq(program_add_copy(&p, &copy), row);
    copy.src.offset = 64;
    ck_assert_uint_ne(program_add_copy(&p, &copy), row);
    ck_assert_uint_eq(p.copies.count, 3);
    program_release(&p);
}
END_TEST

/* Of a program whose rows had `filling` wherever no field is. */
static uint64_t digest_of(int filling, int32_t value)
{
    struct program program;
    program_init(&program);
    struct program_copy copy;
    memset(&copy, filling, sizeof copy);
    copy.kind = COPY_MEMSET;
    copy.dst.alloc = 1;
    copy.dst.offset = 0;
    copy.dst.bytes = 64;
    copy.src.alloc = 0;
    copy.src.offset = copy.src.bytes = 0;
    copy.rows = 1;
    copy.dst_pitch = copy.src_pitch = 0;
    copy.host_memory = MEMORY_NONE;
    copy.value = value;
    program_add_copy(&program, &copy);
    struct program_event event;
    memset(&event, filling, sizeof event);
    event.name = 1;
    event.timing = event.blocking = true;
    program_add_event(&program, &event);
    uint64_t digest = program_digest(&program);
    program_release(&program);
    return digest;
}

START_TEST(a_digest_is_of_fields_only)
{
    ck_assert_uint_eq(digest_of(0, 3), digest_of(0xa5, 3));
    ck_assert_uint_ne(digest_of(0, 3), digest_of(0, 4));
}
END_TEST

START_TEST(launches_share_a_row_with_their_accesses)
{
    struct program p;
    program_init(&p);
    struct program_launch launch = {.kernel = 1, .grid = {20, 1, 1}, .block = {256, 1, 1}};
    struct program_access a[2] = {{{1, 0, 100}, ACCESS_READ, true, false},
                                  {{2, 0, 100}, 3, false, false}};
    uint32_t row = program_add_launch(&p, &launch, a, 2);
    ck_assert_uint_eq(program_add_launch(&p, &launch, a, 2), row);
    ck_assert_uint_eq(p.accesses.count, 2);
    uint32_t bare = program_add_launch(&p, &launch, NULL, 0);
    ck_assert_uint_ne(bare, row);
    a[1].certain = true;
    uint32_t other = program_add_launch(&p, &launch, a, 2);
    ck_assert_uint_ne(other, row);
    ck_assert_uint_eq(p.launches.rows[other].first_access, 2);
    ck_assert_uint_eq(p.launches.rows[other].access_count, 2);
    ck_assert_uint_eq(p.accesses.count, 4);
    launch.arguments = 7;
    ck_assert_uint_ne(program_add_launch(&p, &launch, NULL, 0), bare);
    program_release(&p);
}
END_TEST

START_TEST(a_copy_of_rows_counts_all_rows)
{
    struct program_copy copy = {.dst = {1, 0, 100}, .rows = 0};
    ck_assert_uint_eq(program_copy_bytes(&copy), 100);
    copy.rows = 5;
    copy.dst_pitch = 128;
    ck_assert_uint_eq(program_copy_bytes(&copy), 500);
}
END_TEST

static uint32_t add_work(struct timeline *t, int64_t call, int64_t start, int64_t end)
{
    uint32_t id = timeline_add_op(t);
    t->ops.rows[id].call = call;
    t->ops.rows[id].returned = call + 3;
    t->ops.rows[id].start = start;
    t->ops.rows[id].end = end;
    return id;
}

static void add_sync(struct timeline *t, int64_t enter, int64_t returned, bool waited)
{
    struct timeline_call call = {
        .call = CALL_cudaDeviceSynchronize,
        .enter = enter,
        .returned = returned,
        .op = TIMELINE_NO_OP,
    };
    if (waited) {
        call.first_wait = timeline_add_waits(
            t, &(struct timeline_wait){returned, 0, RULE_ID_DEVICE_SYNCHRONIZE}, 1);
        call.wait_count = 1;
    }
    timeline_add_call(t, &call);
}

START_TEST(finish_times_from_the_first_work_to_the_last_wait)
{
    struct timeline t;
    timeline_init(&t);
    add_sync(&t, 10, 12, false); /* before any work: not timed */
    add_work(&t, 100, 104, 400);
    add_work(&t, 103, 404, 700);
    add_sync(&t, 106, 713, true);
    add_sync(&t, 800, 801, false); /* nothing left to wait for */
    timeline_finish(&t);
    ck_assert_int_eq(t.zero, 100);
    ck_assert_int_eq(t.span, 596);
    ck_assert_int_eq(t.wall, 613);
    ck_assert_int_eq(t.timed_from, 10);
    ck_assert_int_eq(t.timed_to, 801);
    timeline_release(&t);
}
END_TEST

static void add_free(struct timeline *t, int64_t enter, int64_t returned, enum rule rule)
{
    struct timeline_call call = {
        .enter = enter,
        .returned = returned,
        .call = CALL_cudaFree,
        .op = TIMELINE_NO_OP,
        .first_wait = timeline_add_waits(t, &(struct timeline_wait){returned, 0, rule}, 1),
        .wait_count = 1,
    };
    timeline_add_call(t, &call);
}

/* The device is busy until 400. A free that comes to it meanwhile and waits behind another thread's
 * returns later than that one; what comes when it is idle waits for a lock alone. */
START_TEST(a_free_in_line_waited_if_it_came_to_a_busy_device)
{
    struct timeline t;
    timeline_init(&t);
    add_work(&t, 100, 104, 400);
    add_free(&t, 200, 405, RULE_ID_FREE);
    add_free(&t, 300, 430, RULE_ID_LOCK);
    add_free(&t, 410, 460, RULE_ID_LOCK);
    timeline_finish(&t);
    ck_assert_int_eq(t.wall, 330);
    timeline_release(&t);
}
END_TEST

START_TEST(what_is_called_when_the_range_ends_is_not_timed)
{
    struct timeline t;
    timeline_init(&t);
    t.ranges.rows = mem_grow(t.ranges.rows, &t.ranges.capacity, 1, sizeof *t.ranges.rows);
    t.ranges.rows[t.ranges.count++] = (struct timeline_range){
        .begin = 100, .end = 713, .name = intern_adds(&t.names, "nullstream")};
    add_work(&t, 90, 94, 98);
    add_work(&t, 100, 404, 700); /* at the moment of its beginning: within */
    add_sync(&t, 106, 713, true);
    add_work(&t, 713, 720, 900);
    timeline_finish(&t);
    ck_assert_int_eq(t.zero, 100);
    ck_assert_int_eq(t.span, 296);
    ck_assert_int_eq(t.wall, 613);
    ck_assert(!timeline_is_timed(&t, &t.ops.rows[0]) && timeline_is_timed(&t, &t.ops.rows[1]));
    ck_assert(!timeline_is_timed(&t, &t.ops.rows[2]));
    timeline_release(&t);
}
END_TEST

START_TEST(wall_without_a_wait)
{
    struct timeline t;
    timeline_init(&t);
    timeline_finish(&t);
    ck_assert_int_eq(t.span, 0);
    ck_assert_int_eq(t.wall, 0);
    add_work(&t, 100, 104, 400);
    timeline_finish(&t);
    ck_assert_int_eq(t.wall, 300); /* to the end of the last operation */
    add_sync(&t, 500, 502, false); /* the program asked, late: the first such call counts */
    add_sync(&t, 600, 602, false);
    timeline_finish(&t);
    ck_assert_int_eq(t.wall, 402);
    timeline_release(&t);
}
END_TEST

START_TEST(a_range_limits_the_timed_part)
{
    struct timeline t;
    timeline_init(&t);
    add_work(&t, 100, 104, 400);
    add_sync(&t, 105, 410, true);
    add_work(&t, 1000, 1004, 1400);
    add_sync(&t, 1005, 1410, true);
    add_work(&t, 2000, 2004, 2400);
    add_sync(&t, 2005, 2410, true);
    t.ranges.rows = calloc(1, sizeof *t.ranges.rows);
    t.ranges.count = t.ranges.capacity = 1;
    t.ranges.rows[0].name = intern_adds(&t.names, "nullstream");
    t.ranges.rows[0].begin = 500;
    t.ranges.rows[0].end = 1500;
    timeline_finish(&t);
    ck_assert_int_eq(t.zero, 1000);
    ck_assert_int_eq(t.span, 396);
    ck_assert_int_eq(t.wall, 410);
    timeline_release(&t);
}
END_TEST

START_TEST(tables_are_taken_with_names)
{
    struct program p;
    program_init(&p);
    p.scenario = intern_adds(&p.names, "a.cu");
    uint32_t name = intern_adds(&p.names, "scale");
    program_add_stream(&p, &(struct program_stream){.kind = STREAM_NONBLOCKING,
                                                    .name = intern_adds(&p.names, "s")});
    struct timeline t;
    timeline_init(&t);
    t.device_name = intern_adds(&t.names, "NVIDIA H200");
    t.profile = intern_adds(&t.names, "h200");
    for (int i = 0; i < 2; i++) { /* a second time changes nothing */
        timeline_take_tables(&t, &p);
        ck_assert_str_eq(timeline_name(&t, t.device_name), "NVIDIA H200");
        ck_assert_str_eq(timeline_name(&t, t.profile), "h200");
        ck_assert_str_eq(timeline_name(&t, t.rules), "");
        ck_assert_str_eq(timeline_name(&t, t.scenario), "a.cu");
        ck_assert_str_eq(timeline_name(&t, name), "scale");
        ck_assert_uint_eq(t.streams.count, 2);
        ck_assert_str_eq(timeline_name(&t, t.streams.rows[1].name), "s");
    }
    timeline_release(&t);
    program_release(&p);
}
END_TEST

START_TEST(an_operation_is_small)
{
    ck_assert_uint_le(sizeof(struct timeline_op), 104);
    ck_assert_uint_le(sizeof(struct program_record), 40);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model");
    TCase *tc = tcase_create("model");
    tcase_add_test(tc, a_new_program_has_main_and_the_legacy_stream);
    tcase_add_test(tc, equal_places_and_copies_share_a_row);
    tcase_add_test(tc, a_digest_is_of_fields_only);
    tcase_add_test(tc, launches_share_a_row_with_their_accesses);
    tcase_add_test(tc, a_copy_of_rows_counts_all_rows);
    tcase_add_test(tc, finish_times_from_the_first_work_to_the_last_wait);
    tcase_add_test(tc, a_free_in_line_waited_if_it_came_to_a_busy_device);
    tcase_add_test(tc, what_is_called_when_the_range_ends_is_not_timed);
    tcase_add_test(tc, wall_without_a_wait);
    tcase_add_test(tc, a_range_limits_the_timed_part);
    tcase_add_test(tc, tables_are_taken_with_names);
    tcase_add_test(tc, an_operation_is_small);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
