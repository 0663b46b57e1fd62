// Three threads that meet at a barrier, each with a kernel and a record of its event before it, and
// a copy of its neighbour's bytes behind it and the neighbour's event. LAST: who comes last, which
// makes no difference. BEHIND: that thread asks for its kernel behind the barrier only, so that its
// neighbour's wait may find nothing recorded.
#include "nullstream.cuh"
#include <pthread.h>

#ifndef LAST
#define LAST 0
#endif
#ifndef BEHIND
#define BEHIND -1
#endif

const int N = 1 << 20, THREADS = 3;

#pragma nullstream kernel(fill) time(150us)
__global__ void fill(float *x)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

pthread_barrier_t barrier;
cudaStream_t streams[THREADS];
cudaEvent_t filled[THREADS];
float *x[THREADS], *y[THREADS];

static void produce(int i)
{
    fill<<<N / 256, 256, 0, streams[i]>>>(x[i]);
    cudaEventRecord(filled[i], streams[i]);
}

static void *work(void *argument)
{
    int i = *(int *)argument, next = (i + 1) % THREADS;
    host_work_us(i == LAST ? 500 : 50);
    if (BEHIND != i)
        produce(i);
    pthread_barrier_wait(&barrier);
    if (BEHIND == i)
        produce(i);
    cudaStreamWaitEvent(streams[i], filled[next], 0);
    cudaMemcpyAsync(y[i], x[next], N * sizeof(float), cudaMemcpyDeviceToDevice, streams[i]);
    cudaStreamSynchronize(streams[i]);
    return NULL;
}

int main()
{
    pthread_t threads[THREADS];
    int ids[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        cudaMalloc(&x[i], N * sizeof(float));
        cudaMalloc(&y[i], N * sizeof(float));
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&filled[i], cudaEventDisableTiming);
    }
    for (int i = 0; i < THREADS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, work, &ids[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
