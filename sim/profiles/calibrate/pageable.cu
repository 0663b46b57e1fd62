// Copies from and to pageable memory: by size on an idle stream, in where a copy out wrote before and
// out where a copy in read before, then behind a long kernel of their own stream, to see from which
// size on the call waits for it, as the staging buffers are full.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>

#include "nullstream.cuh"

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;
const size_t MOST = 256 * MIB;
const size_t HELD = 512 * KIB; // fits into half of a processor's second level

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    const size_t sizes[] = {4,       4 * KIB, 16 * KIB, 64 * KIB, 64 * KIB + 1, 256 * KIB, MIB,
                            4 * MIB, 16 * MIB, 64 * MIB, MOST};
    cudaStream_t s;
    char *device, *host = (char *)malloc(MOST);
    cudaStreamCreate(&s);
    cudaMalloc((void **)&device, MOST);
    spin<<<1, 64, 0, s>>>(10);
    cudaMemcpyAsync(device, host, MOST, cudaMemcpyHostToDevice, s);
    cudaStreamSynchronize(s);
    nvtxRangePush("idle");
    // One direction after the other: what was just copied to the host is slow to read.
    for (int out = 0; out < 2; out++)
        for (int i = 0; i < 11; i++)
            for (int j = 0; j < (sizes[i] > 16 * MIB ? 2 : 6); j++) {
                if (out)
                    cudaMemcpyAsync(host, device, sizes[i], cudaMemcpyDeviceToHost, s);
                else
                    cudaMemcpyAsync(device, host, sizes[i], cudaMemcpyHostToDevice, s);
                cudaStreamSynchronize(s);
            }
    nvtxRangePop();
    nvtxRangePush("memory");
    for (int i = 4; i < 9; i++)
        for (int j = 0; j < 4; j++) {
            cudaMemcpyAsync(host, device, sizes[i], cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
            cudaMemcpyAsync(device, host, sizes[i], cudaMemcpyHostToDevice, s);
            cudaStreamSynchronize(s);
        }
    nvtxRangePop();
    nvtxRangePush("held");
    for (int j = 0; j < 8; j++) {
        cudaMemcpyAsync(device, host, HELD, cudaMemcpyHostToDevice, s);
        cudaStreamSynchronize(s);
        for (int out = 0; out < 2; out++) { // held, then not
            cudaMemcpyAsync(host, device, HELD, cudaMemcpyDeviceToHost, s);
            cudaStreamSynchronize(s);
        }
    }
    nvtxRangePop();
    nvtxRangePush("behind");
    for (size_t bytes = 256 * KIB; bytes <= 16 * MIB; bytes *= 2)
        for (int more = 0; more < 2; more++) {
            spin<<<1, 64, 0, s>>>(4000);
            cudaMemcpyAsync(device, host, bytes + more, cudaMemcpyHostToDevice, s);
            cudaStreamSynchronize(s);
        }
    nvtxRangePop();
    return 0;
}
