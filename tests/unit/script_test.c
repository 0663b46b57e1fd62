/* sim/script as a whole: programs in tests/golden/script and small texts, run by the virtual
 * runtime. NAME.out is what NAME.cpp prints when g++ compiles it. */
#include "tests/unit/script_rig.h"

#include <dirent.h>

#define FOLDER "tests/golden/script"

static void check_output(const char *text, const char *expected)
{
    struct run run;
    run_text(&run, text);
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert_str_eq(script_output(run.script), expected);
    run_release(&run);
}

static void check_error(const char *text, int line, const char *message)
{
    struct run run;
    run_text(&run, text);
    ck_assert_int_eq(run.status, -1);
    ck_assert_msg(strstr(run.err.message, message) != NULL, "%d: %s", run.err.line,
                  run.err.message);
    ck_assert_int_eq(run.err.line, line);
    run_release(&run);
}

/* An endless loop of launches, at 260 bytes each, ends before a usual machine has no memory left.
 */
START_TEST(calls_end_before_memory_does)
{
    const struct script_limit *limit = script_limits();
    while (limit->name != NULL && strcmp(limit->name, "calls") != 0)
        limit++;
    ck_assert_ptr_nonnull(limit->name);
    ck_assert_uint_le(limit->value * 260, UINT64_C(1400000000));
}
END_TEST

START_TEST(a_random_device_is_unknown)
{
    check_output("#include <random>\n#include <cstdio>\nint main() { std::random_device rd; "
                 "std::mt19937 g(rd()); std::uniform_int_distribution<int> d(0, 9); "
                 "printf(\"%d %u\\n\", d(g), rd()); return 0; }",
                 "? ?\n");
    check_output(
        "#include <random>\n#include <algorithm>\n#include <cstdio>\nint main() { int a[3] = {1, "
        "2, 3};\n"
        "std::mt19937 g(std::random_device{}()), h(7);\n"
        "std::shuffle(a, a + 3, g); printf(\"%d %d %d\\n\", a[0], a[1], a[2]);\n"
        "int b[3] = {1, 2, 3}; std::shuffle(b, b + 3, h); printf(\"%d\\n\", b[0] + b[1] + b[2]); }",
        "? ? ?\n6\n");
}
END_TEST

START_TEST(programs_print_what_gcc_makes_them_print)
{
    DIR *folder = opendir(FOLDER);
    const struct dirent *entry;
    int count = 0;
    ck_assert_msg(folder != NULL, "run from the root of the repository");
    while ((entry = readdir(folder)) != NULL) {
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".cpp") != 0)
            continue;
        char path[512];
        struct run run;
        struct strbuf expected;
        strbuf_init(&expected);
        snprintf(path, sizeof path, FOLDER "/%.*s.out", (int)length - 4, entry->d_name);
        ck_assert_int_eq(strbuf_read_file(&expected, path, 1 << 20, &(struct err){0}), 0);
        snprintf(path, sizeof path, FOLDER "/%s", entry->d_name);
        run_file(&run, path);
        ck_assert_msg(run.status == 0, "%s:%d: %s", entry->d_name, run.err.line, run.err.message);
        ck_assert_str_eq(script_output(run.script), expected.text);
        strbuf_release(&expected);
        run_release(&run);
        count++;
    }
    closedir(folder);
    ck_assert_int_gt(count, 0);
}
END_TEST

#define BEGIN                                                                                      \
    KERNEL "int main() {\n int *d, h = 3; cudaMalloc(&d, 4); k<<<1, 1>>>(d);\n"                    \
           " cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n" /* line 8 follows */

START_TEST(unknown_values_print_as_questions)
{
    check_output(BEGIN "printf(\"%d [%3d] %d\\n\", h, h + 1, 5); return 0; }", "? [  ?] 5\n");
    check_output(BEGIN "printf(h ? \"yes\\n\" : \"no\\n\"); puts(h ? \"a\" : \"b\"); return 0; }",
                 "?\n?\n");
}
END_TEST

/* Constructors that say the arguments of their template know the names around that, not those
 * around the variable: after a kernel had been read, std::unique_lock lock(m, std::defer_lock) was
 * refused.
 */
