// What spin_us in kernels' bodies come to: several, in conditions, in loops, behind returns, in functions.
#include "nullstream.cuh"

__global__ void several(float *x, int n) // 65 us of n = 1000, 35 of 10
{
    spin_us(20);
    if (n > 100)
        spin_us(30);
    for (int j = 0; j < 3; j++)
        spin_us(5);
    x[0] = 1;
}

__global__ void leaves(float *x, int n) // 0 us of n = 1000, 30 of 10
{
    if (n > 100)
        return;
    spin_us(30);
    x[0] = 1;
}

__global__ void of_variable(double us, int turns) // 2 * us + turns
{
    double t = us;
    t += us;
    spin_us(t);
    int left = turns;
    while (left > 0) {
        if (left-- == 3)
            continue;
        spin_us(1);
    }
    switch (turns) {
    case 3:
        spin_us(1);
        break;
    default:
        spin_us(100);
    }
}

__device__ void busy(double us, int n)
{
    if (n == 0)
        return;
    spin_us(us * n);
}

__global__ void in_function(int n) // 10 * n + 3
{
    busy(10, n);
    busy(100, 0);
    do
        spin_us(3);
    while (false);
}

__global__ void guarded(float *x, int n) // 40: those that are in range take it
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (threadIdx.x == 0)
        spin_us(40);
    else
        spin_us(7);
    for (int k = i; k < n; k += gridDim.x * blockDim.x)
        x[k] = 1;
}

__global__ void uneven(float *x) // by block: not known
{
    spin_us(10.0 + 5.0 * (blockIdx.x % 8));
}

__global__ void by_data(const int *x) // not known either
{
    int turns = x[threadIdx.x];
    for (int i = 0; i < turns; i++)
        spin_us(1);
}

int main()
{
    float *d;
    int *k;
    cudaMalloc(&d, 4096);
    cudaMalloc(&k, 4096);
    several<<<4, 256>>>(d, 1000);
    several<<<4, 256>>>(d, 10);
    leaves<<<4, 256>>>(d, 1000);
    leaves<<<4, 256>>>(d, 10);
    of_variable<<<4, 256>>>(40.0, 3);
    in_function<<<4, 256>>>(2);
    guarded<<<4, 256>>>(d, 1000);
    uneven<<<4, 256>>>(d);
    by_data<<<4, 256>>>(k);
    cudaDeviceSynchronize();
}
