// From kernel to kernel in one stream while others hold commands back: does it matter which? Rows
// of kernels of one block in a set of streams, each of which has used a connection of its own
// before, in the order of their numbers. Kernels note when they begin and end. For each set and
// each of its streams: the median, and the 10th and 90th percentile, of what lies between two of
// its kernels, us, over all rounds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

static const int STREAMS = 16, KERNELS = 24, ROUNDS = 9;

struct stamp {
    unsigned long long begin, end;
};

__global__ void row(stamp *stamp, unsigned long long ns)
{
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < ns);
    stamp->begin = begin;
    stamp->end = now;
}

static cudaStream_t streams[STREAMS];
static stamp *stamps, *read;

static std::vector<double> gaps_of(const stamp *row)
{
    std::vector<double> gaps;
    for (int k = KERNELS / 4; k < KERNELS * 3 / 4; k++)
        gaps.push_back((double)(row[k + 1].begin - row[k].end) * 1e-3);
    return gaps;
}

static void measure(const std::vector<int> &set)
{
    std::vector<std::vector<double>> gaps(set.size());
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < STREAMS; i++) // each its own connection again
            row<<<1, 32, 0, streams[i]>>>(stamps + i * KERNELS, 1000);
        cudaDeviceSynchronize();
        for (int k = 0; k < KERNELS; k++)
            for (size_t i = 0; i < set.size(); i++)
                row<<<1, 32, 0, streams[set[i]]>>>(stamps + i * KERNELS + k,
                                                   k ? 20000 + 1300 * i : 400000);
        cudaDeviceSynchronize();
        cudaMemcpy(read, stamps, sizeof(stamp) * STREAMS * KERNELS, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < set.size(); i++)
            for (double gap : gaps_of(read + i * KERNELS))
                gaps[i].push_back(gap);
    }
    for (int number : set)
        printf("%d ", number);
    printf(":");
    for (std::vector<double> &all : gaps) {
        std::sort(all.begin(), all.end());
        printf("  %.2f (%.2f %.2f)", all[all.size() / 2], all[all.size() / 10],
               all[all.size() * 9 / 10]);
    }
    printf("\n");
}

int main()
{
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaMalloc(&stamps, sizeof(stamp) * STREAMS * KERNELS);
    cudaMallocHost(&read, sizeof(stamp) * STREAMS * KERNELS);
    std::vector<std::vector<int>> sets;
    for (int i = 0; i < 4; i++)
        sets.push_back({i});
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 8; j++)
            sets.push_back({i, j});
    for (std::vector<int> set : {std::vector<int>{0, 1, 2},
                                 {0, 1, 3},
                                 {0, 2, 4},
                                 {0, 2, 4, 6},
                                 {0, 1, 2, 3},
                                 {0, 1, 3, 5},
                                 {0, 1, 3, 5, 7},
                                 {0, 1, 2, 3, 4, 5},
                                 {0, 1, 2, 3, 4, 5, 6, 7}})
        sets.push_back(set);
    if (getenv("CUDA_DEVICE_MAX_CONNECTIONS") &&
        atoi(getenv("CUDA_DEVICE_MAX_CONNECTIONS")) >= STREAMS)
        for (std::vector<int> set : {std::vector<int>{0, 8},
                                     {0, 9},
                                     {1, 8},
                                     {8, 9},
                                     {8, 10},
                                     {0, 2, 4, 6, 8, 10, 12, 14},
                                     {0, 2, 4, 6, 8, 10},
                                     {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}})
            sets.push_back(set);
    for (const std::vector<int> &set : sets)
        measure(set);
    return 0;
}
