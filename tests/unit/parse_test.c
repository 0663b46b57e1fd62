/* The front end on good programs: that it accepts them (nvcc does too), and what the tree holds. */
#include "sim/script/builtin_headers.h"
#include "sim/script/parse.h"

#include <check.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const programs[] = {
    "template <typename T> struct A { T v; A(T x) : v(x) {} T get() const { return v; } }; int "
    "main() { A<int> a(3); A<A<int>> b(a); return a.get(); }\n",
    "template <class T, int N> T sum(const T (&x)[N]) { T s = 0; for (int i = 0; i < N; i++) s += "
    "x[i]; return s; } int main() { int a[3] = {1,2,3}; return sum<int, 3>(a); }\n",
    "#include <vector>\n"
    "int main() { std::vector<int> v(3, 1); v.push_back(2); for (auto &x : v) x++; return v[0] + "
    "v.size(); }\n",
    "#include <string>\n"
    "#include <iostream>\n"
    "int main() { std::string s = \"a\"; s += \"b\"; std::cout << s + \"c\" << std::endl; return "
    "s.size(); }\n",
    "#include <chrono>\n"
    "using namespace std::chrono;\n"
    "int main() { auto a = steady_clock::now(); auto d = steady_clock::now() - a; duration<double, "
    "std::milli> m = d; return duration_cast<microseconds>(d).count() + (int)m.count(); }\n",
    "#include <thread>\n"
    "void f(int x) {} int main() { int k = 0; std::thread t(f, 1), u([&k](int z) { k = z; }, 3); "
    "t.join(); u.join(); return k; }\n",
    "struct S { int a; float b[3]; struct T { int c; } t; S *next; }; int main() { S s = {1, {2, "
    "3}, {4}}, *p = &s; p->next = p; return p->next->t.c + sizeof(S); }\n",
    "enum E { A, B = 5, C }; enum class F : char { X, Y }; int main() { E e = B; F f = F::Y; "
    "switch (e) { case A: return 1; case C: default: return (int)f; } }\n",
    "int f(int a, int b = 2); int f(int a, int b) { return a ? f(a - 1) : b; } int main() { int "
    "(*p)(int, int) = f; return p(1, 2) + (*p)(3, 4); }\n",
    "int main() { int x = 1; auto g = [x](int y) mutable { x += y; return x; }; auto h = [&] { "
    "return g(2); }; return h(); }\n",
    "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < "
    "n) a[i] = i * 2.0f; }\n"
    "int main() { float *d; cudaMalloc(&d, 64); cudaStream_t s; cudaStreamCreate(&s); k<<<dim3(1, "
    "2), 32, 0, s>>>(d, 16); return 0; }\n",
    /* what device code may hold that we do not read: nvcc accepts each */
    "__global__ void k(int *a) { int x; asm volatile(\"mov.u32 %0, 1;\" : \"=r\"(x)); a[0] = x; }\n"
    "struct P { int x, y; };\n"
    "__global__ void b(int *a) { auto [p, q] = P{1, 2}; a[0] = p + q; }\n"
    "__global__ void w(int *a) { a[0] = __reduce_add_sync(0xffffffffu, a[1]) + __vadd2(1, 2); }\n"
    "__global__ void n(int *a) {\n int x = a[0]\n ? 1\n : 2;\n a\n [2] = x; }\n"
    "int main() { return 0; }\n",
    "#include <cooperative_groups.h>\n"
    "namespace cg = cooperative_groups;\n"
    "__global__ void k(int *a) { cg::thread_block b = cg::this_thread_block();\n"
    "  auto t = cg::tiled_partition<32>(b); t.sync(); a[0] = t.thread_rank();\n"
    "  cg::thread_block_tile<16> u = cg::tiled_partition<16>(b); u.sync(); sync(b); }\n"
    "namespace n { struct T { int v; }; __device__ int f(T t) { return t.v; } }\n"
    "__global__ void m(int *a) { n::T t; a[0] = f(t); }\n"
    "template <class T> T f(T a) { typename T::type x = a.foo(); return g(a, x->y); }\n"
    "int main() { return 0; }\n",
    "template <typename T> __global__ void k(T *a) { a[threadIdx.x] = __nv_thing(a) + "
    "std::bar<int>(3); __nv_type x = 3; x++; } int main() { int *p = 0; k<<<1, 1>>>(p); "
    "k<int><<<1, "
    "1>>>(p); return 0; }\n",
    "namespace a { namespace b { int x; int f() { return x; } } using namespace b; struct S { "
    "static int g() { return f(); } static const int K = 3; }; } namespace c = a; int main() { "
    "return c::S::g() + a::b::x + a::S::K; }\n",
    "#define F(a, ...) a __VA_ARGS__ #a\n"
    "#define G(x) x##1\n"
    "#if defined(F) && (1 + 2 * 3 > 4) || 0\n"
    "int main() { const char *s = F(\"x\", \"y\"); int G(v) = __LINE__; return v1 + s[0]; }\n"
    "#else\n"
    "#error no\n"
    "#endif\n",
    "struct R { int *p; R() : p(new int[3]) {} ~R() { delete[] p; } R(const R &) = delete; int "
    "&operator[](int i) { return p[i]; } operator int() const { return p[0]; } }; int main() { R "
    "r; for (int i = 0; i < 3; i++) { R q; if (i == 1) break; q[0] = i; } r[0] = 2; return r; }\n",
    "int main(int argc, char **argv) { int n = argc; float a[n], b[n][3]; a[0] = b[0][1] = 2; goto "
    "l; l: static int s = n; do { s--; } while (s > 0); for (;;) break; return sizeof(a) + (n > 1 "
    "? 2 : 3); }\n",
    "typedef unsigned long long u64; using F = int (*)(int); union U { int i; char c[4]; }; const "
    "U u = {1}; static u64 t[] = {1, 2}; extern int e; int e = 3; int main() { U v = u; v.c[0] ^= "
    "1; return (int)(t[1] >> 1) | v.i << 2 & ~3; }\n",
    "#pragma nullstream kernel(k) time(4us) reads(a, n * 4)\n"
    "#pragma nullstream host(main) time(1ms)\n"
    "__global__ void k(int *a, int n) {} int main() { int x = 3;\n"
    "#pragma nullstream result(&x, 4)\n"
    "return x; }\n",
    "#include <mutex>\n"
    "#include <atomic>\n"
    "#include <algorithm>\n"
    "#include <array>\n"
    "std::mutex m; std::atomic<int> c{0}; int main() { std::lock_guard<std::mutex> g(m); c++; c += "
    "2; std::array<int, 3> a = {3, 1, 2}; std::sort(a.begin(), a.end()); return c.load() + "
    "std::max(a[0], 2); }\n",
    "struct V { float x, y; V operator+(V o) const { return V{x + o.x, y + o.y}; } }; V "
    "operator*(float s, V v) { return {s * v.x, s * v.y}; } bool operator<(V a, V b) { return a.x "
    "< b.x; } int main() { V a{1, 2}, b = a + 2 * a; return a < b; }\n",
    "int main() { if (int x = 3; x > 2) return x; else if (int y = x) return y; while (1) { switch "
    "(2) { case 1: continue; case 2: break; } break; } char c = '\\x41', d[] = \"a\\tb\"; return c "
    "+ d[1] + 0x1Fu + 07 + 1'000 + (int)1e3f; }\n",
};

