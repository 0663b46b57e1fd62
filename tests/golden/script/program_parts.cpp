// A configuration, a graph, a cache, a tree and threads, as programs have them.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <list>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace util {
namespace detail {
inline std::string trim(std::string s) {
    auto ns = [](unsigned char c) { return !std::isspace(c); };
    s.erase(s.begin(), std::find_if(s.begin(), s.end(), ns));
    s.erase(std::find_if(s.rbegin(), s.rend(), ns).base(), s.end());
    return s;
}
} // namespace detail
class Config {
public:
    struct Entry { std::string key, value; int line = 0; };
    static Config parse(std::istream &in) {
        Config c;
        std::string line;
        int n = 0;
        while (std::getline(in, line)) {
            ++n;
            if (auto h = line.find('#'); h != std::string::npos) line.erase(h);
            line = detail::trim(line);
            if (line.empty()) continue;
            const auto eq = line.find('=');
            if (eq == std::string::npos) throw std::invalid_argument("line " + std::to_string(n) + ": no '='");
            c.entries_.push_back({detail::trim(line.substr(0, eq)), detail::trim(line.substr(eq + 1)), n});
        }
        return c;
    }
    template <typename T> std::optional<T> get(const std::string &k) const {
        for (const auto &e : entries_)
            if (e.key == k) {
                std::istringstream is(e.value);
                T v{};
                if (is >> v) return v;
            }
        return {};
    }
    auto begin() const { return entries_.cbegin(); }
    auto end() const { return entries_.cend(); }
private:
    std::vector<Entry> entries_;
};
} // namespace util

struct Edge { int to; double w; };
using Graph = std::vector<std::vector<Edge>>;
std::vector<double> dijkstra(const Graph &g, int s) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    std::vector<double> d(g.size(), inf);
    using Q = std::pair<double, int>;
    std::priority_queue<Q, std::vector<Q>, std::greater<>> q;
    d[s] = 0;
    q.emplace(0.0, s);
    while (!q.empty()) {
        auto [du, u] = q.top();
        q.pop();
        if (du > d[u]) continue;
        for (const auto &[v, w] : g[u])
            if (auto nd = du + w; nd < d[v]) {
                d[v] = nd;
                q.emplace(nd, v);
            }
    }
    return d;
}

template <typename K, typename V, std::size_t Cap> class LRU {
    std::list<std::pair<K, V>> items_;
    std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator> index_;
public:
    V *get(const K &k) {
        auto it = index_.find(k);
        if (it == index_.end()) return nullptr;
        items_.splice(items_.begin(), items_, it->second);
        return &it->second->second;
    }
    void put(K k, V v) {
        if (auto *p = get(k)) { *p = std::move(v); return; }
        if (items_.size() == Cap) { index_.erase(items_.back().first); items_.pop_back(); }
        items_.emplace_front(std::move(k), std::move(v));
        index_[items_.front().first] = items_.begin();
    }
    std::size_t size() const { return items_.size(); }
};

class Timer {
    using clock = std::chrono::steady_clock;
    clock::time_point t0_ = clock::now();
public:
    template <typename D = std::chrono::microseconds> auto elapsed() const { return std::chrono::duration_cast<D>(clock::now() - t0_).count(); }
};

template <typename T> struct Tree {
    struct Node { T v; std::unique_ptr<Node> l, r; explicit Node(T x) : v(std::move(x)) {} };
    std::unique_ptr<Node> root;
    bool insert(T v) {
        auto *p = &root;
        while (*p) { if (v < (*p)->v) p = &(*p)->l; else if ((*p)->v < v) p = &(*p)->r; else return false; }
        *p = std::make_unique<Node>(std::move(v));
        return true;
    }
    template <typename F> void walk(F &&f) const { walk(root.get(), f); }
private:
    template <typename F> static void walk(const Node *n, F &f) { if (!n) return; walk(n->l.get(), f); f(n->v); walk(n->r.get(), f); }
};

int main(int argc, char **argv) {
    std::istringstream in("# demo\nstreams = 4\nname =  saxpy run \nscale=2.5 # x\n\n");
    const auto cfg = util::Config::parse(in);
    std::cout << cfg.get<int>("streams").value_or(0) << ' ' << cfg.get<double>("scale").value() << ' ' << cfg.get<int>("nope").has_value() << ' ' << *cfg.get<std::string>("name") << '\n';
    for (const auto &[k, v, line] : cfg) std::cout << line << ':' << k << '=' << '"' << v << "\" ";
    std::cout << '\n';
    try { std::istringstream bad("oops"); util::Config::parse(bad); } catch (const std::exception &e) { std::cout << e.what() << '\n'; }
    Graph g(5);
    auto edge = [&g](int a, int b, double w) { g[a].push_back({b, w}); g[b].push_back({a, w}); };
    edge(0, 1, 4); edge(0, 2, 1); edge(2, 1, 2); edge(1, 3, 5);
    for (double d : dijkstra(g, 0)) std::cout << d << ' ';
    std::cout << '\n';
    LRU<std::string, int, 2> lru;
    lru.put("a", 1); lru.put("b", 2); lru.get("a"); lru.put("c", 3);
    std::cout << (lru.get("b") ? "b" : "-") << *lru.get("a") << lru.size() << '\n';
    Timer t; std::this_thread::sleep_for(std::chrono::milliseconds(3));
    std::cout << (t.elapsed() >= 2000) << (t.elapsed<std::chrono::milliseconds>() >= 2) << '\n';
    Tree<std::string> tree; for (auto s : {"m", "c", "x", "a", "m"}) std::cout << tree.insert(s);
    std::string all; tree.walk([&all](const std::string &s) { all += s; }); std::cout << ' ' << all << '\n';
    std::mutex m; int total = 0; std::vector<std::thread> ts;
    for (int i = 0; i < 4; ++i) ts.emplace_back([&, i] { for (int k = 0; k < 10; ++k) { std::scoped_lock l(m); total += i * k; } });
    for (auto &x : ts) x.join();
    std::cout << total << '\n';
    std::array<std::array<int, 3>, 2> a2{{{1, 2, 3}, {4, 5, 6}}}; int s = 0; for (auto &r : a2) for (int x : r) s += x; std::cout << s << ' ' << a2[1][2] << '\n';
    char buf[64]; int n = std::snprintf(buf, sizeof buf, "%-8s|%5.2f|%03d|%#x|%+d|%e", "ab", 3.14159, 7, 255, 5, 12345.678); std::cout << buf << ' ' << n << '\n';
    std::set<std::string> names{"x", "y"}; if (auto [it, ok] = names.insert("x"); !ok) std::cout << *it << " dup\n";
    std::string str = "hello world"; std::replace(str.begin(), str.end(), 'o', '0'); std::transform(str.begin(), str.begin() + 5, str.begin(), [](unsigned char c) { return std::toupper(c); }); std::cout << str << ' ' << std::count(str.begin(), str.end(), 'l') << ' ' << str.rfind("l") << ' ' << str.compare(0, 2, "HE") << '\n';
    std::cout << argc << (argv[1] == nullptr) << '\n';
    return EXIT_SUCCESS;
}
