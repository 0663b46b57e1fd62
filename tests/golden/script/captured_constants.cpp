// What is constant in a function is so in its lambdas, however they capture, and in its local structs.
#include <algorithm>
#include <array>
#include <cstdio>

template <int N> int twice()
{
    return 2 * N;
}

struct Shape {
    int rows, columns;
};

int main()
{
    const int n = 4;
    constexpr unsigned m = n + 1;
    constexpr double half = 0.5;
    constexpr int table[3] = {7, 8, 9};
    constexpr Shape shape{2, 3};
    enum { Few = 2 };

    auto by_reference = [&] {
        int list[n] = {1, 2};
        int sum = 0;
        for (auto &x : list)
            sum += x + 1;
        std::array<int, m> array{};
        static_assert(n == 4 && m == 5 && half < 1, "constant");
        constexpr int more = n * 3 + table[1] + shape.columns;
        return sum + (int)array.size() + more + twice<n>() + twice<m + 1>();
    };
    printf("%d\n", by_reference());

    auto by_value = [=](int x) {
        switch (x) {
        case n:
            return "n";
        case (int)m:
            return "m";
        case table[2]:
            return "table";
        case shape.rows:
            return "rows";
        default:
            return "none";
        }
    };
    printf("%s %s %s %s %s\n", by_value(4), by_value(5), by_value(9), by_value(2), by_value(1));

    auto named = [n, &m](int x) mutable {
        int list[n][m] = {{x}};
        return sizeof list / sizeof list[0][0] + list[0][0];
    };
    printf("%d\n", (int)named(3));

    auto none = [] {
        constexpr double third = half / 1.5;
        std::array<float, n> a{};
        return third + a.size() + half;
    };
    printf("%.3f\n", none());

    auto nested = [&] {
        auto inner = [=] {
            auto innermost = [&] { return twice<n>() + std::array<char, shape.columns>().size(); };
            int list[m] = {};
            for (int &x : list)
                x = n;
            return innermost() + list[m - 1];
        };
        return inner();
    };
    printf("%d\n", (int)nested());

    auto generic = [&](auto x) {
        decltype(x) list[n] = {x, x};
        decltype(x) sum = 0;
        for (auto y : list)
            sum += y;
        return sum + std::max<decltype(x)>(n, x);
    };
    printf("%d %.1f\n", generic(1), generic(2.5));

    const int *where = nullptr; // it is a variable all the same
    auto address = [&] { where = &n; };
    address();
    printf("%d %d\n", *where == n, [&] { return std::min(n, 3) + std::max(n, 2); }());

    int k = 1; // another one of that name
    auto renamed = [n = k + 1]() mutable {
        n++;
        return n;
    };
    printf("%d\n", renamed());

    struct Local {
        int list[n];
        std::array<int, m> array;
        static int get() { return n + (int)m + Few; }
        double scaled(double x) const { return x * half + n; }
    };
    Local local{};
    printf("%d %d %d %.2f\n", (int)(sizeof local.list / sizeof(int)), (int)local.array.size(), Local::get(),
           local.scaled(3));
}
