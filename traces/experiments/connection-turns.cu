// Which of several free connections does a stream take? Streams make their first commands in the order
// ORDER (1213: the first, the second, the first, the third); then two of them, FIRST and SECOND (0: the
// legacy stream), run a chain of kernels each, whose steps take longer where one unit of the hardware
// serves both connections (pbdmas.txt: 1.4 us).
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef ORDER
#define ORDER 123
#endif
#ifndef FIRST
#define FIRST 1
#endif
#ifndef SECOND
#define SECOND 3
#endif

const int STEPS = 20;

cudaStream_t s[4];

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t numbered(int number)
{
    return number == 0 ? 0 : s[number - 1];
}

int main()
{
    for (int i = 0; i < 4; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    int place = 1;
    while (ORDER / place >= 10)
        place *= 10;
    for (; place > 0; place /= 10)
        spin<<<1, 64, 0, numbered(ORDER / place % 10)>>>(1);
    cudaDeviceSynchronize();
    for (int i = 0; i < STEPS; i++) {
        spin<<<1, 64, 0, numbered(FIRST)>>>(20);
        spin<<<1, 64, 0, numbered(SECOND)>>>(20);
    }
    cudaDeviceSynchronize();
    return 0;
}
