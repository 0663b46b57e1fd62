// What do queues that hold something cost others? (A) How much longer than its kernel the step of a
// chain of kernels takes, beside 0 to 4 streams of a type, while no copy, a long one in, or a long
// one out is under way. (B) What copies of 16 MiB take beside streams of a type. Host times of long
// chains less short ones, medians of 5. Natively: nvcc -arch=sm_90 -O2 -o waiting-queues
// waiting-queues.cu
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <cuda_runtime.h>
__global__ void step(long long ns)
{
    long long from, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
    if (threadIdx.x == 0)
        do {
            __nanosleep(200);
            asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        } while (now - from < ns && now - from < 100000000ll);
    __syncthreads();
}
static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}
enum { MOST = 16, LONG = 3500000 };
static cudaStream_t chain, gate, big, k[MOST], b[MOST], block;
static cudaEvent_t e[MOST], opened, copied, from, to;
static char *d, *h;
enum type {
    RUNS,
    RECORD,
    BEHIND,
    BEHIND_SHORT,
    EVENT,
    BEHIND_COPY,
    COPY_EVENT,
    COPY_WAITS,
    COPY_BEHIND,
    LEGACY,
    TYPES
};
static const char *const names[] = {"a kernel that runs",
                                    "such a kernel and a record",
                                    "such a kernel and another behind it",
                                    "a row of short kernels",
                                    "a kernel that waits for an event of a kernel",
                                    "a kernel behind a copy that waits for the engine",
                                    "a kernel that waits for an event of the copy",
                                    "a copy that waits for the engine",
                                    "a copy behind a kernel that runs",
                                    "a kernel behind the legacy stream's"};
static void one(int type, int i)
{
    switch (type) {
    case RUNS:
        step<<<1, 64, 0, k[i]>>>(LONG);
        break;
    case RECORD:
        step<<<1, 64, 0, k[i]>>>(LONG);
        cudaEventRecord(e[i], k[i]);
        break;
    case BEHIND:
        step<<<1, 64, 0, k[i]>>>(LONG);
        step<<<1, 64, 0, k[i]>>>(1000);
        break;
    case BEHIND_SHORT:
        for (int j = 0; j < 100; j++)
            step<<<1, 64, 0, k[i]>>>(27000);
        break;
    case EVENT:
        cudaStreamWaitEvent(k[i], opened, 0);
        step<<<1, 64, 0, k[i]>>>(1000);
        break;
    case BEHIND_COPY:
        cudaMemcpyAsync(d + (300 << 20) + i * 131072, h + (300 << 20), 131072,
                        cudaMemcpyHostToDevice, k[i]);
        step<<<1, 64, 0, k[i]>>>(1000);
        break;
    case COPY_EVENT:
        cudaStreamWaitEvent(k[i], copied, 0);
        step<<<1, 64, 0, k[i]>>>(1000);
        break;
    case COPY_WAITS:
        cudaMemcpyAsync(d + (300 << 20) + i * 131072, h + (300 << 20), 131072,
                        cudaMemcpyHostToDevice, k[i]);
        break;
    case COPY_BEHIND:
        step<<<1, 64, 0, k[i]>>>(LONG);
        cudaMemcpyAsync(d + (300 << 20) + i * 131072, h + (300 << 20), 131072,
                        cudaMemcpyHostToDevice, k[i]);
        break;
    case LEGACY:
        step<<<1, 64, 0, b[i]>>>(1000);
        break;
    }
}
static void beside(int type, int count, int copying)
{
    if (count && type == EVENT) {
        step<<<1, 64, 0, gate>>>(LONG);
        cudaEventRecord(opened, gate);
    }
    if (count && type == LEGACY) {
        step<<<1, 64, 0, block>>>(LONG);
        step<<<1, 64, 0, 0>>>(1000);
    }
    if (copying == 1)
        cudaMemcpyAsync(d, h, 200 << 20, cudaMemcpyHostToDevice, big); // 3.8 ms
    if (copying == 2)
        cudaMemcpyAsync(h, d, 200 << 20, cudaMemcpyDeviceToHost, big);
    if (copying)
        cudaEventRecord(copied, big);
    for (int i = 0; i < count; i++)
        one(type, i);
}
static double median(double *all, int n)
{
    std::sort(all, all + n);
    return all[n / 2];
}
static double steps(int type, int count, int copying)
{
    double all[5];
    for (double &value : all) {
        double took[2];
        for (int length = 0; length < 2; length++) {
            cudaDeviceSynchronize();
            beside(type, count, copying);
            double a = now();
            for (int i = 0; i < (length ? 60 : 20); i++)
                step<<<1, 64, 0, chain>>>(20000);
            cudaStreamSynchronize(chain);
            took[length] = now() - a;
        }
        value = (took[1] - took[0]) / 40 - 20;
    }
    cudaDeviceSynchronize();
    return median(all, 5);
}
static double copies(int direction, int type, int count)
{
    double all[5];
    for (double &value : all) {
        cudaDeviceSynchronize();
        beside(type, count, 0);
        cudaEventRecord(from, chain);
        for (int i = 0; i < 6; i++)
            if (direction)
                cudaMemcpyAsync(h + (64 << 20), d + (64 << 20), 16 << 20, cudaMemcpyDeviceToHost,
                                chain);
            else
                cudaMemcpyAsync(d + (64 << 20), h + (64 << 20), 16 << 20, cudaMemcpyHostToDevice,
                                chain);
        cudaEventRecord(to, chain);
        cudaEventSynchronize(to);
        float ms;
        cudaEventElapsedTime(&ms, from, to);
        value = ms * 1e3 / 6;
    }
    cudaDeviceSynchronize();
    return median(all, 5);
}
int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&k[i], cudaStreamNonBlocking);
        cudaStreamCreate(&b[i]);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
    }
    cudaStreamCreateWithFlags(&chain, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&gate, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&big, cudaStreamNonBlocking);
    cudaStreamCreate(&block);
    cudaEventCreateWithFlags(&opened, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMallocHost(&h, 400 << 20);
    cudaMalloc(&d, 400 << 20);
    steps(0, 0, 0);
    printf("A: step, us more than its kernel\nbeside 0 to 5 streams with                           "
           "         no copy                                    a copy in                          "
           "        a copy out\n");
    for (int type = 0; type < TYPES; type++) {
        printf("%-50s", names[type]);
        for (int copying = 0; copying < 3; copying++) {
            printf(" |");
            for (int n = 0; n <= 5; n++)
                if (!copying && (type == BEHIND_COPY || type == COPY_EVENT || type == COPY_WAITS))
                    printf("      -");
                else
                    printf(" %6.2f", steps(type, n, copying));
        }
        printf("\n");
    }
    printf("B: us of 16 MiB, beside 0 1 2 3 4 6 8 streams with\n");
    static const int counts[] = {0, 1, 2, 3, 4, 6, 8};
    for (int type = 0; type < TYPES; type++) {
        if (type == BEHIND_COPY || type == COPY_EVENT || type == COPY_WAITS)
            continue;
        for (int direction = 0; direction < 2; direction++) {
            printf("%-50s %s", names[type], direction ? "out" : "in ");
            for (int n : counts)
                printf(" %6.1f", copies(direction, type, n));
            printf("\n");
        }
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
