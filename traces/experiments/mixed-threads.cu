// What does each kind of call take while other threads make calls of all kinds? One to four threads
// call in bursts of 24, as programs do, each into its own stream: the kinds in turn, or the first thread
// one kind and the others one kind or all. Of the first thread's calls of each kind the median, the mean
// and the 90th percentile, us, without the first two bursts and the first three calls of each.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "nullstream.cuh"

const int KINDS = 5, MOST = 4, BURSTS = 12, LENGTH = 24;
const size_t KIB = 1 << 10;
const char *const names[] = {"launch", "copy", "memset", "record", "wait"};

cudaStream_t streams[MOST];
cudaEvent_t events[MOST], never;
char *pinned, *device;
double go;
std::vector<double> seen[KINDS];

__global__ void spin(double us)
{
    spin_us(us);
}

void call(int kind, int me)
{
    cudaStream_t s = streams[me];
    if (kind == 0)
        spin<<<1, 32, 0, s>>>(0);
    else if (kind == 1)
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    else if (kind == 2)
        cudaMemsetAsync(device, 0, 256 * KIB, s);
    else if (kind == 3)
        cudaEventRecord(events[me], s);
    else
        cudaStreamWaitEvent(s, never, 0);
}

// What: of the first thread; others: of the others; -1: all kinds in turn.
void work(int me, int what, int others)
{
    int mine = me == 0 ? what : others;
    for (int burst = 0; burst < BURSTS; burst++) {
        host_work_us(go + 1500 * burst - host_time_us());
        for (int i = 0; i < LENGTH; i++) {
            int kind = mine < 0 ? (i * 3 + burst) % KINDS : mine;
            double start = host_time_us();
            call(kind, me);
            double took = host_time_us() - start;
            if (me == 0 && burst > 1 && i > 2)
                seen[kind].push_back(took);
        }
        cudaStreamSynchronize(streams[me]);
    }
}

void run(int count, int what, int others)
{
    for (int i = 0; i < KINDS; i++)
        seen[i].clear();
    go = host_time_us() + 2000;
    std::vector<std::thread> threads;
    for (int i = 0; i < count; i++)
        threads.push_back(std::thread(work, i, what, others));
    for (int i = 0; i < count; i++)
        threads[i].join();
    for (int i = 0; i < KINDS; i++) {
        if (seen[i].size() == 0)
            continue;
        std::sort(seen[i].begin(), seen[i].end());
        size_t n = seen[i].size();
        double sum = 0;
        for (size_t j = 0; j < n; j++)
            sum += seen[i][j];
        printf("%d threads, first %s, others %s: %s %.2f mean %.2f p90 %.2f\n", count,
               what < 0 ? "mixed" : names[what], others < 0 ? "mixed" : names[others], names[i],
               seen[i][n / 2], sum / (double)n, seen[i][n * 9 / 10]);
    }
}

int main()
{
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    cudaEventCreateWithFlags(&never, cudaEventDisableTiming);
    cudaMallocHost((void **)&pinned, 256 * KIB);
    cudaMalloc((void **)&device, 256 * KIB);
    spin<<<1, 32>>>(0);
    cudaDeviceSynchronize();
    for (int count = 1; count <= MOST; count++)
        run(count, -1, -1);
    for (int kind = 0; kind < KINDS; kind++) {
        run(1, kind, 0);
        for (int other = -1; other < KINDS; other++) {
            run(2, kind, other);
            run(4, kind, other);
        }
    }
    return 0;
}
