// How soon a kernel starts behind a copy of its stream, beside connections that hold commands back:
// 24 times kernel, copy in in s[0], while kernels of other streams wait for a kernel, in their
// stream or for an event, or for a host function. Elapsed times are those of s[0]'s row, with no
// tool.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include "nullstream.cuh"

const int STEPS = 24;
const int STREAMS = 6;
const int GATE = STREAMS - 1;

enum { NONE, ON_1, ON_2, ON_3, ON_4, ON_1_3, EVENT_1_2, EVENT_1_3, FUNCTION, CASES };
const char *const names[] = {"none",   "on 1",        "on 2",        "on 3",    "on 4",
                             "on 1 3", "event, on 2", "event, on 3", "function"};

__global__ void gate()
{
    spin_us(600);
}

__global__ void step(double us)
{
    spin_us(us);
}

__global__ void other(double us)
{
    spin_us(us);
}

void work(void *)
{
    host_work_us(1200);
}

cudaStream_t s[STREAMS];
cudaEvent_t begin, end, done;
char *host, *device;

// A kernel that runs all the time, and one that waits for it in its stream.
void row(int stream)
{
    other<<<1, 64, 0, s[stream]>>>(1300);
    other<<<1, 64, 0, s[stream]>>>(5);
}

// The same, but the one that waits is in another stream.
void event(int stream)
{
    other<<<1, 64, 0, s[1]>>>(1300);
    cudaEventRecord(done, s[1]);
    cudaStreamWaitEvent(s[stream], done, 0);
    other<<<1, 64, 0, s[stream]>>>(5);
}

void others(int which)
{
    switch (which) {
    case ON_1:
    case ON_2:
    case ON_3:
    case ON_4:
        row(which - ON_1 + 1);
        break;
    case ON_1_3:
        row(1), row(3);
        break;
    case EVENT_1_2:
        event(2);
        break;
    case EVENT_1_3:
        event(3);
        break;
    case FUNCTION:
        cudaLaunchHostFunc(s[1], work, NULL);
        other<<<1, 64, 0, s[1]>>>(5);
        break;
    }
}

int main()
{
    float ms;
    for (int i = 0; i < STREAMS; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
    cudaMallocHost((void **)&host, 1 << 20);
    cudaMalloc((void **)&device, 1 << 20);
    cudaDeviceSynchronize();
    for (int which = NONE; which < CASES; which++) {
        nvtxRangePush(names[which]);
        gate<<<1, 64, 0, s[GATE]>>>();
        cudaEventRecord(done, s[GATE]);
        cudaStreamWaitEvent(s[0], done, 0);
        others(which);
        step<<<1, 64, 0, s[0]>>>(9);
        cudaEventRecord(begin, s[0]);
        for (int i = 0; i < STEPS; i++) {
            step<<<1, 64, 0, s[0]>>>(9 + 0.45 * (i % 16)); // on every phase of a look
            cudaMemcpyAsync(device, host, 40000, cudaMemcpyHostToDevice, s[0]);
        }
        cudaEventRecord(end, s[0]);
        cudaStreamSynchronize(s[0]);
        nvtxRangePop();
        cudaDeviceSynchronize();
        cudaEventElapsedTime(&ms, begin, end);
    }
    return 0;
}
