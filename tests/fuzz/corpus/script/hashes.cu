/* std::unordered_map and std::unordered_set, gone through in the order of libstdc++. */
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
struct Point {
    int x, y;
    bool operator==(const Point &o) const
    {
        return x == o.x && y == o.y;
    }
};
namespace std {
template <> struct hash<Point> {
    size_t operator()(const Point &p) const
    {
        return hash<int>()(p.x) * 31 + hash<int>()(p.y);
    }
};
}
struct ByHand {
    size_t operator()(const std::pair<int, int> &p) const
    {
        return (size_t)p.first << 32 | (unsigned)p.second;
    }
};
enum class Kind { copy, kernel, sync };
struct Pool {
    std::unordered_map<size_t, std::vector<int>> free_blocks;
    std::unordered_map<const void *, size_t> sizes;
    int made = 0;
    int get(size_t n)
    {
        auto found = free_blocks.find(n);
        if (found != free_blocks.end() && !found->second.empty()) {
            int block = found->second.back();
            found->second.pop_back();
            return block;
        }
        return made++;
    }
    void put(size_t n, int block)
    {
        free_blocks[n].push_back(block);
    }
};
template <class M> void show(const char *name, const M &m)
{
    printf("%s (%zu of %zu):", name, m.size(), m.bucket_count());
    for (const auto &[k, v] : m)
        printf(" %s=%d", k.c_str(), v);
    printf("\n");
}
int main()
{
    std::unordered_map<int, int> m;
    for (int i = 0; i < 40; i++)
        m[i * 37 % 101] = i;
    for (auto &[k, v] : m)
        printf("%d:%d ", k, v);
    printf("\n");
    for (int i = 0; i < 40; i += 3)
        m.erase(i * 37 % 101);
    for (auto it = m.begin(); it != m.end();)
        if (it->second % 5 == 0)
            it = m.erase(it);
        else
            ++it;
    for (const auto &kv : m)
        printf("%d:%d ", kv.first, kv.second);
    printf("%zu %zu\n", m.size(), m.bucket_count());
    std::unordered_map<std::string, int> names = {{"alpha", 1}, {"beta", 2}, {"gamma", 3}, {"a longer name than others", 4}};
    show("list", names);
    names["delta"] = 5;
    names["epsilon"]++;
    names.emplace("zeta", 7);
    names.insert({"eta", 8});
    names.insert(std::make_pair("theta", 9));
    printf("%d %d\n", names.insert({"eta", 10}).second, names.try_emplace("iota", 11).second);
    show("grown", names);
    names.erase("beta");
    std::unordered_map<std::string, int> copy = names;
    copy["omega"] = 0;
    show("copy", copy);
    copy = std::move(names);
    show("moved", copy);
    printf("%zu %zu %d\n", names.size(), names.count("eta"), copy.at("eta"));
    try {
        copy.at("nobody");
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    std::unordered_map<std::string, int> room;
    room.reserve(100);
    for (int i = 0; i < 30; i++)
        room["k" + std::to_string(i)] = i;
    show("room", room);
    room.clear();
    room["again"] = 1;
    show("cleared", room);
    std::unordered_map<double, int> reals;
    std::unordered_map<float, int> floats;
    for (int i = 0; i < 8; i++) {
        reals[i / 4.0] = i;
        floats[i / 4.0f] = i;
    }
    for (auto &[k, v] : reals)
        printf("%g ", k);
    for (auto &[k, v] : floats)
        printf("%g ", k);
    std::unordered_map<int64_t, char> negative;
    for (int i = -5; i < 5; i++)
        negative[i * 1000003] = (char)('f' + i);
    for (auto &[k, v] : negative)
        printf("%c", v);
    printf("\n");
    std::unordered_map<Point, int> points;
    for (int i = 0; i < 6; i++)
        points[{i, i * i}] = i;
    std::unordered_map<std::pair<int, int>, const char *, ByHand> pairs;
    pairs[{1, 2}] = "a";
    pairs[{2, 1}] = "b";
    for (auto &[p, i] : points)
        printf("(%d %d) ", p.x, p.y);
    for (auto &[p, s] : pairs)
        printf("%d%d%s ", p.first, p.second, s);
    std::unordered_map<Kind, int> kinds = {{Kind::kernel, 3}, {Kind::copy, 1}};
    kinds[Kind::sync]++;
    for (auto &[k, v] : kinds)
        printf("%d=%d ", (int)k, v);
    printf("\n");
    Pool pool;
    int a = pool.get(64), b = pool.get(64);
    pool.put(64, a);
    printf("%d %d ", b, pool.get(64));
    printf("%d\n", pool.made);
    std::unordered_set<int> s = {9, 4, 7, 4};
    for (int i = 0; i < 20; i++)
        s.insert(i * i);
    for (int v : s)
        printf("%d ", v);
    printf("%zu %d\n", s.count(16), s.find(5) == s.end());
    std::vector<std::string> words = {"the", "quick", "brown", "fox", "the", "fox"};
    std::unordered_set<std::string> unique(words.begin(), words.end());
    for (const auto &w : unique)
        printf("%s ", w.c_str());
    unique.insert(words.begin(), words.end());
    unique.erase("fox");
    printf("%zu ", unique.size());
    printf("%d\n", unique.insert("lazy").second);
    std::vector<int> same(3, 4);
    same.assign(same.size(), 9);
    printf("%zu %d\n", same.size(), same[2]);
    std::unordered_map<int, int> big;
    unsigned seed = 7;
    long sum = 0;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1103515245 + 12345;
        if (seed & 0x80000)
            big[(int)(seed >> 8) % 4000] = i;
        else
            big.erase((int)(seed >> 8) % 4000);
    }
    for (auto &[k, v] : big)
        sum = sum * 31 + k * 7 + v;
    printf("%zu %zu %ld\n", big.size(), big.bucket_count(), sum);
    printf("%zu %zu\n", std::hash<std::string>()("hello"), std::hash<int>()(-1));
    return 0;
}
