// std::function, std::bind and lambdas that keep what they capture.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>
class Bus {
public:
    using Handler = std::function<void(const std::string &, int)>;
    int on(const std::string &topic, Handler h) { handlers_[topic].emplace_back(next_, std::move(h)); return next_++; }
    void off(int id)
    {
        for (auto &[topic, list] : handlers_)
            list.erase(std::remove_if(list.begin(), list.end(), [id](const auto &p) { return p.first == id; }), list.end());
    }
    int emit(const std::string &topic, int v) const
    {
        auto it = handlers_.find(topic);
        if (it == handlers_.end()) return 0;
        for (const auto &[id, h] : it->second) h(topic, v + id);
        return (int)it->second.size();
    }
private:
    std::unordered_map<std::string, std::vector<std::pair<int, Handler>>> handlers_;
    int next_ = 1;
};
static int add(int a, int b, int c) { return a * 100 + b * 10 + c; }
struct Acc { int base; int plus(int x) const { return base + x; } };
auto make_counter() { return [n = 0]() mutable { return ++n; }; }
template <class F, class G> auto compose(F f, G g) { return [=](auto &&...x) { return f(g(std::forward<decltype(x)>(x)...)); }; }
int main()
{
    Bus bus;
    int sum = 0;
    int a = bus.on("x", [&sum](const std::string &t, int v) { sum += v; std::printf("%s %d\n", t.c_str(), v); });
    bus.on("x", [&](const std::string &, int v) { sum *= v; });
    std::printf("%d %d\n", bus.emit("x", 4), bus.emit("y", 1));
    bus.off(a);
    std::printf("%d %d\n", bus.emit("x", 1), sum);
    using namespace std::placeholders;
    auto f = std::bind(add, _2, 5, _1);
    std::printf("%d\n", f(1, 2));
    Acc acc{40};
    auto g = std::bind(&Acc::plus, &acc, _1);
    std::function<int(int)> h = std::function<int(int)>([&](int x) { return acc.plus(x); });
    std::printf("%d %d\n", g(2), h(3));
    auto c1 = make_counter(), c2 = make_counter();
    c1(); c1();
    std::printf("%d %d\n", c1(), c2());
    auto sq_inc = compose([](int x) { return x * x; }, [](int x) { return x + 1; });
    std::printf("%d\n", sq_inc(4));
    std::vector<std::function<int()>> fs;
    for (int i = 0; i < 4; i++) fs.push_back([i, p = std::make_shared<int>(i * i)] { return *p + i; });
    std::printf("%d\n", std::accumulate(fs.begin(), fs.end(), 0, [](int s, auto &f) { return s + f(); }));
    std::function<long(int)> fact = [&fact](int n) -> long { return n < 2 ? 1 : n * fact(n - 1); };
    std::printf("%ld\n", fact(12));
    std::function<int(int)> empty;
    try { empty(1); } catch (const std::bad_function_call &e) { std::printf("%s\n", e.what()); }
    if (!empty) std::puts("empty");
    std::plus<> plus; std::greater<int> gr; std::negate<int> ng;
    std::printf("%d %d %d %d\n", plus(2, 3), gr(3, 2), ng(4), std::invoke(&Acc::plus, acc, 1));
    std::vector<int> v{3, 1, 2};
    std::sort(v.begin(), v.end(), std::greater<>());
    for (int x : v) std::printf("%d ", x);
    std::puts("");
    std::not_fn([](int x) { return x > 2; });
    std::printf("%ld\n", (long)std::count_if(v.begin(), v.end(), std::not_fn([](int x) { return x > 2; })));
}
