/* Pitfalls: each rule is found in its scenario of tests/pitfalls and not in the fixed one; clean
 * programs have none; finders bear what traces and random programs hold. */
#include "sim/analysis/verdict.h"
#include "sim/study/gain.h"
#include "tests/random_program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* One prediction with all that is found in it. */
struct found {
    struct prediction prediction;
    struct critical critical;
    struct summary summary;
    struct pitfalls pitfalls;
};

static void look(struct found *found, bool with_program)
{
    const struct prediction *prediction = &found->prediction;
    critical_find(&found->critical, &prediction->timeline);
    summary_find(&found->summary, &prediction->timeline, &prediction->profile, &found->critical);
    struct pitfall_input input = {with_program ? &prediction->program : NULL, &prediction->timeline,
                                  with_program ? &prediction->profile : NULL, &found->summary,
                                  &found->critical};
    pitfalls_find(&found->pitfalls, &input);
}

static void find_in(struct found *found, const char *path, const struct predict_options *options)
{
    struct err err;
    err_init(&err);
    prediction_init(&found->prediction);
    ck_assert_msg(predict_file(&found->prediction, path, options, &err) == 0, "%s:%d: %s", path,
                  err.line, err.message);
    look(found, true);
    gain_find(&found->pitfalls, &found->prediction, path, options, GAIN_OPERATIONS);
}

static void release(struct found *found)
{
    pitfalls_release(&found->pitfalls);
    critical_release(&found->critical);
    prediction_release(&found->prediction);
}

static const struct pitfall *of_rule(const struct found *found, enum pitfall_rule rule)
{
    for (size_t i = 0; i < found->pitfalls.count; i++) {
        const struct pitfall *pitfall = &found->pitfalls.rows[i];
        if (pitfall->rule == rule && !pitfall->merged &&
            (pitfall->kind == PITFALL_LIMIT || pitfall_matters(&found->pitfalls, pitfall)))
            return pitfall;
    }
    return NULL;
}

/* What matters, for messages: "rule rule ". */
static const char *matters(const struct found *found)
{
    static char text[400];
    text[0] = '\0';
    for (size_t i = 0; i < found->pitfalls.count; i++)
        if (pitfall_matters(&found->pitfalls, &found->pitfalls.rows[i]) &&
            strlen(text) < sizeof text - 40) {
            strcat(text, pitfall_info(found->pitfalls.rows[i].rule)->name);
            strcat(text, " ");
        }
    return text;
}

/* --- the list ------------------------------------------------------------------------------------
 */

START_TEST(names_are_unique_and_found)
{
    for (int i = 0; i < PITFALL_COUNT; i++) {
        const struct pitfall_info *info = pitfall_info((enum pitfall_rule)i);
        ck_assert_int_eq(pitfall_find(info->name), i);
        ck_assert_uint_gt(strlen(info->looks_for), 10);
        ck_assert_uint_gt(strlen(info->fix), 10);
        ck_assert_uint_gt(strlen(info->lesson), 2);
    }
    ck_assert_int_eq(pitfall_find("no-such-rule"), -1);
}
END_TEST

/* --- pairs ---------------------------------------------------------------------------------------
 */

struct pair {
    enum pitfall_rule rule;
    const char *name; /* of the scenario */
    const char *gpu;
    const char *fixed; /* what is behind the name of the fixed one; NULL: there is none */
    const char *left;  /* what is to be said of that one still; NULL: nothing */
};

