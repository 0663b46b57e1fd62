// What CUDA_LAUNCH_BLOCKING=1 makes wait (docs/semantics.md S3.5), and for what: the host time of
// one call in us, with the device idle and with a kernel of 500 us in another stream. Run it with
// and without the variable, and under nullstream.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

__global__ void busy()
{
    spin_us(500);
}

__global__ void step()
{
    spin_us(100);
}

void nothing(void *)
{
}

cudaStream_t a, b;
cudaEvent_t event;
char *host, *device;

double call(int kind)
{
    double start = host_time_us();
    if (kind == 0)
        step<<<1, 64, 0, a>>>();
    if (kind == 1)
        cudaMemcpyAsync(device, host, 16 << 20, cudaMemcpyHostToDevice, a);
    if (kind == 2)
        cudaMemsetAsync(device, 0, 256 << 20, a);
    if (kind == 3)
        cudaEventRecord(event, a);
    if (kind == 4)
        cudaLaunchHostFunc(a, nothing, nullptr);
    if (kind == 5)
        cudaMemcpyAsync(device + (128 << 20), device, 128 << 20, cudaMemcpyDeviceToDevice, a);
    return host_time_us() - start;
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMallocHost((void **)&host, 16 << 20);
    cudaMalloc((void **)&device, 256 << 20);
    const char *names[] = {"launch of 100 us", "copy of 16 MiB", "memset of 256 MiB",
                           "record",           "host function",  "copy on the device, 128 MiB"};
    for (int round = 0; round < 2; round++)
        for (int kind = 0; kind < 6; kind++) {
            cudaDeviceSynchronize();
            double idle = call(kind);
            cudaDeviceSynchronize();
            cudaEventRecord(event, b);
            double start = host_time_us();
            busy<<<1, 64, 0, b>>>();
            double before = host_time_us() - start;
            double other = call(kind);
            cudaDeviceSynchronize();
            if (round)
                printf("%-28s idle %8.1f  behind another stream's kernel %8.1f (whose launch took "
                       "%.1f)\n",
                       names[kind], idle, other, before);
        }
    return 0;
}
