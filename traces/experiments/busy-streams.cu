// Does it take longer from the end of a kernel to the start of the next one when other streams are
// busy? And what do records with timing, and copies in a row, take without a tool that looks on?
// Prints, in us, how much longer a chain gets by one step than the step's kernel or bytes: host
// times of whole chains, long ones less short ones. To be built with nvcc, or run under nullstream.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int MOST = 32;
const int REPEAT = 5;
const size_t MIB = 1 << 20;

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s[MOST], beside[MOST];
cudaEvent_t untimed[MOST], timed[MOST], gate;
char *host, *device, *other;

void k(cudaStream_t stream, double us)
{
    step<<<1, 64, 0, stream>>>(us);
}

// Every stream has a chain of kernels of its own.
void chains(int streams, int length, double us)
{
    for (int i = 0; i < length; i++)
        for (int j = 0; j < streams; j++)
            k(s[j], us);
}

// One chain that goes from stream to stream, by events.
void ring(int streams, int length, double us, bool timing)
{
    for (int i = 0; i < length; i++) {
        int from = i % streams, to = (i + 1) % streams;
        cudaEvent_t event = timing ? timed[from] : untimed[from];
        k(s[from], us);
        cudaEventRecord(event, s[from]);
        cudaStreamWaitEvent(s[to], event, 0);
    }
}

// One chain in one stream, with a record after each kernel.
void records(int length, double us, bool timing)
{
    for (int i = 0; i < length; i++) {
        k(s[0], us);
        cudaEventRecord(timing ? timed[0] : untimed[0], s[0]);
    }
}

// Copies in a row, in one stream or over several in turn.
void copies(int streams, int length, size_t bytes, int direction, bool kernels)
{
    for (int i = 0; i < length; i++) {
        cudaStream_t stream = s[i % streams];
        if (direction == 0)
            cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream);
        if (direction == 1)
            cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream);
        if (direction == 2)
            cudaMemcpyAsync(other, device, bytes, cudaMemcpyDeviceToDevice, stream);
        if (direction == 3)
            cudaMemsetAsync(other, 0, bytes, stream);
        if (kernels)
            k(stream, 20);
    }
}

// What other streams hold meanwhile: 1 a kernel, 2 a kernel and another behind it, 3 a wait for an
// event of a busy stream.
void occupy(int streams, int with, double us)
{
    if (with == 3) {
        k(beside[0], us);
        cudaEventRecord(gate, beside[0]);
    }
    for (int i = with == 3; i < streams; i++) {
        if (with == 3)
            cudaStreamWaitEvent(beside[i], gate, 0);
        k(beside[i], with == 3 ? 1 : us);
        if (with == 2)
            k(beside[i], 1);
    }
}

double run(int what, int a, int length, size_t bytes, int b)
{
    double least = 1e9;
    for (int i = 0; i < REPEAT; i++) {
        cudaDeviceSynchronize();
        double from = host_time_us();
        if (what == 0)
            chains(a, length, 90);
        if (what == 1)
            ring(a, length, 30, b != 0);
        if (what == 2)
            records(length, 20, b != 0);
        if (what == 3)
            copies(a, length, bytes, b % 10, b >= 10);
        if (what == 4) {
            occupy(a, b, 3000);
            ring(2, length, 30, false);
            cudaStreamSynchronize(s[0]);
            cudaStreamSynchronize(s[1]);
        }
        if (what == 5) {
            occupy(a, b, 3000);
            chains(1, length, 30);
            cudaStreamSynchronize(s[0]);
        }
        if (what < 4)
            cudaDeviceSynchronize();
        double us = host_time_us() - from;
        least = us < least ? us : least;
    }
    cudaDeviceSynchronize();
    return least;
}

// us for one more step
double slope(int what, int a, size_t bytes, int b, int shorter, int longer)
{
    double first = run(what, a, shorter, bytes, b);
    return (run(what, a, longer, bytes, b) - first) / (longer - shorter);
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&beside[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&untimed[i], cudaEventDisableTiming);
        cudaEventCreate(&timed[i]);
    }
    cudaEventCreateWithFlags(&gate, cudaEventDisableTiming);
    cudaMallocHost(&host, 16 * MIB);
    cudaMalloc(&device, 64 * MIB);
    cudaMalloc(&other, 64 * MIB);
    k(s[0], 1);
    cudaDeviceSynchronize();

    const int counts[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32};
    for (int i = 0; i < 13; i++)
        printf("%2d chains of kernels                 %7.2f\n", counts[i],
               slope(0, counts[i], 0, 0, 4, 14) - 90);
    for (int i = 1; i < 9; i++)
        for (int timing = 0; timing < 2; timing++)
            printf("a ring of %2d streams, %-9s       %7.2f\n", counts[i],
                   timing ? "timed" : "not timed", slope(1, counts[i], 0, timing, 10, 40) - 30);
    for (int timing = 0; timing < 2; timing++)
        printf("one chain with records, %-9s      %7.2f\n", timing ? "timed" : "not timed",
               slope(2, 1, 0, timing, 10, 60) - 20);
    for (int with = 1; with < 4; with++)
        for (int i = 2; i < 8; i += 2) {
            printf("two streams in turn, %d busy with %d    %7.2f\n", counts[i], with,
                   slope(4, counts[i], 0, with, 10, 40) - 30);
            printf("one chain, %d busy with %d              %7.2f\n", counts[i], with,
                   slope(5, counts[i], 0, with, 10, 40) - 30);
        }
    const size_t sizes[] = {4, 4096, 16384, 32768, 65536, 262144, MIB, 4 * MIB, 16 * MIB};
    const char *names[] = {"in", "out", "on the device", "memsets"};
    for (int direction = 0; direction < 4; direction++)
        for (int i = 0; i < 9; i++) {
            printf("copies %-13s %8d bytes       %7.2f", names[direction], (int)sizes[i],
                   slope(3, 1, sizes[i], direction, 10, 110));
            printf("  4 streams %7.2f  then a kernel of 20 us %7.2f\n",
                   slope(3, 4, sizes[i], direction, 12, 112),
                   slope(3, 1, sizes[i], direction + 10, 10, 40) - 20);
        }
    return 0;
}
