#include <cstdio>
#include <cstdlib>
#include <new>
#include <memory>
#include <utility>
struct NoHeap { int x = 1; void *operator new(std::size_t) = delete; void *operator new[](std::size_t) = delete; };
template <class Tag> struct Counted { static inline int live = 0; static void *operator new(std::size_t n) noexcept(false) { ++live; return std::malloc(n); } static void operator delete(void *p) noexcept { --live; std::free(p); } };
struct A : Counted<A> { int a = 2; };
struct B : Counted<B> { double b = 3; virtual ~B() = default; };
struct C : B { int c = 4; ~C() override { printf("~C\n"); } };
class Stream {};
struct S { static void *operator new(size_t n, Stream *s) { printf("on %d\n", s != nullptr); return malloc(n); } static void *operator new(size_t n) { return malloc(n); } static void operator delete(void *p, Stream *) { free(p); } void operator delete(void *p) { printf("off\n"); free(p); } int v; S(int v) : v(v) {} };
struct T { void *operator new(size_t n, const std::nothrow_t &) noexcept { printf("nothrow\n"); return malloc(n); } void *operator new(size_t n) { return ::operator new(n); } void *operator new(size_t, void *p) { printf("placed\n"); return p; } void operator delete(void *p) { ::operator delete(p); } int t = 6; };
struct U { int u = 7; T *make() { return new T; } friend struct V; protected: void *operator new(size_t n) { return malloc(n); } void operator delete(void *p) { free(p); } };
struct V : U { using U::operator new; using U::operator delete; };
struct W : U { void *operator new(size_t n) { return U::operator new(n); } void operator delete(void *p) { U::operator delete(p); } };
int main() {
  NoHeap n; alignas(NoHeap) char room[sizeof(NoHeap)]; auto *q = ::new (room) NoHeap; printf("%d %d\n", n.x, q->x);
  A *a = new A(); B *b = new C; printf("%d %d %d %g\n", A::live, B::live, a->a, b->b); delete a; delete b; printf("%d %d\n", A::live, B::live);
  Stream s; S *x = new (&s) S(5); printf("%d\n", x->v); delete x; delete new S{3};
  T *t = new (std::nothrow) T; delete t; alignas(T) char place[sizeof(T)]; T *at = new (place) T; printf("%d\n", at->t);
  V *v = new V; printf("%d\n", v->u); delete new W; T *made = v->make(); delete made; delete v;
  const A *ca = new const A; delete ca; auto sp = std::shared_ptr<A>(new A); printf("%d %ld\n", A::live, sp.use_count());
  A **pp = new A *[2]{new A, nullptr}; printf("%d\n", A::live); delete pp[0]; delete pp[1]; delete[] pp; printf("%d\n", A::live);
}
