// When a small copy into the device travels in the command stream, and when a copy engine does it
// (copy.inline_bytes): in an idle stream, several in a row, behind a kernel that runs or has ended,
// while another stream is busy, behind a copy; by size.
#include <cuda_runtime.h>

#include "nullstream.cuh"

__global__ void step()
{
    spin_us(30);
}

cudaStream_t a, b;
cudaEvent_t event;
char *host, *device;

void in(cudaStream_t stream, size_t bytes)
{
    cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream);
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
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    const size_t sizes[] = {4, 1024, 4096, 16384, 24576, 32768};
    for (int i = 0; i < 6; i++) { // one, in an idle stream
        wait();
        in(a, sizes[i]);
    }
    wait(); // four in a row
    for (int i = 0; i < 4; i++)
        in(a, 4096);
    wait(); // four, each when the one before is done
    for (int i = 0; i < 4; i++) {
        in(a, 4096);
        host_work_us(30);
    }
    wait(); // behind a kernel that has ended
    step<<<1, 64, 0, a>>>();
    host_work_us(80);
    in(a, 4096);
    wait(); // behind one that runs
    step<<<1, 64, 0, a>>>();
    in(a, 4096);
    wait(); // another stream's runs
    step<<<1, 64, 0, b>>>();
    in(a, 4096);
    wait(); // behind a large copy
    in(a, 1 << 20);
    in(a, 4096);
    wait(); // a kernel behind a small copy, one more copy
    in(a, 4096);
    step<<<1, 64, 0, a>>>();
    in(a, 4096);
    wait(); // behind a wait for an event of another stream
    step<<<1, 64, 0, b>>>();
    cudaEventRecord(event, b);
    cudaStreamWaitEvent(a, event, 0);
    in(a, 4096);
    wait(); // out
    step<<<1, 64, 0, a>>>();
    for (int i = 0; i < 4; i++)
        cudaMemcpyAsync(host, device, 4096, cudaMemcpyDeviceToHost, a);
    wait();
    return 0;
}
