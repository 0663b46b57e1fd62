// Members' own initial values in structs of structs, templates, globals
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>
struct Node {
    int v = 0;
    Node *next = nullptr;
    std::vector<std::unique_ptr<Node>> kids;
    int depth = next ? next->depth + 1 : 0;
};
struct Outer {
    struct Inner {
        int k = limit;
        static const int limit = 3;
    };
    Inner in;
    int m = Inner::limit;
    std::map<std::string, int> t = {{"a", 1}, {"b", 2}};
};
template <class T> struct Pool {
    struct Slot {
        T value = T();
        int next = none;
        static const int none = -1;
    };
    Slot s;
    std::vector<Slot> all = std::vector<Slot>(2);
    static constexpr T zero = T(1);
    T z = zero;
};
void shadow()
{
    int zero = 4, none = 5, limit = 6;
    Pool<int> p;
    Outer o;
    printf("%d %d %d %d %zu %d\n", p.s.next, p.z, p.all[1].next, o.in.k + o.m, o.t.size(),
           zero + none + limit);
}
auto global = Pool<double>();
Outer og;
static std::unique_ptr<Node> root = std::make_unique<Node>();
int main()
{
    Node n;
    n.kids.push_back(std::make_unique<Node>());
    printf("%d %d\n", n.depth, (int)n.kids.size());
    shadow();
    printf("%g %d %d\n", global.z, og.in.k, root->depth);
    auto mk = [](int d = 4) {
        struct L {
            int q = 2;
        } l;
        return l.q + d;
    };
    printf("%d\n", mk());
    switch (int k = mk(1); k) {
    case 3: {
        int j = k;
        switch (j) {
        case 3:
            puts("in");
            break;
        }
        break;
    }
    }
    for (int i = 0; i < 2; i++)
        switch (std::string s(3, 'x'); s.size()) {
        case 3:
            if (i == 0)
                continue;
            puts(s.c_str());
        }
}
