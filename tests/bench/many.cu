// N launches and copies over 16 streams: what `make bench` predicts (-D N=...).
#include "nullstream.cuh"

const int N = 1000000;
const size_t BYTES = 65536;

__global__ void step(float *x) { spin_us(10); }

int main() {
    cudaStream_t streams[16];
    float *device[16], *host;
    cudaMallocHost(&host, BYTES);
    for (int i = 0; i < 16; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaMalloc(&device[i], BYTES);
    }
    for (int i = 0; i < N / 2; i++) {
        int s = i % 16;
        cudaMemcpyAsync(device[s], host, BYTES, cudaMemcpyHostToDevice, streams[s]);
        step<<<8, 128, 0, streams[s]>>>(device[s]);
    }
    cudaDeviceSynchronize();
    return 0;
}
