// N launches over four streams, every tenth into the default stream: waits in every turn, and a
// critical path through most of them (-D N=...).
#include "nullstream.cuh"

const int N = 1000000;

__global__ void step(float *x) { spin_us(10); }

int main() {
    cudaStream_t streams[4];
    for (int i = 0; i < 4; i++) cudaStreamCreate(&streams[i]);
    float *device;
    cudaMalloc(&device, 1024);
    for (int i = 0; i < N; i++) {
        if (i % 10 == 0)
            step<<<8, 128>>>(device);
        else
            step<<<8, 128, 0, streams[i % 4]>>>(device);
    }
    cudaDeviceSynchronize();
    return 0;
}
