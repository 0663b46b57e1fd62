// Mixture of experts: a router, counts to the host, a kernel of its own size per expert on 12 streams (more than connections),
// fork and join with events, the combine kernel, twice per layer with different imbalance. Blocking streams, timing events.
#include "nullstream.cuh"
#include <cstdio>

#define EXPERTS 12
#define LAYERS 10

#pragma nullstream kernel(router) time(14us) regs(48) reads(x, 8 << 20) writes(counts, EXPERTS * 4)
__global__ void router(const char *x, int *counts) {}
#pragma nullstream kernel(permute) bytes(16.0 * (1 << 20)) flops(1e6) reads(x, 8 << 20) writes(y, 8 << 20)
__global__ void permute(const char *x, char *y) {}
#pragma nullstream kernel(expert_ffn) block_time(21us) regs(168) shared(66000) reads(y + expert * 512 * 1024, 512 * 1024) writes(z + expert * 512 * 1024, 512 * 1024)
__global__ void expert_ffn(int expert, const char *y, char *z) {}
#pragma nullstream kernel(combine) bytes(24.0 * (1 << 20)) flops(4e6) reads(z, 8 << 20) reads(x, 8 << 20) writes(x, 8 << 20)
__global__ void combine(char *x, const char *z) {}

// tokens of an expert: fixed here, as the router computes nothing that the host knows
static int tokens(int layer, int e)
{
    int r = (layer * 37 + e * 101) % 97;
    return e == layer % EXPERTS ? 2600 : r < 20 ? 0 : 16 * r;
}

struct Moe {
    cudaStream_t main, s[EXPERTS];
    cudaEvent_t fork, join[EXPERTS];
    char *x, *y, *z;
    int *counts, *hCounts;
};

static void moe_layer(Moe *m, int layer)
{
    router<<<256, 128, 0, m->main>>>(m->x, m->counts);
    cudaMemcpyAsync(m->hCounts, m->counts, EXPERTS * sizeof(int), cudaMemcpyDeviceToHost, m->main);
    permute<<<512, 256, 0, m->main>>>(m->x, m->y);
    cudaEventRecord(m->fork, m->main);
    for (int e = 0; e < EXPERTS; e++) {
        int n = tokens(layer, e);
        if (n == 0)
            continue;
        cudaStreamWaitEvent(m->s[e], m->fork, 0);
        expert_ffn<<<dim3((n + 127) / 128, 8), 256, 0, m->s[e]>>>(e, m->y, m->z);
        cudaEventRecord(m->join[e], m->s[e]);
        cudaStreamWaitEvent(m->main, m->join[e], 0);
    }
    combine<<<1024, 256, 0, m->main>>>(m->x, m->z);
}

int main()
{
    Moe m;
    cudaStreamCreate(&m.main);
    for (int e = 0; e < EXPERTS; e++) {
        cudaStreamCreate(&m.s[e]);
        cudaEventCreate(&m.join[e]);
    }
    cudaEventCreate(&m.fork);
    cudaMalloc(&m.x, 8 << 20);
    cudaMalloc(&m.y, 8 << 20);
    cudaMalloc(&m.z, 8 << 20);
    cudaMalloc(&m.counts, EXPERTS * sizeof(int));
    cudaHostAlloc(&m.hCounts, EXPERTS * sizeof(int), cudaHostAllocMapped);
    char *host;
    cudaMallocHost(&host, 8 << 20);
    cudaMemcpyAsync(m.x, host, 8 << 20, cudaMemcpyHostToDevice, m.main);
    for (int layer = 0; layer < LAYERS; layer++)
        moe_layer(&m, layer);
    cudaMemcpyAsync(host, m.x, 8 << 20, cudaMemcpyDeviceToHost, m.main);
    cudaStreamSynchronize(m.main);
    float ms;
    cudaEventElapsedTime(&ms, m.fork, m.join[1]);
    printf("%.3f ms for the last expert\n", ms);
    return 0;
}
