// c++20: a part before a range, attributes before statements.
#include <cstdio>
#include <map>
#include <string>
#include <vector>
static std::vector<int> make(int n) { std::vector<int> v; for (int i = 0; i < n; i++) v.push_back(i * i); return v; }
int main()
{
    for (std::vector<int> v{3, 1, 2}; int x : v)
        std::printf("%d ", x);
    for (int i = 0; auto &x : make(4)) {
        if (i++ == 2) [[unlikely]]
            continue;
        std::printf("%d ", x);
    }
    int n = 2, last = n > 1 ? 4 : 5;
    for (auto m = std::map<int, std::string>{{1, "a"}, {2, "b"}}; auto &[k, v] : m) [[likely]]
        std::printf("%d%s ", k, v.c_str());
    for ([[maybe_unused]] int k : {1, 2})
        n++;
    switch (n) {
    case 4:
        [[likely]] std::puts("four");
        [[fallthrough]];
    default:
        [[maybe_unused]] int unused = 0;
        for (int i = 0, k = n > 3 ? 1 : 2; i < k; i++)
            std::printf("%d\n", last);
    }
}
