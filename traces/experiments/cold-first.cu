// Which of the calls behind a host that has touched memory pays for it, the first of each kind or the first of all? As
// cold-calls.cu, with fewer calls behind each: two of a kind, or two kinds. Medians of 31, ns. Native only.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <time.h>

#include "nullstream.cuh"

enum { ROUNDS = 31, AROUND = 256 << 20 };

__global__ void k()
{
    spin_us(1);
}

static double now()
{
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void CUDART_CB nothing(void *) {}

enum call { LAUNCH, H2D, RECORD, MEMSET, HOSTFN, QUERY, SYNC, WAIT, MALLOC, FREE };
static const char *const names[] = {"launch", "h2d", "record", "memset", "hostfn", "query", "sync", "wait", "malloc", "free"};
static const enum call sets[][2] = {{LAUNCH, LAUNCH}, {H2D, H2D},       {RECORD, RECORD}, {MEMSET, MEMSET}, {HOSTFN, HOSTFN},
                                    {QUERY, QUERY},   {SYNC, SYNC},     {WAIT, WAIT},     {LAUNCH, H2D},    {H2D, LAUNCH},
                                    {RECORD, LAUNCH}, {LAUNCH, RECORD}, {LAUNCH, HOSTFN}, {HOSTFN, LAUNCH}, {SYNC, LAUNCH},
                                    {MALLOC, FREE}};
static const size_t touches[] = {0, 0, 2048, 3072, 4096, 8192, 65536}; // KiB
static const double busy[] = {20, 1000};

enum { SETS = sizeof sets / sizeof *sets, TOUCHES = sizeof touches / sizeof *touches };

static cudaStream_t s;
static cudaEvent_t e;
static char *d, *h, *memory, *got;

static double call(enum call call)
{
    double from = now();
    switch (call) {
    case LAUNCH:
        k<<<1, 32, 0, s>>>();
        break;
    case H2D:
        cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s);
        break;
    case RECORD:
        cudaEventRecord(e, s);
        break;
    case MEMSET:
        cudaMemsetAsync(d, 0, 65536, s);
        break;
    case HOSTFN:
        cudaLaunchHostFunc(s, nothing, nullptr);
        break;
    case QUERY:
        cudaEventQuery(e);
        break;
    case SYNC:
        cudaStreamSynchronize(s);
        break;
    case WAIT:
        cudaStreamWaitEvent(s, e, 0);
        break;
    case MALLOC:
        cudaMalloc(&got, 4 << 20);
        break;
    case FREE:
        cudaFree(got);
        break;
    }
    return now() - from;
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaMalloc(&d, 1 << 20);
    cudaMallocHost(&h, 1 << 20);
    memory = (char *)malloc(AROUND);
    memset(memory, 1, AROUND);
    static double took[SETS][TOUCHES][2][ROUNDS];
    size_t at = 0;
    for (int r = -3; r < ROUNDS; r++)
        for (int i = 0; i < SETS; i++)
            for (int t = 0; t < TOUCHES; t++) {
                for (int w = 0; w < 2; w++) // all have been called just before
                    for (int c = LAUNCH; c <= FREE; c++)
                        call((enum call)c);
                cudaStreamSynchronize(s);
                cudaEventQuery(e);
                size_t bytes = touches[t] << 10;
                at = at + bytes > AROUND ? 0 : at;
                if (bytes)
                    memset(memory + at, r, bytes);
                else
                    for (double from = now(); now() - from < busy[t] * 1000;)
                        ;
                at = (at + bytes) % AROUND;
                double a = call(sets[i][0]), b = call(sets[i][1]);
                cudaStreamSynchronize(s);
                if (r >= 0)
                    took[i][t][0][r] = a, took[i][t][1][r] = b;
            }
    printf("%-16s", "");
    for (int t = 0; t < TOUCHES; t++)
        touches[t] ? printf(" | %9zu KiB", touches[t]) : printf(" | busy %5.0f us", busy[t]);
    printf("\n");
    for (int i = 0; i < SETS; i++) {
        printf("%-7s, %-7s", names[sets[i][0]], names[sets[i][1]]);
        for (int t = 0; t < TOUCHES; t++) {
            for (int c = 0; c < 2; c++)
                std::sort(took[i][t][c], took[i][t][c] + ROUNDS);
            printf(" | %6.0f %6.0f", took[i][t][0][ROUNDS / 2], took[i][t][1][ROUNDS / 2]);
        }
        printf("\n");
    }
    return 0;
}
