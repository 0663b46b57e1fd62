// What do calls for memory take while the device works: copies in, out or on the device, memsets,
// kernels, of 60 us or more each, one queued before each call? Medians (least..most) of 20 in us.
// Native only: the memory is kept until the device is done.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
const int COUNT = 20;

__global__ void work(int us)
{
    spin_us(us);
}

cudaStream_t s, t;
char *memory[COUNT], *pinned, *device, *other, *pageable;
cudaMemPool_t pool;

void begin(char what)
{
    if (what == 'i')
        cudaMemcpyAsync(device, pinned, 4 * MIB, cudaMemcpyHostToDevice, s);
    if (what == 's') // small ones, long done
        cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, s);
    if (what == 'o')
        cudaMemcpyAsync(pinned, device, 4 * MIB, cudaMemcpyDeviceToHost, s);
    if (what == 'd')
        cudaMemcpyAsync(other, device, 64 * MIB, cudaMemcpyDeviceToDevice, s);
    if (what == 'm')
        cudaMemsetAsync(device, 0, 64 * MIB, s);
    if (what == 'k')
        work<<<1, 32, 0, s>>>(60);
    if (what == 'w') { // a copy that waits for a kernel
        work<<<1, 32, 0, s>>>(40);
        cudaMemcpyAsync(device, pinned, MIB, cudaMemcpyHostToDevice, s);
    }
}

double call(int i, char which, bool give)
{
    double start = host_time_us();
    if (which == 'm' && !give)
        cudaMalloc((void **)&memory[i], 2 * MIB);
    else if (which == 'm')
        cudaFree(memory[i]);
    else if (which == 'h' && !give)
        cudaMallocHost((void **)&memory[i], 2 * MIB);
    else if (which == 'h')
        cudaFreeHost(memory[i]);
    else if (which == 'r' && !give)
        cudaHostRegister(pageable + 2 * MIB * i, 2 * MIB, 0);
    else if (which == 'r')
        cudaHostUnregister(pageable + 2 * MIB * i);
    else if (which == 'p' && !give)
        cudaMallocFromPoolAsync((void **)&memory[i], 32 * MIB, pool, t);
    else
        cudaFreeAsync(memory[i], t);
    return host_time_us() - start;
}

int main()
{
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMallocHost(&pinned, 16 * MIB);
    cudaMalloc(&device, 64 * MIB);
    cudaMalloc(&other, 64 * MIB);
    pageable = (char *)aligned_alloc(2 * MIB, 2 * MIB * COUNT);
    memset(pageable, 1, 2 * MIB * COUNT);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &props);
    static const char calls[] = "mhrp", *const names[] = {"malloc", "malloc_host", "register",
                                                          "pool growth"};
    static const char works[] = "-isodmkw";
    for (int c = 0; calls[c]; c++)
        for (int round = 0; round < 2; round++) {
            printf("%-12s", names[c]);
            for (int w = 0; works[w]; w++) {
                std::vector<double> took;
                cudaDeviceSynchronize();
                for (int i = 0; i < COUNT; i++) {
                    begin(works[w]);
                    if (works[w] == 's')
                        host_work_us(15);
                    took.push_back(call(i, calls[c], false));
                }
                cudaDeviceSynchronize();
                for (int i = 0; i < COUNT; i++)
                    call(i, calls[c], true);
                cudaDeviceSynchronize();
                std::sort(took.begin(), took.end());
                printf("  %c %.1f (%.1f..%.1f)", works[w], took[COUNT / 2], took[2],
                       took[COUNT - 3]);
            }
            printf("\n");
        }
    return 0;
}
