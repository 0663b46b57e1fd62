/* std::map and std::set. */
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
template <class T> struct Kind {
    static const char *name()
    {
        return "some";
    }
};
template <> struct Kind<int> {
    static const char *name()
    {
        return "int";
    }
};
template <class T> struct Kind<T *> {
    T *kept = nullptr;
    static const char *name()
    {
        return "pointer";
    }
    const char *inner() const
    {
        return Kind<T>::name();
    }
};
template <class T> struct Kind<T **> {
    static const char *name()
    {
        return "pointer to pointer";
    }
};
template <class T> struct Kind<const std::vector<T> &> {
    static const char *name()
    {
        return Kind<T>::name();
    }
};
template <class A, class B> struct Both {
    A a;
    B b;
    int which = 0;
};
template <class A> struct Both<A, A> {
    A a, b;
    int which = 1;
};
struct Key {
    int a, b;
    bool operator<(const Key &o) const
    {
        return a != o.a ? a < o.a : b < o.b;
    }
};
struct ByLength {
    bool operator()(const std::string &a, const std::string &b) const
    {
        return a.size() < b.size();
    }
};
struct Noisy {
    int n;
    Noisy(int n = -1) : n(n)
    {
        printf("+%d ", n);
    }
    Noisy(const Noisy &o) : n(o.n)
    {
        printf("=%d ", n);
    }
    Noisy &operator=(const Noisy &o)
    {
        n = o.n;
        printf(":%d ", n);
        return *this;
    }
    ~Noisy()
    {
        printf("-%d ", n);
    }
};
using Table = std::map<std::string, std::vector<int>>;
int total(const Table &t)
{
    int sum = 0;
    for (const auto &[name, values] : t)
        for (int v : values)
            sum += v;
    return sum;
}
std::map<int, std::string> make(int n)
{
    std::map<int, std::string> m;
    for (int i = n; i > 0; i--)
        m[i * 7 % n] = "v" + std::to_string(i);
    return m;
}
struct Cache {
    std::map<size_t, void *> blocks;
    std::map<std::string, std::map<int, int>> nested;
    int hits = 0;
    void *get(size_t n)
    {
        auto it = blocks.lower_bound(n);
        if (it == blocks.end())
            return nullptr;
        void *p = it->second;
        blocks.erase(it);
        hits++;
        return p;
    }
};
int main()
{
    std::map<std::string, int> m;
    m["one"] = 1;
    m["two"] = 2;
    m["three"] = 3;
    m["two"] += 10;
    for (const auto &[k, v] : m)
        printf("%s=%d ", k.c_str(), v);
    printf("\n%zu %zu %zu %d\n", m.size(), m.count("one"), m.count("no"), m.empty());
    for (std::map<std::string, int>::iterator it = m.begin(); it != m.end(); ++it)
        it->second *= 2;
    for (auto it = m.cbegin(); it != m.cend(); it++)
        printf("%s %d;", it->first.c_str(), it->second);
    printf("\n");
    try {
        printf("%d ", m.at("one"));
        m.at("four") = 4;
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    std::map<int, double> d = {{3, 1.5}, {1, 2.5}, {2, 0.5}, {1, 9}};
    for (auto &p : d)
        printf("%d %g, ", p.first, p.second);
    auto added = d.insert({4, 4.5});
    auto again = d.insert(std::make_pair(4, 5.5));
    printf("%d %d %g\n", added.second, again.second, again.first->second);
    printf("%d ", d.emplace(0, 7).second);
    d.insert_or_assign(1, 100);
    d.try_emplace(9, 3.25);
    if (auto [it, made] = d.try_emplace(9, 1); !made)
        printf("%g ", it->second);
    printf("%zu ", d.erase(2));
    printf("%zu ", d.erase(2));
    printf("%zu\n", d.size());
    auto low = d.lower_bound(2), high = d.upper_bound(3);
    printf("%d %d\n", low->first, high->first);
    for (auto it = d.begin(); it != d.end();)
        if (it->first % 2)
            it = d.erase(it);
        else
            ++it;
    for (auto [k, v] : d)
        printf("%d:%g ", k, v);
    auto last = d.end();
    --last;
    printf("%d\n", last->first);
    std::map<int, std::string> made = make(20), copy = made, moved = std::move(made);
    printf("%zu %zu %zu %d\n", made.size(), copy.size(), moved.size(), copy == moved);
    copy[3] = "other";
    copy.erase(copy.begin(), copy.find(3));
    printf("%d %s %zu\n", copy != moved, copy.begin()->second.c_str(), copy.size());
    moved.clear();
    printf("%d %d\n", moved.empty(), moved.begin() == moved.end());
    Table t;
    t["a"].push_back(1);
    t["a"].push_back(2);
    t["b"] = {3, 4, 5};
    t.emplace("c", std::vector<int>(3, 7));
    printf("%d %zu\n", total(t), t["d"].size());
    std::map<Key, const char *> keys{{{1, 2}, "b"}, {{1, 1}, "a"}, {{0, 9}, "c"}};
    for (auto &[k, v] : keys)
        printf("%d%d%s ", k.a, k.b, v);
    std::map<int, int, std::greater<int>> down;
    for (int i = 0; i < 5; i++)
        down[i] = i * i;
    for (auto &kv : down)
        printf("%d>%d ", kv.first, kv.second);
    std::map<std::string, int, ByLength> lengths = {{"aaa", 3}, {"b", 1}, {"cc", 2}, {"dd", 9}};
    for (auto &kv : lengths)
        printf("%s%d ", kv.first.c_str(), kv.second);
    printf("\n");
    Cache cache;
    int x, y;
    cache.blocks[100] = &x;
    cache.blocks[200] = &y;
    printf("%d ", cache.get(150) == &y);
    printf("%d ", cache.get(150) == nullptr);
    printf("%d ", cache.get(1) == &x);
    printf("%d\n", cache.hits);
    cache.nested["k"][3]++;
    cache.nested["k"][3]++;
    printf("%d %zu\n", cache.nested["k"][3], cache.nested.size());
    {
        std::map<int, Noisy> noisy;
        noisy[2];
        noisy.emplace(1, 11);
        noisy.emplace(1, 12);
        noisy.try_emplace(3, 13);
        noisy.try_emplace(3, 14);
        noisy[1] = Noisy(20);
        noisy.insert({5, Noisy(5)});
        noisy.erase(2);
    }
    printf("\n");
    std::map<int, std::unique_ptr<int>> owners;
    owners[1] = std::make_unique<int>(5);
    owners.emplace(2, new int(6));
    owners.emplace(3, std::make_unique<int>(7));
    auto taken = std::move(owners[1]);
    int sum = *taken;
    for (auto &[k, p] : owners)
        sum += p ? *p : 100;
    printf("%d\n", sum);
    std::map<std::string, std::function<int(int)>> ops = {{"twice", [](int v) { return 2 * v; }},
                                                          {"next", [](int v) { return v + 1; }}};
    for (auto &[name, op] : ops)
        printf("%s %d ", name.c_str(), op(20));
    printf("%d\n", ops.find("none") == ops.end());
    std::set<int> s = {5, 1, 3, 1};
    printf("%d %d %zu ", s.insert(2).second, s.insert(5).second, s.count(3));
    for (int v : s)
        printf("%d ", v);
    s.erase(s.begin());
    s.erase(5);
    std::set<std::string> words;
    for (const char *w : {"x", "b", "x", "a"})
        words.insert(w);
    words.emplace("m");
    for (auto it = words.begin(); it != words.end(); ++it)
        printf("%s", it->c_str());
    printf(" %zu %d %d\n", s.size(), *s.lower_bound(3), s.find(9) == s.end());
    std::vector<int> numbers = {4, 2, 4, 8};
    std::set<int> unique(numbers.begin(), numbers.end());
    std::set<std::pair<int, int>> pairs;
    pairs.insert({2, 1});
    pairs.insert({1, 5});
    pairs.emplace(1, 2);
    for (const auto &[a, b] : pairs)
        printf("(%d %d) ", a, b);
    printf("%zu %d\n", unique.size(), *unique.begin());
    std::map<int, int> big;
    unsigned seed = 1;
    long check = 0;
    for (int i = 0; i < 2000; i++) {
        seed = seed * 1103515245 + 12345;
        int k = (seed >> 16) % 500;
        if (seed & 0x8000)
            big[k] = i;
        else
            big.erase(k);
    }
    int previous = -1, ordered = 1;
    for (auto &[k, v] : big) {
        ordered &= k > previous;
        previous = k;
        check = check * 31 + k * 7 + v;
    }
    printf("%zu %d %ld\n", big.size(), ordered, check);
    printf("%s %s %s %s ", Kind<float>::name(), Kind<int>::name(), Kind<int *>::name(),
           Kind<int **>::name());
    printf("%s %s ", Kind<int *>().inner(), Kind<const std::vector<int *> &>::name());
    printf("%d %d\n", Both<int, char>().which, Both<int, int>().which);
    std::pair<int, double> p(1, 2.5), q;
    std::pair<std::string, int> named = std::make_pair("n", 3);
    q = p;
    q.first++;
    printf("%d %d %g %s%d\n", p == q, p < q, q.second, named.first.c_str(), named.second);
    return 0;
}
