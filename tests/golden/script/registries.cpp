// A logger, a registry of factories, events in order, texts
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <functional>
#include <iomanip>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>
namespace app::detail
{
enum class Level { debug, info, warn };
inline const char *to_string(Level l)
{
    static constexpr const char *names[] = {"debug", "info", "warn"};
    return names[static_cast<int>(l)];
}
inline std::ostream &operator<<(std::ostream &o, Level l)
{
    return o << to_string(l);
}
struct Logger {
    static Logger &instance()
    {
        static Logger l;
        return l;
    }
    template <typename... Args> void log(Level l, const char *fmt, Args... args)
    {
        if (l < min)
            return;
        char b[256];
        std::snprintf(b, sizeof b, fmt, args...);
        std::lock_guard<std::mutex> g(m);
        lines.push_back(std::string("[") + to_string(l) + "] " + b);
        std::cout << lines.back() << '\n';
    }
    void vlog(const char *fmt, ...)
    {
        va_list ap;
        va_start(ap, fmt);
        vprintf(fmt, ap);
        va_end(ap);
    }
    Level min = Level::info;
    std::mutex m;
    std::vector<std::string> lines;

  private:
    Logger() = default;
};
class Error : public std::runtime_error
{
    int code_;

  public:
    Error(int c, const std::string &w)
        : std::runtime_error(w + " (" + std::to_string(c) + ")"), code_(c)
    {
    }
    int code() const noexcept
    {
        return code_;
    }
};
} // namespace app::detail
using app::detail::Level;
using app::detail::Logger;
namespace ad = app::detail;
class Kernel
{
  public:
    virtual ~Kernel() = default;
    virtual void run(int n) = 0;
    virtual std::string name() const
    {
        return "base";
    }
};
class Registry
{
  public:
    using Factory = std::function<std::unique_ptr<Kernel>()>;
    static std::map<std::string, Factory> &all()
    {
        static std::map<std::string, Factory> m;
        return m;
    }
    struct Add {
        Add(const char *n, Factory f)
        {
            all().emplace(n, std::move(f));
        }
    };
};
#define REGISTER(T)                                                                                \
    static Registry::Add add_##T                                                                   \
    {                                                                                              \
#T, [] { return std::make_unique<T>(); }                                                   \
    }
class Saxpy final : public Kernel
{
  public:
    void run(int n) override
    {
        Logger::instance().log(Level::info, "saxpy %d", n);
    }
    std::string name() const override
    {
        return "saxpy";
    }
};
REGISTER(Saxpy);
class Dot : public Kernel
{
    std::vector<int> seen;

  public:
    void run(int n) override
    {
        seen.push_back(n);
        if (n > 5)
            throw ad::Error(7, "too big");
    }
};
REGISTER(Dot);
struct Event {
    int id;
    double t;
    friend bool operator<(const Event &a, const Event &b)
    {
        return std::tie(a.t, a.id) < std::tie(b.t, b.id);
    }
};
template <class K, class V> std::ostream &operator<<(std::ostream &o, const std::map<K, V> &m)
{
    o << '{';
    const char *sep = "";
    for (auto &[k, v] : m) {
        o << sep << k << ':' << v;
        sep = ", ";
    }
    return o << '}';
}
template <typename T> class ScopeExit
{
    T f;
    bool on = true;

  public:
    explicit ScopeExit(T f) : f(std::move(f))
    {
    }
    ~ScopeExit()
    {
        if (on)
            f();
    }
    void dismiss()
    {
        on = false;
    }
};
template <typename T> ScopeExit(T) -> ScopeExit<T>;
int main()
{
    Logger::instance().log(Level::debug, "hidden");
    Logger::instance().log(Level::warn, "%s %d", "shown", 3);
    Logger::instance().vlog("%d-%s\n", 4, "v");
    for (auto &[n, f] : Registry::all()) {
        auto k = f();
        try {
            for (int i : {1, 9})
                k->run(i);
        } catch (const ad::Error &e) {
            std::cout << n << ' ' << e.what() << ' ' << e.code() << ' ' << k->name() << '\n';
        }
    }
    std::set<Event> ev;
    ev.insert({2, 1.0});
    ev.insert({1, 1.0});
    ev.emplace(Event{3, 0.5});
    for (auto &e : ev)
        std::cout << e.id << ' ';
    std::cout << '\n';
    std::map<std::string, double> m{{"a", 1.5}, {"b", 2}};
    std::cout << m << ' ' << Level::warn << '\n';
    ScopeExit guard([&] { puts("exit"); });
    ScopeExit g2([] { puts("never"); });
    g2.dismiss();
    std::multimap<int, std::string, std::greater<int>> mm;
    mm.insert({1, "x"});
    mm.insert({2, "y"});
    mm.emplace(1, "z");
    for (auto [a, b] : mm)
        std::cout << a << b << ' ';
    auto [lo, hi] = mm.equal_range(1);
    std::cout << std::distance(lo, hi) << '\n';
    std::list<int> l{3, 1, 2};
    l.sort();
    l.remove_if([](int x) { return x == 2; });
    l.push_front(0);
    l = {7, 8, 9};
    for (int x : l)
        std::cout << x;
    std::cout << '\n';
    std::vector<std::pair<std::string, int>> v(m.begin(), m.end());
    std::sort(v.begin(), v.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    std::cout << v.front().first << '\n';
    std::string joined =
        std::accumulate(v.begin(), v.end(), std::string{},
                        [](std::string a, const auto &p) { return std::move(a) + p.first + ";"; });
    std::cout << joined << std::endl;
    auto t = std::make_tuple(1, "x", 2.5);
    std::cout << std::get<0>(t) << std::get<2>(t) << '\n';
    int a;
    double c;
    std::tie(a, std::ignore, c) = t;
    std::cout << a + c << '\n';
    std::unordered_map<std::string, std::vector<int>> groups;
    for (int i = 0; i < 6; i++)
        groups[i % 2 ? "odd" : "even"].push_back(i);
    std::cout << groups.at("odd").size() << groups["none"].empty() << '\n';
    try {
        groups.at("zz");
    } catch (const std::out_of_range &) {
        puts("oor");
    }
    static const auto [x0, y0] = std::pair{3, 4};
    std::cout << x0 + y0 << '\n';
    std::vector<std::vector<float>> grid(3, std::vector<float>(4, 1.f));
    grid[1][2] = 5;
    float s = 0;
    for (const auto &row : grid)
        for (auto e : row)
            s += e;
    std::cout << s << '\n';
    assert(s > 0);
    std::function<int(int)> fib = [&fib](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
    std::cout << fib(12) << '\n';
}
