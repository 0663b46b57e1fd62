// Idioms: temporaries that are swapped, scope guards, inline namespaces, fences.
#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lib {
inline namespace v1 {
int run(int n)
{
    return n + 1;
}
struct point {
    int x, y;
};
template <class T> T twice(T x)
{
    return run(x) + x;
}
} // namespace v1
namespace v0 {
int run(int n)
{
    return n;
}
} // namespace v0
int both()
{
    return run(1) + v0::run(10);
}
} // namespace lib

inline namespace outermost {
static int outer()
{
    return 3;
}
} // namespace outermost

template <class T> struct holder {
    T value;
    void show() const { std::printf("holder %d\n", (int)value); }
};

int main()
{
    std::vector<float> v(100);
    std::vector<float>().swap(v);
    std::printf("%zu %zu\n", v.size(), v.capacity());
    std::vector<std::pair<int, int>>{{1, 2}, {3, 4}}.size();
    std::vector<int> w{1, 2, 3}, other(5, 7);
    std::vector<int>(other).swap(w);
    std::printf("%zu %d %zu\n", w.size(), w[4], other.size());
    holder<int>{4}.show();
    std::vector<int> *pointer = &w;
    std::printf("%zu\n", pointer->size());
    {
        std::shared_ptr<void> guard(nullptr, [&](void *p) { std::printf("end %d\n", p == nullptr); });
        std::shared_ptr<void> same = guard;
        std::printf("in %ld %d\n", guard.use_count(), (bool)guard);
    }
    lib::point p{1, 2};
    lib::v1::point q = p;
    std::printf("%d %d %d %d %d %d\n", lib::run(1), lib::v1::run(2), lib::twice(q.y), lib::both(), outer(),
                outermost::outer());
    std::atomic_thread_fence(std::memory_order_seq_cst);
    std::atomic_signal_fence(std::memory_order_acquire);
}
