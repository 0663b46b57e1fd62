// How long a copy engine rests between two copies: by turns from several streams or from one, with
// the other direction busy or not, behind kernels of one block or of as many as there is room for,
// beside such kernels. Host times of long rows less short ones, in us for one step of one stream.
// To be built with nvcc, or run under nullstream.
#include <cuda_runtime.h>
#include <stdio.h>

#include "nullstream.cuh"

const int MOST = 8;
const int REPEAT = 4;
const int KINDS = 11;

__global__ void step(double us)
{
    spin_us(us);
}

cudaStream_t s[MOST], t[MOST], u;
char *host, *device;

void in(cudaStream_t stream, int i, size_t bytes)
{
    cudaMemcpyAsync(device + i * bytes, host + i * bytes, bytes, cudaMemcpyHostToDevice, stream);
}

void out(cudaStream_t stream, int i, size_t bytes)
{
    i += MOST;
    cudaMemcpyAsync(host + i * bytes, device + i * bytes, bytes, cudaMemcpyDeviceToHost, stream);
}

const char *names[] = {"in",
                       "out",
                       "in and out, streams of their own",
                       "in, out",
                       "in, kernel",
                       "kernel, out",
                       "in, kernel, out",
                       "in, full kernel, out",
                       "in, nothing, out",
                       "in and out beside kernels",
                       "in and out beside full kernels"};

void one(int kind, int i, double us, size_t bytes)
{
    const bool full = kind == 7 || kind == 10;
    if (kind != 1 && kind != 5)
        in(s[i], i, bytes);
    if (kind >= 4 && kind <= 8)
        step<<<full ? 1056 : 1, full ? 256 : 64, 0, s[i]>>>(kind == 8 ? 0 : us);
    if (kind == 1 || kind == 3 || (kind >= 5 && kind <= 8))
        out(s[i], i, bytes);
    if (kind == 2 || kind >= 9)
        out(t[i], i, bytes);
    if (kind >= 9)
        step<<<full ? 1056 : 1, full ? 256 : 64, 0, u>>>(us);
}

double run(int kind, int streams, int length, double us, size_t bytes)
{
    double least = 1e9;
    for (int r = 0; r < REPEAT; r++) {
        cudaDeviceSynchronize();
        double from = host_time_us();
        for (int k = 0; k < length; k++)
            for (int i = 0; i < streams; i++)
                one(kind, i, us, bytes);
        cudaDeviceSynchronize();
        double took = host_time_us() - from;
        least = took < least ? took : least;
    }
    return least;
}

int main()
{
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    for (int i = 0; i < MOST; i++) {
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&t[i], cudaStreamNonBlocking);
    }
    cudaStreamCreateWithFlags(&u, cudaStreamNonBlocking);
    cudaMallocHost(&host, 2 * MOST * (4 << 20));
    cudaMalloc(&device, 2 * MOST * (4 << 20));
    const int counts[] = {1, 2, 4, 8};
    const int sizes[] = {262144, 1048576, 4194304};
    const double lengths[] = {2, 12, 50};
    for (int j = 0; j < 3; j++)
        for (int kind = 0; kind < KINDS; kind++) {
            printf("%8d bytes  %-34s", sizes[j], names[kind]);
            for (int i = 0; i < 4; i++) {
                const int few = 16 / counts[i], many = 80 / counts[i];
                double first = run(kind, counts[i], few, lengths[j], sizes[j]);
                double longer = run(kind, counts[i], many, lengths[j], sizes[j]);
                printf(" %8.2f", (longer - first) / 64);
            }
            printf("\n");
        }
    return 0;
}
