// Random task graph: a seeded DAG of kernels, copies and memsets, list-scheduled on 6 streams.
// Every node has its own buffers; edges across streams become events.
#include "nullstream.cuh"
#include <cstdio>
#include <random>
#include <vector>

#define CK(x)                                                                                      \
    do {                                                                                           \
        cudaError_t e_ = (x);                                                                      \
        if (e_ != cudaSuccess) {                                                                   \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));             \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#pragma nullstream kernel(task) block_time(us * 1us) reads(in, 4) writes(out, 4)
__global__ void task(const float *in, float *out, double us)
{
    spin_us(us);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        out[0] = in[0] + 1.0f;
}

enum Kind { KERNEL, UPLOAD, DOWNLOAD, CLEAR };

struct Node {
    Kind kind;
    int stream;
    size_t bytes;
    int blocks, threads;
    double us;
    std::vector<int> parents;
    float *device = nullptr, *host = nullptr;
    cudaEvent_t done = nullptr;
};

int main()
{
    const int NODES = 60, STREAMS = 6;
    std::mt19937 rng(20240611);
    auto pick = [&](int lo, int hi) { return lo + (int)(rng() % (unsigned)(hi - lo + 1)); };

    std::vector<Node> nodes(NODES);
    for (int i = 0; i < NODES; i++) {
        Node &n = nodes[i];
        int dice = pick(0, 9);
        n.kind = dice < 5 ? KERNEL : dice < 7 ? UPLOAD : dice < 9 ? DOWNLOAD : CLEAR;
        n.stream = pick(0, STREAMS - 1);
        n.bytes = (size_t)4096 << pick(0, 11);
        n.blocks = pick(1, 5) == 1 ? pick(200, 700) : pick(1, 120);
        n.threads = 64 << pick(0, 4);
        n.us = pick(10, 150);
        if (i)
            for (int k = pick(0, 2); k > 0; k--)
                n.parents.push_back(pick(i > 12 ? i - 12 : 0, i - 1));
        CK(cudaMalloc(&n.device, n.bytes));
        if (n.kind == UPLOAD || n.kind == DOWNLOAD)
            CK(cudaMallocHost(&n.host, n.bytes));
        CK(cudaEventCreateWithFlags(&n.done, cudaEventDisableTiming));
    }
    cudaStream_t stream[STREAMS];
    for (auto &s : stream)
        CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    CK(cudaDeviceSynchronize());

    for (Node &n : nodes) {
        cudaStream_t s = stream[n.stream];
        for (int p : n.parents)
            if (nodes[p].stream != n.stream)
                CK(cudaStreamWaitEvent(s, nodes[p].done, 0));
        switch (n.kind) {
        case KERNEL:
            task<<<n.blocks, n.threads, 0, s>>>(n.parents.empty() ? n.device : nodes[n.parents[0]].device,
                                                n.device, n.us);
            CK(cudaGetLastError());
            break;
        case UPLOAD:
            CK(cudaMemcpyAsync(n.device, n.host, n.bytes, cudaMemcpyHostToDevice, s));
            break;
        case DOWNLOAD:
            CK(cudaMemcpyAsync(n.host, n.device, n.bytes, cudaMemcpyDeviceToHost, s));
            break;
        case CLEAR:
            CK(cudaMemsetAsync(n.device, 0, n.bytes, s));
            break;
        }
        CK(cudaEventRecord(n.done, s));
    }
    for (auto s : stream)
        CK(cudaStreamSynchronize(s));
    printf("%d nodes done\n", NODES);
    return 0;
}
