// Per-thread default stream by the special handle; two pthreads.
#include <pthread.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int id;
    float *data;
    int n;
} job_t;

#pragma nullstream kernel(work) time(140us)
__global__ void work(float *x, int n)
{
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    for (int i = tid; i < n; i += blockDim.x * gridDim.x)
        x[i] = sqrtf(powf(3.14159f, i));
}

void *launch(void *arg)
{
    job_t *job = (job_t *)arg;
    for (int r = 0; r < 6; r++) {
        work<<<32, 64, 0, cudaStreamPerThread>>>(job->data, job->n);
        cudaMemsetAsync(job->data, 0, 4096, cudaStreamPerThread);
    }
    cudaStreamSynchronize(cudaStreamPerThread);
    return NULL;
}

int main()
{
    const int threads = 2;
    pthread_t th[threads];
    job_t jobs[threads];
    for (int i = 0; i < threads; i++) {
        jobs[i].id = i;
        jobs[i].n = 1 << 20;
        cudaMalloc((void **)&jobs[i].data, jobs[i].n * sizeof(float));
    }
    for (int i = 0; i < threads; i++)
        if (pthread_create(&th[i], NULL, launch, &jobs[i])) {
            fprintf(stderr, "Error creating thread\n");
            return 1;
        }
    for (int i = 0; i < threads; i++)
        pthread_join(th[i], NULL);
    cudaDeviceReset();
    return 0;
}
