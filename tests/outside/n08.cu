// "CUDA 7 Streams Simplify Concurrency": pthreads that each launch in their own default stream. Here
// through cudaStreamPerThread, so that no compiler option is needed; each also copies its rows.
#include "nullstream.cuh"
#include <pthread.h>
#include <stdio.h>

const int N = 1 << 20;
const int NUM_THREADS = 4;

#pragma nullstream kernel(kernel) block_time(120us)
__global__ void kernel(float *x, int n)
{
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = tid; i < n; i += blockDim.x * gridDim.x)
        x[i] = sqrtf(powf(3.14159f, i));
    spin_us(120);
}

struct Job {
    int id;
    float *dev, *host;
    float got;
};

void *launch_kernel(void *arg)
{
    Job *job = (Job *)arg;
    for (int turn = 0; turn < 5; turn++) {
        cudaMemcpyAsync(job->dev, job->host, N * sizeof(float), cudaMemcpyHostToDevice, cudaStreamPerThread);
        kernel<<<16 + 8 * job->id, 256, 0, cudaStreamPerThread>>>(job->dev, N);
        cudaMemcpyAsync(job->host, job->dev, N * sizeof(float) / 2, cudaMemcpyDeviceToHost, cudaStreamPerThread);
        cudaStreamSynchronize(cudaStreamPerThread);
    }
    job->got = job->host[0];
    return NULL;
}

int main()
{
    pthread_t threads[NUM_THREADS];
    Job jobs[NUM_THREADS];
    for (int i = 0; i < NUM_THREADS; i++) {
        jobs[i].id = i;
        cudaMalloc(&jobs[i].dev, N * sizeof(float));
        cudaMallocHost(&jobs[i].host, N * sizeof(float));
    }
    for (int i = 0; i < NUM_THREADS; i++) {
        if (pthread_create(&threads[i], NULL, launch_kernel, &jobs[i])) {
            fprintf(stderr, "Error creating threadn\n");
            return 1;
        }
    }
    for (int i = 0; i < NUM_THREADS; i++) {
        if (pthread_join(threads[i], NULL)) {
            fprintf(stderr, "Error joining threadn\n");
            return 2;
        }
    }
    // the main thread's legacy stream now: must wait for nobody
    kernel<<<1, 64>>>(jobs[0].dev, 64);
    cudaDeviceSynchronize();
    for (int i = 0; i < NUM_THREADS; i++) {
        cudaFree(jobs[i].dev);
        cudaFreeHost(jobs[i].host);
    }
    cudaDeviceReset();
    return 0;
}
