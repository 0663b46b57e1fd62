// Friends that are defined in a struct that is in another one, and friends that are templates.
#include <cstddef>
#include <cstdio>
#include <vector>

namespace lib {

struct Outer {
    int base = 3;
    struct In {
        int v;
        friend bool operator==(const In &a, const In &b) { return a.v == b.v; }
        friend int twice(const In &a) { return 2 * a.v; }
        struct Deep {
            int w;
            friend int deep(const Deep &d, const In &i) { return d.w + i.v; }
        };
    };
    friend int out(const Outer &o) { return o.base; }
};

template <class T> class Ring {
    std::vector<T> data;
    std::size_t first = 0, count = 0;

  public:
    class iterator {
        Ring *ring;
        std::size_t at;
        iterator(Ring *r, std::size_t i) : ring(r), at(i) {}
        friend class Ring;

      public:
        T &operator*() const { return ring->data[(ring->first + at) % ring->data.size()]; }
        iterator &operator++()
        {
            ++at;
            return *this;
        }
        friend bool operator==(const iterator &a, const iterator &b) { return a.at == b.at; }
        friend bool operator!=(const iterator &a, const iterator &b) { return !(a == b); }
        friend std::ptrdiff_t operator-(iterator a, iterator b) { return std::ptrdiff_t(a.at - b.at); }
    };
    explicit Ring(std::size_t n) : data(n) {}
    iterator begin() { return iterator(this, 0); }
    iterator end() { return iterator(this, count); }
    void push(T v)
    {
        data[(first + count) % data.size()] = v;
        if (count < data.size())
            ++count;
        else
            first = (first + 1) % data.size();
    }
};

template <class T> struct Holder {
    template <class U> struct Pair {
        T a;
        U b;
        friend bool operator<(const Pair &x, const Pair &y) { return x.a < y.a; }
    };
};

template <class T> class Value {
    T v;

  public:
    explicit Value(T x) : v(x) {}
    T get() const { return v; }
    template <class U> friend class Value;
    template <class U> friend auto operator+(const Value &a, const Value<U> &b)
    {
        return Value<decltype(a.v + b.get())>(a.v + b.get());
    }
    template <class Out> friend Out &operator<<(Out &out, const Value &v)
    {
        out.put(v.v);
        return out;
    }
    template <class U> static Value<U> cast(const Value &a)
    {
        Value same = a;
        return Value<U>(U(same.v));
    }
};

template <class T> struct Box {
    struct In {
        T v;
        template <class U> friend T sum(const In &a, U u) { return a.v + T(u); }
    } in;
};

} // namespace lib

struct Out {
    template <class T> void put(T t) { printf("[%g]", double(t)); }
};

struct Tag {
    friend int plain(Tag) { return 1; }
    template <class T> friend int plain(Tag, T t) { return int(t); }
};

int main()
{
    lib::Outer::In a{1}, b{1};
    printf("%d %d %d %d\n", a == b, twice(a), deep(lib::Outer::In::Deep{4}, a), out(lib::Outer{}));
    lib::Ring<int> ring(3);
    for (int i = 0; i < 5; i++)
        ring.push(i);
    for (int x : ring)
        printf("%d ", x);
    printf("%td %d\n", ring.end() - ring.begin(), ring.begin() == ring.end());
    lib::Ring<float> floats(2);
    floats.push(0.5f);
    for (float x : floats)
        printf("%g\n", x);
    lib::Holder<int>::Pair<float> p{1, 2}, q{3, 4};
    printf("%d %d\n", p < q, q < p);
    lib::Value<int> one(1);
    lib::Value<double> more(2.5);
    Out o;
    o << one << more << one + more << more + one;
    printf(" %g\n", lib::Value<double>::cast<int>(more).get() + 0.0);
    printf("%d %d\n", plain(Tag{}), plain(Tag{}, 4.5));
    lib::Box<int> box{{5}};
    printf("%d\n", sum(box.in, 2.5));
}
