// A host that fills the next buffer while the device works: by a plain loop, which takes no time in
// a prediction, or by one whose time is said.
#include "nullstream.cuh"

#ifndef SAID
#define SAID 0
#endif

const int N = 1 << 20;

__global__ void step(const float *in)
{
    spin_us(100);
}

int main()
{
    float *host, *device;
    cudaMallocHost(&host, N * sizeof(float));
    cudaMalloc(&device, N * sizeof(float));
    for (int i = 0; i < N; i++) // set-up is not timed
        host[i] = (float)i;
    for (int turn = 0; turn < 2; turn++) {
        cudaMemcpyAsync(device, host, N * sizeof(float), cudaMemcpyHostToDevice);
        step<<<1, 32>>>(device);
        cudaDeviceSynchronize();
        for (int i = 0; i < N; i++)
            host[i] *= 0.5f;
        if (SAID)
            host_work_us(700);
    }
    return 0;
}
