// Host threads beside each other: when one goes on that sleeps for another, by how long it has
// slept, what waking it takes the other, and what launches take beside other threads' launches.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "nullstream.cuh"

const int TIMES = 3;
const int THREADS = 4;
const int LAUNCHES = 48;

cudaStream_t streams[THREADS];
std::mutex m;
std::condition_variable cv;
int turn = 0, here = 0;

__global__ void spin(double us)
{
    spin_us(us);
}

void wait_for(int next)
{
    std::unique_lock<std::mutex> lock(m);
    while (turn < next)
        cv.wait(lock);
}

void sleep_for_main(int rounds)
{
    for (int i = 1; i <= rounds; i++)
        wait_for(i);
}

// All that launch begin together. What is first of its kind in a thread is behind it then.
void launch(int i, int threads)
{
    spin<<<1, 64, 0, streams[i]>>>(1);
    {
        std::unique_lock<std::mutex> lock(m);
        if (++here == threads)
            cv.notify_all();
        while (here < threads)
            cv.wait(lock);
    }
    for (int k = 0; k < LAUNCHES; k++)
        spin<<<1, 64, 0, streams[i]>>>(1);
}

void launch_beside(const char *name, int threads)
{
    std::thread others[THREADS];
    here = 0;
    nvtxRangePush(name);
    for (int i = 1; i < threads; i++)
        others[i] = std::thread(launch, i, threads);
    launch(0, threads);
    for (int i = 1; i < threads; i++)
        others[i].join();
    nvtxRangePop();
    cudaDeviceSynchronize();
}

// Main computes, and changes what the sleepers wait for. One further turn of work says when it went on.
void change()
{
    std::lock_guard<std::mutex> lock(m);
    turn++;
}

int main()
{
    for (int i = 0; i < THREADS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaDeviceSynchronize();

    launch_beside("1 launches", 1);
    launch_beside("2 launch", 2);
    launch_beside("4 launch", 4);

    nvtxRangePush("nobody");
    for (int i = 0; i <= TIMES; i++) {
        host_work_us(50);
        change();
    }
    nvtxRangePop();
    host_work_us(5);

    turn = 0;
    std::thread sleepers[THREADS];
    for (int i = 0; i < THREADS; i++)
        sleepers[i] = std::thread(sleep_for_main, TIMES);
    for (int i = 0; i < TIMES; i++) {
        nvtxRangePush("all");
        host_work_us(150);
        change();
        cv.notify_all();
        nvtxRangePop();
        host_work_us(5);
    }
    for (int i = 0; i < THREADS; i++)
        sleepers[i].join();

    // Last, as no core is held awake once the last thread has begun.
    turn = 0;
    const int us[] = {100, 200, 500, 1000, 3000, 10000};
    const char *const names[] = {"100 us", "200 us", "500 us", "1000 us", "3000 us", "10000 us"};
    const int lengths = sizeof us / sizeof *us;
    std::thread sleeper(sleep_for_main, lengths * TIMES);
    for (int i = 0; i < lengths * TIMES; i++) {
        nvtxRangePush(names[i / TIMES]);
        host_work_us(us[i / TIMES] + 10); // it goes to sleep some us after the turn before
        change();
        cv.notify_one();
        nvtxRangePop();
        host_work_us(5);
    }
    sleeper.join();
    return 0;
}
