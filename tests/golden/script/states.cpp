// c++20: states and events by std::visit with lambdas of which the one that says more is meant
#include <cstdio>
#include <string>
#include <variant>
struct Idle {
};
struct Copying {
    int bytes;
};
struct Failed {
    std::string why;
};
struct Start {
    int bytes;
};
struct Done {
};
struct Error {
    std::string what;
};
using State = std::variant<Idle, Copying, Failed>;
using Event = std::variant<Start, Done, Error>;
template <class... F> struct match : F... {
    using F::operator()...;
};
static State next(const State &s, const Event &e)
{
    return std::visit(match{[](Idle, const Start &x) -> State { return Copying{x.bytes}; },
                            [](const Copying &, Done) -> State { return Idle{}; },
                            [](const auto &, const Error &x) -> State { return Failed{x.what}; },
                            [](const auto &now, const auto &) -> State { return now; }},
                      s, e);
}
static const char *kind(auto... x)
{
    auto f = match{[](auto...) { return "any"; }, [](auto, auto) { return "two"; },
                   [](int, auto) { return "int first"; },
                   [](auto *, auto) { return "pointer first"; }, [](int, int) { return "ints"; }};
    return f(x...);
}
int main()
{
    State s;
    for (const Event &e :
         {Event{Start{64}}, Event{Start{1}}, Event{Done{}}, Event{Error{"oom"}}, Event{Done{}}}) {
        s = next(s, e);
        printf("%zu ", s.index());
    }
    printf("%s\n", std::get<Failed>(s).why.c_str());
    int n = 0;
    printf("%s, %s, %s, %s, %s\n", kind(1.5), kind(1.5, 2), kind(1, 2.5), kind(&n, 2), kind(1, 2));
    return 0;
}
