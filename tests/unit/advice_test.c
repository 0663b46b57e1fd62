/* What people outside found wrong in the advice: each a small program whose advice is known. */
#include "sim/analysis/pitfalls.h"
#include "sim/base/mem.h"
#include "sim/model/edit.h"
#include "tests/unit/fix_rig.h"

#include <stdio.h>

/* One that waits is said to wait, and not to work: the consumer looks at an atomic by turns with
 * yielding until the producer, who works for 200 us a block, has written it. */
START_TEST(a_loop_that_yields_waits_for_who_writes)
{
    predict_text(HEAD "#include <atomic>\n#include <thread>\n"
                      "__global__ void k() { spin_us(5); }\n"
                      "static std::atomic<int> made{0};\n"
                      "int main() {\n"
                      "  std::thread producer([] {\n"
                      "    for (int i = 0; i < 4; i++) {\n"
                      "      host_work_us(200);\n"
                      "      made.fetch_add(1);\n"
                      "    }\n"
                      "  });\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    while (made.load() <= i)\n"
                      "      std::this_thread::yield();\n"
                      "    k<<<1, 32>>>();\n"
                      "  }\n"
                      "  producer.join();\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    const struct timeline *t = &prediction.timeline;
    int64_t waited = 0;
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        if (call->thread == 0 && timeline_call_waits_by(t, call, RULE_ID_CONDITION))
            waited += call->returned - call->enter;
    }
    /* 4 x 200 us, less what the host does between and the first moments of the thread */
    ck_assert_int_gt(waited, 700000);
    ck_assert_int_lt(waited, 801000);
    prediction_release(&prediction);
}
END_TEST

/* A sleep is no work: both take the thread's time. */
START_TEST(a_sleep_is_no_work)
{
    predict_text(HEAD "#include <chrono>\n#include <thread>\n"
                      "__global__ void k() { spin_us(5); }\n"
                      "int main() {\n"
                      "  k<<<1, 32>>>();\n"
                      "  std::this_thread::sleep_for(std::chrono::microseconds(300));\n"
                      "  host_work_us(100);\n"
                      "  std::this_thread::yield();\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    const struct timeline *t = &prediction.timeline;
    int64_t slept = 0, worked = 0;
    for (size_t i = 0; i < t->calls.count; i++) {
        const struct timeline_call *call = &t->calls.rows[i];
        slept += call->call == CALL_host_sleep ? call->returned - call->enter : 0;
        worked += call->call == CALL_host_work ? call->returned - call->enter : 0;
    }
    ck_assert_int_eq(slept, 300000);
    ck_assert_int_eq(worked, 100000);
    prediction_release(&prediction);
}
END_TEST

/* Where the host polls and waits elsewhere, the wait is what the edit is about; only where nothing
 * but polls stands is that the reason. */
START_TEST(polls_are_no_reason_where_something_waits)
{
    static const char *const ends[] = {"  cudaStreamSynchronize(s);\n", ""};
    static const char *const reasons[] = {
        "each call there that waits is made once",
        "the host polls there, and only the source can ask later",
    };
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 HEAD "__global__ void k() { spin_us(50); }\n"
                      "int main() {\n"
                      "  cudaStream_t s; cudaStreamCreate(&s);\n"
                      "  k<<<1, 32, 0, s>>>();\n"
                      "  cudaStreamQuery(s);\n"
                      "%s"
                      "}\n",
                 ends[i]);
        predict_text(text);
        struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
        ck_assert(!fix.offered);
        ck_assert_str_eq(fix.why, reasons[i]);
        fix_release(&fix);
        prediction_release(&prediction);
    }
}
END_TEST

/* The host waits for the stream that it has copied out of, not for the long kernel beside it: 1000
 * us less the 100 us that the copy's stream takes at most, and less the host's work. */
