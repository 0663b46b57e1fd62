// Does a call take the host longer when the one before went to another stream? 120 calls of a kind, to one stream
// or to several in turn, 11 times; the median of the time per call, ns. Natively.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <cuda_runtime.h>
__global__ void k() {}
static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}
static char *d, *h;
static cudaStream_t s[8];
static cudaEvent_t e[8], et[8];
static const char *names[] = {"launch",         "h2d 4",           "h2d 4K",     "h2d 24K",        "h2d 64K",
                              "h2d 256K",       "d2h 4K",          "d2h 64K",    "d2d 4K",         "memset 4K",
                              "record",         "record timed",    "wait event", "launch, h2d 4K", "h2d 4K, d2h 4K",
                              "launch, record", "h2d 64K, launch", "query",      "host function"};
static void fn(void *) {}
static void call(int kind, int st, int i) {
    switch (kind) {
    case 0:
        k<<<1, 32, 0, s[st]>>>();
        break;
    case 1:
        cudaMemcpyAsync(d, h, 4, cudaMemcpyHostToDevice, s[st]);
        break;
    case 2:
        cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice, s[st]);
        break;
    case 3:
        cudaMemcpyAsync(d, h, 24576, cudaMemcpyHostToDevice, s[st]);
        break;
    case 4:
        cudaMemcpyAsync(d, h, 65536, cudaMemcpyHostToDevice, s[st]);
        break;
    case 5:
        cudaMemcpyAsync(d, h, 262144, cudaMemcpyHostToDevice, s[st]);
        break;
    case 6:
        cudaMemcpyAsync(h, d, 4096, cudaMemcpyDeviceToHost, s[st]);
        break;
    case 7:
        cudaMemcpyAsync(h, d, 65536, cudaMemcpyDeviceToHost, s[st]);
        break;
    case 8:
        cudaMemcpyAsync(d, d + (1 << 20), 4096, cudaMemcpyDeviceToDevice, s[st]);
        break;
    case 9:
        cudaMemsetAsync(d, 0, 4096, s[st]);
        break;
    case 10:
        cudaEventRecord(e[st], s[st]);
        break;
    case 11:
        cudaEventRecord(et[st], s[st]);
        break;
    case 12:
        cudaStreamWaitEvent(s[st], e[7], 0);
        break;
    case 13:
        call(i % 2 ? 2 : 0, st, i);
        break;
    case 14:
        call(i % 2 ? 6 : 2, st, i);
        break;
    case 15:
        call(i % 2 ? 10 : 0, st, i);
        break;
    case 16:
        call(i % 2 ? 0 : 4, st, i);
        break;
    case 17:
        cudaStreamQuery(s[st]);
        break;
    case 18:
        cudaLaunchHostFunc(s[st], fn, 0);
        break;
    }
}
int main() {
    enum { CALLS = 120, ROUNDS = 11 };
    cudaMalloc(&d, 4 << 20);
    cudaMallocHost(&h, 4 << 20);
    for (int i = 0; i < 8; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming);
        cudaEventCreate(&et[i]);
        cudaEventRecord(e[i], s[i]);
    }
    printf("%-18s%10s%10s%10s%10s%10s\n", "ns a call", "1 stream", "2 in turn", "4 in turn", "8 in turn", "8, by 15");
    for (int kind = 0; kind < 19; kind++) {
        printf("%-18s", names[kind]);
        for (int c = 0; c < 5; c++) {
            int streams = c == 0 ? 1 : c == 1 ? 2 : c == 2 ? 4 : 8;
            double t[ROUNDS];
            for (int r = -1; r < ROUNDS; r++) {
                cudaDeviceSynchronize();
                double a = now();
                for (int i = 0; i < CALLS; i++) {
                    int turn = kind >= 13 && kind <= 16 ? i / 2 : i; // two kinds: both to one stream
                    call(kind, c == 4 ? i / 15 : turn % streams, i);
                }
                double b = now();
                if (r >= 0)
                    t[r] = (b - a) / CALLS;
            }
            std::sort(t, t + ROUNDS);
            printf("%10.0f", t[ROUNDS / 2]);
        }
        printf("\n");
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
