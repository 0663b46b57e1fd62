// The host allocates pinned memory and works for itself while a kernel runs, then waits for a copy.
#include "nullstream.cuh"

const size_t BYTES = 4 << 20;

__global__ void k(float *x) { spin_us(300); }

int main() {
    float *device, *host;
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaMalloc(&device, BYTES);

    k<<<20, 256, 0, s>>>(device);
    cudaMallocHost(&host, BYTES);
    host_work_us(400);
    cudaMemcpyAsync(host, device, BYTES, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    return 0;
}
