// What a struct or a lambda refers to lives on when they end.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

struct named {
    std::vector<int> &v;
    std::string n;
    named(std::vector<int> &v) : v(v), n("n")
    {
    }
};

struct ending {
    std::vector<int> &v;
    ending(std::vector<int> &v) : v(v)
    {
    }
    ~ending()
    {
        v[0]++;
    }
};

int main()
{
    std::vector<int> a(2), b(3);
    {
        named s(a), t(s), u(std::move(t));
        std::vector<named> w;
        w.push_back(u);
        w.emplace_back(b);
        printf("%zu %zu %s\n", u.v.size(), w[1].v.size(), w[0].n.c_str());
        ending one(a);
        ending *two = new ending(b);
        delete two;
    }
    printf("%zu %zu %d %d\n", a.size(), b.size(), a[0], b[0]);
    std::string s = "text";
    {
        auto f = [s, &a, &b] { a[0] = b[1] = (int)s.size(); };
        auto g = f;
        g();
    }
    printf("%zu %zu %d %d\n", a.size(), b.size(), a[0], b[1]);
    return 0;
}