START_TEST(to_wait_for_one_stream)
{
    predict_text(HEAD "__global__ void slow() { spin_us(1000); }\n"
                      "__global__ void k(float *p) { spin_us(50); p[threadIdx.x] = 1; }\n"
                      "int main() {\n"
                      "  float *h, *d; cudaStream_t a, b;\n"
                      "  cudaMallocHost(&h, 4096); cudaMalloc(&d, 4096);\n"
                      "  cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  slow<<<1, 32, 0, a>>>();\n"
                      "  k<<<1, 32, 0, b>>>(d);\n"
                      "  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, b);\n"
                      "  cudaDeviceSynchronize();\n"
                      "  volatile float x = h[0];\n"
                      "  host_work_us(500);\n"
                      "  k<<<1, 32, 0, b>>>(d);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_ONE_STREAM);
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_int_eq(count_of(fix.text.text, "cudaStreamSynchronize instead of "
                                             "cudaDeviceSynchronize, of stream b"),
                     2);
    ck_assert_int_gt(fix.gain, 500000);
    ck_assert_int_lt(fix.gain, 1000000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* What the data needs of another stream comes back as a wait for an event. */
START_TEST(to_wait_for_one_stream_keeps_what_is_read)
{
    predict_text(HEAD
                 "__global__ void k(float *p) { spin_us(300); p[threadIdx.x] = 1; }\n"
                 "int main() {\n"
                 "  float *h, *d[2]; cudaStream_t s[2]; cudaMallocHost(&h, 8192);\n"
                 "  for (int i = 0; i < 2; i++) {\n"
                 "    cudaMalloc(&d[i], 4096); cudaStreamCreate(&s[i]);\n"
                 "    k<<<1, 32, 0, s[i]>>>(d[i]);\n"
                 "    cudaMemcpyAsync(h + 1024 * i, d[i], 4096, cudaMemcpyDeviceToHost, s[i]);\n"
                 "  }\n"
                 "  cudaDeviceSynchronize();\n"
                 "  volatile float x = h[0] + h[1024];\n"
                 "  host_work_us(100);\n"
                 "}\n");
    struct fix fix = try_edit(EDIT_ONE_STREAM);
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "before the host reads the data"));
    ck_assert_int_le(fix.gain, 5000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* A wait that the data does not need goes, and the record that it was for. The record of the same
 * event in the default stream, for which nobody waits, is a fence and stays: what it costs is no
 * gain of the wait's. */
START_TEST(a_fence_is_no_gain_of_a_wait)
{
    predict_text(HEAD "__global__ void k(float *p) { spin_us(100); p[threadIdx.x] = 1; }\n"
                      "int main() {\n"
                      "  float *d[2]; cudaStream_t s[2]; cudaEvent_t e;\n"
                      "  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);\n"
                      "  for (int i = 0; i < 2; i++) {\n"
                      "    cudaMalloc(&d[i], 4096); cudaStreamCreate(&s[i]); }\n"
                      "  k<<<1, 32, 0, s[0]>>>(d[0]);\n"
                      "  cudaEventRecord(e);\n"
                      "  k<<<1, 32, 0, s[1]>>>(d[1]);\n"
                      "  cudaEventRecord(e, s[0]);\n"
                      "  cudaStreamWaitEvent(s[1], e, 0);\n"
                      "  k<<<1, 32, 0, s[1]>>>(d[1]);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NO_WAIT);
    ck_assert_ptr_nonnull(strstr(fix.text.text, ":11: leave out cudaEventRecord\n"));
    ck_assert_ptr_nonnull(strstr(fix.text.text, ":12: leave out cudaStreamWaitEvent\n"));
    ck_assert_ptr_null(strstr(fix.text.text, ":9: "));
    /* three kernels in a row because of the fence, with the wait and without it */
    ck_assert_int_le(fix.gain, 5000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* Of all waits in loops that of the events that time a turn stays: without it the same wait would
 * come back before the time is asked for. The other one goes, and its three turns of 300 us in two
 * streams with it. */
START_TEST(a_timed_turn_keeps_its_wait)
{
    predict_text(HEAD "__global__ void k() { spin_us(300); }\n"
                      "int main() {\n"
                      "  cudaStream_t s[2]; cudaEvent_t a, b; float ms;\n"
                      "  cudaEventCreate(&a); cudaEventCreate(&b);\n"
                      "  for (auto &one : s) cudaStreamCreate(&one);\n"
                      "  for (int i = 0; i < 3; i++) {\n"
                      "    cudaEventRecord(a, s[0]); k<<<1, 32, 0, s[0]>>>();\n"
                      "    cudaEventRecord(b, s[0]); cudaEventSynchronize(b);\n"
                      "    cudaEventElapsedTime(&ms, a, b);\n"
                      "  }\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    k<<<1, 32, 0, s[i % 2]>>>();\n"
                      "    cudaStreamSynchronize(s[i % 2]);\n"
                      "  }\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_int_eq(count_of(fix.text.text, ":14: move cudaStreamSynchronize out of the loop"), 1);
    ck_assert_int_eq(count_of(fix.text.text, "cudaEventSynchronize"), 0);
    /* 4 x 300 us become 2 x 300 */
    ck_assert_int_gt(fix.gain, 500000);
    ck_assert_int_lt(fix.gain, 700000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* The lines of the readings that are too early, of a program whose main goes on so with the clock
 * read through functions of its own; lines are counted from there. */
static const char *early(const char *body)
{
    static const char begin[] =
        HEAD "#include <chrono>\n#include <cstdio>\n#include <sys/time.h>\n"
             "__global__ void k(float *p) { spin_us(400); }\n"
             "static double now() { timeval t; gettimeofday(&t, 0);\n"
             "  return t.tv_sec * 1e3 + t.tv_usec * 1e-3; }\n"
             "static double later() { return now(); }\n"
             "struct Timer { std::chrono::steady_clock::time_point a, b;\n"
             "  void start() { a = std::chrono::steady_clock::now(); }\n"
             "  void stop() { b = std::chrono::steady_clock::now(); }\n"
             "  double us() { return std::chrono::duration<double>(b - a).count(); } };\n"
             "static double run(float *d) { double t0 = now(); k<<<1, 32>>>(d);\n"
             "  return now() - t0; }\n"
             "int main() { float *d, *h; cudaMalloc(&d, 1 << 20); cudaMallocHost(&h, 1 << 20);\n"
             "  double sum = 0; Timer t;\n";
    static char said[256];
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "%s%s  printf(\"%%g\\n\", sum);\n}\n", begin, body);
    predict_text(text.text);
    strbuf_release(&text);
    said[0] = '\0';
    bool *timers = pitfalls_timers(&prediction.program, &prediction.timeline);
    for (size_t place = 0; place < prediction.program.places.count; place++)
        if (timers[place])
            snprintf(said + strlen(said), sizeof said - strlen(said), "%s%d", *said ? ", " : "",
                     (int)prediction.program.places.rows[place].line - count_of(begin, "\n"));
    free(timers);
    prediction_release(&prediction);
    return said;
}

/* A clock that is read through a function is read by who calls that, and what is only subtracted
 * ends no interval: behind `now() - t0` comes the next t0, with work between them that nobody
 * times. */
START_TEST(timers_of_functions)
{
#define WORK "k<<<1, 32>>>(d);\n"
#define DONE "cudaDeviceSynchronize();\n"
    ck_assert_str_eq(
        early("double t0 = now();\n" WORK "double t1 = now();\n" DONE "sum = t1 - t0;\n"), "3");
    ck_assert_str_eq(early("double t0 = later();\n" WORK "sum = later() - t0;\n" DONE), "3");
    ck_assert_str_eq(early("t.start();\n" WORK DONE "t.stop(); sum = t.us();\n"), "");
    ck_assert_str_eq(early("t.start();\n" WORK "t.stop(); sum = t.us();\n" DONE), "3");
    ck_assert_str_eq(early("sum = run(d);\n" DONE), "-2"); /* it does more than to read */
    /* each copy is timed, and waits for the kernel before it: that is where the timer begins */
    ck_assert_str_eq(early("for (int i = 0; i < 3; i++) {\n"
                           "double t0 = now();\n"
                           "cudaMemcpy(h, d, 1 << 20, cudaMemcpyDeviceToHost);\n"
                           "sum += now() - t0;\n" DONE "k<<<1, 32>>>(d);\n}\n" DONE),
                     "2");
    ck_assert_str_eq(early("for (int i = 0; i < 3; i++) {\n"
                           "double t0 = now();\n"
                           "cudaMemcpy(h, d, 1 << 20, cudaMemcpyDeviceToHost);\n"
                           "sum += now() - t0;\n}\n" WORK "double t0 = now();\n" DONE
                           "sum += now() - t0;\n"),
                     "");
#undef WORK
#undef DONE
}
END_TEST

/* Timers are known by their places, not by their number: a change that mends one and breaks another
 * has as many that are wrong. Here it is the reading in line 9, while k still runs. */
START_TEST(another_timer_is_another_timer)
{
    predict_text(HEAD "#include <chrono>\n#include <cstdio>\nusing namespace std::chrono;\n"
                      "__global__ void k() { spin_us(400); }\n"
                      "int main() {\n"
                      "  auto t0 = steady_clock::now();\n"
                      "  k<<<1, 32>>>();\n"
                      "  auto t1 = steady_clock::now();\n"
                      "  printf(\"%g\\n\", duration<double>(t1 - t0).count());\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    bool *timers = pitfalls_timers(&prediction.program, &prediction.timeline);
    size_t count = 0;
    for (size_t place = 0; place < prediction.program.places.count; place++) {
        count += timers[place];
        if (timers[place])
            ck_assert_int_eq(prediction.program.places.rows[place].line, 9);
    }
    ck_assert_uint_eq(count, 1);
    free(timers);
    prediction_release(&prediction);
}
END_TEST

/* A vector that a function makes at each call is not there before the timed part. */
START_TEST(vectors_of_a_function_are_not_page_locked)
{
    predict_text(HEAD "#include <vector>\n"
                      "std::vector<char> get(const char *d) {\n"
                      "  std::vector<char> v(1 << 24);\n"
                      "  cudaMemcpy(v.data(), d, v.size(), cudaMemcpyDeviceToHost); return v; }\n"
                      "int main() {\n"
                      "  char *d; cudaMalloc(&d, 1 << 24); int sum = 0;\n"
                      "  for (int i = 0; i < 4; i++) sum += get(d)[i];\n"
                      "  return sum;\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_PINNED);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "in place of v, of which there are 4"));
    ck_assert_ptr_null(strstr(fix.text.text, "cudaHostRegister"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("advice");
    TCase *tc = tcase_create("advice");
    tcase_add_test(tc, a_loop_that_yields_waits_for_who_writes);
    tcase_add_test(tc, a_sleep_is_no_work);
    tcase_add_test(tc, polls_are_no_reason_where_something_waits);
    tcase_add_test(tc, to_wait_for_one_stream);
    tcase_add_test(tc, to_wait_for_one_stream_keeps_what_is_read);
    tcase_add_test(tc, a_fence_is_no_gain_of_a_wait);
    tcase_add_test(tc, a_timed_turn_keeps_its_wait);
    tcase_add_test(tc, another_timer_is_another_timer);
    tcase_add_test(tc, vectors_of_a_function_are_not_page_locked);
    tcase_add_test(tc, timers_of_functions);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
