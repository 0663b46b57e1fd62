// A parameter that is returned is moved; a local object that is returned is the result itself.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

struct T {
    int n;
    T(int x) : n(x) { printf("+%d ", n); }
    ~T() { printf("-%d ", n); }
    T(const T &o) : n(o.n) { printf("c%d ", n); }
    T(T &&o) : n(o.n) {
        o.n = -1;
        printf("m%d ", n);
    }
};
struct Copied {
    int n;
    Copied(int x) : n(x) {}
    Copied(const Copied &o) : n(o.n) { printf("c%d ", n); }
    ~Copied() { printf("-%d ", n); }
};
struct Only {
    int n;
    Only(int x) : n(x) {}
    Only(Only &&o) : n(o.n) {
        o.n = 0;
        printf("m%d ", n);
    }
    ~Only() { printf("-%d ", n); }
};
struct Holds {
    T t;
    int k;
};
T made(int n) { return T(n); }
T pass(T t) { return t; }
T again(T t) {
    t.n++;
    return pass(std::move(t));
}
const T &refers(const T &t) { return t; }
T unchanged(const T t) { return t; }
T copied(const T &t) { return t; }
T kept(int n) {
    T t(n);
    t.n++;
    return t;
}
T chosen(T a, T b, bool first) {
    if (first)
        return a;
    return b;
}
Copied copy(Copied c) { return c; }
Only only(Only o) { return o; }
Holds holds(Holds h) { return h; }
std::unique_ptr<T> owner(std::unique_ptr<T> p) { return p; }
std::string text(std::string s) { return s; }
struct M {
    T method(T t) { return t; }
    static T fixed(T t) { return t; }
};
template <class A> A generic(A a) { return a; }
auto deduced(T t) { return t; }

int main() {
    { T a = pass(made(2)); }
    puts("");
    {
        T a(1);
        T b = pass(a);
        printf("| ");
    }
    puts("");
    { T a = again(T(3)); }
    puts("");
    { T a = copied(refers(T(4))); }
    puts("");
    { T a = unchanged(T(17)); }
    puts("");
    { T a = kept(5); }
    puts("");
    { T a = chosen(T(6), T(7), true); }
    puts("");
    { T a = chosen(T(6), T(7), false); }
    puts("");
    { Copied a = copy(Copied(8)); }
    puts("");
    { Only a = only(Only(9)); }
    puts("");
    { Holds a = holds(Holds{T(10), 1}); }
    puts("");
    {
        auto p = owner(std::make_unique<T>(11));
        printf("%d ", p->n);
    }
    puts("");
    printf("%s\n", text("text").c_str());
    { T a = M().method(T(12)), b = M::fixed(T(13)), c = generic(T(14)), d = deduced(T(15)); }
    puts("");
    auto lambda = [](T t) { return t; };
    { T a = lambda(T(16)); }
    puts("");
}
