// Power iteration where a host function closes the loop: it turns the partial norms into a scale in pinned memory,
// and the next launch in the stream reads the scale from there (mapped). The main thread never waits before the end.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define ROWS 4096
#define PARTS 64
#define ITER 40

static void die(const char *file, int line, cudaError_t e)
{
    std::fprintf(stderr, "%s:%d %s\n", file, line, cudaGetErrorString(e));
    std::exit(2);
}
#define TRY(e)                                   \
    if (cudaError_t status = (e))                \
    die(__FILE__, __LINE__, status)

#pragma nullstream kernel(gemv) bytes(4.0 * ROWS * ROWS) flops(2.0 * ROWS * ROWS) \
    reads(a, 4 * ROWS * ROWS) reads(x, 4 * ROWS) reads(scale, 4) writes(y, 4 * ROWS)
__global__ void gemv(const float *a, const float *x, const float *scale, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= ROWS) return;
    float sum = 0;
    for (int i = lane; i < ROWS; i += 32) sum += a[(size_t)row * ROWS + i] * x[i];
    for (int o = 16; o; o >>= 1) sum += __shfl_down_sync(~0u, sum, o);
    if (lane == 0) y[row] = sum * *scale;
}

#pragma nullstream kernel(norms) time(3us)
__global__ void norms(const float *y, float *part)
{
    float v = y[blockIdx.x * blockDim.x + threadIdx.x];
    v *= v;
    for (int o = 16; o; o >>= 1) v += __shfl_down_sync(~0u, v, o);
    __shared__ float w[2];
    if (threadIdx.x % 32 == 0) w[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) part[blockIdx.x] = w[0] + w[1];
}

typedef struct {
    float *part;  /* pinned */
    float *scale; /* pinned and mapped */
    float history[ITER];
    int count;
} loop_t;

static void CUDART_CB close_loop(void *arg)
{
    loop_t *l = (loop_t *)arg;
    float sum = 0;
    for (int i = 0; i < PARTS; i++) sum += l->part[i];
    *l->scale = 1.0f / std::sqrt(sum);
    l->history[l->count++] = std::sqrt(sum);
}

int main()
{
    float *a, *x, *y, *part, *scale_dev;
    static loop_t loop;
    cudaStream_t st;
    TRY(cudaSetDeviceFlags(cudaDeviceMapHost));
    TRY(cudaStreamCreate(&st));
    TRY(cudaMalloc(&a, (size_t)ROWS * ROWS * sizeof(float)));
    TRY(cudaMalloc(&x, ROWS * sizeof(float)));
    TRY(cudaMalloc(&y, ROWS * sizeof(float)));
    TRY(cudaMalloc(&part, PARTS * sizeof(float)));
    TRY(cudaHostAlloc(&loop.part, PARTS * sizeof(float), cudaHostAllocPortable));
    TRY(cudaHostAlloc(&loop.scale, sizeof(float), cudaHostAllocMapped));
    TRY(cudaHostGetDevicePointer((void **)&scale_dev, loop.scale, 0));
    *loop.scale = 1.0f;
    TRY(cudaMemsetAsync(a, 0x3c, (size_t)ROWS * ROWS * sizeof(float), st));
    TRY(cudaMemsetAsync(x, 0x3c, ROWS * sizeof(float), st));
    TRY(cudaStreamSynchronize(st));

    for (int k = 0; k < ITER; k++) {
        gemv<<<ROWS * 32 / 256, 256, 0, st>>>(a, x, scale_dev, y);
        norms<<<PARTS, ROWS / PARTS, 0, st>>>(y, part);
        TRY(cudaGetLastError());
        TRY(cudaMemcpyAsync(loop.part, part, PARTS * sizeof(float), cudaMemcpyDeviceToHost, st));
        TRY(cudaLaunchHostFunc(st, close_loop, &loop));
        float *t = x;
        x = y;
        y = t;
    }
    TRY(cudaStreamSynchronize(st));
    std::printf("eigenvalue about %g after %d iterations\n", loop.history[ITER - 1], loop.count);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    cudaFree(part);
    cudaFreeHost(loop.part);
    cudaFreeHost(loop.scale);
    cudaStreamDestroy(st);
    return 0;
}
