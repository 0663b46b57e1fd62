// How long a host function takes to begin and to let go (docs/semantics.md S3.3), and how long a
// waiting host thread takes to wake (S3.2): native only; kernels write the device's clock, whose
// offset from the host's is measured first. Quantiles over `ROUNDS` rounds, in us.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "nullstream.cuh"

const int ROUNDS = 60;

volatile unsigned long long *mapped; // [0] begin, [1] end, [2] echo asked, [3] echo
double offset;                       // host us less device us

__device__ inline unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

__global__ void stamped(volatile unsigned long long *to, double us)
{
    to[0] = now();
    spin_us(us);
    to[1] = now();
}

__global__ void busy(double us)
{
    spin_us(us);
}

__global__ void echo(volatile unsigned long long *to)
{
    unsigned long long from = now();
    while (to[2] == 0 && now() - from < 5000000)
        ;
    to[3] = now();
}

// The host writes, the kernel answers with its clock: the smallest round trip says how the clocks
// stand, to half of it.
void synchronize_clocks()
{
    double least = 1e9;
    for (int i = 0; i < 50; i++) {
        mapped[2] = mapped[3] = 0;
        echo<<<1, 1>>>(mapped);
        host_work_us(20);
        double start = host_time_us();
        mapped[2] = 1;
        double waited = 0;
        while (mapped[3] == 0 && waited < 5000)
            waited = host_time_us() - start;
        double end = host_time_us();
        if (end - start < least) {
            least = end - start;
            offset = (start + end) / 2 - (double)mapped[3] / 1e3;
        }
        cudaDeviceSynchronize();
    }
    printf("clocks: round trip %.2f us\n", least);
}

double begin_of, end_of;
double rest_us;
long thread_of;

void function(void *)
{
    begin_of = host_time_us();
    if (rest_us > 0)
        host_work_us(rest_us);
    thread_of = syscall(SYS_gettid);
    end_of = host_time_us();
}

void quantiles(const char *what, double *values)
{
    std::sort(values, values + ROUNDS);
    printf("%-52s least %7.1f  p10 %7.1f  median %7.1f  p90 %7.1f  most %7.1f\n", what, values[0],
           values[ROUNDS / 10], values[ROUNDS / 2], values[ROUNDS * 9 / 10], values[ROUNDS - 1]);
}

double in[ROUNDS], out[ROUNDS];
cudaStream_t a, b;

double host(unsigned long long device)
{
    return (double)device / 1e3 + offset;
}

void functions(const char *what, double before, double rest, bool other, bool pause)
{
    char text[100];
    rest_us = rest;
    for (int i = 0; i < ROUNDS; i++) {
        if (pause)
            usleep(2000);
        if (other)
            busy<<<1, 32, 0, b>>>(before + rest + 300);
        stamped<<<1, 1, 0, a>>>(mapped, before);
        cudaLaunchHostFunc(a, function, nullptr);
        stamped<<<1, 1, 0, a>>>(mapped + 4, 1);
        cudaDeviceSynchronize();
        in[i] = begin_of - host(mapped[1]);
        out[i] = host(mapped[4]) - end_of;
    }
    snprintf(text, sizeof text, "%s: kernel to function", what);
    quantiles(text, in);
    snprintf(text, sizeof text, "%s: function to kernel", what);
    quantiles(text, out);
}

// one worker or several
void workers()
{
    static double begins[2];
    static long threads[2];
    struct local {
        static void run(void *which)
        {
            int i = *(int *)which;
            begins[i] = host_time_us();
            host_work_us(300);
            threads[i] = syscall(SYS_gettid);
        }
    };
    static int zero = 0, one = 1;
    for (int i = 0; i < 3; i++) {
        busy<<<1, 32, 0, a>>>(50);
        busy<<<1, 32, 0, b>>>(50);
        cudaLaunchHostFunc(a, local::run, &zero);
        cudaLaunchHostFunc(b, local::run, &one);
        cudaDeviceSynchronize();
        printf("two streams, 300 us each: %s thread, the second begins %.1f us after the first's "
               "begin\n",
               threads[0] == threads[1] ? "same" : "another", begins[1] - begins[0]);
    }
}

enum { DEVICE, STREAM, EVENT, EVENT_BLOCKING, COPY, QUERY, WAYS };

void wakes(const char *flag)
{
    const char *names[WAYS] = {"device synchronize",   "stream synchronize",    "event synchronize",
                               "event, blocking sync", "memcpy of 4 bytes out", "query until done"};
    cudaEvent_t event, blocking;
    char *device, *pinned;
    cudaMalloc((void **)&device, 64);
    cudaMallocHost((void **)&pinned, 64);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&blocking, cudaEventDisableTiming | cudaEventBlockingSync);
    for (int way = 0; way < WAYS; way++)
        for (int length = 30; length <= 1920; length *= 4) {
            for (int i = 0; i < ROUNDS; i++) {
                stamped<<<1, 1, 0, a>>>(mapped, length);
                if (way == EVENT)
                    cudaEventRecord(event, a);
                if (way == EVENT_BLOCKING)
                    cudaEventRecord(blocking, a);
                if (way == DEVICE)
                    cudaDeviceSynchronize();
                if (way == STREAM)
                    cudaStreamSynchronize(a);
                if (way == EVENT)
                    cudaEventSynchronize(event);
                if (way == EVENT_BLOCKING)
                    cudaEventSynchronize(blocking);
                if (way == COPY) {
                    cudaMemcpyAsync(pinned, device, 4, cudaMemcpyDeviceToHost, a);
                    cudaStreamSynchronize(a);
                }
                int turns = 0;
                while (way == QUERY && cudaStreamQuery(a) == cudaErrorNotReady && turns < 1000000)
                    turns++;
                in[i] = host_time_us() - host(mapped[1]);
            }
            char text[100];
            snprintf(text, sizeof text, "%s, %s, kernel of %d us", flag, names[way], length);
            quantiles(text, in);
        }
}

int main(int argc, char **argv)
{
    const char *flag = argc > 1 ? argv[1] : "auto";
    int code = cudaSetDeviceFlags(!strcmp(flag, "spin")       ? cudaDeviceScheduleSpin
                                  : !strcmp(flag, "yield")    ? cudaDeviceScheduleYield
                                  : !strcmp(flag, "blocking") ? cudaDeviceScheduleBlockingSync
                                                              : cudaDeviceScheduleAuto);
    printf("flag %s: %d\n", flag, code);
    cudaHostAlloc((void **)&mapped, 4096, cudaHostAllocMapped);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    synchronize_clocks();
    wakes(flag);
    if (argc > 1 && strcmp(flag, "auto"))
        return 0;
    functions("function", 50, 0, false, false);
    functions("behind 150 us", 150, 0, false, false);
    functions("behind 500 us", 500, 0, false, false);
    functions("behind 1500 us", 1500, 0, false, false);
    functions("of 50 us", 50, 50, false, false);
    functions("of 500 us", 50, 500, false, false);
    functions("another stream busy", 50, 0, true, false);
    functions("after a pause of 2 ms", 50, 0, false, true);
    workers();
    synchronize_clocks();
    return 0;
}
