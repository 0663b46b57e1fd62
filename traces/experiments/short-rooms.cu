// How soon do blocks that read little follow each other, a few bytes a thread, by their size and by
// how many an SM holds? One wave and 65.
#include "nullstream.cuh"

#define TIMES 5
#define SIZES 6
#define ROOMS 4
#define AMOUNTS 3
#define WAVES 65

#pragma nullstream kernel(reads) bytes(each * threads) regs(32)
__global__ void reads(double each, double threads)
{
}

int main()
{
    const int sizes[] = {32, 64, 128, 256, 512, 1024};
    const int amounts[] = {4, 16, 64};
    cudaFuncSetAttribute(reads, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    reads<<<1, 32>>>(4, 32);
    cudaDeviceSynchronize();
    for (int time = 0; time < TIMES; time++)
        for (int a = 0; a < AMOUNTS; a++)
            for (int s = 0; s < SIZES; s++)
                for (int room = 0; room < ROOMS; room++) {
                    // 1, 2 and 4 blocks an SM, and as many as have room
                    const int shared = room == 0 ? 200 * 1024 : room == 1 ? 100 * 1024 : room == 2 ? 50 * 1024 : 0;
                    int held = room == 0 ? 1 : room == 1 ? 2 : room == 2 ? 4 : 32;
                    if (held > 2048 / sizes[s])
                        held = 2048 / sizes[s];
                    const double threads = 132.0 * held * sizes[s];
                    reads<<<132 * held, sizes[s], shared>>>(amounts[a], threads);
                    cudaDeviceSynchronize();
                    reads<<<132 * held * WAVES, sizes[s], shared>>>(amounts[a], threads * WAVES);
                    cudaDeviceSynchronize();
                }
    return 0;
}
