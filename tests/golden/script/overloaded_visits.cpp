// std::visit with the usual struct of lambdas.
#include <cstdio>
#include <memory>
#include <string>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

namespace util {
template <typename... Fs>
struct visitor : public Fs... {
    using Fs::operator()...;
};
template <typename... Fs> visitor(Fs...) -> visitor<Fs...>;
} // namespace util

struct Blur {
    int radius;
};
struct Scale {
    float factor;
};
struct Threshold {
    unsigned char level;
};
using Request = std::variant<Blur, Scale, Threshold>;

struct Printer {
    void operator()(const Blur &b) const { std::printf("blur %d\n", b.radius); }
    void operator()(const Scale &s) const { std::printf("scale %.1f\n", s.factor); }
};

int main()
{
    std::vector<Request> all{Blur{3}, Scale{1.5f}, Threshold{7}};
    int total = 0;
    for (const Request &r : all)
        std::visit(overloaded{[&](const Blur &b) { total += b.radius; },
                              [&total](const Scale &s) { total += int(10 * s.factor); },
                              [&](Threshold t) { total += 100 * t.level; }},
                   r);
    std::printf("%d\n", total);
    for (Request &r : all) {
        std::visit(overloaded{[](Blur &b) { b.radius++; }, [](auto &) {}}, r);
        const char *name = std::visit(
            overloaded{[](const Scale &) { return "scale"; }, [](auto &&) { return "other"; }}, r);
        std::printf("%s\n", name);
    }
    std::printf("%d\n", std::get<Blur>(all[0]).radius);
    auto text = util::visitor{
        [](int n) { return "int " + std::to_string(n); },
        [](double) { return std::string("double"); },
        [](const std::string &s) { return "string " + s; },
        [](const char *s) { return std::string("text ") + s; },
    };
    std::printf("%s, %s, %s, %s\n", text(3).c_str(), text(2.5f).c_str(), text("x").c_str(),
                text(std::string("y")).c_str());
    std::variant<int, std::string> v = std::string("held");
    std::printf("%s\n", std::visit(text, v).c_str());
    v = 5;
    std::printf("%s\n", std::visit(text, v).c_str());
    auto shared = std::make_shared<int>(4);
    {
        auto keeps = overloaded{[shared](int n) { return n + *shared; }, [](bool) { return -1; }};
        std::printf("%d %d %ld\n", keeps(3), keeps(true), shared.use_count());
    }
    std::printf("%ld\n", shared.use_count());
    auto mixed = overloaded{Printer{}, [](const Threshold &t) { std::printf("level %d\n", t.level); }};
    for (const auto &r : all)
        std::visit(mixed, r);
    return 0;
}
