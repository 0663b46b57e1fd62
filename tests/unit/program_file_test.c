/* sim/io: programs as text. */
#include "sim/io/program_file.h"
#include "tests/unit/sample_timeline.h"

#include <time.h>

static void write_text(const struct program *p, struct strbuf *text)
{
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    ck_assert_int_eq(program_file_write(p, &sink, &err), 0);
    strbuf_init(text);
    strbuf_add(text, sink.text.text, sink.text.length);
    sink_release(&sink);
}

static void read_text(struct program *p, const char *text, size_t length)
{
    struct err err;
    err_init(&err);
    program_init(p);
    ck_assert_msg(program_file_read(p, text, length, "x.nsp", &err) == 0, "%d:%d: %s\n%s", err.line,
                  err.column, err.message, text);
}

/* Two streams, a copy in, a launch with accesses, a copy out, an event, a synchronize. */
static void small_program(struct program *p)
{
    program_init(p);
    p->scenario = sample_name(p, "dir/with space.cu");
    uint32_t file = sample_name(p, "with space.cu");
    uint32_t header = sample_name(p, "inc.h");
    uint32_t s = program_add_stream(
        p, &(struct program_stream){.kind = STREAM_NONBLOCKING, .name = sample_name(p, "s[0]")});
    uint32_t e = program_add_event(
        p, &(struct program_event){.name = sample_name(p, "done"), .timing = true});
    uint32_t host = program_add_alloc(p, &(struct program_alloc){.kind = MEMORY_PINNED,
                                                                 .name = sample_name(p, "h"),
                                                                 .bytes = 1 << 20});
    uint32_t device = program_add_alloc(p, &(struct program_alloc){.kind = MEMORY_DEVICE,
                                                                   .name = sample_name(p, "d"),
                                                                   .bytes = 1 << 20});
    uint32_t in = program_add_copy(p, &(struct program_copy){.kind = COPY_H2D,
                                                             .dst = {device, 0, 4096},
                                                             .src = {host, 8192, 4096},
                                                             .host_memory = MEMORY_PINNED});
    uint32_t zero = program_add_copy(
        p, &(struct program_copy){.kind = COPY_MEMSET, .dst = {device, 0, 64}, .value = -1});
    uint32_t kernel = program_add_kernel(
        p, &(struct program_kernel){.name = sample_name(p, "scale<float>"), .registers = 24});
    struct program_launch launch = {.kernel = kernel,
                                    .grid = {20, 1, 1},
                                    .block = {256, 1, 1},
                                    .registers = 24,
                                    .carveout = -1,
                                    .priority = INT32_MIN,
                                    .cost = COST_TIME,
                                    .time = 400000,
                                    .arguments = 0xfedcba9876543210u};
    struct program_access accesses[2] = {
        {{device, 0, 4096}, ACCESS_READ | ACCESS_WRITE, true, false},
        {{host, 0, 1 << 20}, ACCESS_READ, false, false}};
    uint32_t with = program_add_launch(p, &launch, accesses, 2);
    launch.carveout = 0;
    launch.priority = -3;
    launch.cooperative = true;
    uint32_t without = program_add_launch(p, &launch, NULL, 0);
    uint32_t hostfn = program_add_hostfn(
        p, &(struct program_hostfn){
               .name = sample_name(p, "say \"hi\"\n"), .callback = true, .time = 1500});
    program_add_pool(p, &(struct program_pool){.release_threshold = UINT64_MAX});
    program_add_result(p, &(struct program_range){device, 0, 4096});
    const struct program_record records[] = {
        {.call = CALL_cudaStreamCreate, .place = program_add_place(p, file, 10), .object = s},
        {.call = CALL_cudaMemcpyAsync,
         .place = program_add_place(p, file, 12),
         .column = 255,
         .stream = s,
         .object = in},
        {.call = CALL_cudaMemsetAsync, .stream = s, .object = zero},
        {.call = CALL_cudaLaunchKernel,
         .place = program_add_place(p, header, 3),
         .stream = s,
         .object = with},
        {.call = CALL_cudaLaunchKernel, .place = program_add_place(p, file, 13), .object = without},
        {.call = CALL_cudaEventRecord,
         .place = program_add_place(p, 0, 14),
         .stream = s,
         .object = e},
        {.call = CALL_cudaEventQuery,
         .place = program_add_place(p, file, 15),
         .object = e,
         .flags = RECORD_POLL | RECORD_BRANCHED,
         .count = 17,
         .result = 0},
        {.call = CALL_cudaLaunchHostFunc, .stream = s, .object = hostfn, .flags = RECORD_WARM},
        {.call = CALL_range_push, .object = sample_name(p, "a b=c")},
        {.call = CALL_host_work, .value = -12},
        {.call = CALL_cudaEventElapsedTime, .object = e, .value = e, .result = 600},
        {.call = CALL_lock_acquire, .object = 12345},
        {.call = CALL_thread_end},
    };
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        program_add_record(p, &records[i]);
    p->time_dependent = true;
    p->time_dependent_place = program_add_place(p, header, 99);
}

