/* Pragmas and --cost: what they say, and what is said when they are wrong. */
#include "sim/script/builtin_headers.h"
#include "sim/script/kernel_cost.h"
#include "sim/script/launch_spin.h"
#include "sim/script/launch_value.h"
#include "sim/script/parse.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct rig {
    struct builtin_headers headers;
    struct arena arena;
    struct translation_unit *tu;
    struct kernel_costs costs;
    struct err err;
};

static const char kernels[] =
    "__global__ void scale(float *x, int n) { x[0] = n; }\n"
    "__global__ void spins(double us) { spin_us(us); }\n"
    "template <class T> __global__ void fill(T *x) { }\n"
    "float work(int n) { return n; }\n"
    "int main() { scale<<<1, 1>>>(0, 1); float *f = 0; double *d = 0;\n"
    "    fill<<<1, 1>>>(f); fill<<<1, 1>>>(d); work(1); spins<<<1, 1>>>(1);\n"
    "    return 0; }\n";

/* Reads `pragma`, put before the kernels in line 2, with the options `costs`. */
static int rig_read(struct rig *rig, const char *pragma, const char *const *costs, size_t count)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "#include \"nullstream.cuh\"\n%s\n%s", pragma, kernels);
    memset(rig, 0, sizeof *rig);
    err_init(&rig->err);
    builtin_headers_init(&rig->headers);
    arena_init(&rig->arena);
    struct script_options options = {.builtin_header = builtin_header, .context = &rig->headers};
    int rc = script_parse_text("cost.cu", text.text, text.length, &options, &rig->tu, &rig->arena,
                               &rig->err);
    ck_assert_msg(rc == 0, "%d:%d: %s", rig->err.line, rig->err.column, rig->err.message);
    struct script_settings settings = {.costs = costs, .cost_count = count};
    rc = kernel_costs_read(&rig->costs, rig->tu, &settings, &rig->err);
    strbuf_release(&text);
    return rc;
}

static void rig_release(struct rig *rig)
{
    kernel_costs_release(&rig->costs);
    translation_unit_release(rig->tu);
    arena_release(&rig->arena);
    builtin_headers_release(&rig->headers);
}

static const struct kernel_cost *find(const struct rig *rig, const char *name)
{
    for (int i = 0; i < rig->costs.kernel_count; i++) {
        if (strcmp(rig->costs.kernels[i].function->display_name, name) == 0)
            return &rig->costs.kernels[i];
    }
    ck_abort_msg("no kernel %s", name);
}

static double value(const struct expr *e, int64_t n)
{
    struct vm_cell args[2] = {{.u = 0}, {.i = n}};
    struct launch_scope scope = {.args = args, .arg_count = 2, .grid = {4, 1, 1}};
    struct launch_value v = launch_value(&scope, e);
    ck_assert(v.known);
    return launch_number(v);
}

START_TEST(time_of_a_kernel)
{
    struct rig rig;
    ck_assert_int_eq(
        rig_read(&rig, "#pragma nullstream kernel(scale) time(n * 0.5us + 1us)", NULL, 0), 0);
    const struct kernel_cost *cost = find(&rig, "scale");
    ck_assert_int_eq(cost->kind, COST_TIME);
    ck_assert(!cost->guessed && !cost->from_memory);
    ck_assert_double_eq(value(cost->time, 100), 51000);
    cost = find(&rig, "spins");
    ck_assert_int_eq(cost->kind, COST_BLOCK_TIME);
    ck_assert(cost->spins && !cost->guessed);
    ck_assert(find(&rig, "fill<float>")->guessed);
    rig_release(&rig);
}
END_TEST

START_TEST(everything_else)
{
    struct rig rig;
    ck_assert_int_eq(rig_read(&rig,
                              "#pragma nullstream kernel(scale) flops(10.0 * n) bytes(8 * n) "
                              "regs(40) shared(sizeof(float) * 64) reads(x, n * 4) "
                              "writes(x + 1, 4) atomics(x, 8) "
                              "fails(cudaErrorIllegalAddress)",
                              NULL, 0),
                     0);
    const struct kernel_cost *cost = find(&rig, "scale");
    ck_assert_int_eq(cost->kind, COST_WORK);
    ck_assert_double_eq(value(cost->flops, 7), 70);
    ck_assert_double_eq(value(cost->bytes, 7), 56);
    ck_assert_double_eq(value(cost->regs, 0), 40);
    ck_assert_double_eq(value(cost->shared, 0), 256);
    ck_assert_int_eq(cost->clause_count, 3);
    ck_assert_int_eq(cost->clauses[1].mode, ACCESS_WRITE);
    ck_assert_int_eq(cost->clauses[2].mode, ACCESS_UPDATE);
    ck_assert_double_eq(value(cost->clauses[1].pointer, 0), 4);
    ck_assert_int_eq(cost->fails, 700);
    rig_release(&rig);
}
END_TEST

