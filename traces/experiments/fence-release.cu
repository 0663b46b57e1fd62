// A kernel of the legacy stream holds back kernels of several streams: which of them starts first when
// it ends, and how long after it? Each round: a kernel in each stream, the legacy kernel, then a kernel
// in each stream again, in the order `call`. Prints for each round the streams in the order of their
// starts, as positions in the order of the calls, and ns from the legacy kernel's end. Native only.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}

__global__ void stamp(unsigned long long *start, unsigned long long *end, int us)
{
    unsigned long long t = now();
    if (start)
        *start = t;
    while (now() - t < us * 1000ull)
        ;
    if (end)
        *end = now();
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 3, shuffled = argc > 2 ? atoi(argv[2]) : 0;
    int unequal = argc > 3 ? atoi(argv[3]) : 0;
    cudaStream_t s[8];
    unsigned long long *t;
    cudaMallocHost((void **)&t, 4096);
    for (int i = 0; i < n; i++)
        cudaStreamCreate(&s[i]);
    int counts[8][8] = {};
    printf("%d streams, called %s, first kernels %s:", n, shuffled ? "at random" : "in order",
           unequal ? "of unequal lengths" : "alike");
    for (int r = 0; r < 240; r++) {
        int call[8];
        for (int i = 0; i < n; i++)
            call[i] = i;
        for (int i = n - 1; shuffled && i > 0; i--) {
            int k = rand() % (i + 1), x = call[i];
            call[i] = call[k];
            call[k] = x;
        }
        for (int i = 0; i < n; i++)
            stamp<<<1, 32, 0, s[i]>>>(NULL, NULL, 60 + (unequal ? rand() % 60 : 0));
        stamp<<<1, 32, 0, 0>>>(NULL, t + 10, 100);
        for (int i = 0; i < n; i++)
            stamp<<<1, 32, 0, s[call[i]]>>>(t + i, NULL, 20);
        cudaDeviceSynchronize();
        int order[8];
        for (int i = 0; i < n; i++)
            order[i] = i;
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++)
                if (t[order[k]] < t[order[i]]) {
                    int x = order[i];
                    order[i] = order[k];
                    order[k] = x;
                }
        for (int i = 0; i < n; i++)
            counts[i][shuffled ? call[order[i]] : order[i]]++;
        if (r < 12) {
            printf("\n ");
            for (int i = 0; i < n; i++)
                printf(" s%d+%d", call[order[i]], (int)(t[order[i]] - t[10]));
        }
    }
    for (int i = 0; i < n; i++) {
        printf("\n  %d. is stream:", i + 1);
        for (int k = 0; k < n; k++)
            printf(" %d: %d", k, counts[i][k]);
    }
    printf("\n");
    return 0;
}
