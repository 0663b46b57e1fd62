// OpenMP-like HPC mini-app with pthreads: every thread launches many small kernels in its own stream.
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 8
#define STEPS 60
#define CELLS 16384

#pragma nullstream kernel(flux) time(6us) reads(q, n * 4) writes(f, n * 4)
__global__ void flux(const float *q, float *f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f[i] = q[i] * q[i] * 0.5f;
}

#pragma nullstream kernel(update) time(5us)
__global__ void update(float *q, const float *f, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i] -= dt * f[i];
}

typedef struct {
    int id;
    float *q, *f;
    cudaStream_t stream;
    pthread_barrier_t *start;
} Domain;

static void *advance(void *arg)
{
    Domain *d = (Domain *)arg;
    pthread_barrier_wait(d->start);
    for (int step = 0; step < STEPS; step++) {
        flux<<<CELLS / 128, 128, 0, d->stream>>>(d->q, d->f, CELLS);
        update<<<CELLS / 128, 128, 0, d->stream>>>(d->q, d->f, 0.01f, CELLS);
    }
    cudaStreamSynchronize(d->stream);
    return NULL;
}

int main(void)
{
    pthread_t tid[THREADS];
    Domain dom[THREADS];
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        dom[i].id = i;
        dom[i].start = &barrier;
        cudaStreamCreateWithFlags(&dom[i].stream, cudaStreamNonBlocking);
        cudaMalloc((void **)&dom[i].q, CELLS * sizeof(float));
        cudaMalloc((void **)&dom[i].f, CELLS * sizeof(float));
        cudaMemsetAsync(dom[i].q, 0, CELLS * sizeof(float), dom[i].stream);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&tid[i], NULL, advance, &dom[i])) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    for (int i = 0; i < THREADS; i++)
        pthread_join(tid[i], NULL);
    pthread_barrier_destroy(&barrier);
    cudaDeviceSynchronize();
    printf("%d domains, %d steps: %s\n", THREADS, STEPS, cudaGetErrorString(cudaGetLastError()));
    return EXIT_SUCCESS;
}
