// How long do copies of pageable memory take from process to process, by size and by whether the
// pages are large? Time of the call and of the copy until the host knows it done, in us: the median
// of 15 and the least. Each process prints a line for each. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <algorithm>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
cudaStream_t a;
char *device;

void row(const char *what, char *host, size_t bytes, bool out, bool async)
{
    double call[15], whole[15];
    for (int i = 0; i < 15; i++) {
        cudaDeviceSynchronize();
        host_work_us(30);
        double start = host_time_us();
        if (async)
            cudaMemcpyAsync(out ? host : device, out ? device : host, bytes, out ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice, a);
        else
            cudaMemcpy(out ? host : device, out ? device : host, bytes, out ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice);
        call[i] = host_time_us() - start;
        cudaDeviceSynchronize();
        whole[i] = host_time_us() - start;
    }
    std::sort(call, call + 15), std::sort(whole, whole + 15);
    printf("%s %s %s %d KiB: call %.1f %.1f whole %.1f %.1f\n", what, out ? "out" : "in", async ? "async" : "sync", (int)(bytes >> 10),
           call[7], call[0], whole[7], whole[0]);
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaMalloc((void **)&device, 64 * MIB);
    char *small = (char *)malloc(64 * MIB);
    char *large = (char *)aligned_alloc(2 * MIB, 64 * MIB);
    madvise(large, 64 * MIB, MADV_HUGEPAGE);
    memset(small, 1, 64 * MIB), memset(large, 1, 64 * MIB);
    size_t sizes[] = {MIB / 4, MIB, 4 * MIB, 8 * MIB, 32 * MIB};
    for (int i = 0; i < 5; i++)
        for (int out = 0; out < 2; out++)
            for (int async = 0; async < 2; async++) {
                row("small", small, sizes[i], out, async);
                row("large", large, sizes[i], out, async);
            }
    // a buffer of its own size, as programs have it
    for (int i = 0; i < 5; i++) {
        char *own = (char *)malloc(sizes[i]);
        memset(own, 1, sizes[i]);
        row("own", own, sizes[i], false, true);
        row("own", own, sizes[i], true, true);
        free(own);
    }
    return 0;
}
