// Timed events in the middle of chains of copies, both ways, and many elapsed times.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>
int main()
{
    const int N = 40;
    cudaStream_t up, down;
    cudaStreamCreate(&up);
    cudaStreamCreate(&down);
    std::vector<cudaEvent_t> a(N + 1), b(N + 1);
    for (int i = 0; i <= N; i++) { cudaEventCreate(&a[i]); cudaEventCreate(&b[i]); }
    char *d, *h;
    cudaMalloc(&d, 64 << 20);
    cudaMallocHost(&h, 64 << 20);
    cudaEventRecord(a[0], up);
    cudaEventRecord(b[0], down);
    for (int i = 1; i <= N; i++) {
        size_t n = (size_t)4096 << (i % 9);
        cudaMemcpyAsync(d, h, n, cudaMemcpyHostToDevice, up);
        cudaEventRecord(a[i], up);
        if (i % 4 == 0) {
            cudaMemcpyAsync(h + (32 << 20), d + (32 << 20), 3 * n, cudaMemcpyDeviceToHost, down);
            cudaEventRecord(b[i], down);
        } else
            cudaEventRecord(b[i], down);
    }
    cudaDeviceSynchronize();
    float sum = 0;
    for (int i = 1; i <= N; i++) {
        float u, v;
        cudaEventElapsedTime(&u, a[i - 1], a[i]);
        cudaEventElapsedTime(&v, b[i - 1], b[i]);
        sum += u + v;
    }
    printf("%.3f ms\n", sum);
    return 0;
}
