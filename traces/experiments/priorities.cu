// How many priority levels act, and on what (docs/semantics.md S1.12, S5.7): six kernels that need
// the whole device wait behind one that fills it, issued from the least urgent to the most; then
// the same with copies behind a copy; a kernel of many waves into which a more urgent one comes;
// and streams of different priorities that share one connection.
#include <cuda_runtime.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int LEVELS = 6;

__global__ void fill()
{
    spin_us(100);
}

__global__ void level()
{
    spin_us(20);
}

__global__ void waves()
{
    spin_us(50);
}

__global__ void step()
{
    spin_us(200);
}

cudaStream_t streams[LEVELS], low, more[8];
char *host, *device;

void issue(int i, bool copies)
{
    if (copies)
        cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, streams[i]);
    else
        level<<<264, 1024, 0, streams[i]>>>();
}

void run(bool copies, bool upwards)
{
    cudaDeviceSynchronize();
    fill<<<264, 1024, 0, low>>>();
    if (copies)
        cudaMemcpyAsync(device, host, 16 * MIB, cudaMemcpyHostToDevice, low);
    if (copies)
        host_work_us(150);
    for (int i = 0; i < LEVELS; i++)
        issue(upwards ? i : LEVELS - 1 - i, copies);
    cudaDeviceSynchronize();
}

int main()
{
    cudaFuncSetAttribute(level, cudaFuncAttributeMaxDynamicSharedMemorySize, 150000);
    cudaMallocHost((void **)&host, 16 * MIB);
    cudaMalloc((void **)&device, 16 * MIB);
    for (int i = 0; i < LEVELS; i++)
        cudaStreamCreateWithPriority(&streams[i], cudaStreamNonBlocking, -i);
    cudaStreamCreateWithFlags(&low, cudaStreamNonBlocking);
    for (int i = 0; i < 8; i++)
        cudaStreamCreateWithPriority(&more[i], cudaStreamNonBlocking, i % 2 ? -5 : 0);
    run(false, true);
    run(false, false);
    run(true, true);
    run(true, false);
    // an urgent kernel comes into the waves of another
    waves<<<264 * 6, 1024, 0, low>>>();
    host_work_us(60);
    level<<<264, 1024, 0, streams[5]>>>();
    cudaDeviceSynchronize();
    // an urgent kernel that is larger than what becomes free: are blocks of the other held back?
    waves<<<132 * 6, 1024, 40000, low>>>();
    host_work_us(60);
    level<<<132, 1024, 150000, streams[5]>>>();
    cudaDeviceSynchronize();
    // Connections: five kernels in a stream of priority 0, then one kernel in each of six others.
    for (int i = 0; i < 5; i++)
        step<<<1, 64, 0, more[0]>>>();
    for (int i = 1; i < 8; i++)
        step<<<1, 64, 0, more[i]>>>();
    cudaDeviceSynchronize();
    // One stream of each level.
    for (int i = 0; i < 3; i++)
        step<<<1, 64, 0, streams[0]>>>();
    for (int i = 1; i < LEVELS; i++)
        step<<<1, 64, 0, streams[i]>>>();
    cudaDeviceSynchronize();
    return 0;
}
