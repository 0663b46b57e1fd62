// Dependencies by events. SHAPE: 0 fork and join, 1 ladder of two streams, 2 wavefront over four,
// 3 ring, 4 an event recorded again and again, 5 joins of copies and kernels
#include "nullstream.cuh"

#ifndef SHAPE
#define SHAPE 0
#endif
#ifndef STEPS
#define STEPS 6
#endif
#ifndef FLAGS
#define FLAGS cudaEventDisableTiming
#endif
#ifndef BLOCKS
#define BLOCKS 40
#endif

const int STREAMS = 4;

__global__ void step(int us)
{
    spin_us(us);
}

cudaStream_t streams[STREAMS];

void run(int stream, int us)
{
    step<<<BLOCKS, 256, 0, streams[stream]>>>(us);
}

// The rest of one stream waits for what is in another.
void after(int stream, int other, cudaEvent_t event)
{
    cudaEventRecord(event, streams[other]);
    cudaStreamWaitEvent(streams[stream], event, 0);
}

int main()
{
    cudaEvent_t events[STREAMS];
    char *host, *device;
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&events[i], FLAGS);
    }
    cudaMallocHost(&host, 4 << 20);
    cudaMalloc(&device, 4 << 20);
    for (int k = 0; k < STEPS; k++)
        switch (SHAPE) {
        case 0:
            run(0, 30);
            for (int i = 1; i < STREAMS; i++) {
                after(i, 0, events[0]);
                run(i, 20 + 20 * i);
            }
            for (int i = 1; i < STREAMS; i++)
                after(0, i, events[i]);
            break;
        case 1:
            run(0, 40 + 10 * (k % 3));
            after(1, 0, events[0]);
            run(1, 60 - 10 * (k % 3));
            run(0, 25);
            after(0, 1, events[1]);
            break;
        case 2:
            for (int i = 0; i < STREAMS; i++) {
                if (i > 0)
                    cudaStreamWaitEvent(streams[i], events[i - 1], 0);
                run(i, 30 + 7 * ((i + k) % 4));
                cudaEventRecord(events[i], streams[i]);
            }
            break;
        case 3:
            for (int i = 0; i < STREAMS; i++) {
                run(i, 15);
                after((i + 1) % STREAMS, i, events[i]);
            }
            break;
        case 4:
            for (int i = 0; i < STREAMS; i++) {
                run(i, 10 + 30 * i);
                cudaEventRecord(events[0], streams[i]);
            }
            cudaStreamWaitEvent(streams[0], events[0], 0);
            break;
        case 5:
            cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, streams[0]);
            run(1, 50);
            after(2, 0, events[0]);
            after(2, 1, events[1]);
            run(2, 40);
            after(3, 2, events[2]);
            cudaMemcpyAsync(host + (2 << 20), device, 1 << 20, cudaMemcpyDeviceToHost, streams[3]);
            after(0, 2, events[2]);
            break;
        }
    cudaDeviceSynchronize();
    return 0;
}
