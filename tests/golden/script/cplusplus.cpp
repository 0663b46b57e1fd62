// What is C++: classes, lambdas, templates of functions, vectors, streams.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

struct counter {
    int value;
    counter(int start = 5) : value(start) {}
    int add(int by)
    {
        value += by;
        return value;
    }
    int get() const { return value; }
};

struct noisy {
    int id;
    noisy(int i) : id(i) { printf("made %d\n", id); }
    ~noisy() { printf("gone %d\n", id); }
};

template <typename T> T largest(T a, T b)
{
    return a > b ? a : b;
}

static int defaulted(int a, int b = 10, int c = 100)
{
    return a + b + c;
}

static int leave_early(int n)
{
    noisy first(n);
    if (n > 1)
        return n * 2;
    noisy second(n + 10);
    return n;
}

int main()
{
    counter c, d(7);
    c.add(3);
    d.add(c.get());
    std::cout << c.value << " " << d.get() << std::endl;
    std::cout << largest(3, 4) << ' ' << largest(2.5, 1.5) << "\n";
    std::cout << defaulted(1) << " " << defaulted(1, 2) << " " << defaulted(1, 2, 3) << "\n";
    std::cout << leave_early(1) << "\n";
    std::cout << leave_early(2) << "\n";
    int base = 10;
    auto plus = [base](int x) { return x + base; };
    auto grow = [&base](int x) { base += x; };
    grow(5);
    std::cout << plus(1) << " " << base << "\n";
    std::vector<int> v;
    for (int i = 0; i < 10; i++)
        v.push_back(i * i);
    v[3] = 100;
    int sum = 0;
    for (int x : v)
        sum += x;
    std::cout << v.size() << " " << sum << " " << v.back() << "\n";
    v.resize(3);
    std::vector<double> w(4, 1.5);
    w[2] = 2;
    double total = 0;
    for (size_t i = 0; i < w.size(); i++)
        total += w[i];
    std::cout << v.size() << " " << total << "\n";
    std::cout << std::fixed << std::setprecision(3) << 3.14159 << " " << 2.0f << std::endl;
    std::cout << std::setw(6) << 42 << "|" << true << "|" << 'c' << "|" << 5ul << "\n";
    for (int i = 0; i < 2; i++)
        noisy n(i);
    return 0;
}
