// Host functions in a stream: a logger gets each block as it lands, ring of four pinned buffers.
#include "nullstream.cuh"
#include <cstdio>
#include <vector>

#pragma nullstream kernel(monte_carlo) time(150us) writes(out, n * 4)
__global__ void monte_carlo(float *out, int n, unsigned seed) {}
#pragma nullstream kernel(reduce) bytes(4.0 * n) reads(in, n * 4) writes(out, 256 * 4)
__global__ void reduce(const float *in, float *out, int n) {}

#pragma nullstream host(summarize) time(25us)
static double summarize(const float *data, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += data[i];
    return sum;
}

struct Report {
    const float *data;
    double *total;
    int index;
};

static void CUDART_CB on_block(void *arg)
{
    Report *r = static_cast<Report *>(arg);
    *r->total += summarize(r->data, 256);
}

int main()
{
    const int RING = 4, BLOCKS = 16, N = 1 << 20;
    cudaStream_t sim, copy;
    cudaStreamCreateWithFlags(&sim, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    float *samples[RING], *partial[RING], *landing[RING];
    cudaEvent_t computed[RING], drained[RING];
    for (int i = 0; i < RING; i++) {
        cudaMalloc(&samples[i], N * sizeof(float));
        cudaMalloc(&partial[i], 256 * sizeof(float));
        cudaHostAlloc(&landing[i], 256 * sizeof(float), cudaHostAllocPortable);
        cudaEventCreateWithFlags(&computed[i], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&drained[i], cudaEventDisableTiming);
    }
    double total = 0;
    std::vector<Report> reports;
    reports.reserve(BLOCKS);
    cudaEvent_t t0, t1;
    cudaEventCreate(&t0);
    cudaEventCreate(&t1);
    cudaEventRecord(t0, sim);
    for (int b = 0; b < BLOCKS; b++) {
        int i = b % RING;
        cudaStreamWaitEvent(sim, drained[i], 0);
        monte_carlo<<<132, 256, 0, sim>>>(samples[i], N, 1234u + b);
        reduce<<<256, 256, 0, sim>>>(samples[i], partial[i], N);
        cudaEventRecord(computed[i], sim);
        cudaStreamWaitEvent(copy, computed[i], 0);
        cudaMemcpyAsync(landing[i], partial[i], 256 * sizeof(float), cudaMemcpyDeviceToHost, copy);
        reports.push_back(Report{landing[i], &total, b});
        cudaLaunchHostFunc(copy, on_block, &reports.back());
        cudaEventRecord(drained[i], copy);
    }
    cudaStreamWaitEvent(sim, drained[(BLOCKS - 1) % RING], 0);
    cudaEventRecord(t1, sim);
    cudaEventSynchronize(t1);
    float ms;
    cudaEventElapsedTime(&ms, t0, t1);
    printf("total %f after %.3f ms\n", total, ms);
    return 0;
}
