#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

// the function objects of <functional>, and iterators that print
static void print()
{
    std::vector<int> v{3, 1, 2};
    std::vector<std::string> w{"a", "b"};
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ", "));
    std::cout << "\n";
    std::ostringstream o;
    std::copy(w.begin(), w.end(), std::ostream_iterator<std::string>(o, "|"));
    std::cout << o.str() << std::endl;
    std::transform(v.begin(), v.end(), std::ostream_iterator<double>(std::cout, " "),
                   [](int x) { return x / 2.0; });
    std::copy_if(v.begin(), v.end(), std::ostream_iterator<int>(std::cout),
                 [](int x) { return x > 1; });
    std::ostream_iterator<int> it(std::cout, "\n");
    *it++ = 5;
    it = 6;
    std::sort(v.begin(), v.end(), std::greater<int>());
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>{std::cout, " "});
    std::cout << std::endl;
}
int main()
{
    std::vector<int> a{5, 7, 9}, b{1, 2, 3}, c(3);
    std::transform(a.begin(), a.end(), b.begin(), c.begin(), std::minus<int>());
    for (int x : c)
        printf("%d ", x);
    std::transform(a.begin(), a.end(), b.begin(), c.begin(), std::minus<>{});
    for (int x : c)
        printf("%d ", x);
    std::transform(a.begin(), a.end(), c.begin(), std::negate<>{});
    for (int x : c)
        printf("%d ", x);
    printf("%d %d %d\n", std::divides<>{}(7, 2), std::modulus<int>{}(7, 4),
           std::accumulate(a.begin(), a.end(), 0, std::bit_xor<int>()));
    printf("%d %d %d %d\n", std::equal_to<>{}(1, 1.0), std::not_equal_to<int>{}(1, 2),
           std::logical_not<>{}(0), std::less_equal<>()(2, 1));
    std::map<int, int, std::greater_equal<int>> m;
    const auto &r = a;
    printf("%zu\n", r.size());
    printf("%g\n", std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
                                      std::divides<double>()));
    fflush(stdout);
    print();
}
