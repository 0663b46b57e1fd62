// BVHs of two scenes at once: Morton codes, an LSD radix sort with temporary storage from the stream's pool, the
// hierarchy, a bottom-up refit by levels; the rebuilt one replaces the other for the tracing kernel behind an event.
#include "nullstream.cuh"
#include <cstdint>
#include <cstdio>

#pragma nullstream kernel(morton) bytes(36.0 * n) flops(30.0 * n)
__global__ void morton(const float3 *centre, uint32_t *key, uint32_t *value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        key[i] = (uint32_t)(centre[i].x * 1024) << 20;
        value[i] = i;
    }
}
#pragma nullstream kernel(upsweep) bytes(4.0 * n) flops(4.0 * n) shared(4096) reads(key, 4 * n) writes(hist, 1024 * gridDim.x)
__global__ void upsweep(const uint32_t *key, uint32_t *hist, int n, int shift)
{
    __shared__ uint32_t h[256];
    h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&h[key[i] >> shift & 255], 1);
    __syncthreads();
    hist[blockIdx.x * 256 + threadIdx.x] = h[threadIdx.x];
}
#pragma nullstream kernel(scanHist) block_time(7us) reads(hist, 1024 * m) writes(hist, 1024 * m)
__global__ void scanHist(uint32_t *hist, int m)
{
    for (int i = 1; i < m; i++)
        hist[i * 256 + threadIdx.x] += hist[(i - 1) * 256 + threadIdx.x];
}
#pragma nullstream kernel(downsweep) bytes(16.0 * n) flops(9.0 * n) shared(8192) regs(40) reads(keyIn, 4 * n) reads(valueIn, 4 * n) reads(hist, 1024 * gridDim.x) writes(keyOut, 4 * n) writes(valueOut, 4 * n)
__global__ void downsweep(const uint32_t *keyIn, const uint32_t *valueIn, uint32_t *keyOut, uint32_t *valueOut,
                          const uint32_t *hist, int n, int shift)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        uint32_t at = (hist[blockIdx.x * 256] + i + (shift & 1)) % n;
        keyOut[at] = keyIn[i];
        valueOut[at] = valueIn[i];
    }
}
struct Node {
    float lo[3], hi[3];
    int left, right;
};
#pragma nullstream kernel(hierarchy) bytes(60.0 * n) flops(100.0 * n) regs(38) reads(key, 4 * n) reads(value, 4 * n) writes(nodes, n * sizeof(Node))
__global__ void hierarchy(const uint32_t *key, const uint32_t *value, Node *nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        nodes[i].left = value[i] ^ key[i];
}
#pragma nullstream kernel(refit) bytes(3.0 * sizeof(Node) * n) reads(nodes, 2 * n * sizeof(Node)) writes(nodes, 2 * n * sizeof(Node))
__global__ void refit(Node *nodes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        nodes[i].lo[0] = fminf(nodes[i].lo[0], nodes[n + i].lo[0]);
}
#pragma nullstream kernel(trace) flops(1e9) bytes(2e7) regs(80) reads(nodes, n * sizeof(Node)) writes(image, 1 << 20)
__global__ void trace(const Node *nodes, int n, char *image)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 1 << 20; i += gridDim.x * blockDim.x)
        image[i] = (char)nodes[i % n].left;
}

template <int BLOCK = 256>
struct Sorter {
    static constexpr int grid = 264;
    // sorts by 4 digits of 8 bits: the result is where the input was
    static void sort(uint32_t *key, uint32_t *value, int n, cudaStream_t s)
    {
        uint32_t *key2, *value2, *hist;
        cudaMallocAsync(&key2, n * sizeof(uint32_t), s);
        cudaMallocAsync(&value2, n * sizeof(uint32_t), s);
        cudaMallocAsync(&hist, grid * 256 * sizeof(uint32_t), s);
        for (int shift = 0; shift < 32; shift += 8) {
            upsweep<<<grid, BLOCK, 0, s>>>(key, hist, n, shift);
            scanHist<<<1, 256, 0, s>>>(hist, grid);
            downsweep<<<grid, BLOCK, 0, s>>>(key, value, key2, value2, hist, n, shift);
            uint32_t *t = key; key = key2; key2 = t;
            t = value; value = value2; value2 = t;
        }
        cudaFreeAsync(key2, s);
        cudaFreeAsync(value2, s);
        cudaFreeAsync(hist, s);
    }
};

struct Scene {
    int n;
    float3 *centre;
    uint32_t *key, *value;
    Node *bvh[2];
    char *image;
    cudaStream_t build, draw;
    cudaEvent_t built, drawn;
};

int main()
{
    Scene scenes[2];
    const int sizes[2] = {400000, 1500000};
    for (int i = 0; i < 2; i++) {
        Scene &s = scenes[i];
        s.n = sizes[i];
        cudaMalloc(&s.centre, s.n * sizeof(float3));
        cudaMemset(s.centre, 0, s.n * sizeof(float3));
        cudaMalloc(&s.key, s.n * sizeof(uint32_t));
        cudaMalloc(&s.value, s.n * sizeof(uint32_t));
        for (auto &b : s.bvh) {
            cudaMalloc(&b, s.n * sizeof(Node));
            cudaMemset(b, 0, s.n * sizeof(Node));
        }
        cudaMalloc(&s.image, 1 << 20);
        cudaStreamCreateWithFlags(&s.build, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&s.draw, cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&s.built, cudaEventDisableTiming);
        cudaEventCreateWithFlags(&s.drawn, cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    for (int frame = 0; frame < 5; frame++) {
        for (Scene &s : scenes) {
            Node *nodes = s.bvh[frame & 1];
            morton<<<(s.n + 255) / 256, 256, 0, s.build>>>(s.centre, s.key, s.value, s.n);
            Sorter<>::sort(s.key, s.value, s.n, s.build);
            if (frame > 0) // the frame before last read this tree; the last one's end comes after it
                cudaStreamWaitEvent(s.build, s.drawn, 0);
            hierarchy<<<(s.n + 255) / 256, 256, 0, s.build>>>(s.key, s.value, nodes, s.n);
            for (int level = s.n / 2; level >= 1000; level /= 4)
                refit<<<(level + 127) / 128, 128, 0, s.build>>>(nodes, level);
            cudaEventRecord(s.built, s.build);
            cudaStreamWaitEvent(s.draw, s.built, 0);
            trace<<<528, 128, 0, s.draw>>>(nodes, s.n, s.image);
            cudaEventRecord(s.drawn, s.draw);
        }
    }
    cudaDeviceSynchronize();
    char *image = new char[1 << 20];
    cudaMemcpy(image, scenes[0].image, 1 << 20, cudaMemcpyDeviceToHost);
    printf("%d\n", image[5]);
    delete[] image;
    return 0;
}
