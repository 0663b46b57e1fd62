// Do calls cost the host more where host functions are about? Rows of a copy in of 64 KiB, a
// kernel, a copy out, in six streams in turn, each call timed; then the same with a host function
// behind them, with one that is pending behind a long kernel in another stream all the while, and
// beside one that is running. Medians of a call of each kind over 20 rounds of 24 turns behind the
// first four, us.
// Native only: calls are timed on the host.
#include <algorithm>
#include <atomic>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

enum { STREAMS = 6, TURNS = 24, ROUNDS = 24, COLD = 4, BYTES = 65536 };

enum about { NOTHING, IN_TURN, PENDING, RUNNING };

__global__ void spin(long us)
{
    spin_us(us);
}

static std::atomic<int> stop{0}, running{0};

static void CUDART_CB brief(void *)
{
}

static void CUDART_CB busy(void *)
{
    running = 1;
    while (!stop)
        ;
    running = 0;
}

static double median(std::vector<double> &v)
{
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[v.size() / 2];
}

static void row(const char *name, enum about about, long us, int streams)
{
    cudaStream_t stream[STREAMS], other;
    char *device[STREAMS], *host;
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
        cudaMalloc((void **)&device[i], BYTES);
    }
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMallocHost((void **)&host, BYTES * TURNS);
    std::vector<double> in, launch, out, function, all;
    for (int r = 0; r < ROUNDS; r++) {
        stop = 0;
        if (about == PENDING)
            spin<<<1, 32, 0, other>>>(600);
        if (about == PENDING || about == RUNNING)
            cudaLaunchHostFunc(other, about == RUNNING ? busy : brief, NULL);
        while (about == RUNNING && !running)
            ;
        double from = host_time_us();
        for (int t = 0; t < TURNS; t++) {
            cudaStream_t s = stream[t % streams];
            double a = host_time_us();
            cudaMemcpyAsync(device[t % streams], host + t * BYTES, BYTES, cudaMemcpyHostToDevice,
                            s);
            double b = host_time_us();
            spin<<<8, 128, 0, s>>>(us);
            double c = host_time_us();
            cudaMemcpyAsync(host + t * BYTES, device[t % streams], BYTES, cudaMemcpyDeviceToHost,
                            s);
            double d = host_time_us();
            if (about == IN_TURN)
                cudaLaunchHostFunc(s, brief, NULL);
            double e = host_time_us();
            if (r < COLD)
                continue;
            in.push_back(b - a);
            launch.push_back(c - b);
            out.push_back(d - c);
            function.push_back(e - d);
        }
        if (r >= COLD)
            all.push_back(host_time_us() - from);
        stop = 1;
        cudaDeviceSynchronize();
    }
    printf("%-40s %5.2f %6.2f %5.2f %8.2f %8.1f\n", name, median(in), median(launch), median(out),
           median(function), median(all));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamDestroy(stream[i]);
        cudaFree(device[i]);
    }
    cudaStreamDestroy(other);
    cudaFreeHost(host);
}

int main()
{
    printf("%-40s %5s %6s %5s %8s %8s\n", "calls, us", "in", "launch", "out", "function",
           "24 turns");
    for (int again = 0; again < 2; again++) {
        row("no host function, 30 us", NOTHING, 30, STREAMS);
        row("no host function, 300 us", NOTHING, 300, STREAMS);
        row("no host function, one stream", NOTHING, 30, 1);
        row("one in each turn, 30 us", IN_TURN, 30, STREAMS);
        row("one in each turn, 300 us", IN_TURN, 300, STREAMS);
        row("one in each turn, one stream", IN_TURN, 30, 1);
        row("one pending elsewhere", PENDING, 30, STREAMS);
        row("one running elsewhere", RUNNING, 30, STREAMS);
    }
    return 0;
}
