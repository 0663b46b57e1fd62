// deques, lists, iterators that go backwards, inserters
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <string>
#include <vector>

template <class V> static void show(const char *what, const V &v)
{
    printf("%s:", what);
    for (const auto &x : v)
        printf(" %d", (int)x);
    printf(" (%zu)\n", v.size());
}

struct Job {
    std::string name;
    int cost;
    Job(const char *n, int c) : name(n), cost(c) {}
    ~Job() { printf("end %s\n", name.c_str()); }
};

int main()
{
    std::deque<int> d{1, 2, 3};
    d.push_front(0);
    d.insert(d.begin() + 2, 9);
    d.erase(d.begin());
    show("deque", d);
    std::deque<int> five(5, 7), from(d.begin(), d.end()), other(d);
    show("five", five);
    printf("same %d %d\n", from == d, other != five);
    five.resize(2);
    show("resized", five);
    for (auto i = d.crbegin(); i != d.crend(); ++i)
        printf("%d ", *i);
    printf("\n");

    const std::vector<int> v{3, 1, 2};
    for (auto i = v.cbegin(); i != v.cend(); ++i)
        printf("%d ", *i);
    for (auto i = std::rbegin(v); i != std::rend(v); ++i)
        printf("%d ", *i);
    int plain[] = {4, 5, 6};
    for (auto i = std::rbegin(plain); i != std::rend(plain); ++i)
        printf("%d ", *i);
    printf("\n");
    std::map<std::string, int> m{{"a", 1}, {"b", 2}};
    for (auto i = m.crbegin(); i != m.crend(); ++i)
        printf("%s=%d ", i->first.c_str(), i->second);
    const std::set<int> set{5, 3, 4};
    for (auto i = set.crbegin(); i != set.crend(); ++i)
        printf("%d ", *i);
    std::array<int, 2> pair{{8, 9}};
    for (auto i = pair.crbegin(); i != pair.crend(); ++i)
        printf("%d ", *i);
    printf("\n");

    std::vector<int> w{0};
    w.insert(w.end(), v.rbegin(), v.rend());
    w.insert(w.begin(), set.begin(), set.end());
    show("inserted", w);
    w.assign(set.rbegin(), set.rend());
    show("assigned", w);
    std::vector<std::string> names{"z"};
    std::vector<std::string> more{"x", "y"};
    names.insert(names.begin(), more.rbegin(), more.rend());
    for (const std::string &s : names)
        printf("%s ", s.c_str());
    printf("\n");

    std::vector<int> a{1, 3, 5}, b{2, 4, 6}, c;
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));
    auto out = std::back_inserter(c);
    *out = 7;
    out = 8;
    *out++ = 9;
    show("merged", c);
    std::deque<int> front;
    std::copy(a.begin(), a.end(), std::front_inserter(front));
    show("front", front);
    std::set<int> both;
    std::set_intersection(c.begin(), c.end(), a.begin(), a.end(), std::inserter(both, both.end()));
    show("both", both);

    std::list<int> l{4, 2, 3};
    l.push_front(1);
    l.emplace_back(5);
    l.sort();
    show("list", l);
    l.remove_if([](int x) { return x % 2 == 0; });
    l.reverse();
    show("odd", l);
    std::list<int> tail{10, 11};
    l.splice(l.begin(), tail);
    l.splice(l.end(), l, l.begin());
    show("spliced", l);
    printf("%zu %d %d\n", tail.size(), l.front(), l.back());
    for (auto i = l.begin(); i != l.end();)
        i = *i > 4 ? l.erase(i) : std::next(i);
    show("erased", l);
    std::list<int> copy = l, moved = std::move(l);
    printf("%d\n", copy == moved);

    std::list<Job> jobs;
    jobs.emplace_back("one", 1);
    jobs.emplace_back("two", 2);
    jobs.emplace_front("zero", 0);
    Job *kept = &jobs.front();
    jobs.splice(jobs.end(), jobs, jobs.begin());
    printf("%s %d\n", jobs.back().name.c_str(), kept == &jobs.back());
    jobs.pop_front();
    return 0;
}
