// Vectors of what holds memory of its own: made, copied and grown.
#include <cstdio>
#include <string>
#include <vector>

struct cell {
    std::string name;
    std::vector<char> data;
    int n;
};

struct made {
    std::string name = "none";
    std::vector<int> data;
    int *p;
    int unset;
    made() : data(2, 7), p(nullptr)
    {
    }
};

struct outer {
    cell inner;
    int k = 3;
};

struct partly {
    int a, b[3];
    partly() : a(4)
    {
    }
};

int main()
{
    std::vector<partly> parts(3);
    parts[2].b[1] = 5;
    printf("%d %d\n", parts[2].a, parts[2].b[1]);
    std::vector<cell> t(3);
    t[0].name = "a";
    t[1].data.resize(100);
    t[2].name = "c" + std::to_string(1);
    printf("%s %zu %s %d\n", t[0].name.c_str(), t[1].data.size(), t[2].name.c_str(), t[1].n);
    std::vector<cell> v;
    v.resize(3);
    v[2] = t[2];
    v[2].name += "!";
    printf("%s %s %zu\n", t[2].name.c_str(), v[2].name.c_str(), v.size());
    std::vector<made> m(2);
    m[0].name = "c" + std::to_string(2);
    m[0].data[1] = 9;
    printf("%s %d %s %d\n", m[0].name.c_str(), m[0].data[1], m[1].name.c_str(), m[1].data[1]);
    std::vector<std::vector<float>> w(3, std::vector<float>(4, 1.5f));
    w[1][2] = 2;
    std::vector<std::vector<float>> x = w, y(w);
    x[0][0] = 7;
    x.push_back(std::vector<float>(1));
    printf("%zu %zu %g %g %g %g %g %zu\n", w.size(), w[2].size(), w[0][0], w[1][2], w[2][2],
           x[0][0], y[0][0], x.size());
    std::vector<std::vector<std::vector<int>>> z(
        2, std::vector<std::vector<int>>(2, std::vector<int>(2)));
    z[1][1][1] = 5;
    printf("%d %d %zu\n", z[1][1][1], z[0][1][1], z[1][0].size());
    std::vector<std::string> s(2, "word");
    s[0] += "s";
    auto copy = s;
    copy[1] = "other";
    s.resize(3, "more");
    printf("%s %s %s %s\n", s[0].c_str(), s[1].c_str(), s[2].c_str(), copy[1].c_str());
    std::vector<outer> o(2);
    o[1].inner.name = "deep";
    outer one = o[1];
    one.inner.name += "er";
    printf("%s %s %d\n", o[1].inner.name.c_str(), one.inner.name.c_str(), o[0].k);
    t.resize(1);
    t.assign(2, t[0]);
    printf("%zu %s\n", t.size(), t[1].name.c_str());
    std::vector<std::string> e(2);
    e.emplace_back();
    e.resize(5);
    printf("[%s] [%s] [%s] %d %d", e[0].c_str(), e[2].c_str(), e[4].data(), e[1] == "", e[3][0]);
    e[1] += "x";
    std::string *n = new std::string[3]{"one"};
    printf(" %s [%s] %s\n", n[0].c_str(), n[2].c_str(), e[1].c_str());
    delete[] n;
    return 0;
}
