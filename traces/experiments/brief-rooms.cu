// How long do kernels take whose threads each read a little and compute a little, where shared
// memory or registers leave room for few blocks on an SM? By blocks that fit, threads of a block,
// bytes and flops of a thread; alone, a dozen waves each.
#include "nullstream.cuh"

#define TIMES 3
#define WAVES 12
#define ROOMS 5
#define SHAPES 4
#define BYTES 3
#define FLOPS 7

#pragma nullstream kernel(brief) bytes(1.0 * b * blocks * threads) flops(1.0 * f * blocks * threads) regs(32)
__global__ void brief(int b, int f, int blocks, int threads) {}

int main()
{
    const int rooms[ROOMS] = {1, 2, 3, 4, 8}, threads[SHAPES] = {64, 256, 512, 1024};
    const int bytes[BYTES] = {4, 8, 32}, flops[FLOPS] = {0, 32, 128, 290, 510, 600, 2000};
    cudaFuncSetAttribute(brief, cudaFuncAttributeMaxDynamicSharedMemorySize, 215 << 10);
    for (int time = 0; time < TIMES; time++)
        for (int s = 0; s < SHAPES; s++)
            for (int r = 0; r < ROOMS; r++) {
                if (rooms[r] * threads[s] > 2048)
                    continue;
                int blocks = WAVES * 132 * rooms[r];
                for (int b = 0; b < BYTES; b++)
                    for (int f = 0; f < FLOPS; f++) {
                        brief<<<blocks, threads[s], (216 << 10) / rooms[r] - 1024>>>(bytes[b], flops[f], blocks, threads[s]);
                        cudaDeviceSynchronize();
                    }
            }
    return 0;
}