struct parsed {
    struct builtin_headers headers;
    struct arena arena;
    struct err err;
    struct translation_unit *tu;
    int rc;
};

static void parse(struct parsed *r, const char *source, const struct script_define *defines,
                  int count)
{
    builtin_headers_init(&r->headers);
    arena_init(&r->arena);
    err_init(&r->err);
    struct script_options options = {.defines = defines, .define_count = count};
    builtin_headers_offer(&r->headers, &options);
    r->rc = script_parse_text("t.cu", source, strlen(source), &options, &r->tu, &r->arena, &r->err);
    ck_assert_msg(r->rc == 0, "%d:%d: %s\n%s", r->err.line, r->err.column, r->err.message,
                  r->err.excerpt);
}

static void end(struct parsed *r)
{
    translation_unit_release(r->tu);
    builtin_headers_release(&r->headers);
    arena_release(&r->arena);
}

static const struct function *function(const struct parsed *r, const char *display_name)
{
    for (int i = 0; i < r->tu->function_count; i++)
        if (strcmp(r->tu->functions[i]->display_name, display_name) == 0)
            return r->tu->functions[i];
    ck_abort_msg("no function %s", display_name);
    return NULL;
}

static const struct var *global(const struct parsed *r, const char *name)
{
    for (int i = 0; i < r->tu->global_count; i++)
        if (strcmp(r->tu->globals[i]->name, name) == 0)
            return r->tu->globals[i];
    ck_abort_msg("no variable %s", name);
    return NULL;
}

