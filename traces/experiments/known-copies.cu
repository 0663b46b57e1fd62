// When a copy engine gets free, does a copy that was called while it was busy wait for those that
// were called before? b's copy takes the engine while a's waits behind a kernel; c's connection is the
// next behind b's. KNOWN=0: c's copy is called while b's runs; KNOWN=1: before, behind a kernel too.
// By the order of the connections alone it is b, c, a both times; the H200 has b, a, c and b, c, a.
#include "nullstream.cuh"

const int KNOWN = 0;
const size_t MB = 1024 * 1024;

#pragma nullstream kernel(wait) block_time(60us)
__global__ void wait()
{
    spin_us(60);
}

int main()
{
    char *pinned, *device;
    cudaStream_t a, b, c;
    cudaMallocHost(&pinned, 16 * MB);
    cudaMalloc(&device, 16 * MB);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    // the connections are taken in the order of the streams
    cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, a);
    cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, b);
    cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, c);
    cudaDeviceSynchronize();

    wait<<<1, 32, 0, a>>>();
    cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, a);
    if (KNOWN) {
        wait<<<1, 32, 0, c>>>();
        cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, c);
    }
    cudaMemcpyAsync(device, pinned, 16 * MB, cudaMemcpyHostToDevice, b);
    if (!KNOWN) {
        host_work_us(20);
        cudaMemcpyAsync(device, pinned, MB, cudaMemcpyHostToDevice, c);
    }
    cudaDeviceSynchronize();
    return 0;
}
