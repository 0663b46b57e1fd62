// What do copies of narrow rows take, such as a column of a matrix, by width, number of rows and
// where the rows lie apart? Eight in a row behind a kernel, by events; medians of us a copy, less
// that of one piece of as many bytes. Native only.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#include "nullstream.cuh"

const int ROUNDS = 11, COUNT = 8;
const size_t APART = 8192;
cudaStream_t s;
cudaEvent_t from, to;
char *host, *device, *other;

__global__ void spin(double us)
{
    spin_us(us);
}

enum way { IN, OUT, ON_DEVICE, SET, WAYS };

double took(way way, size_t width, size_t rows, bool host_apart, bool device_apart, bool flat)
{
    double us[ROUNDS];
    size_t here = host_apart ? APART : width, there = device_apart ? APART : width;
    for (int r = 0; r < ROUNDS; r++) {
        spin<<<1, 32, 0, s>>>(60);
        cudaEventRecord(from, s);
        for (int i = 0; i < COUNT; i++) {
            cudaMemcpyKind kind = way == IN    ? cudaMemcpyHostToDevice
                                  : way == OUT ? cudaMemcpyDeviceToHost
                                               : cudaMemcpyDeviceToDevice;
            char *source = way == IN ? host : device, *target = way == IN    ? device
                                                                : way == OUT ? host
                                                                             : other;
            if (way == SET && flat)
                cudaMemsetAsync(device, 0, width * rows, s);
            else if (way == SET)
                cudaMemset2DAsync(device, there, 0, width, rows, s);
            else if (flat)
                cudaMemcpyAsync(target, source, width * rows, kind, s);
            else
                cudaMemcpy2DAsync(target, way == IN ? there : here, source,
                                  way == IN ? here : there, width, rows, kind, s);
        }
        cudaEventRecord(to, s);
        cudaStreamSynchronize(s);
        float ms;
        cudaEventElapsedTime(&ms, from, to);
        us[r] = 1000 * ms / COUNT;
    }
    std::sort(us, us + ROUNDS);
    return us[ROUNDS / 2];
}

int main(int argc, char **argv)
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    cudaMallocHost((void **)&host, 16384 * APART);
    if (argc > 1) // in the host's caches, as far as it fits
        memset(host, 1, 16384 * APART);
    cudaMalloc((void **)&device, 16384 * APART);
    cudaMalloc((void **)&other, 16384 * APART);
    const char *const names[] = {"in", "out", "on the device", "memset"};
    for (int w = 0; w < WAYS; w++) {
        printf("%-14s width x rows   one piece, more: together, apart on the device, on the host "
               "(the other side), both\n",
               names[w]);
        for (size_t width : {4, 8, 16, 32, 64, 128, 256, 512, 1024})
            for (size_t rows : {64, 256, 1024, 2048, 4096, 16384}) {
                double flat = took((way)w, width, rows, false, false, true);
                printf("%27d x %5d %8.2f", (int)width, (int)rows, flat);
                for (int form = 0; form < 4; form++)
                    printf(" %8.2f", took((way)w, width, rows, form & 2, form & 1, false) - flat);
                printf("\n");
            }
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