/* What main returns: the expression of its last return. */
static const struct expr *returned(const struct parsed *r)
{
    const struct stmt *s = r->tu->main->body;
    const struct expr *found = NULL;
    for (s = s->body; s && s->kind == STMT_BLOCK && s->body; s = s->body)
        ;
    for (; s; s = s->next)
        if (s->kind == STMT_RETURN)
            found = s->a;
    ck_assert_ptr_nonnull(found);
    return found;
}

START_TEST(accepted)
{
    struct parsed r;
    parse(&r, programs[_i], NULL, 0);
    ck_assert_ptr_nonnull(r.tu->main);
    end(&r);
}
END_TEST

START_TEST(layouts_are_those_of_gcc)
{
    struct inner {
        short s;
        char c[3];
    };
    struct outer {
        char a;
        double d;
        int i;
        struct inner in[2];
        char *p;
        long double ld;
        _Bool b;
    };
    struct parsed r;
    parse(
        &r,
        "struct inner { short s; char c[3]; };\n"
        "struct outer { char a; double d; int i; inner in[2]; char *p; long double ld; bool b; };\n"
        "union u { int i; double d; char c[9]; }; outer o; u v;\n"
        "struct e {}; struct __align__(16) al { float x; }; e ee; al aa;\n"
        "int main() { return 0; }",
        NULL, 0);
    const struct type *type = global(&r, "o")->type;
    ck_assert_int_eq(type->size, (int64_t)sizeof(struct outer));
    ck_assert_int_eq(type->align, (int64_t) _Alignof(struct outer));
    const size_t offsets[] = {offsetof(struct outer, a), offsetof(struct outer, d),
                              offsetof(struct outer, i), offsetof(struct outer, in),
                              offsetof(struct outer, p), offsetof(struct outer, ld),
                              offsetof(struct outer, b)};
    for (int i = 0; i < type->record->count; i++)
        ck_assert_int_eq(type->record->members[i].offset, (int64_t)offsets[i]);
    ck_assert_int_eq(global(&r, "v")->type->size, 16);
    ck_assert_int_eq(global(&r, "ee")->type->size, 1);
    ck_assert_int_eq(global(&r, "aa")->type->size, 16);
    end(&r);
}
END_TEST

START_TEST(conversions_are_explicit)
{
    struct parsed r;
    parse(&r, "int main() { int i = 1; float f = 2; return i + f * 2u; }", NULL, 0);
    const struct expr *e = returned(&r);
    ck_assert_int_eq(e->kind, EXPR_CAST); /* to int */
    ck_assert_int_eq(e->type->kind, TYPE_INT);
    e = e->a;
    ck_assert_int_eq(e->kind, EXPR_ADD);
    ck_assert_int_eq(e->type->kind, TYPE_FLOAT);
    ck_assert_int_eq(e->a->kind, EXPR_CAST); /* i to float */
    ck_assert_int_eq(e->b->kind, EXPR_MULTIPLY);
    ck_assert_int_eq(e->b->b->kind, EXPR_FLOAT); /* 2u, folded */
    end(&r);
}
END_TEST

