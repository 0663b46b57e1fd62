// What does cudaMemPrefetchAsync of managed memory take that nobody has touched, and once the host
// or a kernel has? us of the call, and until the stream is done behind it; medians of seven, each
// of its own memory. Then how long a kernel takes the first time there, with and without the
// prefetch. Native only: the memory's pages come and go.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t KIB = 1 << 10, MIB = 1 << 20;

__global__ void touch(char *x, size_t n)
{
    for (size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 64; i < n;
         i += (size_t)gridDim.x * blockDim.x * 64)
        x[i] = 1;
}

cudaStream_t s;

// state: '-' untouched, 'h' written by the host, 'k' by a kernel, 'p' prefetched before; to: 0
// device, 1 host
void row(size_t bytes, char state, bool to_host)
{
    std::vector<double> call, rest;
    for (int r = 0; r < 7; r++) {
        char *x;
        cudaMallocManaged((void **)&x, bytes);
        cudaMemLocation device = {cudaMemLocationTypeDevice, 0},
                        host = {cudaMemLocationTypeHost, 0};
        if (state == 'h')
            memset(x, 1, bytes);
        if (state == 'k')
            touch<<<264, 256, 0, s>>>(x, bytes);
        if (state == 'p')
            cudaMemPrefetchAsync(x, bytes, device, 0, s);
        cudaStreamSynchronize(s);
        host_work_us(50);
        double start = host_time_us();
        cudaMemPrefetchAsync(x, bytes, to_host ? host : device, 0, s);
        double returned = host_time_us();
        cudaStreamSynchronize(s);
        double done = host_time_us();
        call.push_back(returned - start);
        rest.push_back(done - start);
        cudaFree(x);
    }
    std::sort(call.begin(), call.end());
    std::sort(rest.begin(), rest.end());
    printf("%6zu KiB, %c, to the %s: call %.1f (%.1f..%.1f), done %.1f (%.1f..%.1f)\n", bytes / KIB,
           state, to_host ? "host" : "device", call[3], call[1], call[5], rest[3], rest[1],
           rest[5]);
}

void first(size_t bytes, bool prefetched)
{
    std::vector<double> took;
    for (int r = 0; r < 7; r++) {
        char *x;
        cudaMallocManaged((void **)&x, bytes);
        cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
        if (prefetched)
            cudaMemPrefetchAsync(x, bytes, device, 0, s);
        cudaStreamSynchronize(s);
        double start = host_time_us();
        touch<<<264, 256, 0, s>>>(x, bytes);
        cudaStreamSynchronize(s);
        took.push_back(host_time_us() - start);
        cudaFree(x);
    }
    std::sort(took.begin(), took.end());
    printf("%6zu KiB, first kernel, %s: %.1f (%.1f..%.1f)\n", bytes / KIB,
           prefetched ? "prefetched" : "untouched", took[3], took[1], took[5]);
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    touch<<<1, 32, 0, s>>>(nullptr, 0);
    cudaStreamSynchronize(s);
    static const size_t sizes[] = {4 * KIB, 64 * KIB, 256 * KIB, 1 * MIB,  2 * MIB,
                                   3 * MIB, 4 * MIB,  8 * MIB,   16 * MIB, 64 * MIB};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (char state : {'-', 'h', 'k', 'p'})
            row(sizes[i], state, false);
    for (size_t i = 1; i < sizeof sizes / sizeof *sizes; i += 2) {
        row(sizes[i], '-', true);
        row(sizes[i], 'k', true);
        first(sizes[i], false);
        first(sizes[i], true);
    }
    return 0;
}
