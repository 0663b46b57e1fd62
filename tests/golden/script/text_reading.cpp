// std::string_view, sscanf, streams that are read, moved and given back
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

static constexpr std::string_view kNames[] = {"alpha", "beta"};

static size_t length(std::string_view s) { return s.size(); }

static std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    while (true) {
        size_t n = text.find(at);
        parts.push_back(text.substr(0, n));
        if (n == std::string_view::npos)
            return parts;
        text.remove_prefix(n + 1);
    }
}

static std::string fixed(double x)
{
    std::ostringstream o;
    o << std::fixed << std::setprecision(2) << std::setw(8) << std::setfill('*') << x;
    return o.str();
}

static std::ostringstream title(const char *name)
{
    std::ostringstream o;
    o << "<" << name << ">";
    return o;
}

struct Size {
    int w = 0, h = 0;
};

static std::istream &operator>>(std::istream &in, Size &s)
{
    char x;
    return in >> s.w >> x >> s.h;
}

int main()
{
    std::string owner = "key=value=more";
    for (std::string_view part : split(owner, '='))
        std::cout << '[' << part << ']';
    std::cout << '\n';
    std::string_view v = "hello world";
    printf("%zu %zu %zu %d\n", length(v), length(owner), length("xy"), (int)v.empty());
    printf("%.*s|%s\n", (int)v.find(' '), v.data(), std::string(v.substr(6)).c_str());
    printf("%d %d %d %d\n", v == "hello world", v != owner, std::string("b") > std::string_view("a"),
           owner == std::string_view(owner));
    printf("%zu %zu %zu %d\n", v.rfind('o'), v.find("wor"), v.find_first_of("xyzo"),
           v.find('q') == std::string_view::npos);
    printf("%d %d\n", v.compare("hello") > 0, v.substr(0, 5).compare("hello"));
    std::string sum = "<";
    sum += kNames[1];
    sum.append(kNames[0]);
    std::string copy(kNames[0]);
    std::map<std::string_view, int> ids{{"one", 1}, {"two", 2}};
    printf("%s %s %d\n", sum.c_str(), copy.c_str(), ids.at("two"));
    v.remove_suffix(6);
    std::cout << std::setw(8) << v << '|' << v.front() << v.back() << v[1] << '\n';
    try {
        v.substr(9);
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }

    int a = 0, b = 0, k = 0;
    char name[16], c;
    float f;
    double d;
    unsigned u;
    long l;
    int r = sscanf("12x34 name 1.5 2.25e1", "%dx%d %15s %f %lf", &a, &b, name, &f, &d);
    printf("%d %d %d %s %g %g\n", r, a, b, name, f, d);
    r = sscanf("0xff -7abc", "%x %ld%n", &u, &l, &k);
    printf("%d %u %ld %d\n", r, u, l, k);
    r = sscanf("abc:9", "%*[a-z]:%d", &a);
    printf("%d %d\n", r, a);
    r = sscanf("1234567", "%3d%c%2u", &a, &c, &u);
    printf("%d %d %c %u\n", r, a, c, u);
    printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("5,", "%d,%d", &a, &b));
    r = sscanf("[a b] 100%", "[%[^]]] %d%%%n", name, &a, &k);
    printf("%d %s %d %d\n", r, name, a, k);

    std::ostringstream none;
    printf("[%s] [%s]\n", none.str().c_str(), fixed(3.14159).c_str());
    std::ostringstream first = title("first"), second = std::move(first);
    second << " and";
    first << "again";
    printf("%s %s\n", second.str().c_str(), first.str().c_str());
    first = title("third");
    first.str("");
    first << std::hex << 255;
    printf("%s\n", first.str().c_str());
    size_t total = 0;
    for (int i = 0; i < 20000; i++) {
        std::ostringstream o;
        o << i;
        total += o.str().size();
    }
    printf("%zu\n", total);

    std::stringstream s;
    s << "12 3.5 word";
    std::string word;
    s >> a >> d >> word;
    printf("%d %g %s %d\n", a, d, word.c_str(), (int)s.eof());
    s.clear();
    s << " 77";
    s >> a;
    printf("%d\n", a);
    std::istringstream list("a,b,,c");
    std::vector<std::string> parts;
    while (std::getline(list, word, ','))
        parts.push_back(word);
    printf("%zu %s\n", parts.size(), parts[3].c_str());
    std::istringstream numbers("1 2 3 x");
    int n, all = 0;
    while (numbers >> n)
        all += n;
    printf("%d %d %d\n", all, (int)numbers.fail(), (int)numbers.eof());
    std::istringstream lines("one two\nthree\n");
    while (std::getline(lines, word))
        printf("[%s]\n", word.c_str());
    std::istringstream mixed("7q 99999999999 -5 1e3");
    short small = 1;
    if (mixed >> n >> c)
        printf("%d %c\n", n, c);
    mixed >> n;
    printf("%d %d\n", n, (int)mixed.fail());
    mixed.clear();
    mixed >> small >> f;
    printf("%d %g\n", small, f);
    Size size;
    std::istringstream("1920x1080") >> size;
    printf("%d %d\n", size.w, size.h);
    std::istringstream text("ab  cd");
    printf("%c", text.get());
    printf("%c ", text.peek());
    text.ignore(10, ' ');
    text >> std::ws;
    std::getline(text, word);
    printf("%s\n", word.c_str());
    return 0;
}
