/* Each edit on a small program: what it says to write where, and that it is proven. */
#include "tests/unit/fix_rig.h"

#include <stdio.h>

/* Tries an edit that must be offered, and must say so. */
static void expect(enum edit_kind kind, const char *const *says, int lines)
{
    struct fix fix = try_edit(kind);
    ck_assert_msg(fix.offered, "%s: %s", edit_sentence(kind), fix.why);
    for (size_t i = 0; says[i]; i++)
        ck_assert_msg(strstr(fix.text.text, says[i]), "'%s' is not in:\n%s", says[i],
                      fix.text.text);
    ck_assert_msg(count_of(fix.text.text, "\n") == lines, "%d lines?\n%s", lines, fix.text.text);
    fix_release(&fix);
    prediction_release(&prediction);
}

#define SAYS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The memset stands behind work of s[0] and in front of the kernel of s[1] that uses its bytes. */
START_TEST(a_memset_goes_where_its_bytes_are_used)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p[2]; cudaStream_t s[2];\n"
                      "  for (int i = 0; i < 2; i++) {\n"
                      "    cudaMalloc(&p[i], 1024); cudaStreamCreate(&s[i]); }\n"
                      "  k<<<1, 256, 0, s[0]>>>(p[0]);\n"
                      "  cudaMemsetAsync(p[1], 0, 1024);\n"
                      "  k<<<1, 256, 0, s[1]>>>(p[1]);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_ASYNC);
    ck_assert(fix.offered);
    ck_assert_str_eq(strrchr(fix.text.text, ':'), ": put cudaMemsetAsync into stream s[1]\n");
    fix_release(&fix);
    expect(EDIT_MOVE, SAYS(":8: put cudaMemsetAsync into stream s[1]"), 1);
}
END_TEST

/* Both kernels are in the default stream and so in order; with a stream for each thread too. */
START_TEST(a_stream_for_each_thread_keeps_the_order_with_others)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t s;\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  k<<<1, 256>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    expect(
        EDIT_PER_THREAD,
        SAYS("--default-stream per-thread",
             ":7: before it, cudaStreamWaitEvent in cudaStreamPerThread for an event recorded in "
             "stream s right after line 6"),
        2);
}
END_TEST

/* The copy from the device held up the host while the memory was pageable. */
START_TEST(pinned_memory_needs_the_wait_that_the_copy_was)
{
    predict_text("#include <stdlib.h>\n" HEAD
                 "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                 "int main() {\n"
                 "  int *p, *h = (int *)malloc(1024), sum = 0; cudaStream_t s;\n"
                 "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                 "  k<<<1, 256, 0, s>>>(p);\n"
                 "  cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost, s);\n"
                 "  sum += h[0];\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    expect(EDIT_PINNED,
           SAYS("allocate h once with cudaMallocHost",
                ":9: before the host reads the data, cudaEventSynchronize on an event recorded in "
                "stream s right after line 8"),
           2);
}
END_TEST

/* Right behind the loop the program waits for the device: no other wait has to stand there. Where
 * it reads something first, one has to. */
START_TEST(a_wait_before_another_is_left_out)
{
    static const char program[] = HEAD
        "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(5); }\n"
        "int main() {\n"
        "  int *p, *h, sum = 0; cudaStream_t s[2]; for (auto &one : s) cudaStreamCreate(&one);\n"
        "  cudaMalloc(&p, 1024); cudaMallocHost(&h, 1024);\n"
        "  for (int i = 0; i < 8; i++) {\n"
        "    k<<<1, 256, 0, s[i & 1]>>>(p);\n"
        "    cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost, s[i & 1]);\n"
        "    cudaStreamSynchronize(s[i & 1]);\n"
        "  }\n"
        "  %s\n"
        "  cudaDeviceSynchronize();\n"
        "}\n";
    static const char *const says[] = {
        ":9: leave out cudaStreamSynchronize: cudaDeviceSynchronize in line 12 waits for all of it",
        ":9: move cudaStreamSynchronize out of the loop, behind it, as cudaDeviceSynchronize: 1 "
        "call "
        "in place of 8"};
    for (size_t i = 0; i < 2; i++) {
        char text[2048];
        snprintf(text, sizeof text, program, i ? "sum += h[0];" : "");
        predict_text(text);
        struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
        ck_assert_msg(strstr(fix.text.text, says[i]) != NULL, "%s", fix.text.text);
        fix_release(&fix);
        prediction_release(&prediction);
    }
}
END_TEST

/* What the host reads between two calls has no order in the program: all is waited for at once, in
 * the line that stands first, and that costs what the synchronize did. */
START_TEST(reads_between_two_calls_wait_once)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(5); }\n"
                      "int main() {\n"
                      "  int *p, *a, *b, sum = 0; cudaStream_t s; cudaStreamCreate(&s);\n"
                      "  cudaMalloc(&p, 1024); cudaMallocHost(&a, 512); cudaMallocHost(&b, 512);\n"
                      "  for (int i = 0; i < 20; i++) {\n"
                      "    k<<<1, 256, 0, s>>>(p);\n"
                      "    cudaMemcpyAsync(a, p, 512, cudaMemcpyDeviceToHost, s);\n"
                      "    cudaMemcpyAsync(b, p + 128, 512, cudaMemcpyDeviceToHost, s);\n"
                      "    cudaStreamSynchronize(s);\n"
                      "    sum += b[0];\n"
                      "    sum += a[0];\n"
                      "  }\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_int_le(fix.gain, 0);
    fix_release(&fix);
    expect(EDIT_NO_SYNCHRONIZE,
           SAYS(":10: move cudaStreamSynchronize out of the loop",
                ":11: before the host reads the data, cudaEventSynchronize on an event recorded in "
                "stream s right after line 9"),
           2);
}
END_TEST

