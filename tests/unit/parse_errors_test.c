/* The front end on bad programs: what nvcc refuses is refused, at the right place, with the right
 * words. Each row was compared with nvcc 13.0, which refuses it too, except those that say "not
 * supported" and a few that only its linker refuses. */
#include "tests/parse_text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define MAIN "int main() { return 0; }"
#define OVERLOADED                                                                                 \
    "template <class... T> struct overloaded : T... { using T::operator()...; };\n"                \
    "template <class... T> overloaded(T...) -> overloaded<T...>;\n"

static const struct {
    const char *source;
    int line, column;
    const char *message, *hint;
} rows[] = {
    /* bodies of device code and of templates that nothing uses */
    {"__global__ void k(float *out, int count) { if (threadIdx.x < cuont) out[0] = 1; }\n" MAIN, 1,
     62, "'cuont' is not declared", "did you mean 'count'?"},
    {"__global__ void k(float *a) { for (int i = 0; i < 3; i++) a[i] = i; a[1] = i; }\n" MAIN, 1,
     76, "'i' is not declared", ""},
    {"__global__ void k(float *a) { __syncthread(); }\n" MAIN, 1, 31,
     "'__syncthread' is not declared", "did you mean '__syncthreads'?"},
    {"__device__ void f(float *a) { a[0] = sinff(a[1]); }\n" MAIN, 1, 38, "'sinff' is not declared",
     "did you mean 'sinf'?"},
    {"__global__ void k(float *a) { flaot x = 3; }\n" MAIN, 1, 31, "'flaot' is not declared",
     "did you mean 'float'?"},
    {"struct S { int n; __device__ int get() const { return qq; } };\n" MAIN, 1, 55,
     "'qq' is not declared", ""},
    {"__device__ float f(float x) { return x; }\n"
     "__global__ void k(float *a) { a[0] = f(1, 2); }\n" MAIN,
     2, 38, "f takes 1 argument, here are 2", ""},
    {"__device__ float f(float x) { return x; }\n__device__ int f(int x) { return x; }\n"
     "__global__ void k(float *a) { a[0] = f(1, 2); }\n" MAIN,
     3, 38, "no 'f' takes (int, int)", ""},
    {"__global__ void k(float *a) {\n  a[0] = 1\n  a[1] = 2;\n}\n" MAIN, 2, 11,
     "a ; is missing here", ""},
    {"__global__ void k(float *a) {\n  a[0) = 1;\n}\n" MAIN, 2, 6, "this ) closes the [ of line 2",
     ""},
    {"__global__ void k(int *a) { a[0] = threadIdx.w; }\n" MAIN, 1, 46, "uint3 has no member 'w'",
     ""},
    {"struct P { int x; };\n__global__ void k(P *a) { a[0].y = 1; }\n" MAIN, 2, 32,
     "P has no member 'y'", ""},
    {"__global__ void k(int *a) { if (a[0]) break; }\n" MAIN, 1, 39,
     "'break' stands outside a loop", ""},
    {"__global__ void k(int *a) { return a[0]; }\n" MAIN, 1, 37,
     "this function returns void: no value may stand here", ""},
    {"__global__ void k(int *a) { if (a[0]) a[1] = 1; a[2] = 2; else a[3] = 3; }\n" MAIN, 1, 59,
     "this else belongs to no if", ""},
    {"template <class T> __global__ void k(T *a) { a[0] = bb; }\n" MAIN, 1, 53,
     "'bb' is not declared", ""},
    {"template <class T> T f(T a) {\n  int x = 1\n  return a + x;\n}\n" MAIN, 2, 12,
     "a ; is missing here", ""},
    {"template <class T> struct A { T v; int f() const { return v.size(); } int g() { return 1; } "
     "};\nint main() { A<int> a{1}; return a.g() - a.f(); }",
     1, 61, "int is no struct: it has no member 'size'", ""},
    {"template <class T> struct A { T v; int f() const { return vv; } int g() { return 1; } };\n"
     "int main() { A<int> a{1}; return a.g(); }",
     1, 59, "'vv' is not declared", ""},
    {"template <int N> constexpr int f = 2;\ntemplate <> constexprint f<0> = 1;\n"
     "int main() { return f<0>; }",
     2, 13, "'constexprint' is not declared", ""},
    {"int main() { int x = y; return 0; }", 1, 22, "'y' is not declared", ""},
    {"#include <stdio.h>\nint main() { prinft(\"x\"); return 0; }", 2, 14,
     "'prinft' is not declared", "did you mean 'printf'?"},
    {"int main() { printf(\"x\"); return 0; }", 1, 14, "'printf' is not declared",
     "add #include <stdio.h>"},
    {"uint64_t x;\n" MAIN, 1, 1, "'uint64_t' is not declared", "add #include <stdint.h>"},
    {"__global__ void k(uint64_t *x) { x[0] = 1; }\n" MAIN, 1, 19, "'uint64_t' is not declared",
     "add #include <stdint.h>"},
    {"int main() { int x(y * 2); return x; }", 1, 20, "'y' is not declared", ""},
    {"int main() { return std::snprintf(0, 0, \"\"); }", 1, 26, "'std::snprintf' is not declared",
     "add #include <stdio.h>"},
    {"int main() { int *m = 0; cudaMemPrefetchAsync(m, 4, 0, 0); return 0; }", 1, 53,
     "argument 3 of cudaMemPrefetchAsync must be cudaMemLocation, but it is int",
     "in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}, and 0 (flags) behind it"},
    {"int main() { int *m = 0; cudaMemAdvise(m, 4, cudaMemAdviseSetReadMostly, 0); return 0; }", 1,
     74, "argument 4 of cudaMemAdvise must be cudaMemLocation, but it is int",
     "in CUDA 13 it is cudaMemLocation{cudaMemLocationTypeDevice, 0}"},
    {"int main() { cudaThreadSynchronize(); return 0; }", 1, 14,
     "'cudaThreadSynchronize' is gone in CUDA 13", "use cudaDeviceSynchronize"},
    {"int main() { cudaStream_t s; cudaEventRecord(s, 0); return 0; }", 1, 46,
     "argument 1 of cudaEventRecord must be cudaEvent_t, but it is cudaStream_t", ""},
    {"#include <stdlib.h>\nint main() { int *p = malloc(4); return 0; }", 2, 23,
     "the initial value of 'p' must be int *, but it is void *",
     "C++ converts void * only explicitly: write a cast"},
    {"int main() { int x = 3 return x; }", 1, 24, "a ; expected, but here is 'return'", ""},
    {"__global__ void k(int *p) {}\nint main() { k(0); return 0; }", 2, 14,
     "k is a kernel: it cannot be called", "launch it with <<<grid, block>>>"},
    {"void k(int *p) {}\nint main() { k<<<1, 1>>>(0); return 0; }", 2, 14,
     "k is not a kernel: it cannot be launched", "put __global__ in front of its definition"},
    {"__global__ int k(int *p) { return 0; }\nint main() { return 0; }", 1, 16,
     "a kernel must return void", ""},
    {"int main() { const int n = 3; n = 4; return 0; }", 1, 33, "'n' is const", ""},
    {"int main() { const float *p = 0; *p = 1; float *q = p; return 0; }", 1, 37,
     "what this assignment would change is const", ""},
    {"int f(int a, int b) { return a; }\nint main() { return f(1); }", 2, 21,
     "f takes 2 arguments, here is 1", ""},
    {"struct P { int x; };\nint main() { P p; p.y = 3; return 0; }", 2, 21, "P has no member 'y'",
     ""},
    {"int main() { cudaDeviceProp p; return p.clockRate; }", 1, 41,
     "cudaDeviceProp has no 'clockRate' in CUDA 13",
     "use cudaDeviceGetAttribute with cudaDevAttrClockRate"},
    {"int main() { int x; int x; return 0; }", 1, 25, "'x' is declared already, at line 1", ""},
    {"int main() { float *p; int *q = p; return 0; }", 1, 33,
     "the initial value of 'q' must be int *, but it is float *", ""},
    {"int main() { int *p = 5; return 0; }", 1, 23,
     "the initial value of 'p' must be int *, but it is int", ""},
    {"int main() { /* never\n return 0; }", 1, 14, "this comment never ends", "close it with */"},
    {"int main() { const char *s = \"abc; return 0; }", 1, 30, "this string never ends",
     "close it with \" on the same line"},
    {"int main() { return 0;", 1, 12, "this { is never closed", ""},
    {"int main() { break; }", 1, 14, "'break' stands outside a loop", ""},
    {"int main() { int a[2] = {1, 2, 3}; return 0; }", 1, 32,
     "more values than int [2] has room for", ""},
    {"f(int x) { return x; }\nint main() { return 0; }", 1, 1, "'f' is not declared", ""},
    {"int main() { std::vector<int> v; return 0; }", 1, 19, "std::vector is not declared",
     "add #include <vector>"},
    {"#include <vector>\nint main() { vector<int> v; return 0; }", 2, 14,
     "'vector' is not declared", "write std::vector, or using namespace std; above"},
    {"enum E { A };\nint main() { E e = 1; return 0; }", 2, 20,
     "the initial value of 'e' must be E, but it is int", ""},
    {"int main() { goto x; return 0; }", 1, 14, "there is no label 'x' in this function", ""},
    {"int f(int);\nint main() { return f(2); }", 2, 21, "'f' is declared, but not defined",
     "every function must be in this file or in one that it includes"},
    {"#include <foo.h>\nint main() { return 0; }", 1, 10, "<foo.h> is not a header we know",
     "a file of yours is named in quotes; else leave it out, and what is of it"},
    {"#if 1\nint main() { return 0; }", 1, 2, "this #if has no #endif", ""},
    {"__global__ void k(float *x, int n) {}\nint main() { float *d; k<<<1, 32>>>(d); return 0; }",
     2, 24, "k takes 2 arguments, here is 1", ""},
    {"__global__ void k(float *x, int n) {}\nint main() { int *d = 0; k<<<1, 32>>>(d, 3); return "
     "0; }",
     2, 39, "argument 1 of k must be float *, but it is int *", ""},
    {"__device__ int g(int x) { return x; }\nint main() { return g(2); }", 2, 21,
     "g is a __device__ function: host code cannot call it", ""},
    {"int main() { int n = 4; if (n = 3 return 1; return 0; }", 1, 35,
     "a ) after the condition expected, but here is 'return'", ""},
    {"int main() { switch (3) { case 1: break; case 1: break; } return 0; }", 1, 42,
     "this case stands in the switch already, at line 1", ""},
    {"void f() { return 3; }\nint f2() { return; }\nint main() { return 0; }", 1, 19,
     "this function returns void: no value may stand here", ""},
    {"int main() { float f = 1.0; return f % 2; }", 1, 38, "'%' cannot take float and int", ""},
    {"int main() { void *p = 0; return *p; }", 1, 34, "there is no value behind a void *",
     "cast it to a pointer to something"},
    {"int main() { int x = 3; return x(2); }", 1, 33,
     "this is int, not a function: it cannot be called", ""},
    {"int main() { double d = 3; cudaMalloc(&d, 4); return 0; }", 1, 39,
     "argument 1 of cudaMalloc must be void **, but it is double *", ""},
    {"class A { int x; public: int y; };\nint main() { A a; a.x = 3; return 0; }", 2, 21,
     "'x' is private in A", ""},
    {"class A { class I { int x; }; public: int f(I &i) { return i.x; } };\nint main() { return 0; "
     "}",
     1, 62, "'x' is private in A::I", ""},
    {"#define F(a, b) a + b\nint main() { return F(1); }", 2, 21,
     "the macro F takes 2 arguments, here are 1", ""},
    {"int main() { int i = 08; return 0; }", 1, 22, "8 is no octal digit",
     "a leading 0 makes a number octal"},
    {"int main() { char c = 'ab; return 0; }", 1, 23, "this character constant never ends",
     "close it with ' on the same line"},
    {"struct S { int x; }\nint main() { return 0; }", 1, 20,
     "a ; behind the struct is missing here", ""},
    {"int main() { auto f = [](int a) { return b; }; return f(1); }", 1, 42, "'b' is not declared",
     ""},
    {"int main() { int b = 2; auto f = [](int a) { return b; }; return f(1); }", 1, 53,
     "'b' is not captured by this lambda", "write [=] or [&], or name it between [ and ]"},
    {"int main() { cudaMemcpyAsync(0, 0, 4, 1, 0); return 0; }", 1, 39,
     "argument 4 of cudaMemcpyAsync must be cudaMemcpyKind, but it is int", ""},
    {"int main() { cudaStreamSynchronise(0); return 0; }", 1, 14,
     "'cudaStreamSynchronise' is not declared", "did you mean 'cudaStreamSynchronize'?"},
    {"int g() { return 1; } \nint g() { return 2; }\nint main() { return 0; }", 2, 5,
     "'g' is defined already, at line 1", ""},
    {"template <typename T> T mx(T a, T b) { return a < b ? b : a; }\nint main() { return mx(1, "
     "2.0); }",
     2, 21, "no 'mx' takes (int, double)", ""},
    {"int main() { int x = 1; int &r = 3; return r; }", 1, 34,
     "the initial value of 'r' must be a variable that may be written, but it is only a value", ""},
    {"void f(int &x) { x = 1; }\nint main() { f(3); return 0; }", 2, 16,
     "argument 1 of f must be a variable that may be written, but it is only a value", ""},
    {"int main() { for (int i = 0; i < 3; i++ { } return 0; }", 1, 41,
     "a ) after the parts of for expected, but here is '{'", ""},
    {"int main() { int a[3]; a = 0; return 0; }", 1, 26, "an array cannot be assigned",
     "memcpy copies an array"},
    {"int main() { int x = 5; x->y = 3; return 0; }", 1, 28,
     "-> needs a pointer to a struct, but this is int", ""},
    {"#include <iostream>\nint main() { std::cot << 1; return 0; }", 2, 19,
     "'cot' is not declared in std", "did you mean 'cout'?"},
    {"#include <span>\nint main() { std::mdspan<int> m; return 0; }", 2, 19,
     "std::mdspan is not supported", "use std::span, and say at which index an element lies"},
    {"int main() { auto t = std::chrono::steady_clock::now(); return 0; }", 1, 36,
     "std::chrono::steady_clock is not declared", "add #include <chrono>"},
    {"int main() { cudaEvent_t e; cudaEventCreate(e); return 0; }", 1, 45,
     "argument 1 of cudaEventCreate must be cudaEvent_t*, but it is cudaEvent_t",
     "write & in front of it"},
    {"int main() { int x = 1; { x = ; } return 0; }", 1, 31, "a value expected, but here is ';'",
     ""},
    {"int main() { undefined_type x; return 0; }", 1, 14, "'undefined_type' is not declared", ""},
    {"int main() { return 0; } }", 1, 26, "this } closes nothing", ""},
    {"struct A { A a; }; int main() { return 0; }", 1, 14,
     "A is declared, but what is in it is not known", ""},
    {"struct A; int main() { A a; return 0; }", 1, 26,
     "A is declared, but what is in it is not known", ""},
    {"int main() { float f = \"abc\"; return 0; }", 1, 24,
     "the initial value of 'f' must be float, but it is const char *", ""},
    {"int main() { int a[3]; return a[1.5]; }", 1, 33,
     "an index must be a whole number, but this is double", ""},
    {"int main() { case 3: return 0; }", 1, 14, "'case' stands outside a switch", ""},
    {"int main() { else return 0; }", 1, 14, "this else belongs to no if", ""},
    {"int main() { continue; }", 1, 14, "'continue' stands outside a loop", ""},
    {"int main() { x: x: return 0; }", 1, 17, "the label 'x' stands at line 1 already", ""},
    {"int main() { goto l; int x = 3; l: return x; }", 1, 14,
     "this goto skips the initial value of 'x' (line 1)",
     "declare it before the goto, or use braces"},
    {"int main() { switch (1) { case 1: int x = 3; case 2: return x; } return 0; }", 1, 46,
     "this label skips the initial value of 'x' (line 1)",
     "put braces around the case that declares it"},
    {"int main() { const int n; return n; }", 1, 24, "'n' is const: it needs an initial value", ""},
    {"int main() { auto x; return 0; }", 1, 19, "auto needs an initial value", ""},
    {"int main() { int &r; return 0; }", 1, 19, "'r' is a reference: it must refer to something",
     ""},
    {"void f(int a, int a) {} int main() { return 0; }", 1, 19, "two parameters are called 'a'",
     ""},
    {"void f(int a = 1, int b) {} int main() { return 0; }", 1, 19,
     "this parameter needs a default as well: the one before has one", ""},
    {"int f(int a) { int a = 2; return a; } int main() { return f(1); }", 1, 20,
     "'a' is a parameter of this function already", ""},
    {"#include <vector>\nint main() { std::vector<int> v; v.push(3); return 0; }", 2, 36,
     "std::vector<int> has no member 'push' that we support", ""},
    {"#include <vector>\nint main() { std::vector<int> v; return v[\"a\"]; }", 2, 43,
     "an index must be unsigned long, but it is const char *", ""},
    {"#include <vector>\nint main() { std::vector<int>::key_type k; return k; }", 2, 32,
     "there is no type 'key_type' in std::vector<int>", ""},
    {"template <class T> using A = A<T>;\nint main() { A<int> a; return 0; }", 1, 30,
     "'A' is made of itself", ""},
    {"struct E { ~E() {} };\nint main() { throw E(); }", 2, 20,
     "an exception with a destructor is not supported",
     "throw a struct without destructor, also in its members"},
    {"struct G { ~G() {} }; struct E { int n; G g[2]; };\nint main() { throw E(); }", 2, 20,
     "an exception with a destructor is not supported",
     "throw a struct without destructor, also in its members"},
    {"#include <iostream>\ntemplate <class... T> void f(T... v) { (std::cout << v, ...); }\n"
     "int main() { f(1); return 0; }",
     2, 51, "each side of a fold's ... is one operand, without operators", "put it in parentheses"},
    {"template <class... T> int f(T... v) { return (v + ... + 1 * 2); }\n"
     "int main() { return f(1); }",
     1, 59, "each side of a fold's ... is one operand, without operators", "put it in parentheses"},
    {"struct A {}; struct B : A {}; void f(A *, B *) {} void f(B *, A *) {}\n"
     "int main() { B b; f(&b, &b); return 0; }",
     2, 19, "more than one 'f' takes (B *, B *)", "cast the arguments to the types that are meant"},
    {"int main() { throw std::out_of_range(\"x\"); }", 1, 25, "std::out_of_range is not declared",
     "add #include <stdexcept>"},
    {"int main() { try { } }", 1, 22, "catch expected, but here is '}'", ""},
    {"int main() { try { } catch (...) { } catch (int) { } }", 1, 38,
     "nothing is left to catch behind catch (...)", ""},
    {"int main() { catch (...) { } }", 1, 14, "this catch belongs to no try", ""},
#define V "struct B { virtual void f() = 0; };\n"
    {V "int main() { B b; return 0; }", 2, 16, "B is abstract: nothing defines its 'f'", ""},
    {V "int main() { B *b = new B; return 0; }", 2, 21, "B is abstract: nothing defines its 'f'",
     ""},
    {V "struct C { B b; };\nint main() { return 0; }", 2, 14,
     "B is abstract: nothing defines its 'f'", ""},
    {V "struct D : B { void g() override; };\nint main() { return 0; }", 2, 21,
     "'g' overrides no virtual function of a base", ""},
    {V "struct D : B { void f() override { B::f(); } };\nint main() { return 0; }", 2, 39,
     "'B::f' is pure: it has no body to call", ""},
    {"struct B { virtual void f() final {} };\nstruct D : B { void f() {} };\nint main() { return "
     "0; }",
     2, 21, "'f' is final in B", ""},
    {"struct B { virtual int f(); };\nstruct D : B { void f() {} };\nint main() { return 0; }", 2,
     21, "'f' returns void, but that of B, which it overrides, int", ""},
    {"struct B { virtual B *f(); };\nstruct C { int c; };\nstruct D : B { C *f() override; };\n"
     "int main() { return 0; }",
     3, 19, "'f' returns C *, but that of B, which it overrides, B *", ""},
    {"struct B { int b; };\nstruct C : B { int c; };\nstruct D : C, B {};\nint main() { return 0; "
     "}",
     3, 15, "B would be a base of D twice", "derive from it virtually, or make one a member"},
    {"struct B { int b; };\nstruct C : B {};\nstruct E : B {};\nstruct D : C, E {};\n"
     "int main() { return 0; }",
     4, 15, "B would be a base of D twice", "derive from it virtually, or make one a member"},
    {"struct B { int n; };\nstruct C { int n; };\nstruct D : B, C {};\n"
     "int main() { D d; return d.n; }",
     4, 28, "'n' is in B and in C", "say of which base: object.Base::name"},
    {"struct B { void f() {} };\nstruct C { void f(int) {} };\nstruct D : B, C {};\n"
     "int main() { D d; d.f(1); return 0; }",
     4, 19, "'f' is in B and in C", "say of which base: object.Base::name"},
    {"struct B { virtual void f() = 0; };\nstruct C { virtual void g() = 0; };\n"
     "struct D : B, C { void f() override {} };\nint main() { D d; return 0; }",
     4, 16, "D is abstract: nothing defines its 'g'", ""},
    {"struct B { int b; };\nstruct C { int c; };\nstruct D : B, C {};\n"
     "int main() { throw D(); return 0; }",
     4, 20, "an exception with a base that does not lie at its front is not supported",
     "throw a struct with one base"},
    {"struct B { B(int) {} int b; };\nstruct C { C(int) {} int c; };\n"
     "struct D : B, C { using B::B; using C::C; };\nint main() { return 0; }",
     3, 40, "using with the constructors of two bases is not supported",
     "write constructors that pass their arguments on"},
    {"struct N { N() = default; N(const N &) = delete; };\nstruct B { int b = 1; };\n"
     "struct D : B, N {};\nint main() { D d; D e = d; return e.b; }",
     4, 25, "N cannot be copied: its copy constructor is deleted", ""},
    {"constexpr float t[1] = {t[0]};\nconstexpr int u = t[0];\nint main() { return u; }", 2, 15,
     "the value of constexpr 'u' must be constant", ""},
    {"constexpr int t[2] = {1, 2};\nint a[t[2]];\nint main() { return a[0]; }", 2, 8,
     "the length of this array must be a constant", "make it const, or allocate the memory"},
    {"struct B { int x; };\nclass D : B {};\nint main() { D d; return d.x; }", 3, 28,
     "'x' is private in D", ""},
    {"struct B { void f() {} };\nstruct D : protected B {};\nint main() { D d; d.f(); }", 3, 21,
     "'f' is protected in D", ""},
    {"class B { int x; };\nclass D : public B { int f() { return x; } };\nint main() { return 0; }",
     2, 39, "'x' is private in B", ""},
    {"class B { protected: int x; };\nint main() { B b; return b.x; }", 2, 28,
     "'x' is protected in B", ""},
    {"struct B final {};\nstruct D : B {};\nint main() { return 0; }", 2, 12,
     "B is final: it cannot be a base", ""},
    {"struct B { B(int) {} };\nstruct D : B { D() {} };\nint main() { return 0; }", 2, 20,
     "B::B takes 1 argument, here are 0", ""},
    {"struct B {};\nstruct D : B {};\nint main() { B b; D *d = &b; return 0; }", 3, 26,
     "the initial value of 'd' must be D *, but it is B *", ""},
    {"virtual void f();\nint main() { return 0; }", 1, 1, "only a member can be virtual", ""},
    {"struct D : virtual D {};\nint main() { return 0; }", 1, 20,
     "D is declared, but what is in it is not known", ""},
    {"struct A { int n; };\nstruct B : virtual A {};\nint main() { B a; B b = a; return 0; }", 3,
     25, "copying B, which has a virtual base, as C++ does it by itself is not supported",
     "define how, or keep a pointer to it"},
    {"struct B { void f() {} };\nstruct D : B { using B::g; };\nint main() { return 0; }", 2, 25,
     "B has no member 'g'", ""},
    {"struct A { void f() {} };\nstruct B {};\nstruct D : B { using A::f; };\n"
     "int main() { return 0; }",
     3, 25, "A is no base of D", ""},
    {"struct B { void f() {} void f(int) {} };\nclass D : B { using B::f; };\n"
     "int main() { D d; d.f(1); return 0; }",
     3, 21, "'f' is private in D", ""},
    {"struct B { int n; };\nstruct D : B { private: using B::n; };\n"
     "int main() { D d; return d.n; }",
     3, 28, "'n' is private in D", ""},
    {"struct A { int n; };\nstruct B { int n; };\nint main() { B b; return b.A::n; }", 3, 28,
     "A is no base of B", ""},
    {"struct A { int n; };\nstruct B { int n; void f() { A::operator=(*this); } };\n"
     "int main() { return 0; }",
     2, 30, "A is no base of B", ""},
    {"struct A { int n; };\nint main() { A a; a.operator()(3); return 0; }", 2, 21,
     "A has no member 'operator()'", ""},
    {"struct B { template <class T> B(T) {} B(int, int) {} };\nstruct D : B { using B::B; };\n"
     "int main() { return 0; }",
     2, 25, "using with a constructor that is a template is not supported",
     "write a constructor that passes its arguments on"},
    {"struct B { B(int) {} };\nstruct D : B { using B::B; };\nint main() { D d; return 0; }", 3, 16,
     "D::D takes 1 argument, here are 0", ""},
    {"struct B { protected: B(double) {} };\nstruct D : B { using B::B; };\n"
     "int main() { D d(2.5); return 0; }",
     3, 16, "'D' is protected in D", ""},
    {"struct P { const int &a, &b; };\nint main() { int x = 1; P p{x}; return p.a; }", 2, 28,
     "the reference 'b' must refer to something", ""},
    {"struct E { ~E() {} };\nstruct P { const E &e; };\nint main() { P p{E()}; return 0; }", 3, 18,
     "a temporary that has a destructor cannot be what a reference in a list refers to",
     "give it a name before"},
    {"#include <string>\n#include <vector>\nstruct A { int x; };\n"
     "int main() { A a[2] = {}; std::vector<std::string> v(a, a + 2); return 0; }",
     4, 54, "the elements are A, not std::string", "make them one by one in a loop"},
    {"#include <variant>\nstruct A {};\nstruct B {};\n" OVERLOADED
     "int main() { std::variant<A, B> v; std::visit(overloaded{[](A) {}}, v); }",
     6, 41, "nothing in overloaded<lambda at line 6> takes (B)", "add a lambda that does"},
    {OVERLOADED "int main() { auto f = overloaded{[](float) {}, [](double) {}}; f(1); }", 3, 65,
     "more than one function in overloaded<lambda at line 3, lambda at line 3> takes (int)",
     "name the types of the parameters"},
    {OVERLOADED "int main() { auto f = overloaded{[](float) {}, 3}; f(1); }", 2, 43,
     "int cannot be one of the bases: it has no operator()", "give it lambdas"},
    {"int twice(int a, float b) { return a > b; }\n"
     "template <class... A> int call(int (*f)(A...), A... a) { return f(a...); }\n"
     "int main() { return call(&twice, 3, 1); }",
     3, 21, "no 'call' takes (int (*)(int, float), int, int)", ""},
    {"int pick(int a);\nint pick(long a);\n"
     "template <class... A> int call(int (*f)(A...), A... a) { return f(a...); }\n"
     "int main() { return call(&pick, {1, 2}); }",
     4, 21, "no 'call' takes (one of several functions, {...})", ""},
    {"struct B { protected: B() {} };\nint main() { B b; return 0; }", 2, 16,
     "'B' is protected in B", ""},
    {"template <class... A> int f(A... a) { return [a]() { return 1; }(); }\n"
     "int main() { return f(1, 2); }",
     1, 47, "'a' is a pack: all of it is captured", "write ... behind its name"},
    {"struct B { float x : 3; }; int main() { return 0; }", 1, 20,
     "a bit field must be a whole number, not float", ""},
    {"struct B { char x : 9; }; int main() { return 0; }", 1, 19, "9 bits are more than char has",
     ""},
    {"struct B { int x : 0; }; int main() { return 0; }", 1, 18,
     "a bit field must have a bit at least", ""},
    {"struct B { int x : 3; };\nint main() { B b; int *p = &b.x; return 0; }", 2, 31,
     "'x' is a bit field: it has no address", "copy it to a variable"},
    {"struct B { int x : 3; };\nvoid f(int &n) {}\nint main() { B b; f(b.x); return 0; }", 3, 23,
     "'x' is a bit field: it has no address", "copy it to a variable"},
    {"struct B { int x : 3, y; };\nint main() { B b{}; auto &[x, y] = b; return x; }", 2, 28,
     "'x' is a bit field: it has no address", "copy it to a variable"},
    {"struct B { int x : 3; int y : 3 = 2; };\nint main() { B b{1}; return b.y; }", 1, 27,
     "a list that leaves out a bit field with a value of its own is not supported",
     "give the struct a constructor"},
    {"int main() { auto [a, a] = 3; return 0; }", 1, 19,
     "a structured binding needs a struct, a pair or an array, but this is int", ""},
    {"constexpr int f() { return 3; } int g(int n) { constexpr int k = n; return k; } int main() { "
     "return 0; }",
     1, 62, "the value of constexpr 'k' must be constant", ""},
    {"int main() { static_assert(sizeof(int) == 8, \"int is small\"); return 0; }", 1, 14,
     "this static_assert fails: int is small", ""},
    {"int main() { delete 3; return 0; }", 1, 21, "delete needs a pointer, but this is int", ""},
    {"template <typename T> void f() {} int main() { f(); return 0; }", 1, 48, "no 'f' takes ()",
     ""},
    {"int main() { cudaMallocc(0, 3); return 0; }", 1, 14, "'cudaMallocc' is not declared",
     "did you mean 'cudaMalloc'?"},
    {"void main() { }", 1, 6, "main must return int", ""},
    {"int main() { return 1 ? 2 : \"x\"; }", 1, 23,
     "the two values of ?: do not agree: int and const char *", ""},
    {"enum class E { A }; int main() { int x = E::A; return x; }", 1, 45,
     "the initial value of 'x' must be int, but it is E", ""},
    {"int main() { int x = 3; x++ = 4; return x; }", 1, 29,
     "this assignment needs a variable, but this is only a value", ""},
    {"int main() { 3 = 4; return 0; }", 1, 16,
     "this assignment needs a variable, but this is only a value", ""},
    {"int main() { &3; return 0; }", 1, 14, "& needs a variable, but this is only a value", ""},
    {"#include <stdio.h>\n#include <string>\nint main() { std::string s; printf(\"%s\", s); return "
     "0; }",
     3, 42, "printf cannot take a whole std::string", "pass .c_str()"},
    {"__global__ void k(int x) {} int main() { k<<<1, 1, 0, 0, 0>>>(3); return 0; }", 1, 58,
     "<<<grid, block, shared bytes, stream>>> has four parts at most", ""},
    {"__global__ void k(int x) {} int main() { k<<<\"a\", 1>>>(3); return 0; }", 1, 46,
     "the grid of a launch must be dim3, but it is const char *", ""},
    {"__global__ void k(int x) {} int main() { int s; k<<<1, 1, 0, s>>>(3); return 0; }", 1, 62,
     "the stream of a launch (the fourth part) must be cudaStream_t, but it is int", ""},
    {"int x = 3; float x = 4; int main() { return 0; }", 1, 18,
     "'x' is declared already, at line 1", ""},
    {"int f(); float f(); int main() { return 0; }", 1, 16,
     "'f' was declared to return int, at line 1", ""},
    {"struct S { const int x; S() : y(3) {} }; int main() { return 0; }", 1, 31,
     "S has no member 'y'", ""},
    {"struct S { S(int) {} }; int main() { S s; return 0; }", 1, 40,
     "S::S takes 1 argument, here are 0", ""},
    {"struct S { S() {} S(const S &) = delete; ~S() {} }; S g; void f(S s) {} int main() { f(g); "
     "return 0; }",
     1, 88, "S cannot be copied: its copy constructor is deleted", ""},
    {"int main() { long double d = 1.0L; unsigned float x; return 0; }", 1, 36,
     "these words make no type together", ""},
    {"int main() { \"abc\" + \"def\"; return 0; }", 1, 20,
     "'+' cannot take const char * and const char *", ""},
    {"int main() { int *p = 0; p * 2; return 0; }", 1, 28, "'*' cannot take int * and int", ""},
    {"int main() { wchar_t c = L'a'; return 0; }", 1, 14, "wide characters are not supported",
     "use char"},
    {"int main() { printf(\"x\" \"y\"; }", 1, 14, "'printf' is not declared",
     "add #include <stdio.h>"},
    {"__shared__ int x; int main() { __device__ int y; return 0; }", 1, 47,
     "a variable on the device cannot be declared inside a function", ""},
    {"int main() { int a[-1]; return 0; }", 1, 20, "an array cannot have -1 elements", ""},
    {"int n = 3; int a[n]; int main() { return 0; }", 1, 18,
     "the length of this array must be a constant", "make it const, or allocate the memory"},
    {"namespace x = nothing; int main() { return 0; }", 1, 15, "'nothing' is not declared", ""},
    {"using namespace nothing; int main() { return 0; }", 1, 17, "'nothing' is not declared", ""},
    {"int main() { dim3 g(1, 2, 3, 4); return 0; }", 1, 19, "no 'dim3' takes (int, int, int, int)",
     ""},
};

