// Does the time from the end of an operation to the start of the one that waited for it on another
// machine depend on how long it waited? Kernels of 5 to 800 us before copies, copies of 16 KB to
// 64 MB before kernels; each case starts idle. Then the same behind a kernel of 500 us, so that the
// waiting command has been waiting long in any case.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t KIB = 1024;
const size_t MOST = 64 << 20;

__global__ void k5() { spin_us(5); }
__global__ void k20() { spin_us(20); }
__global__ void k50() { spin_us(50); }
__global__ void k100() { spin_us(100); }
__global__ void k200() { spin_us(200); }
__global__ void k400() { spin_us(400); }
__global__ void k800() { spin_us(800); }

cudaStream_t a;
char *host, *device;

void kernel(int which)
{
    switch (which) {
    case 0: k5<<<1, 64, 0, a>>>(); break;
    case 1: k20<<<1, 64, 0, a>>>(); break;
    case 2: k50<<<1, 64, 0, a>>>(); break;
    case 3: k100<<<1, 64, 0, a>>>(); break;
    case 4: k200<<<1, 64, 0, a>>>(); break;
    case 5: k400<<<1, 64, 0, a>>>(); break;
    default: k800<<<1, 64, 0, a>>>(); break;
    }
}

void in(size_t bytes)
{
    cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, a);
}

void out(size_t bytes)
{
    cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, a);
}

int main()
{
    const size_t sizes[] = {16 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB, 4096 * KIB, 16384 * KIB, MOST};
    cudaStreamCreate(&a);
    cudaMallocHost((void **)&host, MOST);
    cudaMalloc((void **)&device, MOST);
    for (int behind = 0; behind < 2; behind++)
        for (int i = 0; i < 7; i++) {
            if (behind)
                k400<<<1, 64, 0, a>>>();
            kernel(i), in(64 * KIB);
            cudaDeviceSynchronize();
            if (behind)
                k400<<<1, 64, 0, a>>>();
            kernel(i), out(64 * KIB);
            cudaDeviceSynchronize();
            if (behind)
                k400<<<1, 64, 0, a>>>();
            in(sizes[i]), k5<<<1, 64, 0, a>>>();
            cudaDeviceSynchronize();
            if (behind)
                k400<<<1, 64, 0, a>>>();
            out(sizes[i]), k5<<<1, 64, 0, a>>>();
            cudaDeviceSynchronize();
            if (behind)
                k400<<<1, 64, 0, a>>>();
            in(sizes[i]), out(64 * KIB);
            cudaDeviceSynchronize();
        }
    return 0;
}
