// What does cudaMalloc take in one to four threads that call it at once, three times each, new ones
// and those that did so before, and how long is each call's own part of it? Calls take turns (S1.8),
// so the own part is from the return of the one before it, of whichever thread, or from its enter.
// Native only.
#include <algorithm>
#include <atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <thread>
#include <vector>

#include "nullstream.cuh"

const int CALLS = 3, ROUNDS = 15, MOST = 4;
const size_t MIB = 1 << 20;

struct call {
    double enter, left;
    int number;
    void *memory;
};

static call calls[MOST][CALLS];
static std::atomic<int> here, gone, turn;

static void take(int thread, size_t bytes)
{
    for (int i = 0; i < CALLS; i++) {
        call &c = calls[thread][i];
        c.number = i;
        c.enter = host_time_us();
        cudaMalloc(&c.memory, bytes);
        c.left = host_time_us();
    }
}

static void work(int thread, int threads, size_t bytes, int rounds)
{
    cudaSetDevice(0);
    for (int r = 1; r <= rounds; r++) {
        here++;
        while (turn.load() < r)
            ;
        take(thread, bytes);
        gone++;
    }
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

struct result {
    std::vector<double> own[CALLS], all;
};

// Takes what the calls of a round took; their memory is given back by main.
static void look(int threads, result &result)
{
    std::vector<call> all;
    for (int t = 0; t < threads; t++)
        all.insert(all.end(), calls[t], calls[t] + CALLS);
    std::sort(all.begin(), all.end(), [](const call &a, const call &b) { return a.left < b.left; });
    double before = 0, first = all[0].enter;
    for (const call &c : all) {
        result.own[c.number].push_back(c.left - std::max(c.enter, before));
        before = c.left;
        first = std::min(first, c.enter);
        cudaFree(c.memory);
    }
    result.all.push_back(before - first);
}

static void start(int threads, int r)
{
    while (here.load() < threads * r)
        ;
    double t = host_time_us();
    while (host_time_us() < t + 200)
        ;
    turn = r;
    while (gone.load() < threads * r)
        ;
}

int main()
{
    void *warm;
    cudaMalloc(&warm, MIB);
    for (size_t bytes : {2 * MIB, 4 * MIB, 32 * MIB, 128 * MIB})
        for (int threads = 0; threads <= MOST; threads++)
            for (int is_new = 0; is_new < (threads ? 2 : 1); is_new++) {
                result result;
                std::vector<std::thread> lasting;
                here = gone = turn = 0;
                for (int t = 0; !is_new && t < threads; t++)
                    lasting.emplace_back(work, t, threads, bytes, ROUNDS);
                for (int r = 0; r < ROUNDS; r++) {
                    if (threads == 0)
                        take(0, bytes);
                    std::vector<std::thread> made;
                    if (is_new)
                        here = gone = turn = 0;
                    for (int t = 0; is_new && t < threads; t++)
                        made.emplace_back(work, t, threads, bytes, 1);
                    if (threads)
                        start(threads, is_new ? 1 : r + 1);
                    for (std::thread &t : made)
                        t.join();
                    if (r > 0)
                        look(threads ? threads : 1, result);
                    else
                        for (int t = 0; t < (threads ? threads : 1); t++)
                            for (call &c : calls[t])
                                cudaFree(c.memory);
                }
                for (std::thread &t : lasting)
                    t.join();
                printf("%4zu MiB, %d threads%-8s: own part of the 1st %6.1f, 2nd %6.1f, 3rd %6.1f, all %7.1f\n",
                       bytes / MIB, threads, threads ? is_new ? ", new" : ", old" : " (main)",
                       median(result.own[0]), median(result.own[1]), median(result.own[2]),
                       median(result.all));
            }
    return 0;
}
