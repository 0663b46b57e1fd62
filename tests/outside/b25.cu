// pthreads; each waits for an event that the one before recorded; cudaEventBlockingSync in every second one.
#include <pthread.h>
#include "nullstream.cuh"
#define T 5
cudaEvent_t ev[T];
volatile int recorded[T];
cudaStream_t st[T];
__global__ void leg(int i) { spin_us(85); }
void *runner(void *arg)
{
    long id = (long)arg;
    if (id > 0) {
        while (!recorded[id - 1])
            ;
        cudaEventSynchronize(ev[id - 1]);
    }
    for (int i = 0; i < 3; i++)
        leg<<<10, 256, 0, st[id]>>>((int)id);
    cudaEventRecord(ev[id], st[id]);
    recorded[id] = 1;
    leg<<<10, 256, 0, st[id]>>>((int)id);
    return NULL;
}
int main()
{
    pthread_t t[T];
    for (int i = 0; i < T; i++) {
        cudaEventCreateWithFlags(&ev[i], i % 2 ? cudaEventBlockingSync : cudaEventDefault);
        cudaStreamCreateWithFlags(&st[i], cudaStreamNonBlocking);
    }
    for (long i = 0; i < T; i++)
        pthread_create(&t[i], NULL, runner, (void *)i);
    for (int i = 0; i < T; i++)
        pthread_join(t[i], NULL);
    cudaDeviceSynchronize();
    float ms = 0;
    cudaEventElapsedTime(&ms, ev[0], ev[T - 1]);
    return ms > 0 ? 0 : 1;
}
