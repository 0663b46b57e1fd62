// How long after a notify, or after a mutex is let go, does a thread go on that sleeps for it? By
// how long it has slept. Built with nvcc it prints medians and means of us from the call to the
// other thread's return, and what the call took; the executor's times of the same calls are in
// what `measure` writes.
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "nullstream.cuh"

#define TIMES  15
#define SLEEPS 8

__global__ void work()
{
    spin_us(5);
}

std::mutex m, held;
std::condition_variable cv;
int turn = 0;
double notified[SLEEPS * TIMES], returned[SLEEPS * TIMES], woke[SLEEPS * TIMES];
double let_go[SLEEPS * TIMES], left[SLEEPS * TIMES], had[SLEEPS * TIMES];

void sleeper()
{
    for (int i = 0; i < SLEEPS * TIMES; i++) {
        {
            std::unique_lock<std::mutex> lock(m);
            while (turn <= i)
                cv.wait(lock);
            woke[i] = host_time_us();
        }
        host_work_us(25); // main has the mutex by now
        held.lock();
        had[i] = host_time_us();
        held.unlock();
    }
}

int main()
{
    const double sleeps[SLEEPS] = {5, 20, 50, 100, 200, 500, 1000, 3000};
    work<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::thread thread(sleeper);
    host_work_us(500);
    for (int i = 0; i < SLEEPS * TIMES; i++) {
        host_work_us(sleeps[i / TIMES]);
        notified[i] = host_time_us();
        {
            std::lock_guard<std::mutex> lock(m);
            turn++;
            cv.notify_one();
        }
        returned[i] = host_time_us();
        held.lock();
        host_work_us(100 + sleeps[i / TIMES]);
        let_go[i] = host_time_us();
        held.unlock();
        left[i] = host_time_us();
        host_work_us(50);
    }
    thread.join();
    work<<<1, 32>>>();
    cudaDeviceSynchronize();
#ifndef __NULLSTREAM__
    for (int s = 0; s < SLEEPS; s++) {
        std::vector<double> all[4];
        for (int i = s * TIMES; i < (s + 1) * TIMES; i++) {
            all[0].push_back(woke[i] - notified[i]);
            all[1].push_back(returned[i] - notified[i]);
            all[2].push_back(had[i] - let_go[i]);
            all[3].push_back(left[i] - let_go[i]);
        }
        printf("%5.0f us:", sleeps[s]);
        const char *const what[] = {"wakes after", "notify takes", "has the mutex after",
                                    "unlock takes"};
        for (int k = 0; k < 4; k++) {
            std::sort(all[k].begin(), all[k].end());
            printf("  %s %.1f (%.1f..%.1f)", what[k], all[k][TIMES / 2], all[k][1],
                   all[k][TIMES - 2]);
        }
        printf("\n");
    }
#endif
    return 0;
}
