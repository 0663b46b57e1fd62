/* Templates that take values: kernels and other functions, packs of numbers. What g++ makes of the
 * host's part is tests/golden/script/template_values.cpp. */
#include "tests/unit/script_rig.h"

#define KERNELS                                                                                    \
    "#include <cuda_runtime.h>\n#include <utility>\n"                                              \
    "#pragma nullstream kernel(one) time(10us)\n__global__ void one(float *x) {}\n"                \
    "#pragma nullstream kernel(two) time(20us)\n__global__ void two(float *x, int n) {}\n"         \
    "#pragma nullstream kernel(any) time(30us)\n"                                                  \
    "template <class T> __global__ void any(T *x, T y) {}\n"
#define MAIN "int main() { float *d; cudaMalloc(&d, 4096);\n"

static const struct {
    const char *text;
    const char *launched; /* the kernels in the order of their launches */
} taken[] = {
    {"template <void (*K)(float *)> void go(float *d) { K<<<1, 32>>>(d); }\n" MAIN
     "go<one>(d); go<&one>(d); }",
     "one one "},
    {"template <void K(float *)> void go(float *d) { K<<<1, 32>>>(d); }\n" MAIN "go<one>(d); }",
     "one "},
    {"template <auto K, class... A> void go(A... a) { K<<<1, 32>>>(a...); }\n" MAIN
     "go<one>(d); go<two>(d, 3); go<any<float>>(d, 2.f); }",
     "one two any<float> "},
    {"template <auto *K> void go(float *d) { K<<<1, 32>>>(d); }\n" MAIN "go<one>(d); }", "one "},
    {"template <class T, void (*K)(T *, T)> void go(T *d) { K<<<1, 32>>>(d, T(1)); }\n" MAIN
     "go<float, any<float>>(d); }",
     "any<float> "},
    {"template <void (*... K)(float *)> void go(float *d) { (K<<<1, 32>>>(d), ...); }\n" MAIN
     "go<one, one>(d); }",
     "one one "},
    {"template <void (*K)(float *) = one> struct S { float *d; void go() { K<<<1, 32>>>(d); } "
     "};\n" MAIN "S<>{d}.go(); S<one>{d}.go(); }",
     "one one "},
    {"template <void (*K)(float *)> void go(float *d) { K<<<1, 32>>>(d); }\n"
     "template <void (*K)(float *)> void outer(float *d) { go<K>(d); go<one>(d); }\n" MAIN
     "outer<one>(d); }",
     "one one "},
    {"template <auto K> void go(float *d) { void *args[] = {&d};\n"
     "cudaLaunchKernel((const void *)K, dim3(1), dim3(32), args, 0, 0); }\n" MAIN "go<one>(d); }",
     "one "},
    {"template <size_t... I> void all(float *d, cudaStream_t *s, std::index_sequence<I...>)\n"
     "{ (two<<<1, 32, 0, s[I]>>>(d + I * 32, I), ...); }\n" MAIN
     "cudaStream_t s[3]; for (auto &x : s) cudaStreamCreate(&x);\n"
     "all(d, s, std::make_index_sequence<3>{}); }",
     "two two two "},
    {"template <int... N> void all(float *d) { (two<<<N, 32>>>(d, N), ...); }\n" MAIN
     "all<1, 2>(d); all<>(d); }",
     "two two "},
    /* nothing uses it: its body is read as device code is */
    {"template <void (*K)(float *), size_t... I> void go(float *d) { (K<<<I, 32>>>(d), ...); "
     "}\n" MAIN "one<<<1, 32>>>(d); }",
     "one "},
};

START_TEST(kernels_and_packs_of_numbers_are_arguments)
{
    struct run run;
    char text[2000], launched[200] = "";
    snprintf(text, sizeof text, "%s%s", KERNELS, taken[_i].text);
    run_text(&run, text);
    ck_assert_msg(run.status == 0, "%s\n%u: %s (%s)", text, run.err.line, run.err.message,
                  run.err.hint);
    for (size_t i = 0; i < run.timeline.ops.count; i++) {
        const struct timeline_op *op = &run.timeline.ops.rows[i];
        size_t length = strlen(launched);
        snprintf(launched + length, sizeof launched - length, "%s ",
                 intern_name(&run.timeline.names, op->name));
    }
    ck_assert_msg(strcmp(launched, taken[_i].launched) == 0, "%s\n launches %s", text, launched);
    run_release(&run);
}
END_TEST

static const struct {
    const char *text, *message, *hint; /* both parts of what is said */
} refused[] = {
    {"template <void (*K)(float *)> void go(float *d) { K<<<1, 32>>>(d); }\n" MAIN "go<two>(d); }",
     "no 'go' takes (float *)",
     "the function in < > does not have the type that its template wants"},
    {"template <void (*K)(float *)> void go(float *d) { K<<<1, 32>>>(d); }\n" MAIN "go<3>(d); }",
     "no 'go' takes (float *)",
     "the function in < > does not have the type that its template wants"},
    {"template <void (*K)(float *)> struct S {};\nint main() { S<two> s; }",
     "template argument 1 of 'S' must be a function of its type", ""},
    {"template <int N> struct S {};\nint main() { S<one> s; }",
     "template argument 1 of 'S' must be a constant", ""},
    {"template <void (*K)(float *) = two> struct S {};\nint main() { S<> s; }",
     "this is no such function as 'S' takes", ""},
    {"template <int N> struct S {};\nint main() { int n = 3; S<n> s; }",
     "a template argument must be a type, a constant or a function", ""},
    {"template <double D> struct S {};\nint main() { S<1> s; }",
     "a template parameter must be a type, a whole number or a function", ""},
    {"template <int... N> void f() {}\nint main() { f<int>(); }", "no 'f' takes ()", ""},
    /* what has no body anywhere */
    {"template <int N> int f(int);\nint main() { return f<3>(1); }",
     "'f<3>' is declared, but not defined", ""},
    {"struct S { int f(int); };\nint main() { S s; return s.f(1); }",
     "'S::f' is declared, but not defined", ""},
    {"struct S { template <class T> int g(T); };\nint main() { S s; return s.g(1); }",
     "'g<int>' is declared, but not defined", ""},
    {"struct S { S(); int n; };\nint main() { S s; return s.n; }",
     "'S::S' is declared, but not defined", ""},
    {"int main() { std::make_index_sequence<600> s; }",
     "a sequence of 600 numbers is not supported: from 0 to 512", ""},
};

START_TEST(others_are_refused)
{
    struct run run;
    char text[2000];
    snprintf(text, sizeof text, "%s%s", KERNELS, refused[_i].text);
    run_text(&run, text);
    ck_assert_int_eq(run.status, -1);
    ck_assert_str_eq(run.err.message, refused[_i].message);
    ck_assert_str_eq(run.err.hint, refused[_i].hint);
    run_release(&run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("template_value");
    TCase *tc = tcase_create("template_value");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, kernels_and_packs_of_numbers_are_arguments, 0,
                        sizeof taken / sizeof taken[0]);
    tcase_add_loop_test(tc, others_are_refused, 0, sizeof refused / sizeof refused[0]);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
