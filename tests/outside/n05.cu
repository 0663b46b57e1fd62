// After asyncAPI: the CPU counts while the GPU copies, computes, copies back. Then the same with
// several independent jobs polled by cudaStreamQuery, each resubmitted when it is done.
#include "nullstream.cuh"
#include <cstdio>
#include <cstring>

#pragma nullstream kernel(increment_kernel) bytes(8.0 * gridDim.x * blockDim.x)
__global__ void increment_kernel(int *g_data, int inc_value)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    g_data[idx] = g_data[idx] + inc_value;
}

#pragma nullstream kernel(job_kernel) block_time(us * 1us) reads(x, 4) writes(x, 4)
__global__ void job_kernel(float *x, double us)
{
    spin_us(us);
    if (threadIdx.x + blockIdx.x == 0)
        x[0] += 1.0f;
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

    enum { JOBS = 5, ROUNDS = 6 };
    cudaStream_t js[JOBS];
    float *jd[JOBS], *jh[JOBS];
    for (int j = 0; j < JOBS; j++) {
        cudaStreamCreateWithFlags(&js[j], cudaStreamNonBlocking);
        cudaMalloc(&jd[j], 1 << 20);
        cudaMallocHost(&jh[j], 1 << 20);
    }

    dim3 threads = dim3(512, 1);
    dim3 blocks = dim3(n / threads.x, 1);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaDeviceSynchronize();
    float gpu_time = 0.0f;

    cudaEventRecord(start, 0);
    cudaMemcpyAsync(d_a, a, nbytes, cudaMemcpyHostToDevice, 0);
    increment_kernel<<<blocks, threads, 0, 0>>>(d_a, value);
    cudaMemcpyAsync(a, d_a, nbytes, cudaMemcpyDeviceToHost, 0);
    cudaEventRecord(stop, 0);

    unsigned long int counter = 0;
    while (cudaEventQuery(stop) == cudaErrorNotReady) {
        host_work_us(5);
        counter++;
    }
    cudaEventElapsedTime(&gpu_time, start, stop);
    printf("time spent executing by the GPU: %.2f, %lu iterations\n", gpu_time, counter);

    // jobs of different length, each restarted by the host as soon as it is seen to be done
    int left[JOBS], alive = JOBS;
    auto submit = [&](int j) {
        cudaMemcpyAsync(jd[j], jh[j], 1 << 20, cudaMemcpyHostToDevice, js[j]);
        job_kernel<<<24, 256, 0, js[j]>>>(jd[j], 60.0 + 45.0 * j);
        cudaMemcpyAsync(jh[j], jd[j], 256 << 10, cudaMemcpyDeviceToHost, js[j]);
    };
    for (int j = 0; j < JOBS; j++) {
        left[j] = ROUNDS;
        submit(j);
    }
    while (alive > 0) {
        for (int j = 0; j < JOBS; j++) {
            if (left[j] == 0 || cudaStreamQuery(js[j]) == cudaErrorNotReady)
                continue;
            if (--left[j] == 0)
                alive--;
            else
                submit(j);
        }
        host_work_us(3);
    }
    return 0;
}
