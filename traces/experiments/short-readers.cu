// How long do kernels take whose blocks read little, one thread an element or a few, as most programs
// have them? Blocks of 64 to 1024 threads, 4 to 1024 bytes a thread, waves without end; one after the
// other in one stream.
#include "nullstream.cuh"

#define TIMES 3

#pragma nullstream kernel(reads) bytes(each * threads) regs(32)
__global__ void reads(double each, double threads)
{
}

int main()
{
    const int sizes[] = {64, 128, 256, 512, 1024};
    const int bytes[] = {4, 8, 16, 32, 48, 64, 96, 128, 256, 1024};
    const double totals[] = {4e6, 64e6, 256e6};
    for (int time = 0; time < TIMES; time++)
        for (int t = 0; t < 3; t++)
            for (int b = 0; b < 10; b++)
                for (int s = 0; s < 5; s++) {
                    int blocks = (int)(totals[t] / bytes[b] / sizes[s]);
                    if (blocks > 400000)
                        continue;
                    if (blocks < 1)
                        blocks = 1;
                    reads<<<blocks, sizes[s]>>>(bytes[b], (double)blocks * sizes[s]);
                    cudaDeviceSynchronize();
                }
    return 0;
}
