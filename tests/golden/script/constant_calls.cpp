// Calls of constexpr functions as constants, members defined outside, reads that fail.
#include <cstdio>
#include <string>
#include <sstream>
constexpr int twice(int n) { return 2 * n; }
constexpr unsigned char g(unsigned char c) { c++; return c; }
template <class T> struct A { T d; A &operator=(const A &o); };
template <class T> A<T> &A<T>::operator=(const A<T> &o) { d = o.d; return *this; }
constexpr int deep(int n) { return n <= 0 ? 0 : deep(n - 1) + 1; }

int main()
{
    int x;
    const int y = twice(x = 3);
    std::string s(4500, '7');
    int n = 0;
    int got = sscanf("123456", "%5000d", &n);
    printf("%d %d %d\n", y, got, n);
    static char b[g(255) + 1];
    printf("%d\n", (int)sizeof b);
    if constexpr (g(255) == 0) puts("zero"); else puts("not zero");
    std::istringstream in("a b last");
    std::string w;
    while (in >> w) {}
    printf("%s\n", w.c_str());
    std::istringstream lines("x\ny");
    std::string line;
    while (std::getline(lines, line)) printf("[%s]", line.c_str());
    printf("(%s)\n", line.c_str());
    A<int> p{1}, q{2};
    p = q;
    printf("%d\n", p.d);
    return 0;
}
