// How long does a prefetch take that moves little? Managed memory of its own, or a part of much, 4
// KiB to 2 MiB, to the device and back: the call, and how long after its beginning a synchronize
// returns; each after the host, or the device, has written it; and again where it is already. To be
// built with nvcc -O2 -std=c++17. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <vector>

__global__ void add(char *p, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i]++;
}

static double now_us()
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

struct times {
    std::vector<double> call, all;
};

static void prefetch(char *p, size_t n, bool in, cudaStream_t s, times *t)
{
    const cudaMemLocation to = {in ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost, 0};
    double from = now_us();
    cudaMemPrefetchAsync(p, n, to, 0, s);
    t->call.push_back(now_us() - from);
    cudaStreamSynchronize(s);
    t->all.push_back(now_us() - from);
}

static void print(const char *what, const times &t)
{
    printf(" | %s %6.1f %7.1f", what, median(t.call), median(t.all));
}

int main()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    const size_t KIB = 1024;
    for (int part = 0; part < 2; part++)
        for (size_t n : {KIB / 2, 4 * KIB, 16 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB,
                         1024 * KIB, 2048 * KIB}) {
            char *all, *p;
            cudaMallocManaged(&all, part ? 32 << 20 : n);
            memset(all, 1, part ? 32 << 20 : n);
            p = part ? all + (8 << 20) : all;
            times in, in_again, out, out_again, host_in;
            for (int i = 0; i < 15; i++) {
                memset(p, i, n);
                prefetch(p, n, true, s, i ? &in : &host_in);
                prefetch(p, n, true, s, &in_again);
                add<<<4, 256, 0, s>>>(p, n);
                cudaStreamSynchronize(s);
                prefetch(p, n, false, s, &out);
                prefetch(p, n, false, s, &out_again);
            }
            printf("%s %7zu B", part ? "part" : "own ", n);
            print("first in", host_in);
            print("in", in);
            print("again", in_again);
            print("out", out);
            print("again", out_again);
            printf("\n");
            cudaFree(all);
        }
    return 0;
}
