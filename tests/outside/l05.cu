// simpleCallback-like: workers in host threads, each with a stream; a callback posts when done
#include <cuda_runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(c)                                                                        \
    do {                                                                                \
        if ((c) != cudaSuccess) {                                                       \
            fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); \
            abort();                                                                    \
        }                                                                               \
    } while (0)

const int N_workloads = 4;
const int N_elements_per_workload = 100000;

typedef struct barrier {
    pthread_mutex_t lock;
    pthread_cond_t cond;
    int releaseCount;
    int count;
} CUTBarrier;

CUTBarrier cutCreateBarrier(int releaseCount)
{
    CUTBarrier b;
    b.count = 0;
    b.releaseCount = releaseCount;
    pthread_mutex_init(&b.lock, 0);
    pthread_cond_init(&b.cond, 0);
    return b;
}

void cutIncrementBarrier(CUTBarrier *b)
{
    int myCount;
    pthread_mutex_lock(&b->lock);
    myCount = ++b->count;
    pthread_mutex_unlock(&b->lock);
    if (myCount >= b->releaseCount)
        pthread_cond_signal(&b->cond);
}

void cutWaitForBarrier(CUTBarrier *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->count < b->releaseCount)
        pthread_cond_wait(&b->cond, &b->lock);
    pthread_mutex_unlock(&b->lock);
}

void cutDestroyBarrier(CUTBarrier *b)
{
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->cond);
}

CUTBarrier thread_barrier;

struct heterogeneous_workload {
    int id;
    int cudaDeviceID;
    int *h_data;
    int *d_data;
    cudaStream_t stream;
    bool success;
};

__global__ void incKernel(int *data, int N)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N)
        data[i]++;
}

void *postprocess(void *void_arg)
{
    heterogeneous_workload *workload = (heterogeneous_workload *)void_arg;
    CHECK(cudaSetDevice(workload->cudaDeviceID));
    workload->success = true;
    for (int i = 0; i < N_workloads; ++i)
        workload->success &= workload->h_data[i] == i + workload->id + 1;
    CHECK(cudaFree(workload->d_data));
    CHECK(cudaFreeHost(workload->h_data));
    CHECK(cudaStreamDestroy(workload->stream));
    cutIncrementBarrier(&thread_barrier);
    return NULL;
}

void CUDART_CB myStreamCallback(cudaStream_t event, cudaError_t status, void *data)
{
    CHECK(status);
    // Spawn a new CPU worker thread to continue processing on the CPU; no CUDA calls are made here
    pthread_t t;
    pthread_create(&t, NULL, postprocess, data);
    pthread_detach(t);
}

void *launch(void *void_arg)
{
    heterogeneous_workload *workload = (heterogeneous_workload *)void_arg;
    CHECK(cudaSetDevice(workload->cudaDeviceID));
    CHECK(cudaStreamCreate(&workload->stream));
    CHECK(cudaMalloc(&workload->d_data, N_elements_per_workload * sizeof(int)));
    CHECK(cudaHostAlloc(&workload->h_data, N_elements_per_workload * sizeof(int), cudaHostAllocPortable));
    for (int i = 0; i < N_elements_per_workload; ++i)
        workload->h_data[i] = workload->id + i;

    dim3 block(512);
    dim3 grid((N_elements_per_workload + block.x - 1) / block.x);
    CHECK(cudaMemcpyAsync(workload->d_data, workload->h_data, N_elements_per_workload * sizeof(int),
                          cudaMemcpyHostToDevice, workload->stream));
    incKernel<<<grid, block, 0, workload->stream>>>(workload->d_data, N_elements_per_workload);
    CHECK(cudaMemcpyAsync(workload->h_data, workload->d_data, N_elements_per_workload * sizeof(int),
                          cudaMemcpyDeviceToHost, workload->stream));
    CHECK(cudaStreamAddCallback(workload->stream, myStreamCallback, workload, 0));
    return NULL;
}

int main(int argc, char **argv)
{
    heterogeneous_workload *workloads;
    workloads = (heterogeneous_workload *)malloc(N_workloads * sizeof(heterogeneous_workload));
    thread_barrier = cutCreateBarrier(N_workloads);
    printf("Starting %d heterogeneous computing workloads\n", N_workloads);
    pthread_t th[N_workloads];
    for (int i = 0; i < N_workloads; ++i) {
        workloads[i].id = i;
        workloads[i].cudaDeviceID = 0;
        pthread_create(&th[i], NULL, launch, &workloads[i]);
    }
    for (int i = 0; i < N_workloads; ++i)
        pthread_join(th[i], NULL);
    cutWaitForBarrier(&thread_barrier);
    printf("Total of %d workloads finished:\n", N_workloads);
    bool success = true;
    for (int i = 0; i < N_workloads; ++i)
        success &= workloads[i].success;
    printf("%s\n", success ? "Success" : "Failure");
    cutDestroyBarrier(&thread_barrier);
    free(workloads);
    return success ? EXIT_SUCCESS : EXIT_FAILURE;
}
