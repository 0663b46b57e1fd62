// Batched requests with dynamic batching and cudaMallocAsync scratch memory, polling for finished batches.
#include <cuda_runtime.h>
#include <cstdio>
#include <list>
#include <random>
#include <vector>
#include "nullstream.cuh"

#pragma nullstream kernel(attention) flops(4.0 * tokens * tokens * 128.0 * 16) bytes(6.0 * tokens * 2048) reads(x, tokens * 2048) writes(scratch, tokens * 4096) regs(96) shared(49152)
__global__ void attention(const char *x, char *scratch, int tokens) {}

#pragma nullstream kernel(mlp) flops(2.0 * tokens * 1024.0 * 8192) bytes(16777216.0 + 4096.0 * tokens) reads(scratch, tokens * 4096) writes(y, tokens * 2048) regs(128) shared(65536)
__global__ void mlp(const char *scratch, char *y, int tokens) {}

struct Batch {
    int id, tokens;
    cudaStream_t stream;
    cudaEvent_t done;
};

int main()
{
    std::mt19937 gen(7);
    std::uniform_int_distribution<int> len(64, 1024);
    cudaMemPool_t pool;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    unsigned long long keep = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);

    const int maxTokens = 4096;
    char *hostIn, *hostOut;
    cudaMallocHost(&hostIn, (size_t)maxTokens * 2048 * 4);
    cudaMallocHost(&hostOut, (size_t)maxTokens * 2048 * 4);
    std::vector<cudaStream_t> streams(4);
    std::vector<cudaEvent_t> events(4);
    for (int i = 0; i < 4; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();

    std::list<Batch> running;
    std::vector<bool> busy(4, false);
    int finished = 0;
    for (int id = 0; finished < 16;) {
        for (int slot = 0; slot < 4 && id < 16; slot++) {
            if (busy[slot])
                continue;
            int tokens = 0;
            while (tokens + 1024 <= maxTokens)
                tokens += len(gen);
            cudaStream_t s = streams[slot];
            char *x, *scratch, *y;
            cudaMallocAsync(&x, (size_t)tokens * 2048, s);
            cudaMallocAsync(&scratch, (size_t)tokens * 4096, s);
            cudaMemcpyAsync(x, hostIn + (size_t)slot * maxTokens * 2048, (size_t)tokens * 2048, cudaMemcpyHostToDevice, s);
            attention<<<(tokens + 63) / 64 * 16, 256, 0, s>>>(x, scratch, tokens);
            cudaMallocAsync(&y, (size_t)tokens * 2048, s);
            mlp<<<dim3((tokens + 127) / 128, 8), 256, 0, s>>>(scratch, y, tokens);
            cudaMemcpyAsync(hostOut + (size_t)slot * maxTokens * 2048, y, (size_t)tokens * 2048, cudaMemcpyDeviceToHost, s);
            cudaFreeAsync(x, s);
            cudaFreeAsync(scratch, s);
            cudaFreeAsync(y, s);
            cudaEventRecord(events[slot], s);
            running.push_back({id++, tokens, s, events[slot]});
            busy[slot] = true;
        }
        for (auto it = running.begin(); it != running.end();) {
            if (cudaEventQuery(it->done) == cudaSuccess) {
                for (int slot = 0; slot < 4; slot++)
                    if (events[slot] == it->done)
                        busy[slot] = false;
                it = running.erase(it);
                finished++;
            } else {
                ++it;
            }
        }
        host_work_us(5); // accept connections
    }
    printf("finished %d\n", finished);
}
