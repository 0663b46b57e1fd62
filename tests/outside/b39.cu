// 40 streams, one kernel chain each, all gated by one event behind a long copy; a small urgent chain beside; downloads at the end.
#include "nullstream.cuh"
#include <vector>
template <typename T, int N> __global__ void chain(T *p) { spin_us(5.0 * N); }
int main()
{
    std::vector<cudaStream_t> s(40);
    for (auto &q : s) cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
    cudaStream_t up, vip;
    cudaStreamCreateWithFlags(&up, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&vip, cudaStreamNonBlocking, -5);
    cudaEvent_t open; cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    float *d, *h;
    cudaMalloc(&d, 64 << 20); cudaMallocHost(&h, 64 << 20);
    cudaMemcpyAsync(d, h, 32 << 20, cudaMemcpyHostToDevice, up);
    cudaEventRecord(open, up);
    for (size_t i = 0; i < s.size(); i++) {
        cudaStreamWaitEvent(s[i], open);
        chain<float, 8><<<2 + i % 3, 256, 0, s[i]>>>(d);
        chain<float, 3><<<1, 512, 0, s[i]>>>(d);
        if (i % 8 == 0)
            chain<int, 6><<<132, 1024, 0, vip>>>((int *)d);
        cudaMemcpyAsync(h + i * 1000, d + i * 1000, 4000 * (i + 1) / 4 * 4, cudaMemcpyDeviceToHost, s[i]);
    }
    for (int i = 0; i < 6; i++) chain<double, 2><<<20, 64, 0, vip>>>((double *)d);
    cudaDeviceSynchronize();
    return 0;
}
