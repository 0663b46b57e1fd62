// How long after notify_all do threads go on that meet at a barrier of a mutex and a condition
// variable? Built with nvcc it prints us a round beyond the host's work, and when the first, the
// median and the last thread goes on behind the notify; the executor's rounds are in what `measure`
// writes (one thread fewer waits than there are).
#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "nullstream.cuh"

#ifndef THREADS
#define THREADS 8
#endif
#define ROUNDS 24
#define WORK   30

__global__ void work()
{
    spin_us(5);
}

std::mutex m;
std::condition_variable cv;
int waiting = 0, generation = 0;
double notified[ROUNDS], left[ROUNDS][THREADS];

void meet(int thread, int round)
{
    std::unique_lock<std::mutex> lock(m);
    int mine = generation;
    if (++waiting == THREADS) {
        waiting = 0;
        generation++;
        notified[round] = host_time_us();
        cv.notify_all();
    } else {
        while (generation == mine)
            cv.wait(lock);
    }
    left[round][thread] = host_time_us();
}

void rounds(int thread)
{
    for (int r = 0; r < ROUNDS; r++) {
        host_work_us(WORK);
        meet(thread, r);
    }
}

int main()
{
    work<<<1, 32>>>();
    cudaDeviceSynchronize();
    std::vector<std::thread> team;
    for (int t = 1; t < THREADS; t++)
        team.emplace_back(rounds, t);
    rounds(0);
    for (auto &t : team)
        t.join();
    work<<<1, 32>>>();
    cudaDeviceSynchronize();
#ifndef __NULLSTREAM__
    std::vector<double> beyond, first, middle, last;
    for (int r = 1; r < ROUNDS; r++) {
        std::sort(left[r], left[r] + THREADS);
        beyond.push_back(notified[r] - notified[r - 1] - WORK);
        first.push_back(left[r][1] - notified[r]);
        middle.push_back(left[r][THREADS / 2] - notified[r]);
        last.push_back(left[r][THREADS - 1] - notified[r]);
    }
    printf("%d threads:", THREADS);
    const char *const what[] = {"a round beyond its work", "second goes on after", "median",
                                "last"};
    std::vector<double> *all[] = {&beyond, &first, &middle, &last};
    for (int k = 0; k < 4; k++) {
        std::sort(all[k]->begin(), all[k]->end());
        printf("  %s %.1f (%.1f..%.1f)", what[k], (*all[k])[ROUNDS / 2], (*all[k])[2],
               (*all[k])[ROUNDS - 4]);
    }
    printf("\n");
#endif
    return 0;
}
