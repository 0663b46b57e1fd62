/* Algorithms of <algorithm> and <numeric>, and std::priority_queue. */
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <queue>
#include <string>
#include <utility>
#include <vector>
struct Job {
    int priority;
    std::string name;
    bool operator<(const Job &o) const
    {
        return priority < o.priority;
    }
};
struct Later {
    bool operator()(const Job &a, const Job &b) const
    {
        return a.priority > b.priority;
    }
};
void show(const char *what, const std::vector<int> &v)
{
    printf("%s:", what);
    for (int x : v)
        printf(" %d", x);
    printf("\n");
}
unsigned seed = 3;
int draw(int n)
{
    seed = seed * 1103515245 + 12345;
    return (int)((seed >> 16) % (unsigned)n);
}
int main()
{
    std::vector<int> v(10), w;
    std::iota(v.begin(), v.end(), 1);
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * x % 11; });
    show("squares", v);
    printf("%d %d %d\n", std::any_of(v.begin(), v.end(), [](int x) { return x > 8; }),
           std::all_of(v.begin(), v.end(), [](int x) { return x > 0; }),
           std::none_of(v.begin(), v.end(), [](int x) { return x == 7; }));
    printf("%ld %ld\n", (long)std::count(v.begin(), v.end(), 3),
           (long)std::count_if(v.begin(), v.end(), [](int x) { return x % 2; }));
    auto found = std::find_if(v.begin(), v.end(), [](int x) { return x > 4; });
    printf("%d %d\n", (int)(found - v.begin()), *found);
    auto [low, high] = std::minmax_element(v.begin(), v.end());
    printf("%d %d %d %d\n", *low, *high, (int)(low - v.begin()), (int)(high - v.begin()));
    printf("%d %d\n", *std::max_element(v.begin(), v.end(), [](int a, int b) { return a > b; }),
           std::accumulate(v.begin(), v.end(), 1, [](int a, int b) { return (a * b) % 1009; }));
    std::sort(v.begin(), v.end());
    show("sorted", v);
    auto end = std::unique(v.begin(), v.end());
    v.erase(end, v.end());
    show("unique", v);
    printf("%d %d %d\n", (int)(std::lower_bound(v.begin(), v.end(), 4) - v.begin()),
           (int)(std::upper_bound(v.begin(), v.end(), 4) - v.begin()),
           std::binary_search(v.begin(), v.end(), 6));
    std::rotate(v.begin(), v.begin() + 2, v.end());
    show("rotated", v);
    std::sort(v.begin(), v.end(), std::greater<int>());
    show("down", v);
    auto middle = std::partition(v.begin(), v.end(), [](int x) { return x % 2 == 0; });
    show("parted", v);
    printf("%d\n", (int)(middle - v.begin()));
    w.resize(4);
    std::copy_n(v.begin(), 4, w.begin());
    std::fill_n(w.begin(), 2, 7);
    std::replace(w.begin(), w.end(), 7, 70);
    int next = 0;
    std::generate(w.begin() + 2, w.end(), [&next] { return next += 5; });
    show("copied", w);
    w.erase(std::remove_if(w.begin(), w.end(), [](int x) { return x == 5; }), w.end());
    w.erase(std::remove(w.begin(), w.end(), 70), w.end());
    show("left", w);
    printf("%d %d\n", std::equal(v.begin(), v.end(), v.begin()),
           std::is_sorted(v.begin(), v.end()));
    std::vector<Job> jobs;
    for (int i = 0; i < 60; i++)
        jobs.push_back({draw(6), std::to_string(i)});
    std::vector<Job> stable = jobs;
    std::sort(jobs.begin(), jobs.end());
    for (const auto &j : jobs)
        printf("%d.%s ", j.priority, j.name.c_str());
    printf("\n");
    std::stable_sort(stable.begin(), stable.end(),
                     [](const Job &a, const Job &b) { return a.priority > b.priority; });
    for (const auto &j : stable)
        printf("%d.%s ", j.priority, j.name.c_str());
    printf("\n");
    std::priority_queue<Job> queue;
    for (int i = 0; i < 25; i++)
        queue.push({draw(5), std::to_string(i)});
    while (!queue.empty()) {
        printf("%d.%s ", queue.top().priority, queue.top().name.c_str());
        queue.pop();
    }
    std::priority_queue<Job, std::vector<Job>, Later> next_first;
    for (int i = 0; i < 9; i++)
        next_first.emplace(Job{draw(3), std::to_string(i)});
    while (next_first.size() > 2)
        next_first.pop();
    printf("| %d.%s\n", next_first.top().priority, next_first.top().name.c_str());
    std::priority_queue<int, std::vector<int>, std::greater<int>> small;
    for (int i = 0; i < 12; i++)
        small.push(draw(50));
    for (; !small.empty(); small.pop())
        printf("%d ", small.top());
    using Edge = std::pair<float, int>;
    std::priority_queue<Edge> edges;
    edges.push({1.5f, 2});
    edges.push({2.5f, 1});
    edges.emplace(2.5f, 3);
    printf("%g %d\n", edges.top().first, edges.top().second);
    printf("%d %d %d\n", std::inner_product(w.begin(), w.end(), w.begin(), 1), std::gcd(12, 18),
           std::lcm(4, 6));
    std::vector<int> many(500);
    for (int &x : many)
        x = draw(1000);
    std::vector<int> half = many;
    std::nth_element(half.begin(), half.begin() + 250, half.end());
    std::sort(many.begin(), many.end());
    printf("%d %d\n", many[250] == half[250], (int)std::is_sorted(many.begin(), many.end()));
    return 0;
}
