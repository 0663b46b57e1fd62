// Static structured bindings, and static references to what is made where they stand
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>
struct P {
    int a;
    std::string b;
    ~P()
    {
        printf("end %d\n", a);
    }
};
static int made = 0;
P make()
{
    made++;
    return {made, "x"};
}
int next()
{
    static auto [a, b] = make();
    static const auto &[c, d] = std::pair{1, 2};
    a += c;
    b += "y";
    return a + (int)b.size();
}
int kept()
{
    static const auto &c = std::pair{1, 2};
    static const int &n = c.second;
    return c.first + n;
}
int main()
{
    printf("%d ", kept());
    printf("%d\n", kept());
    printf("%d\n", next());
    printf("%d\n", next());
    printf("%d %d\n", next(), made);
    static const auto [i, j, k] = std::make_tuple(1, 2.5, 'c');
    static int arr[2] = {4, 5};
    static auto &[m, n] = arr;
    m++;
    printf("%d %g %c %d\n", i, j, k, arr[0]);
    auto l = [&] { return i + n; };
    printf("%d\n", l());
    for (int t = 0; t < 3; t++) {
        static auto [u, v] = std::pair{t, 7};
        u++;
        printf("%d ", u);
    }
    puts("");
}
