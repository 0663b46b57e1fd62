// variant, visit, optional chains
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
template <class... Ts> struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
struct Copy {
    size_t bytes;
    bool h2d;
};
struct Kernel {
    std::string name;
    int blocks;
};
struct Wait {
};
using Op = std::variant<std::monostate, Copy, Kernel, Wait>;
struct Cost {
    double operator()(const Copy &c) const
    {
        return c.bytes / 1e3;
    }
    double operator()(const Kernel &k) const
    {
        return k.blocks * 2.0;
    }
    template <class T> double operator()(const T &) const
    {
        return 0;
    }
};
std::optional<int> parse(const std::string &s)
{
    if (s.empty())
        return std::nullopt;
    int v = 0;
    for (char c : s) {
        if (c < '0' || c > '9')
            return {};
        v = v * 10 + (c - '0');
    }
    return v;
}
std::optional<std::string> lookup(const std::map<std::string, std::string> &m, const std::string &k)
{
    if (auto it = m.find(k); it != m.end())
        return it->second;
    return std::nullopt;
}
struct Node;
using Value = std::variant<int, double, std::string, std::vector<int>, std::shared_ptr<Node>>;
struct Node {
    Value v;
};
void show(const Value &v, int depth = 0)
{
    std::visit(
        [depth](auto &&x) {
            using T = std::decay_t<decltype(x)>;
            if constexpr (std::is_same_v<T, std::vector<int>>) {
                std::cout << '[';
                for (int i : x)
                    std::cout << i << ' ';
                std::cout << "]\n";
            } else if constexpr (std::is_same_v<T, std::shared_ptr<Node>>) {
                std::cout << std::string(depth, ' ') << "node ";
                show(x->v, depth + 1);
            } else
                std::cout << x << '\n';
        },
        v);
}
int main()
{
    std::vector<Op> ops{Copy{4096, true}, Kernel{"k", 8}, Wait{}, Op{}};
    for (const auto &op : ops) {
        std::string s = std::visit(overloaded{[](const Copy &c) {
                                                  return std::string(c.h2d ? "h2d " : "d2h ") +
                                                         std::to_string(c.bytes);
                                              },
                                              [](const Kernel &k) { return k.name; },
                                              [](Wait) { return std::string("wait"); },
                                              [](std::monostate) { return std::string("none"); }},
                                   op);
        printf("%zu %s %g\n", op.index(), s.c_str(), std::visit(Cost{}, op));
    }
    if (auto *k = std::get_if<Kernel>(&ops[1]))
        k->blocks *= 2;
    printf("%d %d\n", std::get<Kernel>(ops[1]).blocks, std::holds_alternative<Wait>(ops[2]));
    try {
        std::get<Copy>(ops[2]);
    } catch (const std::bad_variant_access &e) {
        printf("bad %s\n", e.what());
    }
    printf("%d %d %d\n", parse("12").value_or(-1), parse("x").value_or(-1), parse("").has_value());
    auto o = parse("7");
    if (o)
        *o += 1;
    printf("%d %d\n", *o, o == 8);
    o.reset();
    printf("%d\n", o.has_value());
    try {
        o.value();
    } catch (const std::bad_optional_access &) {
        puts("no value");
    }
    std::map<std::string, std::string> env{{"N", "32"}};
    int n = lookup(env, "N").has_value() ? parse(*lookup(env, "N")).value_or(1) : 0;
    printf("%d %s\n", n, lookup(env, "M").value_or("unset").c_str());
    std::optional<std::string> os;
    os.emplace(3, 'x');
    printf("%s %zu\n", os->c_str(), os->size());
    os = std::nullopt;
    printf("%d\n", !os);
    show(3);
    show(2.5);
    show(std::string("str"));
    show(std::vector<int>{1, 2});
    auto nd = std::make_shared<Node>();
    nd->v = 42;
    show(std::make_shared<Node>(Node{nd}));
    std::variant<int, std::string> a = 1, b = "two";
    a.swap(b);
    std::cout << std::get<0>(b) << std::get<std::string>(a) << '\n';
    a.emplace<0>(9);
    printf("%d %d\n", a < b, a == a);
    auto both =
        std::visit([](auto x, auto y) { return (sizeof x > sizeof y) - (sizeof x < sizeof y); },
                   std::variant<char, double>('c'), std::variant<int, long>(2L));
    printf("%d\n", both);
    std::optional<std::pair<int, int>> p = std::make_pair(1, 2);
    printf("%d\n", p->second);
    auto mo = std::make_optional<int>(5);
    printf("%d %d\n", *mo, std::optional<int>(3) < mo);
    printf("%zu\n", std::variant_size_v<Op>);
    static_assert(std::is_same_v<std::variant_alternative_t<1, Op>, Copy>);
    std::optional<std::unique_ptr<int>> up = std::make_unique<int>(4);
    printf("%d\n", **up);
    auto moved = std::move(*up);
    printf("%d %d\n", *moved, *up == nullptr);
}
