// template template parameters
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
template <template <class, class> class C, class T> struct Holder {
    C<T, std::allocator<T>> items;
    void add(T t)
    {
        items.push_back(t);
    }
    size_t size() const
    {
        return items.size();
    }
};
template <template <class...> class C, class T> int total(const C<T> &c)
{
    int s = 0;
    for (const T &x : c)
        s += x;
    return s;
}
template <class T> struct Plain {
    T *data;
    size_t n;
    Plain(size_t k) : data(new T[k]()), n(k)
    {
    }
    ~Plain()
    {
        delete[] data;
    }
    T &operator[](size_t i)
    {
        return data[i];
    }
};
template <class T, template <class> class Storage = Plain> struct Buffer {
    Storage<T> s;
    Buffer(size_t n) : s(n)
    {
    }
    T &at(size_t i)
    {
        return s[i];
    }
};
template <class T> struct NewCreator {
    static T *create()
    {
        return new T(5);
    }
};
template <template <class> class Policy> struct Manager : Policy<int> {
    int *make()
    {
        return this->create();
    }
};
template <template <typename...> typename Map> struct Counter {
    Map<std::string, int> m;
    void see(const std::string &s)
    {
        ++m[s];
    }
};
template <class T> struct is_vector {
    static const bool value = false;
};
template <class T, class A> struct is_vector<std::vector<T, A>> {
    static const bool value = true;
};
template <class T> struct rebind_of;
template <template <class...> class C, class T, class... R> struct rebind_of<C<T, R...>> {
    template <class U> using to = C<U>;
    typedef T inner;
};
template <class A, class B> struct Pair2 {
    A a;
    B b;
};
template <template <class, class> class P, class A, class B> void show(const P<A, B> &p)
{
    printf("%d %g\n", p.a, (double)p.b);
}
int main()
{
    Holder<std::vector, int> h;
    h.add(3);
    h.add(4);
    printf("%zu\n", h.size());
    Holder<std::deque, double> d;
    d.add(1.5);
    printf("%g\n", d.items.front());
    std::vector<int> v{1, 2, 3};
    std::list<int> l{4, 5};
    printf("%d %d\n", total(v), total(l));
    Buffer<float> b(4);
    b.at(2) = 2.5f;
    printf("%g %g\n", b.at(2), b.at(0));
    Buffer<int, Plain> c(2);
    c.at(1) = 9;
    printf("%d\n", c.at(1));
    Manager<NewCreator> m;
    int *p = m.make();
    printf("%d\n", *p);
    delete p;
    Counter<std::map> k;
    k.see("a");
    k.see("b");
    k.see("a");
    for (auto &[s, n] : k.m)
        printf("%s=%d ", s.c_str(), n);
    puts("");
    printf("%d %d\n", is_vector<std::vector<int>>::value, is_vector<int>::value);
    rebind_of<std::vector<int>>::to<double> w{1.5, 2.5};
    printf("%g\n", w[1]);
    rebind_of<std::list<char>>::inner ch = 'x';
    printf("%c\n", ch);
    show(Pair2<int, float>{1, 2.5f});
}