/* The arithmetic of the usual conversions, as the types of expressions show it. */
static const struct {
    const char *expression;
    enum type_kind kind;
} types[] = {
    {"c + c", TYPE_INT},    {"u + i", TYPE_UINT},        {"l + u", TYPE_LONG},
    {"ul + l", TYPE_ULONG}, {"ll + ul", TYPE_ULLONG},    {"l + ll", TYPE_LLONG},
    {"i + d", TYPE_DOUBLE}, {"f + l", TYPE_FLOAT},       {"f + d", TYPE_DOUBLE},
    {"c << l", TYPE_INT},   {"i < d", TYPE_BOOL},        {"-c", TYPE_INT},
    {"~uc", TYPE_INT},      {"!f", TYPE_BOOL},           {"sizeof c", TYPE_ULONG},
    {"p - p", TYPE_LONG},   {"1 ? c : i", TYPE_INT},     {"1 ? f : i", TYPE_FLOAT},
    {"'a'", TYPE_CHAR},     {"0x80000000", TYPE_UINT},   {"2147483648", TYPE_LONG},
    {"1ull", TYPE_ULLONG},  {"1.0f", TYPE_FLOAT},        {"1e3", TYPE_DOUBLE},
    {"e + 1", TYPE_INT},    {"(short)1 * uc", TYPE_INT}, {"c, d", TYPE_DOUBLE},
    {"i = d", TYPE_INT},    {"f += d", TYPE_FLOAT},      {"ll % u", TYPE_LLONG},
};

START_TEST(usual_conversions)
{
    struct parsed r;
    char source[400];
    snprintf(source, sizeof source,
             "char c; unsigned char uc; int i; unsigned u; long l; unsigned long ul;"
             "long long ll; float f; double d; int *p; enum E { A = -1 } e;\n"
             "auto x() { return %s; } int main() { return 0; }",
             types[_i].expression);
    parse(&r, source, NULL, 0);
    enum type_kind kind = function(&r, "x")->type->base->kind;
    ck_assert_msg(kind == types[_i].kind, "%s has kind %d", types[_i].expression, kind);
    end(&r);
}
END_TEST

/* Constants: what the length of an array turns out to be. */
static const struct {
    const char *expression;
    int64_t length;
} lengths[] = {
    {"N * 2 + 1", 17},
    {"N > 4 ? 3 : 5", 3},
    {"sizeof(int) << 2", 16},
    {"(char)300", 44},
    {"-7 / 2 + 10", 7},
    {"-7 % 4 + 10", 7},
    {"~0u >> 28", 15},
    {"B", 6},
    {"(int)3.99", 3},
    {"1 && 0 || 1", 1},
    {"'a' - 90", 7},
    {"0b101 | 0x10 ^ 010", 29},
    {"M", 16},
    {"S::K", 3},
    {"(unsigned char)-1", 255},
};

START_TEST(constants)
{
    struct parsed r;
    char source[300];
    snprintf(source, sizeof source,
             "const int N = 8; constexpr long M = N * 2; enum { A = 5, B };\n"
             "struct S { static const int K = 3; }; int a[%s]; int main() { return 0; }",
             lengths[_i].expression);
    parse(&r, source, NULL, 0);
    ck_assert_int_eq(global(&r, "a")->type->length, lengths[_i].length);
    end(&r);
}
END_TEST

/* Which function of a name is meant: main returns f's number, which its result's type tells. */
static const struct {
    const char *functions, *call;
    enum type_kind result;
} overloads[] = {
    {"int f(int); float f(float); double f(double);", "f(1)", TYPE_INT},
    {"int f(int); float f(float); double f(double);", "f(1.0f)", TYPE_FLOAT},
    {"int f(int); float f(float); double f(double);", "f('a')", TYPE_INT},
    {"int f(int); float f(float, float);", "f(1, 2)", TYPE_FLOAT},
    {"int f(const char *); float f(void *);", "f(\"x\")", TYPE_INT},
    {"int f(int *); float f(const int *); int g;", "f(&g)", TYPE_INT},
    {"int f(int *); float f(const int *); const int g = 1;", "f(&g)", TYPE_FLOAT},
    {"int f(int); template <class T> float f(T);", "f(1)", TYPE_INT},
    {"int f(int); template <class T> float f(T);", "f(1.5)", TYPE_FLOAT},
    {"int f(int, ...); float f(int, int);", "f(1, 2)", TYPE_FLOAT},
    {"int f(bool); float f(long);", "f(true)", TYPE_INT},
};

