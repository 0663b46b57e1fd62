// A value that holds lists and maps of values.
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
struct Json {
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;
    double number = 0;
    std::string text;
    Array array;
    Object object;
    Json() = default;
    Json(double d) : number(d) {}
    Json(const char *s) : text(s) {}
    Json &operator[](const std::string &k) { for (auto &[key, v] : object) if (key == k) return v; object.emplace_back(k, Json()); return object.back().second; }
    void push(Json j) { array.push_back(std::move(j)); }
    std::size_t count() const { std::size_t n = 1; for (const auto &a : array) n += a.count(); for (const auto &[k, v] : object) n += v.count(); return n; }
    std::string dump() const { if (!array.empty()) { std::string s = "["; for (const auto &a : array) s += a.dump() + ","; return s + "]"; } if (!object.empty()) { std::string s = "{"; for (const auto &[k, v] : object) s += k + ":" + v.dump() + ","; return s + "}"; } return text.empty() ? std::to_string((int)number) : text; }
};
struct Graph {
    struct Node { std::string name; std::vector<Node *> next; std::unordered_map<std::string, std::unique_ptr<Node>> owned; };
    std::map<std::string, Node> nodes;
    Node &get(const std::string &n) { auto &node = nodes[n]; node.name = n; return node; }
    void link(const std::string &a, const std::string &b) { get(a).next.push_back(&get(b)); }
    int reach(const Node &n, std::set<std::string> &seen) const { if (!seen.insert(n.name).second) return 0; int r = 1; for (auto *k : n.next) r += reach(*k, seen); return r; }
};
int main()
{
    Json j;
    j["a"] = 1;
    j["b"].push(2);
    j["b"].push("x");
    j["c"]["d"] = "deep";
    Json copy = j;
    copy["a"] = 7;
    std::printf("%s %s %zu\n", j.dump().c_str(), copy.dump().c_str(), j.count());
    Graph g;
    g.link("a", "b"); g.link("b", "c"); g.link("c", "a"); g.link("d", "a");
    std::set<std::string> seen;
    std::printf("%d %zu\n", g.reach(g.get("a"), seen), g.nodes.size());
}
