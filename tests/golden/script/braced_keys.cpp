// A key in braces: what maps and sets take by their key's type is no template's argument.
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

using Key = std::pair<int, int>;

struct Edge {
    int from, to;
    bool operator==(const Edge &o) const { return from == o.from && to == o.to; }
    bool operator<(const Edge &o) const { return std::tie(from, to) < std::tie(o.from, o.to); }
};
struct EdgeHash {
    std::size_t operator()(const Edge &e) const { return (std::size_t)(e.from * 31 + e.to); }
};

struct Named {
    std::string text;
    int times = 0;
    Named() = default;
    Named(const char *t, int n) : text(t), times(n) {}
};

int main()
{
    std::map<Key, int> m;
    auto [at, fresh] = m.insert_or_assign({1, 2}, 7);
    printf("%d %d %d\n", at->first.second, at->second, fresh);
    printf("%d", m.insert_or_assign({1, 2}, 8).second);
    printf(" %d", m.try_emplace({1, 2}, 9).second);
    printf(" %d\n", m.try_emplace({3, 4}, 5).first->second);
    m.insert({{5, 6}, 1});
    m.emplace(Key{7, 8}, 2);
    m[{9, 9}] += 3;
    printf("%d %d %zu %zu\n", m.at({1, 2}), m[{9, 9}], m.count({5, 6}), m.count({6, 5}));
    printf("%d %d\n", m.find({7, 8})->second, m.find({8, 7}) == m.end());
    m.erase({5, 6});
    printf("%zu %d\n", m.size(), m.lower_bound({4, 0})->first.first);

    std::map<std::string, Named> names;
    names.try_emplace("a", "x", 3);
    names.try_emplace({"b"}, "y", 4);
    std::string key = "c";
    names.insert_or_assign(key, Named("z", 5));
    names.insert_or_assign(std::move(key), Named("w", 6));
    printf("%zu %s%s%s %d\n", names.size(), names["a"].text.c_str(), names["b"].text.c_str(),
           names["c"].text.c_str(), names.at("c").times);

    std::unordered_map<Edge, double, EdgeHash> weights{{{0, 1}, 0.5}, {{1, 2}, 1.5}};
    weights.try_emplace({2, 3}, 2.5);
    weights.insert_or_assign({0, 1}, 4.5);
    weights[{3, 4}] = 8;
    printf("%g %g %g %zu %zu\n", weights.at({0, 1}), weights[{2, 3}], weights[{3, 4}],
           weights.size(), weights.count({4, 3}));
    weights.erase({3, 4});
    printf("%zu %d\n", weights.size(), weights.find({3, 4}) == weights.end());

    std::set<Edge> edges{{2, 1}, {1, 2}};
    edges.insert({0, 0});
    edges.emplace(Edge{4, 4});
    printf("%zu %zu %d\n", edges.size(), edges.count({1, 2}), edges.begin()->from);
    edges.erase({0, 0});
    printf("%d %d\n", edges.begin()->from, edges.find({4, 4})->to);
    std::unordered_set<Edge, EdgeHash> seen;
    printf("%d", seen.insert({1, 1}).second);
    printf("%d %zu\n", seen.insert({1, 1}).second, seen.count({1, 1}));

    std::map<std::tuple<int, int, char>, std::pair<int, int>> cells;
    cells[{1, 2, 'a'}] = {3, 4};
    cells.insert_or_assign({1, 2, 'b'}, std::make_pair(5, 6));
    cells.try_emplace({1, 2, 'c'}, 7, 8);
    for (const auto &[k, v] : cells)
        printf("%c%d%d ", std::get<2>(k), v.first, v.second);
    printf("\n");

    std::multimap<Key, int> several;
    several.insert({{1, 1}, 2});
    several.emplace(Key(1, 1), 3);
    printf("%zu\n", several.count({1, 1}));
    auto [first, last] = several.equal_range({1, 1});
    for (; first != last; ++first)
        printf("%d ", first->second);
    printf("\n");
}