START_TEST(overloading)
{
    struct parsed r;
    char source[300];
    snprintf(
        source, sizeof source,
        "%s auto x() { return sizeof(decltype(%s)); } decltype(%s) y; int main() { return 0; }",
        overloads[_i].functions, overloads[_i].call, overloads[_i].call);
    parse(&r, source, NULL, 0);
    ck_assert_int_eq(global(&r, "y")->type->kind, overloads[_i].result);
    end(&r);
}
END_TEST

START_TEST(defines_override_constants)
{
    const struct script_define defines[] = {{"N", "2 * 5"}, {"LOCAL", "7"}, {"MACRO", "3"}};
    struct parsed r;
    parse(&r,
          "#define MACRO 1\nconst int N = 4; int a[N + MACRO];\n"
          "int main() { constexpr int LOCAL = 1; static int b[LOCAL]; return sizeof b; }",
          defines, 3);
    ck_assert_int_eq(global(&r, "a")->type->length, 13);
    ck_assert_int_eq(global(&r, "b")->type->length, 7);
    end(&r);
}
END_TEST

/* What a header's function calls is read with it; what nobody calls is not. */
START_TEST(functions_of_headers_are_read_where_they_are_used)
{
    struct parsed r;
    parse(&r, "int main() { return __builtin_popcountl(3); }", NULL, 0);
    ck_assert_ptr_nonnull(function(&r, "__builtin_popcountl")->body);
    for (int i = 0; i < r.tu->function_count; i++) {
        const struct function *f = r.tu->functions[i];
        ck_assert_msg(strncmp(f->name, "__builtin_c", 11) != 0 || !f->body, "%s", f->name);
    }
    end(&r);
    parse(&r, "int main() { return __builtin_ffs(3); }", NULL, 0);
    ck_assert_ptr_nonnull(function(&r, "__builtin_ctzl")->body);
    end(&r);
}
END_TEST

START_TEST(template_instances)
{
    struct parsed r;
    parse(&r,
          "template <typename T, int N = 4> __global__ void k(T *p, int n)"
          " { p[threadIdx.x] = N; asm nonsense $$ }\n"
          "int main() { float *f = 0; int *i = 0; k<float, 8><<<1, 2>>>(f, 1);"
          " k<<<1, 2>>>(i, 1); k<int><<<1, 2>>>(i, 2); return 0; }",
          NULL, 0);
    const struct function *f = function(&r, "k<float, 8>"), *i = function(&r, "k<int, 4>");
    ck_assert(f->is_kernel && i->is_kernel);
    ck_assert_str_eq(f->name, "k");
    ck_assert_int_eq(i->parameter_count, 2);
    ck_assert_int_eq(i->locals[0]->type->base->kind, TYPE_INT);
    ck_assert_uint_gt(f->body_tokens.count, 10);
    end(&r);
}
END_TEST

START_TEST(kernel_bodies_keep_what_is_understood)
{
    struct parsed r;
    parse(&r,
          "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
          " __nv_type<3> x; a[i] = __nv_foo(a); }\n int main() { return 0; }",
          NULL, 0);
    const struct function *k = function(&r, "k");
    ck_assert_ptr_nonnull(k->body);
    const struct stmt *s = k->body->body->body;
    ck_assert_int_eq(s->kind, STMT_VAR);
    ck_assert_int_eq(s->next->a->kind, EXPR_OPAQUE);
    ck_assert_int_eq(s->next->next->a->kind, EXPR_OPAQUE); /* the assignment: its parts are there */
    ck_assert_int_eq(s->next->next->a->a->kind, EXPR_INDEX);
    end(&r);
}
END_TEST

