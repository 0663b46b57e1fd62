/* Which programs branch on answers that depend on time, so that a change may lead to other calls.
 */
#include "tests/unit/script_rig.h"

/* Which of two times is smaller decides nothing as long as no call comes of it. */
START_TEST(a_selection_among_times_is_no_branch)
{
    static const struct {
        const char *use;
        bool decides;
    } cases[] = {
        {"", false},
        {"printf(\"%f %d %f %d\\n\", best, at, r.t, r.i);", false},
        {"if (best > 0) k<<<1, 1>>>(d);", true},
        {"if (at == 1) k<<<1, 1>>>(d);", true},
        {"if (r.i == 1) k<<<1, 1>>>(d);", true},
        {"if (last[1] > 0) k<<<1, 1>>>(d);", true},
        {"if (slow) k<<<1, 1>>>(d);", true},
        {"if (most > 0) k<<<1, 1>>>(d);", true},
        {"if (all[at] > 0) k<<<1, 1>>>(d);", true},
        {"if (none) k<<<1, 1>>>(d);", false},
        {"k<<<1 + at, 1>>>(d);", true},
        {"k<<<1, 1>>>(d + at);", true},
        {"cudaMalloc(&d, 1 + at);", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        char text[1500];
        snprintf(
            text, sizeof text,
            "#include <stdio.h>\n#include <algorithm>\n%s"
            "int main() { cudaEvent_t a, b; float t, best = 0, least = 1e9f, last[2] = {0, 0},\n"
            "all[4] = {1, 1, 1, 1}, most = 0; int *d = 0, at = -1, none = 0; bool slow;\n"
            "struct { float t; int i; } r = {1e9f, -1}; cudaEventCreate(&a); "
            "cudaEventCreate(&b);\n"
            "for (int i = 0; i < 2; i++) { cudaEventRecord(a); k<<<1, 1>>>(d);\n"
            "cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&t, a, b);\n"
            "best = t > best ? t : best; if (i == 0 || t < least) { least = t; at = i; }\n"
            "if (t < r.t) { r.t = t; r.i = i; if (t < 0) puts(\"no\"); } else last[i] = t;\n"
            "slow = t > 1 && i < 5; most = std::max(most, t); }\n%s\nreturn 0; }",
            KERNEL, cases[i].use);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_msg(run.program.time_dependent == cases[i].decides, "%s", cases[i].use);
        run_release(&run);
    }
}
END_TEST

/* Neither does in which order times are sorted, nor what goes with them, as long as sorting them
 * only computes. */
START_TEST(an_order_of_times_is_no_branch)
{
    static const struct {
        const char *sort, *use;
        bool decides;
    } cases[] = {
        {"std::sort(t, t + 20);", "printf(\"%f\\n\", t[10]);", false},
        {"std::sort(t, t + 3, std::greater<float>());", "printf(\"%f\\n\", t[0]);", false},
        {"std::stable_sort(t, t + 20);", "", false},
        {"std::nth_element(t, t + 10, t + 20);", "", false},
        {"std::sort(r, r + 3, [](const R &a, const R &b) { return a.t < b.t; });", "", false},
        {"std::sort(v.begin(), v.end());", "printf(\"%f\\n\", v[0]);", false},
        {"std::sort(t, t + 20);", "if (t[10] > 1) k<<<1, 1>>>(d);", true},
        {"std::stable_sort(t, t + 20);", "if (t[10] > 1) k<<<1, 1>>>(d);", true},
        {"std::nth_element(t, t + 10, t + 20);", "if (t[10] > 1) k<<<1, 1>>>(d);", true},
        {"std::sort(v.begin(), v.end());", "if (v[0] > 1) k<<<1, 1>>>(d);", true},
        /* what moved with a time, or to make room for it */
        {"std::sort(r, r + 3, [](const R &a, const R &b) { return a.t < b.t; });",
         "if (r[0].i == 1) k<<<1, 1>>>(d);", true},
        {"t[0] = 1; std::sort(t, t + 3);", "if (t[0] == 1) k<<<1, 1>>>(d);", true},
        {"std::sort(id, id + 3);", "if (id[0] == 1) k<<<1, 1>>>(d);", false},
        /* by what is no time, whatever else they hold */
        {"std::sort(r, r + 3, [](const R &a, const R &b) { return a.i < b.i; });",
         "if (r[0].i == 1) k<<<1, 1>>>(d);", false},
        /* the order of the indices is the times' */
        {"std::sort(id, id + 3, [&](int a, int b) { return t[a] < t[b]; });",
         "if (id[0] == 1) k<<<1, 1>>>(d);", true},
        /* the comparison itself does more than compare */
        {"std::sort(t, t + 3, [&](float a, float b) { n++; return a < b; });", "", true},
        {"std::sort(t, t + 3, [&](float a, float b) { k<<<1, 1>>>(d); return a < b; });", "", true},
        /* and so may moving what is compared */
        {"std::sort(m, m + 3, [](const M &a, const M &b) { return a.t < b.t; });", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        char text[1500];
        snprintf(
            text, sizeof text,
            "#include <stdio.h>\n#include <algorithm>\n#include <functional>\n"
            "#include <vector>\n%s"
            "struct R { float t; int i; };\n"
            "struct M { float t; M() : t(0) {} M(const M &o) : t(o.t) { cudaGetLastError(); }\n"
            "M &operator=(const M &o) { t = o.t; cudaGetLastError(); return *this; } };\n"
            "int main() { cudaEvent_t a, b; float t[20]; R r[3]; M m[3]; int *d = 0, n = 0;\n"
            "int id[3] = {2, 1, 0}; std::vector<float> v;\n"
            "cudaEventCreate(&a); cudaEventCreate(&b);\n"
            "for (int i = 0; i < 20; i++) { cudaEventRecord(a); k<<<1, 1>>>(d);\n"
            "cudaEventRecord(b); cudaEventSynchronize(b);\n"
            "cudaEventElapsedTime(&t[i], a, b); v.push_back(t[i]); }\n"
            "for (int i = 0; i < 3; i++) { r[i].t = m[i].t = t[i]; r[i].i = i; }\n"
            "%s\n%s\nk<<<1, 1>>>(d); return 0; }",
            KERNEL, cases[i].sort, cases[i].use);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%s: %d: %s", cases[i].sort, run.err.line, run.err.message);
        ck_assert_msg(run.program.time_dependent == cases[i].decides, "%s %s", cases[i].sort,
                      cases[i].use);
        run_release(&run);
    }
}
END_TEST

START_TEST(branches_on_time_are_marked)
{
    struct run run;
    run_text(&run, KERNEL "int main() { cudaEvent_t a, b; float ms; int *d = 0, n = 0;\n"
                          "cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a);\n"
                          "k<<<1, 1>>>(d); cudaEventRecord(b);\n"
                          "while (cudaEventQuery(b) == cudaErrorNotReady) n++;\n"
                          "cudaEventElapsedTime(&ms, a, b); return 0; }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert(!run.program.time_dependent); /* it only polls */
    run_release(&run);
    run_text(&run, KERNEL "int main() { cudaEvent_t a, b; float ms; int *d = 0;\n"
                          "cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a);\n"
                          "k<<<1, 1>>>(d); cudaEventRecord(b); cudaEventSynchronize(b);\n"
                          "cudaEventElapsedTime(&ms, a, b);\n"
                          "if (ms * 2 > 0.01f) k<<<1, 1>>>(d);\n"
                          "return 0; }");
    ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
    ck_assert(run.program.time_dependent);
    ck_assert_int_eq(run.program.places.rows[run.program.time_dependent_place].line, 9);
    int marked = 0;
    for (size_t i = 0; i < run.program.records.count; i++)
        if (run.program.records.rows[i].flags & RECORD_BRANCHED)
            marked += run.program.records.rows[i].call == CALL_cudaEventElapsedTime;
    ck_assert_int_eq(marked, 1);
    run_release(&run);
    /* What main returns decides no call; a return in front of one does. */
    static const char *const ends[] = {"return ms > 0 ? 0 : 1; }",
                                       "if (ms > 100) return 1; k<<<1, 1>>>(d); return 0; }"};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 KERNEL "int main() { cudaEvent_t a, b; float ms; int *d = 0;\n"
                        "cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a);\n"
                        "k<<<1, 1>>>(d); cudaEventRecord(b); cudaEventSynchronize(b);\n"
                        "cudaEventElapsedTime(&ms, a, b);\n%s",
                 ends[i]);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_int_eq(run.program.time_dependent, i == 1);
        run_release(&run);
    }
}
END_TEST

/* Whatever is decided behind all work of the device: who prints in which way, and gives back, makes
 * no other calls. */
START_TEST(a_branch_behind_all_work_is_no_branch)
{
    static const struct {
        const char *turn, *end;
        bool decides;
    } cases[] = {
        {"", "if (t > 0) m[1] = t; for (auto &p : m) printf(\"%d\\n\", p.first); cudaFree(d);",
         false},
        {"", "if (t > 0) v.push_back(t); for (float x : v) if (x > 1) puts(\"slow\");", false},
        {"", "while (t > 1) { t /= 2; v.push_back(t); }", false},
        {"", "if (t > 0) m[1] = t; for (auto &p : m) k<<<1, 1>>>(d);", true},
        {"", "if (t > 0) m[1] = t; cudaDeviceSynchronize();", true},
        {"", "if (t > 0) { m[1] = t; cudaFree(d); }", true},
        {"", "again: if (t > 0) m[1] = t; if (m.size() > 1) goto again;", true},
        {"if (t > 0) m[i] = t;", "", true},
        {"if (t > 0) v.push_back(t);", "for (float x : v) puts(\"slow\");", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        char text[1500];
        snprintf(text, sizeof text,
                 "#include <stdio.h>\n#include <map>\n#include <vector>\n%s"
                 "int main() { cudaEvent_t a, b; float t = 0; int *d = 0; std::map<int, float> m;\n"
                 "std::vector<float> v; cudaEventCreate(&a); cudaEventCreate(&b);\n"
                 "cudaMalloc(&d, 4);\n"
                 "for (int i = 0; i < 2; i++) { cudaEventRecord(a); k<<<1, 1>>>(d);\n"
                 "cudaEventRecord(b); cudaEventSynchronize(b); cudaEventElapsedTime(&t, a, b);\n"
                 "%s }\n%s\nreturn 0; }",
                 KERNEL, cases[i].turn, cases[i].end);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_msg(run.program.time_dependent == cases[i].decides, "%s %s", cases[i].turn,
                      cases[i].end);
        run_release(&run);
    }
}
END_TEST

/* A query says "done" or "not yet": what is the same with both does not depend on time, and a loop
 * that waits for the one is left with the other. */
START_TEST(an_answer_that_decides_nothing_is_no_branch)
{
    struct run run;
    static const struct {
        const char *use;
        bool decides;
    } answers[] = {
        {"cudaError_t q = cudaEventQuery(a);\n"
         "if (q != cudaSuccess && q != cudaErrorNotReady) return 1;",
         false},
        {"cudaError_t q = cudaEventQuery(a);\n"
         "if (!(q == cudaErrorNotReady || q == cudaSuccess)) { puts(\"no\"); exit(1); }",
         false},
        {"cudaError_t q;\nwhile ((q = cudaEventQuery(a)) == cudaErrorNotReady) ;\n"
         "if (q != cudaSuccess) exit(1);",
         false},
        {"cudaError_t q;\ndo q = cudaStreamQuery(0); while (q != cudaSuccess);\n"
         "if (q) return 1;",
         false},
        {"cudaError_t q = cudaEventQuery(a);\nif (q != cudaSuccess) k<<<1, 1>>>(d);", true},
        {"cudaError_t q = cudaEventQuery(a);\n"
         "if (q != cudaSuccess && q != cudaErrorInvalidValue) k<<<1, 1>>>(d);",
         true},
        /* left for another reason: which answer came last is open */
        {"cudaError_t q; int n = 0;\n"
         "while ((q = cudaEventQuery(a)) == cudaErrorNotReady) if (++n == 2) break;\n"
         "if (q != cudaSuccess) k<<<1, 1>>>(d);",
         true},
        {"cudaError_t q; int n = 0;\n"
         "while ((q = cudaEventQuery(a)) == cudaErrorNotReady && ++n < 2) ;\n"
         "if (q != cudaSuccess) k<<<1, 1>>>(d);",
         true},
        /* two answers, one after the other in one variable */
        {"cudaError_t q;\nif ((q = cudaEventQuery(a)) != cudaSuccess &&\n"
         "    (q = cudaStreamQuery(0)) != cudaErrorNotReady) k<<<1, 1>>>(d);",
         true},
        {"cudaError_t q = cudaEventQuery(a);\n"
         "if (q != cudaSuccess && (q = cudaStreamQuery(0)) == cudaSuccess) k<<<1, 1>>>(d);",
         true},
        /* two of them */
        {"cudaError_t q = cudaEventQuery(a), r = cudaStreamQuery(0);\n"
         "if (q != cudaSuccess && r != cudaErrorNotReady) k<<<1, 1>>>(d);",
         true},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 KERNEL "int main() { cudaEvent_t a; int *d = 0; cudaEventCreate(&a);\n"
                        "k<<<1, 1>>>(d); cudaEventRecord(a);\n%s\nk<<<1, 1>>>(d); return 0; }",
                 answers[i].use);
        run_text(&run, text);
        ck_assert_msg(run.status == 0, "%d: %s", run.err.line, run.err.message);
        ck_assert_msg(run.program.time_dependent == answers[i].decides, "%s", answers[i].use);
        run_release(&run);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("timed branches");
    TCase *tests = tcase_create("timed branches");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_selection_among_times_is_no_branch);
    tcase_add_test(tests, an_order_of_times_is_no_branch);
    tcase_add_test(tests, branches_on_time_are_marked);
    tcase_add_test(tests, a_branch_behind_all_work_is_no_branch);
    tcase_add_test(tests, an_answer_that_decides_nothing_is_no_branch);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
