// Vectors whose allocators are the program's own.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

static long in_use, calls;

template <class T> struct counting {
    using value_type = T;
    counting() noexcept = default;
    template <class U> counting(const counting<U> &) noexcept {}
    T *allocate(std::size_t n)
    {
        in_use += (long)(n * sizeof(T));
        calls++;
        return static_cast<T *>(std::malloc(n * sizeof(T)));
    }
    void deallocate(T *p, std::size_t n) noexcept
    {
        in_use -= (long)(n * sizeof(T));
        std::free(p);
    }
    bool operator==(const counting &) const { return true; }
    bool operator!=(const counting &) const { return false; }
};

struct named {
    static int live;
    std::string name;
    named(const char *n = "none") : name(n) { live++; }
    named(const named &o) : name(o.name) { live++; }
    named(named &&o) noexcept : name(std::move(o.name)) { live++; }
    named &operator=(const named &) = default;
    named &operator=(named &&) = default;
    ~named() { live--; }
};
int named::live = 0;

template <typename T> using counted = std::vector<T, counting<T>>;

template <class T, class A> size_t bytes(const std::vector<T, A> &v) { return v.size() * sizeof(T); }
template <class T> T total(const counted<T> &v) { return std::accumulate(v.begin(), v.end(), T(0)); }

struct batch {
    counted<int> ids;
    std::vector<float, counting<float>> weights{1.5f, 2.5f};
    explicit batch(int n) : ids(n, 4) {}
};

static void tell(const char *what) { printf("%s: %ld bytes, %ld calls\n", what, in_use, calls); }

int main()
{
    {
        std::vector<float, counting<float>> a(1000);
        tell("a thousand");
        a[3] = 2;
        printf("%g %g %zu %zu\n", a[3], a[999], a.size(), bytes(a));
        auto b = a;
        tell("a copy");
        auto c = std::move(a);
        tell("moved");
        printf("%zu %zu %d\n", a.size(), c.size(), (int)(b == c));
        std::swap(b, c);
        b.clear();
        b.shrink_to_fit();
        tell("shrunk");
        std::fill(c.begin(), c.end(), 0.5f);
        printf("%g\n", total(c));
    }
    tell("ended");
    {
        counted<int> v;
        for (int i = 0; i < 20; i++)
            v.push_back(i * i % 7);
        printf("%zu of %zu\n", v.size(), v.capacity());
        v.insert(v.begin() + 2, 100);
        int more[] = {7, 8, 9};
        v.insert(v.end(), more, more + 3);
        v.erase(v.begin());
        v.erase(v.begin() + 4, v.begin() + 8);
        v.emplace_back(55);
        v.pop_back();
        std::sort(v.begin(), v.end());
        for (int x : v)
            printf("%d ", x);
        printf("\n%d %d %d\n", v.front(), v.back(), *v.rbegin());
        v.assign(3, 9);
        v.resize(5);
        v.resize(6, -1);
        v.reserve(64);
        for (auto it = v.cbegin(); it != v.cend(); ++it)
            printf("%d ", *it);
        printf("%zu\n", v.capacity());
        counted<int> list = {1, 2, 3};
        list.insert(list.begin(), v.begin(), v.end());
        printf("%zu %d\n", list.size(), total(list));
        tell("ints");
    }
    {
        counted<named> v(2);
        v.push_back("x");
        v.emplace_back("y");
        v.emplace_back();
        v.erase(v.begin());
        v.resize(3);
        for (const named &n : v)
            printf("%s ", n.name.c_str());
        printf("%d live\n", named::live);
    }
    {
        std::vector<counted<int>> rows(3, counted<int>(10));
        rows[1].resize(20);
        tell("rows");
    }
    printf("%d live\n", named::live);
    batch all(5);
    printf("%zu %d %g\n", all.ids.size(), total(all.ids), all.weights[1]);
    std::vector<int> usual(4, 2);
    std::vector<double, std::allocator<double>> told(2, 0.5);
    std::vector<double> same = told;
    printf("%zu %zu %zu\n", bytes(usual), bytes(told), bytes(same));
    std::vector<char, counting<char>> none;
    printf("%d %zu\n", (int)none.empty(), none.capacity());
    tell("all");
    return 0;
}
