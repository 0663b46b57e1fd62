// Four streams whose steps begin and end with something short (SHAPE), and a mistake in each step that
// makes them run one after the other: the first line names it, whatever the step ends with.
#include "nullstream.cuh"

#include <vector>

#ifndef SHAPE
#define SHAPE 1
#endif
#ifndef MISTAKE
#define MISTAKE 2
#endif

const size_t bytes = 1 << 20;

#pragma nullstream kernel(step) time(50us)
__global__ void step(float *x)
{
    x[threadIdx.x + blockIdx.x * blockDim.x] += 1;
}

#pragma nullstream kernel(library) time(5us)
__global__ void library(float *x)
{
    x[threadIdx.x] += 1;
}

void CUDART_CB report(void *)
{
}

__constant__ float symbol[16];

int main()
{
    const int n = 4;
    float *d[n], *h[n], *t[n], *shared, *pinned;
    std::vector<float> pageable(bytes / 4);
    cudaStream_t s[n];
    cudaEvent_t done, each[n];
    void *old[24];
    cudaEventCreate(&done);
    cudaMalloc(&shared, 4096);
    cudaMallocHost(&pinned, 4096);
    for (auto &o : old)
        cudaMalloc(&o, 4096);
    for (int i = 0; i < n; i++) {
        cudaMalloc(&d[i], bytes);
        cudaMalloc(&t[i], bytes);
        cudaMallocHost(&h[i], bytes);
        cudaStreamCreate(&s[i]);
        cudaEventCreateWithFlags(&each[i], cudaEventDisableTiming);
    }
    cudaDeviceSynchronize();
    for (int r = 0; r < 24; r++) {
        int i = r % n;
        if (SHAPE == 1)
            cudaMemcpyAsync(d[i], t[i], bytes, cudaMemcpyDeviceToDevice, s[i]);
        if (SHAPE == 2)
            cudaMemsetAsync(d[i], 0, bytes, s[i]);
        step<<<16, 256, 0, s[i]>>>(d[i]);
        if (SHAPE == 1)
            cudaMemcpyAsync(t[i], d[i], bytes, cudaMemcpyDeviceToDevice, s[i]);
        if (SHAPE == 2)
            cudaMemcpyAsync(h[i], d[i], bytes, cudaMemcpyDeviceToHost, s[i]);
        if (MISTAKE == 1)
            cudaFree(old[r]);
        if (MISTAKE == 2)
            cudaDeviceSynchronize();
        if (MISTAKE == 3)
            cudaStreamSynchronize(s[i]);
        if (MISTAKE == 4)
            cudaMemcpy(pinned, shared, 4, cudaMemcpyDeviceToHost);
        if (MISTAKE == 5)
            cudaMemcpyAsync(pageable.data(), d[i], 4096, cudaMemcpyDeviceToHost, s[i]);
        if (MISTAKE == 6)
            library<<<1, 32>>>(shared);
        if (MISTAKE == 7)
            cudaMemsetAsync(shared, 0, 4096);
        if (MISTAKE == 8)
            cudaEventRecord(done);
        if (MISTAKE == 9)
            cudaLaunchHostFunc(0, report, nullptr);
        if (MISTAKE == 10)
            cudaMemcpyToSymbol(symbol, pinned, 64);
        if (MISTAKE == 11) {
            cudaEventRecord(each[i], s[i]);
            cudaEventSynchronize(each[i]);
        }
        if (MISTAKE == 12)
            while (cudaStreamQuery(s[i]) == cudaErrorNotReady) {
            }
        if (MISTAKE == 13) {
            cudaEventRecord(each[0], s[i]);
            for (int j = 0; j < n; j++)
                cudaStreamWaitEvent(s[j], each[0], 0);
        }
        if (MISTAKE == 14) {
            void *p;
            cudaMallocAsync(&p, 4096, 0);
            cudaFreeAsync(p, 0);
        }
        if (MISTAKE == 15)
            cudaMemcpyAsync(shared, pageable.data(), 4096, cudaMemcpyHostToDevice);
        if (MISTAKE == 16)
            cudaStreamSynchronize(0);
    }
    cudaDeviceSynchronize();
}
