// Do copies from and to pageable memory take longer where several threads make them? T threads,
// each with a stream and a buffer of its own, copy pieces of it, one after the other, all at once
// or in turn (a token goes round); pieces that were copied before, or never. us a copy (mean,
// median) and GB/s of all. Native only.
#include <algorithm>
#include <atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <thread>
#include <vector>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int MOST = 4, COPIES = 12;
static cudaStream_t streams[MOST];
static char *device[MOST], *host[MOST];
static std::atomic<int> ready, token;
static std::vector<double> took[MOST];
static double begun[MOST], ended[MOST];

static void body(int me, int threads, size_t bytes, bool in, bool again, bool turns)
{
    ready++;
    while (ready < threads)
        ;
    begun[me] = host_time_us();
    for (int i = 0; i < COPIES; i++) {
        char *h = host[me] + (again ? 0 : (size_t)i * bytes);
        while (turns && token != me)
            ;
        double a = host_time_us();
        if (in)
            cudaMemcpyAsync(device[me], h, bytes, cudaMemcpyHostToDevice, streams[me]);
        else
            cudaMemcpyAsync(h, device[me], bytes, cudaMemcpyDeviceToHost, streams[me]);
        took[me].push_back(host_time_us() - a);
        if (turns)
            token = (me + 1) % threads;
        cudaStreamSynchronize(streams[me]);
    }
    ended[me] = host_time_us();
}

int main()
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMalloc(&device[i], 8 * MIB);
        host[i] = (char *)malloc(COPIES * 8 * MIB);
        memset(host[i], 1, COPIES * 8 * MIB);
    }
    for (size_t bytes : {MIB / 4, MIB, 3 * MIB, 8 * MIB})
        for (int in = 1; in >= 0; in--)
            for (int again = 0; again < 2; again++)
                for (int threads : {1, 2, 4})
                    for (int turns = 0; turns < (threads > 1 ? 2 : 1); turns++) {
                        std::vector<double> all;
                        double wall = 0;
                        for (int round = 0; round < 5; round++) {
                            ready = token = 0;
                            std::vector<std::thread> t;
                            for (int i = 0; i < threads; i++) {
                                took[i].clear();
                                t.emplace_back(body, i, threads, bytes, in, again, turns);
                            }
                            for (auto &x : t)
                                x.join();
                            if (round == 0)
                                continue;
                            double from = 1e18, to = 0;
                            for (int i = 0; i < threads; i++) {
                                all.insert(all.end(), took[i].begin(), took[i].end());
                                from = std::min(from, begun[i]);
                                to = std::max(to, ended[i]);
                            }
                            wall += to - from;
                        }
                        std::sort(all.begin(), all.end());
                        double sum = 0;
                        for (double x : all)
                            sum += x;
                        printf("%5zu KiB %-3s %-14s %d threads %-7s: mean %8.1f 10, 50, 90 %%: "
                               "%8.1f %8.1f %8.1f; all "
                               "%.2f GB/s, %.1f us a copy\n",
                               bytes / 1024, in ? "in" : "out",
                               again ? "the same again" : "one by one", threads,
                               turns ? "in turn" : "", sum / (double)all.size(),
                               all[all.size() / 10], all[all.size() / 2], all[all.size() * 9 / 10],
                               4.0 * threads * COPIES * (double)bytes / wall / 1000,
                               wall / (4.0 * threads * COPIES));
                    }
    return 0;
}
