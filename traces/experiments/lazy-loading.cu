// What the first launch of a kernel costs and whether loading it waits for the device
// (docs/semantics.md S3.4): the host time of the first and second launch, and when the kernel ran,
// with the device idle and with a kernel of 1 ms in another stream. Run it with
// CUDA_MODULE_LOADING=EAGER and LAZY, and under nullstream --cold.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

__global__ void busy()
{
    spin_us(1000);
}

__global__ void one()
{
    spin_us(1);
}

__global__ void two()
{
    spin_us(1);
}

__global__ void three()
{
    spin_us(1);
}

__global__ void four()
{
    spin_us(1);
}

__global__ void five()
{
    spin_us(1);
}

cudaStream_t a, b;

void launch(void (*kernel)(), const char *what)
{
    double start = host_time_us();
    kernel<<<1, 32, 0, a>>>();
    double launched = host_time_us() - start;
    cudaStreamSynchronize(a);
    printf("%-44s call %7.1f  done %7.1f us\n", what, launched, host_time_us() - start);
}

int main()
{
    double start = host_time_us();
    cudaFree(0);
    printf("context: %.0f us\n", host_time_us() - start);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    launch(one, "first kernel of the process, idle");
    launch(one, "the same again");
    launch(two, "another one, idle");
    launch(two, "the same again");
    launch(busy, "busy, to load it");
    cudaDeviceSynchronize();
    busy<<<1, 32, 0, b>>>();
    launch(three, "first launch, another stream busy");
    cudaDeviceSynchronize();
    busy<<<1, 32, 0, b>>>();
    launch(three, "second launch, another stream busy");
    cudaDeviceSynchronize();
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, four);
    busy<<<1, 32, 0, b>>>();
    launch(four, "first launch after its attributes were read");
    // is a kernel that is loaded held back behind one that is not, in another stream?
    cudaStream_t c;
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
    busy<<<1, 32, 0, b>>>();
    double launched = host_time_us();
    five<<<1, 32, 0, a>>>();
    one<<<1, 32, 0, c>>>();
    cudaStreamSynchronize(c);
    double done = host_time_us() - launched;
    cudaStreamSynchronize(a);
    printf("a loaded kernel behind one being loaded: done %7.1f, the other %7.1f us\n", done,
           host_time_us() - launched);
    return 0;
}
