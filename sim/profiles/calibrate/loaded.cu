// What operations take longer beside kernels that read all the time, by what these have on their way
// from memory: chains of kernels and copies behind a long kernel, so that the host has made all
// calls before the device reaches them, alone and beside more and more threads that read. Each comes
// short and long: what the long one takes more says how long a step is.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int TIMES = 2, SHORT = 2, LONG = 18; // steps
const size_t SMALL = 4 << 10;
const double LASTS = 0.8e-3; // s: the chain behind its lead, and more

__global__ void spin(double us)
{
    spin_us(us);
}

#pragma nullstream kernel(load) bytes(total) regs(32)
__global__ void load(float *out, double total)
{
    *out = (float)total;
}

cudaStream_t a, b;
float *out;
char *host, *device;

enum { K, IN, OUT, K_IN, K_OUT, CHAINS };
const char *const names[] = {"k", "in", "out", "k in", "k out"};

void step(int chain)
{
    if (chain == K || chain == K_IN || chain == K_OUT)
        spin<<<1, 64, 0, b>>>(5);
    if (chain == IN || chain == K_IN)
        cudaMemcpyAsync(device, host, SMALL, cudaMemcpyHostToDevice, b);
    if (chain == OUT || chain == K_OUT)
        cudaMemcpyAsync(host, device, SMALL, cudaMemcpyDeviceToHost, b);
}

void run(int chain, int steps, int blocks)
{
    // A thread asks for 136 MB/s at most, and no device has much more than 5 TB/s.
    double rate = blocks * 256 * 136e6;
    nvtxRangePush(names[chain]);
    if (blocks > 0)
        load<<<blocks, 256, 0, a>>>(out, (rate < 5e12 ? rate : 5e12) * LASTS);
    host_work_us(30);
    spin<<<1, 64, 0, b>>>(200);
    for (int i = 0; i < steps; i++)
        step(chain);
    cudaStreamSynchronize(b);
    nvtxRangePop();
    cudaDeviceSynchronize();
}

void beside(int blocks)
{
    for (int chain = K; chain < CHAINS; chain++) {
        run(chain, SHORT, blocks);
        run(chain, LONG, blocks);
    }
}

int main()
{
    int sms, threads;
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
    cudaStreamCreate(&a);
    cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, -1);
    cudaMalloc(&out, 4);
    cudaMallocHost(&host, SMALL);
    cudaMalloc(&device, SMALL);
    const int most = threads / 256 - 1; // of an SM; the chains need room
    for (int i = 0; i < TIMES; i++) {
        beside(0);
        beside(4);
        beside(sms / 4);
        for (int halves = 2; halves <= 2 * most; halves += halves < 4 || halves >= 6 ? 2 : 1)
            beside(sms * halves / 2);
    }
    return 0;
}