START_TEST(arguments_are_deduced_behind_a_kernel)
{
    check_output("#include <mutex>\n" KERNEL
                 "namespace n { struct of {}; template <class T> struct A { T v; A(T x, of) : v(x) "
                 "{} }; }\nint main() { std::mutex m; std::unique_lock lock(m, std::defer_lock); "
                 "n::A a(2.5, n::of());"
                 "printf(\"%d %g\\n\", lock.owns_lock(), a.v); }",
                 "0 2.5\n");
}
END_TEST

START_TEST(heaps_of_unknown_elements_are_unknown)
{
    check_output(
        "#include <algorithm>\n" BEGIN
        "int a[3] = {h, 1 - h, h}, b[3] = {1, 3, 2}; std::make_heap(a, a + 3); std::make_heap(b, "
        "b + 3);\n"
        "printf(\"%d %d %d %d\\n\", a[0], std::is_heap(a, a + 3), b[0], std::is_heap(b, b + "
        "3)); }",
        "? ? 3 1\n");
}
END_TEST

START_TEST(an_unknown_condition_takes_neither_arm)
{
    check_output(BEGIN "int a = 1; if (h == 1) { a = 2; return 1; } else a = 3;\n"
                       "printf(\"%d\\n\", a); return 0; }",
                 "?\n");
    check_output(BEGIN "int n = 0; for (int i = 0; i < h; i++) n++;\n"
                       "while (h) n++; do n++; while (h);\n"
                       "switch (h) { case 1: n = 50; default: n = 60; }\n"
                       "printf(\"%d %d %d\\n\", n, h ? 1 : 2, h && n > 100); return 0; }",
                 "? ? ?\n");
}
END_TEST

START_TEST(what_skipped_arms_would_assign_is_unknown)
{
    check_output(BEGIN "float most = 0; for (int i = 0; i < 3; i++) if (h > most) most = h;\n"
                       "printf(\"%f\\n\", most); return 0; }",
                 "?\n");
    check_output("#include <vector>\n#include <array>\n#include <utility>\n" BEGIN
                 "struct { int n, m; } s = {1, 2}; std::vector<int> v(3, 4);\n"
                 "std::array<int, 2> a = {{5, 6}}; int c[2] = {7, 8}, x = 9, *p = &x, y = 10;\n"
                 "if (h) { s.n = 0; v[1]++; a[0] = 0; for (int j = 0; j < 2; j++) c[j] = 0; }\n"
                 "if (h) std::swap(x, y); else *p = 0;\n"
                 "printf(\"%d %d %d %d %d %d %d %d %d\\n\", s.n, s.m, v[0], v[1], a[0], a[1], "
                 "c[0], x, y); return 0; }",
                 "? 2 4 ? ? 6 ? ? ?\n");
    /* where the address cannot be computed the arm was not there for it */
    check_output(BEGIN "struct { unsigned a : 4, b : 4, c : 12; } s = {1, 2, 3}, t;\n"
                       "if (h) s.a = 5; cudaMemcpy(&t, d, 4, cudaMemcpyDeviceToHost);\n"
                       "printf(\"%d %d %d\\n\", s.a, t.a, t.c - 1); return 0; }",
                 "? ? ?\n");
    check_output(BEGIN "int *none = 0, c[2] = {7, 8};\n"
                       "if (h) { none[1] = 3; c[9 - 2] = 1; int own = 1; own++; }\n"
                       "printf(\"%d\\n\", c[0]); return 0; }",
                 "7\n");
    check_output(BEGIN "int bins[3] = {1, 1, 1}; if (h < 3) bins[h]++;\n"
                       "printf(\"%d\\n\", bins[2]); return 0; }",
                 "?\n");
    /* a switch, and an arm of ?: */
    check_output(BEGIN "int a = 1, b = 2, e = 3; switch (h) { case 1: a = 4; default: b = 5; }\n"
                       "h ? e++ : 0; printf(\"%d %d %d\\n\", a, b, e); return 0; }",
                 "? ? ?\n");
}
END_TEST

START_TEST(a_skipped_return_makes_the_result_unknown)
{
    check_output("bool same(const int *a) { for (int i = 0; i < 1; i++) if (a[i] != 3) return "
                 "false; return true; }\n"
                 "struct both { int a, b; }; both two(int n) { both x = {1, 2}; if (n) return x; "
                 "return x; }\n" BEGIN
                 "printf(\"%d %d %d\\n\", same(&h), two(h).b, two(0).b); return 0; }",
                 "? ? 2\n");
}
END_TEST