START_TEST(all_instances_and_the_option)
{
    struct rig rig;
    const char *costs[] = {"fill<double>=3us", "spins=1ms"};
    ck_assert_int_eq(
        rig_read(&rig, "#pragma nullstream kernel(fill) block_time(gridDim.x * sizeof(T) * 1us)",
                 costs, 2),
        0);
    ck_assert_double_eq(value(find(&rig, "fill<float>")->time, 0), 16000);
    ck_assert_int_eq(find(&rig, "fill<float>")->fixed, -1);
    ck_assert_int_eq(find(&rig, "fill<double>")->fixed, 3000);
    ck_assert_int_eq(find(&rig, "spins")->fixed, 1000000);
    ck_assert_int_eq(find(&rig, "spins")->kind, COST_TIME);
    rig_release(&rig);
}
END_TEST

/* Functions that call others many times: each is looked at once. */
START_TEST(deep_calls)
{
    struct rig rig;
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text, "__device__ int h0(int n) { return n; }\n");
    for (int i = 1; i < 8; i++) {
        strbuf_addf(&text, "__device__ int h%d(int n) { int r = 0;", i);
        for (int j = 0; j < 20; j++)
            strbuf_addf(&text, " r += h%d(n + %d);", i - 1, j);
        strbuf_addf(&text, " return r; }\n");
    }
    strbuf_addf(&text, "__global__ void deep(int *x) { x[0] = h7(1); }\n"
                       "__device__ void spins_too(int n) { if (n) spins_too(n - 1); spin_us(n); }\n"
                       "template <class T> __device__ void of_type(T n) { spins_too(n); }\n"
                       "template <class T> __device__ void outer(T n) { of_type(n); }\n"
                       "__global__ void calls(int n) { spins_too(n); }\n"
                       "__global__ void template_calls(int n) { outer(n); }\n");
    ck_assert_int_eq(rig_read(&rig, text.text, NULL, 0), 0);
    ck_assert(find(&rig, "deep")->guessed && !find(&rig, "deep")->spins);
    ck_assert(find(&rig, "calls")->spins);
    ck_assert(find(&rig, "template_calls")->spins);
    ck_assert_int_eq(find(&rig, "calls")->function->spins, SPINS);
    ck_assert_int_eq(find(&rig, "template_calls")->function->spins, SPINS_UNREAD);
    strbuf_release(&text);
    rig_release(&rig);
}
END_TEST

/* nvcc compiles it; there is no instance whose cost could be read, only a name to be known. */
START_TEST(templates_that_nothing_launches)
{
    struct rig rig;
    const char *idle[] = {"idle=3us"}, *unknown[] = {"idel=3us"};
    static const char text[] = "#pragma nullstream kernel(idle) time(sizeof(T) * 1us)\n"
                               "template <class T> __global__ void idle(T *x) { x[0] = 1; }\n"
                               "template <class T> T no_kernel(T x) { return x; }\n";
    ck_assert_int_eq(rig_read(&rig, text, idle, 1), 0);
    ck_assert_int_eq(rig.tu->idle_kernel_count, 1);
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig, text, unknown, 1), -1);
    ck_assert_str_eq(rig.err.hint, "did you mean idle?");
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig,
                              "#pragma nullstream kernel(no_kernel) time(1us)\n"
                              "template <class T> T no_kernel(T x) { return x; }\n",
                              NULL, 0),
                     -1);
    ck_assert_str_eq(rig.err.message, "there is no kernel `no_kernel`");
    rig_release(&rig);
}
END_TEST

START_TEST(host_functions)
{
    struct rig rig;
    ck_assert_int_eq(rig_read(&rig, "#pragma nullstream host(work) time(2us)", NULL, 0), 0);
    ck_assert_int_eq(rig.costs.host_count, 1);
    ck_assert_double_eq(value(rig.costs.hosts[0].time, 0), 2000);
    rig_release(&rig);
}
END_TEST

