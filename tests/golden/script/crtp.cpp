// bases that know what derives from them, private bases, friends defined in the struct
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

template <class Derived> struct Op {
    int launched = 0;
    void launch(int n)
    {
        static_cast<Derived *>(this)->run(n);
        ++launched;
    }
    const char *name() const { return static_cast<const Derived &>(*this).label; }
    auto twice() { return self().cost() * 2; }

protected:
    Derived &self() { return *static_cast<Derived *>(this); }
};
struct Copy : Op<Copy> {
    static constexpr const char *label = "copy";
    void run(int n) { printf("copy %d\n", n); }
    int cost() const { return 10; }
};
template <class T> class Scale : public Op<Scale<T>>
{
public:
    static constexpr const char *label = "scale";
    explicit Scale(T by) : by_(by) {}
    void run(int n) { printf("scale %g\n", (double)(n * by_)); }
    T cost() const { return by_; }

private:
    T by_;
};

struct NonCopyable {
    NonCopyable() = default;
    NonCopyable(const NonCopyable &) = delete;
    NonCopyable &operator=(const NonCopyable &) = delete;
};
class Counter : NonCopyable
{
public:
    int next() { return ++n; }

private:
    int n = 0;
};
struct Base {
    int value = 3;
    int get() const { return value; }
};
class Hidden : private Base
{
public:
    int both() const { return get() + value; }
};
class Seen : protected Base
{
    friend int peek(const Seen &s) { return s.value * s.factor; }
    int factor = 7;
};
struct Deep : Seen {
    int deep() const { return get() + value; }
};

struct Task {
    int priority;
    std::string name;
    friend bool operator<(const Task &a, const Task &b)
    {
        return std::tie(a.priority, a.name) < std::tie(b.priority, b.name);
    }
    friend std::ostream &operator<<(std::ostream &out, const Task &t)
    {
        return out << t.name << '(' << t.priority << ')';
    }
};
template <class T> class Vec
{
    T x, y;

public:
    Vec(T x, T y) : x(x), y(y) {}
    friend Vec operator+(const Vec &a, const Vec &b) { return Vec(a.x + b.x, a.y + b.y); }
    friend T dot(const Vec &a, const Vec &b) { return a.x * b.x + a.y * b.y; }
};

static int copy_count() { return 8; }
enum Flags : unsigned { None = 0, Pinned = 1u << 0, Async = 1u << 1 };
constexpr Flags operator|(Flags a, Flags b)
{
    return static_cast<Flags>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
enum Plain { One = 1, Two };
static int take(Flags f) { return (f & Async) ? (int)f : -1; }

int main()
{
    static const std::pair<const char *, int> table[] = {{"a", copy_count()}, {"b", 2}};
    printf("%d %d %d %s %d\n", take(Pinned | Async), One | Two, take(None), table[1].first, table[0].second);
    Copy copy;
    Scale<float> scale(2.5f);
    copy.launch(4);
    scale.launch(4);
    scale.launch(2);
    printf("%s %d %s %d\n", copy.name(), copy.launched, scale.name(), scale.launched);
    printf("%d %g\n", copy.twice(), scale.twice());
    Counter c;
    c.next();
    printf("%d %d %d %d\n", c.next(), Hidden().both(), peek(Seen()), Deep().deep());
    std::vector<Task> tasks{{2, "b"}, {1, "z"}, {2, "a"}};
    std::sort(tasks.begin(), tasks.end());
    for (const Task &t : tasks)
        std::cout << t << ' ';
    std::cout << '\n';
    Vec<int> v = Vec<int>(1, 2) + Vec<int>(3, 4);
    printf("%d %g\n", dot(v, v), dot(Vec<double>(0.5, 1), Vec<double>(2, 4)));
    return 0;
}
