/* Two tenants of a GPU server in plain C and pthreads: an interactive one with a high-priority stream and a
 * deadline it polls for, and a batch one with long kernels. A third thread keeps statistics. */
#include "nullstream.cuh"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REQUESTS 12
#define BATCHES 6
#define N_SMALL (1 << 16)
#define N_LARGE (1 << 22)

typedef struct ledger {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int requests, batches, finished;
} ledger;

typedef struct tenant {
    ledger *book;
    int priority;
    int polls;
} tenant;

#pragma nullstream kernel(lookup) flops(20.0 * n) bytes(12.0 * n) reads(q, 4 * n) writes(a, 4 * n)
__global__ void lookup(const float *q, float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = q[i] * 0.5f + 1.0f;
}

#pragma nullstream kernel(crunch) flops(1400.0 * n) bytes(8.0 * n) reads(x, 4 * n) writes(x, 4 * n)
__global__ void crunch(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v;
    if (i >= n)
        return;
    v = x[i];
    for (int k = 0; k < 700; k++)
        v = v * 0.999f + 0.001f;
    x[i] = v;
}

static void *interactive(void *arg)
{
    tenant *me = (tenant *)arg;
    float *q, *a, *d_q, *d_a;
    cudaStream_t s;
    cudaEvent_t done;
    cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, me->priority);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&q, N_SMALL * sizeof *q);
    cudaMallocHost((void **)&a, N_SMALL * sizeof *a);
    cudaMalloc((void **)&d_q, N_SMALL * sizeof *d_q);
    cudaMalloc((void **)&d_a, N_SMALL * sizeof *d_a);
    for (int r = 0; r < REQUESTS; r++) {
        usleep(60);
        cudaMemcpyAsync(d_q, q, N_SMALL * sizeof *q, cudaMemcpyHostToDevice, s);
        lookup<<<N_SMALL / 256, 256, 0, s>>>(d_q, d_a, N_SMALL);
        cudaMemcpyAsync(a, d_a, N_SMALL * sizeof *a, cudaMemcpyDeviceToHost, s);
        cudaEventRecord(done, s);
        while (cudaEventQuery(done) == cudaErrorNotReady)
            me->polls++;
        pthread_mutex_lock(&me->book->lock);
        me->book->requests++;
        pthread_cond_signal(&me->book->changed);
        pthread_mutex_unlock(&me->book->lock);
    }
    cudaStreamDestroy(s);
    cudaFree(d_q);
    cudaFree(d_a);
    return a;
}

static void *batch(void *arg)
{
    tenant *me = (tenant *)arg;
    float *x;
    cudaStream_t s;
    cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, me->priority);
    cudaMalloc((void **)&x, N_LARGE * sizeof *x);
    cudaMemsetAsync(x, 0, N_LARGE * sizeof *x, s);
    for (int b = 0; b < BATCHES; b++) {
        crunch<<<N_LARGE / 256, 256, 0, s>>>(x, N_LARGE);
        crunch<<<N_LARGE / 256, 256, 0, s>>>(x, N_LARGE);
        cudaStreamSynchronize(s);
        pthread_mutex_lock(&me->book->lock);
        me->book->batches++;
        pthread_cond_signal(&me->book->changed);
        pthread_mutex_unlock(&me->book->lock);
    }
    cudaStreamDestroy(s);
    cudaFree(x);
    return NULL;
}

static void *statistics(void *arg)
{
    ledger *book = (ledger *)arg;
    int seen = 0;
    pthread_mutex_lock(&book->lock);
    while (book->requests + book->batches < REQUESTS + BATCHES) {
        pthread_cond_wait(&book->changed, &book->lock);
        seen++;
    }
    book->finished = 1;
    pthread_mutex_unlock(&book->lock);
    return (void *)(intptr_t)seen;
}

int main(void)
{
    pthread_t threads[3];
    int least, greatest;
    void *answer = NULL;
    ledger book;
    memset(&book, 0, sizeof book);
    pthread_mutex_init(&book.lock, NULL);
    pthread_cond_init(&book.changed, NULL);
    cudaSetDevice(0);
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    tenant fast = {&book, greatest, 0}, slow = {&book, least, 0};
    if (pthread_create(&threads[2], NULL, statistics, &book) || pthread_create(&threads[1], NULL, batch, &slow) ||
        pthread_create(&threads[0], NULL, interactive, &fast)) {
        perror("pthread_create");
        return 1;
    }
    pthread_join(threads[0], &answer);
    for (int t = 1; t < 3; t++)
        pthread_join(threads[t], NULL);
    printf("%d requests, %d batches, %s\n", book.requests, book.batches, fast.polls > 0 ? "polled" : "did not poll");
    if (answer)
        cudaFreeHost(answer);
    pthread_cond_destroy(&book.changed);
    pthread_mutex_destroy(&book.lock);
    return book.finished ? 0 : 1;
}
