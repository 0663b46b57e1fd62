// Three kernels of different shapes in three streams: who fills what the others leave, who blocks whom.
#include "nullstream.cuh"

#ifndef BLOCKS_A
#define BLOCKS_A 132
#endif
#ifndef THREADS_A
#define THREADS_A 1024
#endif
#ifndef SHARED_A
#define SHARED_A 0
#endif
#ifndef US_A
#define US_A 300
#endif
#ifndef BLOCKS_B
#define BLOCKS_B 66
#endif
#ifndef THREADS_B
#define THREADS_B 512
#endif
#ifndef SHARED_B
#define SHARED_B 0
#endif
#ifndef US_B
#define US_B 200
#endif
#ifndef BLOCKS_C
#define BLOCKS_C 1
#endif
#ifndef THREADS_C
#define THREADS_C 64
#endif
#ifndef SHARED_C
#define SHARED_C 0
#endif
#ifndef US_C
#define US_C 100
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

__global__ void a()
{
    spin_us(US_A);
}

__global__ void b()
{
    spin_us(US_B);
}

__global__ void c()
{
    spin_us(US_C);
}

int main()
{
    const int most = 227 * 1024;
    cudaStream_t streams[3];
    for (int i = 0; i < 3; i++)
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaFuncSetAttribute(a, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    cudaFuncSetAttribute(b, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    cudaFuncSetAttribute(c, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    for (int i = 0; i < ROUNDS; i++) {
        a<<<BLOCKS_A, THREADS_A, SHARED_A, streams[0]>>>();
        b<<<BLOCKS_B, THREADS_B, SHARED_B, streams[1]>>>();
        c<<<BLOCKS_C, THREADS_C, SHARED_C, streams[2]>>>();
    }
    cudaDeviceSynchronize();
    return 0;
}
