// Strings of millions of characters, and searches from the back that begin at a place: what they cost is
// what they look at.
#include <cstdio>
#include <string>
#include <string_view>

int main()
{
    std::string s(4000000, 'x');
    s.resize(4000010, 'y');
    s.append(3, 'z');
    s.resize(4000020);
    std::string_view v = s;
    long n = 0;
    for (int i = 0; i < 1000; i++)
        n += v.rfind('x', 50) + s.rfind('x', 60) + v.find_last_of("x", 7) + s.find_last_not_of("yz", 9);
    printf("%zu %ld %c %d %d\n", s.size(), n, s[4000011], s[4000015], s.c_str()[4000020]);
    std::string_view w = "abcabc";
    std::string t(3, 'q');
    t.insert(1, 2, '-');
    printf("%s ", t.c_str());
    t.assign(4, 'k');
    printf("%s %zu\n", t.c_str(), std::string(0, 'a').size());
    printf("%zu %zu %zu %zu %zu\n", w.rfind('c', 4), w.rfind('c'), w.rfind('a', 0), w.find_last_of("b", 0),
           w.find_last_not_of("bc", 5));
    return 0;
}