/* A method by its struct's name, or alone; of a template, in all its instances. */
START_TEST(host_methods)
{
    struct rig rig;
    static const char text[] = "struct S { void go(int n) {}\n"
                               "#pragma nullstream host(near) time(4us)\n"
                               "void near() {} static void st() {} };\n"
                               "template <class T> struct B { void f(T x) {} void other() {} };\n"
                               "B<int> one; B<float> two;\n"
                               "#pragma nullstream host(S::go) time(3us)\n"
                               "#pragma nullstream host(S::st) time(2us)\n"
                               "#pragma nullstream host(B::f) time(1us)\n";
    ck_assert_int_eq(rig_read(&rig, text, NULL, 0), 0);
    ck_assert_int_eq(rig.costs.host_count, 5);
    ck_assert_double_eq(value(rig.costs.hosts[0].time, 0), 4000);
    ck_assert_double_eq(value(rig.costs.hosts[1].time, 0), 3000);
    ck_assert_double_eq(value(rig.costs.hosts[4].time, 0), 1000);
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig,
                              "struct S { void go() {} };\n"
                              "#pragma nullstream host(T::go) time(3us)",
                              NULL, 0),
                     -1);
    ck_assert_msg(strstr(rig.err.message, "no host function `T::go`"), "%s", rig.err.message);
    rig_release(&rig);
}
END_TEST

/* Names are looked up from where the pragma stands, outwards, or as they are written. */
START_TEST(namespaces)
{
    struct rig rig;
    static const char text[] = "namespace rec {\n"
                               "const int each = 30;\n"
                               "#pragma nullstream kernel(k) time(each * n * 1us)\n"
                               "__global__ void k(int n) {}\n"
                               "namespace in {\n"
                               "#pragma nullstream kernel(outer) time(40us)\n"
                               "#pragma nullstream kernel(in::deep) time(7us)\n"
                               "__global__ void deep() {}\n"
                               "}\n"
                               "__global__ void outer() {}\n"
                               "template <class T> __global__ void idle(T x) {}\n"
                               "#pragma nullstream kernel(idle) time(1us)\n"
                               "#pragma nullstream host(work) time(1ms)\n"
                               "int work(int n) { return n; }\n"
                               "#pragma nullstream kernel(scale) time(3us)\n"
                               "__global__ void q() {}\n"
                               "}\n"
                               "#pragma nullstream kernel(::rec::q) time(50us)\n";
    const char *option[] = {"q=1us"};
    ck_assert_int_eq(rig_read(&rig, text, NULL, 0), 0);
    struct vm_cell args[1] = {{.i = 2}};
    struct launch_scope scope = {.args = args, .arg_count = 1, .grid = {1, 1, 1}};
    const struct kernel_cost *cost = find(&rig, "rec::k");
    ck_assert_double_eq(launch_number(launch_value(&scope, cost->time)), 60000);
    ck_assert_double_eq(value(find(&rig, "rec::outer")->time, 0), 40000);
    ck_assert_double_eq(value(find(&rig, "rec::in::deep")->time, 0), 7000);
    ck_assert_double_eq(value(find(&rig, "scale")->time, 0), 3000);
    ck_assert_double_eq(value(find(&rig, "rec::q")->time, 0), 50000);
    ck_assert_int_eq(rig.costs.host_count, 1);
    ck_assert_str_eq(rig.costs.hosts[0].function->name, "rec::work");
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig, text, option, 1), -1);
    ck_assert_str_eq(rig.err.hint, "did you mean rec::q?");
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig,
                              "namespace rec { __global__ void k() {} }\n"
                              "#pragma nullstream kernel(k) time(1us)\n",
                              NULL, 0),
                     -1);
    ck_assert_str_eq(rig.err.hint, "did you mean rec::k?");
    rig_release(&rig);
}
END_TEST

/* Two marks of results in a row: both are calls in the function that they stand in. */
START_TEST(pragmas_in_a_row)
{
    struct rig rig;
    ck_assert_int_eq(rig_read(&rig,
                              "int two() { int a = 1, b = 2;\n"
                              "#pragma nullstream result(&a, 4)\n"
                              "#pragma nullstream result(&b, 4)\n"
                              "return a + b; }",
                              NULL, 0),
                     0);
    int calls = 0;
    for (int i = 0; i < rig.tu->pragma_count; i++)
        calls += rig.tu->pragmas[i].in_function;
    ck_assert_int_eq(calls, 2);
    rig_release(&rig);
}
END_TEST

