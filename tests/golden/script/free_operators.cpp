// Operators that stand beside the struct, which the library finds by its elements; members of strings
// that give the string back, on what happens once.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Key {
    int a, b;
};
bool operator<(const Key &x, const Key &y) { return x.b < y.b; }
bool operator==(const Key &x, const Key &y) { return x.a == y.a && x.b == y.b; }

namespace units {
struct Bytes {
    long n;
};
inline bool operator<(const Bytes &x, const Bytes &y) { return x.n < y.n; }
} // namespace units

int main()
{
    std::vector<Key> v = {{1, 5}, {2, 3}, {3, 9}, {4, 1}};
    std::sort(v.begin(), v.end());
    for (const Key &k : v)
        printf("%d:%d ", k.a, k.b);
    printf("%d\n", (int)(std::find(v.begin(), v.end(), Key{3, 9}) - v.begin()));
    std::map<Key, int> m;
    m[{7, 2}] = 1;
    m[{8, 1}] = 2;
    m[{9, 2}] = 3; // equal to the first by <
    for (const auto &[k, n] : m)
        printf("%d %d ", k.a, n);
    Key most = std::max(v[0], v[3]);
    std::pair<Key, int> p({1, 2}, 3), q({9, 2}, 4);
    printf("%d %d %d\n", most.a, p < q, q < p);
    std::vector<units::Bytes> sizes = {{4}, {2}, {8}};
    std::sort(sizes.begin(), sizes.end());
    printf("%ld %ld\n", sizes.front().n, sizes.back().n);

    std::string s, u, e = "abc";
    s.append("a").append("b");
    u.append(2, 'x').append("y");
    e.insert(0, "[").append("]");
    std::vector<std::string> rows = {"r", "s"};
    int i = 0;
    rows[i++] += "a";
    rows[i++].append(rows[0]) += '!';
    printf("%s %s %s %s %s %d\n", s.c_str(), u.c_str(), e.c_str(), rows[0].c_str(), rows[1].c_str(), i);
    return 0;
}