START_TEST(a_program_is_written_as_ever)
{
    struct program p;
    struct strbuf text;
    small_program(&p);
    write_text(&p, &text);
    sample_check_golden("tests/golden/io/small.nsp", text.text, text.length);
    strbuf_release(&text);
    program_release(&p);
}
END_TEST

START_TEST(everything_makes_the_trip)
{
    struct program p, q;
    struct strbuf first, second;
    small_program(&p);
    write_text(&p, &first);
    read_text(&q, first.text, first.length);
    write_text(&q, &second);
    ck_assert_str_eq(first.text, second.text);
    ck_assert_str_eq(program_name(&q, q.scenario), "dir/with space.cu");
    ck_assert(q.time_dependent);
    ck_assert_int_eq(q.places.rows[q.time_dependent_place].line, 99);
    ck_assert_uint_eq(q.records.count, p.records.count);
    for (size_t i = 0; i < p.records.count; i++) {
        const struct program_record *a = &p.records.rows[i], *b = &q.records.rows[i];
        ck_assert_uint_eq(a->call, b->call);
        ck_assert_uint_eq(a->flags, b->flags);
        ck_assert_uint_eq(a->column, b->column);
        ck_assert_uint_eq(a->result, b->result);
        ck_assert_uint_eq(a->stream, b->stream);
        ck_assert_uint_eq(a->count, b->count);
        ck_assert_int_eq(a->value, b->value);
        ck_assert_int_eq(p.places.rows[a->place].line, q.places.rows[b->place].line);
        ck_assert_str_eq(program_name(&p, p.places.rows[a->place].file),
                         program_name(&q, q.places.rows[b->place].file));
        if (call_info((enum call)a->call)->object == OBJECT_NAME)
            ck_assert_str_eq(program_name(&p, a->object), program_name(&q, b->object));
        else
            ck_assert_uint_eq(a->object, b->object);
    }
    ck_assert_uint_eq(q.launches.rows[1].access_count, 2);
    ck_assert_uint_eq(q.launches.rows[2].access_count, 0);
    ck_assert_uint_eq(q.accesses.count, 2);
    ck_assert_uint_eq(q.accesses.rows[0].mode, 3);
    ck_assert(q.accesses.rows[0].certain);
    ck_assert_uint_eq(q.launches.rows[1].arguments, 0xfedcba9876543210u);
    ck_assert_int_eq(q.launches.rows[1].priority, INT32_MIN);
    ck_assert_int_eq(q.launches.rows[2].priority, -3);
    ck_assert_int_eq(q.launches.rows[2].carveout, 0);
    ck_assert_uint_eq(q.copies.rows[1].src.offset, 8192);
    ck_assert_int_eq(q.copies.rows[2].value, -1);
    ck_assert_str_eq(program_name(&q, q.hostfns.rows[1].name), "say \"hi\"\n");
    ck_assert_uint_eq(q.pools.rows[1].release_threshold, UINT64_MAX);
    ck_assert_uint_eq(q.results.count, 1);
    /* equal rows are found again in what was read */
    ck_assert_uint_eq(program_add_copy(&q, &q.copies.rows[1]), 1);
    strbuf_release(&first);
    strbuf_release(&second);
    program_release(&p);
    program_release(&q);
}
END_TEST

START_TEST(the_hash_tells_programs_apart)
{
    struct program p;
    char a[65], b[65], c[65];
    small_program(&p);
    program_file_sha256(&p, a);
    program_file_sha256(&p, b);
    ck_assert_uint_eq(strlen(a), 64);
    ck_assert_str_eq(a, b);
    p.records.rows[0].result = 2;
    program_file_sha256(&p, c);
    ck_assert_str_ne(a, c);
    p.records.rows[0].result = 0;
    /* in another folder it is the same program; in another file it is not */
    uint32_t file = p.places.rows[1].file;
    for (size_t i = 1; i < p.places.count; i++)
        if (p.places.rows[i].file == file)
            p.places.rows[i].file = intern_adds(&p.names, "/some/where/a.cu");
    program_file_sha256(&p, a);
    for (size_t i = 1; i < p.places.count; i++)
        if (strcmp(program_name(&p, p.places.rows[i].file), "/some/where/a.cu") == 0)
            p.places.rows[i].file = intern_adds(&p.names, "a.cu");
    program_file_sha256(&p, b);
    ck_assert_str_eq(a, b);
    for (size_t i = 1; i < p.places.count; i++)
        if (strcmp(program_name(&p, p.places.rows[i].file), "a.cu") == 0)
            p.places.rows[i].file = intern_adds(&p.names, "b.cu");
    program_file_sha256(&p, b);
    ck_assert_str_ne(a, b);
    /* in which column a call stands is no part of it: recordings without one belong to it too */
    program_file_sha256(&p, a);
    p.records.rows[0].column = 7;
    program_file_sha256(&p, b);
    ck_assert_str_eq(a, b);
    /* how often a poll turned is no part of it */
    p.records.rows[0].flags |= RECORD_POLL;
    program_file_sha256(&p, a);
    p.records.rows[0].count += 5;
    program_file_sha256(&p, b);
    ck_assert_str_eq(a, b);
    program_release(&p);
}
END_TEST

