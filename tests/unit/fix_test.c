/* Fixes: edits with the events that keep orders, and what they gain. Scenarios are predicted for
 * h200; expected orders are worked out beside each. */
#include "sim/study/proof.h"
#include "sim/study/whatif.h"
#include "tests/unit/fix_rig.h"

/* k1, k2 in the default stream, k3 share nothing: 3 x 300 us become 300 us. */
START_TEST(own_stream_for_an_independent_kernel)
{
    predict_text(HEAD "__global__ void k1() { spin_us(300); }\n"
                      "__global__ void k2() { spin_us(300); }\n"
                      "__global__ void k3() { spin_us(300); }\n"
                      "int main() {\n"
                      "  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  k1<<<20, 256, 0, a>>>();\n"
                      "  k2<<<20, 256>>>();\n"
                      "  k3<<<20, 256, 0, b>>>();\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NONBLOCKING_STREAM);
    ck_assert_int_gt(fix.gain, 590000);
    ck_assert_int_lt(fix.gain, 610000);
    ck_assert_ptr_nonnull(strstr(fix.text.text, ":8: put the launch into the new stream"));
    ck_assert_int_eq(count_of(fix.text.text, "\n"), 2); /* and no event */
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* k2 reads what k1 wrote and k3 what k2 wrote: the fence carried both orders, so each needs an
 * event, and nothing is gained. */
START_TEST(own_stream_keeps_what_the_fence_carried)
{
    predict_text(HEAD "__global__ void k(float *p) { spin_us(300); }\n"
                      "int main() {\n"
                      "  float *p; cudaMalloc(&p, 1 << 20);\n"
                      "  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  k<<<20, 256, 0, a>>>(p);\n"
                      "  k<<<20, 256>>>(p);\n"
                      "  k<<<20, 256, 0, b>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NONBLOCKING_STREAM);
    ck_assert_int_eq(count_of(fix.text.text, "cudaStreamWaitEvent"), 2);
    ck_assert_ptr_nonnull(strstr(fix.text.text,
                                 ":7: before it, cudaStreamWaitEvent in the new stream for an "
                                 "event recorded in stream a right after line 6"));
    ck_assert_ptr_nonnull(strstr(fix.text.text,
                                 ":8: before it, cudaStreamWaitEvent in stream b for an event "
                                 "recorded in the new stream right after line 7"));
    ck_assert_int_lt(fix.gain, 20000);
    fix_release(&fix);
    /* so the verdict, which tries the same, says what it takes with the events */
    int64_t wall;
    struct err err;
    err_init(&err);
    ck_assert_int_eq(
        whatif_wall(&prediction, &options, EDIT_NONBLOCKING_STREAM, false, &wall, &err), 0);
    ck_assert_int_gt(wall, prediction.timeline.wall - 20000);
    prediction_release(&prediction);
}
END_TEST

/* Each turn refills the staging buffer h after its copy: the synchronize carried that order, and
 * only that. */
START_TEST(synchronize_becomes_the_event_it_stood_for)
{
    predict_text(HEAD
                 "__global__ void k(float *p) { spin_us(300); }\n"
                 "int main() {\n"
                 "  float *h, *d[2]; cudaStream_t s[2]; cudaMallocHost(&h, 1 << 20);\n"
                 "  for (int i = 0; i < 2; i++) {\n"
                 "    cudaMalloc(&d[i], 1 << 20); cudaStreamCreate(&s[i]); }\n"
                 "  for (int i = 0; i < 4; i++) {\n"
                 "    h[0] = i;\n"
                 "    cudaMemcpyAsync(d[i % 2], h, 1 << 20, cudaMemcpyHostToDevice, s[i % 2]);\n"
                 "    k<<<20, 256, 0, s[i % 2]>>>(d[i % 2]);\n"
                 "    cudaDeviceSynchronize();\n"
                 "  }\n"
                 "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_ptr_nonnull(strstr(
        fix.text.text,
        ":11: move cudaDeviceSynchronize out of the loop, behind it: 1 call in place of 4\n"));
    ck_assert_ptr_nonnull(strstr(fix.text.text,
                                 ":8: before the host writes to the data, cudaEventSynchronize on "
                                 "an event recorded in whichever of stream s[0] and s[1] has "
                                 "the data, right after line 9"));
    ck_assert_int_eq(count_of(fix.text.text, "cudaStreamWaitEvent"), 0);
    /* 4 x 300 us of kernels become 2 x 300 */
    ck_assert_int_gt(fix.gain, 500000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* The loop is not where the synchronize stands, but where the threads are made. */
START_TEST(a_synchronize_of_each_thread)
{
    predict_text(HEAD "#include <thread>\n"
                      "int main() {\n"
                      "  char *h, *d; cudaStream_t s; cudaMallocHost(&h, 1 << 24);\n"
                      "  cudaMalloc(&d, 1 << 24); cudaStreamCreate(&s);\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    std::thread t([=] {\n"
                      "      cudaMemcpyAsync(d, h, 1 << 24, cudaMemcpyHostToDevice, s);\n"
                      "      cudaStreamSynchronize(s);\n"
                      "    });\n"
                      "    t.join();\n"
                      "  }\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_int_eq(count_of(fix.text.text, "out of the loop"), 0);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "leave out cudaStreamSynchronize, which each of "
                                                "the threads calls once, and call it once "
                                                "behind all of them"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* What a function does with the data that the host waited for takes its time behind the wait, also
 * in a thread, where that time is noted before what the function reads. */
#define READS(turn)                                                                                \
    HEAD "#include <thread>\n"                                                                     \
         "__global__ void k(float *p) { p[threadIdx.x] = 1; spin_us(24); }\n"                      \
         "#pragma nullstream host(total) time(45us)\n"                                             \
         "static void total(const float *p, float *sum) {\n"                                       \
         "  for (int i = 0; i < 128; i++)\n"                                                       \
         "    *sum += p[i];\n"                                                                     \
         "}\n"                                                                                     \
         "static void run() {\n"                                                                   \
         "  float *d, *h, sum = 0; cudaStream_t s; cudaStreamCreate(&s);\n"                        \
         "  cudaMalloc(&d, 512); cudaMallocHost(&h, 512);\n"                                       \
         "  for (int i = 0; i < 12; i++) {\n"                                                      \
         "    k<<<1, 128, 0, s>>>(d);\n"                                                           \
         "    cudaMemcpyAsync(h, d, 512, cudaMemcpyDeviceToHost, s);\n"                            \
         "    cudaStreamSynchronize(s);\n" turn "  }\n"                                            \
         "}\n"                                                                                     \
         "int main() { std::thread t(run); t.join(); }\n"

START_TEST(what_a_function_reads_is_there_when_it_begins)
{
    predict_text(READS("    total(h, &sum);\n"));
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_int_lt(fix.gain, prediction.timeline.wall / 50);
    fix_release(&fix);
    prediction_release(&prediction);
    predict_text(READS("    host_work_us(45);\n    sum += h[0];\n"));
    fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert(!fix.stay);
    ck_assert_int_gt(fix.gain, prediction.timeline.wall / 10);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* Each wait that is left out comes back before what is read right behind it: all that changes then
 * is when threads come to locks. */
#define SLOTS(record, wait)                                                                        \
    HEAD "#include <thread>\n"                                                                     \
         "__global__ void k(float *p) { p[threadIdx.x] = 1; spin_us(24); }\n"                      \
         "static void run() {\n"                                                                   \
         "  float *d[2], *h[2], sum = 0; cudaStream_t s[2]; cudaEvent_t e[2];\n"                   \
         "  for (int i = 0; i < 2; i++) {\n"                                                       \
         "    cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking); cudaEventCreate(&e[i]);\n"  \
         "    cudaMalloc(&d[i], 512); cudaMallocHost(&h[i], 512);\n"                               \
         "  }\n"                                                                                   \
         "  for (int i = 0; i < 12; i++) {\n"                                                      \
         "    int k = i % 2;\n"                                                                    \
         "    if (i > 1) {\n"                                                                      \
         "      " wait "\n"                                                                        \
         "      sum += h[k][0];\n"                                                                 \
         "      host_work_us(8);\n"                                                                \
         "    }\n"                                                                                 \
         "    ::k<<<1, 128, 0, s[k]>>>(d[k]);\n"                                                   \
         "    cudaMemcpyAsync(h[k], d[k], 512, cudaMemcpyDeviceToHost, s[k]);\n"                   \
         "    " record "\n"                                                                        \
         "  }\n"                                                                                   \
         "  cudaStreamSynchronize(s[0]); cudaStreamSynchronize(s[1]);\n"                           \
         "}\n"                                                                                     \
         "int main() { std::thread t(run), u(run); t.join(); u.join(); }\n"

START_TEST(a_wait_that_stays_gains_nothing)
{
    static const char *const texts[] = {
        SLOTS("", "cudaStreamSynchronize(s[k]);"),
        SLOTS("cudaEventRecord(e[k], s[k]);", "cudaEventSynchronize(e[k]);")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        predict_text(texts[i]);
        const struct program_record *wait = prediction.program.records.rows;
        while (!call_is_synchronize(wait->call))
            wait++;
        struct fix fix;
        fix_init(&fix);
        fix_add(&fix, &(struct edit){.kind = EDIT_NO_SYNCHRONIZE, .place = wait->place});
        fixes_try(&prediction, &options, &fix, 1, 1);
        ck_assert_uint_gt(fix.changed, 0);
        ck_assert(fix.stay);
        ck_assert_int_le(fix.gain, 0);
        fix_release(&fix);
        prediction_release(&prediction);
    }
}
END_TEST

static void count_predicted(void *context)
{
    ++*(int *)context;
}

/* Two buffers by turns: k of turn i writes the one that r of turn i - 2 reads. The program lets it
 * wait for r of turn i - 1. An event that every turn records right behind r would say the same
 * again: what is meant is the one of the turn before the last. */
START_TEST(narrow_wait_says_which_turn)
{
    predict_text(HEAD "__global__ void k(float *p) { spin_us(300);\n"
                      "  p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
                      "__global__ void r(const float *p, float *q) { spin_us(300);\n"
                      "  int i = blockIdx.x * blockDim.x + threadIdx.x; q[i] += p[i]; }\n"
                      "int main() {\n"
                      "  float *d[2], *q; cudaStream_t a, b; cudaEvent_t full, read;\n"
                      "  cudaStreamCreate(&a); cudaStreamCreate(&b); cudaMalloc(&q, 1 << 20);\n"
                      "  cudaEventCreate(&full); cudaEventCreate(&read);\n"
                      "  for (int i = 0; i < 2; i++) cudaMalloc(&d[i], 1 << 20);\n"
                      "  for (int i = 0; i < 6; i++) {\n"
                      "    if (i) cudaStreamWaitEvent(a, read, 0);\n"
                      "    k<<<20, 256, 0, a>>>(d[i % 2]);\n"
                      "    cudaEventRecord(full, a);\n"
                      "    cudaStreamWaitEvent(b, full, 0);\n"
                      "    r<<<20, 256, 0, b>>>(d[i % 2], q);\n"
                      "    cudaEventRecord(read, b); }\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix;
    fix_init(&fix);
    uint32_t place = 0;
    for (uint32_t i = 1; i < prediction.program.places.count; i++)
        if (prediction.program.places.rows[i].line == 12)
            place = i;
    fix_add(&fix, &(struct edit){.kind = EDIT_NARROW_WAIT, .place = place, .stream = EDIT_ANY});
    /* likewise what another finding asks for, which is tried once */
    struct fix fixes[3] = {fix, fix, fix};
    int tried = 0;
    struct predict_options counting = options;
    counting.on_predicted = count_predicted;
    counting.predicted_context = &tried;
    for (int i = 0; i < 3; i++)
        strbuf_init(&fixes[i].text);
    fixes[1].edits[0].place = 0;
    fixes_try(&prediction, &counting, fixes, 3, 1);
    ck_assert_int_eq(tried, 2);
    ck_assert(fixes[2].offered && fixes[2].gain == fixes[0].gain);
    ck_assert_str_eq(fixes[2].text.text, fixes[0].text.text);
    fix_release(&fixes[1]);
    fix_release(&fixes[2]);
    fix_release(&fix);
    fix = fixes[0];
    ck_assert_msg(fix.offered, "%s", fix.why);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "recorded in stream b right after line 16, not in "
                                                "its last turn but 1 before that: 2 events by "
                                                "turns\n"));
    /* 12 x 300 us one after the other become 7 */
    ck_assert_int_gt(fix.gain, 1400000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* Of one allocation in the timed part: to hoist it, and to hoist all, are other edits that make the
 * same program, which is predicted once. */
START_TEST(what_comes_to_the_same_is_predicted_once)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] = 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *h; cudaStream_t s; cudaMallocHost(&h, 4096); cudaStreamCreate(&s);\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    int *p; cudaMalloc(&p, 1 << 22);\n"
                      "    k<<<1, 256, 0, s>>>(p);\n"
                      "    cudaMemcpyAsync(h + 256 * i, p, 1024, cudaMemcpyDeviceToHost, s);\n"
                      "    cudaFree(p);\n"
                      "  }\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fixes[2];
    struct edit edit = {.kind = EDIT_HOIST, .stream = EDIT_ANY};
    for (uint32_t i = 0; i < 2; i++) {
        fix_init(&fixes[i]);
        for (uint32_t k = 1; i == 1 && k < prediction.program.places.count; k++)
            if (prediction.program.places.rows[k].line == 6)
                edit.place = k;
        fix_add(&fixes[i], &edit);
    }
    int tried = 0;
    struct predict_options counting = options;
    counting.on_predicted = count_predicted;
    counting.predicted_context = &tried;
    fixes_try(&prediction, &counting, fixes, 2, 2);
    ck_assert_msg(fixes[0].offered && fixes[1].offered, "%s; %s", fixes[0].why, fixes[1].why);
    ck_assert_int_eq(tried, 1);
    ck_assert_int_gt(fixes[0].gain, 0);
    ck_assert_int_eq(fixes[0].gain, fixes[1].gain);
    ck_assert_int_eq(fixes[0].wall, fixes[1].wall);
    ck_assert_uint_gt(fixes[1].text.length, 0);
    fix_release(&fixes[0]);
    fix_release(&fixes[1]);
    prediction_release(&prediction);
}
END_TEST

/* A race that is there already is not added: there would be more of it. */
START_TEST(proof_says_when_a_hazard_is_not_new)
{
    predict_text(HEAD "__global__ void k(float *p) { p[threadIdx.x] += 1; spin_us(300); }\n"
                      "int main() {\n"
                      "  float *p[2];\n"
                      "  cudaStream_t a, b; cudaEvent_t e; cudaEventCreate(&e);\n"
                      "  cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  for (int i = 0; i < 2; i++) {\n"
                      "    cudaMalloc(&p[i], 1 << 10);\n"
                      "    k<<<1, 256, 0, a>>>(p[i]);\n"
                      "    if (i == 1) { cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0); }\n"
                      "    k<<<1, 256, 0, b>>>(p[i]);\n"
                      "    cudaDeviceSynchronize();\n"
                      "  }\n"
                      "}\n");
    struct proof proof;
    struct prediction changed;
    struct err err;
    char why[200] = "";
    err_init(&err);
    proof_begin(&proof, &prediction);
    prediction_init(&changed);
    program_release(&changed.program);
    edit_copy_program(&changed.program, &prediction.program);
    for (size_t k = 0; k < changed.program.records.count; k++)
        if (changed.program.records.rows[k].call == CALL_cudaStreamWaitEvent)
            changed.program.records.rows[k].call = CALL_NONE;
    struct program_record *rows = changed.program.records.rows;
    size_t kept = 0;
    for (size_t k = 0; k < changed.program.records.count; k++)
        if (rows[k].call != CALL_NONE)
            rows[kept++] = rows[k];
    changed.program.records.count = kept;
    ck_assert_int_eq(predict_program(&changed, &options, &err), 0);
    ck_assert(!proof_holds(&proof, &changed, why, sizeof why));
    ck_assert_str_eq(why,
                     "it would make more of a hazard that the program has, stream-race between "
                     "line 9 and line 11");
    prediction_release(&changed);
    proof_release(&proof);
    prediction_release(&prediction);
}
END_TEST

/* What the proof refuses: the wait taken out of two streams that need it, and a kernel left out. */
START_TEST(proof_refuses_what_changes_the_program)
{
    predict_text(HEAD "__global__ void k(float *p) { p[threadIdx.x] += 1; spin_us(300); }\n"
                      "int main() {\n"
                      "  float *p; cudaMalloc(&p, 1 << 10);\n"
                      "  cudaStream_t a, b; cudaEvent_t e; cudaEventCreate(&e);\n"
                      "  cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  k<<<1, 256, 0, a>>>(p);\n"
                      "  cudaEventRecord(e, a);\n"
                      "  cudaStreamWaitEvent(b, e, 0);\n"
                      "  k<<<1, 256, 0, b>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    static const struct {
        enum call without;
        const char *why;
    } cases[] = {
        {CALL_NONE, ""},
        {CALL_cudaStreamWaitEvent, "it would add a hazard, stream-race between line 7 and line 10"},
        {CALL_cudaLaunchKernel, "the changed program would compute something else"},
    };
    struct proof proof;
    proof_begin(&proof, &prediction);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct prediction changed;
        struct err err;
        char why[200] = "";
        err_init(&err);
        prediction_init(&changed);
        program_release(&changed.program);
        edit_copy_program(&changed.program, &prediction.program);
        for (size_t k = 0; k < changed.program.records.count; k++)
            if (changed.program.records.rows[k].call == cases[i].without) {
                size_t left = changed.program.records.count - k - 1;
                memmove(changed.program.records.rows + k, changed.program.records.rows + k + 1,
                        left * sizeof *changed.program.records.rows);
                changed.program.records.count--;
                break;
            }
        ck_assert_int_eq(predict_program(&changed, &options, &err), 0);
        ck_assert_int_eq(proof_holds(&proof, &changed, why, sizeof why), i == 0);
        ck_assert_str_eq(why, cases[i].why);
        prediction_release(&changed);
    }
    proof_release(&proof);
    prediction_release(&prediction);
}
END_TEST

/* Where nothing is to be changed there is a reason. */
START_TEST(what_does_not_apply_is_refused)
{
    predict_text(HEAD "__global__ void k() { spin_us(300); }\n"
                      "int main() { k<<<20, 256>>>(); cudaDeviceSynchronize(); }\n");
    static const enum edit_kind kinds[] = {EDIT_NONBLOCKING_STREAMS,
                                           EDIT_PINNED,
                                           EDIT_ASYNC,
                                           EDIT_MOVE,
                                           EDIT_NO_SYNCHRONIZE,
                                           EDIT_NO_WAIT,
                                           EDIT_HOIST,
                                           EDIT_BREADTH,
                                           EDIT_DEPTH};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct fix fix = try_edit(kinds[i]);
        ck_assert_msg(!fix.offered && fix.changed == 0 && fix.why[0], "%s",
                      edit_sentence(kinds[i]));
        ck_assert_int_eq(fix.gain, TIMELINE_UNKNOWN);
        fix_release(&fix);
    }
    prediction_release(&prediction);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fix");
    TCase *tc = tcase_create("fix");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, own_stream_for_an_independent_kernel);
    tcase_add_test(tc, own_stream_keeps_what_the_fence_carried);
    tcase_add_test(tc, synchronize_becomes_the_event_it_stood_for);
    tcase_add_test(tc, a_synchronize_of_each_thread);
    tcase_add_test(tc, what_a_function_reads_is_there_when_it_begins);
    tcase_add_test(tc, a_wait_that_stays_gains_nothing);
    tcase_add_test(tc, proof_refuses_what_changes_the_program);
    tcase_add_test(tc, narrow_wait_says_which_turn);
    tcase_add_test(tc, what_comes_to_the_same_is_predicted_once);
    tcase_add_test(tc, proof_says_when_a_hazard_is_not_new);
    tcase_add_test(tc, what_does_not_apply_is_refused);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
