// Numbers in text and back, and searches by views
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
int main()
{
    std::string s = "hello world, hello";
    std::string_view sv = "world";
    printf("%zu %zu %zu\n", s.find(sv), s.find("hello", 1), s.find('o', 5));
    printf("%zu %zu %d\n", s.rfind("hello"), s.rfind('o'), s.find("zzz") == std::string::npos);
    printf("%s %s\n", s.substr(6).c_str(), s.substr(6, 5).c_str());
    printf("%d %d\n", s.compare("hello") > 0, s.compare(0, 5, "hello"));
    std::string r = s;
    r.replace(0, 5, "bye");
    puts(r.c_str());
    r.insert(3, " big");
    puts(r.c_str());
    r.erase(0, 4);
    puts(r.c_str());
    r.erase(3);
    puts(r.c_str());
    printf("%zu %zu %zu %zu\n", s.find_first_of(",w"), s.find_last_of("el"),
           s.find_first_not_of("hel"), s.find_last_not_of("helo"));
    printf("%d %g %g %ld %lu %s %s\n", std::stoi("42x"), std::stof("2.5"), std::stod("1e3"),
           std::stol("-7"), std::stoul("8"), std::to_string(42).c_str(),
           std::to_string(2.5).c_str());
    printf("%d\n", std::stoi("ff", nullptr, 16));
    size_t pos;
    std::stoi("12ab", &pos);
    printf("%zu\n", pos);
    int v = 0;
    std::string num = "123abc";
    auto [ptr, ec] = std::from_chars(num.data(), num.data() + num.size(), v);
    printf("%d %d %d\n", v, (int)(ptr - num.data()), ec == std::errc());
    s += '!';
    s.append("xyz", 2);
    s.append(3, '-');
    s.push_back('q');
    s.pop_back();
    puts(s.c_str());
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
    std::string t(5, 'k'), u("abcdef", 3), w(s, 1), x(u.begin(), u.end());
    printf("%s %s %s %s\n", t.c_str(), u.c_str(), w.c_str(), x.c_str());
    std::swap(t, u);
    puts(t.c_str());
    std::string_view q = t;
    q.remove_prefix(1);
    std::string y(q);
    puts(y.c_str());
    printf("%d %d\n", (int)q.find('c'), q == "bc");
    try {
        std::stoi("zz");
    } catch (const std::exception &e) {
        puts("bad");
    }
    y = std::string("a") + std::to_string(1) + ':' + "b";
    puts(y.c_str());
    s.replace(s.begin(), s.begin() + 1, "AA");
    puts(s.c_str());
    s.erase(s.begin());
    puts(s.c_str());
}
