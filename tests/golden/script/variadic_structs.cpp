// Templates of structs with packs: their members, specializations of packs and values, and those inside structs.
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
#include <memory>
template <typename... Ts> struct type_list { static constexpr std::size_t size = sizeof...(Ts); };
template <typename T, T... Vs> struct value_list { static constexpr std::size_t size = sizeof...(Vs); static constexpr T sum() { return (Vs + ... + 0); } };
template <class... A> class Signal {
    std::vector<std::function<void(A...)>> slots_;
public:
    void connect(std::function<void(A...)> f) { slots_.push_back(std::move(f)); }
    void operator()(A... a) const { for (auto &s : slots_) s(a...); }
    std::size_t count() const { return slots_.size(); }
};
template <class F, class... A> class Task {
    F f_; std::tuple<A...> args_;
public:
    explicit Task(F f, A... a) : f_(f), args_(a...) {}
    auto run() { return std::apply(f_, args_); }
};
template <class F, class... A> Task<F, A...> make_task(F f, A... a) { return Task<F, A...>(f, a...); }
template <class R, class... A> struct Call { R (*f)(A...); R operator()(A... a) const { return f(a...); } };
static int add(int a, int b) { return a + b; }
template <typename T, typename... Rest> struct count_of { static constexpr int value = 1 + sizeof...(Rest); };
template <int... Ns> struct dims { static constexpr int rank = sizeof...(Ns); static constexpr int total = (Ns * ... * 1); };
int main() {
    printf("%zu %zu %d\n", type_list<int, char, float>::size, value_list<int, 1, 2, 3>::size, value_list<int, 1, 2, 3>::sum());
    Signal<int, const std::string &> s; int hits = 0;
    s.connect([&](int a, const std::string &t) { hits += a; printf("%s%d\n", t.c_str(), a); });
    s.connect([&](int a, const std::string &) { hits += a; });
    s(4, "x"); printf("%d %zu\n", hits, s.count());
    Signal<> none; none.connect([] { puts("none"); }); none();
    auto t = make_task([](int a, double b) { return a * b; }, 3, 1.5); printf("%.1f\n", t.run());
    Call<int, int, int> c{add}; printf("%d %d\n", c(2, 3), count_of<int, char>::value);
    printf("%d %d\n", dims<2, 3, 4>::rank, dims<2, 3, 4>::total);
}
