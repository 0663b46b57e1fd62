/* The preprocessor: what comes out of directives and macros, and where it says that it goes
 * wrong. Expected texts follow the C standard; the examples of section 6.10.3 are among them. */
#include "sim/base/strbuf.h"
#include "sim/script/preprocess.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *header(void *context, const char *name)
{
    (void)context;
    if (strcmp(name, "guarded.h") == 0)
        return "#pragma once\nguarded\n";
    if (strcmp(name, "endless.h") == 0)
        return "#include <endless.h>\n";
    if (strcmp(name, "own.h") == 0)
        return "f(N);\n#ifdef N\nasked\n#endif\n";
    if (strcmp(name, "macros.h") == 0)
        return "#define none 0\n#define twice(x) x + x\n#include <uses.h>\n";
    if (strcmp(name, "uses.h") == 0)
        return "T none\n#ifdef T\nasked\n#endif\n";
    return NULL;
}

struct run {
    struct arena arena;
    struct err err;
    struct translation_unit tu;
    struct preprocessor pp;
    struct strbuf text;
    int rc;
};

/* The tokens as text: a blank where the source had one. */
static void run(struct run *r, const char *source, const struct script_define *defines, int count)
{
    struct script_options options = {.builtin_header = header, .defines = defines};
    options.define_count = count;
    arena_init(&r->arena);
    err_init(&r->err);
    memset(&r->tu, 0, sizeof r->tu);
    r->tu.arena = &r->arena;
    intern_init(&r->tu.names);
    strbuf_init(&r->text);
    r->rc = preprocess(&r->pp, &options, &r->tu, "t.cu", source, strlen(source), &r->err);
    for (size_t i = 0; r->rc == 0 && i + 1 < r->pp.out.count; i++) {
        const struct token *t = &r->pp.out.items[i];
        if (i > 0 && (t->space_before || t->line_start))
            strbuf_addc(&r->text, ' ');
        strbuf_add(&r->text, t->text, t->length);
    }
}

static void end(struct run *r)
{
    preprocess_release(&r->pp);
    free(r->tu.sources.files);
    intern_release(&r->tu.names);
    strbuf_release(&r->text);
    arena_release(&r->arena);
}

static void gives(const char *source, const char *expected)
{
    struct run r;
    run(&r, source, NULL, 0);
    ck_assert_msg(r.rc == 0, "%s: %s", source, r.err.message);
    ck_assert_str_eq(r.text.text, expected);
    end(&r);
}

static void fails(const char *source, int line, int column, const char *message)
{
    struct run r;
    run(&r, source, NULL, 0);
    ck_assert_msg(r.rc == -1, "accepted: %s", source);
    ck_assert_str_eq(r.err.message, message);
    ck_assert_int_eq(r.err.line, line);
    ck_assert_int_eq(r.err.column, column);
    end(&r);
}

START_TEST(macros)
{
    gives("#define N 4\nint a[N];", "int a[4];");
    gives("#define F(a, b) a + b\nF(1, (2, 3)) F", "1 + (2, 3) F");
    gives("#define F() x\nF() F ()", "x x");
    gives("#define S(x) #x\nS( a  \"b\\n\" )", "\"a \\\"b\\\\n\\\"\"");
    gives("#define C(a, b) a##b\nC(x, 1) C(, y) C(z,)", "x1 y z");
    gives("#define L(f, ...) p(f, ##__VA_ARGS__)\nL(1) L(1, 2, 3)", "p(1) p(1, 2, 3)");
    gives("#define L(...) p(__VA_ARGS__)\nL() L(1, 2)", "p() p(1, 2)");
    gives("#define x x + y\n#define y x\nx", "x + x");
    gives("#define f(x) x + f(x)\nf(f(1))", "1 + f(1) + f(1 + f(1))");
    gives("#define two \\\n  1 + \\\n  1\ntwo", "1 + 1");
    gives("#define f(x) #x x\n#define g 7\nf(g)", "\"g\" 7");
    gives("#define N 1\n#undef N\nN", "N");
}
END_TEST

START_TEST(standard_examples)
{
    /* C17 6.10.3.5, example 3 */
    gives("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n"
          "#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n"
          "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);",
          "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % t(t(f)(0) + t)(1);");
    /* example 4 */
    gives("#define xstr(s) str(s)\n#define str(s) # s\n#define INCFILE(n) vers ## n\n"
          "xstr(INCFILE(2).h)",
          "\"vers2.h\"");
    /* example 5 */
    gives("#define t(x,y,z) x ## y ## z\nt(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,,)",
          "123, 45, 67, 89, 10,");
}
END_TEST

START_TEST(places)
{
    gives("__LINE__\n\n__LINE__ __FILE__", "1 3 \"t.cu\"");
    /* the line of the call, also for a call that begins two lines above its end */
    gives("#define AT __LINE__\n#define G(x) AT x\n\nG(\n1)", "4 1");
}
END_TEST

START_TEST(conditionals)
{
    gives("#if defined(A) || 1 + 1 == 2 && !0\nyes\n#else\nno\n#endif", "yes");
    gives("#ifdef A\n1\n#elif (3 ? 0 : 1)\n2\n#elif 1\n3\n#else\n4\n#endif", "3");
    gives("#if 0\n#if 1\n1\n#else\n2\n#endif\n#error skipped\n#else\n3\n#endif", "3");
    gives("#define A 2\n#if A > 1 && 0x10 == 16 && 'a' == 97\nx\n#endif", "x");
    gives("#if UNKNOWN\nx\n#endif", "");
    gives("#if __CUDACC__ && __NVCC__ && __NULLSTREAM__ && CUDART_VERSION == 13000 && "
          "__cplusplus >= 201703L\nx\n#endif",
          "x");
    gives("#if __has_include(<guarded.h>) && !__has_include(<none.h>)\nx\n#endif", "x");
}
END_TEST