static const struct {
    const char *typo, *hint;
} words[] = {
    {"int main() { retrn 1; }", "did you mean 'return'?"},
    {"int main() { whlie (1) {} }", "did you mean 'while'?"},
    {"unsinged x; int main() {}", "did you mean 'unsigned'?"},
    {"int main() { cudaMaloc(0, 3); }", "did you mean 'cudaMalloc'?"},
    {"int main() { cudaMemcpy(0, 0, 3, cudaMemcpyHostToDevce); }",
     "did you mean 'cudaMemcpyHostToDevice'?"},
    {"#define CHUNKS 4\nint main() { return CHUNK; }", "did you mean 'CHUNKS'?"},
};

START_TEST(refused)
{
    struct err err;
    ck_assert_msg(parse_text(rows[_i].source, NULL, &err) == -1, "accepted: %s", rows[_i].source);
    ck_assert_msg(strcmp(err.message, rows[_i].message) == 0, "%s\n says %s\n instead of %s",
                  rows[_i].source, err.message, rows[_i].message);
    ck_assert_str_eq(err.hint, rows[_i].hint);
    ck_assert_int_eq(err.line, rows[_i].line);
    ck_assert_int_eq(err.column, rows[_i].column);
    ck_assert_int_eq(err.status, ERR_INPUT);
    ck_assert(err.excerpt[0] != '\0');
}
END_TEST

