// At which rates do copies of both directions go at once, by their size, by who was first, and with the
// buffers of calibrate's program? Six each way, of 1, 4, 16 and 64 MiB. Then: does a copy out begin later
// beside a copy in of another stream, and the other way round? FIRST: 0 in, 1 out.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

#define FIRST 0
#define MOST 256

const size_t MIB = 1 << 20;

int main()
{
    const size_t sizes[] = {1, 4, 16, 64};
    cudaStream_t a, b;
    char *in, *out, *to, *from;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaMallocHost((void **)&in, MOST * MIB);
    cudaMallocHost((void **)&out, MOST * MIB);
    cudaMalloc((void **)&to, MOST * MIB);
    cudaMalloc((void **)&from, MOST * MIB);
    cudaDeviceSynchronize();
    nvtxRangePush("duplex");
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 6; k++) {
            if (FIRST == 1)
                cudaMemcpyAsync(out, from, sizes[i] * MIB, cudaMemcpyDeviceToHost, b);
            cudaMemcpyAsync(to, in, sizes[i] * MIB, cudaMemcpyHostToDevice, a);
            if (FIRST == 0)
                cudaMemcpyAsync(out, from, sizes[i] * MIB, cudaMemcpyDeviceToHost, b);
        }
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    nvtxRangePush("begins");
    for (int k = 0; k < 4; k++) {
        cudaMemcpyAsync(to, in, 16 * MIB, cudaMemcpyHostToDevice, a);
        host_work_us(60);
        cudaMemcpyAsync(out, from, 1 * MIB, cudaMemcpyDeviceToHost, b);
        cudaDeviceSynchronize();
        cudaMemcpyAsync(out, from, 16 * MIB, cudaMemcpyDeviceToHost, b);
        host_work_us(60);
        cudaMemcpyAsync(to, in, 1 * MIB, cudaMemcpyHostToDevice, a);
        cudaDeviceSynchronize();
        host_work_us(60);
        cudaMemcpyAsync(out, from, 1 * MIB, cudaMemcpyDeviceToHost, b);
        cudaDeviceSynchronize();
        host_work_us(60);
        cudaMemcpyAsync(to, in, 1 * MIB, cudaMemcpyHostToDevice, a);
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    return 0;
}
