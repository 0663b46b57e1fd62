/* The front end on programs that nvcc takes and we do not: the message names what is not supported,
 * and the hint what to write instead. And on what looks like it and is supported. */
#include "tests/parse_text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define MAIN "int main() { return 0; }"

#define THREADS                                                                                    \
    "for threads there are std::thread, std::mutex, std::condition_variable, std::atomic"
#define ARRAYS   "arrays are not covered: keep the data in linear memory (cudaMalloc, cudaMalloc3D)"
#define TEXTURES "textures are not covered: give the kernel the pointer that the texture would read"
#define DRIVER   "the driver API is not covered: use the runtime API (cudaMalloc and its like)"

static const struct {
    const char *source;
    int line, column;
    const char *message, *hint;
} rows[] = {
/* objects: what ends, and how they are copied and moved */
#define MOVES                                                                                      \
    "#include <utility>\n#include <vector>\nint ends;\n"                                           \
    "struct S { int n; S(int n = 0) : n(n) {} S(S &&o) : n(o.n) {} ~S() { ends++; } };\n"
    {"struct A { virtual A *own(); };\nstruct B { virtual B &copy(); };\n"
     "struct C : A, B { C *own() override; C &copy() override; };\n" MAIN,
     3, 41,
     "'copy' overrides that of B with another type, and C does not begin with its B: "
     "this is not supported",
     "return B & and cast where C & is needed"},
    {MOVES "int main() { S a; S b = a; return b.n; }", 5, 25,
     "S cannot be copied: it declares only how it is moved", "std::move it"},
    {MOVES "int main() { std::vector<S> v; S a; v.push_back(a); return 0; }", 5, 39,
     "S cannot be copied: it declares only how it is moved", "std::move it"},
    {MOVES "int main() { S a, b; a = std::move(b); return 0; }", 5, 24,
     "S cannot be assigned: it declares only how it is moved", "give it an operator="},
    {MOVES "void take(S &&s) {}\nint main() { S a; take(a); return 0; }", 6, 24,
     "argument 1 of take must be a temporary, but it is a variable",
     "std::move it, if it may be given up"},
    {MOVES "const S &early = S(1);\n" MAIN, 5, 10,
     "a reference outside a function to a temporary of a type with a destructor is not supported",
     "leave the & out"},
    {"struct S { S() {} S(const S &) = delete; };\nint main() { S a, b(a); return 0; }", 2, 19,
     "S cannot be copied: its copy constructor is deleted", ""},
    {"#include <queue>\n" MOVES "int main() { std::queue<S> q; S a; q.push(a); return 0; }", 6, 38,
     "std::queue<S>::push cannot be called here: std::deque<S>::push_back cannot be called here: S "
     "cannot be copied: it declares only how it is moved",
     ""},
    {MOVES "int main() { std::vector<S> v; S a; v.insert(v.begin(), a); return 0; }", 5, 39,
     "S cannot be copied: it declares only how it is moved", "std::move it"},
    {MOVES "int main() { S *all = new S[3](4); return 0; }", 5, 23,
     "the elements of a new array cannot be given values here", ""},
    {"#include <memory>\nint main() { std::unique_ptr<int[]> p(new int[4]); return *p; }", 2, 59,
     "* needs a pointer, but this is std::unique_ptr<int [], std::default_delete<int []>>", ""},
    {"template <class T> struct B { static int n; };\ntemplate <> int B<int>::n = 1;\n" MAIN, 2, 25,
     "a specialization of a member that is no function is not supported",
     "specialize the whole struct"},
    {"template <class T> struct B { void f(); };\ntemplate <> void B<int>::g() {}\n" MAIN, 2, 26,
     "B<int> has no 'g' with these parameters", ""},
    {"template <class F> struct G { F f; };\nint main() { G g(3); return 0; }", 2, 14,
     "these values do not say the template arguments of 'G'", "write them in < >"},
    {"#include <vector>\nint main() { std::vector v{1, 2.5}; return 0; }", 2, 31,
     "the values of this std::vector have different types",
     "write the type of the elements in < >"},
    {"#include <type_traits>\ntemplate <class T> std::enable_if_t<std::is_integral_v<T>, T> f(T x) "
     "{ "
     "return x; }\nint main() { f(2.5); return 0; }",
     3, 14, "no 'f' takes (double)", "'type' is not declared in std::enable_if<0, double>"},
    {"#include <variant>\nint main() { std::variant<int, double> v = 1; return "
     "std::get<float>(v); }",
     2, 59, "this static_assert fails: the variant has no such type", ""},
    {"#include <memory>\n#include <cstdlib>\nint main() { std::unique_ptr<int, decltype(&free)> "
     "p((int *)malloc(4)); return 0; }",
     3, 52,
     "std::unique_ptr<int, void (*)(void *)>::unique_ptr cannot be called here: this static_assert "
     "fails: a std::unique_ptr whose deleter is a function needs it as second argument",
     ""},
    {"int main() { return 4_MiB; }", 1, 21, "no operator\"\"_MiB is declared",
     "define the operator before it is used, or call a function"},
    {"#include <initializer_list>\nint main() { auto l = {1, 2.5}; return 0; }", 2, 27,
     "auto cannot be deduced from values of different types", ""},
    {"struct S { int n = 1; int (*f)() = [] { return n; }; };\nint main() { S s{}; return 0; }", 1,
     48, "a lambda in a member's initial value that names members is not supported",
     "give the struct a constructor"},
    {"template <class T> struct B { void f(); };\ntemplate <class T> void B<T>::g() {}\n"
     "int main() { B<int> b; return 0; }",
     2, 31, "B<int> has no 'g' with these parameters", ""},
    {"template <class T> struct B { void f(); };\ntemplate <class T> void B<T *>::f() {}\n"
     "int main() { B<int> b; return 0; }",
     2, 25, "a member of a specialization that is defined outside it is not supported",
     "define it inside the struct"},
    {"template <class T> struct B { B(); };\ntemplate <class T, int N> B<T>::B() {}\n" MAIN, 2, 1,
     "'B' has 1 template parameter, here are 2", ""},
    {"void g() { struct A { friend int f(A a) { return 1; } }; }\n" MAIN, 1, 41,
     "a friend function defined here is not supported", "define it behind the struct"},
    /* types of std, wherever a type may stand */
    {"#include <vector>\nint main() { return (int)std::clamp<size_t>(3, 4, 5); }", 2, 31,
     "std::clamp is not declared", "add #include <algorithm>"},
    {"#include <iostream>\nint main() { std::ostream_iterator<int> o(std::cout); return 0; }", 2,
     19, "std::ostream_iterator is not declared", "add #include <iterator>"},
    {"#include <ranges>\nint main() { int a[2]; a | std::views::chunk(2); return 0; }", 2, 40,
     "'chunk' is not declared in std::ranges::views", ""},
    {"int main() { for (int i : std::views::iota(0, 2)) {} return 0; }", 1, 32,
     "std::views is not declared", "add #include <ranges>"},
    {"#include <algorithm>\nint main() { int a[2]; std::shift_left(a, a, a, 1, 2); }", 2, 29,
     "'shift_left' is not declared in std",
     "std may have it, but nullstream does not know it: write out what it does"},
    {"cublasHandle_t handle;\n" MAIN, 1, 1, "'cublasHandle_t' is not supported",
     "put a kernel of about the cost of the library's call in its place"},
    {"int main() { float *d; size_t p; cudaMallocPitch(&d, p, 64, 64); return 0; }", 1, 54,
     "argument 2 of cudaMallocPitch<float> must be unsigned long *, but it is unsigned long",
     "write & in front of it"},
    {"cudaIpcMemHandle_t handle;\n" MAIN, 1, 1, "'cudaIpcMemHandle_t' is not supported",
     "other processes are not covered: keep all in one"},
    {"#include <span>\nstd::mdspan<int> q;\n" MAIN, 2, 6, "std::mdspan is not supported",
     "use std::span, and say at which index an element lies"},
    {"std::bitset<8> q;\n" MAIN, 1, 6, "std::bitset is not declared", "add #include <bitset>"},
    {"static const std::flat_map<int, int> *m;\n" MAIN, 1, 19, "std::flat_map is not supported",
     "use std::map"},
    {"std::function<void(int)> f;\n" MAIN, 1, 6, "std::function is not declared",
     "add #include <functional>"},
    {"std::mutex m;\n" MAIN, 1, 6, "std::mutex is not declared", "add #include <mutex>"},
    {"std::once_flag fl;\n" MAIN, 1, 6, "std::once_flag is not declared", "add #include <mutex>"},
    {"struct S { std::unique_ptr<int> p; };\n" MAIN, 1, 17, "std::unique_ptr is not declared",
     "add #include <memory>"},
    {"void run(std::function<void(int)> f) { f(0); }\n" MAIN, 1, 15,
     "std::function is not declared", "add #include <functional>"},
    {"void run(int n, const std::function<void()> &f);\n" MAIN, 1, 28,
     "std::function is not declared", "add #include <functional>"},
    {"void run(std::flat_map<int, int>);\n" MAIN, 1, 15, "std::flat_map is not supported",
     "use std::map"},
    {"void run(std::string_view *s);\n" MAIN, 1, 15, "std::string_view is not declared",
     "add #include <string_view>"},
    {"struct S { S(std::shared_ptr<int> p) {} };\n" MAIN, 1, 19, "std::shared_ptr is not declared",
     "add #include <memory>"},
    {"std::optional<int> f() { return 3; }\n" MAIN, 1, 6, "std::optional is not declared",
     "add #include <optional>"},
    {"using M = std::flat_map<int, int>;\n" MAIN, 1, 16, "std::flat_map is not supported",
     "use std::map"},
    {"typedef std::flat_map<int, int> M;\n" MAIN, 1, 14, "std::flat_map is not supported",
     "use std::map"},
    {"int main() { auto f = [](std::function<void()> g) { g(); }; return 0; }", 1, 31,
     "std::function is not declared", "add #include <functional>"},
    {"int main() { for (std::tuple<int, int> t : {1}) {} return 0; }", 1, 24,
     "std::tuple is not declared", "add #include <tuple>"},
    {"int main() { auto m = new std::flat_map<int, int>; return 0; }", 1, 32,
     "std::flat_map is not supported", "use std::map"},
    {"int main() { return sizeof(std::mdspan<int>); }", 1, 33, "std::mdspan is not supported",
     "use std::span, and say at which index an element lies"},
    {"#include <vector>\nstd::vector<std::function<void()>> v;\n" MAIN, 2, 18,
     "std::function is not declared", "add #include <functional>"},
    {"std::nothing x;\n" MAIN, 1, 6, "'nothing' is not declared in std",
     "std may have it, but nullstream does not know it: write out what it does"},
    {"int x;\nx y;\n" MAIN, 2, 1, "'x' is no type", ""},
    {"template <class T> struct V { T a; };\nV z;\n" MAIN, 2, 1,
     "'V' needs its template arguments in < >", ""},
    {"#include <algorithm>\nint main() { return std::max({1, 2.5}); }", 2, 26,
     "no 'max' takes (int, double)", ""},
    {"std::map<int, int> m;\n" MAIN, 1, 6, "std::map is not declared", "add #include <map>"},
    {"#include <map>\nint main() { const std::map<int, int> m; return m[3]; }", 2, 50,
     "no operator[] of std::map<int, int, std::less<int>> takes this", ""},
    {"#include <map>\nint main() { std::map<int, int> m; m.begin()->first = 3; return 0; }", 2, 53,
     "what this assignment would change is const", ""},
    {"#include <set>\nint main() { std::set<int> s; *s.begin() = 3; return 0; }", 2, 42,
     "what this assignment would change is const", ""},
    {"#include <map>\nint main() { std::map<int, int> m; m.insert(3); return 0; }", 2, 38,
     "no 'insert' takes (int)", ""},
    {"#include <unordered_map>\nstruct K { int a; };\n"
     "int main() { std::unordered_map<K, int> m; m[K{1}] = 3; return 0; }",
     3, 45,
     "std::unordered_map<K, int, std::hash<K>, std::equal_to<K>>::operator[] cannot be called "
     "here: "
     "std::hash<K>::operator() cannot be called here: K cannot be cast to unsigned long",
     ""},
    {"#include <optional>\nint main() { std::optional<int> o; int x = o; return x; }", 2, 44,
     "the initial value of 'x' must be int, but it is std::optional<int>", ""},
    {"#include <optional>\nint main() { std::optional<int> o = \"x\"; return 0; }", 2, 37,
     "the value must be int, but it is const char *", ""},
    {"#include <tuple>\nint main() { std::tuple<int, int> t(1, 2); return std::get<2>(t); }", 2, 56,
     "this static_assert fails: the tuple has fewer elements", ""},
    {"#include <tuple>\nint main() { std::tuple<int, int> t(1, 2); auto [a, b, c] = t; return 0; }",
     2, 49, "std::tuple<int, int> has 2 parts, here are 3 names", ""},
    {"#include <tuple>\nint main() { int a; std::tie(a, 3) = std::make_tuple(1, 2); return 0; }", 2,
     33,
     "argument 2 of std::tie<int, int> must be a variable that may be written, but it is only a "
     "value",
     ""},
    {"auto &f() { return 3; }\n" MAIN, 1, 20, "a reference to a value cannot be returned",
     "return auto"},
    {"#include <string>\nint main() { std::string s; return (int)s.find(); }", 2, 43,
     "no 'find' takes (std::string)", ""},
    {"#include <string>\nint main() { const std::string s; s.clear(); return 0; }", 2, 35,
     "argument 1 of std::__ns_string_clear must be a variable that may be written, but it is const",
     ""},
    {"#include <string>\nint main() { std::string s; s.get_allocator(); return 0; }", 2, 31,
     "std::string has no member 'get_allocator' that we support", ""},
    /* specializations */
    {"template <class T> struct A { T v; };\nA<int> a;\ntemplate <> struct A<int> {};\n" MAIN, 3,
     20, "this specialization of 'A' comes behind a use of what it replaces",
     "declare it before it is used"},
    {"template <> struct B<int> {};\n" MAIN, 1, 20, "there is no template 'B' to specialize", ""},
    {"template <class T> T f(T t) { return t; }\nint x = f(1);\n"
     "template <> int f<int>(int t) { return 1; }\n" MAIN,
     3, 17, "this specialization of 'f' comes behind a use of what it replaces",
     "declare it before it is used"},
    {"template <class T> T f(T t) { return t; }\ntemplate <> int f(float t) { return 1; }\n" MAIN,
     2, 17, "there is no template 'f' of which this is a specialization", ""},
    {"template <class T, int N> int f(T (&a)[N]) { return N; }\n"
     "int main() { int *p = nullptr; return f(p); }",
     2, 39, "no 'f' takes (int *)", ""},
    {"#include <tuple>\nint main() { std::tuple<int, int> t; return std::get<int>(t); }", 2, 50,
     "this static_assert fails: the tuple has not one element of this type", ""},
    {"#include <variant>\nint main() { std::variant<int> v; std::get<float *>(v); return 0; }", 2,
     40, "this static_assert fails: the variant has no such type", ""},
    {"constexpr int f(int n) { while (true) n++; return n; }\nstatic_assert(f(1) > 0);\n" MAIN, 2,
     1, "static_assert needs a constant", ""},
    {"template <class A, class B> struct P { A a; };\ntemplate <class A> struct P<A, int> {};\n"
     "template <class B> struct P<int, B> {};\nint main() { P<int, int> p; return 0; }",
     4, 14, "more than one specialization of 'P' fits: at lines 3 and 2", ""},
    /* members of std's types */
    {"#include <unordered_map>\nint main() { std::unordered_map<int, int> m; m.extract(0); return "
     "0; }",
     2, 48,
     "'extract' of std::unordered_map<int, int, std::hash<int>, std::equal_to<int>> is not "
     "supported",
     "copy the element, then erase it"},
    {"#include <mutex>\nint main() { std::mutex m; m.loc(); return 0; }", 2, 30,
     "std::mutex has no member 'loc'", "did you mean 'lock'?"},
    /* the language */
    {"int main() { auto [u, v] = 3; return 0; }", 1, 19,
     "a structured binding needs a struct, a pair or an array, but this is int", ""},
    {"struct P { int a, b; };\nint main() { P ps[2]; for (auto [u] : ps) {} return 0; }", 2, 33,
     "P has 2 parts, here is 1 name", ""},
    {"struct P { int a, b; };\nauto [u, v] = P{1, 2};\n" MAIN, 2, 6,
     "structured bindings outside functions are not supported", "declare the variables one by one"},
    {"struct P { int a, b; };\nint main() { thread_local auto [u, v] = P{1, 2}; return 0; }", 2, 32,
     "structured bindings are neither extern nor thread_local", ""},
    {"struct S { ~S() {} };\nint main() { static const S &s = S(); return 0; }", 2, 30,
     "a static reference to a temporary of this type is not supported", "leave the & out"},
    {"enum class E { a };\nint main() { using enum F; return 0; }", 2, 25, "'F' is not declared",
     ""},
    {"int main() { using enum int; return 0; }", 1, 25, "a name expected, but here is 'int'", ""},
    {"int main() { auto f = [...r = 1] { return 1; }; return f(); }", 1, 31,
     "there is no pack in this value", ""},
    {"int main() { int n = 0; auto g = [n...] { return 1; }; return g(); }", 1, 35,
     "'n' is no pack of parameters", ""},
    {"int main() { auto f = [](auto x, auto y) {}; f(1); return 0; }", 1, 39,
     "argument 2 is missing, which gives this parameter its type", ""},
    {"#include <cstdio>\nint (*f)(auto x);\n" MAIN, 2, 10,
     "a parameter of type auto makes a template of this function", "name the type"},
    {"template <class T> concept C = sizeof(T) == 8;\ntemplate <C T> struct S {};\n"
     "int main() { S<int> s; return 0; }",
     3, 14, "the arguments of 'S' do not meet its constraints", ""},
    {"template <class T> concept C = sizeof(T) == 8;\nvoid f(C auto x) {}\n"
     "int main() { f(1); return 0; }",
     3, 14, "no 'f' takes (int)", "what it is called with does not meet its constraints"},
    {"int main() { auto f = []<class T>(T *p) requires(sizeof(T) > 1) { return 1; };\n"
     "return f(\"\"); }",
     2, 9, "what this lambda is called with does not meet its constraints", ""},
    {"#include <format>\nstruct P {};\ntemplate <> struct std::formatter<P> {};\n" MAIN, 3, 25,
     "std::formatter is not supported",
     "give std::format what it knows, such as a text that a function makes"},
    {"template <class T> concept C = ;\n" MAIN, 1, 32,
     "what the concept demands expected, but here is ';'", ""},
    {"int main() { auto f = []<class T>(T *p) { return 1; };\nreturn f(1); }", 2, 9,
     "this lambda does not take (int)", ""},
    {"#include <thread>\n#include <functional>\nstruct F { int n = 0; void operator()() { n++; } "
     "};\n"
     "int main() { F f; std::thread t(std::ref(f)); t.join(); return f.n; }",
     4, 42, "a thread that is given a reference to an object would run a copy of it here",
     "call it in a lambda that captures it: [&object] { object(); }"},
    {"#include <thread>\nstruct W { void run(int n) {} };\n"
     "int main() { W w; std::thread t(&W::run, w, 3); return 0; }",
     3, 42, "the thread's method would run on a copy of this object",
     "pass its address, or std::ref(...)"},
    {"#include <thread>\nstruct W { void run(int n) {} void run() {} };\n"
     "int main() { W w; std::thread t(&W::run, &w, 3); return 0; }",
     3, 37, "which 'run' is meant cannot be told here", "use a lambda that calls it"},
    {"#include <thread>\nclass W { void run() {} };\n"
     "int main() { W w; std::thread t(&W::run, &w); return 0; }",
     3, 37, "'run' is private in W", ""},
    {"struct W { int x : 3; };\nint main() { auto p = &W::x; return 0; }", 2, 27,
     "there are no pointers to bit fields", ""},
    {"struct W { void run() {} };\nint main() { W w; auto m = &W::run; m(&w); return 0; }", 2, 38,
     "a pointer to a member needs an object", "(object.*pointer)(...), or std::invoke"},
    {"struct W { int x; };\nint main() { W w; int W::*m = &W::x; return m(w); }", 2, 46,
     "a pointer to a member needs an object", "object.*pointer"},
    {"struct W { int x; };\nint main() { W w; int n = 0; return w.*n; }", 2, 40,
     "a pointer to a member must stand here, but this is int", ""},
    {"struct W { int x; };\nint main() { W w; return w->*&W::x; }", 2, 26,
     "a pointer to an object must stand here, but this is W", ""},
    {"struct A { int x; };\nstruct B { int x; };\nint main() { int A::*m = &B::x; return 0; }", 3,
     30, "the initial value of 'm' must be int A::*, but it is int B::*", ""},
    {"struct A { void f() const {} };\nint main() { void (A::*m)() = &A::f; return 0; }", 2, 35,
     "the initial value of 'm' must be void (A::*)(), but it is void (A::*)() const", ""},
    {"struct W { void run(int n) {} };\nint main() { W::run(3); return 0; }", 2, 17,
     "'run' is not declared in W", ""},
    {"template <class... A, class B> struct S { int x; };\nint main() { S<int, int> s; return 0; }",
     1, 39, "a pack that is not the last parameter is not supported", "let it be the last"},
    /* headers */
    {"int main() { nvtxRangePushA(\"a\"); return 0; }", 1, 14, "'nvtxRangePushA' is not declared",
     "add #include <nvtx3/nvToolsExt.h>"},
    {"#include <threads.h>\n" MAIN, 1, 10, "<threads.h> is not a header we know", THREADS},
    {"#include <omp.h>\nint main() { omp_set_num_threads(2); return 0; }", 2, 14,
     "'omp_set_num_threads' is not supported", "OpenMP is not simulated: " THREADS},
    {"#include <stdatomic.h>\natomic_int n;\n" MAIN, 2, 1, "'atomic_int' is not supported",
     "nvcc does not take <stdatomic.h>'s either: include <atomic>, and write std:: before it; "
     "_Atomic T is std::atomic<T>"},
    {"#include <memory_resource>\n#include <coroutine>\n#include <syncstream>\n"
     "#include <scoped_allocator>\n#include <fcntl.h>\n#include <sys/resource.h>\n"
     "#include <immintrin.h>\nstd::pmr::vector<int> v;\n" MAIN,
     8, 6, "std::pmr is not supported", "use the containers of std, with an allocator of yours"},
    {"template <class T> concept C = requires(T t) { { t.f() } -> std::convertible_to<int>; "
     "};\n" MAIN,
     1, 66, "std::convertible_to is not declared", "add #include <concepts>"},
    {"void *operator new(unsigned long n) { return 0; }\n" MAIN, 1, 16,
     "'operator new' for all types is not supported",
     "define it in a struct, from which what is to use it derives"},
    {"#include <cublas_v2.h>\n" MAIN, 1, 10, "<cublas_v2.h> is not a header we know",
     "put a kernel of about the cost of the library's call in its place"},
    {"std::timed_mutex m;\n" MAIN, 1, 6, "std::timed_mutex is not declared",
     "add #include <mutex>"},
    /* CUDA */
    {"int main() { cudaArray_t a; cudaMallocArray(&a, 0, 4, 4); return 0; }", 1, 29,
     "'cudaMallocArray' is not supported", ARRAYS},
    {"int main() { cudaTextureObject_t t = 0; return 0; }", 1, 14,
     "'cudaTextureObject_t' is not supported", TEXTURES},
    {"int main() { struct cudaResourceDesc d = {}; return 0; }", 1, 21,
     "'cudaResourceDesc' is not supported", TEXTURES},
    {"#include <cuda.h>\nint main() { cuInit(0); return 0; }", 2, 14, "'cuInit' is not supported",
     DRIVER},
    {"#include <cuda.h>\nCUdevice d;\n" MAIN, 2, 1, "'CUdevice' is not supported", DRIVER},
    {"int main() { cuBar(0); return 0; }", 1, 14, "'cuBar' is not declared", ""},
};