/* After a loop whose end is unknown the program goes on, but tells no numbers. */
START_TEST(what_a_doubtful_loop_counted_is_usable_but_not_told)
{
    check_output(BEGIN "int *two[2] = {d, d}, n = 0, i;\n"
                       "do { k<<<1, 1>>>(two[n & 1]); n++; } while (h && n < 50);\n"
                       "k<<<n, 1>>>(two[n & 1]); for (i = 0; i < 4; i++) if (h) break;\n"
                       "int m = 0; for (int j = 0; j < 4; j++) { if (h) continue; m++; }\n"
                       "int t = 0; for (int j = 0; j < 4; j++) switch (h) { case 1: break; }\n"
                       "printf(\"%d %d %d %d\\n\", n, i, m, t); return 0; }",
                 "? ? ? 0\n");
}
END_TEST

START_TEST(unknown_conditions_are_reported_once)
{
    struct run run;
    run_text(&run, BEGIN "for (int i = 0; i < 5; i++) if (h) k<<<1, 1>>>(d);\nreturn 0; }");
    ck_assert_msg(run.status == 0, "%s", run.err.message);
    ck_assert_uint_eq(script_warning_count(run.script), 1);
    struct err text;
    bool remark;
    script_warning(run.script, 0, &text, &remark);
    ck_assert_int_eq(text.line, 8);
    ck_assert(!remark);
    ck_assert_ptr_nonnull(strstr(text.message, "CUDA calls are skipped"));
    run_release(&run);
}
END_TEST

/* To assume true of a loop's condition cannot be all that ends it, and false is what happens. */
START_TEST(an_unknown_loop_says_what_true_means)
{
    struct run run;
    run_text(&run,
             BEGIN "do { k<<<1, 1>>>(d);\n"
                   "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); } while (!h);\nreturn 0; }");
    ck_assert_msg(run.status == 0, "%s", run.err.message);
    ck_assert_uint_eq(script_warning_count(run.script), 1);
    struct err text;
    bool remark;
    script_warning(run.script, 0, &text, &remark);
    ck_assert_ptr_nonnull(strstr(text.message,
                                 "the loop ends, and CUDA calls are skipped; --assume "
                                 "8=true goes on until something else ends it"));
    run_release(&run);
}
END_TEST

/* What waits for input that nobody gives is told once for each place. */
START_TEST(empty_input_is_told)
{
    struct run run;
    run_text(&run, "#include <iostream>\nint main() { int n = 3;\n"
                   "for (int i = 0; i < 5; i++) std::cin >> n;\nreturn n != 3; }");
    ck_assert_msg(run.status == 0, "%s", run.err.message);
    ck_assert_uint_eq(script_warning_count(run.script), 1);
    struct err text;
    bool remark;
    script_warning(run.script, 0, &text, &remark);
    ck_assert_int_eq(text.line, 3);
    ck_assert(remark);
    ck_assert_ptr_nonnull(strstr(text.message, "standard input is empty"));
    run_release(&run);
    check_error("#include <vector>\n#include <iostream>\nint main() { int n; std::cin >> n;\n"
                "std::vector<int> v(n); return 0; }",
                4, "never given a value");
}
END_TEST

START_TEST(assumptions_decide)
{
    static const char *const assume[] = {"8=true"};
    settings.assumes = assume;
    settings.assume_count = 1;
    check_output(BEGIN "if (h == 1)\nprintf(\"yes\\n\"); return 0; }", "yes\n");
}
END_TEST

START_TEST(unknown_sizes_and_indices_are_errors)
{
    check_error(BEGIN "int a[4];\nreturn a[h]; }", 9, "whose value is unknown");
    check_error(BEGIN "cudaMalloc(&d, h); return 0; }", 8, "unknown");
    check_error(BEGIN "int n = 1; if (h) n = 2;\ncudaMalloc(&d, n); return 0; }", 9, "unknown");
    check_error(BEGIN "int *p;\n*p = 1; return 0; }", 9, "never given a value");
}
END_TEST

