// How long do kernels take whose threads each read a little and compute a little? By bytes and
// flops of a thread, threads of a block and blocks; alone.
#include "nullstream.cuh"

#define TIMES 3
#define BYTES 4
#define FLOPS 13
#define SHAPES 4

#pragma nullstream kernel(brief) bytes(1.0 * b * blocks * threads) flops(1.0 * f * blocks * threads) regs(32)
__global__ void brief(int b, int f, int blocks, int threads) {}

int main()
{
    const int bytes[BYTES] = {4, 16, 24, 64};
    const int flops[FLOPS] = {0, 2, 4, 8, 16, 18, 32, 64, 128, 256, 384, 510, 512};
    const int threads[SHAPES] = {256, 256, 64, 1024}, blocks[SHAPES] = {1056, 16384, 16384, 4096};
    for (int time = 0; time < TIMES; time++)
        for (int s = 0; s < SHAPES; s++)
            for (int b = 0; b < BYTES; b++)
                for (int f = 0; f < FLOPS; f++) {
                    brief<<<blocks[s], threads[s]>>>(bytes[b], flops[f], blocks[s], threads[s]);
                    cudaDeviceSynchronize();
                }
    return 0;
}