static const char *const accepted[] = {
    "template <class T, int... N> __global__ void go(T a) {}\n" MAIN,
    "#include <cstdlib>\n#include <vector>\nstruct S { void *p = malloc(8); ~S() { free(p); p = 0; "
    "} };\n"
    "struct M { int *p = new int[2]; S s; ~M() { delete[] p; } };\nstd::vector<M> v;\n" MAIN,
    "#include <algorithm>\nint main() { int n = 4; return std::max({1, n, 3}) - std::min({n, 5}); "
    "}",
    "#include <nvToolsExt.h>\nint main() { nvtxRangePushA(\"a\"); nvtxRangePop(); return 0; }",
    "#include <cstdint>\n"
    "static_assert(sizeof(INT64_C(3)) == 8 && sizeof(INT32_C(3)) == 4, \"\");\n"
    "static_assert(UINT64_C(3) - 4 > 0 && UINT32_C(3) - 4 > 0 && INTMAX_C(3) - 4 < 0, "
    "\"\");\n" MAIN,
};

START_TEST(refused)
{
    struct err err;
    ck_assert_msg(parse_text(rows[_i].source, NULL, &err) == -1, "accepted: %s", rows[_i].source);
    ck_assert_msg(strcmp(err.message, rows[_i].message) == 0, "%s\n says %s\n instead of %s",
                  rows[_i].source, err.message, rows[_i].message);
    ck_assert_msg(strcmp(err.hint, rows[_i].hint) == 0, "%s\n hints %s\n instead of %s",
                  rows[_i].source, err.hint, rows[_i].hint);
    ck_assert_msg(err.line == rows[_i].line && err.column == rows[_i].column,
                  "%s\n at %d:%d instead of %d:%d", rows[_i].source, err.line, err.column,
                  rows[_i].line, rows[_i].column);
    ck_assert_int_eq(err.status, ERR_INPUT);
}
END_TEST

START_TEST(taken)
{
    struct err err;
    ck_assert_msg(parse_text(accepted[_i], NULL, &err) == 0, "%s\n says %d:%d %s", accepted[_i],
                  err.line, err.column, err.message);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("unsupported");
    TCase *tc = tcase_create("unsupported");
    tcase_add_loop_test(tc, refused, 0, sizeof rows / sizeof rows[0]);
    tcase_add_loop_test(tc, taken, 0, sizeof accepted / sizeof accepted[0]);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
