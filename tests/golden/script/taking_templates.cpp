// A constructor that is a template beside one that is defaulted; a struct's pack that values say.
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

class Task
{
    struct Base {
        virtual ~Base() = default;
        virtual void call() = 0;
    };
    template <class F> struct Impl final : Base {
        F f;
        explicit Impl(F &&f) : f(std::move(f)) {}
        void call() override { f(); }
    };
    std::unique_ptr<Base> p;

  public:
    Task() = default;
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, Task>>>
    Task(F &&f) : p(std::make_unique<Impl<std::decay_t<F>>>(std::forward<F>(f)))
    {
    }
    void operator()() { p->call(); }
    explicit operator bool() const { return p != nullptr; }
};

struct Scale {
    float by;
    explicit Scale(float b) : by(b) {}
};
template <class F> struct Stage {
    F f;
    explicit Stage(F f) : f(std::move(f)) {}
};
template <class F> Stage(F) -> Stage<F>;
template <class First, class... S> class Pipeline
{
    std::tuple<First, S...> stages_;

  public:
    explicit Pipeline(First first, S... s) : stages_(std::move(first), std::move(s)...) {}
    static constexpr std::size_t size = 1 + sizeof...(S);
    const First &first() const { return std::get<0>(stages_); }
};

int main()
{
    Task none, print([] { printf("x\n"); });
    print();
    std::function<void()> f = [] { printf("y\n"); };
    Task of_function(std::move(f));
    of_function();
    std::deque<Task> queue;
    queue.emplace_back([n = 3] { printf("%d\n", n); });
    queue.push_back(std::move(print));
    while (!queue.empty()) {
        Task t = std::move(queue.front());
        queue.pop_front();
        t();
    }
    printf("%d %d\n", (bool)none, (bool)of_function);
    Stage a{Scale{2.f}};
    Pipeline one{a};
    Pipeline three(a, 1, 2.5);
    Pipeline listed{Stage{Scale{3.f}}, Stage{Scale{.5f}}};
    printf("%zu %zu %zu %g\n", one.size, three.size, listed.size, listed.first().f.by);
}
