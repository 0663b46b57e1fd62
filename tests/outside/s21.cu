/* Seismic traces: hundreds of small gathers, packed on the host into a staging buffer that was registered
 * (cudaHostRegister); old style stream callbacks count what is finished. */
#include "nullstream.cuh"
#include <atomic>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACES 96
#define SAMPLES 4096
#define STAGES 4

struct stage {
    float *host;
    float *dev, *stacked;
    cudaStream_t stream;
    cudaEvent_t reusable;
};

static std::atomic<int> finished;

static void CUDART_CB done(cudaStream_t stream, cudaError_t status, void *user)
{
    (void)stream;
    if (status == cudaSuccess)
        ((std::atomic<int> *)user)->fetch_add(1);
}

#pragma nullstream kernel(nmo) time(14us)
__global__ void nmo(float *trace, int n, float stretch)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        trace[i] = trace[i] * stretch;
}

#pragma nullstream kernel(stack) time(5us) reads(trace, n * 4) atomics(sum, n * 4)
__global__ void stack(const float *trace, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sum[i], trace[i]);
}

int main(void)
{
    struct stage st[STAGES];
    float *archive = (float *)malloc((size_t)TRACES * SAMPLES * sizeof(float));
    float *staging = (float *)aligned_alloc(4096, STAGES * SAMPLES * sizeof(float));
    float *sum, *result;
    for (int i = 0; i < TRACES * SAMPLES; i++)
        archive[i] = (float)(i % 17);
    cudaHostRegister(staging, STAGES * SAMPLES * sizeof(float), cudaHostRegisterDefault);
    cudaMalloc((void **)&sum, SAMPLES * sizeof(float));
    cudaMemset(sum, 0, SAMPLES * sizeof(float));
    cudaMallocHost((void **)&result, SAMPLES * sizeof(float));
    for (int i = 0; i < STAGES; i++) {
        st[i].host = staging + i * SAMPLES;
        cudaMalloc((void **)&st[i].dev, SAMPLES * sizeof(float));
        cudaStreamCreate(&st[i].stream);
        cudaEventCreateWithFlags(&st[i].reusable, cudaEventDisableTiming);
    }
    for (int t = 0; t < TRACES; t++) {
        struct stage *s = &st[t % STAGES];
        cudaEventSynchronize(s->reusable);
        memcpy(s->host, archive + (size_t)t * SAMPLES, SAMPLES * sizeof(float));
        cudaMemcpyAsync(s->dev, s->host, SAMPLES * sizeof(float), cudaMemcpyHostToDevice, s->stream);
        cudaEventRecord(s->reusable, s->stream);
        nmo<<<SAMPLES / 128, 128, 0, s->stream>>>(s->dev, SAMPLES, 1.0f + 0.01f * t);
        stack<<<SAMPLES / 128, 128, 0, s->stream>>>(s->dev, sum, SAMPLES);
        if (t % 8 == 7)
            cudaStreamAddCallback(s->stream, done, (void *)&finished, 0);
    }
    for (int i = 0; i < STAGES; i++)
        cudaStreamSynchronize(st[i].stream);
    cudaMemcpy(result, sum, SAMPLES * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%d callbacks, stack[0] = %g\n", finished.load(), result[0]);
    cudaHostUnregister(staging);
    for (int i = 0; i < STAGES; i++) {
        cudaStreamDestroy(st[i].stream);
        cudaEventDestroy(st[i].reusable);
        cudaFree(st[i].dev);
    }
    cudaFree(sum);
    cudaFreeHost(result);
    free(staging);
    free(archive);
    return 0;
}
