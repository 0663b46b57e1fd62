// Templates of structs inside structs, and inside templates.
#include <cstdio>
#include <memory>
#include <vector>
template <class T> class Pool {
    template <class U> struct Slot { U v; T extra; int twice() const { return (int)(v * 2) + (int)extra; } };
    struct Free { Free *next; };
    std::vector<Slot<double>> s;
public:
    void add(double d, T e) { s.push_back(Slot<double>{d, e}); }
    int sum() const { int r = 0; for (auto &x : s) r += x.twice(); return r; }
    template <class U> Slot<U> make(U u) { Slot<U> x{u, T(1)}; return x; }
};
class Outer {
    int secret = 5;
    template <class K> class Iter { Outer *o; K k; public: Iter(Outer *o, K k) : o(o), k(k) {} int get() const { return o->secret + (int)k; } };
public:
    template <class K> Iter<K> iter(K k) { return Iter<K>(this, k); }
    using Int = Iter<int>;
};
int main() { Pool<int> p; p.add(1.5, 2); p.add(2.5, 1); printf("%d %d\n", p.sum(), p.make(3L).twice()); Pool<char> q; q.add(1, 'a'); printf("%d\n", q.sum()); Outer o; printf("%d\n", o.iter(2.5).get()); Outer::Int i(&o, 3); printf("%d\n", i.get()); }
