// chrono arithmetic
#include <chrono>
#include <cstdio>
#include <iostream>
#include <ratio>
#include <thread>
using namespace std::chrono;
using namespace std::chrono_literals;
using Clock = steady_clock;
using fms = duration<double, std::milli>;
using frames = duration<int, std::ratio<1, 60>>;
template <class D> double to_us(D d)
{
    return duration<double, std::micro>(d).count();
}
struct Timer {
    Clock::time_point t0 = Clock::now();
    double ms() const
    {
        return fms(Clock::now() - t0).count();
    }
};
template <class F> auto timed(F &&f)
{
    auto t = Clock::now();
    f();
    return duration_cast<microseconds>(Clock::now() - t);
}
int main()
{
    auto a = 1500ms, b = milliseconds(2s);
    printf("%ld %ld %d\n", (long)a.count(), (long)(a + b).count(), a < b);
    printf("%g %g\n", fms(250us).count(), to_us(3ns));
    printf("%ld %ld %ld\n", (long)duration_cast<seconds>(a).count(),
           (long)floor<seconds>(-a).count(), (long)round<seconds>(a).count());
    printf("%ld\n", (long)ceil<seconds>(a).count());
    printf("%ld %ld %ld\n", (long)(a / 200ms), (long)(a % 400ms).count(), (long)(a * 3).count());
    auto h = 25h + 61min;
    printf("%ld %ld\n", (long)duration_cast<hours>(h).count(),
           (long)duration_cast<minutes>(h % 1h).count());
    frames f(120);
    printf("%g\n", duration<double>(f).count());
    printf("%d\n", 60s == 1min);
    auto x = 5000ms;
    x += 500ms * 2;
    x -= 1s;
    x++;
    printf("%ld\n", (long)x.count());
    Timer t;
    std::this_thread::sleep_for(3ms);
    printf("%d %d\n", t.ms() >= 3, t.ms() < 100);
    auto us = timed([] { std::this_thread::sleep_for(microseconds(500)); });
    printf("%d\n", us >= 500us);
    time_point<Clock> tp = Clock::now(), tq = tp + 10ms;
    printf("%ld %d\n", (long)duration_cast<milliseconds>(tq - tp).count(), tq > tp);
    auto ep = tp.time_since_epoch();
    printf("%d\n", ep.count() > 0);
    printf("%d\n", system_clock::to_time_t(system_clock::now()) > 1600000000);
    printf("%d\n", (int)Clock::is_steady);
    using period = Clock::duration::period;
    printf("%ld %ld\n", (long)period::num, (long)period::den);
    printf("%ld\n", (long)seconds::max().count());
    printf("%ld %ld\n", (long)milliseconds::zero().count(), (long)abs(-3s).count());
    std::chrono::duration<float> fs = 1500ms;
    printf("%g\n", fs.count());
    auto c = duration_cast<duration<long, std::ratio<1, 1000>>>(2.7s);
    printf("%ld\n", c.count());
    printf("%g\n", (double)(2s + 0.5s).count());
    constexpr auto lim = 20us;
    static_assert(lim < 1ms);
    std::chrono::nanoseconds total{0};
    for (int i = 1; i <= 4; i++)
        total += microseconds(i);
    printf("%ld\n", (long)total.count());
    printf("%g\n", (double)(total / 1.0us));
    using r = std::ratio<1, 5>;
    printf("%ld/%ld\n", (long)r::num, (long)r::den);
    auto d = std::common_type_t<seconds, milliseconds>(1s);
    printf("%ld\n", (long)d.count());
    auto tr = time_point_cast<seconds>(time_point<system_clock, milliseconds>(2500ms));
    printf("%ld\n", (long)tr.time_since_epoch().count());
    printf("%g %g\n", 1.5 * 2s / 1s, duration<double, std::ratio<60>>(90s).count());
    std::this_thread::sleep_until(Clock::now() + 1ms);
}
