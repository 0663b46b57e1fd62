/* pthreads: "ranks" on one GPU exchange halos by device-to-device copies, in lockstep by a barrier. */
#include "nullstream.cuh"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define RANKS 4
#define CELLS (1 << 20)
#define HALO 65536
#define STEPS 15

struct rank {
    int id;
    cudaStream_t stream;
    cudaEvent_t edges;
    float *field, *from_left, *from_right;
    float norm, *pinned;
    pthread_t thread;
};

static struct rank ranks[RANKS];
static pthread_barrier_t barrier;

#define E(x)                                                                        \
    if ((x) != cudaSuccess) {                                                       \
        fprintf(stderr, "rank %d failed in line %d\n", r ? r->id : -1, __LINE__);   \
        exit(1);                                                                    \
    }

__global__ void edge_kernel(float *f)
{
    f[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
    spin_us(12);
}

__global__ void inner_kernel(float *f, const float *l, const float *r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    f[i] += l[i % 65536] + r[i % 65536];
    spin_us(18);
}

static void *run(void *arg)
{
    struct rank *r = (struct rank *)arg;
    struct rank *left = &ranks[(r->id + RANKS - 1) % RANKS], *right = &ranks[(r->id + 1) % RANKS];
    int step;

    for (step = 0; step < STEPS; step++) {
        edge_kernel<<<CELLS / 1024, 1024, 0, r->stream>>>(r->field);
        E(cudaGetLastError());
        E(cudaEventRecord(r->edges, r->stream));
        pthread_barrier_wait(&barrier);
        E(cudaStreamWaitEvent(r->stream, left->edges, 0));
        E(cudaStreamWaitEvent(r->stream, right->edges, 0));
        E(cudaMemcpyAsync(r->from_left, left->field + CELLS - HALO, HALO * sizeof(float), cudaMemcpyDeviceToDevice, r->stream));
        E(cudaMemcpyAsync(r->from_right, right->field, HALO * sizeof(float), cudaMemcpyDeviceToDevice, r->stream));
        E(cudaStreamSynchronize(r->stream));
        pthread_barrier_wait(&barrier);
        inner_kernel<<<CELLS / 1024, 1024, 0, r->stream>>>(r->field, r->from_left, r->from_right);
        if (step % 5 == r->id)
            usleep(80); /* uneven load */
    }
    E(cudaMemcpyAsync(r->pinned, r->field, 4096, cudaMemcpyDeviceToHost, r->stream));
    E(cudaStreamSynchronize(r->stream));
    r->norm = r->pinned[0];
    return NULL;
}

int main(void)
{
    struct rank *r = NULL;
    int i;

    pthread_barrier_init(&barrier, NULL, RANKS);
    for (i = 0; i < RANKS; i++) {
        r = &ranks[i];
        r->id = i;
        E(cudaStreamCreateWithFlags(&r->stream, cudaStreamNonBlocking));
        E(cudaEventCreateWithFlags(&r->edges, cudaEventDisableTiming));
        E(cudaMalloc((void **)&r->field, CELLS * sizeof(float)));
        E(cudaMalloc((void **)&r->from_left, HALO * sizeof(float)));
        E(cudaMalloc((void **)&r->from_right, HALO * sizeof(float)));
        E(cudaMallocHost((void **)&r->pinned, 4096));
        E(cudaMemsetAsync(r->field, 0, CELLS * sizeof(float), r->stream));
    }
    for (i = 0; i < RANKS; i++)
        E(cudaStreamSynchronize(ranks[i].stream));
    for (i = 0; i < RANKS; i++)
        pthread_create(&ranks[i].thread, NULL, run, &ranks[i]);
    for (i = 0; i < RANKS; i++)
        pthread_join(ranks[i].thread, NULL);
    for (i = 0; i < RANKS; i++) {
        r = &ranks[i];
        printf("rank %d: %g\n", i, r->norm);
        E(cudaFree(r->field));
        E(cudaFree(r->from_left));
        E(cudaFree(r->from_right));
        E(cudaFreeHost(r->pinned));
        E(cudaEventDestroy(r->edges));
        E(cudaStreamDestroy(r->stream));
    }
    pthread_barrier_destroy(&barrier);
    return 0;
}
