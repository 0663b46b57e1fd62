// With all headers there nothing of one gets in the way of another.
#include <bits/stdc++.h>

using namespace std;

int main()
{
    bitset<8> bits(5), zero;
    printf("%d %d\n", bits.none(), zero.none());
    int n = 4;
    reference_wrapper<int> r = n;
    printf("%d %d\n", r + 1, r == 4);
    printf("%d\n", this_thread::get_id() == thread::id());
    complex<double> a(1, 2), b = 3.0 + complex<double>(0, 2), c = a * b + 1.0 - 2.0 * a / b;
    cout << c << 1.0 / a << (a == b) << (a != 1.0) << (2.0 == complex<double>(2)) << '\n';
    vector<complex<float>> v(3, {1.f, -1.f});
    cout << accumulate(v.begin(), v.end(), complex<float>(0)) << abs(a) << -a << 1.0 - a << '\n';
    map<string, optional<int>> m{{"a", 1}, {"b", nullopt}};
    for (const auto &[k, o] : m)
        cout << k << o.value_or(-1) << ' ';
    any x = 3;
    variant<int, string> w = "s"s;
    cout << any_cast<int>(x) << get<string>(w) << '\n';
    unique_ptr<int> p = make_unique<int>(3);
    mutex lock;
    lock_guard<mutex> hold(lock);
    vector<int> order(5);
    iota(order.begin(), order.end(), 0);
    sort(order.rbegin(), order.rend());
    cout << setw(4) << *p << gcd(12, 18) << order.front() << INT_MAX << '\n';
}