/* The other way round: the copy waits by itself; nothing else is needed. */
START_TEST(pageable_memory)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p, *h, sum = 0; cudaStream_t s;\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s); cudaMallocHost(&h, 1024);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost, s);\n"
                      "  cudaStreamSynchronize(s);\n"
                      "  sum += h[0];\n"
                      "  cudaFreeHost(h);\n"
                      "}\n");
    expect(EDIT_PAGEABLE, SAYS("allocate h with malloc (and free it with free)"), 1);
}
END_TEST

/* Each turn's buffer serves one stream: two are enough for four turns. */
START_TEST(buffers_are_allocated_once_for_each_stream)
{
    predict_text(HEAD
                 "__global__ void k(int *p) { p[threadIdx.x] = 1; spin_us(50); }\n"
                 "int main() {\n"
                 "  int *h; cudaStream_t s[2]; cudaMallocHost(&h, 4096);\n"
                 "  for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);\n"
                 "  for (int i = 0; i < 4; i++) {\n"
                 "    int *p; cudaMalloc(&p, 1 << 22);\n"
                 "    k<<<1, 256, 0, s[i % 2]>>>(p);\n"
                 "    cudaMemcpyAsync(h + 256 * i, p, 1024, cudaMemcpyDeviceToHost, s[i % 2]);\n"
                 "    cudaFree(p);\n"
                 "  }\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    struct fix fix = try_edit(EDIT_HOIST);
    ck_assert_ptr_nonnull(strstr(fix.text.text,
                                 ":7: call cudaMalloc before the timed part, a buffer "
                                 "for each of stream s[0] and s[1], used again only "
                                 "there\n"));
    fix_release(&fix);
    struct edit edit = {.kind = EDIT_HOIST, .stream = EDIT_ANY};
    struct edit_changes changes;
    struct program edited;
    edit_rewrite(&edited, &prediction.program, &edit, 1, NULL, &changes);
    int made = 0, freed = 0, before = 0;
    for (size_t i = 0; i < edited.records.count; i++) {
        uint16_t call = edited.records.rows[i].call;
        made += call == CALL_cudaMalloc;
        freed += call == CALL_cudaFree;
        before += call == CALL_cudaLaunchKernel && freed == 0 && made == 2;
    }
    ck_assert_int_eq(made, 2);
    ck_assert_int_eq(freed, 2);
    ck_assert_int_eq(before, 4); /* all launches stand between */
    edit_changes_release(&changes);
    program_release(&edited);
    expect(EDIT_HOIST,
           SAYS(":7: call cudaMalloc before the timed part",
                ":10: call cudaFree after the timed part"),
           2);
}
END_TEST

/* Two threads allocate: main does so before it makes them, and frees behind both. */
START_TEST(what_threads_allocate_main_does_before_them)
{
    static const char *const mains[] = {
        "  k<<<1, 256, 0, s[0]>>>(q); std::thread t(work, s[1]); work(s[0]); t.join();",
        "  std::thread t(work, s[1]), u(work, s[0]); t.join(); u.join();"};
    char text[2000];
    snprintf(text, sizeof text,
             "#include <thread>\n" HEAD
             "__global__ void k(int *p) { p[threadIdx.x] = 1; spin_us(50); }\n"
             "void work(cudaStream_t s) {\n"
             "  int *p; cudaMalloc(&p, 1 << 22);\n"
             "  k<<<1, 256, 0, s>>>(p);\n"
             "  cudaStreamSynchronize(s); cudaFree(p);\n"
             "}\n"
             "int main() {\n"
             "  cudaStream_t s[2]; int *q; cudaMalloc(&q, 1024);\n"
             "  for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);\n"
             "%s\n"
             "}\n",
             mains[_i]);
    predict_text(text);
    struct edit edit = {.kind = EDIT_HOIST, .stream = EDIT_ANY};
    struct edit_changes changes;
    struct program edited;
    edit_rewrite(&edited, &prediction.program, &edit, 1, NULL, &changes);
    int made = 0, freed = 0;
    bool joined = false;
    for (size_t i = 0; i < edited.records.count; i++) {
        const struct program_record *record = &edited.records.rows[i];
        bool memory = record->call == CALL_cudaMalloc || record->call == CALL_cudaFree;
        ck_assert_msg(!memory || record->thread == 0, "in thread %u", record->thread);
        ck_assert((record->call != CALL_cudaLaunchKernel && record->call != CALL_thread_create) ||
                  made == 3);
        ck_assert(record->call != CALL_cudaFree || joined);
        made += record->call == CALL_cudaMalloc;
        freed += record->call == CALL_cudaFree;
        joined = joined || record->call == CALL_thread_join;
    }
    ck_assert_int_eq(made, 3);
    ck_assert_int_eq(freed, 2);
    edit_changes_release(&changes);
    program_release(&edited);
    expect(EDIT_HOIST, SAYS(":5: call cudaMalloc before the timed part"), 2);
}
END_TEST

/* b needs what a wrote, c does not: one wait goes, with its record, the other stays. */
START_TEST(only_waits_that_the_data_needs_stay)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p, *q; cudaStream_t a, b, c; cudaEvent_t e, f;\n"
                      "  cudaMalloc(&p, 1024); cudaMalloc(&q, 1024);\n"
                      "  cudaStreamCreate(&a); cudaStreamCreate(&b); cudaStreamCreate(&c);\n"
                      "  cudaEventCreate(&e); cudaEventCreate(&f);\n"
                      "  k<<<1, 256, 0, a>>>(p);\n"
                      "  cudaEventRecord(e, a);\n"
                      "  cudaEventRecord(f, a);\n"
                      "  cudaStreamWaitEvent(b, e, 0);\n"
                      "  k<<<1, 256, 0, b>>>(p);\n"
                      "  cudaStreamWaitEvent(c, f, 0);\n"
                      "  k<<<1, 256, 0, c>>>(q);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    expect(EDIT_NO_WAIT,
           SAYS(":13: leave out cudaStreamWaitEvent", ":10: leave out cudaEventRecord"), 2);
}
END_TEST

