/* Objects put into vectors, and arrays of them made by new: constructors and destructors in C++'s
 * order. */
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
struct S {
    int n;
    int id;
    static int next;
    S(int n = 0) : n(n), id(next++)
    {
        printf("+%d ", n);
    }
    S(const S &o) : n(o.n), id(next++)
    {
        printf("c%d ", n);
    }
    S(S &&o) noexcept : n(o.n), id(next++)
    {
        o.n = -1;
        printf("m%d ", n);
    }
    S &operator=(const S &o)
    {
        n = o.n;
        printf("=%d ", n);
        return *this;
    }
    S &operator=(S &&o) noexcept
    {
        n = o.n;
        o.n = -2;
        printf("M%d ", n);
        return *this;
    }
    ~S()
    {
        printf("~%d ", n);
    }
};
int S::next = 0;
void show(const char *what, const std::vector<S> &v)
{
    printf("\n%s:", what);
    for (auto &s : v)
        printf(" %d", s.n);
    printf(" [%zu]\n", v.capacity());
}
int main()
{
    {
        std::vector<S> v;
        v.reserve(8);
        v.insert(v.begin(), S(1));
        show("insert rvalue", v);
        S two(2);
        v.insert(v.end(), two);
        show("insert end", v);
        v.insert(v.begin(), two);
        show("insert begin copy", v);
        v.insert(v.begin() + 1, v[0]);
        show("insert own element", v);
        v.insert(v.begin() + 1, S(7));
        show("insert mid rvalue", v);
        auto it = v.insert(v.begin() + 2, 2, S(9));
        show("insert n", v);
        printf("%d\n", (int)(it - v.begin()));
        v.erase(v.begin());
        show("erase", v);
        v.erase(v.begin(), v.begin() + 2);
        show("erase range", v);
        v.emplace(v.begin(), 5);
        show("emplace", v);
        v.emplace(v.begin() + 1, 6);
        show("emplace", v);
        v.assign(3, S(4));
        show("assign n", v);
        std::vector<S> w;
        w.emplace_back(20);
        w.emplace_back(21);
        show("w", w);
        v.assign(w.begin(), w.end());
        show("assign range", v);
        v.insert(v.begin() + 1, w.begin(), w.end());
        show("insert range", v);
        v.resize(3);
        show("resize", v);
        v.resize(5, two);
        show("resize", v);
        std::vector<S> g;
        g.insert(g.begin(), S(30));
        show("g", g);
        g.insert(g.begin(), S(31));
        show("g", g);
        g.insert(g.begin() + 1, two);
        show("g", g);
        g.insert(g.begin() + 1, 3, two);
        show("g", g);
        g.insert(g.end(), w.begin(), w.end());
        show("g", g);
        g.assign({S(1), S(2)});
        show("g", g);
        g.insert(g.begin(), {S(3), S(4)});
        show("g", g);
    }
    printf("\n");
    {
        S *a = new S[3];
        printf("\n");
        a[1].n = 8;
        delete[] a;
        printf("\n");
        int n = 2;
        S *b = new S[n]{};
        delete[] b;
        printf("\n");
        S *c = new S[0];
        delete[] c;
        printf("\n");
        S *d = new S[3]{1, 2};
        delete[] d;
        printf("\n");
        S *z = nullptr;
        delete[] z;
        std::vector<S> *vs = new std::vector<S>[2];
        vs[1].emplace_back(3);
        delete[] vs;
        printf("\n");
        std::string *ss = new std::string[3];
        ss[2] = "hallo";
        printf("%s\n", ss[2].c_str());
        delete[] ss;
        S(*m)[2] = new S[2][2];
        delete[] m;
        printf("\n");
    }
    {
        std::vector<int> v = {1, 2, 3}, w = {7, 8};
        v.insert(v.end(), w.begin(), w.end());
        v.insert(v.begin() + 1, 2, v[0]);
        v.insert(v.begin(), {5, 6});
        int *at = &*v.emplace(v.begin() + 1, 9);
        *at += 1;
        v.assign({4, v[1]});
        v.insert(v.end(), w.data(), w.data() + 1);
        for (int x : v)
            printf("%d ", x);
        std::vector<std::string> names;
        names.insert(names.begin(), "b");
        names.insert(names.begin(), {"x", "y"});
        names.insert(names.end(), names[0]);
        names.insert(names.begin() + 1, 2, "z");
        names.emplace(names.begin(), "first");
        for (auto &s : names)
            printf("%s ", s.c_str());
        printf("%zu\n", names.size());
        struct Only {
            int n;
            Only(int n) : n(n)
            {
            }
            Only(Only &&o) : n(o.n)
            {
            }
            Only &operator=(Only &&o)
            {
                n = o.n;
                return *this;
            }
        };
        std::vector<Only> only;
        only.insert(only.begin(), Only(1));
        only.insert(only.begin(), Only(2));
        only.emplace(only.begin(), 3);
        for (auto &o : only)
            printf("%d ", o.n);
        printf("\n");
    }
    return 0;
}
