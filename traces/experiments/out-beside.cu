// Does what stands before and behind copies out take longer while a copy comes in, without any tool? Chains of
// 24 steps behind a gate, each alone and beside a copy in of 256 MiB of another stream: copies out in a row, in
// two streams in turn, copy and kernel, kernel and copy by events, kernels alone. Elapsed times are those of the
// chain.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int STEPS = 24;
const size_t MIB = 1 << 20;

enum { KERNELS, ROW, TWO_STREAMS, COPY_KERNEL, COPY_HOP_KERNEL, CASES };
const char *const names[] = {"kernels", "out, out", "out, out in two streams", "out, kernel",
                             "out, hop, kernel, hop"};

__global__ void gate()
{
    spin_us(400);
}

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t a, b, c, g;
cudaEvent_t begin, end, open, done;
char *host, *host2, *device, *device2;

void kernel(cudaStream_t stream, int i)
{
    step<<<1, 64, 0, stream>>>(9 + 0.45 * (i % 16));
}

void out(cudaStream_t stream, int i)
{
    char *to = stream == b ? host : host + MIB;
    cudaMemcpyAsync(to, device, 40000 + 18000 * (i % 16), cudaMemcpyDeviceToHost, stream);
}

void hop(cudaStream_t from, cudaStream_t to)
{
    cudaEventRecord(done, from);
    cudaStreamWaitEvent(to, done, 0);
}

void chain(int which, int i)
{
    switch (which) {
    case KERNELS:
        kernel(b, i);
        break;
    case ROW:
        out(b, i);
        break;
    case TWO_STREAMS:
        out(i % 2 ? c : b, i);
        break;
    case COPY_KERNEL:
        out(b, i);
        kernel(b, i);
        break;
    case COPY_HOP_KERNEL:
        out(b, i);
        hop(b, c);
        kernel(c, i);
        hop(c, b);
        break;
    }
}

int main()
{
    float ms;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&g, cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&open, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 2 * MIB);
    cudaMallocHost((void **)&host2, 256 * MIB);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&device2, 256 * MIB);
    cudaDeviceSynchronize();
    for (int pass = 0; pass < 2; pass++) // the first warms up
        for (int which = KERNELS; which < CASES; which++)
            for (int beside = 0; beside < 2; beside++) {
                gate<<<1, 64, 0, g>>>();
                cudaEventRecord(open, g);
                cudaStreamWaitEvent(a, open, 0);
                cudaStreamWaitEvent(b, open, 0);
                cudaStreamWaitEvent(c, open, 0);
                if (beside)
                    cudaMemcpyAsync(device2, host2, 256 * MIB, cudaMemcpyHostToDevice, a);
                step<<<1, 64, 0, c>>>(20);
                hop(c, b);
                cudaEventRecord(begin, b);
                for (int i = 0; i < STEPS; i++)
                    chain(which, i);
                if (which == TWO_STREAMS)
                    hop(c, b);
                cudaEventRecord(end, b);
                cudaDeviceSynchronize();
                cudaEventElapsedTime(&ms, begin, end);
                if (pass == 1)
                    printf("%-24s %s %7.1f us\n", names[which], beside ? "beside" : "alone ", 1000 * ms);
            }
    return 0;
}
