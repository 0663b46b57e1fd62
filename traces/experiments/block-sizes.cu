// How long is a place empty between two blocks, by their size and by how many an SM holds? One wave and
// 33 of 5 us each.
#include "nullstream.cuh"

#define TIMES 5
#define SIZES 6
#define ROOMS 4
#define WAVES 33

__global__ void spin(double us)
{
    spin_us(us);
}

int main()
{
    const int sizes[] = {32, 64, 128, 256, 512, 1024};
    cudaFuncSetAttribute(spin, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024);
    spin<<<1, 32>>>(5);
    cudaDeviceSynchronize();
    for (int time = 0; time < TIMES; time++)
        for (int s = 0; s < SIZES; s++)
            for (int room = 0; room < ROOMS; room++) {
                // 1, 2 and 4 blocks an SM, and as many as have room
                const int shared = room == 0 ? 200 * 1024 : room == 1 ? 100 * 1024 : room == 2 ? 50 * 1024 : 0;
                int held = room == 0 ? 1 : room == 1 ? 2 : room == 2 ? 4 : 32;
                if (held > 2048 / sizes[s])
                    held = 2048 / sizes[s];
                spin<<<132 * held, sizes[s], shared>>>(5);
                cudaDeviceSynchronize();
                spin<<<132 * held * WAVES, sizes[s], shared>>>(5);
                cudaDeviceSynchronize();
            }
    return 0;
}
