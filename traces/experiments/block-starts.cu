// Do kernels of many blocks that all find room take longer than those of few? Rows of 24 kernels of
// 8 us a block, behind a gate: what the row takes by two events around it.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int blocks[] = {1, 132, 264, 528, 1056, 2112, 4224};
const int COUNT = sizeof blocks / sizeof *blocks;

__global__ void gate()
{
    spin_us(300);
}

__global__ void step()
{
    spin_us(8);
}

int main()
{
    float ms;
    cudaStream_t s;
    cudaEvent_t begin, end;
    cudaStreamCreate(&s);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int threads = 32; threads <= 512; threads *= 4)
            for (int i = 0; i < COUNT; i++) {
                if (blocks[i] * threads > 132 * 2048)
                    continue; // they would not all find room
                gate<<<1, 32, 0, s>>>();
                cudaEventRecord(begin, s);
                for (int k = 0; k < STEPS; k++)
                    step<<<blocks[i], threads, 0, s>>>();
                cudaEventRecord(end, s);
                cudaStreamSynchronize(s);
                cudaEventElapsedTime(&ms, begin, end);
                if (pass == 1)
                    printf("%4d blocks of %3d threads %7.1f us\n", blocks[i], threads, 1000 * ms);
            }
    return 0;
}
