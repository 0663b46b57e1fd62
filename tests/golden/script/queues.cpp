// Queues, and vectors that elements are taken out of.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <queue>
#include <stack>
#include <string>
#include <vector>

struct job {
    int id;
    std::string name;
};

int main()
{
    std::deque<int> d;
    for (int i = 0; i < 100; i++)
        d.push_back(i);
    int sum = 0;
    while (d.size() > 10) {
        sum += d.front();
        d.pop_front();
    }
    d.push_front(7);
    d.push_front(8);
    d.pop_back();
    printf("%d %zu %d %d %d\n", sum, d.size(), d.front(), d.back(), d[2]);
    std::deque<int> small;
    small.push_front(1);
    small.push_front(2);
    small.push_back(3);
    for (int x : small)
        printf("%d ", x);
    small.clear();
    printf("%d\n", small.empty());
    std::queue<job> q;
    q.push({1, "one"});
    q.push(job{2, "two"});
    job three = {3, "three"};
    q.push(three);
    three.name = "changed";
    while (!q.empty()) {
        job j = q.front();
        q.pop();
        printf("%d %s %zu\n", j.id, j.name.c_str(), q.size());
    }
    std::stack<int> s;
    s.push(4);
    s.emplace(5);
    s.pop();
    printf("%d %zu\n", s.top(), s.size());
    std::vector<int> v = {1, 2, 3, 4, 5};
    auto at = v.erase(v.begin() + 1);
    printf("%d %zu ", *at, v.size());
    v.erase(v.begin(), v.begin() + 2);
    v.insert(v.begin(), 9);
    v.insert(v.end(), 8);
    v.erase(std::find(v.begin(), v.end(), 4));
    for (size_t i = 0; i < v.size(); i++)
        printf("%d ", v[i]);
    std::vector<std::string> names = {"a", "b", "c"};
    names.erase(names.begin());
    printf("%s %zu\n", names[0].c_str(), names.size());
    return 0;
}
