// C++20. A genetic algorithm on three islands, a thread each. Fitness is computed on the device, selection by
// std::partial_sort on the host; every 4th generation the best migrate around a ring behind a std::barrier.
#include "nullstream.cuh"
#include <algorithm>
#include <barrier>
#include <cstdio>
#include <numeric>
#include <random>
#include <span>
#include <thread>
#include <vector>

constexpr int kIslands = 3, kPopulation = 2048, kGenes = 64, kGenerations = 12, kElite = 64;

#pragma nullstream kernel(fitness) time(24us) reads(genes, n * kGenes * 4) writes(score, n * 4)
__global__ void fitness(const float *genes, float *score, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int g = 0; i < n && g < kGenes; g++)
        sum += genes[i * kGenes + g] * (g & 1 ? -1 : 1);
    if (i < n)
        score[i] = sum;
}

#pragma nullstream kernel(breed) time(18us) reads(parents, kElite * 4) reads(genes, n * kGenes * 4) writes(children, n * kGenes * 4)
__global__ void breed(const float *genes, const int *parents, float *children, int n, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * kGenes)
        return;
    unsigned r = (i * 2654435761u) ^ seed;
    children[i] = genes[parents[r % kElite] * kGenes + i % kGenes] + 0.01f * (r & 7);
}

struct Island {
    cudaStream_t stream;
    float *genes, *children, *score, *score_host, *emigrants;
    int *parents, *parents_host;
    Island()
    {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        cudaMalloc(&genes, kPopulation * kGenes * 4);
        cudaMalloc(&children, kPopulation * kGenes * 4);
        cudaMalloc(&score, kPopulation * 4);
        cudaMalloc(&parents, kElite * 4);
        cudaMalloc(&emigrants, kElite * kGenes * 4);
        cudaMallocHost(&score_host, kPopulation * 4);
        cudaMallocHost(&parents_host, kElite * 4);
        cudaMemsetAsync(genes, 0, kPopulation * kGenes * 4, stream);
        cudaMemsetAsync(emigrants, 0, kElite * kGenes * 4, stream);
        cudaStreamSynchronize(stream);
    }
    ~Island()
    {
        for (void *p : {(void *)genes, (void *)children, (void *)score, (void *)parents, (void *)emigrants})
            cudaFree(p);
        cudaFreeHost(score_host);
        cudaFreeHost(parents_host);
        cudaStreamDestroy(stream);
    }
};

#pragma nullstream host(select_best) time(45us)
static void select_best(std::span<const float> score, std::span<int> best)
{
    std::vector<int> order(score.size());
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(order.begin(), order.begin() + best.size(), order.end(), [&](int a, int b) { return score[a] > score[b]; });
    std::copy_n(order.begin(), best.size(), best.begin());
}

int main()
{
    std::vector<Island> islands(kIslands);
    std::barrier meet(kIslands);
    std::vector<std::jthread> threads;
    for (int id = 0; id < kIslands; id++)
        threads.emplace_back([&, id] {
            Island &me = islands[id];
            std::mt19937 random(id);
            for (int g = 1; g <= kGenerations; g++) {
                fitness<<<kPopulation / 128, 128, 0, me.stream>>>(me.genes, me.score, kPopulation);
                cudaMemcpyAsync(me.score_host, me.score, kPopulation * 4, cudaMemcpyDeviceToHost, me.stream);
                cudaStreamSynchronize(me.stream);
                select_best(std::span<const float>(me.score_host, kPopulation), std::span<int>(me.parents_host, kElite));
#ifdef __NULLSTREAM__
                std::iota(me.parents_host, me.parents_host + kElite, 0);
#endif
                cudaMemcpyAsync(me.parents, me.parents_host, kElite * 4, cudaMemcpyHostToDevice, me.stream);
                breed<<<kPopulation * kGenes / 256, 256, 0, me.stream>>>(me.genes, me.parents, me.children, kPopulation, random());
                std::swap(me.genes, me.children);
                if (g % 4 == 0) {
                    cudaMemcpyAsync(me.emigrants, me.genes, kElite * kGenes * 4, cudaMemcpyDeviceToDevice, me.stream);
                    cudaStreamSynchronize(me.stream);
                    meet.arrive_and_wait();
                    Island &from = islands[(id + 1) % kIslands];
                    cudaMemcpyAsync(me.genes + (kPopulation - kElite) * kGenes, from.emigrants, kElite * kGenes * 4, cudaMemcpyDeviceToDevice, me.stream);
                    cudaStreamSynchronize(me.stream);
                    meet.arrive_and_wait();
                }
            }
            cudaStreamSynchronize(me.stream);
        });
    threads.clear();
    std::printf("best of the last generation: %g\n", islands[0].score_host[0]);
}
