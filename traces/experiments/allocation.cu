// What does memory cost the host when it is asked for and given back? The time of each call in us, of
// series of equal sizes: a call that finds room in what earlier ones took is quick, so the slow ones
// show the size of the chunks in which device, page-locked and pooled memory are taken. Then what a
// synchronize takes that gives a pool's memory back.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const size_t KIB = 1 << 10;
const size_t MIB = 1 << 20;

__global__ void busy()
{
    spin_us(3000);
}

cudaStream_t a, b;
char *memory[128], *pageable;

double now()
{
    return host_time_us();
}

// how: 0 device, 1 page-locked, 2 pool
void get(int how, int i, size_t bytes)
{
    double start = now();
    if (how == 0)
        cudaMalloc((void **)&memory[i], bytes);
    else if (how == 1)
        cudaMallocHost((void **)&memory[i], bytes);
    else
        cudaMallocAsync((void **)&memory[i], bytes, a);
    printf(" %.1f", now() - start);
}

void give(int how, int i)
{
    double start = now();
    if (how == 0)
        cudaFree(memory[i]);
    else if (how == 1)
        cudaFreeHost(memory[i]);
    else
        cudaFreeAsync(memory[i], a);
    printf(" %.1f", now() - start);
}

void series(int how, size_t bytes, int count)
{
    static const char *const names[] = {"device", "host", "pool"};
    for (int round = 0; round < 3; round++) {
        cudaDeviceSynchronize();
        host_work_us(50);
        printf("%-6s %9d KiB x %d: get", names[how], (int)(bytes / KIB), count);
        for (int i = 0; i < count; i++)
            get(how, i, bytes);
        printf(" | give");
        for (int i = 0; i < count; i++)
            give(how, i);
        double start = now();
        cudaStreamSynchronize(a);
        printf(" | synchronize %.1f", now() - start);
        start = now();
        cudaDeviceSynchronize();
        printf(" %.1f\n", now() - start);
    }
}

void locked(size_t bytes, bool beside)
{
    for (int round = 0; round < 3; round++) {
        cudaDeviceSynchronize();
        if (beside)
            busy<<<1, 64, 0, b>>>();
        host_work_us(20);
        double start = now();
        cudaHostRegister(pageable, bytes, cudaHostRegisterDefault);
        double middle = now();
        cudaStreamSynchronize(b);
        double wait = now();
        cudaHostUnregister(pageable);
        printf("register %d KiB %s: %.1f | %.1f\n", (int)(bytes / KIB), beside ? "beside a kernel" : "idle",
               middle - start, now() - wait);
    }
}

void host_beside(size_t bytes)
{
    for (int round = 0; round < 3; round++) {
        cudaDeviceSynchronize();
        busy<<<1, 64, 0, b>>>();
        host_work_us(20);
        printf("host %d KiB beside a kernel:", (int)(bytes / KIB));
        get(1, 0, bytes);
        cudaDeviceSynchronize();
        printf(" |");
        give(1, 0);
        busy<<<1, 64, 0, b>>>();
        printf("; device:");
        get(0, 0, bytes);
        cudaDeviceSynchronize();
        printf(" |");
        give(0, 0);
        printf("\n");
    }
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    pageable = (char *)malloc(64 * MIB);
    memset(pageable, 1, 64 * MIB);
    busy<<<1, 64, 0, b>>>();
    cudaDeviceSynchronize();
    for (int how = 0; how < 3; how++) {
        series(how, 4 * KIB, 4);
        series(how, 256 * KIB, 20);
        series(how, MIB, 8);
        series(how, 3 * MIB / 2, 5);
        series(how, 2 * MIB, 4);
        series(how, 3 * MIB, 4);
        series(how, 4 * MIB, 3);
        series(how, 16 * MIB, 4);
        series(how, 20 * MIB, 3);
        series(how, 64 * MIB, 2);
        if (how != 1)
            series(how, 256 * MIB, 2);
    }
    series(2, MIB, 70);
    // A block stays: what was freed goes back only in whole chunks?
    for (int round = 0; round < 2; round++) {
        printf("pool, one block stays:");
        get(2, 100, MIB);
        get(2, 0, MIB);
        printf(" |");
        give(2, 0);
        double start = now();
        cudaStreamSynchronize(a);
        printf(" | synchronize %.1f; again:", now() - start);
        get(2, 0, MIB);
        give(2, 0);
        start = now();
        cudaStreamSynchronize(a);
        printf(" | synchronize %.1f\n", now() - start);
        cudaFreeAsync(memory[100], a);
        cudaStreamSynchronize(a);
    }
    // Given back by cudaFree; synchronized in another stream, by an event, by a query
    for (int round = 0; round < 2; round++) {
        printf("pool, cudaFree:");
        get(2, 0, MIB);
        get(2, 1, MIB);
        double start = now();
        cudaFree(memory[0]);
        printf(" %.1f", now() - start);
        start = now();
        cudaFree(memory[1]);
        printf(" %.1f", now() - start);
        get(2, 0, MIB);
        give(2, 0);
        start = now();
        cudaStreamSynchronize(b);
        printf(" | another stream %.1f", now() - start);
        get(2, 0, MIB);
        give(2, 0);
        start = now();
        cudaStreamQuery(a);
        printf(" | query %.1f", now() - start);
        get(2, 0, MIB);
        give(2, 0);
        start = now();
        cudaDeviceSynchronize();
        printf(" | device %.1f\n", now() - start);
    }
    size_t sizes[] = {4 * KIB, 64 * KIB, MIB, 4 * MIB, 16 * MIB, 64 * MIB};
    for (int i = 0; i < 6; i++) {
        locked(sizes[i], false);
        locked(sizes[i], true);
        host_beside(sizes[i]);
    }
    return 0;
}
