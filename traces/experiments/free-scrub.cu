// Device memory that is given back is cleared by the engine that copies in: how long does a copy
// wait for that? Memory of the size given is had and freed (or a pool's, which a synchronize gives
// back); after so many us of host work an operation is called and waited for. Prints medians of us
// over the rounds, from the operation's call to the return of its synchronize, less what it takes
// without a free. Then how it is if copies in are under way, or follow, and for the next
// allocation. Native only.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nullstream.cuh"

const int ROUNDS = 11;
const size_t KIB = 1 << 10, MIB = 1 << 20;

__global__ void spin(double us)
{
    spin_us(us);
}

cudaStream_t s, t;
char *pinned, *pageable, *device, *other;
double call, done;

enum { IN, OUT, KERNEL, INSIDE, SET, SMALL, PAGEABLE, LARGE, PLAIN, PLAIN_LARGE, LEGACY, HOWS };
const char *const hows[] = {
    "copy in",       "copy out",          "kernel",           "copy on the device",
    "memset",        "copy in, 4 KiB",    "pageable, 64 KiB", "copy in, 8 MiB",
    "cudaMemcpy in", "cudaMemcpy, 8 MiB", "legacy stream, in"};

void enqueue(int how)
{
    if (how == IN)
        cudaMemcpyAsync(device, pinned, 64 * KIB, cudaMemcpyHostToDevice, s);
    else if (how == OUT)
        cudaMemcpyAsync(pinned, device, 64 * KIB, cudaMemcpyDeviceToHost, s);
    else if (how == KERNEL)
        spin<<<1, 64, 0, s>>>(2);
    else if (how == INSIDE)
        cudaMemcpyAsync(other, device, 64 * KIB, cudaMemcpyDeviceToDevice, s);
    else if (how == SET)
        cudaMemsetAsync(device, 0, 64 * KIB, s);
    else if (how == SMALL)
        cudaMemcpyAsync(device, pinned, 4 * KIB, cudaMemcpyHostToDevice, s);
    else if (how == PAGEABLE)
        cudaMemcpyAsync(device, pageable, 64 * KIB, cudaMemcpyHostToDevice, s);
    else if (how == PLAIN)
        cudaMemcpy(device, pinned, 64 * KIB, cudaMemcpyHostToDevice);
    else if (how == PLAIN_LARGE)
        cudaMemcpy(device, pinned, 8 * MIB, cudaMemcpyHostToDevice);
    else
        cudaMemcpyAsync(device, pinned, how == LARGE ? 8 * MIB : 64 * KIB, cudaMemcpyHostToDevice,
                        how == LARGE ? s : 0);
}

void operation(int how)
{
    double at = host_time_us();
    enqueue(how);
    cudaStreamSynchronize(how == LEGACY ? 0 : s);
    done = host_time_us();
    call = done - at;
}

void give_back(size_t bytes, bool pool)
{
    char *memory;
    if (pool) {
        cudaMallocAsync((void **)&memory, bytes, t);
        cudaFreeAsync(memory, t);
        cudaStreamSynchronize(t);
    } else {
        cudaMalloc((void **)&memory, bytes);
        cudaFree(memory);
    }
}

int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *of)
{
    qsort(of, ROUNDS, sizeof(double), by_size);
    return of[ROUNDS / 2];
}

double waited(size_t bytes, bool pool, double rest, int how)
{
    double with[ROUNDS], without[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        host_work_us(2000);
        cudaDeviceSynchronize();
        host_work_us(rest);
        operation(how);
        without[i] = call;
        host_work_us(2000);
        give_back(bytes, pool);
        host_work_us(rest);
        operation(how);
        with[i] = call;
    }
    return median(with) - median(without);
}

// A copy of 32 MiB runs when memory is given back and for long after; and one that is called then.
void beside(size_t bytes)
{
    double first[2][ROUNDS], second[2][ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        for (int with = 0; with < 2; with++) {
            host_work_us(2000);
            double at = host_time_us();
            cudaMemcpyAsync(device, pinned, 32 * MIB, cudaMemcpyHostToDevice, s);
            if (with) // cudaFree would wait for the copy
                give_back(bytes, true);
            cudaMemcpyAsync(other, pinned, 64 * KIB, cudaMemcpyHostToDevice, t);
            cudaStreamSynchronize(s);
            first[with][i] = host_time_us() - at;
            cudaStreamSynchronize(t);
            second[with][i] = host_time_us() - at;
        }
    printf("%4d MiB of a pool given back beside a copy of 32 MiB: it ends at %.1f instead of "
           "%.1f, one called then at %.1f instead of %.1f\n",
           (int)(bytes / MIB), median(first[1]), median(first[0]), median(second[1]),
           median(second[0]));
}

int main()
{
    const size_t sizes[] = {2 * MIB, 8 * MIB, 32 * MIB, 64 * MIB, 128 * MIB, 256 * MIB, 512 * MIB};
    const double rests[] = {0, 20, 50, 100, 200, 400, 1000};
    cudaSetDeviceFlags(cudaDeviceScheduleSpin);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
    cudaMallocHost((void **)&pinned, 32 * MIB);
    cudaMalloc((void **)&device, 32 * MIB);
    cudaMalloc((void **)&other, MIB);
    pageable = (char *)malloc(MIB);
    memset(pageable, 1, MIB);
    for (int i = 0; i < 8; i++)
        for (int how = 0; how < HOWS; how++)
            operation(how);
    printf("copy in, by the us since         ");
    for (int r = 0; r < 7; r++)
        printf(" %6.0f", rests[r]);
    printf("\n");
    for (int pool = 0; pool < 2; pool++)
        for (int i = 0; i < 7; i++) {
            printf("%-8s %4d MiB                ", pool ? "pool" : "cudaFree",
                   (int)(sizes[i] / MIB));
            for (int r = 0; r < 7; r++)
                printf(" %6.1f", waited(sizes[i], pool, rests[r], IN));
            printf("\n");
        }
    for (int how = 0; how < HOWS; how++)
        printf("%-18s behind cudaFree of 128 MiB %6.1f, a pool's 32 MiB %6.1f\n", hows[how],
               waited(128 * MIB, false, 0, how), waited(32 * MIB, true, 0, how));
    beside(32 * MIB);
    beside(256 * MIB);
    return 0;
}
