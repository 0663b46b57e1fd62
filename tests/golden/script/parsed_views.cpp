// string_view parsing, config
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
using namespace std::literals;
std::string_view trim(std::string_view s)
{
    while (!s.empty() && std::isspace((unsigned char)s.front()))
        s.remove_prefix(1);
    while (!s.empty() && std::isspace((unsigned char)s.back()))
        s.remove_suffix(1);
    return s;
}
std::vector<std::string_view> split(std::string_view s, char d)
{
    std::vector<std::string_view> r;
    size_t at = 0;
    for (size_t e; (e = s.find(d, at)) != std::string_view::npos; at = e + 1)
        r.push_back(s.substr(at, e - at));
    r.emplace_back(s.substr(at));
    return r;
}
template <class T> bool number(std::string_view s, T &out)
{
    auto [p, ec] = std::from_chars(s.data(), s.data() + s.size(), out);
    return ec == std::errc() && p == s.data() + s.size();
}
constexpr unsigned hash(std::string_view s)
{
    unsigned h = 2166136261u;
    for (char c : s)
        h = (h ^ (unsigned char)c) * 16777619u;
    return h;
}
int main()
{
    const char *text = "  streams = 4 ; chunk=  1048576;mode = async ;bad=12x;empty=; # comment";
    std::map<std::string, std::string, std::less<>> conf;
    for (auto part : split(text, ';')) {
        part = trim(part);
        if (part.empty() || part[0] == '#')
            continue;
        auto eq = part.find('=');
        conf.emplace(trim(part.substr(0, eq)), trim(part.substr(eq + 1)));
    }
    for (const auto &[k, v] : conf) {
        long n;
        if (number(v, n))
            printf("%s -> %ld\n", k.c_str(), n);
        else
            printf("%s -> '%s'\n", k.c_str(), v.c_str());
    }
    auto it = conf.find("mode"sv);
    printf("%d\n", it != conf.end() && it->second == "async"sv);
    switch (hash(conf["mode"])) {
    case hash("sync"):
        puts("S");
        break;
    case hash("async"):
        puts("A");
        break;
    default:
        puts("?");
    }
    std::string_view sv = "hello world";
    printf("%.*s|%zu|%d|%d\n", (int)sv.substr(0, 5).size(), sv.data(), sv.find_first_of("ow"),
           sv.compare("hello"), sv == "hello world"s);
    printf("%zu %zu %zu %zu\n", sv.rfind('o'), sv.find_last_not_of("dlr"), sv.find("wor", 3),
           sv.find("zz") == sv.npos ? 99 : 0);
    std::string s(sv);
    s += " x"sv;
    s.append(sv, 0, 2);
    s.insert(0, ">>");
    printf("%s\n", s.c_str());
    std::string up = "MiXed";
    std::transform(up.begin(), up.end(), up.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    printf("%s\n", up.c_str());
    s.erase(std::remove(s.begin(), s.end(), 'l'), s.end());
    printf("%s\n", s.c_str());
    std::istringstream in("3 4.5 word rest of line");
    int i;
    double d;
    std::string w, rest;
    in >> i >> d >> w;
    std::getline(in, rest);
    printf("%d %g %s%s\n", i, d, w.c_str(), rest.c_str());
    char buf[32];
    auto r = std::to_chars(buf, buf + sizeof buf, 255, 16);
    *r.ptr = 0;
    printf("%s\n", buf);
    printf("%d %s %d\n", sv > "hello", std::string("abc").substr(1).c_str(),
           "b"s.compare(0, 1, "a"));
    printf("%ld %lu %g %d\n", std::stol("-77"), std::stoul("ff", nullptr, 16), std::stod("1e3"),
           atoi("42abc"));
    size_t used;
    int twelve = std::stoi("12ab", &used);
    printf("%d %zu\n", twelve, used);
    try {
        std::stoi("x");
    } catch (const std::invalid_argument &e) {
        printf("%s\n", e.what());
    }
    try {
        std::stoi("99999999999");
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    char line[] = "a,b,,c";
    for (char *t = strtok(line, ","); t; t = strtok(nullptr, ","))
        printf("[%s]", t);
    puts("");
    char *end;
    long v = strtol("0x1fz", &end, 0);
    printf("%ld %s\n", v, end);
    constexpr std::string_view names[] = {"h2d", "d2h", "d2d"};
    for (auto n : names)
        printf("%zu%c ", n.size(), n.back());
    puts("");
    int a, b;
    char op;
    if (sscanf("12*34", "%d%c%d", &a, &op, &b) == 3)
        printf("%d %c %d\n", a, op, b);
    std::string pad(10 - std::to_string(42).size(), '.');
    printf("%s42\n", pad.c_str());
    std::vector<std::string> ws{"b", "a"};
    std::string j;
    for (size_t k = 0; k < ws.size(); k++)
        j += (k ? ", " : "") + ws[k];
    printf("%s %d\n", j.c_str(), (int)std::count(j.begin(), j.end(), ' '));
    std::string q = "k=v";
    auto pos = q.find('=');
    std::string key = q.substr(0, pos), val = q.substr(pos + 1);
    printf("%s/%s %c\n", key.c_str(), val.c_str(), q.at(1));
    q.replace(0, 1, "key");
    q.resize(6, '!');
    q.push_back('?');
    q.pop_back();
    printf("%s\n", q.c_str());
}
