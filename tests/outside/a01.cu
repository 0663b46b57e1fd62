// Double buffering, two streams, breadth first per chunk pair. Classic "overlap copy and compute".
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                              \
    do {                                                                         \
        cudaError_t err_ = (call);                                               \
        if (err_ != cudaSuccess) {                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_)); \
            exit(EXIT_FAILURE);                                                  \
        }                                                                        \
    } while (0)

static constexpr size_t TOTAL = 24u << 20;   // elements
static constexpr size_t CHUNK = 2u << 20;

#pragma nullstream kernel(saxpy) flops(2.0 * n) bytes(12.0 * n)
__global__ void saxpy(const float *__restrict__ x, float *__restrict__ y, float a, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

int main(int argc, char **argv)
{
    float *hx, *hy;
    CHECK(cudaHostAlloc((void **)&hx, TOTAL * sizeof(float), cudaHostAllocDefault));
    CHECK(cudaHostAlloc((void **)&hy, TOTAL * sizeof(float), cudaHostAllocDefault));
    float *dx[2], *dy[2];
    cudaStream_t s[2];
    for (int i = 0; i < 2; ++i) {
        CHECK(cudaMalloc(&dx[i], CHUNK * sizeof(float)));
        CHECK(cudaMalloc(&dy[i], CHUNK * sizeof(float)));
        CHECK(cudaStreamCreate(&s[i]));
    }
    for (size_t off = 0; off < TOTAL; off += 2 * CHUNK) {
        for (int i = 0; i < 2; ++i) {
            size_t o = off + i * CHUNK;
            CHECK(cudaMemcpyAsync(dx[i], hx + o, CHUNK * sizeof(float), cudaMemcpyHostToDevice, s[i]));
            CHECK(cudaMemcpyAsync(dy[i], hy + o, CHUNK * sizeof(float), cudaMemcpyHostToDevice, s[i]));
        }
        for (int i = 0; i < 2; ++i) {
            saxpy<<<(unsigned)((CHUNK + 255) / 256), 256, 0, s[i]>>>(dx[i], dy[i], 2.5f, CHUNK);
            CHECK(cudaGetLastError());
        }
        for (int i = 0; i < 2; ++i)
            CHECK(cudaMemcpyAsync(hy + off + i * CHUNK, dy[i], CHUNK * sizeof(float), cudaMemcpyDeviceToHost, s[i]));
    }
    for (auto &st : s)
        CHECK(cudaStreamSynchronize(st));
    for (int i = 0; i < 2; ++i) {
        cudaFree(dx[i]);
        cudaFree(dy[i]);
        cudaStreamDestroy(s[i]);
    }
    cudaFreeHost(hx);
    cudaFreeHost(hy);
    return 0;
}
