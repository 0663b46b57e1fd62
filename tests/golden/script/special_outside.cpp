// Constructors, destructors and conversions that are defined outside of their struct, of nested ones
// and of those in a namespace or a template, too.
#include <cstdio>

struct Outer {
    struct Inner {
        using number = int;
        number v;
        Inner();
        explicit Inner(number v);
        ~Inner();
        operator bool() const;
    };
    Inner one;
    Outer();
};

Outer::Inner::Inner() : v(3) {}
Outer::Inner::Inner(number v) : v(v) {}
Outer::Inner::~Inner() { printf("~Inner %d\n", v); }
Outer::Inner::operator bool() const { return v > 0; }
Outer::Outer() { printf("Outer %d\n", one.v); }

namespace space {
struct Both {
    int a;
    Both(int);
    ~Both();
    explicit operator float() const;
    operator const char *();
};
} // namespace space

space::Both::Both(int x) : a(x) {}
space::Both::~Both() = default;
space::Both::operator float() const { return 0.5f * (float)a; }
inline space::Both::operator const char *() { return a > 2 ? "more" : "less"; }

template <class T> class Buffer {
    T *data;
    int count;

  public:
    class iterator {
        T *at;

      public:
        iterator(T *);
        T &operator*() const;
        iterator &operator++();
        bool operator!=(const iterator &) const;
        operator T *() const;
    };
    Buffer(int);
    ~Buffer();
    iterator begin() const;
    iterator end() const;
    operator T() const;
};

template <class T> Buffer<T>::Buffer(int n) : data(new T[n]()), count(n) {}
template <class T> Buffer<T>::~Buffer() { delete[] data; }
template <class T> Buffer<T>::iterator::iterator(T *p) : at(p) {}
template <class T> T &Buffer<T>::iterator::operator*() const { return *at; }
template <class T> typename Buffer<T>::iterator &Buffer<T>::iterator::operator++()
{
    ++at;
    return *this;
}
template <class T> bool Buffer<T>::iterator::operator!=(const iterator &o) const { return at != o.at; }
template <class T> Buffer<T>::iterator::operator T *() const { return at; }
template <class T> auto Buffer<T>::begin() const -> iterator { return iterator(data); }
template <class T> typename Buffer<T>::iterator Buffer<T>::end() const { return iterator(data + count); }
template <class T> Buffer<T>::operator T() const { return data[count - 1]; }

int main()
{
    Outer o;
    Outer::Inner none(0);
    printf("%d %d\n", o.one ? 1 : 0, none ? 1 : 0);
    space::Both b(3);
    printf("%g %s\n", float(b), (const char *)b);
    Buffer<double> d(3);
    double x = 0.5;
    for (double &v : d)
        v = x += 1;
    double *first = d.begin();
    printf("%g %g\n", *first, double(d));
}
