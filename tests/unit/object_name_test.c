/* What streams, events and buffers are called: by the variable, element or member that holds them,
 * whichever pointer the call was given. */
#include "tests/unit/script_rig.h"

#define START                                                                                      \
    "#include <cuda_runtime.h>\n#include <array>\n#include <stdlib.h>\n#include <vector>\n"        \
    "struct Inner { int n; cudaEvent_t events[2]; };\n"                                            \
    "struct Base { cudaStream_t own; };\n"                                                         \
    "struct Domain : Base { float *a, *b; cudaStream_t inner; Inner in[2]; };\n"                   \
    "struct Node { cudaEvent_t done = nullptr; std::vector<int> parents; };\n"                     \
    "static Domain fixed[2];\n"                                                                    \
    "static void make(cudaStream_t *s) { cudaStreamCreate(s); }\n"                                 \
    "int main() {\n"

static const struct {
    const char *text;
    const char *streams, *events; /* in the order in which they are made */
} rows[] = {
    /* a member of an element, through a pointer to it */
    {"Domain d[2]; for (auto &s : d) for (cudaStream_t *p : {&s.own, &s.inner}) make(p);",
     "d[0].own d[0].inner d[1].own d[1].inner ", ""},
    {"Domain d; for (auto &i : d.in) for (auto &e : i.events) cudaEventCreate(&e);", "",
     "d.in[0].events[0] d.in[0].events[1] d.in[1].events[0] d.in[1].events[1] "},
    {"make(&fixed[1].inner);", "fixed[1].inner ", ""},
    {"Domain *d = new Domain[2]; make(&d[1].own);", "d[1].own ", ""},
    {"Domain *d = (Domain *)malloc(2 * sizeof(Domain)); make(&d[1].inner);", "d[1].inner ", ""},
    {"Domain *d = new Domain; make(&d->inner);", "d.inner ", ""},
    {"std::vector<Domain> d(2); make(&d[1].inner); for (Domain &x : d)\n"
     "for (cudaEvent_t *p : {&x.in[1].events[0]}) cudaEventCreate(p);",
     "d[1].inner ", "d[0].in[1].events[0] d[1].in[1].events[0] "},
    {"std::array<Domain, 2> d; make(&d[1].inner);", "d[1].inner ", ""},
    {"cudaStream_t s[2][3]; for (auto *p = &s[0][0]; p < &s[0][0] + 6; p += 2) make(p);",
     "s[0][0] s[0][2] s[1][1] ", ""},
    {"cudaStream_t s[1], t; make(s); make(&t);", "s t ", ""}, /* the only one needs no number */
    {"cudaStream_t *s = new cudaStream_t[2]; make(s + 1);", "s[1] ", ""},
    /* a vector of what holds memory of its own is filled by our headers, whose names mean nothing
     */
    {"std::vector<Node> nodes(2); for (Node &n : nodes) cudaEventCreate(&n.done);\n"
     "std::vector<Node> more; more.resize(1); cudaEventCreate(&more[0].done);",
     "", "nodes[0].done nodes[1].done more[0].done "},
};

/* The names of a table's rows but the first, which stands for none, each with a blank behind it. */
#define COLLECT(text, names, table)                                                                \
    for (size_t i = 1; i < (table).count; i++)                                                     \
    snprintf((text) + strlen(text), sizeof(text) - strlen(text), "%s ",                            \
             intern_name((names), (table).rows[i].name))

START_TEST(by_the_part_that_holds_them)
{
    struct run run;
    char text[2000], streams[400] = "", events[400] = "";
    snprintf(text, sizeof text, "%s%s }\n", START, rows[_i].text);
    run_text(&run, text);
    ck_assert_msg(run.status == 0, "%s\n%d: %s", text, run.err.line, run.err.message);
    COLLECT(streams, &run.program.names, run.program.streams);
    COLLECT(events, &run.program.names, run.program.events);
    ck_assert_msg(strcmp(streams, rows[_i].streams) == 0, "%s\n has %s", rows[_i].text, streams);
    ck_assert_msg(strcmp(events, rows[_i].events) == 0, "%s\n has %s", rows[_i].text, events);
    run_release(&run);
}
END_TEST

/* Functions that allocate and return the memory, as it is or in an object. */
#define FACTORIES                                                                                  \
    "#include <cuda_runtime.h>\n#include <memory>\n#include <vector>\n"                            \
    "struct Free { void operator()(float *p) const { cudaFree(p); } };\n"                          \
    "using Managed = std::unique_ptr<float[], Free>;\n"                                            \
    "struct Owner { float *data; size_t n; };\n"                                                   \
    "float *raw(size_t n) { float *p; if (cudaMallocManaged(&p, n)) return nullptr; return p; }\n" \
    "Managed managed(size_t n) { float *p; cudaMallocManaged(&p, n); return Managed(p); }\n"       \
    "Managed wrapped(size_t n) { return Managed(raw(n)); }\n"                                      \
    "Managed twice(size_t n) { float *q = raw(n); return Managed(q); }\n"                          \
    "Managed named(size_t n) { float *p; cudaMalloc(&p, n); Managed m{p}; return m; }\n"           \
    "std::shared_ptr<float> shared(size_t n)\n"                                                    \
    "{ float *p; cudaMalloc(&p, n); return std::shared_ptr<float>(p, cudaFree); }\n"               \
    "template <class T> auto any(size_t n)\n"                                                      \
    "{ T *p; cudaMalloc(&p, n); return std::unique_ptr<T[], Free>(p); }\n"                         \
    "Owner owner(size_t n) { float *p; cudaMalloc(&p, n); return {p, n}; }\n"                      \
    "Owner other(size_t n) { Owner o; cudaMalloc(&o.data, n); o.n = n; return o; }\n"              \
    "struct Sim { Managed a, b; Sim() : a(managed(8)) { b = named(8); } };\n"                      \
    "int main() {\n"

static const struct {
    const char *text, *buffers;
} made[] = {
    {"Managed source = managed(8), probe = managed(8);", "source probe "},
    {"auto a = wrapped(8); auto b = twice(8);", "a b "},
    {"Managed a{named(8)}; Managed b; b = managed(8);", "a b "},
    {"auto a = shared(8); auto b = any<float>(8);", "a b "},
    {"Owner a = owner(8), b = other(8);", "a.data b.data "},
    {"auto make = [](size_t n) { float *p; cudaMalloc(&p, n); return Managed(p); };\n"
     "auto a = make(8); auto b = make(8);",
     "a b "},
    {"Sim s;", "a b "},
    {"float *x = raw(8);", "x "},
    /* nobody named them */
    {"std::vector<Managed> all; all.push_back(managed(8));", "p "},
};

START_TEST(by_what_gets_the_result)
{
    struct run run;
    char text[4000], buffers[400] = "";
    snprintf(text, sizeof text, "%s%s }\n", FACTORIES, made[_i].text);
    run_text(&run, text);
    ck_assert_msg(run.status == 0, "%s\n%d: %s", text, run.err.line, run.err.message);
    COLLECT(buffers, &run.program.names, run.program.allocs);
    ck_assert_msg(strcmp(buffers, made[_i].buffers) == 0, "%s\n has %s", made[_i].text, buffers);
    run_release(&run);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("object_name");
    TCase *tc = tcase_create("object_name");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, by_the_part_that_holds_them, 0, sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(tc, by_what_gets_the_result, 0, sizeof made / sizeof made[0]);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
