// StreamPriorities-like: a low priority stream with large kernels, a high one with small, timing both
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cassert>

#define TOTAL_SIZE 64 * 1024 * 1024
#define EACH_SIZE 4 * 1024 * 1024
#define TBLOCKS 1024
#define THREADS 512

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

#define CUDA_OK(x) do { cudaError_t r = (x); if (r != cudaSuccess) { \
    fprintf(stderr, "%s\n", cudaGetErrorString(r)); exit(1); } } while (0)

#define ERR_EQ(X, Y) do { if ((X) == (Y)) { fprintf(stderr, "Error in %s at %s:%d\n", __func__, __FILE__, __LINE__); exit(-1); } } while (0)

// copy from source -> destination arrays
__global__ void memcpy_kernel(int *dst, int *src, size_t n)
{
    int num = gridDim.x * blockDim.x;
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    for (int i = id; i < n / sizeof(int); i += num)
        dst[i] = src[i];
}

void mem_init(int *buf, size_t n)
{
    for (int i = 0; i < n / sizeof(int); i++)
        buf[i] = i;
}

int main(int argc, char **argv)
{
    cudaDeviceProp device_prop;
    int dev_id = 0;
    printf("Starting [%s]...\n", argv[0]);
    CUDA_OK(cudaSetDevice(dev_id));
    CUDA_OK(cudaGetDeviceProperties(&device_prop, dev_id));
    if (!device_prop.streamPrioritiesSupported) {
        printf("This device does not support priority streams");
        return 0;
    }

    int priority_low;
    int priority_hi;
    CUDA_OK(cudaDeviceGetStreamPriorityRange(&priority_low, &priority_hi));
    printf("CUDA stream priority range: LOW: %d to HIGH: %d\n", priority_low, priority_hi);

    cudaStream_t st_low, st_hi;
    CUDA_OK(cudaStreamCreateWithPriority(&st_low, cudaStreamNonBlocking, priority_low));
    CUDA_OK(cudaStreamCreateWithPriority(&st_hi, cudaStreamNonBlocking, priority_hi));

    size_t size = TOTAL_SIZE;

    int *h_src_low, *h_src_hi;
    ERR_EQ(h_src_low = (int *)malloc(size), NULL);
    ERR_EQ(h_src_hi = (int *)malloc(size), NULL);
    mem_init(h_src_low, size);
    mem_init(h_src_hi, size);
    int *h_dst_low, *h_dst_hi;
    ERR_EQ(h_dst_low = (int *)malloc(size), NULL);
    ERR_EQ(h_dst_hi = (int *)malloc(size), NULL);
    memset(h_dst_low, 0, size);
    memset(h_dst_hi, 0, size);

    int *d_src_low, *d_src_hi;
    CUDA_OK(cudaMalloc(&d_src_low, size));
    CUDA_OK(cudaMalloc(&d_src_hi, size));
    CUDA_OK(cudaMemcpy(d_src_low, h_src_low, size, cudaMemcpyHostToDevice));
    CUDA_OK(cudaMemcpy(d_src_hi, h_src_hi, size, cudaMemcpyHostToDevice));
    int *d_dst_low, *d_dst_hi;
    CUDA_OK(cudaMalloc(&d_dst_low, size));
    CUDA_OK(cudaMalloc(&d_dst_hi, size));

    cudaEvent_t ev_start_low, ev_start_hi, ev_end_low, ev_end_hi;
    CUDA_OK(cudaEventCreate(&ev_start_low));
    CUDA_OK(cudaEventCreate(&ev_start_hi));
    CUDA_OK(cudaEventCreate(&ev_end_low));
    CUDA_OK(cudaEventCreate(&ev_end_hi));

    CUDA_OK(cudaEventRecord(ev_start_low, st_low));
    CUDA_OK(cudaEventRecord(ev_start_hi, st_hi));

    for (int i = 0; i < TOTAL_SIZE; i += EACH_SIZE) {
        int j = i / sizeof(int);
        memcpy_kernel<<<TBLOCKS, THREADS, 0, st_low>>>(d_dst_low + j, d_src_low + j, EACH_SIZE);
        memcpy_kernel<<<TBLOCKS, THREADS, 0, st_hi>>>(d_dst_hi + j, d_src_hi + j, EACH_SIZE);
    }
    CUDA_OK(cudaEventRecord(ev_end_low, st_low));
    CUDA_OK(cudaEventRecord(ev_end_hi, st_hi));
    CUDA_OK(cudaEventSynchronize(ev_end_low));
    CUDA_OK(cudaEventSynchronize(ev_end_hi));

    size = TOTAL_SIZE;
    CUDA_OK(cudaMemcpy(h_dst_low, d_dst_low, size, cudaMemcpyDeviceToHost));
    CUDA_OK(cudaMemcpy(h_dst_hi, d_dst_hi, size, cudaMemcpyDeviceToHost));
    ERR_EQ(memcmp(h_dst_low, h_src_low, size) == 0, false);
    ERR_EQ(memcmp(h_dst_hi, h_src_hi, size) == 0, false);

    float ms_low, ms_hi;
    CUDA_OK(cudaEventElapsedTime(&ms_low, ev_start_low, ev_end_low));
    CUDA_OK(cudaEventElapsedTime(&ms_hi, ev_start_hi, ev_end_hi));
    printf("elapsed time of kernels launched to LOW priority stream: %.3lf ms\n", ms_low);
    printf("elapsed time of kernels launched to HI  priority stream: %.3lf ms\n", ms_hi);
    cudaFree(d_src_low); cudaFree(d_src_hi); cudaFree(d_dst_low); cudaFree(d_dst_hi);
    free(h_src_low); free(h_src_hi); free(h_dst_low); free(h_dst_hi);
    return EXIT_SUCCESS;
}
