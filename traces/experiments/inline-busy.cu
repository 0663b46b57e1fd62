// Which copies in travel in the command stream though their stream is not idle? Eight of each size
// behind a kernel; by what they stand behind and before.
#include <cuda_runtime.h>

#include "nullstream.cuh"

cudaStream_t a, b;
cudaEvent_t event;
char *host, *device;

__global__ void step()
{
    spin_us(60);
}

__global__ void brief()
{
    spin_us(2);
}

void in(size_t bytes)
{
    cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, a);
}

void wait()
{
    cudaDeviceSynchronize();
    host_work_us(20);
}

int main()
{
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 8 << 20);
    cudaMalloc((void **)&device, 8 << 20);
    const size_t sizes[] = {4, 256, 512, 1020, 1024, 1028, 1152, 1280, 1536, 1792, 2048, 4096};
    for (int k = 0; k < 12; k++) {
        wait();
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 8; i++)
            in(sizes[k]);
    }
    const size_t two[] = {64, 1024, 2048};
    for (int k = 0; k < 3; k++) {
        size_t n = two[k];
        wait(); // between kernels
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++) {
            in(n);
            brief<<<1, 64, 0, a>>>();
        }
        wait(); // behind copies in
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++) {
            in(1 << 20);
            in(n);
        }
        wait(); // behind copies out
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++) {
            cudaMemcpyAsync(host + (4 << 20), device + (4 << 20), 1 << 20, cudaMemcpyDeviceToHost,
                            a);
            in(n);
        }
        wait(); // behind memsets
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++) {
            cudaMemsetAsync(device, 0, 65536, a);
            in(n);
        }
        wait(); // behind a wait for another stream
        for (int i = 0; i < 4; i++) {
            step<<<1, 64, 0, b>>>();
            cudaEventRecord(event, b);
            cudaStreamWaitEvent(a, event, 0);
            in(n);
        }
        wait(); // in rows
        step<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++)
            cudaMemcpy2DAsync(device, 1024, host, 1024, n / 4, 4, cudaMemcpyHostToDevice, a);
        wait(); // beside a copy in
        cudaMemcpyAsync(device + (4 << 20), host + (4 << 20), 4 << 20, cudaMemcpyHostToDevice, b);
        brief<<<1, 64, 0, a>>>();
        for (int i = 0; i < 4; i++)
            in(n);
        wait(); // in the legacy stream behind a kernel of it, not waited for
        step<<<1, 64>>>();
        cudaMemcpyAsync(device, host, n, cudaMemcpyHostToDevice, 0);
    }
    cudaDeviceSynchronize();
    return 0;
}