static const struct {
    const char *pragma, *message, *hint;
    int column;
} wrong[] = {
    {"#pragma nullstream kernel(scale) time(400)", "a time without a unit in `time`", "400us", 34},
    {"#pragma nullstream kernel(scale) time(n)", "a time without a unit", "n * 1us", 34},
    {"#pragma nullstream kernel(scale) time(n + 2)", "a time without a unit", "(...) * 1us", 34},
    {"#pragma nullstream kernel(scale) time(1us)\n#pragma nullstream kernel(scale) regs(40)",
     "`scale` has a pragma already, in line 2", "write all clauses in one", 27},
    {"#pragma nullstream kernel(scael) time(1us)", "no kernel `scael`", "scale", 27},
    {"#pragma nullstream kernel(scale) tmie(1us)", "no clause `tmie`", "time", 34},
    {"#pragma nullstream kernel(scale) time(1us) flops(2)", "one cost", "", 44},
    {"#pragma nullstream kernel(scale) fails(cudaErrorIlegalAddress)", "no CUDA error",
     "cudaErrorIllegalAddress", 40},
    {"#pragma nullstream kernel(scale) reads(x)", "takes 2 arguments",
     "reads(pointer, bytes): what it reads from where on", 34},
    {"#pragma nullstream kernel(scale) time(1us", "never closed", "", 0},
    {"#pragma nullstream kernel(scale) regs(4us)", "is no time", "", 34},
    {"#pragma nullstream host(wrok) time(1us)", "no host function", "", 25},
    {"#pragma nullstream host(work) time(1us) flops(2)", "no clause `flops`", "reads", 41},
    {"#pragma nullstream host(work) reads(0, 4)", "must be a pointer", "", 36},
    {"#pragma nullstream host(work) ", "needs time(E)", "", 0},
    {"#pragma nullstream kernel(scale::) time(1us)", "a closing parenthesis", "", 32},
    {"#pragma nullstream kernel(fill<float>) time(1us)", "the name must stand here alone",
     "write kernel(fill) once; its clauses may name the template's parameters, as in "
     "time(sizeof(T) * 1us)",
     31},
    {"#pragma nullstream kernel(scale<9>) time(1us)", "the name must stand here alone",
     "write kernel(scale)", 32},
    {"#pragma nullstream kernel(3) time(1us)", "the name must stand here", "", 27},
    {"#pragma nullstream thread(x)", "no nullstream pragma", "", 20},
    {"#pragma nullstream kernel(scale) time(m * 1us)", "m", "", 39},
};

START_TEST(what_is_wrong_is_said)
{
    struct rig rig;
    ck_assert_int_eq(rig_read(&rig, wrong[_i].pragma, NULL, 0), -1);
    ck_assert_msg(strstr(rig.err.message, wrong[_i].message), "%s", rig.err.message);
    ck_assert_msg(strstr(rig.err.hint, wrong[_i].hint), "%s", rig.err.hint);
    ck_assert_int_eq(rig.err.line, strchr(wrong[_i].pragma, '\n') != NULL ? 3 : 2);
    if (wrong[_i].column)
        ck_assert_int_eq(rig.err.column, wrong[_i].column);
    rig_release(&rig);
}
END_TEST

START_TEST(wrong_options)
{
    struct rig rig;
    const char *unknown[] = {"scal=1us"}, *bare[] = {"scale=1"};
    ck_assert_int_eq(rig_read(&rig, "", unknown, 1), -1);
    ck_assert_ptr_nonnull(strstr(rig.err.message, "no kernel `scal`"));
    ck_assert_ptr_nonnull(strstr(rig.err.hint, "scale"));
    rig_release(&rig);
    ck_assert_int_eq(rig_read(&rig, "", bare, 1), -1);
    ck_assert_ptr_nonnull(strstr(rig.err.message, "KERNEL=TIME"));
    rig_release(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel_cost");
    TCase *tc = tcase_create("kernel_cost");
    tcase_add_test(tc, time_of_a_kernel);
    tcase_add_test(tc, everything_else);
    tcase_add_test(tc, all_instances_and_the_option);
    tcase_add_test(tc, deep_calls);
    tcase_add_test(tc, templates_that_nothing_launches);
    tcase_add_test(tc, host_functions);
    tcase_add_test(tc, host_methods);
    tcase_add_test(tc, namespaces);
    tcase_add_test(tc, pragmas_in_a_row);
    tcase_add_loop_test(tc, what_is_wrong_is_said, 0, (int)(sizeof wrong / sizeof *wrong));
    tcase_add_test(tc, wrong_options);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
