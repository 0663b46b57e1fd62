/* sim/io: Chrome traces, CSV, tables, and telling formats apart. */
#include "sim/io/chrome.h"
#include "sim/io/csv.h"
#include "sim/io/detect.h"
#include "sim/io/table.h"
#include "sim/io/timeline_json.h"
#include "tests/unit/sample_timeline.h"

#include <yajl/yajl_tree.h>

typedef int writer(const struct timeline *timeline, struct sink *sink, struct err *err);

static void write_with(writer *write, const struct timeline *t, struct sink *sink)
{
    struct err err;
    err_init(&err);
    sink_init(sink);
    ck_assert_int_eq(write(t, sink, &err), 0);
}

static void check_fence(writer *write, const char *golden)
{
    struct timeline t;
    struct sink sink;
    sample_fence(&t);
    write_with(write, &t, &sink);
    sample_check_golden(golden, sink.text.text, sink.text.length);
    sink_release(&sink);
    timeline_release(&t);
}

static int whole_table(const struct timeline *t, struct sink *sink, struct err *err)
{
    return table_write(t, 0, sink, err);
}

START_TEST(the_fence_in_every_format)
{
    check_fence(chrome_write, "tests/golden/io/fence.chrome.json");
    check_fence(csv_write, "tests/golden/io/fence.csv");
    check_fence(whole_table, "tests/golden/io/fence.table");
}
END_TEST

static int64_t field_ns(yajl_val event, const char *key)
{
    const char *path[] = {key, NULL};
    yajl_val value = yajl_tree_get(event, path, yajl_t_number);
    ck_assert_ptr_nonnull(value);
    return (int64_t)(YAJL_GET_DOUBLE(value) * 1000 + (YAJL_GET_DOUBLE(value) < 0 ? -0.5 : 0.5));
}

static const char *field_text(yajl_val event, const char *key)
{
    const char *path[] = {key, NULL};
    yajl_val value = yajl_tree_get(event, path, yajl_t_string);
    return value ? YAJL_GET_STRING(value) : "";
}

struct slice {
    int64_t from, to, lane;
};

static int compare_slices(const void *a, const void *b)
{
    const struct slice *x = a, *y = b;
    if (x->lane != y->lane)
        return x->lane < y->lane ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* In random timelines, where operations overlap in every way: each operation with known times has
 * exactly one slice among the streams, all work one among the machines; slices of a lane never
 * overlap; every arrow has two ends. */
START_TEST(no_operation_is_lost_in_a_chrome_trace)
{
    for (uint64_t seed = 0; seed < 150; seed++) {
        struct timeline t;
        struct sink sink;
        char fault[256] = "";
        sample_random_timeline(&t, seed);
        write_with(chrome_write, &t, &sink);
        yajl_val root = yajl_tree_parse(sink.text.text, fault, sizeof fault);
        ck_assert_msg(root != NULL, "seed %d: %s", (int)seed, fault);
        const char *path[] = {"traceEvents", NULL};
        yajl_val events = yajl_tree_get(root, path, yajl_t_array);
        struct slice *slices = mem_zalloc((events->u.array.len + 1) * sizeof *slices);
        size_t count = 0, in_streams = 0, in_machines = 0, begun = 0, ended = 0;
        for (size_t i = 0; i < events->u.array.len; i++) {
            yajl_val event = events->u.array.values[i];
            const char *phase = field_text(event, "ph");
            int64_t pid = field_ns(event, "pid") / 1000, tid = field_ns(event, "tid") / 1000;
            begun += strcmp(phase, "s") == 0;
            ended += strcmp(phase, "f") == 0;
            if (strcmp(phase, "X") != 0)
                continue;
            ck_assert_int_ge(field_ns(event, "ts"), 0);
            ck_assert_str_ne(field_text(event, "name"), "");
            in_streams += pid == 2;
            in_machines += pid == 3;
            if (pid >= 2)
                slices[count++] = (struct slice){field_ns(event, "ts"),
                                                 field_ns(event, "ts") + field_ns(event, "dur"),
                                                 pid * 1000000 + tid};
        }
        qsort(slices, count, sizeof *slices, compare_slices);
        for (size_t i = 1; i < count; i++)
            ck_assert(slices[i].lane != slices[i - 1].lane || slices[i].from >= slices[i - 1].to);
        size_t known = 0, work = 0;
        for (size_t i = 0; i < t.ops.count; i++) {
            bool both =
                t.ops.rows[i].start != TIMELINE_UNKNOWN && t.ops.rows[i].end != TIMELINE_UNKNOWN;
            known += both;
            work += both && timeline_is_work(&t.ops.rows[i]);
        }
        ck_assert_uint_eq(in_streams, known);
        ck_assert_uint_eq(in_machines, work);
        ck_assert_uint_eq(begun, ended);
        free(slices);
        yajl_tree_free(root);
        sink_release(&sink);
        timeline_release(&t);
    }
}
END_TEST

/* Every line of a CSV file has as many fields as the header. */
START_TEST(csv_lines_have_all_fields)
{
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct timeline t;
        struct sink sink;
        sample_random_timeline(&t, seed);
        write_with(csv_write, &t, &sink);
        size_t fields = 1, expected = 0, lines = 0;
        bool quoted = false;
        for (const char *p = sink.text.text; *p; p++) {
            quoted ^= *p == '"';
            fields += *p == ',' && !quoted;
            if (*p != '\n' || quoted)
                continue;
            expected = expected ? expected : fields;
            ck_assert_uint_eq(fields, expected);
            fields = 1;
            lines++;
        }
        ck_assert_uint_eq(lines, t.ops.count + 1);
        sink_release(&sink);
        timeline_release(&t);
    }
}
END_TEST

START_TEST(formats_are_told_apart)
{
#define IS(text, kind) ck_assert_int_eq(detect(text, sizeof text - 1), kind)
    IS("", FILE_EMPTY);
    IS(" \n\t\n", FILE_EMPTY);
    IS("// hello\nint main() {}\n", FILE_SCENARIO);
    IS("\xef\xbb\xbf#include <cuda_runtime.h>\n", FILE_SCENARIO);
    IS("[[maybe_unused]] static int x;\n", FILE_SCENARIO);
    IS("nullstream-program 1\n", FILE_PROGRAM);
    IS("{\"format\": \"nullstream-timeline\", \"version\": 1}", FILE_TIMELINE);
    IS("{\"schemaVersion\": 1, \"traceEvents\": []}", FILE_KINETO);
    IS("[{\"ph\": \"X\"}]", FILE_KINETO);
    IS("{\"a\": 1}", FILE_JSON);
    IS("SQLite format 3\0more", FILE_NSYS);
    IS("id,name,kind\n0,scale,kernel\n", FILE_CSV);
    IS("latency.kernel,D2,wall_us\r\n", FILE_CSV);
    IS("int a,\n b;", FILE_SCENARIO);
    IS("f(a,b)\n", FILE_SCENARIO);
    IS("a,\n", FILE_SCENARIO);
    IS("<svg xmlns=\"http://www.w3.org/2000/svg\">", FILE_MARKUP);
    IS("\x1f\x8b\x08", FILE_GZIP);
    IS("\x7f"
       "ELF\x02\x01\x01\0\0",
       FILE_BINARY);
#undef IS
    ck_assert_str_eq(file_kind_name(FILE_BINARY), "a binary file");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("formats");
    TCase *tc = tcase_create("formats");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_fence_in_every_format);
    tcase_add_test(tc, no_operation_is_lost_in_a_chrome_trace);
    tcase_add_test(tc, csv_lines_have_all_fields);
    tcase_add_test(tc, formats_are_told_apart);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