static const struct pair pairs[] = {
    {PITFALL_ID_DEFAULT_STREAM, "default-stream", "h200", "-fixed", NULL},
    {PITFALL_ID_HIDDEN_FENCE, "hidden-fence", "h200", "-fixed", NULL},
    {PITFALL_ID_HIDDEN_FENCE, "hidden-fence-record", "h200", "-fixed", NULL},
    {PITFALL_ID_HIDDEN_FENCE, "hidden-fence-host-function", "h200", "-fixed", NULL},
    {PITFALL_ID_PAGEABLE_COPY, "pageable-copy", "h200", "-fixed", NULL},
    {PITFALL_ID_SYNC_IN_LOOP, "sync-in-loop", "h200", "-fixed", NULL},
    {PITFALL_ID_SYNC_ALL, "sync-all", "h200", "-fixed", NULL},
    {PITFALL_ID_SYNC_COPY, "sync-copy", "h200", "-fixed", NULL},
    {PITFALL_ID_TIMED_ALLOCATION, "timed-allocation", "h200", "-fixed", NULL},
    {PITFALL_ID_POOL_THRESHOLD, "pool-threshold", "h200", "-fixed", "sync-in-loop "}, /* 2.2 % */
    {PITFALL_ID_LAUNCH_BLOCKING, "launch-blocking", "h200", "-fixed", NULL},
    {PITFALL_ID_SHARED_CONNECTION, "shared-connection", "h200", "-fixed", NULL},
    {PITFALL_ID_ISSUE_ORDER, "issue-order", "h200", "-fixed", NULL},
    {PITFALL_ID_UNUSED_STREAMS, "unused-streams", "h200", "-fixed", NULL},
    {PITFALL_ID_STREAM_ORDER, "stream-order", "h200", "-fixed", NULL},
    {PITFALL_ID_STREAM_COUNT, "stream_count", "h200", "_fixed", NULL},
    {PITFALL_ID_CHUNK_SIZE, "chunk_count", "h200", "_fixed", NULL},
    {PITFALL_ID_CHUNK_SIZE, "chunk_size", "h200", "_fixed", NULL},
    {PITFALL_ID_ORDER_TOO_MUCH, "order-too-much", "h200", "-fixed", NULL},
    {PITFALL_ID_TIMED_EVENT, "timed-event", "h200", "-fixed", NULL},
    {PITFALL_ID_FULL_KERNEL, "full-kernel", "h200", "-fixed", NULL},
    {PITFALL_ID_HEAD_OF_LINE, "head-of-line", "h200", "-fixed", NULL},
    {PITFALL_ID_CARVEOUT, "carveout", "h200", "-fixed", NULL},
    {PITFALL_ID_TAIL_WAVE, "tail-wave", "h200", "-fixed", NULL},
    {PITFALL_ID_HOST_BOUND, "host-bound", "h200", "-fixed", NULL},
    {PITFALL_ID_SMALL_COPIES, "small-copies", "h200", "-fixed", NULL},
    {PITFALL_ID_STAGED_COPY, "staged-copy", "h200", "-fixed", NULL},
    {PITFALL_ID_ONE_COPY_ENGINE, "one-copy-engine", "c1060", "-fixed", NULL},
    {PITFALL_ID_HOST_TIMER, "host-timer", "h200", "-fixed", NULL},
    {PITFALL_ID_EARLY_ELAPSED, "early-elapsed", "h200", "-fixed", NULL},
    {PITFALL_ID_BLIND_EVENTS, "blind-events", "h200", "-fixed", NULL},
    {PITFALL_ID_SELF_WAIT, "self-wait", "h200", "-fixed", NULL},
    {PITFALL_ID_DISTANT_ERROR, "distant-error", "h200", "-fixed", NULL},
    {PITFALL_ID_FREED_ELSEWHERE, "freed-elsewhere", "h200", "-fixed", NULL},
    {PITFALL_ID_TRANSFER_BOUND, "transfer-bound", "h200", NULL, NULL},
    {PITFALL_ID_COMPUTE_BOUND, "compute-bound", "h200", NULL, NULL},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

START_TEST(the_first_is_found_the_second_is_silent)
{
    const struct pair *pair = &pairs[_i];
    struct predict_options options = {.gpu = pair->gpu};
    char path[200];
    struct found found;
    snprintf(path, sizeof path, "tests/pitfalls/%s.cu", pair->name);
    find_in(&found, path, &options);
    const struct pitfall *pitfall = of_rule(&found, pair->rule);
    ck_assert_msg(pitfall != NULL, "%s: found: %s", path, matters(&found));
    ck_assert_uint_gt(pitfall->evidence.length, 0);
    ck_assert_uint_gt(pitfall->fix.length, 0);
    ck_assert_ptr_null(strstr(pitfall->ungained, "could not be predicted"));
    release(&found);
    if (!pair->fixed)
        return;
    snprintf(path, sizeof path, "tests/pitfalls/%s%s.cu", pair->name, pair->fixed);
    find_in(&found, path, &options);
    const char *left = pair->left ? pair->left : "";
    ck_assert_msg(strcmp(matters(&found), left) == 0, "%s: found: %s", path, matters(&found));
    release(&found);
}
END_TEST

/* "At most": the fixed scenario, changed by hand, gains no more, but for rounding and for what its
 * calls cost that go to other streams. */
START_TEST(a_bound_is_not_exceeded)
{
    static const struct {
        const char *name;
        enum pitfall_rule rule;
    } cases[] = {
        {"full-kernel", PITFALL_ID_FULL_KERNEL},
        {"head-of-line", PITFALL_ID_HEAD_OF_LINE},
        {"tail-wave", PITFALL_ID_TAIL_WAVE},
    };
    struct predict_options options = {.gpu = "h200"};
    char path[200];
    struct found faulty, fixed;
    snprintf(path, sizeof path, "tests/pitfalls/%s.cu", cases[_i].name);
    find_in(&faulty, path, &options);
    snprintf(path, sizeof path, "tests/pitfalls/%s-fixed.cu", cases[_i].name);
    find_in(&fixed, path, &options);
    const struct pitfall *pitfall = of_rule(&faulty, cases[_i].rule);
    ck_assert_ptr_nonnull(pitfall);
    ck_assert_int_eq(pitfall->kind, PITFALL_BOUND);
    ck_assert_int_ge(pitfall->gain + 500,
                     faulty.prediction.timeline.wall - fixed.prediction.timeline.wall);
    release(&faulty);
    release(&fixed);
}
END_TEST

START_TEST(every_rule_has_a_scenario)
{
    for (int rule = 0; rule < PITFALL_COUNT; rule++) {
        bool has = false;
        for (size_t i = 0; i < PAIRS; i++)
            has |= (int)pairs[i].rule == rule;
        ck_assert_msg(has, "%s", pitfall_info((enum pitfall_rule)rule)->name);
    }
}
END_TEST

/* What can be said of a trace, without the program and the device's profile: the same waits are
 * found, by the same names. */
START_TEST(a_timeline_alone)
{
    static const struct {
        const char *path;
        enum pitfall_rule rule;
    } cases[] = {
        {"tests/pitfalls/default-stream.cu", PITFALL_ID_DEFAULT_STREAM},
        {"tests/pitfalls/hidden-fence-record.cu", PITFALL_ID_HIDDEN_FENCE},
        {"tests/pitfalls/pageable-copy.cu", PITFALL_ID_PAGEABLE_COPY},
        {"tests/pitfalls/sync-in-loop.cu", PITFALL_ID_SYNC_IN_LOOP},
        {"tests/pitfalls/shared-connection.cu", PITFALL_ID_SHARED_CONNECTION},
        {"tests/pitfalls/head-of-line.cu", PITFALL_ID_HEAD_OF_LINE},
    };
    struct predict_options options = {.gpu = "h200"};
    struct found found;
    struct err err;
    err_init(&err);
    prediction_init(&found.prediction);
    ck_assert_int_eq(predict_file(&found.prediction, cases[_i].path, &options, &err), 0);
    look(&found, false);
    bool has = false;
    for (size_t i = 0; i < found.pitfalls.count; i++)
        has |= found.pitfalls.rows[i].rule == cases[_i].rule;
    ck_assert(has);
    release(&found);
}
END_TEST

/* --- clean programs ------------------------------------------------------------------------------
 */

/* Pipelines as they should be, at the best count and size of their sweep; one stream of kernels; a
 * scenario after NVIDIA's simpleMultiCopy, its overlapped part. */
START_TEST(nothing_to_improve)
{
    static const struct {
        const char *path, *defines[3];
    } cases[] = {
        {"tests/pitfalls/multi-copy.cu", {NULL}},
        {"tests/pitfalls/stream_count_fixed.cu", {NULL}},
        {"tests/pitfalls/chunk_size_fixed.cu", {NULL}},
        {"tests/validation/pipeline.cu", {"STREAMS=5"}},
        {"tests/validation/pipeline.cu", {"STREAMS=4", "BYTES=4194304"}},
        {"tests/validation/kernels.cu", {"STREAMS=1"}},
        {"tests/validation/training.cu", {NULL}},
        {"tests/hazards/pool-reuse-fixed.cu", {NULL}}, /* branches on times */
    };
    struct predict_options options = {.gpu = "h200", .defines = cases[_i].defines};
    while (options.define_count < 3 && cases[_i].defines[options.define_count])
        options.define_count++;
    struct found found;
    find_in(&found, cases[_i].path, &options);
    ck_assert_msg(*matters(&found) == '\0', "%s: found: %s", cases[_i].path, matters(&found));
    release(&found);
}
END_TEST

/* --- small programs ------------------------------------------------------------------------------
 */

static void find_in_text(struct found *found, const char *text)
{
    char path[] = "/tmp/nullstream-pitfalls-XXXXXX.cu";
    struct predict_options options = {.gpu = "h200"};
    int file = mkstemps(path, 3);
    ck_assert_int_ge(file, 0);
    ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    find_in(found, path, &options);
    unlink(path);
}

/* Whether a program that gets its kernel k, 400 us long, and p has the fault, as one to change. */
static bool has_fault(const char *body, enum pitfall_rule rule)
{
    struct found found;
    char text[1400];
    snprintf(
        text, sizeof text,
        "#include \"nullstream.cuh\"\n#include <chrono>\n#include <thread>\n#include <cstdio>\n"
        "using namespace std::chrono;\n"
        "__global__ void k(float *p) { spin_us(400); p[threadIdx.x] = 1; }\n"
        "int main() {\n  float *p; cudaMalloc(&p, 4096);\n%s  cudaDeviceSynchronize();\n}\n",
        body);
    find_in_text(&found, text);
    bool has = of_rule(&found, rule) != NULL;
    release(&found);
    return has;
}

static bool has_host_timer(const char *body)
{
    return has_fault(body, PITFALL_ID_HOST_TIMER);
}

/* A loop that waits for each of several streams, or in each of several threads, and asks for
 * nothing between is one wait; where each turn asks for more, the next turn could be asked for
 * earlier. */
START_TEST(to_wait_for_several_is_one_wait)
{
    static const char *const streams =
        "  cudaStream_t s[4]; for (auto &o : s) cudaStreamCreate(&o);\n";
    char body[1000];
    snprintf(body, sizeof body,
             "%s  for (int i = 0; i < 4; i++) k<<<1, 64, 0, s[i]>>>(p + 64 * i);\n"
             "  for (int i = 0; i < 4; i++) cudaStreamSynchronize(s[i]);\n"
             "  k<<<1, 64, 0, s[0]>>>(p);\n",
             streams);
    ck_assert(!has_fault(body, PITFALL_ID_SYNC_IN_LOOP));
    snprintf(body, sizeof body,
             "%s  for (int i = 0; i < 4; i++) {\n"
             "    k<<<1, 64, 0, s[i]>>>(p + 64 * i);\n"
             "    cudaStreamSynchronize(s[i]);\n"
             "  }\n"
             "  k<<<1, 64, 0, s[0]>>>(p);\n",
             streams);
    ck_assert(has_fault(body, PITFALL_ID_SYNC_IN_LOOP));
    ck_assert(!has_fault("  std::thread t[4];\n"
                         "  for (int i = 0; i < 4; i++) t[i] = std::thread([=] {\n"
                         "    cudaStream_t s; cudaStreamCreate(&s);\n"
                         "    k<<<1, 64, 0, s>>>(p + 64 * i);\n"
                         "    cudaStreamSynchronize(s);\n"
                         "  });\n"
                         "  for (auto &one : t) one.join();\n"
                         "  k<<<1, 64>>>(p);\n",
                         PITFALL_ID_SYNC_IN_LOOP));
}
END_TEST

/* A clock that only says when to go on times nothing; one whose answer is printed, or kept, does,
 * even where it decides something as well. */
START_TEST(a_pace_is_no_timer)
{
    ck_assert(!has_host_timer("  for (int i = 0; i < 4; i++) {\n"
                              "    auto t0 = steady_clock::now();\n"
                              "    k<<<1, 256>>>(p);\n"
                              "    while (steady_clock::now() - t0 < microseconds(100)) {} }\n"));
    ck_assert(!has_host_timer("  auto next = steady_clock::now();\n"
                              "  for (int i = 0; i < 4; i++) {\n"
                              "    k<<<1, 256>>>(p);\n"
                              "    next += microseconds(300);\n"
                              "    auto now = steady_clock::now();\n"
                              "    if (now < next) std::this_thread::sleep_for(next - now); }\n"));
    ck_assert(!has_host_timer("  double t0 = host_time_us();\n"
                              "  while (host_time_us() - t0 < 300) k<<<1, 256>>>(p);\n"));
    ck_assert(has_host_timer("  double t0 = host_time_us();\n"
                             "  while (host_time_us() - t0 < 300) k<<<1, 256>>>(p);\n"
                             "  printf(\"%f us\\n\", host_time_us() - t0);\n"));
    ck_assert(has_host_timer("  double t0 = host_time_us();\n"
                             "  k<<<1, 256>>>(p);\n"
                             "  double t = host_time_us() - t0;\n"
                             "  if (t > 2) printf(\"slow: %f us\\n\", t);\n"));
    ck_assert(has_host_timer("  double best = 1e9;\n"
                             "  for (int i = 0; i < 4; i++) {\n"
                             "    double t0 = host_time_us();\n"
                             "    k<<<1, 256>>>(p);\n"
                             "    double t = host_time_us() - t0;\n"
                             "    if (t < best) best = t;\n"
                             "    cudaDeviceSynchronize(); }\n"
                             "  printf(\"%f\\n\", best);\n"));
}
END_TEST

/* Work from before the timer is counted by it where somebody in it waits for that work, and not
 * where it only runs beside. */
START_TEST(a_timer_counts_what_it_waits_for)
{
    static const struct {
        bool has;
        const char *before, *timed;
    } cases[] = {
        {true, "k<<<1, 256, 0, s[0]>>>(p);",
         "k<<<1, 256, 0, s[0]>>>(p); cudaStreamSynchronize(s[0]);"},
        {true, "k<<<1, 256, 0, s[1]>>>(p);", "k<<<1, 256, 0, s[0]>>>(p); cudaDeviceSynchronize();"},
        {true, "k<<<1, 256>>>(p);", "k<<<1, 256, 0, s[0]>>>(p); cudaStreamSynchronize(s[0]);"},
        {true, "k<<<1, 256, 0, s[1]>>>(p); cudaEventRecord(e, s[1]);",
         "cudaStreamWaitEvent(s[0], e, 0); k<<<1, 256, 0, s[0]>>>(p); "
         "cudaStreamSynchronize(s[0]);"},
        {false, "k<<<1, 256, 0, s[1]>>>(p);",
         "k<<<1, 256, 0, s[0]>>>(p + 512); cudaStreamSynchronize(s[0]);"},
        {false, "for (int i = 0; i < 4; i++) k<<<1, 256, 0, s[1]>>>(p);",
         "k<<<1, 256, 0, s[0]>>>(p + 512); cudaStreamSynchronize(s[0]);"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[900];
        snprintf(body, sizeof body,
                 "  cudaStream_t s[2]; for (auto &one : s) cudaStreamCreate(&one);\n"
                 "  cudaEvent_t e; cudaEventCreate(&e);\n  %s\n"
                 "  auto t0 = steady_clock::now();\n  %s\n"
                 "  printf(\"%%ld\\n\", (long)(steady_clock::now() - t0).count());\n",
                 cases[i].before, cases[i].timed);
        ck_assert_msg(has_host_timer(body) == cases[i].has, "%s", body);
    }
}
END_TEST

/* A time that is only kept, or compared, measures nothing; one that others are taken from does,
 * wherever it was kept and however it is counted. */
START_TEST(a_time_that_is_kept_is_no_timer)
{
    static const struct {
        bool has;
        const char *use;
    } cases[] = {
        {false, ""},
        {false, "  printf(\"%d\\n\", r[0].since < r[3].since);\n"},
        {false, "  std::this_thread::sleep_until(r[3].since + microseconds(50));\n"},
        {true, "  printf(\"%ld\\n\", (long)(r[3].since - r[0].since).count());\n"},
        {true, "  printf(\"%f\\n\", duration<double>(r[3].since - r[0].since).count());\n"},
        /* a time that no clock said was made of one */
        {true, "  auto due = r[0].since + milliseconds(5);\n"
               "  printf(\"%ld\\n\", (long)(due - r[3].since).count());\n"},
        {true, "  auto a = r[0].since.time_since_epoch(), b = r[3].since.time_since_epoch();\n"
               "  printf(\"%ld\\n\", (long)(b - a).count());\n"},
        /* the work is done when it is read again: those between are not measured */
        {false, "  cudaDeviceSynchronize();\n"
                "  printf(\"%ld\\n\", (long)(clk::now() - t0).count());\n"},
    };
    char body[900];
    for (size_t i = 0; i < 2 * (sizeof cases / sizeof *cases); i++) {
        snprintf(body, sizeof body,
                 "  using clk = %s_clock;\n  struct { clk::time_point since; } r[4];\n"
                 "  auto t0 = clk::now();\n  for (int i = 0; i < 4; i++) {\n"
                 "    k<<<1, 256>>>(p); r[i].since = clk::now(); }\n%s",
                 i % 2 ? "system" : "steady", cases[i / 2].use);
        ck_assert_msg(has_host_timer(body) == cases[i / 2].has, "%s", body);
    }
}
END_TEST

/* One that ends too early stays so where another timer begins once its work is done. */
START_TEST(a_later_timer_ends_none_before_it)
{
    static const char *const ends[] = {
        "", "  auto c = steady_clock::now();\n",
        ("  auto c = steady_clock::now(); k<<<1, 256>>>(p); cudaDeviceSynchronize();\n"
         "  printf(\"%ld\\n\", (long)(steady_clock::now() - c).count());\n"),
        /* this one is read again */
        "  printf(\"%ld\\n\", (long)(steady_clock::now() - t0).count());\n"};
    for (int i = 0; i < 4; i++) {
        char body[900];
        snprintf(body, sizeof body,
                 "  auto t0 = steady_clock::now(); k<<<1, 256>>>(p);\n"
                 "  auto t1 = steady_clock::now();\n"
                 "  printf(\"%%ld\\n\", (long)(t1 - t0).count());\n"
                 "  cudaDeviceSynchronize();\n%s",
                 ends[i]);
        ck_assert_msg(has_host_timer(body) == (i < 3), "%s", body);
    }
}
END_TEST

/* A wait in a loop is not offered away where the program takes the time of what it waits for: that
 * would make a timer of it that is read too early. */
START_TEST(a_wait_that_is_timed_stays)
{
    static const char *const begins[] = {"", "auto t0 = steady_clock::now();",
                                         "double t0 = host_time_us();"};
    static const char *const ends[] = {
        "", "auto t = steady_clock::now() - t0; if (i == 0 || t < best) best = t;",
        "double t = host_time_us() - t0; if (i == 0 || t < least) least = t;"};
    for (int i = 0; i < 3; i++) {
        char body[900];
        snprintf(body, sizeof body,
                 "  cudaStream_t s[2]; for (auto &one : s) cudaStreamCreate(&one);\n"
                 "  steady_clock::duration best; double least = 0;\n"
                 "  for (int i = 0; i < 8; i++) {\n    %s\n"
                 "    k<<<1, 256, 0, s[i %% 2]>>>(p + 512 * (i %% 2));\n"
                 "    cudaDeviceSynchronize();\n    %s }\n"
                 "  printf(\"%%ld %%f\\n\", (long)best.count(), least);\n",
                 begins[i], ends[i]);
        ck_assert_msg(has_fault(body, PITFALL_ID_SYNC_IN_LOOP) == (i == 0), "%s", body);
        ck_assert(!has_host_timer(body));
    }
}
END_TEST

/* A query that says what comes next is no wait to be taken out. */
START_TEST(a_query_that_decides_stays)
{
    ck_assert(!has_fault("  cudaEvent_t e[2]; for (auto &one : e) cudaEventCreate(&one);\n"
                         "  for (int asked = 0, done = 0; done < 8;) {\n"
                         "    if (asked < 8 && asked - done < 1) {\n"
                         "      k<<<1, 256>>>(p); cudaEventRecord(e[asked++ % 2]); continue; }\n"
                         "    if (cudaEventQuery(e[done % 2]) == cudaSuccess) done++;\n"
                         "    else std::this_thread::yield(); }\n",
                         PITFALL_ID_SYNC_IN_LOOP));
}
END_TEST

static const struct pitfall *any_at(const struct found *found, enum pitfall_rule rule, int line)
{
    for (size_t i = 0; i < found->pitfalls.count; i++) {
        const struct pitfall *pitfall = &found->pitfalls.rows[i];
        const struct timeline *t = &found->prediction.timeline;
        if (pitfall->rule == rule && t->places.rows[pitfall->place].line == line)
            return pitfall;
    }
    return NULL;
}

/* Only what cudaMalloc gives can come from a pool in stream order. The memory is used past the
 * timed part, so that no rewrite says how to do it. */
START_TEST(no_pool_for_pinned_memory)
{
    struct found found;
    find_in_text(&found,
                 "#include \"nullstream.cuh\"\n"
                 "__global__ void k(float *p) { spin_us(20); p[threadIdx.x] = 1; }\n"
                 "int main() {\n"
                 "  for (int i = 0; i < 8; i++) {\n"
                 "    float *h, *d;\n"
                 "    cudaMallocHost(&h, 1 << 20);\n"
                 "    cudaMalloc(&d, 1 << 20);\n"
                 "    k<<<1, 256>>>(d);\n"
                 "    if (cudaEventQuery(0) == cudaSuccess && host_time_us() < 0) h[0] = 1;\n"
                 "    cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost);\n"
                 "    cudaFreeHost(h);\n"
                 "    cudaFree(d); }\n"
                 "}\n");
    const struct pitfall *pinned = any_at(&found, PITFALL_ID_TIMED_ALLOCATION, 6);
    const struct pitfall *device = any_at(&found, PITFALL_ID_TIMED_ALLOCATION, 7);
    ck_assert_ptr_nonnull(pinned);
    ck_assert_ptr_nonnull(device);
    ck_assert_ptr_null(strstr(pinned->fix.text, "Async"));
    ck_assert_ptr_nonnull(strstr(device->fix.text, "cudaMallocAsync"));
    release(&found);
}
END_TEST

/* The host is in synchronous and staged copies nearly all the time: it waits there, and no graph
 * takes that off it. */
START_TEST(a_blocking_call_is_no_launch)
{
    struct found found;
    find_in_text(&found, "#include \"nullstream.cuh\"\n"
                         "#include <thread>\n"
                         "__global__ void k() { spin_us(5); }\n"
                         "void save(char *host, char *device) {\n"
                         "  for (int i = 0; i < 6; i++) {\n"
                         "    cudaMemcpy(host, device, 4 << 20, cudaMemcpyDeviceToHost);\n"
                         "    host_work_us(250); }\n"
                         "}\n"
                         "void work() {\n"
                         "  for (int i = 0; i < 60; i++)\n"
                         "    k<<<1, 32, 0, cudaStreamPerThread>>>();\n"
                         "}\n"
                         "int main() {\n"
                         "  char *d, *h = (char *)malloc(4 << 20);\n"
                         "  cudaMalloc(&d, 4 << 20);\n"
                         "  std::thread a(work), b(save, h, d);\n"
                         "  a.join(); b.join();\n"
                         "  cudaDeviceSynchronize();\n"
                         "}\n");
    for (size_t i = 0; i < found.pitfalls.count; i++)
        ck_assert_int_ne(found.pitfalls.rows[i].rule, PITFALL_ID_HOST_BOUND);
    release(&found);
}
END_TEST

/* Behind the launches that the device waits for are as many again, while a long kernel runs: they
 * cost the host as much and delay nothing. The host waits in each turn of one loop for a launch,
 * and four times elsewhere: of what all these waits cost together, nearly all is the loop's. */
START_TEST(what_delays_is_named)
{
    struct found found;
    find_in_text(&found, "#include \"nullstream.cuh\"\n"
                         "__global__ void brief() { spin_us(1); }\n"
                         "__global__ void one() { spin_us(1300); }\n"
                         "int main() {\n"
                         "  for (int i = 0; i < 500; i++)\n"
                         "    brief<<<1, 32>>>();\n"
                         "  for (int i = 0; i < 100; i++) {\n"
                         "    brief<<<1, 32>>>(); cudaStreamSynchronize(0); }\n"
                         "  for (int n = 0; n < 4; n++) {\n"
                         "    for (int i = 0; i < 10; i++) brief<<<1, 32>>>();\n"
                         "    cudaStreamSynchronize(0); }\n"
                         "  one<<<1, 32>>>();\n"
                         "  for (int i = 0; i < 520; i++)\n"
                         "    brief<<<1, 32>>>();\n"
                         "  cudaDeviceSynchronize();\n"
                         "}\n");
    const struct pitfall *bound = of_rule(&found, PITFALL_ID_HOST_BOUND);
    const struct pitfall *loop = of_rule(&found, PITFALL_ID_SYNC_IN_LOOP);
    const struct program *program = &found.prediction.program;
    ck_assert_ptr_nonnull(bound);
    ck_assert_int_eq(program->places.rows[bound->place].line, 6);
    ck_assert_ptr_nonnull(loop);
    ck_assert_int_eq(program->places.rows[loop->place].line, 8);
    for (size_t i = 0; i < found.pitfalls.count; i++) {
        const struct pitfall *pitfall = &found.pitfalls.rows[i];
        if (pitfall->rule == PITFALL_ID_SYNC_IN_LOOP && pitfall != loop)
            ck_assert(!pitfall_matters(&found.pitfalls, pitfall));
    }
    release(&found);
}
END_TEST

/* Launches of one line that differ, in their arguments or grids, are one finding. */
START_TEST(one_line_is_one_finding)
{
    struct found found;
    find_in_text(&found, "#include \"nullstream.cuh\"\n"
                         "__global__ void big(int *p, int i) { spin_us(100); }\n"
                         "__global__ void small(int *p) { spin_us(20); }\n"
                         "int main() {\n"
                         "  int *p; cudaStream_t a, b;\n"
                         "  cudaMalloc(&p, 4);\n"
                         "  cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                         "  cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                         "160 << 10);\n"
                         "  for (int i = 0; i < 4; i++) {\n"
                         "    big<<<140 + 10 * i, 1024, 160 << 10, a>>>(p, i);\n"
                         "    small<<<16, 128, 0, b>>>(p);\n"
                         "  }\n"
                         "  cudaDeviceSynchronize();\n"
                         "}\n");
    const struct pitfall *tail = of_rule(&found, PITFALL_ID_TAIL_WAVE);
    ck_assert_ptr_nonnull(tail);
    ck_assert_uint_eq(tail->count, 4);
    ck_assert_uint_eq(tail->object_count, 4);
    ck_assert_ptr_nonnull(strstr(tail->evidence.text, "4 times"));
    for (size_t i = 0; i < found.pitfalls.count; i++)
        for (size_t k = 0; k < i; k++)
            ck_assert(found.pitfalls.rows[i].rule != found.pitfalls.rows[k].rule ||
                      found.pitfalls.rows[i].place != found.pitfalls.rows[k].place);
    release(&found);
}
END_TEST

/* Stream b's kernel is at once with the first of a: so little that it is none of the overlap that
 * is possible, but not nothing. */
START_TEST(hardly_anything_is_not_nothing)
{
    struct found found;
    find_in_text(&found, "#include \"nullstream.cuh\"\n"
                         "__global__ void k() { spin_us(5); }\n"
                         "int main() {\n"
                         "  cudaStream_t a, b; cudaStreamCreate(&a); cudaStreamCreate(&b);\n"
                         "  k<<<1, 1, 0, b>>>();\n"
                         "  for (int i = 0; i < 400; i++)\n"
                         "    k<<<1, 1, 0, a>>>();\n"
                         "  cudaDeviceSynchronize();\n"
                         "}\n");
    struct verdict verdict;
    struct strbuf text;
    strbuf_init(&text);
    ck_assert_uint_eq(found.summary.most, 2);
    verdict_find(&verdict, &found.prediction.timeline, &found.summary, &found.critical);
    verdict_text(&text, &verdict, &found.prediction.timeline, TIMELINE_UNKNOWN);
    ck_assert_msg(strncmp(text.text, "Hardly anything overlapped: ", 28) == 0, "%s", text.text);
    strbuf_release(&text);
    release(&found);
}
END_TEST

/* --- whatever comes ------------------------------------------------------------------------------
 */

/* Of random programs: gains are no larger than the wall time, what was refused is not shown, and
 * the same is found again. */
START_TEST(random_programs)
{
    struct predict_options options = {.gpu = "h200"};
    struct random_options random = {.seed = (uint64_t)_i + 1,
                                    .calls = 60,
                                    .threads = 1 + _i % 3,
                                    .streams = 1 + _i % 5,
                                    .events = 3,
                                    .work = _i % 2 == 0};
    struct found found;
    struct err err;
    err_init(&err);
    prediction_init(&found.prediction);
    random_program(&found.prediction.program, &random);
    if (predict_program(&found.prediction, &options, &err) != 0) {
        prediction_release(&found.prediction);
        return; /* of a deadlock there is no timeline */
    }
    look(&found, true);
    gain_find(&found.pitfalls, &found.prediction, NULL, &options, 4000);
    int64_t last = INT64_MAX;
    for (size_t i = 0; i < found.pitfalls.count; i++) {
        const struct pitfall *pitfall = &found.pitfalls.rows[i];
        if (pitfall->gain == TIMELINE_UNKNOWN)
            continue;
        ck_assert_int_le(pitfall->gain, found.pitfalls.wall);
        ck_assert_int_le(pitfall->gain, last);
        ck_assert(!pitfall->refused);
        last = pitfall->gain;
    }
    struct pitfalls first = found.pitfalls;
    critical_release(&found.critical);
    look(&found, true);
    gain_find(&found.pitfalls, &found.prediction, NULL, &options, 4000);
    ck_assert_uint_eq(first.count, found.pitfalls.count);
    for (size_t i = 0; i < first.count; i++) {
        ck_assert_str_eq(first.rows[i].evidence.text, found.pitfalls.rows[i].evidence.text);
        ck_assert_int_eq(first.rows[i].gain, found.pitfalls.rows[i].gain);
    }
    pitfalls_release(&first);
    release(&found);
}
END_TEST

/* The fence of the scenario's three kernels (default-stream.cu) with a budget that is too small for
 * one prediction: it is said why there is no figure and how to get it. With no limit there is one.
 */
START_TEST(what_is_too_large_says_so)
{
    struct predict_options options = {.gpu = "h200"};
    struct err err;
    for (uint64_t budget = 0; budget < 2; budget++) {
        struct found found = {0};
        err_init(&err);
        prediction_init(&found.prediction);
        ck_assert_int_eq(
            predict_file(&found.prediction, "tests/pitfalls/default-stream.cu", &options, &err), 0);
        look(&found, true);
        gain_find(&found.pitfalls, &found.prediction, NULL, &options, budget);
        const struct pitfall *fence = of_rule(&found, PITFALL_ID_DEFAULT_STREAM);
        ck_assert_ptr_nonnull(fence);
        ck_assert_int_eq(fence->gain == TIMELINE_UNKNOWN, budget == 1);
        ck_assert_int_eq(strstr(fence->ungained, "--all-gains") != NULL, budget == 1);
        release(&found);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pitfalls");
    TCase *tc = tcase_create("pitfalls");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, to_wait_for_several_is_one_wait);
    tcase_add_test(tc, names_are_unique_and_found);
    tcase_add_test(tc, every_rule_has_a_scenario);
    tcase_add_loop_test(tc, the_first_is_found_the_second_is_silent, 0, PAIRS);
    tcase_add_loop_test(tc, a_bound_is_not_exceeded, 0, 3);
    tcase_add_loop_test(tc, a_timeline_alone, 0, 6);
    tcase_add_loop_test(tc, nothing_to_improve, 0, 8);
    tcase_add_test(tc, a_pace_is_no_timer);
    tcase_add_test(tc, a_timer_counts_what_it_waits_for);
    tcase_add_test(tc, a_time_that_is_kept_is_no_timer);
    tcase_add_test(tc, a_later_timer_ends_none_before_it);
    tcase_add_test(tc, a_wait_that_is_timed_stays);
    tcase_add_test(tc, a_query_that_decides_stays);
    tcase_add_test(tc, no_pool_for_pinned_memory);
    tcase_add_test(tc, a_blocking_call_is_no_launch);
    tcase_add_test(tc, what_delays_is_named);
    tcase_add_test(tc, one_line_is_one_finding);
    tcase_add_test(tc, hardly_anything_is_not_nothing);
    tcase_add_loop_test(tc, random_programs, 0, 60);
    tcase_add_test(tc, what_is_too_large_says_so);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
