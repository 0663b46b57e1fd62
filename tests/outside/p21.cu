// Random program generator: seeded LCG picks copies, kernels, memsets and waits over five streams.
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>

#ifndef SEED
#define SEED 4711
#endif

enum Op { H2D, D2H, KERNEL_SMALL, KERNEL_BIG, CLEAR, LINK, OPS };

#pragma nullstream kernel(small_k) block_time(24us) writes(p, 4096)
__global__ void small_k(int *p) {}
#pragma nullstream kernel(big_k) flops(180.0 * n) bytes(2.0 * n) reads(p, n) writes(p, n) regs(56)
__global__ void big_k(char *p, int n) {}

static uint32_t state = SEED;
static uint32_t rnd(uint32_t below)
{
    state = state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)state * below) >> 32);
}

int main()
{
    enum { S = 5, SIZE = 2 << 20, COUNT = 140 };
    cudaStream_t st[S];
    char *dev[S], *host[S];
    cudaEvent_t ev[16];
    for (int i = 0; i < S; i++) {
        i < 3 ? cudaStreamCreateWithFlags(&st[i], cudaStreamNonBlocking) : cudaStreamCreate(&st[i]);
        cudaMalloc((void **)&dev[i], SIZE);
        cudaMallocHost((void **)&host[i], 2 * SIZE);
    }
    for (int i = 0; i < 16; i++)
        cudaEventCreateWithFlags(&ev[i], cudaEventDisableTiming);
    int count[OPS] = {0};
    for (int i = 0; i < COUNT; i++) {
        const int s = rnd(S);
        const Op op = (Op)rnd(OPS);
        count[op]++;
        switch (op) {
        case H2D: {
            const size_t n = (1 + rnd(64)) * (SIZE / 64);
            cudaMemcpyAsync(dev[s], host[s], n, cudaMemcpyHostToDevice, st[s]);
            break;
        }
        case D2H:
            cudaMemcpyAsync(host[s] + SIZE, dev[s], (1 + rnd(64)) * (SIZE / 64), cudaMemcpyDeviceToHost, st[s]);
            break;
        case KERNEL_SMALL:
            small_k<<<1 + rnd(200), 32 << rnd(5), rnd(3) * 16384, st[s]>>>((int *)dev[s]);
            break;
        case KERNEL_BIG:
            big_k<<<SIZE / 2048, 256, 0, st[s]>>>(dev[s], SIZE);
            break;
        case CLEAR:
            cudaMemsetAsync(dev[s], (int)rnd(256), SIZE, st[s]);
            break;
        case LINK: {
            const int e = rnd(16), to = rnd(S);
            cudaEventRecord(ev[e], st[s]);
            cudaStreamWaitEvent(st[to], ev[e], 0);
            break;
        }
        default:
            break;
        }
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < OPS; i++)
        printf("%d ", count[i]);
    printf("\n");
    return 0;
}