START_TEST(what_nothing_catches_ends_the_program)
{
    check_error("#include <stdexcept>\nvoid f(int n) { if (n > 2)\n"
                "  throw std::runtime_error(\"too many\"); }\nint main() { f(1); f(3); }",
                3, "nothing catches this std::runtime_error: too many");
    check_error("int main() { try { throw 3; } catch (char) { } }", 1, "nothing catches this int");
    check_error("int main() {\n throw; }", 2, "where no exception is being handled");
    check_error("#include <stdexcept>\nint main() { try {\n throw std::logic_error(\"again\");\n"
                "} catch (const std::exception &) {\n throw; } }",
                5, "nothing catches this std::logic_error: again");
}
END_TEST

START_TEST(host_accesses_are_checked)
{
    check_error(
        "#include <stdlib.h>\nint main() {\n float *h = (float *)malloc(400000);\n"
        " h[100000] = 1; return 0; }",
        4,
        "host write beyond its buffer: 4 bytes past the end of `h` (400000 bytes, allocated "
        "at line 3)");
    check_error("int main() { int a[3] = {};\n int i = 3; return a[i]; }", 2,
                "4 bytes past the end of `a`");
    check_error("int main() { int *p = 0;\n return *p; }", 2, "through a null pointer");
    check_error("#include <stdlib.h>\nint main() { int *p = (int *)malloc(4);\nfree(p);\n"
                "free(p); return 0; }",
                4, "was freed already at line 3");
    check_error("#include <cuda_runtime.h>\nint main() { int *d; cudaMalloc(&d, 4);\n*d = 1; }", 3,
                "of device memory");
}
END_TEST

/* A float is half of its cell; what the other half held before is no part of it: 1.5 behind -10,
 * and behind 0, is one launch. */