/* Every launch held up the host, so the second kernel found what the first had written. */
START_TEST(unblocked_launches_get_the_event_they_did_without)
{
    predict_text("#include <stdlib.h>\n" HEAD
                 "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                 "int main() {\n"
                 "  setenv(\"CUDA_LAUNCH_BLOCKING\", \"1\", 1);\n"
                 "  int *p; cudaStream_t a, b;\n"
                 "  cudaMalloc(&p, 1024); cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                 "  k<<<1, 256, 0, a>>>(p);\n"
                 "  k<<<1, 256, 0, b>>>(p);\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    expect(EDIT_LAUNCH_BLOCKING,
           SAYS("unset CUDA_LAUNCH_BLOCKING",
                ":9: before it, cudaStreamWaitEvent in stream b for an event recorded in stream a "
                "right after line 8"),
           2);
}
END_TEST

/* Of two turns, each with a record in a that b waits for: breadth first may not let the wait of the
 * first turn bind to the record of the second. */
START_TEST(a_wait_stays_with_its_record)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t a, b; cudaEvent_t e; cudaEventCreate(&e);\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                      "  for (int i = 0; i < 2; i++) {\n"
                      "    k<<<1, 256, 0, a>>>(p + 256 * i);\n"
                      "    cudaEventRecord(e, a);\n"
                      "    cudaStreamWaitEvent(b, e, 0);\n"
                      "    k<<<1, 256, 0, b>>>(p + 256 * i);\n"
                      "  }\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    static const enum edit_kind kinds[] = {EDIT_BREADTH, EDIT_DEPTH};
    for (size_t turn = 0; turn < 2; turn++) {
        struct edit edit = {.kind = kinds[turn], .stream = EDIT_ANY};
        struct edit_changes changes;
        struct program edited;
        edit_rewrite(&edited, &prediction.program, &edit, 1, NULL, &changes);
        int recorded = 0, waited = 0;
        for (size_t i = 0; i < edited.records.count; i++) {
            recorded += edited.records.rows[i].call == CALL_cudaEventRecord;
            waited += edited.records.rows[i].call == CALL_cudaStreamWaitEvent;
            ck_assert_int_le(waited, recorded);
            ck_assert_int_le(recorded, waited + 1);
        }
        ck_assert_int_eq(recorded, 2);
        edit_changes_release(&changes);
        program_release(&edited);
    }
    prediction_release(&prediction);
}
END_TEST

