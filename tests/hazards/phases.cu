// Host threads that meet at a std::barrier or a std::latch: who passes is behind all who came to that
// phase, whoever came last, and behind nothing else. WHAT: which program it is; even ones are wrong. C++20.
#include "nullstream.cuh"
#include <barrier>
#include <latch>
#include <thread>
#include <utility>

#ifndef WHAT
#define WHAT 0
#endif

const int N = 1 << 20;

float *h, *d;
cudaStream_t s;

static void copy()
{
    cudaMemcpyAsync(d, h, N * sizeof(float), cudaMemcpyHostToDevice, s);
}

#if WHAT < 2 // main writes behind the second phase, and again comes before the other has left that
std::barrier<> phase(2);

static void other()
{
    phase.arrive_and_wait();
    phase.arrive_and_wait();
    if (WHAT == 0)
        copy();
    phase.arrive_and_wait();
    if (WHAT == 1)
        copy();
    cudaStreamSynchronize(s);
    phase.arrive_and_wait();
}

static void run()
{
    std::thread thread(other);
    host_work_us(100);
    phase.arrive_and_wait();
    host_work_us(100);
    phase.arrive_and_wait();
    h[0] = 1;
    phase.arrive_and_wait();
    phase.arrive_and_wait();
    thread.join();
}
#elif WHAT < 4 // who counts down last is behind nobody, unless it waits
std::latch filled(2);

static void other()
{
    h[0] = 1;
    filled.count_down();
}

static void run()
{
    std::thread thread(other);
    host_work_us(500);
    filled.count_down();
    if (WHAT == 3)
        filled.wait();
    copy();
    cudaStreamSynchronize(s);
    thread.join();
}
#elif WHAT < 6 // nor is who arrives last
std::barrier<> filled(2);

static void other()
{
    h[0] = 1;
    filled.arrive_and_drop();
}

static void run()
{
    std::thread thread(other);
    host_work_us(500);
    auto token = filled.arrive();
    if (WHAT == 4)
        copy();
    filled.wait(std::move(token));
    if (WHAT == 5)
        copy();
    cudaStreamSynchronize(s);
    thread.join();
}
#elif WHAT < 8 // what completes a phase is behind all who came, and before all who go on
static void turn() noexcept
{
    if (WHAT == 7)
        cudaStreamSynchronize(s);
    h[1] = h[0] + 1;
}
std::barrier turned(2, turn);

static void other()
{
    h[0] = 1;
    turned.arrive_and_wait();
    copy();
    turned.arrive_and_wait();
}

static void run()
{
    std::thread thread(other);
    turned.arrive_and_wait();
    turned.arrive_and_wait();
    cudaStreamSynchronize(s);
    thread.join();
}
#else // a look in vain orders nothing, though it comes behind one of the two
std::latch filled(2);

static void other()
{
    h[0] = 1;
    filled.count_down();
    host_work_us(50);
    filled.count_down();
}

static void run()
{
    std::thread thread(other);
    host_work_us(20);
    while (!filled.try_wait() && WHAT == 9)
        ;
    copy();
    cudaStreamSynchronize(s);
    thread.join();
}
#endif

int main()
{
    cudaMallocHost(&h, N * sizeof(float));
    cudaMalloc(&d, N * sizeof(float));
    cudaStreamCreate(&s);
    run();
    return 0;
}