START_TEST(suggestions)
{
    struct err err;
    ck_assert_int_eq(parse_text(words[_i].typo, NULL, &err), -1);
    ck_assert_str_eq(err.hint, words[_i].hint);
}
END_TEST

START_TEST(without_main)
{
    struct err err;
    ck_assert_int_eq(parse_text("int helper() { return 1; }", NULL, &err), -1);
    ck_assert_str_eq(err.message, "there is no main() in this file");
    ck_assert_int_eq(err.line, 0);
    ck_assert_str_eq(err.file, "t.cu");
}
END_TEST

START_TEST(unused_define)
{
    const struct script_define defines[] = {{"CUONT", "3"}};
    const struct script_options options = {.defines = defines, .define_count = 1};
    struct err err;
    ck_assert_int_eq(parse_text("#define COUNT 4\nint main() { return COUNT; }", &options, &err),
                     -1);
    ck_assert_str_eq(err.message, "-D CUONT: no macro and no constant in t.cu is called so");
    ck_assert_str_eq(err.hint, "did you mean 'COUNT'?");
    ck_assert_int_eq(
        parse_text("int main() { const int COUNT = 4; return COUNT; }", &options, &err), -1);
    ck_assert_str_eq(err.hint, "did you mean 'COUNT'?");
}
END_TEST

