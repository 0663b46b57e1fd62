// What does the call of a copy on the device cost the host, by size? Medians of 30 behind a long
// kernel, ns; of a memset beside it. Natively: nvcc -arch=sm_90 -O2 -o device-copy-calls
// device-copy-calls.cu
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <cuda_runtime.h>
__global__ void wait(long long ns)
{
    long long from, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - from < ns && now - from < 100000000ll);
}
static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
int main()
{
    char *d;
    cudaStream_t s;
    cudaMalloc(&d, 256 << 20);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    static const size_t kib[] = {4,     64,    100,   256,   401,   512,   513,   517,   600,
                                 768,   1000,  1024,  1028,  1200,  1536,  1881,  1919,  2048,
                                 2052,  2500,  3000,  3072,  3423,  3694,  4096,  4100,  5000,
                                 6144,  7000,  8192,  8196,  10000, 12288, 14000, 16384, 16388,
                                 20000, 24576, 30000, 32768, 40000, 65536, 70000, 98304};
    for (int pass = 0; pass < 2; pass++)
        for (size_t k : kib) {
            double t[3][30];
            for (int i = 0; i < 30; i++) {
                if (i % 10 == 0) {
                    cudaStreamSynchronize(s);
                    wait<<<1, 1, 0, s>>>(400000);
                }
                for (int what = 0; what < 3; what++) {
                    double a = now();
                    if (what == 0)
                        cudaMemcpyAsync(d, d + (128 << 20), k << 10, cudaMemcpyDeviceToDevice, s);
                    if (what == 1)
                        cudaMemsetAsync(d, 0, k << 10, s);
                    if (what == 2)
                        wait<<<1, 1, 0, s>>>(100);
                    t[what][i] = now() - a;
                }
            }
            cudaStreamSynchronize(s);
            for (auto &x : t)
                std::sort(x, x + 30);
            printf("%6zu KiB copy %6.0f memset %6.0f launch %6.0f\n", k, t[0][15], t[1][15],
                   t[2][15]);
        }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
