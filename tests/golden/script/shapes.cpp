// std::variant and std::optional as a program of shapes uses them.
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>
using namespace std::string_literals;
struct Circle { double r; };
struct Rect { double w, h; };
struct Tri { double a, b, c; };
using Shape = std::variant<Circle, Rect, Tri>;
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
static std::optional<int> parse(const std::string &s)
{
    if (s.empty()) return std::nullopt;
    int v = 0;
    for (char c : s) {
        if (c < '0' || c > '9') return {};
        v = v * 10 + (c - '0');
    }
    return v;
}
static std::optional<std::string> find_name(const std::map<int, std::string> &m, int k)
{
    if (auto it = m.find(k); it != m.end()) return it->second;
    return std::nullopt;
}
int main()
{
    std::vector<Shape> shapes{Circle{1.5}, Rect{2, 3}, Tri{3, 4, 5}, Rect{1, 1}};
    double total = 0;
    for (const auto &s : shapes) {
        double area = std::visit(overloaded{
            [](const Circle &c) { return 3.14159 * c.r * c.r; },
            [](const Rect &r) { return r.w * r.h; },
            [](const Tri &t) { double p = (t.a + t.b + t.c) / 2; return p * (p - t.a); },
        }, s);
        total += area;
        std::cout << s.index() << ' ' << area << '\n';
    }
    std::cout << "total " << total << std::endl;
    for (auto &t : {"12"s, "x1"s, ""s, "007"s}) {
        auto v = parse(t);
        std::cout << (v ? std::to_string(*v) : "none"s) << " " << v.value_or(-1) << "\n";
    }
    std::map<int, std::string> names{{1, "one"}, {2, "two"}};
    for (int i = 0; i < 3; i++)
        std::printf("%s\n", find_name(names, i).value_or("?").c_str());
    std::variant<int, std::string, double> v = 3;
    std::cout << std::holds_alternative<int>(v) << std::get<int>(v) << "\n";
    v = "text";
    if (auto p = std::get_if<std::string>(&v)) std::cout << p->size() << *p << "\n";
    v = 2.5;
    try { std::cout << std::get<int>(v); } catch (const std::bad_variant_access &e) { std::cout << "bad " << e.what() << "\n"; }
    std::optional<int> o;
    try { std::cout << o.value(); } catch (const std::bad_optional_access &e) { std::cout << e.what() << "\n"; }
    o = 5; o.reset(); o.emplace(7); std::cout << *o << o.has_value() << (o == 7) << (o > std::nullopt) << "\n";
    std::optional<std::vector<int>> ov(std::in_place, 3, 9);
    std::cout << ov->size() << ov->back() << "\n";
    std::variant<std::monostate, int> m;
    std::cout << m.index() << std::visit([](auto &&x) -> int { using T = std::decay_t<decltype(x)>; if constexpr (std::is_same_v<T, std::monostate>) return -1; else return x; }, m) << "\n";
}
