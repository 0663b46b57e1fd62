// Structs that hold containers of themselves, and functions that return such.
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
struct Tree {
    int v;
    std::vector<Tree> kids;
    int sum() const { int s = v; for (const auto &k : kids) s += k.sum(); return s; }
    Tree &add(int x) { kids.push_back(Tree{x, {}}); return kids.back(); }
};
class Comm {
    std::shared_ptr<int> s_;
    int rank_;
    Comm(std::shared_ptr<int> s, int r) : s_(std::move(s)), rank_(r) {}
  public:
    static std::vector<Comm> create(int n) { auto s = std::make_shared<int>(n); std::vector<Comm> v; for (int r = 0; r < n; ++r) v.push_back(Comm(s, r)); return v; }
    int rank() const { return rank_ * 10 + *s_; }
};
class Prof {
    struct Node { std::string name; int calls = 0; Node *parent = nullptr; std::list<Node> kids; Node *child(const std::string &n) { auto it = std::find_if(kids.begin(), kids.end(), [&](const Node &k) { return k.name == n; }); if (it != kids.end()) return &*it; kids.push_back(Node{n, 0, this, {}}); return &kids.back(); } };
    Node root_{"root"};
  public:
    int count(const char *n) { return ++root_.child(n)->calls; }
    std::size_t size() const { return root_.kids.size(); }
};
struct Dir { std::map<std::string, Dir> dirs; std::map<std::string, int> files; int total() const { int t = 0; for (auto &[n, d] : dirs) t += d.total(); for (auto &[n, f] : files) t += f; return t; } Dir &at(const std::string &n) { return dirs[n]; } };
struct Shape { std::vector<std::unique_ptr<Shape>> parts; std::string name; int depth() const { int d = 0; for (auto &p : parts) d = std::max(d, p->depth()); return d + 1; } };
int main()
{
    Tree t{1, {}};
    t.add(2).add(3);
    t.add(4);
    Tree copy = t;
    copy.kids[0].v = 10;
    std::printf("%d %d %zu\n", t.sum(), copy.sum(), copy.kids.size());
    auto c = Comm::create(3);
    std::printf("%d %zu\n", c[2].rank(), c.size());
    Prof p;
    p.count("a"); p.count("b");
    std::printf("%d %zu\n", p.count("a"), p.size());
    Dir d;
    d.at("x").files["f"] = 3; d.at("x").at("y").files["g"] = 4; d.files["h"] = 5;
    std::printf("%d\n", d.total());
    Shape s; s.parts.push_back(std::make_unique<Shape>()); s.parts[0]->parts.push_back(std::make_unique<Shape>());
    std::printf("%d\n", s.depth());
}
