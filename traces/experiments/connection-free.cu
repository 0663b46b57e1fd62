// When is a connection free whose commands have left it? Run with --connections 2: b's kernels wait
// for each other in one connection, a's command has the other, c's kernel comes DELAY later.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;

enum { ONE, WAVES, WAITS, SET, HOST, KINDS };
const char *const names[] = {"one block", "waves", "waits for room", "memset", "host function"};
const int DELAYS = 7;
const double delays[] = {0, 0.5, 1, 2, 3, 6, 20};

__global__ void row()
{
    spin_us(30);
}

__global__ void full()
{
    spin_us(150);
}

__global__ void one()
{
    spin_us(150);
}

__global__ void last()
{
    spin_us(5);
}

void work(void *)
{
    host_work_us(150);
}

int main()
{
    cudaStream_t a, b, c, d;
    char *device;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&d, cudaStreamNonBlocking);
    cudaMalloc((void **)&device, 1024 * MIB);
    cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    cudaFuncSetAttribute(full, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    cudaDeviceSynchronize();
    for (int kind = ONE; kind < KINDS; kind++)
        for (int i = 0; i < DELAYS; i++) {
            nvtxRangePush(names[kind]);
            if (kind == WAITS)
                full<<<264, 512, 100000, d>>>();
            for (int j = 0; j < 7; j++)
                row<<<1, 64, 0, b>>>();
            if (kind == ONE)
                one<<<1, 64, 0, a>>>();
            else if (kind == WAVES)
                one<<<528, 64, 100000, a>>>();
            else if (kind == WAITS)
                one<<<132, 64, 100000, a>>>();
            else if (kind == SET)
                cudaMemsetAsync(device, 0, 512 * MIB, a);
            else
                cudaLaunchHostFunc(a, work, NULL);
            if (delays[i] > 0)
                host_work_us(delays[i]);
            last<<<1, 64, 0, c>>>();
            cudaDeviceSynchronize();
            nvtxRangePop();
        }
    return 0;
}
