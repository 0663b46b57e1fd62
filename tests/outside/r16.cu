// Who fits beside whom: a table of kernel shapes (one block, half the SMs, 1024 threads, 200 KB of shared memory,
// streaming, compute bound), every pair on two streams, then all with priorities.
#include "nullstream.cuh"
#include <cstdio>
#include <string>
#include <vector>

#define CHECK(x)                                                                    \
    if (cudaError_t e = (x); e != cudaSuccess) {                                    \
        fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e));   \
        exit(1);                                                                    \
    }

#pragma nullstream kernel(timed) block_time(us * 1us) reads(x, 4) regs(32)
__global__ void timed(const float *x, double us)
{
    extern __shared__ float room[];
    if (us < 0)
        room[threadIdx.x] = x[0];
}
#pragma nullstream kernel(stream_triad) bytes(12.0 * n)
__global__ void stream_triad(const float *a, const float *b, float *c, size_t n)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n)
        c[i] = a[i] + 3.0f * b[i];
}
#pragma nullstream kernel(fma_chain) flops(4096.0 * n) bytes(8.0 * n)
__global__ void fma_chain(float *x, size_t n)
{
    const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int k = 0; k < 2048; k++)
        v = v * 1.0001f + 0.5f;
    x[i] = v;
}

struct Buffers {
    float *a, *b, *c, *x;
};
struct Shape {
    std::string name;
    int blocks, threads, shared;
    double us;
};

static void launch(const Shape &k, const Buffers &m, cudaStream_t s)
{
    if (k.name == "triad")
        stream_triad<<<k.blocks, k.threads, 0, s>>>(m.a, m.b, m.c, size_t(k.blocks) * k.threads);
    else if (k.name == "fma")
        fma_chain<<<k.blocks, k.threads, 0, s>>>(m.x, size_t(k.blocks) * k.threads);
    else
        timed<<<k.blocks, k.threads, k.shared, s>>>(m.a, k.us);
    CHECK(cudaGetLastError());
}

int main()
{
    const size_t n = 16 << 20;
    Buffers m;
    CHECK(cudaMalloc(&m.a, n * sizeof(float)));
    CHECK(cudaMalloc(&m.b, n * sizeof(float)));
    CHECK(cudaMalloc(&m.c, n * sizeof(float)));
    CHECK(cudaMalloc(&m.x, n * sizeof(float)));
    CHECK(cudaFuncSetAttribute(timed, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
    const std::vector<Shape> shapes = {
        {"single", 1, 256, 0, 90},       {"half", 66, 512, 0, 70},          {"fat", 264, 1024, 0, 60},
        {"shared200", 132, 128, 200 * 1024, 50}, {"shared60", 500, 128, 60 * 1024, 30}, {"waves", 1900, 1024, 0, 12},
        {"triad", 65536, 256, 0, 0},     {"fma", 8192, 256, 0, 0},
    };
    cudaStream_t s[2], urgent;
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (auto &q : s)
        CHECK(cudaStreamCreateWithPriority(&q, cudaStreamNonBlocking, least));
    CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
    CHECK(cudaMemset(m.a, 0, n * sizeof(float)));
    CHECK(cudaMemset(m.b, 0, n * sizeof(float)));
    CHECK(cudaMemset(m.x, 0, n * sizeof(float)));
    CHECK(cudaDeviceSynchronize());
    for (size_t i = 0; i < shapes.size(); i++)
        for (size_t j = i + 1; j < shapes.size(); j++) {
            launch(shapes[i], m, s[0]);
            launch(shapes[j], m, s[1]);
            CHECK(cudaStreamSynchronize(s[0]));
            CHECK(cudaStreamSynchronize(s[1]));
        }
    for (int turn = 0; turn < 2; turn++) {
        launch(shapes[5], m, s[0]);
        launch(shapes[7], m, s[1]);
        for (int i = 0; i < 4; i++)
            launch(shapes[i], m, urgent);
    }
    CHECK(cudaDeviceSynchronize());
    printf("%zu shapes\n", shapes.size());
    return 0;
}