/* A host function reads what the copy before it brought; in the stream of the copy it still does.
 */
START_TEST(a_host_function_goes_into_the_stream_before_it)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int sum = 0;\n"
                      "void add(void *h) { sum += *(int *)h; }\n"
                      "int main() {\n"
                      "  int *p, *h; cudaStream_t s; cudaMallocHost(&h, 1024);\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost, s);\n"
                      "  cudaLaunchHostFunc(0, add, h);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    expect(EDIT_MOVE, SAYS(":10: put cudaLaunchHostFunc into stream s"), 1);
}
END_TEST

/* The kernel could run beside the copy but for the fence; the copies of both are synchronous too.
 * Together they are one program, and gain at least what the better one does. */
START_TEST(fixes_are_made_together)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(200); }\n"
                      "int main() {\n"
                      "  int *p, *q, *h; cudaStream_t s; cudaMallocHost(&h, 1 << 22);\n"
                      "  cudaMalloc(&p, 1024); cudaMalloc(&q, 1 << 22); cudaStreamCreate(&s);\n"
                      "  for (int i = 0; i < 3; i++) {\n"
                      "    k<<<1, 256, 0, s>>>(p);\n"
                      "    cudaMemcpy(q, h, 1 << 22, cudaMemcpyHostToDevice);\n"
                      "    cudaStreamSynchronize(s);\n"
                      "  }\n"
                      "}\n");
    struct fix fixes[2], together;
    bool taken[2];
    static const enum edit_kind kinds[] = {EDIT_NONBLOCKING_STREAMS, EDIT_NO_SYNCHRONIZE};
    for (size_t i = 0; i < 2; i++) {
        fix_init(&fixes[i]);
        fix_add(&fixes[i], &(struct edit){.kind = kinds[i], .stream = EDIT_ANY});
    }
    fixes_try(&prediction, &options, fixes, 2, 2);
    ck_assert(fixes[0].offered && fixes[1].offered);
    fix_init(&together);
    fixes_together(&prediction, &options, fixes, 2, &together, taken);
    ck_assert(taken[0]);
    ck_assert_int_ge(together.gain, fixes[0].gain);
    ck_assert_int_ge(together.gain, fixes[1].gain);
    ck_assert_int_eq(together.wall, prediction.timeline.wall - together.gain);
    for (size_t i = 0; i < 2; i++)
        fix_release(&fixes[i]);
    fix_release(&together);
    prediction_release(&prediction);
}
END_TEST

