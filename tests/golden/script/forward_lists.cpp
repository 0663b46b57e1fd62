// std::forward_list
#include <algorithm>
#include <cstdio>
#include <forward_list>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>
template <class L> static void show(const char *what, const L &l)
{
    printf("%s:", what);
    for (const auto &x : l)
        printf(" %d", x);
    puts("");
}
struct Job {
    std::string name;
    int cost;
    static int alive;
    Job(std::string n, int c) : name(std::move(n)), cost(c)
    {
        alive++;
    }
    Job(const Job &o) : name(o.name), cost(o.cost)
    {
        alive++;
    }
    Job(Job &&o) noexcept : name(std::move(o.name)), cost(o.cost)
    {
        alive++;
    }
    ~Job()
    {
        alive--;
    }
    bool operator==(const Job &o) const
    {
        return name == o.name;
    }
};
int Job::alive = 0;
static std::forward_list<int> made(int n)
{
    std::forward_list<int> l;
    for (int i = 0; i < n; i++)
        l.push_front(i * i % 7);
    return l;
}
int main()
{
    std::forward_list<int> none, l{5, 1, 4, 1, 3}, three(3), same(2, 9), from = made(8);
    show("none", none);
    show("list", l);
    show("three", three);
    show("same", same);
    show("made", from);
    printf("%d %d %d\n", none.empty(), l.empty(), l.front());
    l.push_front(8);
    l.emplace_front(7);
    auto at = l.insert_after(l.begin(), 6);
    at = l.emplace_after(at, 60);
    l.insert_after(l.before_begin(), {20, 21});
    l.insert_after(l.cbefore_begin(), 2u, 30);
    show("in", l);
    printf("%d %td\n", *at, std::distance(l.begin(), l.end()));
    at = l.erase_after(l.begin());
    printf("%d\n", *at);
    l.erase_after(l.begin(), std::next(l.begin(), 3));
    l.pop_front();
    show("out", l);
    l.remove(1);
    l.remove_if([](int x) { return x % 20 == 0; });
    show("removed", l);
    l.sort();
    show("sorted", l);
    l.sort(std::greater<int>());
    show("greater", l);
    l.reverse();
    show("reversed", l);
    std::forward_list<int> more{2, 3, 4, 9};
    l.merge(more);
    show("merged", l);
    printf("%d\n", more.empty());
    l.unique();
    show("unique", l);
    std::forward_list<int> other{100, 101, 102};
    l.splice_after(l.begin(), other, other.begin());
    show("one", l);
    l.splice_after(l.before_begin(), other);
    show("all", l);
    l.resize(4);
    show("shorter", l);
    l.resize(6, -1);
    show("longer", l);
    auto copy = l;
    copy.front() = 1;
    printf("%d %d\n", copy == l, copy != l);
    std::swap(copy, l);
    auto moved = std::move(copy);
    show("moved", moved);
    printf("%d\n", copy.empty());
    moved.assign({3, 2, 1});
    moved.assign(2, 5);
    std::vector<int> v(moved.begin(), moved.end());
    v.push_back(6);
    moved.assign(v.begin(), v.end());
    show("assigned", moved);
    printf("%d %d\n", std::accumulate(moved.begin(), moved.end(), 0),
           (int)std::count(moved.cbegin(), moved.cend(), 5));
    auto found = std::find(moved.begin(), moved.end(), 6);
    printf("%d %d\n", found != moved.end(),
           std::find(moved.begin(), moved.end(), 7) == moved.end());
    {
        std::forward_list<Job> jobs;
        jobs.emplace_front("a", 3);
        jobs.push_front(Job("b", 1));
        jobs.emplace_after(jobs.begin(), "c", 2);
        jobs.sort([](const Job &x, const Job &y) { return x.cost < y.cost; });
        for (auto i = jobs.begin(); i != jobs.end(); i++)
            printf("%s=%d ", i->name.c_str(), i->cost);
        std::forward_list<Job> again(jobs);
        again.clear();
        printf("%d\n", Job::alive);
        std::forward_list<std::unique_ptr<int>> owned;
        owned.push_front(std::make_unique<int>(4));
        owned.emplace_front(new int(5));
        for (auto before = owned.before_begin(), i = owned.begin(); i != owned.end();)
            if (**i == 4)
                i = owned.erase_after(before);
            else
                before = i++;
        printf("%d\n", *owned.front());
    }
    printf("%d\n", Job::alive);
    std::forward_list<std::string> words{"b", "a"};
    words.insert_after(words.begin(), {"p", "q"});
    for (auto &word : words)
        printf("%s ", word.c_str());
    std::list<unsigned> many;
    unsigned x = 1;
    for (int i = 0; i < 20000; i++) {
        x = x * 1664525u + 1013904223u;
        many.push_back(x >> 20);
    }
    many.sort();
    many.push_back(0);
    many.sort(std::greater<unsigned>());
    printf("%u %u %zu\n", many.front(), many.back(), many.size());
    std::list<std::pair<int, int>> pairs;
    for (int i = 0; i < 30; i++)
        pairs.push_back({i * 7 % 5, i});
    pairs.sort([](const auto &a, const auto &b) { return a.first < b.first; });
    for (auto &pair : pairs)
        printf("%d.%d ", pair.first, pair.second);
    std::list<std::string> named{"z"};
    named.insert(named.begin(), {"p", "q"});
    printf("\n%s %zu\n", named.front().c_str(), named.size());
    return 0;
}
