// Eight short kernels, one after the other; the host waits for each.
#include "nullstream.cuh"

#define STEPS 8

__global__ void work(float *x) { spin_us(10); }

int main() {
    float *x;
    cudaMalloc(&x, 1024 * sizeof(float));
    for (int step = 0; step < STEPS; step++) {
        work<<<20, 256>>>(x);
        cudaStreamSynchronize(0);
    }
    cudaFree(x);
    return 0;
}
