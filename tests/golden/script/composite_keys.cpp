// Maps whose keys are structs, arrays and pairs; parts of a pair made where they stand; hints.
#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>
struct Key {
    int rank;
    std::string name;
    auto tied() const
    {
        return std::tie(rank, name);
    }
    friend bool operator<(const Key &a, const Key &b)
    {
        return a.tied() < b.tied();
    }
    friend bool operator==(const Key &a, const Key &b)
    {
        return a.tied() == b.tied();
    }
};
template <> struct std::hash<Key> {
    size_t operator()(const Key &k) const noexcept
    {
        return std::hash<std::string>{}(k.name) ^ (size_t)k.rank << 1;
    }
};
struct Stats {
    int hits = 0;
    double sum = 0;
    void add(double v)
    {
        ++hits;
        sum += v;
    }
};
class Cache
{
    std::map<Key, Stats> table{{{0, "zero"}, {1, 2.5}}};
    std::unordered_map<Key, std::vector<int>> lists;
    std::map<std::array<int, 3>, int> cells;
    std::map<std::string, std::map<int, double>, std::less<>> nested;

  public:
    Stats &at(int r, std::string n)
    {
        return table[{r, std::move(n)}];
    }
    void fill()
    {
        at(1, "one").add(3);
        at(1, "one").add(4);
        table.insert({{2, "two"}, {5, 6}});
        table.emplace(std::piecewise_construct, std::forward_as_tuple(Key{3, "three"}),
                      std::forward_as_tuple());
        lists[{1, "a"}].push_back(4);
        lists.insert_or_assign({1, "a"}, std::vector<int>{1, 2, 3});
        lists.try_emplace({2, "b"}, 5u, 9);
        cells.insert_or_assign({1, 2, 3}, 4);
        cells[{{0, 0, 1}}]++;
        nested["x"][3] = 1.5;
        nested["x"].insert_or_assign(4, 2.5);
        if (auto it = nested.find(std::string_view("x")); it != nested.end())
            it->second.erase(3);
    }
    void print() const
    {
        for (auto const &[k, s] : table)
            std::printf("%d/%s:%d,%g ", k.rank, k.name.c_str(), s.hits, s.sum);
        std::printf("\n%zu %zu %d %zu\n", lists.at({1, "a"}).size(), lists.at({2, "b"}).size(),
                    lists.at({2, "b"}).back(), lists.count({3, "c"}));
        for (auto &[k, v] : cells)
            std::printf("%d%d%d=%d ", k[0], k[1], k[2], v);
        std::printf("%g %zu\n", nested.at("x").at(4), nested.at("x").size());
    }
    std::optional<Stats> find(const Key &k) const
    {
        auto it = table.find(k);
        return it == table.end() ? std::nullopt : std::optional(it->second);
    }
};
int main()
{
    Cache c;
    c.fill();
    c.print();
    if (auto s = c.find({2, "two"}))
        std::printf("%g\n", s->sum);
    std::printf("%d\n", c.find({9, "x"}).has_value());
    std::map<std::pair<int, int>, std::string> names{{{1, 1}, "a"}, {{0, 2}, "b"}};
    auto node = names.extract({1, 1});
    node.key() = {7, 7};
    names.insert(std::move(node));
    for (auto &[k, v] : names)
        std::printf("%d,%d %s ", k.first, k.second, v.c_str());
    auto [it, ok] = names.insert_or_assign({7, 7}, "z");
    std::printf("%d %s\n", ok, it->second.c_str());
    names.insert_or_assign(names.begin(), {0, 0}, "hint");
    names.try_emplace(names.end(), {9, 9}, 3, 'q');
    for (auto &[k, v] : names)
        std::printf("%d,%d %s ", k.first, k.second, v.c_str());
    std::set<std::tuple<int, char>> s;
    s.insert({1, 'a'});
    s.emplace(2, 'b');
    std::printf("%zu %d\n", s.size(), s.find({2, 'b'}) != s.end());
    std::multimap<std::pair<int, int>, int> mm;
    mm.insert({{1, 1}, 5});
    mm.emplace(std::make_pair(1, 1), 6);
    auto r = mm.equal_range({1, 1});
    int sum = 0;
    for (auto i = r.first; i != r.second; ++i)
        sum += i->second;
    std::printf("%d\n", sum);
}
