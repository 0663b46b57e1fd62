/* Old-school C: tables of functions, X-macros, goto for the clean-up, worker pthreads that each own a stream.
 * Every worker goes through the list of jobs and takes those with its own remainder. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
#include "nullstream.cuh"

#define NWORKERS 3
#define NJOBS 18
#define MB (1 << 20)

#define FILTERS(X)                 \
    X(INVERT, invert, 1)           \
    X(GAMMA, gamma_correct, 2)     \
    X(SHARPEN, sharpen, 3)

enum filter_id {
#define X(id, fn, weight) FILTER_##id,
    FILTERS(X)
#undef X
    FILTER_COUNT
};

#define KERNEL(fn, expr)                                                                  \
    __global__ void fn(uint8_t *img, int n)                                               \
    {                                                                                     \
        int i = blockIdx.x * blockDim.x + threadIdx.x, k;                                 \
        if (i < n / 4) {                                                                  \
            uint32_t in = ((uint32_t *)img)[i], out = 0;                                  \
            for (k = 0; k < 32; k += 8) {                                                 \
                uint8_t p = (uint8_t)(in >> k);                                           \
                out |= (uint32_t)(uint8_t)(expr) << k;                                    \
            }                                                                             \
            ((uint32_t *)img)[i] = out;                                                   \
        }                                                                                 \
    }
#pragma nullstream kernel(invert) bytes(2.0 * n) flops(6.0 * n) reads(img, n) writes(img, n)
KERNEL(invert, 255 - p)
#pragma nullstream kernel(gamma_correct) bytes(2.0 * n) flops(10.0 * n) reads(img, n) writes(img, n)
KERNEL(gamma_correct, p * p / 255)
#pragma nullstream kernel(sharpen) bytes(2.0 * n) flops(10.0 * n) reads(img, n) writes(img, n)
KERNEL(sharpen, p > 128 ? p + (255 - p) / 2 : p - p / 2)

typedef void (*kernel_fn)(uint8_t *, int);
static const struct {
    const char *name;
    kernel_fn fn;
    int weight;
} filters[FILTER_COUNT] = {
#define X(id, fn, weight) {#fn, fn, weight},
    FILTERS(X)
#undef X
};

struct job {
    int number, size;
    enum filter_id chain[4];
    int length;
};

struct worker {
    pthread_t thread;
    int rank, done;
    const struct job *jobs;
    cudaError_t error;
};

static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;

#define CHECK_GOTO(call)                        \
    do {                                        \
        if ((w->error = (call)) != cudaSuccess) \
            goto out;                           \
    } while (0)

static void *work(void *arg)
{
    struct worker *w = (struct worker *)arg;
    uint8_t *host = NULL, *dev = NULL;
    cudaStream_t stream = NULL;
    int j, k;

    CHECK_GOTO(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK_GOTO(cudaHostAlloc((void **)&host, 16 * MB, cudaHostAllocDefault));
    CHECK_GOTO(cudaMalloc((void **)&dev, 16 * MB));
    for (j = w->rank; j < NJOBS; j += NWORKERS) {
        const struct job *job = &w->jobs[j];
        host_work_us(40 + job->size / MB * 5); /* decode */
        CHECK_GOTO(cudaMemcpyAsync(dev, host, job->size, cudaMemcpyHostToDevice, stream));
        for (k = 0; k < job->length; k++) {
            kernel_fn fn = filters[job->chain[k]].fn;
            fn<<<job->size / 4 / 256, 256, 0, stream>>>(dev, job->size);
            CHECK_GOTO(cudaGetLastError());
        }
        CHECK_GOTO(cudaMemcpyAsync(host, dev, job->size, cudaMemcpyDeviceToHost, stream));
        CHECK_GOTO(cudaStreamSynchronize(stream));
        w->done++;
    }
    pthread_mutex_lock(&print_lock);
    printf("worker %d: %d jobs\n", w->rank, w->done);
    pthread_mutex_unlock(&print_lock);
out:
    if (dev)
        cudaFree(dev);
    if (host)
        cudaFreeHost(host);
    if (stream)
        cudaStreamDestroy(stream);
    return NULL;
}

int main(int argc, char *argv[])
{
    static struct job jobs[NJOBS];
    struct worker workers[NWORKERS];
    int i, k, total = 0, status = EXIT_SUCCESS;

    for (i = 0; i < NJOBS; i++) {
        jobs[i].number = i;
        jobs[i].size = (4 + i * 5 % 12) * MB;
        jobs[i].length = 1 + i % 4;
        for (k = 0; k < jobs[i].length; k++)
            jobs[i].chain[k] = (enum filter_id)((i + k) % FILTER_COUNT);
    }
    memset(workers, 0, sizeof workers);
    for (i = 0; i < NWORKERS; i++) {
        workers[i].rank = i;
        workers[i].jobs = jobs;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
            perror("pthread_create");
            return EXIT_FAILURE;
        }
    }
    for (i = 0; i < NWORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].error != cudaSuccess) {
            fprintf(stderr, "worker %d: %s\n", i, cudaGetErrorString(workers[i].error));
            status = EXIT_FAILURE;
        }
        total += workers[i].done;
    }
    for (i = 0; i < FILTER_COUNT; i++)
        printf("%-14s weight %d\n", filters[i].name, filters[i].weight);
    printf("%d of %d jobs by %d workers\n", total, NJOBS, NWORKERS);
    return status;
}
