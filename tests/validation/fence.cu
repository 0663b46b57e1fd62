// An operation X of the legacy stream between kernels of two other streams: does it hold both apart?
// X: 0 kernel, 1 memset, 2 record, 3 record without timing, 4 wait, 5 host function, 6 copy in,
// 7 copy on the device, 8 allocation, 9 free, 10 synchronous copy, 11 synchronous memset
#include "nullstream.cuh"

#ifndef X
#define X 0
#endif
#ifndef FLAGS
#define FLAGS cudaStreamDefault
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

__global__ void step()
{
    spin_us(150);
}

void host_function(void *data)
{
    host_work_us(20);
}

int main()
{
    cudaStream_t a, b;
    cudaEvent_t timed, untimed;
    char *host, *device, *other, *pool[ROUNDS];
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, FLAGS);
    cudaEventCreate(&timed);
    cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
    cudaMallocHost(&host, 1 << 20);
    cudaMalloc(&device, 1 << 20);
    cudaMalloc(&other, 1 << 20);
    for (int i = 0; X == 9 && i < ROUNDS; i++)
        cudaMallocAsync(&pool[i], 1 << 20, a);
    cudaEventRecord(untimed, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < ROUNDS; i++) {
        step<<<20, 256, 0, a>>>();
        switch (X) {
        case 0:
            step<<<20, 256>>>();
            break;
        case 1:
            cudaMemsetAsync(device, 0, 1 << 20, 0);
            break;
        case 2:
            cudaEventRecord(timed, 0);
            break;
        case 3:
            cudaEventRecord(untimed, 0);
            break;
        case 4:
            cudaStreamWaitEvent(0, untimed, 0);
            break;
        case 5:
            cudaLaunchHostFunc(0, host_function, NULL);
            break;
        case 6:
            cudaMemcpyAsync(device, host, 1 << 20, cudaMemcpyHostToDevice, 0);
            break;
        case 7:
            cudaMemcpyAsync(other, device, 1 << 20, cudaMemcpyDeviceToDevice, 0);
            break;
        case 8:
            cudaMallocAsync(&pool[i], 1 << 20, 0);
            break;
        case 9:
            cudaFreeAsync(pool[i], 0);
            break;
        case 10:
            cudaMemcpy(device, host, 1 << 20, cudaMemcpyHostToDevice);
            break;
        case 11:
            cudaMemset(device, 0, 1 << 20);
            break;
        }
        step<<<20, 256, 0, b>>>();
    }
    for (int i = 0; X == 8 && i < ROUNDS; i++)
        cudaFreeAsync(pool[i], b);
    cudaDeviceSynchronize();
    return 0;
}
