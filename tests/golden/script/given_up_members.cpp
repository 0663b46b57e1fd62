// Members and variables that are made of what is given up.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
struct A { std::string s; A(const char *t) : s(t) {} A(A &&o) noexcept : s(std::move(o.s)) {} };
struct B { std::string s; B(const char *t) : s(t) {} B(B &&o) = default; };
struct C { std::vector<int> v{1, 2}; C() {} C(C &&o) noexcept : v(std::move(o.v)) {} };
int main() {
    A a("abc"), a2(std::move(a)); std::printf("%zu %zu\n", a.s.size(), a2.s.size());
    B b("abc"), b2(std::move(b)); std::printf("%zu %zu\n", b.s.size(), b2.s.size());
    C c, c2(std::move(c)); std::printf("%zu %zu\n", c.v.size(), c2.v.size());
    std::string s = "abc", t(std::move(s)), u = std::move(t), w; w = std::move(u); std::printf("%zu %zu %zu %zu\n", s.size(), t.size(), u.size(), w.size());
    std::vector<std::string> v; v.push_back(std::move(w)); std::printf("%zu\n", w.size());
    auto f = [](std::string x) { return x; }; std::string z = f(std::move(v[0])); std::printf("%zu\n", v[0].size());
    std::pair<std::string, int> p("k", 1), q = std::move(p); std::printf("%zu\n", p.first.size());
}
