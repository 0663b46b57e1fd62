// Heaps: elements that compare equal come in the order in which GCC's library has them.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <queue>
#include <random>
#include <vector>

struct Task {
    int weight, number;
};
static bool lighter(const Task &a, const Task &b) { return a.weight < b.weight; }
struct Later {
    bool operator()(const Task &a, const Task &b) const { return a.weight > b.weight; }
};

static void show(const char *name, const std::vector<Task> &v)
{
    printf("%s:", name);
    for (const Task &t : v)
        printf(" %d/%d", t.weight, t.number);
    printf("\n");
}

int main()
{
    std::mt19937 g(3);
    for (int n : {0, 1, 2, 3, 7, 16, 33}) {
        std::vector<Task> v;
        for (int i = 0; i < n; i++)
            v.push_back({(int)(g() % 5), i});
        std::make_heap(v.begin(), v.end(), lighter);
        show("made", v);
        printf("%d\n", (int)std::is_heap(v.begin(), v.end(), lighter));
        for (int i = 0; i < 4; i++) {
            v.push_back({(int)(g() % 5), 100 + i});
            std::push_heap(v.begin(), v.end(), lighter);
        }
        show("pushed", v);
        for (int i = 0; i < 3; i++) {
            std::pop_heap(v.begin(), v.end(), lighter);
            printf("%d/%d ", v.back().weight, v.back().number);
            v.pop_back();
        }
        show("popped", v);
        std::sort_heap(v.begin(), v.end(), lighter);
        show("sorted", v);
        printf("%d\n", (int)(std::is_heap_until(v.begin(), v.end(), lighter) - v.begin()));
    }
    std::vector<int> a{3, 1, 4, 1, 5, 9, 2, 6};
    std::make_heap(a.begin(), a.end(), std::greater<int>());
    std::pop_heap(a.begin(), a.end(), std::greater<>());
    for (int x : a)
        printf("%d ", x);
    int c[] = {2, 7, 1, 8, 2, 8};
    std::make_heap(c, c + 6);
    std::sort_heap(c, c + 6);
    for (int x : c)
        printf("%d ", x);
    std::deque<int> d{5, 3, 8, 1};
    std::make_heap(d.begin(), d.end());
    printf("%d %d\n", d.front(), (int)std::is_heap(d.begin(), d.end()));
    std::vector<Task> tasks;
    for (int i = 0; i < 20; i++)
        tasks.push_back({(int)(g() % 4), i});
    std::priority_queue<Task, std::vector<Task>, Later> queue(tasks.begin(), tasks.end());
    for (; !queue.empty(); queue.pop())
        printf("%d/%d ", queue.top().weight, queue.top().number);
    printf("\n");
}
