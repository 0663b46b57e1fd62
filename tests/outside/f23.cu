// Managed memory with prefetches: k-means over chunks of points; the next chunk is prefetched in a second
// stream while one is assigned; the centres go to the host, which averages them, and back, each round.
#include <cstdio>
#include <cuda_runtime.h>

#define CUDART(x)                                                                                  \
    if (auto status = (x); status != cudaSuccess)                                                  \
    printf("%s: %s\n", #x, cudaGetErrorString(status))

static constexpr int CHUNK = 1 << 18, CHUNKS = 6, K = 64, ROUNDS = 4;

struct Sums {
    float x[K], y[K];
    int count[K];
};

#pragma nullstream kernel(assign) flops(5.0 * 64 * n) bytes(8.0 * n) shared(1280) regs(28) reads(p, 8 * n) reads(centre, 512) reads(sums, 768) writes(sums, 768)
__global__ void assign(const float2 *p, const float2 *centre, Sums *sums, int n)
{
    __shared__ float2 c[K];
    __shared__ float sx[K], sy[K];
    __shared__ int sc[K];
    if (threadIdx.x < K) {
        c[threadIdx.x] = centre[threadIdx.x];
        sx[threadIdx.x] = sy[threadIdx.x] = 0.0f;
        sc[threadIdx.x] = 0;
    }
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 q = p[i];
        int best = 0;
        float d = 1e30f;
        for (int k = 0; k < K; k++) {
            float dx = q.x - c[k].x, dy = q.y - c[k].y, e = dx * dx + dy * dy;
            if (e < d) {
                d = e;
                best = k;
            }
        }
        atomicAdd(&sx[best], q.x);
        atomicAdd(&sy[best], q.y);
        atomicAdd(&sc[best], 1);
    }
    __syncthreads();
    if (threadIdx.x < K) {
        atomicAdd(&sums->x[threadIdx.x], sx[threadIdx.x]);
        atomicAdd(&sums->y[threadIdx.x], sy[threadIdx.x]);
        atomicAdd(&sums->count[threadIdx.x], sc[threadIdx.x]);
    }
}

int main()
{
    float2 *points, *centre;
    Sums *sums;
    CUDART(cudaMallocManaged(&points, (size_t)CHUNKS * CHUNK * sizeof(float2)));
    CUDART(cudaMallocManaged(&centre, K * sizeof(float2)));
    CUDART(cudaMalloc(&sums, sizeof(Sums)));
    for (int i = 0; i < CHUNKS * CHUNK; i++)
        points[i] = make_float2((float)(i * 37 % 1001), (float)(i * 53 % 997));
    for (int k = 0; k < K; k++)
        centre[k] = make_float2(k % 8 * 125.0f, k / 8 * 125.0f);

    const cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0}, cpu = {cudaMemLocationTypeHost, 0};
    cudaStream_t work, fetch;
    cudaEvent_t there[CHUNKS];
    CUDART(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
    CUDART(cudaStreamCreateWithFlags(&fetch, cudaStreamNonBlocking));
    for (auto &e : there)
        CUDART(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    Sums *host;
    CUDART(cudaMallocHost(&host, sizeof(Sums)));

    for (int round = 0; round < ROUNDS; round++) {
        CUDART(cudaMemPrefetchAsync(centre, K * sizeof(float2), gpu, 0, work));
        CUDART(cudaMemsetAsync(sums, 0, sizeof(Sums), work));
        for (int c = 0; c < CHUNKS; c++) {
            float2 *p = points + (size_t)c * CHUNK;
            if (round == 0) {
                CUDART(cudaMemPrefetchAsync(p, CHUNK * sizeof(float2), gpu, 0, fetch));
                CUDART(cudaEventRecord(there[c], fetch));
                CUDART(cudaStreamWaitEvent(work, there[c], 0));
            }
            assign<<<CHUNK / 256, 256, 0, work>>>(p, centre, sums, CHUNK);
        }
        CUDART(cudaGetLastError());
        CUDART(cudaMemcpyAsync(host, sums, sizeof(Sums), cudaMemcpyDeviceToHost, work));
        CUDART(cudaMemPrefetchAsync(centre, K * sizeof(float2), cpu, 0, work));
        CUDART(cudaStreamSynchronize(work));
        for (int k = 0; k < K; k++) {
            const float n = host->count[k] + 1e-9f;
            centre[k] = make_float2(host->x[k] / n, host->y[k] / n);
        }
    }
    printf("centre 0: %f %f\n", centre[0].x, centre[0].y);
    CUDART(cudaFree(points));
    CUDART(cudaFree(centre));
    CUDART(cudaFree(sums));
    return 0;
}
