// A slot scheduler without blocking calls: events are polled, a slot that is done gets the next task.
#include "nullstream.cuh"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 4, TASKS = 32, WIDTH = 1 << 18 };

typedef struct {
    cudaStream_t stream;
    cudaEvent_t done;
    float *dev, *pin;
    int task; /* -1: free */
} slot_t;

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(cudaGetLastError()));
    exit(1);
}
#define TRY(x) do { if ((x) != cudaSuccess) die(#x); } while (0)

__global__ void task_kernel(float *x, double us)
{
    x[blockIdx.x * blockDim.x + threadIdx.x] *= 1.5f;
    spin_us(us);
}

static void start(slot_t *s, int task)
{
    s->task = task;
    for (int i = 0; i < 64; i++)
        s->pin[i] = (float)task;
    TRY(cudaMemcpyAsync(s->dev, s->pin, WIDTH * sizeof(float), cudaMemcpyHostToDevice, s->stream));
    task_kernel<<<WIDTH / 1024, 1024, 0, s->stream>>>(s->dev, 30.0 + 17.0 * (task * 7 % 5));
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(s->pin, s->dev, WIDTH * sizeof(float), cudaMemcpyDeviceToHost, s->stream));
    TRY(cudaEventRecord(s->done, s->stream));
}

int main(void)
{
    slot_t slot[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        memset(&slot[i], 0, sizeof slot[i]);
        TRY(cudaStreamCreateWithFlags(&slot[i].stream, cudaStreamNonBlocking));
        TRY(cudaEventCreateWithFlags(&slot[i].done, cudaEventDisableTiming));
        TRY(cudaMalloc((void **)&slot[i].dev, WIDTH * sizeof(float)));
        TRY(cudaHostAlloc((void **)&slot[i].pin, WIDTH * sizeof(float), cudaHostAllocDefault));
        slot[i].task = -1;
    }

    int next = 0, finished = 0, polls = 0;
    float sum = 0;
    while (finished < TASKS) {
        int idle = 1;
        for (int i = 0; i < SLOTS; i++) {
            slot_t *s = &slot[i];
            if (s->task >= 0) {
                cudaError_t e = cudaEventQuery(s->done);
                polls++;
                if (e == cudaErrorNotReady) {
                    cudaGetLastError(); // not an error
                    continue;
                }
                if (e != cudaSuccess)
                    die("query");
                sum += s->pin[0];
                s->task = -1;
                finished++;
                idle = 0;
            }
            if (next < TASKS) {
                start(s, next++);
                idle = 0;
            }
        }
        if (idle)
            usleep(20);
    }
    printf("%d tasks, %d polls, sum %g\n", finished, polls, sum);
    for (int i = 0; i < SLOTS; i++) {
        TRY(cudaFree(slot[i].dev));
        TRY(cudaFreeHost(slot[i].pin));
        TRY(cudaEventDestroy(slot[i].done));
        TRY(cudaStreamDestroy(slot[i].stream));
    }
    return 0;
}