static void check_fault(const char *text, int line, int column, const char *message)
{
    struct program p;
    struct err err;
    err_init(&err);
    program_init(&p);
    ck_assert_msg(program_file_read(&p, text, strlen(text), "x.nsp", &err) == -1, "%s", text);
    ck_assert_msg(strstr(err.message, message), "\"%s\" is not in: %s", message, err.message);
    ck_assert_int_eq(err.line, line);
    ck_assert_int_eq(err.column, column);
    ck_assert_int_eq(err.status, ERR_INPUT);
    program_release(&p);
}

#define FIRST "nullstream-program 1\n"

START_TEST(faults_are_found)
{
    check_fault("", 1, 1, "first line");
    check_fault("nullstream-program 2\n", 1, 20, "version 2");
    check_fault("nullstream-program 1 x\n", 1, 22, "end of the line");
    check_fault(FIRST "cudaMallc thread=0\n", 2, 1, "no call or record");
    check_fault(FIRST "=\n", 2, 1, "no call or record");
    check_fault(FIRST "cudaMalloc =\n", 2, 12, "no field");
    check_fault(FIRST "cudaMalloc thread\n", 2, 18, "\"=\"");
    check_fault(FIRST "cudaMalloc thread=\n", 2, 19, "a number");
    check_fault(FIRST "cudaMalloc thread=1\n", 2, 19, "not defined");
    check_fault(FIRST "cudaMalloc thread=0 alloc=1\n", 2, 27, "not defined");
    check_fault(FIRST "cudaMalloc thread=0 thread=0\n", 2, 21, "twice");
    check_fault(FIRST "cudaMalloc thread=0 copy=0\n", 2, 21, "no field \"copy\"");
    check_fault(FIRST "cudaMalloc thread=0 line=3\n", 2, 1, "file 1 is not defined");
    check_fault(FIRST "cudaMalloc thread=0 value=99999999999999999999\n", 2, 27, "too large");
    check_fault(FIRST "cudaMalloc thread=0x\n", 2, 20, "a space");
    check_fault(FIRST "\n# hello\nstream id=3 kind=legacy\n", 4, 7, "must be 1");
    check_fault(FIRST "stream id=1 kind=legal\n", 2, 18, "cannot be \"legal\"");
    check_fault(FIRST "event id=1 name=\"a\n", 2, 17, "within its quotes");
    check_fault(FIRST "event id=1 name=\"a\\q\"\n", 2, 19, "only");
    check_fault(FIRST "event id=1 timing=2\n", 2, 19, "too large");
    check_fault(FIRST "launch id=1 grid=1,2\n", 2, 22, "three numbers");
    check_fault(FIRST "access alloc=0\n", 2, 1, "launch before it");
    check_fault(FIRST "hostfn id=1 time_ns=-1\n", 2, 21, "must lie between 0");
    check_fault(FIRST "launch id=1 time_ns=9007199254740993\n", 2, 21, "must lie between 0");
}
END_TEST

START_TEST(comments_and_missing_ends_are_fine)
{
    static const char text[] = FIRST "# a comment\n\n  cudaDeviceSynchronize  thread=0 # why\r\n"
                                     "host_work thread=0 value=5";
    struct program p;
    read_text(&p, text, strlen(text));
    ck_assert_uint_eq(p.records.count, 2);
    ck_assert_int_eq(p.records.rows[1].value, 5);
    program_release(&p);
}
END_TEST

/* A million records in half a second is what is asked for; the test takes a tenth of the records
 * and allows four times the time, as it may run under sanitizers' cousins and beside others. */
START_TEST(reading_is_fast)
{
    struct program p, q;
    small_program(&p);
    struct program_record record = p.records.rows[1];
    for (int i = 0; i < 100000; i++)
        program_add_record(&p, &record);
    struct strbuf text;
    write_text(&p, &text);
    clock_t begin = clock();
    read_text(&q, text.text, text.length);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    ck_assert_uint_eq(q.records.count, p.records.count);
#if !defined __SANITIZE_ADDRESS__
    ck_assert_double_le(seconds, 0.2);
#else
    (void)seconds;
#endif
    strbuf_release(&text);
    program_release(&p);
    program_release(&q);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("program_file");
    TCase *tc = tcase_create("program_file");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_program_is_written_as_ever);
    tcase_add_test(tc, everything_makes_the_trip);
    tcase_add_test(tc, the_hash_tells_programs_apart);
    tcase_add_test(tc, faults_are_found);
    tcase_add_test(tc, comments_and_missing_ends_are_fine);
    tcase_add_test(tc, reading_is_fast);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
