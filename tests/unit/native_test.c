/* Random arithmetic, interpreted and compiled: programs that nobody wrote by hand.
 *
 * A seeded generator writes functions of integer and floating expressions over all widths; gcc
 * (wrapping like us) and the interpreter must print the same. Skipped where there is no gcc.
 */
#include "sim/script/script.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FUNCTIONS = 200, HELPERS = 12, VARIABLES = 6, DEPTH = 4 };

static const char *const types[] = {"signed char", "unsigned char", "short", "unsigned short",
                                    "int",         "unsigned",      "long",  "unsigned long",
                                    "float",       "double"};
enum { TYPES = sizeof types / sizeof *types, FIRST_FLOAT = 8 };

static uint64_t state;

static unsigned pick(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

struct generator {
    struct strbuf out;
    int type[VARIABLES];
    int helpers; /* functions h0, h1, ... that may be called here */
};

static bool is_float(const struct generator *g, int variable)
{
    return g->type[variable] >= FIRST_FLOAT;
}

static void expression(struct generator *g, int depth, bool whole);

static void variable_name(struct generator *g, bool whole)
{
    int variable = (int)pick(VARIABLES);
    strbuf_addf(&g->out, whole && is_float(g, variable) ? "(int)clamp(v%d)" : "v%d", variable);
}

/* Elements of arrays of every whole type, members of records. */
static void element(struct generator *g)
{
    bool record = pick(3) == 0;
    if (record)
        strbuf_adds(&g->out, "r[(");
    else
        strbuf_addf(&g->out, "m%u[(", pick(FIRST_FLOAT));
    variable_name(g, true);
    strbuf_adds(&g->out, ") & 15]");
    if (record)
        strbuf_addf(&g->out, ".%c", "abcd"[pick(4)]);
}

/* Calls stand alone: they change memory, and C++ leaves open when. */
static void call(struct generator *g, const char *indent, int to)
{
    strbuf_addf(&g->out, "%sv%d = h%u(", indent, to, pick((unsigned)g->helpers));
    variable_name(g, true);
    strbuf_adds(&g->out, ", &m6[(");
    variable_name(g, true);
    strbuf_adds(&g->out, ") & 15]);\n");
}

static void leaf(struct generator *g, bool whole)
{
    static const char *const constants[] = {"0",   "1",          "(-1)",  "7",     "100",
                                            "255", "2147483647", "3u",    "(-5L)", "1000000007L",
                                            "'a'", "0x7fffL",    "65535u"};
    static const char *const reals[] = {"0.5f", "2.0", "(-1.25f)", "1e6", "3.0f", "0.1"};
    if (pick(4) == 0)
        element(g);
    else if (pick(3) == 0)
        strbuf_adds(&g->out, whole || pick(2) ? constants[pick(13)] : reals[pick(6)]);
    else
        variable_name(g, whole);
}

/* `whole`: of an integer type, for % & | ^ << >> ~ and conditions that g++ and we agree on. */
static void expression(struct generator *g, int depth, bool whole)
{
    static const char *const arithmetic[] = {"+", "-", "*"};
    static const char *const bits[] = {"&", "|", "^"};
    static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    if (depth == 0) {
        leaf(g, whole);
        return;
    }
    strbuf_addc(&g->out, '(');
    switch (pick(11)) {
    case 0:
    case 1:
    case 2:
        expression(g, depth - 1, whole);
        strbuf_addf(&g->out, " %s ", arithmetic[pick(3)]);
        expression(g, depth - 1, whole);
        break;
    case 3: /* never by zero, never the smallest by -1 */
        expression(g, depth - 1, whole);
        strbuf_addf(&g->out, whole && pick(2) ? " %% " : " / ");
        strbuf_adds(&g->out, "((");
        expression(g, depth - 1, true);
        strbuf_adds(&g->out, " & 1023) + 1)");
        break;
    case 4:
        expression(g, depth - 1, true);
        strbuf_addf(&g->out, " %s ", bits[pick(3)]);
        expression(g, depth - 1, true);
        break;
    case 5:
        expression(g, depth - 1, true);
        strbuf_addf(&g->out, pick(2) ? " << (" : " >> (");
        expression(g, depth - 1, true);
        strbuf_adds(&g->out, " & 31)");
        break;
    case 6:
        expression(g, depth - 1, whole);
        strbuf_addf(&g->out, " %s ", comparisons[pick(6)]);
        expression(g, depth - 1, whole);
        break;
    case 7:
        expression(g, depth - 1, true);
        strbuf_adds(&g->out, pick(2) ? " && " : " || ");
        expression(g, depth - 1, true);
        break;
    case 8:
        expression(g, depth - 1, true);
        strbuf_adds(&g->out, " ? ");
        expression(g, depth - 1, whole);
        strbuf_adds(&g->out, " : ");
        expression(g, depth - 1, whole);
        break;
    case 9:
        strbuf_adds(&g->out, pick(2) ? "-" : whole ? "~" : "!");
        expression(g, depth - 1, whole);
        break;
    default:
        strbuf_addf(&g->out, "(%s)", types[pick(FIRST_FLOAT)]);
        expression(g, depth - 1, true);
        break;
    }
    strbuf_addc(&g->out, ')');
}

static void function(struct generator *g, int number)
{
    static const char *const assigns[] = {"=", "+=", "-=", "*="};
    static const char *const whole_assigns[] = {"&=", "|=", "^="};
    strbuf_addf(&g->out, "static void f%d(void)\n{\n", number);
    for (int i = 0; i < VARIABLES; i++) {
        g->type[i] = (int)pick(TYPES);
        strbuf_addf(&g->out, "    %s v%d = (%s)%d;\n", types[g->type[i]], i, types[g->type[i]],
                    (int)pick(1000) - 500);
    }
    for (int i = 0; i < 10; i++) {
        int to = (int)pick(VARIABLES);
        if (pick(5) == 0 && !is_float(g, to)) {
            call(g, "    ", to);
            continue;
        }
        if (pick(5) == 0) { /* its value first, then the place, as C++17 has it */
            unsigned array = pick(FIRST_FLOAT);
            strbuf_addf(&g->out, "    m%u[%u] = (%s)", array, pick(16), types[array]);
            expression(g, DEPTH, true);
            strbuf_addf(&g->out, ";\n    r[%u].%c = m%u[%u];\n", pick(16), "abcd"[pick(4)],
                        pick(FIRST_FLOAT), pick(16));
            continue;
        }
        if (pick(4) == 0)
            strbuf_addf(&g->out, "    for (int i = 0; i < %d; i++)\n    ", (int)pick(5) + 1);
        if (is_float(g, to)) {
            strbuf_addf(&g->out, "    v%d = clamp(", to);
            expression(g, DEPTH, false);
            strbuf_adds(&g->out, ");\n");
        } else {
            const char *op = pick(3) == 0 ? whole_assigns[pick(3)] : assigns[pick(4)];
            strbuf_addf(&g->out, "    v%d %s ", to, op);
            expression(g, DEPTH, true);
            strbuf_adds(&g->out, ";\n");
        }
        if (pick(3) == 0 && !is_float(g, to))
            strbuf_addf(&g->out, "    v%d%s;\n", to, pick(2) ? "++" : "--");
    }
    strbuf_addf(&g->out, "    printf(\"%d", number);
    for (int i = 0; i < VARIABLES; i++)
        strbuf_adds(&g->out, is_float(g, i)    ? " %.17g"
                             : g->type[i] >= 6 ? " %ld"
                             : g->type[i] == 5 ? " %u"
                                               : " %d");
    strbuf_adds(&g->out, "\\n\"");
    for (int i = 0; i < VARIABLES; i++)
        strbuf_addf(&g->out, ", v%d", i);
    strbuf_adds(&g->out, ");\n}\n\n");
}

/* long hN(long x, long *p): loops, breaks and stores through a pointer, over earlier ones. */
static void helper(struct generator *g, int number)
{
    for (int i = 0; i < VARIABLES; i++)
        g->type[i] = 6;
    g->helpers = number;
    strbuf_addf(&g->out,
                "static long h%d(long x, long *p)\n{\n"
                "    long v0 = x, v1 = *p, v2 = 3, v3 = -7, v4 = 11, v5 = 0;\n"
                "    if (depth > 3)\n        return x;\n    depth++;\n"
                "    for (v5 = 0; v5 < %u; v5++) {\n        v2 += ",
                number, pick(4) + 1);
    expression(g, 2, true);
    strbuf_adds(&g->out, ";\n        if (");
    expression(g, 2, true);
    strbuf_adds(&g->out, pick(2) ? ")\n            break;\n" : ")\n            continue;\n");
    if (number > 0)
        call(g, "        ", 1);
    strbuf_adds(&g->out, "        v3 ^= ");
    expression(g, 2, true);
    strbuf_adds(&g->out, ";\n        *p += v3;\n    }\n    switch (v2 & 3) {\n"
                         "    case 0:\n        v4 = ");
    expression(g, 2, true);
    strbuf_adds(&g->out, ";\n        break;\n    case 2:\n        v4++;\n    default:\n"
                         "        v4 -= v3;\n    }\n    depth--;\n    return v4 + v2;\n}\n\n");
}

static void program_text(struct strbuf *out, uint64_t seed)
{
    struct generator g;
    strbuf_init(&g.out);
    state = seed;
    strbuf_adds(&g.out, "#include <stdio.h>\n"
                        "static double clamp(double x)\n"
                        "{\n    return x > -1e6 && x < 1e6 ? x : 1.0;\n}\n\n");
    strbuf_adds(&g.out, "static int depth;\n"
                        "static struct { short a; unsigned char b; long c; int d; } r[16];\n");
    for (int i = 0; i < FIRST_FLOAT; i++)
        strbuf_addf(&g.out, "static %s m%d[16] = {%u, %u, %u};\n", types[i], i, pick(100),
                    pick(100), pick(100));
    strbuf_addc(&g.out, '\n');
    for (int i = 0; i < HELPERS; i++)
        helper(&g, i);
    g.helpers = HELPERS;
    for (int i = 0; i < FUNCTIONS; i++)
        function(&g, i);
    strbuf_adds(&g.out, "int main(void)\n{\n");
    for (int i = 0; i < FUNCTIONS; i++)
        strbuf_addf(&g.out, "    f%d();\n", i);
    strbuf_adds(&g.out, "    return 0;\n}\n");
    *out = g.out;
}

static bool native_output(const char *folder, const char *source, struct strbuf *out)
{
    char command[512];
    snprintf(command, sizeof command,
             "cd %s && g++ -w -O1 -fwrapv -ffp-contract=off -o native -x c++ %s && ./native",
             folder, source);
    FILE *pipe = popen(command, "r");
    char part[4096];
    size_t n;
    while (pipe != NULL && (n = fread(part, 1, sizeof part, pipe)) > 0)
        strbuf_add(out, part, n);
    return pipe != NULL && pclose(pipe) == 0;
}

static void compare(const char *expected, const char *got, uint64_t seed)
{
    int line = 1;
    const char *start = expected;
    for (; *expected != '\0' && *expected == *got; expected++, got++)
        if (*expected == '\n') {
            line++;
            start = expected + 1;
        }
    if (*expected != *got)
        ck_abort_msg("seed %llu, line %d: expected %.*s, after which we print %.20s",
                     (unsigned long long)seed, line, (int)strcspn(start, "\n"), start, got);
}

START_TEST(arithmetic_is_what_gcc_computes)
{
    uint64_t seed = 2026 + (uint64_t)_i;
    char folder[] = "/tmp/nullstream-XXXXXX", path[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/program.cu", folder);
    struct strbuf text, expected;
    program_text(&text, seed);
    strbuf_init(&expected);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fwrite(text.text, 1, text.length, file);
    fclose(file);
    ck_assert(native_output(folder, "program.cu", &expected));

    struct err err;
    struct profile profile;
    struct program program;
    struct timeline timeline;
    struct script_settings settings = {0};
    struct runtime_options options = {.record = true};
    err_init(&err);
    ck_assert_int_eq(profile_load(&profile, "h200", &err), 0);
    program_init(&program);
    timeline_init(&timeline);
    struct script *script = script_load(path, &settings, &err);
    ck_assert_msg(script != NULL, "seed %llu: %d:%d: %s", (unsigned long long)seed, err.line,
                  err.column, err.message);
    struct runtime *runtime = runtime_new(&profile, &options, &program, &timeline);
    ck_assert_int_eq(script_attach(script, &profile, &program, runtime, &err), 0);
    const struct runtime_source source = script_source(script);
    ck_assert_msg(runtime_run(runtime, &source, &err) == 0, "seed %llu: %d: %s",
                  (unsigned long long)seed, err.line, err.message);
    compare(expected.text, script_output(script), seed);
    runtime_free(runtime);
    script_free(script);
    timeline_release(&timeline);
    program_release(&program);
    profile_release(&profile);
    strbuf_release(&text);
    strbuf_release(&expected);
    snprintf(path, sizeof path, "rm -rf %s", folder);
    ck_assert_int_eq(system(path), 0);
}
END_TEST

int main(void)
{
    if (system("g++ --version >/dev/null 2>&1") != 0) {
        printf("native_test: waived, there is no g++\n");
        return EXIT_SUCCESS;
    }
    Suite *suite = suite_create("native");
    TCase *tests = tcase_create("native");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, arithmetic_is_what_gcc_computes, 0, 2);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
