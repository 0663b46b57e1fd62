// PageRank by power iteration; the change of each sweep goes to mapped (zero-copy) host memory by the kernel itself,
// and the host looks at the one of two sweeps ago, so that the device is never idle.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define OK(call)                                                                                  \
    do {                                                                                          \
        cudaError_t err_ = (call);                                                                \
        if (err_ != cudaSuccess) {                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));         \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

enum { NODES = 1 << 20, DEGREE = 12, LAG = 2, LIMIT = 40 };

#pragma nullstream kernel(spread) bytes(DEGREE * 8.0 * n) reads(rank, n * 4) reads(edges, n * DEGREE * 4) writes(next, n * 4)
__global__ void spread(const float *rank, const int *edges, float *next, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < DEGREE; k++)
        sum += rank[edges[i * DEGREE + k]];
    next[i] = 0.15f / n + 0.85f * sum / DEGREE;
}

#pragma nullstream kernel(change) bytes(8.0 * n) reads(a, n * 4) reads(b, n * 4) writes(out, 4)
__global__ void change(const float *a, const float *b, volatile float *out, int n)
{
    __shared__ float part[1024];
    float d = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        d += fabsf(a[i] - b[i]);
    part[threadIdx.x] = d;
    __syncthreads();
    for (int w = blockDim.x / 2; w; w >>= 1) {
        if (threadIdx.x < w)
            part[threadIdx.x] += part[threadIdx.x + w];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *out = part[0];
}

int main(void)
{
    int *edges_host = (int *)malloc(sizeof(int) * NODES * DEGREE);
    for (int i = 0; i < NODES * DEGREE; i++)
        edges_host[i] = (int)((i * 2654435761u) % NODES);
    float *rank[2], *residual, *residual_dev;
    int *edges;
    cudaStream_t s;
    cudaEvent_t swept[LAG + 1];
    OK(cudaStreamCreate(&s));
    for (int i = 0; i <= LAG; i++)
        OK(cudaEventCreateWithFlags(&swept[i], cudaEventDisableTiming | cudaEventBlockingSync));
    OK(cudaMalloc((void **)&rank[0], NODES * sizeof(float)));
    OK(cudaMalloc((void **)&rank[1], NODES * sizeof(float)));
    OK(cudaMalloc((void **)&edges, sizeof(int) * NODES * DEGREE));
    OK(cudaHostAlloc((void **)&residual, (LAG + 1) * sizeof(float), cudaHostAllocMapped));
    OK(cudaHostGetDevicePointer((void **)&residual_dev, residual, 0));
    OK(cudaMemcpyAsync(edges, edges_host, sizeof(int) * NODES * DEGREE, cudaMemcpyHostToDevice, s));
    OK(cudaMemsetAsync(rank[0], 0, NODES * sizeof(float), s));
    int sweep = 0;
    for (; sweep < LIMIT; sweep++) {
        spread<<<(NODES + 255) / 256, 256, 0, s>>>(rank[sweep & 1], edges, rank[~sweep & 1], NODES);
        change<<<1, 1024, 0, s>>>(rank[0], rank[1], residual_dev + sweep % (LAG + 1), NODES);
        OK(cudaGetLastError());
        OK(cudaEventRecord(swept[sweep % (LAG + 1)], s));
        if (sweep >= LAG) {
            OK(cudaEventSynchronize(swept[(sweep - LAG) % (LAG + 1)]));
            if (residual[(sweep - LAG) % (LAG + 1)] < 1e-12f && sweep > 30)
                break;
        }
    }
    OK(cudaStreamSynchronize(s));
    printf("%d sweeps\n", sweep);
    for (int i = 0; i <= LAG; i++)
        cudaEventDestroy(swept[i]);
    cudaFree(rank[0]);
    cudaFree(rank[1]);
    cudaFree(edges);
    cudaFreeHost(residual);
    cudaStreamDestroy(s);
    free(edges_host);
    return 0;
}
