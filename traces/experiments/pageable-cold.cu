// Does it matter to a copy of pageable memory how the memory was last touched (docs/semantics.md
// S2.3)? The same copies in and out after the memory was written by the host, read by the host,
// read by a copy in, written by a copy out, driven out of the caches, out of the second level only,
// and never touched; by size. us of the call: median, 10 %, 90 % of 15. Native only.
#include <algorithm>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t MIB = 1 << 20;
cudaStream_t a;
char *device, *memory, *large;

void in(size_t bytes)
{
    cudaMemcpyAsync(device, memory, bytes, cudaMemcpyHostToDevice, a);
}

void out(size_t bytes)
{
    cudaMemcpyAsync(memory, device, bytes, cudaMemcpyDeviceToHost, a);
}

void read(size_t bytes)
{
    volatile char sum = 0;
    for (size_t i = 0; i < bytes; i += 64)
        sum = sum + memory[i];
}

const char *const names[] = {"again",
                             "written",
                             "read",
                             "in",
                             "out",
                             "out, read",
                             "out, written",
                             "out, in",
                             "written, out, in, in",
                             "written, 16 MiB",
                             "read, 16 MiB",
                             "cold",
                             "untouched"};
enum { WAYS = sizeof names / sizeof *names };

void before(int what, size_t bytes)
{
    switch (what) {
    case 0: // again and again
        break;
    case 1:
        memset(memory, what, bytes);
        break;
    case 2:
        read(bytes);
        break;
    case 3:
        in(bytes);
        break;
    case 4:
        out(bytes);
        break;
    case 5:
        out(bytes), cudaStreamSynchronize(a), read(bytes);
        break;
    case 6:
        out(bytes), cudaStreamSynchronize(a), memset(memory, what, bytes);
        break;
    case 7:
        out(bytes), cudaStreamSynchronize(a), in(bytes);
        break;
    case 8:
        memset(memory, what, bytes), out(bytes), cudaStreamSynchronize(a), in(bytes),
            cudaStreamSynchronize(a), in(bytes);
        break;
    case 9:
        memset(memory, what, bytes), memset(large, what, 16 * MIB);
        break;
    case 10:
        read(bytes), memset(large, what, 16 * MIB);
        break;
    case 11:
        memset(large, what, 256 * MIB);
        break;
    }
    cudaStreamSynchronize(a);
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaMalloc((void **)&device, 64 * MIB);
    char *const used = (char *)malloc(64 * MIB);
    large = (char *)malloc(256 * MIB);
    memset(used, 1, 64 * MIB);
    const size_t sizes[] = {MIB / 16,   MIB / 16 + 1, MIB / 4, MIB / 2, MIB,
                            1747 << 10, 4 * MIB,      8 * MIB, 32 * MIB};
    for (int size = 0; size < 9; size++)
        for (int is_out = 0; is_out < 2; is_out++)
            for (int what = 0; what < WAYS; what++) {
                double call[15];
                for (int i = 0; i < 15; i++) {
                    memory = what == WAYS - 1 ? (char *)aligned_alloc(MIB * 2, 64 * MIB) : used;
                    before(what, sizes[size]);
                    host_work_us(30);
                    double start = host_time_us();
                    if (is_out)
                        out(sizes[size]);
                    else
                        in(sizes[size]);
                    call[i] = host_time_us() - start;
                    cudaDeviceSynchronize();
                    if (memory != used)
                        free(memory);
                }
                std::sort(call, call + 15);
                printf("%s %d bytes, %s: %.1f %.1f %.1f\n", is_out ? "out" : "in", (int)sizes[size],
                       names[what], call[7], call[1], call[13]);
            }
    return 0;
}
