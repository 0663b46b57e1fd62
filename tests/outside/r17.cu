// Link test: page-locked copies from 4 KB to 256 MB, up, down and both ways at once, then up while a device-to-device
// copy and a memset of the same size run; the table is printed from events.
#include "nullstream.cuh"
#include <cstdio>

#define CK(call)                                                            \
    do {                                                                    \
        cudaError_t s_ = (call);                                            \
        if (s_ != cudaSuccess) {                                            \
            printf("%s -> %s\n", #call, cudaGetErrorString(s_));            \
            return 1;                                                       \
        }                                                                   \
    } while (0)

int main()
{
    const size_t most = 256u << 20;
    char *up, *down, *dst, *src, *a, *b;
    CK(cudaHostAlloc(&up, most, cudaHostAllocDefault));
    CK(cudaHostAlloc(&down, most, cudaHostAllocDefault));
    CK(cudaMalloc(&dst, most));
    CK(cudaMalloc(&src, most));
    CK(cudaMalloc(&a, most));
    CK(cudaMalloc(&b, most));
    cudaStream_t s1, s2, s3;
    CK(cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking));
    CK(cudaStreamCreateWithFlags(&s3, cudaStreamNonBlocking));
    cudaEvent_t begin, end, joined[2];
    CK(cudaEventCreate(&begin));
    CK(cudaEventCreate(&end));
    for (cudaEvent_t &e : joined)
        CK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    CK(cudaMemset(src, 1, most));
    CK(cudaMemset(a, 1, most));
    CK(cudaDeviceSynchronize());
    printf("%10s %9s %9s %9s %9s\n", "bytes", "up", "down", "both", "busy");
    for (size_t bytes = 4096; bytes <= most; bytes *= 8) {
        float ms[4];
        for (int mode = 0; mode < 4; mode++) {
            CK(cudaEventRecord(begin, s1));
            CK(cudaStreamWaitEvent(s2, begin, 0));
            CK(cudaStreamWaitEvent(s3, begin, 0));
            if (mode != 1)
                CK(cudaMemcpyAsync(dst, up, bytes, cudaMemcpyHostToDevice, s1));
            if (mode == 1 || mode == 2)
                CK(cudaMemcpyAsync(down, src, bytes, cudaMemcpyDeviceToHost, s2));
            if (mode == 3) {
                CK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice, s2));
                CK(cudaMemsetAsync(src, 2, bytes, s3));
            }
            CK(cudaEventRecord(joined[0], s2));
            CK(cudaEventRecord(joined[1], s3));
            CK(cudaStreamWaitEvent(s1, joined[0], 0));
            CK(cudaStreamWaitEvent(s1, joined[1], 0));
            CK(cudaEventRecord(end, s1));
            CK(cudaEventSynchronize(end));
            CK(cudaEventElapsedTime(&ms[mode], begin, end));
        }
        printf("%10zu %9.3f %9.3f %9.3f %9.3f\n", bytes, ms[0], ms[1], ms[2], ms[3]);
        if (bytes == (size_t)4096 * 8 * 8 * 8 * 8 * 8)
            bytes /= 4; // 128 MB, then 256 MB
    }
    return 0;
}
