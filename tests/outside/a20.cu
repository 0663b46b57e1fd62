// 32 streams with small kernels of different lengths: a batch of small independent problems.
#include <cuda_runtime.h>
#include <vector>
#include <stdio.h>

template <typename T> T *device_array(size_t n)
{
    T *p = nullptr;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}

#pragma nullstream kernel(solve) block_time(20us * (1 + size / 64))
__global__ void solve(double *a, int size)
{
    for (int k = threadIdx.x; k < size * size; k += blockDim.x)
        a[blockIdx.x * size * size + k] += 1.0;
}

int main()
{
    const int STREAMS = 32, PROBLEMS = 128;
    std::vector<cudaStream_t> streams(STREAMS);
    std::vector<double *> mat;
    std::vector<int> size;
    for (auto &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    unsigned lcg = 12345;
    for (int p = 0; p < PROBLEMS; p++) {
        lcg = lcg * 1664525u + 1013904223u;
        int n = 32 + (lcg >> 24);
        size.push_back(n);
        mat.push_back(device_array<double>((size_t)n * n * 8));
    }
    for (int p = 0; p < PROBLEMS; p++) {
        int blocks = 1 + size[p] % 8;
        solve<<<blocks, 128, size[p] * 32, streams[p % STREAMS]>>>(mat[p], size[p]);
    }
    cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    for (auto p : mat)
        cudaFree(p);
    return 0;
}
