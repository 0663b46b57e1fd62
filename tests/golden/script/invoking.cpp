// std::invoke, std::bind, methods in std::function, std::get by type
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct Counter {
    int n = 0;
    void add(int x) { n += x; }
    int get() const { return n; }
    virtual const char *name() const { return "counter"; }
    virtual ~Counter() {}
};
struct Special : Counter {
    const char *name() const override { return "special"; }
};

static int sub(int a, int b) { return a - b; }
static void note(const std::string &what, int &times) { printf("%s %d\n", what.c_str(), ++times); }

int main()
{
    Counter c;
    Special s;
    printf("%d\n", std::invoke(sub, 5, 2));
    std::invoke(&Counter::add, c, 4);
    std::invoke(&Counter::add, &c, 3);
    printf("%d %s\n", std::invoke(&Counter::get, c), std::invoke(&Counter::name, s));
    std::invoke([](int x) { printf("lambda %d\n", x); }, 5);

    std::function<void(Counter &, int)> add = &Counter::add;
    std::function<int(const Counter &)> get = &Counter::get;
    std::function<const char *(const Counter *)> name = &Counter::name;
    add(c, 10);
    printf("%d %s %s\n", get(c), name(&c), name(&s));

    using namespace std::placeholders;
    auto from_ten = std::bind(sub, 10, _1);
    auto swapped = std::bind(sub, _2, _1);
    printf("%d %d\n", from_ten(4), swapped(1, 100));
    std::function<void(int)> method = std::bind(&Counter::add, &c, _1);
    method(100);
    std::function<void()> all = std::bind(&Counter::add, std::ref(c), 1000);
    all();
    printf("%d\n", c.get());
    int times = 0;
    auto noted = std::bind(note, std::string("noted"), std::ref(times));
    noted();
    noted();
    printf("%d\n", times);
    std::vector<int> v{1, 5, 2, 8};
    printf("%ld\n", (long)std::count_if(v.begin(), v.end(), std::bind(std::greater<int>(), _1, 2)));
    auto getter = std::mem_fn(&Counter::get);
    printf("%d %d\n", getter(c), getter(&c));

    std::tuple<int, std::string, double> t{1, "x", 2.5};
    std::get<int>(t) = 4;
    std::get<std::string>(t) += "y";
    const auto &r = t;
    printf("%d %s %g\n", std::get<int>(r), std::get<std::string>(r).c_str(), std::get<double>(t));
    std::pair<int, float> p{1, 2.5f};
    std::get<float>(p) *= 2;
    printf("%g\n", std::get<float>(p));
    return 0;
}
