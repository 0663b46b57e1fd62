// After the asyncAPI sample: everything in the default stream, the host counts while an event is not done.
#include <stdio.h>
#include <cuda_runtime.h>

#pragma nullstream kernel(increment_kernel) bytes(8.0 * gridDim.x * blockDim.x) flops(1.0 * gridDim.x * blockDim.x)
__global__ void increment_kernel(int *g_data, int inc_value)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    g_data[idx] = g_data[idx] + inc_value;
}

bool correct_output(int *data, const int n, const int x)
{
    for (int i = 0; i < n; i++)
        if (data[i] != x) {
            printf("Error! data[%d] = %d, ref = %d\n", i, data[i], x);
            return false;
        }
    return true;
}

int main(int argc, char *argv[])
{
    int n = 16 * 1024 * 1024;
    int nbytes = n * sizeof(int);
    int value = 26;
    int *a = 0, *d_a = 0;
    cudaMallocHost((void **)&a, nbytes);
    memset(a, 0, nbytes);
    cudaMalloc((void **)&d_a, nbytes);
    cudaMemset(d_a, 255, nbytes);

    dim3 threads = dim3(512, 1);
    dim3 blocks = dim3(n / threads.x, 1);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaDeviceSynchronize();
    float gpu_time = 0.0f;
    for (int rep = 0; rep < 2; rep++) {
        cudaEventRecord(start, 0);
        cudaMemcpyAsync(d_a, a, nbytes, cudaMemcpyHostToDevice, 0);
        increment_kernel<<<blocks, threads, 0, 0>>>(d_a, value);
        cudaMemcpyAsync(a, d_a, nbytes, cudaMemcpyDeviceToHost, 0);
        cudaEventRecord(stop, 0);
        unsigned long int counter = 0;
        while (cudaEventQuery(stop) == cudaErrorNotReady)
            counter++;
        cudaEventElapsedTime(&gpu_time, start, stop);
        printf("time spent executing by the GPU: %.2f, CPU executed %lu iterations\n", gpu_time, counter);
    }
    bool ok = correct_output(a, n, 2 * value);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaFreeHost(a);
    cudaFree(d_a);
    return !ok;
}
