// Zero copy: kernels read their input from and write small results to mapped host memory; compared with
// staging through explicit copies; a registered buffer, write-combined input, flags seen by cudaEventQuery.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

const int N = 1 << 20, ROUNDS = 10;

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

// reads 8 MiB across the link at some 50 GB/s
#pragma nullstream kernel(dot_mapped) time(170us) shared(1024) regs(20) reads(a, 4 * n) reads(b, 4 * n) writes(partial, 4 * gridDim.x)
__global__ void dot_mapped(const float *a, const float *b, float *partial, int n)
{
    __shared__ float cache[256];
    float sum = 0.0f;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int h = 128; h != 0; h /= 2) {
        if (threadIdx.x < h)
            cache[threadIdx.x] += cache[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

// the same from device memory; only the partial sums cross the link
#pragma nullstream kernel(dot_device) flops(2.0 * n) bytes(8.0 * n) shared(1024) regs(20) reads(a, 4 * n) reads(b, 4 * n) writes(partial, 4 * gridDim.x)
__global__ void dot_device(const float *a, const float *b, float *partial, int n)
{
    __shared__ float cache[256];
    float sum = 0.0f;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int h = 128; h != 0; h /= 2) {
        if (threadIdx.x < h)
            cache[threadIdx.x] += cache[threadIdx.x + h];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}

float finish(const float *partial, int blocks)
{
    float c = 0.0f;
    for (int i = 0; i < blocks; i++)
        c += partial[i];
    return c;
}

int main()
{
    cudaDeviceProp prop;
    int device = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaGetDeviceProperties(&prop, device));
    if (!prop.canMapHostMemory) {
        printf("no mapped memory here\n");
        return 0;
    }
    const int blocks = prop.multiProcessorCount * 2;
    float *a, *b, *partial, *dev_a, *dev_b, *dev_partial, *copy_a, *copy_b;
    HANDLE_ERROR(cudaHostAlloc(&a, N * sizeof(float), cudaHostAllocWriteCombined | cudaHostAllocMapped));
    b = (float *)aligned_alloc(4096, N * sizeof(float));
    HANDLE_ERROR(cudaHostRegister(b, N * sizeof(float), cudaHostRegisterMapped));
    HANDLE_ERROR(cudaHostAlloc(&partial, 2 * blocks * sizeof(float), cudaHostAllocMapped));
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2.0f;
    }
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_a, a, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_b, b, 0));
    HANDLE_ERROR(cudaHostGetDevicePointer(&dev_partial, partial, 0));
    HANDLE_ERROR(cudaMalloc(&copy_a, N * sizeof(float)));
    HANDLE_ERROR(cudaMalloc(&copy_b, N * sizeof(float)));

    cudaEvent_t start, stop[2];
    cudaStream_t s[2];
    HANDLE_ERROR(cudaEventCreate(&start));
    for (int i = 0; i < 2; i++) {
        HANDLE_ERROR(cudaEventCreate(&stop[i]));
        HANDLE_ERROR(cudaStreamCreate(&s[i])); // blocking: the record in the default stream comes first
    }
    float result[2] = {0, 0};
    HANDLE_ERROR(cudaEventRecord(start, 0));
    for (int r = 0; r < ROUNDS; r++) {
        dot_mapped<<<blocks, 256, 0, s[0]>>>(dev_a, dev_b, dev_partial, N);
        HANDLE_ERROR(cudaEventRecord(stop[0], s[0]));
        HANDLE_ERROR(cudaMemcpyAsync(copy_a, a, N * sizeof(float), cudaMemcpyHostToDevice, s[1]));
        HANDLE_ERROR(cudaMemcpyAsync(copy_b, b, N * sizeof(float), cudaMemcpyHostToDevice, s[1]));
        dot_device<<<blocks, 256, 0, s[1]>>>(copy_a, copy_b, dev_partial + blocks, N);
        HANDLE_ERROR(cudaEventRecord(stop[1], s[1]));
        for (int i = 0; i < 2; i++) {
            cudaError_t state;
            while ((state = cudaEventQuery(stop[i])) == cudaErrorNotReady)
                ;
            HANDLE_ERROR(state);
            result[i] += finish(partial + i * blocks, blocks);
        }
    }
    HANDLE_ERROR(cudaDeviceSynchronize());
    float ms[2];
    for (int i = 0; i < 2; i++)
        HANDLE_ERROR(cudaEventElapsedTime(&ms[i], start, stop[i]));
    printf("mapped %f (%.3f ms), copied %f (%.3f ms)\n", result[0], ms[0], result[1], ms[1]);
    HANDLE_ERROR(cudaHostUnregister(b));
    HANDLE_ERROR(cudaFreeHost(partial));
    HANDLE_ERROR(cudaFreeHost(a));
    free(b);
    return 0;
}
