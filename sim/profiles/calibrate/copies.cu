// Pinned copies, copies on the device and memsets by size, each alone; then both directions at once;
// then small copies into an idle stream, which travel in the command stream, beside a large one; and
// behind other work of their stream, where only the smallest do.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;
const size_t MOST = 256 * MIB;

int main()
{
    const size_t sizes[] = {4,        KIB,     4 * KIB,  8 * KIB,  16 * KIB, 24 * KIB, 32 * KIB,
                            64 * KIB, 1 * MIB, 4 * MIB,  16 * MIB, 64 * MIB, MOST};
    const size_t both_ways[] = {4 * MIB, 16 * MIB}; // as sim/study/fit_copies.c wants them
    cudaStream_t a, b;
    char *host, *host2, *device, *device2, *elsewhere;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaMallocHost((void **)&host, MOST);
    cudaMallocHost((void **)&host2, MOST);
    cudaMalloc((void **)&device, MOST);
    cudaMalloc((void **)&device2, MOST);
    cudaMalloc((void **)&elsewhere, MOST);
    nvtxRangePush("alone");
    for (int i = 0; i < 13; i++)
        for (int j = 0; j < (sizes[i] > 16 * MIB ? 2 : 5); j++) {
            cudaMemsetAsync(elsewhere, 0, MOST, a); // level 2 holds nothing of what is copied
            cudaDeviceSynchronize();
            cudaMemcpyAsync(device, host, sizes[i], cudaMemcpyHostToDevice, a);
            cudaDeviceSynchronize();
            cudaMemcpyAsync(host, device, sizes[i], cudaMemcpyDeviceToHost, a);
            cudaDeviceSynchronize();
            cudaMemcpyAsync(device2, device, sizes[i], cudaMemcpyDeviceToDevice, a);
            cudaDeviceSynchronize();
            cudaMemsetAsync(device2, 0, sizes[i], a);
            cudaDeviceSynchronize();
        }
    nvtxRangePop();
    cudaMemcpyAsync(host2, device2, both_ways[1], cudaMemcpyDeviceToHost, b);
    cudaDeviceSynchronize();
    nvtxRangePush("duplex"); // out to memory that the host's caches hold,
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 12; j++) {
            cudaMemcpyAsync(device, host, both_ways[i], cudaMemcpyHostToDevice, a);
            cudaMemcpyAsync(host2, device2, both_ways[i], cudaMemcpyDeviceToHost, b);
        }
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    nvtxRangePush("far"); // and to memory that they have lost
    for (int j = 0; j < 12; j++) {
        cudaMemcpyAsync(device, host, both_ways[1], cudaMemcpyHostToDevice, a);
        cudaMemcpyAsync(host2 + (j + 2) * both_ways[1], device2, both_ways[1], cudaMemcpyDeviceToHost, b);
    }
    cudaDeviceSynchronize();
    nvtxRangePop();
    nvtxRangePush("beside");
    for (int i = 2; i < 6; i++) {
        cudaMemcpyAsync(device, host, 16 * MIB, cudaMemcpyHostToDevice, b);
        for (int j = 0; j < 4; j++) {
            cudaMemcpyAsync(device2, host2, sizes[i], cudaMemcpyHostToDevice, a);
            cudaStreamSynchronize(a);
        }
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    nvtxRangePush("behind");
    const size_t behind[] = {256, 512, KIB, 2 * KIB, 4 * KIB};
    for (int i = 0; i < 5; i++) {
        cudaMemsetAsync(elsewhere, 0, MOST, a); // longer than the host takes for the copies' calls
        for (int j = 0; j < 4; j++)
            cudaMemcpyAsync(device, host, behind[i], cudaMemcpyHostToDevice, a);
        cudaDeviceSynchronize();
    }
    nvtxRangePop();
    return 0;
}
