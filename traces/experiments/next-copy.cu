// Which of several copies that wait goes next when a copy engine gets free? In each round a long
// copy runs in one stream; meanwhile each of the others gets a kernel and a copy of 1 MiB behind it,
// in a random order of calls and with kernels of other lengths, so that all are ready, in another
// order, when the long copy ends. Prints streams in the order of the calls, of getting ready, and of
// the copies, which events show. -D STREAMS, ROUNDS; OUT=1 for copies out.
#include <cstdio>
#include <cuda_runtime.h>

#include "nullstream.cuh"

#ifndef STREAMS
#define STREAMS 4
#endif
#ifndef ROUNDS
#define ROUNDS 200
#endif
#ifndef OUT
#define OUT 0
#endif
const int MOST = 16;

__global__ void wait_us(int us)
{
    spin_us(us);
}

static unsigned long long state = 1;

static int below(int n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (int)((state >> 33) % (unsigned)n);
}

static void shuffle(int *x, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int k = below(i + 1), t = x[i];
        x[i] = x[k];
        x[k] = t;
    }
}

int main()
{
    const int streams = STREAMS, rounds = ROUNDS;
    const bool out = OUT;
    cudaStream_t s[MOST];
    cudaEvent_t base, done[MOST];
    char *host, *device;
    cudaMallocHost((void **)&host, 64 << 20);
    cudaMalloc((void **)&device, 64 << 20);
    cudaEventCreate(&base);
    for (int i = 0; i < streams; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreate(&done[i]);
    }
    cudaDeviceSynchronize();
    for (int r = 0; r < rounds; r++) {
        int call[MOST], length[MOST], order[MOST];
        float us[MOST];
        for (int i = 0; i < streams; i++)
            call[i] = length[i] = order[i] = i;
        shuffle(call, streams);
        shuffle(length, streams);
        cudaEventRecord(base, s[call[0]]);
        for (int i = 0; i < streams; i++) {
            int k = call[i];
            size_t bytes = i ? 1 << 20 : 32 << 20;
            if (i)
                wait_us<<<1, 32, 0, s[k]>>>(80 + 30 * length[k]);
            if (out)
                cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, s[k]);
            else
                cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, s[k]);
        }
        for (int i = 0; i < streams; i++)
            cudaEventRecord(done[call[i]], s[call[i]]);
        cudaDeviceSynchronize();
        for (int i = 0; i < streams; i++)
            cudaEventElapsedTime(&us[i], base, done[i]);
        for (int i = 0; i < streams; i++)
            for (int k = i + 1; k < streams; k++)
                if (us[order[k]] < us[order[i]]) {
                    int t = order[i];
                    order[i] = order[k];
                    order[k] = t;
                }
        printf("calls");
        for (int i = 0; i < streams; i++)
            printf(" %d", call[i]);
        printf("  ready %d", call[0]);
        for (int l = 0; l < streams; l++)
            for (int i = 0; i < streams; i++)
                if (length[i] == l && i != call[0])
                    printf(" %d", i);
        printf("  order");
        for (int i = 0; i < streams; i++)
            printf(" %d", order[i]);
        printf("\n");
    }
    return 0;
}
