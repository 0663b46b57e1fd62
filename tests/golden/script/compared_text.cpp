#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
int main()
{
    std::string a = "abc", b = "abcdefghij", c = "abd", e = "abz", n;
    printf("%d %d %d %d %d %d\n", a.compare(b), b.compare(a), a.compare(c), e.compare(a),
           a.compare(n), a.compare("abc"));
    printf("%d %d %d\n", a.compare(0, 2, b), b.compare(2, 3, "c"), b.compare(1, 2, "bz"));
    printf("%d %d %d\n", strcmp(a.c_str(), e.c_str()), memcmp(e.data(), a.data(), 3),
           strncmp(b.c_str(), e.c_str(), 2));
    std::string_view v = a, w = b;
    printf("%d %d %d\n", v.compare(w), w.compare(v), v.compare("abq"));
}
