// Editing of strings
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
int main()
{
    std::string s = "hello world, hello";
    std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::toupper(c); });
    puts(s.c_str());
    s.insert(s.begin(), '>');
    s.insert(0, 2, '*');
    puts(s.c_str());
    std::reverse(s.begin(), s.end());
    puts(s.c_str());
    s.erase(std::remove(s.begin(), s.end(), 'L'), s.end());
    puts(s.c_str());
    s.assign(3, 'x');
    puts(s.c_str());
    s.assign("abc");
    printf("%c %c %d\n", s.front(), s.back(), s.empty());
    s.clear();
    s.resize(2, 'z');
    puts(s.c_str());
    printf("%d %d %d\n", s == "zz", s < "zzz", "a" + s == "azz");
    s.replace(s.begin(), s.begin() + 1, "AA");
    puts(s.c_str());
    s.erase(s.begin());
    puts(s.c_str());
    s.erase(s.begin(), s.begin() + 1);
    puts(s.c_str());
    s.append(std::string("more")).append("x");
    puts(s.c_str());
    s.append(s.begin(), s.end());
    puts(s.c_str());
    std::string_view sv = "er";
    s += sv;
    printf("%zu %s\n", s.find(sv), s.c_str());
    s.append(sv);
    s.insert(1, sv);
    s.replace(0, 1, sv);
    puts(s.c_str());
    printf("%d\n", s.compare(sv) > 0);
    s.replace(0, 2, 3, 'c');
    puts(s.c_str());
    printf("%d %d\n", s == sv, sv == "er");
    s.insert(2, "abc", 2);
    puts(s.c_str());
    s.replace(0, 1, "hello", 2);
    puts(s.c_str());
    char buf[8];
    size_t n = s.copy(buf, 3, 1);
    buf[n] = 0;
    puts(buf);
    for (char &c : s)
        c++;
    puts(s.c_str());
    s.at(0) = 'Q';
    puts(s.data());
    std::string e;
    e = 'c';
    puts(e.c_str());
    std::string f{'a', 'b'};
    puts(f.c_str());
    printf("%zu\n", std::string(sv).size());
    const std::string cs = "const";
    for (auto it = cs.rbegin(); it != cs.rend(); ++it)
        putchar(*it);
    puts("");
}
