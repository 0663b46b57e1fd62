// A token goes through ten streams by cudaStreamWaitEvent, several tokens in flight; copies as stages.
#include "nullstream.cuh"
#include <array>
constexpr int W = 10;
__global__ void stage(int k) { spin_us(14); }
int main()
{
    std::array<cudaStream_t, W> s;
    cudaEvent_t e[W];
    char *d, *h;
    cudaMalloc(&d, W << 20);
    cudaHostAlloc((void **)&h, W << 20, cudaHostAllocDefault);
    for (int i = 0; i < W; ++i) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming | cudaEventBlockingSync);
    }
    for (int token = 0; token < 7; ++token) {
        for (int i = 0; i < W; ++i) {
            if (i > 0) cudaStreamWaitEvent(s[i], e[i - 1], 0);
            switch (i % 4) {
            case 0: cudaMemcpyAsync(d + (i << 20), h + (i << 20), 200000 + 100000 * token, cudaMemcpyHostToDevice, s[i]); break;
            case 2: cudaMemsetAsync(d + (i << 20), token, 1 << 20, s[i]); break;
            case 3: if (token & 1) { cudaMemcpyAsync(h + (i << 20), d + (i << 20), 300000, cudaMemcpyDeviceToHost, s[i]); break; }
                // fall through
            default: stage<<<20 + i, 128, 0, s[i]>>>(token);
            }
            cudaEventRecord(e[i], s[i]);
        }
    }
    cudaEventSynchronize(e[W - 1]);
    return 0;
}
