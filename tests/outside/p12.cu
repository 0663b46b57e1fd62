// A legacy default-stream trap: a "profiling" library clears its counter in stream 0 between steps.
#include <cuda_runtime.h>
#include <cstdio>

namespace prof {
static int *counter;
inline void init() { cudaMalloc(&counter, 4096); }
inline void reset() { cudaMemset(counter, 0, 4096); }
} // namespace prof

#pragma nullstream kernel(gemm) flops(2.0 * m * m * m) bytes(12.0 * m * m) regs(168) shared(65536) reads(a, m * m * 4) reads(b, m * m * 4) writes(c, m * m * 4)
__global__ void gemm(const float *a, const float *b, float *c, int m) {}

#pragma nullstream kernel(bias) bytes(8.0 * n)
__global__ void bias(float *c, float v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] += v;
}

struct Stream {
    cudaStream_t s;
    explicit Stream(unsigned flags = cudaStreamDefault) { cudaStreamCreateWithFlags(&s, flags); }
    ~Stream() { cudaStreamDestroy(s); }
    operator cudaStream_t() const { return s; }
};

int main()
{
    const int m = 1024;
    prof::init();
    float *a[3], *b[3], *c[3];
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&a[i], m * m * sizeof(float));
        cudaMalloc(&b[i], m * m * sizeof(float));
        cudaMalloc(&c[i], m * m * sizeof(float));
        cudaMemset(a[i], 0, m * m * sizeof(float));
        cudaMemset(b[i], 0, m * m * sizeof(float));
    }
    Stream s[3];
    cudaDeviceSynchronize();
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 3; i++) {
            gemm<<<dim3(8, 8), 256, 0, s[i]>>>(a[i], b[i], c[i], m);
            bias<<<m * m / 256, 256, 0, s[i]>>>(c[i], 1.0f, m * m);
            if (i == 1)
                prof::reset();
        }
    }
    for (auto &x : s)
        cudaStreamSynchronize(x);
    puts(cudaGetErrorName(cudaPeekAtLastError()));
    return 0;
}
