// CHUNKS batches through STREAMS streams, depth-first: copy in, kernel, copy out. The kernel fills the
// GPU. On ideal.ini a copy of N bytes takes N ns. tests/unit/claims_test.c says what must come out.
#include "nullstream.cuh"

const int CHUNKS = 4;
const int STREAMS = 2;
const size_t IN = 1000000;
const size_t OUT = 1000000;
const int KERNEL_US = 1000;

__global__ void process(char *data) { spin_us(KERNEL_US); }

int main() {
    cudaStream_t streams[STREAMS];
    char *host, *device;
    cudaMallocHost(&host, CHUNKS * (IN + OUT));
    cudaMalloc(&device, CHUNKS * (IN + OUT));
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    for (int i = 0; i < CHUNKS; i++) {
        cudaStream_t s = streams[i % STREAMS];
        char *d = device + i * (IN + OUT), *h = host + i * (IN + OUT);
        if (IN > 0)
            cudaMemcpyAsync(d, h, IN, cudaMemcpyHostToDevice, s);
        process<<<264, 1024, 0, s>>>(d);
        if (OUT > 0)
            cudaMemcpyAsync(h, d, OUT, cudaMemcpyDeviceToHost, s);
    }
    cudaDeviceSynchronize();
    return 0;
}
