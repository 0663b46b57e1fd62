// Frames of a larger picture pass through two page-locked buffers a side: the host copies each in,
// the device works, the host copies the one before out.
#include "nullstream.cuh"
#include <string.h>
#include <vector>

#ifndef FRAMES
#define FRAMES 16
#endif
#ifndef KIB
#define KIB 1024
#endif

__global__ void filter(int us)
{
    spin_us(us);
}

int main()
{
    const size_t bytes = (size_t)KIB * 1024;
    std::vector<char> picture(FRAMES * bytes), result(FRAMES * bytes);
    char *in[2], *out[2], *device[2];
    cudaStream_t streams[2];
    cudaEvent_t done[2];
    for (int i = 0; i < 2; i++) {
        cudaMallocHost(&in[i], bytes);
        cudaMallocHost(&out[i], bytes);
        cudaMalloc(&device[i], bytes);
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    for (int f = 0; f < FRAMES + 2; f++) {
        const int i = f % 2;
        if (f >= 2) {
            cudaEventSynchronize(done[i]);
            memcpy(result.data() + (f - 2) * bytes, out[i], bytes);
        }
        if (f < FRAMES) {
            memcpy(in[i], picture.data() + f * bytes, bytes);
            cudaMemcpyAsync(device[i], in[i], bytes, cudaMemcpyHostToDevice, streams[i]);
            filter<<<66, 256, 0, streams[i]>>>(40);
            cudaMemcpyAsync(out[i], device[i], bytes, cudaMemcpyDeviceToHost, streams[i]);
            cudaEventRecord(done[i], streams[i]);
        }
    }
    return 0;
}