/* `count` times `open`, `middle`, `count` times `close` between before and after. */
static char *repeat(const char *before, const char *open, const char *middle, const char *close,
                    const char *after, int count)
{
    size_t length = strlen(before) + strlen(middle) + strlen(after) + 1 +
                    (size_t)count * (strlen(open) + strlen(close));
    char *text = malloc(length), *at = stpcpy(text, before);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, open);
    at = stpcpy(at, middle);
    for (int i = 0; i < count; i++)
        at = stpcpy(at, close);
    stpcpy(at, after);
    return text;
}

static const struct {
    const char *before, *open, *middle, *close, *after, *message;
} nests[] = {
#define DEEP "parentheses, braces or statements are nested more than 256 deep"
    {"int main() { return ", "(", "1", ")", "; }", DEEP},
    {"int main() { return ", "(", "", "", "", DEEP},
    {"int main() { ", "{", "", "}", " }", DEEP},
    {"int main() ", "{", "", "", "", DEEP},
    {"int main() { return ", "- ", "1", "", "; }", DEEP},
    {"int main() { return ", "(int)", "1", "", "; }", DEEP},
    {"int main() { ", "if (1) ", ";", "", " }", DEEP},
    {"int a[] = ", "{", "1", "}", "; int main() {}", DEEP},
    {"int ", "(", "x", ")", "; int main() {}", DEEP},
    {"", "struct A {", "", "};", " int main() {}", DEEP},
    {"", "namespace a {", "", "}", " int main() {}", DEEP},
    {"int main() { int x; ", "x = ", "1", "", "; }", DEEP},
    {"int main() { int x = 1; return x", " + x", "", "", "; }",
     "this expression chains more than 2000 operators"},
    {"int main() { if (0) ;", "else if (1) ;", "", "", " }", "more than 2000 else if in a row"},
    {"int ", "*", "x", "", "; int main() {}", "more than 32 stars"},
    {"#if ", "(", "1", ")", "\n#endif\nint main() {}",
     "this condition is nested more than 256 deep"},
};

START_TEST(nested)
{
    struct err err;
    char *text = repeat(nests[_i].before, nests[_i].open, nests[_i].middle, nests[_i].close,
                        nests[_i].after, 200000);
    ck_assert_int_eq(parse_text(text, NULL, &err), -1);
    ck_assert_str_eq(err.message, nests[_i].message);
    free(text);
}
END_TEST

/* Device code is not executed: what nests too deeply there is only not understood. */
START_TEST(nested_in_a_kernel)
{
    struct err err;
    char *text =
        repeat("__global__ void k() { int x = ", "(", "1", ")", "; } int main() {}", 200000);
    ck_assert_msg(parse_text(text, NULL, &err) == 0, "%s", err.message);
    free(text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("parse_errors");
    TCase *tc = tcase_create("parse_errors");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, refused, 0, sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(tc, suggestions, 0, sizeof words / sizeof words[0]);
    tcase_add_test(tc, without_main);
    tcase_add_test(tc, unused_define);
    tcase_add_loop_test(tc, nested, 0, sizeof nests / sizeof nests[0]);
    tcase_add_test(tc, nested_in_a_kernel);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
