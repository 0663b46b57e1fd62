/* std::string's members, and the functions around it. */
#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
std::vector<std::string> split(const std::string &text, char by)
{
    std::vector<std::string> parts;
    size_t at = 0, end;
    while ((end = text.find(by, at)) != std::string::npos) {
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    parts.push_back(text.substr(at));
    return parts;
}
std::string trim(const std::string &s)
{
    size_t first = s.find_first_not_of(" \t");
    if (first == std::string::npos)
        return "";
    return s.substr(first, s.find_last_not_of(" \t") - first + 1);
}
bool ends_with(const std::string &s, const std::string &end)
{
    return s.size() >= end.size() && s.compare(s.size() - end.size(), end.size(), end) == 0;
}
int main()
{
    std::string s = "the quick brown the end";
    printf("%zu %zu %zu %zu\n", s.find("the"), s.find("the", 1), s.rfind("the"), s.find('q'));
    printf("%d %d\n", s.find("none") == std::string::npos, s.rfind('z') == std::string::npos);
    printf("[%s] [%s] [%s]\n", s.substr(4, 5).c_str(), s.substr(16).c_str(), s.substr(23).c_str());
    for (const auto &part : split("a,bc,,d", ','))
        printf("<%s>", part.c_str());
    printf(" [%s] [%s]\n", trim("  in the middle \t").c_str(), trim("   ").c_str());
    printf("%d %d %d\n", ends_with("kernel.cu", ".cu"), ends_with("cu", ".cu"), s.compare(s));
    std::string a = "apple", b = "banana";
    printf("%d %d %d %d %d %d\n", a<b, a> b, a <= a, a >= b, a == "apple", "b" < a);
    printf("%d %d\n", a.compare(b) < 0, b.compare("ban") > 0);
    s.append(" of").append(3, '!');
    s += '?';
    s.push_back('#');
    s.pop_back();
    printf("%s %c %c\n", s.c_str(), s.front(), s.back());
    s.erase(3, 6);
    s.insert(3, "--");
    s.replace(0, 3, "THE");
    printf("%s\n", s.c_str());
    s.resize(5);
    printf("%s %zu ", s.c_str(), s.size());
    s.resize(8, '.');
    printf("%s\n", s.c_str());
    s.clear();
    printf("%d %zu\n", s.empty(), s.length());
    std::string bar(10, '='), some("partial text", 4), from(b, 2), mid(b, 1, 3),
        copy(b.begin(), b.end());
    printf("%s %s %s %s %s\n", bar.c_str(), some.c_str(), from.c_str(), mid.c_str(), copy.c_str());
    s.assign("assigned");
    s.assign(2, 'x');
    printf("%s %zu %zu\n", s.c_str(), b.find_first_of("xn"), b.find_last_of("ab"));
    try {
        b.at(2) = 'N';
        printf("%s ", b.c_str());
        b.at(6) = 'x';
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    try {
        b.substr(7);
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    for (char &c : b)
        if (c == 'a')
            c = 'o';
    std::swap(a, b);
    printf("%s %s\n", a.c_str(), b.c_str());
    std::string sorted = "hello";
    std::sort(sorted.begin(), sorted.end());
    std::reverse(a.begin(), a.end());
    printf("%s %s\n", sorted.c_str(), a.c_str());
    printf("%d %lu %g %g %lld\n", std::stoi("42x"), std::stoul("7"), std::stof("1.5"),
           std::stod("2e3"), std::stoll("-5"));
    std::map<std::string, int> count;
    for (const auto &w : split("a b a c b a", ' '))
        count[w]++;
    std::string all;
    for (const auto &[w, n] : count)
        all += w + "=" + std::to_string(n) + ";";
    printf("%s %s\n", all.c_str(), (all.substr(0, 3) + 'x' + "y").c_str());
    return 0;
}
