// Two more questions on blocks that starve beside older ones that compute. How does the time of brief
// blocks rise with their arithmetic? And does an older kernel that has arithmetic, but for which the
// memory is the limit, starve others?
#include "nullstream.cuh"

#define SMS 132
#define BLOCK 256
#define TIMES 3

#pragma nullstream kernel(compute) flops(2.0 * fmas * gridDim.x * BLOCK) regs(32)
__global__ void compute(int fmas) {}

#pragma nullstream kernel(brief) bytes((double)bytes * gridDim.x * BLOCK) flops(2.0 * fmas * gridDim.x * BLOCK) regs(32)
__global__ void brief(int bytes, int fmas) {}

#pragma nullstream kernel(mixed) bytes(4096.0 * gridDim.x * BLOCK) flops(4096.0 * part * gridDim.x * BLOCK) regs(32)
__global__ void mixed(double part) {}

#pragma nullstream kernel(small) time(20us)
__global__ void small() {}

int main()
{
    cudaStream_t s, t;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    const int fmas[8] = {0, 1, 4, 8, 9, 16, 64, 255};
    for (int bytes = 4; bytes <= 24; bytes += 20)
        for (int f = 0; f < 8; f++)
            for (int i = 0; i < TIMES; i++) {
                compute<<<SMS * 4, BLOCK, 0, s>>>(880000);
                host_work_us(40);
                brief<<<SMS, BLOCK, 0, t>>>(bytes, fmas[f]);
                cudaDeviceSynchronize();
            }
    // 12 of these flops take as long as a byte
    const double parts[7] = {0, 0.5, 2, 4, 8, 16, 32};
    for (int p = 0; p < 7; p++)
        for (int kind = 0; kind < 2; kind++)
            for (int i = 0; i < TIMES; i++) {
                mixed<<<SMS * 6 * 8, BLOCK, 0, s>>>(parts[p]);
                host_work_us(40);
                if (kind)
                    brief<<<SMS, BLOCK, 0, t>>>(24, 1);
                else
                    small<<<SMS, BLOCK, 0, t>>>();
                cudaDeviceSynchronize();
            }
    return 0;
}