START_TEST(includes)
{
    gives("#include <guarded.h>\n#include <guarded.h>\nx", "guarded x");
    gives("#include \"guarded.h\"\nx", "guarded x");
    fails("#include <endless.h>\n", 1, 10, "files include each other more than 64 deep");
    fails("x\n#include <none.h>\n", 2, 10, "<none.h> is not a header we know");
    fails("#include \"none.h\"\n", 1, 10, "there is no file \"none.h\" here");
    fails("#include none\n", 1, 10, "#include needs \"FILE\" or <HEADER>");
}
END_TEST

START_TEST(overrides)
{
    const struct script_define defines[] = {{"N", "8"}, {"M", "2 + 2"}};
    struct run r;
    run(&r, "#define N 4\n#ifndef M\n#define M 1\n#endif\nN M", defines, 2);
    ck_assert_str_eq(r.text.text, "8 2 + 2");
    ck_assert(r.pp.overrides[0].used);
    end(&r);
    /* a constant of that name is no macro: the parser gives it its value */
    run(&r, "const int N = 4;", defines, 1);
    ck_assert_str_eq(r.text.text, "const int N = 4;");
    ck_assert(r.pp.overrides[0].is_constant);
    end(&r);
    /* what a header of ours calls so is something else */
    run(&r, "#include <own.h>\nN", defines, 1);
    ck_assert_str_eq(r.text.text, "f(N); asked 8");
    end(&r);
    run(&r, "#include <own.h>\n#define N 4\nN", defines, 1);
    ck_assert_str_eq(r.text.text, "f(N); asked 8");
    end(&r);
    run(&r, "int x = 1;", defines, 1);
    ck_assert(!r.pp.overrides[0].used && !macro_is_used(&r.pp, r.pp.overrides[0].name));
    end(&r);
}
END_TEST

START_TEST(macros_of_the_user_are_not_meant_in_headers_of_ours)
{
    gives("#define T 8\n#define f(x) x\n#include <macros.h>\nT twice(T) f(1)",
          "T 0 asked 8 8 + 8 1");
    gives("#include <macros.h>\n#define none T\n#define T 8\n#include <uses.h>\nnone",
          "T 0 T 0 asked 8");
}
END_TEST

START_TEST(pragmas)
{
    struct run r;
    run(&r, "#define T 4us\n#pragma once\n#pragma nullstream kernel(k) time(T)\nint x;", NULL, 0);
    ck_assert_int_eq(r.rc, 0);
    ck_assert_int_eq(r.tu.pragma_count, 1);
    const struct token_range *range = &r.tu.pragmas[0].range;
    ck_assert_uint_eq(range->count, 8);
    ck_assert(token_is(&range->tokens[0], "kernel"));
    ck_assert(token_is(&range->tokens[6], "4us"));
    ck_assert_uint_eq(r.tu.pragmas[0].place.line, 3);
    end(&r);
}
END_TEST

START_TEST(bad)
{
    fails("int x; /* never\n", 1, 8, "this comment never ends");
    fails("\nconst char *s = \"abc;\n", 2, 17, "this string never ends");
    fails("char c = 'a", 1, 10, "this character constant never ends");
    fails("int \001x;", 1, 5, "byte 0x01: this is not a text file");
    fails("#if 1\nint x;", 1, 2, "this #if has no #endif");
    fails("#endif", 1, 2, "#endif without #if");
    fails("#else", 1, 2, "#else without #if");
    fails("#if 1\n#else\n#else\n#endif", 3, 2, "#else without #if");
    fails("#if 1 +\n#endif", 1, 2, "the condition ends where a value should stand");
    fails("#if 1.5\n#endif", 1, 5, "a condition can only use whole numbers");
    fails("#if 1 2\n#endif", 1, 7, "this is left over behind the condition");
    fails("#define F(a) a\nF(1, 2)", 2, 1, "the macro F takes 1 argument, here are 2");
    fails("#define F(a, b) a\n\n  F(1)", 3, 3, "the macro F takes 2 arguments, here are 1");
    fails("#define F(a) a\nF(1", 2, 1, "the macro F has no ) that closes its arguments");
    fails("#define F(1) a", 1, 11, "the macro's parameters must be names between ( and )");
    fails("#define", 1, 2, "#define needs a name");
    fails("#error one two", 1, 2, "#error one two");
    fails("#inclde <x>", 1, 2, "#inclde is not a directive");
    fails("#define C(a, b) a##b\nC(+, x)", 2, 3, "## makes '+x', which is no single token");
    fails("", 0, 0, "the file is empty");
}
END_TEST

START_TEST(explosion)
{
    struct strbuf sb;
    strbuf_init(&sb);
    for (int i = 0; i < 60; i++)
        strbuf_addf(&sb, "#define a%d a%d a%d\n", i, i + 1, i + 1);
    strbuf_adds(&sb, "a0\n");
    fails(sb.text, 61, 1, "the macros expand to more than 20000000 tokens");
    strbuf_release(&sb);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("preprocess");
    TCase *tc = tcase_create("preprocess");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, macros);
    tcase_add_test(tc, standard_examples);
    tcase_add_test(tc, places);
    tcase_add_test(tc, conditionals);
    tcase_add_test(tc, includes);
    tcase_add_test(tc, overrides);
    tcase_add_test(tc, macros_of_the_user_are_not_meant_in_headers_of_ours);
    tcase_add_test(tc, pragmas);
    tcase_add_test(tc, bad);
    tcase_add_test(tc, explosion);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