START_TEST(a_program_that_branches_on_time_is_refused)
{
    predict_text(HEAD "__global__ void k() { spin_us(50); }\n"
                      "int main() {\n"
                      "  cudaStream_t s; cudaStreamCreate(&s);\n"
                      "  k<<<1, 256, 0, s>>>();\n"
                      "  if (cudaStreamQuery(s) == cudaSuccess) k<<<1, 256, 0, s>>>();\n"
                      "  k<<<1, 256>>>();\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NONBLOCKING_STREAM);
    ck_assert(!fix.offered);
    ck_assert_ptr_nonnull(strstr(fix.why, "depend on time"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* A library's function, whose body is not there, reads what it is given: as may be where nothing is
 * said, and by its pragma. The host still waits before its time passes, so that nothing is gained.
 */
START_TEST(a_host_function_gets_what_it_reads)
{
    static const char *const clauses[] = {"", " reads(data, 1024)"};
    for (size_t i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "#pragma nullstream host(send) time(85us)%s\n"
                      "void send(const int *data) {}\n"
                      "int main() {\n"
                      "  int *p, *h;\n"
                      "  cudaMalloc(&p, 1024); cudaMallocHost(&h, 1024);\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    k<<<1, 256>>>(p);\n"
                      "    cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost);\n"
                      "    cudaStreamSynchronize(0);\n"
                      "    send(h);\n"
                      "  }\n"
                      "}\n",
                 clauses[i]);
        predict_text(text);
        struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
        ck_assert_int_le(fix.gain, 5000);
        fix_release(&fix);
        expect(EDIT_NO_SYNCHRONIZE,
               SAYS("before the host reads the data, cudaEventSynchronize on an event recorded in "
                    "the default stream right after line 10"),
               2);
    }
}
END_TEST

/* Where the body is there, it says what is read; the time passes behind it. */
START_TEST(the_time_of_a_host_function_is_behind_its_reads)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int sum;\n"
                      "#pragma nullstream host(send) time(85us)\n"
                      "void send(const int *data) { sum += data[0]; }\n"
                      "int main() {\n"
                      "  int *p, *h;\n"
                      "  cudaMalloc(&p, 1024); cudaMallocHost(&h, 1024);\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    k<<<1, 256>>>(p);\n"
                      "    cudaMemcpyAsync(h, p, 1024, cudaMemcpyDeviceToHost);\n"
                      "    cudaStreamSynchronize(0);\n"
                      "    send(h);\n"
                      "  }\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_NO_SYNCHRONIZE);
    ck_assert_int_le(fix.gain, 5000);
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* Each thread's loop waits for the thread's own stream: behind it the thread does so once. */
START_TEST(each_thread_keeps_its_last_wait)
{
    predict_text(HEAD "#include <thread>\n"
                      "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "void work() {\n"
                      "  int *p; cudaStream_t s; cudaStreamCreate(&s); cudaMalloc(&p, 1024);\n"
                      "  for (int i = 0; i < 4; i++) {\n"
                      "    k<<<1, 256, 0, s>>>(p);\n"
                      "    cudaStreamSynchronize(s);\n"
                      "  }\n"
                      "}\n"
                      "int main() { std::thread a(work), b(work); a.join(); b.join(); }\n");
    struct edit edit = {.kind = EDIT_NO_SYNCHRONIZE, .stream = EDIT_ANY};
    struct edit_changes changes;
    struct program edited;
    struct strbuf text;
    strbuf_init(&text);
    edit_rewrite(&edited, &prediction.program, &edit, 1, NULL, &changes);
    edit_text(&text, &edited, &changes);
    ck_assert_ptr_nonnull(
        strstr(text.text,
               ": move cudaStreamSynchronize out of the loop, behind it: 2 calls in place of 8\n"));
    int waits[3] = {0}, others = 0;
    for (size_t i = 0; i < edited.records.count; i++) {
        const struct program_record *record = &edited.records.rows[i];
        if (record->call == CALL_cudaStreamSynchronize && record->thread < 3)
            waits[record->thread]++;
        others += record->call == CALL_cudaDeviceSynchronize;
    }
    ck_assert_int_eq(waits[1], 1);
    ck_assert_int_eq(waits[2], 1);
    ck_assert_int_eq(others, 0);
    strbuf_release(&text);
    edit_changes_release(&changes);
    program_release(&edited);
    prediction_release(&prediction);
}
END_TEST

/* Many calls of set-up are told by their names, each with its lines. */
START_TEST(much_set_up_is_one_change)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p, *q, *h; cudaStream_t s; cudaStreamCreate(&s);\n"
                      "  cudaMalloc(&p, 1024);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaMalloc(&q, 1024); cudaMallocHost(&h, 1024);\n"
                      "  k<<<1, 256, 0, s>>>(q);\n"
                      "  cudaFree(q); cudaFreeHost(h);\n"
                      "  cudaMalloc(&q, 2048);\n"
                      "  k<<<1, 256, 0, s>>>(q);\n"
                      "  cudaFree(q);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "  cudaFree(p);\n"
                      "}\n");
    struct fix fix = try_edit(EDIT_HOIST);
    ck_assert_ptr_nonnull(strstr(fix.text.text, "call before the timed part: cudaMalloc ("));
    ck_assert_ptr_nonnull(strstr(fix.text.text, "), cudaMallocHost ("));
    ck_assert_ptr_nonnull(strstr(fix.text.text, "call after the timed part: cudaFree ("));
    ck_assert_ptr_null(strstr(fix.text.text, " buffer"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* An event that takes times costs more: an order is not to gain what only another event would. */
START_TEST(a_narrower_wait_keeps_the_kind_of_its_event)
{
    static const char *const made[] = {"cudaEventCreate(&e)",
                                       "cudaEventCreateWithFlags(&e, cudaEventDisableTiming)"};
    for (size_t i = 0; i < 2; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t s, t; cudaEvent_t e;\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s); cudaStreamCreate(&t); %s;\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaEventRecord(e, s);\n"
                      "  cudaStreamWaitEvent(t, e);\n"
                      "  k<<<1, 256, 0, t>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n",
                 made[i]);
        predict_text(text);
        struct fix fix = try_edit(EDIT_NARROW_WAIT);
        ck_assert(fix.offered);
        ck_assert_int_eq(fix.gain, 0);
        fix_release(&fix);
        prediction_release(&prediction);
    }
}
END_TEST

/* Memory that the program page-locks itself, though too late, must not be page-locked by birth. */
START_TEST(registered_memory_is_registered_earlier)
{
    predict_text("#include <stdlib.h>\n" HEAD
                 "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                 "int main() {\n"
                 "  int *p, *h = (int *)malloc(1 << 22); cudaStream_t s;\n"
                 "  cudaMalloc(&p, 1 << 22); cudaStreamCreate(&s);\n"
                 "  cudaMemcpyAsync(p, h, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                 "  k<<<1, 256, 0, s>>>(p);\n"
                 "  cudaHostRegister(h, 1 << 22, 0);\n"
                 "  cudaMemcpyAsync(p, h, 1 << 22, cudaMemcpyHostToDevice, s);\n"
                 "  cudaDeviceSynchronize();\n"
                 "  cudaHostUnregister(h);\n"
                 "  cudaMemcpyAsync(h, p, 1 << 22, cudaMemcpyDeviceToHost, s);\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    struct fix fix = try_edit(EDIT_PINNED);
    ck_assert_int_gt(fix.gain, 500000); /* the call itself is before the work then */
    fix_release(&fix);
    expect(EDIT_PINNED,
           SAYS(":9: call cudaHostRegister once, before h is copied for the first time, in line 7",
                ":12: call cudaHostUnregister once, after h is copied for the last time"),
           2);
}
END_TEST

START_TEST(memory_registered_in_parts_stays)
{
    predict_text("#include <stdlib.h>\n" HEAD "int main() {\n"
                 "  char *p, *h = (char *)malloc(1 << 22);\n"
                 "  cudaMalloc(&p, 1 << 22);\n"
                 "  cudaMemcpyAsync(p, h, 1 << 22, cudaMemcpyHostToDevice);\n"
                 "  cudaHostRegister(h, 1 << 21, 0);\n"
                 "  cudaMemcpyAsync(p, h, 1 << 21, cudaMemcpyHostToDevice);\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    struct fix fix = try_edit(EDIT_PINNED);
    ck_assert(!fix.offered);
    ck_assert_ptr_nonnull(strstr(fix.why, "page-locks a part of it later"));
    fix_release(&fix);
    prediction_release(&prediction);
}
END_TEST

/* cudaMallocHost cannot allocate what no call allocates. */
START_TEST(vectors_and_variables_are_pinned_in_their_own_way)
{
    predict_text("#include <vector>\n" HEAD "int main() {\n"
                 "  char *p, small[64]; std::vector<char> in(1 << 20);\n"
                 "  cudaMalloc(&p, 1 << 20);\n"
                 "  cudaMemcpyAsync(p, in.data(), 1 << 20, cudaMemcpyHostToDevice);\n"
                 "  cudaMemcpyAsync(small, p, 64, cudaMemcpyDeviceToHost);\n"
                 "  cudaDeviceSynchronize();\n"
                 "}\n");
    expect(
        EDIT_PINNED,
        SAYS("page-lock the memory of in once, before the timed part, with "
             "cudaHostRegister(in.data(), ...) (and cudaHostUnregister it at the end)",
             "put small into memory that cudaMallocHost allocates once (and cudaFreeHost frees)"),
        2);
}
END_TEST

/* A vector that is registered in the timed part. */
START_TEST(memory_is_registered_before_the_timed_part)
{
    predict_text("#include <vector>\n" HEAD
                 "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                 "int main() {\n"
                 "  int *p; std::vector<int> in(1 << 20);\n"
                 "  cudaMalloc(&p, 1 << 22);\n"
                 "  k<<<1, 256>>>(p);\n"
                 "  cudaHostRegister(in.data(), 1 << 22, 0);\n"
                 "  cudaMemcpyAsync(p, in.data(), 1 << 22, cudaMemcpyHostToDevice);\n"
                 "  cudaDeviceSynchronize();\n"
                 "  cudaHostUnregister(in.data());\n"
                 "}\n");
    /* where it is unregistered, behind all work, is behind the timed part already */
    expect(EDIT_HOIST, SAYS(":8: call cudaHostRegister before the timed part\n"), 1);
}
END_TEST

/* What the legacy stream did by itself for the two records is written out. */
START_TEST(an_elapsed_time_encloses_what_it_did)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t s; cudaEvent_t t0, t1; float ms;\n"
                      "  cudaEventCreate(&t0); cudaEventCreate(&t1);\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                      "  cudaEventRecord(t0);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaEventRecord(t1);\n"
                      "  cudaEventSynchronize(t1);\n"
                      "  cudaEventElapsedTime(&ms, t0, t1);\n"
                      "}\n");
    expect(EDIT_NONBLOCKING_STREAMS,
           SAYS(":8: before it, cudaStreamWaitEvent in stream s for an event recorded in the "
                "default stream right after line 7",
                ":9: before it, cudaStreamWaitEvent in the default stream for an event recorded in "
                "stream s right after line 8"),
           3);
}
END_TEST

/* Events that nobody asks for a time enclose nothing. */
START_TEST(records_without_a_time_enclose_nothing)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t s; cudaEvent_t t0, t1;\n"
                      "  cudaEventCreate(&t0); cudaEventCreate(&t1);\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                      "  cudaEventRecord(t0);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  cudaEventRecord(t1);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    expect(EDIT_NONBLOCKING_STREAMS, SAYS("cudaStreamNonBlocking"), 1);
}
END_TEST

/* What is not wanted any more ends before it has done anything. */
START_TEST(stopped_it_changes_nothing)
{
    predict_text(HEAD "__global__ void k(int *p) { p[threadIdx.x] += 1; spin_us(50); }\n"
                      "int main() {\n"
                      "  int *p; cudaStream_t s;\n"
                      "  cudaMalloc(&p, 1024); cudaStreamCreate(&s);\n"
                      "  k<<<1, 256, 0, s>>>(p);\n"
                      "  k<<<1, 256>>>(p);\n"
                      "  cudaDeviceSynchronize();\n"
                      "}\n");
    for (int stopped = 0; stopped < 2; stopped++) {
        struct edit edit = {.kind = EDIT_NONBLOCKING_STREAMS, .stream = EDIT_ANY};
        struct edit_changes changes;
        struct program edited;
        atomic_bool stop;
        atomic_init(&stop, stopped);
        edit_rewrite(&edited, &prediction.program, &edit, 1, &stop, &changes);
        ck_assert_int_eq(changes.changed == 0, stopped);
        edit_changes_release(&changes);
        program_release(&edited);
    }
    prediction_release(&prediction);
}
END_TEST

/* One stream copies parts in and filters them, another adds them up. `%s` stands between the copy
 * and the filter; `log` is a stream of its own. */
#define FED                                                                                        \
    HEAD "const size_t BYTES = 4 << 20;\n"                                                         \
         "#pragma nullstream kernel(filter) time(70us) reads(x, BYTES) writes(x, BYTES)\n"         \
         "__global__ void filter(float *x) { x[threadIdx.x] = 1; }\n"                              \
         "#pragma nullstream kernel(add) time(60us) reads(x, BYTES) writes(y, BYTES)\n"            \
         "__global__ void add(float *x, float *y) { y[threadIdx.x] = x[threadIdx.x]; }\n"          \
         "void link(cudaEvent_t e, cudaStream_t from, cudaStream_t to) {\n"                        \
         "  cudaEventRecord(e, from); cudaStreamWaitEvent(to, e, 0); }\n"                          \
         "int main() {\n"                                                                          \
         "  float *h, *x[2], *y; cudaStream_t feed, work, log; cudaEvent_t in[2], out[2];\n"       \
         "  cudaMallocHost(&h, BYTES); cudaMalloc(&y, BYTES);\n"                                   \
         "  for (auto s : {&feed, &work, &log})\n"                                                 \
         "    cudaStreamCreateWithFlags(s, cudaStreamNonBlocking);\n"                              \
         "  for (int i = 0; i < 2; i++) {\n"                                                       \
         "    cudaMalloc(&x[i], BYTES); cudaEventCreate(&in[i]); cudaEventCreate(&out[i]); }\n"    \
         "  for (int p = 0; p < 4; p++) {\n"                                                       \
         "    int i = p & 1;\n"                                                                    \
         "    if (p > 1) cudaStreamWaitEvent(feed, out[i], 0);\n"                                  \
         "    cudaMemcpyAsync(x[i], h, BYTES, cudaMemcpyHostToDevice, feed);\n"                    \
         "    %s\n"                                                                                \
         "    filter<<<64, 256, 0, feed>>>(x[i]);\n"                                               \
         "    cudaEventRecord(out[i], feed); cudaStreamWaitEvent(work, out[i], 0);\n"              \
         "    add<<<64, 256, 0, work>>>(x[i], y);\n"                                               \
         "    cudaEventRecord(out[i], work);\n"                                                    \
         "  }\n"                                                                                   \
         "  cudaDeviceSynchronize();\n"                                                            \
         "}\n"

/* The copy leaves with the wait before it and, where there is one, the record behind it, and the
 * filter waits for that: a second event is put in only where the program's own is none, or is
 * recorded anew before the filter. */
START_TEST(an_event_that_is_there_serves)
{
    static const struct {
        const char *between, *says;
        size_t records; /* in each turn, of the 2 that the program has in any case */
    } cases[] = {
        {"",
         ":21: before it, cudaStreamWaitEvent in stream feed for an event recorded in the new "
         "stream right after line 19",
         3},
        {"cudaEventRecord(in[i], feed);",
         ":21: before it, cudaStreamWaitEvent in stream feed for the event that line 20 records in "
         "the new stream",
         3},
        {"link(in[i], feed, log);",
         ":21: before it, cudaStreamWaitEvent in stream feed for the event that line 8 records in "
         "the new stream",
         3},
        {"cudaEventRecord(in[i], feed); cudaEventRecord(in[i], log);",
         ":21: before it, cudaStreamWaitEvent in stream feed for an event recorded in the new "
         "stream right after line 19",
         5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        snprintf(text, sizeof text, FED, cases[i].between);
        predict_text(text);
        struct fix fix = try_edit(EDIT_APART);
        ck_assert_msg(fix.offered, "%s", fix.why);
        ck_assert_msg(strstr(fix.text.text, cases[i].says) != NULL, "%s", fix.text.text);
        struct edit_changes changes;
        struct program edited;
        edit_rewrite(&edited, &prediction.program, fix.edits, fix.edit_count, NULL, &changes);
        size_t records = 0;
        for (size_t k = 0; k < edited.records.count; k++)
            records += call_is_event_record((enum call)edited.records.rows[k].call);
        ck_assert_uint_eq(records, 4 * cases[i].records);
        edit_changes_release(&changes);
        program_release(&edited);
        fix_release(&fix);
        prediction_release(&prediction);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("edit");
    TCase *tc = tcase_create("edit");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_memset_goes_where_its_bytes_are_used);
    tcase_add_test(tc, a_stream_for_each_thread_keeps_the_order_with_others);
    tcase_add_test(tc, pinned_memory_needs_the_wait_that_the_copy_was);
    tcase_add_test(tc, reads_between_two_calls_wait_once);
    tcase_add_test(tc, pageable_memory);
    tcase_add_test(tc, buffers_are_allocated_once_for_each_stream);
    tcase_add_loop_test(tc, what_threads_allocate_main_does_before_them, 0, 2);
    tcase_add_test(tc, only_waits_that_the_data_needs_stay);
    tcase_add_test(tc, unblocked_launches_get_the_event_they_did_without);
    tcase_add_test(tc, a_wait_stays_with_its_record);
    tcase_add_test(tc, a_host_function_goes_into_the_stream_before_it);
    tcase_add_test(tc, fixes_are_made_together);
    tcase_add_test(tc, a_program_that_branches_on_time_is_refused);
    tcase_add_test(tc, an_elapsed_time_encloses_what_it_did);
    tcase_add_test(tc, records_without_a_time_enclose_nothing);
    tcase_add_test(tc, a_host_function_gets_what_it_reads);
    tcase_add_test(tc, the_time_of_a_host_function_is_behind_its_reads);
    tcase_add_test(tc, a_wait_before_another_is_left_out);
    tcase_add_test(tc, an_event_that_is_there_serves);
    tcase_add_test(tc, each_thread_keeps_its_last_wait);
    tcase_add_test(tc, much_set_up_is_one_change);
    tcase_add_test(tc, a_narrower_wait_keeps_the_kind_of_its_event);
    tcase_add_test(tc, registered_memory_is_registered_earlier);
    tcase_add_test(tc, memory_registered_in_parts_stays);
    tcase_add_test(tc, vectors_and_variables_are_pinned_in_their_own_way);
    tcase_add_test(tc, memory_is_registered_before_the_timed_part);
    tcase_add_test(tc, stopped_it_changes_nothing);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