START_TEST(clauses)
{
    struct parsed r;
    parse(&r,
          "#pragma nullstream kernel(k) time(n * 2us + 500ns) bytes(sizeof(float) * n)\n"
          "__global__ void k(float *a, int n) {} int main() { return 0; }",
          NULL, 0);
    ck_assert_int_eq(r.tu->pragma_count, 1);
    struct token_range all = r.tu->pragmas[0].range;
    struct token_range time = {all.tokens + 6, 5}, bytes = {all.tokens + 14, 6};
    bool has_unit = false;
    struct err err;
    err_init(&err);
    const struct function *k = function(&r, "k");
    struct expr *e = script_parse_clause(r.tu, k, time, &has_unit, &err);
    ck_assert_msg(e != NULL, "%s", err.message);
    ck_assert(has_unit);
    ck_assert_int_eq(e->kind, EXPR_ADD);
    ck_assert(e->b->number == 500.0);
    ck_assert(e->a->b->number == 2000.0);
    ck_assert_ptr_eq(e->a->a->a->var, k->locals[1]);
    e = script_parse_clause(r.tu, k, bytes, &has_unit, &err);
    ck_assert_ptr_nonnull(e);
    ck_assert(!has_unit);
    struct token_range wrong = {all.tokens + 6, 2};
    ck_assert_ptr_null(script_parse_clause(r.tu, k, wrong, &has_unit, &err));
    ck_assert_int_eq(err.line, 1);
    end(&r);
}
END_TEST

/* Every way out of a scope runs the destructors of what lives there, innermost first. */
START_TEST(destructors)
{
    struct parsed r;
    parse(&r,
          "struct D { int x; ~D() {} };\n"
          "int f(int n) { D a; for (;;) { D b; if (n) return 1; break; } return 2; }\n"
          "int main() { return f(1); }",
          NULL, 0);
    const struct stmt *s = function(&r, "f")->body->body->body;
    ck_assert_int_eq(s->kind, STMT_VAR);
    const struct stmt *loop = s->next;
    ck_assert_int_eq(loop->kind, STMT_FOR);
    const struct stmt *inner = loop->body->body;        /* D b */
    const struct stmt *leave = inner->next->body->body; /* kept = 1; ~b; ~a; return kept */
    ck_assert_int_eq(leave->a->kind, EXPR_ASSIGN);
    ck_assert_int_eq(leave->next->a->kind, EXPR_CALL);
    ck_assert_str_eq(leave->next->a->args[0]->a->var->name, "b");
    ck_assert_str_eq(leave->next->next->a->args[0]->a->var->name, "a");
    ck_assert_int_eq(leave->next->next->next->kind, STMT_RETURN);
    ck_assert_int_eq(inner->next->next->a->kind, EXPR_CALL); /* ~b before break */
    ck_assert_int_eq(inner->next->next->next->kind, STMT_BREAK);
    end(&r);
}
END_TEST

START_TEST(lambdas_capture)
{
    struct parsed r;
    parse(&r,
          "int main() { int a = 1; float b = 2; auto f = [=, &b](int c) { b += a; return c; };"
          " int (*g)(int) = [](int c) { return c; }; return f(1) + g(2); }",
          NULL, 0);
    int lambdas = 0;
    for (int i = 0; i < r.tu->function_count; i++) {
        const struct function *f = r.tu->functions[i];
        if (!f->is_lambda)
            continue;
        lambdas++;
        ck_assert_int_eq(f->is_method, lambdas == 1);
        if (f->is_method) {
            const struct record *record = f->locals[0]->type->base->record;
            ck_assert_int_eq(record->count, 2);
            ck_assert_int_eq(record->members[0].type->kind, TYPE_REFERENCE); /* named: b */
            ck_assert_int_eq(record->members[1].type->kind, TYPE_INT);       /* found: a */
            ck_assert_int_eq(record->type->size, 16);
        }
    }
    ck_assert_int_eq(lambdas, 2);
    end(&r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("parse");
    TCase *tc = tcase_create("parse");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, accepted, 0, sizeof programs / sizeof programs[0]);
    tcase_add_test(tc, layouts_are_those_of_gcc);
    tcase_add_test(tc, conversions_are_explicit);
    tcase_add_loop_test(tc, usual_conversions, 0, sizeof types / sizeof types[0]);
    tcase_add_loop_test(tc, constants, 0, sizeof lengths / sizeof lengths[0]);
    tcase_add_loop_test(tc, overloading, 0, sizeof overloads / sizeof overloads[0]);
    tcase_add_test(tc, defines_override_constants);
    tcase_add_test(tc, functions_of_headers_are_read_where_they_are_used);
    tcase_add_test(tc, template_instances);
    tcase_add_test(tc, kernel_bodies_keep_what_is_understood);
    tcase_add_test(tc, clauses);
    tcase_add_test(tc, destructors);
    tcase_add_test(tc, lambdas_capture);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
