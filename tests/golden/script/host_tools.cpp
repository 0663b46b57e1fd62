// CUDA-like host code: error handling, graph scheduler, memory pool, LRU cache, tensors, strong
// typedefs, iterators
#include <algorithm>
#include <array>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
enum class Err : int { ok = 0, oom = 2, bad = 7 };
class CudaError : public std::runtime_error
{
    Err code_;

  public:
    CudaError(Err e, const char *file, int line, const std::string &what)
        : std::runtime_error(what + " (code " + std::to_string(static_cast<int>(e)) + ")"), code_(e)
    {
        (void)file;
        (void)line;
    }
    Err code() const noexcept
    {
        return code_;
    }
};
#define CHECK(call)                                                                                \
    do {                                                                                           \
        Err e_ = (call);                                                                           \
        if (e_ != Err::ok)                                                                         \
            throw CudaError(e_, __FILE__, __LINE__, #call);                                        \
    } while (0)
Err fake(int n)
{
    return n > 3 ? Err::oom : n < 0 ? Err::bad : Err::ok;
}
template <class Tag, class T = int> class Strong
{
    T v_;

  public:
    constexpr explicit Strong(T v) : v_(v)
    {
    }
    constexpr T get() const
    {
        return v_;
    }
    friend constexpr bool operator==(Strong a, Strong b)
    {
        return a.v_ == b.v_;
    }
    friend constexpr bool operator<(Strong a, Strong b)
    {
        return a.v_ < b.v_;
    }
    friend std::ostream &operator<<(std::ostream &o, Strong s)
    {
        return o << '#' << s.v_;
    }
};
using StreamId = Strong<struct StreamTag>;
using Bytes = Strong<struct BytesTag, size_t>;
namespace std
{
template <> struct hash<StreamId> {
    size_t operator()(StreamId s) const noexcept
    {
        return hash<int>()(s.get());
    }
};
} // namespace std
class Pool
{
    struct Block {
        size_t offset, size;
        bool free;
    };
    std::list<Block> blocks;
    size_t peak = 0, used = 0;

  public:
    explicit Pool(size_t n)
    {
        blocks.push_back({0, n, true});
    }
    std::optional<size_t> alloc(size_t n)
    {
        n = (n + 255) & ~size_t(255);
        auto it = std::find_if(blocks.begin(), blocks.end(),
                               [n](const Block &b) { return b.free && b.size >= n; });
        if (it == blocks.end())
            return std::nullopt;
        if (it->size > n)
            blocks.insert(std::next(it), Block{it->offset + n, it->size - n, true});
        it->size = n;
        it->free = false;
        used += n;
        peak = std::max(peak, used);
        return it->offset;
    }
    void release(size_t off)
    {
        auto it = std::find_if(blocks.begin(), blocks.end(),
                               [off](const auto &b) { return b.offset == off && !b.free; });
        assert(it != blocks.end());
        used -= it->size;
        it->free = true;
        if (auto nx = std::next(it); nx != blocks.end() && nx->free) {
            it->size += nx->size;
            blocks.erase(nx);
        }
        if (it != blocks.begin()) {
            auto pv = std::prev(it);
            if (pv->free) {
                pv->size += it->size;
                blocks.erase(it);
            }
        }
    }
    size_t fragments() const
    {
        return blocks.size();
    }
    size_t high() const
    {
        return peak;
    }
};
template <class K, class V> class Lru
{
    size_t cap;
    std::list<std::pair<K, V>> items;
    std::unordered_map<K, typename std::list<std::pair<K, V>>::iterator> index;

  public:
    explicit Lru(size_t c) : cap(c)
    {
    }
    V *get(const K &k)
    {
        auto it = index.find(k);
        if (it == index.end())
            return nullptr;
        items.splice(items.begin(), items, it->second);
        return &it->second->second;
    }
    void put(const K &k, V v)
    {
        if (auto *p = get(k)) {
            *p = std::move(v);
            return;
        }
        if (items.size() == cap) {
            index.erase(items.back().first);
            items.pop_back();
        }
        items.emplace_front(k, std::move(v));
        index[k] = items.begin();
    }
    template <class F> void each(F &&f) const
    {
        for (const auto &[k, v] : items)
            f(k, v);
    }
};
class Graph
{
    std::map<std::string, std::vector<std::string>> out;
    std::map<std::string, int> indeg;

  public:
    Graph &edge(const std::string &a, const std::string &b)
    {
        out[a].push_back(b);
        indeg[a];
        ++indeg[b];
        return *this;
    }
    std::vector<std::string> order() const
    {
        auto deg = indeg;
        std::priority_queue<std::string, std::vector<std::string>, std::greater<std::string>> q;
        for (auto &[n, d] : deg)
            if (!d)
                q.push(n);
        std::vector<std::string> r;
        while (!q.empty()) {
            auto n = q.top();
            q.pop();
            r.push_back(n);
            if (auto it = out.find(n); it != out.end())
                for (auto &m : it->second)
                    if (--deg[m] == 0)
                        q.push(m);
        }
        if (r.size() != deg.size())
            throw std::logic_error("cycle");
        return r;
    }
};
template <class T, size_t N> class Tensor
{
    std::array<size_t, N> dims_, strides_{};
    std::vector<T> data_;

  public:
    template <class... D, class = std::enable_if_t<sizeof...(D) == N>>
    explicit Tensor(D... d) : dims_{{static_cast<size_t>(d)...}}
    {
        size_t s = 1;
        for (size_t i = N; i-- > 0;) {
            strides_[i] = s;
            s *= dims_[i];
        }
        data_.resize(s);
    }
    template <class... I> T &operator()(I... i)
    {
        static_assert(sizeof...(I) == N, "rank");
        size_t idx[] = {static_cast<size_t>(i)...};
        return data_[std::inner_product(std::begin(idx), std::end(idx), strides_.begin(),
                                        size_t{0})];
    }
    size_t size() const
    {
        return data_.size();
    }
    auto begin()
    {
        return data_.begin();
    }
    auto end()
    {
        return data_.end();
    }
    const std::array<size_t, N> &shape() const
    {
        return dims_;
    }
};
class Range
{
    int b, e, s;

  public:
    struct It {
        using iterator_category = std::forward_iterator_tag;
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        using pointer = const int *;
        using reference = int;
        int v, s;
        int operator*() const
        {
            return v;
        }
        It &operator++()
        {
            v += s;
            return *this;
        }
        It operator++(int)
        {
            It t = *this;
            ++*this;
            return t;
        }
        bool operator!=(const It &o) const
        {
            return s > 0 ? v < o.v : v > o.v;
        }
        bool operator==(const It &o) const
        {
            return !(*this != o);
        }
    };
    Range(int a, int z, int k = 1) : b(a), e(z), s(k)
    {
    }
    It begin() const
    {
        return {b, s};
    }
    It end() const
    {
        return {e, s};
    }
};
template <class It> struct View {
    It b, e;
    It begin() const
    {
        return b;
    }
    It end() const
    {
        return e;
    }
};
template <class C> auto reversed(C &c) -> View<decltype(c.rbegin())>
{
    return {c.rbegin(), c.rend()};
}
template <class C, class F> auto mapped(const C &c, F f)
{
    std::vector<std::decay_t<decltype(f(*std::begin(c)))>> r;
    r.reserve(std::size(c));
    std::transform(std::begin(c), std::end(c), std::back_inserter(r), f);
    return r;
}
template <class... F> auto compose(F... f)
{
    return [=](auto x) {
        ((x = f(x)), ...);
        return x;
    };
}
int main()
{
    for (int n : {1, 5, -1})
        try {
            CHECK(fake(n));
            printf("ok %d\n", n);
        } catch (const CudaError &e) {
            printf("%s %d\n", e.what(), (int)e.code());
        }
    std::unordered_set<StreamId> ids{StreamId(1), StreamId(2), StreamId(1)};
    std::cout << ids.size() << StreamId(3) << (StreamId(1) < StreamId(2)) << Bytes(5).get() << '\n';
    Pool pool(4096);
    auto a = pool.alloc(100), b = pool.alloc(1000), c = pool.alloc(5000);
    printf("%zu %zu %d %zu\n", *a, *b, c.has_value(), pool.fragments());
    pool.release(*a);
    auto d = pool.alloc(200);
    pool.release(*b);
    pool.release(*d);
    printf("%zu %zu\n", pool.fragments(), pool.high());
    Lru<std::string, int> lru(2);
    lru.put("a", 1);
    lru.put("b", 2);
    lru.get("a");
    lru.put("c", 3);
    lru.each([](const std::string &k, int v) { printf("%s=%d ", k.c_str(), v); });
    printf("%d\n", lru.get("b") == nullptr);
    Graph g;
    g.edge("h2d", "k1").edge("k1", "k2").edge("h2d", "k2").edge("k2", "d2h");
    for (auto &n : g.order())
        printf("%s ", n.c_str());
    puts("");
    g.edge("d2h", "h2d");
    try {
        g.order();
    } catch (const std::logic_error &e) {
        puts(e.what());
    }
    Tensor<float, 3> t(2, 3, 4);
    t(1, 2, 3) = 7;
    std::iota(t.begin(), t.end(), 0.f);
    printf("%zu %g %zu\n", t.size(), t(1, 2, 3), t.shape()[1]);
    for (int i : Range(0, 10, 3))
        printf("%d ", i);
    for (int i : Range(5, 0, -2))
        printf("%d ", i);
    Range r(0, 5);
    printf("%d %td\n", std::accumulate(r.begin(), r.end(), 0), std::distance(r.begin(), r.end()));
    std::vector<int> v{1, 2, 3};
    for (int x : reversed(v))
        printf("%d", x);
    for (auto &s : mapped(v, [](int x) { return std::to_string(x * x); }))
        printf(" %s", s.c_str());
    printf(" %d\n", compose([](int x) { return x + 1; }, [](int x) { return x * 10; })(4));
    std::map<std::pair<int, int>, double> grid;
    grid[{1, 2}] = 3.5;
    grid.insert({{0, 1}, 1.5});
    for (auto &[k, val] : grid)
        printf("(%d,%d)=%g ", k.first, k.second, val);
    auto best = std::max_element(grid.begin(), grid.end(),
                                 [](auto &x, auto &y) { return x.second < y.second; });
    printf("%d\n", best->first.second);
    std::vector<std::unique_ptr<std::function<int(int)>>> fs;
    fs.push_back(std::make_unique<std::function<int(int)>>([k = 2](int x) { return x * k; }));
    printf("%d\n", (*fs[0])(21));
    std::array<std::array<int, 3>, 2> grid2{{{1, 2, 3}, {4, 5, 6}}};
    int s = 0;
    for (auto &row : grid2)
        for (int x : row)
            s += x;
    printf("%d %zu\n", s, grid2.size() * grid2[0].size());
    std::string text = "the quick the lazy the end";
    std::istringstream is(text);
    std::map<std::string, int> freq;
    for (std::string w; is >> w;)
        ++freq[w];
    std::vector<std::pair<std::string, int>> fv(freq.begin(), freq.end());
    std::stable_sort(fv.begin(), fv.end(),
                     [](const auto &x, const auto &y) { return x.second > y.second; });
    printf("%s %d\n", fv[0].first.c_str(), fv[0].second);
}
