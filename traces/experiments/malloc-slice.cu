// When during a long copy out does cudaMalloc, or a pool that grows, get its turn? One of 256 MiB
// (4.9 ms), the call so many us later: us from the copy's call to the call's return, twelve each,
// sorted; and behind 64 copies of 4 MiB in one stream, or in four by turns. Native only: the memory
// is kept until the device is done.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <vector>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int COUNT = 12;

cudaStream_t s[5];
char *memory, *pinned, *device;
cudaMemPool_t pool;

void row(int copies, int streams, double delay, char call)
{
    std::vector<double> at;
    for (int i = 0; i < COUNT; i++) {
        cudaDeviceSynchronize();
        host_work_us(100);
        double start = host_time_us();
        for (int k = 0; k < copies; k++) {
            size_t bytes = 256 * MIB / copies;
            cudaMemcpyAsync(pinned + k * bytes, device + k * bytes, bytes, cudaMemcpyDeviceToHost,
                            s[k % streams]);
        }
        while (host_time_us() < start + delay) {
        }
        if (call == 'm')
            cudaMalloc((void **)&memory, 2 * MIB);
        else if (call == 'p')
            cudaMallocFromPoolAsync((void **)&memory, 32 * MIB, pool, s[4]);
        else
            cudaMallocHost((void **)&memory, 2 * MIB);
        at.push_back(host_time_us() - start);
        cudaDeviceSynchronize();
        if (call == 'm')
            cudaFree(memory);
        else if (call == 'p')
            cudaFreeAsync(memory, s[4]);
        else
            cudaFreeHost(memory);
        cudaDeviceSynchronize();
    }
    std::sort(at.begin(), at.end());
    printf("%2d copies in %d, %s after %5.0f: returns", copies, streams,
           call == 'm'   ? "malloc"
           : call == 'p' ? "growth"
                         : "page-locked",
           delay);
    for (double t : at)
        printf(" %.0f", t);
    printf("\n");
}

int main()
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = 0; i < 5; i++)
        cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
    cudaMallocHost(&pinned, 256 * MIB);
    cudaMalloc(&device, 256 * MIB);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &props);
    static const double delays[] = {10, 300, 700, 1000, 1150, 1500, 1900, 2300, 3000, 4000};
    for (char call : {'m', 'p', 'h'})
        for (double delay : delays)
            row(1, 1, delay, call);
    for (double delay : {300.0, 1150.0, 1900.0, 3000.0}) {
        row(64, 1, delay, 'm');
        row(64, 4, delay, 'm');
    }
    return 0;
}
