// Streams that are made anew after others were destroyed: in which order do a copy engine's
// connections serve them? In each round STREAMS streams are created and each copies a little, in the
// order `use`; then a long copy runs in the first of these while each of the others gets one behind
// a kernel; the order in which they come says how the connections follow one another. Then the
// streams are destroyed, in an order of its own. Native only.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int MOST = 8;

__global__ void wait_us(int us)
{
    spin_us(us);
}

static const char *const destroying[] = {"as created", "backwards", "at random", "never", "kept"};

static void round_(int n, cudaStream_t *s, cudaEvent_t base, cudaEvent_t *done, char *host, char *device,
                   const int *use)
{
    for (int i = 0; i < n; i++)
        cudaMemcpyAsync(device, host, 4096, cudaMemcpyHostToDevice, s[use[i]]);
    cudaDeviceSynchronize();
    cudaEventRecord(base, s[use[0]]);
    for (int i = 0; i < n; i++) {
        if (i)
            wait_us<<<1, 32, 0, s[use[i]]>>>(100 + rand() % 100);
        cudaMemcpyAsync(device, host, i ? 1 << 20 : 32 << 20, cudaMemcpyHostToDevice, s[use[i]]);
    }
    for (int i = 0; i < n; i++)
        cudaEventRecord(done[i], s[use[i]]);
    cudaDeviceSynchronize();
    float us[MOST];
    int order[MOST];
    for (int i = 0; i < n; i++) {
        cudaEventElapsedTime(&us[i], base, done[i]);
        order[i] = i;
    }
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k < n; k++)
            if (us[order[k]] < us[order[i]]) {
                int t = order[i];
                order[i] = order[k];
                order[k] = t;
            }
    printf("  ");
    for (int i = 0; i < n; i++)
        printf("%d", order[i]);
}

int main(int argc, char **argv)
{
    int how = argc > 1 ? atoi(argv[1]) : 0, n = argc > 2 ? atoi(argv[2]) : 4;
    int used = argc > 3 ? atoi(argv[3]) : 0; // 0: as created, 1: backwards, 2: at random
    cudaStream_t s[MOST];
    cudaEvent_t base, done[MOST];
    char *host, *device;
    cudaMallocHost((void **)&host, 64 << 20);
    cudaMalloc((void **)&device, 64 << 20);
    cudaEventCreate(&base);
    for (int i = 0; i < n; i++)
        cudaEventCreate(&done[i]);
    printf("destroyed %s, %d streams, first used %s:", destroying[how], n,
           used == 0 ? "as created" : used == 1 ? "backwards" : "at random");
    for (int r = 0; r < 16; r++) {
        int use[MOST], last[MOST];
        for (int i = 0; i < n; i++)
            use[i] = used == 1 ? n - 1 - i : i, last[i] = how == 1 ? n - 1 - i : i;
        for (int i = n - 1; i > 0; i--) {
            int k = rand() % (i + 1), l = rand() % (i + 1), t;
            if (used == 2)
                t = use[i], use[i] = use[k], use[k] = t;
            if (how == 2)
                t = last[i], last[i] = last[l], last[l] = t;
        }
        if (how < 4 || r == 0)
            for (int i = 0; i < n; i++)
                cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        round_(n, s, base, done, host, device, use);
        if (how < 3)
            for (int i = 0; i < n; i++)
                cudaStreamDestroy(s[last[i]]);
    }
    printf("\n");
    return 0;
}