START_TEST(equal_floats_are_one_launch)
{
    struct run run;
    run_text(&run, "#include <cuda_runtime.h>\n#pragma nullstream kernel(k) time(1us)\n"
                   "__global__ void k(float f) {}\n"
                   "float pick(long long n, float h, float g)\n"
                   "{ if (n * 3 + n * 7 > 5) return 0; return h / g; }\n"
                   "int main() { for (int i = 0; i < 2; i++)\n"
                   "  k<<<1, 32>>>(pick(i ? -1 : 0, 3, 2)); return 0; }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert_uint_eq(run.program.launches.count, 2); /* rows count from 1 */
    run_release(&run);
}
END_TEST

START_TEST(bad_programs_end)
{
    static const char *const limits[] = {"steps=1000000", "memory=1000000"};
    settings.limits = limits;
    settings.limit_count = 2;
    check_error("int main() {\n for (;;)\n ;\n }", 2, "more than 1000000 turns");
    check_error("int f(int x) {\n return f(x + 1); }\nint main() { return f(0); }", 2,
                "calls inside each other");
    check_error("int main() { int z = 0;\n return 5 / z; }", 2, "division by zero");
    check_error("int main() { int z = 40;\n return 1 << z; }", 2, "shifted by 40 bits");
    check_error("#include <stdlib.h>\nint main() {\n char *p = (char *)malloc(-5); return 0; }", 3,
                "negative size");
    check_error("#include <stdlib.h>\nint main() {\n char *p = (char *)malloc(5000000);\n"
                "for (int i = 0; i < 5000000; i += 4096) p[i] = 1;\n return 0; }",
                4, "more memory than the limit");
    check_error(
        "static int f(int x) { if (x) return 1; }\nint main() {\n return (new int[1])[f(0)]; }", 3,
        "never given a value");
    check_error("int main() { int n = 2;\n int *p = new int[n]{1, 2, 3}; return p[0]; }", 2,
                "new of 2 elements, but 3 values in braces");
    check_error("struct S { S() {} S(int) {} };\nint main() { int n = 1;\n"
                " S *p = new S[n]{1, 2}; return 0; }",
                3, "new of 1 elements, but 2 values in braces");
    check_error("#include <stdio.h>\nint main() {\n printf(\"%d\\n\", 1.5); return 0; }", 3,
                "does not print a double");
    check_error("#include <stdio.h>\nint main() {\n printf(\"%d %d\\n\", 1); return 0; }", 3,
                "more arguments than there are");
}
END_TEST

START_TEST(threads_join_and_lock)
{
    check_output(
        "#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int total;\n"
        "void *work(void *arg) { long n = (long)arg;\n"
        "  for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); int t = total;\n"
        "    usleep(10 * n); total = t + n; pthread_mutex_unlock(&m); }\n"
        "  return (void *)(n * 2); }\n"
        "int main() { pthread_t t[3]; long sum = 0; void *r;\n"
        "  for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, work, (void *)(i + 1));\n"
        "  for (int i = 0; i < 3; i++) { pthread_join(t[i], &r); sum += (long)r; }\n"
        "  printf(\"%d %ld\\n\", total, sum); return 0; }",
        "18 12\n");
}
END_TEST

START_TEST(conditions_and_barriers_wake)
{
    check_output(
        "#include <pthread.h>\n#include <stdio.h>\n"
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        "pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_barrier_t b; int ready, sum;\n"
        "void *work(void *) { pthread_mutex_lock(&m); while (!ready)\n"
        "  pthread_cond_wait(&c, &m); sum += ready; pthread_mutex_unlock(&m);\n"
        "  pthread_barrier_wait(&b); return NULL; }\n"
        "int main() { pthread_t t[2]; pthread_barrier_init(&b, NULL, 3);\n"
        "  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);\n"
        "  pthread_mutex_lock(&m); ready = 5; pthread_cond_broadcast(&c);\n"
        "  pthread_mutex_unlock(&m); pthread_barrier_wait(&b); printf(\"%d\\n\", sum);\n"
        "  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL); return 0; }",
        "10\n");
}
END_TEST

START_TEST(polling_memory_ends)
{
    check_output("#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
                 "volatile int flag;\n"
                 "void *work(void *) { usleep(100); flag = 1; return NULL; }\n"
                 "int main() { pthread_t t; pthread_create(&t, NULL, work, NULL);\n"
                 "  while (!flag) ; printf(\"%d\\n\", flag); pthread_join(t, NULL); return 0; }",
                 "1\n");
    check_output(
        "#include <pthread.h>\n#include <stdio.h>\n#include <unistd.h>\n"
        "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int flag;\n"
        "void *work(void *) { usleep(100); pthread_mutex_lock(&m); flag = 1;\n"
        "  pthread_mutex_unlock(&m); usleep(50); flag = 2; return NULL; }\n"
        "int main() { pthread_t t; int seen = 0; pthread_create(&t, NULL, work, NULL);\n"
        "  while (!seen) { pthread_mutex_lock(&m); seen = flag; pthread_mutex_unlock(&m); }\n"
        "  while (flag != 2) usleep(0);\n"
        "  printf(\"%d\\n\", flag); pthread_join(t, NULL); return 0; }",
        "2\n");
}
END_TEST

START_TEST(vector_types_are_made)
{
    check_output(
        "#include <stdio.h>\nint main() { float4 f = make_float4(1, 2, 3, 4);\n"
        "  char2 c = make_char2(-1, 'b'); uint3 u = make_uint3(1, 2, 3);\n"
        "  uchar4 b = make_uchar4(255, 256, 1, 2); int3 i = make_int3(1, 2, 3);\n"
        "  double2 d = make_double2(.5, 1.5);\n"
        "  printf(\"%g %g %d %u %d %d %d %g\\n\", f.x, f.w, c.x, u.z, b.x, b.y, i.y, d.y);\n"
        "  return 0; }",
        "1 4 -1 3 255 0 2 1.5\n");
    check_output("#include <stdio.h>\nint main() { uchar3 p = make_uchar3(1, 2, 300);\n"
                 "  short4 s = make_short4(1, 2, 3, -4); ulonglong2 l = {1, 2}; float1 f = {.5f};\n"
                 "  printf(\"%d %d %d %d %g\\n\", p.z, (int)sizeof p, s.w, (int)l.y, f.x);\n"
                 "  return 0; }",
                 "44 3 -4 2 0.5\n");
}
END_TEST

START_TEST(device_templates_with_packs_need_not_be_used)
{
    check_output(
        "#include <stdio.h>\n"
        "template <class... T> __device__ float total(T... v) { return (v + ... + (0)); }\n"
        "template <class... T> __global__ void k(float *p, T... v) {\n"
        "  p[0] = total(v...) * sizeof...(v); ((p[1] += v * sizeof...(T)), ...); }\n"
        "int main() { printf(\"end\\n\"); return 0; }",
        "end\n");
}
END_TEST

/* A sleep of 1500 us ends 77.5 us late: of the curve's 73 and 91 at 1 and 3 ms. */
START_TEST(clocks_show_virtual_time)
{
    check_output("#include <stdio.h>\n#include <time.h>\n#include <unistd.h>\n"
                 "int main() { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a);\n"
                 "  usleep(1500); clock_gettime(CLOCK_MONOTONIC, &b);\n"
                 "  printf(\"%ld\\n\", (b.tv_sec - a.tv_sec) * 1000000 + (b.tv_nsec - a.tv_nsec) / "
                 "1000);\n"
                 "  clock_t end = clock() + 2000; int turns = 0;\n"
                 "  while (clock() < end) turns++;\n"
                 "  printf(\"%d\\n\", turns > 100); return 0; }",
                 "1577\n1\n");
}
END_TEST

/* Joined late, in a loop over many, or detached is right; pthread_t has no destructor. */
START_TEST(a_joinable_thread_at_the_end_is_reported)
{
    static const struct {
        const char *body;
        size_t warnings;
    } cases[] = {
        {"std::thread t([] { k<<<1, 1>>>(0); });", 1},
        {"std::vector<std::thread> v;\n"
         "for (int i = 0; i < 3; i++) v.push_back(std::thread([] { k<<<1, 1>>>(0); }));",
         1},
        {"std::thread t([] { k<<<1, 1>>>(0); }); t.join();", 0},
        {"std::thread t([] { k<<<1, 1>>>(0); }); t.detach();", 0},
        {"std::thread t([] { k<<<1, 1>>>(0); }); std::thread u = std::move(t); u.join();", 0},
        {"pthread_t p; pthread_create(&p, 0, work, 0);", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        char text[800];
        snprintf(text, sizeof text,
                 "#include <thread>\n#include <vector>\n#include <utility>\n#include <pthread.h>\n"
                 "%svoid *work(void *p) { return p; }\nint main() {\n%s\nreturn 0; }",
                 KERNEL, cases[i].body);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_uint_eq(script_warning_count(run.script), cases[i].warnings);
        if (cases[i].warnings) {
            struct err warning;
            bool remark;
            script_warning(run.script, 0, &warning, &remark);
            ck_assert(!remark);
            ck_assert_ptr_nonnull(strstr(warning.message, "neither joined nor detached"));
            ck_assert_ptr_nonnull(strstr(warning.message, "join() or detach() it"));
        }
        run_release(&run);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("script");
    TCase *tests = tcase_create("script");
    tcase_set_timeout(tests, 60);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, programs_print_what_gcc_makes_them_print);
    tcase_add_test(tests, a_random_device_is_unknown);
    tcase_add_test(tests, unknown_values_print_as_questions);
    tcase_add_test(tests, arguments_are_deduced_behind_a_kernel);
    tcase_add_test(tests, heaps_of_unknown_elements_are_unknown);
    tcase_add_test(tests, an_unknown_condition_takes_neither_arm);
    tcase_add_test(tests, what_skipped_arms_would_assign_is_unknown);
    tcase_add_test(tests, a_skipped_return_makes_the_result_unknown);
    tcase_add_test(tests, what_a_doubtful_loop_counted_is_usable_but_not_told);
    tcase_add_test(tests, unknown_conditions_are_reported_once);
    tcase_add_test(tests, an_unknown_loop_says_what_true_means);
    tcase_add_test(tests, calls_end_before_memory_does);
    tcase_add_test(tests, empty_input_is_told);
    tcase_add_test(tests, assumptions_decide);
    tcase_add_test(tests, unknown_sizes_and_indices_are_errors);
    tcase_add_test(tests, what_nothing_catches_ends_the_program);
    tcase_add_test(tests, host_accesses_are_checked);
    tcase_add_test(tests, equal_floats_are_one_launch);
    tcase_add_test(tests, bad_programs_end);
    tcase_add_test(tests, threads_join_and_lock);
    tcase_add_test(tests, conditions_and_barriers_wake);
    tcase_add_test(tests, polling_memory_ends);
    tcase_add_test(tests, vector_types_are_made);
    tcase_add_test(tests, device_templates_with_packs_need_not_be_used);
    tcase_add_test(tests, clocks_show_virtual_time);
    tcase_add_test(tests, a_joinable_thread_at_the_end_is_reported);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
