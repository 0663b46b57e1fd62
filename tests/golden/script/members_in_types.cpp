// Members named by decltype between a struct's members
#include <cstdio>
#include <utility>
#include <vector>
class W
{
    std::vector<int> v_{1, 2};
    decltype(v_.begin()) at_ = v_.begin();
    decltype(v_)::value_type first = 5;
    int n_ = 3;

  public:
    auto get() const -> decltype(n_)
    {
        return n_;
    }
    decltype(n_) twice(decltype(n_) x)
    {
        return x * 2;
    }
    template <class F> auto with(F f) -> decltype(f(n_))
    {
        return f(n_);
    }
    int at()
    {
        return *at_;
    }
    static constexpr int size = sizeof(n_);
    decltype(first + 0.5) d = 1.5;
    double dd()
    {
        return d;
    }
};
int main()
{
    W w;
    printf("%d %d %d %d %d %g\n", w.get(), w.twice(4), w.with([](int x) { return x + 1; }), w.at(),
           W::size, w.dd());
}
