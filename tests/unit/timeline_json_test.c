/* sim/io: timelines as JSON. */
#include "sim/io/timeline_json.h"
#include "tests/unit/sample_timeline.h"

START_TEST(the_fence_is_written_as_ever)
{
    struct timeline t;
    sample_fence(&t);
    ck_assert_int_eq(t.span, 904420); /* 962.220 - 57.800 */
    ck_assert_int_eq(t.wall, 915600); /* 965.600 - 50.000 */
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    ck_assert_int_eq(timeline_json_write(&t, &sink, &err), 0);
    sample_check_golden("tests/golden/io/fence.json", sink.text.text, sink.text.length);
    sink_release(&sink);
    timeline_release(&t);
}
END_TEST

static void write_text(const struct timeline *t, struct strbuf *text)
{
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    ck_assert_int_eq(timeline_json_write(t, &sink, &err), 0);
    strbuf_init(text);
    strbuf_add(text, sink.text.text, sink.text.length);
    sink_release(&sink);
}

START_TEST(random_timelines_make_the_trip)
{
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct timeline t, again;
        sample_random_timeline(&t, seed);
        struct strbuf first, second;
        write_text(&t, &first);
        timeline_init(&again);
        struct err err;
        err_init(&err);
        ck_assert_msg(timeline_json_read(&again, first.text, first.length, "x.json", &err) == 0,
                      "seed %d: %d:%d: %s\n%s", (int)seed, err.line, err.column, err.message,
                      first.text);
        ck_assert_uint_eq(again.ops.count, t.ops.count);
        ck_assert_uint_eq(again.calls.count, t.calls.count);
        ck_assert_int_eq(again.zero, 0);
        ck_assert_int_eq(again.wall, t.wall);
        for (size_t i = 0; i < t.ops.count; i++) {
            const struct timeline_op *a = &t.ops.rows[i], *b = &again.ops.rows[i];
            ck_assert_int_eq(b->start - again.zero, a->start - t.zero);
            ck_assert_int_eq(a->wait_count, b->wait_count);
            ck_assert_str_eq(timeline_name(&t, a->name), timeline_name(&again, b->name));
        }
        write_text(&again, &second);
        ck_assert_msg(first.length == second.length &&
                          memcmp(first.text, second.text, first.length) == 0,
                      "seed %d\n%s\n----\n%s", (int)seed, first.text, second.text);
        strbuf_release(&first);
        strbuf_release(&second);
        timeline_release(&t);
        timeline_release(&again);
    }
}
END_TEST

static void check_fault(const char *text, int line, const char *message)
{
    struct timeline t;
    struct err err;
    err_init(&err);
    timeline_init(&t);
    ck_assert_int_eq(timeline_json_read(&t, text, strlen(text), "x.json", &err), -1);
    ck_assert_msg(strstr(err.message, message), "\"%s\" is not in: %s", message, err.message);
    ck_assert_int_eq(err.line, line);
    ck_assert_int_eq(err.status, ERR_INPUT);
    timeline_release(&t);
}

#define HEAD "{\"format\": \"nullstream-timeline\", \"version\": 1, \"source\": \"measured\",\n"

