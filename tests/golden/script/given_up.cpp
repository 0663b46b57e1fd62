// What is left behind in what was given up, and what functions give up.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
#include <iterator>
struct Item { std::string s; Item(const char *t) : s(t) {} Item(Item &&o) noexcept : s(std::move(o.s)) {} Item(const Item &o) = default; };
Item &&give(Item &i) { return std::move(i); }
std::string &&gives(std::string &i) { return std::move(i); }
struct It { Item *p; Item &&operator*() const { return std::move(*p); } };
int main() {
    Item a("abc"), b = give(a);
    std::printf("%zu %zu\n", a.s.size(), b.s.size());
    std::vector<Item> v; v.push_back(give(b));
    std::printf("%zu %zu\n", b.s.size(), v[0].s.size());
    It it{&v[0]}; std::vector<Item> w; w.push_back(*it);
    std::printf("%zu %zu\n", v[0].s.size(), w[0].s.size());
    std::string s = "xyz", t = gives(s); std::printf("%zu %zu\n", s.size(), t.size());
    std::move_iterator<std::vector<Item>::iterator> mi(w.begin()); Item c = *mi; std::printf("%zu %zu\n", w[0].s.size(), c.s.size());
    std::vector<Item> x(std::make_move_iterator(&c), std::make_move_iterator(&c + 1)); std::printf("%zu %zu\n", c.s.size(), x[0].s.size());
    std::vector<std::string> names{"a", "b"}, more; more.insert(more.end(), std::make_move_iterator(names.begin()), std::make_move_iterator(names.end())); std::printf("%zu %zu\n", names[0].size(), more[1].size());
    std::vector<std::vector<int>> vv{{1, 2}, {3}}, ww; for (auto &q : vv) ww.push_back(std::move(q)); std::printf("%zu %zu\n", vv[0].size(), ww[0].size());
}
