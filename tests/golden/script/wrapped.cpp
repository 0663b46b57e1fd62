// Factories, sessions that know who owns them, deleters of C memory, hashes of strings as cases.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
#include <map>
#include <functional>
#include <utility>
#include <type_traits>

#include <exception>
#include <cstdint>
#include <cstdlib>

// decltype(auto) wrappers, enable_shared_from_this, weak_ptr, custom deleters, allocators
template <typename F, typename... A> decltype(auto) timed(const char *n, F &&f, A &&...a) {
    std::printf("[%s]", n);
    return std::forward<F>(f)(std::forward<A>(a)...);
}
int store = 3;
int &ref() { return store; }
class Session : public std::enable_shared_from_this<Session> {
    std::string n_;
    std::vector<std::weak_ptr<Session>> peers_;
public:
    explicit Session(std::string n) : n_(std::move(n)) {}
    ~Session() { std::printf("~%s ", n_.c_str()); }
    std::shared_ptr<Session> self() { return shared_from_this(); }
    void link(const std::shared_ptr<Session> &o) { peers_.push_back(o); o->peers_.emplace_back(self()); }
    int alive() const { int n = 0; for (auto &p : peers_) if (auto s = p.lock()) n += static_cast<int>(s->n_.size()); return n; }
};
struct FreeDeleter { void operator()(void *p) const noexcept { std::printf("free "); std::free(p); } };
template <typename T> using c_ptr = std::unique_ptr<T[], FreeDeleter>;
template <typename T> c_ptr<T> make_c(std::size_t n) { return c_ptr<T>(static_cast<T *>(std::calloc(n, sizeof(T)))); }

class Registry {
public:
    using Factory = std::function<std::unique_ptr<Session>(const std::string &)>;
    static Registry &instance() { static Registry r; return r; }
    bool add(const std::string &k, Factory f) { return map_.emplace(k, std::move(f)).second; }
    std::unique_ptr<Session> make(const std::string &k) const { auto it = map_.find(k); return it == map_.end() ? nullptr : it->second(k); }
private:
    Registry() = default;
    std::map<std::string, Factory> map_;
};
static const bool reg = Registry::instance().add("a", [](const std::string &n) { return std::make_unique<Session>(n + "!"); });

template <std::size_t N> struct FixedString {
    char d[N]{};
    constexpr FixedString(const char (&s)[N]) { for (std::size_t i = 0; i < N; ++i) d[i] = s[i]; }
};
template <std::size_t N> FixedString(const char (&)[N]) -> FixedString<N>;

constexpr std::uint32_t fnv(const char *s) { std::uint32_t h = 2166136261u; while (*s) h = (h ^ static_cast<unsigned char>(*s++)) * 16777619u; return h; }
int dispatch(const char *s) {
    switch (fnv(s)) {
    case fnv("copy"): return 1;
    case fnv("kernel"): return 2;
    default: return 0;
    }
}
struct Base { virtual ~Base() = default; virtual int f() { return 1; } };
struct Mid : Base { int f() override { return 2; } };
int main() {
    timed("a", ref) = 9;
    std::printf("%d %d\n", store, timed("b", [](int a, int b) { return a + b; }, 3, 4));
    {
        auto a = std::make_shared<Session>("aa"), b = std::make_shared<Session>("bbb");
        a->link(b);
        std::printf("%ld %d\n", a.use_count(), a->alive());
        b.reset();
        std::printf("%d\n", a->alive());
    }
    { auto buf = make_c<float>(4); buf[2] = 1.5f; std::printf("%.1f ", buf[0] + buf[2]); }
    auto s = Registry::instance().make("a");
    std::printf("%d %d\n", s != nullptr, Registry::instance().make("zz") == nullptr);
    FixedString fs("hey"); std::printf("%s %zu\n", fs.d, sizeof fs.d);
    std::printf("%d %d %d\n", dispatch("copy"), dispatch("kernel"), dispatch("?"));
    auto sq = [](int x) constexpr { return x * x; };
    constexpr int nine = sq(3);
    int arr[nine]; std::printf("%zu\n", sizeof arr / sizeof *arr);
    std::unique_ptr<Base> m = std::make_unique<Mid>();
    if (auto *p = dynamic_cast<Mid *>(m.get())) std::printf("%d\n", p->f());
    int x = 5; auto inc = [x]() mutable { return ++x; }; inc(); std::printf("%d %d\n", inc(), x);
    auto [q, r] = std::div(17, 5); std::printf("%d %d\n", q, r);
    std::vector<std::pair<std::string, int>> v{{"b", 2}, {"a", 1}};
    for (auto &&[name, val] : v) val *= 10;
    std::printf("%s=%d\n", v[0].first.c_str(), v[0].second);
    s.reset();
    std::printf("\n");
    static_assert(std::is_copy_constructible_v<std::string> && !std::is_copy_constructible_v<std::unique_ptr<int>>);
}