START_TEST(faults_are_found)
{
    check_fault("", 1, "premature EOF");
    check_fault("[]", 1, "one JSON object");
    check_fault("{}", 1, "\"format\" is missing");
    check_fault("{\"format\": \"other\"}", 1, "no value \"other\"");
    check_fault("{\"format\": \"nullstream-timeline\",\n\"version\": 2}", 2, "version");
    check_fault(HEAD "\"operations\": [{\"id\": 0}]}", 2, "\"kind\"");
    check_fault(HEAD "\"operations\": [\n{\"id\": 0, \"kind\": \"kernl\"}]}", 3, "kernl");
    check_fault(HEAD "\"operations\": [\n{\"id\": \"0\"}]}", 3, "no string");
    check_fault(HEAD "\"operations\": [\n{\"id\": 0.5}]}", 3, "whole numbers");
    check_fault(HEAD "\"operations\": 3}", 2, "no number");
    check_fault(HEAD "\"operations\": [3]}", 2, "list of objects");
    check_fault(HEAD "\"operations\": [{\"id\": 0, \"kind\": \"copy\"}]}", 2, "direction");
    check_fault(HEAD "\"operations\": [{\"id\": 0, \"kind\": \"wait\", \"after\": [4]}]}", 2,
                "operation 4");
    check_fault(HEAD "\"operations\": [{\"id\": 0, \"kind\": \"wait\", \"stream\": 7}]}", 2,
                "stream 7");
    check_fault(HEAD "\"operations\": [{\"id\": 0, \"kind\": \"kernel\", \"start_us\": 2,\n"
                     "\"end_us\": 1}]}",
                3, "ends before it starts");
    check_fault(HEAD "\"operations\": [{\"id\": 0, \"kind\": \"kernel\", \"call_us\": 0,\n"
                     "\"start_us\": 3, \"end_us\": 4, \"waits\": [{\"rule\": \"issue\",\n"
                     "\"from_us\": 0, \"to_us\": 5}]}]}",
                4, "beyond what waited");
    check_fault(HEAD "\"streams\": [{\"id\": 4000000}]}", 2, "id");
    check_fault(HEAD "\"wall_us\": 1e30}", 2, "out of range");
    check_fault(HEAD "\"wall_us\": 1,}", 2, "not valid JSON");
    check_fault(HEAD "\"wall_us\": -1}", 2, "\"wall_us\" is negative");
    check_fault(HEAD "\"modes\": [{\"runs\": 3, \"wall_us\": -0.001}]}", 2, "is negative");
    check_fault(HEAD "\"modes\": [{\"runs\": 3}]}", 2, "\"runs\" and \"wall_us\"");
    check_fault(HEAD "\"modes\": [{\"runs\": 3, \"wall_us\": 2, \"starts_us\": [1],\n"
                     "\"ends_us\": [1, 2]}]}",
                3, "as many starts as ends");
    check_fault(HEAD "\"modes\": [{\"runs\": 3, \"wall_us\": 2, \"starts_us\": [1],\n"
                     "\"ends_us\": [2]}], \"operations\": []}",
                3, "1 starts for 0 operations");
    check_fault(HEAD "\"modes\": [{\"runs\": 3, \"wall_us\": 2, \"starts_us\": [3],\n"
                     "\"ends_us\": [2]}], \"operations\": [{\"id\": 0, \"kind\": \"kernel\",\n"
                     "\"start_us\": 3, \"end_us\": 4}]}",
                4, "ends before it starts");
    check_fault(HEAD "\"noise_wall_ppm\": -1}", 2, "out of range");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [2, 3],\n\"otherwise\": [1]}]}", 3,
                "as many");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [1], \"otherwise\": [1]}]}", 2,
                "ascend");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [3, 2], \"otherwise\": [1, 1]}]}", 2,
                "ascend");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [2], \"otherwise\": [1]}]}", 2,
                "not there");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [2, 3], \"otherwise\": [1, 1],\n"
                     "\"relations\": [1]}]}",
                3, "as many \"relations\"");
    check_fault(HEAD "\"undecided\": [{\"op\": 1, \"others\": [2], \"otherwise\": [1],\n"
                     "\"relations\": [8]}]}",
                3, "out of range");
    check_fault(HEAD "\"noise_run_places\": 3, \"noise_run_places_near\": 4}", 2, "is more than");
    check_fault(HEAD "\"calls\": [{\"enter_us\": 1, \"elapsed_us\": [1, 2]}]}", 2, "no list");
}
END_TEST

START_TEST(what_is_unknown_is_ignored)
{
    static const char text[] =
        HEAD "\"future\": {\"id\": [[{\"kind\": 3}]], \"operations\": 4},\n"
             "\"operations\": [{\"id\": 5, \"kind\": \"kernel\", \"name\": \"k\", \"ready_us\": "
             "null,\n \"start_us\": 1.5, \"end_us\": 2.0004, \"new\": [1, {\"a\": null}]},\n"
             "{\"id\": 9, \"kind\": \"kernel\", \"after\": [5], \"start_us\": 1e1,\n"
             "\"end_us\": 11.0006}]}";
    struct timeline t;
    struct err err;
    err_init(&err);
    timeline_init(&t);
    int result = timeline_json_read(&t, text, strlen(text), "x.json", &err);
    ck_assert_msg(result == 0, "%s", err.message);
    ck_assert_uint_eq(t.ops.count, 2);
    ck_assert_int_eq(t.source, TIMELINE_MEASURED);
    ck_assert_int_eq(t.ops.rows[0].start, 1500);
    ck_assert_int_eq(t.ops.rows[0].end, 2000);
    ck_assert_int_eq(t.ops.rows[0].ready, TIMELINE_UNKNOWN);
    ck_assert_int_eq(t.ops.rows[1].start, 10000);
    ck_assert_int_eq(t.ops.rows[1].end, 11001);
    ck_assert_uint_eq(t.afters.rows[0], 0); /* id 5 is row 0 */
    ck_assert_int_eq(t.span, 9501);
    timeline_release(&t);
}
END_TEST

static void add_nesting(struct strbuf *text, char open, int depth)
{
    for (int i = 0; i < depth; i++)
        strbuf_addc(text, open);
}

START_TEST(deep_nesting_is_no_trouble)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_adds(&text, HEAD "\"future\": ");
    add_nesting(&text, '[', 200000);
    add_nesting(&text, ']', 200000);
    strbuf_addc(&text, '}');
    struct timeline t;
    struct err err;
    err_init(&err);
    timeline_init(&t);
    ck_assert_int_eq(timeline_json_read(&t, text.text, text.length, "x", &err), 0);
    timeline_release(&t);
    strbuf_release(&text);
}
END_TEST

START_TEST(a_full_disk_is_an_error)
{
    FILE *full = fopen("/dev/full", "wb");
    if (!full)
        return;
    struct timeline t;
    sample_fence(&t);
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init_file(&sink, full, "/dev/full");
    ck_assert_int_eq(timeline_json_write(&t, &sink, &err), -1);
    ck_assert_int_eq(err.status, ERR_RUN);
    sink_release(&sink);
    timeline_release(&t);
    fclose(full);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timeline_json");
    TCase *tc = tcase_create("timeline_json");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_fence_is_written_as_ever);
    tcase_add_test(tc, random_timelines_make_the_trip);
    tcase_add_test(tc, faults_are_found);
    tcase_add_test(tc, what_is_unknown_is_ignored);
    tcase_add_test(tc, deep_nesting_is_no_trouble);
    tcase_add_test(tc, a_full_disk_is_an_error);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
