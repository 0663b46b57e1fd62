// Templates of durations and points in time.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

template <class R, class P> static double seconds(std::chrono::duration<R, P> d)
{
    return std::chrono::duration_cast<std::chrono::duration<double>>(d).count();
}

template <typename Rep, typename Period> static void nap(const std::chrono::duration<Rep, Period> &d)
{
    std::this_thread::sleep_for(d);
}

template <class Clock, class Duration> static bool is_past(const std::chrono::time_point<Clock, Duration> &t)
{
    return Clock::now() >= t;
}

template <class D = std::chrono::milliseconds> struct Stopwatch {
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    auto elapsed() const { return std::chrono::duration_cast<D>(std::chrono::steady_clock::now() - begin); }
};

class Signal {
    std::mutex m_;
    std::condition_variable cv_;
    bool on_ = false;

  public:
    template <class R, class P> bool wait_for(std::chrono::duration<R, P> d)
    {
        std::unique_lock<std::mutex> lock(m_);
        return cv_.wait_for(lock, d, [this] { return on_; });
    }
    template <class R> bool wait_ms(std::chrono::duration<R, std::milli> d) { return wait_for(d); }
};


int main()
{
    std::printf("%g %g %g\n", seconds(1500ms), seconds(2s), seconds(std::chrono::duration<float, std::micro>(250)));
    Stopwatch<> watch;
    nap(3ms);
    nap(std::chrono::duration<double, std::milli>(1.5));
    std::printf("%d\n", watch.elapsed() >= 4ms);
    std::printf("%d %d\n", is_past(std::chrono::steady_clock::now() + 1h), is_past(watch.begin));
    Signal s;
    std::printf("%d %d\n", s.wait_for(100us), s.wait_ms(1ms));
}
